"""What all games say of the players: wins, rounds, points, and who forgets UNO."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from PySide6.QtWidgets import QWidget

from tracker.journal import JournalError
from tracker.statistics import Record, statistics
from ui.saved import open_journal
from ui.text_page import TextPage
from ui.words import signed, translate


class StatisticsPage(TextPage):
    """A table of the players over all games in a folder's journal; or why there is none."""

    def __init__(self, folder: Path, scale: float = 1.0, parent: QWidget | None = None) -> None:
        super().__init__(
            translate("statistics", "Statistics"), _html(folder, scale), (900, 420), scale, parent
        )


def _html(folder: Path, scale: float) -> str:
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
    return _table(records, scale)


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
