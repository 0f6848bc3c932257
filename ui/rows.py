"""The history as rows that are clicked to correct them: the last few below the picture, or all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QImage, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from ui import theme
from ui.history import Row
from ui.paint import ALIGN_LEFT, Painted, draw_cover, draw_ear, draw_face, fill_panel, to_image
from ui.words import translate


@dataclass(frozen=True)
class Place:
    """Where something of a row can be clicked: ``what`` is card, player, insert, remove or row."""

    what: str
    key: int
    box: QRectF
    index: int = 0


class Rows(Painted):
    """Rows of the history, newest first. ``full`` rows have a picture and a button for each correction."""

    clicked = Signal(str, int, int, QPoint)
    """What was clicked, the row's key, the card's index, and where on the screen a menu may open."""

    COMPACT, FULL = 29, 66

    def __init__(self, full: bool, picture: Callable[[int], np.ndarray | None] = lambda key: None) -> None:
        super().__init__()
        self.full, self._picture = full, picture
        self.rows: tuple[Row, ...] = ()
        self._thumbs: dict[int, QImage] = {}
        self._hover: Place | None = None
        self._chosen = 0
        self.setMouseTracking(True)
        self.setSizePolicy(
            QSizePolicy.Policy.Expanding,
            QSizePolicy.Policy.MinimumExpanding if full else QSizePolicy.Policy.Fixed,
        )
        if full:
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_rows(self, rows: tuple[Row, ...]) -> None:
        """Show these rows; without ``full`` only the first few."""
        if not self.full:
            rows = rows[:4]
        if rows != self.rows:
            self.rows = rows
            keys = {row.key for row in rows}
            self._thumbs = {key: image for key, image in self._thumbs.items() if key in keys}
            self._chosen = min(self._chosen, max(0, len(rows) - 1))
            self.setAccessibleName(". ".join(row.text for row in rows[:4]))
            self.updateGeometry()
            self.update()

    @property
    def row_height(self) -> float:
        """The height of a row in pixels."""
        return (self.FULL if self.full else self.COMPACT) * self.scale

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return room for all rows, for four where they are compact."""
        count = len(self.rows) if self.full else 4
        return QSize(round(400 * self.scale), round(count * self.row_height))

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return the same height: rows are scrolled, not squeezed."""
        return QSize(200, self.sizeHint().height())

    def places(self, number: int) -> list[Place]:
        """Return what can be clicked of the row with this number, the row itself last."""
        k, row = self.scale, self.rows[number]
        box = QRectF(0, number * self.row_height, self.width(), self.row_height - 2 * k)
        inner = box.adjusted(6 * k, 3 * k, -6 * k, -3 * k) if self.full else box.adjusted(2 * k, k, 0, 0)
        found = []
        left = inner.left() + (inner.height() * 1.7 if self.full else 0)
        width = inner.height() / 1.5
        for index in range(min(len(row.cards), 6)):
            found.append(Place("card", row.key, QRectF(left, inner.top(), width, inner.height()), index))
            left += width + 5 * k
        if self.full:
            side = 36 * k
            right = inner.right() - side
            middle = inner.center().y() - side / 2
            found.append(Place("remove", row.key, QRectF(right, middle, side, side)))
            right -= side + 8 * k
            found.append(Place("insert", row.key, QRectF(right, middle, side, side)))
            if row.player:
                name = QFontMetricsF(theme.font(17 * k)).horizontalAdvance(row.player) + 28 * k
                name = min(name, 170 * k)
                found.append(Place("player", row.key, QRectF(right - name - 8 * k, middle, name, side)))
        return [*found, Place("row", row.key, box)]

    def place(self, what: str, key: int, index: int = 0) -> Place:
        """Return where something of the row with this key can be clicked."""
        number = next(number for number, row in enumerate(self.rows) if row.key == key)
        return next(p for p in self.places(number) if (p.what, p.index) == (what, index))

    def place_at(self, point: QPointF) -> Place | None:
        """Return what lies at a point."""
        number = int(point.y() // self.row_height)
        if not 0 <= number < len(self.rows):
            return None
        return next((place for place in self.places(number) if place.box.contains(point)), None)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Point out what a click would correct."""
        self._point_out(self.place_at(event.position()))

    def leaveEvent(self, event: object) -> None:  # noqa: N802
        """Point out nothing."""
        self._point_out(None)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Ask for the correction of what was clicked."""
        place = self.place_at(event.position())
        if place and event.button() == Qt.MouseButton.LeftButton:
            self._chosen = int(event.position().y() // self.row_height)
            self.update()
            self._click(place)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Walk through the rows, and correct the chosen one."""
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
        if step is not None and self.rows:
            self._chosen = max(0, min(len(self.rows) - 1, self._chosen + step))
            self.update()
            return
        what = {
            Qt.Key.Key_Return: "card",
            Qt.Key.Key_Enter: "card",
            Qt.Key.Key_Space: "player",
            Qt.Key.Key_Insert: "insert",
            Qt.Key.Key_Delete: "remove",
        }.get(Qt.Key(event.key()))
        if what is None or not self.rows:
            super().keyPressEvent(event)
            return
        place = next((p for p in self.places(self._chosen) if p.what == what), None)
        if place:
            self._click(place)

    def event(self, event: object) -> bool:
        """Say in a tool tip what a click would do."""
        if isinstance(event, QHelpEvent):
            place = self.place_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), _tip(place.what) if place else "", self)
            return True
        return super().event(event)

    def draw(self, painter: QPainter) -> None:
        """Paint the rows that can be seen."""
        shown = self.visibleRegion().boundingRect()
        for number, row in enumerate(self.rows):
            if (number + 1) * self.row_height < shown.top() or number * self.row_height > shown.bottom():
                continue
            painter.setOpacity(1 if self.full else (1, 0.85, 0.7, 0.55)[number])
            self._draw_row(painter, row, number)
        painter.setOpacity(1)

    def _draw_row(self, painter: QPainter, row: Row, number: int) -> None:
        k = self.scale
        *parts, whole = self.places(number)
        if self.full:
            fill_panel(painter, whole.box, theme.SURFACE, 8 * k)
            if number == self._chosen and self.hasFocus():
                self._outline(painter, whole.box, 8 * k)
            self._draw_thumb(painter, row, whole.box)
        left, right = whole.box.left() + (8 * k if not self.full else 0), whole.box.right() - 6 * k
        for part in parts:
            if part.what == "card":
                draw_face(painter, part.box, row.cards[part.index].label)
                left = part.box.right() + 12 * k
            else:
                right = min(right, part.box.left() - 10 * k)
                self._draw_button(painter, part, row)
            if self._hover and (part.what, part.key, part.index) == (
                self._hover.what,
                self._hover.key,
                self._hover.index,
            ):
                self._outline(painter, part.box.adjusted(-2 * k, -2 * k, 2 * k, 2 * k), 6 * k)
        if self.full and not row.cards:
            left = whole.box.left() + 6 * k + whole.box.height() * 1.7
        elif not row.cards:
            left = whole.box.left() + whole.box.height() / 1.5 + 14 * k
        self._draw_text(painter, row, QRectF(left, whole.box.top(), right - left, whole.box.height()), number)

    def _draw_text(self, painter: QPainter, row: Row, box: QRectF, number: int) -> None:
        k = self.scale
        if row.heard:
            draw_ear(painter, QRectF(box.left(), box.center().y() - 9 * k, 18 * k, 18 * k), theme.QUIET)
            box = box.adjusted(26 * k, 0, 0, 0)
        chosen = theme.font((20 if self.full else 18) * k)
        metrics = QFontMetricsF(chosen)
        small = theme.font(16 * k, bold=True)
        if self.full:
            line = box.adjusted(0, 7 * k, 0, -box.height() / 2 + 3 * k)
            below = box.adjusted(0, box.height() / 2 - 2 * k, 0, -5 * k)
            room = box.width()
        else:
            line, room = box, box.width() * 0.75
        text = metrics.elidedText(row.text, Qt.TextElideMode.ElideRight, room)
        painter.setPen(theme.INK if self.full or number == 0 else theme.QUIET)
        painter.setFont(chosen)
        painter.drawText(line, ALIGN_LEFT, text)
        if self.full:
            painter.setFont(theme.font(15 * k))
            painter.setPen(theme.QUIET)
            time = f"{int(row.t) // 60}:{int(row.t) % 60:02d}" if row.t is not None else ""
            painter.drawText(below, ALIGN_LEFT, time)
            tag = below.adjusted(54 * k if time else 0, 0, 0, 0)
        else:
            tag = box.adjusted(metrics.horizontalAdvance(text) + 16 * k, 0, 0, 0)
        if row.tag:
            painter.setPen(theme.WARNING)
            painter.setFont(small)
            painter.drawText(tag, ALIGN_LEFT, row.tag)

    def _draw_button(self, painter: QPainter, place: Place, row: Row) -> None:
        k = self.scale
        painter.setPen(QPen(theme.LINE, 1.4 * k))
        painter.setBrush(theme.RAISED)
        painter.drawRoundedRect(place.box, 9 * k, 9 * k)
        painter.setPen(theme.INK)
        size, text = {"remove": (18, "✕"), "insert": (22, "+")}.get(place.what, (17, row.player or ""))
        chosen = theme.font(size * k)
        painter.setFont(chosen)
        text = QFontMetricsF(chosen).elidedText(text, Qt.TextElideMode.ElideRight, place.box.width() - 4 * k)
        painter.drawText(place.box, Qt.AlignmentFlag.AlignCenter, text)

    def _draw_thumb(self, painter: QPainter, row: Row, box: QRectF) -> None:
        k = self.scale
        image = self._thumbs.get(row.key)
        if image is None:
            pixels = self._picture(row.key)
            if pixels is None:
                return
            image = to_image(pixels, 320)
            self._thumbs[row.key] = image
        height = box.height() - 8 * k
        draw_cover(painter, QRectF(box.left() + 4 * k, box.top() + 4 * k, height * 1.6, height), image, 6 * k)

    def _outline(self, painter: QPainter, box: QRectF, radius: float) -> None:
        painter.setPen(QPen(theme.INK, 2 * self.scale))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, radius, radius)

    def _point_out(self, place: Place | None) -> None:
        if place != self._hover:
            self._hover = place
            pressable = place is not None
            self.setCursor(Qt.CursorShape.PointingHandCursor if pressable else Qt.CursorShape.ArrowCursor)
            self.update()

    def _click(self, place: Place) -> None:
        at = self.mapToGlobal(place.box.bottomLeft().toPoint())
        self.clicked.emit(place.what, place.key, place.index, at)


class HistoryPage(QWidget):
    """All events of the game, to be scrolled through and corrected."""

    def __init__(self, picture: Callable[[int], np.ndarray | None]) -> None:
        super().__init__()
        self.rows = Rows(full=True, picture=picture)
        self.scroll = QScrollArea()
        self.scroll.setWidgetResizable(True)
        self.scroll.setFrameShape(QFrame.Shape.NoFrame)
        self.scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        holder = QWidget()
        inner = QVBoxLayout(holder)
        inner.setContentsMargins(0, 0, 6, 0)
        inner.addWidget(self.rows)
        inner.addStretch()
        self.scroll.setWidget(holder)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.scroll)

    def rescale(self, scale: float) -> None:
        """Fit to a window of another size."""
        self.rows.rescale(scale)


def _tip(what: str) -> str:
    return {
        "card": translate("rows", "What was it really?"),
        "player": translate("rows", "Who was it really?"),
        "insert": translate("rows", "Insert what was missed after this"),
        "remove": translate("rows", "This did not happen"),
        "row": translate("rows", "Correct this"),
    }[what]
