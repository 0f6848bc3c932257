"""Kills the program at random moments of running games, lets each game go on, and compares with the truth.

A game is a chain of operations (cards seen by the camera, keys, corrections, undo, redo), each chosen by a
seed and by what the window shows. The player is a process of its own: the window's worker with a camera and
a table that let happen what is chosen, and a line on standard output for each operation, once what it changes
is shown, and once it is done. It is ended with SIGKILL; then the journal must hold what was shown: the same
events, the same ways back with undo and forward with redo, and what is pending, as "next round" pressed. The
truth is the same chain of operations, played without a worker.

    python -m tests.killing [--times N] [--seed S]
"""

from __future__ import annotations

import argparse
import contextlib
import os
import queue
import random
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import Qt

from tracker.cards import LABELS, Card
from tracker.changes import Entry
from tracker.events import CallUno, Draw, EventError
from tracker.journal import Journal
from ui.referee import Referee
from ui.saved import Keeper, open_journal
from ui.session import Session
from ui.view import View
from ui.worker import Worker
from vision.events import CardPlayed, CardsDrawn, PileGone, StartCardSeen, TableEvent
from vision.frames import Frame, FrameSource

PLAYERS, RULES = ("Ann", "Zoë", "Cy"), {"preset": "house", "scoring": "winner-takes-all", "target": 0}
DEAL = 2
"""Cards dealt to each player: few, so that rounds end."""
QUAD = np.array([[10, 10], [66, 10], [66, 80], [10, 80]], float)
LONGEST = 150
"""Operations in one game."""


class Camera(FrameSource):
    """A camera that never ends; its clock stands still, as that of the truth: calls are judged by time."""

    live = True

    def __init__(self) -> None:
        self.index = 0

    def read(self) -> Frame | None:
        time.sleep(0.002)
        self.index += 1
        return Frame(np.full((90, 160, 3), 80, np.uint8), 0.0, self.index - 1)


class Table:
    """A table on which happens what is chosen."""

    status, discard, draw_pile, cards, prior = "still", QUAD, None, (), None

    def __init__(self) -> None:
        self._happens: queue.Queue[TableEvent] = queue.Queue()
        self._taken = False
        self._followed = threading.Event()

    def update(self, frame: Frame) -> list[TableEvent]:
        if self._taken:  # the picture before has been followed, kept and shown
            self._taken = False
            self._followed.set()
        if self._happens.empty():
            return []
        self._taken = True
        return [self._happens.get()]

    def happen(self, event: TableEvent) -> None:
        """Let something happen, and wait until the program has followed it."""
        self._followed.clear()
        self._happens.put(event)
        self._followed.wait()


@dataclass(frozen=True)
class Operation:
    """One thing that happens on the table (``seen``), or a method of session and worker with its values."""

    name: str = ""
    values: tuple[Any, ...] = ()
    seen: TableEvent | None = None

    def on_session(self, session: Session) -> None:
        """Carry it out, without a worker."""
        if self.seen:
            session.referee.follow([self.seen])
            return
        with contextlib.suppress(EventError):
            getattr(session, self.name)(*self.values)

    def on_worker(self, worker: Worker, table: Table) -> None:
        """Carry it out, as camera and window do."""
        if self.seen:
            table.happen(self.seen)
        else:
            getattr(worker, self.name)(*self.values)


