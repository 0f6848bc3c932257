"""The microphone without a device: the same object on given bytes; what it lacks, and that it comes back."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice

from hearing.features import RATE
from hearing.sound import FLOAT, PCM, read_sound, samples_of
from hearing.tuning import HIGHEST, LOWEST, Peaks, tuned_threshold
from ui import microphone as module
from ui.microphone import Input, Microphone, MicrophoneError, loudness, open_microphone
from vision.model import ModelError

CALLS = Path(__file__).parent / "data" / "calls.wav"


def as_input(samples: np.ndarray) -> Input:
    """Sound that comes all at once, as whole numbers of 16 bits."""
    buffer = QBuffer()
    buffer.setData(QByteArray((samples * 2**15).astype("<i2").tobytes()))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    return Input(buffer, lambda data: samples_of(data, PCM, 16, 1), RATE)


class Pieces:
    """A microphone that is fed by hand."""

    def __init__(self) -> None:
        self.device = QBuffer()
        self.device.open(QIODevice.OpenModeFlag.ReadOnly)
        self.gone = self.closed = False
        self.opened = 0

    def open(self) -> Input:
        self.opened += 1
        if self.gone:
            raise MicrophoneError("No microphone is plugged in; waiting for one.")
        decode = lambda data: samples_of(data, FLOAT, 32, 1)  # noqa: E731
        return Input(self.device, decode, RATE, lambda: self.gone, self._close)

    def feed(self, samples: np.ndarray) -> None:
        self.device.close()
        self.device.setData(QByteArray(samples.astype("<f4").tobytes()))
        self.device.open(QIODevice.OpenModeFlag.ReadOnly)
        self.device.readyRead.emit()

    def _close(self) -> None:
        self.closed = True


@pytest.fixture
def calls() -> np.ndarray:
    return read_sound(CALLS)[0]


def told_by(signal) -> list[tuple]:
    """What a signal of the ears' thread tells; unlike a blocker of qtbot, it may be told more later."""
    told: list[tuple] = []
    signal.connect(lambda *values: told.append(values))
    return told


def test_it_is_off_at_first(qtbot) -> None:
    pieces = Pieces()
    assert not Microphone(pieces.open).on
    assert pieces.opened == 0


def test_a_call_is_heard(qtbot, calls: np.ndarray) -> None:
    microphone = Microphone(lambda: as_input(calls[: 3 * RATE]))
    heard = told_by(microphone.heard)
    microphone.start()
    qtbot.waitUntil(lambda: any(sure and confidence > 0.8 for confidence, sure in heard))
    microphone.stop()


