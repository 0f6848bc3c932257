"""A long evening: films played in a loop through the real pipeline and window, with what it costs.

Prints a line after each film: memory, plays lost, and how long after no arm hid a card its play was shown. At
the end it says how the memory has grown since minute 10, or since the first film of a shorter run.

    python -m ui.soak [FILM.mp4 ...] [--minutes 60]
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtWidgets import QApplication

from datasets.filmbench import Told, Truth, TruthError, compare, read_truth
from ui.app import DEMO, film_worker, own_plugins
from ui.memory import keep_memory_level
from ui.pause import pause
from ui.threads import wait_for_workers
from ui.window import Window
from ui.worker import Worker
from vision.frames import SourceError

SETTLED = 10.0
"""Minutes after which memory should no longer grow."""


@dataclass(frozen=True)
class Pass:
    """One playing of a film: minutes since the beginning, MB of memory after it, plays, and delays (s)."""

    film: str
    minutes: float
    memory: float
    plays: int
    lost: int
    delays: tuple[float, ...]

    def __str__(self) -> str:
        delay = f"{statistics.median(self.delays):.2f} s" if self.delays else "-"
        return (
            f"{self.minutes:6.1f} min  {self.memory:6.0f} MB  {self.lost} of {self.plays} plays lost  "
            f"median delay {delay}  {self.film}"
        )


@dataclass
class Soak:
    """What was measured, film by film."""

    passes: list[Pass] = field(default_factory=list)

    def to_text(self) -> str:
        """Return the figures as lines for people."""
        late = [one for one in self.passes if one.minutes >= SETTLED] or self.passes
        first, last = late[0], late[-1]
        lost, plays = sum(one.lost for one in self.passes), sum(one.plays for one in self.passes)
        half = len(self.passes) // 2
        delays = [
            statistics.median(found) if (found := [d for one in part for d in one.delays]) else float("nan")
            for part in (self.passes[: half or 1], self.passes[half:])
        ]
        return "\n".join(
            (
                f"memory: {first.memory:.0f} MB at minute {first.minutes:.0f}, {last.memory:.0f} MB "
                f"at minute {last.minutes:.0f}: {100 * (last.memory / first.memory - 1):+.1f} percent",
                f"plays lost: {lost} of {plays}",
                f"median delay: {delays[0]:.2f} s in the first half, {delays[1]:.2f} s in the second",
            )
        )


def soak(films: Sequence[Path], minutes: float, report=print) -> Soak:
    """Play films in turn for so many minutes, the last one to its end; ``report`` gets each :class:`Pass`.

    There has to be a QApplication. Raises TruthError or SourceError where a film cannot be used.
    """
    truths = {film: _timed(read_truth(film)) for film in films}
    result = Soak()
    window = Window(
        lambda: film_worker(films[0], truths[films[0]].events),
        lambda: film_worker(films[0], truths[films[0]].events),
    )
    window.show()
    begun = time.monotonic()
    try:
        while not result.passes or time.monotonic() < begun + 60 * minutes:
            film = films[len(result.passes) % len(films)]
            told, seconds = _play(window, film_worker(film, truths[film].events))
            figures = compare(film.stem, truths[film], told, seconds)
            now = (time.monotonic() - begun) / 60
            lost = figures.plays - figures.found
            result.passes.append(Pass(film.stem, now, _memory(), figures.plays, lost, tuple(figures.delays)))
            report(result.passes[-1])
    finally:
        window.close()
        wait_for_workers(10.0)
    return result


def _timed(truth: Truth) -> Truth:
    """Where a film does not say when no arm hid a card any more, take the time at which it was laid."""
    pairs = zip(truth.events, truth.clears, strict=True)
    return Truth(truth.events, tuple(event.t if clear is None else clear for event, clear in pairs))


def _play(window: Window, worker: Worker) -> tuple[list[Told], float]:
    """Play a film in the window; return its events as they were shown, and the seconds it took."""
    told: list[Told] = []
    begun: list[float] = []
    failed: list[str] = []

    def take_note(note: str) -> None:
        if not note and not begun:  # the models are loaded: the film begins
            begun.append(time.monotonic())

    def take_events() -> None:
        at = time.monotonic() - (begun[0] if begun else time.monotonic())
        events = worker.events()
        pairs = enumerate(zip(told, events, strict=False))
        kept = next((number for number, (old, new) in pairs if old.event is not new), len(told))
        told[min(kept, len(events)) :] = [Told(event, at) for event in events[kept:]]

    worker.noted.connect(take_note)
    worker.shown.connect(take_events)
    worker.unavailable.connect(failed.append)
    window.run(worker)
    while worker.watching and not failed:
        pause(50)
    if failed:
        raise SourceError(failed[0])
    pause(200)
    worker.noted.disconnect(take_note)  # else these functions would keep the worker for ever
    worker.shown.disconnect(take_events)
    worker.unavailable.disconnect(failed.append)
    return told, time.monotonic() - begun[0]


def _memory() -> float:
    """Return the memory of this process now, in MB (Linux only)."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def main(argv: Sequence[str] | None = None) -> int:
    """Play the films named on the command line, the demo by default."""
    parser = argparse.ArgumentParser(prog="python -m ui.soak", description=__doc__.splitlines()[0])
    parser.add_argument("films", nargs="*", type=Path, metavar="FILM.mp4", default=[DEMO])
    parser.add_argument("--minutes", type=float, default=60.0, metavar="N", help="how long (60)")
    arguments = parser.parse_args(argv)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    own_plugins()
    keep_memory_level()
    application = QApplication.instance() or QApplication(["unoref"])
    application.setApplicationName("unoref")
    try:
        print(soak(arguments.films, arguments.minutes, lambda one: print(one, flush=True)).to_text())
    except (TruthError, SourceError) as error:
        print(f"unoref: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
