"""The camera above a filmed table: from table coordinates to pixels and back.

Table coordinates are in card widths from the point the camera looks at, x to the right, y down as seen from
straight above; heights are in card widths above the table.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np


@dataclass(frozen=True, eq=False)
class Camera:
    """A pinhole camera; ``matrix`` (3, 4) takes (x, y, height, 1) to homogeneous pixels."""

    matrix: np.ndarray

    @classmethod
    def above(
        cls,
        size: tuple[int, int],
        card: float,
        *,
        tilt: float = 0.0,
        roll: float = 0.0,
        turn: float = 0.0,
        focal: float = 1.5,
    ) -> Camera:
        """Return a camera that looks at the middle of the table.

        ``size``: of the picture, in pixels; ``card``: a card's width in the middle of the picture, in pixels;
        ``tilt``: degrees from straight above; ``roll``: degrees about the line of sight; ``turn``: degrees of
        the table beneath; ``focal``: focal length in picture widths.
        """
        width, height = size
        distance = focal * width / card
        c, s = np.cos(np.radians(tilt)), np.sin(np.radians(tilt))
        # Towards the lower edge the table comes nearer; what is higher is nearer and lies further up.
        view = np.array([[1, 0, 0, 0], [0, c, -s, 0], [0, -s / distance, -c / distance, 1.0]])
        zoom = np.array([[card, 0, width / 2], [0, card, height / 2], [0, 0, 1.0]])
        beneath = np.eye(4)
        beneath[:2, :2] = _turned(turn)
        about = np.eye(3)
        about[:2, :2] = _turned(roll)
        return cls(zoom @ about @ view @ beneath)

    def flat(self, height: float = 0.0) -> np.ndarray:
        """Return the homography (3, 3) from points of the plane at a height to pixels."""
        matrix = self.matrix[:, (0, 1, 3)].copy()
        matrix[:, 2] += height * self.matrix[:, 2]
        return matrix

    def pixels(self, points: np.ndarray, height: float = 0.0) -> np.ndarray:
        """Return where points (n, 2) of the table, at a height, are in the picture (n, 2)."""
        points = np.asarray(points, float).reshape(-1, 1, 2)
        return cv2.perspectiveTransform(points, self.flat(height)).reshape(-1, 2)

    def table(self, pixels: np.ndarray) -> np.ndarray:
        """Return the points of the table (n, 2) that pixels (n, 2) show."""
        pixels = np.asarray(pixels, float).reshape(-1, 1, 2)
        return cv2.perspectiveTransform(pixels, np.linalg.inv(self.flat())).reshape(-1, 2)

    def moved(self, slip: np.ndarray) -> Camera:
        """Return the camera after its picture has been moved by a homography (3, 3) of pixels."""
        return Camera(slip @ self.matrix)


def slip(size: tuple[int, int], way: tuple[float, float], turn: float) -> np.ndarray:
    """Return the homography (3, 3) that moves a picture by (x, y) pixels and turns it by degrees."""
    middle = np.eye(3)
    middle[:2, 2] = np.array(size) / 2
    move = np.eye(3)
    move[:2, :2] = _turned(turn)
    move[:2, 2] = way
    return middle @ move @ np.linalg.inv(middle)


def _turned(degrees: float) -> np.ndarray:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, -s], [s, c]])
