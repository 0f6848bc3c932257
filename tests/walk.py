"""Walks through the window as a new user does, clicks on what is really there, and counts clicks and seconds.

Three walks: the demo from the start page, with a card corrected as if it were misread; the start page on a
camera (the demo's film stands in for it); and the demo's whole game of three rounds, in which nothing is
known beforehand: what the players say is clicked, alerts are answered, hands are confirmed and corrected
where they were misread, and the next round begins with a key. Each click lands on the topmost widget at its
place, or the walk fails.

    python -m tests.walk [--pictures DIR] [--only first|camera|game]
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import zip_longest
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tracker.events import CallUno, EndRound, Event, GameStart, Hand, NameColour, Play
from tracker.game import Game
from ui.app import DEMO, DEMO_EVENTS, AppError, own_plugins, run, table_for
from ui.choices import Choices
from ui.hands import HandRow
from ui.pause import pause
from ui.players import DEFAULT_PLAYERS
from ui.presses import Presses, read_events
from ui.store import Store
from ui.threads import wait_for_workers
from ui.window import Window
from ui.worker import Worker
from vision.frames import open_source

A_CLICK = 500
"""Milliseconds that a person takes to see what to click and to do it."""

READING = 3.0
"""Seconds that a hand may take to be read before it is entered by clicks."""

FIRST_PLAY = 3.0
"""Seconds of the demo's film after which its first play lies there."""


class WalkError(Exception):
    """Something was not there, or not as it should be."""


