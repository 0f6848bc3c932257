"""The alert's sound: short and soft, played by what there is, and never a reason to fail."""

from __future__ import annotations

import sys
import wave
from pathlib import Path

import numpy as np
import pytest

from tracker.cards import Card
from tracker.events import NameColour, Play, StartCard
from ui.options import Options
from ui.referee import Referee
from ui.session import Session
from ui.sound import RATE, SECONDS, Beep, CommandSound, QtSound, chime, find_sound, write_chime


class Counted:
    def __init__(self) -> None:
        self.played = 0

    def play(self) -> None:
        self.played += 1


def test_chime_begins_and_ends_in_silence() -> None:
    samples = chime().astype(float) / 32767
    assert np.abs(samples[:4]).max() < 0.05
    assert np.abs(samples[-20:]).max() < 0.01
    assert 0.4 < np.abs(samples).max() < 0.6


def test_chime_falls_from_e_to_c() -> None:
    samples = chime().astype(float)
    first, second = samples[: round(0.15 * RATE)], samples[round(0.4 * RATE) :]

    def pitch(part: np.ndarray) -> float:
        spectrum = np.abs(np.fft.rfft(part * np.hanning(len(part)), 8 * RATE))
        return float(spectrum.argmax()) / 8

    assert pitch(first) == pytest.approx(659, abs=6)
    assert pitch(second) == pytest.approx(523, abs=6)


def test_chime_is_written_as_a_wave_file(tmp_path: Path) -> None:
    with wave.open(str(write_chime(tmp_path / "sounds" / "alert.wav"))) as file:
        assert file.getnframes() / file.getframerate() == pytest.approx(SECONDS, abs=0.01)
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)


def test_sound_is_played_by_a_program_that_is_there(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("ui.sound.QtSound", _missing)
    file = tmp_path / "alert.wav"
    assert isinstance(find_sound(lambda name: None, file), Beep)
    found = find_sound(lambda name: "/usr/bin/aplay" if name == "aplay" else None, file)
    assert isinstance(found, CommandSound)


def test_program_gets_the_file(tmp_path: Path, qtbot) -> None:
    file = tmp_path / "alert.py"
    file.write_text(f"open({str(tmp_path / 'played')!r}, 'w').write('yes')", encoding="utf-8")
    CommandSound(sys.executable, file).play()
    qtbot.waitUntil(lambda: (tmp_path / "played").exists())


def test_program_that_is_gone_is_silent() -> None:
    CommandSound("/nowhere/at/all", Path("alert.wav")).play()


def test_without_a_place_for_the_file_it_beeps(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert isinstance(find_sound(lambda name: None, tmp_path / "file" / "alert.wav"), Beep)


def test_qt_without_a_sound_device_is_passed_over(tmp_path: Path, qapp) -> None:
    devices = pytest.importorskip("PySide6.QtMultimedia").QMediaDevices
    file = write_chime(tmp_path / "alert.wav")
    if devices.audioOutputs():
        QtSound(file).play()
    else:
        with pytest.raises(ImportError):
            QtSound(file)


def test_serious_alert_sounds_once_and_not_when_it_is_off(qtbot) -> None:
    referee = Referee(("Ann", "Ben", "Cy"), "international", None, dealer="Ann")
    session, options = Session(referee), Options(None)
    options.alert_sound = sound = Counted()
    referee.push(StartCard(Card.parse("red 7")))
    options.sound(session.view())
    assert sound.played == 0
    referee.push(Play((Card.parse("blue 3"),)))
    options.sound(session.view())
    options.sound(session.view())
    assert sound.played == 1
    options.toggle_sounding()
    referee.push(Play((Card.parse("red 5"),)))
    options.sound(session.view())
    assert sound.played == 1


def test_question_does_not_sound(qtbot) -> None:
    referee = Referee(("Ann", "Ben", "Cy"), "international", None, dealer="Ann")
    session, options = Session(referee), Options(None)
    options.alert_sound = sound = Counted()
    for event in (StartCard(Card.parse("red 7")), Play((Card.parse("wild"),)), NameColour("blue")):
        referee.push(event)
        options.sound(session.view())
    assert sound.played == 0


def _missing(file: Path) -> None:
    raise ImportError("no sound module")
