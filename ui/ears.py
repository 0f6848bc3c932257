"""The window's ears: one switch, a level meter, and what a microphone has heard as a call in the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRectF, QSize, QTimer
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from hearing.ears import SURE
from ui import theme
from ui.controls import Label, Switch
from ui.microphone import Microphone
from ui.names_round import NamesRound
from ui.paint import Painted, draw_ear, fill_panel
from ui.words import translate

if TYPE_CHECKING:
    from ui.window import Window

FLASH = 1200
"""Milliseconds that the meter shows that UNO was heard."""
BARS = 8


class WindowEars(QObject):
    """Hears UNO calls for the window's game while it is switched on; it is off at first.

    Switch and threshold are kept in the window's store.
    """

    def __init__(self, window: Window, microphone: Microphone | None = None) -> None:
        super().__init__(window)
        self._window = window
        self.microphone = microphone or Microphone(parent=self)
        self.meter = EarMeter(self.microphone)
        self.meter.hide()
        store = window.store
        if store:
            self.microphone.threshold = _share(store.text("ear-threshold", ""), SURE)
        self.microphone.heard.connect(self._hear)
        self.microphone.troubled.connect(self._say)
        window.closed.connect(self.microphone.stop)
        if store and store.text("hearing", "no") == "yes":
            QTimer.singleShot(0, self, lambda: self.switch(True))  # once the window is there

    @property
    def on(self) -> bool:
        """Whether the calls are heard, or would be with a microphone."""
        return not self.meter.isHidden()

    def switch(self, on: bool) -> None:
        """Hear the calls from now on, or no longer."""
        self.meter.setVisible(on)
        if on:
            self.microphone.start()
        else:
            self.microphone.stop()
        self._keep("hearing", "yes" if on else "no")

    def tune(self) -> None:
        """Open the round of names, where there is anybody to ask."""
        window = self._window
        page = window.start_page
        players = window.view.players if window.view else page.choices.players if page else ()
        if players:
            dialog = NamesRound([one.name for one in players], self.microphone, window.scale, window)
            dialog.tuned.connect(self._use_threshold)
            window.open_dialog(dialog)

    def _use_threshold(self, threshold: float) -> None:
        self.microphone.use_threshold(threshold)
        self._keep("ear-threshold", str(threshold))

    def _hear(self, confidence: float, sure: bool) -> None:
        if self._window.worker:
            self._window.worker.hear(confidence, sure)

    def _say(self, trouble: str) -> None:
        self.meter.setToolTip(trouble)
        if trouble and self._window.worker:
            self._window.show_answer(trouble)

    def _keep(self, key: str, value: str) -> None:
        if self._window.store:
            self._window.store.keep(key, value)


class EarMeter(Painted):
    """An ear and how loud it is; green once UNO was heard, amber where nothing can be heard."""

    def __init__(self, microphone: Microphone) -> None:
        super().__init__()
        self._microphone = microphone
        self.level = 0.0
        self.flash = QTimer(self, singleShot=True, interval=FLASH)
        self.flash.timeout.connect(self.update)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        microphone.levelled.connect(self._show_level)
        microphone.troubled.connect(self.update)
        microphone.heard.connect(self._show_call)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return room for the ear and the bars."""
        return QSize(round((34 + 8 * BARS) * self.scale), round(32 * self.scale))

    def draw(self, painter: QPainter) -> None:
        """Paint the ear and the bars."""
        k = self.scale
        heard, trouble = self.flash.isActive(), bool(self._microphone.trouble)
        ink = theme.CARD_COLOURS["green"] if heard else theme.AMBER if trouble else theme.INK
        draw_ear(painter, QRectF(4 * k, 5 * k, 22 * k, 22 * k), ink)
        for number in range(BARS):
            height = (8 + 2 * number) * k
            box = QRectF((32 + 8 * number) * k, 27 * k - height, 5 * k, height)
            lit = self.level * BARS > number
            fill_panel(painter, box, ink if lit else theme.RAISED, 2 * k)

    def _show_level(self, level: float) -> None:
        self.level = level
        self.setAccessibleName(translate("ears", "Loudness: {percent} %").format(percent=round(100 * level)))
        self.update()

    def _show_call(self, _: float, sure: bool) -> None:
        if sure:
            self.flash.start()
            self.update()


class EarsLine(QWidget):
    """The ears on the start page: switch, meter, the round of names, and what keeps them from hearing."""

    def __init__(self, ears: WindowEars) -> None:
        super().__init__()
        self._ears = ears
        self.switch, self.meter = Switch("", 1.0), EarMeter(ears.microphone)
        self.tune, self.trouble = QPushButton(), Label()
        self.trouble.setProperty("quiet", True)
        self.trouble.setWordWrap(True)
        self.switch.setChecked(ears.on)
        self.switch.toggled.connect(self._switch)
        self.tune.clicked.connect(ears.tune)
        ears.microphone.troubled.connect(self._show)
        row = QHBoxLayout()
        row.addWidget(self.switch, 1)
        row.addWidget(self.meter)
        row.addWidget(self.tune)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(row)
        column.addWidget(self.trouble)
        self.retranslate()
        self._show()

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        self.switch.setText(translate("ears", "Hear the UNO calls"))
        self.tune.setText(translate("ears", "Get to know the voices…"))

    def rescale(self, scale: float) -> None:
        """Fit to a window of another size."""
        self.switch.rescale(scale)
        self.meter.rescale(scale)
        for part in (self.tune, self.trouble):
            part.setFont(theme.font(16 * scale))

    def _switch(self, on: bool) -> None:
        self._ears.switch(on)
        self._show()

    def _show(self) -> None:
        on, trouble = self._ears.on, self._ears.microphone.trouble
        self.meter.setVisible(on)
        self.tune.setVisible(on and not trouble)
        self.trouble.setText(trouble)
        self.trouble.setVisible(bool(trouble))


def _share(text: str, default: float) -> float:
    """Return a remembered share of 0 to 1, or the default where it is none."""
    try:
        value = float(text)
    except ValueError:
        return default
    return value if 0 <= value <= 1 else default
