"""Measuring how quick the eyes are: milliseconds of each stage, frames a second, memory.

Pictures are rendered in a process of their own, so that the memory measured is what the eyes need.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from datasets.scenes import Look, PrintedDecks, render_scene, worker_pool
from datasets.train import plain_milliseconds
from tracker.cards import BACK, LABELS
from vision.frames import Frame
from vision.reader import Reader
from vision.straighten import straighten
from vision.table import Seats, Table

WIDTH, HEIGHT = 1920, 1080
RATE = 30
"""Frames a second of the camera that is played."""

KIND = Look(
    dim=0,
    arms=0,
    glare=0.1,
    blur=0,
    low_resolution=0,
    motion=0,
    clutter=0,
    held=0,
    leaflet=0,
    empty=0,
    gloom=0,
)
"""A decent lamp and camera."""


def many_cards() -> np.ndarray:
    """Render fifteen cards lying apart: BGR (1080, 1920, 3)."""
    rng = np.random.default_rng(15)
    spots = [
        (LABELS[int(rng.integers(len(LABELS)))], x, y, rng.uniform(0, 360), 120.0)
        for x in (350, 655, 960, 1265, 1570)
        for y in (250, 540, 830)
    ]
    return render_scene(rng, PrintedDecks(rng, designs=1), WIDTH, HEIGHT, KIND, spots).image


def still_pile() -> np.ndarray:
    """Render a draw pile and one card beside it: BGR (1080, 1920, 3)."""
    rng = np.random.default_rng(4)
    spots = [(BACK, 760.0, 540.0, 3.0, 130.0), ("red 7", 1120.0, 540.0, -8.0, 130.0)]
    return render_scene(rng, PrintedDecks(rng, designs=1), WIDTH, HEIGHT, KIND, spots).image


@dataclass
class Speed:
    """What was measured: medians in milliseconds, memory in megabytes, ``still_cores`` in cores."""

    cards: int = 0
    stages: dict[str, float] = field(default_factory=dict)
    reading: float = 0.0
    following: float = 0.0
    resting: float = 0.0
    still_rate: float = 0.0
    still_cores: float = 0.0
    memory: float = 0.0
    plain: float | None = None

    def to_text(self) -> str:
        """Return the figures as lines for people."""
        lines = [f"{WIDTH} x {HEIGHT}, {self.cards} cards read, median milliseconds of"]
        lines += [f"  {name:<28} {value:7.1f}" for name, value in self.stages.items()]
        readings = {
            "reading all cards": self.reading,
            "the same, something moves": self.following,
            "the same, nothing moves": self.resting,
        }
        for name, value in readings.items():
            lines.append(f"  {name:<28} {value:7.1f}   {1000 / value:.1f} a second")
        if self.plain is not None:
            times = ", ".join(f"{self.plain / value:.1f}" for value in readings.values())
            lines.append(f"  {'plain YOLO.predict':<28} {self.plain:7.1f}   {times} times as long as these")
        lines += [
            f"one pile card, nothing moving: {self.still_rate:.1f} of {RATE} frames a second, "
            f"{self.still_cores:.2f} of one core",
            f"peak memory: {self.memory:.0f} MB",
        ]
        return "\n".join(lines)


def measure(make_reader: Callable[[], Reader], repeats: int = 40, seconds: float = 10.0) -> Speed:
    """Measure a reader on rendered pictures; takes about half a minute."""
    with worker_pool(1) as pool:
        image, pile = pool.submit(many_cards).result(), pool.submit(still_pile).result()
    reader = make_reader()
    speed = Speed()
    _stages(reader, image, speed, repeats)
    _still(reader, pile, speed, seconds)
    speed.memory = _peak()
    speed.plain = plain_milliseconds(image, repeats)
    return speed


def _peak() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def _stages(reader: Reader, image: np.ndarray, speed: Speed, repeats: int) -> None:
    names = ("detecting", "finding corners", "straightening", "naming")
    times: dict[str, list[float]] = {name: [] for name in (*names, "reading", "following", "resting")}
    for _ in range(repeats):
        marks = [time.perf_counter()]
        found = reader.detect(image)
        marks.append(time.perf_counter())
        found = reader.locate(image, found)
        marks.append(time.perf_counter())
        crops = [straighten(image, one.quad, reader.crop_size) for one in found]
        marks.append(time.perf_counter())
        reader.name(found, crops)
        marks.append(time.perf_counter())
        for name, begun, ended in zip(names, marks[:-1], marks[1:], strict=True):
            times[name].append(1000 * (ended - begun))
        begun = time.perf_counter()
        cards = reader.read(image)
        times["reading"].append(1000 * (time.perf_counter() - begun))
        speed.cards = len(cards)
    rng = np.random.default_rng(0)
    for name in ("following", "resting"):
        for number in range(repeats):
            noisy = _noisy(rng, image)
            if name == "following":  # something dark passes along the lower edge
                noisy[-60:, 40 * number : 40 * number + 150] = 40
            begun = time.perf_counter()
            reader.follow(noisy)
            times[name].append(1000 * (time.perf_counter() - begun))
    middle = {name: float(np.median(values)) for name, values in times.items()}
    speed.stages = {name: middle[name] for name in names}
    speed.reading, speed.following = middle["reading"], middle["following"]
    speed.resting = middle["resting"]


def _noisy(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    """Return the picture as a camera gives it again: with other noise."""
    noise = rng.integers(-3, 4, image.shape, np.int16)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def _still(reader: Reader, pile: np.ndarray, speed: Speed, seconds: float) -> None:
    rng = np.random.default_rng(1)
    pictures = [_noisy(rng, pile) for _ in range(4)]
    table = Table(reader, Seats(4))
    count = int(seconds * RATE)
    settling = 2 * RATE  # until the piles are found
    used, begun, done = 0.0, time.perf_counter(), 0
    for number in range(settling + count):
        due = begun + number / RATE
        wait = due - time.perf_counter()
        if wait > 0:
            time.sleep(wait)
        elif wait < -1 / RATE and number > settling:
            continue  # the camera does not wait either
        before = time.process_time()
        table.update(Frame(pictures[number % len(pictures)], number / RATE, number))
        if number >= settling:
            used += time.process_time() - before
            done += 1
    speed.still_rate = done / seconds
    speed.still_cores = used / seconds
