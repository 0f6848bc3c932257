"""A whole evening at the real window: three rounds, an alert, corrections, another language, scores."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import Qt

from ui import language
from ui.choices import Choices
from ui.preview import Preview
from ui.start import Setup
from ui.threads import wait_for_workers
from ui.window import Window
from ui.worker import Worker
from vision.events import CardPlayed, CardsDrawn, CardsShown, StartCardSeen, TableEvent
from vision.frames import Frame, FrameSource

QUAD = np.array([[10, 10], [66, 10], [66, 97], [10, 97]], float)
RULES = {"preset": "international", "rounds": 3, "target": 0}
ANN, BEN = 0, 1


class Camera(FrameSource):
    """A camera that never ends, about thirty pictures a second."""

    live = True

    def __init__(self) -> None:
        self.index = 0

    def read(self) -> Frame | None:
        time.sleep(0.01)  # a camera's pace
        self.index += 1
        return Frame(np.full((90, 160, 3), 80, np.uint8), self.index / 30, self.index - 1)


class Table:
    """A table on which happens what the test lets happen."""

    status, discard, draw_pile, cards, prior = "still", QUAD, None, (), None

    def __init__(self) -> None:
        self.happens: queue.Queue[TableEvent] = queue.Queue()

    def update(self, frame: Frame) -> list[TableEvent]:
        happened = []
        while not self.happens.empty():
            happened.append(self.happens.get())
        return happened

    def start(self, label: str) -> None:
        self.happens.put(StartCardSeen(t=0.0, label=label, confidence=0.9, quad=QUAD))

    def play(self, label: str, seat: int) -> None:
        self.happens.put(CardPlayed(t=0.0, label=label, confidence=0.9, quad=QUAD, seat=seat))

    def draw(self, seat: int) -> None:
        self.happens.put(CardsDrawn(t=0.0, seat=seat, count=1))

    def show(self, seat: int, *labels: str) -> None:
        self.happens.put(CardsShown(t=0.0, seat=seat, labels=labels, confidence=0.9))


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def open_window(qtbot, table) -> Callable[[], Window]:
    def opened() -> Window:
        def worker() -> Worker:
            return Worker(Camera, lambda: table, ("Ann", "Ben"), RULES, dealer="Ann")

        setup = Setup(Choices, lambda camera: Preview(Camera, table), lambda choices, preview: worker())
        window = Window(worker, worker, setup)
        qtbot.addWidget(window)
        with qtbot.waitActive(window):
            window.show()
        return window

    yield opened
    language.use("en")
    assert wait_for_workers(5.0)


def press_after_dialog(qtbot, window: Window, key: Qt.Key) -> None:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window, key)


def count(qtbot, window: Window, table: Table, labels: list[str]) -> None:
    """Lay Ann's hand open, and confirm it."""
    table.show(ANN, *labels)
    qtbot.waitUntil(lambda: window.dialog is not None)
    assert window.dialog.hands["Ann"].cards == labels
    qtbot.keyClick(window.dialog, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.dialog is None)


def test_three_rounds_with_an_alert_corrections_and_another_language(qtbot, open_window, table) -> None:
    window = open_window()
    window.start()
    qtbot.waitUntil(lambda: window.headline.text == "Ready to start")

    # The first card is misread: an alert says so, and two clicks correct it.
    table.start("red 9")
    table.play("blue 1", BEN)
    qtbot.waitUntil(lambda: window.alert.banner is not None)
    qtbot.mouseClick(window.alert.buttons[1], Qt.MouseButton.LeftButton)
    qtbot.mouseClick(window.dialog.buttons["red 1"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.alert.banner is None and window.panel.top == "red 1")
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    for number in "234567":
        table.draw(ANN)
        if number == "7":
            qtbot.waitUntil(lambda: window.view.players[BEN].hand == 1)
            qtbot.keyClick(window, Qt.Key.Key_U)
        table.play(f"red {number}", BEN)
        qtbot.waitUntil(lambda number=number: window.panel.top == f"red {number}")
    qtbot.waitUntil(lambda: window.headline.text == "Ben is out")
    held = window.view.losers[0].count
    first = [f"green {n}" for n in "123456789"] + [f"yellow {n}" for n in "123456789"]
    count(qtbot, window, table, first[:held])
    points = sum(int(label.split()[1]) for label in first[:held])
    qtbot.waitUntil(lambda: window.board.board.points == ((0, points),))
    assert window.board.isVisible()

    # The second round is played in Japanese.
    window.options.use_language("ja")
    qtbot.waitUntil(lambda: window.headline.text == "Benの勝ち")
    press_after_dialog(qtbot, window, Qt.Key.Key_N)
    qtbot.waitUntil(lambda: window.headline.text == "準備ができました")
    play_round(qtbot, window, table, "yellow")
    count(qtbot, window, table, first[: window.view.losers[0].count])
    qtbot.waitUntil(lambda: len(window.board.board.points) == 2)
    window.options.use_language("en")
    press_after_dialog(qtbot, window, Qt.Key.Key_N)
    qtbot.waitUntil(lambda: window.headline.text == "Ready to start")

    # With the third round the game is over.
    play_round(qtbot, window, table, "green")
    third = ["blue 1", "blue 2", "blue 3", "blue 4", "blue 5", "blue 6", "blue 7", "blue 8", "blue 9"]
    third += ["red 1", "red 2", "red 3", "red 4", "red 5"]
    count(qtbot, window, table, third[: window.view.losers[0].count])
    qtbot.waitUntil(lambda: window.headline.text == "Ben wins the game")
    totals = window.board.board.totals[-1]
    assert totals == (0, window.view.players[BEN].score)
    assert window.board.isVisible()


def play_round(qtbot, window: Window, table: Table, colour: str) -> None:
    """Play a round that Ben wins; Ann draws a card in each of her turns. The winner of the last one deals."""
    table.start(f"{colour} 9")
    qtbot.waitUntil(lambda: window.panel.top == f"{colour} 9")
    qtbot.waitUntil(window.picture.isVisible)
    for number in "1234567":
        table.draw(ANN)
        if number == "7":
            qtbot.waitUntil(lambda: window.view.players[BEN].hand == 1)
            qtbot.keyClick(window, Qt.Key.Key_U)
        table.play(f"{colour} {number}", BEN)
        qtbot.waitUntil(lambda number=number: window.panel.top == f"{colour} {number}")
    qtbot.waitUntil(lambda: window.view.phase == "counting")


STATES: dict[str, Callable[[Window], object]] = {
    "start page": lambda window: window.show_start(),
    "game": lambda window: None,
    "replay": lambda window: window.show_replay(),
    "history": lambda window: window.show_stage(window.history),
    "help": lambda window: window.show_help(),
    "card picker": lambda window: window.corrections.ask_card(window.view.history[0]),
    "menu": lambda window: window.show_menu(),
    "table display": lambda window: window.toggle_display(),
    "no camera": lambda window: window.show_unavailable("camera 0: cannot be opened"),
}


@pytest.mark.parametrize("state", STATES)
def test_window_closes_soon_in_every_state(qtbot, open_window, table, state: str) -> None:
    window = open_window()
    window.start()
    table.start("red 9")
    qtbot.waitUntil(lambda: window.panel.top == "red 9")
    STATES[state](window)
    begin = time.monotonic()
    with qtbot.waitSignal(window.closed, timeout=2000):
        window.close()
    assert wait_for_workers(2.0)
    assert time.monotonic() - begin < 2.0
    if window.menu:
        window.menu.close()
