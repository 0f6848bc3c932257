"""Calls that were heard: whose each was follows from the game. A heard call never accuses anybody.

A call belongs to a play that leaves one card. The nearer to it, the likelier a call: there the ears need not
be so sure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from hearing.ears import PAUSE, Call, Recording
from tracker.events import CallUno, Play
from tracker.game import Game
from ui.referee import Referee, Step

PATIENCE = 5.0
"""Seconds that a call waits for the camera to see the play that it belongs to."""
EARLY = 3.0
"""Seconds before a play from which on a call that the ears are sure of belongs to it."""
EXPECTED = (-1.5, 2.5)
"""Seconds from a play, from and to, within which a call is expected: the ears need not be sure of it."""
SOON = 1.5
"""Seconds after a play within which a call belongs to it, whoever plays next."""
ALSO = 1.25
"""Seconds before the next such play from which on a call that belongs to one may be that of the next, too."""
LAYING = 0.25
"""A call within so many seconds before such a play is that of who lays it, and of nobody before."""
DOUBT = 1.5
"""Seconds that a call waits where it can be that of a late caller, or that of the next player's play."""


@dataclass(frozen=True)
class Window:
    """When a player could call: from the play that left one card to the next player's turn; None: not known.

    ``next``: the next player's turn began with a play that left one card, too.
    """

    player: str
    opened: float | None
    closed: float | None = None
    next: bool = False

    def since(self, call: Call) -> float:
        """Return the seconds from the play to a call, less than 0 where the call came first."""
        return 0.0 if self.opened is None else call.t - self.opened

    def holds(self, call: Call, spared: bool) -> bool:
        """Return whether a call was near enough, and before the next turn; ``spared``: it spared others."""
        since = self.since(call)
        if self.closed is not None and call.t >= self.closed - (LAYING if self.next or spared else 0.0):
            return False
        if spared and since < -ALSO:
            return False
        return since >= -EARLY if call.sure else EXPECTED[0] <= since <= EXPECTED[1]


@dataclass
class _Waiting:
    """A call that may still be handed out, and whom it has spared so far."""

    call: Call
    spared: list[str] = field(default_factory=list)


class HeardCalls:
    """Hands out calls as a game goes on, each to whom the game says it is due from.

    A call that fits nobody is forgotten, and one that fits two spares both. The calls of a film come from
    its ``recording``.
    """

    def __init__(self, calls: Iterable[Call] = (), recording: Recording | None = None) -> None:
        self._waiting: list[_Waiting] = []
        self._recording = recording
        for call in sorted(calls, key=lambda call: call.t):
            self.add(call)

    def add(self, call: Call) -> None:
        """Take in a call that was heard just now; a sure one right after a doubtful one is the same."""
        last = self._waiting[-1] if self._waiting else None
        if last and call.t < last.call.t + PAUSE:
            surer = max(last.call.confidence, call.confidence)
            last.call = replace(last.call, confidence=surer, sure=last.call.sure or call.sure)
        else:
            self._waiting.append(_Waiting(call))

    def due(self, t: float, game: Game) -> tuple[CallUno, float] | None:
        """Return the next call made by ``t`` seconds with how sure it is; None where none fits now."""
        for call in self._recording.until(t) if self._recording else ():
            self.add(call)
        self._waiting = [waiting for waiting in self._waiting if t <= waiting.call.t + PATIENCE]
        for waiting in self._waiting:
            if waiting.call.t <= t and (player := _caller(game, waiting, t)):
                waiting.spared.append(player)
                return CallUno(player=player, heard=True, t=waiting.call.t), waiting.call.confidence
        return None


def _caller(game: Game, waiting: _Waiting, now: float) -> str | None:
    """Return somebody whose call it may be, and whom it has not spared; None where nobody is, or not yet."""
    call = waiting.call
    for window in windows(game):
        if window.player in waiting.spared or not window.holds(call, bool(waiting.spared)):
            continue
        # The next player may have laid a card that the camera has not seen yet.
        late = window.closed is None and window.since(call) > SOON and about_to_go(game) is not None
        if not late or now >= call.t + DOUBT:
            return window.player
    return None


def windows(game: Game) -> Iterator[Window]:
    """Yield when those who have not called could do so: the open windows first, and the newest first."""
    opened = {_played(game, alert.seq + 1) for alert in game.alerts if alert.code == "uno-due"}
    for alert in reversed(game.alerts):
        if alert.code == "uno-due" and alert.player:
            yield Window(alert.player, _played(game, alert.seq + 1))
    for alert in reversed(game.alerts):
        closed = game.events[alert.seq].t
        if alert.code == "uno-missed" and alert.player and closed is not None:
            yield Window(alert.player, _played(game, alert.seq), closed, closed in opened)


def _played(game: Game, before: int) -> float | None:
    """Return the time of the last play before an event, by its number."""
    return next((event.t for event in reversed(game.events[:before]) if isinstance(event, Play)), None)


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
