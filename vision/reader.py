"""From a picture to the cards in it: detect, find the corners, straighten, read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from tracker.cards import BACK, LABELS
from vision.calibration import FILE, Calibration, log_odds
from vision.classifier import CLASSES, NONE, Classifier
from vision.corners import Corners
from vision.deck import Deck
from vision.detector import Detection, Detector, alone
from vision.images import shrunk, strongest
from vision.quads import overlap, same_card
from vision.seen import CardSeen
from vision.straighten import straighten

MOVED = 0.8
"""Corners that overlap the rough box less than this are looked for once more, from where they were found."""

EVIDENCE = 5.05
"""A place with less evidence of a card than this, in log odds, is left out."""

SOMETHING = 0.5
"""How much it speaks for a card that its crop looks like one, in log odds: of a card it is nearly sure."""

READABLE = 0.3
"""How much it speaks for a card that it can be read, in log odds: few other things can."""

BACK_PRIOR = {"back": 0.85, "face": 0.15}
"""How likely a card is a back once the detector has said what it takes it for."""


AT_REST = 0.05
"""A card whose rough box has moved by less than this share of its width may not have moved at all."""

SAME = (4.0, 20.0)
"""By how many grey levels a place may change, on the whole and at most, and still show the same."""


Part = tuple[slice, slice]
"""Rows and columns of a picture."""

NOTHING: Part = (slice(0, 0), slice(0, 0))

MOST = 0.6
"""Where more of the picture than this would have to be looked at again, all of it is."""


@dataclass(frozen=True, eq=False)
class _Known:
    """A place read before: what the detector said, what came of it, and how the place looked."""

    rough: Detection
    card: CardSeen | None
    place: Part
    look: np.ndarray


class Reader:
    """The three models together; loading takes about half a second, one instance serves one thread.

    ``models``: the folder of ``detector.onnx``, ``corners.onnx``, ``classifier.onnx`` and
    ``calibration.json``. ``deck``: what is known of the deck that is played with. ``crop_size``: side of the
    crops that ``classifier`` names, in pixels. Raises ModelError where a file is missing or damaged.
    """

    def __init__(self, models: Path | None = None, threads: int = 0, deck: Deck | None = None) -> None:
        self._deck = deck
        self._detector = Detector(models and models / "detector.onnx", threads)
        self._corners = Corners(models and models / "corners.onnx", threads)
        self.classifier = Classifier(models and models / "classifier.onnx", threads)
        self._calibration = Calibration.load(models / FILE.name if models else FILE)
        self._known: list[_Known] = []
        self._small: np.ndarray | None = None
        self.crop_size = self.classifier.size

    def read(self, image: np.ndarray) -> list[CardSeen]:
        """Return the cards in a BGR uint8 picture (height, width, 3), the most confident first.

        Each card is read at the picture's full resolution.
        """
        found = self.locate(image, self.detect(image))
        return _once(self.name(found, [straighten(image, one.quad, self.crop_size) for one in found]))

    def follow(self, image: np.ndarray) -> list[CardSeen]:
        """Do as :meth:`read`, but look only where something has changed since the last picture."""
        now = shrunk(image, *_small_size(image)).astype(np.float32)
        changed = _changed(now, self._small)
        if changed == NOTHING:
            return _once([k.card for k in self._known])
        box, within, known = _whole(image), None, []
        if changed is None or self._small is None:
            self._small = now
        else:
            self._small[changed] = now[changed]
            box, within, known = self._around(changed, image, image.shape[1] / now.shape[1])
        new = []
        for one in self.detect(image, within):
            if not _meet(box, _place(one.quad, image)):
                continue
            before = next((k for k in self._known if _at_rest(k, one, image)), None)
            if before is None:
                new.append(one)
            elif before not in known:
                known.append(before)
        located = self._refined(image, new)
        cards = self.name(located, [straighten(image, one.quad, self.crop_size) for one in located])
        for rough, card in zip(new, cards, strict=True):
            place = _place(rough.quad, image)
            known.append(_Known(rough, card, place, _look(image, place)))
        self._known = known
        return _once([k.card for k in known])

    def _around(
        self, changed: Part, image: np.ndarray, scale: float
    ) -> tuple[np.ndarray, Part | None, list[_Known]]:
        """Return the box in which something has changed, where to look because of it, the cards elsewhere.

        ``changed`` is a part of the small copy. The box is as much larger as a card that lies there may be,
        and every card that it touches is looked at whole.
        """
        long = [np.linalg.norm(k.rough.quad[2] - k.rough.quad[1]) for k in self._known]
        reach = 0.3 * max(long, default=0.3 * max(image.shape[:2]))
        box = np.array([[side.start, side.stop] for side in changed]) * scale + (-reach, reach)
        touched = [k for k in self._known if _meet(box, k.place)]
        places = [box, *(_grown(k.place, reach / 2) for k in touched)]
        start = np.maximum(np.min(places, axis=0)[:, 0], 0).astype(int)
        stop = np.minimum(np.max(places, axis=0)[:, 1], image.shape[:2]).astype(int)
        if np.prod(stop - start) > MOST * np.prod(image.shape[:2]):
            return _whole(image), None, []
        within = (slice(int(start[0]), int(stop[0])), slice(int(start[1]), int(stop[1])))
        return box, within, [k for k in self._known if k not in touched]

    def detect(self, image: np.ndarray, within: Part | None = None) -> list[Detection]:
        """Return where the detector sees cards, as rough boxes, the most confident first.

        ``within``: the rows and columns to look at. What is cut by their edge is left out.
        """
        found = self._detector.detect(image, within=within)
        return [one for one in found if within is None or not _cut(one.quad, within, image)]

    def locate(self, image: np.ndarray, found: list[Detection]) -> list[Detection]:
        """Return detections with the cards' own corners in place of rough boxes, each card once."""
        return alone(self._refined(image, found))

    def _refined(self, image: np.ndarray, found: list[Detection]) -> list[Detection]:
        quads = self._corners.refine(image, [one.quad for one in found])
        astray = [i for i, one in enumerate(found) if overlap(one.quad, quads[i]) < MOVED]
        for i, quad in zip(astray, self._corners.refine(image, [quads[i] for i in astray]), strict=True):
            quads[i] = quad
        return [replace(one, quad=quad) for one, quad in zip(found, quads, strict=True)]

    def name(self, found: list[Detection], crops: list[np.ndarray]) -> list[CardSeen | None]:
        """Name the card in each straightened crop (crop_size, crop_size, 3); None where there is none."""
        readings = self.classifier.classify(crops, self._deck)
        return [self._card(one, judge(one, reading)) for one, reading in zip(found, readings, strict=True)]

    def _card(self, detection: Detection, verdict: Verdict) -> CardSeen | None:
        if not verdict.is_card:
            return None
        confidence = self._calibration.confidence(verdict.there, verdict.likely)
        return CardSeen(detection.quad, verdict.label, confidence, verdict.faces)

    def impression(self, crops: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """Return what crops of one card have in common: how likely each face is, and the embedding."""
        readings, embeddings = self.classifier.look(crops)
        faces = np.exp(np.log(readings[:, : len(LABELS)] + 1e-9).mean(axis=0))
        middle = embeddings.mean(axis=0)
        return faces / faces.sum(), middle / np.linalg.norm(middle)


def _once(cards: list[CardSeen | None]) -> list[CardSeen]:
    """Return cards, the most confident first, without those that show another's card or a piece of it."""
    kept: list[CardSeen] = []
    for card in sorted((card for card in cards if card is not None), key=lambda card: -card.confidence):
        if not any(same_card(card.quad, other.quad) for other in kept):
            kept.append(card)
    return kept


def _at_rest(known: _Known, now: Detection, image: np.ndarray) -> bool:
    """Whether a card found now is one that was read before, lying where it lay and looking as it looked."""
    before = known.rough.quad
    width = np.linalg.norm(before[1] - before[0])
    if now.kind != known.rough.kind or np.abs(now.quad - before).max() > AT_REST * width:
        return False
    rows, columns = known.place
    if rows.stop > image.shape[0] or columns.stop > image.shape[1]:
        return False
    return _same(_look(image, known.place), known.look)


def _same(now: np.ndarray, before: np.ndarray) -> bool:
    """Whether two small float32 pictures show the same but for a camera's noise."""
    if now.shape != before.shape:
        return False
    change = cv2.absdiff(now, before)
    return cv2.mean(change)[0] < SAME[0] and float(change.max()) < SAME[1]


def _changed(now: np.ndarray, before: np.ndarray | None) -> Part | None:
    """Return the part of a small picture that shows something else than before; None: all of it."""
    if before is None or before.shape != now.shape:
        return None
    change = cv2.absdiff(now, before)
    if cv2.mean(change)[0] >= SAME[0]:
        return None
    rows, columns = np.nonzero(strongest(change) >= SAME[1])
    if not len(rows):
        return NOTHING
    return slice(int(rows.min()), int(rows.max()) + 1), slice(int(columns.min()), int(columns.max()) + 1)


def _grown(place: Part, by: float) -> np.ndarray:
    return np.array([[side.start - by, side.stop + by] for side in place])


def _whole(image: np.ndarray) -> np.ndarray:
    return np.array([[0, image.shape[0]], [0, image.shape[1]]])


def _meet(box: np.ndarray, place: Part) -> bool:
    """Whether a box [[top, bottom], [left, right]] and a place have a pixel in common."""
    other = _grown(place, 0)
    return bool((box[:, 0] < other[:, 1]).all() and (other[:, 0] < box[:, 1]).all())


def _cut(quad: np.ndarray, within: Part, image: np.ndarray) -> bool:
    """Whether a quad reaches an edge of the part that was looked at which is no edge of the picture."""
    low, high = quad.min(axis=0)[::-1], quad.max(axis=0)[::-1]  # y, x
    return any(
        (side.start > 0 and low[i] < side.start + 2) or (side.stop < size and high[i] > side.stop - 2)
        for i, (side, size) in enumerate(zip(within, image.shape[:2], strict=True))
    )


def _small_size(image: np.ndarray) -> tuple[int, int]:
    """Return the width and height of the copy in which it shows whether anything has moved."""
    height, width = image.shape[:2]
    scale = min(1.0, 480 / max(height, width))
    return max(1, round(width * scale)), max(1, round(height * scale))


def _place(quad: np.ndarray, image: np.ndarray) -> Part:
    height, width = image.shape[:2]
    left, top = np.clip(np.floor(quad.min(axis=0)), 0, (width - 1, height - 1)).astype(int)
    right, bottom = np.clip(np.ceil(quad.max(axis=0)), (left + 1, top + 1), (width, height)).astype(int)
    return slice(int(top), int(bottom)), slice(int(left), int(right))


def _look(image: np.ndarray, place: tuple[slice, slice]) -> np.ndarray:
    """Return a place of the picture shrunk so far that a camera's noise is gone: (16, 16, 3), float32."""
    return cv2.resize(image[place], (16, 16), interpolation=cv2.INTER_AREA).astype(np.float32)


@dataclass(frozen=True, eq=False)
class Verdict:
    """What both models say of one place: ``label``, how likely a card is there, how likely that label is.

    ``something``: how likely the crop shows a card, as the classifier alone has it.
    """

    label: str
    there: float
    likely: float
    faces: np.ndarray
    something: float

    @property
    def is_card(self) -> bool:
        """Whether there is enough to be seen to say that a card lies here."""
        evidence = log_odds(self.there) + READABLE * log_odds(self.likely)
        return bool(evidence + SOMETHING * log_odds(self.something) >= EVIDENCE)


def judge(detection: Detection, reading: np.ndarray) -> Verdict:
    """Join a detection and the classifier's reading (classes) of its crop."""
    something = 1 - float(reading[CLASSES.index(NONE)])
    prior = BACK_PRIOR[detection.kind]
    faces, back = reading[: len(LABELS)], reading[CLASSES.index(BACK)] * prior
    is_back = float(back / (back + faces.sum() * (1 - prior) + 1e-12))
    there = detection.confidence * something
    if is_back > 0.5:
        return Verdict(BACK, there, is_back, np.empty(0), something)
    faces = faces / (faces.sum() + 1e-12)
    best = int(faces.argmax())
    return Verdict(LABELS[best], there, (1 - is_back) * float(faces[best]), faces, something)
