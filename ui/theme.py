"""Colours and type of the window: a calm ground, dark or light, on which only the card colours shine."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from PySide6.QtGui import QColor, QFont, QFontDatabase

GROUND = QColor()
"""Behind everything."""
SURFACE = QColor()
"""Panels on the ground."""
RAISED = QColor()
"""Buttons, and the row of the player whose turn it is."""
LINE = QColor()
INK = QColor()
SOFT = QColor()
"""Names of players whose turn it is not."""
QUIET = QColor()
FAINT = QColor()
AMBER = QColor()
"""Alerts; on it text is :data:`DARK_INK`."""
WARNING = QColor()
"""Words that warn, on the ground."""
NEUTRAL = QColor()
"""The frame while there is no colour."""
DARK_INK = QColor("#17140c")

THEMES: dict[str, dict[str, str]] = {
    "dark": {
        "GROUND": "#14161a",
        "SURFACE": "#1d2026",
        "RAISED": "#2a2e36",
        "LINE": "#363b45",
        "INK": "#f4f5f7",
        "SOFT": "#d5d9e0",
        "QUIET": "#a0a7b4",
        "FAINT": "#7b8391",
        "AMBER": "#f2a93b",
        "WARNING": "#f2a93b",
        "NEUTRAL": "#3a3f4a",
    },
    "light": {
        "GROUND": "#f6f5f2",
        "SURFACE": "#ffffff",
        "RAISED": "#e7e5df",
        "LINE": "#cfccc4",
        "INK": "#1b1d22",
        "SOFT": "#33373f",
        "QUIET": "#5a606b",
        "FAINT": "#7d828c",
        "AMBER": "#f2a93b",
        "WARNING": "#9a5b00",
        "NEUTRAL": "#b9b5ab",
    },
}
"""The colours of each theme, by their names here."""

CARD_COLOURS: dict[str, QColor] = {
    "red": QColor("#d9292f"),
    "yellow": QColor("#f5c211"),
    "green": QColor("#2b9a4b"),
    "blue": QColor("#1f6fd6"),
}
"""The four card colours as the window shows them."""


def ink_on(colour: str | None) -> QColor:
    """Return the text colour that reads well on a card colour."""
    return DARK_INK if colour == "yellow" else QColor("#ffffff")


@cache
def family() -> str:
    """Load the window's own typeface and return its name; the system's where it cannot be loaded."""
    loaded: list[str] = []
    for file in sorted((Path(__file__).parent / "fonts").glob("*.otf")):
        loaded += QFontDatabase.applicationFontFamilies(QFontDatabase.addApplicationFont(str(file)))
    return "Inter" if "Inter" in loaded else QFont().family()


JAPANESE = "Noto Sans CJK JP"
"""The typeface, loaded with the other, for what that one has no letters for."""


def font(pixels: float, bold: bool = False) -> QFont:
    """Return the window's typeface at a height in pixels."""
    chosen = QFont([family(), JAPANESE])
    chosen.setPixelSize(max(1, round(pixels)))
    chosen.setWeight(QFont.Weight.Bold if bold else QFont.Weight.Medium)
    return chosen


def use(name: str) -> None:
    """Show everything painted from now on in a theme of :data:`THEMES`."""
    global _used
    _used = name
    for colour, value in THEMES[name].items():
        globals()[colour].setRgb(QColor(value).rgb())


def used() -> str:
    """Return the name of the theme in use."""
    return _used


_used = ""
use("dark")


def style(scale: float = 1.0) -> str:
    """Return the style of dialogs and plain buttons; what the window shows of the game is painted."""

    def px(size: float) -> str:
        return f"{round(size * scale)}px"

    return f"""
QDialog, QMessageBox {{ background: {SURFACE.name()}; }}
QScrollArea, QScrollArea > QWidget > QWidget {{ background: transparent; border: none; }}
QScrollBar:vertical {{ background: transparent; width: {px(10)}; margin: 0; }}
QScrollBar::handle:vertical {{ background: {LINE.name()}; border-radius: {px(5)}; min-height: {px(30)}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ height: 0; width: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QMenu {{
    color: {INK.name()}; background: {SURFACE.name()}; border: 1px solid {LINE.name()}; padding: {px(6)};
}}
QMenu::item {{ padding: {px(5)} {px(26)} {px(5)} {px(18)}; border-radius: {px(6)}; }}
QMenu::item:selected {{ background: {RAISED.name()}; }}
QMenu::item:disabled {{ color: {FAINT.name()}; }}
QMenu::separator {{ height: 1px; background: {LINE.name()}; margin: {px(5)} {px(8)}; }}
QToolTip {{ color: {INK.name()}; background: {RAISED.name()}; border: 1px solid {LINE.name()}; }}
QLabel {{ color: {INK.name()}; background: transparent; }}
QLabel[quiet="true"] {{ color: {QUIET.name()}; }}
QLabel[alert="true"] {{ color: {WARNING.name()}; }}
QLineEdit {{
    color: {INK.name()}; background: {GROUND.name()}; border: 1px solid {LINE.name()};
    border-radius: {px(8)}; padding: {px(9)} {px(12)};
    selection-background-color: {CARD_COLOURS["blue"].name()};
}}
QLineEdit:focus {{ border-color: {QUIET.name()}; }}
QComboBox, QSpinBox {{
    color: {INK.name()}; background: {RAISED.name()}; border: 1px solid {LINE.name()};
    border-radius: {px(8)}; padding: {px(7)} {px(10)};
}}
QComboBox QAbstractItemView {{
    color: {INK.name()}; background: {SURFACE.name()}; selection-background-color: {RAISED.name()};
    selection-color: {INK.name()}; border: 1px solid {LINE.name()};
}}
QComboBox::drop-down {{ border: none; width: {px(26)}; }}
QComboBox:disabled, QSpinBox:disabled {{ color: {FAINT.name()}; }}
QCheckBox {{ color: {INK.name()}; spacing: {px(10)}; }}
QPushButton {{
    color: {INK.name()}; background: {RAISED.name()}; border: 1px solid {LINE.name()};
    border-radius: {px(10)}; padding: {px(10)} {px(18)};
}}
QPushButton:hover {{ background: {LINE.name()}; }}
QPushButton:focus {{ border-color: {QUIET.name()}; }}
QPushButton:default {{ background: {INK.name()}; color: {GROUND.name()}; }}
QPushButton:disabled {{ color: {FAINT.name()}; background: {SURFACE.name()}; }}
"""
