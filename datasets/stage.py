"""The stage of a filmed game: table, camera, light and arms; acts become poses, poses become pictures.

Table coordinates are in card widths from the middle of the picture, x to the right, y down, angles in degrees
clockwise; heights are in card widths above the table. Pictures are BGR, uint8.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from datasets.arms import Look, Sprite, draw_arm, sample_look
from datasets.faces import ASPECT, FAMILIES, Design, draw_card, sample_design
from datasets.scenes import background
from datasets.script import Act, Script
from tracker.cards import BACK

_CORNERS = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) * (1, ASPECT)


@dataclass(frozen=True)
class Pose:
    """Where a card lies: its middle, and the direction of its top edge."""

    x: float
    y: float
    angle: float

    @property
    def corners(self) -> np.ndarray:
        """The four corners on the table (4, 2), clockwise from the top left."""
        c, s = np.cos(np.radians(self.angle)), np.sin(np.radians(self.angle))
        return _CORNERS @ np.array([[c, s], [-s, c]]) + (self.x, self.y)


@dataclass(frozen=True)
class Key:
    """One key of an arm's way: at ``t`` the finger tips are at (x, y), ``height`` above the table."""

    t: float
    x: float
    y: float
    height: float


@dataclass(frozen=True)
class Held:
    """A card in a hand from ``since`` until ``until``; the pose is relative to finger tips and direction."""

    label: str
    since: float
    until: float
    forward: float
    aside: float
    angle: float


@dataclass(frozen=True)
class Visit:
    """One arm's way in and out: whose, the hand's shape, the body it hangs on, keys, and what it holds."""

    seat: int
    hand: str
    body: tuple[float, float]
    keys: tuple[Key, ...]
    held: tuple[Held, ...] = ()

    @property
    def begin(self) -> float:
        """When the arm comes into the picture."""
        return self.keys[0].t

    @property
    def end(self) -> float:
        """When it has left the picture."""
        return self.keys[-1].t

    def tips(self, t: float) -> tuple[float, float, float, float]:
        """Return x, y, the direction the fingers point in (degrees, 0 is up) and the height at a time."""
        keys = self.keys
        i = int(np.clip(np.searchsorted([key.t for key in keys], t) - 1, 0, len(keys) - 2))
        a, b = keys[i], keys[i + 1]
        u = np.clip((t - a.t) / max(b.t - a.t, 1e-6), 0, 1)
        u = u * u * u * (u * (6 * u - 15) + 10)
        x, y = a.x + (b.x - a.x) * u, a.y + (b.y - a.y) * u
        angle = np.degrees(np.arctan2(x - self.body[0], self.body[1] - y))
        return x, y, angle, a.height + (b.height - a.height) * u

    def held_at(self, t: float) -> Iterator[tuple[str, Pose, float]]:
        """Yield the cards in the hand: label, pose, height."""
        x, y, angle, height = self.tips(t)
        along = np.array([np.sin(np.radians(angle)), -np.cos(np.radians(angle))])
        across = np.array([-along[1], along[0]])
        for card in self.held:
            if card.since <= t < card.until:
                middle = np.array((x, y)) + along * card.forward + across * card.aside
                yield card.label, Pose(*middle, angle + card.angle), height


@dataclass(frozen=True)
class Rest:
    """A card that lies on the discard pile from ``since`` until ``until``."""

    label: str
    pose: Pose
    since: float
    until: float = np.inf


@dataclass(frozen=True)
class Timeline:
    """Everything that moves: arms' visits, cards on the discard pile, cards that leave the draw pile.

    ``rests`` are from the bottom up; ``taken``: times; ``marks``: when each act is done.
    """

    visits: tuple[Visit, ...]
    rests: tuple[Rest, ...]
    taken: tuple[float, ...]
    marks: tuple[float, ...]
    end: float


@dataclass(frozen=True, eq=False)
class Setting:
    """How a film looks: size in pixels, camera, places, deck, arms, light. See :func:`sample_setting`."""

    size: tuple[int, int]
    fps: int
    card: float  # card width in pixels in the middle of the picture
    camera: np.ndarray  # table coordinates to pixels
    table: np.ndarray
    light: np.ndarray
    discard: tuple[float, float]
    draw_pile: Pose
    mess: tuple[float, float]  # of the discard pile: card widths, degrees
    design: Design
    arms: tuple[Look, ...]
    shadow: tuple[float, float]
    noise: float
    flicker: float
    pace: float  # seconds from one act to the next
    seed: int


