"""A thread of its own for what takes long, so that the window never waits."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable
from typing import Any, Protocol

from PySide6.QtCore import QObject, QTimer


class WorkThread(QObject):
    """Runs ``work`` in a thread of its own, called ``name``, until it is asked to stop."""

    def __init__(self, name: str, work: Callable[[], None]) -> None:
        super().__init__()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=work, name=name, daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self, wait: float = 0.0) -> bool:
        """Ask the thread to end, wait so many seconds at most, and return whether it has ended."""
        self._stopping.set()
        return self.wait(wait)

    def wait(self, seconds: float) -> bool:
        """Wait so many seconds at most for the thread to end by itself; return whether it has."""
        if self._thread.is_alive():
            self._thread.join(seconds)
        return not self._thread.is_alive()

    def _tell(self, signal: Any, *values: object) -> None:
        if not self._stopping.is_set():
            signal.emit(*values)


class Stoppable(Protocol):
    """What has a thread of its own that can be asked to end."""

    def stop(self, wait: float = 0.0) -> bool:
        """Ask the thread to end, wait so many seconds at most, and return whether it has ended."""
        ...


_RETIRED: list[Stoppable] = []
"""Asked to stop, and kept until their threads have ended: nothing of Qt's may die in a thread not its own."""


def retire(worker: Stoppable) -> None:
    """Ask a worker to stop, and do not wait for it; let go of it once it has ended. For Qt's main thread."""
    _RETIRED.append(worker)
    _let_go()


def _let_go() -> None:
    kept = [one for one in _RETIRED if not one.stop()]
    if len(kept) < len(_RETIRED):
        # Frames, models and evidence of a whole game hang on cycles that Python would leave for many games.
        QTimer.singleShot(0, gc.collect)
    _RETIRED[:] = kept
    if kept:
        QTimer.singleShot(200, _let_go)


def wait_for_workers(seconds: float) -> bool:
    """Wait for workers that were asked to stop; return whether all have ended."""
    ended = [worker.stop(wait=seconds) for worker in _RETIRED]
    return all(ended)
