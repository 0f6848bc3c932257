"""The journal: the file is always the game, and what is torn at its end costs nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tracker.cards import Card
from tracker.events import Draw, Event, GameStart, NameColour, Play, StartCard
from tracker.game import Game
from tracker.journal import Journal, read_journal


def events() -> list[Event]:
    return [
        GameStart(("Ann", "Zoë"), {"preset": "japan", "rounds": 3}, dealer="Ann", t=0.0),
        StartCard(Card.parse("red 7"), t=1.5),
        Play((Card.parse("wild"),), "Zoë", t=2.0),
        NameColour("blue", t=2.5),
        Draw("Ann", 1, t=4.0),
    ]


def test_file_follows_event_by_event(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "games" / "one.jsonl")
    told = events()
    for count in range(1, len(told) + 1):
        journal.write(told[:count])
        assert read_journal(journal.path) == told[:count]


def test_correction_undo_and_insertion_are_followed(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "one.jsonl")
    told = events()
    journal.write(told)
    corrected = [*told[:2], Play((Card.parse("red 3"),), "Zoë", t=2.0), told[4]]
    journal.write(corrected)
    assert read_journal(journal.path) == corrected
    journal.write(corrected[:2])
    assert read_journal(journal.path) == corrected[:2]
    assert [file.name for file in tmp_path.iterdir()] == ["one.jsonl"]


def test_replayed_game_is_the_same(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "one.jsonl")
    journal.write(events())
    first, second = Game(), Game()
    for event in events():
        first.push(event)
    for event in read_journal(journal.path):
        second.push(event)
    assert first.state == second.state


@pytest.mark.parametrize("torn", ['{"type": "dra', "\ufffd\ufffd", '{"type": "dance"}', "[]"])
def test_torn_end_is_left_out(tmp_path: Path, torn: str) -> None:
    path = tmp_path / "one.jsonl"
    Journal(path).write(events())
    with open(path, "a", encoding="utf-8") as file:
        file.write(torn)
    assert read_journal(path) == events()


def test_lines_are_those_that_judge_reads(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "one.jsonl")
    journal.write(events())
    lines = [json.loads(line) for line in journal.path.read_text(encoding="utf-8").splitlines()]
    assert [line["type"] for line in lines] == ["game", "start", "play", "colour", "draw"]


def test_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        Journal(tmp_path / "file" / "one.jsonl").write(events())
