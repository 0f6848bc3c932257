"""The window, without a screen: what it shows, its keys, and an end that always comes."""

from __future__ import annotations

import gc
import os
import sys
import threading
import weakref
from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QObject, QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from tracker.cards import COLOURS, LABELS, Card
from tracker.events import CallUno, Draw, Event, NameColour, Pass, Play, StartCard
from ui import theme
from ui.app import AppError, check_screen, own_plugins
from ui.hands import HandsDialog
from ui.help import keys
from ui.paint import card_face, to_image
from ui.pictures import WIDTH
from ui.presses import Presses
from ui.referee import Referee
from ui.threads import wait_for_workers
from ui.view import Loser, View, view
from ui.window import Window
from ui.worker import Worker
from vision.events import CardPlayed, CardsShown, StartCardSeen
from vision.frames import Frame, FrameSource, SourceError
from vision.model import ModelError
from vision.seen import CardSeen

QUAD = np.array([[10, 10], [66, 10], [66, 97], [10, 97]], float)
PLAYERS = ("Ann", "Ben", "Cy")


class Pictures(FrameSource):
    """So many grey pictures from a camera that never waits."""

    live = True

    def __init__(self, count: int) -> None:
        self.count = count
        self.index = 0

    def read(self) -> Frame | None:
        if self.index == self.count:
            return None
        self.index += 1
        return Frame(np.full((90, 160, 3), 80, np.uint8), self.index / 10, self.index - 1)


class ScriptedTable:
    """A table on which what happens was written down beforehand, by frame; some cards lie face up."""

    status = "still"
    discard = QUAD
    draw_pile = None

    def __init__(self, happens: dict[int, list], beside: tuple[str, ...] = ()) -> None:
        self.happens = happens
        self.cards = [CardSeen(QUAD, "red 7", 0.9), CardSeen(QUAD + 200, "back", 0.9)]
        self.cards += [CardSeen(QUAD + 300, label, 0.9) for label in beside]

    def update(self, frame: Frame) -> list:
        return self.happens.get(frame.index, [])


def seen_start(label: str) -> StartCardSeen:
    return StartCardSeen(t=0.0, label=label, confidence=0.9, quad=QUAD)


def seen_play(label: str) -> CardPlayed:
    return CardPlayed(t=0.1, label=label, confidence=0.9, quad=QUAD, seat=None)


def worker_for(happens: dict[int, list], pictures: int = 4, **kwargs) -> Worker:
    """A worker on a camera that gives so many pictures and is then gone."""
    beside = kwargs.pop("beside", ())
    sources: list[FrameSource] = [Pictures(pictures)]

    def open_once() -> FrameSource:
        if not sources:
            raise SourceError("camera 0: cannot be opened")
        return sources.pop()

    return Worker(
        open_once,
        lambda: ScriptedTable(happens, beside),
        kwargs.pop("players", PLAYERS),
        "international",
        dealer="Ann",
        **kwargs,
    )


def no_camera() -> Worker:
    def fail() -> FrameSource:
        raise SourceError("camera 0: cannot be opened")

    return Worker(fail, lambda: ScriptedTable({}), PLAYERS, "international")


@pytest.fixture
def open_window(qtbot) -> Callable[..., Window]:
    """Open a window on a worker (or None for an idle window), which is closed at the end of the test."""

    def opened(worker: Worker | None = None, demo: Callable[[], Worker] = no_camera) -> Window:
        window = Window(lambda: worker or no_camera(), demo)
        qtbot.addWidget(window)
        with qtbot.waitActive(window):
            window.show()
        if worker:
            window.start()
        return window

    yield opened
    assert wait_for_workers(5.0)


def game_view(*events: Event, players: tuple[str, ...] = PLAYERS) -> View:
    referee = Referee(players, "international", ScriptedTable({}), dealer=players[0])
    for event in events:
        referee.push(event)
    return view(referee.game, referee.steps)


def play(label: str) -> Play:
    return Play((Card.parse(label),))


