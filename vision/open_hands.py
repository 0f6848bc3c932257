"""Hands laid open in front of a seat: which cards lie there, and whose they are.

A hand is laid card by card, often one half over the next, close to a neighbour's or on it. So a card keeps
the seat that it was first given, a hand of several cards is looked at closely, its faces are told by all
readings since it lies there, and what others lay on it later takes nothing from it.
"""

from __future__ import annotations

import dataclasses
from collections import Counter, deque
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Protocol

import cv2
import numpy as np

from vision.motion import Glance, roots_of
from vision.quads import filled, overlap, same_card
from vision.seen import UNSURE, CardSeen
from vision.sightings import sightings

AGREEING = 3
"""Readings in a row that must show as many cards before a hand is told."""

RESTED = 0.4
"""Seconds without motion after which an arm may be cards that were laid."""

_KEPT = 8  # readings of a hand
_VISITS = 1000  # visits of arms after which they are numbered from the beginning
_GROWS = 8  # times that a closer look goes on to the neighbours of what it has found
_SAME = 0.5  # overlap from which on two quads are one card
_SURE = 0.9  # confidence of a card that counts though the closer look does not show it
_MOVES = 0.02  # of an arm that moves while it does something
_LOST = 2  # readings in which a card may be missed and still keep its seat


class CloseReader(Protocol):
    """What is needed of :class:`vision.reader.Reader`."""

    def read(self, image: np.ndarray) -> list[CardSeen]:
        """Return the cards in a picture."""
        ...


class SeatFinder(Protocol):
    """What is needed of :class:`vision.table.Seats`."""

    def seat_at(self, point: tuple[float, float], size: tuple[int, int]) -> int:
        """Return the seat towards which a point lies."""
        ...


