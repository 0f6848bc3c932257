"""Finding a card's four corners from a rough box: the second look at each detection.

A detector's oriented box is off by some degrees, knows no perspective, and on an untidy pile can be turned as
the cards below. A small network looks at the place once more and says where the card's own corners are.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision.images import Halves
from vision.model import MODELS, Model, ModelError, to_batch
from vision.straighten import clockwise

REACH = 1.4
"""Side of the square that is looked at, in card heights."""


class Corners:
    """The corner model. ``size``: side of the square patches it wants, in pixels."""

    def __init__(self, path: Path | None = None, threads: int = 0) -> None:
        self._model = Model(path or MODELS / "corners.onnx", "corners", threads)
        self.size = self._model.size[0]

    def refine(self, image: np.ndarray, quads: list[np.ndarray]) -> list[np.ndarray]:
        """Return better corners for rough quads (4, 2) of cards in a BGR uint8 picture: quads, clockwise.

        A corner may lie outside the picture where the card does.
        """
        if not quads:
            return []
        halves = Halves(image)
        cut = [patch(halves, quad, self.size) for quad in quads]
        output = self._model.run(to_batch([one for one, _ in cut]))
        if output.shape != (len(quads), 8):
            raise ModelError(f"corners: output of shape {output.shape}; expected (n, 8)")
        found = output.reshape(-1, 4, 2).astype(np.float64) * self.size
        return [
            _sound(clockwise(cv2.transform(corners[None], back)[0]), quad)
            for corners, (_, back), quad in zip(found, cut, quads, strict=True)
        ]


def _sound(quad: np.ndarray, rough: np.ndarray) -> np.ndarray:
    """Return ``quad``, or the rough one where it is no convex card-sized shape."""
    flat = quad.astype(np.float32)
    area = cv2.contourArea(flat)
    if not cv2.isContourConvex(flat) or area < 0.2 * cv2.contourArea(rough.astype(np.float32)):
        return rough
    return quad


def patch(image: np.ndarray | Halves, quad: np.ndarray, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Cut out the square around a rough quad, turned upright: BGR (size, size, 3) and the way back.

    The second value is a 2 x 3 matrix from patch pixels to picture pixels. Lengths keep their proportions.
    """
    halves = image if isinstance(image, Halves) else Halves(image)
    quad = clockwise(quad)
    top = (quad[1] - quad[0]) + (quad[2] - quad[3])
    angle = np.arctan2(top[1], top[0])
    short = np.linalg.norm(top) / 2
    long = (np.linalg.norm(quad[2] - quad[1]) + np.linalg.norm(quad[3] - quad[0])) / 2
    scale = max(float(max(long, 1.3 * short) * REACH / size), 1e-3)  # picture pixels per patch pixel
    c, s = np.cos(angle) * scale, np.sin(angle) * scale
    back = np.array([[c, -s, 0.0], [s, c, 0.0]])
    back[:, 2] = quad.mean(axis=0) - back[:, :2] @ (size / 2 - 0.5, size / 2 - 0.5)
    # Warping does not average pixels: take them from a copy in which there are about as many.
    picture, share = halves.at(scale)
    smaller = back * share
    # Pixel 0 of the copy has its middle at (1 / share - 1) / 2 of the picture.
    smaller[:, 2] += share / 2 - 0.5
    cut = cv2.warpAffine(
        picture,
        smaller,
        (size, size),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(114, 114, 114),
    )
    return cut, back
