"""The parts of the window. Each paints one thing, and shows what it is given."""

from __future__ import annotations

import dataclasses
from functools import cache

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QImage,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
)
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from datasets.faces import ASPECT, draw_card, sample_design
from tracker.cards import COLOURS
from ui import theme
from ui.view import Banner, Button, Line, PlayerRow

ALIGN_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
ALIGN_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class Painted(QWidget):
    """A widget that paints itself at ``scale`` times its size in a window of 1280 x 800."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scale = 1.0

    def rescale(self, scale: float) -> None:
        """Fit to a window of another size."""
        self.scale = scale
        self.updateGeometry()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 (Qt's name)
        """Paint, with smooth edges."""
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        self.draw(painter)
        painter.end()

    def draw(self, painter: QPainter) -> None:
        """Paint the widget."""
        raise NotImplementedError


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
            _four_colours(painter, area)
        else:
            painter.fillRect(area, theme.NEUTRAL)
        width = self.WIDTH * self.scale
        _panel(painter, area.adjusted(width, width, -width, -width), theme.GROUND, 16 * self.scale)


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
        _fitted(painter, area.adjusted(0, 0, 0, split - area.height()), self.text, 70 * self.scale, True)
        painter.setPen(theme.QUIET)
        below = area.adjusted(0, split, 0, 0)
        _fitted(painter, below, self.detail, 25 * self.scale, pen=theme.QUIET)


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
        return {"clockwise": "clockwise", "counterclockwise": "counter-clockwise"}.get(self.direction, "")

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
        painter.drawPolygon(_arrow_head(tip, heading, 20 * k))
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
        clip = QPainterPath()
        clip.addRoundedRect(shown, 14 * k, 14 * k)
        painter.save()
        painter.setClipPath(clip)
        painter.fillRect(shown, theme.SURFACE)
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
        _panel(painter, box, QColor(16, 18, 22, 200), 17 * k)
        painter.setPen(theme.INK)
        painter.setFont(chosen)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self.note)


class Below(Painted):
    """The strip below the picture: an alert while it stands, else the last events, newest first."""

    ROW = 27

    def __init__(self) -> None:
        super().__init__()
        self.banner: Banner | None = None
        self.lines: tuple[Line, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_banner(self, banner: Banner | None) -> None:
        """Show an alert, or take it away."""
        if banner != self.banner:
            self.banner = banner
            self.setAccessibleName(banner.text if banner else "")
            self.update()

    def show_lines(self, lines: tuple[Line, ...]) -> None:
        """Show these events."""
        if lines != self.lines:
            self.lines = lines
            self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return room for three lines."""
        return QSize(400, round(3 * self.ROW * self.scale))

    def draw(self, painter: QPainter) -> None:
        """Paint alert or events."""
        if self.banner:
            self._draw_banner(painter, self.banner)
        else:
            self._draw_lines(painter)

    def _draw_banner(self, painter: QPainter, banner: Banner) -> None:
        k = self.scale
        box = QRectF(self.rect())
        ground, ink = (theme.AMBER, theme.DARK_INK) if banner.serious else (theme.RAISED, theme.INK)
        _panel(painter, box, ground, 14 * k)
        middle = QPointF(box.left() + 38 * k, box.center().y())
        around = QRectF(middle.x() - 16 * k, middle.y() - 16 * k, 32 * k, 32 * k)
        _panel(painter, around, ink, 16 * k)
        painter.setPen(ground)
        painter.setFont(theme.font(21 * k, bold=True))
        painter.drawText(around, Qt.AlignmentFlag.AlignCenter, "!" if banner.serious else "i")
        text = box.adjusted(72 * k, 4 * k, -22 * k, -4 * k)
        wrap = int(ALIGN_LEFT | Qt.TextFlag.TextWordWrap)
        for size in (24, 22, 20, 18, 16):
            chosen = theme.font(size * k, bold=banner.serious)
            if QFontMetricsF(chosen).boundingRect(text, wrap, banner.text).height() <= text.height():
                break
        painter.setPen(ink)
        painter.setFont(chosen)
        painter.drawText(text, wrap, banner.text)

    def _draw_lines(self, painter: QPainter) -> None:
        k = self.scale
        row = self.ROW * k
        for index, line in enumerate(self.lines[:3]):
            painter.setOpacity((1, 0.8, 0.55)[index])
            box = QRectF(4 * k, index * row, self.width() - 8 * k, row)
            chosen = theme.font(19 * k)
            painter.setPen(theme.INK if index == 0 else theme.QUIET)
            painter.setFont(chosen)
            metrics = QFontMetricsF(chosen)
            text = metrics.elidedText(line.text, Qt.TextElideMode.ElideRight, box.width() * 0.75)
            painter.drawText(box, ALIGN_LEFT, text)
            if line.tag:
                painter.setPen(theme.AMBER)
                painter.setFont(theme.font(16 * k, bold=True))
                painter.drawText(
                    box.adjusted(metrics.horizontalAdvance(text) + 16 * k, 0, 0, 0), ALIGN_LEFT, line.tag
                )
        painter.setOpacity(1)


