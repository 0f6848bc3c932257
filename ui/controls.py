"""Controls that paint themselves in the window's look: a switch, a number, a list to choose from."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtGui import Qt as GuiQt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from ui import theme
from ui.paint import ALIGN_LEFT

_WRAPPED = int(ALIGN_LEFT | Qt.TextFlag.TextWordWrap)


class Label(QLabel):
    """A label that shows its text as it is: people's names and files' may look like HTML."""

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)


def as_it_is(text: str) -> str:
    """Return a text so that a menu or button shows it as it is: an & would mark a letter as a key there."""
    return text.replace("&", "&&")


def tip(text: str) -> str:
    """Return a text so that a tip shows it as it is, also where it looks like HTML."""
    return f"<span>{escape(text)}</span>" if GuiQt.mightBeRichText(text) else text


class Switch(QCheckBox):
    """A switch with its sentence: the knob is at the right and the switch filled where it is on."""

    def __init__(self, sentence: str, scale: float) -> None:
        super().__init__(sentence)
        self._scale = scale
        self.setFont(theme.font(17 * scale))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def rescale(self, scale: float) -> None:
        """Fit to a window of another size."""
        self._scale = scale
        self.setFont(theme.font(17 * scale))
        self.updateGeometry()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return room for the switch and a sentence of usual length."""
        width = round(560 * self._scale)
        return QSize(width, self.heightForWidth(width))

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        """Return the height of the sentence in lines of this width."""
        room = QRectF(0, 0, width - 66 * self._scale, 10_000)
        lines = QFontMetricsF(self.font()).boundingRect(room, _WRAPPED, self.text())
        return round(max(32 * self._scale, lines.height() + 10 * self._scale))

    def hitButton(self, pos: QPoint) -> bool:  # noqa: N802
        """Let the sentence be clicked as well."""
        return self.rect().contains(pos)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint switch and sentence."""
        k = self._scale
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        on = self.isChecked()
        track = QRectF(2 * k, (self.height() - 24 * k) / 2, 44 * k, 24 * k)
        painter.setPen(QPen(theme.INK if self.hasFocus() else theme.LINE, 1.6 * k))
        painter.setBrush(theme.CARD_COLOURS["green"] if on else theme.RAISED)
        painter.drawRoundedRect(track, 12 * k, 12 * k)
        knob = QPointF(track.right() - 12 * k if on else track.left() + 12 * k, track.center().y())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor("#ffffff") if on else theme.FAINT)
        painter.drawEllipse(knob, 8 * k, 8 * k)
        painter.setPen(theme.INK)
        painter.setFont(self.font())
        painter.drawText(QRectF(self.rect()).adjusted(60 * k, 0, 0, 0), _WRAPPED, self.text())
        painter.end()


class Stepper(QWidget):
    """A number between two buttons that make it smaller and larger by a ``step``, within ``values``."""

    def __init__(self, values: range, step: int, scale: float) -> None:
        super().__init__()
        self._values, self._value = values, values[0]
        self.less, self.shown, self.more = QPushButton("−"), Label(), QPushButton("+")
        self.shown.setAlignment(Qt.AlignmentFlag.AlignCenter)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for part, by in ((self.less, -step), (self.shown, 0), (self.more, step)):
            part.setFont(theme.font(19 * scale, bold=part is self.shown))
            part.setFixedSize(round((84 if part is self.shown else 52) * scale), round(40 * scale))
            row.addWidget(part)
            if isinstance(part, QPushButton):
                part.setStyleSheet("padding: 0;")
                part.setAutoDefault(False)
                part.setAutoRepeat(True)
                part.clicked.connect(lambda _=False, by=by: self.setValue(self._value + by))
        row.addStretch()
        self.setValue(self._value)

    def value(self) -> int:
        """Return the number."""
        return self._value

    def setValue(self, value: int) -> None:  # noqa: N802 (as Qt's own controls name it)
        """Show a number, or the nearest one that is allowed."""
        self._value = max(self._values[0], min(self._values[-1], value))
        self.shown.setText(str(self._value))
        self.less.setEnabled(self._value > self._values[0])
        self.more.setEnabled(self._value < self._values[-1])


class ComboBox(QComboBox):
    """A list to choose from, with a mark that says so."""

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint the choice, and an angle that points down."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        unit = self.height() / 40
        painter.setPen(QPen(theme.QUIET if self.isEnabled() else theme.FAINT, 2 * unit))
        tip = QPointF(self.width() - 18 * unit, self.height() / 2 + 2.5 * unit)
        wing = QPointF(5 * unit, 5 * unit)
        painter.drawPolyline(QPolygonF([tip - wing, tip, tip + QPointF(wing.x(), -wing.y())]))
        painter.end()
