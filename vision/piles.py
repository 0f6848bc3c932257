"""Where the piles are: the top card of the discard pile, and the draw pile beside it."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import numpy as np

from vision.motion import Glance
from vision.quads import filled, overlap, scaled, share
from vision.seen import CardSeen
from vision.sightings import Sighting, sightings

_MOST = 8  # readings of a still table that are kept


class Piles:
    """Takes in readings of a whole table, and finds the piles in them. Nothing has to be calibrated."""

    def __init__(self) -> None:
        self._still: deque[Sequence[CardSeen]] = deque(maxlen=_MOST)
        self._free: deque[Sequence[CardSeen]] = deque(maxlen=2)
        self._latest: deque[Sequence[CardSeen]] = deque(maxlen=4)

    def see(self, cards: Sequence[CardSeen], glance: Glance, busy: bool) -> None:
        """Take in a reading; ``busy``: something moves on the table, as in ``glance``."""
        self._free.append([card for card in cards if _lies_free(card, glance)])
        self._latest.append(cards)
        if not busy:
            self._still.append(cards)

    def see_still(self, cards: Sequence[CardSeen]) -> None:
        """Take in a reading of a table on which nothing moves."""
        self._still.append(cards)

    def stir(self) -> None:
        """Something moves: what lay still before says nothing about what will."""
        self._still.clear()

    def forget(self) -> None:
        """The piles are not there any more."""
        self._still.clear()
        self._free.clear()
        self._latest.clear()

    def top_card(self) -> Sighting | None:
        """Return the card that lies on top of the discard pile, or None so far."""
        return self._surest_face() or _lone_face(self._free) or _lone_face(self._latest)

    def draw_pile(self, top: np.ndarray) -> np.ndarray | None:
        """Return the corners (4, 2) of the back nearest to the discard pile's top card, or None."""
        backs = self._steady(backs=True) or [back for back in sightings(self._latest, True) if back.hits > 1]
        near = [back.quad for back in backs if overlap(back.quad, top) < 0.2]
        return min(near, key=lambda quad: float(np.linalg.norm(quad.mean(0) - top.mean(0))), default=None)

    def _surest_face(self) -> Sighting | None:
        """The surest reading: a blurred print on a back may pass for a face, but not for a clear one."""
        faces = self._steady(backs=False)
        patient = len(self._still) < _MOST
        faces = [face for face in faces if face.best()[1] > (0.8 if patient else 0.5)]
        top = max(faces, key=lambda face: face.confidence, default=None)
        return None if top is None or (patient and top.confidence < 0.5) else top

    def _steady(self, backs: bool) -> list[Sighting]:
        """The cards that nearly all of the latest readings agree on."""
        if len(self._still) < 3:
            return []
        found = sightings(self._still, backs)
        return [sighting for sighting in found if sighting.hits >= 0.75 * len(self._still)]


def _lone_face(readings: deque[Sequence[CardSeen]]) -> Sighting | None:
    """The one card that lies face up beside a draw pile in all of so many readings.

    While arms are about this is the starting card: who begins may lay a card on it as soon as it lies there.
    """
    faces, backs = (sightings(readings, backs) for backs in (False, True))
    if len(faces) != 1 or faces[0].hits != readings.maxlen:
        return None
    face = faces[0]
    near = 2.2 * float(np.linalg.norm(face.quad[2] - face.quad[1]))
    beside = any(
        back.hits >= 2
        and overlap(back.quad, face.quad) < 0.2
        and np.linalg.norm(back.quad.mean(0) - face.quad.mean(0)) < near
        for back in backs
    )
    rests = overlap(face.quads[0], face.quads[-1]) > 0.85
    return face if beside and rests and min(face.confidences) > 0.85 and face.best()[1] > 0.9 else None


def _lies_free(card: CardSeen, glance: Glance) -> bool:
    """Whether nothing moves at a card, and no arm is there."""
    place = filled(glance.moving.shape, scaled(card.quad, 1.15), glance.scale)
    busy = [glance.moving, *(arm.mask for arm in glance.arms)]
    return all(share(mask, place) < 0.01 for mask in busy)
