"""How a filmed game looks: table, camera, light, deck and arms, and the difficulties that can be switched on.

Pictures are BGR, uint8; places are in table coordinates (:mod:`datasets.camera`).
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from datasets.arms import Look, sample_look
from datasets.camera import Camera
from datasets.faces import ASPECT, FAMILIES, Design, sample_design
from datasets.scenes import background

_CORNERS = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) * (1, ASPECT)


@dataclass(frozen=True)
class Pose:
    """Where a card lies: its middle, and the direction of its top edge in degrees clockwise."""

    x: float
    y: float
    angle: float

    @property
    def corners(self) -> np.ndarray:
        """The four corners on the table (4, 2), clockwise from the top left."""
        c, s = np.cos(np.radians(self.angle)), np.sin(np.radians(self.angle))
        return _CORNERS @ np.array([[c, s], [-s, c]]) + (self.x, self.y)


@dataclass(frozen=True)
class Difficulties:
    """What makes a film hard to follow; each is a switch of its own, and all are off by default."""

    tilt: float = 0.0
    """Degrees by which the camera looks from the side, on top of the few that it always does."""
    roll: float = 0.0
    """Degrees by which the camera is turned about its line of sight."""
    turn: float = 0.0
    """Degrees by which the piles are turned about the middle of the table."""
    focal: float = 1.5
    """Focal length in picture widths: shorter ones see more perspective."""
    small: float = 1.0
    """How large cards are, as a factor."""
    mess: float = 0.0
    """How much more untidily cards are laid, in card widths."""
    exposure: float = 0.0
    """How much of a change of light the automatic exposure evens out, 0 to 1."""
    bands: float = 0.0
    """Bands of flickering mains light, as a share of the brightness."""
    noise: float = 0.0
    """More noise of the sensor, in grey levels."""
    shutter: float = 0.32
    """For how much of a picture's time the shutter is open: motion blur."""
    knocks: int = 0
    """How often somebody knocks against the camera, which then looks a little elsewhere."""
    lamp: bool = False
    """Whether a lamp is switched on, and off again later."""
    haste: float = 0.2
    """How often an arm comes while the one before is still going, 0 to 1."""


def sample_difficulties(rng: np.random.Generator) -> Difficulties:
    """Draw difficulties as they come together at real tables."""
    tilt = float(rng.choice([0.0, rng.uniform(5, 35)]))
    return Difficulties(
        tilt=tilt,
        roll=float(rng.choice([0.0, rng.uniform(-180, 180)])),
        turn=float(rng.uniform(-180, 180)),
        focal=float(rng.uniform(0.85, 1.5)),
        small=float(rng.uniform(0.66, 0.8)) + 0.004 * tilt,  # far cards have to be read as well
        mess=float(rng.choice([0.0, rng.uniform(0.0, 0.15)])),
        exposure=float(rng.choice([0.0, rng.uniform(0.4, 1.0)])),
        bands=float(rng.choice([0.0, 0.0, rng.uniform(0.005, 0.02)])),
        noise=float(rng.choice([0.0, rng.uniform(0.0, 3.0)])),
        shutter=float(rng.uniform(0.2, 0.7)),
        knocks=int(rng.choice([0, 1, 2], p=[0.5, 0.35, 0.15])),
        lamp=bool(rng.random() < 0.3),
        haste=float(rng.uniform(0.1, 0.3)),
    )


@dataclass(frozen=True)
class Knock:
    """A knock at the camera at ``t``: from then on the picture is ``way`` pixels and ``turn`` degrees off."""

    t: float
    way: tuple[float, float]
    turn: float


@dataclass(frozen=True, eq=False)
class Setting:
    """How a film looks: size in pixels, camera, places, deck, arms, light. See :func:`sample_setting`."""

    size: tuple[int, int]
    fps: int
    card: float  # card width in pixels in the middle of the picture
    camera: Camera
    table: np.ndarray
    light: np.ndarray
    lamp: np.ndarray
    discard: tuple[float, float]
    draw_pile: Pose
    mess: tuple[float, float]  # of the discard pile: card widths, degrees
    design: Design
    arms: tuple[Look, ...]
    shadow: tuple[float, float]
    noise: float
    flicker: float
    pace: float  # seconds from one act to the next
    difficulties: Difficulties
    seed: int

    def seat(self, number: int) -> tuple[np.ndarray, np.ndarray]:
        """Return where the table ends (x, y) towards a seat, and the direction outwards from the middle.

        Seats lie evenly around the picture, the first at its bottom edge, the others clockwise.
        """
        around = 2 * np.pi * number / len(self.arms)
        way = np.array([-np.sin(around), np.cos(around)])
        half = np.array(self.size) / 2
        edge = min(half / np.maximum(np.abs(way), 1e-6))
        place = self.camera.table(half + way * edge)[0]
        return place, place / np.linalg.norm(place)


def sample_setting(
    rng: np.random.Generator,
    players: int,
    *,
    size: tuple[int, int] = (960, 540),
    fps: int = 15,
    pace: float = 2.25,
    family: str | None = None,
    table: np.ndarray | None = None,
    difficulties: Difficulties | None = None,
) -> Setting:
    """Draw a setting at random for so many players.

    ``family`` is one of ``faces.FAMILIES``; ``table`` a picture of the empty table, of the film's size.
    """
    hard = difficulties or Difficulties()
    width, height = size
    card = width * rng.uniform(0.075, 0.09) * hard.small
    camera = Camera.above(
        size,
        card,
        tilt=rng.uniform(4, 14) * (0.4 if hard.tilt else 1.0) + hard.tilt,
        turn=rng.normal(0, 1.0) + hard.turn,
        roll=hard.roll,
        focal=hard.focal,
    )
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
        lamp=_lamp(np.random.default_rng((seed, 7)), width, height),
        discard=discard,
        draw_pile=pile,
        mess=(rng.uniform(0.05, 0.18) + hard.mess, rng.uniform(6, 16) + 100 * hard.mess),
        design=sample_design(np.random.default_rng((seed, 5)), family),
        arms=tuple(sample_look(rng) for _ in range(players)),
        shadow=(float(np.cos(turn)), float(np.sin(turn))),
        noise=float(rng.uniform(1.0, 2.5)) + hard.noise,
        flicker=float(rng.uniform(0.002, 0.006)),
        pace=pace,
        difficulties=hard,
        seed=seed,
    )


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


def _lamp(rng: np.random.Generator, width: int, height: int) -> np.ndarray:
    """What a lamp adds to the light: float32 (height, width, 3), strongest somewhere above the table."""
    y, x = np.mgrid[0 : height // 8, 0 : width // 8].astype(np.float32) * 8
    place = rng.uniform(-0.2, 1.2, 2) * (width, height)
    value = np.exp(-((x - place[0]) ** 2 + (y - place[1]) ** 2) / (2 * (0.6 * width) ** 2))
    tint = np.float32((0.75, 0.9, 1.0)) * np.float32(rng.uniform(0.2, 0.5))
    return cv2.resize(value, (width, height), interpolation=cv2.INTER_CUBIC)[..., None] * tint
