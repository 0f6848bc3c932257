"""The table check: each thing that hurts is found, said, and has a tip; what is well has none."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from ui.check import Finding, check_table, tilt_of
from vision.seen import CardSeen

CARD = np.array([[0, 0], [80, 0], [80, 124], [0, 124]], float)


def table(grey: int = 120) -> np.ndarray:
    return np.full((720, 1280, 3), grey, np.uint8)


def card(label: str = "red 7", quad: np.ndarray = CARD) -> CardSeen:
    return CardSeen(quad + 300, label, 0.9)


def found(code: str, image: np.ndarray, *cards: CardSeen) -> Finding:
    return next(finding for finding in check_table(image, cards) if finding.code == code)


def test_good_table_has_nothing_to_say() -> None:
    findings = check_table(table(), [card(), card("back", CARD + 200)])
    assert [finding.good for finding in findings] == [True] * 6
    assert not any(finding.tip for finding in findings)


def test_dark_table() -> None:
    dark = found("light", table(30))
    assert (dark.good, dark.text) == (False, "Too dark")
    assert dark.tip


def test_glare_is_found_where_it_is() -> None:
    image = table()
    cv2.circle(image, (320, 180), 90, (255, 255, 255), -1)
    glare = found("glare", image)
    assert glare.good is False
    assert glare.place == pytest.approx((0.25, 0.25), abs=0.01)


def test_small_white_marks_are_no_glare() -> None:
    image = table()
    for x in range(100, 1200, 100):
        cv2.rectangle(image, (x, 300), (x + 6, 306), (255, 255, 255), -1)
    assert found("glare", image).good


def test_small_cards() -> None:
    assert found("size", table(), card(quad=CARD * 0.5)).text == "Cards too small"


@pytest.mark.parametrize("turn", [0, 30, 77, 90, 200])
def test_tilt_of_the_camera_is_the_same_however_the_card_lies(turn: float) -> None:
    angle = np.deg2rad(turn)
    lies = (CARD - CARD.mean(0)) @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    seen = lies * (1, np.cos(np.deg2rad(55)))
    assert tilt_of(lies) < 5
    assert tilt_of(seen) == pytest.approx(55, abs=16)
    assert found("tilt", table(), card(quad=seen + 400)).good is (tilt_of(seen) <= 40)


def test_without_a_card_nothing_is_said_of_size_and_tilt() -> None:
    for code in ("size", "tilt", "discard", "draw"):
        finding = found(code, table())
        assert finding.good is None
        assert finding.tip
