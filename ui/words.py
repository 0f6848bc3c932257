"""Words of the window in its language. No Qt here: the window hands in the translator that it uses."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable

from tracker.cards import Card

Translator = Callable[[str, str], str]

_translator: Translator | None = None

LONGEST_NAME = 24
"""So many characters of a name are shown where it stands in the middle of a text."""


def use_translator(translator: Translator | None) -> None:
    """Let :func:`translate` ask this function of context and English text; None means English."""
    global _translator
    _translator = translator


def is_english() -> bool:
    """Whether the window speaks English, the language in which everything is written."""
    return _translator is None


class Text(str):
    """A text with places for values; in it, those written from right to left stand on their own."""

    __slots__ = ()

    def format(self, *values: object, **named: object) -> str:
        """Return the text with its values, as ``str.format`` does."""
        return super().format(*map(_apart, values), **{name: _apart(value) for name, value in named.items()})


def translate(context: str, text: str) -> Text:
    """Return a text in the window's language; ``context`` says where it stands.

    Calls are found by ``lupdate``, so both arguments are written out where they are given.
    """
    return Text(_translator(context, text) if _translator else text)


def apart(text: str) -> str:
    """Return a text, such as a name, that may be followed by a number or a sign in a line.

    One written from right to left would draw these to its left side; isolates keep it together (Unicode
    Standard Annex 9, section 2.4). A line in which such names stand apart already is left as it is.

    >>> apart("Ann"), apart("דן") == "\u2068דן\u2069"
    ('Ann', True)
    """
    if "\u2068" not in text and any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in text):
        return f"\u2068{text}\u2069"
    return text


def _apart(value: object) -> object:
    return apart(value) if isinstance(value, str) else value


def no_picture(reason: str) -> str:
    """Return, as a sentence, why there is no picture; ``reason`` is what a SourceError says.

    In other languages than English, where what the source says of itself is left out.

    >>> no_picture("camera 0: cannot be opened; is it plugged in?")
    'Camera 0: cannot be opened; is it plugged in?'
    """
    source, found, _ = reason.partition(": cannot be opened")
    if found and not is_english():
        camera, _, number = source.partition("camera ")
        if number and not camera:
            return translate("words", "Camera {number} cannot be opened: is it plugged in?").format(
                number=number
            )
        return translate("words", "{source} cannot be opened.").format(source=source)
    return f"{reason[:1].upper()}{reason[1:]}"


def colour_word(colour: str) -> str:
    """Return a card colour in words."""
    return {
        "red": translate("cards", "red"),
        "yellow": translate("cards", "yellow"),
        "green": translate("cards", "green"),
        "blue": translate("cards", "blue"),
    }[colour]


def symbol_word(symbol: str) -> str:
    """Return a card's symbol in words; a number stays a digit."""
    return {
        "skip": translate("cards", "skip"),
        "reverse": translate("cards", "reverse"),
        "draw two": translate("cards", "draw two"),
        "wild": translate("cards", "wild"),
        "wild draw four": translate("cards", "wild draw four"),
        "wild swap hands": translate("cards", "wild swap hands"),
        "wild shuffle hands": translate("cards", "wild shuffle hands"),
        "wild customizable": translate("cards", "wild customizable"),
    }.get(symbol, symbol)


def card_word(card: Card) -> str:
    """Return a card's name.

    >>> card_word(Card.parse("red 7"))
    'red 7'
    """
    if card.is_wild:
        return symbol_word(card.symbol)
    name = translate("cards", "{colour} {symbol}")
    return name.format(colour=colour_word(card.colour), symbol=symbol_word(card.symbol))


def cards_word(cards: Iterable[Card]) -> str:
    """Return several cards' names as one list."""
    return listed([card_word(card) for card in cards])


def listed(words: Iterable[str]) -> str:
    """Return words as a list in a sentence.

    >>> listed(["Ann", "Ben", "Cy"])
    'Ann, Ben and Cy'
    """
    *first, last = list(words) or [""]
    if not first:
        return last
    head = translate("words", ", ").join(first)
    return translate("words", "{first} and {last}").format(first=head, last=last)


def short_name(name: str, longest: int = LONGEST_NAME) -> str:
    """Return a name that a line of text has room for.

    >>> short_name("Bartholomew"), short_name("Bartholomew " * 9)
    ('Bartholomew', 'Bartholomew Bartholomew…')
    """
    return name if len(name) <= longest else name[: longest - 1].rstrip() + "…"


def count_word(count: int) -> str:
    """Return a number of cards.

    >>> count_word(1), count_word(2)
    ('1 card', '2 cards')
    """
    if count == 1:
        return translate("words", "1 card")
    return translate("words", "{count} cards").format(count=count)


def team_letter(number: int) -> str:
    """Return the sign of a team, counted from 0.

    >>> team_letter(0), team_letter(4)
    ('A', 'E')
    """
    return chr(ord("A") + number)


def signed(points: int) -> str:
    """Return points as they are written, with a true minus sign.

    >>> signed(-9)
    '−9'
    """
    return str(points).replace("-", "−")


def points_word(points: int) -> str:
    """Return a number of points.

    >>> points_word(1), points_word(57)
    ('1 point', '57 points')
    """
    if points == 1:
        return translate("words", "1 point")
    return translate("words", "{points} points").format(points=points)
