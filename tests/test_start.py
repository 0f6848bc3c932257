"""The start page: players and seats, rules, camera; everything remembered, everything can be skipped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt

from tracker.book import rule_book
from tracker.cards import Card
from tracker.changes import Change, Entry
from tracker.events import EndRound, GameStart, Hand, Play, StartCard
from tracker.rules import PRESETS, Rules
from ui import language, theme
from ui.choices import Choices, cameras, from_data, players_of, problem, seats, to_data
from ui.house import HouseDialog
from ui.preview import Preview
from ui.referee import Referee
from ui.saved import Keeper, Saved, last_unfinished
from ui.start import Setup, StartPage, preset_words
from ui.store import Store
from ui.threads import wait_for_workers
from ui.view import view
from ui.window import Window
from ui.worker import Worker
from vision.events import StartCardSeen
from vision.frames import Frame, FrameSource, SourceError
from vision.seen import CardSeen

QUAD = np.array([[10, 10], [86, 10], [86, 127], [10, 127]], float)


class Camera(FrameSource):
    """A camera that shows a grey table for ever."""

    live = True

    def __init__(self) -> None:
        self.index = 0
        self.closed = False

    def read(self) -> Frame | None:
        self.index += 1
        return Frame(np.full((360, 640, 3), 120, np.uint8), self.index / 30, self.index - 1)

    def close(self) -> None:
        self.closed = True


class OneCard:
    """Sees the same card in every picture."""

    def read(self, image: np.ndarray) -> list[CardSeen]:
        return [CardSeen(QUAD, "red 7", 0.9)]


class StartOnly:
    """A table on which a start card lies."""

    status, discard, draw_pile, cards, prior = "still", QUAD, None, (), None

    def update(self, frame: Frame) -> list:
        return [StartCardSeen(t=0.0, label="red 7", confidence=0.9, quad=QUAD)] if frame.index == 3 else []


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "settings.ini")


@pytest.fixture
def open_start(qtbot, store) -> Callable[..., Window]:
    """Open a window on its start page, with a camera of its own for preview and game."""

    def opened(camera: Callable[[], FrameSource] = Camera, setup: Setup | None = None) -> Window:
        def game(choices: Choices, preview: Preview | None) -> Worker:
            if preview:
                assert preview.stop(wait=5.0)
            return Worker(camera, StartOnly, [p.name for p in choices.clockwise], choices.rules)

        setup = setup or Setup(lambda: store.choices, lambda name: Preview(camera, OneCard), game)

        def demo() -> Worker:
            return Worker(camera, StartOnly, ("Ann", "Ben"), "international")

        window = Window(demo, demo, setup, store)
        qtbot.addWidget(window)
        with qtbot.waitActive(window):
            window.show()
        window.show_start()
        return window

    yield opened
    assert wait_for_workers(5.0)
    theme.use("dark")
    language.use("en")


def test_game_starts_with_one_click(qtbot, open_start) -> None:
    window = open_start()
    qtbot.mouseClick(window.start_page.start_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.panel.top == "red 7")
    assert [row.name for row in window.players.rows] == ["Player 1", "Player 2", "Player 3"]
    assert window.start_page is None


def test_demo_starts_with_one_click(qtbot, open_start) -> None:
    window = open_start()
    qtbot.mouseClick(window.start_page.demo, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: [row.name for row in window.players.rows] == ["Ann", "Ben"])


def test_live_picture_and_table_check(qtbot, open_start) -> None:
    window = open_start()
    page = window.start_page
    qtbot.waitUntil(lambda: page.table.image is not None and bool(page.checks.findings))
    assert {finding.code: finding.good for finding in page.checks.findings} == {
        "light": True,
        "glare": True,
        "size": True,
        "tilt": True,
        "discard": True,
        "draw": None,
    }
    assert page.checks.tip == "Put the draw pile into the picture."


def test_missing_camera_is_said_and_keeps_nothing_from_starting(qtbot, open_start) -> None:
    def missing() -> FrameSource:
        raise SourceError("camera 0: cannot be opened")

    window = open_start(missing)
    qtbot.waitUntil(lambda: window.start_page.table.note.startswith("Camera 0: cannot be opened"))
    assert window.start_page.start_button.isEnabled()
    assert window.start_page.demo.isEnabled()


def test_players_are_named_added_and_remembered(qtbot, open_start, store) -> None:
    window = open_start()
    page = window.start_page
    for row, name in zip(page.rows, ("Ann", "Ben", "Cy"), strict=True):
        row.field.selectAll()
        qtbot.keyClicks(row.field, name)
    qtbot.mouseClick(page.add, Qt.MouseButton.LeftButton)
    qtbot.keyClicks(page.rows[3].field, "Di")
    qtbot.mouseClick(page.rows[1].remove, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(page.start_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: [row.name for row in window.players.rows] == ["Ann", "Cy", "Di"])
    assert [player.name for player in store.choices.players] == ["Ann", "Cy", "Di"]
    window.show_start()
    assert [row.field.text() for row in window.start_page.rows] == ["Ann", "Cy", "Di"]


def test_name_given_twice_is_refused_in_words(qtbot, open_start) -> None:
    window = open_start()
    page = window.start_page
    page.rows[1].field.selectAll()
    qtbot.keyClicks(page.rows[1].field, "Player 1")
    qtbot.mouseClick(page.start_button, Qt.MouseButton.LeftButton)
    assert page.message.text() == "Player 1 is there twice."
    assert window.start_page is page


def test_seat_is_dragged_round_the_picture(qtbot, open_start) -> None:
    window = open_start()
    page = window.start_page
    table = page.table
    names = [player.name for player in page.choices.clockwise]
    assert names == ["Player 1", "Player 2", "Player 3"]
    grip = table.pill(1).center().toPoint()
    right = table.seat_point(0).toPoint()
    qtbot.mousePress(table, Qt.MouseButton.LeftButton, pos=grip)
    qtbot.mouseMove(table, right)
    qtbot.mouseRelease(table, Qt.MouseButton.LeftButton, pos=right)
    assert page.choices.players[1].seat == pytest.approx(0, abs=2) or page.choices.players[1].seat > 358
    assert [player.name for player in page.choices.clockwise] == ["Player 1", "Player 3", "Player 2"]


def test_house_rules_are_switched(qtbot, open_start) -> None:
    window = open_start()
    page = window.start_page
    page.preset.setCurrentIndex(page.preset.findData("arcade"))
    qtbot.mouseClick(page.house, Qt.MouseButton.LeftButton)
    dialog = window.dialog
    assert isinstance(dialog, HouseDialog)
    assert dialog.boxes["jump_in"].isChecked()
    dialog.boxes["jump_in"].setChecked(False)
    qtbot.mouseClick(dialog.values["stacking"]["any"], Qt.MouseButton.LeftButton)
    assert not dialog.values["stacking"]["same"].isChecked()
    for _ in range(4):
        qtbot.mouseClick(dialog.spins["target"].less, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(dialog.finish, Qt.MouseButton.LeftButton)
    assert page.choices.rules == {"preset": "arcade", "jump_in": False, "stacking": "any", "target": 300}
    assert page.house.text() == "House rules (3 changed)…"


def test_house_rules_are_told_as_in_the_rule_book(qtbot) -> None:
    language.use("ja")
    dialog = HouseDialog("international", {})
    qtbot.addWidget(dialog)
    told = [said.text for part in rule_book(Rules.load({"stacking": "any"}), "ja") for said in part.sentences]
    assert dialog.values["stacking"]["any"].text() in told
    language.use("en")


def test_house_rules_go_back_to_the_preset(qtbot) -> None:
    dialog = HouseDialog("arcade", {"jump_in": False, "scoring": "zero-sum", "target": 300})
    qtbot.addWidget(dialog)
    assert dialog.options() == {"jump_in": False, "scoring": "zero-sum", "target": 300}
    dialog.reset.click()
    assert dialog.options() == {}


def test_every_preset_has_its_words() -> None:
    assert set(preset_words()) == set(PRESETS)


def test_choices_are_kept_and_come_back() -> None:
    choices = Choices(players_of(["Ann", "Ben"]), "japan", {"rounds": 3}, "grandma", "1")
    assert from_data(to_data(choices)) == choices


@pytest.mark.parametrize(
    "kept",
    [None, 7, {}, {"players": 3}, {"players": [["Ann"]]}, {"preset": "none", "options": {"stacking": 9}}],
)
def test_what_cannot_be_used_any_more_was_never_chosen(kept: object) -> None:
    assert from_data(kept) == Choices()


def test_problems_are_named() -> None:
    assert problem(Choices(players_of(["Ann", "Ben"]))) == ""
    assert problem(Choices(players_of(["Ann"]))) == "Two to ten players, please."
    assert problem(Choices(players_of(["Ann", " "]))) == "Every player needs a name."


def test_seats_are_even_and_clockwise() -> None:
    assert seats(2) == (90.0, 270.0)
    assert len(set(seats(10))) == 10


def plug_in(devices: Path, number: int, name: str, index: int = 0) -> Path:
    """Let the system's folder of cameras tell of one more; return its place there."""
    device = devices / f"video{number}"
    device.mkdir()
    (device / "name").write_text(f"{name}\n")
    (device / "index").write_text(f"{index}\n")
    return device


