"""A phone as the second screen: switched on in the menu, off again when the program ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import segno
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPixmap
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ui import language, theme
from ui.controls import Label
from ui.phone_server import PhoneServer, local_address
from ui.phone_state import phone_state
from ui.view import View
from ui.words import translate

if TYPE_CHECKING:
    from ui.window import Window

QUIET_ZONE = 4
"""Modules of white round a QR code, as its standard (ISO/IEC 18004) asks for."""


class Phone(QObject):
    """Serves the window's game to phones while it is on; it is off at first.

    ``find_address`` returns the address to listen on, None where there is no network.
    """

    def __init__(self, window: Window, find_address: Callable[[], str | None] = local_address) -> None:
        super().__init__(window)
        self._window, self.find_address = window, find_address
        self.server: PhoneServer | None = None
        self._view: View | None = None
        window.closed.connect(self.close)
        window.options.retold.connect(self._publish)

    @property
    def on(self) -> bool:
        """Whether phones are served."""
        return self.server is not None

    def open(self) -> None:
        """Serve phones from now on, and show the address; say why where that is not possible."""
        trouble = ""
        if self.server is None:
            host = self.find_address()
            if host is None:
                trouble = translate("phone", "This computer is on no network.")
            else:
                try:
                    self.server = PhoneServer(host)
                except OSError as error:
                    trouble = translate("phone", "The page cannot be served: {error}").format(error=error)
        self._publish()
        address = self.server.address if self.server else ""
        dialog = PhoneDialog(address, trouble, self._window.scale, self._window)
        dialog.switched_off.connect(self.close)
        self._window.open_dialog(dialog)

    def show_view(self, view: View | None) -> None:
        """Let phones show a game's moment; None where there is no game yet."""
        self._view = view
        self._publish()

    def close(self) -> None:
        """Serve no longer; the address is good for nothing from then on."""
        server, self.server = self.server, None
        if server is not None:
            server.close()

    def _publish(self) -> None:
        if self.server is not None:
            self.server.publish(phone_state(self._view, language.used()))


class PhoneDialog(QDialog):
    """Shows the page's address, also as a QR code; or why there is none."""

    switched_off = Signal()

    def __init__(self, address: str, trouble: str, scale: float = 1.0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("phone", "Phone as second screen"))
        self.setStyleSheet(theme.style(scale))
        self.code, self.address, self.text = Label(), Label(address or trouble), Label()
        for label in (self.address, self.text):
            label.setWordWrap(True)
            label.setFixedWidth(round(440 * scale))
        self.address.setFont(theme.font(19 * scale, bold=True))
        self.address.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.text.setFont(theme.font(17 * scale))
        self.text.setProperty("quiet", True)
        self.text.setText(
            translate(
                "phone",
                "Scan this with a phone on the same network. It shows the game and the score board and can "
                "change nothing. Whoever has the address can look on until you switch it off.",
            )
        )
        off, done = QPushButton(translate("phone", "Switch off")), QPushButton(translate("phone", "Done"))
        for button in (off, done):
            button.setFont(theme.font(17 * scale))
        done.setDefault(True)
        done.clicked.connect(self.accept)
        off.clicked.connect(self.switched_off)
        off.clicked.connect(self.accept)
        off.setVisible(bool(address))
        self.text.setVisible(bool(address))
        self.off = off
        layout = QVBoxLayout(self)
        layout.setSizeConstraint(QVBoxLayout.SizeConstraint.SetFixedSize)  # also where the screen is small
        edge = round(32 * scale)
        layout.setContentsMargins(edge, edge, edge, edge)
        layout.setSpacing(round(16 * scale))
        if address:
            self.code.setPixmap(qr_code(address, round(300 * scale)))
            layout.addWidget(self.code, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addWidget(self.address)
        layout.addWidget(self.text)
        row = QHBoxLayout()
        row.addWidget(off)
        row.addStretch()
        row.addWidget(done)
        layout.addLayout(row)


def qr_code(text: str, size: int) -> QPixmap:
    """Return a text as QR code, black on white, nearly ``size`` pixels wide, each module of whole pixels."""
    rows = segno.make_qr(text, error="m").matrix
    image = QImage(len(rows) + 2 * QUIET_ZONE, len(rows) + 2 * QUIET_ZONE, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            if dark:
                image.setPixelColor(x + QUIET_ZONE, y + QUIET_ZONE, QColor("black"))
    side = image.width() * max(1, size // image.width())
    return QPixmap.fromImage(image.scaled(side, side))
