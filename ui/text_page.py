"""A page of text to read and close."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QPushButton, QTextBrowser, QVBoxLayout, QWidget

from ui import theme
from ui.words import translate


class TextPage(QDialog):
    """A dialog with a title and an HTML text; ``size``: least width and height in pixels, before scaling."""

    def __init__(
        self, title: str, html: str, size: tuple[int, int], scale: float = 1.0, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setStyleSheet(theme.style(scale))
        self.text = QTextBrowser()
        self.text.setFont(theme.font(17 * scale))
        self.text.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.text.setStyleSheet(f"background: {theme.SURFACE.name()}; color: {theme.INK.name()};")
        self.text.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        space = round(12 * scale)
        margins = f"p, h3 {{ margin-top: {space}px; margin-bottom: {space}px; }}"
        self.text.document().setDefaultStyleSheet(margins)
        self.text.setHtml(html)
        self.text.setMinimumSize(round(size[0] * scale), round(size[1] * scale))
        close = QPushButton(translate("page", "Done"))
        close.setFont(theme.font(17 * scale))
        close.setDefault(True)
        close.clicked.connect(self.accept)
        layout = QVBoxLayout(self)
        edge = round(28 * scale)
        layout.setContentsMargins(edge, edge, edge, edge)
        layout.addWidget(self.text)
        layout.addWidget(close, 0, Qt.AlignmentFlag.AlignRight)
