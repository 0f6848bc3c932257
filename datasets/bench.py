"""Measuring recognition against labelled photographs (:mod:`datasets.labelled`)."""

from __future__ import annotations

import itertools
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from datasets.labelled import Entry, LabelsError, load_labels
from tracker.cards import BACK, LABELS
from vision.draw import draw_cards
from vision.images import ImageError, load_image
from vision.quads import overlap
from vision.reader import Reader
from vision.seen import CardSeen

MATCH = 0.5
"""Intersection over union from which a detection and a card are the same."""


STEPS = (0.0, 0.3, 0.5, 0.7, 0.8, 0.9, 1.01)
"""The ranges of confidence that are told apart."""


class BenchError(Exception):
    """A folder that cannot be measured; the message is one line for the user."""


@dataclass
class Figures:
    """Counts of one photo set: ``full`` cards of the truth; how many were found, and right; false ones."""

    pictures: int = 0
    full: int = 0
    found: int = 0
    right: int = 0
    false: int = 0


@dataclass
class Empty:
    """Counts of the pictures without any card: on how many a face, or anything at all, was taken for one."""

    pictures: int = 0
    face: int = 0
    any: int = 0

    def count(self, false: list[CardSeen]) -> None:
        """Count one picture without any card, on which ``false`` was seen."""
        self.pictures += 1
        self.face += any(not card.is_back for card in false)
        self.any += bool(false)


@dataclass
class Report:
    """All figures of a run: per photo set, per label (full, found, right), misreadings, milliseconds."""

    sets: dict[str, Figures] = field(default_factory=dict)
    labels: dict[str, list[int]] = field(default_factory=dict)
    confused: Counter[tuple[str, str]] = field(default_factory=Counter)
    milliseconds: list[float] = field(default_factory=list)
    readings: list[tuple[float, bool]] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    empty: Empty = field(default_factory=Empty)

    def count(self, name: str, label: str, read: str | None) -> None:
        """Count one fully visible card that was read as ``read``, or not found (None)."""
        figures = self.sets[name]
        row = self.labels.setdefault(label, [0, 0, 0])
        figures.full += 1
        row[0] += 1
        if read is not None:
            figures.found += 1
            row[1] += 1
            if read == label:
                figures.right += 1
                row[2] += 1
            else:
                self.confused[label, read] += 1

    def to_json(self) -> dict[str, object]:
        """Return the figures as one JSON object."""
        return {
            "sets": {name: vars(figures) for name, figures in sorted(self.sets.items())},
            "labels": {
                label: dict(zip(("full", "found", "right"), row, strict=True))
                for label, row in self.labels.items()
            },
            "empty": vars(self.empty),
            "ms": round(float(np.mean(self.milliseconds)), 1) if self.milliseconds else None,
        }

    def to_text(self) -> str:
        """Return the figures as a table for people."""
        lines = [self.summary(), "", f"{'label':<20} {'cards':>6} {'found':>6} {'right':>6}"]
        for label in (*LABELS, BACK):
            if label in self.labels:
                full, found, right = self.labels[label]
                lines.append(f"{label:<20} {full:>6} {found:>6} {right:>6}")
        if self.confused:
            lines += ["", "misread (truth -> reading, times):"]
            lines += [f"  {truth} -> {read}  {n}" for (truth, read), n in self.confused.most_common()]
        return "\n".join(lines)

    def summary(self) -> str:
        """Return the figures of the photo sets, of confidence and of time as a table."""
        lines = [f"{'photo set':<12} {'pictures':>8} {'cards':>6} {'found':>12} {'right':>12} {'false':>11}"]
        for name, f in sorted(self.sets.items()):
            lines.append(
                f"{name:<12} {f.pictures:>8} {f.full:>6} {_share(f.found, f.full):>12} "
                f"{_share(f.right, f.full):>12} {_share(f.false, f.full):>11}"
            )
        if self.empty.pictures:
            n = self.empty.pictures
            lines += ["", f"pictures without any card: {n}; with a false face-up card: "]
            lines[-1] += f"{_share(self.empty.face, n)}; with any false card: {_share(self.empty.any, n)}"
        if self.readings:
            lines += ["", f"{'confidence':<14} {'readings':>8} {'right':>13}"]
            for low, high, right in self.calibration():
                if len(right):
                    name = f"{low:.2f} to {high:.2f}"
                    lines.append(f"{name:<14} {len(right):>8} {_share(sum(right), len(right)):>13}")
        if self.milliseconds:
            ms = np.array(self.milliseconds)
            lines += ["", f"milliseconds a picture: median {np.median(ms):.0f}, slowest {ms.max():.0f}"]
        return "\n".join(lines)

    def calibration(self) -> list[tuple[float, float, list[bool]]]:
        """Return for each range of confidence (from, to) whether each of its readings was right."""
        return [
            (low, high, [right for confidence, right in self.readings if low <= confidence < high])
            for low, high in itertools.pairwise(STEPS)
        ]

    def plot(self, file: Path) -> None:
        """Draw confidence against the share of right readings as a PNG (needs matplotlib)."""
        from matplotlib.figure import Figure

        steps = [(low, min(high, 1.0), right) for low, high, right in self.calibration() if right]
        figure = Figure(figsize=(5, 4), layout="constrained")
        axes = figure.add_subplot(xlabel="confidence", ylabel="share of readings that are right")
        axes.plot([0, 1], [0, 1], color="0.7", linewidth=1)
        for low, high, right in steps:
            share = sum(right) / len(right)
            axes.plot([low, high], [share, share], color="tab:blue", linewidth=3)
            axes.annotate(
                str(len(right)), ((low + high) / 2, share), (0, -12), textcoords="offset points", ha="center"
            )
        axes.set_xlim(0, 1)
        axes.set_ylim(0, 1.03)
        figure.savefig(file, dpi=110)


