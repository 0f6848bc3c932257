"""Closes the real program in every state of the window: how long it takes to end, and whether all is kept.

Each time the program is a process of its own, with a new user's folders and a network camera on this computer
that shows a table. It says what it shows, its window is closed, and once it has ended the journal must hold
the same events, a report must be whole, and the choices remembered.

    python -m tests.closing [STATE...]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2

from tracker.cards import Card
from tracker.events import CallUno, Draw, Event, Pass, Play
from ui.app import DEMO
from ui.choices import seats
from vision.frames import open_source

LIMIT = 2.0
"""Seconds in which the program has to end."""

PLAYERS = ("Ann", "Ben", "Cy")


class TableCamera(BaseHTTPRequestHandler):
    """Serves the beginning of the demo's film over and over as a camera would.

    ``/gone`` hangs after a few seconds, and ``/silent`` from the beginning.
    """

    pictures: Sequence[bytes] = ()

    def do_GET(self) -> None:
        """Give pictures until nobody wants them."""
        if self.path == "/silent":
            time.sleep(60)
            return
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        for number in range(100_000):
            if self.path == "/gone" and number == 100:
                time.sleep(60)
                return
            jpeg = self.pictures[number % len(self.pictures)]
            head = b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(jpeg)
            try:
                self.wfile.write(head + jpeg + b"\r\n")
            except OSError:
                return
            time.sleep(0.1)

    def log_message(self, *what: object) -> None:
        """Say nothing."""


def camera_port() -> int:
    """Begin to serve, and return the port."""
    with open_source(str(DEMO)) as source:
        for frame in source:
            if frame.t > 1.5:
                break
            TableCamera.pictures = (*TableCamera.pictures, cv2.imencode(".jpg", frame.image)[1].tobytes())
    server = ThreadingHTTPServer(("127.0.0.1", 0), TableCamera)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_port


# What follows runs in the program that is closed.


class Visit:
    """The program's window, brought into a state."""

    def __init__(self) -> None:
        from PySide6.QtWidgets import QApplication

        from ui.window import Window

        self.window = next(one for one in QApplication.topLevelWidgets() if isinstance(one, Window))

    def wait(self, there: Callable[[], object], seconds: float = 60.0) -> None:
        """Wait until it is there."""
        from ui.pause import pause

        until = time.monotonic() + seconds
        while not there():
            if time.monotonic() > until:
                raise TimeoutError("the state is not reached")
            pause(20)

    def game(self, *events: Event) -> None:
        """Start the game, wait for its first card, and let something happen."""
        window = self.window
        window.start_page.begin()
        self.wait(lambda: window.view and window.view.phase == "playing" and window.picture.image)
        for event in events:
            window.worker.insert(window.view.history[0].key, event)

    def to_the_end(self) -> None:
        """Let Ben play all his cards."""
        others = [event for name in ("Cy", "Ann") for event in (Draw(name), Pass(name))]
        plays = [Play((Card.parse(f"red {number}"),), "Ben") for number in (3, 4, 5, 6, 7, 8, 9)]
        rounds = [event for play in plays[:5] for event in (play, *others)]
        self.game(*rounds, plays[5], CallUno("Ben"), *others, plays[6])
        self.wait(lambda: self.window.view.phase == "counting")


def wild(visit: Visit) -> None:
    visit.game(Play((Card.parse("wild"),)))
    visit.wait(visit.window.choice.isVisible)


def alert(visit: Visit) -> None:
    visit.game(Play((Card.parse("green 9"),)))
    visit.wait(visit.window.alert.isVisible)


def challenge(visit: Visit) -> None:
    visit.game(Play((Card.parse("wild draw four"),)))
    for action in ("red", "challenge", "hands"):
        visit.window.press(action)
    visit.wait(lambda: visit.window.dialog)


def count(visit: Visit) -> None:
    visit.to_the_end()
    visit.window.press("hands")
    visit.wait(lambda: visit.window.dialog)


def picking(visit: Visit) -> None:
    count(visit)
    hands = visit.window.dialog
    hands.pick(hands.hands["Ann"], None)


