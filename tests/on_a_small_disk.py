"""Games on a real disk that is full or read-only; run by test_disk.py in a process with its own mounts."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.disk import Disk
from tests.test_saved import QUAD, changes, picture
from tests.test_window import PLAYERS, seen_play, seen_start, worker_for
from tracker.changes import Change, entries_of
from tracker.journal import Journal
from ui.choices import Choices
from ui.cli import BAD_INPUT, OK, main
from ui.evidence import Evidence
from ui.recorder import Recorder, Shot
from ui.referee import Referee
from ui.report import write_report
from ui.saved import Keeper, last_unfinished
from ui.store import Store
from ui.threads import wait_for_workers
from ui.window import Window

NOT_SAVED, AGAIN = "The game goes on, but is not saved: ", "The game is saved again."


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = Disk(folder)
    yield mounted
    mounted.unmount()


class Game:
    """A game in a real window, kept on the disk, with everything that was answered."""

    def __init__(self, qtbot, folder: Path) -> None:
        self.said: list[str] = []
        self.keeper = Keeper(folder)
        happens = {0: [seen_start("red 7")], 1: [seen_play("red 3")]}
        self.worker = worker_for(happens, keeper=self.keeper)
        self.worker.answered.connect(self.said.append)
        self.window = Window(lambda: self.worker, lambda: self.worker)
        qtbot.addWidget(self.window)
        self.window.show()
        self.window.start()
        qtbot.waitUntil(lambda: self.window.panel.top == "red 3")

    def go_on(self, changes: int) -> None:
        """Let a card be drawn, and so much happen besides."""
        self.window.press("draw")
        for number in range(changes - 1):
            self.window.press("redo" if number % 2 else "undo")

    def close(self) -> None:
        self.window.close()
        assert wait_for_workers(5.0)

    def kept(self) -> list:
        journal = Journal(self.keeper.folder / "journal.db")
        assert journal.kept_aside is None
        events = list(entries_of(journal.changes(self.keeper.game)))
        journal.close()
        return [entry.event for entry in events]


@pytest.fixture
def play(qtbot) -> Callable[[Path], Game]:
    return lambda folder: Game(qtbot, folder)


def expect_saved_once_freed(game: Game, disk: Disk) -> None:
    disk.free()
    game.go_on(1)
    assert game.said[1:] == [AGAIN]
    events = list(game.worker.events())
    game.close()
    assert game.kept() == events


def test_disk_that_fills_up_in_a_game_loses_nothing(play, disk: Disk) -> None:
    game = play(disk.folder)
    disk.fill()
    game.go_on(61)
    assert game.worker.events()[-1].type == "draw", "the game goes on"
    assert [line.startswith(NOT_SAVED) for line in game.said] == [True], "it is said, and once"
    expect_saved_once_freed(game, disk)


def test_game_that_begins_on_a_full_disk_is_saved_once_there_is_room(play, disk: Disk) -> None:
    disk.fill()
    game = play(disk.folder / "games")
    game.go_on(3)
    assert [line.startswith(NOT_SAVED) for line in game.said] == [True]
    expect_saved_once_freed(game, disk)


def test_game_that_ends_right_after_the_disk_was_freed_is_saved(play, disk: Disk) -> None:
    game = play(disk.folder)
    disk.fill()
    game.go_on(61)
    events = list(game.worker.events())
    disk.free()
    game.close()
    assert game.kept() == events


def test_disk_that_fills_up_again_and_again(play, disk: Disk) -> None:
    game = play(disk.folder)
    for spare in (0, 4096, 20_000, 60_000):
        disk.fill(spare)
        game.go_on(101)
        disk.free()
        game.go_on(1)
    events = list(game.worker.events())
    game.close()
    assert game.said
    assert game.said[-1] == AGAIN
    assert game.kept() == events


def test_game_begun_on_a_read_only_disk_is_saved_once_it_can_be(play, disk: Disk) -> None:
    disk.make_read_only()
    game = play(disk.folder / "games")
    game.go_on(3)
    assert [line.startswith(NOT_SAVED) for line in game.said] == [True]
    assert "Read-only" in game.said[0]
    disk.make_read_only(False)
    game.go_on(1)
    assert game.said[1:] == [AGAIN]
    events = list(game.worker.events())
    game.close()
    assert game.kept() == events


def block(disk: Disk, how: str) -> None:
    disk.fill() if how == "full" else disk.make_read_only()


def unblock(disk: Disk, how: str) -> None:
    disk.free() if how == "full" else disk.make_read_only(False)


def saved(folder: Path, killed: bool) -> int:
    """Save a game, in a program that ends, or is killed; return its number."""
    child = os.fork()
    if child == 0:
        keeper = Keeper(folder)
        told = keeper.write(changes())
        if killed:
            os.kill(os.getpid(), signal.SIGKILL)
        keeper.close()
        os._exit(1 if told else 0)
    assert os.waitpid(child, 0)[1] == (signal.SIGKILL if killed else 0)
    return 1


@pytest.mark.parametrize("how", ["full", "read-only"])
@pytest.mark.parametrize("killed", [False, True])
def test_game_is_resumed_where_nothing_can_be_written(disk: Disk, how: str, killed: bool) -> None:
    game = saved(disk.folder, killed)
    block(disk, how)
    before = {path.name: path.read_bytes() for path in disk.folder.glob("journal.db*")}
    offered = last_unfinished(disk.folder)
    assert offered is not None
    assert offered.game == game
    keeper = Keeper(disk.folder, game)
    assert keeper.resume() == changes()
    more = [Change("undo", 3, 1)]
    assert keeper.write(more).startswith(NOT_SAVED) or (how, killed) == ("full", True)
    if how == "read-only":
        assert {path.name: path.read_bytes() for path in disk.folder.glob("journal.db*")} == before
    unblock(disk, how)
    keeper.close()
    journal = Journal(disk.folder / "journal.db")
    assert journal.changes(game) == [*changes(), *more]
    assert [kept.id for kept in journal.games()] == [game], "the game itself went on, not a copy"


def test_game_that_went_on_elsewhere_meanwhile_is_left_as_it_is(disk: Disk) -> None:
    game = saved(disk.folder, killed=False)
    disk.make_read_only()
    keeper = Keeper(disk.folder, game)
    assert keeper.resume() == changes()
    disk.make_read_only(False)
    other = Keeper(disk.folder, game)
    other.resume()
    other.write([Change("undo", 3, 1)])
    assert "a copy goes on" in keeper.write([Change("stand", stands=(2, "x"))])
    journal = Journal(disk.folder / "journal.db")
    assert journal.changes(game) == [*changes(), Change("undo", 3, 1)]
    assert journal.changes(keeper.game) == [*changes(), Change("stand", stands=(2, "x"))]


@pytest.mark.parametrize("how", ["full", "read-only"])
def test_games_are_told_where_nothing_can_be_written(disk: Disk, how: str, monkeypatch, capsys) -> None:
    game = saved(disk.folder, killed=False)
    monkeypatch.setattr("ui.games.games_folder", lambda: disk.folder)
    block(disk, how)
    for command in ([], ["show", str(game)], ["export", str(game)], ["stats"]):
        assert main(["games", *command]) == OK
        out, err = capsys.readouterr()
        assert "Ann" in out
        assert err == ""
    assert main(["games", "delete", str(game)]) == BAD_INPUT
    assert capsys.readouterr().err.count("\n") == 1
    unblock(disk, how)
    assert main(["games", "delete", str(game)]) == OK


def test_full_disk_ends_neither_game_nor_pictures(disk: Disk) -> None:
    keeper = Keeper(disk.folder)
    keeper.write(changes())
    recorder = Recorder(album=keeper)
    disk.fill()
    recorder.keep(2, picture(), 2.0, QUAD)
    assert recorder.detail(2) is not None, "it is shown from memory"
    assert keeper.picture(2) is None
    assert not list(disk.folder.glob("pictures/*/*")), "no piece of it is left on the disk"
    disk.free()
    recorder.keep(3, picture(), 3.0, QUAD)
    assert cv2.imdecode(np.frombuffer(keeper.picture(3), np.uint8), cv2.IMREAD_COLOR) is not None


def test_disk_smaller_than_the_limit_of_the_pictures_keeps_whole_ones(disk: Disk) -> None:
    evidence = Evidence(disk.folder / "pictures")
    for key in range(40):
        evidence.keep(1, key, bytes(50_000))
    assert evidence.read(1, 0) is not None
    assert evidence.read(1, 39) is None
    assert {path.stat().st_size for path in disk.folder.rglob("*.*")} == {50_000}


def shots() -> list[Shot]:
    rng = np.random.default_rng(1)
    noise = [rng.integers(0, 255, (120, 160, 3), np.uint8) for _ in range(60)]
    return [Shot(n / 10, cv2.imencode(".jpg", image)[1].tobytes()) for n, image in enumerate(noise)]


@pytest.mark.parametrize("spare", [0, 4096, 16_384, 100_000])
def test_report_is_whole_or_is_said_not_to_be(disk: Disk, spare: int) -> None:
    referee = Referee(PLAYERS, "international", None)
    disk.fill(spare)
    with pytest.raises(OSError, match=r"cannot be written|No space"):
        write_report(disk.folder / "report", referee.steps, shots(), {})
    assert not (disk.folder / "report").exists(), "nothing of it is left"
    disk.free()
    folder = write_report(disk.folder / "report", referee.steps, shots(), {})
    film = cv2.VideoCapture(str(folder / "last.mp4"))
    assert film.get(cv2.CAP_PROP_FRAME_COUNT) == 60
    assert json.loads((folder / "about.json").read_text(encoding="utf-8"))["system"]


def test_settings_on_a_full_disk_are_those_before(disk: Disk) -> None:
    file = disk.folder / "settings.ini"
    store = Store(file)
    store.choices = Choices(preset="japan")
    store.flush()
    disk.fill()
    store.choices = Choices(preset="house", camera="1" * 4096)
    store.flush()
    assert Store(file).choices.preset in ("japan", "house")
    disk.free()
    store.choices = Choices(preset="arcade")
    store.flush()
    assert Store(file).choices.preset == "arcade"


def test_export_to_a_full_disk_is_named(disk: Disk, tmp_path: Path, monkeypatch, capsys) -> None:
    keeper = Keeper(tmp_path / "games")
    keeper.write(changes() * 60)
    keeper.close()
    monkeypatch.setattr("ui.games.games_folder", lambda: tmp_path / "games")
    disk.fill()
    file = disk.folder / "game.csv"
    assert main(["games", "export", str(keeper.game), "--csv", "-o", str(file)]) == BAD_INPUT
    assert capsys.readouterr().err == f"unoref: {file}: cannot be written (No space left on device)\n"
