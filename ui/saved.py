"""Games kept on disk while they are played, so that the last one can go on."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

from tracker.changes import Change, entries_of
from tracker.events import Event, EventError, GameStart
from tracker.game import Game
from tracker.journal import Journal, JournalError, Kept
from ui.evidence import LIMIT, Evidence
from ui.words import translate

RETRY = 5.0
"""Seconds until what could not be written is tried again, where nothing new has happened."""


@dataclass(frozen=True)
class Saved:
    """A game that has not come to its end: its number, its first event, and what is said of it."""

    game: int
    begun: GameStart
    players: tuple[str, ...]
    round: int


def games_folder() -> Path:
    """Return the folder of the user's games."""
    return user_data_path("unoref") / "games"


def open_journal(folder: Path) -> Journal:
    """Open the journal in a folder. Raises JournalError where it cannot be used."""
    return Journal(folder / "journal.db")


def open_to_read(folder: Path) -> Journal:
    """Open the journal in a folder, also where it can only be read. Raises JournalError otherwise."""
    try:
        return open_journal(folder)
    except JournalError:
        try:
            return Journal(folder / "journal.db", read_only=True)
        except JournalError:
            pass
        raise


def evidence_in(folder: Path, limit: int = LIMIT) -> Evidence:
    """Return the evidence pictures in a folder of games."""
    return Evidence(folder / "pictures", limit)


def kept_aside(journal: Journal) -> list[str]:
    """Return a line about a file that was no journal, if there was one."""
    text = translate("saved", "The journal could not be read; it is kept as {file}.")
    return [text.format(file=journal.kept_aside)] if journal.kept_aside else []


def last_unfinished(folder: Path, news: list[str] | None = None) -> Saved | None:
    """Return the game played last, if it has begun, not come to its end, and nobody plays it now.

    What there is to be said is added to ``news``.
    """
    try:
        journal = open_to_read(folder)
    except JournalError:
        return None  # the game that begins will say so
    if news is not None:
        news += kept_aside(journal)
    try:
        for kept in journal.games():
            if journal.read_only or journal.hold(kept.id):
                journal.release(kept.id)
                return unfinished(kept)
    except JournalError:
        pass
    finally:
        journal.close()
    return None


def unfinished(kept: Kept) -> Saved | None:
    """Return what is said of a game that can go on, None for one that cannot."""
    game = replay(kept.events)
    begun = game.events[0] if game.events else None
    if not isinstance(begun, GameStart) or game.state.phase == "game-over":
        return None
    return Saved(kept.id, begun, game.players, game.state.round)


def replay(events: Sequence[Event]) -> Game:
    """Return the game of these events; one that makes no sense is left out."""
    game = Game()
    for event in events:
        try:
            game.push(event)
        except EventError:
            continue
    return game


class Keeper:
    """Keeps one game on disk: a new one, or ``game``, the number of one that goes on.

    Where that cannot be done, the game goes on all the same, and what is not on disk is written once it can
    be. ``pictures`` says whether evidence is kept as well; ``news`` is said with the first event.
    """

    def __init__(
        self, folder: Path, game: int | None = None, pictures: bool = True, news: list[str] | None = None
    ) -> None:
        self.folder, self.game, self.pictures = folder, game, pictures
        self.evidence = evidence_in(folder)
        self._news = [] if news is None else news
        self._journal: Journal | None = None
        self._waiting: list[Change] = []
        self._resumed: list[Change] | None = None
        """The changes of a game that goes on where its journal could only be read."""
        self._failed = self._closed = False
        self._again = 0.0

    def resume(self) -> list[Change]:
        """Return the changes of the game that goes on, none for a new one.

        A game that is played in another window, or is damaged from some place on, is left as it is: a copy
        goes on. Raises JournalError where it cannot be read.
        """
        if self.game is None or self._closed:
            return []
        journal = open_to_read(self.folder)
        changes = journal.changes(self.game)
        if journal.read_only:
            journal.close()
            self._resumed = changes
        else:
            self._journal = journal
            self._news += kept_aside(journal)
            self._take_up(journal, changes)
        return changes

    def _take_up(self, journal: Journal, changes: Sequence[Change]) -> None:
        """Go on with the game of these changes, or with a copy of it."""
        assert self.game is not None
        held = journal.hold(self.game)
        if not held or len(changes) < journal.length(self.game):
            if held:
                journal.release(self.game)
            self.game, self._waiting = None, [*changes, *self._waiting]
            self._news.append(translate("saved", "The saved game is left as it was; a copy goes on."))

    def write(self, changes: Sequence[Change]) -> str:
        """Write down what has changed; it is on disk when this returns, or the line returned says otherwise.

        A game in which nothing has happened yet is not written.
        """
        self._waiting += changes
        begun = self.game is not None or len(entries_of(self._waiting)) > 1
        if self._closed or not self._waiting or not begun:
            return ""
        if self._failed and not changes and time.monotonic() < self._again:
            return ""
        try:
            journal = self._open()
            if self._resumed is not None:
                self._take_up(journal, self._resumed)
                self._resumed = None
            self.game = journal.write(self.game, self._waiting)
        except JournalError as error:
            self._again = time.monotonic() + RETRY
            if self._failed:
                return ""
            self._failed = True
            return translate("saved", "The game goes on, but is not saved: {error}").format(error=error)
        self._waiting = []
        if self._failed:
            self._failed = False
            self._news.append(translate("saved", "The game is saved again."))
        said = " ".join(self._news)
        self._news.clear()
        return said

    def _open(self) -> Journal:
        if self._journal is None:
            self._journal = open_journal(self.folder)
            self._news += kept_aside(self._journal)
        return self._journal

    def keep_picture(self, key: int, jpeg: bytes) -> None:
        """Keep the picture of the event with this key."""
        if self.pictures and self.game is not None and not self._closed:
            self.evidence.keep(self.game, key, jpeg)

    def picture(self, key: int) -> bytes | None:
        """Return the picture of the event with this key, as JPEG; None where there is none."""
        return None if self.game is None else self.evidence.read(self.game, key)

    def close(self) -> None:
        """Let the game go: another window can go on with it. Nothing is written any more.

        What could not be written so far is tried once more.
        """
        self._again = 0.0
        self.write(())
        self._closed = True
        if self._journal:
            self._journal.close()
            self._journal = None
