"""The cards of UNO as small frozen values, and the names (labels) they have everywhere in the program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

COLOURS: tuple[str, ...] = ("red", "yellow", "green", "blue")
"""The four card colours."""

NUMBERS: tuple[str, ...] = tuple("0123456789")
"""The symbols of the number cards."""

ACTIONS: tuple[str, ...] = ("skip", "reverse", "draw two")
"""The coloured cards that are not numbers: 20 points each."""

WILDS: tuple[str, ...] = (
    "wild",
    "wild draw four",
    "wild swap hands",
    "wild shuffle hands",
    "wild customizable",
)
"""The cards without a colour of their own: 50 points each."""

_SPOKEN = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")

BACK = "back"
"""The label of a face-down card."""


class Card(NamedTuple):
    """One face of the deck; a named tuple, as comparing cards is most of what following a game takes.

    ``colour`` is one of :data:`COLOURS`, or ``""`` for a wild; ``symbol`` is a digit, one of
    :data:`ACTIONS`, or one of :data:`WILDS`. Two equal cards of the deck compare equal.

    >>> Card.parse("red draw two").points
    20
    """

    colour: str
    symbol: str

    @classmethod
    def parse(cls, label: str) -> Card:
        """Return the card with this label, as in ``red 7``, ``blue skip`` or ``wild draw four``.

        Raises ValueError, naming what is allowed, for anything else.

        >>> Card.parse("blue skip")
        Card(colour='blue', symbol='skip')
        """
        card = _BY_LABEL.get(label)
        if card is None:
            raise ValueError(
                f"unknown card {label!r}: allowed is a colour ({', '.join(COLOURS)}) followed by 0 to 9, "
                f"skip, reverse or draw two; or one of {', '.join(WILDS)}"
            )
        return card

    @property
    def label(self) -> str:
        """The card's name everywhere in the program, as in ``green reverse``."""
        return f"{self.colour} {self.symbol}" if self.colour else self.symbol

    @property
    def is_wild(self) -> bool:
        """Whether the card has no colour of its own."""
        return not self.colour

    @property
    def is_number(self) -> bool:
        """Whether the card shows a digit."""
        return self.symbol in NUMBERS

    @property
    def points(self) -> int:
        """What the card counts in a loser's hand (rules, section 1: face value, 20, or 50)."""
        if self.is_number:
            return int(self.symbol)
        return 50 if self.is_wild else 20

    @property
    def spoken(self) -> str:
        """The card as it is announced in English (rules, section 5: read_aloud).

        >>> Card.parse("yellow 5").spoken
        'yellow five'
        """
        return f"{self.colour} {_SPOKEN[int(self.symbol)]}" if self.is_number else self.label

    def __str__(self) -> str:
        """Return the label."""
        return self.label


def announcement(cards: Sequence[Card], colour: str | None = None) -> str:
    """Return what the player of these cards (one or more) announces in English (rules: read_aloud).

    ``colour`` is the one named for a wild, None where it is not named.

    >>> announcement([Card.parse("yellow 5")])
    'Yellow five!'
    >>> announcement([Card.parse("wild draw four")], "green")
    'Wild draw four, green!'
    >>> announcement([Card.parse("red 5"), Card.parse("blue 5")])
    'Red five, blue five!'
    """
    words = ", ".join(card.spoken for card in cards)
    if colour and cards[-1].is_wild:
        words += f", {colour}"
    return f"{words[0].upper()}{words[1:]}!"


CARDS: tuple[Card, ...] = (
    *(Card(colour, symbol) for colour in COLOURS for symbol in NUMBERS + ACTIONS),
    *(Card("", symbol) for symbol in WILDS),
)
"""All 57 faces, in the order in which a distribution over faces lists them."""

LABELS: tuple[str, ...] = tuple(card.label for card in CARDS)
"""The labels of :data:`CARDS`, in the same order."""

_BY_LABEL: dict[str, Card] = {card.label: card for card in CARDS}
