"""Buttons that show their key, and the bar of answers to what the game waits to be told."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QSizePolicy

from tracker.cards import COLOURS
from ui import theme
from ui.actions import Button, Question
from ui.controls import tip
from ui.paint import Painted, draw_sign, fill_panel, fitted

WIDEST = 420
"""A button grows no wider than this, before scaling."""


class ActionButton(QPushButton):
    """A button that shows its key; a colour's button shows the colour with its sign.

    ``big`` buttons are filled with their colour and say its name.
    """

    def __init__(self, action: str, key: str, big: bool = False) -> None:
        super().__init__()
        self.action, self.key, self.big = action, key, big
        self.scale = 1.0
        self.wanted = False
        self.raised = True
        """Whether the button lies on the ground; on a raised panel it is lower."""
        self.setVisible(False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        growing = QSizePolicy.Policy.Expanding if big else QSizePolicy.Policy.Preferred
        self.setSizePolicy(growing, QSizePolicy.Policy.Fixed)

    def show_button(self, button: Button) -> None:
        """Show a label, whether the button can be used, and whether the game waits for it."""
        self.setVisible(button.shown)
        if (self.text(), self.isEnabled(), self.wanted) != (button.label, button.enabled, button.wanted):
            self.setEnabled(button.enabled)
            self.wanted = button.wanted
            self.show_label(button.label)

    def show_label(self, label: str) -> None:
        """Show a label."""
        self.setText(label)
        self.setToolTip(tip(f"{label} ({self.key})" if self.key else label))
        self.setAccessibleName(f"{label}, {self.key}" if self.key else label)
        self.updateGeometry()
        self.update()

    def rescale(self, scale: float) -> None:
        """Fit to a window of another size."""
        self.scale = scale
        self.updateGeometry()
        self.update()

    @property
    def colour(self) -> str | None:
        """The card colour that the button stands for, if it is one."""
        return self.action if self.action in COLOURS else None

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return the same: only a very long name in a label is shortened."""
        return self.sizeHint()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return room for sign, label and key."""
        k, size = self.scale, 26 if self.big else 18
        width = 24 * k if self.colour else 0.0
        if self.big or not self.colour:
            width += QFontMetricsF(theme.font(size * k, bold=True)).horizontalAdvance(self.text())
        width += 40 * k if self.key else 28 * k
        if self.big and self.colour:
            width += 12 * k
        return QSize(round(min(width + 24 * k, WIDEST * k)), round((66 if self.big else 52) * k))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint ground, label or sign, and the key as a key."""
        k = self.scale
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        usable = self.isEnabled()
        filled = self.wanted or self.big
        if filled:
            ground = theme.CARD_COLOURS[self.colour] if self.colour else theme.INK
            ink = theme.ink_on(self.colour) if self.colour else theme.GROUND
        else:
            ground = theme.RAISED if usable and self.raised else theme.SURFACE
            ink = theme.INK if usable else theme.FAINT
        if usable and (self.isDown() or self.underMouse()):
            ground = ground.darker(115) if filled else theme.LINE
        fill_panel(painter, box, ground, 11 * k)
        left = box.left() + 14 * k
        if self.colour:
            sign = QRectF(left, box.center().y() - 12 * k, 24 * k, 24 * k)
            painter.setOpacity(1.0 if usable else 0.45)
            draw_sign(painter, sign, self.colour, ink if filled else theme.CARD_COLOURS[self.colour])
            painter.setOpacity(1.0)
            left += 36 * k
        if self.big or not self.colour:
            room = box.adjusted(left - box.left(), 0, -44 * k if self.key else -8 * k, 0)
            bold = self.big or self.wanted
            fitted(painter, room, self.text(), (26 if self.big else 18) * k, bold, ink)
        if self.key:
            self._draw_key(painter, box, ink, 0.75 if usable else 0.6)
        painter.end()

    def _draw_key(self, painter: QPainter, box: QRectF, ink: object, opacity: float) -> None:
        k = self.scale
        key = self.key.replace("Shift+", "⇧")
        cap = QRectF(box.right() - 36 * k, box.center().y() - 12 * k, 24 * k, 24 * k)
        painter.setOpacity(opacity)
        painter.setPen(QPen(ink, 1.2 * k))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(cap, 6 * k, 6 * k)
        painter.setFont(theme.font((14 if len(key) == 1 else 12) * k, bold=True))
        painter.drawText(cap, Qt.AlignmentFlag.AlignCenter, key)


class ChoiceBar(Painted):
    """What the game waits to be told, with one big button for each answer."""

    chosen = Signal(str)
    """The action of the answer that was clicked."""

    HEIGHT = 108

    def __init__(self) -> None:
        super().__init__()
        self.question: Question | None = None
        self.buttons: dict[str, ActionButton] = {}
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setVisible(False)

    def show_question(self, question: Question | None) -> None:
        """Ask this, or nothing."""
        if question == self.question:
            return
        self.question = question
        for button in self.buttons.values():
            button.setParent(None)
            button.deleteLater()
        self.buttons = {}
        for option in question.options if question else ():
            button = ActionButton(option.action, option.key, big=True)
            button.show_label(option.label)
            button.setParent(self)
            button.rescale(self.scale)
            button.clicked.connect(lambda _=False, action=option.action: self.chosen.emit(action))
            button.show()
            self.buttons[option.action] = button
        self.setAccessibleName(question.text if question else "")
        self.setVisible(question is not None)
        self._lay_out()
        self.update()

    def rescale(self, scale: float) -> None:
        """Fit to a window of another size."""
        super().rescale(scale)
        for button in self.buttons.values():
            button.rescale(scale)
        self._lay_out()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return room for the question and the answers."""
        return QSize(400, round(self.HEIGHT * self.scale))

    def resizeEvent(self, event: object) -> None:  # noqa: N802
        """Lay the answers out anew."""
        self._lay_out()

    def draw(self, painter: QPainter) -> None:
        """Paint the question."""
        if self.question:
            k = self.scale
            head = QRectF(2 * k, 0, self.width() - 4 * k, 34 * k)
            fitted(painter, head, self.question.text, 22 * k, True)

    def _lay_out(self) -> None:
        if not self.buttons:
            return
        k = self.scale
        gap = 8 * k
        width = (self.width() - gap * (len(self.buttons) - 1)) / len(self.buttons)
        for number, button in enumerate(self.buttons.values()):
            height = button.sizeHint().height()
            button.setGeometry(round(number * (width + gap)), round(38 * k), round(width), height)
