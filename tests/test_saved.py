"""A game outlives the program: saved event by event, with its pictures, and said calmly where it is not."""

from __future__ import annotations

import itertools
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from PySide6.QtCore import Qt, QTimer

from tests.test_window import seen_play, seen_start, worker_for
from tracker.cards import Card
from tracker.changes import Change, Entry, additions, parse_change
from tracker.events import Draw, GameStart, Play, StartCard
from tracker.journal import Journal
from ui.evidence import Evidence
from ui.recorder import Recorder
from ui.referee import Referee
from ui.saved import RETRY, Keeper, last_unfinished
from ui.session import Session
from ui.statistics_page import StatisticsPage
from ui.store import Store
from ui.threads import wait_for_workers
from ui.window import Window
from ui.worker import Worker
from vision.events import CardPlayed, CardsDrawn, TableEvent

QUAD = np.array([[400, 300], [480, 300], [480, 420], [400, 420]], float)


def changes() -> list[Change]:
    events = [
        GameStart(("Ann", "Ben"), "international", dealer="Ann", t=0.0),
        StartCard(Card.parse("red 7"), t=1.0),
        Play((Card.parse("red 3"),), "Ben", t=2.0),
        Draw("Ann", 1, t=3.0),
    ]
    return additions((), [Entry(key, event) for key, event in enumerate(events)])


def saved_game(folder: Path) -> int:
    keeper = Keeper(folder)
    assert keeper.write(changes()) == ""
    keeper.close()
    assert keeper.game is not None
    return keeper.game


def test_game_goes_on_with_undo_and_redo(tmp_path: Path) -> None:
    session = Session(Referee(("Ann", "Ben"), "international", None, dealer="Ann"))
    keeper = Keeper(tmp_path)
    session.referee.push(StartCard(Card.parse("red 7")))
    session.referee.push(Play((Card.parse("blue 2"),)))
    session.change_card(session.referee.steps[2].key, 0, Card.parse("red 2"))
    session.press("draw")
    session.press("undo")
    keeper.write(session.take_changes())
    keeper.close()

    resumed = Session(Referee(("Ann", "Ben"), "international", None))
    resumed.go_on(Keeper(tmp_path, keeper.game).resume())
    assert resumed.view() == session.view()
    for action in ("redo", "undo", "undo", "undo", "redo"):
        session.press(action)
        resumed.press(action)
        assert resumed.view() == session.view()
    assert resumed.referee.game.state.top == Card.parse("blue 2")


def test_alert_that_was_let_stand_stays_so(tmp_path: Path) -> None:
    session = Session(Referee(("Ann", "Ben"), "international", None, dealer="Ann"))
    session.referee.push(StartCard(Card.parse("red 7")))
    session.referee.push(Play((Card.parse("blue 2"),)))
    banner = session.view().banner
    session.press(f"stand:{banner.key}:{banner.code}")
    changed = session.take_changes()
    assert session.take_changes() == []
    resumed = Session(Referee(("Ann", "Ben"), "international", None))
    resumed.go_on(changed)
    assert resumed.view().banner is None


def seen(event: TableEvent, *sessions: Session) -> None:
    for session in sessions:
        session.referee.follow([event])


def gone_on(session: Session) -> Session:
    """The game as it is after the program has ended and begun again."""
    resumed = Session(Referee(("Ann", "Ben"), "international", None))
    rows = [json.loads(json.dumps(change.to_json())) for change in session.take_changes()]
    resumed.go_on([parse_change(row) for row in rows])
    assert resumed.take_changes() == []
    return resumed


def out_of_cards() -> Session:
    """A game in which Ben has just played his last card; Ann has three."""
    rules = {"preset": "international", "target": 500}
    session = Session(Referee(("Ann", "Ben"), rules, None, dealer="Ann", deal=2))
    session.referee.push(StartCard(Card.parse("red 7")))
    session.referee.push(Play((Card.parse("red 2"),), "Ben"))
    session.referee.push(Draw("Ann", 1))
    session.referee.push(Play((Card.parse("red 3"),), "Ben"))
    return session


