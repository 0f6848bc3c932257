"""Finding the table again after a knock at the camera: by how much one picture is shifted and turned."""

from __future__ import annotations

import cv2
import numpy as np

_WIDTH = 320  # pixels in which pictures are compared
_ENOUGH = 0.6  # how alike (correlation) two pictures must be once they are made level


def moved(before: np.ndarray, now: np.ndarray) -> np.ndarray | None:
    """Return the affine map (2, 3) of pixels from a picture to one taken after a knock, shifted and turned.

    Both are BGR pictures of one size. None where the second does not show the same table.
    """
    height, width = now.shape[:2]
    scale = width / _WIDTH
    size = (_WIDTH, round(height / scale))
    a, b = (_edges(cv2.resize(picture, size, interpolation=cv2.INTER_AREA)) for picture in (before, now))
    window = cv2.createHanningWindow(size, cv2.CV_32F)
    (x, y), _ = cv2.phaseCorrelate(a, b, window)
    guess = np.float32([[1, 0, x], [0, 1, y]])
    stop = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 60, 1e-4)
    try:
        _, rough = cv2.findTransformECC(a, b, guess, cv2.MOTION_EUCLIDEAN, stop, None, 15)
        alike, found = cv2.findTransformECC(a, b, rough, cv2.MOTION_EUCLIDEAN, stop, None, 3)
    except cv2.error:  # it does not converge
        return None
    if alike < _ENOUGH:
        return None
    found = found.astype(float)
    # From pixels of the small pictures, by their middles, to those of the large ones.
    found[:, 2] = scale * (found[:, 2] + found[:, :2] @ (0.5, 0.5) - 0.5) + 0.5 - found[:, :2] @ (0.5, 0.5)
    return found


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
