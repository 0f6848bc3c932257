"""From samples to what the network hears: log-mel spectra."""

from __future__ import annotations

from functools import cache

import numpy as np

RATE = 8000
"""Samples a second. The call has nothing above 3 kHz that would matter, and telephone recordings have not."""
HOP = 80
"""Samples from one spectrum to the next: 10 ms."""
LENGTH = 256
"""Samples that a spectrum is made of."""
MELS = 32
LOWEST, HIGHEST = 80.0, 3600.0
"""The range of the mel filters, in Hz."""
FLOOR = 1e-7


def log_mel(samples: np.ndarray) -> np.ndarray:
    """Return the log-mel spectra (frames, 32) of float32 samples at 8 kHz, full scale being 1.

    Frame ``i`` is made of the samples from ``80 i`` to ``80 i + 256``: pure, without padding, so that a
    recording gives the same in pieces as at once.
    """
    count = max(0, (len(samples) - LENGTH) // HOP + 1)
    if not count:
        return np.empty((0, MELS), np.float32)
    frames = np.lib.stride_tricks.sliding_window_view(samples, LENGTH)[: count * HOP : HOP]
    spectra = np.fft.rfft(frames * _window())
    power = (spectra.real**2 + spectra.imag**2).astype(np.float32)
    return np.log(power @ _filters() + FLOOR)


class Resampler:
    """Brings samples to 8 kHz piece by piece: band-limited, then interpolated."""

    def __init__(self, rate: float) -> None:
        self.step = rate / RATE
        self._filter = _low_pass(self.step)
        self._before = np.zeros(len(self._filter) - 1, np.float32)
        self._last = np.float32(0)
        self._position = 1.0

    def feed(self, samples: np.ndarray) -> np.ndarray:
        """Return what the next samples (float32) come to; between pieces nothing is lost."""
        if self.step == 1 or not len(samples):
            return samples.astype(np.float32, copy=False)
        if len(self._filter) > 1:
            joined = np.concatenate([self._before, samples])
            self._before = joined[len(joined) - len(self._before) :]
            samples = np.convolve(joined, self._filter, "valid")
        known = np.concatenate([[self._last], samples])
        count = max(0, int(np.ceil((len(known) - 1 - self._position) / self.step + 1e-9)))
        where = self._position + np.arange(count) * self.step
        where = where[where <= len(known) - 1]
        resampled = np.interp(where, np.arange(len(known)), known)
        self._position += len(where) * self.step - (len(known) - 1)
        self._last = known[-1]
        return resampled.astype(np.float32)


def resample(samples: np.ndarray, rate: float) -> np.ndarray:
    """Return a whole recording at 8 kHz."""
    return Resampler(rate).feed(samples)


def _low_pass(step: float) -> np.ndarray:
    """Return a windowed sinc that keeps what 8 kHz can hold; ``step``: samples to one of 8 kHz."""
    if step <= 1:
        return np.ones(1, np.float32)
    reach = int(np.ceil(10 * step))
    times = np.arange(-reach, reach + 1) / step
    taps = np.sinc(0.94 * times) * np.hanning(len(times) + 2)[1:-1]
    return (taps / taps.sum()).astype(np.float32)


@cache
def _window() -> np.ndarray:
    return np.hanning(LENGTH).astype(np.float32)


@cache
def _filters() -> np.ndarray:
    """Return the triangular filters (129, 32), equally spaced on the mel scale."""

    def mel(hertz: float) -> float:
        return 2595 * np.log10(1 + hertz / 700)

    edges = 700 * (10 ** (np.linspace(mel(LOWEST), mel(HIGHEST), MELS + 2) / 2595) - 1)
    bins = np.arange(LENGTH // 2 + 1) * RATE / LENGTH
    left, centre, right = edges[:-2], edges[1:-1], edges[2:]
    rising = (bins[:, None] - left) / (centre - left)
    falling = (right - bins[:, None]) / (right - centre)
    return np.maximum(0, np.minimum(rising, falling)).astype(np.float32)
