"""How well a game that is heard tells forgotten UNOs from called ones: ``python -m ui.callbench``.

No picture is drawn: the camera is taken to see every move, half a second after no arm hides it any more. So
many games can be measured in little time, and only the ears and :mod:`ui.heard` can be wrong.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from datasets.film import film
from datasets.script import PLAYFUL
from datasets.soundtrack import soundtrack
from hearing.ears import Recording
from hearing.features import RATE
from tracker.events import CallUno, Event, Play
from tracker.game import Game
from ui.heard import HeardCalls

SEEN = 0.5
"""Seconds after which the camera tells a move that nothing hides any more."""
TICK = 0.1
"""Seconds from one look at what was heard to the next."""
FROM_PLAY = (-1.0, 2.0)
"""Seconds from a play to its call, from and to; it ends before the next move in any case."""


HABITS = replace(PLAYFUL, forgets_uno=0.4, catches=0.0)
"""Players who forget many calls, and whom nobody but the referee calls out."""


@dataclass
class Figures:
    """What was counted in one game or several.

    ``forgotten`` calls, ``told``: those of them that raise ``uno-missed``; ``called`` ones, ``accused``: the
    ``uno-missed`` and ``uno-false`` that are wrong.
    """

    games: int = 0
    minutes: float = 0.0
    forgotten: int = 0
    told: int = 0
    called: int = 0
    accused: int = 0

    def add(self, other: Figures) -> None:
        """Add another game's figures."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


Moves = Sequence[tuple[Event, float | None]]
"""The true events in order, each with when nothing hides it any more."""


def game(seed: int) -> Moves:
    """Return the moves of a game of three or four people, who call a little sooner or later."""
    rng = np.random.default_rng((seed, 9))
    pace = float(rng.uniform(1.9, 2.7))
    made = film(seed, players=3 + seed % 2, pace=pace, habits=HABITS, shown=True)
    moves: list[tuple[Event, float | None]] = []
    for event, clear in zip(made.events, made.clears, strict=True):
        if isinstance(event, CallUno):
            play = next(played for played, _ in reversed(moves) if isinstance(played, Play))
            later = [other.t for other in made.events if other.t > event.t]
            at = min(play.t + rng.uniform(*FROM_PLAY), *(t - 0.1 for t in later[:1]))
            event = replace(event, t=round(at, 3))
        moves.append((event, clear))
    return sorted(moves, key=lambda move: move[0].t)


def measure(moves: Moves, sound: np.ndarray) -> Figures:
    """Follow a game by its true moves and by the calls in its sound (float32 samples at 8 kHz)."""
    true = alerts_of(follow(moves, None))
    heard = alerts_of(follow(moves, HeardCalls(recording=Recording(sound, RATE))))
    calls = sum(isinstance(event, CallUno) for event, _ in moves)
    return Figures(1, len(sound) / RATE / 60, len(true), len(true & heard), calls, len(heard - true))


def follow(moves: Moves, heard: HeardCalls | None) -> Game:
    """Return the game that the true moves make with the heard calls, or with the true ones."""
    followed, now = Game(), 0.0
    for event, clear in moves:
        if heard:
            if isinstance(event, CallUno):
                continue
            seen = max(event.t or 0.0, clear or 0.0) + SEEN
            while now + TICK < seen:
                now += TICK
                while found := heard.due(now, followed):
                    followed.push(found[0])
        followed.push(event)
    return followed


def alerts_of(played: Game) -> set[tuple[str, str | None, Event]]:
    """Return the alerts about calls: code, player, and the event that raised each."""
    codes = ("uno-missed", "uno-false")
    return {(one.code, one.player, played.events[one.seq]) for one in played.alerts if one.code in codes}


def main() -> None:
    """Print the figures as one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=30, help="how many games (30)")
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    arguments = parser.parse_args()
    total = Figures()
    for seed in range(arguments.seed, arguments.seed + arguments.games):
        moves = game(seed)
        total.add(measure(moves, soundtrack([event for event, _ in moves], seed)))
    print(json.dumps({**vars(total), "minutes": round(total.minutes, 1)}))


if __name__ == "__main__":
    main()
