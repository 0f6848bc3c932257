"""The rules that are played, in plain words."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QPushButton, QTextBrowser, QVBoxLayout, QWidget

from tracker.book import LANGUAGES, rule_book
from tracker.rules import Rules
from ui import theme
from ui.words import translate


class RulesPage(QDialog):
    """The rule book of the rules that are played; what differs from the default is marked.

    ``language`` is that of the window.
    """

    def __init__(
        self, rules: Rules, language: str, scale: float = 1.0, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("rules", "The rules"))
        self.setStyleSheet(theme.style(scale))
        self.text = QTextBrowser()
        self.text.setFont(theme.font(17 * scale))
        self.text.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.text.setStyleSheet(f"background: {theme.SURFACE.name()}; color: {theme.INK.name()};")
        self.text.setHtml(_html(rules, language if language in LANGUAGES else "en"))
        self.text.setMinimumSize(round(820 * scale), round(520 * scale))
        close = QPushButton(translate("rules", "Done"))
        close.setFont(theme.font(17 * scale))
        close.setDefault(True)
        close.clicked.connect(self.accept)
        layout = QVBoxLayout(self)
        edge = round(28 * scale)
        layout.setContentsMargins(edge, edge, edge, edge)
        layout.addWidget(self.text)
        layout.addWidget(close, 0, Qt.AlignmentFlag.AlignRight)


def _html(rules: Rules, language: str) -> str:
    parts = []
    for paragraph in rule_book(rules, language):
        told = " ".join(
            f"<b>{escape(said.text)}</b>" if said.differs else escape(said.text)
            for said in paragraph.sentences
        )
        parts.append(f"<h3>{escape(paragraph.title)}</h3><p>{told}</p>")
    note = translate("rules", "Bold: other than in the default rules.")
    return "".join(parts) + f"<p><i>{escape(note)}</i></p>"