def test_cameras_have_names(tmp_path: Path) -> None:
    plug_in(tmp_path, 0, "Webcam")
    plug_in(tmp_path, 1, "Webcam", index=1)
    plug_in(tmp_path, 2, "Phone")
    assert cameras(tmp_path) == (("0", "Webcam"), ("2", "Phone"))
    assert cameras(tmp_path / "nothing") == (("0", "Camera"),)


def test_camera_plugged_in_on_the_start_page_can_be_chosen(qtbot, open_start, tmp_path: Path) -> None:
    window = open_start()
    page = window.start_page
    page.camera.devices = tmp_path

    def listed() -> list[str]:
        return [page.camera.itemText(number) for number in range(page.camera.count())]

    qtbot.waitUntil(lambda: listed() == ["0: Camera"], timeout=10_000)
    before = page.preview
    pulled_out = plug_in(tmp_path, 2, "Phone")
    qtbot.waitUntil(lambda: listed() == ["2: Phone", "0"], timeout=10_000)
    assert page.choices.camera == "0", "nobody has chosen it"
    assert page.preview is before
    page.camera.setCurrentIndex(0)
    assert page.choices.camera == "2"
    assert page.preview is not before
    plug_in(tmp_path, 0, "Webcam")
    qtbot.waitUntil(lambda: listed() == ["0: Webcam", "2: Phone"], timeout=10_000)
    assert page.camera.currentText() == "2: Phone"
    (pulled_out / "name").unlink()
    qtbot.waitUntil(lambda: listed() == ["0: Webcam", "2"], timeout=10_000)
    assert page.camera.currentData() == page.choices.camera == "2"
    window.close()


