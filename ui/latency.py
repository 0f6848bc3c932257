"""How soon a key's effect is visible in the window while the models run at full load."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest

from ui.app import demo_worker
from ui.pause import pause
from ui.threads import wait_for_workers
from ui.window import Window
from ui.worker import Worker

PAUSE = 130
"""Milliseconds between two keys."""

LONGEST = 5.0
"""Seconds after which a key is given up."""


@dataclass(frozen=True)
class KeyTimes:
    """Milliseconds from each key to its effect on the screen."""

    times: tuple[float, ...]

    def to_text(self) -> str:
        """Return the figures as a line for people."""
        return (
            f"{len(self.times)} keys while the models run: median {statistics.median(self.times):.0f} ms, "
            f"worst {max(self.times):.0f} ms"
        )


class _Paints(QObject):
    """Counts how often a widget was painted."""

    def __init__(self, widget: QObject) -> None:
        super().__init__(widget)
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Count paintings, and hold up nothing."""
        self.count += event.type() == QEvent.Type.Paint
        return False


def measure_keys(count: int = 200, make_worker: Callable[[], Worker] = demo_worker) -> KeyTimes:
    """Press D and Z in turn while a game runs, the demo by default, and time when the change is painted.

    There has to be a QApplication. Raises TimeoutError where a key has no effect.
    """
    window = Window(make_worker, make_worker)
    window.resize(1280, 800)
    window.show()
    window.start()
    times: list[float] = []
    try:
        while len(times) < count:
            _wait(lambda: window.view is not None and window.view.phase == "playing", 60.0)
            for key in (Qt.Key.Key_D, Qt.Key.Key_Z):
                times.append(_press(window, key))
                pause(PAUSE)
            if window.worker and not window.worker.watching:
                window.start()  # the film is over: once more
    finally:
        window.close()
        wait_for_workers(10.0)
    return KeyTimes(tuple(times[:count]))


def _press(window: Window, key: Qt.Key) -> float:
    paints = _Paints(window.headline)
    before = window.view
    start = time.perf_counter()
    counted = paints.count
    QTest.keyClick(window, key)

    def visible() -> bool:
        return window.view is not before and paints.count > counted

    _wait(visible, LONGEST)
    return (time.perf_counter() - start) * 1000


def _wait(ready: Callable[[], bool], seconds: float) -> None:
    until = time.perf_counter() + seconds
    while not ready():
        if time.perf_counter() > until:
            raise TimeoutError(f"a key had no effect in {seconds:.0f} s")
        pause(1)
