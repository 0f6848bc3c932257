"""``unoref gallery``: every view of the window as PNG, from the real widgets and a real game's state."""

from __future__ import annotations

import dataclasses
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import cv2
import numpy as np
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QWidget

from tracker.cards import Card
from tracker.changes import Change, Entry
from tracker.events import (
    CallUno,
    Catch,
    Challenge,
    Draw,
    EndRound,
    Event,
    GameStart,
    Hand,
    NameColour,
    Pass,
    Play,
    StartCard,
)
from ui import language, theme
from ui.check import check_table
from ui.choices import Choices
from ui.paint import to_image
from ui.phone import PhoneDialog
from ui.preview import Preview
from ui.referee import Referee
from ui.saved import Keeper
from ui.session import Session
from ui.start import Setup
from ui.statistics_page import StatisticsPage
from ui.window import Window
from ui.words import translate
from ui.worker import Worker
from vision.frames import FrameSource, SourceError
from vision.seen import CardSeen

PLAYERS = ("Ann", "Ben", "Cy", "Di")
TEAMS = (("Ann", "Cy"), ("Ben", "Di"))
SIZES = ((1280, 720), (3840, 2160))


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
    window = Window(lambda: worker, lambda: worker, setup)
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
        Shown("play", _some_turns()),
        Shown("colour", [*_some_turns(), _play("wild")]),
        Shown("challenge", [*_some_turns(), _play("wild draw four"), NameColour("green")]),
        Shown(
            "challenged",
            [*_some_turns(), _play("wild draw four"), NameColour("green"), Challenge()],
            lambda window: _dialog(window, window.enter_hands),
        ),
        Shown("swap", [_start(), _play("red 7")], rules="arcade"),
        Shown("alert-illegal", [*_some_turns(), _play("green 4")]),
        Shown("alert-turn", [*_some_turns(), _play("blue 4", "Di")]),
        Shown("alert-owed", [*_some_turns(), _play("blue draw two"), _play("blue 9", "Di")]),
        Shown("alert-uno", _to_one_card()),
        Shown("alert-unsure", _some_turns(), unsure=True),
        Shown("alert-caught", [*_to_one_card(), Catch("Ann", "Ben")]),
        Shown("history", [*_some_turns(), _play("green 4")], lambda window: _stage(window, window.history)),
        Shown(
            "correct",
            [*_some_turns(), _play("green 4")],
            lambda window: _dialog(window, lambda: window.press("misread")),
        ),
        Shown("replay", _some_turns(), lambda window: _run(window, window.show_replay)),
        Shown("count", _to_the_end(), lambda window: _count(window)),
        Shown("score", _rounds(2), lambda window: _stage(window, window.board)),
        Shown("game-over", _rounds(5), lambda window: _stage(window, window.board), rules="japan"),
        Shown("score-teams", _rounds(3), lambda w: _stage(w, w.board), rules="japan", teams=TEAMS),
        Shown("keys", _some_turns(), lambda window: _dialog(window, window.show_help)),
        Shown("display", _some_turns(), lambda window: _run(window, window.toggle_display)),
        Shown("display-alert", [*_some_turns(), _play("green 4")], lambda w: _run(w, w.toggle_display)),
        Shown("start", (), lambda window: _run(window, window.show_start)),
        Shown("start-teams", (), lambda window: _teams(window)),
        Shown("house", (), lambda window: _house(window)),
        Shown("rules", _some_turns(), lambda window: _dialog(window, window.show_rules), rules="japan"),
        Shown("statistics", _some_turns(), lambda window: _statistics(window)),
        Shown("phone", _some_turns(), lambda window: _phone(window)),
        Shown("alert-missed", [*_to_one_card(), _play("red 8", "Cy")]),
        Shown("alert-count", [*_some_turns(), _play("blue draw two"), Draw("Di", 3)]),
        Shown("about", (), lambda window: _dialog(window, window.show_about)),
        Shown("ten", _some_turns(), players=("Ann", "Bartholomew", *"CDEFGHIJ")),
        Shown("camera-lost", _some_turns(), lambda window: _run(window, lambda: window.show_note(_lost()))),
        Shown("no-camera", (), lambda window: _run(window, lambda: window.show_unavailable(_no_camera()))),
    )