class ColourPanel(Painted):
    """The current colour, filled, with its name and its sign, and the top card beside them."""

    def __init__(self) -> None:
        super().__init__()
        self.colour: str | None = None
        self.name = ""
        self.top: str | None = None
        self.roomy = True
        """Whether there is room for a large panel; with many players there is not."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_roomy(self, roomy: bool) -> None:
        """Take more or less room."""
        self.roomy = roomy
        self.updateGeometry()

    def show_top(self, colour: str | None, name: str, top: str | None) -> None:
        """Show a colour under a name, and a card by its label."""
        self.colour, self.name, self.top = colour, name, top
        self.setAccessibleName(f"Colour {name}, top card {top}" if top else "")
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
        height = area.height() - 32 * k
        card = QRectF(area.right() - 20 * k - height / ASPECT, area.top() + 16 * k, height / ASPECT, height)
        if self.top:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(0, 0, 0, 60))
            painter.drawRoundedRect(card.translated(0, 4 * k), 10 * k, 10 * k)
            painter.drawPixmap(card, card_face(self.top), QRectF(card_face(self.top).rect()))
        else:
            pen = QPen(theme.LINE, 2 * k, Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(card, 10 * k, 10 * k)
        if not self.name:
            return
        left = QRectF(area.left() + 26 * k, area.top(), card.left() - area.left() - 44 * k, area.height())
        side = area.height() * 0.34
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
        _fitted(painter, below, self.name, 60 * k if self.roomy else 46 * k, True, ink)


class Players(Painted):
    """The players in seat order: turn, name, UNO, owed cards, cards in hand, score."""

    HEADER, ROW = 28, 74

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[PlayerRow, ...] = ()
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
        painter.drawText(head.adjusted(0, 0, hand_column - area.right(), 0), ALIGN_RIGHT, "cards")
        painter.drawText(head.adjusted(0, 0, score_column - area.right(), 0), ALIGN_RIGHT, "points")
        top = area.top() + self.HEADER * k
        height = min(self.ROW * k, (area.bottom() - top) / len(self.rows))
        for index, row in enumerate(self.rows):
            box = QRectF(area.left(), top + index * height, area.width(), height - min(6 * k, height * 0.1))
            self._draw_row(painter, row, box, hand_column, score_column)

    def _draw_row(
        self, painter, row: PlayerRow, box: QRectF, hand_column: float, score_column: float
    ) -> None:
        k = self.scale
        size = min(32 * k, box.height() * 0.6)
        _panel(painter, box, theme.RAISED if row.turn else theme.SURFACE, min(10 * k, box.height() / 4))
        if row.turn:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.INK)
            tip = QPointF(box.left() + 21 * k, box.center().y())
            painter.drawPolygon(_arrow_head(tip, 0.0, size * 0.62))
        ink = theme.INK if row.turn else QColor("#d5d9e0")
        count = QRectF(box.left(), box.top(), hand_column - box.left(), box.height())
        bold = theme.font(size, bold=True)
        painter.setFont(bold)
        painter.setPen(ink)
        painter.drawText(count, ALIGN_RIGHT, str(row.hand))
        right = hand_column - QFontMetricsF(bold).horizontalAdvance("00") - 14 * k
        for text, ground, on in (
            (f"draws {row.owed}", theme.AMBER, theme.DARK_INK) if row.owed else ("", None, None),
            ("UNO", theme.CARD_COLOURS["red"], QColor("#ffffff")) if row.uno else ("", None, None),
        ):
            if text:
                right = (
                    self._draw_pill(painter, text, right, box, min(size * 0.6, 18 * k), ground, on) - 8 * k
                )
        name = QRectF(box.left() + 40 * k, box.top(), right - box.left() - 48 * k, box.height())
        _fitted(painter, name, row.name, size, row.turn, ink)
        score = QRectF(box.left(), box.top(), score_column - box.left(), box.height())
        painter.setFont(theme.font(size * 0.86))
        painter.setPen(theme.QUIET)
        painter.drawText(score, ALIGN_RIGHT, str(row.score))

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
        _panel(painter, pill, ground, pill.height() / 2)
        painter.setPen(ink)
        painter.setFont(chosen)
        painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, text)
        return pill.left()


class ActionButton(QPushButton):
    """A button that shows its key; a colour's button shows the colour with its sign."""

    def __init__(self, action: str, key: str) -> None:
        super().__init__()
        self.action, self.key = action, key
        self.scale = 1.0
        self.wanted = False
        self.setVisible(False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_button(self, button: Button) -> None:
        """Show a label, whether the button can be used, and whether the game waits for it."""
        self.setVisible(button.shown)
        if (self.text(), self.isEnabled(), self.wanted) != (button.label, button.enabled, button.wanted):
            self.setText(button.label)
            self.setToolTip(f"{button.label} ({self.key})")
            self.setEnabled(button.enabled)
            self.wanted = button.wanted
            self.setAccessibleName(f"{button.label}, key {self.key}")
            self.updateGeometry()
            self.update()

    def rescale(self, scale: float) -> None:
        """Fit to a window of another size."""
        self.scale = scale
        self.updateGeometry()
        self.update()

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return the same: a label is never cut."""
        return self.sizeHint()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return room for sign, label and key."""
        k = self.scale
        if self.action in COLOURS:
            inside = 18 * k
        else:
            inside = QFontMetricsF(theme.font(18 * k, bold=True)).horizontalAdvance(self.text())
        return QSize(round(inside + 64 * k), round(52 * k))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint ground, label or sign, and the key as a key."""
        k = self.scale
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        usable = self.isEnabled()
        colour = self.action if self.action in COLOURS else None
        if self.wanted:
            ground = theme.CARD_COLOURS[colour] if colour else theme.INK
            ink = theme.ink_on(colour) if colour else theme.GROUND
        else:
            ground = theme.RAISED if usable else theme.SURFACE
            ink = theme.INK if usable else theme.FAINT
        if usable and (self.isDown() or self.underMouse()):
            ground = ground.darker(115) if self.wanted else theme.LINE
        _panel(painter, box, ground, 11 * k)
        left = box.left() + 14 * k
        if colour:
            sign = QRectF(left, box.center().y() - 12 * k, 24 * k, 24 * k)
            painter.setOpacity(1.0 if usable else 0.45)
            draw_sign(painter, sign, colour, ink if self.wanted else theme.CARD_COLOURS[colour])
            painter.setOpacity(1.0)
        else:
            painter.setPen(ink)
            painter.setFont(theme.font(18 * k, bold=self.wanted))
            painter.drawText(box.adjusted(14 * k, 0, -44 * k, 0), ALIGN_LEFT, self.text())
        cap = QRectF(box.right() - 36 * k, box.center().y() - 12 * k, 24 * k, 24 * k)
        pen = QPen(ink, 1.2 * k)
        painter.setOpacity(0.75 if usable else 0.6)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(cap, 6 * k, 6 * k)
        painter.setFont(theme.font(14 * k, bold=True))
        painter.drawText(cap, Qt.AlignmentFlag.AlignCenter, self.key)
        painter.end()


@cache
def card_face(label: str) -> QPixmap:
    """Return a card as the project draws it, in the window's colours, 480 pixels high."""
    design = dataclasses.replace(
        sample_design(np.random.default_rng(5), "classic"),
        colours={name: (c.blue(), c.green(), c.red()) for name, c in theme.CARD_COLOURS.items()},
    )
    pixels = np.ascontiguousarray(draw_card(label, design, np.random.default_rng(2), 480))
    height, width = pixels.shape[:2]
    return QPixmap.fromImage(
        QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_ARGB32).copy()
    )


