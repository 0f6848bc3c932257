"""The same table in other light, and after a knock at the camera."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.light import difference, gain
from vision.steady import moved, moved_picture, moved_points

SIZE = (480, 270)


def table(card: tuple[int, int] | None = None) -> np.ndarray:
    """A grey table with two piles, and a third card where it is told."""
    image = np.full((SIZE[1], SIZE[0], 3), (90, 110, 120), np.uint8)
    for x, y, colour in ((200, 130, (30, 30, 200)), (290, 140, (200, 60, 40))):
        cv2.rectangle(image, (x - 20, y - 30), (x + 20, y + 30), (240, 240, 240), -1)
        cv2.rectangle(image, (x - 17, y - 27), (x + 17, y + 27), colour, -1)
        cv2.circle(image, (x + 4, y - 8), 8, (240, 240, 240), -1)
    if card:
        x, y = card
        cv2.rectangle(image, (x - 20, y - 30), (x + 20, y + 30), (60, 200, 230), -1)
    return image


def lamp(image: np.ndarray) -> np.ndarray:
    y, x = np.mgrid[0 : SIZE[1], 0 : SIZE[0]]
    light = 0.8 + 0.5 * np.exp(-((x - 420) ** 2 + (y - 20) ** 2) / (2 * 250.0**2))
    return np.clip(image * light[..., None], 0, 255).astype(np.uint8)


def test_a_lamp_changes_nothing_once_the_light_is_made_even() -> None:
    assert (cv2.absdiff(lamp(table()), table()).max(axis=2) > 20).mean() > 0.2
    assert (difference(lamp(table()), table()) > 20).mean() < 0.005


def test_a_card_is_still_a_change_in_another_light() -> None:
    change = difference(lamp(table((100, 60))), table()) > 20
    assert change[35:85, 85:115].mean() > 0.95
    assert change.sum() < 1.3 * 41 * 61


def test_the_gain_is_that_of_the_exposure() -> None:
    darker = cv2.convertScaleAbs(table(), alpha=0.7)
    assert gain(table(), darker) == pytest.approx(0.7, abs=0.04)


def test_on_a_black_table_the_cards_alone_show_the_exposure() -> None:
    dark = table()
    dark[(dark == (90, 110, 120)).all(axis=2)] = (4, 2, 3)
    darker = cv2.convertScaleAbs(dark, alpha=0.7)
    assert (difference(dark, darker) > 20).mean() < 0.002


@pytest.mark.parametrize(("way", "turn"), [((14, -8), 0.0), ((-6, 9), 1.8), ((3, 2), -1.0)])
def test_a_knock_is_found_out(way: tuple[int, int], turn: float) -> None:
    truth = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), turn, 1.0)
    truth[:, 2] += way
    after = lamp(moved_picture(table(), truth))
    found = moved(table(), after)
    assert found is not None
    corners = np.array([(180.0, 100.0), (310.0, 170.0)])
    assert np.abs(moved_points(corners, found) - moved_points(corners, truth)).max() < 1.0


def test_another_table_is_no_knock() -> None:
    rng = np.random.default_rng(1)
    other = cv2.resize(rng.integers(0, 255, (9, 16, 3), np.uint8), SIZE, interpolation=cv2.INTER_NEAREST)
    assert moved(table(), other) is None