def operation(seed: int, number: int, view: View) -> Operation:
    """Return what happens next at the table that the view shows."""
    rng = random.Random(f"{seed}:{number}")
    card = Card.parse(rng.choice([label for label in LABELS if label != "back"]))
    first = f"red {rng.randrange(10)}"
    if view.phase == "setup":
        return Operation(seen=StartCardSeen(t=0.0, label=first, confidence=0.9, quad=QUAD))
    if view.phase == "round-over":  # once "next round" is pressed, any card on the pile starts the round
        if rng.random() < 0.4:
            return Operation("press", ("next",))
        return Operation(seen=CardPlayed(t=0.0, label=first, confidence=0.9, quad=QUAD, seat=None))
    if view.phase == "counting" and rng.random() < 0.2:  # the cards are gathered, and a new round begins
        again = StartCardSeen(t=0.0, label=first, confidence=0.9, quad=QUAD)
        return Operation(seen=rng.choice((PileGone(t=0.0), again)))
    if view.phase == "counting" and rng.random() < 0.4:
        hands = {loser.name: tuple(rng.choices((card, Card.parse("blue 3")), k=2)) for loser in view.losers}
        return Operation("enter_hands", (hands,))
    if view.banner and rng.random() < 0.3:
        return Operation("press", (f"stand:{view.banner.key}:{view.banner.code}",))
    row = rng.choice(view.history)
    kinds = {"see": 8 if view.phase == "playing" else 4, "visit": 4, "press": 6, "undo": 4, "redo": 3}
    kinds |= {"card": 2 if row.cards else 0, "player": 1 if row.player else 0, "remove": 1, "insert": 1}
    match rng.choices(list(kinds), kinds.values())[0]:
        case "see":
            seat = rng.choice((None, 0, 1, 2))
            seen = CardPlayed(t=0.0, label=card.label, confidence=0.8, quad=QUAD, seat=seat)
            return Operation(seen=seen)
        case "visit":
            seat = rng.choice((None, 0, 1, 2))
            return Operation(seen=CardsDrawn(t=0.0, seat=seat, count=None))
        case "press":
            return Operation("press", (rng.choice(("draw", "pass", "uno", "red", "blue", "takeback")),))
        case "card":
            return Operation("change_card", (row.key, 0, card))
        case "player":
            return Operation("change_player", (row.key, rng.choice(PLAYERS)))
        case "remove":
            return Operation("press", (f"remove:{row.key}",))
        case "insert":
            return Operation("insert", (row.key, rng.choice((Draw(PLAYERS[0]), CallUno(PLAYERS[1])))))
        case kind:
            return Operation("press", (kind,))


def new_session() -> Session:
    """Return a session at its beginning."""
    return Session(Referee(PLAYERS, RULES, Table(), deal=DEAL))


def truth(seed: int, count: int) -> Session:
    """Return the session after so many operations."""
    session = new_session()
    for number in range(count):
        operation(seed, number, session.view()).on_session(session)
    return session


def everything(session: Session) -> list[object]:
    """Return all that there is to a session: its events, what it says, and where undo and redo lead."""
    view = session.view()
    pending = session.referee.pending
    found: list[object] = [view.headline, view.banner and view.banner.text, _events(session)]
    found += [pending.ready, _plain(pending.after), pending.drawing, pending.gathered]
    while session.timeline.can_redo:
        session.press("redo")
        found.append(_events(session))
    while session.timeline.can_undo:
        session.press("undo")
        found.append(_events(session))
    return found


def _events(session: Session) -> list[object]:
    return _plain(session.referee.entries)


def _plain(entries: Sequence[Entry]) -> list[object]:
    """Return the events but for their times, which the camera's clock gives."""
    return [({**entry.event.to_json(), "t": None}, entry.confidence) for entry in entries]


def play(folder: Path, seed: int, game: int | None, done: int, out: int) -> None:
    """Play on from operation ``done``; write a line to ``out`` once one is shown and once it is done."""
    table, keeper, number = Table(), Keeper(folder, game), done
    worker = Worker(Camera, lambda: table, PLAYERS, RULES, deal=DEAL, keeper=keeper)
    begun = threading.Event()

    def tell() -> None:
        if begun.is_set():
            os.write(out, f"{number}\n".encode())
        begun.set()  # what is shown first is the game as it was before

    def note(said: str) -> None:
        if "saved" in said:
            os.write(out, f"{said}\n".encode())

    worker.shown.connect(tell, Qt.ConnectionType.DirectConnection)
    worker.answered.connect(note, Qt.ConnectionType.DirectConnection)
    worker.start()
    begun.wait()
    for number in range(done, LONGEST):
        operation(seed, number, worker.view).on_worker(worker, table)
        os.write(out, f"{number}\n".encode())
    worker.stop(5.0)


