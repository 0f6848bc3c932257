"""The round of names: each player says UNO three times, which tunes the ears to room and voices."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from hearing.tuning import tuned_threshold
from ui import theme
from ui.controls import Label
from ui.microphone import Microphone
from ui.words import translate

TIMES = 3
"""How often each player says it."""


class NamesRound(QDialog):
    """Asks one player after another; each can be skipped, and so can everything."""

    tuned = Signal(float)
    """The threshold that fits, once everybody has been asked."""

    def __init__(
        self, names: Sequence[str], microphone: Microphone, scale: float = 1.0, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._names, self._microphone = tuple(names), microphone
        self._number, self._said = 0, 0
        self.peaks: list[float] = []
        """How sure the ears were of each try."""
        self.setWindowTitle(translate("names", "Get to know the voices"))
        self.setStyleSheet(theme.style(scale))
        self.ask, self.marks, self.hint = Label(), Label(), Label()
        for label, size in ((self.ask, 28), (self.marks, 40), (self.hint, 17)):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setWordWrap(True)
            label.setFixedWidth(round(620 * scale))
            label.setFont(theme.font(size * scale, bold=label is self.ask))
        self.hint.setText(translate("names", "As loud as in the game, with a pause after each."))
        self.hint.setProperty("quiet", True)
        self.skip = QPushButton(translate("names", "Next player"))
        self.leave = QPushButton(translate("names", "Leave it as it is"))
        self.skip.clicked.connect(self._next)
        self.leave.clicked.connect(self.reject)
        row = QHBoxLayout()
        row.addWidget(self.leave)
        row.addStretch()
        row.addWidget(self.skip)
        for button in (self.skip, self.leave):
            button.setFont(theme.font(17 * scale))
            button.setAutoDefault(False)
        layout = QVBoxLayout(self)
        layout.setSizeConstraint(QVBoxLayout.SizeConstraint.SetFixedSize)  # grows with a long name
        edge = round(32 * scale)
        layout.setContentsMargins(edge, edge, edge, edge)
        layout.setSpacing(round(16 * scale))
        for part in (self.ask, self.marks, self.hint):
            layout.addWidget(part)
        layout.addLayout(row)
        microphone.peaked.connect(self._take)
        microphone.tuning = True
        self.finished.connect(self._end)
        self._show()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        """Leave everything as it is."""
        self.reject()
        super().closeEvent(event)

    def _take(self, sure: float) -> None:
        self.peaks.append(sure)
        self._said += 1
        if self._said == TIMES:
            self._next()
        else:
            self._show()

    def _next(self) -> None:
        self._number, self._said = self._number + 1, 0
        if self._number < len(self._names):
            self._show()
            return
        if self.peaks:
            self.tuned.emit(tuned_threshold(self.peaks))
        self.accept()

    def _show(self) -> None:
        name = self._names[self._number] if self._names else ""
        self.ask.setText(translate("names", "{player}, say “UNO” three times.").format(player=name))
        self.marks.setText("● " * self._said + "○ " * (TIMES - self._said))

    def _end(self) -> None:
        if self._microphone.tuning:
            self._microphone.peaked.disconnect(self._take)
            self._microphone.tuning = False
