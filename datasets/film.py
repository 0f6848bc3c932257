"""Filmed games with known truth: a script is acted out on a stage and filmed from above.

``FILE.mp4`` gets the pictures, ``FILE.events.jsonl`` beside it the true events with the time ``t`` at which
each was complete: a card at rest, cards taken away, a call just made.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from tqdm import tqdm

from datasets.script import NAMES, PLAYFUL, Habits, Script, demo_script, write_script
from datasets.setting import Difficulties, Setting, sample_difficulties, sample_setting
from datasets.stage import Renderer, Shot
from datasets.timeline import Timeline, animate
from tracker.events import Event, Play, TakeBack

DEMO = Path(__file__).resolve().parent.parent / "ui" / "demo" / "demo.mp4"
"""The film that comes with the program."""

DEMO_SEED = 31463
"""From which the demo is made."""


@dataclass(frozen=True, eq=False)
class Film:
    """A filmed game before it is drawn: what happens, when, and how it looks."""

    script: Script
    setting: Setting
    timeline: Timeline

    @property
    def events(self) -> tuple[Event, ...]:
        """The true events in order, each with its time ``t``."""
        timed = [replace(event, t=0.0) for event in self.script.opening]
        for act, done in zip(self.script.acts, self.timeline.marks, strict=True):
            # Calls and names follow the card that they belong to.
            later = 0.25
            for event in act.events:
                at = done if event is act.events[0] else done + later
                later += 0.05 * (event is not act.events[0])
                timed.append(replace(event, t=round(at, 3)))
        timed += [replace(event, t=round(self.timeline.end, 3)) for event in self.script.closing]
        return tuple(timed)

    @property
    def clears(self) -> tuple[float | None, ...]:
        """For each of the events: when the arm that brought it about no longer hides the pile, or None."""
        clears: list[float | None] = [None for _ in self.script.opening]
        for act, clear in zip(self.script.acts, self.timeline.clears, strict=True):
            clears += [clear if isinstance(event, Play | TakeBack) else None for event in act.events]
        return (*clears, *(None for _ in self.script.closing))

    def shots(self) -> Iterator[Shot]:
        """Draw the pictures one by one, each with where each card is and how much of it can be seen."""
        return iter(Renderer(self.setting, self.timeline))

    def __len__(self) -> int:
        """How many pictures the film has."""
        return Renderer(self.setting, self.timeline).frames()


def film(
    seed: int,
    *,
    players: int | None = None,
    plays: int | None = None,
    size: tuple[int, int] = (960, 540),
    fps: int = 15,
    pace: float = 2.25,
    habits: Habits | None = None,
    rules: str | Mapping[str, Any] = "international",
    rounds: int = 1,
    deal: int = 7,
    shown: bool = False,
    difficulties: Difficulties | None = None,
) -> Film:
    """Return a filmed game made from a seed: whole rounds, or the first ``plays`` cards.

    2 to 4 players unless ``players`` says how many; ``pace`` in seconds from one act to the next; ``shown``:
    the losers' hands are laid open at the end of a round.
    Nothing is difficult unless ``difficulties`` say so.
    """
    rng = np.random.default_rng(seed)
    count = players or int(rng.integers(2, 5))
    script = write_script(
        rng,
        NAMES[:count],
        rules=rules,
        deal=deal,
        plays=plays,
        habits=habits,
        rounds=rounds,
        shown=shown,
    )
    setting = sample_setting(rng, count, size=size, fps=fps, pace=pace, difficulties=difficulties)
    return Film(script, setting, animate(script, setting))


def game_film(
    seed: int,
    *,
    players: int | None = None,
    rules: str | Mapping[str, Any] | None = None,
    plays: int | None = None,
    rounds: int = 1,
    deal: int = 7,
    size: tuple[int, int] | None = None,
    fps: int | None = None,
) -> Film:
    """Return a filmed game as people really play: with their mistakes, and with all difficulties by chance.

    What is not given is drawn from the seed: 2 to 8 players, one of the presets, 720p or 1080p, 15 to 30
    pictures a second.
    """
    rng = np.random.default_rng((seed, 9))
    drawn = (
        int(rng.choice(np.arange(2, 9), p=(0.15, 0.2, 0.25, 0.15, 0.13, 0.06, 0.06))),
        str(rng.choice(["international", "japan", "japan-classic", "hands"], p=(0.55, 0.15, 0.15, 0.15))),
        [(1280, 720), (1920, 1080)][int(rng.random() < 0.15)],
        int(rng.choice([15, 20, 24, 25, 30])),
        float(rng.uniform(1.9, 2.7)),
    )
    return film(
        seed,
        players=players or drawn[0],
        rules=rules or drawn[1],
        plays=plays,
        rounds=rounds,
        deal=deal,
        size=size or drawn[2],
        fps=fps or drawn[3],
        pace=drawn[4],
        habits=PLAYFUL,
        shown=True,
        difficulties=sample_difficulties(rng),
    )


def demo_film(seed: int = DEMO_SEED) -> Film:
    """Return the demo: Ann, Ben and Cy play three rounds on a wooden table."""
    script = demo_script(seed)
    rng = np.random.default_rng((seed, 1))
    setting = sample_setting(rng, 3, pace=2.1, family="classic", table=_wood(rng, 960, 540))
    return Film(script, setting, animate(script, setting))


def make_film(path: str | Path, made: Film, *, preset: str = "veryfast") -> None:
    """Draw a film into ``path`` (an MP4 file) and write its true events beside it.

    In the events, ``clear`` is when the arm that laid or took a card no longer hides the pile. ``preset``:
    of the encoder x264; slower ones make smaller files. Raises OSError where the file cannot be written.
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    with _writer(path, made.setting, preset) as write:
        for shot in tqdm(made.shots(), total=len(made), desc="film", unit="picture"):
            write(shot.image)
    truth = path.with_name(path.stem + ".events.jsonl")
    lines = []
    for event, clear in zip(made.events, made.clears, strict=True):
        data = event.to_json() if clear is None else {**event.to_json(), "clear": round(clear, 3)}
        lines.append(json.dumps(data) + "\n")
    truth.write_text("".join(lines), encoding="utf-8")


