"""Corrections: events changed, removed, inserted, undone, redone. The state follows from the events."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

from tracker.cards import Card
from tracker.changes import Change, Entry, additions, difference
from tracker.events import Catch, Challenge, Draw, Event, EventError, GameStart, Hand, Play, Reveal, StartCard
from ui.history import actor, cards_of
from ui.referee import Referee


@dataclass(frozen=True)
class _Edit:
    """A correction: the entries before it, and how many there were after it."""

    before: tuple[Entry, ...]
    length: int


class Timeline:
    """The events of a referee's game, to be corrected.

    Undo takes back whatever came last, a correction or an event; redo brings it back until something new
    happens. An event that makes no sense any more after a correction is left out, and comes back with undo;
    each method returns how many those were.

    >>> from tracker.events import Play, StartCard
    >>> referee = Referee(("Ann", "Ben", "Cy"), "international", table=None, dealer="Ann")
    >>> step = referee.push(StartCard(card=Card.parse("red 7")))
    >>> timeline = Timeline(referee)
    >>> timeline.change(step.key, with_card(step.event, 0, Card.parse("blue 7")))
    0
    >>> referee.game.state.colour
    'blue'
    >>> timeline.undo()
    0
    >>> referee.game.state.colour
    'red'
    """

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self._edits: list[_Edit] = []
        self._undone: list[tuple[tuple[Entry, ...], tuple[_Edit, ...]]] = []
        self._after_undo: tuple[Entry, ...] = ()
        self._noted: tuple[Entry, ...] = ()
        self._changes: list[Change] = []

    def take_changes(self) -> list[Change]:
        """Return what has changed since this was asked last, in the order in which it did."""
        self._note()
        changes, self._changes = self._changes, []
        return changes

    def go_on(self, changes: Sequence[Change]) -> None:
        """Go on with a game from all of its changes, so that undo and redo go through them as before.

        Raises EventError where the game cannot begin.
        """
        referee = self.referee
        entries = changes[0].after(())
        referee.go_on(entries, 1 + max(entry.key for change in changes for entry in change.known))
        for change in changes[1:]:
            before, entries = entries, change.after(entries)
            if change.kind in ("edit", "undo", "redo"):
                referee.rewrite(before)
                if change.kind == "edit":
                    self._edit(entries)
                elif change.kind == "undo":
                    self.undo()
                else:
                    self.redo()
        referee.rewrite(entries)
        referee.t = max(event.t or 0.0 for event in referee.game.events)
        self._noted, self._changes = referee.entries, []

    def event(self, key: int) -> Event:
        """Return the event with this key, as the game took it. Raises EventError where it is gone."""
        entries = self.referee.entries
        return self.referee.steps[self._place(key, entries)].event

    def change(self, key: int, event: Event) -> int:
        """Let the event with this key be another one; it is no longer one that the camera saw."""
        entries = self.referee.entries
        place = self._place(key, entries)
        at_its_time = dataclasses.replace(event, t=entries[place].event.t)
        changed = dataclasses.replace(entries[place], event=at_its_time, confidence=None)
        return self._edit((*entries[:place], changed, *entries[place + 1 :]))

    def remove(self, key: int) -> int:
        """Let the event with this key never have happened."""
        entries = self.referee.entries
        place = self._place(key, entries)
        return self._edit((*entries[:place], *entries[place + 1 :]))

    def insert(self, after: int, event: Event) -> int:
        """Let an event have happened after the one with this key, at about the same time.

        Raises EventError, and changes nothing, where it makes no sense there.
        """
        entries = self.referee.entries
        place = next((number for number, entry in enumerate(entries) if entry.key == after), None)
        if place is None:
            raise EventError("the event is not there any more")
        new = self.referee.entry(dataclasses.replace(event, t=entries[place].event.t))
        return self._edit((*entries[: place + 1], new, *entries[place + 1 :]), needed=new.key)

    def undo(self) -> int:
        """Take back what came last."""
        entries = self.referee.entries
        if not self.can_undo:
            return 0
        self._note()
        undone = self._undone if self.can_redo else []
        undone.append((entries, tuple(self._edits)))
        if self._edits and self._edits[-1].length >= len(entries):
            before = self._edits.pop().before
        else:
            before = entries[:-1]
        self.referee.rewrite(before)
        self._undone, self._after_undo = undone, self.referee.entries
        self._note("undo")
        return 0

    def redo(self) -> int:
        """Bring back what was undone last, unless something has happened since."""
        if not self.can_redo:
            return 0
        self._note()
        entries, edits = self._undone.pop()
        self._edits = list(edits)
        self.referee.rewrite(entries)
        self._after_undo = self.referee.entries
        self._note("redo")
        return 0

    @property
    def can_undo(self) -> bool:
        """Whether there is anything to take back: the game's own event stays."""
        return len(self.referee.entries) > 1 or bool(self._edits)

    @property
    def can_redo(self) -> bool:
        """Whether something was undone and nothing has happened since."""
        return bool(self._undone) and self.referee.entries == self._after_undo

    def _edit(self, entries: tuple[Entry, ...], needed: int | None = None) -> int:
        """Let the game be these entries; raises EventError where it would not hold the one with this key."""
        self._note()
        before = self.referee.entries
        lost = self.referee.rewrite(entries)
        if needed is not None and all(entry.key != needed for entry in self.referee.entries):
            self.referee.rewrite(before)
            raise EventError("that cannot have happened there")
        self._edits.append(_Edit(before, len(self.referee.entries)))
        self._undone = []
        self._note("edit")
        return lost

    def _note(self, kind: str = "") -> None:
        """Note what has changed since: by what ``kind`` of change, or else of itself."""
        now = self.referee.entries
        if kind:
            self._changes.append(difference(kind, self._noted, now))
        elif now != self._noted:
            self._changes += additions(self._noted, now)
        self._noted = now

    def _place(self, key: int, entries: Sequence[Entry]) -> int:
        for place, entry in enumerate(entries):
            if entry.key == key and not isinstance(entry.event, GameStart):
                return place
        raise EventError("the event is not there any more")


def with_card(event: Event, index: int, card: Card) -> Event:
    """Return the event with another card at this place; a colour named with a wild goes with the wild.

    Raises EventError for an event that has no such card.
    """
    cards = list(cards_of(event))
    if index >= len(cards):
        raise EventError(f"{event.type}: there is no such card")
    cards[index] = card
    return with_cards(event, tuple(cards))


def with_cards(event: Event, cards: tuple[Card, ...]) -> Event:
    """Return the event with other cards. Raises EventError for an event that has none."""
    match event:
        case StartCard():
            return dataclasses.replace(event, card=cards[0])
        case Play():
            colour = event.colour if cards[-1].is_wild else None
            return dataclasses.replace(event, cards=cards, colour=colour)
        case Draw():
            return dataclasses.replace(event, cards=cards, count=len(cards))
        case Hand() | Reveal():
            return dataclasses.replace(event, cards=cards)
    raise EventError(f"{event.type}: there is no card to correct")


def with_player(event: Event, player: str) -> Event:
    """Return the event as one of another player. Raises EventError for an event that nobody does."""
    if isinstance(event, Challenge):
        return dataclasses.replace(event, by=player)
    if isinstance(event, Catch):
        by = None if event.by == player else event.by
        return dataclasses.replace(event, player=player, by=by)
    if actor(event) is None and not hasattr(event, "player"):
        raise EventError(f"{event.type}: nobody does this")
    return dataclasses.replace(event, player=player)
