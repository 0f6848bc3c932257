"""The dialog in which the hands left at the end of a round are entered."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from tracker.cards import Card
from ui import theme
from ui.view import parse_hand


class HandsDialog(QDialog):
    """Asks for each loser's cards, typed or read from the table.

    ``losers`` are names with the number of cards each should hold; ``face_up`` returns the labels of the
    cards that lie face up now. Emits ``entered`` with a dict of name to cards once all hands can be read.
    """

    entered = Signal(dict)

    def __init__(
        self,
        losers: Sequence[tuple[str, int]],
        face_up: Callable[[], Sequence[str]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Hands at the end of the round")
        self.setStyleSheet(theme.STYLE)
        self.setFont(theme.font(17))
        self.fields: dict[str, QLineEdit] = {}
        self.readers: dict[str, QPushButton] = {}
        title = QLabel("What did the others hold?")
        title.setFont(theme.font(26, bold=True))
        hint = QLabel("Type the cards, or lay one hand at a time beside the piles and have it read.")
        hint.setFont(theme.font(17))
        hint.setProperty("quiet", True)
        hint.setWordWrap(True)
        grid = QGridLayout()
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(12)
        for row, (name, count) in enumerate(losers):
            label = QLabel(name)
            label.setFont(theme.font(18, bold=True))
            field = QLineEdit()
            field.setFont(theme.font(17))
            field.setMinimumSize(420, 44)
            cards = "1 card" if count == 1 else f"{count} cards"
            field.setPlaceholderText(f"{cards}, as in: red 7, wild")
            field.setAccessibleName(f"Cards of {name}")
            read = QPushButton("Read from table")
            read.setFont(theme.font(16))
            read.setMinimumHeight(44)
            read.setAutoDefault(False)
            read.clicked.connect(lambda _=False, field=field: self._read(field, face_up()))
            grid.addWidget(label, row, 0)
            grid.addWidget(field, row, 1)
            grid.addWidget(read, row, 2)
            self.fields[name], self.readers[name] = field, read
        self.message = QLabel()
        self.message.setMinimumHeight(70)
        self.message.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.message.setFont(theme.font(16))
        self.message.setProperty("alert", True)
        self.message.setWordWrap(True)
        self.cancel = QPushButton("Cancel")
        self.cancel.setAutoDefault(False)
        self.cancel.clicked.connect(self.reject)
        self.score = QPushButton("Score the round")
        self.score.setDefault(True)
        self.score.clicked.connect(self._enter)
        for button in (self.cancel, self.score):
            button.setFont(theme.font(17))
        last = QHBoxLayout()
        last.addStretch()
        last.addWidget(self.cancel)
        last.addWidget(self.score)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(32, 28, 32, 28)
        layout.setSpacing(16)
        layout.addWidget(title)
        layout.addWidget(hint)
        layout.addSpacing(6)
        layout.addLayout(grid)
        layout.addWidget(self.message)
        layout.addStretch()
        layout.addLayout(last)

    def _read(self, field: QLineEdit, labels: Sequence[str]) -> None:
        if labels:
            field.setText(", ".join(labels))
            self.message.clear()
        else:
            self.message.setText("No face-up card is seen beside the discard pile.")

    def _enter(self) -> None:
        hands: dict[str, tuple[Card, ...]] = {}
        for name, field in self.fields.items():
            try:
                hands[name] = parse_hand(field.text())
            except ValueError as error:
                return self._refuse(field, f"{name}: {error}")
            if not hands[name]:
                return self._refuse(field, f"{name}: enter the cards, as in: red 7, wild")
        self.entered.emit(hands)
        self.accept()

    def _refuse(self, field: QLineEdit, message: str) -> None:
        self.message.setText(message)
        field.setFocus()
        field.selectAll()