def draw_sign(painter: QPainter, box: QRectF, colour: str, ink: QColor) -> None:
    """Draw a colour's sign: red a disc, yellow a star, green a triangle, blue a square."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    middle, radius = box.center(), box.width() / 2
    if colour == "red":
        painter.drawEllipse(middle, radius * 0.92, radius * 0.92)
    elif colour == "yellow":
        angles = np.deg2rad(np.arange(10) * 36 - 90)
        reach = radius * np.where(np.arange(10) % 2, 0.46, 1.06)
        points = zip(reach * np.cos(angles), reach * np.sin(angles), strict=True)
        painter.drawPolygon(QPolygonF([middle + QPointF(x, y) for x, y in points]))
    elif colour == "green":
        high = radius * 0.9
        corners = (QPointF(0, -high), QPointF(radius, high), QPointF(-radius, high))
        painter.drawPolygon(QPolygonF([middle + corner for corner in corners]))
    else:
        side = radius * 0.84
        painter.drawRect(QRectF(middle.x() - side, middle.y() - side, 2 * side, 2 * side))


def _panel(painter: QPainter, box: QRectF, ground: QColor, radius: float) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawRoundedRect(box, radius, radius)


def _four_colours(painter: QPainter, area: QRectF) -> None:
    """Fill the four sides of an area with the four colours."""
    corners = [area.topLeft(), area.topRight(), area.bottomRight(), area.bottomLeft()]
    for index, colour in enumerate(COLOURS):
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.CARD_COLOURS[colour])
        painter.drawPolygon(QPolygonF([corners[index], corners[(index + 1) % 4], area.center()]))


def _arrow_head(tip: QPointF, heading: float, size: float) -> QPolygonF:
    """Return a triangle that points along ``heading`` (radians, counter-clockwise from the right)."""
    ahead = QPointF(np.cos(heading), -np.sin(heading)) * size
    aside = QPointF(ahead.y(), -ahead.x()) * 0.72
    return QPolygonF([tip + ahead * 0.6, tip - ahead * 0.6 + aside, tip - ahead * 0.6 - aside])


def _fitted(
    painter: QPainter, box: QRectF, text: str, pixels: float, bold: bool = False, pen: QColor = theme.INK
) -> None:
    """Write one line into a box, smaller where it would not fit, and shortened where that is not enough."""
    chosen = theme.font(pixels, bold)
    width = QFontMetricsF(chosen).horizontalAdvance(text)
    if width > box.width() > 0:
        chosen = theme.font(max(pixels * 0.6, pixels * box.width() / width), bold)
    painter.setPen(pen)
    painter.setFont(chosen)
    short = QFontMetricsF(chosen).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
    painter.drawText(box, int(ALIGN_LEFT | Qt.TextFlag.TextDontClip), short)
