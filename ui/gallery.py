"""``unoref gallery``: every view of the window as PNG, from the real widgets and a real game's state."""

from __future__ import annotations

import dataclasses
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

import cv2
import numpy as np
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QWidget

from tracker.cards import Card
from tracker.changes import Change, Entry
from tracker.events import CallUno, Catch, Challenge, Draw, Event, GameStart, NameColour, Reveal
from ui import language, theme
from ui.check import check_table
from ui.choices import Choices
from ui.gallery_games import PLAYERS, play, rounds, some_turns, start, to_one_card, to_the_end
from ui.microphone import Microphone
from ui.paint import to_image
from ui.phone import PhoneDialog
from ui.preview import Preview
from ui.referee import Referee
from ui.saved import Keeper
from ui.session import Session
from ui.sight import draw_sight
from ui.start import Setup
from ui.statistics_page import StatisticsPage
from ui.trouble import fault_text, gone_text
from ui.window import Window
from ui.worker import Worker
from vision.frames import FrameSource, SourceError
from vision.seen import CardSeen

TEAMS = (("Ann", "Cy"), ("Ben", "Di"))
SIZES = ((1280, 720), (3840, 2160))
BLUE_ONE = 57.3
"""Seconds of the demo's film after which a blue 1 lies on top, as after :func:`some_turns`."""

_HELD = ("yellow 3", "yellow 8", "green 2", "wild", "red 6")


@dataclass(frozen=True)
class Shown:
    """One picture of the gallery: its name, the events that lead there, and what is done in the window then.

    ``prepare`` gets the window and returns what is to be rendered.
    """

    name: str
    events: Sequence[Event]
    prepare: Callable[[Window], QWidget] = lambda window: window
    players: tuple[str, ...] = PLAYERS
    unsure: bool = False
    rules: str = "international"
    teams: tuple[tuple[str, ...], ...] = ()


class Still(Worker):
    """A worker whose game stands still: what happened in it is given, and there is no thread."""

    def __init__(self, shown: Shown, picture: np.ndarray) -> None:
        super().__init__(_no_source, lambda: None, shown.players, shown.rules, dealer=shown.players[0])
        self._still = picture
        dealer = shown.players[0]
        self.session = Session(Referee(shown.players, shown.rules, None, dealer=dealer, teams=shown.teams))
        for number, event in enumerate(shown.events):
            timed = dataclasses.replace(event, t=3.0 * number)
            step = self.session.referee.push(timed)
            if shown.unsure and number + 1 == len(shown.events):
                self.session.referee.steps[-1] = dataclasses.replace(step, confidence=0.3)
            height, width = picture.shape[:2]
            place = np.array([[0.4, 0.4], [0.6, 0.4], [0.6, 0.65], [0.4, 0.65]]) * (width, height)
            self.recorder.keep(step.key, picture, timed.t, place)
            self.recorder.record(picture, timed.t)

    def start(self) -> None:
        """Show the game at once."""
        self.view = self.session.view()
        self.shown.emit()
        self._picture = to_image(self._still, 1280)
        self.pictured.emit()
        self.noted.emit("")

    def face_up(self) -> tuple[str, ...]:
        """Return a few cards that lie open beside the piles."""
        return ("blue 7", "green skip", "wild", "red 3")


