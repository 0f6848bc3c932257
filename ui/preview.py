"""The camera before the game: its live picture, and what the table check finds in it."""

from __future__ import annotations

import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from ui.check import check_table
from ui.paint import to_image
from vision.draw import draw_cards
from vision.frames import Frame, FrameSource, SourceError
from vision.model import ModelError
from vision.seen import CardSeen

LOOK = 0.7
"""Seconds between two looks for cards."""

PACE = 0.06
"""Seconds between two pictures."""


class Looker(Protocol):
    """What the preview needs of :class:`vision.reader.Reader`."""

    def read(self, image: np.ndarray) -> list[CardSeen]:
        """Return the cards in a picture."""
        ...


class Preview(QObject):
    """Shows a source and checks it, in a thread of its own, until it is stopped.

    ``open_source`` and ``make_reader`` are called in that thread. A film is shown over and over.
    """

    pictured = Signal()
    """There is a new picture to take with :meth:`take_picture`."""
    checked = Signal(object)
    """A tuple of :class:`ui.check.Finding`."""
    unavailable = Signal(str)
    """There is no picture to be had, and why."""

    def __init__(self, open_source: Callable[[], FrameSource], make_reader: Callable[[], Looker]) -> None:
        super().__init__()
        self._open_source, self._make_reader = open_source, make_reader
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        self._picture: QImage | None = None
        self._thread = threading.Thread(target=self._run, name="preview", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self, wait: float = 0.0) -> bool:
        """Ask the thread to end and let the camera go; return whether it has within so many seconds."""
        self._stopping.set()
        if self._thread.is_alive() and wait:
            self._thread.join(wait)
        return not self._thread.is_alive()

    def take_picture(self) -> QImage | None:
        """Return the newest picture, None where it was taken already."""
        with self._lock:
            picture, self._picture = self._picture, None
            return picture

    def _run(self) -> None:
        try:
            reader: Looker | None = None
            while not self._stopping.is_set():
                with self._open_source() as source:
                    reader = self._watch(source, reader)
                    if source.live:
                        break
        except (SourceError, ModelError) as error:
            self._tell(self.unavailable, str(error))
        except Exception as error:  # the window stays and says so
            traceback.print_exc(file=sys.stderr)
            self._tell(self.unavailable, str(error))

    def _watch(self, source: FrameSource, reader: Looker | None) -> Looker | None:
        cards: list[CardSeen] = []
        looked = shown = 0.0
        for frame in source:
            if self._stopping.wait(max(0.0, shown + PACE - time.monotonic()) if not source.live else 0.0):
                return reader
            now = time.monotonic()
            if now >= shown + PACE:
                shown = now
                self._publish(frame, cards)
            if now >= looked + LOOK:
                reader = reader or self._make_reader()
                cards = reader.read(frame.image)
                looked = time.monotonic()
                self._tell(self.checked, check_table(frame.image, cards))
        return reader

    def _publish(self, frame: Frame, cards: list[CardSeen]) -> None:
        picture = to_image(draw_cards(frame.image, cards), 1280)
        with self._lock:
            taken = self._picture is None
            self._picture = picture
        if taken:
            self._tell(self.pictured)

    def _tell(self, signal: Any, *values: object) -> None:
        if not self._stopping.is_set():
            signal.emit(*values)
