"""Confidence that says how often a reading is right."""

import numpy as np
import pytest

from datasets.calibrate import fit
from vision.calibration import Calibration
from vision.model import ModelError


def test_a_surer_reading_has_more_confidence():
    calibration = Calibration(detection=0.5, reading=1.0, bias=0.2)
    confidences = [calibration.confidence(0.8, p) for p in (0.2, 0.5, 0.9, 0.999, 1.0)]
    assert confidences == sorted(confidences)
    assert calibration.confidence(0.9, 0.9) > calibration.confidence(0.5, 0.9)
    assert 0 < min(confidences) < max(confidences) < 1


def test_fitted_confidence_is_the_share_that_is_right():
    rng = np.random.default_rng(0)
    detection, reading = rng.uniform(0.3, 0.99, 20000), rng.uniform(0.02, 0.999, 20000)
    truth = Calibration(detection=0.7, reading=1.3, bias=-0.4)
    likely = np.array([truth.confidence(d, r) for d, r in zip(detection, reading, strict=True)])
    found = fit(detection, reading, (rng.random(20000) < likely).astype(float))
    assert found.detection == pytest.approx(0.7, abs=0.1)
    assert found.reading == pytest.approx(1.3, abs=0.1)
    assert found.bias == pytest.approx(-0.4, abs=0.1)


@pytest.mark.parametrize("rights", [1, 50, 200])
def test_few_or_easy_readings_do_not_drive_confidence_to_extremes(rights):
    """All wrong below one half, all right above it: nothing stops a plain fit from growing for ever."""
    reading = np.concatenate([np.full(3, 0.2), np.full(rights, 0.9)])
    found = fit(np.full(len(reading), 0.9), reading, (reading > 0.5).astype(float))
    assert max(abs(found.detection), abs(found.reading), abs(found.bias)) < 5
    assert found.confidence(0.9, 0.9) > found.confidence(0.9, 0.2)


def test_it_is_kept_in_a_file(tmp_path):
    calibration = Calibration(detection=0.5, reading=1.25, bias=-0.125)
    calibration.save(tmp_path / "c.json")
    assert Calibration.load(tmp_path / "c.json") == calibration


@pytest.mark.parametrize(
    "content", ["", "{", "[1]", '{"detection": 1}', '{"detection": "x", "reading": 1, "bias": 0}']
)
def test_a_file_with_something_else_is_named(tmp_path, content):
    (tmp_path / "c.json").write_text(content)
    with pytest.raises(ModelError, match=r"c\.json: no calibration"):
        Calibration.load(tmp_path / "c.json")


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ModelError, match=r"c\.json: file is missing"):
        Calibration.load(tmp_path / "c.json")
