"""The hands at the end of a round, or of who is challenged: as cards with their points, to be confirmed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from tracker.cards import Card
from ui import theme
from ui.controls import Label
from ui.picker import CardButton, CardPicker
from ui.view import Loser
from ui.words import count_word, points_word, short_name, translate

IN_A_ROW = 9
"""So many cards of a hand are shown in a row."""


class HandsDialog(QDialog):
    """Asks for each hand: read from the table, corrected by a click on a card, and confirmed.

    ``losers`` are whose hands are asked for, ``faces`` the labels of the deck, ``points`` what each counts.
    ``face_up`` returns the labels of the cards that lie face up now. Emits ``entered`` with a dict of name to
    cards.
    """

    entered = Signal(dict)

    def __init__(
        self,
        losers: Sequence[Loser],
        face_up: Callable[[], Sequence[str]],
        faces: Sequence[str],
        points: Mapping[str, int],
        challenged: bool = False,
        scale: float = 1.0,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._face_up, self._faces, self._points, self._scale = face_up, tuple(faces), points, scale
        self.picker: CardPicker | None = None
        title = translate("hands", "What did the others hold?")
        confirm = translate("hands", "Score the round")
        if challenged:
            title = translate("hands", "What does {player} hold?").format(player=short_name(losers[0].name))
            confirm = translate("hands", "Judge the challenge")
        self.setWindowTitle(title)
        self.setStyleSheet(theme.style(scale))
        heading = self._label(title, 26, bold=True)
        hint = self._label(
            translate(
                "hands", "Lay one hand at a time beside the piles, have it read, and click what is wrong."
            ),
            17,
            quiet=True,
        )
        self.hands = {loser.name: HandRow(loser, self) for loser in losers}
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(round(10 * scale))
        for row in self.hands.values():
            column.addWidget(row)
        column.addStretch()
        holder = QWidget()
        holder.setLayout(column)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidget(holder)
        scroll.setMinimumSize(round(820 * scale), round(min(430, 40 + 140 * len(losers)) * scale))
        self.message = self._label("", 17, alert=True)
        self.total = self._label("", 20, bold=True)
        self.cancel = QPushButton(translate("hands", "Cancel"))
        self.cancel.setAutoDefault(False)
        self.cancel.clicked.connect(self.reject)
        self.score = QPushButton(confirm)
        self.score.setDefault(True)
        self.score.clicked.connect(self._enter)
        last = QHBoxLayout()
        last.addWidget(self.total, 1)
        for button in (self.cancel, self.score):
            button.setFont(theme.font(17 * scale))
            last.addWidget(button)
        layout = QVBoxLayout(self)
        edge = round(28 * scale)
        layout.setContentsMargins(edge, edge, edge, edge)
        layout.setSpacing(round(12 * scale))
        for part in (heading, hint, scroll, self.message):
            layout.addWidget(part)
        layout.addLayout(last)
        self._sum_up()
        self._timer = QTimer(self, interval=400)
        self._timer.timeout.connect(self._follow_table)
        self._timer.start()
        self._follow_table()

    @property
    def scale(self) -> float:
        """How much larger than designed everything is."""
        return self._scale

    def points_of(self, cards: Sequence[str]) -> int:
        """Return what these cards count."""
        return sum(self._points.get(label, Card.parse(label).points) for label in cards)

    def read(self, row: HandRow) -> None:
        """Take the cards that lie face up beside the piles for a player's hand."""
        labels = list(self._face_up())
        self.message.setText(
            "" if labels else translate("hands", "No face-up card is seen beside the piles.")
        )
        if labels:
            row.show_cards(labels)

    def pick(self, row: HandRow, index: int | None) -> None:
        """Ask what a card of a hand really is, or which one is to be added."""
        now = row.cards[index] if index is not None else None
        title = translate("hands", "Which card does {player} hold?").format(player=short_name(row.name))
        picker = CardPicker(
            title, self._faces, now, removable=index is not None, scale=self._scale, parent=self
        )
        picker.chosen.connect(lambda label: row.put(index, label))
        picker.removed.connect(lambda: row.put(index, None))
        picker.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        picker.finished.connect(self._forget_picker)
        self.picker = picker
        picker.show()

    def changed(self) -> None:
        """Count anew."""
        self.message.clear()
        self._sum_up()

    def _forget_picker(self) -> None:
        self.picker = None

    def _sum_up(self) -> None:
        total = sum(self.points_of(row.cards) for row in self.hands.values())
        self.total.setText(translate("hands", "Together {points}").format(points=points_word(total)))

    def _follow_table(self) -> None:
        count = len(self._face_up())
        for row in self.hands.values():
            row.show_readable(count)

    def _enter(self) -> None:
        for name, row in self.hands.items():
            if not row.cards:
                self.message.setText(
                    translate("hands", "{player}: no cards yet.").format(player=short_name(name))
                )
                return
        self.accept()
        self.entered.emit({name: tuple(map(Card.parse, row.cards)) for name, row in self.hands.items()})

    def _label(self, text: str, size: float, bold: bool = False, **kinds: bool) -> Label:
        label = Label(text)
        label.setFont(theme.font(size * self._scale, bold))
        label.setWordWrap(True)
        for kind in kinds:
            label.setProperty(kind, True)
        return label


