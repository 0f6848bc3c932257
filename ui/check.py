"""The table check: what in the camera's picture helps, what hurts, and what to do about it. No Qt here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from ui.words import translate
from vision.images import shrunk
from vision.seen import CardSeen

DARK = 60
"""A picture whose cards, or else whose table, have a mean grey value below this is too dark (0 to 255)."""

WHITE, GLARE = 252, 0.012
"""A spot whiter than this (0 to 255) that covers more than this share of the picture is glare."""

SMALL = 60
"""The short side of a card should have at least so many pixels."""

TILTED = 40
"""A camera tilted more than so many degrees from straight above reads badly."""

ASPECT = 1.55
"""A card's height by its width."""


@dataclass(frozen=True)
class Finding:
    """One thing that was checked: ``good`` is None where it cannot be told yet; ``tip`` says what to do.

    ``place`` is where in the picture, as shares (x, y) of its width and height, if somewhere.
    """

    code: str
    good: bool | None
    text: str
    tip: str = ""
    place: tuple[float, float] | None = None


def check_table(image: np.ndarray, cards: Sequence[CardSeen]) -> tuple[Finding, ...]:
    """Check a picture, BGR (height, width, 3), with the cards found in it."""
    return (
        _light(image),
        _glare(image),
        _size(cards),
        _tilt(cards),
        _pile(cards, backs=False),
        _pile(cards, backs=True),
    )


def tilt_of(quad: np.ndarray) -> float:
    """Return how far from straight above a card (its corners (4, 2), clockwise) is seen, in degrees.

    >>> round(tilt_of(np.array([[0, 0], [100, 0], [100, 155], [0, 155]])))
    0
    >>> round(tilt_of(np.array([[0, 0], [100, 0], [100, 77.5], [0, 77.5]])))
    60
    """
    quad = np.asarray(quad, float)
    one = (quad[1] - quad[0] + quad[2] - quad[3]) / 2
    other = (quad[2] - quad[1] + quad[3] - quad[0]) / 2
    tilts = []
    for width, height in ((one, other), (other, one)):
        stretch = np.linalg.svd(np.column_stack([width, height / ASPECT]), compute_uv=False)
        tilts.append(float(np.degrees(np.arccos(np.clip(stretch[1] / max(stretch[0], 1e-9), 0, 1)))))
    return min(tilts)


def _light(image: np.ndarray) -> Finding:
    grey = float(cv2.cvtColor(_small(image), cv2.COLOR_BGR2GRAY).mean())
    if grey < DARK:
        tip = translate("check", "Switch on another lamp, best from the side.")
        return Finding("light", False, translate("check", "Too dark"), tip)
    return Finding("light", True, translate("check", "Light enough"))


def _glare(image: np.ndarray) -> Finding:
    small = _small(image)
    white = (small.min(axis=2) >= WHITE).astype(np.uint8)
    white = cv2.morphologyEx(white, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    count, _, stats, centres = cv2.connectedComponentsWithStats(white)
    if count > 1:
        largest = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
        if stats[largest, cv2.CC_STAT_AREA] > GLARE * white.size:
            x, y = centres[largest]
            tip = translate("check", "Move the lamp or the camera until the white spot is gone.")
            place = (float(x) / white.shape[1], float(y) / white.shape[0])
            return Finding("glare", False, translate("check", "Glare here"), tip, place)
    return Finding("glare", True, translate("check", "No glare"))


def _size(cards: Sequence[CardSeen]) -> Finding:
    if not cards:
        tip = translate("check", "Lay a card on the table.")
        return Finding("size", None, translate("check", "Card size"), tip)
    sides = [np.linalg.norm(np.roll(card.quad, -1, axis=0) - card.quad, axis=1).min() for card in cards]
    if float(np.median(sides)) < SMALL:
        tip = translate("check", "Bring the camera nearer, or choose a finer picture.")
        return Finding("size", False, translate("check", "Cards too small"), tip)
    return Finding("size", True, translate("check", "Card size"))


def _tilt(cards: Sequence[CardSeen]) -> Finding:
    if not cards:
        tip = translate("check", "Lay a card on the table.")
        return Finding("tilt", None, translate("check", "Camera angle"), tip)
    if float(np.median([tilt_of(card.quad) for card in cards])) > TILTED:
        tip = translate("check", "Let the camera look straight down.")
        return Finding("tilt", False, translate("check", "Camera tilted"), tip)
    return Finding("tilt", True, translate("check", "Camera angle"))


def _pile(cards: Sequence[CardSeen], backs: bool) -> Finding:
    found = next((card for card in cards if card.is_back == backs), None)
    if backs:
        code, text = "draw", translate("check", "Draw pile")
        tip = translate("check", "Put the draw pile into the picture.")
    else:
        code, text = "discard", translate("check", "Start card")
        tip = translate("check", "Turn the first card over beside the draw pile; it may also come later.")
    if found is None:
        return Finding(code, None, text, tip)
    return Finding(code, True, text)


def _small(image: np.ndarray) -> np.ndarray:
    height, width = image.shape[:2]
    if width <= 480:
        return image
    return shrunk(image, 480, round(height * 480 / width))
