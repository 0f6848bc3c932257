"""From a picture to the cards in it: detect, straighten, read."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tracker.cards import BACK, LABELS
from vision.classifier import Classifier
from vision.detector import Detector
from vision.seen import CardSeen
from vision.straighten import straighten


class Reader:
    """Both models together; loading takes about half a second, one instance serves one thread.

    ``models``: the folder of ``detector.onnx`` and ``classifier.onnx``. Raises ModelError where one is
    missing or damaged.
    """

    def __init__(self, models: Path | None = None, threads: int = 0) -> None:
        self._detector = Detector(models and models / "detector.onnx", threads=threads)
        self._classifier = Classifier(models and models / "classifier.onnx", threads=threads)

    def read(self, image: np.ndarray) -> list[CardSeen]:
        """Return the cards in a BGR uint8 picture (height, width, 3), the most confident first.

        Faces are read at the picture's full resolution.
        """
        found = self._detector.detect(image)
        faces = [detection for detection in found if detection.kind != BACK]
        crops = [straighten(image, detection.quad, self._classifier.size) for detection in faces]
        readings = iter(self._classifier.classify(crops))
        cards = []
        for detection in found:
            if detection.kind == BACK:
                cards.append(CardSeen(detection.quad, BACK, detection.confidence))
                continue
            distribution = next(readings)
            best = int(distribution.argmax())
            confidence = float(detection.confidence * distribution[best])
            cards.append(CardSeen(detection.quad, LABELS[best], confidence, distribution))
        return sorted(cards, key=lambda card: -card.confidence)
