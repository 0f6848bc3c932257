"""Fitting confidence to how often readings are right, on rendered scenes that no model was trained on."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from tqdm import tqdm

from tracker.cards import BACK
from vision.calibration import FILE, Calibration, log_odds
from vision.images import load_image
from vision.quads import overlap
from vision.reader import THERE, Reader, judge
from vision.straighten import straighten

MATCH = 0.5
"""Intersection over union from which a detection and a card are the same."""


def calibrate(scenes: str | Path, path: Path = FILE) -> Calibration:
    """Fit the calibration on the scenes held out in a folder of the detector's data; write it to a file."""
    calibration = fit(*readings(Path(scenes)))
    calibration.save(path)
    return calibration


def readings(scenes: Path) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return for each face read on held-out scenes how likely it was there, its label, and if it is right.

    All three have length n; the first two are probabilities. Where no card is told of, any face is wrong.
    """
    reader = Reader()
    found: list[tuple[float, float, bool]] = []
    entries = json.loads((scenes / "labels.json").read_text(encoding="utf-8"))
    for name, entry in tqdm(sorted(entries.items()), desc="calibrating", unit="scene"):
        if not name.startswith("images/val/"):
            continue
        image = load_image(scenes / name)
        located = reader.locate(image, reader.detect(image))
        looked = reader.classifier.classify(
            [straighten(image, one.quad, reader.crop_size) for one in located]
        )
        hidden = [np.array(quad, float) for quad in entry["ignore"]]
        truth = [(card["label"], np.array(card["quad"], float)) for card in entry["cards"]]
        for place, reading in zip(located, looked, strict=True):
            verdict = judge(place, reading)
            if verdict.label == BACK or verdict.there < THERE:
                continue
            if any(overlap(place.quad, quad) > 0.2 for quad in hidden):
                continue  # of a card that is mostly covered nothing is told
            meets = [label for label, quad in truth if overlap(place.quad, quad) >= MATCH]
            found.append((verdict.there, verdict.likely, verdict.label in meets))
    detection, reading, right = zip(*found, strict=True)
    return np.array(detection), np.array(reading), np.array(right, float)


PRIOR = Calibration(detection=0.5, reading=1.0, bias=0.0)
"""What the weights are drawn to where there is little to go by: the reading's own probability, mostly."""


def fit(detection: np.ndarray, reading: np.ndarray, right: np.ndarray) -> Calibration:
    """Return the logistic regression of ``right`` (n) on the log odds of both (n), by Newton's method.

    Each weight has a normal prior of deviation 1 around :data:`PRIOR`, so that few or easy readings do no
    harm; steps that make the fit worse are halved.
    """
    features = np.stack([log_odds(detection), log_odds(reading), np.ones(len(right))], axis=1)
    prior = np.array([PRIOR.detection, PRIOR.reading, PRIOR.bias])

    def loss(weights: np.ndarray) -> float:
        scores = features @ weights
        return float(np.sum(np.logaddexp(0, scores) - right * scores) + np.sum((weights - prior) ** 2) / 2)

    weights = prior
    for _ in range(50):
        likely = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (likely - right) + weights - prior
        curve = (features * (likely * (1 - likely))[:, None]).T @ features + np.eye(3)
        step = np.linalg.solve(curve, slope)
        while loss(weights - step) > loss(weights) and np.abs(step).max() > 1e-9:
            step = step / 2
        weights = weights - step
    return Calibration(*(float(weight) for weight in weights))
