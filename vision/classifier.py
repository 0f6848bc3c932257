"""Naming a card from its straightened crop."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np

from tracker.cards import BACK, LABELS
from vision.model import MODELS, Model, ModelError, to_batch

NONE = "none"
"""What a crop shows that has no card in it, or only a piece of one."""

CLASSES = (*LABELS, BACK, NONE)
"""What a crop may show, in the order of the columns of :meth:`Classifier.classify`."""


SURE = 0.95
"""A crop read less surely than this is looked at upside down as well."""


class Deck(Protocol):
    """What the classifier needs of :class:`vision.deck.Deck`."""

    def adapt(self, readings: np.ndarray, embeddings: np.ndarray, crops: Sequence[np.ndarray]) -> np.ndarray:
        """Return readings (n, classes) of crops with embeddings (n, d), as this deck has them."""
        ...


class Classifier:
    """The model that reads cards. ``size``: side of the square crops it wants, in pixels."""

    def __init__(self, path: Path | None = None, threads: int = 0) -> None:
        path = path or MODELS / "classifier.onnx"
        self._model = Model(path, "classify", threads)
        names = [name.replace("_", " ") for name in self._model.names]
        if sorted(names) != sorted(CLASSES):
            raise ModelError(f"{path}: its classes are not the faces, back and none")
        self._order = np.array([names.index(label) for label in CLASSES])
        self.size = self._model.size[0]

    def classify(self, crops: list[np.ndarray], deck: Deck | None = None) -> np.ndarray:
        """Return how likely each of :data:`CLASSES` is for BGR uint8 crops (size, size, 3): (n, classes).

        Rows sum to 1. A crop that is not read surely is looked at upside down as well, since a card has no
        up and down. ``deck``: what is known of the deck that is played with.
        """
        if not crops:
            return np.empty((0, len(CLASSES)))
        faces = self._known(crops, deck)
        doubtful = np.flatnonzero((faces.max(axis=1) < SURE) | (deck is not None))
        if len(doubtful):
            turned = self._known([crops[i][::-1, ::-1] for i in doubtful], deck)
            both = np.sqrt(faces[doubtful] * turned) + 1e-9
            faces[doubtful] = both / both.sum(axis=1, keepdims=True)
        return faces

    def _known(self, crops: list[np.ndarray], deck: Deck | None) -> np.ndarray:
        faces, embeddings = self.look(crops)
        return deck.adapt(faces, embeddings, crops) if deck else faces

    def look(self, crops: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """Return probabilities (n, classes) and embeddings (n, d), of length 1, of crops as they lie."""
        faces, embeddings = self._model.outputs(to_batch(crops))
        if faces.shape != (len(crops), len(CLASSES)):
            raise ModelError(f"classifier: output of shape {faces.shape}; expected (n, {len(CLASSES)})")
        lengths = np.linalg.norm(embeddings, axis=1, keepdims=True)
        return faces.astype(np.float64)[:, self._order], embeddings / np.maximum(lengths, 1e-9)
