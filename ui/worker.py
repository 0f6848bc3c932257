"""The one worker thread: source to table to game. The newest frame wins, and the window never waits."""

from __future__ import annotations

import dataclasses
import math
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import cv2
import numpy as np
from PySide6.QtCore import Signal

from hearing.ears import Call, Recording
from hearing.sound import SoundError
from tracker.cards import Card
from tracker.events import Challenge, Event, EventError, Hand, Play, Reveal, StartCard, Undo
from tracker.journal import JournalError
from ui.heard import HeardCalls, hear_calls
from ui.pictures import RETRY, PictureThread
from ui.presses import Presses
from ui.recorder import Recorder
from ui.referee import Referee, Step, Watcher
from ui.report import save_report
from ui.saved import Keeper
from ui.session import Session
from ui.sight import TYPE, draw_sight
from ui.trouble import fault_text, gone_text
from ui.view import View
from ui.words import is_english, translate
from vision.deck import DeckError
from vision.draw import draw_cards
from vision.faults import Faults
from vision.frames import CameraError, Frame, FrameSource, SourceError
from vision.model import ModelError

LATE = 0.05
"""A file's frame later than this, in seconds, is left out."""

LONGEST = 1.0
"""Seconds after which a frame is taken however late it is."""

SECRET = (Challenge, Reveal, Hand)
"""Events of which no picture is kept: they show hands."""

Command = Callable[[Session], object]

KeepView = Callable[[str, np.ndarray, np.ndarray], None]
"""Keeps a card for the deck: its label, a BGR picture, and its corners (4, 2) in that."""