@dataclass
class Killed:
    """What came of it: how often the program was killed, at how many shown operations in all, and faults."""

    kills: int = 0
    shown: int = 0
    faults: tuple[str, ...] = ()
    known: frozenset[int] = frozenset()
    """The numbers of the games in the journal."""

    def __str__(self) -> str:
        line = f"{self.kills} kills, {self.shown} operations shown, {len(self.known)} games"
        line += f": {len(self.faults)} faults"
        return "\n".join([line, *self.faults])


def kill_often(folder: Path, times: int, seed: int) -> Killed:
    """Kill the program so many times, and compare each time."""
    rng, result = random.Random(seed), Killed()
    game, done, played = None, 0, seed * 1000
    while result.kills < times:
        if done >= LONGEST:
            game, done, played = None, 0, played + 1
        last = _one_life(folder, played, game, done, rng, result)
        if result.faults:
            break
        journal = open_journal(folder)
        try:
            if journal.kept_aside:
                result.faults += (f"journal kept aside as {journal.kept_aside}",)
            game, done = _compare(journal, game, played, (done if last is None else last + 1), result)
        finally:
            journal.close()
    return result


def _one_life(
    folder: Path, played: int, game: int | None, done: int, rng: random.Random, result: Killed
) -> int | None:
    """Let the program play, kill it, and return the last operation that was shown."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        try:
            play(folder, played, game, done, write)
        finally:
            os._exit(0)
    os.close(write)
    wanted, last = rng.choice((0, 0, 1, 2, 5, 20, 40, 80)), None
    with os.fdopen(read, "rb") as lines:
        for _ in range(wanted):
            line = lines.readline().decode()
            if not line:
                break
            if line.strip().isdecimal():
                last = int(line)
        time.sleep(rng.uniform(0, 0.25 if not wanted else 0.02))
        os.kill(child, signal.SIGKILL)
        for line in lines.read().decode().splitlines():
            if line.isdecimal():
                last = int(line)
            else:
                result.faults += (f"game {played}: {line}",)
    os.waitpid(child, 0)
    result.kills += 1
    result.shown += 0 if last is None else last + 1 - done
    return last


def _compare(
    journal: Journal, game: int | None, played: int, shown: int, result: Killed
) -> tuple[int | None, int]:
    """Compare the newest game with the truth after ``shown`` operations, or one more that was not shown yet.

    Return its number and how many operations it holds.
    """
    newest = next(iter(journal.games()), None)
    if game is None and (newest is None or newest.id in result.known):
        if shown:
            result.faults += (f"game {played}: nothing kept of {shown} operations",)
        return None, 0
    assert newest is not None
    result.known |= {newest.id}
    session = new_session()
    session.go_on(journal.changes(newest.id))
    found = everything(session)
    if found == everything(truth(played, shown)):
        return newest.id, shown
    if found == everything(truth(played, shown + 1)):
        return newest.id, shown + 1
    result.faults += (f"game {played}: not the game after {shown} operations, nor after one more",)
    return newest.id, shown


def main() -> int:
    """Kill, compare, and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.killing", description=__doc__.split("\n")[0])
    parser.add_argument("--times", type=int, default=200, help="how often (default: %(default)s)")
    parser.add_argument(
        "--seed", type=int, default=1, help="chooses games and moments (default: %(default)s)"
    )
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        result = kill_often(Path(folder), arguments.times, arguments.seed)
    print(result)
    return 1 if result.faults else 0


if __name__ == "__main__":
    sys.exit(main())
