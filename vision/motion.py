"""What moves above the table: arms that reach into the picture, told from what lies still.

Works on a small copy of each frame against a slowly renewed memory of the empty scene; an arm is what differs
from that memory and is joined to the picture's border.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.images import shrunk
from vision.light import difference
from vision.steady import moved, moved_picture

WIDTH = 240
"""Width in pixels of the small pictures in which motion is looked for."""

ABSORB = 0.4
"""Seconds after which something new that lies still belongs to the scene."""

ABSORB_ALL = 1.5
"""Seconds after which whatever has not moved belongs to the scene, an arm that rests on the table too."""

ABSORB_JUMP = 0.2
"""The same for what has not moved since much changed at once: a lamp was switched on, the camera knocked."""

FORGET = 20.0
"""Seconds, all together, after which what lies still has taken the place of what was there before it."""

_FADING = 0.4  # seconds after such a jump in which what it changed may still move

_JUMP = 0.16  # of the picture that changes from one frame to the next
_LEAST_ARM = 0.004  # of the picture's area
_LEAST_CHANGE = 13.0  # grey levels
_FAINT = 0.5  # of that: so little joins the parts of an arm, as skin on a table of its colour
_LEAST_MOTION = 7.0

SPOILT = 0.3
"""Seconds for which pictures that have little in common with the last good one are passed over."""

DARK = 10.0
"""Seconds for which pictures without anything to be seen are passed over."""

_AGAIN = 1.0  # grey levels: less has changed nowhere in a picture that is shown again
_TORN = ((30.0, 0.3), (13.0, 0.6))  # grey levels, and of how much of a damaged picture they change at once
_BLANK = 0.25  # of the usual contrast: less is a blank picture


@dataclass(frozen=True, eq=False)
class Arm:
    """One arm in view.

    ``mask``: bool (height, width) of the small picture. ``roots``: where it comes in, points (x, y) on the
    border of the frame, in its pixels; more than one where arms touch each other. ``tip``: the part farthest
    from the first root, (x, y).
    """

    mask: np.ndarray
    roots: tuple[tuple[float, float], ...]
    tip: tuple[float, float]


@dataclass(frozen=True, eq=False)
class Glance:
    """One frame's motion. ``moving``: bool mask of the small picture; ``scale``: frame pixels to one.

    ``way``: where the camera was knocked, the affine map (2, 3) of pixels since the last frame. ``again``:
    the picture is the last one once more; one taken anew has other noise.
    """

    arms: tuple[Arm, ...]
    moving: np.ndarray
    scale: float
    way: np.ndarray | None = None
    again: bool = False


class Motion:
    """Follows what moves from frame to frame; call :meth:`update` with every frame, in order of time."""

    def __init__(self) -> None:
        self._scene: np.ndarray | None = None
        self._former: np.ndarray | None = None
        self._jumped = -1e9
        self._last: np.ndarray | None = None
        self._age = self._stale = np.zeros(0)
        self._reaching = np.zeros(0, bool)
        self._noise = 1.0
        self._t = 0.0

    def update(self, image: np.ndarray, t: float) -> Glance | None:
        """Take in a BGR uint8 frame (height, width, 3) of ``t`` seconds; None for a damaged one.

        A picture that is blank, or is suddenly another one without the camera having moved, is taken for
        damaged unless it stays: nothing can be learned from it.
        """
        height, width = image.shape[:2]
        small = shrunk(image, WIDTH, max(1, round(WIDTH * height / width)))
        small = cv2.GaussianBlur(small, (3, 3), 0).astype(np.float32)
        scale = width / WIDTH
        if self._scene is None or self._scene.shape != small.shape:
            self._scene, self._former, self._last, self._t = small.copy(), small.copy(), small, t
            self._age = np.zeros(small.shape[:2], np.float32)
            self._stale = np.zeros(small.shape[:2], np.float32)
            self._reaching = np.zeros(small.shape[:2], bool)
            return Glance((), np.zeros(small.shape[:2], bool), scale)
        if small.std() < _BLANK * self._last.std() and t - self._t < DARK:
            return None
        step, way = self._steadied(small)
        if way is None and t - self._t < SPOILT and _spoilt(step):
            return None
        passed, self._t = max(0.0, t - self._t), t
        self._noise += 0.05 * (min(float(np.median(step)), 4.0) - self._noise)
        moving = step > max(_LEAST_MOTION, 6 * self._noise)
        moving = cv2.morphologyEx(moving.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)) > 0
        self._last = small
        # A hand in a picture that is only shown again does not rest.
        again = float(step.max()) < _AGAIN
        self._age[~self._reaching if again else ...] += passed
        self._age[moving] = 0

        if moving.mean() > _JUMP:
            self._jumped = t
        threshold = max(_LEAST_CHANGE, 7 * self._noise)
        change = difference(small, self._scene)
        other = difference(small, self._former)
        arms = self._arms(cv2.min(change, other), threshold, scale)
        self._reaching = _joined(arms, moving.shape)
        self._renew(small, self._reaching, change > threshold)
        self._forget(other > threshold, passed)
        if way is not None:
            way = way.copy()
            way[:, 2] *= scale
        return Glance(arms, moving, scale, way, again)

    def _steadied(self, small: np.ndarray) -> tuple[np.ndarray, np.ndarray | None]:
        """Return how much each pixel has changed since the last frame, undoing a knock at the camera.

        Also return by what affine map (2, 3) the picture has moved, None if it has not.
        """
        step = difference(small, self._last)
        much = float((step > _LEAST_MOTION).mean())
        if much < 0.02:
            return step, None
        slip = slipped(self._last, small)
        way: np.ndarray | None = np.array([[1, 0, slip[0]], [0, 1, slip[1]]], float)
        if not 0.2 < np.hypot(*slip) < 0.05 * WIDTH:
            way = moved(self._last, small) if much > 0.5 * _JUMP else None
        if way is None:
            return step, None
        other = difference(small, moved_picture(self._last, way))
        if (other > _LEAST_MOTION).mean() > 0.5 * much:
            return step, None
        self._scene, self._former = moved_picture(self._scene, way), moved_picture(self._former, way)
        return other, way

    def _arms(self, change: np.ndarray, threshold: float, scale: float) -> tuple[Arm, ...]:
        clear, changed = (
            cv2.morphologyEx((change > level).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
            for level in (threshold, _FAINT * threshold)
        )
        changed = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(changed, connectivity=8)
        clearly = np.bincount(labels[clear > 0], minlength=count)
        height, width = changed.shape
        arms = []
        for number in range(1, count):
            x, y, w, h, area = stats[number]
            at_border = x <= 1 or y <= 1 or x + w >= width - 1 or y + h >= height - 1
            if not at_border or min(area, 2 * clearly[number]) < _LEAST_ARM * changed.size:
                continue
            mask = labels == number
            roots = roots_of(mask)
            if not roots:
                continue
            ys, xs = np.nonzero(mask & (change > 2 * threshold))
            if not len(xs):
                ys, xs = np.nonzero(mask)
            far = np.hypot(xs - roots[0][0], ys - roots[0][1])
            tip = far >= far.max() - 2.5
            place = ((xs[tip].mean() + 0.5) * scale, (ys[tip].mean() + 0.5) * scale)
            arms.append(Arm(mask, tuple(((a + 0.5) * scale, (b + 0.5) * scale) for a, b in roots), place))
        return tuple(arms)

    def _renew(self, small: np.ndarray, reaching: np.ndarray, changed: np.ndarray) -> None:
        """Take into the scene what has lain still for a while, arms that rest on the table last.

        What was there before is kept in mind: once such an arm goes, it has not changed.
        """
        free = cv2.erode((~reaching).astype(np.uint8), np.ones((7, 7), np.uint8)) > 0
        settled = (free & (self._age > ABSORB)).astype(np.uint8)
        cv2.accumulateWeighted(small, self._scene, 0.35, settled)
        since = self._t - self._jumped
        patience = min(ABSORB_ALL, max(ABSORB_JUMP, since - _FADING))
        rested = ~free & changed & (self._age > patience)
        self._former[rested] = self._scene[rested]
        self._scene[rested] = small[rested]

    def _forget(self, other: np.ndarray, passed: float) -> None:
        """Let go of what has been there once but is not any more, as an arm in the first picture of all."""
        self._stale[~other] = 0
        self._stale[other & ~self._reaching & (self._age > ABSORB)] += passed
        gone = self._stale > FORGET
        self._former[gone] = self._scene[gone]
        self._stale[gone] = 0


def _spoilt(step: np.ndarray) -> bool:
    """Whether more of the picture has changed at once than hands can do."""
    return any((step > level).mean() > share for level, share in _TORN)


def _joined(arms: tuple[Arm, ...], shape: tuple[int, ...]) -> np.ndarray:
    """The mask of all arms together."""
    mask = np.zeros(shape, bool)
    for arm in arms:
        mask |= arm.mask
    return mask


def slipped(before: np.ndarray, now: np.ndarray) -> tuple[float, float]:
    """Return by how many pixels (x, y) one BGR picture is shifted against another."""
    greys = [cv2.cvtColor(picture.astype(np.float32), cv2.COLOR_BGR2GRAY) for picture in (before, now)]
    window = cv2.createHanningWindow(greys[0].shape[::-1], cv2.CV_32F)
    return cv2.phaseCorrelate(greys[0], greys[1], window)[0]


def roots_of(mask: np.ndarray) -> list[tuple[float, float]]:
    """Return the middle (x, y) of each run of a mask along its border, the longest run first."""
    height, width = mask.shape
    xs, ys = np.arange(width), np.arange(height)
    walk = np.concatenate(
        [
            np.stack([xs, np.zeros(width, int)], 1),
            np.stack([np.full(height, width - 1), ys], 1),
            np.stack([xs[::-1], np.full(width, height - 1)], 1),
            np.stack([np.zeros(height, int), ys[::-1]], 1),
        ]
    )
    near = cv2.dilate(mask.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    on = near[walk[:, 1], walk[:, 0]]
    if on.all() or not on.any():
        return []
    first = int(np.flatnonzero(~on)[0])
    walk, on = np.roll(walk, -first, axis=0), np.roll(on, -first)
    edges = np.flatnonzero(np.diff(np.concatenate([[0], on.astype(np.int8), [0]])))
    runs = [(begin, end) for begin, end in zip(edges[::2], edges[1::2], strict=True)]
    joined: list[list[int]] = []
    for begin, end in runs:
        if joined and begin - joined[-1][1] < 6:
            joined[-1][1] = int(end)
        else:
            joined.append([int(begin), int(end)])
    joined.sort(key=lambda run: run[0] - run[1])
    return [tuple(walk[begin:end].mean(axis=0).tolist()) for begin, end in joined if end - begin >= 4] or [
        tuple(walk[joined[0][0] : joined[0][1]].mean(axis=0).tolist())
    ]
