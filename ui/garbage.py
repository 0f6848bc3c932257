"""Python's search for garbage, kept to the main thread."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

EVERY = 1000
"""Milliseconds between two searches."""


class Garbage(QObject):
    """Searches for garbage in Qt's main thread, and only there, as long as this lives.

    By itself Python searches in whichever thread happens to ask for memory. Where a worker thread finds a
    timer or a widget in a cycle, it deletes it, and Qt crashes on the next event for it.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.collect)
        self._timer.start(EVERY)
        self.destroyed.connect(gc.enable)

    def collect(self) -> None:
        """Search the youngest objects, and older ones as seldom as Python would."""
        for generation, most in enumerate(gc.get_threshold()):
            if gc.get_count()[generation] > most:
                gc.collect(generation)
