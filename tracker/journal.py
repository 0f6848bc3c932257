"""The journal: all games in one SQLite file, so that a game survives whatever ends the program."""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from tracker.changes import Change, Entry, entries_of, parse_change
from tracker.events import Event, EventError, GameStart, parse_event

APPLICATION, VERSION = 0x554E4F52, 1
"""What marks an SQLite file as a journal (the letters UNOR), and the version of its tables."""

PATIENCE = 2.0
"""Seconds to wait while another program writes."""

OLD = "[0-9]*-??-??-??????-*.jsonl"
"""The names of the journals of earlier versions, one file a game."""

_TABLES = f"""
CREATE TABLE games (id INTEGER PRIMARY KEY AUTOINCREMENT, begun TEXT NOT NULL, source TEXT UNIQUE);
CREATE TABLE changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT, game INTEGER NOT NULL REFERENCES games, change TEXT NOT NULL
);
CREATE INDEX changes_of_game ON changes (game, id);
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
"""


class JournalError(Exception):
    """The journal cannot be opened, read or written; the message is one line."""


class _NotOursError(Exception):
    """The file is damaged, or is no journal."""


@dataclass(frozen=True)
class Kept:
    """A game in the journal: its number, when it began by the clock on the wall, and its entries now."""

    id: int
    begun: str
    entries: tuple[Entry, ...]

    @property
    def events(self) -> list[Event]:
        """The events, as ``unoref judge`` reads them."""
        return [entry.event for entry in self.entries]


class Journal:
    """All games of a user, one row a change; what :meth:`write` has taken in survives a power cut.

    ``path`` is made where it is missing, with its folder. A file there that is damaged, or no journal, is
    kept under another name, :attr:`kept_aside`, and a new journal begun. Files :data:`OLD` beside it are
    taken in and renamed to ``*.jsonl.imported``.

    With ``read_only`` nothing is made, written or held, as on a disk that is full or cannot be written.

    A game that is played is held by one program at a time; when that ends, however it does, so does its hold.
    Every method raises JournalError where the file cannot be used. Safe in several threads, one at a time.
    """

    def __init__(self, path: Path, read_only: bool = False) -> None:
        self.path = path
        self.read_only = read_only
        self.kept_aside: Path | None = None
        self._holds: dict[int, int] = {}
        with _translated(path):
            if read_only:
                self._database = _connect_read_only(path)
                return
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = _lock(path.with_name("opening.lock"), wait=True)
            try:
                try:
                    self._database = _connect(path)
                except _NotOursError:
                    self.kept_aside = _keep_aside(path)
                    self._database = _connect(path)
                self._take_in_lines()
            finally:
                _unlock(lock)

    def write(self, game: int | None, changes: Sequence[Change]) -> int:
        """Add changes to a game, all of them or none, and return its number; None begins a game and holds it.

        They are on disk when this returns.
        """
        with _translated(self.path):
            new = game is None
            try:
                with self._database:
                    if game is None:
                        game = self._begin(_now())
                        if not self.hold(game):
                            raise JournalError(f"{self.path}: game {game} is played already")
                    self._add(game, changes)
            except BaseException:
                if new and game is not None:
                    self.release(game)
                raise
            return game

    def changes(self, game: int) -> list[Change]:
        """Return a game's changes in their order, up to the first that makes no sense."""
        with _translated(self.path):
            rows = self._database.execute("SELECT change FROM changes WHERE game = ? ORDER BY id", (game,))
            return changes_in(text for (text,) in rows)

    def length(self, game: int) -> int:
        """Return how many changes a game has, with those that make no sense."""
        with _translated(self.path):
            row = self._database.execute("SELECT count(*) FROM changes WHERE game = ?", (game,)).fetchone()
        return int(row[0])

    def game(self, game: int) -> Kept | None:
        """Return the game with this number, None where there is none."""
        with _translated(self.path):
            row = self._database.execute("SELECT begun FROM games WHERE id = ?", (game,)).fetchone()
        return Kept(game, row[0], entries_of(self.changes(game))) if row else None

    def games(self) -> Iterator[Kept]:
        """Yield all games, the one played last first."""
        with _translated(self.path):
            played = "SELECT game FROM changes GROUP BY game ORDER BY max(id) DESC"
            ids = [row[0] for row in self._database.execute(played)]
        for number in ids:
            kept = self.game(number)
            if kept and kept.entries:
                yield kept

    def delete(self, game: int) -> bool:
        """Remove a game; return whether it was removed: not while somebody plays it."""
        if not self.hold(game):
            return False
        try:
            with _translated(self.path), self._database:
                self._database.execute("DELETE FROM changes WHERE game = ?", (game,))
                self._database.execute("DELETE FROM games WHERE id = ?", (game,))
        finally:
            self.release(game)
        return True

    def hold(self, game: int) -> bool:
        """Keep a game for this journal alone; return False where another one has it, or nothing is held."""
        with _translated(self.path):
            lock = None if game in self._holds or self.read_only else _lock(self._lock_file(game))
        if lock is None:
            return False
        self._holds[game] = lock
        return True

    def release(self, game: int) -> None:
        """Let others play a game again."""
        lock = self._holds.pop(game, None)
        if lock is not None:
            self._lock_file(game).unlink(missing_ok=True)
            _unlock(lock)

    def close(self) -> None:
        """Let go of everything; the journal is not used any more."""
        for game in list(self._holds):
            self.release(game)
        self._database.close()

    def _lock_file(self, game: int) -> Path:
        return self.path.with_name(f"game-{game}.lock")

    def _begin(self, begun: str, source: str | None = None) -> int:
        row = self._database.execute("INSERT INTO games (begun, source) VALUES (?, ?)", (begun, source))
        assert row.lastrowid is not None
        return row.lastrowid

    def _add(self, game: int, changes: Iterable[Change]) -> None:
        rows = [(game, json.dumps(change.to_json(), ensure_ascii=False)) for change in changes]
        self._database.executemany("INSERT INTO changes (game, change) VALUES (?, ?)", rows)

    def _take_in_lines(self) -> None:
        """Take in the journals of earlier versions, each once."""
        for file in sorted(self.path.parent.glob(OLD)):
            events = read_lines(file)
            known = self._database.execute("SELECT 1 FROM games WHERE source = ?", (file.name,)).fetchone()
            if len(events) > 1 and not known:
                with self._database:
                    game = self._begin(_now(file.stat().st_mtime), file.name)
                    entries = (Entry(number, event) for number, event in enumerate(events))
                    self._add(game, (Change("add", entry.key, 0, (entry,)) for entry in entries))
            if events:
                file.rename(file.with_name(f"{file.name}.imported"))


