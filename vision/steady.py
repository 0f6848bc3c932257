"""Finding the table again after a knock at the camera: by how much one picture is shifted and turned."""

from __future__ import annotations

import cv2
import numpy as np

_WIDTH = 320  # pixels in which pictures are compared
_MARGIN = 0.09  # of the picture: a knock that moves it farther is not looked for
_TURNS = np.arange(-3.0, 3.1, 0.75)  # degrees that are tried
_ENOUGH = 0.6  # how alike (correlation) two pictures must be once they are made level


def moved(before: np.ndarray, now: np.ndarray) -> np.ndarray | None:
    """Return the affine map (2, 3) of pixels from a picture to one taken after a knock, shifted and turned.

    Both are BGR pictures of one size. None where the second does not show the same table, or not nearly at
    the same place.
    """
    height, width = now.shape[:2]
    scale = width / _WIDTH
    size = (_WIDTH, round(height / scale))
    a, b = (_edges(cv2.resize(picture, size, interpolation=cv2.INTER_AREA)) for picture in (before, now))
    stop = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 60, 1e-4)
    try:
        alike, found = cv2.findTransformECC(a, b, _rough(a, b), cv2.MOTION_EUCLIDEAN, stop, None, 5)
    except cv2.error:  # it does not converge
        return None
    if alike < _ENOUGH:
        return None
    found = found.astype(float)
    # From pixels of the small pictures, by their middles, to those of the large ones.
    found[:, 2] = scale * (found[:, 2] + found[:, :2] @ (0.5, 0.5) - 0.5) + 0.5 - found[:, :2] @ (0.5, 0.5)
    return found


def _rough(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return about how one picture is moved against another, float32 (2, 3): the best of all ways tried."""
    half = (a.shape[1] // 2, a.shape[0] // 2)
    a, b = (cv2.resize(picture, half, interpolation=cv2.INTER_AREA) for picture in (a, b))
    x, y = (round(side * _MARGIN) for side in half)
    best, found = -1.0, np.eye(2, 3)
    for turn in _TURNS:
        way = cv2.getRotationMatrix2D((half[0] / 2, half[1] / 2), turn, 1.0)
        turned = cv2.warpAffine(a, way, half, borderMode=cv2.BORDER_REPLICATE)
        match = cv2.matchTemplate(b, turned[y : half[1] - y, x : half[0] - x], cv2.TM_CCOEFF_NORMED)
        _, value, _, place = cv2.minMaxLoc(match)
        if value > best:
            best, found = value, way.copy()
            found[:, 2] += (place[0] - x, place[1] - y)
    found[:, 2] *= 2
    return found.astype(np.float32)


def moved_points(points: np.ndarray, way: np.ndarray) -> np.ndarray:
    """Return points (n, 2) after an affine map (2, 3)."""
    return points @ way[:, :2].T + way[:, 2]


def moved_picture(picture: np.ndarray, way: np.ndarray) -> np.ndarray:
    """Return a picture after an affine map (2, 3) of its pixels; what comes in at the edge repeats it."""
    return cv2.warpAffine(picture, way, picture.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)


def _edges(picture: np.ndarray) -> np.ndarray:
    """A grey picture without what light changes: float32, each place against its surroundings."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    around = cv2.GaussianBlur(grey, (0, 0), 8)
    return (grey - around) / (around + 12)
