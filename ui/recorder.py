"""Pictures kept for a while: the last seconds for the replay, and one for each event as evidence."""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np

from vision.images import shrunk

SECONDS = 10.0
"""How far back the replay goes."""

EVERY = 0.08
"""Seconds between kept pictures."""

CLIP, CLIPS = 4.0, 12
"""Seconds before an event that are kept for so many of the newest ones."""

MOMENTS = 400
"""Pictures of so many events are kept; the oldest go first."""

_QUALITY, _BEST = 75, 95


@dataclass(frozen=True)
class Shot:
    """One kept picture: its time in seconds, and its pixels as JPEG."""

    t: float
    jpeg: bytes

    def pixels(self) -> np.ndarray:
        """Return the picture, BGR (height, width, 3)."""
        return cv2.imdecode(np.frombuffer(self.jpeg, np.uint8), cv2.IMREAD_COLOR)


class Album(Protocol):
    """Where pictures of events outlast the program, by the events' keys."""

    def keep_picture(self, key: int, jpeg: bytes) -> None:
        """Keep a picture."""
        ...

    def picture(self, key: int) -> bytes | None:
        """Return a picture, None where there is none."""
        ...


class Recorder:
    """Keeps pictures in memory; safe to be asked from another thread.

    ``width`` is that of the kept pictures, in pixels. The ``album`` gets what :meth:`detail` returns, never
    more of a picture, and has it where the memory has not.
    """

    def __init__(self, width: int = 960, album: Album | None = None) -> None:
        self._width, self._album = width, album
        self._lock = threading.Lock()
        self._recent: deque[Shot] = deque()
        self._clips: OrderedDict[int, tuple[Shot, ...]] = OrderedDict()
        self._cards: OrderedDict[int, tuple[bytes, np.ndarray]] = OrderedDict()
        self._moments: OrderedDict[int, tuple[Shot, tuple[float, float, float, float] | None]] = OrderedDict()

    def record(self, image: np.ndarray, t: float) -> None:
        """Keep a picture, BGR (height, width, 3), for the replay, if the last one is old enough."""
        with self._lock:
            if self._recent and 0 <= t - self._recent[-1].t < EVERY:
                return
        shot = self._shot(image, t)
        with self._lock:
            if self._recent and t < self._recent[-1].t:
                self._recent.clear()
            self._recent.append(shot)
            while self._recent[-1].t - self._recent[0].t > SECONDS:
                self._recent.popleft()

    def keep(self, key: int, image: np.ndarray, t: float, quad: np.ndarray | None = None) -> None:
        """Keep the picture of the event with this key; ``quad`` (4, 2) in its pixels says where to look."""
        place, card = None, None
        if quad is not None:
            height, width = image.shape[:2]
            low, high = np.min(quad, axis=0), np.max(quad, axis=0)
            margin = 0.35 * float(np.max(high - low))
            card = _cut_out(image, quad, margin)
            left, top = (low - margin) / (width, height)
            right, bottom = (high + margin) / (width, height)
            place = tuple(float(np.clip(value, 0, 1)) for value in (left, top, right, bottom))
        with self._lock:
            if card is not None:
                self._cards[key] = card
            while len(self._cards) > CLIPS:
                self._cards.popitem(last=False)
            self._moments[key] = (self._shot(image, t), place)
            self._clips[key] = tuple(shot for shot in self._recent if t - CLIP <= shot.t <= t)
            while len(self._moments) > MOMENTS:
                self._moments.popitem(last=False)
            while len(self._clips) > CLIPS:
                self._clips.popitem(last=False)
        part = self._part(key) if self._album else None
        if self._album and part is not None:
            self._album.keep_picture(key, _jpeg(part))

    def forget_recent(self) -> None:
        """Drop the pictures of the last seconds, as after a hand was shown."""
        with self._lock:
            self._recent.clear()

    def recent(self) -> tuple[Shot, ...]:
        """Return the pictures of the last seconds, oldest first."""
        with self._lock:
            return tuple(self._recent)

    def clip(self, key: int) -> tuple[Shot, ...]:
        """Return the pictures just before the event with this key, oldest first; none for an older event."""
        with self._lock:
            return self._clips.get(key, ())

    def card(self, key: int) -> tuple[np.ndarray, np.ndarray] | None:
        """Return the card of one of the newest events at full resolution: a BGR picture of the place where it
        lay, and its corners (4, 2) in that; None where it is not kept.
        """
        with self._lock:
            kept = self._cards.get(key)
        return (Shot(0.0, kept[0]).pixels(), kept[1]) if kept else None

    def moment(self, key: int) -> np.ndarray | None:
        """Return the picture of the event with this key, BGR; None where there is none."""
        with self._lock:
            kept = self._moments.get(key)
        return kept[0].pixels() if kept else self._from_album(key)

    def detail(self, key: int) -> np.ndarray | None:
        """Return the part of that picture where the event happened, BGR; None where it is not known."""
        with self._lock:
            known = key in self._moments
        return self._part(key) if known else self._from_album(key)

    def _part(self, key: int) -> np.ndarray | None:
        with self._lock:
            kept = self._moments.get(key)
        if kept is None or kept[1] is None:
            return None
        picture = kept[0].pixels()
        height, width = picture.shape[:2]
        left, top, right, bottom = kept[1]
        rows = slice(round(top * height), round(bottom * height))
        part = picture[rows, round(left * width) : round(right * width)]
        return part if part.size else None

    def _from_album(self, key: int) -> np.ndarray | None:
        jpeg = self._album.picture(key) if self._album else None
        return cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR) if jpeg else None

    def _shot(self, image: np.ndarray, t: float) -> Shot:
        height, width = image.shape[:2]
        if width > self._width:
            image = shrunk(image, self._width, round(height * self._width / width))
        return Shot(t, _jpeg(image))


def _cut_out(image: np.ndarray, quad: np.ndarray, margin: float) -> tuple[bytes, np.ndarray] | None:
    """Cut out a card's place as JPEG, with its corners in it; None where that is outside the picture."""
    height, width = image.shape[:2]
    left, top = np.clip(np.min(quad, axis=0) - margin, 0, (width, height)).astype(int)
    right, bottom = np.clip(np.max(quad, axis=0) + margin, 0, (width, height)).astype(int)
    if right <= left or bottom <= top:
        return None
    part = image[top:bottom, left:right]
    return _jpeg(part, _BEST), np.asarray(quad, float) - (left, top)


def _jpeg(image: np.ndarray, quality: int = _QUALITY) -> bytes:
    return cv2.imencode(".jpg", image, (cv2.IMWRITE_JPEG_QUALITY, quality))[1].tobytes()
