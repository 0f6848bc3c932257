"""The drawn cards and scenes: reproducible, well labelled, every face in every design."""

import json

import cv2
import numpy as np
import pytest

from datasets.crops import PATCH, make_crops, rough_box
from datasets.faces import FAMILIES, draw_card, sample_design
from datasets.glyphs import glyph, text, typefaces
from datasets.scenes import CLASSES, make_scenes
from tracker.cards import BACK, LABELS
from vision.classifier import NONE
from vision.quads import overlap


@pytest.mark.parametrize("family", FAMILIES)
def test_every_design_draws_every_face_and_the_back(family):
    design = sample_design(np.random.default_rng(3), family)
    pictures = {}
    for label in (*LABELS, BACK):
        card = draw_card(label, design, np.random.default_rng(1), 160)
        assert card.shape == (160, 103, 4)
        assert card.dtype == np.uint8
        assert card[0, 0, 3] == 0, "rounded corners are transparent"
        assert card[80, 50, 3] == 255
        pictures[label] = card.tobytes()
    assert len(set(pictures.values())) == len(LABELS) + 1, "no two faces look the same"


@pytest.mark.parametrize("colour", ["red", "yellow", "green", "blue"])
def test_a_coloured_card_shows_its_colour(colour):
    expected = {"red": 0, "yellow": 26, "green": 65, "blue": 108}[colour]
    for seed in range(10):
        design = sample_design(np.random.default_rng(seed), "classic")
        card = draw_card(f"{colour} 1", design, np.random.default_rng(0), 200)[..., :3]
        hsv = cv2.cvtColor(card, cv2.COLOR_BGR2HSV)
        hues = hsv[(hsv[..., 1] > 120) & (hsv[..., 2] > 60)][:, 0].astype(int)
        away = abs((np.median((hues - expected + 90) % 180)) - 90)
        assert away < 22, f"seed {seed}: hue {np.median(hues)}"


def test_an_unknown_face_is_refused():
    with pytest.raises(ValueError, match="purple 3"):
        draw_card("purple 3", sample_design(np.random.default_rng(0)), np.random.default_rng(0))


def test_every_typeface_has_digits_of_one_height():
    for typeface in typefaces():
        for digit in "0123456789":
            height = np.ptp(np.concatenate(glyph(typeface, digit))[:, 1])
            assert 0.9 < height < 1.15, (typeface, digit)
        word = np.concatenate(text(typeface, "WILD"))[:, 0]
        assert word.min() == pytest.approx(-word.max(), abs=0.1), "centred"


def test_the_same_seed_makes_the_same_scenes(tmp_path):
    for name in "ab":
        make_scenes(tmp_path / name, 3, seed=5, validation=0.0, workers=1)
    for file in sorted((tmp_path / "a" / "images" / "train").iterdir()):
        assert file.read_bytes() == (tmp_path / "b" / "images" / "train" / file.name).read_bytes()
    assert (tmp_path / "a" / "labels.json").read_text() == (tmp_path / "b" / "labels.json").read_text()


def test_scenes_come_in_the_detectors_format(tmp_path):
    make_scenes(tmp_path, 12, seed=2, validation=0.25, workers=1)
    assert len(list((tmp_path / "images" / "val").iterdir())) == 3
    entries = json.loads((tmp_path / "labels.json").read_text())
    assert len(entries) == 12
    cards = 0
    for name, entry in entries.items():
        lines = (tmp_path / name.replace("images", "labels").replace(".jpg", ".txt")).read_text().split("\n")
        rows = [line.split() for line in lines if line]
        assert len(rows) == len(entry["cards"])
        for row, card in zip(rows, entry["cards"], strict=True):
            assert CLASSES[int(row[0])] == (BACK if card["label"] == BACK else "face")
            corners = np.array(row[1:], float)
            assert corners.shape == (8,)
            assert corners.min() >= 0
            assert corners.max() <= 1
            cards += 1
    assert cards > 20


def test_crops_come_one_folder_a_label(tmp_path):
    make_crops(tmp_path, 30, seed=4, size=64, workers=1, block=30)
    crops = list(tmp_path.glob("crops/*/*/*.jpg"))
    assert len(crops) >= 60, "one block for training, one held out"
    assert {crop.parent.name.replace("_", " ") for crop in crops} <= {*LABELS, BACK, NONE}
    assert cv2.imread(str(crops[0])).shape == (64, 64, 3)


def test_patches_come_with_the_corners_in_them(tmp_path):
    make_crops(tmp_path, 30, seed=4, size=64, workers=1, block=30)
    for file in tmp_path.glob("corners/*/*.npz"):
        with np.load(file) as arrays:
            patches, corners = arrays["patches"], arrays["corners"]
        assert patches.shape[1:] == (PATCH, PATCH, 3)
        assert corners.shape == (len(patches), 4, 2)
        middles = corners.mean(axis=1)
        assert np.median(abs(middles - 0.5)) < 0.1, "the card is near the middle"
        for quad in corners:
            following = np.roll(quad, -1, axis=0)
            assert np.sum(quad[:, 0] * following[:, 1] - following[:, 0] * quad[:, 1]) > 0, "clockwise"


def test_a_rough_box_lies_about_where_its_card_does():
    rng = np.random.default_rng(0)
    quad = np.array([(100, 100), (160, 110), (150, 205), (92, 195)], float)
    overlaps = [overlap(rough_box(rng, quad, 400, 300), quad) for _ in range(200)]
    assert np.median(overlaps) > 0.7
    assert min(overlaps) < 0.6, "some are far off, as a detector's are"
    assert rough_box(rng, quad + 1000, 400, 300) is None
