"""One card in several readings of a still scene."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tracker.cards import LABELS
from vision.quads import overlap
from vision.seen import CardSeen

_FLOOR = 2e-3  # the least probability of a face in one reading


@dataclass(eq=False)
class Sighting:
    """One card in several readings of a still scene."""

    quads: list[np.ndarray]
    logs: np.ndarray
    confidences: list[float]

    @property
    def confidence(self) -> float:
        """How sure the single readings were, on the whole."""
        return float(np.mean(self.confidences))

    @property
    def quad(self) -> np.ndarray:
        """Where it lies, over all readings: corners (4, 2) in pixels."""
        return np.mean([aligned(quad, self.quads[0]) for quad in self.quads], axis=0)

    @property
    def hits(self) -> int:
        """How many readings have shown it."""
        return len(self.quads)

    def best(self, prior: Mapping[str, float] | None = None) -> tuple[str, float]:
        """Return the likeliest face over all readings, and how likely it is."""
        share = self.faces(prior)
        return LABELS[int(share.argmax())], float(share.max())

    def faces(self, prior: Mapping[str, float] | None = None) -> np.ndarray:
        """Return how likely each of ``tracker.cards.LABELS`` is over all readings, summing to 1."""
        # Readings of the same still picture are not independent: each counts a little less than fully.
        logs = 0.8 * self.logs
        if prior:
            logs = logs + np.log([max(prior.get(label, 0.0), 1e-6) for label in LABELS])
        share = np.exp(logs - logs.max())
        return share / share.sum()


def sightings(readings: Iterable[Sequence[CardSeen]], backs: bool) -> list[Sighting]:
    """Group the cards of several readings of one still scene by place."""
    found: list[Sighting] = []
    for cards in readings:
        for card in cards:
            if card.is_back != backs:
                continue
            logs = np.log(np.maximum(card.faces, _FLOOR)) if len(card.faces) else np.zeros(len(LABELS))
            match = max(found, key=lambda s: overlap(s.quads[-1], card.quad), default=None)
            if match and overlap(match.quads[-1], card.quad) > 0.5:
                match.quads.append(card.quad)
                match.logs = match.logs + logs
                match.confidences.append(card.confidence)
            else:
                found.append(Sighting([card.quad], logs, [card.confidence]))
    return found


def aligned(quad: np.ndarray, like: np.ndarray) -> np.ndarray:
    """Return the same card with its corners numbered as in another view of it."""
    turned = np.roll(quad, 2, axis=0)
    return quad if np.abs(quad - like).sum() <= np.abs(turned - like).sum() else turned
