"""The ears: a small network looks at the last 1.3 seconds, and says whether somebody has just called UNO."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hearing.features import HOP, LENGTH, RATE, Resampler, log_mel
from vision.model import MODELS, Model

EARS = MODELS / "ears.onnx"
WINDOW = 128
"""Spectra that the network looks at: 1.28 seconds."""
STEP = 8
"""Spectra from one look to the next: 80 ms."""
THRESHOLD = 0.7
"""How sure two looks in a row have to be, on the average."""
SURE = 0.85
"""The same in a game where no call is expected."""
DELAY = 0.1
"""Seconds that the end of a call lies back, on the average, when it is heard."""
PAUSE = 0.8
"""Seconds within which the same call is not heard again."""
BATCH = 64
"""Looks taken at once; more only take memory."""
PIECE = 10.0
"""Seconds of a recording heard at once; more only take memory."""


@dataclass(frozen=True)
class Call:
    """A spoken UNO: when it ended, in seconds from the first sample, and how sure the ears are, 0 to 1.

    ``sure``: whether that is enough at any time, and not only where a call is expected.
    """

    t: float
    confidence: float
    sure: bool = True


class Ears:
    """Listens to one stream of samples; keeps no more of it than 1.3 seconds.

    ``rate``: samples a second. ``threshold``: from 0 to 1, the more the surer a call has to be; ``doubtful``:
    the same for calls that are not sure, None to leave them out. A sure one right after a doubtful one is the
    same call. Raises ModelError where the model file cannot be used.
    """

    def __init__(
        self,
        rate: float,
        threshold: float = THRESHOLD,
        *,
        doubtful: float | None = None,
        path: Path = EARS,
    ) -> None:
        self.threshold = threshold
        self._doubtful = threshold if doubtful is None else min(doubtful, threshold)
        self._model = Model(path, "hear", threads=1)
        self._resampler = Resampler(rate)
        # What came before the first sample counts as silence.
        self._spectra = log_mel(np.zeros((WINDOW - STEP - 1) * HOP + LENGTH, np.float32))
        self._samples = np.empty(0, np.float32)
        self._heard = 0
        self._score = 0.0
        self._quiet_until = self._doubts_until = 0.0

    def feed(self, samples: np.ndarray) -> list[Call]:
        """Return the calls that the next samples complete; float32, full scale 1, any number of them."""
        return [call for t, score in self.scores(samples) if (call := self._decide(t, score))]

    def close(self) -> list[Call]:
        """Return what half a second of silence at the end completes."""
        return self.feed(np.zeros(int(0.5 * RATE * self._resampler.step), np.float32))

    def scores(self, samples: np.ndarray) -> Iterator[tuple[float, float]]:
        """Yield the time of each look, in seconds, and how sure the network is that a call has just ended."""
        self._samples = np.concatenate([self._samples, self._resampler.feed(samples)])
        fresh = log_mel(self._samples)
        fresh = fresh[: len(fresh) // STEP * STEP]
        self._samples = self._samples[len(fresh) * HOP :]
        spectra = np.concatenate([self._spectra, fresh])
        self._spectra = spectra[len(fresh) :]
        looks = (
            np.lib.stride_tricks.sliding_window_view(spectra, WINDOW, axis=0)[::STEP] if len(fresh) else ()
        )
        for first in range(0, len(looks), BATCH):
            batch = np.ascontiguousarray(looks[first : first + BATCH].swapaxes(1, 2))
            for score in self._model.run(batch):
                self._heard += STEP * HOP
                yield (self._heard + LENGTH - HOP) / RATE, float(score)

    def _decide(self, t: float, score: float) -> Call | None:
        """Return the call that has been made by now, if there is one that was not returned before."""
        confidence, self._score = (self._score + score) / 2, score
        sure = confidence >= self.threshold
        if confidence < self._doubtful or t < (self._quiet_until if sure else self._doubts_until):
            return None
        self._doubts_until = t + PAUSE
        if sure:
            self._quiet_until = t + PAUSE
        return Call(round(max(0.0, t - DELAY), 3), round(confidence, 3), sure)


class Recording:
    """A recording that is heard as time goes on, as the sound of a film; float32 samples, full scale 1."""

    def __init__(self, samples: np.ndarray, rate: float) -> None:
        self._ears = Ears(rate, SURE, doubtful=THRESHOLD)
        self._samples, self._rate, self._heard = samples, rate, 0

    def until(self, t: float) -> list[Call]:
        """Return the calls, doubtful ones too, that can be heard by ``t`` seconds and are new."""
        if self._heard == len(self._samples):
            return []
        first, self._heard = self._heard, min(len(self._samples), max(self._heard, int(t * self._rate)))
        calls = self._ears.feed(self._samples[first : self._heard])
        return calls + self._ears.close() if self._heard == len(self._samples) else calls

    def pieces(self) -> Iterator[list[Call]]:
        """Yield the calls of one :data:`PIECE` after another, to the end; each of them once."""
        heard, newest = 0.0, -PAUSE
        while heard < self.seconds:
            heard += PIECE
            calls = []
            for call in self.until(heard):
                if call.t >= newest + PAUSE:
                    newest = call.t
                    calls.append(call)
            yield calls

    @property
    def seconds(self) -> float:
        """How long it is."""
        return len(self._samples) / self._rate


def find_calls(samples: np.ndarray, rate: float) -> Iterator[Call]:
    """Yield the calls in a whole recording."""
    for calls in Recording(samples, rate).pieces():
        yield from calls
