"""Naming a card from its straightened crop."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tracker.cards import BACK, LABELS
from vision.model import MODELS, Model, ModelError, to_batch

CLASSES = (*LABELS, BACK)
"""What a crop may show, in the order of the columns of :meth:`Classifier.classify`."""


class Classifier:
    """The model that reads cards. ``size``: side of the square crops it wants, in pixels."""

    def __init__(self, path: Path | None = None, threads: int = 0) -> None:
        path = path or MODELS / "classifier.onnx"
        self._model = Model(path, "classify", threads)
        names = [name.replace("_", " ") for name in self._model.names]
        if sorted(names) != sorted(CLASSES):
            raise ModelError(f"{path}: its classes are not the {len(LABELS)} card faces and the back")
        self._order = np.array([names.index(label) for label in CLASSES])
        self.size = self._model.size[0]

    def classify(self, crops: list[np.ndarray]) -> np.ndarray:
        """Return how likely each of :data:`CLASSES` is for BGR uint8 crops (size, size, 3): (n, 58).

        Rows sum to 1. Each crop is looked at both ways up, since a
        card has no up and down.
        """
        if not crops:
            return np.empty((0, len(CLASSES)))
        upright = to_batch(crops)
        both = np.concatenate([upright, upright[:, :, ::-1, ::-1]])
        output = self._model.run(np.ascontiguousarray(both))
        if output.shape != (len(both), len(CLASSES)):
            raise ModelError(f"classifier: output of shape {output.shape}; expected (n, {len(CLASSES)})")
        first, second = np.split(output.astype(np.float64)[:, self._order], 2)
        faces = np.sqrt(first * second) + 1e-9
        return faces / faces.sum(axis=1, keepdims=True)
