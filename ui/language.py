"""The window's language: Qt's own translation files, and the translator behind :mod:`ui.words`."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from ui import words

FOLDER = Path(__file__).parent / "translations"
"""Where the compiled translations lie, made from the ``.ts`` files beside them by ``lrelease``."""

_used = "en"
_installed: list[QTranslator] = []


def languages() -> tuple[str, ...]:
    """Return the codes of the languages there are, English first."""
    return ("en", *sorted(path.stem.removeprefix("unoref_") for path in FOLDER.glob("unoref_*.qm")))


def system_language() -> str:
    """Return the code of the system's language, English where the window does not speak it."""
    code = QLocale.system().name().partition("_")[0]
    return code if code in languages() else "en"


def used() -> str:
    """Return the code of the language that is spoken."""
    return _used


def use(code: str) -> str:
    """Speak a language from now on, the system's where the code is empty or unknown; return its code."""
    global _used
    if code not in languages():
        code = system_language()
    for translator in _installed:
        QCoreApplication.removeTranslator(translator)
    _installed.clear()
    _used = code
    QLocale.setDefault(QLocale(code))
    if code == "en":
        words.use_translator(None)
        return code
    qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    for file in (Path(qt) / f"qtbase_{code}.qm", FOLDER / f"unoref_{code}.qm"):
        translator = QTranslator()
        if translator.load(str(file)):
            QCoreApplication.installTranslator(translator)
            _installed.append(translator)
    words.use_translator(QCoreApplication.translate)
    return code
