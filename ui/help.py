"""The help page: the keys and what they do."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QGridLayout, QPushButton, QWidget

from ui import theme
from ui.controls import Label
from ui.words import translate

COLUMN = 13
"""So many keys stand in one column."""


def keys() -> tuple[tuple[str, str], ...]:
    """Return the keys, each with what it does."""
    return (
        ("U", translate("keys", "UNO was called")),
        ("C", translate("keys", "UNO was forgotten, and somebody noticed")),
        ("D", translate("keys", "Cards were drawn: those owed, otherwise one")),
        ("P", translate("keys", "The turn was passed on")),
        ("R  Y  G  B", translate("keys", "The colour of the wild")),
        ("X", translate("keys", "The wild draw four is challenged")),
        ("T", translate("keys", "The last card was taken back")),
        ("1 … 9", translate("keys", "A player’s menu: UNO, drew so many, passed, swaps")),
        ("H", translate("keys", "Enter the hands")),
        ("N", translate("keys", "Next round")),
        ("Z", translate("keys", "Undo (also Ctrl+Z)")),
        ("Shift+Z", translate("keys", "Redo (also Ctrl+Y)")),
        ("E", translate("keys", "All events: correct them by clicking")),
        ("S", translate("keys", "Score board")),
        ("I", translate("keys", "Instant replay of the last ten seconds")),
        ("V", translate("keys", "What the referee sees")),
        ("M", translate("keys", "The alert’s card was misread")),
        ("K", translate("keys", "Let stand what the alert says")),
        ("F", translate("keys", "Table display: only what is read from afar")),
        ("F1", translate("keys", "The rules that are played")),
        ("F11", translate("keys", "Full screen")),
        ("F10", translate("keys", "Menu")),
        ("F9", translate("keys", "Save a report to send with a question")),
        ("Esc", translate("keys", "Back to the live picture")),
        ("?", translate("keys", "This help")),
    )


class KeyHelp(QDialog):
    """The keys and what they do."""

    def __init__(self, scale: float = 1.0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("keys", "Keys"))
        self.setStyleSheet(theme.style(scale))
        layout = QGridLayout(self)
        edge = round(32 * scale)
        layout.setContentsMargins(edge, edge, edge, edge)
        layout.setHorizontalSpacing(round(20 * scale))
        layout.setVerticalSpacing(round(9 * scale))
        title = Label(translate("keys", "For what the camera cannot see"))
        title.setFont(theme.font(26 * scale, bold=True))
        layout.addWidget(title, 0, 0, 1, 4)
        for number, (key, text) in enumerate(keys()):
            name, says = Label(key.replace("Shift+", "⇧ ")), Label(text)
            name.setFont(theme.font(18 * scale, bold=True))
            says.setFont(theme.font(18 * scale))
            says.setProperty("quiet", True)
            row, column = 1 + number % COLUMN, 2 * (number // COLUMN)
            layout.addWidget(name, row, column)
            layout.addWidget(says, row, column + 1)
        done = QPushButton(translate("keys", "Done"))
        done.setFont(theme.font(17 * scale))
        done.setDefault(True)
        done.clicked.connect(self.accept)
        layout.addWidget(done, COLUMN + 1, 3, Qt.AlignmentFlag.AlignRight)
