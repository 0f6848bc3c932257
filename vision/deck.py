"""A deck that was shown to the camera: how each of its faces looks, kept in a file.

No training: what a deck's faces look like stands next to the classifier's own classes, and a card that
looks like one of them counts as that face the more (as in the Tip-Adapter of Zhang et al., ECCV 2022). A
look has three parts: the classifier's embedding, the shape (where edges run which way), and the colours.
What varies from one view of a card to the next is taken out of the first two (nuisance attribute
projection, Solomonoff et al., ICASSP 2005). All cards of a colour are printed in one ink, and a symbol is the
same in every colour: a face that was shown in bad light is mended by its likes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from tracker.cards import BACK, LABELS, Card
from vision.classifier import CLASSES, NONE, Classifier
from vision.straighten import straighten

PARTS = {"embedding": 0.2, "shape": 0.4, "colour": 0.4}
"""The parts of a look, and how much each counts."""

WIDTHS = {"embedding": 1280, "shape": 12 * 12 * 8, "colour": 5 * 5 * 2}
"""How many numbers describe each part of a look."""

WEIGHT = 45.0
"""How much likeness to a learned face counts against the classifier's own log probabilities."""

UNKNOWN = 0.8
"""The likeness that what was not shown is taken to have: about that of two faces that are easily confused."""

NOTHING = 0.5
"""The likeness that counts for a back, or no card at all: that of what looks like none of the faces."""

DOUBT = 0.1
"""No face is taken to be less likely than this by the classifier, which has not seen the deck."""

EXTRA = ("wild swap hands", "wild shuffle hands", "wild customizable")
"""Faces that not every deck has."""

FAMILY = 3.0
"""How much the looks of cards with the same colour or symbol count for a face, against its own look."""

VIEWS = 16
"""In how many slightly different ways a shown card is looked at."""

NUISANCES = 16
"""How many directions in which views of one card differ are taken out."""

_VERSION = 1


class DeckError(Exception):
    """A deck file that cannot be used; the message is one line that names it."""


@dataclass(frozen=True, eq=False)
class Part:
    """One part of the looks of faces: their ``middle`` (d), the ``nuisance`` (r, d), the ``faces`` (m, d)."""

    middle: np.ndarray
    nuisance: np.ndarray
    faces: np.ndarray

    def fits(self, faces: int, width: int) -> bool:
        """Whether this holds so many faces of such a width, and numbers only."""
        return (
            self.middle.shape == (width,)
            and self.nuisance.ndim == 2
            and self.nuisance.shape[1] == width
            and self.faces.shape == (faces, width)
            and all(np.isfinite(values).all() for values in (self.middle, self.nuisance, self.faces))
        )

    def plain(self, looks: np.ndarray) -> np.ndarray:
        """Return looks (n, d) without what all faces share and what differs from view to view; length 1."""
        rest = looks - self.middle
        return _unit(rest - (rest @ self.nuisance.T) @ self.nuisance)


