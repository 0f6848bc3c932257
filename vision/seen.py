"""What the eyes report: one card seen in one picture."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from tracker.cards import BACK

UNSURE = 0.5
"""Below this confidence (0 to 1) a reading is a guess: it is pointed out, or asked about."""


@dataclass(frozen=True, eq=False)
class CardSeen:
    """One card in one picture.

    ``quad``: float array (4, 2), the card's corners in pixels (x, y), clockwise as seen in the picture;
    the edge from corner 0 to corner 1 is a short one. ``label``: a face label of :mod:`tracker.cards`, or
    ``back``. ``confidence``: 0 to 1, that label and place are right. ``faces``: float array (57,), how
    likely each of ``tracker.cards.LABELS`` is, summing to 1; empty for a back.
    """

    quad: np.ndarray
    label: str
    confidence: float
    faces: np.ndarray = field(default_factory=lambda: np.empty(0))

    @property
    def is_back(self) -> bool:
        """Whether the card lies face down."""
        return self.label == BACK

    @property
    def centre(self) -> np.ndarray:
        """The middle of the card, (x, y) in pixels."""
        return self.quad.mean(axis=0)