def sample_setting(
    rng: np.random.Generator,
    players: int,
    *,
    size: tuple[int, int] = (960, 540),
    fps: int = 15,
    pace: float = 2.25,
    family: str | None = None,
    table: np.ndarray | None = None,
) -> Setting:
    """Draw a setting at random for so many players.

    ``family`` is one of ``faces.FAMILIES``; ``table`` a picture of the empty table, of the film's size.
    """
    width, height = size
    card = width * rng.uniform(0.075, 0.09)
    camera = _camera(rng, width, height, card)
    discard = (rng.uniform(1.0, 1.5), rng.uniform(-0.3, 0.3))
    pile = Pose(-rng.uniform(1.1, 1.6), rng.uniform(-0.3, 0.3), rng.normal(0, 6))
    if rng.random() < 0.3:
        discard, pile = (-discard[0], discard[1]), Pose(-pile.x, pile.y, pile.angle)
    turn = rng.uniform(0, 2 * np.pi)
    # Deck and table have their own numbers: a new design or pattern leaves all else as it is.
    family = family or str(rng.choice(FAMILIES[:4]))
    seed = int(rng.integers(1 << 31))
    if table is None:
        table = background(np.random.default_rng((seed, 6)), width, height)
    return Setting(
        size=size,
        fps=fps,
        card=card,
        camera=camera,
        table=cv2.GaussianBlur(table, (0, 0), 0.8),
        light=_light(rng, width, height),
        discard=discard,
        draw_pile=pile,
        mess=(rng.uniform(0.05, 0.18), rng.uniform(6, 16)),
        design=sample_design(np.random.default_rng((seed, 5)), family),
        arms=tuple(sample_look(rng) for _ in range(players)),
        shadow=(float(np.cos(turn)), float(np.sin(turn))),
        noise=float(rng.uniform(1.0, 2.5)),
        flicker=float(rng.uniform(0.002, 0.006)),
        pace=pace,
        seed=seed,
    )


def _camera(rng: np.random.Generator, width: int, height: int, card: float) -> np.ndarray:
    pitch = np.radians(rng.uniform(4, 14))
    distance = 1.5 * width / card
    c, s = np.cos(pitch), np.sin(pitch)
    tilt = np.array([[1, 0, 0], [0, c, 0], [0, -s / distance, 1]])
    turn = np.radians(rng.normal(0, 1.0))
    roll = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    zoom = np.array([[card, 0, width / 2], [0, card, height / 2], [0, 0, 1]])
    return zoom @ tilt @ roll


