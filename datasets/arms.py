"""Arms as a camera above the table sees them: a sleeve, a wrist, a hand; drawn once, then moved about.

A hand is a height field made of rounded fingers, shaded by its slope. Lengths are in card widths; a hand
points up (towards -y) and the tip of its middle finger is the origin.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

REACH = 16.0
"""How long an arm is drawn, from the finger tips to beyond any picture's edge."""

HALF_WIDTH = 1.6
"""Half of the width of an arm's picture."""

_TOP = 0.6
_SKINS = (  # BGR
    (170, 195, 235),
    (150, 180, 225),
    (125, 160, 210),
    (95, 130, 185),
    (70, 100, 150),
    (50, 70, 110),
    (40, 52, 82),
)

# Fingers as (joints from knuckle to tip, radii); x right, y down; a left hand is the mirror image.
_Finger = tuple[tuple[tuple[float, float], ...], tuple[float, ...]]
_HANDS: dict[str, tuple[tuple[_Finger, ...], tuple[_Finger, ...]]] = {
    # What lies under a held card, and what lies over it.
    "hold": (
        (
            (((0.52, 1.55), (0.5, 0.95), (0.32, 0.6)), (0.17, 0.155, 0.13)),
            (((0.24, 1.45), (0.26, 0.7), (0.12, 0.2)), (0.185, 0.17, 0.145)),
            (((-0.08, 1.4), (-0.06, 0.6), (-0.1, 0.05)), (0.19, 0.175, 0.15)),
            (((-0.38, 1.45), (-0.36, 0.7), (-0.3, 0.15)), (0.185, 0.17, 0.145)),
        ),
        ((((-0.62, 2.1), (-0.66, 1.3), (-0.3, 0.62)), (0.24, 0.2, 0.155)),),
    ),
    "press": (
        (),
        (
            (((-0.62, 2.1), (-0.86, 1.5), (-0.72, 0.95)), (0.24, 0.2, 0.155)),
            (((0.52, 1.55), (0.68, 0.9), (0.66, 0.42)), (0.17, 0.155, 0.125)),
            (((0.24, 1.45), (0.34, 0.65), (0.3, 0.14)), (0.185, 0.17, 0.135)),
            (((-0.08, 1.4), (-0.06, 0.55), (-0.02, 0.0)), (0.19, 0.175, 0.14)),
            (((-0.38, 1.45), (-0.42, 0.65), (-0.36, 0.1)), (0.185, 0.17, 0.135)),
        ),
    ),
    "point": (
        (),
        (
            (((-0.62, 2.1), (-0.5, 1.5), (-0.1, 1.25)), (0.24, 0.2, 0.16)),
            (((0.52, 1.55), (0.56, 1.05), (0.42, 1.3)), (0.17, 0.165, 0.15)),
            (((0.24, 1.45), (0.28, 0.9), (0.18, 1.25)), (0.185, 0.18, 0.16)),
            (((-0.08, 1.4), (-0.04, 0.85), (-0.08, 1.2)), (0.19, 0.185, 0.16)),
            (((-0.36, 1.45), (-0.2, 0.65), (0.0, 0.0)), (0.185, 0.17, 0.14)),
        ),
    ),
}


@dataclass(frozen=True)
class Look:
    """One person's arm: colours BGR, ``girth`` a factor, ``sleeve`` where the cuff begins."""

    skin: tuple[float, float, float]
    cloth: tuple[float, float, float]
    stripe: float
    sleeve: float
    girth: float
    left: bool


@dataclass(frozen=True, eq=False)
class Sprite:
    """Two BGRA pictures of one size, beneath and above a held card, and where the finger tips are (x, y)."""

    under: np.ndarray
    over: np.ndarray
    origin: tuple[float, float]
    scale: float


def sample_look(rng: np.random.Generator) -> Look:
    """Draw one person's arm at random."""
    skin = np.clip(np.array(_SKINS[rng.integers(len(_SKINS))]) * rng.uniform(0.92, 1.06), 0, 250)
    hue = rng.integers(0, 180)
    hsv = np.uint8([[[hue, rng.integers(10, 190), rng.integers(35, 210)]]])
    cloth = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].astype(float)
    return Look(
        skin=tuple(skin.tolist()),
        cloth=tuple(cloth.tolist()),
        stripe=float(rng.choice([0.0, 0.0, 0.25, 0.45])),
        sleeve=float(rng.uniform(3.4, 5.6)),
        girth=float(rng.uniform(0.88, 1.08)),
        left=bool(rng.random() < 0.25),
    )


