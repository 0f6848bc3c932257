"""Key presses known beforehand: in a filmed game, what the camera cannot see is pressed at its time."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from tracker.events import (
    CallUno,
    Draw,
    EndRound,
    Event,
    EventError,
    GameStart,
    Hand,
    Pass,
    Play,
    StartCard,
    TakeBack,
    parse_event,
)

SEEN = (StartCard, Play, Draw, TakeBack)
"""What the camera sees by itself."""

NEEDLESS = (GameStart, Pass)
"""What needs no press: the game has begun, and the next player's play says that this one passed."""

PATIENCE = 4.0
"""Seconds that a press waits for the play before it to be seen."""


class Presses:
    """The presses of a filmed game, handed out as the film goes on.

    As a person at the table would, a press waits until the cards played before it have been seen, but not for
    ever. A hand that was seen lying open is not told again. ``events`` are all the film's true events with
    their times. Where the film's sound is heard, UNO is not pressed.
    """

    def __init__(self, events: Iterable[Event], heard: bool = False) -> None:
        self._waiting: list[tuple[float, int, Event]] = []
        by_itself = (*NEEDLESS, *SEEN, CallUno) if heard else (*NEEDLESS, *SEEN)
        played = 0
        for event in events:
            if _is_play(event):
                played += 1
            elif not isinstance(event, by_itself) and event.t is not None:
                self._waiting.append((event.t, played, event))

    def due(self, t: float, events: Sequence[Event]) -> list[Event]:
        """Return, once each, the presses that are due at ``t`` seconds, given the game's events so far."""
        played = sum(map(_is_play, events))
        due = []
        while self._waiting:
            when, before, event = self._waiting[0]
            if t < when or (played < before and t < when + PATIENCE):
                break
            if not _has_happened(event, events):
                due.append(event)
            self._waiting.pop(0)
        return due


def read_events(path: Path) -> list[Event]:
    """Return the events in a file of one JSON object a line.

    Raises OSError where it cannot be read, EventError (naming the line) where an event is malformed.
    """
    events = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line.strip():
            try:
                events.append(parse_event(json.loads(line)))
            except (ValueError, RecursionError) as error:
                raise EventError(f"{path}, line {number}: {error}") from None
    return events


def _has_happened(press: Event, events: Sequence[Event]) -> bool:
    """Whether the table itself has told a hand, or ended the round, since the round began."""
    for event in reversed(events):
        if isinstance(event, StartCard):
            break
        same = isinstance(press, Hand) and isinstance(event, Hand) and event.player == press.player
        if same or (isinstance(press, EndRound) and isinstance(event, EndRound)):
            return True
    return False


def _is_play(event: Event) -> bool:
    return isinstance(event, (StartCard, Play))
