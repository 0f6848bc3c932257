"""The journal: a game's events in a file, so that a game survives whatever ends the program."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from tracker.events import Event, EventError, parse_event


class Journal:
    """Keeps a file equal to a game's events, one JSON object a line, as ``unoref judge`` reads them.

    ``path`` is written with the first event; its folder is made where it is missing.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._written: list[Event] = []

    def write(self, events: Sequence[Event]) -> None:
        """Bring the file up to date: new events are appended; after a correction it is written anew.

        Raises OSError where it cannot be written. The file is whole at every moment, but for its last line.
        """
        known = len(self._written)
        if (
            known
            and len(events) >= known
            and all(a is b for a, b in zip(self._written, events, strict=False))
        ):
            if len(events) > known:
                with open(self.path, "a", encoding="utf-8") as file:
                    file.write(to_lines(events[known:]))
        else:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            new = self.path.with_name(f"{self.path.name}.new")
            new.write_text(to_lines(events), encoding="utf-8")
            os.replace(new, self.path)
        self._written = list(events)


def read_journal(path: Path) -> list[Event]:
    """Return the events in a journal, up to the first line that is torn or makes no sense.

    Raises OSError where the file cannot be read.
    """
    events: list[Event] = []
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            events.append(parse_event(json.loads(line)))
        except (EventError, ValueError, RecursionError):
            break
    return events


def to_lines(events: Iterable[Event]) -> str:
    """Return events as text, one JSON object a line, as ``unoref judge`` reads them."""
    return "".join(f"{json.dumps(event.to_json(), ensure_ascii=False)}\n" for event in events)