def test_names_are_remembered_also_where_nothing_was_started(qtbot, open_start, store) -> None:
    window = open_start()
    field = window.start_page.rows[0].field
    field.clear()
    qtbot.keyClicks(field, "Zoe")
    window.close()
    assert store.choices.players[0].name == "Zoe"


def test_names_that_nobody_chose_are_not_remembered(open_start, store) -> None:
    open_start().close()
    assert store.choices.players == ()


def test_look_is_changed_and_remembered(qtbot, open_start, store) -> None:
    window = open_start()
    window.options.use_look("light")
    assert window.grab().toImage().pixelColor(40, 40).lightness() > 200
    assert store.text("look", "dark") == "light"


def test_table_display_shows_only_what_is_read_from_afar(qtbot, open_start) -> None:
    window = open_start()
    qtbot.mouseClick(window.start_page.start_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.panel.top == "red 7")
    qtbot.keyClick(window, Qt.Key.Key_F)
    qtbot.waitUntil(window.display.isVisible)
    assert window.display.headline.text == window.headline.text
    assert window.display.headline.scale > window.headline.scale
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    qtbot.waitUntil(window.picture.isVisible)


def test_window_comes_back_where_it_was(qtbot, open_start, store) -> None:
    window = open_start()
    window.resize(860, 610)  # the test's screen is no wider
    window.close()
    assert store.geometry is not None
    other = open_start()
    other.restoreGeometry(store.geometry)
    assert (other.width(), other.height()) == (860, 610)


