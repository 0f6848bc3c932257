"""What training does around the training itself: devices, labels, the model card."""

import json
from dataclasses import fields
from types import SimpleNamespace

import numpy as np
import pytest

from datasets import train, worth
from datasets.bench import Figures, Report
from datasets.scenes import Look, PrintedDecks, make_scenes, render_scene
from datasets.single import NAMES, SingleReader, name_labels
from tracker.cards import BACK
from vision.model import MODELS


def torch_with(gpus):
    return SimpleNamespace(cuda=SimpleNamespace(device_count=lambda: gpus))


def test_a_gpu_is_used_where_there_is_one():
    assert train._device(torch_with(0), None) == "cpu"
    assert train._device(torch_with(2), None) == "0"
    assert train._device(torch_with(2), "1") == "1"
    assert train._device(torch_with(2), "cpu") == "cpu"


def test_a_device_that_is_not_here_is_refused_with_those_that_are():
    with pytest.raises(train.TrainingError, match="device '1' is not here; allowed are cpu, 0"):
        train._device(torch_with(1), "1")


def test_minutes_add_up_over_several_tries(tmp_path):
    train._add_minutes(tmp_path, "corners", 2.0)
    assert train._add_minutes(tmp_path, "corners", 3.0) == 5.0
    assert train._add_minutes(tmp_path, "detector", 1.0) == 1.0


@pytest.fixture
def measured(monkeypatch):
    """Benches that count without reading any picture."""
    asked = []

    def bench(folder, reader, only=""):
        asked.append((str(folder), only))
        return Report(
            sets={"kitchen": Figures(pictures=2, full=4, found=4, right=3)}, readings=[(0.95, True)]
        )

    monkeypatch.setattr(train, "Reader", lambda: None)
    monkeypatch.setattr(train, "bench", bench)
    monkeypatch.setattr(Report, "plot", lambda self, file: file.write_bytes(b""))
    return asked


def test_figures_are_written_between_their_marks(tmp_path, measured):
    card = tmp_path / "README.md"
    begin, end = train.FIGURES
    card.write_text(f"before\n{begin}\nold figures\n{end}\nafter\n")
    train._add_minutes(tmp_path, "detector", 42.0)
    train.write_card(tmp_path, tmp_path / "photos", card)
    text = card.read_text()
    assert text.startswith(f"before\n{begin}\n")
    assert text.endswith(f"{end}\nafter\n")
    assert "old figures" not in text
    assert "detector 42" in text
    assert "3 (75.0%)" in text
    assert measured == [(str(tmp_path / "scenes"), "images/val/"), (str(tmp_path / "photos"), "")]
    assert (tmp_path / "calibration.png").exists()


def test_a_card_without_the_marks_is_left_alone(tmp_path, measured):
    card = tmp_path / "README.md"
    card.write_text("nothing to replace")
    with pytest.raises(train.TrainingError, match="lacks the lines"):
        train.write_card(tmp_path, card=card)
    assert card.read_text() == "nothing to replace"


def test_the_shipped_model_card_has_the_marks():
    text = (MODELS / "README.md").read_text()
    assert 0 < text.find(train.FIGURES[0]) < text.find(train.FIGURES[1])


def test_a_single_stage_learns_the_same_boxes_with_names(tmp_path):
    scenes = tmp_path / "scenes"
    make_scenes(scenes, 6, seed=2, validation=0.34, workers=1)
    name_labels(scenes, tmp_path / "named")
    for name, entry in json.loads((scenes / "labels.json").read_text()).items():
        picture = (tmp_path / "named" / name).resolve()  # a trainer looks for the labels beside the real file
        assert picture.is_file()
        assert picture.is_relative_to(tmp_path / "named")
        place = name.replace("images", "labels").replace(".jpg", ".txt")
        plain = (scenes / place).read_text().split("\n")
        named = (tmp_path / "named" / place).read_text().split("\n")
        assert [line.partition(" ")[2] for line in plain] == [line.partition(" ")[2] for line in named]
        labels = [NAMES[int(line.split()[0])] for line in named if line]
        assert labels == [card["label"] for card in entry["cards"]]


def test_a_single_stage_model_reads_what_it_finds():
    """The shipped detector is such a model, of two classes."""
    rng = np.random.default_rng(3)
    spots = [("red 7", 200.0, 200.0, 10.0, 90.0), (BACK, 450.0, 220.0, 50.0, 90.0)]
    image = render_scene(
        rng, PrintedDecks(rng, designs=1), 640, 440, Look(held=0, empty=0, arms=0), spots
    ).image
    cards = SingleReader(MODELS / "detector.onnx").read(image)
    assert [card.confidence for card in cards] == sorted((c.confidence for c in cards), reverse=True)
    assert {card.label for card in cards} <= {"face", BACK}


def test_every_cause_whose_worth_is_measured_is_a_switch_of_the_scenes():
    assert {*worth.CAUSES} <= {field.name for field in fields(Look)}


def test_the_worth_of_an_unknown_cause_is_refused_in_one_line(tmp_path, capsys):
    with pytest.raises(SystemExit) as refused:
        worth.main([str(tmp_path), "--causes", "glare,fog"])
    assert refused.value.code == 2
    assert "unknown cause 'fog': allowed is glare" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
