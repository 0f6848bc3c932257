"""A thread that makes pictures, of which the window takes the newest."""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtGui import QImage

from ui.paint import to_image
from ui.threads import WorkThread

WIDTH = 1280
"""Pictures are shown no wider than this, in pixels."""

RETRY = 2.0
"""Seconds between tries to open a camera that is not there, or gone."""


class PictureThread(WorkThread):
    """A thread that makes pictures, until it is asked to stop."""

    pictured = Signal()
    """There is a new picture to take with :meth:`take_picture`; not repeated before it is taken."""
    unavailable = Signal(str)
    """There is no picture to be had, and why."""

    def __init__(self, name: str, work: Callable[[], None]) -> None:
        super().__init__(name, work)
        self._lock = threading.Lock()
        self._picture: QImage | None = None

    def take_picture(self) -> QImage | None:
        """Return the newest picture, None where it was taken already."""
        with self._lock:
            picture, self._picture = self._picture, None
            return picture

    def _hand_over(self, image: np.ndarray) -> None:
        """Let this be the newest picture: BGR uint8 (height, width, 3)."""
        picture = to_image(image, WIDTH)
        with self._lock:
            taken = self._picture is None
            self._picture = picture
        if taken:
            self._tell(self.pictured)
