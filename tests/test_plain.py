"""People's names are shown as they are: markup, an &, right-to-left script, and far too long ones."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel

from tracker.cards import Card
from tracker.events import Play, StartCard
from ui import language
from ui.choices import Choices, players_of
from ui.controls import as_it_is, tip
from ui.gallery import Glimpse, Shown, Still, table_picture
from ui.start import Setup
from ui.view import Loser
from ui.window import Window
from ui.words import LONGEST_NAME, no_picture

NAMES = ("<b>Ann</b>", "Tom & Jerry", "אביגיל", "Bartholomew " * 16 + "long")


@pytest.fixture(scope="module")
def picture():
    return table_picture()


@pytest.fixture
def window(qtbot, picture):
    """A window with a game of people with such names, and a question that names them."""
    events = [StartCard(Card.parse("red 9")), Play((Card.parse("red 7"),), NAMES[1])]
    worker = Still(Shown("names", events, players=NAMES, rules="arcade"), picture)
    choices = Choices(players=players_of(NAMES))
    setup = Setup(lambda: choices, lambda camera: Glimpse(picture), lambda choices, preview: worker)
    window = Window(lambda: worker, lambda: worker, setup)
    qtbot.addWidget(window)
    window.resize(1280, 720)
    window.show()
    window.start()
    qtbot.waitUntil(lambda: window.view is not None)
    return window


def labels(of) -> list[str]:
    return [label.text() for label in of.findChildren(QLabel) if label.isVisible()]


def fits(of) -> bool:
    """Whether no label that is shown is wider than what it is shown in."""
    return all(label.width() <= of.width() for label in of.findChildren(QLabel) if label.isVisible())


def test_names_never_widen_the_window(window) -> None:
    assert window.width() == 1280
    assert window.minimumSizeHint().width() <= 1280
    assert all(button.width() <= 1280 for button in window.choice.buttons.values())


def test_no_label_takes_a_text_for_markup(window) -> None:
    window.show_unavailable("<b>film</b>.mp4: no such file")
    assert window.welcome.reason.text() == "<b>film</b>.mp4: no such file"
    window.show_start()
    window.start_page.message.setText("<i>nobody</i>")
    window.show_about()
    shown = [*window.findChildren(QLabel), *window.start_page.findChildren(QLabel)]
    assert len(shown) > 8
    assert all(label.textFormat().name == "PlainText" for label in shown if label.text())


def test_a_hand_is_asked_for_by_a_name_that_fits(window, qtbot) -> None:
    losers = tuple(Loser(name, 3, ()) for name in NAMES)
    window.view = window.view.__class__(**{**vars(window.view), "losers": losers, "phase": "counting"})
    window.enter_hands()
    dialog = window.dialog
    told = labels(dialog)
    for name in NAMES[:3]:
        assert name in told
    assert not any(len(text) > 200 for text in told)
    assert fits(dialog)
    assert dialog.width() <= 1280


def test_menus_show_an_ampersand(window) -> None:
    assert as_it_is("Tom & Jerry") == "Tom && Jerry"
    window.corrections.player("Tom & Jerry", window.mapToGlobal(window.rect().center()))
    assert window.corrections.menu.actions()[0].text() == "Tom && Jerry"
    window.corrections.menu.close()


def test_tips_show_markup_as_it_is() -> None:
    assert tip("<b>Ann</b> and Ben") == "<span>&lt;b&gt;Ann&lt;/b&gt; and Ben</span>"
    assert tip("Ann & Ben") == "Ann & Ben"


def test_a_long_name_is_shortened_in_menus(window) -> None:
    window.corrections.player(NAMES[3], window.mapToGlobal(window.rect().center()))
    menu = window.corrections.menu
    assert len(menu.actions()[0].text()) <= LONGEST_NAME
    menu.close()


def test_why_there_is_no_picture_is_a_sentence() -> None:
    assert no_picture("camera 0: cannot be opened") == "Camera 0: cannot be opened"


def test_a_camera_that_cannot_be_opened_is_told_in_the_windows_language(qapp) -> None:
    language.use("ja")
    try:
        assert no_picture("camera 2: cannot be opened; is it plugged in?").startswith("カメラ2を開けません")
        assert no_picture("rtsp://x: cannot be opened; is it there?") == "rtsp://xを開けません。"
    finally:
        language.use("en")
