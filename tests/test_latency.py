"""Keys work while the models do: the demo runs, and what is pressed shows at once."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Qt

from ui.latency import KeyTimes, measure_keys
from ui.threads import wait_for_workers
from ui.window import Window
from ui.worker import Worker
from vision.events import StartCardSeen
from vision.frames import Frame, FrameSource

QUAD = np.array([[10, 10], [66, 10], [66, 97], [10, 97]], float)


class Endless(FrameSource):
    live = True

    def __init__(self) -> None:
        self.index = 0

    def read(self) -> Frame | None:
        self.index += 1
        return Frame(np.zeros((90, 160, 3), np.uint8), self.index / 10, self.index - 1)


class Stuck:
    """A table whose models take for ever over the second picture."""

    status, discard, draw_pile, cards, prior = "still", QUAD, None, (), None

    def __init__(self) -> None:
        self.busy, self.release = threading.Event(), threading.Event()

    def update(self, frame: Frame) -> Sequence[StartCardSeen]:
        if frame.index == 0:
            return [StartCardSeen(t=0.0, label="red 7", confidence=0.9, quad=QUAD)]
        self.busy.set()
        self.release.wait(20)
        return []


def test_key_is_not_kept_waiting_by_the_models(qtbot) -> None:
    table = Stuck()
    worker = Worker(Endless, lambda: table, ("Ann", "Ben"), "international", dealer="Ann")
    window = Window(lambda: worker, lambda: worker)
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
    window.start()
    try:
        qtbot.waitUntil(lambda: table.busy.is_set() and window.headline.text == "Ben’s turn")
        qtbot.keyClick(window, Qt.Key.Key_D)
        assert window.players.rows[1].hand == 8
        qtbot.keyClick(window, Qt.Key.Key_Z)
        assert window.players.rows[1].hand == 7
    finally:
        table.release.set()
        window.close()
    assert wait_for_workers(5.0)


def test_what_is_asked_before_the_game_is_there_is_done_once_it_is(qtbot) -> None:
    worker = Worker(Endless, Stuck, ("Ann", "Ben"), "international", dealer="Ann")
    worker.show_again()
    assert worker.view is None
    assert worker.stop(wait=1.0)


def test_keys_are_timed_while_a_game_runs(qapp) -> None:
    class Quick(Stuck):
        def update(self, frame: Frame) -> Sequence[StartCardSeen]:
            self.busy.wait(0.02)
            return super().update(frame) if frame.index == 0 else []

    times = measure_keys(4, lambda: Worker(Endless, Quick, ("Ann", "Ben"), "international", dealer="Ann"))
    assert len(times.times) == 4
    assert all(0 < milliseconds < 5000 for milliseconds in times.times)
    assert times.to_text().startswith("4 keys while the models run: median ")


def test_times_are_told_in_one_line() -> None:
    assert KeyTimes((10.0, 20.0, 90.0)).to_text() == "3 keys while the models run: median 20 ms, worst 90 ms"
