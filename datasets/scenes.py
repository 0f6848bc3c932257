"""Rendered table scenes with known truth: drawn cards on drawn tables under drawn light.

A scene is made from a seed alone and can be made again. Truth is an oriented box for each card of which
more than half can be seen. Pictures are BGR, uint8; lengths in pixels unless said otherwise.
"""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from datasets.faces import ASPECT, Design, draw_card, sample_design
from datasets.glyphs import text, typefaces
from tracker.cards import BACK, LABELS

CLASSES = ("face", BACK)
"""The detector's classes, in the order of their numbers."""


@dataclass(frozen=True)
class Look:
    """What a scene may show; each cause of misreading has its own switch, so that its worth can be measured.

    Every number is the share of scenes in which the thing occurs.
    """

    glare: float = 0.4
    cast: float = 0.6
    dim: float = 0.3
    blur: float = 0.45
    motion: float = 0.08
    noise: float = 0.7
    jpeg: float = 0.8
    low_resolution: float = 0.25
    sharpening: float = 0.25
    shadow: float = 0.5
    tilt: float = 0.6
    arms: float = 0.2
    clutter: float = 0.3
    lens: float = 0.2
    empty: float = 0.07  # no card at all
    held: float = 0.12  # a card held into the camera, fingers on it
    leaflet: float = 0.1  # printed pictures of cards, which are no cards
    gloom: float = 0.12  # dim blue-green light: red turns purple, yellow turns olive
    rows: float = 0.12  # of close looks: cards in a row, each half over the one before


@dataclass(frozen=True, eq=False)
class TrueCard:
    """One card of a scene: label, corners clockwise (4, 2), and the share of it that can be seen."""

    label: str
    quad: np.ndarray
    visible: float


@dataclass(eq=False)
class Scene:
    """A rendered picture and all its cards, from the bottom up; boxes (4, 2) around things that are none."""

    image: np.ndarray
    cards: list[TrueCard] = field(default_factory=list)
    things: list[np.ndarray] = field(default_factory=list)


# ---------------------------------------------------------------------------------------------- tables


def _noise(rng: np.random.Generator, width: int, height: int, cell_x: float, cell_y: float) -> np.ndarray:
    """Smooth noise, mean 0 and deviation about 1, float32 (height, width)."""
    grid = rng.normal(0, 1, (max(2, int(height / cell_y) + 2), max(2, int(width / cell_x) + 2)))
    return cv2.resize(grid.astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)


