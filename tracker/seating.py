"""Who may play, and who sits where: what a ``game`` event must say to be usable."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from tracker.events import EventError, GameStart
from tracker.rules import Rules

PLAYERS = range(2, 11)
"""How many players a game may have."""


@lru_cache(maxsize=100)
def seating(players: tuple[str, ...]) -> tuple[Mapping[str, int], Mapping[int, Mapping[str, str]]]:
    """Return the seats, and who sits beside whom clockwise (1) and counterclockwise (-1).

    Raises EventError where so many, or players of these names, cannot play.
    """
    if len(players) not in PLAYERS:
        noun = "player" if len(players) == 1 else "players"
        raise EventError(f"game: {len(players)} {noun}: allowed is {PLAYERS[0]} to {PLAYERS[-1]}")
    for name in players:
        if not name.strip() or not name.isprintable():
            raise EventError(f"game: player {name!r}: allowed is a name that can be printed")
        if name != name.strip():
            raise EventError(f"game: player {name!r}: allowed is a name without spaces around it")
    if len(set(players)) != len(players):
        raise EventError(f"game: two players have the same name: {', '.join(players)}")
    clockwise = dict(zip(players, (*players[1:], players[0]), strict=True))
    counterclockwise = {left: player for player, left in clockwise.items()}
    return {player: seat for seat, player in enumerate(players)}, {1: clockwise, -1: counterclockwise}


def check_start(start: GameStart, rules: Rules) -> None:
    """Raise EventError where the dealer, the teams or the deal cannot be used with these players."""
    players = start.players
    if start.dealer is not None and start.dealer not in players:
        raise EventError(f"game: unknown dealer {start.dealer!r}: allowed is {', '.join(players)}")
    if start.teams:
        named = sorted(player for team in start.teams for player in team)
        if named != sorted(players) or not all(start.teams):
            raise EventError(f"game: teams must name each player once: {', '.join(players)}")
        if len(start.teams) == 1:
            raise EventError(f"game: one team alone has nobody to play against: {', '.join(players)}")
        for player, neighbour in zip(players, (*players[1:], players[0]), strict=True):
            if any(player in team and neighbour in team for team in start.teams):
                raise EventError(f"game: {player} and {neighbour} are partners: partners sit apart")
    most = (rules.deck.total - 1) // len(players)
    if not 1 <= start.deal <= most:
        raise EventError(f"game: deal {start.deal}: allowed is 1 to {most} cards each")
