"""The cards of UNO as small frozen values, and the names (labels) they have everywhere in the program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

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

_PLACES: tuple[tuple[str, str], ...] = (
    *((colour, symbol) for colour in COLOURS for symbol in NUMBERS + ACTIONS),
    *(("", symbol) for symbol in WILDS),
)
_BY_LABEL: dict[str, Card] = {}


class Card:
    """One face of the deck. There is one object for each, so that cards are compared and hashed as such.

    Comparing cards, and counting them, is most of what following a game takes: without methods of its own for
    that (``__eq__``, ``__lt__``) it is done by identity.

    ``colour`` is one of :data:`COLOURS`, or ``""`` for a wild; ``symbol`` is a digit, one of
    :data:`ACTIONS`, or one of :data:`WILDS`. ``label`` is the card's name everywhere in the program, as in
    ``green reverse``. ``is_wild``: it has no colour of its own; ``is_number``: it shows a digit. ``points``
    is what it counts in a loser's hand (rules, section 1: face value, 20, or 50). ``unit`` is one
    such card in a tally (:mod:`tracker.tally`), and ``shift`` the place of its count there, in bits.

    >>> Card.parse("red draw two").points
    20
    >>> Card("blue", "7") is Card.parse("blue 7")
    True
    """

    __slots__ = ("colour", "is_number", "is_wild", "label", "points", "shift", "symbol", "unit")
    colour: str
    symbol: str
    label: str
    is_wild: bool
    is_number: bool
    points: int
    unit: int
    shift: int

    def __new__(cls, colour: str, symbol: str) -> Card:
        """Return the card of this colour and symbol."""
        label = f"{colour} {symbol}" if colour else symbol
        if label in _BY_LABEL:
            return _BY_LABEL[label]
        number = symbol in NUMBERS
        place = _PLACES.index((colour, symbol))
        values = {
            "colour": colour,
            "symbol": symbol,
            "label": label,
            "is_wild": not colour,
            "is_number": number,
            "points": int(symbol) if number else 20 if colour else 50,
            "unit": 1 << 8 * place,
            "shift": 8 * place,
        }
        card = super().__new__(cls)
        for name, value in values.items():
            object.__setattr__(card, name, value)
        return card

    def __setattr__(self, name: str, value: object) -> NoReturn:
        """Refuse any change: a card is a value."""
        raise AttributeError(f"a card cannot be changed: {name}")

    def __reduce__(self) -> tuple[type[Card], tuple[str, str]]:
        """Say how a copy is made: it is the same card."""
        return Card, (self.colour, self.symbol)

    def __repr__(self) -> str:
        """Return the card as it is made."""
        return f"Card(colour={self.colour!r}, symbol={self.symbol!r})"

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


CARDS: tuple[Card, ...] = tuple(Card(colour, symbol) for colour, symbol in _PLACES)
"""All 57 faces, in the order in which a distribution over faces lists them."""

LABELS: tuple[str, ...] = tuple(card.label for card in CARDS)
"""The labels of :data:`CARDS`, in the same order."""

_BY_LABEL.update(zip(LABELS, CARDS, strict=True))