def table_picture() -> np.ndarray:
    """Return a picture of a table as the demo's camera sees it, BGR (height, width, 3)."""
    from ui.app import DEMO
    from vision.frames import open_source

    with open_source(str(DEMO)) as source:
        for frame in source:
            if frame.t > 12:
                return frame.image
    raise SourceError(f"{DEMO}: the film is too short")


def _no_source() -> FrameSource:
    raise SourceError(_no_camera())


def _no_camera() -> str:
    return "camera 0: cannot be opened"


def _lost() -> str:
    return translate("worker", "The camera gives no picture. The game is kept; waiting for it…")


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


def _count(window: Window) -> QWidget:
    dialog = _dialog(window, window.enter_hands)
    for row in dialog.hands.values():
        dialog.read(row)
    return dialog


def _statistics(window: Window) -> QWidget:
    """The page about two games that were kept."""
    with tempfile.TemporaryDirectory() as folder:
        for rounds in (2, 5):
            keeper = Keeper(Path(folder))
            events = (GameStart(PLAYERS, rules="japan", dealer=PLAYERS[0]), *_rounds(rounds))
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


def _start(label: str = "red 9") -> StartCard:
    return StartCard(Card.parse(label))


def _play(label: str, player: str | None = None) -> Play:
    return Play((Card.parse(label),), player)


def _some_turns() -> list[Event]:
    return [
        _start(),
        _play("red 2"),
        _play("red skip"),
        _play("red 5"),
        Draw(),
        Pass(),
        _play("blue 5"),
        _play("blue reverse"),
        _play("blue 1"),
    ]


def _to_one_card() -> list[Event]:
    """Ben is down to one card without having called UNO; the others drew and passed all the time."""
    events: list[Event] = [_start()]
    for number in "123456":
        events += [_play(f"red {number}", "Ben")]
        if number != "6":
            events += [event for name in ("Cy", "Di", "Ann") for event in (Draw(name), Pass(name))]
    return events


def _to_the_end() -> list[Event]:
    others = [event for name in ("Cy", "Di", "Ann") for event in (Draw(name), Pass(name))]
    return [*_to_one_card(), CallUno("Ben"), *others, _play("red 7", "Ben")]


def _rounds(count: int) -> list[Event]:
    """So many rounds, each one short, won by different players."""
    events: list[Event] = []
    dealer = PLAYERS[0]
    faces = ("1", "4", "8", "skip", "2", "reverse", "9")
    for number in range(count):
        winner = PLAYERS[(number * 2 + number // 2) % len(PLAYERS)]
        events.append(_start(f"red {9 - number}"))
        drawn: dict[str, int] = {}
        turn = (PLAYERS.index(dealer) + 1) % len(PLAYERS)
        cards = iter(["red 1", "red 2", "red 3", "red 4", "red 5", "red 6", "red 7"])
        dealer, left = winner, 7
        while left:
            name = PLAYERS[turn % len(PLAYERS)]
            if name == winner:
                left -= 1
                events += [_play(next(cards), name)] + [CallUno(name)] * (left == 1)
            else:
                events += [Draw(name), Pass(name)]
                drawn[name] = drawn.get(name, 0) + 1
            turn += 1
        for place, player in enumerate(name for name in PLAYERS if name != winner):
            colour = ("blue", "green", "yellow")[(place + number) % 3]
            cards = tuple(Card.parse(f"{colour} {(faces * 3)[index]}") for index in range(7 + drawn[player]))
            events.append(Hand(player, cards))
        events.append(EndRound())
    return events