def background(rng: np.random.Generator, width: int, height: int) -> np.ndarray:
    """Draw an empty table seen from above: wood, cloth, marble, felt, a pattern or a plain top."""
    kind = rng.choice(
        ["wood", "cloth", "marble", "felt", "plain", "pattern", "dark", "white", "room", "checks", "view"],
        p=[0.26, 0.1, 0.07, 0.08, 0.1, 0.07, 0.08, 0.08, 0.07, 0.05, 0.04],
    )
    if kind == "wood":
        base = np.array(
            [(70, 110, 160), (60, 90, 130), (110, 150, 190), (40, 60, 90), (150, 185, 215), (90, 140, 200)][
                rng.integers(6)
            ],
            np.float32,
        )
        grain = _noise(rng, width, height, width / rng.uniform(2, 5), rng.uniform(3, 9))
        rings = np.sin(_noise(rng, width, height, width / 3, height / rng.uniform(4, 14)) * rng.uniform(3, 9))
        value = 1 + grain * rng.uniform(0.02, 0.07) + rings * rng.uniform(0.02, 0.08)
        if rng.random() < 0.5:
            plank = int(rng.uniform(0.12, 0.4) * height)
            for y in range(int(rng.integers(plank)), height, plank):
                value[y : y + max(1, height // 300)] *= 0.6
                value[y : y + plank] *= rng.uniform(0.9, 1.1)
        image = base * value[..., None]
        if rng.random() < 0.5:
            image = np.ascontiguousarray(image.transpose(1, 0, 2))
            image = cv2.resize(image, (width, height))
    elif kind == "marble":
        veins = np.abs(
            _noise(rng, width, height, width / 6, height / 6)
            + 0.5 * _noise(rng, width, height, width / 20, height / 20)
        )
        base = rng.uniform(120, 235) + rng.normal(0, 8, 3)
        image = base - np.exp(-veins * rng.uniform(6, 14))[..., None] * rng.uniform(20, 90)
        image = image + _noise(rng, width, height, 60, 60)[..., None] * 6
    elif kind in ("cloth", "felt"):
        base = rng.uniform(25, 215, 3).astype(np.float32)
        image = np.ones((height, width, 3), np.float32) * base
        if kind == "cloth":
            step = int(rng.integers(14, 90))
            other = np.clip(base + rng.normal(0, 90, 3), 0, 255)
            x = (np.arange(width) // step % 2)[None, :, None]
            y = (np.arange(height) // step % 2)[:, None, None]
            image = base + (other - base) * (
                (x + y) / 2 if rng.random() < 0.6 else x * np.ones_like(y, np.float32)
            )
        image = image + rng.normal(0, rng.uniform(3, 14), (height, width, 1))
        image = image + _noise(rng, width, height, 120, 120)[..., None] * rng.uniform(2, 12)
    elif kind == "pattern":
        image = _pattern(rng, width, height)
    elif kind == "room":
        image = room(rng, width, height)
    elif kind == "checks":
        image = _checks(rng, width, height)
    elif kind == "view":
        image = _view(rng, width, height)
    else:
        if kind == "dark":
            base = rng.uniform(5, 50) + rng.normal(0, 5, 3)
        elif kind == "white":
            base = rng.uniform(190, 250) + rng.normal(0, 6, 3)
        else:
            base = rng.uniform(30, 230, 3)
        image = base + _noise(rng, width, height, 200, 200)[..., None] * rng.uniform(1, 8)
        image = image + rng.normal(0, rng.uniform(0.5, 5), (height, width, 1))
    return np.clip(image, 0, 255).astype(np.uint8)


def _pattern(rng: np.random.Generator, width: int, height: int) -> np.ndarray:
    image = np.full((height, width, 3), rng.integers(0, 255, 3), np.uint8)
    colours = [tuple(int(v) for v in rng.integers(0, 255, 3)) for _ in range(4)]
    for _ in range(int(rng.integers(15, 120))):
        x, y = int(rng.integers(width)), int(rng.integers(height))
        size = int(rng.uniform(0.01, 0.12) * width)
        colour = colours[rng.integers(4)]
        shape = rng.integers(4)
        if shape == 0:
            cv2.circle(image, (x, y), size, colour, -1 if rng.random() < 0.6 else 3, cv2.LINE_AA)
        elif shape == 1:
            box = cv2.boxPoints(((x, y), (size * 2, size), float(rng.uniform(0, 180))))
            cv2.fillPoly(image, [box.astype(np.int32)], colour, cv2.LINE_AA)
        elif shape == 2:
            end = (int(rng.integers(width)), int(rng.integers(height)))
            cv2.line(image, (x, y), end, colour, max(1, size // 12), cv2.LINE_AA)
        else:
            cv2.ellipse(image, (x, y), (size, size // 3 + 1), float(rng.uniform(0, 180)), 0, 360, colour, -1)
    return cv2.GaussianBlur(image, (0, 0), rng.uniform(0.5, 4))


def _checks(rng: np.random.Generator, width: int, height: int) -> np.ndarray:
    """Draw a checkered or striped cloth, woven, in folds."""
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    turn = rng.uniform(0, np.pi)
    folds = _noise(rng, width, height, width / 4, width / 4) * rng.uniform(0, 0.02) * width
    u, v = xs * np.cos(turn) + ys * np.sin(turn) + folds, ys * np.cos(turn) - xs * np.sin(turn) + folds
    pitch = rng.uniform(0.015, 0.12) * width
    share = rng.uniform(0.3, 0.6)
    across, along = (u / pitch % 1 < share).astype(np.float32), (v / pitch % 1 < share).astype(np.float32)
    if rng.random() < 0.25:
        along[:] = 0
    ink, ground = rng.uniform(0, 255, 3), rng.uniform(150, 255) + rng.normal(0, 10, 3)
    depth = ((across + along) / 2)[..., None]
    weave = _noise(rng, width, height, 2.5, 2.5)[..., None] * rng.uniform(0, 12)
    return ground * (1 - depth) + ink * depth + weave + folds[..., None] * rng.uniform(0, 2)


def _view(rng: np.random.Generator, width: int, height: int) -> np.ndarray:
    """Draw what is no table at all: hills, clouds and leaves, or a page or screen full of text and boxes."""
    if rng.random() < 0.6:
        heights = sum(
            _noise(rng, width, height, width / 2**octave, width / 2**octave) / 1.7**octave
            for octave in range(1, 7)
        )
        bands = rng.uniform(0, 255, (int(rng.integers(3, 9)), 1, 3))
        ramp = cv2.resize(bands.astype(np.float32), (3, 256), interpolation=cv2.INTER_LINEAR)[:, 0]
        image = ramp[np.clip(heights * 50 + 128, 0, 255).astype(np.uint8)].astype(np.uint8)
        hue = rng.uniform(0, 255, 3)
        for _ in range(int(rng.integers(0, 400))):  # leaves, petals, stones
            x, y = rng.uniform(0, width), rng.uniform(0, height)
            a = np.exp(rng.uniform(np.log(0.01), np.log(0.12))) * width
            shade = tuple(float(c) for c in np.clip(hue + rng.normal(0, 35, 3) + rng.normal(0, 30), 0, 255))
            box = ((x, y), (a, a * rng.uniform(0.15, 0.9)), float(rng.uniform(0, 180)))
            cv2.ellipse(image, box, shade, -1, cv2.LINE_AA)
    else:
        image = np.full((height, width, 3), rng.integers(0, 255, 3), np.uint8)
        for _ in range(int(rng.integers(3, 25))):
            x, y = int(rng.uniform(0, width)), int(rng.uniform(0, height))
            w, h = int(rng.uniform(0.03, 0.5) * width), int(rng.uniform(0.02, 0.4) * height)
            shade = tuple(int(c) for c in rng.integers(0, 255, 3))
            cv2.rectangle(image, (x, y), (x + w, y + h), shade, -1 if rng.random() < 0.7 else 2)
            words = "".join(rng.choice(list("abcdefghij klmnop 0123456789 QRSTUV"), max(2, w // 9)))
            ink = tuple(int(c) for c in rng.integers(0, 255, 3))
            for line in range(y + 12, y + h, 16):
                cv2.putText(image, words, (x + 4, line), 0, rng.uniform(0.3, 0.6), ink, 1, cv2.LINE_AA)
    return cv2.GaussianBlur(image, (0, 0), rng.uniform(0.4, 2.5)).astype(np.float64)


def room(rng: np.random.Generator, width: int, height: int) -> np.ndarray:
    """Draw what a camera that looks up from the table sees, out of focus: walls, shelves, lamps, people."""
    tone = rng.uniform(40, 200)
    coarse = np.clip(rng.normal(tone, 30, (3, 4, 1)) + rng.normal(0, 18, (3, 4, 3)), 0, 255).astype(np.uint8)
    image = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    for _ in range(int(rng.integers(4, 30))):
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        a, b = np.exp(rng.uniform(np.log(0.02), np.log(0.4), 2)) * width
        shade = rng.uniform(10, 245) + rng.normal(0, 25, 3)
        if rng.random() < 0.3:
            shade = rng.uniform(0, 255, 3)
        colour = tuple(float(v) for v in np.clip(shade, 0, 255))
        kind = rng.integers(3)
        if kind == 0:  # furniture, windows, books: upright rectangles, some framed
            box = cv2.boxPoints(((x, y), (a, b), float(rng.normal(0, 4)))).astype(np.int32)
            cv2.fillPoly(image, [box], colour, cv2.LINE_AA)
            if rng.random() < 0.4:
                edge = tuple(float(v) for v in rng.uniform(0, 255, 3))
                cv2.polylines(image, [box], True, edge, int(rng.integers(1, 9)), cv2.LINE_AA)
        elif kind == 1:
            cv2.ellipse(image, ((x, y), (a, b), float(rng.uniform(0, 180))), colour, -1, cv2.LINE_AA)
        else:  # a person: shoulders, head, eyes
            skin = tuple(float(v) for v in np.clip(_SKINS[rng.integers(5)] + rng.normal(0, 8, 3), 0, 255))
            r = rng.uniform(0.05, 0.16) * width
            shoulders = (x, y + r * 2.3)
            cv2.ellipse(image, (shoulders, (r * 4.2, r * 3.2), 0.0), colour, -1, cv2.LINE_AA)
            cv2.ellipse(image, ((x, y), (r * 1.5, r * 2.0), 0.0), skin, -1, cv2.LINE_AA)
            for side in (-1, 1):
                eye = (int(x + side * r * 0.32), int(y - r * 0.15))
                cv2.circle(image, eye, max(1, int(r * 0.08)), (30, 25, 25), -1, cv2.LINE_AA)
            cv2.ellipse(image, ((x, y - r * 0.75), (r * 1.6, r * 1.0), 0.0), (20, 25, 35), -1, cv2.LINE_AA)
    image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.8, 7))
    return image + _noise(rng, width, height, 150, 150)[..., None] * rng.uniform(1, 6)


def _leaflet(
    rng: np.random.Generator, image: np.ndarray, deck: PrintedDecks, which: int, card: float
) -> None:
    """Lay down a rules leaflet or booklet with printed pictures of cards, each much smaller than a card."""
    height, width = image.shape[:2]
    w = card * rng.uniform(0.14, 0.4)
    columns, rows = int(rng.integers(1, 5)), int(rng.integers(1, 4))
    page_w, page_h = w * (columns * 1.5 + 0.8), w * ASPECT * (rows * rng.uniform(1.3, 2.2) + 0.6)
    scale = 1.0
    page = np.empty((max(8, int(page_h * scale)), max(8, int(page_w * scale)), 3), np.uint8)
    page[:] = ((40, 200, 240), (240, 240, 240), (225, 235, 240), (60, 60, 220))[rng.integers(4)]
    for y in range(3, page.shape[0], max(3, int(w * 0.16))):  # lines of print between the pictures
        stop = int(page.shape[1] * rng.uniform(0.5, 0.95))
        cv2.line(page, (int(page.shape[1] * 0.05), y), (stop, y), (70, 70, 70), 1, cv2.LINE_AA)
    for row in range(rows):
        for column in range(columns):
            label = str(rng.choice((*LABELS, BACK)))
            h = max(6, int(w * ASPECT))
            drawn = cv2.resize(deck.card(label, which), (max(4, int(w)), h), interpolation=cv2.INTER_AREA)
            x = int((0.5 + column * 1.5) * w)
            y = int(w * 0.4 + row * (page.shape[0] - w * 0.6) / rows)
            part = page[y : y + drawn.shape[0], x : x + drawn.shape[1]]
            drawn = drawn[: part.shape[0], : part.shape[1]]
            alpha = drawn[..., 3:].astype(np.float32) / 255
            part[:] = (part * (1 - alpha) + drawn[..., :3] * alpha).astype(np.uint8)
    centre = np.array([rng.uniform(0, width), rng.uniform(0, height)])
    turn = rng.uniform(0, 2 * np.pi)
    rotation = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    corners = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    quad = corners * (page_w, page_h) @ rotation + centre
    sheet = np.dstack([page, np.full(page.shape[:2], 255, np.uint8)])
    lay_card(image, np.zeros(image.shape[:2], np.int16), 0, sheet, quad, (2.0, 3.0, 0.3))


def _clutter(rng: np.random.Generator, image: np.ndarray) -> list[np.ndarray]:
    """Draw things on the table that are no cards, and return boxes (4, 2) around them.

    Leaflets, booklets, mugs, phones, pens, boxes, print, rings, markers and pictures.
    """
    height, width = image.shape[:2]
    boxes: list[np.ndarray] = []
    for _ in range(int(rng.integers(1, 6))):
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        size = rng.uniform(0.05, 0.3) * width
        colour = tuple(int(v) for v in rng.integers(0, 255, 3))
        edge = tuple(int(v) for v in rng.integers(0, 255, 3))
        kind = rng.integers(9)
        angle = float(rng.uniform(0, 180))
        box = cv2.boxPoints(((x, y), (size, size * rng.uniform(0.6, 1.5)), angle))
        if kind == 0:  # leaflet or booklet with lines of print
            colour = ((40, 200, 240), (235, 235, 235), colour)[rng.integers(3)]
            cv2.fillPoly(image, [box.astype(np.int32)], colour, cv2.LINE_AA)
            a, b, c, d = box
            for t in np.linspace(0.1, 0.9, int(rng.integers(4, 14))):
                start, end = a + (b - a) * t, d + (c - d) * t
                start, end = start + (end - start) * 0.1, start + (end - start) * rng.uniform(0.4, 0.9)
                shade = (60, 60, 60) if rng.random() < 0.8 else (60, 60, 200)
                cv2.line(image, start.astype(int).tolist(), end.astype(int).tolist(), shade, 1, cv2.LINE_AA)
        elif kind == 1:  # mug, plate, coin
            box = cv2.boxPoints(((x, y), (size / 1.5, size / 1.5), angle))
            centre, radius = (int(x), int(y)), int(size / 3)
            cv2.circle(image, centre, radius, colour, -1, cv2.LINE_AA)
            inner = tuple(int(v * 0.7) for v in colour)
            cv2.circle(image, centre, int(radius * 0.75), inner, -1, cv2.LINE_AA)
        elif kind == 2:  # phone, box: plain rectangles in a card's shape are no cards either
            box = cv2.boxPoints(((x, y), (size * 0.5, size * 0.5 * rng.uniform(1.2, 2.1)), angle))
            cv2.fillPoly(image, [box.astype(np.int32)], colour, cv2.LINE_AA)
            if rng.random() < 0.5:
                cv2.polylines(image, [box.astype(np.int32)], True, edge, int(rng.integers(1, 6)), cv2.LINE_AA)
        elif kind == 3:  # pen, cable
            end = (int(x + np.cos(angle) * size), int(y + np.sin(angle) * size))
            cv2.line(image, (int(x), int(y)), end, colour, int(rng.integers(2, 12)), cv2.LINE_AA)
            continue
        elif kind in (4, 5):
            boxes += _print(rng, image, (x, y), size, angle, colour)
            continue
        elif kind == 6:  # rings, dials, buttons
            wide = (size * 0.5, size * 0.5 * rng.uniform(0.6, 1))
            box = cv2.boxPoints(((x, y), wide, angle))
            for share in sorted(rng.uniform(0.2, 1, int(rng.integers(1, 5))), reverse=True):
                ring = ((x, y), (wide[0] * share, wide[1] * share), angle)
                line = -1 if rng.random() < 0.5 else max(1, int(size * rng.uniform(0.01, 0.06)))
                cv2.ellipse(image, ring, (colour, edge)[rng.integers(2)], line, cv2.LINE_AA)
        else:  # a printed marker or board, or a framed picture or screen
            panel = _marker(rng, colour, edge) if kind == 7 else _picture(rng, edge)
            corners = np.float32([(0, 0), (96, 0), (96, 96), (0, 96)])
            matrix = cv2.getPerspectiveTransform(corners, box.astype(np.float32))
            cv2.warpPerspective(
                panel, matrix, (width, height), image, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT
            )
        boxes.append(box)
    return boxes


def _print(
    rng: np.random.Generator,
    image: np.ndarray,
    at: tuple[float, float],
    size: float,
    angle: float,
    colour: tuple[int, ...],
) -> list[np.ndarray]:
    """Draw a word in large print, or a single letter; return a box around each letter of a few."""
    word = "".join(rng.choice(list("ABCDEFGHIKLNOPRSTU0123456789"), int(rng.integers(1, 8))))
    turn = np.radians(angle)
    matrix = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) * size * 0.35
    typeface = str(rng.choice(typefaces()))
    parts = [(part @ matrix + at).astype(np.float32) for part in text(typeface, word)]
    if rng.random() < 0.4:  # on a plate or sticker
        plate = cv2.boxPoints(cv2.minAreaRect(np.concatenate(parts)))
        plate = (plate - at) * rng.uniform(1.1, 1.5) + at
        cv2.fillPoly(image, [plate.astype(np.int32)], rng.integers(0, 255, 3).tolist(), cv2.LINE_AA)
    cv2.fillPoly(image, [part.astype(np.int32) for part in parts], colour, cv2.LINE_AA)
    chosen = [parts[i] for i in rng.permutation(len(parts))[:3]]
    return [cv2.boxPoints(cv2.minAreaRect(part)) for part in chosen]


def _marker(rng: np.random.Generator, dark: tuple[int, ...], light: tuple[int, ...]) -> np.ndarray:
    """Draw a grid of light and dark fields, as markers and boards for games have it: BGR (96, 96, 3)."""
    if rng.random() < 0.6:
        dark, light = (15, 15, 15), (240, 240, 240)
    cells = int(rng.integers(3, 9))
    fields = rng.random((cells, cells)) < 0.5
    if rng.random() < 0.4:
        fields = np.indices((cells, cells)).sum(axis=0) % 2 == 0
    framed = np.pad(fields, 1, constant_values=bool(rng.random() < 0.5))
    colours = np.where(framed[..., None], light, dark).astype(np.uint8)
    return cv2.resize(colours, (96, 96), interpolation=cv2.INTER_NEAREST)


def _picture(rng: np.random.Generator, edge: tuple[int, ...]) -> np.ndarray:
    """Draw a picture in a frame: a photograph on a wall, the cover of a book, a screen: BGR (96, 96, 3)."""
    draw = (room, _view, _pattern)[rng.integers(3)]
    panel = np.clip(draw(rng, 96, 96), 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        panel = cv2.cvtColor(cv2.cvtColor(panel, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    cv2.rectangle(panel, (0, 0), (95, 95), edge, int(rng.integers(1, 12)))
    return panel


# ------------------------------------------------------------------------------------------ placing cards


def _camera(rng: np.random.Generator, width: int, height: int, tilt: bool) -> np.ndarray:
    """A homography from table coordinates (picture pixels when seen from straight above) to the picture."""
    pitch = np.radians(rng.uniform(0, 57) if tilt else rng.uniform(0, 4))
    focal = rng.uniform(0.8, 1.8) * width
    c, s = np.cos(pitch), np.sin(pitch)
    # Table point (x, y) relative to the middle, plane turned by the pitch around the picture's x-axis.
    turn = np.array([[1, 0, 0], [0, c, 0], [0, -s / focal, 1]])
    centre = np.array([[1, 0, width / 2], [0, 1, height / 2], [0, 0, 1]])
    around = rng.normal(0, 0.05)
    roll = np.array([[np.cos(around), -np.sin(around), 0], [np.sin(around), np.cos(around), 0], [0, 0, 1]])
    return centre @ turn @ roll @ np.linalg.inv(centre)


Spot = tuple[str | None, float, float, float, float]


def _layout(rng: np.random.Generator, width: int, height: int) -> list[Spot]:
    """Choose what lies where: a list of (label or None for any face, x, y, angle, card width in pixels)."""
    kind = rng.choice(
        ["scatter", "few", "one", "pile", "game", "fan", "stack"],
        p=[0.24, 0.16, 0.22, 0.13, 0.13, 0.07, 0.05],
    )
    small, large = 0.04 * width, 0.16 * width
    spots: list[Spot] = []

    def face() -> str | None:
        return BACK if rng.random() < 0.2 else None

    def pile(label: str | None, x: float, y: float, w: float, n: int, mess: float) -> None:
        angle = rng.uniform(0, 360)
        for _ in range(n):
            spots.append(
                (
                    label,
                    x + rng.normal(0, mess) * w,
                    y + rng.normal(0, mess) * w,
                    angle + rng.normal(0, 60 * min(1.0, mess * 3)),
                    w,
                )
            )

    if kind == "scatter":
        w = np.exp(rng.uniform(np.log(small), np.log(large)))
        for _ in range(int(rng.integers(4, 22))):
            spots.append((face(), rng.uniform(0, width), rng.uniform(0, height), rng.uniform(0, 360), w))
    elif kind == "few":
        w = np.exp(rng.uniform(np.log(small * 1.5), np.log(large * 2.2)))
        for _ in range(int(rng.integers(1, 6))):
            spots.append(
                (
                    face(),
                    rng.uniform(0.1, 0.9) * width,
                    rng.uniform(0.1, 0.9) * height,
                    rng.uniform(0, 360),
                    w,
                )
            )
    elif kind == "one":
        w = rng.uniform(0.12, 0.68) * min(width, height)
        angle = rng.choice([0, 90, 180, 270]) + rng.normal(0, 12)
        if w * ASPECT > 0.95 * height and abs(np.cos(np.radians(angle))) > 0.7:
            w *= 0.75
        spots.append((face(), width * rng.uniform(0.35, 0.65), height * rng.uniform(0.4, 0.6), angle, w))
    elif kind == "pile":
        w = np.exp(rng.uniform(np.log(small * 1.5), np.log(large * 1.5)))
        for _ in range(int(rng.integers(1, 4))):
            pile(
                None,
                rng.uniform(0.15, 0.85) * width,
                rng.uniform(0.15, 0.85) * height,
                w,
                int(rng.integers(2, 9)),
                rng.uniform(0.05, 0.7),
            )
    elif kind == "game":
        w = np.exp(rng.uniform(np.log(small * 1.2), np.log(large)))
        x, y = rng.uniform(0.3, 0.7) * width, rng.uniform(0.3, 0.7) * height
        pile(None, x, y, w, int(rng.integers(1, 12)), rng.uniform(0.03, 0.35))
        pile(BACK, x + rng.choice([-1, 1]) * w * rng.uniform(1.3, 2.5), y, w, int(rng.integers(1, 6)), 0.03)
        for _ in range(int(rng.integers(0, 8))):
            spots.append((face(), rng.uniform(0, width), rng.uniform(0, height), rng.uniform(0, 360), w))
    elif kind == "fan":
        w = np.exp(rng.uniform(np.log(small * 1.5), np.log(large * 1.3)))
        n = int(rng.integers(3, 9))
        x, y, angle = rng.uniform(0.1, 0.5) * width, rng.uniform(0.3, 0.7) * height, rng.normal(0, 20)
        step = rng.uniform(0.45, 1.3) * w
        for i in range(n):
            spots.append((face(), x + i * step, y + rng.normal(0, 0.06) * w, angle + rng.normal(0, 8), w))
    else:
        w = np.exp(rng.uniform(np.log(small), np.log(large)))
        for _ in range(int(rng.integers(1, 4))):
            pile(
                face(),
                rng.uniform(0.1, 0.9) * width,
                rng.uniform(0.1, 0.9) * height,
                w,
                int(rng.integers(2, 15)),
                0.025,
            )
    return spots


def _held(rng: np.random.Generator, width: int, height: int) -> list[Spot]:
    """Choose where a card, or a few, are held up to the camera."""
    w = rng.uniform(0.1, 0.5) * min(width, height)
    x, y = rng.uniform(0.15, 0.85) * width, rng.uniform(0.2, 0.8) * height
    angle = rng.normal(0, 25)
    count = 1 if rng.random() < 0.75 else int(rng.integers(2, 4))
    label = BACK if rng.random() < 0.1 else None
    return [(label, x + i * w * rng.uniform(0.6, 1.2), y, angle + 8 * i, w) for i in range(count)]


class PrintedDecks:
    """A few decks' cards, drawn when first needed and then kept; ``sample`` draws a deck's look."""

    def __init__(
        self,
        rng: np.random.Generator,
        designs: int = 6,
        height: int = 400,
        sample: Callable[[np.random.Generator], Design] = sample_design,
    ) -> None:
        self._height = height
        self._designs = [sample(rng) for _ in range(designs)]
        self._seed = int(rng.integers(1 << 31))
        self._drawn: dict[tuple[int, str], np.ndarray] = {}

    def card(self, label: str, which: int) -> np.ndarray:
        """Return a card of one of the decks: BGRA uint8 (height, width, 4)."""
        which %= len(self._designs)
        key = (which, label)
        if key not in self._drawn:
            rng = np.random.default_rng((self._seed, which, (*LABELS, BACK).index(label)))
            self._drawn[key] = draw_card(label, self._designs[which], rng, self._height)
        return self._drawn[key]


def lay_card(
    image: np.ndarray,
    owner: np.ndarray,
    number: int,
    card: np.ndarray,
    quad: np.ndarray,
    shadow: tuple[float, float, float] = (0, 0, 0),
) -> int:
    """Warp a BGRA card onto the four corners ``quad`` (clockwise from its top left) of a picture, in place.

    ``owner``: int16 (height, width), set to ``number`` where the card lies. ``shadow``: offset x, y in
    pixels and darkness 0 to 1. Returns the number of picture pixels that the whole card covers, those
    beyond the picture's edge included.
    """
    height, width = image.shape[:2]
    # A half-size card is warped from a half-size drawing, or its fine print would flicker.
    side = max(np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[1]) / ASPECT)
    factor = card.shape[1] / max(side, 1)
    if factor > 1.5:
        size = (max(8, round(card.shape[1] / factor)), max(12, round(card.shape[0] / factor)))
        card = cv2.resize(card, size, interpolation=cv2.INTER_AREA)
    pad = 6 + int(max(abs(shadow[0]), abs(shadow[1])) * 2)
    x0, y0 = np.maximum(np.floor(quad.min(0)).astype(int) - pad, 0)
    x1, y1 = np.minimum(np.ceil(quad.max(0)).astype(int) + pad, (width, height))
    area = int(cv2.contourArea(quad.astype(np.float32)))
    if x1 <= x0 or y1 <= y0:
        return area
    h, w = card.shape[:2]
    corners = np.float32([[0, 0], [w, 0], [w, h], [0, h]])
    matrix = cv2.getPerspectiveTransform(corners, (quad - (x0, y0)).astype(np.float32))
    warped = cv2.warpPerspective(card, matrix, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR)
    alpha = warped[..., 3:].astype(np.float32) / 255
    part = image[y0:y1, x0:x1]
    if shadow[2] > 0:
        move = np.float32([[1, 0, shadow[0]], [0, 1, shadow[1]]])
        cast = cv2.warpAffine(alpha[..., 0], move, (int(x1 - x0), int(y1 - y0)))
        cast = cv2.GaussianBlur(cast, (0, 0), 1 + max(abs(shadow[0]), abs(shadow[1])) * 0.5)
        part[:] = (part * (1 - shadow[2] * cast[..., None])).astype(np.uint8)
    part[:] = (part * (1 - alpha) + warped[..., :3] * alpha).astype(np.uint8)
    owner[y0:y1, x0:x1][warped[..., 3] > 127] = number
    return area


_SKINS = np.array([(150, 180, 225), (120, 150, 205), (80, 110, 165), (50, 75, 120), (175, 200, 240)], float)
"""BGR."""

Stroke = tuple[np.ndarray, np.ndarray, float, np.ndarray]


def _paint(
    rng: np.random.Generator, image: np.ndarray, owner: np.ndarray, strokes: list[Stroke], grain: float
) -> None:
    """Paint limbs over a picture: strokes from a to b, thickness in pixels, colour; shaded in one piece."""
    height, width = image.shape[:2]
    layer = image.copy()
    covered = np.zeros(image.shape[:2], np.uint8)
    for a, b, thick, colour in strokes:
        shade = tuple(float(v) for v in np.clip(colour, 0, 255))
        a_, b_ = tuple(int(v) for v in a), tuple(int(v) for v in b)
        if rng.random() < 0.6:  # fingers are told apart by the shade between them
            edge = tuple(0.72 * v for v in shade)
            cv2.line(layer, a_, b_, edge, max(2, int(thick * 1.12)), cv2.LINE_AA)
        cv2.line(layer, a_, b_, shade, max(2, int(thick)), cv2.LINE_AA)
        cv2.line(covered, a_, b_, 255, max(2, int(thick * 1.12)), cv2.LINE_AA)
    mask = cv2.GaussianBlur(covered, (0, 0), 1.0)[..., None].astype(np.float32) / 255
    light = 1 + 0.12 * _noise(rng, width, height, grain, grain)[..., None]
    image[:] = np.clip(image * (1 - mask) + layer * light * mask, 0, 255).astype(np.uint8)
    owner[covered > 127] = -2


def _arm(rng: np.random.Generator, image: np.ndarray, owner: np.ndarray, width_of_card: float) -> None:
    """A forearm with a hand reaching in from the picture's edge."""
    height, width = image.shape[:2]
    start = _beyond(rng, width, height, rng.integers(4))
    end = np.array([rng.uniform(0.15, 0.85) * width, rng.uniform(0.15, 0.85) * height])
    skin, sleeve = _SKINS[rng.integers(5)] + rng.normal(0, 8, 3), rng.uniform(15, 230, 3)
    w = width_of_card * rng.uniform(0.8, 1.3)
    along = (end - start) / (np.linalg.norm(end - start) + 1e-6)
    across = np.array([-along[1], along[0]])
    wrist = end - along * w * 1.1
    strokes = [
        (start, wrist - along * w * rng.uniform(0, 1.5), w * 1.0, sleeve),
        (start + (wrist - start) * 0.6, wrist, w * 0.7, skin * 0.95),
        (wrist, end - along * w * 0.5, w * 0.95, skin),
    ]
    for finger in range(5):
        base = end - along * w * 0.5 + across * (finger - 2) * w * 0.2
        tip = base + along * w * rng.uniform(0.5, 0.95) + across * (finger - 2) * w * rng.uniform(0, 0.12)
        if finger == 0:
            tip = base + along * w * 0.25 - across * w * 0.4
        strokes.append((base, tip, w * 0.21, skin * rng.uniform(0.92, 1.05)))
    _paint(rng, image, owner, strokes, w * 1.5)


def _beyond(rng: np.random.Generator, width: int, height: int, side: int) -> np.ndarray:
    """A point just outside the picture: above, right, below or left of it."""
    return np.array(
        [
            (rng.uniform(0, width), -20),
            (width + 20, rng.uniform(0, height)),
            (rng.uniform(0, width), height + 20),
            (-20, rng.uniform(0, height)),
        ][side]
    )


def _grip(rng: np.random.Generator, width: int, height: int, quad: np.ndarray) -> tuple[list[Stroke], ...]:
    """A hand that holds a card: the strokes behind the card, and those in front of it."""
    edge = int(rng.choice(4, p=(0.05, 0.25, 0.45, 0.25)))
    a, b = quad[edge], quad[(edge + 1) % 4]
    at = a + (b - a) * rng.uniform(0.2, 0.8)
    inwards = quad.mean(0) - at
    inwards /= np.linalg.norm(inwards) + 1e-6
    across = np.array([-inwards[1], inwards[0]])
    w = min(np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[1])) * rng.uniform(0.85, 1.25)
    skin = _SKINS[rng.integers(5)] + rng.normal(0, 8, 3)
    palm = at - inwards * w * rng.uniform(0.1, 0.5)
    start = _beyond(rng, width, height, 2 if rng.random() < 0.6 else rng.integers(4))
    wrist = palm + (start - palm) * min(1.0, 1.2 * w / (np.linalg.norm(start - palm) + 1e-6))
    behind = [
        (start, wrist, w * 0.95, rng.uniform(15, 230, 3)),
        (wrist, palm, w * 0.8, skin * 0.95),
        (palm, palm + inwards * w * 0.3, w * 0.85, skin),
    ]
    in_front = []
    deep = rng.uniform(0.1, 0.42)
    thick = w * rng.uniform(0.17, 0.25)
    for finger in range(int(rng.integers(1, 5))):  # the thumb, or fingers side by side
        shift = across * w * (finger * 0.24 - 0.2 + rng.normal(0, 0.03))
        root = at - inwards * w * 0.25 + shift
        tip = at + inwards * w * (deep + rng.normal(0, 0.05)) + shift + across * w * rng.normal(0, 0.08)
        in_front.append((root, tip, thick, skin * rng.uniform(0.93, 1.05)))
        nail = tip - (tip - root) * 0.06
        in_front.append((nail, nail + (tip - root) * 0.05, thick * 0.55, skin * 1.08))
    return behind, in_front


# ----------------------------------------------------------------------------------------- light and lens


def _light(rng: np.random.Generator, image: np.ndarray, owner: np.ndarray, look: Look) -> np.ndarray:
    height, width = image.shape[:2]
    small = (max(2, width // 8), max(2, height // 8))
    value = np.ones(small[::-1], np.float32)
    ys, xs = np.mgrid[0 : small[1], 0 : small[0]].astype(np.float32)
    xs, ys = xs / small[0] - 0.5, ys / small[1] - 0.5
    direction = rng.uniform(0, 2 * np.pi)
    value += (xs * np.cos(direction) + ys * np.sin(direction)) * rng.uniform(0, 0.7)
    value -= (xs**2 + ys**2) * rng.uniform(0, 0.8)
    if rng.random() < look.shadow:
        for _ in range(int(rng.integers(1, 4))):
            shade = np.zeros(small[::-1], np.float32)
            points = rng.uniform(0, 1, (int(rng.integers(3, 7)), 2)) * small
            cv2.fillPoly(shade, [cv2.convexHull(points.astype(np.int32))], 1.0)
            value *= 1 - cv2.GaussianBlur(shade, (0, 0), rng.uniform(0.6, 12)) * rng.uniform(0.1, 0.55)
    gain = np.ones(3, np.float32)
    if rng.random() < look.cast:
        warm = rng.normal(0, 0.13)
        gain = np.array([1 - warm, 1 + rng.normal(0, 0.08), 1 + warm], np.float32)
    exposure = rng.uniform(0.36, 0.75) if rng.random() < look.dim else rng.uniform(0.75, 1.25)
    if rng.random() < look.gloom:
        gain = np.array([rng.uniform(0.85, 1.25), rng.uniform(0.95, 1.2), rng.uniform(0.5, 0.85)], np.float32)
        exposure = rng.uniform(0.4, 0.95)
    field_ = cv2.resize(value, (width, height), interpolation=cv2.INTER_LINEAR)[..., None]
    out = image * field_ * (gain * exposure)
    if rng.random() < look.glare:
        shine = np.zeros(small[::-1], np.float32)
        for _ in range(int(rng.integers(1, 4))):
            x, y = rng.uniform(-0.5, 0.5, 2)
            a, b = rng.uniform(0.03, 0.3, 2)
            turn = rng.uniform(0, np.pi)
            u = (xs - x) * np.cos(turn) + (ys - y) * np.sin(turn)
            v = -(xs - x) * np.sin(turn) + (ys - y) * np.cos(turn)
            blob = np.exp(-(((u / a) ** 2 + (v / b) ** 2) ** rng.uniform(0.7, 2)))
            shine = np.maximum(shine, blob * rng.uniform(0.2, 0.85))
        shine = cv2.resize(shine, (width, height), interpolation=cv2.INTER_LINEAR)
        # Each card lies at its own small slant and throws the lamp back by its own amount.
        amounts = rng.uniform(0.25, 1.1, int(owner.max()) + 3).astype(np.float32)
        amounts[-1] = rng.uniform(0.05, 0.5)  # the table (owner -1)
        amounts[-2] = 0.05  # arms (owner -2)
        shine = np.clip(shine * amounts[owner], 0, 0.92)[..., None]
        glow = np.array([255, 255, 255], np.float32) * np.clip(gain, 0.8, 1.1)
        out = out * (1 - shine) + glow * shine
    out = np.clip(out, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        curve = 255 * (np.arange(256) / 255) ** rng.uniform(0.7, 1.4)
        out = cv2.LUT(out, curve.astype(np.uint8))
    if rng.random() < 0.5:
        amount = rng.uniform(0.55, 1.35)
        mix = np.full((3, 3), (1 - amount) / 3, np.float32) + np.eye(3, dtype=np.float32) * amount
        out = cv2.transform(out, mix)
    return out


def _capture(rng: np.random.Generator, image: np.ndarray, look: Look, card: float) -> np.ndarray:
    """What lens, sensor and file do to a picture; ``card``: typical card width in pixels."""
    height, width = image.shape[:2]
    if rng.random() < look.blur:
        image = cv2.GaussianBlur(image, (0, 0), max(0.3, rng.uniform(0.004, 0.028) * card))
    if rng.random() < look.motion:
        length = max(3, int(card * rng.uniform(0.03, 0.12)))
        kernel = np.zeros((length, length), np.float32)
        turn = rng.uniform(0, np.pi)
        middle = (length - 1) / 2
        reach = np.array([np.cos(turn), np.sin(turn)]) * middle
        a, b = np.round(middle - reach).astype(int), np.round(middle + reach).astype(int)
        cv2.line(kernel, a.tolist(), b.tolist(), 1.0)
        image = cv2.filter2D(image, -1, kernel / kernel.sum())
    if rng.random() < look.low_resolution:
        factor = rng.uniform(0.4, 0.85)
        factor = max(factor, min(1.0, 26 / card))
        little = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        image = cv2.resize(little, (width, height), interpolation=cv2.INTER_LINEAR)
    if rng.random() < look.noise:
        sigma = rng.uniform(1, 11)
        grain = np.empty((height, width), np.int16)
        cv2.randn(grain, 0, sigma)
        noisy = image.astype(np.int16) + grain[..., None]
        if rng.random() < 0.4:
            colour = np.empty((height // 2 + 1, width // 2 + 1, 3), np.int16)
            cv2.randn(colour, 0, sigma * 0.7)
            noisy += cv2.resize(colour, (width, height), interpolation=cv2.INTER_LINEAR)
        image = np.clip(noisy, 0, 255).astype(np.uint8)
    if rng.random() < look.sharpening:
        soft = cv2.GaussianBlur(image, (0, 0), rng.uniform(1, 2))
        amount = rng.uniform(0.3, 1.2)
        image = cv2.addWeighted(image, 1 + amount, soft, -amount, 0)
    if rng.random() < look.jpeg:
        quality = int(rng.integers(30, 95))
        image = cv2.imdecode(
            cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR
        )
    return image


def _bend(rng: np.random.Generator, image, owner, quads):
    """Barrel distortion of a wide lens, for the picture and the corners alike."""
    height, width = image.shape[:2]
    matrix = np.array([[width, 0, width / 2], [0, width, height / 2], [0, 0, 1]], np.float64)
    bend = np.array([rng.uniform(-0.25, 0.05), 0, 0, 0, 0])
    zoomed = matrix.copy()
    maps = cv2.initUndistortRectifyMap(matrix, -bend, None, zoomed, (width, height), cv2.CV_32FC1)
    image = cv2.remap(image, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    owner = cv2.remap(owner, *maps, cv2.INTER_NEAREST, borderMode=cv2.BORDER_CONSTANT, borderValue=-1)
    bent = [cv2.undistortPoints(q.reshape(-1, 1, 2), matrix, -bend, P=zoomed).reshape(4, 2) for q in quads]
    return image, owner, bent


# ------------------------------------------------------------------------------------------------- scenes


def render_scene(
    rng: np.random.Generator,
    deck: PrintedDecks,
    width: int = 960,
    height: int = 720,
    look: Look | None = None,
    spots: list[Spot] | None = None,
) -> Scene:
    """Render one table picture with its truth; the same generator state gives the same scene."""
    look = look or Look()
    empty, held = rng.random() < look.empty, rng.random() < look.held
    if spots is None:
        spots = [] if empty else _held(rng, width, height) if held else _layout(rng, width, height)
    image = background(rng, width, height)
    if held and rng.random() < 0.7:
        image = np.clip(room(rng, width, height), 0, 255).astype(np.uint8)
    things = _clutter(rng, image) if rng.random() < (0.7 if empty else look.clutter) else []
    owner = np.full((height, width), -1, np.int16)
    camera = _camera(rng, width, height, rng.random() < look.tilt)
    designs = rng.integers(0, 1 << 16, 2)
    direction = rng.uniform(0, 2 * np.pi)
    softness = rng.uniform(0.0, 0.03)
    quads, labels, areas = [], [], []
    typical = float(np.median([spot[4] for spot in spots])) if spots else rng.uniform(0.04, 0.2) * width
    if rng.random() < look.leaflet:
        _leaflet(rng, image, deck, int(designs[0]), typical)
    for number, (label, x, y, angle, w) in enumerate(spots):
        label = label or str(rng.choice(LABELS))
        turn = np.radians(angle)
        corners = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) * (w, w * ASPECT)
        rotation = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        flat = corners @ rotation + (x, y)
        quad = cv2.perspectiveTransform(flat.reshape(-1, 1, 2), camera).reshape(4, 2)
        card = deck.card(label, int(designs[int(rng.random() < 0.15)]))
        reach = softness * w
        shadow = (
            reach * np.cos(direction),
            reach * np.sin(direction),
            float(rng.uniform(0.2, 0.6)) if softness > 0.004 else 0.0,
        )
        behind, in_front = _grip(rng, width, height, quad) if held else ([], [])
        if behind:
            _paint(rng, image, owner, behind, w)
        areas.append(lay_card(image, owner, number, card, quad, shadow))
        if in_front:
            _paint(rng, image, owner, in_front, w)
        quads.append(quad)
        labels.append(label)
    for _ in range(int(rng.integers(1, 3)) if rng.random() < look.arms else 0):
        _arm(rng, image, owner, typical * rng.uniform(0.8, 1.6))
    if rng.random() < look.lens:
        image, owner, quads = _bend(rng, image, owner, quads)
    image = _light(rng, image, owner, look)
    image = _capture(rng, image, look, typical)
    seen = np.bincount(owner[owner >= 0].ravel(), minlength=len(quads)) if quads else []
    scene = Scene(image, things=things)
    for label, quad, area, pixels in zip(labels, quads, areas, seen, strict=True):
        # Rounded corners leave about 1.5 percent of the box empty.
        scene.cards.append(TrueCard(label, quad, min(1.0, pixels / max(area, 1) / 0.98)))
    return scene


def clipped_box(quad: np.ndarray, width: int, height: int) -> np.ndarray | None:
    """The smallest oriented box around the part of a card inside the picture, corners within it."""
    frame = np.float32([(0, 0), (width, 0), (width, height), (0, height)])
    _, part = cv2.intersectConvexConvex(quad.astype(np.float32), frame)
    if part is None or len(part) < 3:
        return None
    box = cv2.boxPoints(cv2.minAreaRect(part))
    return np.clip(box, 0, (width - 1e-3, height - 1e-3))


BLOCK = 200
"""Scenes that share their decks; each block is rendered from its own seed."""

SIZES = ((800, 600), (896, 504), (640, 480), (960, 540), (600, 800), (640, 640), (720, 540))
"""Width and height of the pictures that are rendered."""


def _render_block(folder: Path, split: str, seed: int, block: int, first: int, last: int, look: Look) -> list:
    cv2.setNumThreads(1)
    cv2.setRNGSeed(seed * 1000 + block)
    deck = PrintedDecks(np.random.default_rng((seed, 1, block)))
    entries = []
    for index in range(first, last):
        rng = np.random.default_rng((seed, 2, index))
        width, height = SIZES[rng.integers(len(SIZES))]
        scene = render_scene(rng, deck, width, height, look)
        name = f"{index:06d}"
        quality = [cv2.IMWRITE_JPEG_QUALITY, 95]
        cv2.imwrite(str(folder / "images" / split / f"{name}.jpg"), scene.image, quality)
        lines, cards, ignore = [], [], []
        for card in scene.cards:
            if card.visible <= 0.5:
                if card.visible > 0.1:
                    ignore.append(card.quad.round(1).tolist())
                continue
            box = clipped_box(card.quad, width, height)
            if box is None:
                continue
            number = CLASSES.index(BACK if card.label == BACK else "face")
            flat = (box / (width, height)).ravel()
            lines.append(" ".join([str(number), *(f"{v:.6f}" for v in flat)]))
            state = "full" if card.visible > 0.97 else "partial"
            cards.append({"label": card.label, "quad": card.quad.round(1).tolist(), "visible": state})
        (folder / "labels" / split / f"{name}.txt").write_text("\n".join(lines) + "\n")
        entries.append((f"images/{split}/{name}.jpg", {"set": "rendered", "cards": cards, "ignore": ignore}))
    return entries


def make_scenes(
    folder: str | Path,
    count: int,
    seed: int = 0,
    *,
    validation: float = 0.05,
    look: Look | None = None,
    workers: int = 2,
) -> None:
    """Render ``count`` labelled table scenes into a folder, in the detector's format.

    Writes ``images/{train,val}``, ``labels/{train,val}`` (class number and the four corners of the oriented
    box, as shares of width and height), ``data.yaml``, and ``labels.json`` with every card's label for
    :mod:`datasets.bench`. The same seed gives the same scenes.
    """
    folder = Path(folder)
    for kind in ("images", "labels"):
        for split in ("train", "val"):
            (folder / kind / split).mkdir(parents=True, exist_ok=True)
    names = "\n".join(f"  {i}: {name}" for i, name in enumerate(CLASSES))
    (folder / "data.yaml").write_text(
        f"path: {json.dumps(str(folder.resolve()))}\ntrain: images/train\nval: images/val\nnames:\n{names}\n"
    )
    blocks = [(i, i * BLOCK, min((i + 1) * BLOCK, count)) for i in range((count + BLOCK - 1) // BLOCK)]
    held_out = round(count * validation)
    entries: dict[str, dict] = {}
    with worker_pool(workers) as pool, tqdm(total=count, desc="scenes", unit="scene") as bar:
        jobs = []
        for block, first, last in blocks:
            for split, low, high in (
                ("val", first, min(last, held_out)),
                ("train", max(first, held_out), last),
            ):
                if low < high:
                    jobs.append(
                        pool.submit(_render_block, folder, split, seed, block, low, high, look or Look())
                    )
        for job in jobs:
            done = job.result()
            entries.update(done)
            bar.update(len(done))
    (folder / "labels.json").write_text(json.dumps(entries))


def worker_pool(workers: int) -> ProcessPoolExecutor:
    """Return a pool of processes that render."""
    # A forked child would wait for ever for the parent's OpenCV threads.
    return ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))
