"""What the ears are trained on: windows of sound at a table, with a call that has just ended, or without."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from datasets import rooms
from datasets.speech import HELD_OUT, RATE, VARIANTS, draw_call, draw_other, draw_talk, level, speak
from hearing.ears import STEP, WINDOW
from hearing.features import HOP, LENGTH, MELS, log_mel, resample
from hearing.sound import read_sound
from vision.model import Model

SAMPLES = (WINDOW - 1) * HOP + LENGTH
"""Samples of a window."""
SOONEST, LATEST = 0.1, 0.46
"""Seconds from the end of the call to the end of a window that says so."""
LEAD = RATE
"""Samples before a window, for its echoes."""
WITH_CALL = [
    "1",
    *("conf-adminmenu", "conf-adminmenu-162", "conf-adminmenu-18", "conf-adminmenu-menu8"),
    *("conf-usermenu", "conf-usermenu-162", "dir-instr", "options", "play_help", "priv-callee-options"),
    *("record_help", "screen-callee-options", "vm-forward", "vm-forward-multiple", "vm-forwardoptions"),
    *("vm-instructions", "vm-onefor", "vm-onefor-full", "vm-options", "vm-review", "vm-saveoper"),
    *("vm-tempgreeting", "vm-tempgreeting2", "vm-tocallnum", "vm-toenternumber", "vm-toreply"),
]
"""Recordings in which the word is said in Spanish or Italian: also "marque 1" is read "marque uno"."""
DOUBT, MOST = 0.1, 6
"""Hard windows: how sure of a call a model is at least, and how many of one sound are kept."""


def voices(seed: int, calls: int, others: int, *, held_out: bool = False) -> tuple[list, list]:
    """Render calls and other speech, each float32 samples at 8 kHz."""
    rng = np.random.default_rng(seed)
    variants = HELD_OUT if held_out else VARIANTS
    said = list(speak(draw_call(rng, variants, lead=0.15) for _ in range(calls)))
    return said, list(speak(draw_other(rng, variants) for _ in range(others)))


def talk(seed: int, count: int) -> list[np.ndarray]:
    """Render what is said at a table without even sounding like a call, as :func:`voices`."""
    rng = np.random.default_rng((seed, 2))
    return list(speak(draw_talk(rng, VARIANTS) for _ in range(count)))


def recordings(folder: Path) -> list[np.ndarray]:
    """Return the recordings in and below a folder, levelled; silence and :data:`WITH_CALL` are left out."""
    sounds = []
    for file in sorted(folder.rglob("*.wav")):
        if file.parent.name != "silence" and file.stem not in WITH_CALL:
            samples, rate = read_sound(file)
            if len(samples) > rate // 4:
                sounds.append(level(resample(samples, rate)))
    return sounds


def called(
    rng: np.random.Generator, calls: Sequence[np.ndarray], others: Sequence[np.ndarray]
) -> Iterator[tuple[np.ndarray, int]]:
    """Yield windows of one call as log-mel with their label: 1, and 0 while it is not finished."""
    call = rooms.vary(rng, calls[rng.integers(len(calls))])
    total = LEAD + 2 * SAMPLES
    end = LEAD + SAMPLES
    begin = max(0, end - len(call))
    sound = np.zeros(total, np.float32)
    sound[begin:end] = call[len(call) - (end - begin) :]
    if rng.random() < 0.3:  # somebody has just said something else
        before = rooms.vary(rng, others[rng.integers(len(others))]) * rooms.gain(rng, -8, 4)
        stop = begin - int(rng.uniform(0.05, 0.5) * RATE)
        if stop > 0:
            part = before[-stop:]
            sound[stop - len(part) : stop] += part
    if rng.random() < 0.2:  # and goes on talking afterwards
        after = rooms.vary(rng, others[rng.integers(len(others))]) * rooms.gain(rng, -8, 4)
        start = end + int(rng.uniform(0.05, 0.5) * RATE)
        part = after[: total - start]
        sound[start : start + len(part)] += part
    sound = rooms.echo(rng, sound) if rng.random() < 0.75 else sound
    sound = _beneath(rng, sound, others, 0.25, 3, 25)
    for after, label in ((rng.uniform(SOONEST, LATEST), 1), (rng.uniform(SOONEST, LATEST), 1)):
        yield _window(sound, end + int(after * RATE)), label
    if len(call) > 0.25 * RATE and rng.random() < 0.4:
        yield _window(sound, end - min(LEAD, int(rng.uniform(0.35, 0.7) * len(call)))), 0
    if rng.random() < 0.3:
        yield _window(sound, end + int(rng.uniform(0.7, 1.1) * RATE)), 0


def other(
    rng: np.random.Generator, others: Sequence[np.ndarray], people: Sequence[np.ndarray], count: int = 6
) -> Iterator[tuple[np.ndarray, int]]:
    """Yield windows without a call: speech, several people, noise; ``people`` are recordings of such."""
    sound = _table(rng, others, people, 5 * RATE)
    for _ in range(count):
        yield _window(sound, int(rng.integers(LEAD + SAMPLES, len(sound)))), 0


def shard(seed: int, calls: list, others: list, people: list, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Return ``size`` windows (size, 128, 32) in float16 and their labels, a third of them calls."""
    rng = np.random.default_rng(seed)
    spectra, labels = np.empty((size, WINDOW, MELS), np.float16), []
    while len(labels) < size:
        made = called(rng, calls, others) if rng.random() < 0.55 else other(rng, others, people)
        for spectrum, label in made:
            if len(labels) < size:
                spectra[len(labels)] = spectrum
                labels.append(label)
    return spectra, np.array(labels, np.float32)


