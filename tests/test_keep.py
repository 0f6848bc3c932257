"""What people say a card was can be kept for the deck that is played with."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ui import learn as lessons
from ui.picker import CardPicker
from ui.recorder import CLIPS, Recorder
from vision.classifier import Classifier
from vision.deck import Deck, DeckError, learn, views

QUAD = np.array([[300, 200], [370, 200], [370, 308], [300, 308]], float)


def table() -> np.ndarray:
    image = np.random.default_rng(1).integers(0, 80, (720, 1280, 3), np.uint8)
    image[200:308, 300:370] = (40, 40, 220)
    return image


def test_card_is_kept_at_full_resolution_with_its_corners() -> None:
    recorder = Recorder(width=320)
    recorder.keep(7, table(), 1.0, QUAD)
    picture, quad = recorder.card(7)
    inside = picture[
        round(quad[0, 1]) + 3 : round(quad[2, 1]) - 3, round(quad[0, 0]) + 3 : round(quad[2, 0]) - 3
    ]
    assert inside.shape[:2] == (102, 64)
    assert np.abs(inside.reshape(-1, 3).mean(axis=0) - (40, 40, 220)).max() < 3


def test_only_the_newest_cards_are_kept() -> None:
    recorder = Recorder()
    for key in range(CLIPS + 1):
        recorder.keep(key, table(), float(key), QUAD)
    assert recorder.card(0) is None
    assert recorder.card(CLIPS) is not None


@pytest.mark.parametrize("quad", [None, QUAD - 5000])
def test_event_without_a_card_in_the_picture_keeps_none(quad: np.ndarray | None) -> None:
    recorder = Recorder()
    recorder.keep(1, table(), 1.0, quad)
    assert recorder.card(1) is None


def test_answer_is_added_to_the_deck_that_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "ours.deck"
    classifier = Classifier()
    learn("ours", {"red 7": views(table(), QUAD, classifier.size)}, classifier).save(file)
    lessons.keep_view(str(file), "blue 2", table(), QUAD)
    assert Deck.load(file).labels == ("red 7", "red 7", "blue 2", "blue 2")
    assert [path.name for path in tmp_path.iterdir()] == ["ours.deck"]


def test_deck_that_is_gone_is_named(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match="no such deck"):
        lessons.keep_view(str(tmp_path / "ours.deck"), "blue 2", table(), QUAD)


@pytest.mark.parametrize("keeps", [True, False])
def test_picker_asks_only_where_there_is_a_deck(qtbot, keeps: bool) -> None:
    picker = CardPicker("What was it really?", ("red 7", "red 8"), keeps=keeps)
    qtbot.addWidget(picker)
    assert picker.keep.isHidden() != keeps
    assert not picker.keep.isChecked()
