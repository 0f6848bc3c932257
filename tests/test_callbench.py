"""Games followed by their true moves and by heard calls: perfect ears tell exactly the forgotten UNOs."""

from __future__ import annotations

import numpy as np
import pytest

from hearing.ears import Call
from hearing.features import RATE
from tracker.events import CallUno
from ui.callbench import alerts_of, follow, game, measure
from ui.heard import HeardCalls


@pytest.mark.parametrize("seed", [103, 105, 116])
def test_perfect_ears_tell_exactly_the_forgotten_calls(seed: int) -> None:
    moves = game(seed)
    made = [event for event, _ in moves if isinstance(event, CallUno)]
    heard = follow(moves, HeardCalls([Call(event.t, 0.95) for event in made]))
    assert alerts_of(heard) == alerts_of(follow(moves, None))


def test_a_call_between_two_plays_that_may_be_of_both_accuses_nobody() -> None:
    moves = game(107)  # Ann calls 1.5 seconds after her play, and Di forgets it 0.9 seconds later
    calls = HeardCalls([Call(event.t, 0.95) for event, _ in moves if isinstance(event, CallUno)])
    heard, true = alerts_of(follow(moves, calls)), alerts_of(follow(moves, None))
    assert heard < true
    assert len(true - heard) == 1


def test_deaf_ears_hold_every_call_to_be_forgotten() -> None:
    moves = game(107)
    figures = measure(moves, np.zeros(RATE, np.float32))
    assert figures.told == figures.forgotten > 0
    assert 0 < figures.accused <= figures.called