def test_next_round_that_was_asked_for_begins_with_the_next_card() -> None:
    session = out_of_cards()
    session.enter_hands({"Ann": (Card.parse("blue 1"),) * 3})
    session.press("next")
    resumed = gone_on(session)
    assert resumed.view() == session.view()
    seen(seen_play("green 4"), session, resumed)
    assert resumed.referee.game.state.round == session.referee.game.state.round == 2
    assert resumed.view() == session.view()


def test_next_round_that_was_undone_stays_so() -> None:
    session = out_of_cards()
    session.enter_hands({"Ann": (Card.parse("blue 1"),) * 3})
    session.press("next")
    before = session.take_changes()
    session.press("undo")
    resumed = Session(Referee(("Ann", "Ben"), "international", None))
    resumed.go_on([*before, *session.take_changes()])
    assert not resumed.referee.ready
    assert resumed.view() == session.view()


def test_move_after_somebody_seemed_to_be_out_counts_with_the_one_that_follows() -> None:
    session = out_of_cards()
    seen(CardPlayed(t=3.0, label="red 9", confidence=0.9, quad=QUAD, seat=0), session)
    resumed = gone_on(session)
    assert resumed.view().phase == "counting"
    seen(CardsDrawn(t=4.0, seat=0, count=None), session, resumed)
    assert resumed.view().phase == "playing"
    assert resumed.view() == session.view()


def test_visits_to_the_draw_pile_belong_to_the_drawing_begun_before() -> None:
    session = Session(Referee(("Ann", "Ben"), "international", None, dealer="Ann"))
    session.referee.push(StartCard(Card.parse("red draw two")))
    visit = CardsDrawn(t=3.0, seat=1, count=None)
    seen(visit, session)
    resumed = gone_on(session)
    for hand in (9, 10):
        seen(visit, session, resumed)
        assert resumed.referee.game.state.hands["Ben"] == hand
        assert resumed.view() == session.view()


def test_nothing_is_kept_of_a_game_in_which_nothing_has_happened(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path)
    keeper.write(changes()[:1])
    keeper.close()
    assert not list(tmp_path.iterdir())


def test_second_window_gets_a_game_of_its_own(tmp_path: Path) -> None:
    game = saved_game(tmp_path)
    first, second = Keeper(tmp_path, game), Keeper(tmp_path, game)
    assert first.resume() == changes()
    assert last_unfinished(tmp_path) is None
    assert second.resume() == changes()
    assert "a copy goes on" in second.write([Change("undo", 3, 1)])
    first.write([Change("add", 4, 0, (Entry(4, Draw("Ben")),))])
    journal = Journal(tmp_path / "journal.db")
    assert second.game != game
    assert [entry.key for entry in journal.game(game).entries] == [0, 1, 2, 3, 4]
    assert [entry.key for entry in journal.game(second.game).entries] == [0, 1, 2]


def test_game_that_was_let_go_is_not_written_any_more(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path, saved_game(tmp_path))
    keeper.resume()
    keeper.close()
    keeper.write([Change("undo", 3, 1)])
    assert Journal(tmp_path / "journal.db").changes(keeper.game) == changes()


def test_damaged_journal_is_said_once_and_the_game_is_saved(tmp_path: Path) -> None:
    (tmp_path / "journal.db").write_bytes(b"no journal" * 500)
    news: list[str] = []
    assert last_unfinished(tmp_path, news) is None
    keeper = Keeper(tmp_path, news=news)
    assert "journal.damaged-1.db" in keeper.write(changes()[:3])
    assert keeper.write(changes()[3:]) == ""
    assert (tmp_path / "journal.damaged-1.db").exists()


