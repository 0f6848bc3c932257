"""Games kept on disk while they are played, so that the last one can go on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path

from tracker.events import Event, EventError, GameStart
from tracker.game import Game
from tracker.journal import Journal, read_journal

KEPT = 20
"""So many games are kept; the oldest go first."""


@dataclass(frozen=True)
class Saved:
    """A game that has not come to its end: its file, its events, and what is said of it."""

    path: Path
    events: tuple[Event, ...]
    players: tuple[str, ...]
    round: int


def games_folder() -> Path:
    """Return the folder of the user's games."""
    return user_data_path("unoref") / "games"


def new_journal(folder: Path, now: datetime | None = None) -> Journal:
    """Return the journal of a game that begins now; games beyond :data:`KEPT` are removed."""
    for old in sorted(folder.glob("*.jsonl"))[: -(KEPT - 1)]:
        old.unlink(missing_ok=True)
    stamp = (now or datetime.now()).strftime("%Y-%m-%d-%H%M%S-%f")
    return Journal(folder / f"{stamp}.jsonl")


def last_unfinished(folder: Path) -> Saved | None:
    """Return the newest game in a folder, if it has begun and not come to its end."""
    for path in sorted(folder.glob("*.jsonl"), reverse=True):
        try:
            events = read_journal(path)
        except OSError:
            return None
        if len(events) > 1:
            return _unfinished(path, events)
    return None


def _unfinished(path: Path, events: Sequence[Event]) -> Saved | None:
    game = Game()
    played: list[Event] = []
    for event in events:
        try:
            game.push(event)
        except EventError:
            break
        played.append(event)
    if not played or not isinstance(played[0], GameStart) or game.state.phase == "game-over":
        return None
    return Saved(path, tuple(played), game.players, game.state.round)
