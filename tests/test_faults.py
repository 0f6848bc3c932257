"""A camera that fails during a game or before it: said calmly, and picked up again by itself.

The camera is a process that is killed, stopped, or told to freeze or go black.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.camera import Camera, new_camera
from tests.test_start import OneCard
from tests.test_window import PLAYERS, ScriptedTable, seen_start
from ui.choices import Choices
from ui.cli import BAD_INPUT
from ui.preview import Preview
from ui.start import StartPage
from ui.threads import wait_for_workers
from ui.window import Window
from ui.worker import Worker
from vision import capture
from vision.capture import why_closed
from vision.faults import BLACK, FROZEN, Faults
from vision.frames import CameraError, FrameSource, LiveSource, Opener

LONG = 30_000
"""Milliseconds within which anything happens, also on a busy machine."""


@pytest.fixture
def camera() -> Iterator[Camera]:
    with new_camera() as made:
        yield made


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait less than at a real table."""
    monkeypatch.setattr("ui.worker.RETRY", 0.2)
    monkeypatch.setattr("ui.preview.RETRY", 0.2)
    monkeypatch.setattr("vision.faults.FROZEN", 1.0)
    monkeypatch.setattr("vision.faults.BLACK", 0.3)


class Started(ScriptedTable):
    """A table with a start card on it, that counts the pictures it is shown."""

    def __init__(self) -> None:
        super().__init__({})
        self.looks = 0

    def update(self, frame) -> list:
        self.looks += 1
        return [seen_start("red 7")] if self.looks == 1 else []


@pytest.fixture
def game(qtbot, camera: Camera) -> Iterator[Callable[..., Window]]:
    def begin(opener: Callable[[], FrameSource] | None = None, table: Started | None = None) -> Window:
        opener = opener or (lambda: LiveSource(camera.address, patience=1.0))
        worker = Worker(opener, lambda: table or Started(), PLAYERS, "international", dealer="Ann")
        window = Window(lambda: worker, lambda: worker)
        qtbot.addWidget(window)
        window.show()
        window.start()
        return window

    yield begin
    assert wait_for_workers(10.0)


def followed(qtbot, camera: Camera, game) -> Window:
    """The window, once it follows a game on the camera."""
    camera.plug_in()
    window = game()
    qtbot.waitUntil(lambda: window.panel.top == "red 7", timeout=LONG)
    return window


def test_camera_pulled_out_in_a_game_is_picked_up_again(qtbot, camera: Camera, game) -> None:
    window = followed(qtbot, camera, game)
    camera.pull_out()
    qtbot.waitUntil(lambda: window.picture.note.startswith("The camera gives no picture."), timeout=LONG)
    window.press("draw")
    assert window.worker.events()[-1].type == "draw"
    camera.plug_in()
    qtbot.waitUntil(lambda: window.picture.note == "", timeout=LONG)
    assert [event.type for event in window.worker.events()].count("draw") == 1
    assert window.panel.top == "red 7"
    window.close()


def test_camera_that_hangs_is_picked_up_again(qtbot, camera: Camera, game) -> None:
    window = followed(qtbot, camera, game)
    camera.hang()
    qtbot.waitUntil(lambda: window.picture.note.startswith("The camera gives no picture."), timeout=LONG)
    camera.go_on()
    qtbot.waitUntil(lambda: window.picture.note == "", timeout=LONG)
    window.close()


def test_frozen_picture_is_said_until_it_moves_again(qtbot, camera: Camera, game) -> None:
    window = followed(qtbot, camera, game)
    camera.freeze()
    qtbot.waitUntil(lambda: "the same picture" in window.picture.note, timeout=LONG)
    camera.recover()
    qtbot.waitUntil(lambda: window.picture.note == "", timeout=LONG)
    window.close()


def test_black_picture_is_said_and_not_looked_at(qtbot, camera: Camera, game) -> None:
    table = Started()
    camera.plug_in()
    window = game(table=table)
    qtbot.waitUntil(lambda: window.panel.top == "red 7", timeout=LONG)
    camera.cover()
    qtbot.waitUntil(lambda: "black" in window.picture.note, timeout=LONG)
    looks = table.looks
    qtbot.wait(300)
    assert table.looks == looks
    camera.recover()
    qtbot.waitUntil(lambda: window.picture.note == "" and table.looks > looks, timeout=LONG)
    window.close()


def test_game_begins_by_itself_once_a_missing_camera_is_there(qtbot, camera: Camera, game) -> None:
    window = game()
    qtbot.waitUntil(window.welcome.isVisible, timeout=LONG)
    assert "cannot be opened" in window.welcome.reason.text()
    camera.plug_in()
    qtbot.waitUntil(lambda: window.panel.top == "red 7" and not window.welcome.isVisible(), timeout=LONG)
    window.close()


def test_window_closes_while_a_missing_camera_is_waited_for(qtbot, game) -> None:
    window = game()
    qtbot.waitUntil(window.welcome.isVisible, timeout=LONG)
    window.close()


