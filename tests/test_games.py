"""`unoref games`: what was played is listed, told, exported and deleted, and says who forgets UNO."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tracker.cards import Card
from tracker.changes import Entry, additions
from tracker.events import Draw, EndRound, Event, GameStart, Hand, Play, StartCard
from tracker.journal import Journal
from tracker.statistics import statistics
from ui import games
from ui.cli import BAD_INPUT, BAD_USAGE, OK, main
from ui.saved import evidence_in


def play(label: str, player: str | None = None) -> Play:
    return Play((Card.parse(label),), player)


def one_round(winner: str = "Ann", loser: str = "=Ben", target: int = 5) -> list[Event]:
    """A game of two with two cards each: the winner forgets UNO, the loser draws, and holds three cards."""
    return [
        GameStart(
            (winner, loser), {"preset": "international", "target": target}, dealer=loser, deal=2, t=0.0
        ),
        StartCard(Card.parse("red 7"), t=1.0),
        play("red 3", winner),
        Draw(loser, 1, t=2.5),
        play("red 4", winner),
        Hand(loser, tuple(map(Card.parse, ("red 1", "red 2", "blue 9")))),
        EndRound(),
    ]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(games, "games_folder", lambda: tmp_path)
    return tmp_path


@pytest.fixture
def journal(folder: Path) -> Journal:
    return Journal(folder / "journal.db")


def keep(journal: Journal, events: list[Event]) -> int:
    entries = [Entry(key, event) for key, event in enumerate(events)]
    game = journal.write(None, additions((), entries))
    journal.release(game)
    return game


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize("command", [["games"], ["games", "stats"]])
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_no_games_yet(
    folder: Path, command: list[str], form: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, *form]) == OK
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "unoref: no game has been kept yet: one that is played on a camera is\n"


def test_games_are_listed_the_newest_first(journal: Journal, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = keep(journal, one_round()), keep(journal, one_round(target=500)[:4])
    assert main(["games", "--json"]) == OK
    listed = lines(capsys)
    assert [game["id"] for game in listed] == [second, first]
    assert [game["phase"] for game in listed] == ["playing", "game-over"]
    assert listed[1]["scores"] == {"Ann": 12, "=Ben": 0}
    assert listed[1]["winner"] == "Ann"
    assert main(["games"]) == OK
    assert "Ann won; Ann 12, =Ben 0" in capsys.readouterr().out


def test_game_is_told_event_by_event(journal: Journal, capsys: pytest.CaptureFixture[str]) -> None:
    game = keep(journal, one_round())
    assert main(["games", "show", str(game), "--json"]) == OK
    assert [line["event"]["type"] for line in lines(capsys)] == [event.type for event in one_round()]
    assert main(["games", "show", str(game)]) == OK
    assert "Ann played red 3" in capsys.readouterr().out


def test_game_is_told_with_players_rules_and_colours_and_no_time_that_is_not_known(
    journal: Journal, capsys: pytest.CaptureFixture[str]
) -> None:
    teams = (("Ann", "Cy"), ("Ben", "Di"))
    rules = {"preset": "japan", "rounds": 3, "jump_in": True}
    game = keep(
        journal,
        [
            GameStart(("Ann", "Ben", "Cy", "Di"), rules, "Di", teams, t=0.0),
            StartCard(Card.parse("red 7"), t=4.25),
            Play((Card.parse("wild"),), "Ann", "green"),
        ],
    )
    assert main(["games", "show", str(game)]) == OK
    begun, start, wild = capsys.readouterr().out.splitlines()
    assert begun.startswith("    0.0 s  A new game: Ann, Ben, Cy, Di; teams: Ann + Cy, Ben + Di; ")
    assert "; rules: japan, rounds = 3, jump_in = true; Di deals" in begun
    assert start == "    4.2 s  The round starts with red 7; Ann to act"
    assert wild == "           Ann played wild (green); Ben to act"


NAMES = ("مريم", 'שרה "כהן"', "é" * 200, "Ann, 'Cy'; 🂡")
"""Names from right to left, with quotes, and very long."""


def test_any_name_comes_back_from_journal_and_export(
    journal: Journal, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begun = GameStart(NAMES, dealer=NAMES[2])
    game = keep(journal, [begun, StartCard(Card.parse("red 7")), Draw(NAMES[3], 1)])
    assert journal.game(game).events[0] == begun
    table, events = tmp_path / "game.csv", tmp_path / "game.jsonl"
    assert main(["games", "export", str(game), "--csv", "-o", str(table)]) == OK
    with open(table, encoding="utf-8-sig", newline="") as text:
        last = list(csv.DictReader(text))[-1]
    assert last["player"] == NAMES[3]
    assert [last[f"{name}: hand"] for name in NAMES] == ["7", "7", "7", "8"]
    assert main(["games", "export", str(game), "-o", str(events)]) == OK
    assert main(["judge", str(events)]) == OK
    assert list(lines(capsys)[-1]["state"]["hands"]) == list(NAMES)
    for command in ([], ["show", str(game)], ["stats"]):
        assert main(["games", *command]) == OK
        told = capsys.readouterr().out
        assert all(name in told for name in NAMES)


def test_exported_game_is_judged_alike(
    journal: Journal, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = keep(journal, one_round())
    file = tmp_path / "game.jsonl"
    assert main(["games", "export", str(game), "--jsonl", "-o", str(file)]) == OK
    assert main(["judge", str(file)]) == OK
    assert lines(capsys)[-1]["state"]["scores"] == {"Ann": 12, "=Ben": 0}
    assert main(["games", "export", str(game)]) == OK
    assert capsys.readouterr().out == file.read_text(encoding="utf-8")


def test_spreadsheet_gets_every_event_and_no_formula(journal: Journal, tmp_path: Path) -> None:
    game = keep(journal, one_round())
    file = tmp_path / "game.csv"
    assert main(["games", "export", str(game), "--csv", "-o", str(file)]) == OK
    with open(file, encoding="utf-8-sig", newline="") as text:
        rows = list(csv.DictReader(text))
    assert [row["type"] for row in rows] == [event.type for event in one_round()]
    assert rows[3]["player"] == "'=Ben"
    assert [row["'=Ben: hand"] for row in rows[:4]] == ["2", "2", "2", "3"]
    assert rows[-1]["Ann: score"] == "12"


def test_deleted_game_goes_with_its_pictures(journal: Journal, folder: Path) -> None:
    one, other = keep(journal, one_round()), keep(journal, one_round())
    evidence = evidence_in(folder)
    evidence.keep(one, 1, b"picture")
    evidence.keep(other, 1, b"picture")
    assert main(["games", "delete", str(one)]) == OK
    assert [kept.id for kept in journal.games()] == [other]
    assert (evidence.read(one, 1), evidence.read(other, 1)) == (None, b"picture")


def test_game_that_is_played_is_not_deleted(journal: Journal, capsys: pytest.CaptureFixture[str]) -> None:
    game = keep(journal, one_round())
    assert journal.hold(game)
    assert main(["games", "delete", str(game)]) == BAD_INPUT
    assert "being played" in capsys.readouterr().err
    assert journal.game(game) is not None


def test_forget_removes_all_pictures_and_no_game(journal: Journal, folder: Path) -> None:
    game = keep(journal, one_round())
    evidence_in(folder).keep(game, 1, b"picture")
    assert main(["games", "--forget"]) == OK
    assert not (folder / "pictures").exists()
    assert journal.game(game) is not None


@pytest.mark.parametrize("command", [["stats"], ["show", "1"], ["delete", "1"]])
def test_forget_goes_with_no_other_command(
    journal: Journal, folder: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    game = keep(journal, one_round())
    evidence_in(folder).keep(game, 1, b"picture")
    assert main(["games", "--forget", *command]) == BAD_USAGE
    assert f"leave out {command[0]}" in capsys.readouterr().err
    assert evidence_in(folder).read(game, 1) == b"picture"
    assert journal.game(game) is not None


@pytest.mark.parametrize("in_the_way", ["games", "games/pictures"])
def test_pictures_that_cannot_be_removed_are_named(
    tmp_path: Path, in_the_way: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(games, "games_folder", lambda: tmp_path / "games")
    (tmp_path / in_the_way).parent.mkdir(exist_ok=True)
    (tmp_path / in_the_way).write_text("no folder")
    assert main(["games", "--forget"]) == BAD_INPUT
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "cannot be removed" in told
    assert (tmp_path / in_the_way).read_text() == "no folder"


@pytest.mark.parametrize("what", ["show", "export", "delete"])
def test_game_that_is_not_there_is_named(
    journal: Journal, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", what, "77"]) == BAD_INPUT
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments", [["show"], ["show", "x"], ["show", "-1"], ["dance"], ["export", "1", "--csv", "--jsonl"]]
)
def test_wrong_usage_is_one_line(
    folder: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", *arguments]) == BAD_USAGE
    assert capsys.readouterr().err.count("\n") == 1


def test_damaged_journal_is_named_and_kept(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "journal.db").write_bytes(b"no journal" * 500)
    assert main(["games"]) == OK
    damaged, none = capsys.readouterr().err.splitlines()
    assert "journal.damaged-1.db" in damaged
    assert "no game" in none
    assert (folder / "journal.damaged-1.db").read_bytes() == b"no journal" * 500


def test_statistics_add_games_up() -> None:
    again = one_round("=Ben", "Ann", target=500)
    ann, ben = statistics([one_round(), one_round(), again])
    assert (ann.player, ann.games, ann.finished, ann.wins) == ("Ann", 3, 2, 2)
    assert (ben.player, ben.games, ben.finished, ben.wins) == ("=Ben", 3, 2, 0)
    assert (ann.rounds, ann.won, ann.points) == (3, 2, 24)
    assert (ben.rounds, ben.won, ben.points) == (3, 1, 12)
    assert (ann.forgot, ben.forgot) == (2, 1)
    assert (ann.plays, ben.plays) == (4, 2)


def test_team_wins_for_each_of_its_players() -> None:
    teams = (("Ann", "Cy"), ("Ben", "Di"))
    rules = {"preset": "international", "target": 5}
    begun = GameStart(("Ann", "Ben", "Cy", "Di"), rules, "Di", teams, deal=1)
    hands = [Hand(name, (Card.parse("red 9"),)) for name in ("Ben", "Cy", "Di")]
    won = statistics([[begun, StartCard(Card.parse("red 7")), play("red 3"), *hands, EndRound()]])
    assert {record.player: record.wins for record in won} == {"Ann": 1, "Cy": 1, "Ben": 0, "Di": 0}


def test_statistics_for_people(journal: Journal, capsys: pytest.CaptureFixture[str]) -> None:
    keep(journal, one_round())
    assert main(["games", "stats", "--json"]) == OK
    assert [(line["player"], line["wins"], line["forgot"]) for line in lines(capsys)] == [
        ("Ann", 1, 1),
        ("=Ben", 0, 0),
    ]
    assert main(["games", "stats"]) == OK
    head, ann, _ = capsys.readouterr().out.splitlines()
    assert head.split()[:3] == ["player", "games", "wins"]
    assert ann.split() == ["Ann", "1", "1", "of", "1", "1", "1", "12", "1", "0"]
