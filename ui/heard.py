"""Calls that were heard: whose each was follows from the game. A heard call never accuses anybody."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from hearing.ears import Call
from tracker.events import CallUno
from tracker.game import Game
from ui.actions import uno_due
from ui.referee import Referee, Step

PATIENCE = 4.0
"""Seconds that a call waits for the camera to see the play that it belongs to."""


class HeardCalls:
    """Hands out the calls of a recording as a film goes on, each to whom the game says it is due from.

    A call that fits nobody is forgotten.
    """

    def __init__(self, calls: Iterable[Call]) -> None:
        self._waiting = deque(sorted(calls, key=lambda call: call.t))

    def due(self, t: float, game: Game) -> tuple[CallUno, float] | None:
        """Return the next call made by ``t`` seconds with how sure it is; None where none fits now."""
        while self._waiting and self._waiting[0].t <= t:
            player = caller(game)
            if player is not None:
                call = self._waiting.popleft()
                return CallUno(player=player, t=call.t), call.confidence
            if t <= self._waiting[0].t + PATIENCE:
                break
            self._waiting.popleft()
        return None


def caller(game: Game) -> str | None:
    """Return who has just gone to one card without a call, else who is about to; None where nobody is."""
    state = game.state
    if due := uno_due(game):
        return due
    if state.phase == "playing" and state.turn and state.hands[state.turn] == 2:
        return state.turn if state.turn not in game.state.uno else None
    return None


def hear_calls(referee: Referee, heard: HeardCalls) -> list[Step]:
    """Push what has been heard by the time of the newest picture; return the steps of the game."""
    steps = []
    while found := heard.due(referee.t, referee.game):
        steps.append(referee.push(*found))
    return steps
