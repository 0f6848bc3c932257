"""The one worker thread: source to table to game. The newest frame wins, and the window never waits."""

from __future__ import annotations

import dataclasses
import math
import queue
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import cv2
import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from tracker.cards import Card
from tracker.events import EndRound, EventError, Hand
from ui.presses import Presses
from ui.referee import Referee, Watcher
from ui.view import event_for, view
from vision.draw import draw_cards
from vision.frames import Frame, FrameSource, SourceError
from vision.model import ModelError

WIDTH = 1280
"""Pictures are shown no wider than this, in pixels."""

LATE = 0.05
"""A file's frame later than this, in seconds, is left out."""

LONGEST = 1.0
"""Seconds after which a frame is taken however late it is."""

RETRY = 2.0
"""Seconds between tries to open a camera that has gone."""

Command = Callable[[Referee], object]


class Worker(QObject):
    """Runs a game on a source in a thread of its own.

    ``open_source`` and ``make_table`` are called in that thread, since both can take long. A file is played
    in real time; frames that come too late are left out. Presses and hands are queued and carried out between
    two frames. The signals are the only way out.
    """

    shown = Signal(object)
    """A :class:`ui.view.View` of the game, after each change."""
    pictured = Signal()
    """There is a new picture to take with :meth:`take_picture`; not repeated before it is taken."""
    noted = Signal(str)
    """One calm line about source or game; an empty one takes it away."""
    unavailable = Signal(str)
    """There is no picture to be had, and why."""

    def __init__(
        self,
        open_source: Callable[[], FrameSource],
        make_table: Callable[[], Watcher],
        players: Sequence[str],
        rules: str | Mapping[str, Any],
        *,
        dealer: str | None = None,
        presses: Presses | None = None,
    ) -> None:
        super().__init__()
        self._open_source, self._make_table = open_source, make_table
        self._players, self._rules, self._dealer = players, rules, dealer
        self._presses = presses
        self._commands: queue.Queue[Command | None] = queue.Queue()
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        self._picture: QImage | None = None
        self._face_up: tuple[str, ...] = ()
        self._note = ""
        self._thread = threading.Thread(target=self._run, name="referee", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self, wait: float = 0.0) -> bool:
        """Ask the thread to end, wait so many seconds at most, and return whether it has ended."""
        self._stopping.set()
        self._commands.put(None)
        if self._thread.is_alive():
            self._thread.join(wait)
        return not self._thread.is_alive()

    def press(self, action: str) -> None:
        """Do what an action of :data:`ui.view.ACTION_KEYS` stands for now, if it does for anything."""
        self._commands.put(lambda referee: _press(referee, action))

    def enter_hands(self, hands: Mapping[str, tuple[Card, ...]]) -> None:
        """Take in the losers' hands, and score the round."""

        def enter(referee: Referee) -> None:
            for player, cards in hands.items():
                referee.push(Hand(player=player, cards=cards))
            referee.push(EndRound())

        self._commands.put(enter)

    def take_picture(self) -> QImage | None:
        """Return the newest picture, None where it was taken already."""
        with self._lock:
            picture, self._picture = self._picture, None
            return picture

    def face_up(self) -> tuple[str, ...]:
        """Return the labels of the face-up cards now seen beside the discard pile."""
        return self._face_up

    def _run(self) -> None:
        try:
            self._work()
        except (SourceError, ModelError) as error:
            self._tell(self.unavailable, str(error))
        except Exception as error:  # whatever it is, the window stays and says so
            traceback.print_exc(file=sys.stderr)
            self._tell(self.unavailable, f"The referee had to stop: {error}")

    def _work(self) -> None:
        with self._open_source() as source:
            self._say("Loading the models…")
            table = self._make_table()
            referee = Referee(self._players, self._rules, table, dealer=self._dealer)
            self._show(referee)
            self._say("")
            self._watch(source, table, referee)
        if not source.live:
            self._push_presses(referee, math.inf)
            self._show(referee)
            self._say("The film is over.")
        while not self._stopping.is_set():
            if source.live:
                self._say("The camera gives no picture. The game is kept; waiting for the camera…")
            self._serve(referee, time.monotonic() + RETRY)
            if source.live:
                self._watch_again(table, referee)

    def _watch_again(self, table: Watcher, referee: Referee) -> None:
        """Go on with the game where the camera is back."""
        try:
            with self._open_source() as source:
                self._watch(source, table, referee)
        except SourceError:
            return

    def _watch(self, source: FrameSource, table: Watcher, referee: Referee) -> None:
        """Follow the source to its end. Its time goes on from that of the source before, if there was one."""
        begun, start, shown = referee.t, time.monotonic(), 0.0
        for frame in source:
            now = time.monotonic()
            due = now if source.live else start + frame.t
            if now > due + LATE and now < shown + LONGEST:
                continue
            self._serve(referee, due)
            if self._stopping.is_set():
                return
            frame = dataclasses.replace(frame, t=begun + frame.t)
            shown = time.monotonic()
            before = len(referee.steps)
            referee.update(frame)
            self._push_presses(referee, frame.t)
            if len(referee.steps) != before:
                self._show(referee)
            self._publish(frame, table)

    def _push_presses(self, referee: Referee, t: float) -> None:
        for event in self._presses.due(t, referee.game.events) if self._presses else ():
            self._carry_out(referee, lambda to, event=event: to.push(event))

    def _serve(self, referee: Referee, until: float) -> None:
        """Carry out what was asked for until a point in time; at least what waits already."""
        while not self._stopping.is_set():
            left = until - time.monotonic()
            try:
                command = self._commands.get(timeout=left) if left > 0 else self._commands.get_nowait()
            except queue.Empty:
                return
            if command is not None:
                self._carry_out(referee, command)
                self._show(referee)

    def _carry_out(self, referee: Referee, command: Command) -> None:
        try:
            command(referee)
        except EventError as error:
            self._say(str(error))

    def _show(self, referee: Referee) -> None:
        self._tell(self.shown, view(referee.game, referee.steps, referee.ready))

    def _say(self, note: str) -> None:
        if note != self._note:
            self._note = note
            self._tell(self.noted, note)

    def _publish(self, frame: Frame, table: Watcher) -> None:
        picture = to_image(draw_cards(frame.image, table.cards))
        self._face_up = tuple(
            card.label for card in table.cards if not card.is_back and not _on(table.discard, card)
        )
        with self._lock:
            taken = self._picture is None
            self._picture = picture
        if taken:
            self._tell(self.pictured)
        self._say(_STATUS.get(table.status, ""))

    def _tell(self, signal: Any, *values: object) -> None:
        if not self._stopping.is_set():
            signal.emit(*values)


_STATUS = {"looking": "Looking for the discard pile…", "lost": "Looking for the discard pile…"}
"""What the window says of the table's status; nothing where all is well."""


def to_image(picture: np.ndarray) -> QImage:
    """Turn a BGR array (height, width, 3) into an image, no wider than :data:`WIDTH`."""
    height, width = picture.shape[:2]
    if width > WIDTH:
        picture = cv2.resize(picture, (WIDTH, round(height * WIDTH / width)), interpolation=cv2.INTER_AREA)
        height, width = picture.shape[:2]
    picture = np.ascontiguousarray(picture)
    return QImage(picture.data, width, height, 3 * width, QImage.Format.Format_BGR888).copy()


def _press(referee: Referee, action: str) -> None:
    if action == "undo":
        referee.undo()
    elif action == "next":
        referee.next_round()
    elif event := event_for(action, referee.game):
        referee.push(event)


def _on(quad: np.ndarray | None, card: Any) -> bool:
    if quad is None:
        return False
    outline = np.asarray(quad, np.float32).reshape(-1, 1, 2)
    return cv2.pointPolygonTest(outline, tuple(map(float, card.centre)), False) >= 0
