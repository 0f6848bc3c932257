"""The shipped models on rendered scenes with known truth, and their files' faults."""

import shutil

import cv2
import numpy as np
import pytest

from datasets.scenes import Look, PrintedDecks, render_scene
from tracker.cards import BACK, LABELS
from vision.classifier import CLASSES, NONE, Classifier
from vision.detector import Detection, Detector
from vision.model import MODELS, Model, ModelError
from vision.quads import overlap
from vision.reader import Reader, judge
from vision.straighten import clockwise

KIND = Look(
    dim=0,
    arms=0,
    glare=0.2,
    blur=0.2,
    low_resolution=0,
    motion=0,
    lens=0,
    clutter=0.2,
    empty=0,
    held=0,
    leaflet=0,
    gloom=0,
)
"""A decent lamp and camera, as a family has them."""

LAID = ("red 7", "blue 2", "green reverse", "yellow 5", "wild")


@pytest.fixture(scope="module")
def reader():
    return Reader()


@pytest.fixture(scope="module")
def scenes():
    """Cards lying apart on tables that training has not seen (its seeds are others)."""
    rendered = []
    for seed in range(12):
        rng = np.random.default_rng((9001, seed))
        spots = [
            (BACK if rng.random() < 0.15 else None, x, y, rng.uniform(0, 360), rng.uniform(70, 110))
            for x in (170, 480, 790)
            for y in (190, 530)
        ]
        rendered.append(render_scene(rng, PrintedDecks(rng, designs=2), 960, 720, KIND, spots))
    return rendered


def test_rendered_cards_are_found_and_named(reader, scenes):
    truth = found = right = false = 0
    for scene in scenes:
        seen = reader.read(scene.image)
        hits = set()
        for card in scene.cards:
            if card.visible < 0.97:
                continue
            truth += 1
            best = max(range(len(seen)), key=lambda i: overlap(card.quad, seen[i].quad), default=None)
            if best is not None and overlap(card.quad, seen[best].quad) >= 0.5:
                found += 1
                hits.add(best)
                right += seen[best].label == card.label
        false += sum(
            1
            for i, one in enumerate(seen)
            if i not in hits and all(overlap(c.quad, one.quad) < 0.3 for c in scene.cards)
        )
    assert truth > 50
    assert found >= 0.97 * truth, f"{found} of {truth}"
    assert right >= 0.93 * truth, f"{right} of {truth}"
    assert false <= 0.02 * truth


def test_what_is_reported_keeps_its_form(reader, scenes):
    cards = reader.read(scenes[0].image)
    assert cards
    assert [c.confidence for c in cards] == sorted((c.confidence for c in cards), reverse=True)
    for card in cards:
        assert card.quad.shape == (4, 2)
        assert (clockwise(card.quad) == card.quad).all()
        assert 0 < card.confidence <= 1
        if card.is_back:
            assert card.faces.size == 0
        else:
            assert card.faces.shape == (len(LABELS),)
            assert card.faces.sum() == pytest.approx(1)
            assert card.label == LABELS[int(card.faces.argmax())]


def test_an_empty_table_has_no_cards(reader):
    rng = np.random.default_rng(77)
    plain = np.clip(rng.normal(120, 6, (600, 800, 1)) + np.zeros(3), 0, 255).astype(np.uint8)
    assert reader.read(plain) == []


@pytest.mark.parametrize("shape", [(1, 1), (7, 2000), (2000, 7), (33, 31)])
def test_odd_sizes_are_read_without_complaint(reader, shape):
    assert isinstance(reader.read(np.full((*shape, 3), 128, np.uint8)), list)


def test_a_card_turned_upside_down_reads_the_same(reader, scenes):
    image = scenes[1].image
    upright = {c.label for c in reader.read(image) if c.confidence > 0.8}
    turned = {c.label for c in reader.read(cv2.rotate(image, cv2.ROTATE_180)) if c.confidence > 0.5}
    assert len(upright - turned) <= 1


def seen_as(cards):
    return [(card.label, tuple(card.quad.round(1).ravel())) for card in cards]