def _wood(rng: np.random.Generator, width: int, height: int) -> np.ndarray:
    """A table of oiled planks."""
    y = np.linspace(0, 1, height, dtype=np.float32)[:, None]
    grain = cv2.resize(
        rng.normal(0, 1, (height // 3, 9)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC
    )
    waves = cv2.resize(
        rng.normal(0, 1, (7, 5)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC
    )
    rings = np.sin((y * 26 + waves * 1.3) * 2 * np.pi)
    value = 1 + 0.035 * grain + 0.05 * rings
    planks = 5
    for plank in range(planks):
        top, bottom = (round(height * edge / planks) for edge in (plank, plank + 1))
        value[top:bottom] = np.roll(value[top:bottom], int(rng.integers(width)), axis=1) * rng.uniform(
            0.9, 1.08
        )
        value[top : top + 2] *= 0.62
    return np.clip(np.float32((78, 118, 166)) * value[..., None], 0, 255).astype(np.uint8)


class _writer:  # noqa: N801 - a context manager that reads like a function
    """Open a film for writing; the value is a function that takes one picture.

    With PyAV the file is small (H.264); without it OpenCV writes MPEG-4, several times as large.
    """

    def __init__(self, path: Path, setting: Setting, preset: str) -> None:
        self.path, self.setting, self.preset = path, setting, preset

    def __enter__(self):
        try:
            import av
        except ImportError:
            self._close = self._open_with_opencv()
        else:
            self._close = self._open_with_av(av)
        return self._write

    def __exit__(self, *exc: object) -> None:
        self._close()

    def _open_with_opencv(self):
        code = cv2.VideoWriter_fourcc(*"mp4v")
        writer = cv2.VideoWriter(str(self.path), code, self.setting.fps, self.setting.size)
        if not writer.isOpened():
            raise OSError(f"{self.path}: cannot be written as an MP4 file")
        self._write = writer.write
        return writer.release

    def _open_with_av(self, av):
        container = av.open(str(self.path), "w", options={"movflags": "faststart"})
        stream = container.add_stream("libx264", rate=self.setting.fps)
        stream.width, stream.height = self.setting.size
        stream.pix_fmt = "yuv420p"
        stream.options = {"crf": "22", "preset": self.preset}

        def write(image: np.ndarray) -> None:
            container.mux(stream.encode(av.VideoFrame.from_ndarray(image, format="bgr24")))

        def close() -> None:
            container.mux(stream.encode())
            container.close()

        self._write = write
        return close


__all__ = ["DEMO", "DEMO_SEED", "Film", "demo_film", "film", "game_film", "make_film"]
