"""What can be wrong with the pictures of a camera that still delivers: black, or always the same one."""

from __future__ import annotations

import time

import numpy as np

FROZEN = 10.0
"""Seconds of one and the same picture after which a camera counts as frozen.

A sensor's noise makes every picture another; a network camera may repeat one until its next key picture.
"""

BLACK = 2.0
"""Seconds of black pictures after which it is said: a camera may begin with some."""

DARK = 20
"""A picture is black whose pixels are all darker than this, of 255, but for one in a hundred."""

_STEP = 4
"""Every so many rows and columns of a picture are looked at."""


class Faults:
    """Watches the pictures of one camera, one after the other."""

    def __init__(self) -> None:
        self._before: np.ndarray | None = None
        self._changed = self._light = 0.0

    def look(self, image: np.ndarray, now: float | None = None) -> str:
        """Take in the next picture, BGR uint8 (height, width, 3); return ``black``, ``frozen`` or nothing.

        ``now``: seconds of a clock that never goes back, by default the system's.
        """
        now = time.monotonic() if now is None else now
        small = image[::_STEP, ::_STEP]
        first = self._before is None
        if first or not np.array_equal(small, self._before):
            self._before, self._changed = small.copy(), now
        if first or np.count_nonzero(small >= DARK) > small.size / 100:
            self._light = now
        if now - self._light >= BLACK:
            return "black"
        return "frozen" if now - self._changed >= FROZEN else ""
