"""What can stand in the place of the live picture: the score board, the instant replay, a picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QMouseEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy

from ui import theme
from ui.board import Board
from ui.paint import ALIGN_LEFT, ALIGN_RIGHT, Painted, fill_panel, fitted, to_image
from ui.recorder import Shot
from ui.words import signed, team_letter, translate

LINES = (
    "#4f8ef7",
    "#f2a93b",
    "#3fbf7f",
    "#e2587d",
    "#a98bf0",
    "#40c4d4",
    "#d4c340",
    "#f08a5d",
    "#9aa4b2",
    "#c96fc9",
)
"""The colours of the players' lines; each also bears its player's name and a mark of its own shape."""


class BoardPage(Painted):
    """The score board: rounds as rows, players as columns, totals, and a chart of the totals."""

    def __init__(self) -> None:
        super().__init__()
        self.board = Board(())
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(320, 180)

    def show_board(self, board: Board) -> None:
        """Show these rounds."""
        if board != self.board:
            self.board = board
            self.update()

    def draw(self, painter: QPainter) -> None:
        """Paint table and chart, beside each other where there is room."""
        k = self.scale
        area = QRectF(self.rect())
        fill_panel(painter, area, theme.SURFACE, 14 * k)
        area = area.adjusted(22 * k, 16 * k, -22 * k, -16 * k)
        if not self.board.points:
            text = translate("board", "No round has been scored yet.")
            fitted(painter, area, text, 26 * k, pen=theme.QUIET)
            return
        table = QRectF(area.left(), area.top(), area.width() * 0.5, area.height())
        self._draw_table(painter, table)
        self._draw_chart(painter, area.adjusted(area.width() * 0.54, 8 * k, 0, 0))

    def _draw_table(self, painter: QPainter, area: QRectF) -> None:
        k, board = self.scale, self.board
        feet = 3.4 if board.teams else 2.2
        row = max(min(38 * k, area.height() / (len(board.points) + feet)), 17 * k)
        shown = min(len(board.points), int(area.height() / row - feet))
        first = 54 * k
        width = (area.width() - first) / len(board.players)
        size = min(21 * k, row * 0.62)

        def cell(line: float, column: int) -> QRectF:
            left = area.left() + (first + column * width if column >= 0 else 0)
            return QRectF(left, area.top() + line * row, width if column >= 0 else first, row)

        totals = board.totals[-1]
        for column, player in enumerate(board.players):
            ink = theme.INK if totals[column] == max(totals) else theme.QUIET
            name = QRectF(cell(0, column).adjusted(6 * k, 0, 0, 0))
            painter.setPen(ink)
            painter.setFont(theme.font(size, bold=True))
            text = QFontMetricsF(painter.font()).elidedText(player, Qt.TextElideMode.ElideRight, name.width())
            painter.drawText(name, ALIGN_RIGHT, text)
        begin = len(board.points) - shown
        for line, number in enumerate(range(begin, len(board.points)), start=1):
            painter.setPen(theme.FAINT)
            painter.setFont(theme.font(size * 0.85))
            painter.drawText(cell(line, -1), ALIGN_LEFT, str(number + 1))
            for column, points in enumerate(board.points[number]):
                won = board.players[column] == board.winners[number]
                painter.setPen(theme.INK if won else theme.QUIET)
                painter.setFont(theme.font(size, bold=won))
                painter.drawText(cell(line, column), ALIGN_RIGHT, _won(points) if points else "–")
        last = shown + 1.15
        painter.setPen(QPen(theme.LINE, 1.5 * k))
        line = area.top() + (last - 0.05) * row
        painter.drawLine(QPointF(area.left(), line), QPointF(area.right(), line))
        painter.setPen(theme.QUIET)
        painter.setFont(theme.font(size * 1.1))
        painter.drawText(cell(last, -1), ALIGN_LEFT, "Σ")
        for column, total in enumerate(totals):
            painter.setPen(theme.INK)
            painter.setFont(theme.font(size * 1.15, bold=total == max(totals)))
            painter.drawText(cell(last, column), ALIGN_RIGHT, signed(total))
        if board.teams:
            self._draw_teams(painter, cell, last + 1.15, size * 1.15)

    def _draw_teams(
        self, painter: QPainter, cell: Callable[[float, int], QRectF], line: float, size: float
    ) -> None:
        """Paint what each team has in all, below its players and a bracket that joins them."""
        totals = self.board.sides.totals[-1]
        column = 0
        for number, team in enumerate(self.board.teams):
            box = cell(line, column).united(cell(line, column + len(team) - 1))
            column += len(team)
            left = box.left() + box.width() * 0.3 / len(team)
            painter.setPen(QPen(theme.QUIET, 1.5 * self.scale))
            painter.drawLine(QPointF(left, box.top()), box.topRight())
            best = totals[number] == max(totals)
            painter.setPen(theme.INK if best else theme.QUIET)
            painter.setFont(theme.font(size, bold=best))
            text = f"{team_letter(number)}  {signed(totals[number])}"
            painter.drawText(box, ALIGN_RIGHT, text)

    def _draw_chart(self, painter: QPainter, area: QRectF) -> None:
        k, board = self.scale, self.board.sides
        rows = ((0,) * len(board.players), *board.totals)
        values = [value for row in rows for value in row]
        high, low = max(*values, board.target, 1), min(*values, 0)
        names = min(110 * k, area.width() * 0.3)
        plot = area.adjusted(44 * k, 6 * k, -names, -26 * k)

        def at(number: int, value: float) -> QPointF:
            x = plot.left() + plot.width() * number / max(1, len(rows) - 1)
            return QPointF(x, plot.bottom() - plot.height() * (value - low) / (high - low))

        painter.setFont(theme.font(14 * k))
        for value in sorted({low, 0, high}):
            painter.setPen(QPen(theme.LINE, 1 * k))
            painter.drawLine(at(0, value), at(len(rows) - 1, value))
            painter.setPen(theme.FAINT)
            y = at(0, value).y()
            box = QRectF(area.left(), y - 10 * k, 36 * k, 20 * k)
            painter.drawText(box, ALIGN_RIGHT, signed(value))
        if board.target:
            painter.setPen(theme.QUIET)
            goal = at(0, board.target) + QPointF(6 * k, 4 * k)
            text = translate("board", "the goal")
            painter.drawText(QRectF(goal.x(), goal.y(), 120 * k, 18 * k), ALIGN_LEFT, text)
        ends: list[float] = []
        order = sorted(range(len(board.players)), key=lambda column: -rows[-1][column])
        for column in order:
            colour = QColor(LINES[column % len(LINES)])
            points = [at(number, row[column]) for number, row in enumerate(rows)]
            painter.setPen(QPen(colour, 3 * k))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolyline(QPolygonF(points))
            for point in points[1:]:
                _draw_mark(painter, point, column, colour, 5.5 * k)
            y = points[-1].y()
            while any(abs(y - other) < 20 * k for other in ends):
                y += 4 * k
            ends.append(y)
            label = QRectF(plot.right() + 12 * k, y - 10 * k, names - 12 * k, 20 * k)
            fitted(painter, label, board.players[column], 16 * k, True, theme.INK)


class Replay(Painted):
    """The last seconds again, in a loop, until it is clicked or left."""

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.shots: tuple[Shot, ...] = ()
        self.number = 0
        self._image: QImage | None = None
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.go_on)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(320, 180)

    def play(self, shots: Sequence[Shot]) -> None:
        """Play these pictures, oldest first."""
        self.shots = tuple(shots)
        self._show(0)

    def show_picture(self, picture: np.ndarray) -> None:
        """Show one picture, BGR (height, width, 3), that stands still."""
        self._timer.stop()
        self.shots = ()
        self._image = to_image(picture, 1280)
        self.update()

    def stop(self) -> None:
        """Play no more."""
        self._timer.stop()

    def go_on(self) -> None:
        """Show the next picture; the first one again after the last."""
        if self.shots:
            self._show((self.number + 1) % len(self.shots))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Leave."""
        self.left.emit()

    def draw(self, painter: QPainter) -> None:
        """Paint the picture, and how long ago it was."""
        k = self.scale
        area = QRectF(self.rect())
        fill_panel(painter, area, theme.SURFACE, 14 * k)
        if self._image is None:
            text = translate("replay", "There is no picture to show again yet.")
            fitted(painter, area.adjusted(24 * k, 0, -24 * k, 0), text, 24 * k, pen=theme.QUIET)
            return
        size = self._image.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        box = QRectF(0, 0, size.width(), size.height())
        box.moveCenter(area.center())
        painter.drawImage(box, self._image)
        note = translate("replay", "This is what was seen. Click to go back.")
        if self.shots:
            ago = self.shots[-1].t - self.shots[self.number].t
            note = translate("replay", "Replay: {seconds} s ago. Click to go back.").format(
                seconds=f"{ago:.1f}"
            )
            done = (self.number + 1) / len(self.shots)
            painter.fillRect(QRectF(box.left(), box.bottom() - 6 * k, box.width() * done, 6 * k), theme.AMBER)
        chosen = theme.font(17 * k, bold=True)
        width = QFontMetricsF(chosen).horizontalAdvance(note) + 28 * k
        tag = QRectF(box.left() + 14 * k, box.top() + 14 * k, width, 34 * k)
        fill_panel(painter, tag, theme.AMBER, 17 * k)
        painter.setFont(chosen)
        painter.setPen(theme.DARK_INK)
        painter.drawText(tag, Qt.AlignmentFlag.AlignCenter, note)

    def _show(self, number: int) -> None:
        if not self.shots:
            self._image = None
            self.update()
            return
        self.number = number
        shot = self.shots[number]
        self._image = to_image(shot.pixels(), 1280)
        last = number + 1 == len(self.shots)
        wait = 1.0 if last else self.shots[number + 1].t - shot.t
        self._timer.start(round(1000 * max(0.03, min(1.0, wait))))
        self.update()


def _won(points: int) -> str:
    return f"+{points}" if points > 0 else signed(points)


def _draw_mark(painter: QPainter, at: QPointF, number: int, colour: QColor, size: float) -> None:
    """Draw a mark whose shape tells the lines apart without their colours."""
    painter.setBrush(colour)
    painter.setPen(Qt.PenStyle.NoPen)
    shape = number % 4
    if shape == 0:
        painter.drawEllipse(at, size, size)
    elif shape == 1:
        painter.drawRect(QRectF(at.x() - size, at.y() - size, 2 * size, 2 * size))
    elif shape == 2:
        corners = [QPointF(0, -size * 1.3), QPointF(size * 1.2, size), QPointF(-size * 1.2, size)]
        painter.drawPolygon(QPolygonF([at + corner for corner in corners]))
    else:
        corners = [QPointF(0, -1.4), QPointF(1.4, 0), QPointF(0, 1.4), QPointF(-1.4, 0)]
        painter.drawPolygon(QPolygonF([at + corner * size for corner in corners]))
