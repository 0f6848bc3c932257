"""What is shown where there is no picture: why, and what can be done."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ui import theme
from ui.controls import Label
from ui.words import translate


class Welcome(QWidget):
    """Says why there is no picture, and offers what can be done."""

    def __init__(self) -> None:
        super().__init__()
        self.title, self.reason, self.hint = Label(), Label(), Label()
        self.demo, self.again = QPushButton(), QPushButton()
        self.demo.setDefault(True)
        for label in (self.title, self.reason, self.hint):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setWordWrap(True)
        self.reason.setProperty("quiet", True)
        self.hint.setProperty("quiet", True)
        self._row = row = QHBoxLayout()
        row.addStretch()
        row.addWidget(self.demo)
        row.addWidget(self.again)
        row.addStretch()
        self._column = column = QVBoxLayout()
        column.addWidget(self.title)
        column.addWidget(self.reason)
        column.addWidget(self.hint)
        column.addLayout(row)
        grid = QGridLayout(self)
        grid.setRowStretch(0, 1)
        grid.setRowStretch(2, 1)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 2)
        grid.setColumnStretch(2, 1)
        grid.addLayout(column, 1, 1)
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        self.title.setText(translate("welcome", "No picture yet"))
        self.hint.setText(
            translate(
                "welcome",
                "Plug in a webcam that looks down on the table; the game then begins by itself. "
                "Or watch the referee at work on a filmed game.",
            )
        )
        self.demo.setText(translate("welcome", "Play the demo"))
        self.again.setText(translate("welcome", "Try again"))

    def rescale(self, scale: float) -> None:
        """Fit to a window of another size."""
        self._row.setSpacing(round(14 * scale))
        self._row.setContentsMargins(0, round(20 * scale), 0, 0)
        self._column.setSpacing(round(14 * scale))
        self.title.setFont(theme.font(48 * scale, bold=True))
        for label in (self.reason, self.hint):
            label.setFont(theme.font(21 * scale))
        for button in (self.demo, self.again):
            button.setFont(theme.font(20 * scale))
