"""The score board: rounds as rows, players as columns, totals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from ui.referee import Step
from ui.words import listed


@dataclass(frozen=True)
class Board:
    """The rounds that have been scored.

    ``points`` and ``totals`` hold one row a round, with what each of the ``players`` won in it and has in all
    after it; ``winners`` who won each round. ``target`` and ``rounds`` end the game, 0 where they do not.
    ``teams`` are those who play together; partners stand beside each other.
    """

    players: tuple[str, ...]
    points: tuple[tuple[int, ...], ...] = ()
    winners: tuple[str, ...] = ()
    target: int = 0
    rounds: int = 0
    teams: tuple[tuple[str, ...], ...] = ()

    @property
    def sides(self) -> Board:
        """The same rounds with each team in place of its players; the board itself where there are no teams.

        >>> teams = (("Ann", "Cy"), ("Ben", "Di"))
        >>> Board(("Ann", "Cy", "Ben", "Di"), ((5, 2, 0, 1),), ("Ann",), teams=teams).sides.points
        ((7, 1),)
        """
        if not self.teams:
            return self
        names = {player: listed(team) for team in self.teams for player in team}
        columns = [[self.players.index(player) for player in team] for team in self.teams]
        points = tuple(tuple(sum(row[at] for at in team) for team in columns) for row in self.points)
        winners = tuple(names.get(winner, "") for winner in self.winners)
        return replace(self, players=tuple(map(listed, self.teams)), points=points, winners=winners, teams=())

    @property
    def totals(self) -> tuple[tuple[int, ...], ...]:
        """What each player has in all after each round.

        >>> Board(("Ann", "Ben"), ((57, 0), (0, 20)), ("Ann", "Ben")).totals
        ((57, 0), (57, 20))
        """
        return tuple(zip(*(accumulate(column) for column in zip(*self.points, strict=True)), strict=True))


def board(
    players: Sequence[str],
    steps: Sequence[Step],
    target: int = 0,
    rounds: int = 0,
    teams: Sequence[tuple[str, ...]] = (),
) -> Board:
    """Return the score board of a game, given its steps."""
    players = [player for team in teams for player in team] or players
    points: list[tuple[int, ...]] = []
    winners: list[str] = []
    over = ("round-over", "game-over")
    before = dict.fromkeys(players, 0)
    phase = "setup"
    for step in steps:
        state = step.state
        if state.phase in over and phase not in over:
            points.append(tuple(state.scores.get(name, 0) - before[name] for name in players))
            before = {name: state.scores.get(name, 0) for name in players}
            winners.append(next((a.player for a in step.alerts if a.code == "round-over" and a.player), ""))
        phase = state.phase
    return Board(tuple(players), tuple(points), tuple(winners), target, rounds, tuple(teams))
