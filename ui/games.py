"""``unoref games``: the games that were played, and what they say of the players."""

from __future__ import annotations

import argparse
import csv
import io
import sys
from pathlib import Path

from tracker.events import EventError, GameStart
from tracker.journal import Journal, JournalError, Kept, to_lines
from tracker.statistics import Record, statistics
from ui.history import actor, cards_of
from ui.printer import StepPrinter
from ui.referee import Referee, Step
from ui.saved import evidence_in, games_folder, kept_aside, open_journal, open_to_read, replay

COLUMNS = ("event", "seconds", "round", "type", "player", "cards", "colour", "count", "alerts", "turn")
"""The columns of the CSV; after them stand each player's hand and score."""

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""


NO_GAMES = "no game has been kept yet: one that is played on a camera is"


class GamesError(Exception):
    """What was asked for cannot be done; the message is one line."""


def run(arguments: argparse.Namespace) -> None:
    """Do what was asked with the user's games. Raises GamesError where that cannot be done."""
    from ui.cli import say

    folder = games_folder()
    if arguments.forget:
        if arguments.what != "list":
            arguments.parser.error(f"--forget removes the pictures of all games: leave out {arguments.what}")
        _forget(folder)
        say("the pictures of all games are removed")
        return
    act = {
        "list": list_games,
        "show": show_game,
        "export": export_game,
        "delete": delete_game,
        "stats": show_statistics,
    }[arguments.what]
    try:
        journal = open_journal(folder) if act is delete_game else open_to_read(folder)
        try:
            for line in kept_aside(journal):
                say(line)
            act(journal, arguments)
        finally:
            journal.close()
    except JournalError as error:
        raise GamesError(str(error)) from None


def list_games(journal: Journal, arguments: argparse.Namespace) -> None:
    """List the games, the one played last first."""
    from ui.cli import say, write_json

    empty = True
    for kept in journal.games():
        empty = False
        game = replay(kept.events)
        state = game.state
        if arguments.json:
            about = {"id": kept.id, "begun": kept.begun, "players": list(game.players)}
            now = {"phase": state.phase, "round": state.round, "scores": state.scores, "winner": state.winner}
            write_json({**about, **now, "events": len(kept.entries)})
        else:
            scores = ", ".join(f"{name} {state.scores.get(name, 0)}" for name in game.players)
            over = f"{state.winner or 'nobody'} won" if state.phase == "game-over" else f"round {state.round}"
            print(f"{kept.id:5}  {kept.begun[:16]}  {over}; {scores}")
    if empty:
        say(NO_GAMES)


def show_game(journal: Journal, arguments: argparse.Namespace) -> None:
    """Tell a game, event by event."""
    from ui.cli import write_json

    printer = StepPrinter()
    for step in steps_of(_kept(journal, arguments.game)):
        write_json(step.to_json()) if arguments.json else printer(step)


def export_game(journal: Journal, arguments: argparse.Namespace) -> None:
    """Write a game as JSON Lines or CSV."""
    kept = _kept(journal, arguments.game)
    text = to_csv(kept) if arguments.csv else to_lines(kept.events)
    if arguments.output is None:
        sys.stdout.write(text)
        return
    try:
        Path(arguments.output).write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise GamesError(f"{arguments.output}: cannot be written ({error.strerror})") from None


def delete_game(journal: Journal, arguments: argparse.Namespace) -> None:
    """Remove a game and its pictures."""
    kept = _kept(journal, arguments.game)
    if not journal.delete(kept.id):
        raise GamesError(f"game {kept.id} is being played: close its window first")
    _forget(journal.path.parent, kept.id)


def show_statistics(journal: Journal, arguments: argparse.Namespace) -> None:
    """Say of each player what all games say."""
    from ui.cli import say, write_json

    records = statistics(kept.events for kept in journal.games())
    if not records:
        say(NO_GAMES)
    elif arguments.json:
        for record in records:
            write_json(record.to_json())
    else:
        for line in table(records):
            print(line)


def table(records: list[Record]) -> list[str]:
    """Return the records as lines for people."""
    lines = [("player", "games", "wins", "rounds", "won", "points", "UNO forgotten", "against the rules")]
    for each in records:
        wins = f"{each.wins} of {each.finished}"
        figures = (each.games, wins, each.rounds, each.won, each.points, each.forgot, each.faults)
        lines.append((each.player, *map(str, figures)))
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return ["  ".join((line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:]))) for line in lines]


def steps_of(kept: Kept) -> list[Step]:
    """Return a game's steps, as the window had them."""
    entries = list(kept.entries)
    begun = entries[0].event if entries else None
    if not isinstance(begun, GameStart):
        return []
    try:
        referee = Referee(begun.players, begun.rules, table=None)  # type: ignore[arg-type]
        referee.go_on(entries, 1 + max(entry.key for entry in entries))
    except EventError as error:
        raise GamesError(f"game {kept.id}: {error}") from None
    return referee.steps


def to_csv(kept: Kept) -> str:
    """Return a game's events as CSV with a header line, in UTF-8 with a mark that spreadsheets look for."""
    steps = steps_of(kept)
    players = list(steps[0].state.hands) if steps else []
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(
        COLUMNS + tuple(_cell(f"{name}: {what}") for what in ("hand", "score") for name in players)
    )
    for step in steps:
        event, state = step.event, step.state
        row = [
            step.seq,
            "" if event.t is None else round(event.t, 1),
            state.round,
            event.type,
            _cell(actor(event) or ""),
            ", ".join(card.label for card in cards_of(event)),
            getattr(event, "colour", None) or "",
            getattr(event, "count", ""),
            ", ".join(alert.code for alert in step.alerts),
            _cell(state.turn or ""),
        ]
        hands = [state.hands.get(name, 0) for name in players]
        writer.writerow([*row, *hands, *(state.scores.get(name, 0) for name in players)])
    return "\ufeff" + text.getvalue()


def _cell(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula: a name may hold anything."""
    return f"'{text}" if text.startswith(FORMULA) else text


def _forget(folder: Path, game: int | None = None) -> None:
    try:
        evidence_in(folder).forget(game)
    except OSError as error:
        raise GamesError(f"{error.filename}: cannot be removed ({error.strerror})") from None


def _kept(journal: Journal, number: int) -> Kept:
    kept = journal.game(number)
    if kept is None:
        raise GamesError(f"there is no game {number}: unoref games lists those that there are")
    return kept