def _share(part: int, whole: int) -> str:
    return f"{part} ({100 * part / whole:.1f}%)" if whole else str(part)


def _table(report: Report, entry: Entry, seen: list[CardSeen]) -> None:
    pairs = sorted(
        (
            (overlap(truth.quad, card.quad), i, j)
            for i, truth in enumerate(entry.cards)
            for j, card in enumerate(seen)
        ),
        reverse=True,
    )
    of_truth: dict[int, int] = {}
    taken: set[int] = set()
    for value, i, j in pairs:
        if value >= MATCH and i not in of_truth and j not in taken:
            of_truth[i] = j
            taken.add(j)
    for i, truth in enumerate(entry.cards):
        read = seen[of_truth[i]].label if i in of_truth else None
        if truth.full:
            report.count(entry.set, truth.label, read)
        if read is not None:
            report.readings.append((seen[of_truth[i]].confidence, read == truth.label))
    false = [card for j, card in enumerate(seen) if j not in taken and not _ignored(card, entry)]
    report.sets[entry.set].false += len(false)
    if not entry.cards and not entry.ignore:
        report.empty.count(false)


def _ignored(card: CardSeen, entry: Entry) -> bool:
    x, y = (float(v) for v in card.centre)
    return any(cv2.pointPolygonTest(p.astype(np.float32), (x, y), False) >= 0 for p in entry.ignore)


def _one_card(report: Report, entry: Entry, seen: list[CardSeen]) -> None:
    assert entry.label
    faces = [card for card in seen if not card.is_back]
    report.count(entry.set, entry.label, faces[0].label if faces else None)
    report.sets[entry.set].false += max(0, len(faces) - 1)
    if faces:
        report.readings.append((faces[0].confidence, faces[0].label == entry.label))


def bench(folder: str | Path, reader: Reader, draw: Path | None = None, only: str = "") -> Report:
    """Read every labelled picture of a folder and count what was found, right and false.

    ``draw``: a folder for pictures with the findings drawn on them. ``only``: what the names of the pictures
    to take begin with. Raises BenchError where the folder has
    no usable ``labels.json``; pictures that cannot be read are listed in the report's ``errors``.
    """
    folder = Path(folder)
    try:
        entries = load_labels(folder)
    except LabelsError as error:
        raise BenchError(str(error)) from None
    report = Report()
    chosen = [(name, entry) for name, entry in entries.items() if name.startswith(only)]
    for file_name, entry in tqdm(chosen, desc="photographs", unit="picture"):
        try:
            image = load_image(folder / file_name)
        except ImageError as error:
            report.errors.append(str(error))
            continue
        report.sets.setdefault(entry.set, Figures()).pictures += 1
        begun = time.perf_counter()
        seen = reader.read(image)
        report.milliseconds.append(1000 * (time.perf_counter() - begun))
        (_one_card if entry.label else _table)(report, entry, seen)
        if draw:
            draw.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(draw / file_name.replace("/", "-")), draw_cards(image, seen))
    return report
