"""Labelled pictures: a folder with ``labels.json`` that says which cards are on each, and where."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any

import numpy as np

from tracker.cards import BACK, LABELS

NAMES = (*LABELS, BACK)
"""What a card may be labelled as."""

VISIBLE = ("full", "partial")


class LabelsError(Exception):
    """A folder whose labels cannot be used; the message is one line for the user."""


@dataclass(frozen=True, eq=False)
class LabelledCard:
    """A card on a picture: its label, its corners (4, 2) in pixels, and whether all of it can be seen."""

    label: str
    quad: np.ndarray
    full: bool


@dataclass(frozen=True, eq=False)
class Entry:
    """What is on one picture: one card, ``label``, or else ``cards``; ``ignore`` are polygons (n, 2)."""

    set: str
    label: str | None
    cards: tuple[LabelledCard, ...] = ()
    ignore: tuple[np.ndarray, ...] = ()


def load_labels(folder: str | Path) -> dict[str, Entry]:
    """Return what is on the pictures of a folder, by file name, in the order of the names.

    Raises LabelsError, which names the file and the entry, where that is not what the labels say.
    """
    file = Path(folder) / "labels.json"
    try:
        entries = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        if file.exists():
            raise LabelsError(f"{file}: cannot be read ({error.strerror})") from None
        raise LabelsError(f"{file}: no such file; beside the pictures it says what is on them") from None
    except (ValueError, RecursionError):
        raise LabelsError(f"{file}: not a JSON file") from None
    if not isinstance(entries, dict):
        raise LabelsError(f"{file}: not an object with an entry for each picture")
    try:
        return {name: _entry(name, entries[name]) for name in sorted(entries)}
    except ValueError as error:
        raise LabelsError(f"{file}: {error}") from None


def _entry(name: str, entry: Any) -> Entry:
    if PurePath(name).is_absolute() or ".." in PurePath(name).parts:
        raise ValueError(f"{name!r}: the picture lies outside the folder")
    if not isinstance(entry, Mapping) or ("label" in entry) == ("cards" in entry):
        raise ValueError(f"{name!r}: an entry has either 'label' or 'cards'")
    photo_set = entry.get("set", "all")
    if not isinstance(photo_set, str):
        raise ValueError(f"{name!r}: 'set' is {photo_set!r}; a name is allowed")
    if "label" in entry:
        return Entry(photo_set, _label(name, entry["label"]))
    cards, ignore = entry["cards"], entry.get("ignore", [])
    if not isinstance(cards, list) or not all(isinstance(card, Mapping) for card in cards):
        raise ValueError(f"{name!r}: 'cards' is a list of objects with label, quad and visible")
    if not isinstance(ignore, list):
        raise ValueError(f"{name!r}: 'ignore' is a list of polygons")
    return Entry(
        photo_set,
        None,
        tuple(_card(name, card) for card in cards),
        tuple(_points(name, "ignore", polygon) for polygon in ignore),
    )


def _card(name: str, card: Mapping[str, Any]) -> LabelledCard:
    quad = _points(name, "quad", card.get("quad"))
    if len(quad) != 4:
        raise ValueError(f"{name!r}: 'quad' has {len(quad)} points; a card has 4 corners")
    visible = card.get("visible", "full")
    if visible not in VISIBLE:
        raise ValueError(f"{name!r}: 'visible' is {visible!r}; allowed are {', '.join(VISIBLE)}")
    return LabelledCard(_label(name, card.get("label")), quad, visible == "full")


def _label(name: str, label: Any) -> str:
    if not isinstance(label, str) or label not in NAMES:
        raise ValueError(f"{name!r}: {label!r} is no card; allowed are such as 'red 7' and 'wild'")
    return label


def _points(name: str, what: str, points: Any) -> np.ndarray:
    try:
        array = np.array(points, float)
    except (ValueError, TypeError):
        array = np.zeros(0)
    if array.ndim != 2 or array.shape[1:] != (2,) or len(array) < 3 or not np.isfinite(array).all():
        raise ValueError(f"{name!r}: {what!r} is no list of points [x, y] in pixels")
    return array
