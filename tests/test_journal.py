"""The journal: every change is on disk, and no file that is found there is ever lost."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tracker.cards import Card
from tracker.changes import Change, Entry, Pending, additions, difference, entries_of, parse_change
from tracker.events import Draw, Event, EventError, GameStart, NameColour, Play, StartCard
from tracker.journal import Journal, JournalError, to_lines


def events() -> list[Event]:
    return [
        GameStart(("Ann", "Zoë"), {"preset": "japan", "rounds": 3}, dealer="Ann", t=0.0),
        StartCard(Card.parse("red 7"), t=1.5),
        Play((Card.parse("wild"),), "Zoë", t=2.0),
        NameColour("blue", t=2.5),
        Draw("Ann", 1, t=4.0),
    ]


def entries() -> list[Entry]:
    return [Entry(key, event, 0.9 if key == 1 else None) for key, event in enumerate(events())]


def added() -> list[Change]:
    return additions((), entries())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games" / "journal.db"


def test_events_come_back_as_they_were(path: Path) -> None:
    journal = Journal(path)
    game = journal.write(None, added()[:2])
    for number in (2, 3, 4):
        journal.write(game, [added()[number]])
        assert list(Journal(path).game(game).entries) == entries()[: number + 1]
    assert Journal(path).changes(game) == added()


def test_changes_are_splices(path: Path) -> None:
    told = entries()
    other = Entry(2, Play((Card.parse("red 3"),), "Zoë", t=2.0))
    edited = [*told[:2], other, told[4]]
    edit = difference("edit", told, edited)
    assert (edit.start, edit.removed, edit.entries) == (2, 2, (other,))
    undo = difference("undo", edited, told)
    stand = Change("stand", stands=(3, "illegal-play"))
    waiting = [Pending(True), Pending(gathered=True), Pending(after=(other,), drawing=("Zoë", 3)), Pending()]
    changes = [*added(), edit, undo, stand, *(Change("pending", pending=each) for each in waiting)]
    assert [parse_change(json.loads(json.dumps(change.to_json()))) for change in changes] == changes
    assert list(entries_of(changes[:6])) == edited
    assert list(entries_of(changes)) == told


WRONG = {"kind": "dance", "start": 0, "removed": 0, "entries": []}
PENDING = {"kind": "pending", "ready": False, "after": [], "drawing": None, "gathered": False}


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        WRONG,
        {"kind": "pending", "ready": 1},
        {**PENDING, "drawing": 2},
        {**PENDING, "after": [3]},
    ],
)
def test_what_is_no_change_is_refused(data: object) -> None:
    with pytest.raises(EventError):
        parse_change(data)


def test_damaged_row_ends_its_game_and_no_other(path: Path) -> None:
    journal = Journal(path)
    games = [journal.write(None, added()) for _ in range(2)]
    journal.close()
    with sqlite3.connect(path) as database:
        database.execute("UPDATE changes SET change = '{' WHERE game = ? AND id = 4", (games[0],))
    journal = Journal(path)
    assert len(journal.changes(games[0])) == 3
    assert journal.length(games[0]) == 5
    assert journal.changes(games[1]) == added()


FOREIGN = {
    "no database": b"This is a shopping list.\n" * 200,
    "a torn database": b"SQLite format 3\0" + bytes(range(256)) * 20,
    "a picture": b"\xff\xd8\xff\xe0" + bytes(4000),
}


@pytest.mark.parametrize("what", FOREIGN)
def test_file_that_is_no_journal_is_kept_aside(path: Path, what: str) -> None:
    path.parent.mkdir()
    kept = []
    for number in (1, 2):
        path.write_bytes(FOREIGN[what])
        journal = Journal(path)
        kept.append(journal.kept_aside)
        assert journal.kept_aside == path.with_name(f"journal.damaged-{number}.db")
        journal.write(None, added())
        journal.close()
    assert [file.read_bytes() for file in kept] == [FOREIGN[what]] * 2


def test_database_of_another_program_is_kept_aside(path: Path) -> None:
    path.parent.mkdir()
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE recipes (name TEXT)")
    database.close()
    before = path.read_bytes()
    journal = Journal(path)
    assert journal.kept_aside.read_bytes() == before


def test_journal_cut_short_is_kept_aside(path: Path) -> None:
    journal = Journal(path)
    journal.write(None, added() * 300)
    journal.close()
    with open(path, "r+b") as file:
        file.truncate(path.stat().st_size // 2)
    journal = Journal(path)
    assert journal.kept_aside is not None
    assert list(journal.games()) == []


def test_journal_of_a_newer_version_is_left_alone(path: Path) -> None:
    Journal(path).close()
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(JournalError, match="newer version"):
        Journal(path)
    assert [file.name for file in path.parent.glob("*.db")] == ["journal.db"]


def test_journals_of_earlier_versions_are_taken_in_once(path: Path) -> None:
    path.parent.mkdir()
    old = path.with_name("2026-01-31-201500-000000.jsonl")
    torn = to_lines(events()) + '{"type": "dra'
    old.write_text(torn, encoding="utf-8")
    assert [kept.events for kept in Journal(path).games()] == [events()]
    assert [kept.events for kept in Journal(path).games()] == [events()]
    assert old.with_name(f"{old.name}.imported").read_text(encoding="utf-8") == torn
    old.write_text(torn, encoding="utf-8")  # as after a kill before it was renamed
    assert len(list(Journal(path).games())) == 1


def test_game_is_held_by_one_until_that_one_ends(path: Path) -> None:
    journal, other = Journal(path), Journal(path)
    game = journal.write(None, added())
    assert not other.hold(game)
    assert not other.delete(game)
    assert other.write(None, added()) != game
    journal.close()
    assert other.hold(game)


def test_hold_ends_with_a_program_that_is_killed(path: Path) -> None:
    journal = Journal(path)
    game = journal.write(None, added())
    journal.close()
    script = (
        "import os, signal, sys; from pathlib import Path; from tracker.journal import Journal\n"
        f"journal = Journal(Path(sys.argv[1])); assert journal.hold({game})\n"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    ended = subprocess.run([sys.executable, "-c", script, str(path)], check=False)
    assert ended.returncode == -9
    assert Journal(path).hold(game)


def test_two_programs_write_at_once(path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from tests.test_journal import added\n"
        "from tracker.journal import Journal\n"
        "journal = Journal(Path(sys.argv[1])); game = journal.write(None, added()[:1])\n"
        "[journal.write(game, [change]) for change in added()[1:] * 10]"
    )
    writers = [subprocess.Popen([sys.executable, "-c", script, str(path)]) for _ in range(3)]
    assert [writer.wait(60) for writer in writers] == [0, 0, 0]
    journal = Journal(path)
    assert journal.kept_aside is None
    assert [journal.length(game) for game in (1, 2, 3)] == [41] * 3


def test_deleted_game_is_gone_and_its_number_is_not_used_again(path: Path) -> None:
    journal = Journal(path)
    game = journal.write(None, added())
    journal.release(game)
    assert journal.delete(game)
    assert journal.game(game) is None
    assert list(journal.games()) == []
    assert journal.write(None, added()) == game + 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(JournalError, match="Permission denied"):
        Journal(tmp_path / "games" / "journal.db")
    tmp_path.chmod(0o700)


def test_folder_in_the_file_s_place_is_named(path: Path) -> None:
    path.mkdir(parents=True)
    with pytest.raises(JournalError, match=r"journal\.db"):
        Journal(path)
