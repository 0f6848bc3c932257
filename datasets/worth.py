"""What each cause that scenes are rendered with is worth: small classifiers trained with it and without it.

    python -m datasets.worth FOLDER [--photos DIR] [--causes glare,blur] [--crops N] [--passes N]

Each is trained on the same few crops for the same few passes, once with every cause and once without the one
in question, and then reads rendered crops in which that cause is at work, and the cards on photographs.
Needs the dependency group ``train``. What is done stays in FOLDER and is not done again.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from datasets.bench import MATCH
from datasets.crops import make_crops
from datasets.labelled import load_labels
from datasets.scenes import Look
from datasets.train import train
from tracker.cards import BACK, LABELS
from vision.classifier import CLASSES, Classifier
from vision.images import load_image
from vision.quads import overlap
from vision.reader import Reader
from vision.straighten import straighten

CAUSES = ("glare", "cast", "dim", "gloom", "blur", "noise", "jpeg", "low_resolution", "tilt", "lens", "held")
"""The causes that change how a single card looks: fields of :class:`datasets.scenes.Look`."""

CROPS, PASSES, TESTED = 8000, 6, 800

Crops = list[tuple[str, np.ndarray]]


def rendered(folder: Path, cause: str) -> Crops:
    """Return crops with their labels from scenes in which the cause is always at work."""
    folder = folder / f"test-{cause}"
    if not (folder / "done").exists():
        make_crops(folder, TESTED, seed=901, look=replace(Look(), **{cause: 1.0}))
        (folder / "done").touch()
    files = sorted(folder.glob("crops/*/*/*.jpg"))
    crops = [(file.parent.name.replace("_", " "), cv2.imread(str(file))) for file in files]
    return [(label, crop) for label, crop in crops if label in (*LABELS, BACK)]


def photographed(folder: Path) -> Crops:
    """Return crops with their labels of the cards that the shipped models find on labelled photographs."""
    reader, crops = Reader(), []
    for name, entry in load_labels(folder).items():
        image = load_image(folder / name)
        found = reader.locate(image, reader.detect(image))
        if entry.label and found:
            crops.append((entry.label, straighten(image, found[0].quad, reader.crop_size)))
        for card in entry.cards:
            best = max(found, key=lambda one: overlap(one.quad, card.quad), default=None)
            if card.full and best is not None and overlap(best.quad, card.quad) >= MATCH:
                crops.append((card.label, straighten(image, best.quad, reader.crop_size)))
    return crops


def trained(folder: Path, without: str | None, count: int = CROPS, passes: int = PASSES) -> Classifier:
    """Return a classifier trained on scenes with all causes, or without one of them."""
    folder = folder / (f"without-{without}" if without else "with-all")
    file = folder / "classifier.onnx"
    if not file.exists():
        look = replace(Look(), **{without: 0.0}) if without else Look()
        if not (folder / "closeups" / "done").exists():
            make_crops(folder / "closeups", count, seed=71, look=look)
            (folder / "closeups" / "done").touch()
        train("classifier", folder, epochs=passes, models=folder)
    return Classifier(file)


def right(classifier: Classifier, crops: Crops) -> float:
    """Return the share of crops that are read right."""
    found = classifier.classify([crop for _, crop in crops]).argmax(axis=1)
    return float(np.mean([CLASSES[k] == label for k, (label, _) in zip(found, crops, strict=True)]))


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print a table, a line for each cause as soon as it is known."""
    parser = argparse.ArgumentParser(prog="python -m datasets.worth", description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--photos", type=Path, help="labelled photographs, as for the bench")
    parser.add_argument("--causes", default=",".join(CAUSES), help=f"some of {', '.join(CAUSES)}")
    parser.add_argument("--crops", type=int, default=CROPS, help=f"crops to train on ({CROPS})")
    parser.add_argument("--passes", type=int, default=PASSES, help=f"passes over them ({PASSES})")
    chosen = parser.parse_args(arguments)
    if min(chosen.crops, chosen.passes) < 1:
        parser.error("--crops and --passes: allowed are whole numbers from 1")
    size = (chosen.crops, chosen.passes)
    causes = chosen.causes.split(",")
    unknown = sorted({*causes} - {*CAUSES})
    if unknown:
        parser.error(f"unknown cause {unknown[0]!r}: allowed is {', '.join(CAUSES)}")
    photographs = photographed(chosen.photos) if chosen.photos else []
    every = trained(chosen.folder, None, *size)
    print("| cause | scenes with it: all causes | without it | photographs: all causes | without it |")
    print("|---|---|---|---|---|")
    for cause in causes:
        less, crops = trained(chosen.folder, cause, *size), rendered(chosen.folder, cause)
        cells = [right(model, tested) for tested in (crops, photographs) if tested for model in (every, less)]
        print(f"| {cause} | " + " | ".join(f"{100 * cell:.1f}" for cell in cells) + " |", flush=True)


if __name__ == "__main__":
    main()
