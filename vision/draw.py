"""Drawing what was found onto a picture."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import cv2
import numpy as np

from vision.seen import CardSeen

_BGR = {
    "red": (60, 60, 235),
    "yellow": (60, 215, 250),
    "green": (90, 190, 70),
    "blue": (225, 130, 50),
}
_LIGHT, _DARK = (235, 235, 235), (25, 25, 25)
_FONT = cv2.FONT_HERSHEY_SIMPLEX

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""


def draw_cards(
    image: np.ndarray, cards: Sequence[CardSeen], size: float = 0.62, confidence: bool = True
) -> np.ndarray:
    """Return a copy of a BGR uint8 picture with each card's corners, label and confidence drawn on it.

    Lines and type grow with the picture; a caption stands where it covers least of other cards and captions.
    ``size`` is that of the type, as OpenCV counts it in a picture 1280 pixels wide.
    """
    image = image.copy()
    height, width = image.shape[:2]
    unit = max(height, width) / 1280
    line, edge = max(2, round(2.5 * unit)), max(1, round(unit))
    for card in cards:
        quad = card.quad.round().astype(np.int32)
        cv2.polylines(image, [quad], True, _DARK, line + 2 * edge, cv2.LINE_AA)
        cv2.polylines(image, [quad], True, _colour(card), line, cv2.LINE_AA)
    quads = [card.quad.astype(np.float32) for card in cards]
    captions: list[Box] = []
    type_size, thick = size * max(unit, 0.8), max(1, round(2.6 * size * unit))
    for number, card in enumerate(cards):
        words = f"{card.label} {card.confidence:.2f}" if confidence else card.label
        (w, h), base = cv2.getTextSize(words, _FONT, type_size, thick)
        pad = 4 * edge
        space = (w + 2 * pad, h + base + 2 * pad)
        others = quads[:number] + quads[number + 1 :]
        at = caption_place(quads[number], space, (width, height), others, captions)
        captions.append(at)
        cv2.rectangle(image, at[:2], at[2:], _DARK, -1)
        foot = (at[0] + pad, at[1] + pad + h)
        cv2.putText(image, words, foot, _FONT, type_size, _colour(card), thick, cv2.LINE_AA)
    return image


def caption_place(
    card: np.ndarray,
    size: tuple[int, int],
    picture: tuple[int, int],
    cards: Sequence[np.ndarray],
    captions: Sequence[Box],
) -> Box:
    """Return where a caption of this size (width, height) goes in a picture (width, height), in pixels.

    ``card`` and the other ``cards`` are corners, float32 (4, 2). Of the places at the card, above it first,
    it is the one that covers least of other ``captions``, then of other cards, then of the card itself.
    """
    (left, top), (right, bottom) = (
        card.min(axis=0).astype(int).tolist(),
        card.max(axis=0).astype(int).tolist(),
    )
    w, h = size
    columns = ((left + right - w) // 2, left, right - w)
    rows = ((top + bottom - h) // 2, top, bottom - h)
    places = [
        *product(columns, (top - h, bottom)),
        *product((left - w, right), rows),
        *product(columns, rows),
    ]

    def box(place: tuple[int, int]) -> Box:
        x = max(0, min(place[0], picture[0] - w))
        y = max(0, min(place[1], picture[1] - h))
        return x, y, x + w, y + h

    def covered(at: Box) -> float:
        corners = [_corners(caption) for caption in captions]
        return 8 * _shared(at, corners) + 3 * _shared(at, cards) + _shared(at, [card])

    return min(map(box, places), key=covered)


def _shared(box: Box, quads: Sequence[np.ndarray]) -> float:
    """Return how many pixels of a box lie in convex quads, float32 (4, 2)."""
    left, top, right, bottom = box
    return sum(
        cv2.intersectConvexConvex(_corners(box), quad)[0]
        for quad in quads
        if quad[:, 0].max() > left
        and quad[:, 0].min() < right
        and quad[:, 1].max() > top
        and quad[:, 1].min() < bottom
    )


def _corners(box: Box) -> np.ndarray:
    left, top, right, bottom = box
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


def _colour(card: CardSeen) -> tuple[int, int, int]:
    return _BGR.get(card.label.split()[0], _LIGHT)
