"""What all games say of the players: wins, rounds, points, and who forgets UNO."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from tracker.events import Event
from tracker.journal import Journal, JournalError
from tracker.statistics import Record, statistics
from ui.saved import open_to_read
from ui.text_page import TextPage
from ui.threads import WorkThread, retire
from ui.words import signed, translate


class Counting(WorkThread):
    """Counts all games in a folder's journal: many of them take seconds."""

    counted = Signal()
    """:attr:`records` or :attr:`trouble` is there."""

    def __init__(self, folder: Path) -> None:
        super().__init__("statistics", self._run)
        self._folder = folder
        self.records: list[Record] = []
        self.trouble = ""
        """Why the journal cannot be read."""

    def _run(self) -> None:
        try:
            journal = open_to_read(self._folder)
            try:
                self.records = statistics(self._games(journal))
            finally:
                journal.close()
        except JournalError as error:
            self.trouble = str(error)
        self._tell(self.counted)

    def _games(self, journal: Journal) -> Iterator[Sequence[Event]]:
        for kept in journal.games():
            if self._stopping.is_set():
                return
            yield kept.events


class StatisticsPage(TextPage):
    """A table of the players over all games in a folder's journal, once counted; or why there is none."""

    def __init__(self, folder: Path, scale: float = 1.0, parent: QWidget | None = None) -> None:
        waiting = _paragraph(translate("statistics", "Counting the games…"))
        super().__init__(translate("statistics", "Statistics"), waiting, (900, 420), scale, parent)
        self._scale = scale
        self.counting = counting = Counting(folder)
        counting.counted.connect(self.show_counted)
        self.finished.connect(lambda: retire(counting))
        counting.start()

    def show_counted(self) -> None:
        """Show what was counted."""
        counted = self.counting
        if counted.trouble:
            self.text.setHtml(_paragraph(counted.trouble))
        elif counted.records:
            self.text.setHtml(_table(counted.records, self._scale))
        else:
            self.text.setHtml(_paragraph(translate("statistics", "No game has been kept yet.")))


def _paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def _table(records: Sequence[Record], scale: float) -> str:
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
        (
            each.player,
            each.games,
            each.wins,
            each.rounds,
            each.won,
            signed(each.points),
            each.forgot,
            each.faults,
        )
        for each in records
    ]
    head = "".join(f"<th align='{_side(place)}'>{escape(title)}</th>" for place, title in enumerate(titles))
    body = "".join(
        "<tr>"
        + "".join(f"<td align='{_side(place)}'>{escape(str(value))}</td>" for place, value in enumerate(row))
        + "</tr>"
        for row in rows
    )
    return f"<table width='100%' cellpadding='{round(6 * scale)}'><tr>{head}</tr>{body}</table>"


def _side(column: int) -> str:
    return "right" if column else "left"
