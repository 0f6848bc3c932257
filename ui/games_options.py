"""What can be asked of ``unoref games``."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any


def add_games_parser(commands: Any, run: Callable[[argparse.Namespace], int]) -> Any:
    """Add ``games`` to the commands of ``unoref``, and return the parsers of what it can do.

    ``run`` gets ``what`` to do: list, show, export, delete or stats.
    """
    games = commands.add_parser("games", help="list, show, export and delete the games that were played")
    games.add_argument("--json", action="store_true", help="one JSON object a line")
    games.add_argument("--forget", action="store_true", help="remove the pictures of all games")
    games.set_defaults(what="list", run=run)
    parts = games.add_subparsers(title="what to do", metavar="WHAT", parser_class=type(games))
    show = parts.add_parser("show", help="tell a game, event by event")
    export = parts.add_parser("export", help="write a game for a spreadsheet, or for unoref judge")
    delete = parts.add_parser("delete", help="remove a game and its pictures")
    stats = parts.add_parser("stats", help="wins, points, rounds, and who forgets UNO")
    for part in (show, export, delete):
        part.add_argument("game", type=_number, metavar="ID", help="the number that unoref games lists")
    for part in (show, stats):  # suppressed, else it would take back what stands before the command
        part.add_argument(
            "--json", action="store_true", default=argparse.SUPPRESS, help="one JSON object a line"
        )
    kind = export.add_mutually_exclusive_group()
    kind.add_argument("--csv", action="store_true", help="a table of the events")
    kind.add_argument("--jsonl", action="store_true", help="events as unoref judge reads them (the default)")
    export.add_argument("-o", "--output", metavar="FILE", help="write here, not to standard output")
    for what, part in parts.choices.items():
        part.set_defaults(what=what)
    return parts.choices.values()


def _number(text: str) -> int:
    if not text.isdecimal() or not 1 <= len(text) <= 15:
        raise argparse.ArgumentTypeError(f"{text!r} is not allowed; give a number that unoref games lists")
    return int(text)
