"""Captions in a picture: inside it, and clear of each other and of other cards where there is room."""

from __future__ import annotations

import numpy as np

from vision.draw import caption_place, draw_cards
from vision.seen import CardSeen

PICTURE = (1280, 720)


def card(left: int, top: int, right: int, bottom: int) -> np.ndarray:
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


def test_caption_of_a_lone_card_stands_above_it() -> None:
    assert caption_place(card(600, 300, 660, 400), (120, 24), PICTURE, [], []) == (570, 276, 690, 300)


def test_caption_keeps_clear_of_a_neighbour() -> None:
    place = caption_place(card(600, 300, 660, 400), (120, 24), PICTURE, [card(560, 180, 800, 290)], [])
    assert place == (570, 400, 690, 424)


def test_captions_of_cards_side_by_side_do_not_overlap() -> None:
    boxes = [card(600 + 40 * number, 300, 635 + 40 * number, 360) for number in range(4)]
    captions: list[tuple[int, int, int, int]] = []
    for number, box in enumerate(boxes):
        others = boxes[:number] + boxes[number + 1 :]
        captions.append(caption_place(box, (120, 24), PICTURE, others, captions))
    for number, one in enumerate(captions):
        for other in captions[number + 1 :]:
            apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            assert apart, captions


def test_caption_stays_inside_the_picture() -> None:
    for corner in (card(0, 0, 50, 70), card(1230, 650, 1280, 720)):
        left, top, right, bottom = caption_place(corner, (120, 24), PICTURE, [], [])
        assert left >= 0
        assert top >= 0
        assert right <= 1280
        assert bottom <= 720


def test_captions_grow_with_the_picture() -> None:
    def inked(width: int, height: int) -> float:
        grey = np.full((height, width, 3), 128, np.uint8)
        quad = np.array([[0.4, 0.4], [0.45, 0.4], [0.45, 0.55], [0.4, 0.55]]) * (width, height)
        drawn = draw_cards(grey, [CardSeen(quad, "red 7", 0.9)])
        return float((drawn != grey).any(axis=2).mean())

    small, large = inked(1280, 720), inked(3840, 2160)
    assert 0.8 < large / small < 1.25
