"""Geometry of quads: cards as four corners in a picture."""

from __future__ import annotations

import cv2
import numpy as np


def overlap(a: np.ndarray, b: np.ndarray) -> float:
    """Return the intersection over union, 0 to 1, of two convex quads (4, 2)."""
    a, b = a.astype(np.float32), b.astype(np.float32)
    both = cv2.intersectConvexConvex(a, b)[0]
    union = cv2.contourArea(a) + cv2.contourArea(b) - both
    return float(both / union) if union > 0 else 0.0
