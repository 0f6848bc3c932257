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
PICTURE = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)


def card(label: str, x: float, y: float, sure: float = 0.99) -> CardSeen:
    quad = np.array([[x - 20, y - 30], [x + 20, y - 30], [x + 20, y + 30], [x - 20, y + 30]], float)
    faces = np.full(len(LABELS), (1 - sure) / (len(LABELS) - 1))
    faces[LABELS.index(label)] = sure
    return CardSeen(quad, label, sure, faces)


class Reader:
    """Reads what it was told to: one list for a part of the picture, another for it upside down."""

    def __init__(self, *views: list[CardSeen]) -> None:
        self.views = views
        self.looks = 0

    def read(self, image: np.ndarray) -> list[CardSeen]:
        view = self.views[self.looks % len(self.views)]
        self.looks += 1
        return view


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
    hands = OpenHands(Reader([]), Seats(4))
    hands.follow_arms(glance(area(slice(150, 180), slice(100, 180)), (320, 359)), 1.0, SIZE)
    # They lie nearer to the next seat.
    assert [(seat, labels) for seat, labels, _ in told(hands, [card("red 5", 330, 220)])] == [(0, ("red 5",))]


def test_cards_that_pass_for_an_arm_stay_with_who_laid_them() -> None:
    hands = OpenHands(Reader([]), Seats(4))
    hands.follow_arms(glance(area(slice(150, 320), slice(100, 180)), (320, 359)), 1.0, SIZE)
    left = area(slice(250, 320), slice(60, 140))  # the arm has gone; what it laid touches another edge
    for t in np.arange(1.1, 4.0, 0.1):
        hands.follow_arms(glance(left, (639, 200), moves=False), t, SIZE)
    assert [seat for seat, _, _ in told(hands, [card("red 5", 560, 250)])] == [0]


def test_a_card_keeps_its_seat_when_a_neighbour_lays_his_beside_it() -> None:
    hands = OpenHands(Reader([]), Seats(4))
    hands.follow_arms(glance(area(slice(100, 160), slice(100, 180)), (260, 359)), 1.0, SIZE)
    first = card("red 5", 240, 300)
    assert [seat for seat, _, _ in told(hands, [first])] == [0]
    hands.follow_arms(Glance((), np.zeros(SMALL, bool), 2.0), 5.0, SIZE)
    hands.follow_arms(glance(area(slice(0, 160), slice(120, 170)), (0, 300)), 9.0, SIZE)
    both = [first, card("blue 7", 190, 300)]
    assert [(seat, labels) for seat, labels, _ in told(hands, both)] == [(1, ("blue 7",))]


def test_what_is_missed_one_way_up_is_found_the_other_way_up() -> None:
    row = [card("red 5", 200, 300), card("red 7", 230, 300), card("blue 2", 260, 300, 0.6)]
    # The row's part of the picture begins at (148, 238) and is 164 wide and 122 high.
    corner, far = np.array([148.0, 238.0]), np.array([164.0, 122.0])

    def upright(label: str, x: float, sure: float = 0.99) -> CardSeen:
        seen = card(label, x, 300, sure)
        return CardSeen(seen.quad - corner, label, sure, seen.faces)

    def turned(label: str, x: float, sure: float = 0.99) -> CardSeen:
        seen = upright(label, x, sure)
        return CardSeen(far - seen.quad, label, sure, seen.faces)

    reader = Reader(
        [upright("red 5", 200), upright("red 7", 230), upright("blue 2", 260, 0.6)],
        [turned("red 5", 200), turned("red 7", 230), turned("blue 9", 260), turned("green 1", 290, 0.9)],
    )
    (_, labels, _), *more = told(OpenHands(reader, Seats(2)), row)
    assert labels == ("blue 9", "green 1", "red 5", "red 7")
    assert not more
    assert reader.looks == 6, "a hand that lies as it did is not looked at again"


def test_a_card_laid_on_a_neighbours_hand_takes_nothing_from_it() -> None:
    hands = OpenHands(Reader([]), Seats(4))
    hands.follow_arms(glance(area(slice(100, 160), slice(100, 180)), (260, 359)), 1.0, SIZE)
    lower, hidden, above = card("red 5", 210, 300), card("red 6", 250, 300), card("blue 7", 255, 300)
    assert [(seat, labels) for seat, labels, _ in told(hands, [lower, hidden])] == [(0, ("red 5", "red 6"))]
    hands.follow_arms(Glance((), np.zeros(SMALL, bool), 2.0), 5.0, SIZE)
    hands.follow_arms(glance(area(slice(115, 320), slice(120, 170)), (639, 300)), 9.0, SIZE)
    seen = told(hands, [lower, above], times=9)
    assert [(seat, labels) for seat, labels, _ in seen] == [(3, ("blue 7",))]


def test_who_laid_a_hand_may_take_a_card_of_it_away() -> None:
    hands = OpenHands(Reader([]), Seats(4))
    arm = glance(area(slice(100, 160), slice(100, 180)), (260, 359))
    hands.follow_arms(arm, 1.0, SIZE)
    first, second = card("red 5", 210, 300), card("red 6", 255, 300)
    assert [labels for _, labels, _ in told(hands, [first, second])] == [("red 5", "red 6")]
    hands.follow_arms(arm, 6.0, SIZE)
    assert [labels for _, labels, _ in told(hands, [first], times=9)] == [("red 5",)]
