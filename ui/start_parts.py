"""Parts of the start page: a line for each player, and what the table check found."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QHideEvent, QPainter, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QSizePolicy, QWidget

from ui import theme
from ui.check import Finding
from ui.choices import Player, cameras
from ui.controls import ComboBox
from ui.paint import Painted, fill_panel, fitted
from ui.words import translate
from vision.capture import DEVICES

LOOK = 1500
"""Milliseconds between two looks for cameras that were plugged in."""


class PlayerLine(QWidget):
    """One player on the start page: colour, name, and a button to take the player out."""

    renamed = Signal(int, str)
    recoloured = Signal(int)
    removed = Signal(int)

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number
        self._scale, self._swatch = 1.0, ""
        self.colour, self.field, self.remove = QPushButton(), QLineEdit(), QPushButton("✕")
        self.field.setMaxLength(24)
        self.colour.clicked.connect(lambda: self.recoloured.emit(number))
        self.field.textEdited.connect(lambda text: self.renamed.emit(number, text))
        self.remove.clicked.connect(lambda: self.removed.emit(number))
        for button in (self.colour, self.remove):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.colour)
        row.addWidget(self.field, 1)
        row.addWidget(self.remove)

    def show_player(self, player: Player, removable: bool) -> None:
        """Show this player."""
        if self.field.text() != player.name:
            self.field.setText(player.name)
        self.field.setAccessibleName(
            translate("start", "Name of player {number}").format(number=self.number + 1)
        )
        self.colour.setToolTip(translate("start", "Another colour"))
        self.remove.setToolTip(translate("start", "Does not play"))
        self._swatch = player.colour
        self._style()
        self.remove.setVisible(removable)

    def rescale(self, scale: float) -> None:
        """Fit to a window of another size."""
        self.field.setFont(theme.font(19 * scale))
        self.remove.setFont(theme.font(15 * scale))
        self.remove.setStyleSheet("padding: 0;")
        side = round(40 * scale)
        self.colour.setFixedSize(round(24 * scale), side)
        self.remove.setFixedSize(side, side)
        self._scale = scale
        self._style()

    def _style(self) -> None:
        radius = round(9 * self._scale)
        self.colour.setStyleSheet(f"background: {self._swatch}; border-radius: {radius}px; padding: 0;")


class CameraBox(ComboBox):
    """The cameras to choose from: one that is plugged in or pulled out comes or goes by itself."""

    chosen = Signal(str)
    """A camera, as :func:`vision.frames.open_source` takes it, that was chosen here."""

    def __init__(self, camera: str) -> None:
        super().__init__()
        self.devices = DEVICES
        """Where the system tells of cameras."""
        self._shown: tuple[tuple[str, str], ...] = ()
        self._camera = camera
        self.currentIndexChanged.connect(self._choose)
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK)
        self._timer.timeout.connect(self.look)

    def look(self) -> None:
        """Show the cameras that are there now, and the one that is chosen also where it is gone."""
        if self.view().isVisible():  # nothing moves under the pointer
            return
        known = cameras(self.devices)
        shown = tuple((number, f"{number}: {name}") for number, name in known)
        if self._camera not in dict(known):
            shown += ((self._camera, self._camera),)
        if shown == self._shown:
            return
        self._shown = shown
        self.blockSignals(True)
        self.clear()
        for number, text in shown:
            self.addItem(text, number)
        self.setCurrentIndex(self.findData(self._camera))
        self.blockSignals(False)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Look for cameras as long as this is seen."""
        super().showEvent(event)
        self.look()
        self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        """Look no more."""
        super().hideEvent(event)
        self._timer.stop()

    def _choose(self) -> None:
        self._camera = self.currentData()
        self.chosen.emit(self._camera)


class CheckList(Painted):
    """What the table check found: a sign and a word each, with a tip where something can be done."""

    def __init__(self) -> None:
        super().__init__()
        self.findings: tuple[Finding, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_findings(self, findings: Sequence[Finding]) -> None:
        """Show these findings."""
        self.findings = tuple(findings)
        self.setAccessibleName(". ".join(finding.text for finding in self.findings))
        self.update()

    @property
    def tip(self) -> str:
        """What to do first: about what hurts, else about what is missing."""
        order = sorted(self.findings, key=lambda finding: finding.good is not False)
        return next((finding.tip for finding in order if finding.tip), "")

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return room for one line of signs and one of tips."""
        return QSize(400, round(66 * self.scale))

    def draw(self, painter: QPainter) -> None:
        """Paint signs, words and the tip."""
        k = self.scale
        if not self.findings:
            return
        wide = QFontMetricsF(theme.font(15 * k, bold=True))
        widths = [34 * k + wide.horizontalAdvance(finding.text) for finding in self.findings]
        spare = (self.width() - sum(widths)) / len(widths)
        left = 0.0
        for finding, needed in zip(self.findings, widths, strict=True):
            width = needed + spare
            sign = QRectF(left + 2 * k, 6 * k, 22 * k, 22 * k)
            word, ground = {
                True: ("✓", QColor("#2b9a4b")),
                False: ("!", theme.AMBER),
                None: ("?", theme.RAISED),
            }[finding.good]
            fill_panel(painter, sign, ground, 11 * k)
            ink = {True: QColor("#ffffff"), False: theme.DARK_INK, None: theme.QUIET}[finding.good]
            painter.setPen(ink)
            painter.setFont(theme.font(14 * k, bold=True))
            painter.drawText(sign, Qt.AlignmentFlag.AlignCenter, word)
            text = QRectF(left + 30 * k, 2 * k, width - 34 * k, 30 * k)
            pen = theme.QUIET if finding.good is None else theme.INK
            fitted(painter, text, finding.text, 15 * k, finding.good is False, pen, 0.45)
            left += width
        fitted(
            painter, QRectF(2 * k, 34 * k, self.width() - 4 * k, 30 * k), self.tip, 17 * k, pen=theme.QUIET
        )
