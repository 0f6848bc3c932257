"""The sound of a filmed game: the calls at their times, talk between them, and the noises of a room.

``FILM.wav`` beside ``FILM.mp4`` is made from the film's true events: 8 kHz, one channel, 8 bits. The voices
are espeak-ng's; no training hears them, nor what is said between the calls, which has no UNO in it.
"""

from __future__ import annotations

import wave
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from datasets import rooms
from datasets.speech import CALLS, HELD_OUT, STRANGE, Utterance, level, say, texts
from hearing.features import RATE
from tracker.events import CallUno, Event, GameStart

LANGUAGES = ("en-us", "es", "it", "de", "ja")
"""What the players speak, one after another."""
PAUSES = (1.0, 5.0)
"""Seconds without talk, from and to."""
APART = int(0.4 * RATE)
"""Samples between the calls and other talk."""
REST = 2.0
"""Seconds that the sound goes on after the last event."""


def soundtrack(events: Sequence[Event], seed: int = 0) -> np.ndarray:
    """Return the sound of a game: float32 samples at 8 kHz, full scale 1.

    ``events`` are the true ones with their times; a call ends at its time. Raises SpeechError where espeak-ng
    is not installed.
    """
    rng = np.random.default_rng((seed, 5))
    game = next(event for event in events if isinstance(event, GameStart))
    seconds = max(event.t or 0.0 for event in events) + REST
    sound = np.zeros(int(seconds * RATE), np.float32)
    people = {name: _Person(rng, number) for number, name in enumerate(game.players)}
    taken = np.zeros(len(sound), bool)
    for event in events:
        if isinstance(event, CallUno) and event.player and event.t is not None:
            call = people[event.player].call(rng)
            end = int(event.t * RATE)
            begin = max(0, end - len(call))
            sound[begin:end] += call[len(call) - (end - begin) :]
            taken[max(0, begin - APART) : end + APART] = True
    talkers, at = list(people.values()), 0
    while (at := at + int(rng.uniform(*PAUSES) * RATE)) < len(sound):
        said = talkers[rng.integers(len(talkers))].talk(rng)[: len(sound) - at]
        if not taken[at : at + len(said)].any():
            sound[at : at + len(said)] += said
        at += len(said)
    sound = rooms.echo(rng, sound) + rooms.noise(rng, len(sound)) * rooms.gain(rng, -25, -15)
    return (sound * (0.7 / np.abs(sound).max())).astype(np.float32)


def write_soundtrack(film: Path, events: Sequence[Event], seed: int = 0) -> Path:
    """Write the sound of a film beside it, and return the file. Raises OSError and SpeechError."""
    samples = np.round(soundtrack(events, seed) * 127 + 128).astype(np.uint8)
    path = film.with_suffix(".wav")
    with path.open("wb") as out, wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())
    return path


class _Person:
    """A player's voice: language, and how high and fast."""

    def __init__(self, rng: np.random.Generator, number: int) -> None:
        self.language = LANGUAGES[number % len(LANGUAGES)]
        self._voice = f"{self.language}+{HELD_OUT[number % len(HELD_OUT)]}"
        self._pitch = int(rng.integers(30, 70))

    def call(self, rng: np.random.Generator) -> np.ndarray:
        return self._say(CALLS[self.language], 110, 170, rng)

    def talk(self, rng: np.random.Generator) -> np.ndarray:
        return self._say(texts(STRANGE, self.language), 130, 190, rng) * rooms.gain(rng, -6, 0)

    def _say(self, words: Sequence[str], slowest: int, fastest: int, rng: np.random.Generator) -> np.ndarray:
        text = words[rng.integers(len(words))]
        return level(say(Utterance(self._voice, text, int(rng.integers(slowest, fastest)), self._pitch)))