@dataclass(frozen=True, eq=False)
class Deck:
    """The faces of one deck: ``labels`` (m), a face once for each way up, and the parts of their looks."""

    name: str
    labels: tuple[str, ...]
    parts: Mapping[str, Part]

    @property
    def partial(self) -> bool:
        """Whether faces that every deck has were not shown."""
        return not {*LABELS}.difference(EXTRA) <= {*self.labels}

    def adapt(self, readings: np.ndarray, embeddings: np.ndarray, crops: Sequence[np.ndarray]) -> np.ndarray:
        """Return readings (n, classes) as this deck has them; rows sum to 1.

        ``embeddings`` (n, d) and ``crops`` (n of (size, size, 3)) are those of the cards that were read.
        """
        if not len(readings) or not self.labels:
            return readings
        looks = _looks(embeddings, crops)
        likeness = sum(
            share * (self.parts[name].plain(looks[name]) @ self.parts[name].faces.T)
            for name, share in PARTS.items()
        )
        best = np.full_like(readings, UNKNOWN)
        best[:, [CLASSES.index(BACK), CLASSES.index(NONE)]] = NOTHING
        for k in {CLASSES.index(label) for label in self.labels}:
            best[:, k] = likeness[:, [CLASSES.index(label) == k for label in self.labels]].max(axis=1)
        doubt = DOUBT
        if self.partial:  # what looks like none of the faces shown may well be one that was not
            doubt = np.where(best > UNKNOWN, DOUBT, 1e-6)
            best = np.maximum(best, UNKNOWN)
        logs = np.log(readings + doubt) + WEIGHT * best
        shares = np.exp(logs - logs.max(axis=1, keepdims=True))
        return shares / shares.sum(axis=1, keepdims=True)

    def with_view(self, label: str, crops: Sequence[np.ndarray], classifier: Classifier) -> Deck:
        """Return the deck with one more view of a face, as crops of it that :func:`views` makes.

        What was learned before stays; the new view counts beside it.
        """
        parts = dict(self.parts)
        labels = (*self.labels, label, label)
        for way in (list(crops), [crop[::-1, ::-1] for crop in crops]):
            for name, rows in _looks(classifier.look(way)[1], way).items():
                part = parts[name]
                own = _unit(part.plain(rows).mean(axis=0))
                known = part.faces[[face == label for face in labels[: len(part.faces)]]]
                if len(known):  # what was learned in good light mends what was seen in bad
                    own = _unit(own + known[int((known @ own).argmax())])
                parts[name] = replace(part, faces=np.concatenate([part.faces, own[None]]))
        return Deck(self.name, labels, parts)

    def save(self, path: Path) -> None:
        """Write the deck to a file. Raises DeckError where that is not possible."""
        arrays = {
            f"{name}_{field}": getattr(part, field).astype(np.float16)
            for name, part in self.parts.items()
            for field in ("middle", "nuisance", "faces")
        }
        try:
            with path.open("wb") as file:
                np.savez(file, version=_VERSION, name=self.name, labels=np.array(self.labels), **arrays)
        except OSError as error:
            raise DeckError(f"{path}: cannot be written ({error.strerror})") from None

    @classmethod
    def load(cls, path: Path) -> Deck:
        """Read a deck from a file. Raises DeckError where it is missing, damaged, or of another version."""
        try:
            with np.load(path, allow_pickle=False) as file:
                version, name = int(file["version"]), str(file["name"])
                labels = tuple(map(str, file["labels"]))
                parts = {
                    part: Part(
                        *(
                            file[f"{part}_{field}"].astype(np.float64)
                            for field in ("middle", "nuisance", "faces")
                        )
                    )
                    for part in PARTS
                }
        except FileNotFoundError:
            raise DeckError(f"{path}: no such deck; 'unoref learn' makes it") from None
        except OSError as error:
            raise DeckError(f"{path}: cannot be read ({error.strerror or error})") from None
        except Exception:  # numpy raises many kinds
            raise DeckError(f"{path}: not a deck file") from None
        fits = all(part.fits(len(labels), WIDTHS[name]) for name, part in parts.items())
        if version != _VERSION or not fits or not {*LABELS, BACK}.issuperset(labels):
            raise DeckError(f"{path}: not a deck file of this version; 'unoref learn' makes it anew")
        return cls(name, labels, parts)


def learn(name: str, shown: Mapping[str, Sequence[np.ndarray]], classifier: Classifier) -> Deck:
    """Make a deck from pictures of its faces.

    ``shown``: for each label straightened crops of that card, as :func:`views` makes them.
    """
    labels: list[str] = []
    looks: dict[str, list[np.ndarray]] = {part: [] for part in PARTS}
    for label, crops in shown.items():
        # A card has no up and down, but each way up looks its own way.
        for way in (list(crops), [crop[::-1, ::-1] for crop in crops]):
            labels.append(label)
            for part, rows in _looks(classifier.look(way)[1], way).items():
                looks[part].append(rows)
    return Deck(name, tuple(labels), {part: _part(rows, part, labels) for part, rows in looks.items()})


