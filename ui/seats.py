"""The picture of the table with the players round it; seats are dragged to where people sit."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QMouseEvent, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QSizePolicy

from ui import theme
from ui.check import Finding
from ui.choices import Player
from ui.paint import Painted, fill_panel, fitted
from ui.words import team_letter, translate


class SeatPicture(Painted):
    """The live picture with a name at each seat."""

    moved = Signal(int, float)
    """A player, by number, was dragged to a seat: degrees, 0 = right, clockwise."""

    def __init__(self) -> None:
        super().__init__()
        self.image: QImage | None = None
        self.players: tuple[Player, ...] = ()
        self.teams: tuple[int, ...] = ()
        self.findings: tuple[Finding, ...] = ()
        self.note = ""
        self._dragged: int | None = None
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(320, 200)

    def show_image(self, image: QImage | None) -> None:
        """Show the newest picture."""
        self.image = image
        self.update()

    def show_players(self, players: Sequence[Player], teams: Sequence[int] = ()) -> None:
        """Show these players at their seats, with the team of each, from 0, where there are teams."""
        self.players, self.teams = tuple(players), tuple(teams)
        self.update()

    def show_findings(self, findings: Sequence[Finding]) -> None:
        """Point out where in the picture something hurts."""
        self.findings = tuple(findings)
        self.update()

    def show_note(self, note: str) -> None:
        """Show a line in place of a picture."""
        self.note = note
        self.update()

    @property
    def picture_box(self) -> QRectF:
        """Where the picture is painted: inside the names."""
        k = self.scale
        room = QRectF(self.rect()).adjusted(56 * k, 26 * k, -56 * k, -26 * k)
        ratio = self.image.width() / self.image.height() if self.image else 16 / 9
        width = min(room.width(), room.height() * ratio)
        box = QRectF(0, 0, width, width / ratio)
        box.moveCenter(room.center())
        return box

    def seat_point(self, seat: float) -> QPointF:
        """Return where a seat lies: where a ray from the picture's middle meets its edge."""
        box = self.picture_box
        x, y = math.cos(math.radians(seat)), math.sin(math.radians(seat))
        reach = min(
            box.width() / 2 / abs(x) if abs(x) > 1e-6 else math.inf,
            box.height() / 2 / abs(y) if abs(y) > 1e-6 else math.inf,
        )
        return box.center() + QPointF(x, y) * reach

    def seat_at(self, point: QPointF) -> float:
        """Return the seat in the direction of a point."""
        way = point - self.picture_box.center()
        return math.degrees(math.atan2(way.y(), way.x())) % 360

    def pill(self, number: int) -> QRectF:
        """Return where the name of the player with this number is painted."""
        k = self.scale
        player = self.players[number]
        width = QFontMetricsF(theme.font(18 * k, bold=True)).horizontalAdvance(player.name or "?") + 46 * k
        box = QRectF(0, 0, min(width, 190 * k), 36 * k)
        box.moveCenter(self.seat_point(player.seat))
        edge = QRectF(self.rect())
        box.moveLeft(max(edge.left(), min(box.left(), edge.right() - box.width())))
        box.moveTop(max(edge.top(), min(box.top(), edge.bottom() - box.height())))
        return box

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Take hold of a name."""
        self._dragged = self._number_at(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Drag the name that is held along the picture's edge."""
        if self._dragged is not None:
            self.moved.emit(self._dragged, self.seat_at(event.position()))
            return
        over = self._number_at(event.position()) is not None
        self.setCursor(Qt.CursorShape.OpenHandCursor if over else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Let go."""
        self._dragged = None

    def draw(self, painter: QPainter) -> None:
        """Paint picture, warnings and names."""
        k, box = self.scale, self.picture_box
        clip = QPainterPath()
        clip.addRoundedRect(box, 14 * k, 14 * k)
        painter.save()
        painter.setClipPath(clip)
        painter.fillRect(box, theme.SURFACE)
        if self.image is not None:
            painter.drawImage(box, self.image)
        painter.restore()
        if self.note and self.image is None:
            inner = box.adjusted(40 * k, 0, -40 * k, 0)
            painter.setPen(theme.QUIET)
            painter.setFont(theme.font(20 * k))
            centred = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
            painter.drawText(inner, centred, self.note)
        for finding in self.findings:
            if finding.place and finding.good is False:
                self._draw_warning(painter, finding, box)
        for number, player in enumerate(self.players):
            team = team_letter(self.teams[number]) if self.teams else ""
            self._draw_pill(painter, self.pill(number), player, team)

    def _draw_warning(self, painter: QPainter, finding: Finding, box: QRectF) -> None:
        k = self.scale
        assert finding.place
        at = QPointF(box.left() + finding.place[0] * box.width(), box.top() + finding.place[1] * box.height())
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.AMBER, 4 * k))
        painter.drawEllipse(at, 34 * k, 34 * k)
        chosen = theme.font(15 * k, bold=True)
        width = QFontMetricsF(chosen).horizontalAdvance(finding.text) + 22 * k
        text = QRectF(at.x() - width / 2, at.y() + 38 * k, width, 26 * k)
        fill_panel(painter, text, theme.AMBER, 13 * k)
        painter.setPen(theme.DARK_INK)
        painter.setFont(chosen)
        painter.drawText(text, Qt.AlignmentFlag.AlignCenter, finding.text)

    def _draw_pill(self, painter: QPainter, box: QRectF, player: Player, team: str) -> None:
        k = self.scale
        fill_panel(painter, box.translated(0, 2 * k), QColor(0, 0, 0, 90), 18 * k)
        fill_panel(painter, box, theme.SURFACE, 18 * k)
        painter.setPen(QPen(theme.LINE, 1.5 * k))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 18 * k, 18 * k)
        side = (22 if team else 16) * k
        dot = QRectF(0, 0, side, side)
        dot.moveCenter(QPointF(box.left() + 18 * k, box.center().y()))
        fill_panel(painter, dot, QColor(player.colour), side / 2)
        painter.setPen(theme.DARK_INK)
        painter.setFont(theme.font(15 * k, bold=True))
        painter.drawText(dot, Qt.AlignmentFlag.AlignCenter, team)
        name = box.adjusted(34 * k, 0, -8 * k, 0)
        fitted(painter, name, player.name or translate("start", "?"), 18 * k, True)

    def _number_at(self, point: QPointF) -> int | None:
        return next((n for n in range(len(self.players)) if self.pill(n).contains(point)), None)