def test_a_call_is_heard_in_pieces_and_shows_its_level(qtbot, calls: np.ndarray) -> None:
    pieces = Pieces()
    microphone = Microphone(pieces.open)
    levels: list[float] = []
    microphone.levelled.connect(levels.append)
    heard = told_by(microphone.heard)
    microphone.start()
    for first in range(0, 3 * RATE, RATE // 10):
        pieces.feed(calls[first : first + RATE // 10])
        qtbot.wait(5)
    qtbot.waitUntil(lambda: bool(heard), timeout=10000)
    assert max(levels) > 0.3
    microphone.stop()
    assert pieces.closed
    assert levels[-1] == 0


def test_nothing_is_heard_where_it_is_off(qtbot, calls: np.ndarray) -> None:
    pieces = Pieces()
    microphone = Microphone(pieces.open)
    microphone.start()
    microphone.stop()
    with qtbot.assertNotEmitted(microphone.heard, wait=500):
        pieces.feed(calls[: 3 * RATE])


@pytest.mark.parametrize(("threshold", "sure"), [(0.5, True), (1.1, False)])
def test_the_threshold_says_whether_a_call_is_sure(
    qtbot, calls: np.ndarray, threshold: float, sure: bool
) -> None:
    microphone = Microphone(lambda: as_input(calls[: 3 * RATE]))
    microphone.use_threshold(threshold)
    heard = told_by(microphone.heard)
    microphone.start()
    qtbot.waitUntil(lambda: bool(heard))
    assert heard[0][1] == sure
    microphone.stop()


def test_a_missing_microphone_is_said_once_and_picked_up_when_it_comes(qtbot, monkeypatch) -> None:
    monkeypatch.setattr(module, "RETRY", 20)
    pieces = Pieces()
    pieces.gone = True
    microphone = Microphone(pieces.open)
    said: list[str] = []
    microphone.troubled.connect(said.append)
    microphone.start()
    qtbot.waitUntil(lambda: pieces.opened > 3)
    assert said == ["No microphone is plugged in; waiting for one."]
    pieces.gone = False
    opened = pieces.opened
    qtbot.waitUntil(lambda: pieces.opened > opened)
    pieces.feed(np.zeros(100))
    assert said[1:] == [""]
    microphone.stop()


def test_a_microphone_that_is_unplugged_is_said_and_picked_up_again(qtbot, monkeypatch) -> None:
    monkeypatch.setattr(module, "RETRY", 20)
    pieces = Pieces()
    microphone = Microphone(pieces.open)
    microphone.start()
    pieces.feed(np.zeros(100))
    assert microphone.trouble == ""
    pieces.gone = True
    qtbot.waitUntil(lambda: pieces.closed)
    qtbot.waitUntil(lambda: microphone.trouble == "No microphone is plugged in; waiting for one.")
    pieces.gone = False
    opened = pieces.opened
    qtbot.waitUntil(lambda: pieces.opened > opened)
    pieces.feed(np.zeros(100))
    assert microphone.trouble == ""
    microphone.stop()


def test_a_microphone_that_gives_nothing_counts_as_gone(qtbot, monkeypatch) -> None:
    monkeypatch.setattr(module, "RETRY", 20)
    monkeypatch.setattr(module, "SILENT", 0.1)
    pieces = Pieces()
    microphone = Microphone(pieces.open)
    microphone.start()
    qtbot.waitUntil(lambda: "silent" in microphone.trouble)
    microphone.stop()
    assert microphone.trouble == ""


def test_without_the_sound_module_it_is_said_how_to_get_it_and_not_tried_again(qtbot, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "PySide6.QtMultimedia", None)
    microphone = Microphone(open_microphone)
    microphone.start()
    assert "./run sound" in microphone.trouble
    assert not microphone.on


def test_no_more_than_half_a_second_waits_for_the_ears(qtbot) -> None:
    thread = module._EarThread(RATE, 0.85)  # not started: ears that never get to it
    for _ in range(100):
        thread.feed(np.zeros(RATE // 10))
    assert thread._waiting.qsize() <= 6


@pytest.mark.parametrize(("amplitude", "shown"), [(0.0, 0.0), (0.001, 0.0), (0.3162, 1.0), (0.0178, 0.5)])
def test_the_level_goes_with_the_decibels(amplitude: float, shown: float) -> None:
    assert loudness(np.full(100, amplitude, np.float32)) == pytest.approx(shown, abs=0.02)


def test_samples_of_several_channels_are_one() -> None:
    data = np.array([1, 3, 5, 7], "<i2").tobytes() + b"\0"
    assert list(samples_of(data, PCM, 16, 2) * 2**15) == [2.0, 6.0]


def test_each_try_at_uno_is_told_with_how_sure_the_ears_were(calls: np.ndarray) -> None:
    ears = Peaks(RATE)
    tries = [peak for first in range(0, len(calls), 800) for peak in ears.feed(calls[first : first + 800])]
    assert sorted(tries)[-2] > 0.85  # the two calls; "zieh vier" is a weak try
    assert len([sure for sure in tries if sure > 0.8]) == 2


def test_while_tuning_tries_are_told_and_no_calls(qtbot, calls: np.ndarray) -> None:
    microphone = Microphone(lambda: as_input(calls[: 4 * RATE]))
    microphone.tuning = True
    heard, tries = told_by(microphone.heard), told_by(microphone.peaked)
    microphone.start()
    qtbot.waitUntil(lambda: bool(tries))
    assert not heard
    microphone.stop()


def test_clear_voices_need_to_be_surer_and_weak_ones_less() -> None:
    clear, weak = tuned_threshold([0.99] * 9), tuned_threshold([0.7] * 9)
    assert LOWEST <= weak < clear <= HIGHEST
    assert tuned_threshold([0.9]) == tuned_threshold([]) == 0.85


def test_ears_that_cannot_hear_say_why_and_it_stays_said(
    qtbot, calls: np.ndarray, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ModelError("ears.onnx: not a usable model")

    monkeypatch.setattr(module, "Ears", broken)
    pieces = Pieces()
    microphone = Microphone(pieces.open)
    microphone.start()
    qtbot.waitUntil(lambda: microphone.trouble == "ears.onnx: not a usable model")
    pieces.feed(calls[:RATE])
    assert microphone.trouble == "ears.onnx: not a usable model"
    assert pieces.closed
    assert not microphone.on
