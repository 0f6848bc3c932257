"""Tuning the ears to a room and its voices, from UNOs that people say for it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hearing.ears import SURE, Ears

LIKE = 0.4
"""What the ears are so sure of has been a try at UNO."""
LOWEST, HIGHEST = 0.75, 0.95
"""The thresholds that tuning may choose: less raises too many false calls, more misses too many."""
ENOUGH = 3
"""Fewer tries than this say nothing."""


class Peaks:
    """Listens for tries at UNO; ``rate``: samples a second. Raises ModelError as :class:`Ears`."""

    def __init__(self, rate: float) -> None:
        self._ears = Ears(rate)
        self._before = self._peak = 0.0

    def feed(self, samples: np.ndarray) -> list[float]:
        """Return of each try that the next samples end how sure the ears were of it at the most, 0 to 1."""
        ended = []
        for _, score in self._ears.scores(samples):
            sure, self._before = (self._before + score) / 2, score
            if sure >= LIKE:
                self._peak = max(self._peak, sure)
            elif self._peak:
                ended.append(self._peak)
                self._peak = 0.0
        return ended


def tuned_threshold(peaks: Sequence[float]) -> float:
    """Return the threshold that hears all but the weakest tenth of these tries, with a little room.

    >>> tuned_threshold([0.99, 0.98, 0.97, 0.99])
    0.92
    >>> tuned_threshold([0.5, 0.6, 0.9])
    0.75
    """
    if len(peaks) < ENOUGH:
        return SURE
    weakest = float(np.quantile(peaks, 0.1))
    return round(float(np.clip(weakest - 0.05, LOWEST, HIGHEST)), 2)
