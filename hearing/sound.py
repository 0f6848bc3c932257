"""Recordings on disk."""

from __future__ import annotations

import wave
from pathlib import Path

import numpy as np


class SoundError(Exception):
    """A recording that cannot be used; the message is one line that names it."""


def read_sound(path: str | Path) -> tuple[np.ndarray, int]:
    """Return a WAV file's samples (float32, full scale 1, all channels as one) and their rate a second.

    PCM of 8, 16, 24 or 32 bits. Raises SoundError where the file cannot be used.
    """
    try:
        with wave.open(str(path)) as file:
            channels, width, rate = file.getnchannels(), file.getsampwidth(), file.getframerate()
            data = file.readframes(file.getnframes())
    except OSError as error:
        raise SoundError(f"{path}: cannot be read ({error.strerror})") from None
    except (wave.Error, EOFError) as error:
        raise SoundError(f"{path}: not a WAV file of plain samples ({str(error) or 'too short'})") from None
    if not rate:
        raise SoundError(f"{path}: not a WAV file of plain samples (no sample rate)")
    data = data[: len(data) // (width * channels) * width * channels]
    if width == 1:
        samples = np.frombuffer(data, np.uint8).astype(np.float32) / 128 - 1
    elif width == 3:
        parts = np.frombuffer(data, np.uint8).reshape(-1, 3)
        padded = np.zeros((len(parts), 4), np.uint8)
        padded[:, 1:] = parts
        samples = padded.view("<i4")[:, 0].astype(np.float32) / 2**31
    else:
        samples = np.frombuffer(data, f"<i{width}").astype(np.float32) / 2 ** (8 * width - 1)
    return samples.reshape(-1, channels).mean(axis=1), rate
