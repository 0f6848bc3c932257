"""From a picture to the cards in it: detect, straighten, read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from tracker.cards import BACK, LABELS
from vision.classifier import Classifier
from vision.detector import Detection, Detector
from vision.seen import CardSeen
from vision.straighten import straighten, turned

SURE = 0.95
"""A reading less likely than this is taken again with the card's box turned."""

ASKEW = (-12.0, -6.0, 6.0, 12.0)
"""By how many degrees the box is turned then: large cards are found with such errors."""

DOUBTFUL = 0.75
"""A reading less likely than this, even so, is taken again all the way around: on a pile the box can be
turned as the cards below."""

AROUND = tuple(range(-90, 90, 15))
"""The angles in degrees that are tried then; a card looks the same from both ends."""

CONVINCING = 0.98
"""How likely the best of these must be to replace the box and the reading."""

BACK_PRIOR = {"back": 0.85, "face": 0.15}
"""How likely a card is a back once the detector has said what it takes it for."""


class Reader:
    """Both models together; loading takes about half a second, one instance serves one thread.

    ``models``: the folder of ``detector.onnx`` and ``classifier.onnx``. Raises ModelError where one is
    missing or damaged.
    """

    def __init__(self, models: Path | None = None, threads: int = 0) -> None:
        self._detector = Detector(models and models / "detector.onnx", threads)
        self._classifier = Classifier(models and models / "classifier.onnx", threads)

    def read(self, image: np.ndarray) -> list[CardSeen]:
        """Return the cards in a BGR uint8 picture (height, width, 3), the most confident first.

        Each card is read at the picture's full resolution.
        """
        found = self._detector.detect(image)
        size = self._classifier.size
        readings = self._classifier.classify([straighten(image, one.quad, size) for one in found])
        for i, reading in enumerate(readings):
            if reading.max() < SURE:
                found[i], readings[i] = self._look_again(image, found[i], reading)
        cards = [_name(detection, reading) for detection, reading in zip(found, readings, strict=True)]
        return sorted(cards, key=lambda card: -card.confidence)

    def _look_again(
        self, image: np.ndarray, detection: Detection, reading: np.ndarray
    ) -> tuple[Detection, np.ndarray]:
        """Read a doubtful card with its box a little askew; where that is no help, turned all the way."""
        size = self._classifier.size
        looks = [straighten(image, turned(detection.quad, angle), size) for angle in ASKEW]
        reading = _agreed(np.vstack([reading, self._classifier.classify(looks)]))
        if reading.max() >= DOUBTFUL:
            return detection, reading
        middle = detection.quad.mean(axis=0)
        quads = [turned(middle + 0.9 * (detection.quad - middle), angle) for angle in AROUND]
        looked = self._classifier.classify([straighten(image, quad, size) for quad in quads])
        # One lucky angle proves nothing: the neighbours on both sides must agree.
        agreed = [_agreed(looked[[i - 1, i, (i + 1) % len(looked)]]) for i in range(len(looked))]
        best = max(range(len(agreed)), key=lambda i: agreed[i].max())
        if agreed[best].max() < CONVINCING:
            return detection, reading
        return replace(detection, quad=quads[best]), agreed[best]


def _agreed(readings: np.ndarray) -> np.ndarray:
    """Return what several readings (n, classes) of one card have in common: their geometric mean."""
    logs = np.log(readings + 1e-9).mean(axis=0)
    shares = np.exp(logs - logs.max())
    return shares / shares.sum()


def _name(detection: Detection, reading: np.ndarray) -> CardSeen:
    """Join what both models say of one card."""
    prior = BACK_PRIOR[detection.kind]
    faces, back = reading[:-1], reading[-1] * prior
    face_mass = faces.sum() * (1 - prior)
    is_back = float(back / (back + face_mass))
    if is_back > 0.5:
        return CardSeen(detection.quad, BACK, detection.confidence * is_back)
    faces = faces / faces.sum()
    best = int(faces.argmax())
    confidence = detection.confidence * (1 - is_back) * float(faces[best])
    return CardSeen(detection.quad, LABELS[best], confidence, faces)
