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
LAYING = 0.25
"""A call within so many seconds before a card lies is that of who lays it, and of nobody before."""
EXPECTED = (-1.5, 2.5)
"""Seconds from a play, from and to, within which a call is expected: the ears need not be sure of it."""
DOUBT = 1.5
"""Seconds that a call waits where it can be that of a late caller, or that of the next player's play."""


class HeardCalls:
    """Hands out calls as a game goes on, each to whom the game says it is due from.

    A call that fits nobody is forgotten, and one that fits two spares both. The calls of a film come from
    its ``recording``.
    """

    def __init__(self, calls: Iterable[Call] = (), recording: Recording | None = None) -> None:
        self._waiting = sorted(calls, key=lambda call: call.t)
        self._recording = recording
        self._newest = -PAUSE
        self._given: list[tuple[CallUno, float]] = []

    def add(self, call: Call) -> None:
        """Take in a call that was heard just now."""
        self._waiting.append(call)

    def due(self, t: float, game: Game) -> tuple[CallUno, float] | None:
        """Return the next call made by ``t`` seconds with how sure it is; None where none fits now."""
        if self._recording:
            self._waiting.extend(self._recording.until(t))
        for call in () if self._given else [call for call in self._waiting if call.t <= t]:
            same = call.t < self._newest + PAUSE
            players = () if same else callers(game, call, t)
            if same or players or t > call.t + PATIENCE:
                self._waiting.remove(call)
            if players:
                self._newest = call.t
                events = [CallUno(player=player, heard=True, t=call.t) for player in players]
                self._given = [(event, call.confidence) for event in events]
                break
        return self._given.pop(0) if self._given else None


def callers(game: Game, call: Call, now: float) -> list[str]:
    """Return everybody whose call it may be: :func:`caller`, and whose turn for it has passed since."""
    players = [caller(game, call, now), *missed_since(game, call)]
    return [player for player in players if player is not None]


def missed_since(game: Game, call: Call) -> list[str]:
    """Return who is held to have missed UNO because of a play right after it was made."""
    return [
        alert.player
        for alert in game.alerts
        if alert.code == "uno-missed"
        and alert.player
        and isinstance(play := game.events[alert.seq], Play)
        and play.t is not None
        and LAYING < play.t - call.t < PATIENCE
    ]


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