def board(visit: Visit) -> None:
    visit.to_the_end()
    hand = tuple(map(Card.parse, ("red 1", "wild")))
    visit.window.worker.enter_hands({"Ann": hand, "Cy": hand})
    visit.wait(visit.window.board.isVisible)


def misread(visit: Visit) -> None:
    alert(visit)
    visit.window.press("misread")


def replay(visit: Visit) -> None:
    visit.game()
    visit.wait(lambda: len(visit.window.worker.recorder.recent()) > 10)
    visit.window.show_replay()


def report(visit: Visit) -> None:
    replay(visit)
    visit.window.save_report()


def camera_lost(visit: Visit) -> None:
    visit.game()
    visit.wait(lambda: "no picture" in visit.window.picture.note)


def loading(visit: Visit) -> None:
    visit.window.start_page.begin()
    visit.wait(lambda: "models" in visit.window.picture.note)


def page_dialog(visit: Visit) -> None:
    visit.window.start_page.house.click()
    visit.wait(lambda: visit.window.dialog)


def hearing(visit: Visit) -> None:
    visit.game()
    visit.window.ears.switch(True)
    visit.wait(lambda: visit.window.ears.meter.level)


def voices(visit: Visit) -> None:
    hearing(visit)
    visit.window.ears.tune()
    visit.wait(lambda: visit.window.dialog)


def statistics(visit: Visit) -> None:
    visit.game()
    visit.window.show_menu()
    menu = visit.window.menu
    next(entry for entry in menu.actions() if entry.text() == "Statistics").trigger()
    menu.close()
    visit.wait(lambda: visit.window.dialog)


def phone(visit: Visit) -> None:
    import socket
    from urllib.parse import urlsplit

    visit.game()
    visit.window.phone.find_address = lambda: "127.0.0.1"
    visit.window.phone.open()
    address = urlsplit(visit.window.phone.server.address)
    visit.browser = socket.create_connection((address.hostname, address.port))
    visit.browser.sendall(f"GET {address.path}/events HTTP/1.1\r\nHost: {address.hostname}\r\n\r\n".encode())
    visit.browser.recv(100)


def with_window(act: Callable[[object], object]) -> Callable[[Visit], None]:
    """Return what does something with the window in the middle of a game."""

    def reach(visit: Visit) -> None:
        visit.game()
        act(visit.window)
        visit.wait(lambda: True)

    return reach


STATES: dict[str, tuple[str, Callable[[Visit], object]]] = {
    "start page": ("/table", lambda visit: None),
    "silent camera": ("/silent", lambda visit: visit.wait(lambda: visit.window.start_page.preview)),
    "table check": ("/table", lambda visit: visit.wait(lambda: visit.window.start_page.checks.findings)),
    "house rules": ("/table", page_dialog),
    "models being loaded": ("/table", loading),
    "play": ("/table", lambda visit: visit.game()),
    "demo": ("/table", lambda visit: (visit.window.play_demo(), visit.wait(lambda: visit.window.view))),
    "colour asked": ("/table", wild),
    "alert": ("/table", alert),
    "misread card": ("/table", misread),
    "challenge": ("/table", challenge),
    "hands counted": ("/table", count),
    "card of a hand": ("/table", picking),
    "score board": ("/table", board),
    "replay": ("/table", replay),
    "report": ("/table", report),
    "history": ("/table", with_window(lambda window: window.toggle_stage(window.history))),
    "table display": ("/table", with_window(lambda window: window.toggle_display())),
    "full screen": ("/table", with_window(lambda window: window.toggle_full_screen())),
    "menu": ("/table", with_window(lambda window: window.show_menu())),
    "keys": ("/table", with_window(lambda window: window.show_help())),
    "rules": ("/table", with_window(lambda window: window.show_rules())),
    "statistics": ("/table", statistics),
    "microphone": ("/table", hearing),
    "voices": ("/table", voices),
    "phone": ("/table", phone),
    "camera lost": ("/gone", camera_lost),
}
"""The states, with the camera's path and what leads there from the start page."""


