"""Cameras, videos and streams that fail, and what is no source: real files, real servers that die."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.camera import Camera, new_camera
from ui.app import DEMO
from vision.frames import FileSource, LiveSource, SourceError, open_source


@pytest.fixture
def camera() -> Iterator[Camera]:
    with new_camera() as made:
        yield made


def film(path: Path, pictures: int = 60, fourcc: str = "MJPG") -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*fourcc), 25, (160, 120))
    for n in range(pictures):
        writer.write(np.random.default_rng(n).integers(0, 255, (120, 160, 3), np.uint8))
    writer.release()
    return path


def test_a_camera_that_is_pulled_out_ends_the_source_and_can_be_opened_again(camera: Camera) -> None:
    camera.plug_in()
    with LiveSource(camera.address, patience=1.0) as source:
        assert source.read().image.shape == (120, 160, 3)
        camera.pull_out()
        begun = time.monotonic()
        while source.read() is not None:
            pass
        assert time.monotonic() - begun < 8.0
    with pytest.raises(SourceError, match="cannot be opened"):
        open_source(camera.address)
    camera.plug_in()
    with open_source(camera.address) as source:
        assert source.read() is not None


def test_an_address_that_leads_to_something_else_is_refused(tmp_path: Path) -> None:
    film(tmp_path / "other.avi")
    (tmp_path / "list.m3u8").write_text(
        "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:4,\nother.avi\n#EXT-X-ENDLIST\n"
    )
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", str(tmp_path)],
        stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    try:
        address = f"http://127.0.0.1:{port}"
        for _ in range(200):
            if socket.socket().connect_ex(("127.0.0.1", port)) == 0:
                break
            time.sleep(0.05)
        with open_source(f"{address}/other.avi") as source:
            assert source.read() is not None
        with pytest.raises(SourceError, match="cannot be opened"):
            open_source(f"{address}/list.m3u8")
    finally:
        server.kill()
        server.wait()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("list.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:4,\n{film}\n#EXT-X-ENDLIST\n"),
        ("list.mp4", "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:4,\n{film}\n#EXT-X-ENDLIST\n"),
        ("list.ffconcat", "ffconcat version 1.0\nfile {film}\n"),
        (
            "list.sdp",
            "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 26\n",
        ),
        ("film.txt", "no video at all"),
        ("empty.mp4", ""),
    ],
)
def test_a_file_that_only_points_to_videos_is_none(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content.format(film=film(tmp_path / "film.avi").name))
    with pytest.raises(SourceError, match=f"{name}: not a video"):
        open_source(str(tmp_path / name))


@pytest.mark.parametrize("protocol", ["concat:{}|{}", "file:{}", "file://{}", "subfile:,,start,0,end,0,,:{}"])
def test_names_are_never_protocols(tmp_path: Path, monkeypatch, protocol: str) -> None:
    film(tmp_path / "film.avi")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SourceError, match=r"no such file|unknown kind of address"):
        open_source(protocol.format("film.avi", "film.avi"))


def test_a_file_may_be_called_like_a_protocol(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    film(tmp_path / "film.avi").rename("concat:film.avi|film.avi")
    with open_source("concat:film.avi|film.avi") as source:
        assert len(list(source)) == 60


@pytest.mark.parametrize(
    "name",
    [
        *("", "²", "-1", "1e3", "0x1", "9" * 400, "a\0b", "x" * 5000, "pipe:0", "pipe:", "udp://127.0.0.1:1"),
        *("ftp://127.0.0.1/a.mp4", "data:video/mp4;base64,AAAA", "://", "http:/127.0.0.1", "async:cache:x"),
    ],
)
def test_nothing_else_is_a_source(name: str) -> None:
    with pytest.raises(SourceError) as raised:
        open_source(name)
    assert len(str(raised.value).splitlines()) == 1


def test_damaged_pictures_are_passed_over(tmp_path: Path) -> None:
    data = bytearray(film(tmp_path / "film.avi").read_bytes())
    rng = np.random.default_rng(4)
    for at in rng.integers(20_000, len(data) - 20_000, 40):
        data[at : at + 200] = rng.bytes(200)
    (tmp_path / "damaged.avi").write_bytes(data)
    with FileSource(tmp_path / "damaged.avi") as source:
        frames = list(source)
    assert len(frames) >= 40
    assert all(frame.image.shape == (120, 160, 3) for frame in frames)


@pytest.mark.parametrize("share", [0.3, 0.9])
def test_a_video_that_breaks_off_ends_there(tmp_path: Path, share: float) -> None:
    data = film(tmp_path / "film.avi").read_bytes()
    (tmp_path / "short.avi").write_bytes(data[: int(share * len(data))])
    with FileSource(tmp_path / "short.avi") as source:
        count = len(list(source))
    assert 60 * share - 5 <= count <= 60 * share + 1


@pytest.mark.parametrize("size", [0, 1, 100, 10_000])
def test_a_video_that_breaks_off_before_its_first_picture_is_named(tmp_path: Path, size: int) -> None:
    (tmp_path / "cut.mp4").write_bytes(DEMO.read_bytes()[:size])
    with pytest.raises(SourceError, match=r"cut\.mp4: not a video"):
        FileSource(tmp_path / "cut.mp4")


def test_a_pipe_is_no_video(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.mp4")
    with pytest.raises(SourceError, match="not a file"):
        open_source(str(tmp_path / "pipe.mp4"))


def test_the_environment_is_as_before(tmp_path: Path) -> None:
    with FileSource(film(tmp_path / "film.avi")):
        assert "OPENCV_FFMPEG_CAPTURE_OPTIONS" not in os.environ