class OpenHands:
    """The cards that lie open beside the piles, by seat.

    Call :meth:`follow_arms` with every frame, and :meth:`look` whenever the table has been read.
    """

    def __init__(self, reader: CloseReader, seats: SeatFinder) -> None:
        self._reader = reader
        self._seats = seats
        self._whose = self._arms = np.zeros((0, 0), np.int8)
        self._roots: dict[int, Counter[int]] = {}
        self._begun = 0
        self._moved: dict[int, float] = {}
        self._hands: dict[int, deque[list[CardSeen]]] = {}
        self._told: dict[int, tuple[str, ...]] = {}
        self._told_at: dict[int, float] = {}
        self._t = 0.0
        self._looks: dict[int, tuple[list[CardSeen], list[list[CardSeen]]]] = {}

    @property
    def settled(self) -> bool:
        """Whether the latest readings of every hand agree."""
        return all(map(_agreed, self._hands.values()))

    def clear(self) -> None:
        """Forget all hands: the table has been cleared."""
        self._hands, self._told, self._told_at, self._looks = {}, {}, {}, {}

    def follow_arms(self, glance: Glance, t: float, size: tuple[int, int]) -> None:
        """Note whose arms are where, in a picture of ``t`` seconds and ``size`` (width, height).

        What an arm leaves on the table is its seat's. Cards just laid look like the arm that laid them, with
        its root elsewhere, and who lays a long row leans far to either side: so an arm's seat is where it
        came in most of the time until it has come to rest.
        """
        self._t = t
        shape = glance.moving.shape
        if self._whose.shape != shape:
            self._whose, self._arms = np.full(shape, -1, np.int8), np.full(shape, -1, np.int16)
        moving = cv2.dilate(glance.moving.astype(np.uint8), np.ones((7, 7), np.uint8)) > 0
        arms = np.full(shape, -1, np.int16)
        for arm in glance.arms:
            before = self._arms[arm.mask]
            before = before[before >= 0]
            acting = arm.mask & moving
            acts = acting.sum() > _MOVES * arm.mask.sum()
            if len(before):
                visit = int(np.bincount(before).argmax())
            elif acting.any():
                visit = self._begun = (self._begun + 1) % _VISITS
                self._roots[visit] = Counter()
            else:
                continue
            places = [((x + 0.5) * glance.scale, (y + 0.5) * glance.scale) for x, y in roots_of(acting)]
            if (acts and places) or not self._roots[visit]:
                self._roots[visit][self._seats.seat_at((places or arm.roots)[0], size)] += 1
            seat = self._roots[visit].most_common(1)[0][0]
            if acts:
                self._moved[seat] = t
            if t - self._moved.get(seat, -1e9) < RESTED:
                arms[arm.mask] = visit
                self._whose[arm.mask] = seat
        self._arms = arms

    def look(
        self, image: np.ndarray, cards: Sequence[CardSeen], beside: Callable[[CardSeen], bool], reach: float
    ) -> list[tuple[int, tuple[str, ...], float]]:
        """Take in a reading of the table; return the new hands: seat, labels, how sure of all.

        ``beside`` says of a card whether it lies open beside the piles; ``reach`` is how far apart, in
        pixels, neighbouring cards of one hand lie at most. Said again whenever other cards lie there.
        """
        rows: dict[int, list[CardSeen]] = {}
        fresh = []
        for card in filter(beside, cards):
            seat = self._known_owner(card)
            if seat is None:
                fresh.append(card)
            else:
                rows.setdefault(seat, []).append(card)
        for row in _rows(fresh, reach):
            rows.setdefault(self._owner(row, image.shape), []).extend(row)
        told = []
        for seat in sorted({*rows, *self._hands}):
            row = rows.get(seat, [])
            if row:
                others = [card for other, row in rows.items() if other != seat for card in row]
                row = self._look_closer(seat, image, row, others, beside)
            self._hands.setdefault(seat, deque(maxlen=_KEPT)).append(row)
            labels, sure = self._read(seat)
            if labels is not None and labels != self._told.get(seat, ()) and not self._laid_on(seat):
                self._told[seat], self._told_at[seat] = labels, self._t
                if labels:
                    told.append((seat, labels, sure))
        return told

    def _laid_on(self, seat: int) -> bool:
        """Whether only others have moved since a hand was told: they can hide its cards, not change them."""
        told = self._told_at.get(seat, np.inf)
        since = [other for other, t in self._moved.items() if t > told]
        return bool(since) and seat not in since

    def _known_owner(self, card: CardSeen) -> int | None:
        """Return the seat whose hand this card was in at the latest readings; None if it is new there.

        Another sure face at the same place is another card, laid on the one before.
        """
        found = [
            (overlap(one.quad, card.quad), seat)
            for seat, readings in self._hands.items()
            for reading in list(readings)[-_LOST:]
            for one in reading
            if one.label == card.label or min(one.confidence, card.confidence) < _SURE
        ]
        alike, seat = max(found, default=(0.0, -1))
        return seat if alike > _SAME else None

    def _owner(self, row: Sequence[CardSeen], shape: tuple[int, ...]) -> int:
        """Return the seat of whose arm was last where these cards lie, or else the seat nearest to them."""
        if self._whose.size:
            scale = shape[1] / self._whose.shape[1]
            places = [self._whose[filled(self._whose.shape, card.quad, scale)] for card in row]
            seats = np.concatenate([place[place >= 0] for place in places])
            if len(seats):
                return int(np.bincount(seats).argmax())
        middle = np.mean([card.centre for card in row], axis=0)
        return self._seats.seat_at(tuple(middle), (shape[1], shape[0]))

    def _look_closer(
        self,
        seat: int,
        image: np.ndarray,
        row: list[CardSeen],
        others: list[CardSeen],
        beside: Callable[[CardSeen], bool],
    ) -> list[CardSeen]:
        """Return a hand's cards as they are read in the part of the picture where they lie.

        A hand that lies as it did at the last looks is not looked at again.
        """
        known, looks = self._looks.get(seat, ([], []))
        if not _lie_alike(known, row):
            known, looks = row, []
        if len(looks) < AGREEING:
            before = [
                card
                for other, readings in self._hands.items()
                for card in chain.from_iterable(readings)
                if other != seat
            ]

            def of_this_hand(card: CardSeen) -> bool:
                return beside(card) and not _lies_on(card, others) and not _piece_of(card, before)

            looks.append(self._closer(image, row, looks[-1] if looks else [], of_this_hand))
        self._looks[seat] = (known, looks)
        return looks[-1]

    def _closer(
        self,
        image: np.ndarray,
        row: Sequence[CardSeen],
        found: list[CardSeen],
        of_this_hand: Callable[[CardSeen], bool],
    ) -> list[CardSeen]:
        for _ in range(_GROWS):
            known = [*row, *found]
            found = [card for card in self._faces_around(image, known) if of_this_hand(card)]
            if all(_lies_on(card, known) for card in found):
                break  # none has come to light that has neighbours of its own
        return found + [card for card in row if card.confidence > _SURE and not _lies_on(card, found)]

    def _faces_around(self, image: np.ndarray, cards: Sequence[CardSeen]) -> list[CardSeen]:
        """Read the part of the picture where cards lie, with room for neighbours, both ways up."""
        corners = np.concatenate([card.quad for card in cards])
        margin = 1.4 * np.median([np.linalg.norm(card.quad[1] - card.quad[0]) for card in cards])
        left, top = np.maximum(corners.min(axis=0) - margin, 0).astype(int)
        right, bottom = np.minimum(corners.max(axis=0) + margin, image.shape[1::-1]).astype(int)
        part = image[top:bottom, left:right]
        far = (right - left, bottom - top)
        # A card half hidden may be missed, or misread, one way up and be clear the other way up.
        upright = [(card, card.quad + (left, top)) for card in self._faces(part)]
        turned = [(card, far - card.quad + (left, top)) for card in self._faces(part[::-1, ::-1])]
        views = [[dataclasses.replace(card, quad=quad) for card, quad in view] for view in (upright, turned)]
        return [
            CardSeen(one.quad, *one.best(), one.faces())
            for one in sightings(views, backs=False)
            if one.hits > 1 or one.confidence > UNSURE
        ]

    def _faces(self, part: np.ndarray) -> list[CardSeen]:
        return [card for card in self._reader.read(np.ascontiguousarray(part)) if not card.is_back]

    def _read(self, seat: int) -> tuple[tuple[str, ...] | None, float]:
        """Return the labels of a seat's cards in order, and how sure they are; None until readings agree."""
        readings = self._hands[seat]
        if not _agreed(readings):
            return None, 0.0
        now = sightings(list(readings)[-AGREEING:], backs=False)
        now = [sighting for sighting in now if sighting.hits > 1]
        if len(now) != len(readings[-1]):
            return None, 0.0
        found = []
        for sighting in sightings(readings, backs=False):
            if any(overlap(sighting.quads[-1], one.quads[-1]) > _SAME for one in now):
                found.append(sighting.best())
        if len(found) != len(now):
            found = [sighting.best() for sighting in now]
        return tuple(sorted(label for label, _ in found)), float(np.prod([sure for _, sure in found]))


