"""Which cards may be laid on which: the rules of matching, with nothing else of the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tracker.cards import COLOURS, Card
from tracker.rules import Rules

DRAW_CARDS = {"draw two": 2, "wild draw four": 4}
"""The symbols that make the next player draw, and how many cards."""

ARTICLE = "the Japanese encyclopaedia article"
"""The rule book called W in the rules."""
OLD_PAGE = "the older Japanese rule page"
"""The rule book called C in the rules."""
MAGAZINE = "the Japanese shop magazine"
"""The rule book called H in the rules."""
LEAFLET = "the publisher's English leaflet"
"""The rule book called E in the rules."""
ALL_BOOKS = "all rule books"
"""What no rule book disputes."""
COMMON = "a common house rule, in no rule book"
"""What people play though no rule book has it."""


@dataclass(frozen=True)
class Rule:
    """A rule in words, as part of a sentence, and the rule book that has it.

    ``key`` names a rule that a play can break, whatever the language.
    """

    text: str
    source: str = ALL_BOOKS
    key: str = ""


MATCH = Rule("a card must match the colour, the number or the symbol", key="match")
ONE_CARD = Rule("one card is played at a time", key="one-card")
DRAWN_ONLY = Rule("after drawing, no other card than the drawn one may be played", key="drawn-only")
DRAWN_DRAWS = Rule("a draw card may not be played in the turn it was drawn", MAGAZINE, "drawn-draws")
NUMBER_LAST = Rule("the last card must be a number", ARTICLE, "number-last")
ANOTHER_CARD = Rule(
    "in place of a wild draw four found out, another card is played",
    f"{ARTICLE}, and {OLD_PAGE}",
    "another-card",
)

WILD = Rule("a wild may be played at any time")
ANY_COLOUR = Rule("the colour is not named yet")
ANY_CARD = Rule("any card may be played on a starting wild", OLD_PAGE)
SAME_COLOUR = Rule("it matches the colour")
SAME_NUMBER = Rule("it matches the number")
SAME_SYMBOL = Rule("it matches the symbol")

WD4_CONDITIONS = {
    "no-colour": Rule(
        "it is fair without a card of the current colour in hand, which only a challenge finds out",
        f"{OLD_PAGE}, and {LEAFLET}",
    ),
    "nothing-else": Rule(
        "it is fair with no other card in hand that could be played, which only a challenge finds out",
        ARTICLE,
    ),
    "free": Rule("it may be played at any time", f"a house rule in {ARTICLE}"),
}
"""What the option ``wd4_condition`` asks of a wild draw four."""

STACKING = {
    "up": Rule("draw two goes on draw two, and wild draw four on either", f"a house rule in {ARTICLE}"),
    "same": Rule(
        "draw two goes on draw two only, and wild draw four on wild draw four", f"a house rule in {ARTICLE}"
    ),
    "any": Rule("any draw card goes on any draw card", f"a house rule in {MAGAZINE}"),
}
"""What the option ``stacking`` lets a player do in place of drawing."""


MULTI = {
    "same-face": Rule("cards of one number or symbol", f"{ARTICLE}, and {MAGAZINE}"),
    "same-number": Rule("cards of one number", MAGAZINE),
    "pairs": Rule("two identical number cards", MAGAZINE),
}
"""What the option ``multi`` lets a player play at once."""

RUNS = {
    "same": Rule("three consecutive numbers of one colour", ARTICLE),
    "any": Rule("three consecutive numbers", ARTICLE),
}
"""What the option ``runs_colour`` lets a player play at once, where runs are played."""


def matches(card: Card, top: Card, colour: str | None) -> bool:
    """Return whether ``card`` may lie on ``top`` while ``colour`` is the current colour.

    A colour of None is not named yet: any card matches some colour.

    >>> matches(Card.parse("red 3"), Card.parse("blue 3"), "blue")
    True
    >>> matches(Card.parse("red 3"), Card.parse("wild"), "blue")
    False
    """
    return not card.colour or colour is None or card.colour == colour or card.symbol == top.symbol


def fault(
    cards: Sequence[Card],
    top: Card,
    colour: str | None,
    rules: Rules,
    *,
    drawn: Sequence[Card] | None,
    drawn_count: int = 0,
    hand: int,
    stacked: bool = False,
) -> Rule | None:
    """Return the rule that laying ``cards`` on ``top`` breaks, or None where it is allowed.

    ``drawn`` holds what the player drew in this turn: None if nothing, empty if the faces are not known;
    there were ``drawn_count`` of them. ``hand`` is how many cards the player holds at most before the play.
    ``stacked`` says that the cards pass draws on, so that they lie on a draw card whatever its colour.
    """
    if len(cards) == 1:
        fits = stacked or matches(cards[0], top, colour)
    elif may_go_together(cards, rules):
        fits = stacked or any(matches(card, top, colour) for card in cards)
    else:
        return not_together(rules) if several_at_once(rules) else ONE_CARD
    if not fits:
        return MATCH
    if drawn is not None:
        if (drawn and not all(card in drawn for card in cards)) or len(cards) > max(1, drawn_count):
            return DRAWN_ONLY
        if not rules.play_drawn_draws and cards[-1].symbol in DRAW_CARDS:
            return DRAWN_DRAWS
    if rules.no_symbol_finish and len(cards) >= hand and not cards[-1].is_number:
        return NUMBER_LAST
    return None


def several_at_once(rules: Rules) -> bool:
    """Return whether some cards may be played several at once (rules, section 5: multi, runs_of_three)."""
    return rules.multi != "off" or rules.runs_of_three


def together(rules: Rules) -> Rule:
    """Return the rule that lets several cards be played at once, where there is one.

    >>> together(Rules.load({"multi": "pairs", "runs_of_three": True})).text
    'two identical number cards, or three consecutive numbers of one colour, may be played at once'
    """
    what, source = _at_once(rules)
    comma = "," if ", or " in what else ""
    return Rule(f"{what}{comma} may be played at once", source)


def not_together(rules: Rules) -> Rule:
    """Return the rule that is broken by cards that may not be played at once, where others may."""
    what, source = _at_once(rules)
    return Rule(f"these cards may not be played at once, only {what}", source, "not-together")


def _at_once(rules: Rules) -> tuple[str, str]:
    """Which cards may be played at once, and the rule books that say so."""
    allowed = [MULTI[rules.multi]] if rules.multi != "off" else []
    if rules.runs_of_three:
        allowed.append(RUNS[rules.runs_colour])
    books = dict.fromkeys(book for rule in allowed for book in rule.source.split(", and "))
    return ", or ".join(rule.text for rule in allowed), ", and ".join(books)


def may_go_together(cards: Sequence[Card], rules: Rules) -> bool:
    """Return whether these cards, more than one, may be played at once (rules, section 5).

    >>> fives = [Card.parse("red 5"), Card.parse("blue 5")]
    >>> may_go_together(fives, Rules.load({"multi": "same-number"}))
    True
    >>> may_go_together(fives, Rules.load({"multi": "pairs"}))
    False
    """
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


def may_stack(cards: Sequence[Card], top: Card, rules: Rules) -> bool:
    """Return whether these cards pass on the draws of the draw card on top (rules, section 5: stacking).

    >>> four, two = Card.parse("wild draw four"), Card.parse("red draw two")
    >>> [may_stack([four], two, Rules.load({"stacking": way})) for way in ("off", "up", "same", "any")]
    [False, True, False, True]
    >>> [may_stack([two], four, Rules.load({"stacking": way})) for way in ("off", "up", "same", "any")]
    [False, False, False, True]
    """
    if rules.stacking == "off" or top.symbol not in DRAW_CARDS:
        return False
    symbols = {card.symbol for card in cards}
    if len(symbols) > 1 or not symbols <= DRAW_CARDS.keys():
        return False
    (symbol,) = symbols
    if rules.stacking == "same":
        return symbol == top.symbol
    return rules.stacking == "any" or DRAW_CARDS[symbol] >= DRAW_CARDS[top.symbol]


def may_jump_in(cards: Sequence[Card], top: Card, rules: Rules) -> bool:
    """Return whether these cards may be played out of turn: identical to the top card, which is no wild.

    (Rules, section 5: jump_in.)
    """
    return (
        rules.jump_in
        and not top.is_wild
        and all(card == top for card in cards)
        and (len(cards) == 1 or may_go_together(cards, rules))
    )


def evidence(
    hand: Iterable[Card], top: Card, colour: str | None, rules: Rules
) -> tuple[tuple[Card, ...], ...]:
    """Return the cards of a hand that speak against a wild draw four played on ``top``.

    One answer for each colour that may have been the current one: all four where it was not named. Another
    wild draw four speaks against none, as the same condition holds for it. (Rules, section 3.)

    >>> hand = [Card.parse("red 1"), Card.parse("blue 7"), Card.parse("wild")]
    >>> def against(condition):
    ...     found = evidence(hand, Card.parse("green 7"), "red", Rules.load({"wd4_condition": condition}))
    ...     return [[card.label for card in cards] for cards in found]
    >>> against("no-colour"), against("nothing-else"), against("free")
    ([['red 1']], [['red 1', 'blue 7', 'wild']], [[]])
    """
    held = tuple(hand)
    colours = COLOURS if colour is None else (colour,)
    if rules.wd4_condition == "free":
        return ((),)
    if rules.wd4_condition == "no-colour":
        return tuple(tuple(card for card in held if card.colour == current) for current in colours)
    return tuple(
        tuple(c for c in held if c.symbol != "wild draw four" and matches(c, top, current))
        for current in colours
    )
