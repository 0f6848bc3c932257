"""Mutated real files for every loader: each is read, or refused with its own error, within a second.

python -m tests.fuzz [--inputs 100000] [--seed 0] [--only TARGET]
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from datasets.filmbench import TruthError, read_truth
from datasets.labelled import LabelsError, load_labels
from tests.killing import truth
from tracker.changes import entries_of
from tracker.events import EventError
from tracker.journal import Journal, JournalError, Kept, changes_in
from tracker.judge import judge
from tracker.rules import Rules, RulesError
from ui.app import DEMO_EVENTS
from ui.choices import Choices, from_data, to_data
from ui.players import parse_players
from ui.presses import read_events
from ui.referee import Referee
from ui.saved import unfinished
from ui.session import Session
from ui.setup import SetupError, load_setup
from vision.deck import PARTS, WIDTHS, Deck, DeckError, Part
from vision.frames import FileSource, SourceError
from vision.images import ImageError, load_image
from vision.model import Model, ModelError

LIMIT = 1.0
"""Seconds within which every input is read or refused."""

HOUSE = Path(__file__).resolve().parent.parent
TOKENS = [
    *(
        b"null",
        b"true",
        b"NaN",
        b"-1",
        b"1e999",
        b"[]",
        b"{}",
        b'""',
        b"\n",
        b"\0",
        b"\xff\xfe",
        b"\xef\xbb\xbf",
    ),
    *(b"[" * 3000, b'{"a":' * 3000, b"9" * 5000, "\u202eabc\u2066".encode(), "é漢字🂡".encode(), b"wild"),
    *(b"'", b'"', b"\\", b"=", b"[zones]", b"[[", b"1979-05-27", b"0x7fffffffffffffff", b"\xd8\x00", b"%s%n"),
]


@dataclass(frozen=True)
class Target:
    """A loader: its seeds (real files), the ending of its files, what reads one, and how it may refuse it."""

    name: str
    seeds: tuple[bytes, ...]
    ending: str
    read: Callable[[Path], object]
    refusals: tuple[type[Exception], ...] = ()
    share: float = 1.0


def targets(folder: Path) -> list[Target]:
    """Return every loader with real files to begin with, made in the folder where there are none."""
    cases = [path.read_bytes() for path in sorted((HOUSE / "tests" / "data").glob("*.jsonl"))]
    games = (DEMO_EVENTS.read_bytes(), *cases)
    presets = tuple(path.read_bytes() for path in sorted((HOUSE / "tracker" / "presets").glob("*.toml")))
    own = b'preset = "house"\nuno_penalty = 4\ntarget = 300\ncustomizable = ["Sing", "Swap seats"]\n'
    setup = b'dealer = "Ann"\nseats = [90, [0.1, 0.2], 330]\n[zones]\ndiscard = [0.5, 0.3, 0.6, 0.6]\n'
    labels = {
        "a.jpg": {"set": "kitchen", "label": "red 7"},
        "b.jpg": {
            "cards": [{"label": "back", "quad": [[0, 0], [9, 0], [9, 9], [0, 9]], "visible": "full"}],
            "ignore": [[[0, 0], [5, 0], [5, 5]]],
        },
    }
    return [
        Target("events", games, ".jsonl", _judge, share=2.0),
        Target("journal", games, ".jsonl", read_events, (EventError, UnicodeDecodeError)),
        Target("changes", _games(), ".jsonl", _resume),
        Target("database", (_database(folder),), ".db", _open, (JournalError,), share=0.05),
        Target("rules", (*presets, own), ".toml", Rules.load, (RulesError,)),
        Target(
            "setup", (setup,), ".toml", lambda path: load_setup(path, ("Ann", "Ben", "Cy")), (SetupError,)
        ),
        Target("labels", (json.dumps(labels).encode(),), "labels.json", _labels, (LabelsError,)),
        Target("truth", games, ".events.jsonl", _truth, (TruthError,)),
        Target("choices", (json.dumps(to_data(Choices())).encode(),), ".json", _choices),
        Target("players", (b"Ann,Ben,Cy", "Ann, مريم, 花子".encode()), ".txt", _players, (ValueError,)),
        Target("decks", (_deck(folder),), ".deck", Deck.load, (DeckError,)),
        Target("pictures", _pictures(), ".png", load_image, (ImageError,), share=2.0),
        Target("videos", _videos(folder), ".avi", _video, (SourceError,), share=0.1),
        Target("models", (_model(),), ".onnx", lambda path: Model(path, "corners", 1), (ModelError,), 0.02),
    ]


def _judge(path: Path) -> None:
    for result in judge(path.read_text(encoding="utf-8-sig", errors="replace").splitlines()[:40]):
        json.dumps(result)


def _games() -> tuple[bytes, ...]:
    """Return games with corrections, undo, redo and all that is pending, one change a line."""
    games = [truth(seed, 60).take_changes() for seed in range(4)]
    return tuple("\n".join(json.dumps(change.to_json()) for change in game).encode() for game in games)


def _resume(path: Path) -> None:
    go_on(path.read_text(encoding="utf-8", errors="replace").splitlines())


def go_on(rows: Sequence[str]) -> None:
    """Go on with a game from its rows in the journal, as start page and worker do."""
    changes = changes_in(rows)
    saved = unfinished(Kept(1, "", entries_of(changes)))
    if saved:
        session = Session(Referee(saved.players, saved.begun.rules, None, teams=saved.begun.teams))
        session.go_on(changes)
        session.view()


def _database(folder: Path) -> bytes:
    journal = Journal(folder / "seed.db")
    for seed in range(3):
        journal.write(None, truth(seed, 20).take_changes())
    journal.close()
    return (folder / "seed.db").read_bytes()


def _open(path: Path) -> None:
    """Open a journal in a folder of its own: one that is kept aside would be there the next time."""
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        journal = Journal(Path(shutil.copy(path, folder)))
        try:
            for kept in journal.games():
                unfinished(kept)
        finally:
            journal.close()


def _labels(path: Path) -> object:
    return load_labels(path.parent)


def _truth(path: Path) -> object:
    return read_truth(path.with_name(path.name.replace(".events.jsonl", ".mp4")))


def _choices(path: Path) -> None:
    try:
        data = json.loads(path.read_text(encoding="utf-8", errors="replace"))
    except (ValueError, RecursionError):  # as ui.store does
        return
    from_data(data)


def _players(path: Path) -> object:
    return parse_players(path.read_text(encoding="utf-8", errors="replace"))


def _video(path: Path) -> None:
    with FileSource(path) as source:
        for _ in itertools.islice(source, 20):
            pass


def _deck(folder: Path) -> bytes:
    rng = np.random.default_rng(1)
    parts = {
        name: Part(rng.random(WIDTHS[name]), rng.random((1, WIDTHS[name])), rng.random((2, WIDTHS[name])))
        for name in PARTS
    }
    Deck("grandma", ("red 7", "red 7"), parts).save(folder / "seed.deck")
    return (folder / "seed.deck").read_bytes()


def _pictures() -> tuple[bytes, ...]:
    rng = np.random.default_rng(1)
    colour = rng.integers(0, 255, (40, 30, 3), np.uint8)
    pictures = [(end, colour) for end in (".png", ".jpg", ".webp", ".bmp", ".tiff")]
    pictures += [
        (".png", colour.astype(np.uint16) * 257),
        (".png", rng.integers(0, 255, (9, 9, 4), np.uint8)),
    ]
    pictures += [(".tiff", colour.astype(np.float32))]
    files = sorted((HOUSE / "tests" / "data" / "pictures").iterdir())
    made = (cv2.imencode(end, picture)[1].tobytes() for end, picture in pictures)
    return (*made, *(file.read_bytes() for file in files))


def _videos(folder: Path) -> tuple[bytes, ...]:
    seeds = []
    for ending, code in ((".avi", "MJPG"), (".mp4", "mp4v")):
        path = folder / f"seed{ending}"
        writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*code), 25, (64, 48))
        for n in range(10):
            writer.write(np.random.default_rng(n).integers(0, 255, (48, 64, 3), np.uint8))
        writer.release()
        seeds.append(path.read_bytes())
    return tuple(seeds)


def _model() -> bytes:
    return (HOUSE / "models" / "corners.onnx").read_bytes()


def mutated(seed: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    """Return a file with one to eight things wrong: bytes, pieces, tokens, or a part of another file."""
    data = bytearray(seed)
    for _ in range(rng.randint(1, 8)):
        at = rng.randrange(len(data) + 1)
        end = min(len(data), at + rng.choice((1, 2, 4, 30, 300)))
        match rng.randrange(8):
            case 0:
                data[at:end] = rng.randbytes(end - at)
            case 1:
                del data[at:end]
            case 2:
                data[at:at] = data[at:end] * rng.randint(1, 5)
            case 3:
                data[at:end] = rng.choice(TOKENS)
            case 4:
                data[at:at] = rng.choice(TOKENS)
            case 5 if rng.random() < 0.3:
                del data[at:]
            case 6:
                other = rng.choice(others)
                start = rng.randrange(len(other) + 1)
                data[at:end] = other[start : start + rng.choice((4, 40, 400))]
            case _ if at < len(data):
                data[at] ^= 1 << rng.randrange(8)
    return bytes(data)


@dataclass
class Report:
    """What was found: inputs a target, the slowest of each in seconds, and what went wrong."""

    counts: dict[str, int] = field(default_factory=dict)
    slowest: dict[str, float] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def to_text(self) -> str:
        """Return the figures as lines for people."""
        lines = [
            f"{name:<10} {count:>7} inputs, the slowest {1000 * self.slowest[name]:.0f} ms"
            for name, count in self.counts.items()
        ]
        found = f"{sum(self.counts.values())} inputs, {len(self.faults)} faults"
        return "\n".join([*lines, found, *self.faults])


def fuzz(inputs: int, seed: int = 0, only: str | None = None) -> Report:
    """Read so many mutated files, the same ones for the same seed, spread over all loaders."""
    report = Report()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        chosen = [target for target in targets(folder) if only in (None, target.name)]
        total = sum(target.share for target in chosen)
        for target in chosen:
            rng = random.Random(f"{seed} {target.name}")
            path = folder / (target.ending if target.ending[0] != "." else f"input{target.ending}")
            report.counts[target.name] = max(1, round(inputs * target.share / total))
            report.slowest[target.name] = 0.0
            for number, data in enumerate(_inputs(target, rng, report.counts[target.name])):
                path.write_bytes(data)
                _try(target, path, number, report)
    return report


def _inputs(target: Target, rng: random.Random, count: int) -> Iterator[bytes]:
    yield from itertools.islice((b"", *target.seeds), count)
    for _ in range(count - 1 - len(target.seeds)):
        yield mutated(rng.choice(target.seeds), rng, target.seeds)


def _try(target: Target, path: Path, number: int, report: Report) -> None:
    begun = time.process_time()
    try:
        target.read(path)
    except target.refusals as error:
        if len(str(error).splitlines()) != 1 and not isinstance(error, UnicodeDecodeError):
            report.faults.append(f"{target.name} {number}: not one line: {str(error)[:200]!r}")
    except Exception as error:
        report.faults.append(f"{target.name} {number}: {type(error).__name__}: {str(error)[:200]!r}")
    seconds = time.process_time() - begun
    report.slowest[target.name] = max(report.slowest[target.name], seconds)
    if seconds > LIMIT:
        report.faults.append(f"{target.name} {number}: {seconds:.1f} s")


def main(argv: Sequence[str] | None = None) -> int:
    """Run from the command line; 1 where anything went wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.splitlines()[0])
    parser.add_argument("--inputs", type=int, default=100_000, metavar="N", help="how many (100000)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the same seed gives the same (0)")
    parser.add_argument("--only", metavar="TARGET", help="one loader only")
    arguments = parser.parse_args(argv)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # the picture libraries tell each damage there
    report = fuzz(arguments.inputs, arguments.seed, arguments.only)
    print(report.to_text())
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())
