"""Colours and type of the window: a calm dark ground, on which only the card colours shine."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from PySide6.QtGui import QColor, QFont, QFontDatabase

GROUND = QColor("#14161a")
"""Behind everything."""
SURFACE = QColor("#1d2026")
"""Panels on the ground."""
RAISED = QColor("#2a2e36")
"""Buttons, and the row of the player whose turn it is."""
LINE = QColor("#363b45")
INK = QColor("#f4f5f7")
QUIET = QColor("#a0a7b4")
FAINT = QColor("#6b7280")
AMBER = QColor("#f2a93b")
"""Alerts; on it text is :data:`DARK_INK`."""
DARK_INK = QColor("#17140c")
NEUTRAL = QColor("#3a3f4a")
"""The frame while there is no colour."""

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


def font(pixels: float, bold: bool = False) -> QFont:
    """Return the window's typeface at a height in pixels."""
    chosen = QFont(family())
    chosen.setPixelSize(max(1, round(pixels)))
    chosen.setWeight(QFont.Weight.Bold if bold else QFont.Weight.Medium)
    return chosen


STYLE = f"""
QDialog, QMessageBox {{ background: {SURFACE.name()}; }}
QLabel {{ color: {INK.name()}; background: transparent; }}
QLabel[quiet="true"] {{ color: {QUIET.name()}; }}
QLabel[alert="true"] {{ color: {AMBER.name()}; }}
QLineEdit {{
    color: {INK.name()}; background: {GROUND.name()}; border: 1px solid {LINE.name()};
    border-radius: 8px; padding: 9px 12px; selection-background-color: {CARD_COLOURS["blue"].name()};
}}
QLineEdit:focus {{ border-color: {QUIET.name()}; }}
QPushButton {{
    color: {INK.name()}; background: {RAISED.name()}; border: 1px solid {LINE.name()};
    border-radius: 10px; padding: 10px 18px;
}}
QPushButton:hover {{ background: {LINE.name()}; }}
QPushButton:focus {{ border-color: {QUIET.name()}; }}
QPushButton:default {{ background: {INK.name()}; color: {GROUND.name()}; }}
QPushButton:disabled {{ color: {FAINT.name()}; background: {SURFACE.name()}; }}
"""
"""For dialogs and plain buttons; what the window shows of the game is painted."""
