"""What the window remembers from one evening to the next, with Qt's settings."""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from ui.choices import Choices, from_data, to_data


class Store:
    """Keeps choices, look, language and the window's place; ``file`` is another than the user's own."""

    def __init__(self, file: Path | None = None) -> None:
        if file is None:
            self._settings = QSettings("unoref", "unoref")
        else:
            self._settings = QSettings(str(file), QSettings.Format.IniFormat)

    @property
    def choices(self) -> Choices:
        """What was chosen last on the start page."""
        try:
            return from_data(json.loads(str(self._settings.value("choices", "null"))))
        except ValueError:
            return Choices()

    @choices.setter
    def choices(self, choices: Choices) -> None:
        self._settings.setValue("choices", json.dumps(to_data(choices)))

    def text(self, key: str, default: str) -> str:
        """Return a remembered word."""
        return str(self._settings.value(key, default))

    def keep(self, key: str, value: str) -> None:
        """Remember a word."""
        self._settings.setValue(key, value)

    @property
    def geometry(self) -> QByteArray | None:
        """Where the window was and how large."""
        value = self._settings.value("geometry")
        return value if isinstance(value, QByteArray) else None

    @geometry.setter
    def geometry(self, geometry: QByteArray) -> None:
        self._settings.setValue("geometry", geometry)

    def flush(self) -> None:
        """Write everything down now."""
        self._settings.sync()
