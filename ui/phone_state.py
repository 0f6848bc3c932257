"""What phones are shown of a game: plain values in the window's language. No Qt here."""

from __future__ import annotations

from typing import Any

from tracker.cards import Card
from ui.board import Board
from ui.view import PlayerRow, View
from ui.words import card_word, colour_word, count_word, points_word, translate

ARROWS = {"clockwise": "↻", "counterclockwise": "↺"}


def phone_state(view: View | None, language: str) -> dict[str, Any]:
    """Return what the page shows of a game, as JSON holds it; ``view`` is None while none is played.

    What is told of hands is how many cards they hold, as the window shows it to everybody.
    """
    state: dict[str, Any] = {
        "language": language,
        "lost": translate("phone", "No connection to the table. Trying again…"),
        "headline": translate("phone", "No game yet"),
        "detail": "",
        "alert": "",
        "colour": "",
        "top": "",
        "players": [],
        "board": {"title": "", "head": [], "rows": []},
    }
    if view is None:
        return state
    return state | {
        "headline": view.headline,
        "detail": view.detail,
        "alert": view.banner.text if view.banner else "",
        "colour": view.colour or "",
        "top": f"{_top(view)} {ARROWS.get(view.direction, '')}".strip(),
        "players": [{"name": row.name, "turn": row.turn, "notes": _notes(row)} for row in view.players],
        "board": _board(view.board),
    }


def _top(view: View) -> str:
    if view.top is None:
        return ""
    card = Card.parse(view.top)
    named = card.is_wild and view.colour
    return f"{card_word(card)} ({colour_word(view.colour)})" if named else card_word(card)


def _notes(row: PlayerRow) -> list[str]:
    owes = translate("side", "draws {count}").format(count=row.owed)
    return [
        *(["UNO"] if row.uno else []),
        *([owes] if row.owed else []),
        count_word(row.hand),
        points_word(row.score),
    ]


def _board(board: Board) -> dict[str, Any]:
    rounds = [[str(number), *map(str, points)] for number, points in enumerate(board.points, start=1)]
    sums = [["Σ", *map(str, board.totals[-1])]] if rounds else []
    return {
        "title": translate("menu", "Score board"),
        "head": ["", *board.players],
        "rows": [*rounds, *sums],
    }