def again_with_noise(image):
    """The same picture as the camera gives it the next time."""
    noise = np.random.default_rng(1).integers(-3, 4, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def test_cards_at_rest_are_read_once(reader, scenes, monkeypatch):
    image = scenes[2].image
    first = reader.follow(image)
    assert seen_as(first) == seen_as(reader.read(image))
    looked = []
    classify = reader.classifier.classify
    monkeypatch.setattr(
        reader.classifier,
        "classify",
        lambda crops, deck=None: (looked.append(len(crops)), classify(crops))[1],
    )
    later = again_with_noise(image)
    later[:20, :60] = (40, 90, 160)  # something comes in at the edge
    again = reader.follow(later)
    assert sorted(card.label for card in again) == sorted(card.label for card in first)
    assert sum(looked) <= 1, "hardly any card was read again"


def test_a_picture_in_which_nothing_has_changed_is_not_looked_at_again(reader, scenes, monkeypatch):
    image = scenes[2].image
    first = reader.follow(image)
    monkeypatch.setattr(reader, "detect", lambda image: pytest.fail("looked again"))
    assert seen_as(reader.follow(again_with_noise(image))) == seen_as(first)


def test_a_card_that_is_pushed_is_looked_at_again(reader):
    def table(x):
        spots = [("red 7", x, 240.0, 80.0, 60.0)]
        rng = np.random.default_rng(4)
        return render_scene(rng, PrintedDecks(rng, designs=1), 900, 480, KIND, spots).image

    (before,) = reader.follow(table(300.0))
    (after,) = reader.follow(table(312.0))
    assert after.centre[0] == pytest.approx(before.centre[0] + 12, abs=3)


def test_only_the_surroundings_of_what_has_changed_are_looked_at(reader, scenes, monkeypatch):
    image = scenes[2].image
    first = reader.follow(image)
    looked = []
    detect = reader.detect
    monkeypatch.setattr(
        reader, "detect", lambda image, within=None: (looked.append(within), detect(image, within))[1]
    )
    later = image.copy()
    later[:20, :60] = (40, 90, 160)
    assert sorted(card.label for card in reader.follow(later)) == sorted(card.label for card in first)
    ((rows, columns),) = looked
    assert (rows.stop - rows.start) * (columns.stop - columns.start) < 0.5 * image.shape[0] * image.shape[1]


def test_cards_laid_one_after_the_other_are_all_seen(reader):
    spots = [(label, 110.0 + 150 * i, 150.0 + 120 * (i % 2), 20.0 * i, 70.0) for i, label in enumerate(LAID)]
    for count in range(len(LAID) + 1):
        rng = np.random.default_rng(4)
        scene = render_scene(rng, PrintedDecks(rng, designs=1), 900, 480, KIND, spots[:count])
        assert {card.label for card in reader.follow(scene.image)} == {*LAID[:count]}


def test_a_card_taken_away_is_gone(reader):
    for spots in ([("red 7", 300.0, 240.0, 80.0, 80.0), ("blue 2", 600.0, 240.0, 5.0, 80.0)], []):
        rng = np.random.default_rng(4)
        image = render_scene(rng, PrintedDecks(rng, designs=1), 900, 480, KIND, spots).image
        assert {card.label for card in reader.follow(image)} == {spot[0] for spot in spots}


def test_a_card_that_replaces_another_is_read_anew(reader):
    def table(label):
        rng = np.random.default_rng(4)
        spots = [(label, 300.0, 240.0, 10.0, 100.0), ("red 7", 600.0, 240.0, 80.0, 100.0)]
        return render_scene(rng, PrintedDecks(rng, designs=1), 900, 480, KIND, spots).image

    assert "blue 2" in {card.label for card in reader.follow(table("blue 2"))}
    after = {card.label for card in reader.follow(table("yellow 4"))}
    assert "yellow 4" in after
    assert "blue 2" not in after


def test_a_missing_model_is_named(tmp_path):
    with pytest.raises(ModelError, match=r"detector\.onnx: model file is missing"):
        Reader(tmp_path)


def test_a_truncated_model_is_named(tmp_path):
    (tmp_path / "detector.onnx").write_bytes((MODELS / "detector.onnx").read_bytes()[:1000])
    with pytest.raises(ModelError, match=r"detector\.onnx: not a usable model"):
        Detector(tmp_path / "detector.onnx")


def test_a_model_for_another_task_is_refused(tmp_path):
    shutil.copy(MODELS / "detector.onnx", tmp_path / "classifier.onnx")
    with pytest.raises(ModelError, match="'obb'; allowed here is 'classify'"):
        Classifier(tmp_path / "classifier.onnx")


def test_a_model_of_another_shape_is_named_once_it_is_used():
    model = Model(MODELS / "corners.onnx", "corners")
    with pytest.raises(ModelError, match=r"corners\.onnx: not a usable model"):
        model.run(np.zeros((1, 3, 64, 64), np.float32))


def test_models_carry_their_metadata_and_stay_small():
    detector = Model(MODELS / "detector.onnx", "obb")
    classifier = Model(MODELS / "classifier.onnx", "classify")
    assert detector.names == ("face", "back")
    assert len(classifier.names) == len(LABELS) + 2, "the back, and none"
    assert Model(MODELS / "corners.onnx", "corners").size == (96, 96)
    size = sum(file.stat().st_size for file in MODELS.glob("*.onnx"))
    assert size < 16_000_000


@pytest.mark.parametrize(
    ("sure", "none", "card"), [(0.7, 0.001, True), (0.7, 0.02, False), (0.93, 0.02, True), (0.93, 0.4, False)]
)
def test_a_doubtful_place_is_no_card_where_its_crop_may_show_none(sure, none, card):
    reading = np.full(len(CLASSES), 0.0)
    reading[LABELS.index("red 7")], reading[CLASSES.index(NONE)] = 1 - none, none
    corners = np.array([(0, 0), (60, 0), (60, 93), (0, 93)], float)
    assert judge(Detection(corners, "face", sure), reading).is_card == card
