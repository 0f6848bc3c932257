"""A game's history with its corrections: every change is a splice of the list of entries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tracker.events import Event, EventError, parse_event

SPLICES = ("add", "rewrite", "edit", "undo", "redo")
"""The kinds of change that may change entries."""


@dataclass(frozen=True)
class Entry:
    """An event as it was seen or told, before the game says whose it was.

    ``key`` names it through all corrections; ``confidence`` (0 to 1) is there if the camera saw it.
    """

    key: int
    event: Event
    confidence: float | None = None


@dataclass(frozen=True)
class Pending:
    """What was seen or told and has led to no event so far.

    ``ready``: the next card on the discard pile starts the next round. ``after``: what was played and drawn
    since somebody seems to be out. ``drawing``: who is drawing, and how many more visits to the draw pile
    belong to the cards drawn. ``gathered``: the cards have been gathered; a starting card ends the round.
    """

    ready: bool = False
    after: tuple[Entry, ...] = ()
    drawing: tuple[str, int] | None = None
    gathered: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        drawing = None if self.drawing is None else list(self.drawing)
        return {
            "ready": self.ready,
            "after": [_entry_json(entry) for entry in self.after],
            "drawing": drawing,
            "gathered": self.gathered,
        }


@dataclass(frozen=True)
class Change:
    """One change: from place ``start`` on, ``removed`` entries give way to ``entries``.

    ``kind`` says how it came about, as undo needs to know: ``add`` one entry at the end, ``rewrite`` by the
    referee's own second thoughts, ``edit`` by a correction, ``undo``, ``redo``. ``stand`` changes no entry:
    the alert ``stands``, the key of its event and its code, was let stand. Nor does ``pending``: it says what
    is pending from then on.

    >>> from tracker.events import Draw, Pass
    >>> change = Change("edit", 1, 1, (Entry(7, Draw("Ben")),))
    >>> [entry.key for entry in change.after([Entry(0, Pass()), Entry(1, Pass()), Entry(2, Pass())])]
    [0, 7, 2]
    """

    kind: str
    start: int = 0
    removed: int = 0
    entries: tuple[Entry, ...] = ()
    stands: tuple[int, str] | None = None
    pending: Pending | None = None

    @property
    def known(self) -> tuple[Entry, ...]:
        """All entries that the change speaks of, also those that are only pending."""
        return (*self.entries, *(self.pending.after if self.pending else ()))

    def after(self, before: Sequence[Entry]) -> tuple[Entry, ...]:
        """Return the entries after this change of those before it."""
        return (*before[: self.start], *self.entries, *before[self.start + self.removed :])

    def to_json(self) -> dict[str, Any]:
        """Return the change as a JSON object; :func:`parse_change` reads it back."""
        if self.stands:
            return {"kind": self.kind, "stands": list(self.stands)}
        if self.pending:
            return {"kind": self.kind, **self.pending.to_json()}
        entries = [_entry_json(entry) for entry in self.entries]
        return {"kind": self.kind, "start": self.start, "removed": self.removed, "entries": entries}


def parse_change(data: Any) -> Change:
    """Return the change that a JSON object describes. Raises EventError for anything else."""
    match data:
        case {"kind": "stand", "stands": [int(key), str(code)]}:
            return Change("stand", stands=(key, code))
        case {"kind": "pending", "ready": bool(ready), "after": list(after), "gathered": bool(gathered)}:
            drawing = _parse_drawing(data.get("drawing"))
            pending = Pending(ready, tuple(map(_parse_entry, after)), drawing, gathered)
            return Change("pending", pending=pending)
        case {"kind": str(kind), "start": int(start), "removed": int(removed), "entries": list(entries)}:
            if kind in SPLICES and start >= 0 and removed >= 0:
                return Change(kind, start, removed, tuple(map(_parse_entry, entries)))
    raise EventError("a change has a kind, a start, how many entries it removes, and entries")


def _entry_json(entry: Entry) -> dict[str, Any]:
    confidence = {} if entry.confidence is None else {"confidence": float(entry.confidence)}
    return {"key": entry.key, "event": entry.event.to_json(), **confidence}


def _parse_entry(data: Any) -> Entry:
    if not isinstance(data, Mapping) or type(data.get("key")) is not int:
        raise EventError("an entry has a key and an event")
    confidence = data.get("confidence")
    if confidence is not None and not isinstance(confidence, int | float):
        raise EventError("an entry's confidence is a number")
    return Entry(data["key"], parse_event(data.get("event")), confidence)


def _parse_drawing(data: Any) -> tuple[str, int] | None:
    match data:
        case None:
            return None
        case [str(player), int(visits)]:
            return player, visits
    raise EventError("a drawing has a player and a number of visits")


def difference(kind: str, before: Sequence[Entry], after: Sequence[Entry]) -> Change:
    """Return the smallest change that makes one list of entries the other."""
    start, shorter = 0, min(len(before), len(after))
    while start < shorter and before[start] == after[start]:
        start += 1
    end = 0
    while end < shorter - start and before[-1 - end] == after[-1 - end]:
        end += 1
    return Change(kind, start, len(before) - start - end, tuple(after[start : len(after) - end]))


def additions(before: Sequence[Entry], after: Sequence[Entry]) -> list[Change]:
    """Return what has come of itself: one change an entry, or one for all where earlier entries changed."""
    change = difference("rewrite", before, after)
    if change.removed or change.start < len(before):
        return [change]
    return [Change("add", change.start + number, 0, (entry,)) for number, entry in enumerate(change.entries)]


def entries_of(changes: Sequence[Change]) -> tuple[Entry, ...]:
    """Return the entries that a game's changes have led to."""
    entries: tuple[Entry, ...] = ()
    for change in changes:
        entries = change.after(entries)
    return entries
