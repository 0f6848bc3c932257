"""Hands laid open: whose they are and what lies there, from scripted readings."""

from __future__ import annotations

import numpy as np

from tracker.cards import LABELS
from vision.motion import Arm, Glance
from vision.open_hands import OpenHands
from vision.seen import CardSeen
from vision.table import Seats

SIZE = (640, 360)
SMALL = (180, 320)  # rows and columns of the picture in which arms are found
ROWS, COLUMNS = np.mgrid[0 : SIZE[1], 0 : SIZE[0]]
PICTURE = np.stack([COLUMNS % 256, ROWS % 256, COLUMNS // 256 * 16 + ROWS // 256], axis=2).astype(np.uint8)
"""Every pixel says where it is."""


def card(label: str, x: float, y: float, sure: float = 0.99) -> CardSeen:
    quad = np.array([[x - 20, y - 30], [x + 20, y - 30], [x + 20, y + 30], [x - 20, y + 30]], float)
    faces = np.full(len(LABELS), (1 - sure) / (len(LABELS) - 1))
    faces[LABELS.index(label)] = sure
    return CardSeen(quad, label, sure, faces)


class Reader:
    """Reads cards where they lie in a part of the picture: some of them upright, others upside down."""

    def __init__(self, upright: list[CardSeen], turned: list[CardSeen]) -> None:
        self.views = upright, turned
        self.looks = 0

    def read(self, image: np.ndarray) -> list[CardSeen]:
        self.looks += 1
        first, last = (
            np.array([int(x) + int(high) // 16 * 256, int(y) + int(high) % 16 * 256])
            for x, y, high in (image[0, 0], image[-1, -1])
        )
        over = bool((first > last).any())
        corner, far = np.minimum(first, last), np.abs(last - first) + 1
        found = []
        for card in self.views[over]:
            quad = card.quad - corner
            if (quad > 0).all() and (quad < far).all():
                found.append(CardSeen(far - quad if over else quad, card.label, card.confidence, card.faces))
        return found


def glance(mask: np.ndarray, root: tuple[float, float], moves: bool = True) -> Glance:
    arm = Arm(mask, (root,), (0.0, 0.0))
    return Glance((arm,), mask if moves else np.zeros_like(mask), 2.0)


def area(x: slice, y: slice) -> np.ndarray:
    mask = np.zeros(SMALL, bool)
    mask[y, x] = True
    return mask


def told(hands: OpenHands, cards: list[CardSeen], times: int = 4) -> list[tuple[int, tuple[str, ...], float]]:
    return [
        hand for _ in range(times) for hand in hands.look(PICTURE, cards, lambda seen: not seen.is_back, 60)
    ]


def test_cards_are_of_the_seat_whose_arm_laid_them() -> None:
    hands = OpenHands(Reader([], []), Seats(4))
    hands.follow_arms(glance(area(slice(150, 180), slice(100, 180)), (320, 359)), 1.0, SIZE)
    # They lie nearer to the next seat.
    assert [(seat, labels) for seat, labels, _ in told(hands, [card("red 5", 330, 220)])] == [(0, ("red 5",))]


def test_cards_that_pass_for_an_arm_stay_with_who_laid_them() -> None:
    hands = OpenHands(Reader([], []), Seats(4))
    hands.follow_arms(glance(area(slice(150, 320), slice(100, 180)), (320, 359)), 1.0, SIZE)
    left = area(slice(250, 320), slice(60, 140))  # the arm has gone; what it laid touches another edge
    for t in np.arange(1.1, 4.0, 0.1):
        hands.follow_arms(glance(left, (639, 200), moves=False), t, SIZE)
    assert [seat for seat, _, _ in told(hands, [card("red 5", 560, 250)])] == [0]


def test_a_card_keeps_its_seat_when_a_neighbour_lays_his_beside_it() -> None:
    hands = OpenHands(Reader([], []), Seats(4))
    hands.follow_arms(glance(area(slice(100, 160), slice(100, 180)), (260, 359)), 1.0, SIZE)
    first = card("red 5", 240, 300)
    assert [seat for seat, _, _ in told(hands, [first])] == [0]
    hands.follow_arms(Glance((), np.zeros(SMALL, bool), 2.0), 5.0, SIZE)
    hands.follow_arms(glance(area(slice(0, 160), slice(120, 170)), (0, 300)), 9.0, SIZE)
    both = [first, card("blue 7", 190, 300)]
    assert [(seat, labels) for seat, labels, _ in told(hands, both)] == [(1, ("blue 7",))]


def test_what_is_missed_one_way_up_is_found_the_other_way_up() -> None:
    row = [card("red 5", 200, 300), card("red 7", 230, 300), card("blue 2", 260, 300, 0.6)]
    turned = [*row[:2], card("blue 9", 260, 300), card("green 1", 290, 300, 0.9)]
    reader = Reader(row, turned)
    hands = OpenHands(reader, Seats(2))
    (_, labels, _), *more = told(hands, row)
    assert labels == ("blue 9", "green 1", "red 5", "red 7")
    assert not more
    looks = reader.looks
    told(hands, row)
    assert reader.looks == looks, "a hand that lies as it did is not looked at again"


def test_a_long_hand_of_which_one_card_is_clear_from_afar_is_found_card_by_card() -> None:
    row = [card(f"red {number}", 100 + 30 * number, 300) for number in range(10)]
    (_, labels, _), *_ = told(OpenHands(Reader(row, row), Seats(2)), row[:1])
    assert labels == tuple(f"red {number}" for number in range(10))


def test_a_card_laid_on_a_neighbours_hand_takes_nothing_from_it() -> None:
    hands = OpenHands(Reader([], []), Seats(4))
    hands.follow_arms(glance(area(slice(100, 160), slice(100, 180)), (260, 359)), 1.0, SIZE)
    lower, hidden, above = card("red 5", 210, 300), card("red 6", 250, 300), card("blue 7", 255, 300)
    assert [(seat, labels) for seat, labels, _ in told(hands, [lower, hidden])] == [(0, ("red 5", "red 6"))]
    hands.follow_arms(Glance((), np.zeros(SMALL, bool), 2.0), 5.0, SIZE)
    hands.follow_arms(glance(area(slice(115, 320), slice(120, 170)), (639, 300)), 9.0, SIZE)
    seen = told(hands, [lower, above], times=9)
    assert [(seat, labels) for seat, labels, _ in seen] == [(3, ("blue 7",))]


def test_who_laid_a_hand_may_take_a_card_of_it_away() -> None:
    hands = OpenHands(Reader([], []), Seats(4))
    arm = glance(area(slice(100, 160), slice(100, 180)), (260, 359))
    hands.follow_arms(arm, 1.0, SIZE)
    first, second = card("red 5", 210, 300), card("red 6", 255, 300)
    assert [labels for _, labels, _ in told(hands, [first, second])] == [("red 5", "red 6")]
    hands.follow_arms(arm, 6.0, SIZE)
    assert [labels for _, labels, _ in told(hands, [first], times=9)] == [("red 5",)]
