"""The parts of the window that only show. Each paints one thing, and shows what it is given."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QSizePolicy

from ui import theme
from ui.paint import Painted, arrow_head, fill_panel, fitted, four_colours
from ui.view import PlayerRow
from ui.words import translate


class Frame(Painted):
    """The window's ground, framed in the current colour; in all four while it is not named."""

    WIDTH = 18

    def __init__(self) -> None:
        super().__init__()
        self.colour: str | None = None
        self.wild = False

    def show_colour(self, colour: str | None, wild: bool) -> None:
        """Frame in a colour; with none, in all four (``wild``) or neutral."""
        self.colour, self.wild = colour, wild
        self.update()

    def draw(self, painter: QPainter) -> None:
        """Paint frame and ground."""
        area = QRectF(self.rect())
        if self.colour:
            painter.fillRect(area, theme.CARD_COLOURS[self.colour])
        elif self.wild:
            four_colours(painter, area)
        else:
            painter.fillRect(area, theme.NEUTRAL)
        width = self.WIDTH * self.scale
        fill_panel(painter, area.adjusted(width, width, -width, -width), theme.GROUND, 16 * self.scale)


class Headline(Painted):
    """Whose turn it is, large, and one line below it."""

    def __init__(self) -> None:
        super().__init__()
        self.text, self.detail = "", ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_text(self, text: str, detail: str) -> None:
        """Show these two lines."""
        self.text, self.detail = text, detail
        self.setAccessibleName(f"{text}. {detail}")
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the height for both lines."""
        return QSize(400, round(116 * self.scale))

    def draw(self, painter: QPainter) -> None:
        """Paint both lines, shrinking what would not fit."""
        area = QRectF(self.rect())
        split = area.height() * 0.66
        fitted(painter, area.adjusted(0, 0, 0, split - area.height()), self.text, 70 * self.scale, True)
        painter.setPen(theme.QUIET)
        below = area.adjusted(0, split, 0, 0)
        fitted(painter, below, self.detail, 25 * self.scale, pen=theme.QUIET)


class Direction(Painted):
    """The direction of play: arrows that move round the players' seats, with words."""

    PACE, TURN = 80, 1.6
    """Milliseconds between two steps of the arrows, and degrees that a step goes."""

    def __init__(self) -> None:
        super().__init__()
        self.direction = ""
        self.players: tuple[PlayerRow, ...] = ()
        self._moved = 0.0
        self._timer = QTimer(self, interval=self.PACE)
        self._timer.timeout.connect(self._move)

    def show_direction(self, direction: str, players: Sequence[PlayerRow] = ()) -> None:
        """Show ``clockwise`` or ``counterclockwise`` round these players; anything else shows nothing."""
        self.direction, self.players = direction, tuple(players)
        self.setAccessibleName(self.words)
        moving = bool(self.words) and any(player.turn for player in self.players)
        if moving != self._timer.isActive():
            self._timer.start() if moving else self._timer.stop()
        self.update()

    @property
    def words(self) -> str:
        """The direction as the window words it."""
        return {
            "clockwise": translate("direction", "clockwise"),
            "counterclockwise": translate("direction", "counterclockwise"),
        }.get(self.direction, "")

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return room for the ring and the words."""
        return QSize(round(210 * self.scale), round(116 * self.scale))

    def draw(self, painter: QPainter) -> None:
        """Paint a ring with three arrows, a dot for each seat, a large one for whose turn it is."""
        if not self.words:
            return
        k = self.scale
        area = QRectF(self.rect())
        middle = QPointF(area.center().x(), area.top() + 43 * k)
        radius = 33 * k
        way = 1 if self.direction == "clockwise" else -1
        painter.setPen(QPen(theme.LINE, 4 * k))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(middle, radius, radius)

        def at(degrees: float, reach: float = 1.0) -> QPointF:
            angle = np.deg2rad(degrees)
            return middle + QPointF(np.cos(angle), np.sin(angle)) * radius * reach

        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.INK)
        for number in range(3):
            degrees = 30 + 120 * number + way * self._moved
            # Seats are counted clockwise in the picture, where y points down; arrow_head's angles go the
            # other way.
            heading = -np.deg2rad(degrees + 90 * way)
            painter.drawPolygon(arrow_head(at(degrees), heading, 12 * k))
        for number, player in enumerate(self.players):
            place = at(90 + 360 * number / len(self.players), 0.5)
            size = (6 if player.turn else 3) * k
            painter.setBrush(theme.INK if player.turn else theme.QUIET)
            painter.drawEllipse(place, size, size)
        painter.setPen(theme.QUIET)
        painter.setFont(theme.font(20 * k))
        below = QRectF(area.left(), area.bottom() - 30 * k, area.width(), 30 * k)
        painter.drawText(below, Qt.AlignmentFlag.AlignCenter, self.words)

    def _move(self) -> None:
        self._moved = (self._moved + self.TURN) % 120
        if self.isVisible():
            self.update()


class Picture(Painted):
    """The live picture with what was found on it, and one quiet line about it."""

    def __init__(self) -> None:
        super().__init__()
        self.image: QImage | None = None
        self.note = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(320, 180)

    def show_image(self, image: QImage) -> None:
        """Show the newest picture."""
        self.image = image
        self.update()

    def show_note(self, note: str) -> None:
        """Show a line about the picture, as in ``hand in view``; an empty one takes it away."""
        if note != self.note:
            self.note = note
            self.update()

    def draw(self, painter: QPainter) -> None:
        """Paint the picture as large as it fits, and the note on it."""
        k = self.scale
        area = QRectF(self.rect())
        shown = area
        if self.image is not None and not self.image.isNull():
            size = self.image.size().scaled(self.rect().size(), Qt.AspectRatioMode.KeepAspectRatio)
            shown = QRectF(0, 0, size.width(), size.height())
            shown.moveCenter(area.center())
        fill_panel(painter, area, theme.SURFACE, 14 * k)
        clip = QPainterPath()
        clip.addRoundedRect(shown, 14 * k, 14 * k)
        painter.save()
        painter.setClipPath(clip)
        if self.image is not None:
            painter.drawImage(shown, self.image)
        painter.restore()
        if self.note:
            self._draw_note(painter, shown.topLeft() + QPointF(14 * k, 14 * k))

    def _draw_note(self, painter: QPainter, at: QPointF) -> None:
        k = self.scale
        chosen = theme.font(17 * k)
        width = QFontMetricsF(chosen).horizontalAdvance(self.note)
        box = QRectF(at.x(), at.y(), width + 28 * k, 34 * k)
        fill_panel(painter, box, QColor(16, 18, 22, 200), 17 * k)
        painter.setPen(QColor("#ffffff"))
        painter.setFont(chosen)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self.note)
