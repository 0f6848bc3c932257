"""Rendered close looks at single cards: straightened crops to read, and rough patches to find corners in.

Both come from the same rendered scenes. Crops go into a folder a label; patches with the corners in them into
``corners/{train,val}/*.npz``. Pictures are BGR, uint8.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from datasets.scenes import Look, PrintedDecks, Scene, Spot, clipped_box, render_scene, worker_pool
from tracker.cards import BACK, LABELS
from vision.classifier import CLASSES, NONE
from vision.corners import patch
from vision.detector import Detector
from vision.quads import overlap
from vision.straighten import clockwise, straighten, turned

PATCH = 96
"""Side of the patches in which corners are sought, in pixels."""

_ALIKE = tuple(label for label in LABELS if label.split()[-1] in ("6", "9", "7", "5", "1", "reverse"))
"""Faces that are easily taken for others: they come twice as often."""


@dataclass
class _Block:
    """What one worker has made: crops by label, patches, corners in shares of the patch's side."""

    crops: list[tuple[str, np.ndarray]] = field(default_factory=list)
    patches: list[np.ndarray] = field(default_factory=list)
    corners: list[np.ndarray] = field(default_factory=list)


def rough_box(rng: np.random.Generator, quad: np.ndarray, width: int, height: int) -> np.ndarray | None:
    """Return a box around a card as a detector draws it: without perspective, askew, off, cut by the edge.

    None where nothing of the card lies in the picture.
    """
    box = clipped_box(quad, width, height)
    if box is None:
        return None
    box = clockwise(box)
    middle = box.mean(axis=0)
    side = np.linalg.norm(box[1] - box[0])
    growth = np.exp(rng.normal(0, 0.06, 2))
    if rng.random() < 0.15:  # a piece of a card, or a card and its neighbours
        growth = growth * rng.uniform(0.65, 1.4)
    top = (box[1] - box[0]) / side
    along = np.array([top, (-top[1], top[0])])
    box = ((box - middle) @ along.T * growth) @ along + middle + rng.normal(0, 0.07, 2) * side
    askew = rng.normal(0, 6) if rng.random() < 0.75 else rng.uniform(-65, 65)
    return clockwise(turned(box, askew))