def draw_arm(look: Look, hand: str, rng: np.random.Generator, scale: float) -> Sprite:
    """Draw an arm; its hand is ``hold``, ``press`` or ``point``; ``scale`` is in pixels to a card width."""
    under, over = _HANDS[hand]
    width, height = round(2 * HALF_WIDTH * scale), round((REACH + _TOP) * scale)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    x = (x + 0.5) / scale - HALF_WIDTH
    y = (y + 0.5) / scale - _TOP
    if look.left:
        x = -x
    x, y = x / look.girth, y / look.girth

    palm = np.zeros_like(x)
    for joints, radii in (
        (((0.42, 1.6), (0.3, 2.6)), (0.34, 0.4)),
        (((0.08, 1.5), (0.05, 2.7)), (0.36, 0.42)),
        (((-0.28, 1.55), (-0.22, 2.7)), (0.36, 0.42)),
        (((0.02, 2.6), (0.0, 4.0)), (0.44, 0.46)),
        (((0.0, 3.8), (0.0, REACH + 2)), (0.46, 0.72)),
    ):
        _raise(palm, x, y, joints, radii, 0.6)
    palm = cv2.GaussianBlur(palm, (0, 0), 0.09 * scale) * (palm > 0)
    low = palm if not over or hand != "hold" else palm.copy()
    for joints, radii in under:
        _raise(low, x, y, joints, radii, 0.9)
    top = np.zeros_like(x) if hand == "hold" else low
    for joints, radii in over:
        _raise(top, x, y, joints, radii, 0.9)

    tips = [
        (joints[-1], radii[-1]) for joints, radii in (*under, *over) if joints[-1][1] < 1
    ]  # not the bent ones
    colour = _skin(look, rng, x, y, tips, scale)
    pictures = []
    for field, sleeved in ((low, True), (top, False)) if hand == "hold" else ((top, True),):
        pictures.append(_shade(field, colour, look, rng, x, y, scale, sleeved))
    if hand != "hold":
        pictures.insert(0, np.zeros_like(pictures[0]))
    return Sprite(pictures[0], pictures[1], (HALF_WIDTH * scale, _TOP * scale), scale)


def _raise(field, x, y, joints, radii, flat: float) -> None:
    """Lay a chain of rounded limbs over a height field; ``flat`` squeezes their height."""
    for (ax, ay), (bx, by), ra, rb in zip(joints, joints[1:], radii, radii[1:], strict=False):
        dx, dy = bx - ax, by - ay
        t = np.clip(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy), 0, 1)
        distance = np.hypot(x - ax - t * dx, y - ay - t * dy)
        radius = ra + (rb - ra) * t
        inside = 1 - (distance / radius) ** 2
        np.maximum(
            field, np.where(inside > 0, radius * flat * np.sqrt(np.maximum(inside, 0)) + 0.02, 0), out=field
        )


def _skin(look: Look, rng, x, y, tips, scale: float) -> np.ndarray:
    height, width = x.shape
    colour = np.empty((height, width, 3), np.float32)
    colour[:] = look.skin
    blotch = cv2.resize(
        rng.normal(0, 1, (height // 24 + 2, width // 24 + 2)).astype(np.float32), (width, height)
    )
    colour *= 1 + 0.03 * blotch[..., None]
    for (tx, ty), radius in tips:
        warm = np.exp(-((x - tx) ** 2 + (y - ty) ** 2) / (2 * (radius * 1.6) ** 2))[..., None]
        colour *= 1 - warm * np.float32((0.14, 0.1, 0.0))
        nail = ((x - tx) / (radius * 0.55)) ** 2 + ((y - ty + radius * 0.25) / (radius * 0.75)) ** 2 < 1
        nail = cv2.GaussianBlur(nail.astype(np.float32), (0, 0), max(0.6, 0.012 * scale))[..., None]
        colour += nail * (np.float32((205, 205, 235)) - colour) * 0.35
    return colour


def _shade(field, skin, look: Look, rng, x, y, scale: float, sleeved: bool) -> np.ndarray:
    """Turn a height field into a lit BGRA picture."""
    height, width = field.shape
    alpha = cv2.GaussianBlur((field > 0).astype(np.float32), (0, 0), max(0.5, 0.012 * scale))
    colour = skin
    if sleeved:
        edge = look.sleeve + 0.05 * np.sin(x * 5)
        sleeve = np.zeros_like(field)
        _raise(sleeve, x, y, ((0.0, look.sleeve + 0.55), (0.0, REACH + 3)), (0.66, 0.95), 0.7)
        sleeve[y < edge] = 0
        folds = cv2.resize(
            rng.normal(0, 1, (height * 3 // round(scale) + 3, 4)).astype(np.float32),
            (width, height),
            interpolation=cv2.INTER_CUBIC,
        )
        cloth_on = sleeve > 0
        field = np.where(cloth_on, np.maximum(sleeve + 0.05 + 0.035 * folds, 0.03), field)
        alpha = np.maximum(
            alpha, cv2.GaussianBlur(cloth_on.astype(np.float32), (0, 0), max(0.5, 0.012 * scale))
        )
        cloth = np.empty_like(skin)
        cloth[:] = look.cloth
        if look.stripe:
            cloth *= 1 - look.stripe * (np.sin(y * 11) > 0.3)[..., None]
        cloth *= 1 + rng.normal(0, 0.035, (height, width, 1)).astype(np.float32)
        under_cuff = np.exp(-np.clip(edge - y, 0, None) / 0.12) * (y < edge)
        colour = np.where(cloth_on[..., None], cloth, skin * (1 - 0.35 * under_cuff[..., None]))
    smooth = cv2.GaussianBlur(field, (0, 0), 0.035 * scale)
    gx = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, ksize=3) * scale / 8
    gy = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, ksize=3) * scale / 8
    normal = 1 / np.sqrt(1 + gx * gx + gy * gy)
    light = 0.42 + 0.62 * np.clip((-0.25 * gx - 0.35 * gy + 1.0) * normal, 0, 1.25) ** 1.1
    lit = np.clip(colour * light[..., None], 0, 255)
    return np.dstack([lit, np.clip(alpha * 255, 0, 255)]).astype(np.uint8)
