"""What the referee sees: boxes, readings, confidences, the piles, and the watcher's state, in the picture."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from vision.draw import draw_cards

TYPE = 0.95
"""The size of captions: a camera's picture is shown at half its width or less."""

_DISCARD, _DRAW, _INK = (80, 200, 255), (255, 190, 90), (235, 235, 235)


def draw_sight(image: np.ndarray, table: Any) -> np.ndarray:
    """Return a copy of a picture, BGR (height, width, 3), with everything that a table makes of it.

    ``table`` is a :class:`vision.table.Table`.
    """
    picture = image.copy()
    unit = max(picture.shape[:2]) / 1280
    for quad, colour, name in ((table.discard, _DISCARD, "discard"), (table.draw_pile, _DRAW, "draw")):
        if quad is None:
            continue
        corners = np.asarray(quad, float)
        middle = corners.mean(axis=0)
        zone = (middle + (corners - middle) * 1.35).round().astype(np.int32)
        cv2.polylines(picture, [zone], True, colour, max(1, round(2 * unit)), cv2.LINE_AA)
        at = (int(zone[:, 0].min()), int(zone[:, 1].max() + 30 * unit))
        _write(picture, name, at, colour, unit)
    picture = draw_cards(picture, table.cards, TYPE)
    state = f"{table.status}   {len(table.cards)} cards   {image.shape[1]}x{image.shape[0]}"
    _write(picture, state, (round(14 * unit), round(picture.shape[0] - 16 * unit)), _INK, unit)
    return picture


def _write(picture: np.ndarray, text: str, at: tuple[int, int], colour: Any, unit: float) -> None:
    size, thick = TYPE * unit, max(1, round(2 * unit))
    cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, (20, 20, 20), thick + 3, cv2.LINE_AA)
    cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, colour, thick, cv2.LINE_AA)
