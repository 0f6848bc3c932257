"""How well the ears hear: calls found, and false calls, on recordings of people and on held-out voices.

``python -m datasets.earsbench DIR...``: each folder holds recordings of one voice as the packages
``asterisk-core-sounds-es-wav`` and ``-it-wav`` install them, with somebody saying "uno" as ``digits/1.wav``.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from datasets import rooms
from datasets.heard import recordings, voices
from datasets.speech import HELD_OUT, draw_call, draw_talk, level, speak, trim
from hearing.ears import Ears
from hearing.features import RATE, resample
from hearing.sound import read_sound
from hearing.tuning import Peaks, tuned_threshold

CALL = Path("digits") / "1.wav"
SOON = 0.7
"""Seconds round the end of a call within which it has to be heard."""


@dataclass(frozen=True)
class Hearing:
    """How many of the calls were found, and how many false ones there were in how many minutes of what."""

    found: int
    calls: int
    false_speech: int
    minutes_speech: float
    false_mixed: int
    minutes_mixed: float


def found(calls: Sequence[np.ndarray], count: int, seed: int, threshold: Mapping[str, Any]) -> int:
    """Return how many of ``count`` calls are found, each at a distance, in a room and a noise of its own."""
    rng = np.random.default_rng(seed)
    total = 0
    for number in range(count):
        call = calls[number % len(calls)]
        end = int(rng.uniform(2.2, 3.5) * RATE)
        sound = np.zeros(end + 2 * RATE, np.float32)
        sound[end - len(call) : end] = call
        sound = table(rng, sound)
        total += any(abs(heard.t - end / RATE) < SOON for heard in listen(sound, threshold))
    return total


def table(rng: np.random.Generator, sound: np.ndarray) -> np.ndarray:
    """Hear the sound from a place at a table: a room's echo, a distance, a noise beneath it."""
    sound = rooms.echo(rng, sound)
    sound = sound + rooms.noise(rng, len(sound)) * rooms.gain(rng, -25, -5)
    return sound * rooms.gain(rng, -25, 6)


def false_calls(
    sounds: Sequence[np.ndarray],
    minutes: float,
    talkers: int,
    seed: int,
    threshold: Mapping[str, Any],
    room: Callable[[np.ndarray], np.ndarray] | None = None,
) -> int:
    """Return how many calls are heard in so many minutes of recordings without any, so many at a time.

    Each half a minute is heard in the room, or else at a table of its own.
    """
    rng = np.random.default_rng(seed)
    total = 0
    for _ in range(int(minutes * 2)):
        sound = np.zeros(30 * RATE, np.float32)
        for _ in range(talkers):
            at = 0
            while at < len(sound):
                part = sounds[rng.integers(len(sounds))][: len(sound) - at] * rooms.gain(rng, -6, 3)
                sound[at : at + len(part)] += part
                at += len(part) + int(rng.uniform(0.1, 0.7) * RATE)
        total += len(listen(room(sound) if room else table(rng, sound), threshold))
    return total


def listen(sound: np.ndarray, threshold: Mapping[str, Any]) -> list:
    """Return the calls in a sound at 8 kHz."""
    ears = Ears(RATE, **threshold)
    return ears.feed(sound) + ears.close()


def measure(folder: Path, minutes: float, threshold: Mapping[str, Any]) -> Hearing:
    """Measure on the recordings of one voice."""
    samples, rate = read_sound(folder / CALL)
    calls = [level(trim(resample(samples, rate)))]
    others = recordings(folder)
    return _hearing(calls, others, minutes, threshold)


def measure_rendered(minutes: float, threshold: Mapping[str, Any]) -> Hearing:
    """Measure on rendered voices that no training heard."""
    calls, others = voices(991, 100, 300, held_out=True)
    return _hearing(calls, others, minutes, threshold)


def _hearing(calls: list, others: list, minutes: float, threshold: Mapping[str, Any]) -> Hearing:
    return Hearing(
        found(calls, 100, 1, threshold),
        100,
        false_calls(others, minutes, 1, 2, threshold),
        minutes,
        false_calls(others, minutes, 3, 3, threshold),
        minutes,
    )


@dataclass(frozen=True)
class Tuning:
    """What tuning the threshold to a room is worth: calls found of all, and false calls, without and with."""

    calls: int = 0
    minutes: float = 0.0
    found: int = 0
    false: int = 0
    found_tuned: int = 0
    false_tuned: int = 0

    def __add__(self, other: Tuning) -> Tuning:
        """Add another room's figures."""
        return Tuning(*(a + b for a, b in zip(vars(self).values(), vars(other).values(), strict=True)))


def measure_tuning(room: int, choices: Mapping[str, Any], *, calls: int = 7, minutes: float = 0.5) -> Tuning:
    """Measure in one room, with one rendered voice that no training heard.

    The threshold is tuned with three calls, as in the round of names, and measured on others and on talk.
    """
    rng = np.random.default_rng((room, 7))
    variants = [HELD_OUT[room % len(HELD_OUT)]]
    said = list(speak(draw_call(rng, variants, lead=0.0) for _ in range(3 + calls)))
    talk = list(speak(draw_talk(rng, variants) for _ in range(12)))

    def here(sound: np.ndarray) -> np.ndarray:
        return table(np.random.default_rng((room, 8)), sound)

    pause = np.zeros(int(1.5 * RATE), np.float32)
    heard = [here(np.concatenate([pause, call, pause])) for call in said]
    peaks = Peaks(RATE)
    tuned = tuned_threshold([peak for sound in heard[:3] for peak in peaks.feed(sound)])
    figures = []
    for choice in (choices, {**choices, "threshold": tuned}):
        figures.append(sum(bool(listen(sound, choice)) for sound in heard[3:]))
        figures.append(false_calls(talk, minutes, 1, room, choice, here))
    return Tuning(calls, minutes, *figures)


def measure_voices(
    folders: Iterable[Path], minutes: float = 10.0, choices: Mapping[str, Any] | None = None
) -> Iterator[dict[str, Any]]:
    """Yield the figures of the recorded voices, and of the rendered ones; ``choices`` are those of Ears.

    Raises SoundError where a recording is missing, SpeechError where espeak-ng is.
    """
    for folder in folders:
        yield {"voice": folder.name, **vars(measure(folder, minutes, choices or {}))}
    yield {"voice": "rendered, held out", **vars(measure_rendered(minutes, choices or {}))}


def main() -> None:
    """Print the figures, one JSON object a line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, metavar="DIR")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--threshold", type=float)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--tuning", type=int, metavar="N", help="only: what tuning is worth, in N rooms")
    arguments = parser.parse_args()
    choices = {"threshold": arguments.threshold, "path": arguments.model}
    choices = {name: value for name, value in choices.items() if value is not None}
    if arguments.tuning:
        worth = sum((measure_tuning(room, choices) for room in range(arguments.tuning)), Tuning())
        print(json.dumps(vars(worth)))
        return
    for figures in measure_voices(arguments.folders, arguments.minutes, choices):
        print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    main()