START = StartCard(Card.parse("red 7"))
COUNTING = [
    StartCard(Card.parse("red 9")),
    *(
        event
        for number in "123456"
        for event in (Play((Card.parse(f"red {number}"),), "Ben"), Draw("Ann"), Pass("Ann"))
    ),
    CallUno("Ben"),
    Play((Card.parse("red 7"),), "Ben"),
]


def colour_at(window: Window, x: int, y: int) -> str:
    return window.grab().toImage().pixelColor(x, y).name()


def activate(qtbot, window: Window) -> None:
    """Give the keys back to the window after a dialog or menu, as a window manager does."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)


def test_shows_the_game(open_window) -> None:
    window = open_window()
    window.show_view(game_view(START, play("green 7")))
    assert window.headline.text == "Cy’s turn"
    assert (window.panel.colour, window.panel.name, window.panel.top) == ("green", "GREEN", "green 7")
    assert window.direction.words == "clockwise"
    assert [(row.name, row.hand, row.turn) for row in window.players.rows] == [
        ("Ann", 7, False),
        ("Ben", 6, False),
        ("Cy", 7, True),
    ]
    assert [row.text for row in window.rows.rows] == ["Ben played green 7", "The round starts with red 7"]


@pytest.mark.parametrize("colour", COLOURS)
def test_window_is_framed_in_the_current_colour(open_window, colour: str) -> None:
    window = open_window()
    window.show_view(game_view(StartCard(Card.parse(f"{colour} 7"))))
    edges = [(3, 300), (window.width() - 4, 300), (600, 3), (600, window.height() - 4)]
    assert {colour_at(window, x, y) for x, y in edges} == {theme.CARD_COLOURS[colour].name()}


def test_window_is_framed_in_all_four_while_a_wild_waits(open_window) -> None:
    window = open_window()
    window.show_view(game_view(START, play("wild")))
    edges = [(600, 3), (window.width() - 4, 300), (600, window.height() - 4), (3, 300)]
    assert [colour_at(window, x, y) for x, y in edges] == [theme.CARD_COLOURS[c].name() for c in COLOURS]


def test_alert_is_a_banner_and_blocks_nothing(open_window) -> None:
    window = open_window()
    window.show_view(game_view(START, play("blue 3")))
    assert window.alert.banner is not None
    assert window.alert.isVisible()
    assert window.alert.banner.text.startswith("Ben played blue 3 on red 7")
    assert window.buttons["draw"].isEnabled()
    window.show_view(game_view(START, play("red 3")))
    assert window.alert.banner is None
    assert window.rows.isVisible()


def test_buttons_show_their_keys_and_only_what_fits_the_moment(open_window) -> None:
    window = open_window()
    window.show_view(game_view(START))
    assert [button.key for button in window.buttons.values()] == [*"UDPCXTRYGBHNZ", "Shift+Z"]
    assert not window.choice.isVisible()
    assert not window.buttons["hands"].isVisible()
    window.show_view(game_view(START, play("wild")))
    assert [button.text() for button in window.choice.buttons.values()] == ["Red", "Yellow", "Green", "Blue"]
    assert window.choice.isVisible()
    window.show_view(game_view(*COUNTING, players=("Ann", "Ben")))
    assert window.buttons["hands"].isVisible()
    assert not window.choice.isVisible()


@pytest.mark.parametrize("size", [(860, 560), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("players", [2, 10])
def test_nothing_is_cut_off_at_any_size(qtbot, open_window, size: tuple[int, int], players: int) -> None:
    window = open_window()
    window.resize(*size)
    window.show_view(game_view(START, players=tuple("ABCDEFGHIJ"[:players])))
    shown = [button for button in window.buttons.values() if button.isVisible()]
    assert [button.action for button in shown] == ["uno", "draw", "pass", "takeback", "undo"]
    qtbot.waitUntil(lambda: all(button.width() >= button.sizeHint().width() for button in shown))
    inside = window.rect()
    for button in shown:
        assert inside.contains(QRect(button.mapTo(window, QPoint(0, 0)), button.size()))
    rows = window.players
    assert rows.height() >= rows.minimumSizeHint().height()
    assert not rows.geometry().intersects(window.panel.geometry())


def test_every_face_can_be_drawn(qapp) -> None:
    for label in LABELS:
        face = card_face(label)
        assert face.height() == 480
        assert 300 < face.width() < 330
        assert face.toImage().pixelColor(0, 0).alpha() == 0


def test_wide_pictures_are_made_smaller_and_keep_their_colours(qapp) -> None:
    blue = np.zeros((1080, 1920, 3), np.uint8)
    blue[..., 0] = 200
    image = to_image(blue, WIDTH)
    assert (image.width(), image.height()) == (WIDTH, 720)
    assert image.pixelColor(5, 5).getRgb()[:3] == (0, 0, 200)


def test_worker_runs_the_game_and_the_window_follows(qtbot, open_window) -> None:
    window = open_window(worker_for({0: [seen_start("red 7")], 1: [seen_play("green 7")]}))
    qtbot.waitUntil(lambda: window.headline.text == "Cy’s turn")
    assert window.panel.top == "green 7"
    qtbot.waitUntil(lambda: window.picture.image is not None)
    assert isinstance(window.picture.image, QImage)
    qtbot.waitUntil(lambda: window.picture.note.startswith("The camera gives no picture."))


def test_keys_reach_the_game_also_after_the_last_picture(qtbot, open_window) -> None:
    window = open_window(worker_for({0: [seen_start("red 7")], 1: [seen_play("wild")]}))
    qtbot.waitUntil(lambda: window.headline.text == "Ben names the colour")
    qtbot.keyClick(window, Qt.Key.Key_G)
    qtbot.waitUntil(lambda: window.panel.colour == "green")
    qtbot.keyClick(window, Qt.Key.Key_D)
    qtbot.waitUntil(lambda: window.players.rows[2].hand == 8)
    qtbot.keyClick(window, Qt.Key.Key_P)
    qtbot.waitUntil(lambda: window.headline.text == "Ann’s turn")
    qtbot.keyClick(window, Qt.Key.Key_Z)
    qtbot.waitUntil(lambda: window.headline.text == "Cy’s turn")
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: window.players.rows[2].hand == 7)


def test_button_does_what_its_key_does(qtbot, open_window) -> None:
    window = open_window(worker_for({0: [seen_start("red 7")]}))
    qtbot.waitUntil(lambda: window.headline.text == "Ben’s turn")
    qtbot.mouseClick(window.buttons["draw"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.players.rows[1].hand == 8)


def test_key_that_stands_for_nothing_now_changes_nothing(qtbot, open_window) -> None:
    window = open_window(worker_for({0: [seen_start("red 7")]}))
    qtbot.waitUntil(lambda: window.headline.text == "Ben’s turn")
    qtbot.keyClick(window, Qt.Key.Key_B)
    qtbot.keyClick(window, Qt.Key.Key_D)
    qtbot.waitUntil(lambda: window.players.rows[1].hand == 8)
    assert window.panel.colour == "red"
    assert len(window.view.history) == 2


def test_presses_of_a_film_come_by_themselves(qtbot, open_window) -> None:
    events = [START, Play((Card.parse("wild"),), t=0.1), NameColour("blue", t=0.2)]
    happens = {0: [seen_start("red 7")], 1: [seen_play("wild")]}
    window = open_window(worker_for(happens, presses=Presses(events)))
    qtbot.waitUntil(lambda: window.panel.colour == "blue")
    assert window.headline.text == "Cy’s turn"


def test_no_camera_is_said_calmly_and_the_demo_is_offered(qtbot, open_window) -> None:
    window = open_window(no_camera(), demo=lambda: worker_for({0: [seen_start("blue 1")]}))
    qtbot.waitUntil(lambda: window.welcome.isVisible())
    assert window.welcome.reason.text() == "Camera 0: cannot be opened"
    qtbot.mouseClick(window.welcome.demo, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.panel.top == "blue 1")
    assert not window.welcome.isVisible()


def test_lost_camera_is_said_on_the_table_display_too(qtbot, open_window) -> None:
    window = open_window(worker_for({0: [seen_start("red 7")]}))
    qtbot.keyClick(window, Qt.Key.Key_F)
    qtbot.waitUntil(lambda: window.display.note.text().startswith("The camera gives no picture."))
    assert window.display.note.isVisible()


def test_game_goes_on_when_the_camera_is_back(qtbot, open_window, monkeypatch) -> None:
    monkeypatch.setattr("ui.worker.RETRY", 0.05)
    times: list[float] = []

    class Table(ScriptedTable):
        def update(self, frame: Frame) -> list:
            times.append(frame.t)
            return {1: [seen_start("red 7")], 4: [seen_play("green 7")]}.get(len(times), [])

    sources = [Pictures(3), SourceError("camera 0: cannot be opened"), Pictures(3)]

    def open_next() -> FrameSource:
        source = sources.pop(0) if sources else SourceError("camera 0: cannot be opened")
        if isinstance(source, SourceError):
            raise source
        return source

    window = open_window(Worker(open_next, lambda: Table({}), PLAYERS, "international", dealer="Ann"))
    qtbot.waitUntil(lambda: window.panel.top == "green 7")
    assert times == sorted(times)
    assert not window.welcome.isVisible()


def test_missing_models_are_said_calmly(qtbot, open_window, capfd) -> None:
    def no_models() -> ScriptedTable:
        raise ModelError("detector.onnx: model file is missing")

    window = open_window(Worker(lambda: Pictures(1), no_models, PLAYERS, "international"))
    qtbot.waitUntil(lambda: window.welcome.isVisible())
    assert window.welcome.reason.text() == "Detector.onnx: model file is missing"
    assert capfd.readouterr().err == ""


def test_failure_in_the_worker_is_said_and_the_window_stays(qtbot, open_window, capfd) -> None:
    def broken() -> ScriptedTable:
        raise RuntimeError("the models are gone")

    window = open_window(Worker(lambda: Pictures(1), broken, PLAYERS, "international"))
    qtbot.waitUntil(lambda: window.welcome.isVisible())
    assert "the models are gone" in window.welcome.reason.text()
    assert "RuntimeError" in capfd.readouterr().err


def test_closes_at_once_while_a_frame_is_processed(qtbot, open_window) -> None:
    busy, release = threading.Event(), threading.Event()

    class SlowTable(ScriptedTable):
        def update(self, frame: Frame) -> list:
            busy.set()
            release.wait(20)
            return []

    window = open_window(Worker(lambda: Pictures(1), lambda: SlowTable({}), PLAYERS, "international"))
    qtbot.waitUntil(busy.is_set)
    try:
        with qtbot.waitSignal(window.closed, timeout=1000):
            window.close()
        assert not window.isVisible()
        assert not wait_for_workers(0.0)
    finally:
        release.set()
    assert wait_for_workers(5.0)


def test_file_is_played_in_real_time_and_late_frames_are_left_out(qtbot) -> None:
    class Film(Pictures):
        live = False

    seen: list[int] = []
    done = threading.Event()

    class SlowTable(ScriptedTable):
        def update(self, frame: Frame) -> list:
            seen.append(frame.index)
            if frame.index == 0:
                done.wait(0.35)
            return []

    worker = Worker(lambda: Film(8), lambda: SlowTable({}), PLAYERS, "international")
    with qtbot.waitSignal(worker.noted, check_params_cb=lambda note: note == "The film is over."):
        worker.start()
    assert worker.stop(wait=5.0)
    assert seen[0] == 0
    assert seen == sorted(set(seen))
    assert 1 not in seen
    assert 2 not in seen
    assert seen[-1] == 7


def counting_worker(**kwargs) -> Worker:
    """A game in which Ben goes out while the pictures run; Ann holds 13 cards."""
    happens = {0: [seen_start("red 9")], **kwargs.pop("happens", {})}
    events = [event for event in COUNTING if not isinstance(event, StartCard)]
    timed = [type(event)(**{**event.__dict__, "t": 0.1}) for event in events]

    class Everything(Presses):
        def due(self, t: float, events) -> list[Event]:
            due, timed[:] = list(timed), []
            return due

    worker = worker_for(happens, players=("Ann", "Ben"), presses=Everything([]), **kwargs)
    worker.confirm = True
    return worker


def test_hands_are_entered_and_the_round_is_scored(qtbot, open_window) -> None:
    window = open_window(counting_worker(beside=("wild", "blue 5")))
    qtbot.waitUntil(lambda: window.headline.text == "Ben is out")
    qtbot.waitUntil(lambda: window.worker.face_up() == ("wild", "blue 5"))
    qtbot.keyClick(window, Qt.Key.Key_H)
    dialog = window.dialog
    assert isinstance(dialog, HandsDialog)
    qtbot.mouseClick(dialog.score, Qt.MouseButton.LeftButton)
    assert dialog.message.text() == "Ann: no cards yet."
    assert dialog.isVisible()
    hand = dialog.hands["Ann"]
    qtbot.mouseClick(hand.read, Qt.MouseButton.LeftButton)
    assert hand.cards == ["wild", "blue 5"]
    assert dialog.total.text() == "Together 55 points"
    qtbot.mouseClick(hand.buttons[1], Qt.MouseButton.LeftButton)
    qtbot.mouseClick(dialog.picker.buttons["blue 6"], Qt.MouseButton.LeftButton)
    assert hand.cards == ["wild", "blue 6"]
    qtbot.mouseClick(dialog.score, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.headline.text == "Ben wins the round")
    assert [row.score for row in window.players.rows] == [0, 56]
    assert window.board.isVisible()
    assert window.board.board.points == ((0, 56),)
    qtbot.mouseClick(window.buttons["next"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.headline.text == "Ready to start")


def test_hands_laid_open_are_shown_to_be_confirmed(qtbot, open_window) -> None:
    labels = tuple(f"blue {number}" for number in "1234567891234")
    shown = CardsShown(t=0.3, seat=0, labels=labels, confidence=0.9)
    window = open_window(counting_worker(happens={2: [shown]}))
    qtbot.waitUntil(lambda: isinstance(window.dialog, HandsDialog))
    assert window.dialog.hands["Ann"].cards == list(labels)
    qtbot.keyClick(window.dialog, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.headline.text == "Ben wins the round")
    assert window.board.isVisible()


def test_hands_are_asked_for_no_longer_once_the_round_goes_on(qtbot, open_window) -> None:
    window = open_window(counting_worker())
    qtbot.waitUntil(lambda: window.headline.text == "Ben is out")
    qtbot.mouseClick(window.buttons["hands"], Qt.MouseButton.LeftButton)
    assert isinstance(window.dialog, HandsDialog)
    qtbot.mouseClick(window.buttons["undo"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.view.phase == "playing")
    assert window.dialog is None


def test_dialog_of_a_game_goes_with_it(qtbot, open_window) -> None:
    window = open_window(
        worker_for({0: [seen_start("red 7")]}), lambda: worker_for({0: [seen_start("blue 1")]})
    )
    qtbot.waitUntil(lambda: window.panel.top == "red 7")
    window.corrections.misread(window.view.history[0].key)
    assert window.dialog is not None
    window.play_demo()
    assert window.dialog is None
    qtbot.waitUntil(lambda: window.panel.top == "blue 1")


def test_no_dialog_keeps_the_window_from_being_closed(qtbot, open_window) -> None:
    window = open_window(counting_worker())
    qtbot.waitUntil(lambda: window.headline.text == "Ben is out")
    qtbot.keyClick(window, Qt.Key.Key_H)
    window.dialog.pick(window.dialog.hands["Ann"], None)
    assert QApplication.activeModalWidget() is None


def test_hand_is_corrected_by_clicks(qtbot, open_window) -> None:
    window = open_window()
    points = {label: Card.parse(label).points for label in LABELS}
    dialog = HandsDialog([Loser("Ann", 2), Loser("Cy", 1)], list, LABELS, points, parent=window)
    qtbot.addWidget(dialog)
    ann, cy = dialog.hands["Ann"], dialog.hands["Cy"]
    ann.show_cards(["red 1", "red 2"])
    with qtbot.assertNotEmitted(dialog.entered):
        dialog.score.click()
    assert dialog.message.text() == "Cy: no cards yet."
    cy.read.click()
    assert dialog.message.text() == "No face-up card is seen beside the piles."
    cy.add.click()
    dialog.picker.buttons["wild"].click()
    ann.buttons[0].click()
    dialog.picker.remove.click()
    assert dialog.total.text() == "Together 52 points"
    with qtbot.waitSignal(dialog.entered) as entered:
        dialog.score.click()
    assert entered.args == [{"Ann": (Card.parse("red 2"),), "Cy": (Card.parse("wild"),)}]


def test_misread_card_is_corrected_in_two_clicks(qtbot, open_window) -> None:
    window = open_window(worker_for({0: [seen_start("red 7")], 1: [seen_play("blue 2")]}))
    qtbot.waitUntil(lambda: window.panel.top == "blue 2")
    qtbot.keyClick(window, Qt.Key.Key_K)
    qtbot.waitUntil(window.rows.isVisible)
    card = window.rows.place("card", window.rows.rows[0].key)
    qtbot.mouseClick(window.rows, Qt.MouseButton.LeftButton, pos=card.box.center().toPoint())
    qtbot.mouseClick(window.dialog.buttons["blue 7"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.panel.top == "blue 7")
    assert window.alert.banner is None
    activate(qtbot, window)
    qtbot.keyClick(window, Qt.Key.Key_Z)
    qtbot.waitUntil(lambda: window.panel.top == "blue 2")
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: window.panel.top == "blue 7")


def test_alert_is_answered_with_its_buttons(qtbot, open_window) -> None:
    window = open_window(worker_for({0: [seen_start("red 7")], 1: [seen_play("blue 2")]}))
    qtbot.waitUntil(lambda: window.alert.banner is not None)
    assert [button.text() for button in window.alert.buttons] == [
        "Take it back",
        "It was misread",
        "Let it stand",
        "Undo",
    ]
    qtbot.mouseClick(window.alert.buttons[1], Qt.MouseButton.LeftButton)
    qtbot.mouseClick(window.dialog.buttons["red 2"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.panel.top == "red 2")
    assert window.alert.banner is None


def test_history_is_corrected_row_by_row(qtbot, open_window) -> None:
    window = open_window(worker_for({0: [seen_start("red 7")], 1: [seen_play("red 2")]}))
    qtbot.waitUntil(lambda: window.panel.top == "red 2")
    qtbot.keyClick(window, Qt.Key.Key_E)
    rows = window.history.rows
    qtbot.waitUntil(rows.isVisible)
    key = rows.rows[0].key

    def click(what: str) -> None:
        qtbot.mouseClick(rows, Qt.MouseButton.LeftButton, pos=rows.place(what, key).box.center().toPoint())

    click("player")
    menu = window.corrections.menu
    assert [action.text() for action in menu.actions()] == ["Ann", "Ben", "Cy"]
    menu.actions()[2].trigger()
    menu.close()
    qtbot.waitUntil(lambda: rows.rows[0].player == "Cy")
    assert window.headline.text == "Ann’s turn"
    click("remove")
    qtbot.waitUntil(lambda: len(rows.rows) == 1)
    assert window.panel.top == "red 7"
    activate(qtbot, window)
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    qtbot.waitUntil(window.picture.isVisible)


def test_players_menu_tells_what_the_player_did(qtbot, open_window) -> None:
    window = open_window(worker_for({0: [seen_start("red 7")]}))
    qtbot.waitUntil(lambda: window.headline.text == "Ben’s turn")
    qtbot.keyClick(window, Qt.Key.Key_2)
    qtbot.keyClick(window.corrections.menu, Qt.Key.Key_3)
    qtbot.waitUntil(lambda: window.players.rows[1].hand == 10)


def test_replay_shows_the_last_pictures(qtbot, open_window) -> None:
    window = open_window(worker_for({0: [seen_start("red 7")]}, pictures=30))
    qtbot.waitUntil(lambda: len(window.worker.recorder.recent()) > 20)
    qtbot.keyClick(window, Qt.Key.Key_I)
    qtbot.waitUntil(lambda: window.replay.number > 1)
    assert window.replay.isVisible()
    qtbot.mouseClick(window.replay, Qt.MouseButton.LeftButton)
    assert window.picture.isVisible()


def test_key_help_and_full_screen(qtbot, open_window) -> None:
    window = open_window()
    qtbot.keyClick(window, Qt.Key.Key_Question)
    qtbot.waitUntil(lambda: window.dialog is not None)
    assert {key for key, _ in keys()} >= {"U", "D", "P", "C", "Z", "H", "N", "F11", "?"}
    window.dialog.accept()
    qtbot.waitUntil(lambda: window.dialog is None)
    qtbot.keyClick(window, Qt.Key.Key_F11)
    qtbot.waitUntil(window.isFullScreen)
    qtbot.keyClick(window, Qt.Key.Key_F11)
    qtbot.waitUntil(lambda: not window.isFullScreen())


def test_qt_does_not_use_up_none(qapp) -> None:
    # PySide6 6.12.0 takes a reference to None away with each call, and Python 3.11 ends when none is left.
    thing = QObject()
    before = sys.getrefcount(None)
    for _ in range(1000):
        thing.setObjectName("thing")
    assert abs(sys.getrefcount(None) - before) < 100


def test_window_brings_its_own_typeface(qapp) -> None:
    assert theme.family() == "Inter"


def test_qt_keeps_its_own_plugins_beside_opencv(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM_PLUGIN_PATH", "/somewhere/cv2/qt/plugins")
    monkeypatch.setenv("QT_QPA_FONTDIR", "/usr/share/fonts")
    own_plugins()
    assert "QT_QPA_PLATFORM_PLUGIN_PATH" not in os.environ
    assert os.environ["QT_QPA_FONTDIR"] == "/usr/share/fonts"


def test_missing_screen_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    with pytest.raises(AppError, match="no screen"):
        check_screen()


def test_what_a_misread_card_was_is_kept_for_the_deck(qtbot, open_window) -> None:
    kept: list[tuple[str, tuple[int, ...]]] = []
    happens = {0: [seen_start("red 7")], 1: [seen_play("red 6")]}
    worker = worker_for(happens, keep_view=lambda label, image, quad: kept.append((label, quad.shape)))
    window = open_window(worker)
    qtbot.waitUntil(lambda: window.panel.top == "red 6")
    key = window.view.history[0].key
    qtbot.waitUntil(lambda: worker.can_keep(key))
    window.corrections.misread(key)
    window.dialog.keep.setChecked(True)
    qtbot.mouseClick(window.dialog.buttons["red 9"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: kept == [("red 9", (4, 2))])
    assert window.panel.top == "red 9"


def test_games_that_were_left_are_let_go(qtbot, open_window) -> None:
    window = open_window()
    left = []
    for _ in range(3):
        worker = worker_for({0: [seen_start("red 7")]})
        left.append(weakref.ref(worker))
        window.run(worker)
        qtbot.waitUntil(lambda: window.panel.top == "red 7")
        assert worker.stop(wait=5.0)
        del worker
    window.run(no_camera())
    gc.collect()
    assert [worker() for worker in left[:-1]] == [None, None]