def hard(seed: int, model: Path, others: list, people: list, sounds: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the windows of so many sounds without a call that a model may take for one, as :func:`shard`.

    No other speech should end like the call ("alguno"): where such windows weigh much, calls are missed.
    Raises ModelError where the model cannot be used.
    """
    rng = np.random.default_rng((seed, 1))
    network = Model(model, "hear", threads=1)
    found = [np.empty((0, WINDOW, MELS), np.float16)]
    for _ in range(sounds):
        spectra = log_mel(_table(rng, others, people, 8 * RATE)[LEAD:])
        looks = np.lib.stride_tricks.sliding_window_view(spectra, WINDOW, axis=0)[::STEP].swapaxes(1, 2)
        sure = network.run(np.ascontiguousarray(looks))
        surest = np.argsort(-sure)[:MOST]
        found.append(looks[surest[sure[surest] > DOUBT]].astype(np.float16))
    windows = np.concatenate(found)
    return windows, np.zeros(len(windows), np.float32)


def _table(
    rng: np.random.Generator, others: Sequence[np.ndarray], people: Sequence[np.ndarray], count: int
) -> np.ndarray:
    """Return so many samples of a table without a call, after their lead."""
    total = LEAD + count
    sound = np.zeros(total, np.float32)
    source = people if len(people) and rng.random() < 0.25 else others
    talkers = 0 if rng.random() < 0.12 else 1 if rng.random() < 0.7 else rng.integers(2, 5)
    for _ in range(talkers):
        at, loud = int(rng.uniform(0, 0.5) * RATE), rooms.gain(rng, -8, 4)
        while at < total:
            part = rooms.vary(rng, source[rng.integers(len(source))])[: total - at] * loud
            sound[at : at + len(part)] += part
            at += len(part) + int(rng.uniform(0.02, 0.9) * RATE)
    sound = rooms.echo(rng, sound) if rng.random() < 0.75 else sound
    return _beneath(rng, sound, others, 0.1, 3, 30)


def _beneath(
    rng: np.random.Generator, sound: np.ndarray, others: Sequence[np.ndarray], talk: float, low, high
) -> np.ndarray:
    """Put noise, and with this chance people in the background, beneath it; then the microphone."""
    if rng.random() < talk:
        for _ in range(rng.integers(1, 4)):
            babble = np.zeros_like(sound)
            at = 0
            while at < len(sound):
                part = others[rng.integers(len(others))][: len(sound) - at]
                babble[at : at + len(part)] = part
                at += len(part) + int(rng.uniform(0, 0.5) * RATE)
            sound = sound + babble * rooms.gain(rng, -22, -5)
    sound = sound + rooms.noise(rng, len(sound)) * rooms.gain(rng, -high, -low)
    if rng.random() < 0.3:
        sound = sound + rooms.noise(rng, len(sound)) * rooms.gain(rng, -25, -5)
    return rooms.microphone(rng, sound)


def _window(sound: np.ndarray, end: int) -> np.ndarray:
    return log_mel(sound[end - SAMPLES : end])