class Glimpse(Preview):
    """A preview whose picture stands still, and has been checked."""

    def __init__(self, picture: np.ndarray) -> None:
        super().__init__(_no_source, lambda: None)
        self._still = picture

    def start(self) -> None:
        """Show the picture at once, with what would be found in it under a lamp that mirrors."""
        height, width = self._still.shape[:2]
        bright = self._still.copy()
        cv2.circle(bright, (width // 4, height // 3), height // 10, (255, 255, 255), -1)
        self._picture = to_image(bright, 1280)
        self.pictured.emit()
        quad = np.array([[0, 0], [70, 0], [70, 108], [0, 108]], float) + (width / 2, height / 2)
        cards = [CardSeen(quad, "red 7", 0.97), CardSeen(quad - (200, 0), "back", 0.97)]
        self.checked.emit(check_table(bright, cards))


class Quiet(Microphone):
    """A microphone that is on and has no thread; what it hears is told by hand."""

    def start(self) -> None:
        """Hear nothing."""


def gallery(folder: Path, names: Sequence[str] = ()) -> Iterator[Path]:
    """Write the views, in all languages, themes and sizes, into a folder; yield each file written.

    ``names`` chooses among them, all by default. There has to be a QApplication.
    """
    picture = table_picture()
    for code, look, size in product(language.languages(), theme.THEMES, SIZES):
        language.use(code)
        theme.use(look)
        for shown in views():
            if not names or shown.name in names:
                path = folder / f"{shown.name}-{code}-{look}-{size[0]}x{size[1]}.png"
                render(shown, size, picture, path)
                yield path
    theme.use("dark")
    language.use("en")


def render(shown: Shown, size: tuple[int, int], picture: np.ndarray, path: Path) -> None:
    """Write one view at this size (width, height)."""
    worker = Still(shown, picture)
    setup = Setup(Choices, lambda camera: Glimpse(picture), lambda choices, preview: worker)
    window = Window(lambda: worker, lambda: worker, setup, microphone=Quiet())
    window.resize(*size)
    window.show()
    window.start()
    _settle()
    widget = shown.prepare(window)
    _settle()
    widget.grab().save(str(path))
    window.close()
    window.deleteLater()
    _settle()


def views() -> tuple[Shown, ...]:
    """Return everything that the gallery shows."""
    return (
        Shown("ready", ()),
        Shown("play", some_turns()),
        Shown("colour", [*some_turns(), play("wild")]),
        Shown("challenge", [*some_turns(), play("wild draw four"), NameColour("green")]),
        Shown(
            "challenged",
            _challenged(),
            lambda window: _dialog(window, window.enter_hands),
        ),
        Shown("swap", [start(), play("red 7")], rules="arcade"),
        Shown("alert-illegal", [*some_turns(), play("green 4")]),
        Shown("alert-turn", [*some_turns(), play("blue 4", "Di")]),
        Shown("alert-owed", [*some_turns(), play("blue draw two"), play("blue 9", "Di")]),
        Shown("alert-uno", to_one_card()),
        Shown("alert-unsure", some_turns(), unsure=True),
        Shown("alert-caught", [*to_one_card(), Catch("Ann", "Ben")]),
        Shown("alert-false-call", [*some_turns(), CallUno("Ann")]),
        Shown("alert-wd4-illegal", [*_challenged(), Reveal(_cards("blue 7", *_HELD), "Ben")]),
        Shown("alert-wd4-fair", [*_challenged(), Reveal(_cards("red 1", *_HELD), "Ben")]),
        Shown("history", [*some_turns(), play("green 4")], lambda window: _stage(window, window.history)),
        Shown(
            "correct",
            [*some_turns(), play("green 4")],
            lambda window: _dialog(window, lambda: window.press("misread")),
        ),
        Shown("replay", some_turns(), lambda window: _run(window, window.show_replay)),
        Shown("count", to_the_end(), lambda window: _count(window)),
        Shown("score", rounds(2), lambda window: _stage(window, window.board)),
        Shown("game-over", rounds(5), lambda window: _stage(window, window.board), rules="japan"),
        Shown("score-teams", rounds(3), lambda w: _stage(w, w.board), rules="japan", teams=TEAMS),
        Shown("keys", some_turns(), lambda window: _dialog(window, window.show_help)),
        Shown("display", some_turns(), lambda window: _run(window, window.toggle_display)),
        Shown("display-alert", [*some_turns(), play("green 4")], lambda w: _run(w, w.toggle_display)),
        Shown("start", (), lambda window: _run(window, window.show_start)),
        Shown("start-teams", (), lambda window: _teams(window)),
        Shown("house", (), lambda window: _house(window)),
        Shown("rules", some_turns(), lambda window: _dialog(window, window.show_rules), rules="japan"),
        Shown("statistics", some_turns(), lambda window: _statistics(window)),
        Shown("phone", some_turns(), lambda window: _phone(window)),
        Shown("alert-missed", [*to_one_card(), play("red 8", "Cy")]),
        Shown("alert-count", [*some_turns(), play("blue draw two"), Draw("Di", 3)]),
        Shown("about", (), lambda window: _dialog(window, window.show_about)),
        Shown("ten", some_turns(), players=("Ann", "Bartholomew", *"CDEFGHIJ")),
        Shown("sight", some_turns(), _sight),
        Shown("menu", some_turns(), _menu),
        Shown("ears", some_turns(), lambda window: _run(window, lambda: _hear(window))),
        Shown("ears-call", some_turns(), lambda window: _run(window, lambda: _hear(window, call=True))),
        Shown("start-ears", (), lambda window: _run(window, lambda: _start_ears(window))),
        Shown("voices", some_turns(), lambda window: _dialog(window, window.ears.tune)),
        Shown("camera-lost", some_turns(), lambda window: _noted(window, gone_text(""))),
        Shown(
            "display-camera-lost", some_turns(), lambda w: _run(_noted(w, gone_text("")), w.toggle_display)
        ),
        Shown("camera-black", some_turns(), lambda window: _noted(window, fault_text("black"))),
        Shown("camera-frozen", some_turns(), lambda window: _noted(window, fault_text("frozen"))),
        Shown("start-no-camera", (), lambda window: _run(window, lambda: _start_without(window))),
        Shown("no-camera", (), lambda window: _run(window, lambda: window.show_unavailable(_no_camera()))),
    )


@cache
def table_picture() -> np.ndarray:
    """Return a picture of a table as the demo's camera sees it, BGR (height, width, 3)."""
    from ui.app import DEMO
    from vision.frames import open_source

    with open_source(str(DEMO)) as source:
        for frame in source:
            if frame.t > BLUE_ONE:
                return frame.image
    raise SourceError(f"{DEMO}: the film is too short")


def _no_source() -> FrameSource:
    raise SourceError(_no_camera())


def _no_camera() -> str:
    return "camera 0: cannot be opened"


def _settle() -> None:
    """Let everything that waits to be done in the window be done."""
    application = QApplication.instance()
    for _ in range(3):
        application.sendPostedEvents()
        application.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        application.processEvents()


def _run(window: Window, act: Callable[[], object]) -> QWidget:
    act()
    return window


def _stage(window: Window, part: QWidget) -> QWidget:
    window.show_stage(part)
    return window


def _dialog(window: Window, act: Callable[[], object]) -> QWidget:
    act()
    assert window.dialog is not None
    window.dialog.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen, False)
    return window.dialog


def _noted(window: Window, note: str) -> QWidget:
    window.show_note(note)
    return window


def _hear(window: Window, call: bool = False) -> None:
    """Show the ears at work, and that they have just heard a call."""
    window.ears.switch(True)
    window.ears.microphone.levelled.emit(0.7)
    if call:
        window.ears.meter.flash.start()


def _start_ears(window: Window) -> None:
    window.show_start()
    window.start_page.ears.switch.setChecked(True)
    window.ears.microphone.levelled.emit(0.5)


def _start_without(window: Window) -> None:
    window.show_start()
    window.start_page.preview.unavailable.emit(_no_camera())


def _menu(window: Window) -> QWidget:
    window.show_menu()
    return window.menu


@dataclass(frozen=True)
class _Seen:
    """What the reader sees in a picture, as a table tells it."""

    cards: Sequence[CardSeen]
    status: str = "still"

    @property
    def discard(self) -> np.ndarray | None:
        return next((card.quad for card in self.cards if not card.is_back), None)

    @property
    def draw_pile(self) -> np.ndarray | None:
        return next((card.quad for card in self.cards if card.is_back), None)


def _sight(window: Window) -> QWidget:
    """The picture with what the reader makes of it."""
    from vision.reader import Reader

    picture = table_picture()
    window.picture.show_image(to_image(draw_sight(picture, _Seen(Reader().read(picture))), 1280))
    return window


def _count(window: Window) -> QWidget:
    dialog = _dialog(window, window.enter_hands)
    for row in dialog.hands.values():
        dialog.read(row)
    return dialog


def _statistics(window: Window) -> QWidget:
    """The page about two games that were kept."""
    with tempfile.TemporaryDirectory() as folder:
        for count in (2, 5):
            keeper = Keeper(Path(folder))
            events = (GameStart(PLAYERS, rules="japan", dealer=PLAYERS[0]), *rounds(count))
            entries = (Entry(number, event) for number, event in enumerate(events))
            keeper.write([Change("add", entry.key, 0, (entry,)) for entry in entries])
            keeper.close()
        page = StatisticsPage(Path(folder), window.scale, window)
        page.counting.wait(10.0)
    page.show_counted()
    return _dialog(window, lambda: window.open_dialog(page))


def _phone(window: Window) -> QWidget:
    address = "http://192.168.1.20:8765/AbCdEfGhIjKlMnOp"
    return _dialog(window, lambda: window.open_dialog(PhoneDialog(address, "", window.scale, window)))


def _house(window: Window) -> QWidget:
    window.show_start()
    return _dialog(window, window.start_page.house.click)


def _teams(window: Window) -> QWidget:
    window.show_start()
    page = window.start_page
    page.add_player()
    page.teams.setCurrentIndex(1)
    return window


def _cards(*labels: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, labels))


def _challenged() -> list[Event]:
    return [*some_turns(), play("wild draw four"), NameColour("green"), Challenge()]
