"""The caller: what is said aloud of a game, and the voice that says it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from typing import Protocol

from ui.view import View


class Voice(Protocol):
    """Says a line aloud, after those that it is still saying."""

    def say(self, text: str, language: str) -> None:
        """Say a line in a language (``en``, ``ja``); do not wait for its end."""
        ...


class Caller:
    """Decides what is to be said: whose turn it is, alerts, the scores at the end of a round.

    Nothing is said twice, and nothing about what only a correction or an undo has changed.
    """

    def __init__(self) -> None:
        self._newest = -1
        self._headline = ""
        self._alerts: set[tuple[int, str]] = set()

    def lines(self, view: View) -> list[str]:
        """Return what to say now that the game looks like this."""
        newest = view.history[0].key if view.history else -1
        went_on = newest > self._newest
        self._newest = max(self._newest, newest)
        lines = []
        banner = view.banner
        if banner and (banner.key, banner.code) not in self._alerts:
            self._alerts.add((banner.key, banner.code))
            if went_on:
                lines.append(banner.text)
        if view.headline != self._headline:
            self._headline = view.headline
            if went_on and view.headline:
                over = view.phase in ("round-over", "game-over")
                lines.append(f"{view.headline}. {view.detail.partition('. ')[0]}." if over else view.headline)
        return lines


class CommandVoice:
    """Speaks with a program of the system; ``command`` makes its arguments from a line and a language."""

    def __init__(self, command: Callable[[str, str], list[str]]) -> None:
        self._command = command
        self._running: list[subprocess.Popen[bytes]] = []

    def say(self, text: str, language: str) -> None:
        """Say a line; a program that cannot be started says nothing."""
        self._running = [process for process in self._running if process.poll() is None]
        quiet = subprocess.DEVNULL
        try:
            process = subprocess.Popen(self._command(text, language), stdin=quiet, stdout=quiet, stderr=quiet)
        except OSError:
            return
        self._running.append(process)


class QtVoice:
    """Speaks with Qt. Raises ImportError where its speech module is missing, or no engine of it works.

    ``engine`` is the name of one, None for the system's.
    """

    def __init__(self, engine: str | None = None) -> None:
        from PySide6.QtCore import QLocale
        from PySide6.QtTextToSpeech import QTextToSpeech

        if engine is None and not set(QTextToSpeech.availableEngines()) - {"mock"}:
            raise ImportError("no speech engine")
        self._locale, self.speech = QLocale, QTextToSpeech(engine) if engine else QTextToSpeech()
        if self.speech.state() == QTextToSpeech.State.Error:
            raise ImportError(self.speech.errorString())

    def say(self, text: str, language: str) -> None:
        """Say a line, in the language where the engine knows it."""
        locale = self._locale(language)
        if locale != self.speech.locale():
            self.speech.setLocale(locale)
        self.speech.enqueue(text)


def find_voice(which: Callable[[str], str | None] = shutil.which) -> Voice | None:
    """Return a voice of this computer, None where it has none. ``which`` finds programs by name."""
    try:
        return QtVoice()
    except ImportError:
        pass
    if program := which("spd-say"):
        return CommandVoice(lambda text, language: [program, "-l", language, "--", text])
    if program := which("espeak-ng"):
        return CommandVoice(lambda text, language: [program, "-v", language, "--", text])
    return None
