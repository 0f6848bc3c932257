"""Calls that were heard: whose each was follows from the game. A heard call never accuses anybody.

The nearer to the play of the last card but one, the likelier a call: there the ears need not be so sure.
"""

from __future__ import annotations

from collections.abc import Iterable

from hearing.ears import PAUSE, Call, Recording
from tracker.events import CallUno, Play
from tracker.game import Game
from ui.actions import uno_due
from ui.referee import Referee, Step

PATIENCE = 4.0
"""Seconds that a call waits for the camera to see the play that it belongs to."""
SOON = 1.5
"""Seconds after a play within which a call belongs to it for certain."""
EXPECTED = (-1.5, 2.5)
"""Seconds from a play, from and to, within which a call is expected: the ears need not be sure of it."""
DOUBT = 1.5
"""Seconds that a call waits where it can be that of a late caller, or that of the next player's play."""


class HeardCalls:
    """Hands out calls as a game goes on, each to whom the game says it is due from.

    A call that fits nobody is forgotten. The calls of a film come from its ``recording``.
    """

    def __init__(self, calls: Iterable[Call] = (), recording: Recording | None = None) -> None:
        self._waiting = sorted(calls, key=lambda call: call.t)
        self._recording = recording
        self._newest = -PAUSE

    def add(self, call: Call) -> None:
        """Take in a call that was heard just now."""
        self._waiting.append(call)

    def due(self, t: float, game: Game) -> tuple[CallUno, float] | None:
        """Return the next call made by ``t`` seconds with how sure it is; None where none fits now."""
        if self._recording:
            self._waiting.extend(self._recording.until(t))
        for call in [call for call in self._waiting if call.t <= t]:
            same = call.t < self._newest + PAUSE
            player = None if same else caller(game, call, t)
            if same or player is not None or t > call.t + PATIENCE:
                self._waiting.remove(call)
            if player is not None:
                self._newest = call.t
                return CallUno(player=player, heard=True, t=call.t), call.confidence
        return None


def caller(game: Game, call: Call, now: float) -> str | None:
    """Return whose call it is: of who has just gone to one card, else, if it is sure, of who is about to.

    None where nobody is, or where it cannot be told yet: the next player may have laid a card that the camera
    has not seen yet.
    """
    due, about = uno_due(game), about_to_go(game)
    if due is None:
        return about if call.sure else None
    played = next((event.t for event in reversed(game.events) if isinstance(event, Play)), None)
    since = 0.0 if played is None else call.t - played
    if about is not None and since > SOON and now < call.t + DOUBT:
        return None
    return due if call.sure or EXPECTED[0] <= since <= EXPECTED[1] else None


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
