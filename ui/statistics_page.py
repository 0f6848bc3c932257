"""What all games say of the players: wins, rounds, points, and who forgets UNO."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QPushButton, QTextBrowser, QVBoxLayout, QWidget

from tracker.journal import JournalError
from tracker.statistics import Record, statistics
from ui import theme
from ui.saved import open_journal
from ui.words import translate


class StatisticsPage(QDialog):
    """A table of the players over all games in a folder's journal; or why there is none."""

    def __init__(self, folder: Path, scale: float = 1.0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("statistics", "Statistics"))
        self.setStyleSheet(theme.style(scale))
        self.text = QTextBrowser()
        self.text.setFont(theme.font(17 * scale))
        self.text.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.text.setStyleSheet(f"background: {theme.SURFACE.name()}; color: {theme.INK.name()};")
        self.text.setHtml(_html(folder))
        self.text.setMinimumSize(round(820 * scale), round(420 * scale))
        close = QPushButton(translate("statistics", "Done"))
        close.setFont(theme.font(17 * scale))
        close.setDefault(True)
        close.clicked.connect(self.accept)
        layout = QVBoxLayout(self)
        edge = round(28 * scale)
        layout.setContentsMargins(edge, edge, edge, edge)
        layout.addWidget(self.text)
        layout.addWidget(close, 0, Qt.AlignmentFlag.AlignRight)


def _html(folder: Path) -> str:
    try:
        journal = open_journal(folder)
    except JournalError as error:
        return f"<p>{escape(str(error))}</p>"
    try:
        records = statistics(kept.events for kept in journal.games())
    except JournalError as error:
        return f"<p>{escape(str(error))}</p>"
    finally:
        journal.close()
    if not records:
        nothing = translate("statistics", "No game has been kept yet.")
        return f"<p>{escape(nothing)}</p>"
    return _table(records)


def _table(records: Sequence[Record]) -> str:
    titles = (
        translate("statistics", "Player"),
        translate("statistics", "Games"),
        translate("statistics", "Games won"),
        translate("statistics", "Rounds"),
        translate("statistics", "Rounds won"),
        translate("statistics", "Points"),
        translate("statistics", "UNO forgotten"),
        translate("statistics", "Against the rules"),
    )
    rows = [
        (each.player, each.games, each.wins, each.rounds, each.won, each.points, each.forgot, each.faults)
        for each in records
    ]
    head = "".join(f"<th align='{_side(place)}'>{escape(title)}</th>" for place, title in enumerate(titles))
    body = "".join(
        "<tr>"
        + "".join(f"<td align='{_side(place)}'>{escape(str(value))}</td>" for place, value in enumerate(row))
        + "</tr>"
        for row in rows
    )
    return f"<table width='100%' cellpadding='6'><tr>{head}</tr>{body}</table>"


def _side(column: int) -> str:
    return "right" if column else "left"