def test_folder_that_cannot_be_made_is_said_once_and_nothing_is_lost(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.write_text("in the way")
    keeper = Keeper(folder)
    assert "not saved" in keeper.write(changes()[:2])
    assert keeper.write(changes()[2:3]) == ""
    folder.unlink()
    assert keeper.write(changes()[3:]) == "The game is saved again."
    assert keeper.game is not None
    assert Journal(folder / "journal.db").changes(keeper.game) == changes()


def test_what_could_not_be_written_is_tried_again_after_a_while(tmp_path: Path, monkeypatch) -> None:
    clock = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    folder = tmp_path / "games"
    folder.write_text("in the way")
    keeper = Keeper(folder)
    assert "not saved" in keeper.write(changes())
    folder.unlink()
    assert keeper.write([]) == "", "not with every picture"
    clock[0] += RETRY
    assert keeper.write([]) == "The game is saved again."


FULL_DISK = """
import resource, sys
from pathlib import Path
from tests.test_journal import added
from tracker.changes import Change
from tracker.journal import Journal
from ui.saved import Keeper

folder = Path(sys.argv[1])
keeper = Keeper(folder)
assert keeper.write(added()) == ""
size = max(file.stat().st_size for file in folder.iterdir())
resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))  # no file grows any more
told = [keeper.write([Change("undo", 4, 1), Change("redo", 4, 0, added()[4].entries)]) for _ in range(10)]
assert sum("not saved" in line for line in told) == 1, told
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
assert keeper.write([Change("stand", stands=(2, "x"))]) == "The game is saved again."
keeper.close()
assert len(Journal(folder / "journal.db").changes(keeper.game)) == 5 + 20 + 1
"""


def test_full_disk_is_said_once_and_nothing_is_lost_when_there_is_room_again(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY


def test_clock_that_jumps_changes_no_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = []
    for hours in (0, -9, 5):
        monkeypatch.setattr("tracker.journal._now", lambda hours=hours: f"2026-01-01 {10 + hours:02}:00:00")
        games.append(saved_game(tmp_path))
    journal = Journal(tmp_path / "journal.db")
    assert [kept.id for kept in journal.games()] == games[::-1]
    assert last_unfinished(tmp_path).game == games[-1]


def picture() -> np.ndarray:
    image = np.full((720, 1280, 3), 90, np.uint8)
    image[300:420, 400:480] = (0, 0, 220)
    return image


def test_earlier_events_have_their_pictures_after_go_on(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path)
    keeper.write(changes())
    before = Recorder(album=keeper)
    before.keep(2, picture(), 2.0, QUAD)
    before.keep(3, picture(), 3.0)
    keeper.close()
    after = Recorder(album=Keeper(tmp_path, keeper.game))
    assert np.array_equal(after.detail(2), cv2.imdecode(_jpeg(tmp_path, keeper.game, 2), cv2.IMREAD_COLOR))
    assert np.abs(after.detail(2).astype(int) - before.detail(2)).mean() < 4
    assert after.moment(2) is not None
    assert after.detail(3) is None  # nothing is kept of a picture but the place where a card was seen


def _jpeg(folder: Path, game: int | None, key: int) -> np.ndarray:
    return np.fromfile(folder / "pictures" / str(game) / f"{key}.jpg", np.uint8)


def test_pictures_can_be_switched_off(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path, pictures=False)
    keeper.write(changes())
    Recorder(album=keeper).keep(2, picture(), 2.0, QUAD)
    assert not (tmp_path / "pictures").exists()


def test_torn_picture_is_none(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path)
    keeper.write(changes())
    keeper.keep_picture(2, b"\xff\xd8 torn")
    assert Recorder(album=keeper).detail(2) is None


def test_oldest_pictures_go_first_whatever_the_clock_says(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path, limit=10_000)
    for game, key in ((9, 1), (10, 2), (10, 11)):
        evidence.keep(game, key, bytes(3000))
    (tmp_path / "9" / "1.jpg").touch()
    time.sleep(0.01)
    evidence.keep(10, 12, bytes(3000))
    left = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.jpg"))
    assert left == ["10/11.jpg", "10/12.jpg", "10/2.jpg"]
    assert Evidence(tmp_path).read(9, 1) is None


def test_limit_holds_over_many_pictures_and_programs(tmp_path: Path) -> None:
    for game in range(1, 5):
        evidence = Evidence(tmp_path, limit=20_000)
        for key in range(30):
            evidence.keep(game, key, bytes(1000))
            assert sum(path.stat().st_size for path in tmp_path.rglob("*.jpg")) <= 20_000


def test_pictures_that_cannot_be_written_harm_nothing(tmp_path: Path) -> None:
    (tmp_path / "pictures").write_text("in the way")
    keeper = Keeper(tmp_path)
    keeper.write(changes())
    recorder = Recorder(album=keeper)
    recorder.keep(2, picture(), 2.0, QUAD)
    assert recorder.detail(2) is not None


@pytest.fixture
def statistics_of(qtbot) -> Callable[[Path], str]:
    """Open the page; return what it says once the games are counted."""

    def opened(folder: Path) -> str:
        page = StatisticsPage(folder)
        qtbot.addWidget(page)
        assert page.text.toPlainText() == "Counting the games…"
        qtbot.waitUntil(lambda: page.text.toPlainText() != "Counting the games…")
        return page.text.toPlainText()

    return opened


def test_statistics_page_tells_the_journal(statistics_of, tmp_path: Path) -> None:
    assert statistics_of(tmp_path) == "No game has been kept yet."
    keeper = Keeper(tmp_path)
    begun = GameStart(("<b>Ann", "Ben"), "international", dealer="<b>Ann")
    keeper.write(additions((), [Entry(0, begun), Entry(1, StartCard(Card.parse("red 7")))]))
    cells = statistics_of(tmp_path).split()
    assert cells[-16:] == ["<b>Ann", *"1000000", "Ben", *"1000000"]
    journal = tmp_path / "in the way"
    journal.write_text("")
    assert "in the way" in statistics_of(journal)


def test_statistics_over_many_games_hold_up_no_window(qtbot, tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.db")
    for _ in range(60):
        journal.release(journal.write(None, changes()))
    journal.close()
    page = StatisticsPage(tmp_path)
    qtbot.addWidget(page)
    page.show()
    turns = itertools.count()
    timer = QTimer()
    timer.timeout.connect(lambda: next(turns))
    timer.start(0)
    qtbot.waitUntil(lambda: "Ann" in page.text.toPlainText(), timeout=30_000)
    assert next(turns) > 20, "the window goes on meanwhile"
    assert "60" in page.text.toPlainText()


def test_statistics_page_that_is_closed_ends_its_counting(qtbot, tmp_path: Path) -> None:
    saved_game(tmp_path)
    page = StatisticsPage(tmp_path)
    page.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    counting = page.counting
    page.show()
    page.close()
    assert counting.wait(10.0)
    qtbot.wait(10)


def show(qtbot, worker: Worker, top: str) -> Window:
    window = Window(lambda: worker, lambda: worker)
    qtbot.addWidget(window)
    window.show()
    window.start()
    qtbot.waitUntil(lambda: window.panel.top == top)
    return window


def test_window_shows_the_pictures_of_a_game_that_goes_on(qtbot, tmp_path: Path) -> None:
    first = Keeper(tmp_path)
    show(
        qtbot, worker_for({0: [seen_start("red 7")], 1: [seen_play("red 3")]}, keeper=first), "red 3"
    ).close()
    second = worker_for({}, keeper=Keeper(tmp_path, first.game))
    window = show(qtbot, second, "red 3")
    keys = [row.key for row in window.view.history]
    assert len(keys) == 2
    assert all(second.recorder.detail(key) is not None for key in keys)
    window.close()
    assert wait_for_workers(5.0)


def test_window_says_that_a_game_is_not_saved_and_the_game_goes_on(qtbot, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.write_text("in the way")
    worker = worker_for({0: [seen_start("red 7")], 1: [seen_play("red 3")]}, keeper=Keeper(folder))
    said: list[str] = []
    worker.answered.connect(said.append)
    window = show(qtbot, worker, "red 3")
    assert len(said) == 1
    assert said[0].startswith("The game goes on, but is not saved: ")
    window.close()
    assert wait_for_workers(5.0)


def test_menu_switches_the_pictures_off(qtbot, tmp_path: Path) -> None:
    store = Store(tmp_path / "settings.ini")
    keeper = Keeper(tmp_path / "games")
    worker = worker_for({0: [seen_start("red 7")]}, keeper=keeper)
    window = Window(lambda: worker, lambda: worker, store=store)
    qtbot.addWidget(window)
    window.options.toggle_pictures()
    window.show()
    window.start()
    qtbot.waitUntil(lambda: window.panel.top == "red 7")
    assert not (tmp_path / "games" / "pictures").exists()
    assert not Window(lambda: worker, lambda: worker, store=store).options.pictures
    window.close()
    assert wait_for_workers(5.0)


def test_no_picture_is_kept_of_a_game_that_was_let_go(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path)
    keeper.write(changes())
    keeper.close()
    keeper.keep_picture(4, b"of an event that was never saved")
    assert not (tmp_path / "pictures").exists()
