"""The camera before the game: its live picture, and what the table check finds in it."""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable
from typing import Protocol

import numpy as np
from PySide6.QtCore import Signal

from ui.check import check_table
from ui.pictures import RETRY, PictureThread
from ui.trouble import fault_text
from ui.words import translate
from vision.draw import draw_cards
from vision.faults import Faults
from vision.frames import CameraError, FrameSource, SourceError
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


class Preview(PictureThread):
    """Shows a source and checks it, in a thread of its own, until it is stopped.

    ``open_source`` and ``make_reader`` are called in that thread. A film is shown over and over; a camera
    that is not there, or gone, is opened again once it is.
    """

    checked = Signal(object)
    """A tuple of :class:`ui.check.Finding`."""

    def __init__(self, open_source: Callable[[], FrameSource], make_reader: Callable[[], Looker]) -> None:
        super().__init__("preview", self._run)
        self._open_source, self._make_reader = open_source, make_reader

    def _run(self) -> None:
        try:
            reader: Looker | None = None
            told = ""
            while not self._stopping.is_set():
                try:
                    with self._open_source() as source:
                        reader = self._watch(source, reader)
                    if not source.live:
                        continue
                    told, trouble = "", translate("trouble", "The camera gives no picture; waiting for it…")
                except CameraError as error:
                    trouble = str(error)
                if trouble != told:
                    self._tell(self.unavailable, trouble)
                told = trouble
                self._stopping.wait(RETRY)
        except (SourceError, ModelError) as error:
            self._tell(self.unavailable, str(error))
        except Exception as error:  # the window stays and says so
            traceback.print_exc(file=sys.stderr)
            self._tell(self.unavailable, str(error))

    def _watch(self, source: FrameSource, reader: Looker | None) -> Looker | None:
        cards: list[CardSeen] = []
        looked = shown = 0.0
        faults, fault = Faults(), ""
        for frame in source:
            if self._stopping.wait(max(0.0, shown + PACE - time.monotonic()) if not source.live else 0.0):
                return reader
            now = time.monotonic()
            if source.live:
                fault, before = faults.look(frame.image, now), fault
                if fault and fault != before:
                    self._tell(self.unavailable, fault_text(fault))
                if fault:
                    continue
            if now >= shown + PACE:
                shown = now
                self._hand_over(draw_cards(frame.image, cards))
            if now >= looked + LOOK:
                reader = reader or self._make_reader()
                cards = reader.read(frame.image)
                looked = time.monotonic()
                self._tell(self.checked, check_table(frame.image, cards))
        return reader