@pytest.fixture
def numbered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[int, tuple[str, str]]], Path]:
    """Let the system know these cameras: by number, their names, and the address of their pictures.

    Only the system's own part is stood in for: its folder of cameras, and that a number leads to a device.
    """
    folder, addresses = tmp_path / "video4linux", dict[int, str]()

    def plug(cameras: dict[int, tuple[str, str]]) -> Path:
        for old in folder.glob("video*"):
            old.rename(tmp_path / f"gone-{len(list(tmp_path.iterdir()))}")
        addresses.clear()
        for number, (name, address) in cameras.items():
            device = folder / f"video{number}"
            device.mkdir(parents=True)
            (device / "name").write_text(f"{name}\n")
            (device / "index").write_text("0\n")
            addresses[number] = address
        return folder

    gone = "http://127.0.0.1:9/none"
    monkeypatch.setattr(
        "vision.frames.capture_camera", lambda number: capture.capture_stream(addresses.get(number, gone))
    )
    return plug


def test_camera_back_under_another_number_is_found_by_its_name(qtbot, camera: Camera, game, numbered) -> None:
    with new_camera() as other:
        camera.plug_in()
        other.plug_in()
        folder = numbered({0: ("Webcam", camera.address), 2: ("Webcam", other.address)})
        opener = Opener("0", folder)
        opened: list[FrameSource] = []
        window = game(lambda: opened.append(opener()) or opened[-1])
        qtbot.waitUntil(lambda: window.panel.top == "red 7", timeout=LONG)
        camera.pull_out()
        numbered({2: ("Webcam", other.address)})
        qtbot.waitUntil(lambda: "camera 0: cannot be opened" in window.picture.note, timeout=LONG)
        assert len(opened) == 1, "the other camera of the same name was there before: it is not taken"
        camera.plug_in()
        numbered({1: ("Webcam", camera.address), 2: ("Webcam", other.address)})
        qtbot.waitUntil(lambda: window.picture.note == "" and len(opened) == 2, timeout=LONG)
        window.close()


def test_preview_of_a_lost_camera_says_so_and_goes_on(qtbot, camera: Camera) -> None:
    opener = lambda: LiveSource(camera.address, patience=1.0)  # noqa: E731
    page = StartPage(Choices(), lambda _: Preview(opener, OneCard))
    qtbot.addWidget(page)
    page.open()
    qtbot.waitUntil(lambda: "cannot be opened" in page.table.note, timeout=LONG)
    camera.plug_in()
    qtbot.waitUntil(lambda: page.table.image is not None, timeout=LONG)
    for trouble, text in (
        (camera.freeze, "the same picture"),
        (camera.cover, "is black"),
        (camera.hang, "gives no picture"),
    ):
        trouble()
        qtbot.waitUntil(lambda text=text: page.table.image is None and text in page.table.note, timeout=LONG)
        camera.go_on()
        camera.recover()
        qtbot.waitUntil(lambda: page.table.image is not None, timeout=LONG)
    camera.pull_out()
    qtbot.waitUntil(lambda: page.table.image is None, timeout=LONG)
    preview = page.close_preview()
    assert preview.stop(wait=10.0)


def test_device_file_says_what_keeps_a_camera_closed(tmp_path: Path) -> None:
    assert why_closed(0, tmp_path) == "is it plugged in?"
    (tmp_path / "video0").touch()
    assert "another program" in why_closed(0, tmp_path)
    try:
        os.mknod(tmp_path / "video1", 0o20600, os.makedev(81, 250))  # a camera whose driver has none
    except PermissionError:
        return
    assert why_closed(1, tmp_path) == "is it plugged in?"


HELD = """
mount -t tmpfs none "$1" && touch "$1/video0" && mount --bind "$2" "$1/video0" || exit 77
mount --rbind "$1" /dev || exit 77
exec "$3" -m ui.cli watch 0
"""
"""Lets /dev/video0 be the device $2, for one command, in a mount namespace of its own."""


def test_camera_held_by_another_program_is_said(tmp_path: Path) -> None:
    """The device is a terminal that this program holds for itself alone: opening it fails with EBUSY."""
    if shutil.which("unshare") is None:
        pytest.skip("there is no unshare")
    ours, theirs = os.openpty()
    try:
        fcntl.ioctl(theirs, termios.TIOCEXCL)
        command = ["unshare", "--mount", "--map-root-user", "sh", "-c", HELD, "sh"]
        command += [str(tmp_path), os.ttyname(theirs), sys.executable]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    finally:
        os.close(theirs)
        os.close(ours)
    if done.returncode == 77 or "unshare failed" in done.stderr:
        pytest.skip(f"this system does not let a device be mounted: {done.stderr.strip()}")
    assert done.stderr == "unoref: camera 0: cannot be opened; is it used by another program?\n"
    assert done.returncode == BAD_INPUT


def test_missing_camera_may_come(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match=r"camera 99: cannot be opened; is it plugged in\?"):
        Opener("99", tmp_path)()


def test_faults_are_told_from_noise_and_shadows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    rng, faults = np.random.default_rng(1), Faults()
    still = np.full((90, 160, 3), 80, np.uint8)
    for second in range(60):  # one changed pixel in the corner keeps a picture alive
        still[0, 0] = second
        assert faults.look(still, float(second)) == ""
    assert faults.look(still, 59 + FROZEN) == "frozen"
    assert faults.look(still + 1, 70.0) == ""
    dark = rng.integers(0, 10, (90, 160, 3), np.uint8)
    assert faults.look(dark, 71.0) == ""
    assert faults.look(dark + 1, 71.0 + BLACK) == "black"
    dark[:20, :20] = 90  # a lamp that is still on at the table's edge
    assert faults.look(dark, 75.0) == ""