def _light(rng: np.random.Generator, width: int, height: int) -> np.ndarray:
    """Soft daylight from one side and the lens's darker corners: float32 (height, width, 3), about 1."""
    y, x = np.mgrid[0 : height // 8, 0 : width // 8].astype(np.float32)
    x, y = x / x.max() - 0.5, y / y.max() - 0.5
    turn = rng.uniform(0, 2 * np.pi)
    value = rng.uniform(0.92, 1.06) + (x * np.cos(turn) + y * np.sin(turn)) * rng.uniform(0.05, 0.3)
    value -= (x * x + y * y) * rng.uniform(0.1, 0.45)
    warm = rng.normal(0, 0.04)
    tint = np.array([1 - warm, 1.0, 1 + warm], np.float32)
    return cv2.resize(value, (width, height), interpolation=cv2.INTER_CUBIC)[..., None] * tint


# ------------------------------------------------------------------------------------------ acts to poses


def animate(script: Script, setting: Setting) -> Timeline:
    """Give every act of a script its visit, one after another, at the setting's pace."""
    rng = np.random.default_rng((setting.seed, 1))
    rests = [Rest(script.start.label, _lay(rng, setting, rng.normal(0, 8)), -1.0)]
    visits: list[Visit] = []
    taken: list[float] = []
    marks: list[float] = []
    t = 1.6
    for act in script.acts:
        visit = _Reach(rng, setting, act, t, rests, taken)
        visits.append(visit.made)
        marks.append(visit.done)
        # Most arms wait until the one before has gone; some come while it is still going.
        step = setting.pace * rng.uniform(0.88, 1.12)
        t = max(t + step, visit.made.end - (0.3 if rng.random() < 0.2 else -0.12))
    return Timeline(
        tuple(visits), tuple(rests), tuple(taken), tuple(marks), visits[-1].end + 1.8 if visits else 3.0
    )


def _lay(rng: np.random.Generator, setting: Setting, angle: float) -> Pose:
    mess, turn = setting.mess
    x, y = np.array(setting.discard) + np.clip(rng.normal(0, mess, 2), -2 * mess, 2 * mess)
    return Pose(x, y, angle + float(np.clip(rng.normal(0, turn), -2 * turn, 2 * turn)))


class _Reach:
    """One act's visit. ``made`` is the visit, ``done`` when its effect is complete."""

    def __init__(self, rng, setting: Setting, act: Act, t: float, rests: list, taken: list[float]) -> None:
        self.rng = rng
        self.seat = act.seat
        players = len(setting.arms)
        around = 2 * np.pi * act.seat / players
        out = np.array([-np.sin(around), np.cos(around)])
        width, height = np.array(setting.size) / setting.card
        # The body sits beyond the picture's edge; the arm comes in a little to the left or right of it.
        edge = min(width / 2 / max(abs(out[0]), 1e-6), height / 2 / max(abs(out[1]), 1e-6))
        aside = np.array([-out[1], out[0]]) * rng.normal(0, 0.5)
        self.body = out * (edge + 3.5) + aside
        self.rests, self.taken = rests, taken
        self.setting = setting
        getattr(self, "_" + act.kind)(act, t)

    def _target(self, middle: np.ndarray, forward: float) -> tuple[np.ndarray, np.ndarray, float]:
        """Return finger tips that hold a card ``forward`` of them at its place, a start outside, an angle."""
        along = middle - self.body
        along = along / np.linalg.norm(along)
        tips = middle - along * forward
        angle = float(np.degrees(np.arctan2(along[0], -along[1])))
        return tips, self.body + along * 0.6, angle

    def _visit(self, hand: str, ways: Sequence[tuple[float, np.ndarray, float]], t: float, held=()) -> None:
        """Ways: (seconds after the one before, finger tips, height)."""
        keys = []
        for seconds, tips, height in ways:
            t += seconds
            keys.append(Key(t, float(tips[0]), float(tips[1]), height))
        self.made = Visit(self.seat, hand, tuple(self.body.tolist()), tuple(keys), tuple(held))

    def _seconds(self, seconds: float) -> float:
        return seconds * self.rng.uniform(0.88, 1.15)

    def _play(self, act: Act, t: float) -> None:
        rng = self.rng
        aim = np.array(self.setting.discard)
        angle = self._target(aim, 0.0)[2]
        pose = _lay(rng, self.setting, angle + (180 if rng.random() < 0.15 else 0))
        forward = 0.12 + rng.normal(0, 0.03)
        tips, start, angle = self._target(np.array((pose.x, pose.y)), forward)
        reach, lower, stay, leave = (self._seconds(s) for s in (0.62, 0.22, 0.14, 0.6))
        rest = t + reach + lower
        above = tips + rng.normal(0, 0.12, 2)
        self.rests.append(Rest(act.card.label, pose, rest))
        ways = [
            (0, start, 1.0),
            (reach, above, 0.5),
            (lower, tips, 0.04),
            (stay, tips, 0.08),
            (leave, start, 1.0),
        ]
        # The card hangs on the moving tips; when they arrive it has its pose.
        self._visit("hold", ways, t, [Held(act.card.label, t, rest, forward, 0.0, pose.angle - angle)])
        self.done = rest

    def _draw(self, act: Act, t: float) -> None:
        rng = self.rng
        pile = self.setting.draw_pile
        forward = 0.05 + rng.normal(0, 0.05)
        tips, start, angle = self._target(np.array((pile.x, pile.y)) + rng.normal(0, 0.08, 2), forward)
        back = (start - tips) / np.linalg.norm(start - tips)
        reach, leave = self._seconds(0.62), self._seconds(0.7)
        ways = [(0, start, 1.0), (reach, tips, 0.1)]
        held = []
        now = t + reach
        fan = rng.uniform(7, 13)
        for number in range(act.count):
            press = self._seconds(0.12)
            now += press
            self.taken.append(now)
            spread = (number - (act.count - 1) / 2) * fan if act.count > 1 else 0.0
            own = pile.angle - angle
            own = (own + 90) % 180 - 90 + rng.normal(0, 2)
            turn = own if act.count == 1 else own * 0.4 + spread
            held.append(Held(BACK, now, 1e9, forward + 0.03 * number, np.radians(spread) * 0.6, turn))
            ways.append((press, tips, 0.08))
            if number < act.count - 1:
                pull = self._seconds(0.17)
                ways += [(pull, tips + back * 0.9, 0.2), (pull, tips, 0.1)]
                now += 2 * pull
        ways.append((leave, start, 1.0))
        self._visit("press", ways, t, held)
        self.done = now + 0.3 * leave

    def _takeback(self, act: Act, t: float) -> None:
        number = max(i for i, rest in enumerate(self.rests) if rest.until == np.inf)
        top = self.rests[number]
        forward = 0.05 + self.rng.normal(0, 0.05)
        tips, start, angle = self._target(np.array((top.pose.x, top.pose.y)), forward)
        reach, press, leave = (self._seconds(s) for s in (0.62, 0.15, 0.7))
        gone = t + reach + press
        self.rests[number] = replace(top, until=gone)
        held = Held(top.label, gone, 1e9, forward, 0.0, top.pose.angle - angle)
        self._visit(
            "press",
            [(0, start, 1.0), (reach, tips, 0.1), (press, tips, 0.08), (leave, start, 1.0)],
            t,
            [held],
        )
        self.done = gone + 0.3 * leave

    def _idle(self, hand: str, t: float, height: float) -> None:
        rng = self.rng
        aim = np.array(self.setting.discard) + rng.normal(0, 0.35, 2)
        tips, start, _ = self._target(aim, 0.0)
        ways = [(0, start, 1.0), (self._seconds(0.65), tips, height)]
        for _ in range(int(rng.integers(1, 4))):
            ways.append((self._seconds(0.3), tips + rng.normal(0, 0.2, 2), height))
        ways.append((self._seconds(0.65), start, 1.0))
        self._visit(hand, ways, t)
        self.done = self.made.end

    def _hover(self, act: Act, t: float) -> None:
        self._idle("press", t, 0.7)

    def _point(self, act: Act, t: float) -> None:
        self._idle("point", t, 0.4)


# --------------------------------------------------------------------------------------- poses to pictures


Seen = tuple[str, np.ndarray, float]
"""A card in a picture: label, corners in pixels (4, 2), and the share of it that is visible."""


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
    _arms: dict[tuple[int, str], Sprite] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Draw what stays the same: the empty table, the sensor's noise, the draw pile's untidiness."""
        setting = self.setting
        rng = np.random.default_rng((setting.seed, 2))
        height, width = setting.table.shape[:2]
        noise = rng.normal(0, setting.noise, (height + 64, width + 64, 3))
        self._noise = cv2.GaussianBlur(noise, (0, 0), 0.6).astype(np.float32) * 1.7
        self._rng = rng
        self._stack = rng.normal(0, 1, (200, 3)) * (0.012, 0.012, 0.8)
        self._left = 42
        self._base: np.ndarray | None = None
        self._base_key: tuple[list[Rest], int] = ([], -1)
        self._drift = 0.0

    def frames(self) -> int:
        """How many pictures the film has."""
        return int(np.ceil(self.timeline.end * self.setting.fps))

    def __iter__(self) -> Iterator[Shot]:
        """Draw all pictures in order."""
        for index in range(self.frames()):
            yield self.shot(index / self.setting.fps)

    def shot(self, t: float) -> Shot:
        """Draw the picture at a time; times must not go back."""
        base = self._resting(t)
        exposure = 0.32 / self.setting.fps
        visits = [visit for visit in self.timeline.visits if visit.begin <= t + exposure and t <= visit.end]
        if visits:
            # A shutter is open for a while: what moves is blurred.
            times = np.linspace(t, t + exposure, 5 if self._fast(visits, t) else 2)
            total = np.zeros(base.shape, np.uint16)
            for moment in times:
                total += self._with_arms(base, visits, moment)
            image = (total // len(times)).astype(np.uint8)
        else:
            image = base
        image = self._through_lens(image)
        return Shot(image, t, lambda: self._seen(t, visits))

    def _fast(self, visits: list[Visit], t: float) -> bool:
        ways = [np.subtract(visit.tips(t + 0.02)[:2], visit.tips(t)[:2]) for visit in visits]
        return max(float(np.hypot(*way)) for way in ways) > 0.05

    def _through_lens(self, image: np.ndarray) -> np.ndarray:
        setting, rng = self.setting, self._rng
        self._drift = 0.9 * self._drift + rng.normal(0, setting.flicker * 0.5)
        gain = 1 + self._drift + rng.normal(0, setting.flicker * 0.5)
        lit = cv2.multiply(image, setting.light * np.float32(gain), dtype=cv2.CV_32F)
        x, y = rng.integers(0, 64, 2)
        height, width = image.shape[:2]
        noise = self._noise[y : y + height, x : x + width]
        if rng.random() < 0.5:
            noise = noise[:, ::-1]
        return np.clip(lit + noise, 0, 255).astype(np.uint8)

    # What lies still

    def _lying(self, t: float) -> list[Rest]:
        return [rest for rest in self.timeline.rests if rest.since <= t < rest.until]

    def _pile(self, t: float) -> list[tuple[Pose, float]]:
        """The draw pile's cards that can be seen, from the bottom up, each with its height."""
        left = self._left - sum(moment <= t for moment in self.timeline.taken)
        place = self.setting.draw_pile
        cards = []
        for number in (*range(0, max(left - 1, 0), 3), left - 1):
            dx, dy, turn = self._stack[number]
            cards.append((Pose(place.x + dx, place.y + dy, place.angle + turn), number * 0.0055))
        return cards

    def _resting(self, t: float) -> np.ndarray:
        key = (self._lying(t), sum(moment <= t for moment in self.timeline.taken))
        if key != self._base_key:
            image = self.setting.table.copy()
            for number, (pose, height) in enumerate(self._pile(t)):
                self._lay(image, BACK, pose, height, 0.04 if number else 0.35)
            for rest in self._lying(t)[-14:]:
                self._lay(image, rest.label, rest.pose, 0.01, 0.3)
            self._base, self._base_key = image, key
        return self._base

    # Geometry

    def _raised(self, points: np.ndarray, height: float) -> np.ndarray:
        """Picture points (n, 2) of table points (n, 2) at a height: nearer to the lens is larger."""
        distance = 1.2 * self.setting.size[0] / self.setting.card
        flat = np.asarray(points, float) * (1 + height / distance)
        return cv2.perspectiveTransform(flat.reshape(-1, 1, 2), self.setting.camera).reshape(-1, 2)

    def quad(self, pose: Pose, height: float = 0.0) -> np.ndarray:
        """A card's corners in pixels (4, 2)."""
        return self._raised(pose.corners, height)

    # Painting

    def _picture(self, label: str) -> np.ndarray:
        if label not in self._cards:
            rng = np.random.default_rng((self.setting.seed, 3, *label.encode()))
            tall = round(self.setting.card * ASPECT * 2)
            self._cards[label] = _premultiplied(draw_card(label, self.setting.design, rng, tall))
        return self._cards[label]

    def _sprite(self, seat: int, hand: str) -> Sprite:
        if (seat, hand) not in self._arms:
            rng = np.random.default_rng((self.setting.seed, 4, seat))
            sprite = draw_arm(self.setting.arms[seat], hand, rng, self.setting.card * 1.15)
            self._arms[seat, hand] = Sprite(
                _premultiplied(sprite.under), _premultiplied(sprite.over), sprite.origin, sprite.scale
            )
        return self._arms[seat, hand]

    def _lay(self, image: np.ndarray, label: str, pose: Pose, height: float, dark: float) -> None:
        quad = self.quad(pose, height)
        card = self._picture(label)
        shift = np.array(self.setting.shadow) * (0.04 + 0.35 * height) * self.setting.card
        _shade(image, quad, shift, (0.03 + 0.2 * height) * self.setting.card, dark)
        card = cv2.resize(card, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA)
        h, w = card.shape[:2]
        matrix = cv2.getPerspectiveTransform(
            np.float32([(0, 0), (w, 0), (w, h), (0, h)]), quad.astype(np.float32)
        )
        _blend(image, card, matrix, quad)

    def _arm_matrix(self, visit: Visit, sprite: Sprite, t: float) -> np.ndarray:
        x, y, angle, height = visit.tips(t)
        c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
        points = np.float32([(-1, 0), (1, 0), (1, 6), (-1, 6)])
        there = self._raised(points @ np.array([[c, s], [-s, c]]) + (x, y), height + 0.1)
        here = points * sprite.scale + np.float32(sprite.origin)
        return cv2.getPerspectiveTransform(here.astype(np.float32), there.astype(np.float32))

    def _with_arms(self, base: np.ndarray, visits: list[Visit], t: float) -> np.ndarray:
        image = base.copy()
        for visit in visits:
            height = visit.tips(t)[3]
            under, over = (getattr(self._sprite(visit.seat, visit.hand), part) for part in ("under", "over"))
            matrix = self._arm_matrix(visit, self._sprite(visit.seat, visit.hand), t)
            self._arm_shadow(image, cv2.max(under[..., 3], over[..., 3]), matrix, height)
            if visit.hand == "hold":
                _blend(image, under, matrix)
            for label, pose, lift in visit.held_at(t):
                self._lay(image, label, pose, lift, 0.25)
            _blend(image, over, matrix)
        return image

    def _arm_shadow(self, image: np.ndarray, alpha: np.ndarray, matrix: np.ndarray, height: float) -> None:
        setting = self.setting
        small = np.diag((0.25, 0.25, 1.0))
        move = np.eye(3)
        move[:2, 2] = np.array(setting.shadow) * (0.15 + 0.6 * height) * setting.card
        size = (setting.size[0] // 4, setting.size[1] // 4)
        cast = cv2.warpPerspective(alpha, small @ move @ matrix, size)
        cast = cv2.GaussianBlur(cast, (0, 0), (0.08 + 0.25 * height) * setting.card / 4)
        if cast.max() < 4:
            return
        factor = 1 - 0.4 * (cast.astype(np.float32) / 255)
        factor = cv2.resize(factor, setting.size, interpolation=cv2.INTER_LINEAR)
        image[:] = cv2.multiply(image, cv2.merge([factor] * 3), dtype=cv2.CV_8U)

    # Truth for one picture

    def _seen(self, t: float, visits: list[Visit]) -> tuple[Seen, ...]:
        """All cards with the share that can be seen, by painting numbers instead of colours."""
        scale = 0.5
        size = (int(self.setting.size[0] * scale), int(self.setting.size[1] * scale))
        owner = np.zeros(size[::-1], np.int16)
        cards: list[tuple[str, np.ndarray]] = []

        def paint(label: str, quad: np.ndarray) -> None:
            cards.append((label, quad))
            cv2.fillConvexPoly(owner, np.round(quad * scale * 16).astype(np.int32), len(cards), cv2.LINE_8, 4)

        for pose, height in self._pile(t):
            paint(BACK, self.quad(pose, height))
        for rest in self._lying(t):
            paint(rest.label, self.quad(rest.pose, 0.01))
        for visit in visits:
            sprite = self._sprite(visit.seat, visit.hand)
            matrix = np.diag((scale, scale, 1.0)) @ self._arm_matrix(visit, sprite, t)
            if visit.hand == "hold":
                owner[cv2.warpPerspective(sprite.under[..., 3], matrix, size) > 127] = -1
            for label, pose, lift in visit.held_at(t):
                paint(label, self.quad(pose, lift))
            owner[cv2.warpPerspective(sprite.over[..., 3], matrix, size) > 127] = -1
        count = np.bincount(owner[owner > 0].ravel(), minlength=len(cards) + 1)
        areas = [max(1.0, cv2.contourArea(quad.astype(np.float32)) * scale * scale) for _, quad in cards]
        return tuple(
            (label, quad, float(min(1.0, count[i + 1] / area)))
            for i, ((label, quad), area) in enumerate(zip(cards, areas, strict=True))
        )


def _premultiplied(image: np.ndarray) -> np.ndarray:
    image = image.copy()
    image[..., :3] = (image[..., :3].astype(np.float32) * image[..., 3:] / 255 + 0.5).astype(np.uint8)
    return image


def _blend(image: np.ndarray, sprite: np.ndarray, matrix: np.ndarray, quad: np.ndarray | None = None) -> None:
    """Lay a premultiplied BGRA picture over an image through a homography, in place."""
    height, width = image.shape[:2]
    if quad is None:
        h, w = sprite.shape[:2]
        corners = np.float32([(0, 0), (w, 0), (w, h), (0, h)]).reshape(-1, 1, 2)
        quad = cv2.perspectiveTransform(corners, matrix.astype(np.float64)).reshape(4, 2)
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