class HandRow(QWidget):
    """One player's hand: name, how many cards it should have, the cards, their points."""

    def __init__(self, loser: Loser, dialog: HandsDialog) -> None:
        super().__init__()
        self.name, self.count = loser.name, loser.count
        self.cards: list[str] = [card.label for card in loser.cards]
        self.buttons: list[CardButton] = []
        self._dialog = dialog
        k = dialog.scale
        self._name, self._sum = Label(short_name(loser.name)), Label()
        self._name.setFont(theme.font(20 * k, bold=True))
        self._sum.setFont(theme.font(17 * k))
        self.read = QPushButton()
        self.read.setAutoDefault(False)
        self.read.setFont(theme.font(16 * k))
        self.read.clicked.connect(lambda: dialog.read(self))
        self.add = QPushButton("+")
        self.add.setToolTip(translate("hands", "Add a card"))
        self.add.setAutoDefault(False)
        self.add.setFont(theme.font(20 * k))
        self.add.setFixedSize(round(50 * k), round(77 * k))
        self.add.setStyleSheet("padding: 0")
        self.add.clicked.connect(lambda: dialog.pick(self, None))
        head = QHBoxLayout()
        head.addWidget(self._name)
        head.addWidget(self._sum, 1)
        head.addWidget(self.read)
        self._grid = QGridLayout()
        self._grid.setSpacing(round(4 * k))
        self._grid.setAlignment(Qt.AlignmentFlag.AlignLeft)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(round(4 * k))
        layout.addLayout(head)
        layout.addLayout(self._grid)
        self._show()

    def show_cards(self, labels: Sequence[str]) -> None:
        """Show this hand."""
        self.cards = list(labels)
        self._show()
        self._dialog.changed()

    def show_readable(self, count: int) -> None:
        """Say how many cards there are to be read from the table."""
        if count:
            text = translate("hands", "Read {cards} from the table").format(cards=count_word(count))
        else:
            text = translate("hands", "Read from the table")
        self.read.setText(text)

    def put(self, index: int | None, label: str | None) -> None:
        """Put a card in the place of another, add one (``index`` None), or take one away (``label`` None)."""
        if index is None:
            self.cards += [label] if label else []
        else:
            self.cards[index : index + 1] = [label] if label else []
        self.show_cards(self.cards)

    def _show(self) -> None:
        for button in self.buttons:
            self._grid.removeWidget(button)
            button.deleteLater()
        self._grid.removeWidget(self.add)
        self.buttons = []
        for index, label in enumerate(self.cards):
            button = CardButton(label, self._dialog.scale)
            button.clicked.connect(lambda _=False, index=index: self._dialog.pick(self, index))
            self._grid.addWidget(button, index // IN_A_ROW, index % IN_A_ROW)
            self.buttons.append(button)
        self._grid.addWidget(self.add, len(self.cards) // IN_A_ROW, len(self.cards) % IN_A_ROW)
        points = self._dialog.points_of(self.cards)
        said = translate("hands", "{cards}, {points}")
        text = said.format(cards=count_word(len(self.cards)), points=points_word(points))
        fits = len(self.cards) == self.count
        if not fits:
            should = translate("hands", "should be {cards}").format(cards=count_word(self.count))
            text = f"{text} ({should})"
        self._sum.setText(text)
        self._sum.setProperty("alert", bool(self.cards) and not fits)
        self._sum.setProperty("quiet", not self._sum.property("alert"))
        self._sum.style().unpolish(self._sum)
        self._sum.style().polish(self._sum)
