"""Finding cards in a whole frame, as oriented bounding boxes turned into corners at once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from vision import quads
from vision.images import shrunk
from vision.model import MODELS, Model, ModelError, to_batch
from vision.straighten import clockwise


@dataclass(frozen=True, eq=False)
class Detection:
    """One card found: corners (4, 2), pixels, clockwise; ``kind`` (``face``, ``back``); confidence 0 to 1."""

    quad: np.ndarray
    kind: str
    confidence: float


@dataclass(frozen=True)
class Level:
    """One look at the picture: shrunk to ``size`` pixels on its longer side, for cards of some sizes only.

    ``smallest`` and ``largest``: the short side of a card in pixels of the shrunk picture.
    """

    size: int
    smallest: float
    largest: float


LEVELS = (Level(160, 45, 1000), Level(320, 45, 120), Level(640, 0, 110))
"""The model is surest of cards of 20 to 90 pixels. A card that fills the picture is looked for in a smaller
copy of it, which costs a sixteenth and a fourth of a look at 640 pixels."""

INKLING = 0.3
"""Confidence in the smallest copy from which what may be a large card gets a look of its own size."""


SMALLEST = 24.0
"""Short side in pixels of the whole picture below which nothing can be read, so nothing is reported."""


class Detector:
    """The oriented-box model, run on each of ``levels``."""

    def __init__(
        self, path: Path | None = None, threads: int = 0, levels: tuple[Level, ...] = LEVELS
    ) -> None:
        self._model = Model(path or MODELS / "detector.onnx", "obb", threads)
        self._levels = levels

    def detect(
        self,
        image: np.ndarray,
        confidence: float = 0.4,
        overlap: float = 0.45,
        within: tuple[slice, slice] | None = None,
    ) -> list[Detection]:
        """Return the cards in a BGR uint8 picture (height, width, 3), the most confident first.

        ``within``: the rows and columns to look at, where that is not the whole picture; a smaller part takes
        less time, and cards in it are seen at the same size.
        ``overlap``: of two boxes whose intersection over union is larger, the less confident is dropped. What
        looks like a card within a card stays: which of the two it is, only reading can tell.
        """
        part = image if within is None else image[within]
        corner = np.array([within[1].start, within[0].start]) if within else np.zeros(2)
        longest = max(image.shape[:2])
        found: list[Detection] = []
        largest = np.inf  # short side of what may be a card, as a share of the picture's longer side
        for level in self._levels:
            if largest < level.smallest / level.size:
                continue
            boxes, ratio = self._look(part, level.size / longest, min(confidence, INKLING))
            if level is self._levels[0]:
                largest = 1.15 * float(boxes[:, 2:4].min(axis=1).max(initial=0)) / level.size
            found += self._chosen(boxes, ratio, level, confidence, overlap)
        return [replace(one, quad=one.quad + corner) for one in alone(found, overlap)]

    def _look(self, image: np.ndarray, scale: float, confidence: float) -> tuple[np.ndarray, np.ndarray]:
        """Return the boxes (n, 4 + kinds + 1) in the shrunk picture, and the way back, (2,)."""
        height, width = image.shape[:2]
        small = shrunk(image, max(1, round(width * scale)), max(1, round(height * scale)))
        h, w = small.shape[:2]
        padded = np.full((-h % 32 + h, -w % 32 + w, 3), 114, np.uint8)
        padded[:h, :w] = small
        output = self._model.run(to_batch([padded]))
        rows = 4 + len(self._model.names) + 1
        if output.ndim != 3 or output.shape[1] != rows:
            raise ModelError(f"detector: output of shape {output.shape}; expected (1, {rows}, boxes)")
        boxes = output[0].T
        return boxes[boxes[:, 4:-1].max(axis=1) >= confidence], np.array([width / w, height / h])

    def _chosen(
        self, boxes: np.ndarray, ratio: np.ndarray, level: Level, confidence: float, overlap: float
    ) -> list[Detection]:
        """Return the cards of a level's sizes among the boxes."""
        scores = boxes[:, 4:-1].max(axis=1)
        side = boxes[:, 2:4].min(axis=1)
        least = max(level.smallest, SMALLEST / ratio.max())
        keep = (scores >= confidence) & (side >= least) & (side <= level.largest)
        boxes, scores = boxes[keep], scores[keep]
        if not len(boxes):
            return []
        kinds = boxes[:, 4:-1].argmax(axis=1)
        rects = [
            ((float(x), float(y)), (float(bw), float(bh)), float(np.degrees(a)))
            for x, y, bw, bh, a in boxes[:, (0, 1, 2, 3, -1)]
        ]
        kept = cv2.dnn.NMSBoxesRotated(rects, scores.astype(float).tolist(), confidence, overlap)
        return [
            Detection(
                clockwise(cv2.boxPoints(rects[i]) * ratio), self._model.names[kinds[i]], float(scores[i])
            )
            for i in np.array(kept).ravel()
        ]


def alone(found: list[Detection], overlap: float = 0.45) -> list[Detection]:
    """Return the detections without those that a more confident one overlaps by more than ``overlap``."""
    kept: list[Detection] = []
    for one in sorted(found, key=lambda one: -one.confidence):
        if all(quads.overlap(one.quad, other.quad) <= overlap for other in kept):
            kept.append(one)
    return kept