def test_menu_names_everything_with_its_key(qtbot, open_start) -> None:
    window = open_start()
    qtbot.mouseClick(window.start_page.start_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.panel.top == "red 7")
    qtbot.keyClick(window, Qt.Key.Key_F10)
    menu = window.menu
    texts = [action.text() for action in menu.actions() if action.text()]
    assert texts[:4] == ["New game…", "Play the demo", "Undo", "Redo"]
    sees = next(action for action in menu.actions() if action.text() == "What the referee sees")
    sees.trigger()
    menu.close()
    assert window.worker.sight


def test_closing_on_the_start_page_lets_the_camera_go(qtbot, open_start) -> None:
    cameras_opened: list[Camera] = []

    def camera() -> Camera:
        cameras_opened.append(Camera())
        return cameras_opened[-1]

    window = open_start(camera)
    qtbot.waitUntil(lambda: window.start_page.table.image is not None)
    window.close()
    qtbot.waitUntil(lambda: all(opened.closed for opened in cameras_opened))


def test_new_game_follows_the_last_one_with_one_key(qtbot, open_start) -> None:
    window = open_start()
    qtbot.mouseClick(window.start_page.start_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.view is not None)
    referee = Referee(("Ann", "Ben"), {"preset": "japan", "rounds": 1}, None, dealer="Ben", deal=1)
    for event in (
        StartCard(Card.parse("red 9")),
        Play((Card.parse("red 1"),), "Ann"),
        Hand("Ben", (Card.parse("wild"),)),
        EndRound(),
    ):
        referee.push(event)
    window.show_view(view(referee.game, referee.steps))
    assert window.buttons["next"].text() == "New game"
    qtbot.keyClick(window, Qt.Key.Key_N)
    assert window.start_page is not None


def test_game_that_was_closed_goes_on(qtbot, open_start, store, tmp_path: Path) -> None:
    def game(choices: Choices, preview: Preview | None, saved: Saved | None = None) -> Worker:
        keeper = Keeper(tmp_path, saved.game if saved else None)
        return Worker(Camera, StartOnly, ("Ann", "Ben"), "international", keeper=keeper)

    def setup() -> Setup:
        return Setup(
            lambda: store.choices,
            lambda name: Preview(Camera, OneCard),
            game,
            saved=lambda: last_unfinished(tmp_path),
            go_on=lambda saved, choices, preview: game(choices, preview, saved),
        )

    first = open_start(setup=setup())
    assert first.start_page.resume.isHidden()
    qtbot.mouseClick(first.start_page.start_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: first.panel.top == "red 7")
    qtbot.keyClick(first, Qt.Key.Key_D)
    hands = [row.hand for row in first.players.rows]
    first.close()
    assert sum(hands) == 15
    second = open_start(setup=setup())
    assert second.start_page.resume.text() == "Go on: Ann, Ben (round 1)"
    qtbot.mouseClick(second.start_page.resume, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: second.panel.top == "red 7")
    assert [row.hand for row in second.players.rows] == hands
    second.activateWindow()
    qtbot.waitUntil(second.isActiveWindow)
    qtbot.keyClick(second, Qt.Key.Key_Z)
    qtbot.waitUntil(lambda: sum(row.hand for row in second.players.rows) == 14)


def test_only_a_game_that_has_begun_and_not_ended_goes_on(tmp_path: Path) -> None:
    assert last_unfinished(tmp_path) is None
    begun = GameStart(("Ann", "Ben"), {"preset": "international"}, dealer="Ann")
    keeper = Keeper(tmp_path)
    keeper.write([Change("add", 0, 0, (Entry(0, begun),))])
    assert last_unfinished(tmp_path) is None
    keeper.write([Change("add", 1, 0, (Entry(1, StartCard(Card.parse("red 7"))),))])
    assert last_unfinished(tmp_path) is None  # it is being played
    keeper.close()
    assert last_unfinished(tmp_path).players == ("Ann", "Ben")


def test_start_page_opens_without_choices(qtbot) -> None:
    page = StartPage(Choices(), lambda camera: Preview(Camera, OneCard))
    qtbot.addWidget(page)
    assert [row.field.text() for row in page.rows] == ["Player 1", "Player 2", "Player 3"]
    assert page.table.pill(0).center().toPoint() != QPoint(0, 0)
