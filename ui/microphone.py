"""The microphone: its sound goes to the ears, in a thread of their own; what is wrong is one sentence."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QIODevice, QObject, QTimer, Signal

from hearing.ears import SURE, THRESHOLD, Ears
from hearing.sound import FLOAT, PCM, samples_of
from hearing.tuning import Peaks
from ui.threads import WorkThread, retire
from ui.words import translate
from vision.model import ModelError

RATE = 16000
"""Samples a second that a microphone is asked for; another rate does as well."""
RETRY = 2000
"""Milliseconds between tries to get a microphone that is not there."""
SILENT = 3.0
"""Seconds without a single sample after which a microphone counts as gone."""
BEHIND = 0.5
"""Seconds of sound that may wait for the ears; what comes then is left out, so that nothing is heard late."""
QUIETEST, LOUDEST = -60.0, -10.0
"""The range of the level meter, in decibels below full scale."""


class MicrophoneError(Exception):
    """There is nothing to listen to; the message is one sentence. ``lasting``: trying again does not help."""

    def __init__(self, message: str, lasting: bool = False) -> None:
        super().__init__(message)
        self.lasting = lasting


@dataclass
class Input:
    """Sound to listen to: a device that gives bytes, what makes samples (float32) of them, and their rate.

    ``failed`` says whether the device has gone; ``close`` lets it go.
    """

    device: QIODevice
    samples: Callable[[bytes], np.ndarray]
    rate: int
    failed: Callable[[], bool] = lambda: False
    close: Callable[[], object] = lambda: None


class Microphone(QObject):
    """Listens while it is on. No more than two seconds of sound are kept, and none is written anywhere.

    ``open_input`` opens what is listened to and raises MicrophoneError where it cannot; it is called again
    until it can, and where the sound has gone.
    """

    heard = Signal(float, bool)
    """UNO was called just now: how sure that is, 0 to 1, and whether that is enough at any time."""
    peaked = Signal(float)
    """While tuning: something like UNO has been said, and how sure the ears were at the most."""
    levelled = Signal(float)
    """How loud it is, 0 to 1, a few times a second."""
    troubled = Signal(str)
    """Why nothing is heard, in one sentence; an empty one once something is."""

    def __init__(self, open_input: Callable[[], Input] | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open = open_input or open_microphone
        self.threshold = SURE
        self.trouble = ""
        self._tuning = False
        self._input: Input | None = None
        self._thread: _EarThread | None = None
        self._newest = self._shown = 0.0
        self._timer = QTimer(self, interval=RETRY)
        self._timer.timeout.connect(self._look_after)

    @property
    def on(self) -> bool:
        """Whether it is switched on."""
        return self._timer.isActive()

    @property
    def tuning(self) -> bool:
        """Whether it tells how sure the ears are of what is said, in place of calls."""
        return self._tuning

    @tuning.setter
    def tuning(self, tuning: bool) -> None:
        self._tuning = tuning
        self._renew_ears()

    def start(self) -> None:
        """Listen from now on."""
        if not self.on:
            self._timer.start()
            self._begin()

    def stop(self) -> None:
        """Listen no longer."""
        self._timer.stop()
        self._let_go()
        self._say("")
        self.levelled.emit(0.0)

    def use_threshold(self, threshold: float) -> None:
        """Let a call be as sure as this from now on, 0 to 1."""
        self.threshold = threshold
        self._renew_ears()

    def _begin(self) -> None:
        try:
            self._input = self._open()
        except MicrophoneError as error:
            if error.lasting:
                self._give_up(str(error))
            else:
                self._say(str(error))
            return
        self._newest = time.monotonic()
        self._renew_ears()
        self._input.device.readyRead.connect(self._read)
        self._read()

    def _give_up(self, trouble: str) -> None:
        """Try no longer: what is wrong lasts."""
        self._timer.stop()
        self._let_go()
        self._say(trouble)

    def _renew_ears(self) -> None:
        if self._thread:
            retire(self._thread)
        self._thread = None
        if self._input:
            threshold = None if self._tuning else self.threshold
            self._thread = _EarThread(self._input.rate, threshold)
            self._thread.heard.connect(self.heard)
            self._thread.peaked.connect(self.peaked)
            self._thread.failed.connect(self._give_up)
            self._thread.start()

    def _read(self) -> None:
        if self._input is None or self._thread is None:
            return
        samples = self._input.samples(self._input.device.readAll().data())
        if not len(samples):
            return
        self._newest = time.monotonic()
        self._say("")
        self._thread.feed(samples)
        if self._newest > self._shown + 0.08:
            self._shown = self._newest
            self.levelled.emit(loudness(samples))

    def _look_after(self) -> None:
        """See whether the sound still comes, and try to get it where it does not."""
        if self._input is None:
            self._begin()
        elif self._input.failed() or time.monotonic() > self._newest + SILENT:
            self._let_go()
            self._say(translate("microphone", "The microphone has gone silent; waiting for it."))
            self.levelled.emit(0.0)

    def _let_go(self) -> None:
        gone, self._input = self._input, None
        self._renew_ears()
        if gone:
            gone.device.readyRead.disconnect(self._read)
            gone.close()

    def _say(self, trouble: str) -> None:
        if trouble != self.trouble:
            self.trouble = trouble
            self.troubled.emit(trouble)


class _EarThread(WorkThread):
    """The ears in a thread of their own: the window never waits for a model."""

    heard = Signal(float, bool)
    peaked = Signal(float)
    failed = Signal(str)
    """The ears cannot hear at all, and why."""

    def __init__(self, rate: int, threshold: float | None) -> None:
        super().__init__("ears", self._run)
        self._rate, self._threshold = rate, threshold
        self._waiting: queue.SimpleQueue[np.ndarray | None] = queue.SimpleQueue()
        self._samples = 0

    def feed(self, samples: np.ndarray) -> None:
        """Let the next samples be heard, unless too many wait already."""
        if self._samples < BEHIND * self._rate:
            self._samples += len(samples)
            self._waiting.put(samples)

    def stop(self, wait: float = 0.0) -> bool:
        """Hear no more, as :meth:`WorkThread.stop`; what is heard from here on is told to nobody."""
        self._waiting.put(None)
        return super().stop(wait)

    def _run(self) -> None:
        try:
            ears = (
                Peaks(self._rate)
                if self._threshold is None
                else Ears(self._rate, self._threshold, doubtful=THRESHOLD)
            )
        except ModelError as error:
            self._tell(self.failed, str(error))
            return
        while (samples := self._waiting.get()) is not None:
            found = ears.feed(samples)
            self._samples -= len(samples)
            for one in found:
                if isinstance(one, float):
                    self._tell(self.peaked, one)
                else:
                    self._tell(self.heard, one.confidence, one.sure)


def loudness(samples: np.ndarray) -> float:
    """Return how loud samples (float32, full scale 1) are on the level meter, 0 to 1."""
    power = float(np.mean(np.square(samples))) if len(samples) else 0.0
    return float(np.clip((10 * np.log10(power + 1e-12) - QUIETEST) / (LOUDEST - QUIETEST), 0, 1))


def open_microphone() -> Input:
    """Open the system's microphone with Qt. Raises MicrophoneError where there is none, or it is refused."""
    try:
        from PySide6.QtMultimedia import QAudio, QAudioFormat, QAudioSource, QMediaDevices
    except ImportError:
        missing = translate("microphone", "Hearing needs Qt’s sound module: ./run sound")
        raise MicrophoneError(missing, lasting=True) from None
    device = QMediaDevices.defaultAudioInput()
    if device.isNull():
        raise MicrophoneError(translate("microphone", "No microphone is plugged in; waiting for one."))
    wanted = QAudioFormat()
    wanted.setSampleRate(RATE)
    wanted.setChannelCount(1)
    wanted.setSampleFormat(QAudioFormat.SampleFormat.Int16)
    chosen = wanted if device.isFormatSupported(wanted) else device.preferredFormat()
    source = QAudioSource(device, chosen)
    opened = source.start()
    if opened is None or source.error() != QAudio.Error.NoError:
        raise MicrophoneError(
            translate("microphone", "The microphone cannot be opened; is it allowed, and not used elsewhere?")
        )
    known, channels = device.id(), chosen.channelCount()
    kind, bits = {
        QAudioFormat.SampleFormat.UInt8: (PCM, 8),
        QAudioFormat.SampleFormat.Int16: (PCM, 16),
        QAudioFormat.SampleFormat.Int32: (PCM, 32),
        QAudioFormat.SampleFormat.Float: (FLOAT, 32),
    }[chosen.sampleFormat()]

    def failed() -> bool:
        there = known in [one.id() for one in QMediaDevices.audioInputs()]
        return not there or source.state() == QAudio.State.StoppedState

    return Input(
        opened,
        lambda data: samples_of(data, kind, bits, channels),
        chosen.sampleRate(),
        failed,
        source.stop,
    )
