"""The alert: one sentence, the rule book behind it, the picture of the moment, and what people do then."""

from __future__ import annotations

from itertools import product

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QImage, QMouseEvent, QPainter
from PySide6.QtWidgets import QSizePolicy

from ui import theme
from ui.alerts import Banner
from ui.buttons import ActionButton
from ui.controls import tip
from ui.paint import ALIGN_LEFT, Painted, draw_cover, fill_panel, to_image
from ui.words import translate


class AlertBanner(Painted):
    """An alert with its answers. It blocks nothing, and goes when it is answered or the game has gone on."""

    answered = Signal(str)
    """The action of the answer that was clicked."""
    evidence_clicked = Signal()
    """The picture of the moment was clicked."""

    HEIGHT = 122

    def __init__(self) -> None:
        super().__init__()
        self.banner: Banner | None = None
        self.image: QImage | None = None
        self.buttons: list[ActionButton] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_banner(self, banner: Banner | None, evidence: np.ndarray | None = None) -> None:
        """Show an alert with the picture of its moment, BGR (height, width, 3), or none."""
        if banner == self.banner:
            return
        self.banner = banner
        self.image = to_image(evidence, 480) if evidence is not None else None
        for button in self.buttons:
            button.setParent(None)
            button.deleteLater()
        self.buttons = []
        for option in banner.answers if banner else ():
            button = ActionButton(option.action, option.key)
            button.show_label(option.label)
            button.raised = banner is not None and banner.serious
            button.setParent(self)
            button.rescale(self.scale * 0.82)
            button.clicked.connect(lambda _=False, action=option.action: self.answered.emit(action))
            button.show()
            self.buttons.append(button)
        self.setAccessibleName(banner.text if banner else "")
        self.setToolTip(tip(_with_source(banner)) if banner else "")
        self._lay_out()
        self.update()

    def rescale(self, scale: float) -> None:
        """Fit to a window of another size."""
        super().rescale(scale)
        for button in self.buttons:
            button.rescale(scale * 0.82)
        self._lay_out()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return room for two lines and the answers."""
        return QSize(400, round(self.HEIGHT * self.scale))

    def resizeEvent(self, event: object) -> None:  # noqa: N802
        """Lay the answers out anew."""
        self._lay_out()

    @property
    def picture_box(self) -> QRectF:
        """Where the picture of the moment is painted; empty where there is none."""
        k = self.scale
        if self.image is None:
            return QRectF()
        height = self.height() - 20 * k
        return QRectF(10 * k, 10 * k, height * 1.25, height)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Show the moment where its picture is clicked."""
        if self.picture_box.contains(event.position()):
            self.evidence_clicked.emit()

    def draw(self, painter: QPainter) -> None:
        """Paint ground, picture, sentence and source."""
        if not self.banner:
            return
        k, banner = self.scale, self.banner
        box = QRectF(self.rect())
        ground, ink = (theme.AMBER, theme.DARK_INK) if banner.serious else (theme.RAISED, theme.INK)
        fill_panel(painter, box, ground, 14 * k)
        left = self._left()
        if self.image is not None:
            draw_cover(painter, self.picture_box, self.image, 8 * k)
        around = QRectF(left, 14 * k, 30 * k, 30 * k)
        fill_panel(painter, around, ink, 15 * k)
        painter.setPen(ground)
        painter.setFont(theme.font(20 * k, bold=True))
        painter.drawText(around, Qt.AlignmentFlag.AlignCenter, "!" if banner.serious else "i")
        bottom = self.height() - (52 if self.buttons else 8) * k
        text = QRectF(left + 42 * k, 6 * k, box.right() - left - 58 * k, bottom - 8 * k)
        wrap = int(ALIGN_LEFT | Qt.TextFlag.TextWordWrap)
        sizes = (22, 20, 18, 16)
        tried = (*product((_with_source(banner), banner.text), sizes), (banner.text, 14), (banner.text, 13))
        for said, size in tried:
            chosen = theme.font(size * k, bold=banner.serious)
            if QFontMetricsF(chosen).boundingRect(text, wrap, said).height() <= text.height():
                break  # the source is left to the tool tip where there is no room for it in good size
        painter.setPen(ink)
        painter.setFont(chosen)
        painter.drawText(text, wrap, said)

    def _left(self) -> float:
        return self.picture_box.right() + 14 * self.scale if self.image is not None else 16 * self.scale

    def _lay_out(self) -> None:
        k = self.scale
        left, gap = self._left(), 7 * k
        for button in self.buttons:
            size = button.sizeHint()
            fits = left + size.width() <= self.width() - 8 * k
            button.setVisible(fits)
            button.setGeometry(round(left), round(self.height() - 49 * k), size.width(), size.height())
            left += size.width() + gap


def _with_source(banner: Banner) -> str:
    """Return the sentence, and the rule book behind it."""
    if not banner.source:
        return banner.text
    source = translate("alerts", "(Rule: {source}.)").format(source=banner.source)
    return f"{banner.text} {source}"
