"""The parts of the window that only show. Each paints one thing, and shows what it is given."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QSizePolicy

from ui import theme
from ui.paint import Painted, arrow_head, fill_panel, fitted, four_colours
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
    """The direction of play: an arrow round the table, with words."""

    def __init__(self) -> None:
        super().__init__()
        self.direction = ""

    def show_direction(self, direction: str) -> None:
        """Show ``clockwise`` or ``counterclockwise``; anything else shows nothing."""
        self.direction = direction
        self.setAccessibleName(self.words)
        self.update()

    @property
    def words(self) -> str:
        """The direction as the window words it."""
        return {
            "clockwise": translate("direction", "clockwise"),
            "counterclockwise": translate("direction", "counter-clockwise"),
        }.get(self.direction, "")

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return room for the arrow and the words."""
        return QSize(round(210 * self.scale), round(116 * self.scale))

    def draw(self, painter: QPainter) -> None:
        """Paint three quarters of a ring that ends in an arrow head."""
        if not self.words:
            return
        k = self.scale
        area = QRectF(self.rect())
        middle = QPointF(area.center().x(), area.top() + 38 * k)
        radius = 29 * k
        clockwise = self.direction == "clockwise"
        pen = QPen(theme.INK, 8 * k)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        ring = QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius)
        # Qt's angles run counter-clockwise from three o'clock, in sixteenths of a degree.
        start, span = (100, -280) if clockwise else (80, 280)
        painter.drawArc(ring, start * 16, span * 16)
        end = np.deg2rad(start + span)
        tip = QPointF(middle.x() + radius * np.cos(end), middle.y() - radius * np.sin(end))
        heading = end - np.pi / 2 if clockwise else end + np.pi / 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.INK)
        painter.drawPolygon(arrow_head(tip, heading, 20 * k))
        painter.setPen(theme.QUIET)
        painter.setFont(theme.font(21 * k))
        below = QRectF(area.left(), area.bottom() - 34 * k, area.width(), 32 * k)
        painter.drawText(below, Qt.AlignmentFlag.AlignCenter, self.words)


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
        painter.setPen(theme.INK)
        painter.setFont(chosen)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self.note)