def _agreed(readings: Sequence[list[CardSeen]]) -> bool:
    """Whether the latest readings show as many cards."""
    latest = list(readings)[-AGREEING:]
    return len(latest) == AGREEING and len({len(cards) for cards in latest}) == 1


def _lies_on(card: CardSeen, others: Sequence[CardSeen]) -> bool:
    return any(overlap(card.quad, other.quad) > _SAME for other in others)


def _piece_of(card: CardSeen, others: Sequence[CardSeen]) -> bool:
    """Whether a card is one of these, now perhaps half hidden."""
    return any(card.label == other.label and same_card(card.quad, other.quad) for other in others)


def _lie_alike(before: Sequence[CardSeen], now: Sequence[CardSeen]) -> bool:
    """Whether two readings show the same cards at the same places."""
    return len(before) == len(now) and all(
        any(one.label == card.label and overlap(one.quad, card.quad) > 0.8 for one in before) for card in now
    )


def _rows(cards: Sequence[CardSeen], reach: float) -> list[list[CardSeen]]:
    """Group cards that lie beside each other: each within ``reach`` pixels of another of its group."""
    rows: list[list[CardSeen]] = []
    for card in cards:
        near = [row for row in rows if any(np.linalg.norm(card.centre - one.centre) < reach for one in row)]
        rows = [row for row in rows if row not in near] + [[card, *(one for row in near for one in row)]]
    return rows