def _part(looks: list[np.ndarray], name: str, labels: Sequence[str]) -> Part:
    """Make a part from the looks of each face: arrays (views, d), one for each of ``labels``."""
    every = np.concatenate(looks)
    middle, nuisance = np.zeros(every.shape[1]), np.zeros((0, every.shape[1]))
    if name != "colour":  # colours are compared as they are
        middle = every.mean(axis=0)
        spread = np.concatenate([rows - rows.mean(axis=0) for rows in looks])
        nuisance = np.linalg.svd(spread, full_matrices=False)[2][:NUISANCES]
    part = Part(middle, nuisance, np.zeros((0, every.shape[1])))
    own = _unit(np.array([part.plain(rows).mean(axis=0) for rows in looks]))
    kind = [_ink(label) if name == "colour" else _symbol(label) for label in labels]
    faces = []
    for i, face in enumerate(own):
        likes: dict[str, np.ndarray] = {}
        for j in np.argsort(own @ face):  # of the two ways up, the one that is more alike comes last
            if kind[j] == kind[i] and labels[j] != labels[i]:
                likes[labels[j]] = own[j]
        faces.append(face + FAMILY * np.mean([*likes.values()], axis=0) if likes else face)
    return Part(middle, nuisance, _unit(np.array(faces)))


def _ink(label: str) -> str:
    return label if label == BACK else Card.parse(label).colour or label


def _symbol(label: str) -> str:
    return label if label == BACK else Card.parse(label).symbol


def views(image: np.ndarray, quad: np.ndarray, size: int, seed: int = 0) -> list[np.ndarray]:
    """Return straightened crops (size, size, 3) of one card, each with slightly other corners and light."""
    rng = np.random.default_rng(seed)
    side = np.linalg.norm(quad[1] - quad[0])
    crops = [straighten(image, quad, size)]
    for _ in range(VIEWS - 1):
        crop = straighten(image, quad + rng.normal(0, 0.02, (4, 2)) * side, size).astype(np.float32)
        crop = crop * rng.uniform(0.5, 1.3) * rng.uniform(0.85, 1.15, 3)
        if rng.random() < 0.4:
            crop = cv2.GaussianBlur(crop, (0, 0), rng.uniform(0.5, 2.0))
        crop = crop + rng.normal(0, 4, crop.shape)
        crops.append(np.clip(crop, 0, 255).astype(np.uint8))
    return crops


def _looks(embeddings: np.ndarray, crops: Sequence[np.ndarray]) -> dict[str, np.ndarray]:
    return {
        "embedding": embeddings,
        "shape": np.array([_shape(crop) for crop in crops]),
        "colour": np.array([_colour(crop) for crop in crops]),
    }


def _shape(crop: np.ndarray) -> np.ndarray:
    """Return how strong edges of eight directions are in 12 x 12 places, whatever the light: length 1."""
    grey = cv2.cvtColor(cv2.resize(crop, (64, 64), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    grey = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), 1)
    x, y = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    strength, angle = np.hypot(x, y), np.arctan2(y, x)
    planes = []
    for way in range(8):
        along = np.maximum(0, np.cos(2 * (angle - way * np.pi / 8))) ** 4
        plane = cv2.GaussianBlur(strength * along, (0, 0), 2.5)
        planes.append(cv2.resize(plane, (12, 12), interpolation=cv2.INTER_AREA))
    places = np.stack(planes, axis=2)
    local = np.sqrt(cv2.GaussianBlur((places**2).sum(axis=2), (0, 0), 1.5))
    return _unit((places / (local[..., None] + 0.15 * local.mean() + 1e-6)).ravel())


def _colour(crop: np.ndarray) -> np.ndarray:
    """Return the hues in 5 x 5 places of the card within its border, whatever their strength: length 1."""
    edge = crop.shape[0] // 9
    small = cv2.resize(crop[edge:-edge, edge:-edge], (5, 5), interpolation=cv2.INTER_AREA).astype(np.float32)
    grey = small.mean(axis=2, keepdims=True) + 6
    return _unit(((small - grey) / grey)[..., (0, 2)].ravel())


def _unit(rows: np.ndarray) -> np.ndarray:
    return rows / (np.linalg.norm(rows, axis=-1, keepdims=True) + 1e-9)
