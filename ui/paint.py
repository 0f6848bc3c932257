"""How the window paints: widgets that scale, cards, the colours' signs, text that fits."""

from __future__ import annotations

import dataclasses
from functools import cache, lru_cache

import cv2
import numpy as np
from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QTimer
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
from PySide6.QtWidgets import QWidget

from datasets.faces import draw_card, sample_design
from tracker.cards import COLOURS, LABELS
from ui import theme

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


@lru_cache(maxsize=512)
def _face_at(label: str, width: int, height: int) -> QPixmap:
    smooth = Qt.TransformationMode.SmoothTransformation
    return card_face(label).scaled(width, height, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)


def draw_face(painter: QPainter, box: QRectF, label: str) -> None:
    """Draw a card into a box, smooth at any size: a painter alone leaves out lines where it makes smaller."""
    ratio = painter.device().devicePixelRatioF()
    face = _face_at(label, max(1, round(box.width() * ratio)), max(1, round(box.height() * ratio)))
    painter.drawPixmap(box, face, QRectF(face.rect()))


class FaceTimer(QTimer):
    """Draws the cards one by one while nothing else is to be done, so that they are there when needed."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent, interval=40)
        self._faces = list(LABELS)
        self.timeout.connect(self._draw_one)

    def _draw_one(self) -> None:
        if self._faces:
            card_face(self._faces.pop())
        else:
            self.stop()


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


def draw_ear(painter: QPainter, box: QRectF, ink: QColor) -> None:
    """Draw an ear: its rim, which ends in the lobe, and the curve within."""
    unit, left, top = box.width() / 18, box.left(), box.top()

    def at(x: float, y: float) -> QPointF:
        return QPointF(left + x * unit, top + y * unit)

    rim = QPainterPath(at(4, 7))
    rim.cubicTo(at(4, -1), at(15, -1), at(15, 7))
    rim.cubicTo(at(15, 12), at(11, 11.5), at(11, 14.5))
    rim.cubicTo(at(11, 18.5), at(6, 18.5), at(5.5, 14.5))
    rim.moveTo(at(7.3, 7))
    rim.cubicTo(at(7.3, 3.4), at(11.7, 3.4), at(11.7, 7))
    rim.cubicTo(at(11.7, 9.4), at(8.6, 9.4), at(8.8, 12))
    painter.setPen(QPen(ink, 1.6 * unit, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(rim)


def fill_panel(painter: QPainter, box: QRectF, ground: QColor, radius: float) -> None:
    """Fill a box with rounded corners."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawRoundedRect(box, radius, radius)


def four_colours(painter: QPainter, area: QRectF) -> None:
    """Fill the four sides of an area with the four colours."""
    corners = [area.topLeft(), area.topRight(), area.bottomRight(), area.bottomLeft()]
    for index, colour in enumerate(COLOURS):
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.CARD_COLOURS[colour])
        painter.drawPolygon(QPolygonF([corners[index], corners[(index + 1) % 4], area.center()]))


def arrow_head(tip: QPointF, heading: float, size: float) -> QPolygonF:
    """Return a triangle that points along ``heading`` (radians, counter-clockwise from the right)."""
    ahead = QPointF(np.cos(heading), -np.sin(heading)) * size
    aside = QPointF(ahead.y(), -ahead.x()) * 0.72
    return QPolygonF([tip + ahead * 0.6, tip - ahead * 0.6 + aside, tip - ahead * 0.6 - aside])


def fitted(
    painter: QPainter,
    box: QRectF,
    text: str,
    pixels: float,
    bold: bool = False,
    pen: QColor | None = None,
    least: float = 0.6,
) -> None:
    """Write one line into a box, smaller where it would not fit, by ``least`` at most, and then shortened."""
    size, chosen = pixels, theme.font(pixels, bold)
    while size > pixels * least and QFontMetricsF(chosen).horizontalAdvance(text) > box.width():
        size = max(pixels * least, size - 1)  # widths do not follow sizes exactly
        chosen = theme.font(size, bold)
    painter.setPen(theme.INK if pen is None else pen)
    painter.setFont(chosen)
    short = QFontMetricsF(chosen).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
    painter.drawText(box, int(ALIGN_LEFT | Qt.TextFlag.TextDontClip), short)


def to_image(picture: np.ndarray, widest: int) -> QImage:
    """Turn a BGR array (height, width, 3) into an image, no wider than so many pixels."""
    height, width = picture.shape[:2]
    if width > widest:
        picture = cv2.resize(picture, (widest, round(height * widest / width)), interpolation=cv2.INTER_AREA)
        height, width = picture.shape[:2]
    picture = np.ascontiguousarray(picture)
    return QImage(picture.data, width, height, 3 * width, QImage.Format.Format_BGR888).copy()


def draw_cover(painter: QPainter, box: QRectF, image: QImage, radius: float) -> None:
    """Draw a picture so that it covers a box with rounded corners; what does not fit is left out."""
    wide = image.width() * box.height() > image.height() * box.width()
    part = QRectF(image.rect())
    if wide:
        part.setWidth(image.height() * box.width() / box.height())
    else:
        part.setHeight(image.width() * box.height() / box.width())
    part.moveCenter(QRectF(image.rect()).center())
    clip = QPainterPath()
    clip.addRoundedRect(box, radius, radius)
    painter.save()
    painter.setClipPath(clip)
    painter.drawImage(box, image, part)
    painter.restore()


def rounded(image: QImage, height: int, radius: float) -> QPixmap:
    """Return a picture at this height, with rounded corners."""
    width = round(image.width() * height / image.height())
    pixmap = QPixmap(width, height)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    draw_cover(painter, QRectF(0, 0, width, height), image, radius)
    painter.end()
    return pixmap
