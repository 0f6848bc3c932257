"""Players as people name them on the command line."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.events import EventError, GameStart
from tracker.game import Game

MIN_PLAYERS = 2
MAX_PLAYERS = 10

DEFAULT_PLAYERS: tuple[str, ...] = ("Player 1", "Player 2", "Player 3")
"""Who plays when nobody was named."""


def parse_teams(text: str, players: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return who plays together in a list such as ``Ann+Cy,Ben+Di``.

    Raises ValueError, in one line, unless these are teams of the players in which partners sit apart.

    >>> parse_teams("Ann+Cy, Ben+Di", ["Ann", "Ben", "Cy", "Di"])
    (('Ann', 'Cy'), ('Ben', 'Di'))
    """
    teams = tuple(tuple(name.strip() for name in team.split("+")) for team in text.split(","))
    try:
        Game().push(GameStart(tuple(players), teams=teams))
    except EventError as error:
        raise ValueError(
            f"teams {text!r}: {str(error).removeprefix('game: ')}; as in Ann+Cy,Ben+Di"
        ) from None
    return teams


def parse_players(text: str) -> tuple[str, ...]:
    """Return the names in a list such as ``Ann,Ben,Cy``, clockwise by seat.

    Raises ValueError, in one line, unless they are 2 to 10 different, non-empty names (rules, section 2).

    >>> parse_players("Ann, Ben")
    ('Ann', 'Ben')
    """
    names = tuple(name.strip() for name in text.split(","))
    allowed = f"give {MIN_PLAYERS} to {MAX_PLAYERS} different names, as in Ann,Ben,Cy"
    if not all(names):
        raise ValueError(f"players {text!r}: a name is empty; {allowed}")
    if not text.isprintable():
        raise ValueError(f"players {text!r}: a name cannot be printed; {allowed}")
    if not MIN_PLAYERS <= len(names) <= MAX_PLAYERS:
        count = "1 name" if len(names) == 1 else f"{len(names)} names"
        raise ValueError(f"players {text!r}: {count}; {allowed}")
    doubled = next((name for name in names if names.count(name) > 1), None)
    if doubled:
        raise ValueError(f"players {text!r}: {doubled} is there twice; {allowed}")
    return names
