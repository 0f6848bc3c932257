"""Learning a deck: each face is shown to the camera once, or comes from labelled photographs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
from platformdirs import user_data_path

from datasets.labelled import LabelsError, load_labels
from tracker.cards import LABELS
from vision.classifier import Classifier
from vision.deck import EXTRA, Deck, DeckError, learn, views
from vision.detector import Detection
from vision.frames import Frame
from vision.images import ImageError, load_image
from vision.quads import overlap
from vision.reader import Reader

STILL = 0.6
"""Seconds for which a card must lie still before it is looked at."""

PAUSE = 0.15
"""Seconds between two looks at the table."""

SURE = 0.9
"""A face this likely that was not shown yet is taken without a question."""

SUFFIX = ".deck"

Ask = Callable[[str, str], str | None]
"""Asks for a card's name: a question and the likeliest label; returns a label, or None to leave it out."""


def deck_file(name: str) -> Path:
    """Return the file of a named deck; a name that ends in ``.deck`` is the file itself.

    Raises DeckError where it can be neither.
    """
    if name.endswith(SUFFIX):
        return Path(name)
    if not re.fullmatch(r"\w[\w .-]{0,59}", name):
        raise DeckError(
            f"deck {name!r}: not a name; allowed are letters, digits, spaces and -, "
            f"or a file that ends in {SUFFIX}"
        )
    return user_data_path("unoref") / "decks" / f"{name}{SUFFIX}"


def new_deck_file(name: str, replace: bool = False) -> Path:
    """Return the file for a deck that is about to be learned.

    Raises DeckError where there is one already, unless it is to be replaced.
    """
    path = deck_file(name)
    if path.exists() and not replace:
        raise DeckError(f"{path}: is there already; give another name, or --replace to learn it anew")
    return path


def deck_names() -> tuple[str, ...]:
    """Return the names of the decks that were learned."""
    return _decks_in(deck_file("any").parent)


def _decks_in(folder: Path) -> tuple[str, ...]:
    return tuple(sorted(file.stem for file in folder.glob(f"*{SUFFIX}")))


def load_deck(name: str) -> Deck:
    """Load a named deck. Raises DeckError with one line that says which decks there are."""
    path = deck_file(name)
    if not path.exists() and (others := _decks_in(path.parent)):
        raise DeckError(f"{path}: no such deck; there are {', '.join(others)}")
    return Deck.load(path)


def save_deck(deck: Deck, name: str) -> Path:
    """Save a deck under a name; return the file. Raises DeckError where it cannot be written."""
    path = deck_file(name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DeckError(f"{path.parent}: no folder to write to ({error.strerror})") from None
    deck.save(path)
    return path


def keep_view(name: str, label: str, image: np.ndarray, quad: np.ndarray) -> None:
    """Keep a card that was named by people for a learned deck.

    ``image`` is BGR (height, width, 3), ``quad`` (4, 2) the card's corners in it. Raises DeckError where the
    deck cannot be read or written, ModelError where the model is missing.
    """
    classifier = Classifier()
    deck = load_deck(name).with_view(label, views(image, quad, classifier.size), classifier)
    path = deck_file(name)
    new = path.with_name(f"{path.name}.new")
    deck.save(new)
    new.replace(path)  # the deck is whole at every moment


def from_photographs(folder: Path, only: str | None, reader: Reader) -> dict[str, list[np.ndarray]]:
    """Return crops by label of the one-card pictures in a folder with ``labels.json`` (as for the bench).

    ``only``: the photo set to take, None for all. Raises DeckError where there are none.
    """
    try:
        labels = {name: entry for name, entry in load_labels(folder).items() if entry.label in LABELS}
    except LabelsError as error:
        raise DeckError(str(error)) from None
    sets = sorted({entry.set for entry in labels.values()})
    if only is not None and only not in sets:
        there = f"there are {', '.join(sets)}" if sets else "there are no pictures of one card"
        raise DeckError(f"{folder}: no photo set {only!r} of one-card pictures; {there}")
    if not labels:
        raise DeckError(f"{folder}: labels.json names no picture of one card")
    wanted = {name: entry.label for name, entry in labels.items() if only in (None, entry.set)}
    shown: dict[str, list[np.ndarray]] = {}
    for name, label in wanted.items():
        try:
            image = load_image(folder / name)
        except ImageError as error:
            raise DeckError(str(error)) from None
        card = main_card(reader.locate(image, reader.detect(image)))
        if card is not None:
            shown.setdefault(label, []).extend(views(image, card.quad, reader.crop_size))
    return shown


def main_card(found: list[Detection]) -> Detection | None:
    """Return the card that is being shown: the largest of those that are surely there."""
    sure = [one for one in found if one.kind == "face" and one.confidence > 0.5] or found
    return max(sure, key=lambda one: float(np.ptp(one.quad, axis=0).prod()), default=None)


class Lesson:
    """Cards shown one after the other, in any order; ``shown`` keeps the crops of each."""

    def __init__(self, reader: Reader, ask: Ask) -> None:
        self.shown: dict[str, list[np.ndarray]] = {}
        self._reader, self._ask = reader, ask
        self._still: Detection | None = None
        self._since = 0.0
        self._looked = -PAUSE
        self._done: np.ndarray | None = None

    @property
    def missing(self) -> list[str]:
        """The faces of an ordinary deck that were not shown yet."""
        return [label for label in LABELS if label not in self.shown and label not in EXTRA]

    def watch(self, frames: Iterable[Frame]) -> Iterable[str]:
        """Take in frames; yield the label of each card once it is learned."""
        for frame in frames:
            if frame.t - self._looked < PAUSE:
                continue
            self._looked = frame.t
            label = self._look(frame)
            if label is not None:
                yield label

    def _look(self, frame: Frame) -> str | None:
        reader = self._reader
        card = main_card(reader.locate(frame.image, reader.detect(frame.image)))
        before, self._still = self._still, card
        if card is None or before is None or overlap(card.quad, before.quad) < 0.85:
            self._since = frame.t
            if card is None:
                self._done = None
            return None
        if frame.t - self._since < STILL:
            return None
        crops = views(frame.image, card.quad, reader.crop_size)
        faces, embedding = reader.impression(crops)
        if self._done is not None and float(embedding @ self._done) > 0.9:
            return None  # the card that was just shown still lies there
        self._done, self._since = embedding, frame.t
        label = self._name(faces)
        if label is not None:
            self.shown[label] = crops
        return label

    def _name(self, faces: np.ndarray) -> str | None:
        best = LABELS[int(faces.argmax())]
        if faces.max() >= SURE and best not in self.shown:
            return best
        fresh = np.array([0.0 if label in self.shown else 1.0 for label in LABELS]) * faces
        guess = LABELS[int(fresh.argmax())] if fresh.max() > 0 else best
        return self._ask(f"Which card is this? It looks like {guess}", guess)


def make_deck(name: str, shown: dict[str, list[np.ndarray]], reader: Reader) -> Deck:
    """Make a deck from what was shown. Raises DeckError where nothing was."""
    if not shown:
        raise DeckError(f"{name}: no card was seen, so there is no deck to keep")
    return learn(Path(name).stem, shown, reader.classifier)