def visit_and_close(state: str, address: str) -> int:
    """Run the program, bring it into a state, say what it shows, and close its window."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from ui import microphone
    from ui.app import own_plugins, run
    from ui.choices import COLOURS, Choices, Player
    from ui.players import DEFAULT_PLAYERS
    from ui.store import Store

    microphone.open_microphone = _noise
    own_plugins()
    application = QApplication(["unoref"])
    application.setApplicationName("unoref")
    players = tuple(map(Player, PLAYERS, COLOURS, seats(len(PLAYERS))))
    Store().choices = Choices(players, camera=address)
    failed: list[Exception] = []

    def go() -> None:
        visit = Visit()
        worker = None
        try:
            visit.wait(lambda: visit.window.start_page)
            STATES[state][1](visit)
            if QApplication.activeModalWidget():
                raise AssertionError("a modal dialog keeps the window from being closed")
            worker = visit.window.worker
        except Exception as error:
            failed.append(error)
        events = [event.to_json() for event in worker.events()] if worker and worker.keeper else []
        print(json.dumps(events), flush=True)
        visit.window.close()

    QTimer.singleShot(0, go)
    code = run(None, DEFAULT_PLAYERS, "international", ask=True)
    if failed:
        raise failed[0]
    return code


def _noise() -> object:
    """Open a microphone that gives noise without end."""
    import numpy as np
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QTimer

    from hearing.sound import FLOAT, samples_of
    from ui.microphone import RATE, Input

    device = QBuffer()
    sound = np.random.default_rng(1).normal(0, 0.1, RATE // 10).astype("<f4").tobytes()

    def feed() -> None:
        device.close()
        device.setData(QByteArray(sound))
        device.open(QIODevice.OpenModeFlag.ReadOnly)
        device.readyRead.emit()

    timer = QTimer(device, interval=100)
    timer.timeout.connect(feed)
    timer.start()
    device.open(QIODevice.OpenModeFlag.ReadOnly)
    return Input(device, lambda data: samples_of(data, FLOAT, 32, 1), RATE)


# What follows runs in the program that measures.


def close_in(state: str, port: int) -> tuple[float, str]:
    """Close the program in a state; return how many seconds it took to end, and what was lost."""
    address = f"http://127.0.0.1:{port}{STATES[state][0]}"
    with tempfile.TemporaryDirectory() as home:
        names = ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_DOCUMENTS_DIR")
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.closing", "--visit", state, address],
            env={**os.environ, **dict.fromkeys(names, home)},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout
        shown = process.stdout.readline()
        closed = time.monotonic()
        code = process.wait(30)
        took = time.monotonic() - closed
        lost = (
            "; ".join(what_is_lost(Path(home), state, json.loads(shown), address, code)) if shown else "died"
        )
        return took, lost


def what_is_lost(home: Path, state: str, shown: list[dict], address: str, code: int) -> Iterator[str]:
    """Say what is not as it was shown."""
    from ui.saved import open_journal

    if code:
        yield f"exit code {code}"
    if shown:
        journal = open_journal(home / "unoref" / "games")
        games = [[event.to_json() for event in kept.events] for kept in journal.games()]
        journal.close()
        if len(games) != 1 or games[0][: len(shown)] != shown:
            yield f"{len(shown)} events were shown, kept are {[len(game) for game in games]}"
    if state == "report":
        reports = list(home.rglob("unoref-report-*"))
        films = [cv2.VideoCapture(str(path / "last.mp4")).read()[0] for path in reports]
        if films != [True] or not (reports[0] / "game.jsonl").stat().st_size:
            yield f"reports {reports} with films {films}"
    settings = list(home.rglob("unoref.conf"))
    if not settings or address not in settings[0].read_text():
        yield "the choices are not remembered"


def main() -> int:
    """Close the program in all states, and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.closing", description=__doc__.split("\n")[0])
    parser.add_argument("states", nargs="*", metavar="STATE", help=f"of: {', '.join(STATES)}")
    parser.add_argument("--visit", nargs=2, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.visit:
        return visit_and_close(*asked.visit)
    port, worst, faults = camera_port(), 0.0, 0
    for state in asked.states or STATES:
        took, lost = close_in(state, port)
        worst, faults = max(worst, took), faults + bool(lost or took > LIMIT)
        print(f"{state}: {took:.2f} s, {lost or 'nothing lost'}", flush=True)
    print(f"{len(asked.states or STATES)} states: worst {worst:.2f} s, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
