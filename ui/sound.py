"""The sound of an alert: two soft tones, made here and played by whatever this computer has."""

from __future__ import annotations

import shutil
import subprocess
import wave
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import numpy as np
from platformdirs import user_cache_path

RATE = 22050
"""Samples a second."""

TONES = ((0.00, 659.3), (0.16, 523.3))
"""When each tone begins, in seconds, and its frequency in hertz: a falling third."""

SECONDS = 0.75

PLAYERS = ("pw-play", "paplay", "aplay")
"""Programs that play a file, the first one found is used."""


class Sound(Protocol):
    """Makes itself heard and does not wait for its end."""

    def play(self) -> None:
        """Sound once."""
        ...


def chime() -> np.ndarray:
    """Return the alert's samples, int16 (n): tones that fade, so that nobody is startled."""
    t = np.arange(round(SECONDS * RATE)) / RATE
    heard = np.zeros(len(t))
    for begin, pitch in TONES:
        since = np.clip(t - begin, 0, None)
        swell = np.minimum(since / 0.012, 1) * np.exp(-since / 0.13)
        overtones = sum(np.sin(2 * np.pi * n * pitch * since) / n**2 for n in (1, 2, 3))
        heard += swell * overtones
    heard *= np.minimum((SECONDS - t) / 0.05, 1)
    return np.round(heard / np.abs(heard).max() * 0.5 * 32767).astype(np.int16)


def write_chime(path: Path) -> Path:
    """Write the alert's sound as a WAV file; return the file. Raises OSError where it cannot be written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(chime().astype("<i2").tobytes())
    return path


class QtSound:
    """Plays a WAV file with Qt. Raises ImportError where Qt's sound module or a sound device is missing."""

    def __init__(self, file: Path) -> None:
        from PySide6.QtCore import QUrl
        from PySide6.QtMultimedia import QMediaDevices, QSoundEffect

        if not QMediaDevices.audioOutputs():
            raise ImportError("no sound device")
        self._effect = QSoundEffect()
        self._effect.setSource(QUrl.fromLocalFile(str(file)))

    def play(self) -> None:
        """Sound once."""
        self._effect.play()


class CommandSound:
    """Plays a WAV file with a program of the system."""

    def __init__(self, program: str, file: Path) -> None:
        self._command = [program, str(file)]
        self._running: subprocess.Popen[bytes] | None = None

    def play(self) -> None:
        """Sound once, unless it still sounds; a program that cannot be started makes no sound."""
        if self._running is not None and self._running.poll() is None:
            return
        quiet = subprocess.DEVNULL
        try:
            self._running = subprocess.Popen(self._command, stdin=quiet, stdout=quiet, stderr=quiet)
        except OSError:
            self._running = None


class Beep:
    """The system's own signal, where nothing else can be played."""

    def play(self) -> None:
        """Sound once."""
        from PySide6.QtWidgets import QApplication

        QApplication.beep()


def find_sound(which: Callable[[str], str | None] = shutil.which, file: Path | None = None) -> Sound:
    """Return what an alert sounds with on this computer. ``which`` finds programs by name."""
    try:
        path = write_chime(file or user_cache_path("unoref") / "alert.wav")
    except OSError:
        return Beep()
    try:
        return QtSound(path)
    except ImportError:
        pass
    program = next((found for name in PLAYERS if (found := which(name))), None)
    return CommandSound(program, path) if program else Beep()
