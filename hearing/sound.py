"""Recordings on disk."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path

import numpy as np

PCM, FLOAT, EXTENSIBLE = 1, 3, 0xFFFE
"""Kinds of samples, as a WAV file's format chunk numbers them; an extensible one says its kind further on."""
RATES = range(1000, 768_001)
MOST_CHANNELS = 64
UNKNOWN = (0, 0xFFFFFFFF)
"""Sizes that programs write which do not know yet how long a recording will be."""


class SoundError(Exception):
    """A recording that cannot be used; the message is one line that names it."""


def read_sound(path: str | Path, tell: Callable[[str], object] = lambda line: None) -> tuple[np.ndarray, int]:
    """Return a WAV file's samples (float32, full scale 1, all channels as one) and their rate a second.

    Whole numbers of 8, 16, 24 or 32 bits, or floats of 32 or 64; ``tell`` gets one line where the file ends
    before it should. Raises SoundError where the file cannot be used.
    """
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise SoundError(f"{path}: cannot be read ({error.strerror})") from None
    except ValueError:  # a null byte
        raise SoundError(f"{str(path)!r}: not a file's name") from None
    if content[:4] not in (b"RIFF", b"RF64") or content[8:12] != b"WAVE":
        raise SoundError(f"{path}: not a WAV file")
    form, data, promised = _chunks(content)
    if len(form) < 16 or data is None:
        raise SoundError(f"{path}: not a WAV file of plain samples (it ends before the sound)")
    kind, channels, rate, _, _, bits = struct.unpack_from("<HHIIHH", form)
    if kind == EXTENSIBLE and len(form) >= 26:
        kind = struct.unpack_from("<H", form, 24)[0]
    if not rate or not channels or (kind, bits) not in _READERS:
        raise SoundError(f"{path}: not a WAV file of plain samples (kind {kind}, {bits} bits, {rate} Hz)")
    if rate not in RATES or channels > MOST_CHANNELS:
        raise SoundError(
            f"{path}: {rate} samples a second on {channels} channels; allowed are {RATES.start} to "
            f"{RATES.stop - 1} samples a second on up to {MOST_CHANNELS} channels"
        )
    frame = channels * bits // 8
    if promised not in UNKNOWN and len(data) < promised:
        tell(
            f"{path}: ends after {len(data) / frame / rate:.1f} of {promised / frame / rate:.1f} seconds: "
            "what is there was heard"
        )
    return samples_of(data, kind, bits, channels), rate


def samples_of(data: bytes, kind: int, bits: int, channels: int) -> np.ndarray:
    """Return interleaved samples as float32, full scale 1, all channels as one; half a frame is left out.

    ``kind`` is PCM (8 bits without a sign, else with one) or FLOAT; the bits are those of :func:`read_sound`.
    """
    frame = channels * bits // 8
    samples = _READERS[kind, bits](data[: len(data) // frame * frame])
    samples = np.nan_to_num(samples, nan=0.0, posinf=1.0, neginf=-1.0)
    return samples.reshape(-1, channels).mean(axis=1)


def _chunks(content: bytes) -> tuple[bytes, bytes | None, int]:
    """Return the format, the data as far as they are there, and how many bytes of them there should be."""
    form, at = b"", 12
    while at + 8 <= len(content):
        name, size = content[at : at + 4], int.from_bytes(content[at + 4 : at + 8], "little")
        if name == b"data":
            whole = len(content) if size in UNKNOWN else at + 8 + size
            return form, content[at + 8 : whole], size
        if name == b"fmt ":
            form = content[at + 8 : at + 8 + size]
        at += 8 + size + size % 2
    return form, None, 0


def _bytes_of_three(data: bytes) -> np.ndarray:
    parts = np.frombuffer(data, np.uint8).reshape(-1, 3)
    padded = np.zeros((len(parts), 4), np.uint8)
    padded[:, 1:] = parts
    return padded.view("<i4")[:, 0].astype(np.float32) / 2**31


_READERS: dict[tuple[int, int], Callable[[bytes], np.ndarray]] = {
    (PCM, 8): lambda data: np.frombuffer(data, np.uint8).astype(np.float32) / 128 - 1,
    (PCM, 16): lambda data: np.frombuffer(data, "<i2").astype(np.float32) / 2**15,
    (PCM, 24): _bytes_of_three,
    (PCM, 32): lambda data: np.frombuffer(data, "<i4").astype(np.float32) / 2**31,
    (FLOAT, 32): lambda data: np.frombuffer(data, "<f4").astype(np.float32),
    (FLOAT, 64): lambda data: np.frombuffer(data, "<f8").astype(np.float32),
}
"""What makes samples of data, by kind and bits."""
