"""From a card's four corners to an upright picture of it."""

from __future__ import annotations

import cv2
import numpy as np


def clockwise(quad: np.ndarray) -> np.ndarray:
    """Return four corners (4, 2) in pixels, clockwise as seen (y down), the first edge a short one.

    A crop from corners in the other turning sense would be mirrored. Which of the two short edges comes
    first is not known: a card looks much the same when turned by 180 degrees.
    """
    quad = np.asarray(quad, np.float64).reshape(4, 2)
    following = np.roll(quad, -1, axis=0)
    area = float(np.sum(quad[:, 0] * following[:, 1] - following[:, 0] * quad[:, 1]))
    if area < 0:
        quad = quad[::-1]
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    return np.roll(quad, -1, axis=0) if sides[0] + sides[2] > sides[1] + sides[3] else quad.copy()


def straighten(image: np.ndarray, quad: np.ndarray, size: int, margin: float = 0.05) -> np.ndarray:
    """Return the card between four corners as an upright picture: (size, size, 3), same type and colours.

    The card fills the square but for ``margin`` of its width and height on each side; its long side runs
    from top to bottom. What lies outside the image repeats the edge.
    """
    quad = clockwise(quad)
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    # Warping does not average pixels: draw a large card at a multiple of the size and shrink it by area.
    factor = int(np.clip(np.ceil(max(sides[0], sides[1] / 1.55) / size), 1, 6))
    full = size * factor
    low, high = full * margin, full * (1 - margin)
    target = np.array([(low, low), (high, low), (high, high), (low, high)], np.float32)
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    crop = cv2.warpPerspective(
        image, matrix, (full, full), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return cv2.resize(crop, (size, size), interpolation=cv2.INTER_AREA) if factor > 1 else crop


def turned(quad: np.ndarray, degrees: float) -> np.ndarray:
    """Return four corners (4, 2) turned clockwise (as seen) around their middle."""
    angle = np.radians(degrees)
    rotation = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    middle = quad.mean(axis=0)
    return (quad - middle) @ rotation + middle