def _patch(rng: np.random.Generator, scene: Scene, quad: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
    """Return a patch around a rough box, and the card's corners in it in shares of its side, first the one
    that is nearest to the patch's own top left."""
    height, width = scene.image.shape[:2]
    rough = rough_box(rng, quad, width, height)
    if rough is None or np.linalg.norm(rough[1] - rough[0]) < 6:
        return None
    cut, back = patch(scene.image, rough, PATCH)
    corners = cv2.transform(clockwise(quad)[None], cv2.invertAffineTransform(back))[0] / PATCH
    top = corners[1] - corners[0] + corners[2] - corners[3]
    if top[0] < 0:  # a card looks the same from both ends: take the nearer one
        corners = np.roll(corners, 2, axis=0)
    return cut, corners.astype(np.float32)


def _size(box: np.ndarray) -> float:
    return float(np.linalg.norm(box - np.roll(box, 1, axis=0), axis=1).min())


def _nearly(rng: np.random.Generator, quad: np.ndarray) -> np.ndarray:
    """Return the true corners as the corner model would find them: a little off, sometimes more."""
    side = np.linalg.norm(quad[1] - quad[0])
    middle = quad.mean(axis=0)
    if rng.random() < 0.65:
        return quad + rng.normal(0, 0.015, (4, 2)) * side
    quad = turned(quad, rng.normal(0, 4)) + rng.normal(0, 0.025, (4, 2)) * side
    return (quad - middle) * (1 + rng.normal(0.02, 0.05)) + middle + rng.normal(0, 0.03, 2) * side


def _no_card(rng: np.random.Generator, scene: Scene, w: float) -> np.ndarray | None:
    """Return a box with no card in it, or only a piece of one; None where chance gave none."""
    height, width = scene.image.shape[:2]
    box = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    if scene.cards and rng.random() < 0.5:  # a piece of a card, or where two meet
        card = scene.cards[rng.integers(len(scene.cards))].quad
        middle = card.mean(axis=0) + (card[0] - card[2]) * rng.uniform(-0.45, 0.45)
        middle = middle + (card[1] - card[3]) * rng.uniform(-0.45, 0.45)
        w = np.linalg.norm(card[1] - card[0]) * rng.uniform(0.25, 0.8)
    else:
        middle = rng.uniform(0, 1, 2) * (width, height)
        w = w * rng.uniform(0.4, 1.5)
    quad = turned(box * (w, w * rng.uniform(1.2, 1.7)) + middle, rng.uniform(0, 360))
    if any(overlap(quad, card.quad) > 0.3 for card in scene.cards):
        return None
    return quad


def _cardless(
    rng: np.random.Generator, deck: PrintedDecks, w: float, size: int, look: Look, detector: Path | None
) -> list[np.ndarray]:
    """Return crops of a table without cards: where the detector is taken in, and anywhere."""
    width, height = ((640, 480), (480, 640), (640, 360), (560, 560))[rng.integers(4)]
    scene = render_scene(rng, deck, width, height, replace(look, clutter=0.85, arms=0.3, leaflet=0), [])
    if rng.random() < 0.15:  # a picture without colours
        scene.image = cv2.cvtColor(cv2.cvtColor(scene.image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    quads = [_no_card(rng, scene, w) for _ in range(2)]
    quads += [_nearly(rng, clockwise(thing)) for thing in scene.things[:4] if _size(thing) > 12]
    if detector is not None:
        taken_in = _detector(detector).detect(scene.image, confidence=0.15)[:6]
        quads += [_nearly(rng, one.quad) for one in taken_in]
    return [straighten(scene.image, quad, size) for quad in quads if quad is not None]


@cache
def _detector(path: Path) -> Detector:
    return Detector(path, threads=1)


def _row(
    rng: np.random.Generator, labels: Callable[[], str]
) -> tuple[list[Spot], float, tuple[int, int], np.ndarray]:
    """Return cards laid in a row, each half over the one before: a hand laid open to be counted.

    Spots from the lowest up, the cards' width, the picture's size, and the way (2,) by which the next card
    leaves of each free what it does.
    """
    count = int(rng.integers(3, 7))
    w = float(np.exp(rng.uniform(np.log(34), np.log(110))))
    angle = rng.uniform(0, 360)
    turn = np.radians(angle)
    way = np.array([np.cos(turn), np.sin(turn)]) * w * rng.uniform(0.58, 1.0) * rng.choice((-1, 1))
    across, along = (np.abs(way) * (count - 1) + w * rng.uniform(2.0, 2.6)).astype(int)
    spots = []
    for place in range(count):
        x, y = (across, along) / np.array(2) + way * (place - (count - 1) / 2) + rng.normal(0, 0.03, 2) * w
        spots.append((labels(), x, y, angle + rng.normal(0, 2.5), w))
    return spots, w, (int(across), int(along)), way


def _left_free(quad: np.ndarray, covered: np.ndarray) -> np.ndarray:
    """Return a card's corners with the side drawn in by which the next card in its row lies on it."""
    ahead = (quad - quad.mean(axis=0)) @ covered > 0
    return quad - ahead[:, None] * covered


def _render(seed: int, block: int, count: int, size: int, look: Look, detector: Path | None) -> _Block:
    cv2.setNumThreads(1)
    cv2.setRNGSeed(seed * 1000 + block)
    rng = np.random.default_rng((seed, 3, block))
    deck = PrintedDecks(rng, designs=10, height=320)
    order: list[str] = []

    def next_label() -> str:
        if not order:
            order.extend(rng.permutation((*LABELS, *_ALIKE, *[BACK] * 4)).tolist())
        return order.pop()

    made = _Block()
    while len(made.crops) < count:
        # Cards from 30 pixels on the short side to far more than the crop holds.
        w = float(np.exp(rng.uniform(np.log(30), np.log(260))))
        columns = 1 if w > 150 else 2
        spacing = w * rng.uniform(1.25, 2.0)
        width, height = int(spacing * (columns + 1.4)), int(spacing * 3)
        if rng.random() < 0.07:
            made.crops += [(NONE, crop) for crop in _cardless(rng, deck, w, size, look, detector)]
            continue
        covered = None
        if rng.random() < look.rows:
            spots, w, (width, height), way = _row(rng, next_label)
            covered = way / np.linalg.norm(way) * (w - np.linalg.norm(way))
            columns = 0
        else:
            spots = []
        for column in range(columns):
            x = spacing * (column + 1.2) + rng.normal(0, 0.1) * w
            y = height / 2 + rng.normal(0, 0.2) * w
            if columns == 1 and rng.random() < 0.2:  # partly out of the picture
                x, y = (x, height - w * rng.uniform(0.3, 0.7)) if rng.random() < 0.5 else (w * 0.3, y)
            spots.append((next_label(), x, y, rng.uniform(0, 360), w))
        crowd = rng.random() if covered is None else 1.0
        if crowd < 0.3:  # neighbours that lie beside or beneath
            for _ in range(int(rng.integers(1, 4))):
                spots.insert(0, (None, rng.uniform(0, width), rng.uniform(0, height), rng.uniform(0, 360), w))
        elif crowd < 0.6:  # an untidy pile beneath each
            for _, x, y, angle, _ in list(spots):
                for _ in range(int(rng.integers(1, 5))):
                    dx, dy = rng.normal(0, 0.22, 2) * w
                    spots.insert(0, (None, x + dx, y + dy, angle + rng.normal(0, 40), w))
        if covered is None and rng.random() < 0.2:  # and one that lies on top
            spots.append((None, rng.uniform(0, width), rng.uniform(0, height), rng.uniform(0, 360), w))
        scene = render_scene(rng, deck, width, height, replace(look, arms=0.06, clutter=0.1), spots)
        for card in scene.cards:
            if card.visible < 0.55:
                continue
            # A card that fills the picture has no box of use; its parts would teach the wrong corners.
            pair = _patch(rng, scene, card.quad)
            if pair is not None:
                made.patches.append(pair[0])
                made.corners.append(pair[1])
            if card.visible < (0.62 if covered is None else 0.55):
                continue
            quad = card.quad
            if covered is not None and card.visible < 0.97:
                quad = _left_free(quad, covered * rng.uniform(0, 1))
            crop = straighten(scene.image, _nearly(rng, clockwise(quad)), size)
            made.crops.append((card.label, crop[::-1, ::-1] if rng.random() < 0.5 else crop))
        quad = _no_card(rng, scene, w) if rng.random() < 0.2 else None
        if quad is not None:
            made.crops.append((NONE, straighten(scene.image, quad, size)))
    return made


def _write(
    folder: Path, split: str, seed: int, block: int, count: int, size: int, look: Look, detector: Path | None
) -> int:
    made = _render(seed, block, count, size, look, detector)
    for number, (label, crop) in enumerate(made.crops):
        path = folder / "crops" / split / label.replace(" ", "_") / f"{block:04d}-{number:05d}.jpg"
        cv2.imwrite(str(path), crop, [cv2.IMWRITE_JPEG_QUALITY, 92])
    np.savez(
        folder / "corners" / split / f"{block:04d}.npz",
        patches=np.stack(made.patches),
        corners=np.stack(made.corners),
    )
    return len(made.crops)


def make_crops(
    folder: str | Path,
    count: int,
    seed: int = 0,
    *,
    size: int = 128,
    validation: float = 0.04,
    look: Look | None = None,
    detector: Path | None = None,
    workers: int = 2,
    block: int = 800,
) -> None:
    """Render about ``count`` straightened crops (size, size) of single cards, and patches to find corners in.

    Crops of one ``block`` share their decks. Writes ``crops/{train,val}/LABEL/*.jpg``, blanks in labels as
    underscores, and ``corners/{train,val}/*.npz`` with ``patches`` (n, 96, 96, 3), uint8, and ``corners``
    (n, 4, 2): clockwise, x and y as shares of the patch's side. ``detector``: a trained detector, whose
    mistakes on tables without cards then come among the crops that show none.
    """
    folder = Path(folder)
    for split in ("train", "val"):
        (folder / "corners" / split).mkdir(parents=True, exist_ok=True)
        for label in CLASSES:
            (folder / "crops" / split / label.replace(" ", "_")).mkdir(parents=True, exist_ok=True)
    blocks = max(2, round(count / block))
    held_out = max(1, round(blocks * validation))
    with worker_pool(workers) as pool, tqdm(total=blocks * block, desc="crops", unit="crop") as bar:
        jobs = [
            pool.submit(
                _write,
                folder,
                "val" if i < held_out else "train",
                seed,
                i,
                block,
                size,
                look or Look(),
                detector,
            )
            for i in range(blocks)
        ]
        for job in jobs:
            bar.update(job.result())
