"""The stage of a filmed game: poses become pictures, as a camera with a lens and a sensor takes them.

Pictures are BGR, uint8. What lies still is painted once; only arms are painted for every picture, each in the
part of the picture where it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np

from datasets.arms import REACH, Sprite, draw_arm
from datasets.camera import Camera, slip
from datasets.faces import ASPECT, draw_card
from datasets.setting import Pose, Setting
from datasets.timeline import Rest, Timeline, Visit
from tracker.cards import BACK

CARD = 0.0055
"""How thick a card is, in card widths."""

HEADROOM = 0.7
"""What lies still is kept darker by this factor, so that a shorter exposure finds what was too bright."""

SETTLES = 0.5
"""Seconds in which the automatic exposure follows most of a change of light."""

SWING = 0.35
"""Seconds for which a camera swings after a knock."""

Seen = tuple[str, np.ndarray, float]
"""A card in a picture: label, corners in pixels (4, 2), and the share of it that is visible."""

Box = tuple[int, int, int, int]
"""A part of a picture: left, top, right, bottom in pixels."""


@dataclass(frozen=True, eq=False)
class Shot:
    """One picture of a film, taken at ``t`` seconds; ``cards`` is found out only when it is asked for."""

    image: np.ndarray
    t: float
    find: Callable[[], tuple[Seen, ...]]

    @property
    def cards(self) -> tuple[Seen, ...]:
        """All cards, those beneath and behind others included."""
        return self.find()


@dataclass(eq=False)
class Renderer:
    """Draws the pictures of one timeline in one setting, in order of time."""

    setting: Setting
    timeline: Timeline
    _cards: dict[str, np.ndarray] = field(default_factory=dict)
    _arms: dict[tuple[int, str], _Arm] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Draw what stays the same: the sensor's noise, the draw pile's untidiness."""
        setting = self.setting
        rng = np.random.default_rng((setting.seed, 2))
        height, width = setting.table.shape[:2]
        noise = rng.normal(0, setting.noise, (height + 64, width + 64, 3)).astype(np.float32)
        self._noise = np.round(cv2.GaussianBlur(noise, (0, 0), 0.6) * 1.7).astype(np.int16)
        self._rng = rng
        self._stack = rng.normal(0, 1, (200, 3)) * (0.012, 0.012, 0.8)
        self._camera = setting.camera
        self._slip = np.eye(3)
        self._painted: list[Rest] = []
        self._base: np.ndarray | None = None
        self._key: object = None
        self._lit: np.ndarray | None = None
        self._lit_key: object = None
        self._drift = 0.0
        self._exposure = 1.0
        self._usual: float | None = None

    def frames(self) -> int:
        """How many pictures the film has."""
        return int(np.ceil(self.timeline.end * self.setting.fps))

    def __iter__(self) -> Iterator[Shot]:
        """Draw all pictures in order."""
        for index in range(self.frames()):
            yield self.shot(index / self.setting.fps)

    def shot(self, t: float) -> Shot:
        """Draw the picture at a time; times must not go back."""
        now = self._slip_at(t)
        self._slip, self._camera = now, self.setting.camera.moved(now)
        camera = self._camera
        base, lit = self._resting(t)
        exposure = self.setting.difficulties.shutter / self.setting.fps
        visits = [visit for visit in self.timeline.visits if visit.begin <= t + exposure and t <= visit.end]
        image = lit
        if visits:
            # A shutter is open for a while: what moves is blurred.
            times = np.linspace(t, t + exposure, 6 if self._fast(visits, t) else 2)
            boxes = [self._box(visit, moment) for visit in visits for moment in (times[0], times[-1])]
            part = _around(boxes, self.setting.size)
            if part is not None:
                image = lit.copy()
                left, top, right, bottom = part
                under = base[top:bottom, left:right]
                moments = [self._with_arms(under, (left, top), visits, moment) for moment in times]
                mixed = moments[0]
                for number, other in enumerate(moments[1:], 2):
                    mixed = cv2.addWeighted(mixed, 1 - 1 / number, other, 1 / number, 0)
                light = self._light(t)[top:bottom, left:right]
                image[top:bottom, left:right] = cv2.multiply(mixed, light, dtype=cv2.CV_8U)
        return Shot(self._through_lens(image, t), t, lambda: self._seen(t, visits, camera))

    def _fast(self, visits: list[Visit], t: float) -> bool:
        ways = [np.subtract(visit.tips(t + 0.02)[:2], visit.tips(t)[:2]) for visit in visits]
        return max(float(np.hypot(*way)) for way in ways) > 0.05

    def _slip_at(self, t: float) -> np.ndarray:
        """The homography by which knocks have moved the picture."""
        moved = np.eye(3)
        for knock in self.timeline.knocks:
            if t < knock.t:
                continue
            past = (t - knock.t) / SWING
            swing = 1 - np.exp(-4 * past) * np.cos(4 * np.pi * past) if past < 1.5 else 1.0
            way = (knock.way[0] * swing, knock.way[1] * swing)
            moved = slip(self.setting.size, way, knock.turn * swing) @ moved
        return moved

    def _light(self, t: float) -> np.ndarray:
        """The light on the table at a time: float32 (height, width, 3), about :data:`HEADROOM`."""
        on, off = self.timeline.lit
        part = float(np.clip((t - on) / 0.12, 0, 1) - np.clip((t - off) / 0.12, 0, 1)) if t > on else 0.0
        if part != self._lit_key or self._field is None:
            self._lit_key = part
            self._field = HEADROOM * (self.setting.light + part * self.setting.lamp).astype(np.float32)
        return self._field

    _field: np.ndarray | None = None

    def _through_lens(self, image: np.ndarray, t: float) -> np.ndarray:
        setting, rng, hard = self.setting, self._rng, self.setting.difficulties
        mean = float(image[::16, ::16].mean())
        if self._usual is None:
            self._usual = mean
        wanted = (self._usual / max(mean, 1.0)) ** hard.exposure
        self._exposure += (wanted - self._exposure) * min(1.0, 2.5 / (SETTLES * setting.fps))
        self._drift = 0.9 * self._drift + rng.normal(0, setting.flicker * 0.5)
        gain = (1 + self._drift + rng.normal(0, setting.flicker * 0.5)) * self._exposure / HEADROOM
        levels = np.clip(np.arange(256) * gain, 0, 255).astype(np.uint8)
        exposed = cv2.LUT(image, levels)
        x, y = rng.integers(0, 64, 2)
        height, width = image.shape[:2]
        noise = self._noise[y : y + height, x : x + width]
        if rng.random() < 0.5:
            noise = noise[:, ::-1]
        if hard.bands:
            rows = np.sin(np.arange(height) * (5.0 / height) + 2 * np.pi * 3.7 * t)
            noise = noise + np.round(rows * hard.bands * 130).astype(np.int16)[:, None, None]
        return cv2.add(exposed, noise, dtype=cv2.CV_8U)

    # What lies still

    def _pile(self, t: float) -> list[tuple[Pose, float]]:
        """The draw pile's cards that can be seen, from the bottom up, each with its height."""
        left = self.timeline.stock(t)
        place = self.setting.draw_pile
        cards = []
        for number in (*range(0, max(left - 1, 0), 3), left - 1) if left else ():
            dx, dy, turn = self._stack[number]
            cards.append((Pose(place.x + dx, place.y + dy, place.angle + turn), number * CARD))
        return cards

    def _resting(self, t: float) -> tuple[np.ndarray, np.ndarray]:
        """What lies still, as it is and as it is lit."""
        lying, stock = self.timeline.lying(t), self.timeline.stock(t)
        key = (stock, tuple(self._slip.ravel()))
        if self._base is None or key != self._key or self._painted != lying[: len(self._painted)]:
            self._base = self.setting.table.copy()
            if not np.array_equal(self._slip, np.eye(3)):
                self._base = cv2.warpPerspective(
                    self._base, self._slip, self.setting.size, borderMode=cv2.BORDER_REFLECT_101
                )
            self._paint_pile(self._base, self._pile(t))
            self._key, self._painted, self._lit = key, [], None
        for rest in lying[len(self._painted) :]:
            self._lay(self._base, rest.label, rest.pose, rest.height, 0.3)
            self._painted.append(rest)
            self._lit = None
        light = self._light(t)
        if self._lit is None or self._lit_with is not light:
            self._lit, self._lit_with = cv2.multiply(self._base, light, dtype=cv2.CV_8U), light
        return self._base, self._lit

    _lit_with: np.ndarray | None = None

    def _paint_pile(self, image: np.ndarray, cards: list[tuple[Pose, float]]) -> None:
        """Paint the draw pile: of all but the top card only the edge can be seen."""
        for number, (pose, height) in enumerate(cards[:-1]):
            quad = self.quad(pose, height)
            if not number:
                self._cast(image, quad, height, 0.35)
            tone = 235 - 28 * (number % 2)
            points = np.round(quad * 16).astype(np.int32)
            cv2.fillConvexPoly(image, points, (tone - 6, tone, tone), cv2.LINE_AA, 4)
        for pose, height in cards[-1:]:
            self._lay(image, BACK, pose, height, 0.04 if len(cards) > 1 else 0.35)

    # Geometry

    def quad(self, pose: Pose, height: float = 0.0) -> np.ndarray:
        """A card's corners in pixels (4, 2)."""
        return self._camera.pixels(pose.corners, height)

    # Painting

    def _picture(self, label: str) -> np.ndarray:
        if label not in self._cards:
            rng = np.random.default_rng((self.setting.seed, 3, *label.encode()))
            tall = round(self.setting.card * ASPECT * 2)
            card = _premultiplied(draw_card(label, self.setting.design, rng, tall))
            self._cards[label] = cv2.resize(card, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA)
        return self._cards[label]

    def _arm(self, seat: int, hand: str) -> _Arm:
        if (seat, hand) not in self._arms:
            rng = np.random.default_rng((self.setting.seed, 4, seat))
            self._arms[seat, hand] = _Arm(
                draw_arm(self.setting.arms[seat], hand, rng, self.setting.card * 1.1)
            )
        return self._arms[seat, hand]

    def _cast(self, image: np.ndarray, quad: np.ndarray, height: float, dark: float) -> None:
        shift = np.array(self.setting.shadow) * (0.04 + 0.35 * height) * self.setting.card
        _shade(image, quad, shift, (0.03 + 0.2 * height) * self.setting.card, dark)

    def _lay(
        self,
        image: np.ndarray,
        label: str,
        pose: Pose,
        height: float,
        dark: float,
        at: tuple[int, int] = (0, 0),
    ) -> None:
        quad = self.quad(pose, height) - at
        self._cast(image, quad, height, dark)
        card = self._picture(label)
        h, w = card.shape[:2]
        corners = np.float32([(0, 0), (w, 0), (w, h), (0, h)])
        _blend(image, card, cv2.getPerspectiveTransform(corners, quad.astype(np.float32)), quad)

    def _arm_plane(self, visit: Visit, t: float) -> tuple[np.ndarray, float]:
        """The homography (3, 3) from an arm's own plane to pixels, and the arm's height.

        On that plane the finger tips are at (0, 0) and the arm goes along +y, in card widths.
        """
        x, y, angle, height = visit.tips(t)
        c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
        place = np.array([[c, -s, x], [s, c, y], [0, 0, 1]])
        return self._camera.flat(height + 0.1) @ place, height

    def _box(self, visit: Visit, t: float) -> Box:
        """The part of the picture where an arm, its cards and its shadow are; it may lie outside."""
        plane, height = self._arm_plane(visit, t)
        outline = _outline(plane, -1.9, 1.9, -1.9, REACH)
        reach = (0.6 + 1.1 * height) * self.setting.card
        left, top = np.floor(outline.min(0) - reach).astype(int)
        right, bottom = np.ceil(outline.max(0) + reach).astype(int)
        return int(left), int(top), int(right), int(bottom)

    def _with_arms(self, under: np.ndarray, at: tuple[int, int], visits: list[Visit], t: float) -> np.ndarray:
        image = under.copy()
        move = np.array([[1, 0, -at[0]], [0, 1, -at[1]], [0, 0, 1]], float)
        for visit in visits:
            arm = self._arm(visit.seat, visit.hand)
            plane, height = self._arm_plane(visit, t)
            plane = move @ plane
            self._arm_shadow(image, arm, plane, height)
            if visit.hand == "hold":
                arm.under.paint(image, plane)
            for label, pose, lift in visit.held_at(t):
                self._lay(image, label, pose, lift, 0.25, at)
            arm.over.paint(image, plane)
        return image

    def _arm_shadow(self, image: np.ndarray, arm: _Arm, plane: np.ndarray, height: float) -> None:
        setting = self.setting
        small = np.diag((0.25, 0.25, 1.0))
        move = np.eye(3)
        move[:2, 2] = np.array(setting.shadow) * (0.15 + 0.6 * height) * setting.card
        size = (-(-image.shape[1] // 4), -(-image.shape[0] // 4))
        cast = cv2.warpPerspective(arm.shape, small @ move @ plane @ arm.shape_plane, size)
        cast = cv2.GaussianBlur(cast, (0, 0), (0.08 + 0.25 * height) * setting.card / 4)
        if cast.max() < 4:
            return
        factor = cv2.subtract(255, cv2.convertScaleAbs(cast, alpha=0.4))
        factor = cv2.resize(factor, (image.shape[1], image.shape[0]), interpolation=cv2.INTER_LINEAR)
        image[:] = cv2.multiply(image, cv2.merge([factor] * 3), scale=1 / 255)

    # Truth for one picture

    def _seen(self, t: float, visits: list[Visit], camera: Camera) -> tuple[Seen, ...]:
        """All cards with the share that can be seen, by painting numbers instead of colours."""
        scale = 0.5
        size = (int(self.setting.size[0] * scale), int(self.setting.size[1] * scale))
        owner = np.zeros(size[::-1], np.int16)
        cards: list[tuple[str, np.ndarray]] = []
        self._camera = camera

        def paint(label: str, pose: Pose, height: float) -> None:
            quad = self.quad(pose, height)
            cards.append((label, quad))
            cv2.fillConvexPoly(owner, np.round(quad * scale * 16).astype(np.int32), len(cards), cv2.LINE_8, 4)

        for pose, height in self._pile(t):
            paint(BACK, pose, height)
        for rest in self.timeline.lying(t):
            paint(rest.label, rest.pose, rest.height)
        for visit in visits:
            arm = self._arm(visit.seat, visit.hand)
            plane = np.diag((scale, scale, 1.0)) @ self._arm_plane(visit, t)[0]
            if visit.hand == "hold":
                owner[arm.under.mask(plane, size)] = -1
            for label, pose, lift in visit.held_at(t):
                paint(label, pose, lift)
            owner[arm.over.mask(plane, size)] = -1
        count = np.bincount(owner[owner > 0].ravel(), minlength=len(cards) + 1)
        areas = [max(1.0, cv2.contourArea(quad.astype(np.float32)) * scale * scale) for _, quad in cards]
        return tuple(
            (label, quad, float(min(1.0, count[i + 1] / area)))
            for i, ((label, quad), area) in enumerate(zip(cards, areas, strict=True))
        )


class _Layer:
    """One picture of an arm, cut to what is not empty, with where it lies on the arm's own plane."""

    def __init__(self, picture: np.ndarray, sprite: Sprite) -> None:
        rows, columns = (np.flatnonzero(picture[..., 3].any(axis)) for axis in (1, 0))
        self.empty = not len(rows)
        if self.empty:
            return
        top, left = max(0, int(rows[0]) - 1), max(0, int(columns[0]) - 1)
        self.picture = _premultiplied(picture[top : rows[-1] + 2, left : columns[-1] + 2])
        height, width = self.picture.shape[:2]
        x, y = (left - sprite.origin[0]) / sprite.scale, (top - sprite.origin[1]) / sprite.scale
        self.plane = np.array([[1 / sprite.scale, 0, x], [0, 1 / sprite.scale, y], [0, 0, 1]])
        self.box = (x, x + width / sprite.scale, y, y + height / sprite.scale)

    def paint(self, image: np.ndarray, plane: np.ndarray) -> None:
        """Paint it through a homography of the arm's plane."""
        if not self.empty:
            _blend(image, self.picture, plane @ self.plane, _outline(plane, *self.box))

    def mask(self, plane: np.ndarray, size: tuple[int, int]) -> np.ndarray:
        """Where it hides what lies beneath: bool (height, width)."""
        if self.empty:
            return np.zeros(size[::-1], bool)
        return cv2.warpPerspective(self.picture[..., 3], plane @ self.plane, size) > 127


class _Arm:
    """An arm ready to be painted: what is beneath and above a held card, and its shape for the shadow."""

    def __init__(self, sprite: Sprite) -> None:
        self.under, self.over = _Layer(sprite.under, sprite), _Layer(sprite.over, sprite)
        shape = cv2.max(sprite.under[..., 3], sprite.over[..., 3])
        self.shape = cv2.resize(shape, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
        x, y = (-value / sprite.scale for value in sprite.origin)
        self.shape_plane = np.array([[4 / sprite.scale, 0, x], [0, 4 / sprite.scale, y], [0, 0, 1]])


def _outline(plane: np.ndarray, left: float, right: float, near: float, far: float) -> np.ndarray:
    """Pixels (n, 2) around a long rectangle of an arm's plane; what is behind the camera is left out."""
    along = np.linspace(near, far, 9)
    points = np.array([(x, y, 1.0) for y in along for x in (left, right)]) @ plane.T
    middle = plane @ np.array((0, 0, 1.0))
    before = points[:, 2] > 0.12 * middle[2]
    return points[before, :2] / points[before, 2:]


def _around(boxes: list[Box], size: tuple[int, int]) -> Box | None:
    """The box around several, cut to the picture; None if nothing is left."""
    left, top = max(0, min(box[0] for box in boxes)), max(0, min(box[1] for box in boxes))
    right, bottom = min(size[0], max(box[2] for box in boxes)), min(size[1], max(box[3] for box in boxes))
    return (left, top, right, bottom) if right > left and bottom > top else None


def _premultiplied(image: np.ndarray) -> np.ndarray:
    image = image.copy()
    image[..., :3] = (image[..., :3].astype(np.float32) * image[..., 3:] / 255 + 0.5).astype(np.uint8)
    return image


def _blend(image: np.ndarray, sprite: np.ndarray, matrix: np.ndarray, quad: np.ndarray) -> None:
    """Lay a premultiplied BGRA picture over an image through a homography, in place, within a quad."""
    height, width = image.shape[:2]
    x0, y0 = np.maximum(np.floor(quad.min(0)).astype(int) - 1, 0)
    x1, y1 = np.minimum(np.ceil(quad.max(0)).astype(int) + 2, (width, height))
    if x1 <= x0 or y1 <= y0:
        return
    move = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]], float)
    warped = cv2.warpPerspective(sprite, move @ matrix, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR)
    part = image[y0:y1, x0:x1]
    rest = cv2.merge([255 - warped[..., 3]] * 3)
    part[:] = cv2.add(cv2.multiply(part, rest, scale=1 / 255), warped[..., :3])


def _shade(image: np.ndarray, quad: np.ndarray, shift: np.ndarray, blur: float, dark: float) -> None:
    """Darken an image in place by the soft shadow of a quad."""
    height, width = image.shape[:2]
    pad = int(3 * blur) + 2
    cast = quad + shift
    x0, y0 = np.maximum(np.floor(cast.min(0)).astype(int) - pad, 0)
    x1, y1 = np.minimum(np.ceil(cast.max(0)).astype(int) + pad, (width, height))
    if x1 <= x0 or y1 <= y0:
        return
    mask = np.zeros((y1 - y0, x1 - x0), np.float32)
    cv2.fillConvexPoly(mask, np.round((cast - (x0, y0)) * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
    mask = 1 - dark * cv2.GaussianBlur(mask, (0, 0), max(0.5, blur))
    part = image[y0:y1, x0:x1]
    part[:] = cv2.multiply(part, cv2.merge([mask] * 3), dtype=cv2.CV_8U)
