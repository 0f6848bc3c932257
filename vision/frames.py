"""Frame sources: cameras, video files and streams as one stream of time-stamped pictures."""

from __future__ import annotations

import os
import stat
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.capture import (
    DEVICES,
    capture_camera,
    capture_file,
    capture_stream,
    known_cameras,
    why_closed,
)

STREAM_SCHEMES = ("rtsp", "http", "https")

PICTURES = (".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff")
"""How the names of pictures end, which are told from videos that cannot be read."""

DAMAGED = 100
"""So many damaged pictures of a video in a row are passed over; then it is at its end."""

MOST_CAMERAS = 99
"""The highest number that is taken for a camera's."""

_GIVE = "give a video file, a camera number or a stream address"


class SourceError(Exception):
    """A source that cannot be opened or used; the message is one line for the user."""


class CameraError(SourceError):
    """A camera or stream that cannot be opened now; it may be there later."""


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture: BGR uint8 array (height, width, 3), ``t`` seconds from the start, running number."""

    image: np.ndarray
    t: float
    index: int


class FrameSource:
    """Frames in order of time. Iterate over it, then ``close`` it (or use it in a ``with``)."""

    live: bool = False
    """Whether time passes by itself (camera, stream), so that frames not taken in time are gone."""

    def read(self) -> Frame | None:
        """Return the next frame (file) or the newest one not yet taken (live), or None at the end."""
        raise NotImplementedError

    def close(self) -> None:
        """Release the camera or file."""

    def __iter__(self) -> Iterator[Frame]:
        while (frame := self.read()) is not None:
            yield frame

    def __enter__(self) -> FrameSource:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


class FileSource(FrameSource):
    """Every frame of a video file, in order and as fast as they are asked for.

    Raises SourceError where the file is missing or holds no picture.
    """

    def __init__(self, path: str | Path) -> None:
        try:
            mode = os.stat(path).st_mode
        except FileNotFoundError:
            raise SourceError(f"{str(path) or repr('')}: no such file; {_GIVE}") from None
        except OSError as error:
            raise SourceError(f"{path}: cannot be read ({error.strerror})") from None
        except ValueError:  # a null byte
            raise SourceError(f"{str(path)!r}: not a file's name; {_GIVE}") from None
        if not stat.S_ISREG(mode):
            what = "is a folder" if stat.S_ISDIR(mode) else "not a file"  # a pipe might never end
            raise SourceError(f"{path}: {what}; {_GIVE}")
        if Path(path).suffix.lower() in PICTURES and cv2.haveImageReader(str(path)):
            raise SourceError(f"{path}: is a picture, not a video; 'unoref detect' reads pictures")
        self._capture = capture_file(Path(path))
        self.fps = self._capture.get(cv2.CAP_PROP_FPS)
        self._index = 0
        self._first = self._grab()
        if self._first is None:
            raise SourceError(f"{path}: not a video that can be read (MP4, AVI, MKV and WebM can)")
        if not 1 <= self.fps <= 240:
            self.fps = 30.0

    def _grab(self) -> np.ndarray | None:
        """Return the next picture, None after the last; damaged ones are passed over."""
        for _ in range(DAMAGED):
            ok, image = self._capture.read()
            if ok and image is not None:
                return image
            if self._capture.get(cv2.CAP_PROP_POS_FRAMES) >= self._capture.get(cv2.CAP_PROP_FRAME_COUNT):
                break
        return None

    def read(self) -> Frame | None:
        """Return the next frame, or None after the last."""
        image = self._first if self._first is not None else self._grab()
        self._first = None
        if image is None:
            return None
        frame = Frame(image, self._index / self.fps, self._index)
        self._index += 1
        return frame

    def close(self) -> None:
        """Release the file."""
        self._capture.release()


class LiveSource(FrameSource):
    """A camera or stream, read all the time by a thread that keeps only the newest frame.

    Raises CameraError where it cannot be opened. ``read`` waits for a frame not yet returned, and returns
    None once the source has given none for ``patience`` seconds.
    """

    live = True

    def __init__(self, source: int | str, patience: float = 5.0) -> None:
        capture = capture_camera(source) if isinstance(source, int) else capture_stream(source)
        if not capture.isOpened():
            if isinstance(source, int):
                raise CameraError(f"camera {source}: cannot be opened; {why_closed(source)}")
            raise CameraError(f"{source}: cannot be opened; is the address right, and can it be reached?")
        if isinstance(source, int):
            capture.set(cv2.CAP_PROP_FRAME_WIDTH, 1920)
            capture.set(cv2.CAP_PROP_FRAME_HEIGHT, 1080)
        self._capture = capture
        self._patience = patience
        self._newest: Frame | None = None
        self._ready = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._pump, name="camera", daemon=True)
        self._thread.start()

    def _pump(self) -> None:
        start = time.monotonic()
        index = 0
        while not self._closed:
            ok, image = self._capture.read()
            if not ok or image is None:
                time.sleep(0.02)
                continue
            with self._ready:
                self._newest = Frame(image, time.monotonic() - start, index)
                self._ready.notify()
            index += 1
        self._capture.release()  # here, since a camera must not be let go while it is read

    def read(self) -> Frame | None:
        """Return the newest frame that was not returned before; wait for one if need be."""
        with self._ready:
            self._ready.wait_for(lambda: self._newest is not None or self._closed, self._patience)
            frame, self._newest = self._newest, None
            return frame

    def close(self) -> None:
        """Stop the thread, which releases the camera; one that hangs is not waited for."""
        self._closed = True
        with self._ready:
            self._ready.notify_all()
        self._thread.join(timeout=2.0)


def open_source(source: str) -> FrameSource:
    """Open a camera number (``0``), a video file, or an rtsp, http or https address.

    Raises SourceError with a line for the user for anything else or what cannot be opened.
    """
    if _is_camera(source):
        if len(source) > len(str(MOST_CAMERAS)):
            shown = source if len(source) <= 20 else f"{source[:20]}…"
            raise SourceError(f"camera {shown}: cameras have numbers from 0 to {MOST_CAMERAS}")
        return LiveSource(int(source))
    scheme, separator, rest = source.partition("://")
    if separator:
        if scheme.lower() not in STREAM_SCHEMES:
            raise SourceError(f"{source}: unknown kind of address; allowed are {', '.join(STREAM_SCHEMES)}")
        if not source.isprintable():
            raise SourceError(f"{source!r}: not an address")
        return LiveSource(f"{scheme.lower()}://{rest}")
    return FileSource(source)


class Opener:
    """Opens one source as often as it is called, as :func:`open_source` does.

    A camera that was unplugged and is back under another number is found by its name. ``devices`` is where
    the system tells of cameras.
    """

    def __init__(self, source: str, devices: Path = DEVICES) -> None:
        self.source = source
        self._devices = devices
        self._name = ""
        self._others: frozenset[int] = frozenset()

    def __call__(self) -> FrameSource:
        """Open the source. Raises SourceError, or CameraError where it may be there later."""
        if not _is_camera(self.source):
            return open_source(self.source)
        known = known_cameras(self._devices)
        opened = open_source(self._place(known))
        if not self._name and (name := known.get(int(self.source))):
            self._name, self._others = name, frozenset(known) - {int(self.source)}
        return opened

    def _place(self, known: dict[int, str]) -> str:
        """Return the number that the camera has now; its first one where it is not found."""
        if self._name and known.get(int(self.source)) != self._name:
            for number, name in known.items():
                if name == self._name and number not in self._others:
                    return str(number)
        return self.source


def _is_camera(source: str) -> bool:
    return source.isdecimal() and source.isascii()