class Person:
    """Somebody at the window: looks at it, clicks and presses keys, and counts that."""

    def __init__(self, window: Window, pictures: Path | None) -> None:
        self.window, self._pictures = window, pictures
        self.clicks = self.keys = 0
        self.begun = time.monotonic()

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return time.monotonic() - self.begun

    def click(self, find: Callable[[], QWidget | None], at: Callable[[], QPoint] | None = None) -> None:
        """Click on a widget, in its middle or at a place of it; where it has gone meanwhile, do nothing."""
        pause(A_CLICK)
        widget = find()
        if widget is None:
            return
        top = widget.window()
        point = widget.mapTo(top, at() if at else widget.rect().center())
        hit = top.childAt(point)
        if hit is not widget or not widget.isEnabled():
            raise WalkError(f"{widget.accessibleName() or widget} cannot be clicked: there is {hit}")
        self.clicks += 1
        QTest.mouseClick(top.windowHandle(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, point)

    def press(self, key: Qt.Key) -> None:
        """Press a key."""
        pause(A_CLICK)
        self.keys += 1
        if self.window.dialog is None:
            self.window.activateWindow()  # as a window manager does once a dialog is gone
            self.wait("the keys", self.window.isActiveWindow)
        QTest.keyClick(self.window.dialog or self.window, key)

    def wait(self, what: str, there: Callable[[], bool], seconds: float = 30.0) -> None:
        """Wait until something is there."""
        until = time.monotonic() + seconds
        while not there():
            if time.monotonic() > until:
                raise WalkError(f"waited {seconds:.0f} s in vain: {what}")
            pause(20)

    def look(self, name: str) -> None:
        """Keep a picture of the window as it is now, and of the dialog over it."""
        pause(50)
        if self._pictures:
            self.window.grab().save(str(self._pictures / f"{name}.png"))
            if self.window.dialog:
                self.window.dialog.grab().save(str(self._pictures / f"{name}-dialog.png"))

    def plays(self) -> int:
        """Return how many plays the window tells."""
        worker = self.window.worker
        return sum(isinstance(event, Play) for event in worker.events()) if worker else 0

    def correct(self, old: str, new: str) -> None:
        """Say that the newest card with one label was another."""
        rows = self.window.rows
        row = next(row for row in rows.rows if any(card.label == old for card in row.cards))
        self.click(lambda: rows, lambda: rows.place("card", row.key).box.center().toPoint())
        self.wait("the cards to choose from", lambda: self.window.dialog is not None)
        self.look(f"correct-{new.replace(' ', '-')}")
        self.click(lambda: self.window.dialog.buttons[new])
        self.wait("the correction", lambda: self._tells(row.key, new))

    def _tells(self, key: int, label: str) -> bool:
        rows = self.window.rows.rows
        return any(row.key == key and any(card.label == label for card in row.cards) for row in rows)


def first_play(person: Person) -> None:
    """From the start page to the demo's first play, and a misread card."""
    window = person.window
    person.wait("the start page", lambda: window.start_page is not None)
    person.look("start")
    person.click(lambda: window.start_page.demo)
    person.wait("the first play", lambda: person.plays() > 0, 60)
    tell(person, "the demo’s first play is told")
    person.look("first-play")
    person.clicks = 0
    played = window.rows.rows[0].cards[0].label
    person.correct(played, "red 5")
    tell(person, "a misread card is corrected", seconds=False)
    person.correct("red 5", played)
    person.look("corrected")


def camera_play(person: Person) -> None:
    """From the start page, with a picture of the table, to the first play on that camera."""
    window = person.window
    person.wait("what the table check finds", lambda: bool(window.start_page.checks.findings), 60)
    person.look("table-check")
    person.click(lambda: window.start_page.start_button)
    person.wait("the first play", lambda: person.plays() > 0, 60)
    tell(person, "the first play on a camera is told")
    person.look("camera-first-play")


def whole_game(person: Person) -> None:
    """Three rounds, as the demo's players play them; the scores must be theirs."""
    window, truth = person.window, read_events(DEMO_EVENTS)
    person.wait("the first play", lambda: person.plays() > 0, 60)
    says, begun = Presses(truth), time.monotonic() - FIRST_PLAY
    answered: list[int] = []
    held = hands_held(truth)
    counted = math.inf
    while window.view.phase != "game-over":
        pause(50)
        for said in says.due(time.monotonic() - begun, window.worker.events()):
            if isinstance(said, EndRound):
                counted = time.monotonic() + READING
            else:
                say(person, said)
        banner = window.alert.banner
        if window.view.phase == "counting" and (window.dialog or time.monotonic() > counted):
            confirm_hands(person, held[window.view.round - 1])
            counted = math.inf
        elif window.view.phase == "round-over" and not window.view.headline.startswith("Ready"):
            person.press(Qt.Key.Key_N)
            person.wait("the next round", lambda: window.stage.currentWidget() is not window.board)
        elif banner and banner.serious and banner.key not in answered:
            person.look(f"alert-{banner.code}")
            answered.append(banner.key)
            person.click(lambda: answer(window, "stand"))
            print(f"  let stand: {banner.text}", flush=True)
        if time.monotonic() > begun + 300:
            raise WalkError("the game does not end")
    person.look("game-over")
    game = Game()
    for event in truth:
        game.push(event)
    scores = {row.name: row.score for row in window.view.players}
    if scores != dict(game.state.scores):
        raise WalkError(f"scores {scores}, should be {game.state.scores}")
    tell(person, f"the game of three rounds is over, scores right ({scores})")


def say(person: Person, said: Event) -> None:
    """Tell the window what a player said: a colour, or UNO."""
    window = person.window
    if isinstance(said, NameColour) and said.colour in window.choice.buttons:
        person.look(f"colour-{said.colour}")
        person.click(lambda: window.choice.buttons.get(said.colour))
    elif isinstance(said, CallUno):
        person.look(f"uno-{said.player}")
        button = window.buttons["uno"]
        person.click(lambda: answer(window, f"uno:{said.player}") or (button if button.isVisible() else None))


def confirm_hands(person: Person, held: dict[str, list[str]]) -> None:
    """Wait for the hands to be read, enter what was not read or misread, and have the round scored."""
    window = person.window
    if window.dialog is None:
        print("  not all hands were read")
        person.click(lambda: window.buttons["hands"])
        person.wait("the hands", lambda: window.dialog is not None)
    for name, hand in window.dialog.hands.items():
        while wrong := differences(hand.cards, held[name]):
            give(person, hand, *wrong[0])
    person.look(f"hands-{window.view.round}")
    person.click(lambda: window.dialog.score)
    person.wait("the score", lambda: window.view.phase in ("round-over", "game-over"))
    person.look(f"board-{window.view.round}")


def hands_held(truth: Sequence[Event]) -> list[dict[str, list[str]]]:
    """Return the labels that each loser held at the end of each round."""
    rounds: list[dict[str, list[str]]] = [{}]
    for event in truth:
        if isinstance(event, Hand):
            rounds[-1][event.player] = [card.label for card in event.cards]
        elif isinstance(event, EndRound):
            rounds.append({})
    return rounds


def differences(read: Sequence[str], held: Sequence[str]) -> list[tuple[int | None, str | None]]:
    """Return which places of a hand hold another card: its place, None for one more, and the true card."""
    missing = list((Counter(held) - Counter(read)).elements())
    extra = Counter(read) - Counter(held)
    places = [place for place, label in enumerate(read) if extra[label] > list(read[:place]).count(label)]
    return list(zip_longest(places, missing))


def give(person: Person, hand: HandRow, place: int | None, label: str | None) -> None:
    """Say that a card of a hand is another; ``place`` None adds one, ``label`` None takes one away."""
    window = person.window
    person.click(lambda: hand.add if place is None else hand.buttons[place])
    person.wait("the cards to choose from", lambda: window.dialog.picker is not None)
    person.click(lambda: window.dialog.picker.buttons[label] if label else window.dialog.picker.remove)
    person.wait("the card", lambda: window.dialog.picker is None)


def answer(window: Window, action: str) -> QWidget | None:
    """Return the button of the alert with this answer, None where it is not offered."""
    shown = window.alert.buttons if window.alert.isVisible() else []
    return next((button for button in shown if button.action == action), None)


def tell(person: Person, what: str, seconds: bool = True) -> None:
    """Print how it went so far."""
    keys = f", {person.keys} keys" if person.keys else ""
    took = f", {person.seconds:.1f} s" if seconds else ""
    print(f"{what}: {person.clicks} clicks{keys}{took}", flush=True)


def demo_without_presses() -> Worker:
    """Return a worker that plays the demo's film and knows nothing of what its players say."""
    begun = next(event for event in read_events(DEMO_EVENTS) if isinstance(event, GameStart))
    return Worker(
        lambda: open_source(str(DEMO)),
        table_for(len(begun.players)),
        begun.players,
        begun.rules,
        dealer=begun.dealer,
        deal=begun.deal,
    )


def walk(steps: Callable[[Person], None], pictures: Path | None, camera: str = "0") -> None:
    """Open the program as it opens without arguments, and do what a person does. Raises WalkError."""
    failed: list[Exception] = []
    Store().choices = Choices(camera=camera)
    begun = time.monotonic()

    def go() -> None:
        tops = QApplication.topLevelWidgets()
        window = next(one for one in tops if isinstance(one, Window) and one.isVisible())
        person = Person(window, pictures)
        person.begun = begun
        try:
            if steps is whole_game:
                window.run(demo_without_presses())
            steps(person)
        except Exception as error:
            failed.append(error)
            person.look("failed")
        window.close()

    QTimer.singleShot(0, go)
    run(None, DEFAULT_PLAYERS, "international", ask=True)
    if not wait_for_workers(10.0):
        raise WalkError("a thread does not end")
    if failed:
        raise failed[0]


def main() -> int:
    """Do the walks."""
    parser = argparse.ArgumentParser(prog="python -m tests.walk", description=__doc__.split("\n")[0])
    parser.add_argument("--pictures", type=Path, metavar="DIR", help="keep pictures of the steps here")
    parser.add_argument("--only", choices=("first", "camera", "game"))
    asked = parser.parse_args()
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    if asked.pictures:
        asked.pictures.mkdir(parents=True, exist_ok=True)
    own_plugins()
    application = QApplication(["unoref"])
    walks = {"first": (first_play, "0"), "camera": (camera_play, str(DEMO)), "game": (whole_game, "0")}
    with tempfile.TemporaryDirectory() as home:  # a new user: nothing is remembered
        for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
            os.environ[name] = home
        for name, (steps, camera) in walks.items():
            if asked.only in (None, name):
                try:
                    walk(steps, asked.pictures, camera)
                except (WalkError, AppError) as error:
                    print(f"{name}: {error}", file=sys.stderr)
                    return 1
    application.quit()
    return 0


if __name__ == "__main__":
    sys.exit(main())
