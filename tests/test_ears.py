"""The window's ears: off at first, one switch, a heard call in the game, the round of names."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from hearing.features import RATE
from hearing.sound import read_sound
from tests.test_microphone import CALLS, Pieces
from tests.test_window import ScriptedTable, seen_play, seen_start
from tracker.events import CallUno
from ui import microphone
from ui.ears import EarsLine
from ui.names_round import NamesRound
from ui.store import Store
from ui.window import Window
from ui.worker import Worker
from vision.frames import Frame, FrameSource

PLAYS = tuple(f"red {number}" for number in (1, 2, 3, 4, 5, 6, 8, 9, 0, 7, 1))
"""After these, Ann has one card and Ben two."""


class Camera(FrameSource):
    """A camera with a picture every few milliseconds, or a film of the same."""

    def __init__(self, live: bool = True) -> None:
        self.live, self.index, self.over = live, -1, threading.Event()

    def read(self) -> Frame | None:
        self.index += 1
        if self.over.wait(0.005):
            return None
        return Frame(np.full((90, 160, 3), 80, np.uint8), self.index / 50, self.index)

    def close(self) -> None:
        self.over.set()


def worker(camera: Camera) -> Worker:
    happens = {0: [seen_start("red 7")]} | {n: [seen_play(card)] for n, card in enumerate(PLAYS, start=1)}
    return Worker(
        lambda: camera, lambda: ScriptedTable(happens), ("Ann", "Ben"), "international", dealer="Ben"
    )


@pytest.fixture
def pieces(monkeypatch: pytest.MonkeyPatch) -> Pieces:
    pieces = Pieces()
    monkeypatch.setattr(microphone, "open_microphone", pieces.open)
    return pieces


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "store.ini")


@pytest.fixture
def window(qtbot, pieces: Pieces, store: Store) -> Iterator[Window]:
    window = Window(lambda: worker(Camera()), lambda: worker(Camera(live=False)), store=store)
    qtbot.addWidget(window)
    window.show()
    yield window
    window.close()


def say_uno(qtbot, pieces: Pieces) -> None:
    """Let somebody at the microphone call UNO once."""
    calls = read_sound(CALLS)[0]
    for first in range(0, 3 * RATE, RATE // 10):
        pieces.feed(calls[first : first + RATE // 10])
        qtbot.wait(5)


def calls_of(window: Window) -> list[CallUno]:
    return [event for event in window.worker.events() if isinstance(event, CallUno)]


def test_nothing_listens_until_it_is_switched_on(window: Window, pieces: Pieces) -> None:
    assert not window.ears.on
    assert pieces.opened == 0
    window.ears.switch(True)
    assert window.ears.meter.isVisible()
    assert pieces.opened == 1


def test_a_call_at_the_microphone_is_one_in_the_game(qtbot, window: Window, pieces: Pieces) -> None:
    window.start()
    window.ears.switch(True)
    qtbot.waitUntil(lambda: len(window.worker.events()) == len(PLAYS) + 2)
    say_uno(qtbot, pieces)
    qtbot.waitUntil(window.ears.meter.flash.isActive)
    qtbot.waitUntil(lambda: len(calls_of(window)) == 1)
    (call,) = calls_of(window)
    assert (call.player, call.heard) == ("Ann", True)
    qtbot.waitUntil(lambda: window.view.history[0].heard)


def test_a_film_does_not_hear_the_room(qtbot, window: Window, monkeypatch) -> None:
    monkeypatch.setattr("ui.worker.LATE", 60.0)  # no frame is left out
    window.play_demo()
    qtbot.waitUntil(lambda: len(window.worker.events()) == len(PLAYS) + 2)
    window.worker.hear(0.9)
    index = window.worker.view
    window.worker.press("pass")
    qtbot.waitUntil(lambda: window.worker.view is not index)
    assert calls_of(window) == []


def test_the_switch_is_remembered(qtbot, window: Window, pieces: Pieces, store: Store) -> None:
    window.ears.switch(True)
    window.close()
    again = Window(lambda: worker(Camera()), lambda: worker(Camera()), store=store)
    qtbot.addWidget(again)
    qtbot.waitUntil(lambda: again.ears.on and again.ears.microphone.on)
    again.ears.switch(False)
    assert store.text("hearing", "") == "no"


def test_closing_the_window_lets_the_microphone_go(window: Window, pieces: Pieces) -> None:
    window.ears.switch(True)
    window.close()
    assert pieces.closed
    assert not window.ears.microphone.on


def test_the_start_page_has_the_switch_and_says_what_is_missing(
    qtbot, window: Window, pieces: Pieces
) -> None:
    pieces.gone = True
    line = EarsLine(window.ears)
    qtbot.addWidget(line)
    line.show()
    assert not line.meter.isVisible()
    line.switch.click()
    assert window.ears.on
    assert line.trouble.text() == "No microphone is plugged in; waiting for one."
    assert not line.tune.isVisible()
    line.switch.click()
    assert not window.ears.on
    assert line.trouble.text() == ""


def test_what_is_missing_is_said_once_in_the_game(qtbot, window: Window, pieces: Pieces) -> None:
    window.start()
    pieces.gone = True
    with qtbot.waitSignal(window.ears.microphone.troubled) as said:
        window.ears.switch(True)
    assert said.args == ["No microphone is plugged in; waiting for one."]
    assert window.ears.meter.toolTip() == said.args[0]


def test_the_round_of_names_asks_everybody_and_tunes_the_threshold(qtbot, window: Window) -> None:
    ears = window.ears
    dialog = NamesRound(["Ann", "Ben"], ears.microphone)
    qtbot.addWidget(dialog)
    assert ears.microphone.tuning
    asked = []
    with qtbot.waitSignal(dialog.tuned) as tuned:
        for sure in (0.98, 0.97, 0.99, 0.96, 0.98, 0.99):
            asked.append(dialog.ask.text().partition(",")[0])
            ears.microphone.peaked.emit(sure)
    assert asked == ["Ann"] * 3 + ["Ben"] * 3
    assert 0.85 < tuned.args[0] < 0.95
    assert not ears.microphone.tuning


def test_the_round_of_names_can_be_left_and_players_skipped(qtbot, window: Window) -> None:
    dialog = NamesRound(["Ann", "Ben"], window.ears.microphone)
    qtbot.addWidget(dialog)
    dialog.skip.click()
    assert dialog.ask.text().startswith("Ben")
    with qtbot.assertNotEmitted(dialog.tuned):
        dialog.leave.click()
    assert not window.ears.microphone.tuning


def test_the_tuned_threshold_is_remembered(qtbot, window: Window, store: Store) -> None:
    window.start()
    qtbot.waitUntil(lambda: window.view is not None)
    window.ears.tune()
    for _ in range(3 * 2):
        window.ears.microphone.peaked.emit(0.97)
    threshold = window.ears.microphone.threshold
    assert threshold == pytest.approx(0.92)
    again = Window(lambda: worker(Camera()), lambda: worker(Camera()), store=store)
    qtbot.addWidget(again)
    assert again.ears.microphone.threshold == threshold
