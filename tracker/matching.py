"""Which cards may be laid on which: the rules of matching, with nothing else of the game."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.cards import Card
from tracker.rules import Rules

DRAW_CARDS = {"draw two": 2, "wild draw four": 4}
"""The symbols that make the next player draw, and how many cards."""


def matches(card: Card, top: Card, colour: str | None) -> bool:
    """Return whether ``card`` may lie on ``top`` while ``colour`` is the current colour.

    A colour of None is not named yet: any card matches some colour.

    >>> matches(Card.parse("red 3"), Card.parse("blue 3"), "blue")
    True
    >>> matches(Card.parse("red 3"), Card.parse("wild"), "blue")
    False
    """
    return card.is_wild or colour is None or card.colour == colour or card.symbol == top.symbol


def fault(
    cards: Sequence[Card],
    top: Card,
    colour: str | None,
    rules: Rules,
    *,
    drawn: Sequence[Card] | None,
    hand: int,
) -> str | None:
    """Return the rule that laying ``cards`` on ``top`` breaks, or None where it is allowed.

    ``drawn`` holds what the player drew in this turn: None if nothing, empty if the faces are not known.
    ``hand`` is how many cards the player holds before the play.
    """
    if len(cards) > 1 and not _may_go_together(cards, rules):
        return "these cards may not be played at once" if _several(rules) else "one card is played at a time"
    if not any(matches(card, top, colour) for card in cards):
        return "a card must match the colour, the number or the symbol"
    if drawn and not all(card in drawn for card in cards):
        return "after drawing, no other card than the drawn one may be played"
    if drawn is not None and not rules.play_drawn_draws and cards[-1].symbol in DRAW_CARDS:
        return "a draw card may not be played in the turn it was drawn"
    if rules.no_symbol_finish and len(cards) >= hand and not cards[-1].is_number:
        return "the last card must be a number"
    return None


def _several(rules: Rules) -> bool:
    return rules.multi != "off" or rules.runs_of_three


def _may_go_together(cards: Sequence[Card], rules: Rules) -> bool:
    """Whether these cards, more than one, may be played at once (rules, section 5: multi, runs_of_three)."""
    one_symbol = len({card.symbol for card in cards}) == 1
    numbers = all(card.is_number for card in cards)
    if rules.multi == "same-face" and one_symbol:
        return True
    if rules.multi == "same-number" and one_symbol and numbers:
        return True
    if rules.multi == "pairs" and len(cards) == 2 and numbers and cards[0] == cards[1]:
        return True
    if rules.runs_of_three and numbers and len(cards) == 3:
        low, middle, high = sorted(int(card.symbol) for card in cards)
        one_colour = len({card.colour for card in cards}) == 1
        return low + 1 == middle == high - 1 and (one_colour or rules.runs_colour == "any")
    return False
