"""Rendered sound at a table: voices, rooms, distance, noise, music, knocks, and microphones."""

from __future__ import annotations

import numpy as np

from hearing.features import RATE


def vary(rng: np.random.Generator, speech: np.ndarray) -> np.ndarray:
    """Say it with another voice: pitch, size of the mouth, melody, stress, and timbre are changed."""
    count = len(speech)
    pace = np.exp(rng.uniform(-0.22, 0.22) + 0.12 * wander(rng, count, 3))
    where = np.cumsum(pace)
    where = where[where < count - 1]
    varied = np.interp(where, np.arange(count), speech)
    varied *= np.exp(0.6 * wander(rng, len(varied), 4))
    return colour(rng, varied.astype(np.float32), 7)


def wander(rng: np.random.Generator, count: int, points: int) -> np.ndarray:
    """Return a smooth random curve of this many samples, its values about -1 to 1."""
    return np.interp(np.linspace(0, points - 1, count), np.arange(points), rng.normal(0, 0.6, points))


def colour(rng: np.random.Generator, sound: np.ndarray, decibels: float) -> np.ndarray:
    """Filter the sound by a random smooth curve, as a mouth or a loudspeaker does."""
    size = -(-len(sound) // 1024) * 1024  # a length that is quick to transform
    spectrum = np.fft.rfft(sound, size)
    gain = np.exp(wander(rng, len(spectrum), 8) * decibels / 8.7)
    return np.fft.irfft(spectrum * gain, size)[: len(sound)].astype(np.float32)


def echo(rng: np.random.Generator, sound: np.ndarray) -> np.ndarray:
    """Place the sound in a room: the direct sound, then a decaying tail."""
    decay = rng.uniform(0.1, 0.8)
    count = int(decay * RATE)
    times = np.arange(count) / RATE
    tail = rng.normal(0, 1, count) * np.exp(-6.9 * times / decay)
    tail[: int(rng.uniform(0.001, 0.02) * RATE)] = 0
    tail *= 10 ** (rng.uniform(-20, 3) / 20) / (np.sqrt(np.sum(tail**2)) + 1e-9)
    tail[0] = 1
    length = len(sound) + count
    size = 1 << length.bit_length()
    filtered = np.fft.irfft(np.fft.rfft(sound, size) * np.fft.rfft(tail, size), size)
    return filtered[: len(sound)].astype(np.float32)


def noise(rng: np.random.Generator, count: int) -> np.ndarray:
    """Return noise of a mean power of 0.01: hiss to rumble, hum, music, or knocks of cards and hands."""
    kind = rng.random()
    times = np.arange(count) / RATE
    if kind < 0.55:
        spectrum = np.fft.rfft(rng.normal(0, 1, count))
        spectrum *= np.maximum(np.arange(len(spectrum)), 20) ** -rng.uniform(0, 1.2)
        sound = np.fft.irfft(spectrum, count)
    elif kind < 0.65:
        base = rng.choice([50, 60, 100, 120]) * (1 + rng.uniform(-0.01, 0.01))
        sound = sum(np.sin(2 * np.pi * base * k * times) / k for k in range(1, 8))
        sound = sound + rng.normal(0, 0.2, count)
    elif kind < 0.85:
        sound = np.zeros(count)
        note = int(rng.uniform(0.15, 0.6) * RATE)
        for begin in range(0, count, note):
            t = times[: min(note, count - begin)]
            for tone in rng.choice([0, 2, 4, 5, 7, 9, 11, 12], rng.integers(1, 4)):
                base = 110 * 2 ** (tone / 12 + rng.integers(0, 3))
                part = sum(np.sin(2 * np.pi * base * k * t) / k**1.5 for k in range(1, 6))
                sound[begin : begin + len(t)] += part * np.exp(-t * rng.uniform(1, 8))
    else:
        sound = rng.normal(0, 0.003, count)
        for _ in range(rng.integers(1, 1 + max(2, 3 * count // RATE))):
            at, length = rng.integers(0, count), int(rng.uniform(0.01, 0.12) * RATE)
            t = times[: min(length, count - at)]
            knock = rng.normal(0, 1, len(t)) + 2 * np.sin(2 * np.pi * rng.uniform(80, 900) * t)
            sound[at : at + len(t)] += knock * np.exp(-t * 7 * RATE / length) * rng.uniform(0.2, 1)
    return (sound * (0.1 / np.sqrt(np.mean(sound**2) + 1e-12))).astype(np.float32)


def microphone(rng: np.random.Generator, sound: np.ndarray) -> np.ndarray:
    """Hear it through some microphone: its band and timbre, its level, sometimes overdriven."""
    spectrum = np.fft.rfft(sound)
    hertz = np.fft.rfftfreq(len(sound), 1 / RATE)
    if rng.random() < 0.5:
        spectrum /= np.sqrt(1 + (hertz / rng.uniform(2400, 4000)) ** 8)
    if rng.random() < 0.5:
        spectrum *= 1 / np.sqrt(1 + (rng.uniform(60, 300) / np.maximum(hertz, 1)) ** 4)
    sound = np.fft.irfft(spectrum, len(sound))
    sound = colour(rng, sound.astype(np.float32), 4)
    if rng.random() < 0.1:
        sound = np.tanh(sound * rng.uniform(3, 12)) / 10
    return sound * np.float32(10 ** (rng.uniform(-32, 8) / 20))


def gain(rng: np.random.Generator, low: float, high: float) -> np.float32:
    """Return a random factor from ``low`` to ``high`` decibels."""
    return np.float32(10 ** (rng.uniform(low, high) / 20))
