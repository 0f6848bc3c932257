"""Garbage is searched for in the main thread alone while there is a window: Qt's objects live there."""

from __future__ import annotations

import gc
import threading
import weakref

from PySide6.QtCore import QTimer

from ui.garbage import Garbage


class Ring(QTimer):
    """A timer in a cycle, as windows and their closures make them."""

    def __init__(self, deleted_in: list[threading.Thread]) -> None:
        super().__init__()
        self.ring = self
        weakref.finalize(self, lambda: deleted_in.append(threading.current_thread()))


def test_cycles_are_deleted_in_the_main_thread_however_busy_another_one_is(qtbot) -> None:
    garbage, deleted_in = Garbage(), []
    Ring(deleted_in)
    busy = threading.Thread(target=lambda: [[] for _ in range(300_000)])
    busy.start()
    busy.join()
    assert deleted_in == []
    kept = [[] for _ in range(2000)]  # enough new objects for a search
    qtbot.waitUntil(lambda: bool(deleted_in))
    assert deleted_in == [threading.main_thread()]
    del garbage, kept


def test_without_a_window_python_searches_as_always(qtbot) -> None:
    gc.enable()
    garbage = Garbage()
    assert not gc.isenabled()
    del garbage
    assert gc.isenabled()
