"""The rules that are played, in plain words."""

from __future__ import annotations

from html import escape

from PySide6.QtWidgets import QWidget

from tracker.book import LANGUAGES, rule_book
from tracker.rules import Rules
from ui.text_page import TextPage
from ui.words import translate


class RulesPage(TextPage):
    """The rule book of the rules that are played; what differs from the default is marked.

    ``language`` is that of the window.
    """

    def __init__(
        self, rules: Rules, language: str, scale: float = 1.0, parent: QWidget | None = None
    ) -> None:
        super().__init__(
            translate("rules", "The rules"),
            _html(rules, language if language in LANGUAGES else "en"),
            (820, 520),
            scale,
            parent,
        )


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
