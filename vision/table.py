"""The table over time: from frames to what happened on the piles, and by whose arm.

Arms are found by motion alone (:mod:`vision.motion`); the reader is asked only when a pile lies free and
still, and several readings must agree before anything is said. Nothing here knows the rules.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import cv2
import numpy as np

from vision.events import (
    SHUFFLE,
    CardPlayed,
    CardsDrawn,
    CardsShown,
    CardTakenBack,
    DiscardsBrought,
    DiscardsTaken,
    PileGone,
    StartCardSeen,
    TableEvent,
)
from vision.frames import Frame
from vision.images import shrunk
from vision.light import difference
from vision.motion import Arm, Glance, Motion
from vision.open_hands import OpenHands
from vision.piles import Piles
from vision.quads import filled, overlap, scaled, share
from vision.seen import CardSeen
from vision.sightings import Sighting, sightings
from vision.steady import moved, moved_picture, moved_points

QUIET = 0.12
"""Seconds without motion after which a pile is looked at."""

COMPARE = 0.25
"""Seconds between comparisons of a pile on which nothing moves with how it lay before."""

GLANCE = 1.2
"""Seconds between readings while nothing happens."""

LOOK_FIRST = 0.1
"""Seconds between readings while the piles are looked for."""

LOOK_ASIDE = 0.2
"""Seconds between readings while something beside the piles has just changed."""

DWELL = 0.12
"""Seconds that finger tips must stay on a pile to have done something there."""

STOPPED = 0.5
"""Seconds after which a picture shown again is a film that stands still, not a hand that does."""

_MOST_READS = 8
_NOTHING_READS = 4  # of a pile that has changed and shows no face
_GAP = 0.15  # seconds for which an arm at the draw pile may be lost from sight
_SLOW = 5.0  # card widths a second: slower finger tips are at work, faster ones pass by
_CHANGE = 26.0  # grey levels
_FRINGE = 0.15  # of a card: so much of the other discards has to be seen around the top one to be missed
_CALM = 0.0008  # of the picture that moves where nothing does
_KNOCKED = 0.0015  # of the picture that changes beside the discard pile before a knock is thought of


class CardReader(Protocol):
    """What the table needs of :class:`vision.reader.Reader`."""

    def read(self, image: np.ndarray) -> list[CardSeen]:
        """Return the cards in a picture."""
        ...

    def follow(self, image: np.ndarray) -> list[CardSeen]:
        """Return the cards in a picture; those that lie as in the picture before need no second look."""
        ...


@dataclass(frozen=True)
class Seats:
    """Seats around the picture, evenly spaced: the first at the bottom edge, the others clockwise as seen.

    >>> Seats(4).seat_at((5, 300), (960, 540))
    1
    """

    count: int

    def seat_at(self, point: tuple[float, float], size: tuple[int, int]) -> int:
        """Return the seat towards which a point (x, y) lies from the middle of a (width, height) picture."""
        # A seat owns about as much border as a person at a table of the picture's shape.
        x = (point[0] - size[0] / 2) / np.sqrt(size[0])
        y = (point[1] - size[1] / 2) / np.sqrt(size[1])
        around = np.arctan2(-x, y) / (2 * np.pi)
        return round(around * self.count) % self.count


@dataclass(eq=False)
class _Visit:
    """Who was at a pile, for how long: seconds by seat, and when each was last there."""

    over: dict[int | None, float] = field(default_factory=lambda: defaultdict(float))
    dwell: dict[int | None, float] = field(default_factory=lambda: defaultdict(float))
    last: dict[int | None, float] = field(default_factory=dict)

    def seat(self) -> int | None:
        """Return the likeliest visitor: whose finger tips stayed longest, or who was over it longest."""
        for times in (self.dwell, self.over):
            if times:
                return max(times, key=lambda seat: times[seat])
        return None


@dataclass(frozen=True, eq=False)
class _Laid:
    """A card on the discard pile, and the half-size picture of the table once it lay there.

    ``region``: the hull of what was new in the picture then, in pixels; closer to the card than its quad.
    """

    label: str
    quad: np.ndarray
    picture: np.ndarray
    region: np.ndarray


class Table:
    """Watches one table. Call :meth:`update` with frames in order of time.

    ``cards`` is the newest reading of the whole picture; ``status`` is ``looking`` (the discard pile is not
    found yet), ``still``, ``hand in view``, ``card landing``, ``cards being gathered`` or ``lost``;
    ``discard`` and ``draw_pile`` are the corners (4, 2) of the piles' top cards, or None. ``prior`` may be
    set to how likely each face is as the next card played; it settles doubtful readings, never sure ones.
    """

    def __init__(self, reader: CardReader, seats: Seats) -> None:
        self.cards: list[CardSeen] = []
        self.status = "looking"
        self.draw_pile: np.ndarray | None = None
        self.prior: Mapping[str, float] | None = None
        self._reader = reader
        self._seats = seats
        self._motion = Motion()
        self._pile: list[_Laid] = []
        self._piles = Piles()
        self._looked = -1e9
        self._quiet_since: float | None = None
        self._visit: _Visit | None = None
        self._draws: _Visit | None = None
        self._taken: DiscardsTaken | None = None
        self._brings = False
        self._tips: deque[tuple[float, list[tuple[float, float]]]] = deque(maxlen=2)
        self._stopped = 0.0
        self._before = self._now = np.zeros((1, 1, 3), np.uint8)
        self._change = np.zeros((1, 1), bool)
        self._compared = 0.0
        self._readings: list[list[CardSeen]] = []
        self._landed = 0.0
        self._empty = 0
        self._bare = False
        self._half_seen = False
        self._waiting: list[TableEvent] = []
        self._hands = OpenHands(reader, seats)
        self._aside_since = -1e9
        self._t = 0.0

    @property
    def discard(self) -> np.ndarray | None:
        """The corners (4, 2) of the discard pile's top card, in pixels; None while it is not found."""
        return self._pile[-1].quad if self._pile else None

    def update(self, frame: Frame) -> tuple[TableEvent, ...]:
        """Take in the next frame; return what has happened, most often nothing, in order of time."""
        glance = self._motion.update(frame.image, frame.t)
        if glance is None:
            return ()
        passed, self._t = max(0.0, frame.t - self._t), frame.t
        if self._pile:
            if glance.way is not None:
                half = glance.way.copy()
                half[:, 2] /= 2
                self._before = moved_picture(self._before, half)
                self._shift(half)
            if not glance.again:
                self._follow_arms(glance, frame, passed + (self._stopped if self._stopped < STOPPED else 0))
            self._stopped = self._stopped + passed if glance.again else 0.0
            self._watch_discard(glance, frame)
        else:
            self._look_for_piles(glance, frame)
        return self._release(frame.t)

    # ------------------------------------------------------------------------------- finding the piles

    def _look_for_piles(self, glance: Glance, frame: Frame) -> None:
        self.status = "hand in view" if glance.arms else "looking"
        busy = bool(glance.arms) or glance.moving.mean() > 0.001
        if busy:
            self._piles.stir()
        if frame.t - self._looked < LOOK_FIRST:
            return
        self._piles.see(self._read(frame), glance, busy)
        top = self._piles.top_card()
        if top is None:
            return
        label, confidence = top.best()
        self._before = self._now = _half(frame.image)
        self._pile = [_Laid(label, top.quad, self._now, top.quad)]
        self._half_seen = busy
        self._find_draw_pile()
        self._waiting.append(StartCardSeen(frame.t, label, confidence, top.quad))

    def _find_draw_pile(self) -> None:
        found = self._piles.draw_pile(self._pile[-1].quad)
        if found is not None:
            self.draw_pile = found

    def _read(self, frame: Frame) -> list[CardSeen]:
        self.cards = self._reader.read(frame.image)
        self._looked = frame.t
        return self.cards

    # ------------------------------------------------------------------------------------- arms at work

    def _follow_arms(self, glance: Glance, frame: Frame, passed: float) -> None:
        size = (frame.image.shape[1], frame.image.shape[0])
        self._hands.follow_arms(glance, frame.t, size)
        card = self._card_width()
        centre, radius = self._zone()
        tips = list(self._tips)
        self._tips.append((frame.t, [arm.tip for arm in glance.arms]))
        for arm in glance.arms:
            # In a single picture finger tips may be taken for a part of the table: two are looked back.
            slow = any(
                np.hypot(*np.subtract(arm.tip, tip)) < _SLOW * card * max(frame.t - t, 1e-3)
                for t, former in tips
                for tip in former
            )
            if share(arm.mask, _disc(arm.mask.shape, centre, radius, glance.scale)) > 0.03:
                self._visit = self._visit or _Visit()
                near = np.hypot(*np.subtract(arm.tip, centre)) < radius * 1.3
                self._note(self._visit, arm, centre, size, passed, frame.t, slow and near)
            if self.draw_pile is None:
                continue
            pile = scaled(self.draw_pile, 1.25)
            inside = cv2.pointPolygonTest(pile.astype(np.float32), arm.tip, False) >= 0
            # Whoever sits beside the pile draws by its edge, and hides hardly any of it.
            if inside or share(arm.mask, filled(arm.mask.shape, self.draw_pile, glance.scale)) > 0.1:
                self._draws = self._draws or _Visit()
                self._note(self._draws, arm, self.draw_pile.mean(0), size, passed, frame.t, slow and inside)
            elif self._draws is None:
                self._look_for_discards(arm, frame)
        if self._draws and frame.t - max(self._draws.last.values()) > _GAP:
            for seat, seconds in sorted(
                self._draws.dwell.items(), key=lambda item: self._draws.last[item[0]]
            ):
                if seconds >= DWELL:
                    self._waiting.append(self._drew(self._draws.last[seat], seat))
            self._draws = None

    def _drew(self, t: float, seat: int | None) -> TableEvent:
        if seat is None or self._taken is None or self._taken.seat != seat:
            return CardsDrawn(t, seat, None)
        self._taken = None  # who comes with nothing has only squared them up
        return DiscardsBrought(t, seat) if self._brings else CardsDrawn(t, seat, None)

    def _look_for_discards(self, arm: Arm, frame: Frame) -> None:
        """See whether whoever has taken the discards comes with cards face down: who draws goes with them."""
        taken = self._taken
        if taken is None or self._brings or frame.t - taken.t > SHUFFLE:
            return
        if self._seats.seat_at(arm.roots[0], (frame.image.shape[1], frame.image.shape[0])) != taken.seat:
            return
        scale = frame.image.shape[1] / arm.mask.shape[1]
        self._brings = any(
            card.is_back
            and overlap(card.quad, self.draw_pile) < 0.3
            and share(arm.mask, filled(arm.mask.shape, card.quad, scale)) > 0.3
            for card in self._reader.read(frame.image)
        )

    def _note(self, visit: _Visit, arm: Arm, place, size, passed: float, t: float, working: bool) -> None:
        seats = [self._seats.seat_at(root, size) for root in arm.roots]
        if len(set(seats)) > 1:
            # Arms touch: whoever was here before is here still, or else who comes in nearest to the pile.
            known = [seat for seat in seats if seat in visit.over]
            nearest = int(np.argmin([np.hypot(*np.subtract(root, place)) for root in arm.roots]))
            seats = known[:1] or [seats[nearest]]
        visit.over[seats[0]] += passed
        visit.last[seats[0]] = t
        if working:
            visit.dwell[seats[0]] += passed

    def _card_width(self) -> float:
        quad = self._pile[-1].quad
        return float(np.linalg.norm(quad[1] - quad[0]))

    def _zone(self) -> tuple[np.ndarray, float]:
        """Middle and radius, in pixels, of where the next card will lie."""
        tops = [laid.quad for laid in self._pile[-3:]]
        radius = float(np.mean([np.linalg.norm(quad[2] - quad[0]) for quad in tops])) / 2
        return np.mean([quad.mean(0) for quad in tops], axis=0), radius * 1.05

    # --------------------------------------------------------------------------------- the discard pile

    def _watch_discard(self, glance: Glance, frame: Frame) -> None:
        centre, radius = self._zone()
        disc = _disc(glance.moving.shape, centre, radius * 1.15, glance.scale)
        covered = any(share(arm.mask, disc) > 0.03 for arm in glance.arms)
        if covered or (glance.moving & disc).sum() > 0.02 * disc.sum():
            if covered and self._readings:
                self._decide(hurried=True)
                if not self._fresh(self._here()):
                    self._readings = []  # what lay there before the arm came is not what it leaves
            self._quiet_since = None
            self.status = "hand in view" if glance.arms else "card landing"
            return
        if self._quiet_since is None:
            self._quiet_since = frame.t
        if frame.t - self._quiet_since < QUIET:
            return
        recent = max(frame.t - COMPARE, self._quiet_since)
        if not self._readings and self._compared > recent:
            return  # nothing has moved since, and drawing the two pictures level costs most of a frame's time
        before, self._compared = self._compared, frame.t
        self._compare_with_before(frame)
        if self._readings:
            self._readings.append(self._read_new(frame))
            self._decide()
        elif self._changed():
            self.status = "card landing"
            self._landed = self._landed if self._empty else max(self._quiet_since, before)
            self._readings = [self._read_new(frame)]
        else:
            if self._elsewhere(self._change) > 0.3 * self._card_area() / (self._change.size * 4):
                self._aside_since = frame.t
            self._settle()
            self.status = "hand in view" if glance.arms else "still"
            # Cards just laid may pass for an arm.
            calm = not glance.arms or (glance.moving.mean() < _CALM and not glance.again)
            hurry = frame.t - self._aside_since < GLANCE or not self._hands.settled
            if calm and frame.t - self._looked > (LOOK_ASIDE if hurry else GLANCE):
                self.cards = self._reader.follow(frame.image)
                self._looked = frame.t
                self._piles.see_still(self.cards)
                if self.draw_pile is None:
                    self._find_draw_pile()
                self._look_aside(frame)

    def _look_aside(self, frame: Frame) -> None:
        """Notice cards that are shown in front of a seat, away from the piles."""
        centre, radius = self._zone()

        def beside(card: CardSeen) -> bool:
            far = np.linalg.norm(card.centre - centre) > 1.8 * radius
            on_draw_pile = self.draw_pile is not None and overlap(card.quad, self.draw_pile) >= 0.2
            return bool(far) and not card.is_back and not on_draw_pile

        for seat, labels, sure in self._hands.look(frame.image, self.cards, beside, 2.6 * radius):
            self._waiting.append(CardsShown(frame.t, seat, labels, sure))

    def _card_area(self) -> float:
        return float(cv2.contourArea(self._pile[-1].quad.astype(np.float32)))

    def _read_new(self, frame: Frame) -> list[CardSeen]:
        """Read what is new on the pile by itself: in an untidy pile the cards beneath confuse a detector."""
        region = self._new_region()
        if region is None:
            return self._read(frame)
        others = self.cards
        found = self._read(Frame(_alone(frame.image, region), frame.t, frame.index))
        if all(card.is_back for card in found):
            return self._read(frame)
        centre, radius = self._zone()
        self.cards = found + [
            card
            for card in others
            if np.linalg.norm(card.centre - centre) > radius and not _meet(card, found)
        ]
        return found

    def _new_region(self) -> np.ndarray | None:
        """Return the hull (n, 2), in pixels, of what is new on the pile; None unless it is like a card."""
        centre, radius = self._zone()
        changed = (self._change & _disc(self._change.shape, centre, radius * 1.45, 2.0)).astype(np.uint8)
        changed = cv2.morphologyEx(changed, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        changed = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        outlines, _ = cv2.findContours(changed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        card = cv2.contourArea(self._pile[-1].quad.astype(np.float32)) / 4
        parts = [outline for outline in outlines if cv2.contourArea(outline) > 0.06 * card]
        if not parts:
            return None
        hull = cv2.convexHull(np.concatenate(parts))
        if not 0.4 < cv2.contourArea(hull) / card < 1.7:
            return None
        return hull.reshape(-1, 2) * 2.0

    def _compare_with_before(self, frame: Frame) -> None:
        """Find what has changed since the pile was last known, after undoing a knock at the camera."""
        self._now = now = _half(frame.image)
        change = difference(now, self._before) > _CHANGE
        beside = self._elsewhere(change)
        if beside > _KNOCKED:
            way = moved(self._before, now)
            if way is not None:
                before = moved_picture(self._before, way)
                other = difference(now, before) > _CHANGE
                if self._elsewhere(other) < 0.5 * beside and other.mean() < 0.7 * change.mean():
                    change, self._before = other, before
                    self._shift(way)
        self._change = change

    def _elsewhere(self, change: np.ndarray) -> float:
        """How much has changed outside the discard pile: a knock at the camera moves everything."""
        centre, radius = self._zone()
        return float((change & ~_disc(change.shape, centre, radius * 1.6, 2.0)).mean())

    def _shift(self, way: np.ndarray) -> None:
        """Move all that is known by an affine map (2, 3) of pixels of the half-size picture."""
        full = way.copy()
        full[:, 2] *= 2
        self._pile = [
            _Laid(
                laid.label,
                moved_points(laid.quad, full),
                moved_picture(laid.picture, way),
                moved_points(laid.region, full),
            )
            for laid in self._pile
        ]
        if self.draw_pile is not None:
            self.draw_pile = moved_points(self.draw_pile, full)

    def _changed(self) -> bool:
        """Whether the pile looks different from when it was last known, be it ever so little."""
        centre, radius = self._zone()
        return share(self._change, _disc(self._change.shape, centre, radius * 1.2, 2.0)) > 0.015

    def _new_share(self, quad: np.ndarray) -> float:
        """How much of where a card lies looks different from when the pile was last known."""
        return share(self._change, filled(self._change.shape, scaled(quad, 0.95), 2.0))

    def _decide(self, hurried: bool = False) -> None:
        """Say what the readings since the pile last changed mean, once they agree.

        ``hurried``: an arm has come over the pile again, there will be no more readings.
        """
        count = len(self._readings)
        if self._as_before_top():
            self._pile.pop()
            self._waiting.append(CardTakenBack(self._landed, self._visit.seat() if self._visit else None))
            self._settle()
            return
        top, here = self._pile[-1], self._here()
        fresh = self._fresh(here)
        same = any(self._same(sighting) for sighting in here)
        if fresh:
            sighting = fresh[-1][1]
            label, sure = sighting.best(self.prior)
            needed = 3 if overlap(sighting.quad, top.quad) > 0.8 else 2
            if hurried and sure > 0.85:
                needed = 1
            if (sure >= 0.8 and sighting.hits >= needed) or (sure > 0.5 and count >= _MOST_READS):
                self._conclude(sighting, label, sure, [other for _, other in fresh[:-1]])
                return
        if not here and not same and count >= _NOTHING_READS:
            self._miss(False)
        elif count >= _MOST_READS and not same:
            if not hurried and self._uncovered(top, here):
                self._settle()
            else:
                self._miss(bool(here))
        elif same and not fresh and count >= (3 if count < _MOST_READS else 1) and not hurried:
            self._keep_top(top)
            self._settle()

    def _here(self) -> list[Sighting]:
        """The faces on the pile in the readings since it last changed."""
        centre, radius = self._zone()
        return [
            sighting
            for sighting in sightings(self._readings, backs=False)
            if np.linalg.norm(sighting.quad.mean(0) - centre) < radius * 1.6
        ]

    def _same(self, sighting: Sighting) -> bool:
        """Whether a face is that of the old top card, which has not moved."""
        alike = overlap(sighting.quad, self._pile[-1].quad)
        return alike > 0.72 and self._new_share(sighting.quad) < 0.1

    def _fresh(self, here: list[Sighting]) -> list[tuple[float, Sighting]]:
        """Return the faces that were not there before, with how much speaks for each, the most last."""
        fresh = []
        for sighting in here:
            label, sure = sighting.best()
            part = self._new_share(sighting.quad)
            seen_enough = sighting.hits >= 0.5 * len(self._readings)
            if part >= 0.1 and seen_enough and not self._rest_of(self._pile[-1], sighting.quad, label):
                fresh.append((part * sure * sighting.hits, sighting))
        return sorted(fresh, key=lambda entry: entry[0])

    def _as_before_top(self) -> bool:
        """Whether the pile looks as it did before its top card was laid."""
        if len(self._pile) < 2:
            return False
        change = difference(self._now, self._pile[-2].picture) > _CHANGE
        centre, radius = self._zone()
        return share(change, _disc(change.shape, centre, radius * 1.2, 2.0)) < 0.015

    def _rest_of(self, top: _Laid, quad: np.ndarray, label: str) -> bool:
        """Whether a sighting is what a card laid on it has left of the old top card."""
        size = cv2.contourArea(quad.astype(np.float32)) / cv2.contourArea(top.quad.astype(np.float32))
        return label == top.label and size < 0.85 and overlap(top.quad, quad) > 0.6 * size

    def _uncovered(self, top: _Laid, here: list[Sighting]) -> bool:
        """Whether the top card was half hidden when it was told, and lies free now: then renew where it lies.

        Its quad was too large by what hid it. Where a card lies on it, what it has left looks as before.
        """
        for sighting in here:
            label, sure = sighting.best()
            part = self._new_share(sighting.quad)
            if sure >= 0.8 and part > 0.3 and self._rest_of(top, sighting.quad, label):
                self._keep_top(_Laid(label, sighting.quad, self._now, sighting.quad))
                return True
        return False

    def _conclude(self, sighting: Sighting, label: str, sure: float, others: list[Sighting]) -> None:
        """A card lies there that was not there before: played, or the top card only pushed."""
        top, quad = self._pile[-1], sighting.quad
        region = self._new_region()
        laid = _Laid(label, quad, self._now, quad if region is None else region)
        if self._bare:  # both piles were gone: a new round begins
            self._clear()
            self._pile = [laid]
            self._waiting.append(StartCardSeen(self._t, label, sure, quad))
        elif label == top.label and (
            not self._visit
            or self._pushed(top, quad, region)
            or (self._half_seen and overlap(quad, top.quad) > 0.5)
        ):
            self._keep_top(laid)
        else:
            beneath = self._laid_beneath(quad, others) if self._visit else []
            lower = [_Laid(name, other.quad, self._now, other.quad) for other, name, _ in beneath]
            self._pile = [*self._pile[-11:], *lower, laid]
            seat = self._visit.seat() if self._visit else None
            sure *= float(np.prod([surely for _, _, surely in beneath]))
            names = tuple(name for _, name, _ in beneath)
            self._waiting.append(CardPlayed(self._landed, label, sure, quad, seat, names))
        self._settle()

    def _keep_top(self, laid: _Laid) -> None:
        """The top card is still the old one, as it lies now; notice whether it is all that is left."""
        if self._visit and self._stripped(laid.quad):
            self._taken, self._brings = DiscardsTaken(self._landed, self._visit.seat()), False
            self._waiting.append(self._taken)
            self._pile = [laid]
        else:
            self._pile[-1] = laid

    def _stripped(self, quad: np.ndarray) -> bool:
        """Whether what was to be seen of other cards around the top card has gone."""
        shape = self._change.shape
        beside = np.zeros(shape, bool)
        for laid in self._pile[:-1]:
            beside |= filled(shape, scaled(laid.quad, 0.95), 2.0)
        for top in (self._pile[-1].quad, quad):
            beside &= ~filled(shape, scaled(top, 1.1), 2.0)
        if beside.sum() * 4 < _FRINGE * self._card_area():
            return False
        return share(self._change, beside) > 0.6

    def _pushed(self, top: _Laid, quad: np.ndarray, region: np.ndarray | None) -> bool:
        """Whether an equal card is the old top card itself: what it hid before can be seen now.

        Where another one was laid on it, the part of the old card that is not hidden is as it was.
        """
        shape = self._change.shape
        old = filled(shape, scaled(top.quad, 0.94), 2.0) & ~filled(shape, scaled(quad, 1.08), 2.0)
        if old.sum() * 4 > 0.03 * self._card_area():
            return share(self._change, old) > 0.5
        return region is None or _left_free(top.region, region) < 0.06

    def _laid_beneath(self, top: np.ndarray, others: list[Sighting]) -> list[tuple[Sighting, str, float]]:
        """Return the cards that came with the top one, the farthest from it first: face and how sure.

        They lie where nearly everything has changed, and no card that was there before has their face.
        """
        found = []
        for other in others:
            label, sure = other.best()
            part = self._new_share(other.quad)
            known = any(
                laid.label == label and overlap(laid.quad, other.quad) > 0.35 for laid in self._pile[-8:]
            )
            if (
                sure > 0.9
                and part > 0.55
                and other.hits >= 2
                and overlap(other.quad, top) < 0.7
                and not known
            ):
                found.append((other, label, sure))
        return sorted(found, key=lambda entry: -float(np.linalg.norm(entry[0].quad.mean(0) - top.mean(0))))

    def _settle(self) -> None:
        """The pile is known again as it lies now."""
        self._before = self._now
        self._readings = []
        self._visit = None
        self._empty = 0
        self._bare = False
        self._half_seen = False  # a starting card found under an arm lies free now
        self.status = "still"

    def _miss(self, something: bool) -> None:
        """Nothing could be read: look again later. A pile with no face in many readings has been cleared."""
        self.status = "lost" if something else "cards being gathered"
        self._readings = []
        self._quiet_since = self._t + 0.3
        self._empty = 0 if something else self._empty + 1
        self._bare = self._bare or (not something and self._draw_pile_gone())
        if self._empty >= (2 if self._bare else 4):
            self._clear()
            self._pile = []

    def _draw_pile_gone(self) -> bool:
        """Whether no back lies where the draw pile was, in the newest reading of the whole picture."""
        pile = self.draw_pile
        return pile is not None and not any(
            card.is_back and overlap(card.quad, pile) > 0.2 for card in self.cards
        )

    def _clear(self) -> None:
        """Both piles have been gathered."""
        self._empty, self._bare, self._visit, self._draws, self._taken = 0, False, None, None, None
        self._piles.forget()
        self._hands.clear()
        # Who took the draw pile as well has not drawn.
        self._waiting = [event for event in self._waiting if not isinstance(event, CardsDrawn)]
        self._waiting.append(PileGone(self._t))

    # ------------------------------------------------------------------------------------------- events

    def _release(self, t: float) -> tuple[TableEvent, ...]:
        """Return what may be told: in order of time, nothing while an earlier card is still being read."""
        unknown = self._readings or self._empty
        pending = self._landed if unknown else np.inf
        patience = 8 if self._empty else 3
        ready = [event for event in self._waiting if event.t < pending or t - event.t > patience]
        self._waiting = [event for event in self._waiting if event not in ready]
        return tuple(sorted(ready, key=lambda event: event.t))


# ---------------------------------------------------------------------------------------------- geometry


def _left_free(old: np.ndarray, new: np.ndarray) -> float:
    """How much of an old card's region is outside what has changed since: little if it was only pushed."""
    old, new = old.astype(np.float32), new.astype(np.float32)
    return 1 - float(cv2.intersectConvexConvex(old, new)[0]) / max(cv2.contourArea(old), 1.0)


def _disc(shape: tuple[int, ...], centre: np.ndarray, radius: float, scale: float) -> np.ndarray:
    mask = np.zeros(shape[:2], np.uint8)
    x, y = (int(v) for v in np.round(np.asarray(centre) / scale))
    cv2.circle(mask, (x, y), max(1, round(radius / scale)), 1, -1)
    return mask > 0


def _alone(image: np.ndarray, region: np.ndarray) -> np.ndarray:
    """Return the picture with everything outside a convex region (n, 2) blurred beyond recognition."""
    height, width = image.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(mask, np.round(scaled(region, 1.06)).astype(np.int32), 255)
    tiny = cv2.resize(image, (max(1, width // 24), max(1, height // 24)), interpolation=cv2.INTER_AREA)
    rest = cv2.resize(tiny, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.where(cv2.blur(mask, (3, 3))[..., None] > 127, image, rest)


def _meet(card: CardSeen, others: list[CardSeen]) -> bool:
    return any(overlap(card.quad, other.quad) > 0.2 for other in others)


def _half(image: np.ndarray) -> np.ndarray:
    height, width = image.shape[:2]
    small = shrunk(image, max(1, width // 2), max(1, height // 2))
    return cv2.GaussianBlur(small, (0, 0), 1.2)
