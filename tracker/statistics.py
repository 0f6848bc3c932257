"""What many games say of each player: wins, rounds, points, and who forgets UNO."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tracker.events import Event, EventError, GameStart, Play
from tracker.game import Game
from tracker.position import listed


@dataclass
class Record:
    """One player over games: ``forgot`` counts UNO calls that never came, ``faults`` plays against the rules.

    ``wins`` are of the games that came to their ``finished`` end, ``won`` of the ``rounds`` that were scored.
    """

    player: str
    games: int = 0
    finished: int = 0
    wins: int = 0
    rounds: int = 0
    won: int = 0
    points: int = 0
    plays: int = 0
    forgot: int = 0
    faults: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return the record as a JSON object."""
        return dict(vars(self))


def statistics(games: Iterable[Sequence[Event]]) -> list[Record]:
    """Return a record of each player in these games, who won most first.

    A player is a name. In an event that makes no sense nothing has happened.
    """
    records: dict[str, Record] = {}
    for events in games:
        _count(events, records)
    return sorted(records.values(), key=lambda record: (-record.wins, -record.won, -record.points))


def _count(events: Sequence[Event], records: dict[str, Record]) -> None:
    game = Game()
    for event in events:
        turn = game.state.turn
        try:
            alerts = game.push(event)
        except EventError:
            continue
        for player in game.players if isinstance(event, GameStart) else ():
            records.setdefault(player, Record(player)).games += 1
        if isinstance(event, Play) and (who := event.player or turn):
            records[who].plays += 1
        for alert in alerts:
            if alert.code == "round-over":
                for player in game.players:
                    records[player].rounds += 1
                    records[player].won += player == alert.player
            elif alert.player in records:
                records[alert.player].forgot += alert.code == "uno-missed"
                records[alert.player].faults += alert.code in ("illegal-play", "out-of-turn", "draw-owed")
    for player in game.players:
        records[player].points += game.state.scores.get(player, 0)
        if game.state.phase == "game-over":
            records[player].finished += 1
            records[player].wins += _wins(player, game)


def _wins(player: str, game: Game) -> bool:
    begun = game.events[0]
    teams = begun.teams if isinstance(begun, GameStart) else ()
    side = next((team for team in teams if player in team), (player,))
    return game.state.winner == listed(side)
