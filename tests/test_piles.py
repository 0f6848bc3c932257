"""Finding the piles, from scripted readings."""

from __future__ import annotations

import numpy as np

from tests.test_open_hands import card, glance
from tracker.cards import BACK
from vision.motion import Glance
from vision.piles import Piles
from vision.seen import CardSeen

STILL = Glance((), np.zeros((180, 320), bool), 2.0)


def back(x: float, y: float) -> CardSeen:
    return CardSeen(card("red 1", x, y).quad, BACK, 0.99)


def busy(x: slice, y: slice) -> Glance:
    mask = np.zeros((180, 320), bool)
    mask[y, x] = True
    return glance(mask, (320, 359))


ASIDE = busy(slice(250, 320), slice(100, 180))
AT_IT = busy(slice(100, 160), slice(60, 180))


def found(*looks: tuple[list[CardSeen], Glance]) -> tuple[str | None, bool]:
    """The top card that is found, and whether the draw pile is as well."""
    piles = Piles()
    for cards, seen in looks:
        piles.see(cards, seen, seen is not STILL)
    top = piles.top_card()
    return (None, False) if top is None else (top.best()[0], piles.draw_pile(top.quad) is not None)


PILES = [card("red 5", 240, 180), back(330, 180)]


def test_both_piles_are_found_on_a_still_table() -> None:
    assert found(*[(PILES, STILL)] * 3) == ("red 5", True)


def test_starting_card_beside_the_draw_pile_is_found_while_an_arm_is_about() -> None:
    assert found((PILES, ASIDE), (PILES, STILL)) == ("red 5", True)
    assert found((PILES, ASIDE), (PILES, ASIDE)) == ("red 5", True)


def test_a_card_in_a_hand_is_not_the_starting_card() -> None:
    held = [card("red 5", 240, 150), back(330, 180)]
    assert found((held, AT_IT), (PILES, AT_IT)) == (None, False)


def test_a_card_on_which_an_arm_rests_is_taken_for_it_later() -> None:
    assert found(*[(PILES, AT_IT)] * 3) == (None, False)
    assert found(*[(PILES, AT_IT)] * 4) == ("red 5", True)


def test_of_several_cards_none_is_the_starting_card_while_an_arm_is_about() -> None:
    shown = [*PILES, card("blue 7", 100, 300)]
    assert found(*[(shown, ASIDE)] * 6) == (None, False)


def test_a_card_far_from_the_draw_pile_is_not_the_starting_card_while_an_arm_is_about() -> None:
    far = [card("red 5", 60, 60), back(500, 300)]
    assert found(*[(far, ASIDE)] * 6) == (None, False)
