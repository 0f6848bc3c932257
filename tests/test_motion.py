"""Arms that come and go, told from what lies still."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from vision.motion import FORGET, Glance, Motion

SIZE = (480, 270)
FPS = 10


def table(arm: int = 0, shift: int = 0) -> np.ndarray:
    """A spotted table, and an arm from the left that reaches so many pixels into the picture."""
    rng = np.random.default_rng(1)
    spots = cv2.resize(
        rng.integers(70, 130, (27, 48, 3)).astype(np.uint8), SIZE, interpolation=cv2.INTER_CUBIC
    )
    image = np.roll(spots, shift, axis=1)
    if arm:
        cv2.rectangle(image, (0, 110), (arm, 150), (90, 140, 220), -1)
    return image


def watch(pictures: Iterable[np.ndarray]) -> list[Glance]:
    motion, noise = Motion(), np.random.default_rng(2)
    glances = []
    for number, picture in enumerate(pictures):
        noisy = np.clip(picture + noise.normal(0, 1, picture.shape), 0, 255).astype(np.uint8)
        glance = motion.update(noisy, number / FPS)
        if glance is not None:
            glances.append(glance)
    return glances


def reach(glance: Glance) -> float:
    """How far into the picture the arms in view reach, in pixels."""
    return max((arm.tip[0] for arm in glance.arms), default=0.0)


def test_an_arm_in_the_first_picture_of_all_hides_none_that_comes_later() -> None:
    coming = [table(300)] * 5 + [table()] * round((FORGET + 5) * FPS) + [table(x) for x in (100, 200, 300)]
    assert reach(watch(coming)[-1]) > 280


def test_an_arm_that_rests_on_the_table_leaves_no_arm_behind() -> None:
    resting = [table()] * 10 + [table(300)] * 100 + [table()] * 3
    assert reach(watch(resting)[-1]) == 0


def test_an_arm_that_comes_after_a_knock_at_the_camera_is_seen_while_it_rests() -> None:
    knocked = [table()] * 20 + [table(0, 90)] * 8 + [table(x, 90) for x in (60, 120, 180, 240, 300)]
    assert reach(watch([*knocked, *[table(300, 90)] * 4])[-1]) > 280
