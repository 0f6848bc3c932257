"""Fitting confidence to how often readings are right, on rendered scenes that no model was trained on."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from tqdm import tqdm

from datasets.bench import MATCH
from datasets.scenes import SIZES, Look, PrintedDecks, render_scene
from tracker.cards import BACK
from vision.calibration import FILE, Calibration, log_odds
from vision.quads import overlap
from vision.reader import Reader, judge
from vision.straighten import straighten

SEED = 90001
"""Where the scenes start that are rendered to fit on; training uses other seeds."""

LOOK = Look(leaflet=0)
"""Any scene but those with printed pictures of cards, which are read right and still are none."""


def calibrate(path: Path = FILE, scenes: int = 400) -> Calibration:
    """Fit the calibration of the shipped models on newly rendered scenes and write it to a file."""
    calibration = fit(*readings(scenes))
    calibration.save(path)
    return calibration


def readings(scenes: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return for each face read on rendered scenes how likely it was there, its label, and if it is right.

    All three have length n; the first two are probabilities. Where no card is, any face is wrong; of a card
    that is mostly covered nothing is told.
    """
    reader = Reader()
    found: list[tuple[float, float, bool]] = []
    for number in tqdm(range(scenes), desc="calibrating", unit="scene"):
        rng = np.random.default_rng((SEED, number))
        scene = render_scene(rng, PrintedDecks(rng, designs=1), *SIZES[rng.integers(len(SIZES))], LOOK)
        located = reader.locate(scene.image, reader.detect(scene.image))
        crops = [straighten(scene.image, one.quad, reader.crop_size) for one in located]
        for place, reading in zip(located, reader.classifier.classify(crops), strict=True):
            verdict = judge(place, reading)
            if verdict.label == BACK or not verdict.is_card:
                continue
            near = [card for card in scene.cards if overlap(place.quad, card.quad) > 0.2]
            meets = [card for card in near if overlap(place.quad, card.quad) >= MATCH and card.visible > 0.5]
            right = any(card.label == verdict.label for card in meets)
            if right or meets or not near:
                found.append((verdict.there, verdict.likely, right))
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
