"""Geometry of quads: cards as four corners in a picture."""

from __future__ import annotations

import cv2
import numpy as np


def same_card(a: np.ndarray, b: np.ndarray) -> bool:
    """Return whether two quads (4, 2) cannot be two cards, all cards on a table being of about one size.

    They overlap by nearly half, or one is much smaller and lies within the other.
    """
    if (a.max(0) < b.min(0)).any() or (b.max(0) < a.min(0)).any():
        return False
    a, b = a.astype(np.float32), b.astype(np.float32)
    both = cv2.intersectConvexConvex(a, b)[0]
    small, large = sorted((cv2.contourArea(a), cv2.contourArea(b)))
    if both > 0.45 * (small + large - both):
        return True
    return large > 1.7 * small and both > 0.6 * small


def overlap(a: np.ndarray, b: np.ndarray) -> float:
    """Return the intersection over union, 0 to 1, of two convex quads (4, 2)."""
    a, b = a.astype(np.float32), b.astype(np.float32)
    both = cv2.intersectConvexConvex(a, b)[0]
    union = cv2.contourArea(a) + cv2.contourArea(b) - both
    return float(both / union) if union > 0 else 0.0


def filled(shape: tuple[int, ...], quad: np.ndarray, scale: float) -> np.ndarray:
    """Return which pixels of a picture ``scale`` times smaller a convex quad (n, 2), in pixels, covers."""
    mask = np.zeros(shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad / scale).astype(np.int32), 1)
    return mask > 0


def scaled(quad: np.ndarray, factor: float) -> np.ndarray:
    """Return a quad (n, 2) made larger or smaller about its middle."""
    middle = quad.mean(axis=0)
    return (quad - middle) * factor + middle


def share(mask: np.ndarray, within: np.ndarray) -> float:
    """Return how much of ``within`` a mask covers, 0 to 1; both are bool arrays of one shape."""
    whole = int(within.sum())
    return float((mask & within).sum()) / whole if whole else 0.0
