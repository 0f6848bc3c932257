"""The other way, for comparison: one YOLO model that finds and names cards at once, as most projects do.

It is trained on the same scenes as the detector (``unoref train single``) and measured on the same
photographs (``unoref bench DIR --single FILE.onnx``). The program does not use it.
"""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import numpy as np

from tracker.cards import BACK, LABELS
from vision.detector import Detector
from vision.seen import CardSeen

NAMES = (*LABELS, BACK)
"""The classes, in the order of their numbers."""


class SingleReader:
    """Reads pictures with one model that names what it finds; raises ModelError where it is unusable."""

    def __init__(self, path: Path) -> None:
        self._detector = Detector(path)

    def read(self, image: np.ndarray) -> list[CardSeen]:
        """Return the cards in a BGR uint8 picture (height, width, 3), the most confident first."""
        return [CardSeen(one.quad, one.kind, one.confidence) for one in self._detector.detect(image)]


def name_labels(scenes: Path, folder: Path) -> Path:
    """Lay beside the pictures of ``scenes`` labels that name each card; return the data's YAML file.

    ``scenes`` is a folder as :func:`datasets.scenes.make_scenes` writes it; ``folder`` gets its pictures,
    without taking the space twice where that is possible, and labels of its own.
    """
    for name, entry in json.loads((scenes / "labels.json").read_text()).items():
        picture = folder / name
        picture.parent.mkdir(parents=True, exist_ok=True)
        if not picture.exists():
            # No symbolic link: ultralytics would follow it, and take the labels that lie there.
            try:
                os.link(scenes / name, picture)
            except OSError:
                shutil.copy(scenes / name, picture)
        place = Path(name.replace("images", "labels", 1)).with_suffix(".txt")
        lines = [line for line in (scenes / place).read_text().splitlines() if line]
        named = [
            f"{NAMES.index(card['label'])} {line.partition(' ')[2]}"
            for card, line in zip(entry["cards"], lines, strict=True)
        ]
        target = folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text("\n".join(named) + "\n")
    names = "\n".join(f"  {i}: {name}" for i, name in enumerate(NAMES))
    file = folder / "data.yaml"
    file.write_text(
        f"path: {json.dumps(str(folder.resolve()))}\ntrain: images/train\nval: images/val\nnames:\n{names}\n"
    )
    return file
