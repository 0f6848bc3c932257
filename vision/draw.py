"""Drawing what was found onto a picture."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.seen import CardSeen

_BGR = {
    "red": (60, 60, 235),
    "yellow": (60, 215, 250),
    "green": (90, 190, 70),
    "blue": (225, 130, 50),
}


def draw_cards(image: np.ndarray, cards: Sequence[CardSeen]) -> np.ndarray:
    """Return a copy of a BGR uint8 picture with each card's corners, label and confidence drawn on it."""
    image = image.copy()
    unit = max(image.shape[:2]) / 1280
    line = max(2, round(2.5 * unit))
    for card in cards:
        colour = _BGR.get(card.label.split()[0], (235, 235, 235))
        quad = card.quad.round().astype(np.int32)
        cv2.polylines(image, [quad], True, (25, 25, 25), line + 2, cv2.LINE_AA)
        cv2.polylines(image, [quad], True, colour, line, cv2.LINE_AA)
    for card in cards:
        colour = _BGR.get(card.label.split()[0], (235, 235, 235))
        words = f"{card.label} {card.confidence:.2f}"
        size, thick = 0.55 * max(unit, 0.8), max(1, round(1.4 * unit))
        (w, h), base = cv2.getTextSize(words, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
        x = int(np.clip(card.quad[:, 0].min(), 0, max(0, image.shape[1] - w - 4)))
        y = int(np.clip(card.quad[:, 1].min() - 4, h + 4, image.shape[0] - base))
        cv2.rectangle(image, (x, y - h - 4), (x + w + 4, y + base), (25, 25, 25), -1)
        cv2.putText(image, words, (x + 2, y), cv2.FONT_HERSHEY_SIMPLEX, size, colour, thick, cv2.LINE_AA)
    return image