class Worker(PictureThread):
    """Runs a game on a source in a thread of its own.

    ``open_source`` and ``make_table`` are called in that thread, since both can take long. A file is played
    in real time; frames that come too late are left out. What is pressed is done at once, in the thread that
    asks for it, also while the models are at work: the game is locked only for as long as it changes.
    The ``keeper`` keeps the game on disk, and knows how far a game has come that goes on. ``keep_view`` keeps
    what people say a card is, where a learned deck is played with. ``sound`` makes the sound of a film.
    """

    shown = Signal()
    """The game has changed: :attr:`view` is new."""
    noted = Signal(str)
    """One calm line about source or game; an empty one takes it away."""
    answered = Signal(str)
    """One line in answer to what was asked, where it could not be done, or not without more."""

    def __init__(
        self,
        open_source: Callable[[], FrameSource],
        make_table: Callable[[], Watcher],
        players: Sequence[str],
        rules: str | Mapping[str, Any],
        *,
        dealer: str | None = None,
        deal: int = 7,
        teams: Sequence[tuple[str, ...]] = (),
        presses: Presses | None = None,
        colours: Mapping[str, str] | None = None,
        keeper: Keeper | None = None,
        keep_view: KeepView | None = None,
        sound: Callable[[], Recording] | None = None,
    ) -> None:
        super().__init__("referee", self._run)
        self._open_source, self._make_table = open_source, make_table
        self._players, self._rules = players, rules
        self._begun = {"dealer": dealer, "deal": deal, "teams": teams}
        self._presses = presses
        self.colours = colours or {}
        """The players' own colours, ``#rrggbb``, by name."""
        self.keeper = keeper
        self._keep_view = keep_view
        self._sound, self._heard = sound, HeardCalls()
        self.confirm = presses is None
        """Whether a round ends only once the hands that were seen are confirmed; a film goes on by itself."""
        self.recorder = Recorder(album=keeper)
        self.outlines = True
        """Whether the picture shows the cards that were found."""
        self.sight = False
        """Whether the picture shows everything that the referee makes of it."""
        self.view: View | None = None
        """The game as it is now."""
        self.watching = True
        """Whether there are still pictures to come."""
        self._game = threading.RLock()
        self._session: Session | None = None
        self._live = False
        self._early: list[Command] = []
        self._face_up: tuple[str, ...] = ()
        self._note = ""

    def press(self, action: str) -> None:
        """Do what an action stands for now, as in :meth:`ui.session.Session.press`."""
        self._ask(lambda session: session.press(action))

    def hear(self, confidence: float, sure: bool = True) -> None:
        """Take in that UNO was heard just now, as in :class:`hearing.ears.Call`; on a film it cannot be."""
        with self._game:
            if self._session and self._live:
                self._heard.add(Call(self._session.referee.t, confidence, sure))

    def enter_hands(self, hands: Mapping[str, tuple[Card, ...]]) -> None:
        """Take in the hands that are shown, as in :meth:`ui.session.Session.enter_hands`."""
        self._ask(lambda session: session.enter_hands(hands))

    def change_card(self, key: int, index: int, card: Card) -> None:
        """Say what a card of an event really was."""
        self._ask(lambda session: session.change_card(key, index, card))

    def can_keep(self, key: int) -> bool:
        """Whether the card of the event with this key can be kept for the deck."""
        return self._keep_view is not None and self.recorder.card(key) is not None

    def keep_for_deck(self, key: int, label: str) -> None:
        """Keep the card of an event for the deck, in a thread of its own, since it takes a moment."""
        seen, keep = self.recorder.card(key), self._keep_view
        if seen is None or keep is None:
            return

        def work() -> None:
            try:
                keep(label, *seen)
            except (DeckError, ModelError, OSError) as error:
                self._tell(self.answered, str(error))
                return
            told = translate("worker", "Kept for the deck: it counts from the next game on.")
            self._tell(self.answered, told)

        in_background("deck", work)

    def change_player(self, key: int, player: str) -> None:
        """Say whose event it really was."""
        self._ask(lambda session: session.change_player(key, player))

    def insert(self, after: int, event: Event) -> None:
        """Say what else happened after the event with this key."""
        self._ask(lambda session: session.insert(after, event))

    def show_again(self) -> None:
        """Let the same game be shown again, as after a change of language."""
        self._ask(lambda session: "")

    def save_report(self) -> None:
        """Write the last seconds, events and settings into a folder of the user's, in the background."""

        def save(session: Session) -> None:
            steps, shots = tuple(session.referee.steps), self.recorder.recent()
            settings = {"players": list(self._players), "rules": self._rules}
            in_background("report", lambda: self._tell(self.answered, save_report(steps, shots, settings)))

        self._ask(save)

    def _ask(self, command: Command) -> None:
        with self._game:
            if self._session is None:
                self._early.append(command)
                return
            self._carry_out(self._session, command)
            self._show(self._session)

    def events(self) -> tuple[Event, ...]:
        """Return the events of the game so far; none before it has begun."""
        with self._game:
            return tuple(entry.event for entry in self._session.referee.entries) if self._session else ()

    def face_up(self) -> tuple[str, ...]:
        """Return the labels of the face-up cards now seen beside the discard pile."""
        return self._face_up

    def _run(self) -> None:
        try:
            self._work()
        except (SourceError, SoundError, ModelError, JournalError) as error:
            self._tell(self.unavailable, str(error))
        except Exception as error:  # whatever it is, the window stays and says so
            traceback.print_exc(file=sys.stderr)
            stopped = translate("worker", "The referee had to stop: {error}")
            self._tell(self.unavailable, stopped.format(error=error))

    def _work(self) -> None:
        opened = self._open_when_there()
        if opened is None:
            return
        with opened as source:
            self._live = source.live
            self._say(translate("worker", "Loading the models…"))
            table = self._make_table()
            if self._sound:
                self._heard = HeardCalls(recording=self._sound())
            referee = Referee(self._players, self._rules, table, **self._begun)
            referee.confirm = self.confirm
            session = Session(referee)
            with self._game:
                if self.keeper and (changes := self.keeper.resume()):
                    session.go_on(changes)
                self._session = session
                for command in self._early:
                    self._carry_out(session, command)
                self._show(session)
            self._say("")
            self._watch(source, table, session)
        self.watching = source.live
        if not source.live:
            with self._game:
                self._push_presses(session, math.inf)
                self._show(session)
            self._say(translate("worker", "The film is over."))
            self._stopping.wait()
        reason = ""
        while not self._stopping.is_set():
            self._say(gone_text(reason))
            if not self._stopping.wait(RETRY):
                reason = self._watch_again(table, session)

    def _open_when_there(self) -> FrameSource | None:
        """Open the source; wait for a camera that is not there. Return None where this is to stop."""
        told = ""
        while not self._stopping.is_set():
            try:
                return self._open_source()
            except CameraError as error:
                if str(error) != told:
                    told = str(error)
                    self._tell(self.unavailable, told)
            self._stopping.wait(RETRY)
        return None

    def _watch_again(self, table: Watcher, session: Session) -> str:
        """Go on with the game where the camera is back; return why it is not."""
        try:
            with self._open_source() as source:
                self._watch(source, table, session)
        except SourceError as error:
            return str(error)
        return ""

    def _watch(self, source: FrameSource, table: Watcher, session: Session) -> None:
        """Follow the source to its end. Its time goes on from that of the source before, if there was one."""
        referee = session.referee
        begun, start, shown = referee.t, time.monotonic(), 0.0
        faults, fault = Faults(), ""
        for frame in source:
            now = time.monotonic()
            due = now if source.live else start + frame.t
            if now > due + LATE and now < shown + LONGEST:
                continue
            if self._stopping.wait(max(0.0, due - time.monotonic())):
                return
            frame = dataclasses.replace(frame, t=begun + frame.t)
            shown = time.monotonic()
            with self._game:
                referee.prepare(frame.t)
            if source.live:
                fault = faults.look(frame.image)
            happened = () if fault == "black" else referee.look(frame)
            with self._game:
                steps = [*referee.follow(happened), *hear_calls(referee, self._heard)]
                pressed = self._push_presses(session, frame.t)
                self._commit(session)
                hidden = referee.game.state.challenged_by or referee.game.state.phase == "counting"
            for step in steps:
                self._keep(step, frame, table)
            if steps or pressed:
                with self._game:
                    self._show(session)
            if hidden:
                self.recorder.forget_recent()  # hands are shown
            else:
                self.recorder.record(frame.image, frame.t)
            self._publish(frame, table, fault)

    def _keep(self, step: Step, frame: Frame, table: Watcher) -> None:
        """Keep a picture of what was seen."""
        if not isinstance(step.event, (*SECRET, Undo)):
            place = table.discard if isinstance(step.event, (Play, StartCard)) else None
            self.recorder.keep(step.key, frame.image, frame.t, place)

    def _push_presses(self, session: Session, t: float) -> bool:
        """Push what is pressed in the film by now; return whether anything was."""
        due = self._presses.due(t, session.referee.game.events) if self._presses else []
        for event in due:
            self._carry_out(session, lambda to, event=event: to.referee.push(event))
        return bool(due)

    def _carry_out(self, session: Session, command: Command) -> None:
        try:
            said = command(session)
        except EventError as error:
            said = str(error) if is_english() else translate("worker", "That cannot have happened now.")
        if said and isinstance(said, str):
            self._tell(self.answered, said)

    def stop(self, wait: float = 0.0) -> bool:
        """Ask the thread to end, wait so many seconds at most, and return whether it has ended.

        What happens from here on is shown to nobody, and not kept: another window may go on with the game.
        """
        self._stopping.set()
        with self._game:
            if self.keeper:
                self.keeper.close()
        return super().stop(wait)

    def _commit(self, session: Session) -> None:
        """Let what has happened be on disk, or say that it is not."""
        said = self.keeper.write(session.take_changes()) if self.keeper else ""
        if said:
            self._tell(self.answered, said)

    def _show(self, session: Session) -> None:
        self._commit(session)  # first: what is shown is never lost
        self.view = session.view()
        self._tell(self.shown)

    def _say(self, note: str) -> None:
        if note != self._note:
            self._note = note
            self._tell(self.noted, note)

    def _publish(self, frame: Frame, table: Watcher, fault: str) -> None:
        image = frame.image
        if self.sight:
            image = draw_sight(image, table)
        elif self.outlines:
            image = draw_cards(image, table.cards, TYPE, confidence=False)
        self._face_up = tuple(
            card.label for card in table.cards if not card.is_back and not _on(table.discard, card)
        )
        self._hand_over(image)
        looking = table.status in ("looking", "lost")
        note = translate("worker", "Looking for the discard pile…") if looking else ""
        self._say(fault_text(fault) or note)


def _on(quad: np.ndarray | None, card: Any) -> bool:
    if quad is None:
        return False
    outline = np.asarray(quad, np.float32).reshape(-1, 1, 2)
    return cv2.pointPolygonTest(outline, tuple(map(float, card.centre)), False) >= 0


def in_background(name: str, work: Callable[[], None]) -> None:
    """Do something that takes a moment in a thread of this name; the program waits for it before it ends."""
    threading.Thread(target=work, name=name).start()
