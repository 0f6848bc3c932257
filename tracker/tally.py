"""How many there are of each face, packed into one whole number: eight bits a face, in the order of CARDS.

Such a tally is kept as it was by keeping its name, and one more card is an addition: following a game, every
card that is played or drawn is counted, and every count of the past is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tracker.cards import CARDS, Card

_MOST = 255
GUARDS = sum(128 << 8 * place for place in range(len(CARDS)))
"""The highest bit of each face; no deck holds so many cards that a count would reach it."""


def tally(cards: Iterable[Card]) -> int:
    """Return the tally of these cards, at most 255 of a face.

    >>> reds = tally([Card.parse("red 7"), Card.parse("red 7"), Card.parse("red skip")])
    >>> count_of(reds, Card.parse("red 7")), count_of(reds, Card.parse("blue 7")), total(reds)
    (2, 0, 3)
    >>> count_of(reds + Card.parse("blue 7").unit, Card.parse("blue 7"))
    1
    """
    return sum(card.unit for card in cards)


def count_of(packed: int, card: Card) -> int:
    """Return how many of this face a tally holds."""
    return packed >> card.shift & _MOST


def limit(counts: Mapping[Card, int]) -> int:
    """Return what a tally is subtracted from to see whether it holds more than so many cards of any face.

    A face's guard is left standing where it holds no more.

    >>> red, blue = Card.parse("red 7"), Card.parse("blue 7")
    >>> two_and_one = limit({red: 2, blue: 1})
    >>> [(two_and_one - tally(cards)) & GUARDS == GUARDS for cards in ([red, red, blue], [red, blue, blue])]
    [True, False]
    """
    return GUARDS + sum(count * card.unit for card, count in counts.items())


def total(packed: int) -> int:
    """Return how many cards a tally holds."""
    return sum(packed.to_bytes(len(CARDS), "little"))


def without(packed: int, cards: Iterable[Card]) -> int:
    """Return a tally with these cards taken away, as far as they are there."""
    for card in cards:
        if count_of(packed, card):
            packed -= card.unit
    return packed
