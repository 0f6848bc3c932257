"""Choosing a card: all faces of the deck to click on, with the picture of the moment beside them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from tracker.cards import COLOURS, Card
from ui import theme
from ui.controls import Label, Switch
from ui.paint import draw_face, draw_sign, rounded, to_image
from ui.words import card_word, translate


class CardButton(QAbstractButton):
    """A card to click on; ``now`` marks the one that is taken to lie there."""

    def __init__(self, label: str, scale: float, now: bool = False) -> None:
        super().__init__()
        self.label, self.now = label, now
        self._size = QSize(round(50 * scale), round(77 * scale))
        self.setFixedSize(self._size)
        self.setToolTip(card_word(Card.parse(label)))
        self.setAccessibleName(card_word(Card.parse(label)))
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the card's size."""
        return self._size

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint the card, and a frame round it where the mouse or the keyboard is."""
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        unit = self.width() / 50
        box = QRectF(self.rect()).adjusted(4 * unit, 4 * unit, -4 * unit, -4 * unit)
        draw_face(painter, box, self.label)
        if self.now or self.underMouse() or self.hasFocus():
            painter.setPen(QPen(theme.WARNING if self.now else theme.INK, 3 * unit))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(2, 2, -2, -2), 7 * unit, 7 * unit)
        painter.end()


class CardPicker(QDialog):
    """Asks which card it is; one click answers.

    ``faces`` are the labels to choose from, ``now`` the one taken to lie there, ``evidence`` a picture of it,
    BGR (height, width, 3). With ``keeps``, the switch :attr:`keep` asks whether the answer is kept for the
    deck. Emits ``chosen`` with a label, or ``removed`` where ``removable``.
    """

    chosen = Signal(str)
    removed = Signal()

    def __init__(
        self,
        title: str,
        faces: Sequence[str],
        now: str | None = None,
        evidence: np.ndarray | None = None,
        removable: bool = False,
        keeps: bool = False,
        scale: float = 1.0,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setStyleSheet(theme.style(scale))
        heading = Label(title)
        heading.setFont(theme.font(26 * scale, bold=True))
        self.buttons: dict[str, CardButton] = {}
        grid = QGridLayout()
        grid.setSpacing(round(4 * scale))
        cards = [Card.parse(label) for label in faces]
        symbols = list(dict.fromkeys(card.symbol for card in cards if card.colour))
        for row, colour in enumerate(COLOURS):
            grid.addWidget(_Sign(colour, scale), row, 0)
            for column, symbol in enumerate(symbols, start=1):
                card = Card(colour, symbol)
                if card in cards:
                    grid.addWidget(self._button(card.label, now, scale), row, column)
        for column, card in enumerate([card for card in cards if card.is_wild], start=1):
            grid.addWidget(self._button(card.label, now, scale), len(COLOURS), column)
        self.remove = QPushButton(translate("picker", "No card"))
        self.remove.setVisible(removable)
        self.remove.setAutoDefault(False)
        self.remove.clicked.connect(self._remove)
        cancel = QPushButton(translate("picker", "Cancel"))
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        self.keep = Switch(translate("picker", "Remember for this deck how the card looks."), scale)
        self.keep.setVisible(keeps)
        last = QHBoxLayout()
        for button in (self.remove, cancel):
            button.setFont(theme.font(17 * scale))
        last.addWidget(self.remove)
        last.addStretch()
        last.addWidget(cancel)
        top = QHBoxLayout()
        top.addWidget(heading, 1)
        if evidence is not None:
            picture = Label()
            picture.setPixmap(rounded(to_image(evidence, 640), round(150 * scale), 8 * scale))
            top.addWidget(picture)
        layout = QVBoxLayout(self)
        edge = round(28 * scale)
        layout.setContentsMargins(edge, round(24 * scale), edge, round(24 * scale))
        layout.setSpacing(round(16 * scale))
        layout.addLayout(top)
        layout.addLayout(grid)
        layout.addWidget(self.keep)
        layout.addLayout(last)
        if now in self.buttons:
            self.buttons[now].setFocus()

    def _button(self, label: str, now: str | None, scale: float) -> CardButton:
        button = CardButton(label, scale, label == now)
        button.clicked.connect(lambda: self._choose(label))
        self.buttons[label] = button
        return button

    def _choose(self, label: str) -> None:
        self.chosen.emit(label)
        self.accept()

    def _remove(self) -> None:
        self.removed.emit()
        self.accept()


class _Sign(QWidget):
    """A colour's sign at the head of its row."""

    def __init__(self, colour: str, scale: float) -> None:
        super().__init__()
        self._colour = colour
        self.setFixedSize(round(34 * scale), round(77 * scale))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint the sign."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = self.width() * 0.7
        box = QRectF(0, (self.height() - side) / 2, side, side)
        draw_sign(painter, box, self._colour, theme.CARD_COLOURS[self._colour])
        painter.end()
