"""The side of the window: the current colour with the top card, and the players."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QSizePolicy

from datasets.faces import ASPECT
from tracker.cards import COLOURS, Card
from ui import theme
from ui.actions import player_key
from ui.paint import ALIGN_LEFT, ALIGN_RIGHT, Painted, arrow_head, draw_face, draw_sign, fill_panel, fitted
from ui.view import PlayerRow
from ui.words import card_word, signed, translate


class ColourPanel(Painted):
    """The current colour, filled, with its name and its sign, and the top card beside them."""

    clicked = Signal(QPoint)
    """The panel was clicked, and where on the screen a menu may open."""

    def __init__(self) -> None:
        super().__init__()
        self.colour: str | None = None
        self.name = ""
        self.top: str | None = None
        self.roomy = True
        """Whether there is room for a large panel; with many players there is not."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Ask to correct the colour."""
        self.clicked.emit(self.mapToGlobal(self.rect().bottomLeft()))

    def set_roomy(self, roomy: bool) -> None:
        """Take more or less room."""
        self.roomy = roomy
        self.updateGeometry()

    def show_top(self, colour: str | None, name: str, top: str | None) -> None:
        """Show a colour under a name, and a card by its label."""
        self.colour, self.name, self.top = colour, name, top
        said = translate("side", "Colour {colour}, top card {card}")
        self.setAccessibleName(said.format(colour=name, card=card_word(Card.parse(top))) if top else "")
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return room for a card."""
        return QSize(round(408 * self.scale), round((204 if self.roomy else 152) * self.scale))

    def draw(self, painter: QPainter) -> None:
        """Paint ground, sign, name and card."""
        k = self.scale
        area = QRectF(self.rect())
        clip = QPainterPath()
        clip.addRoundedRect(area, 14 * k, 14 * k)
        painter.save()
        painter.setClipPath(clip)
        if self.colour:
            painter.fillRect(area, theme.CARD_COLOURS[self.colour])
        else:
            painter.fillRect(area, theme.SURFACE)
        painter.restore()
        height = min(area.height() - 32 * k, area.width() * 0.46 * ASPECT)
        card = QRectF(area.right() - 20 * k - height / ASPECT, 0, height / ASPECT, height)
        card.moveTop(area.center().y() - height / 2)
        if self.top:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(0, 0, 0, 60))
            painter.drawRoundedRect(card.translated(0, 4 * k), 10 * k, 10 * k)
            draw_face(painter, card, self.top)
        else:
            pen = QPen(theme.LINE, 2 * k, Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(card, 10 * k, 10 * k)
        if not self.name:
            return
        left = QRectF(area.left() + 26 * k, area.top(), card.left() - area.left() - 44 * k, area.height())
        side = min(area.height() * 0.34, left.width() * 0.6)
        sign = QRectF(left.left(), left.top() + area.height() * 0.14, side, side)
        if self.colour:
            draw_sign(painter, sign, self.colour, theme.ink_on(self.colour))
        else:
            for index, colour in enumerate(COLOURS):
                spot = QRectF(0, 0, side * 0.46, side * 0.46)
                spot.moveTopLeft(sign.topLeft() + QPointF(index % 2, index // 2) * side * 0.54)
                draw_sign(painter, spot, colour, theme.CARD_COLOURS[colour])
        ink = theme.ink_on(self.colour) if self.colour else theme.INK
        below = QRectF(left.left(), sign.bottom(), left.width(), area.bottom() - sign.bottom() - 6 * k)
        fitted(painter, below, self.name, 60 * k if self.roomy else 46 * k, True, ink, 0.35)


class Players(Painted):
    """The players in seat order: turn, name, UNO, owed cards, cards in hand, score."""

    clicked = Signal(str, QPoint)
    """A player was clicked, and where on the screen a menu may open."""

    HEADER, ROW = 28, 74

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[PlayerRow, ...] = ()
        self.colours: Mapping[str, str] = {}
        """The players' own colours, ``#rrggbb``, by name."""
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMouseTracking(True)
        self._hover: int | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)

    def show_players(self, rows: tuple[PlayerRow, ...]) -> None:
        """Show these players."""
        if rows != self.rows:
            self.rows = rows
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return comfortable room for all rows."""
        return QSize(round(408 * self.scale), round((self.HEADER + self.ROW * len(self.rows)) * self.scale))

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return the least room in which ten players can be read."""
        return QSize(round(300 * self.scale), round((self.HEADER + 24 * len(self.rows)) * self.scale))

    def box(self, number: int) -> QRectF:
        """Return where the row of the player with this number is painted."""
        area = QRectF(self.rect())
        top = area.top() + self.HEADER * self.scale
        height = min(self.ROW * self.scale, (area.bottom() - top) / max(1, len(self.rows)))
        gap = min(6 * self.scale, height * 0.1)
        return QRectF(area.left(), top + number * height, area.width(), height - gap)

    def place(self, name: str) -> QPoint:
        """Return where on the screen the menu of a player opens."""
        number = next(number for number, row in enumerate(self.rows) if row.name == name)
        return self.mapToGlobal(self.box(number).bottomLeft().toPoint())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Point out the player that a click would choose."""
        self._point_out(self._number_at(event.position()))

    def leaveEvent(self, event: object) -> None:  # noqa: N802
        """Point out nobody."""
        self._point_out(None)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Choose the player that was clicked."""
        number = self._number_at(event.position())
        if number is not None:
            name = self.rows[number].name
            self.clicked.emit(name, self.place(name))

    def _number_at(self, point: QPointF) -> int | None:
        return next((n for n in range(len(self.rows)) if self.box(n).contains(point)), None)

    def _point_out(self, number: int | None) -> None:
        if number != self._hover:
            self._hover = number
            self.update()

    def draw(self, painter: QPainter) -> None:
        """Paint the column heads and one row a player."""
        if not self.rows:
            return
        k = self.scale
        area = QRectF(self.rect())
        hand_column, score_column = area.right() - 118 * k, area.right() - 16 * k
        painter.setPen(theme.FAINT)
        painter.setFont(theme.font(15 * k))
        head = QRectF(area.left(), area.top(), area.width(), 24 * k)
        for column, word in (
            (hand_column, translate("side", "cards")),
            (score_column, translate("side", "points")),
        ):
            painter.drawText(head.adjusted(0, 0, column - area.right(), 0), ALIGN_RIGHT, word)
        for number, row in enumerate(self.rows):
            self._draw_row(painter, row, number, hand_column, score_column)

    def _draw_row(
        self, painter: QPainter, row: PlayerRow, number: int, hand_column: float, score_column: float
    ) -> None:
        k, box = self.scale, self.box(number)
        size = min(32 * k, box.height() * 0.6)
        fill_panel(painter, box, theme.RAISED if row.turn else theme.SURFACE, min(10 * k, box.height() / 4))
        if row.name in self.colours:
            edge = QRectF(box.left(), box.top() + box.height() * 0.2, 5 * k, box.height() * 0.6)
            fill_panel(painter, edge, QColor(self.colours[row.name]), 2.5 * k)
        if row.turn:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.INK)
            tip = QPointF(box.left() + 21 * k, box.center().y())
            painter.drawPolygon(arrow_head(tip, 0.0, size * 0.62))
        else:
            painter.setPen(theme.FAINT)
            painter.setFont(theme.font(min(15 * k, size * 0.6)))
            key = QRectF(box.left() + 8 * k, box.top(), 26 * k, box.height())
            painter.drawText(key, Qt.AlignmentFlag.AlignCenter, player_key(number))
        if number == self._hover:
            painter.setPen(QPen(theme.QUIET, 1.5 * k))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 10 * k, 10 * k)
        ink = theme.INK if row.turn else theme.SOFT
        count = QRectF(box.left(), box.top(), hand_column - box.left(), box.height())
        bold = theme.font(size, bold=True)
        painter.setFont(bold)
        painter.setPen(ink)
        painter.drawText(count, ALIGN_RIGHT, str(row.hand))
        owes = translate("side", "draws {count}").format(count=row.owed)
        right = hand_column - QFontMetricsF(bold).horizontalAdvance("00") - 14 * k
        for text, ground, on in (
            (owes, theme.AMBER, theme.DARK_INK) if row.owed else ("", None, None),
            ("UNO", theme.CARD_COLOURS["red"], QColor("#ffffff")) if row.uno else ("", None, None),
        ):
            if text:
                right = (
                    self._draw_pill(painter, text, right, box, min(size * 0.6, 18 * k), ground, on) - 8 * k
                )
        left = box.left() + 40 * k
        if row.team:
            painter.setFont(theme.font(size * 0.6, bold=True))
            painter.setPen(theme.QUIET)
            painter.drawText(QRectF(left, box.top(), 20 * k, box.height()), ALIGN_LEFT, row.team)
            left += 24 * k
        name = QRectF(left, box.top(), right - left - 8 * k, box.height())
        fitted(painter, name, row.name, size, row.turn, ink)
        score = QRectF(box.left(), box.top(), score_column - box.left(), box.height())
        painter.setFont(theme.font(size * 0.86))
        painter.setPen(theme.QUIET)
        painter.drawText(score, ALIGN_RIGHT, signed(row.score))

    def _draw_pill(
        self,
        painter: QPainter,
        text: str,
        right: float,
        box: QRectF,
        size: float,
        ground: QColor,
        ink: QColor,
    ) -> float:
        """Paint a word on a pill that ends at ``right``; return where it begins."""
        chosen = theme.font(size, bold=True)
        width = QFontMetricsF(chosen).horizontalAdvance(text) + size * 1.3
        pill = QRectF(right - width, box.center().y() - size * 0.85, width, size * 1.7)
        fill_panel(painter, pill, ground, pill.height() / 2)
        painter.setPen(ink)
        painter.setFont(chosen)
        painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, text)
        return pill.left()
