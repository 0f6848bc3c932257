"""Light: making one picture of a table as bright as another, place by place.

Exposure changes the whole picture and a lamp one part of it more than another, but both change smoothly;
cards and arms do not. A gain that varies smoothly over the picture, fitted so that most places agree, undoes
the one and leaves the other.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.images import strongest

_ACROSS = 32  # places at which two pictures are compared, from left to right
_ROUNDS = 4
_BLACK = 16  # grey level below which a place says little about the light
_WHITE = 250  # grey level from which a channel is as good as saturated
_LOOSE = 0.06  # log of brightness: places that differ by more count less


def gain(before: np.ndarray, now: np.ndarray) -> np.ndarray:
    """Return by how much brighter a BGR picture is than one before it: float32 (rows, columns, 3), coarse.

    Both are arrays (height, width, 3) of one size; the gain is to be drawn up to that size.
    """
    height, width = now.shape[:2]
    size = (_ACROSS, max(4, round(_ACROSS * height / width)))
    a = cv2.resize(before, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    b = cv2.resize(now, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    ratio = np.log((b + 4) / (a + 4)).reshape(-1, 3)
    # Where a channel is as good as saturated, its ratio says nothing.
    known = ((a < _WHITE - 2) & (b < _WHITE - 2)).all(axis=2).reshape(-1)
    y, x = np.mgrid[-1 : 1 : size[1] * 1j, -1 : 1 : size[0] * 1j].reshape(2, -1)
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)
    # Nor does that of what is black in either: on a dark table the cards alone show the light.
    lit = (np.minimum(a, b).max(axis=2).reshape(-1) / _BLACK) ** 4
    known = known * (lit / (1 + lit)) + 1e-6
    fit = np.zeros((6, 3))
    fit[0] = np.quantile(ratio, 0.5, axis=0, weights=known, method="inverted_cdf")
    off = ratio - fit[0]
    for _ in range(_ROUNDS):
        weight = known / (1 + (np.abs(off).max(axis=1) / _LOOSE) ** 2)
        heavy = terms * weight[:, None]
        # A little pull towards an even gain, for where most of the picture is hidden.
        fit = np.linalg.solve(heavy.T @ terms + np.diag([0, *[0.02 * weight.sum()] * 5]), heavy.T @ ratio)
        off = ratio - terms @ fit
    return np.exp(terms @ fit).reshape(size[1], size[0], 3).astype(np.float32)


def difference(now: np.ndarray, before: np.ndarray) -> np.ndarray:
    """Return the largest difference over the colours once the light is made even, (height, width).

    Both are BGR pictures of one size and type, uint8 or float32; so is the difference. What was too bright
    to be told before may be any brighter now.
    """
    field = cv2.resize(gain(before, now), now.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    level = cv2.min(cv2.multiply(before, field, dtype=cv2.CV_32F), (255, 255, 255, 255))
    if before.dtype == np.uint8:
        level = cv2.convertScaleAbs(level)
    level = np.where((before >= _WHITE) & (now > level), now, level)
    return strongest(cv2.absdiff(now, level))