def changes_in(rows: Iterable[str]) -> list[Change]:
    """Return the changes in a game's rows, each one JSON object, up to the first that makes no sense.

    The first one is to begin the game.
    """
    found: list[Change] = []
    for row in rows:
        try:
            change = parse_change(json.loads(row))
        except (EventError, ValueError, TypeError, RecursionError):
            break
        if not found and not (change.entries and isinstance(change.entries[0].event, GameStart)):
            break
        found.append(change)
    return found


def read_lines(path: Path) -> list[Event]:
    """Return the events in a file of JSON Lines, up to the first line that is torn or makes no sense.

    Raises OSError where the file cannot be read.
    """
    events: list[Event] = []
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            events.append(parse_event(json.loads(line)))
        except (EventError, ValueError, RecursionError):
            break
    return events


def to_lines(events: Iterable[Event]) -> str:
    """Return events as text, one JSON object a line, as ``unoref judge`` reads them."""
    return "".join(f"{json.dumps(event.to_json(), ensure_ascii=False)}\n" for event in events)


def _connect(path: Path) -> sqlite3.Connection:
    """Open the file, with tables where it is new. Raises _NotOursError for a damaged or foreign one."""
    database = sqlite3.connect(path, timeout=PATIENCE, check_same_thread=False)
    try:
        (application,) = database.execute("PRAGMA application_id").fetchone()
        (version,) = database.execute("PRAGMA user_version").fetchone()
        (tables,) = database.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if application != APPLICATION and (application or version or tables):
            raise _NotOursError
        if version > VERSION:
            raise JournalError(f"{path}: made by a newer version of unoref")
        if database.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise _NotOursError
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        if not tables:
            database.executescript(f"BEGIN;{_TABLES}COMMIT;")
    except sqlite3.Error as error:
        database.close()
        if _is_damage(error):
            raise _NotOursError from error
        raise
    except BaseException:
        database.close()
        raise
    return database


def _connect_read_only(path: Path) -> sqlite3.Connection:
    """Open the file without making or writing any. Raises JournalError where it is no journal."""
    log = path.with_name(f"{path.name}-wal")
    # Beside its log SQLite wants a file of its own; where there is no log, the journal is all there is.
    how = "mode=ro" if log.exists() and log.stat().st_size else "immutable=1"
    database = sqlite3.connect(f"{path.resolve().as_uri()}?{how}", uri=True, check_same_thread=False)
    try:
        (application,) = database.execute("PRAGMA application_id").fetchone()
        (version,) = database.execute("PRAGMA user_version").fetchone()
        if application != APPLICATION or version > VERSION:
            raise JournalError(f"{path}: not a journal that can be read")
    except BaseException:
        database.close()
        raise
    return database


def _is_damage(error: sqlite3.Error) -> bool:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _keep_aside(path: Path) -> Path:
    """Give the file, and SQLite's own beside it, a name that is free; return it."""
    number = 1
    while (aside := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists():
        number += 1
    for ending in ("-wal", "-shm", ""):
        part = path.with_name(path.name + ending)
        if part.exists():
            part.rename(aside.with_name(aside.name + ending))
    return aside


@contextmanager
def _translated(path: Path) -> Iterator[None]:
    """Turn what goes wrong with the file into a JournalError."""
    try:
        yield
    except sqlite3.Error as error:
        raise JournalError(f"{path}: {error}") from error
    except OSError as error:
        raise JournalError(f"{error.filename or path}: {error.strerror or error}") from error


def _lock(path: Path, wait: bool = False) -> int | None:
    """Return a lock on the file, held until it is let go or the program ends; None where another has it."""
    while True:
        lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
            if path.exists() and os.path.samestat(os.fstat(lock), path.stat()):
                return lock
        except BlockingIOError:
            os.close(lock)
            return None
        except BaseException:
            os.close(lock)
            raise
        os.close(lock)  # its file was removed while this waited: once more


def _unlock(lock: int | None) -> None:
    if lock is not None:
        os.close(lock)


def _now(seconds: float | None = None) -> str:
    moment = datetime.now() if seconds is None else datetime.fromtimestamp(seconds)
    return moment.isoformat(sep=" ", timespec="seconds")
