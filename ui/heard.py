"""Calls that were heard: whose each was follows from the game. A heard call never accuses anybody."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from hearing.ears import Call, Recording
from tracker.events import CallUno, Play
from tracker.game import Game
from ui.actions import uno_due
from ui.referee import Referee, Step

PATIENCE = 4.0
"""Seconds that a call waits for the camera to see the play that it belongs to."""
SOON = 1.5
"""Seconds after a play within which a call belongs to it for certain."""
DOUBT = 1.5
"""Seconds that a call waits where it can be that of a late caller, or that of the next player's play."""


class HeardCalls:
    """Hands out calls as a game goes on, each to whom the game says it is due from.

    A call that fits nobody is forgotten. The calls of a film come from its ``recording``.
    """

    def __init__(self, calls: Iterable[Call] = (), recording: Recording | None = None) -> None:
        self._waiting = deque(sorted(calls, key=lambda call: call.t))
        self._recording = recording

    def add(self, call: Call) -> None:
        """Take in a call that was heard just now."""
        self._waiting.append(call)

    def due(self, t: float, game: Game) -> tuple[CallUno, float] | None:
        """Return the next call made by ``t`` seconds with how sure it is; None where none fits now."""
        if self._recording:
            self._waiting.extend(self._recording.until(t))
        while self._waiting and self._waiting[0].t <= t:
            call = self._waiting[0]
            player = caller(game, call.t, t)
            if player is not None:
                self._waiting.popleft()
                return CallUno(player=player, heard=True, t=call.t), call.confidence
            if t <= call.t + PATIENCE:
                break
            self._waiting.popleft()
        return None


def caller(game: Game, called: float, now: float) -> str | None:
    """Return who called at the second ``called``: who has just gone to one card, else who is about to.

    None where nobody is, or where it cannot be told yet: the next player may have laid a card that the camera
    has not seen yet.
    """
    due, about = uno_due(game), about_to_go(game)
    if due is None or about is None:
        return due or about
    played = next((event.t for event in reversed(game.events) if isinstance(event, Play)), None)
    late = played is not None and called > played + SOON
    return None if late and now < called + DOUBT else due


def about_to_go(game: Game) -> str | None:
    """Return whose turn it is with two cards and no call; None where nobody is about to go to one card."""
    state = game.state
    if state.phase != "playing" or state.turn is None or state.hands[state.turn] != 2:
        return None
    return None if state.turn in state.uno else state.turn


def hear_calls(referee: Referee, heard: HeardCalls) -> list[Step]:
    """Push what has been heard by the time of the newest picture; return the steps of the game."""
    steps = []
    while found := heard.due(referee.t, referee.game):
        steps.append(referee.push(*found))
    return steps
