"""Alerts in the window's language. In English the tracker's own sentence is shown."""

from __future__ import annotations

from tracker.cards import Card
from tracker.events import CallUno, Draw, Hand, Reveal
from tracker.matching import (
    ALL_BOOKS,
    ANOTHER_CARD,
    ARTICLE,
    COMMON,
    DRAWN_DRAWS,
    DRAWN_ONLY,
    LEAFLET,
    MAGAZINE,
    MATCH,
    NUMBER_LAST,
    OLD_PAGE,
    ONE_CARD,
)
from tracker.state import Alert, State
from ui import words
from ui.history import cards_of
from ui.referee import Step
from ui.words import apart, card_word, cards_word, colour_word, count_word, translate


def told(alert: Alert, step: Step, before: State) -> str:
    """Return what an alert says: ``step`` raised it, ``before`` is the state before that."""
    if words.is_english():
        message = alert.message
        for name in before.hands:
            message = message.replace(name, apart(name))
        return message
    sentence = _sentences().get(alert.code, "{message}")
    event = step.event
    player = alert.player or ""
    if alert.code == "draw-count":
        sentence = _draw_count(event, bool(before.owed.get(player)))
    owed = step.state.owed.get(player, 0)
    if alert.code == "uno-missed" and not owed:
        sentence = translate("told", "{player} did not call UNO; it is too late for a penalty.")
    if alert.code == "uno-false" and not isinstance(event, CallUno):
        sentence = translate("told", "{player} called UNO and did not go to one card.")
    if alert.code == "wd4-fair" and not isinstance(event, Reveal):
        sentence = translate("told", "{player} played the wild draw four fairly.")
    shown = len(event.cards) if isinstance(event, Hand | Reveal) else 0
    return sentence.format(
        message=alert.message,
        player=player,
        other=before.turn or "",
        challenger=before.challenged_by or "",
        cards=cards_word(cards_of(event)),
        top=_top(before),
        rule=_rule(alert.rule),
        drawn=count_word(event.count) if isinstance(event, Draw) else "",
        due=count_word(before.owed.get(player, 0)),
        owed=count_word(owed),
        draws=count_word(step.state.owed.get(before.challenged_by or "", 0)),
        held=count_word(step.state.hands.get(player, 0)),
        shown=count_word(shown),
        expected=count_word(before.hands.get(player, 0)),
    )


def source_word(source: str) -> str:
    """Return the name of a rule book, or of several, in the window's language."""
    books = {
        ALL_BOOKS: translate("books", "all rule books"),
        ARTICLE: translate("books", "the Japanese encyclopaedia article"),
        OLD_PAGE: translate("books", "the older Japanese rule page"),
        MAGAZINE: translate("books", "the Japanese shop magazine"),
        LEAFLET: translate("books", "the publisher's English leaflet"),
        COMMON: translate("books", "a common house rule, in no rule book"),
    }
    if source in books or not source:
        return books.get(source, "")
    house = translate("books", "a house rule in {book}")
    named = []
    for part in source.split(", and "):
        book = part.removeprefix("a house rule in ")
        name = books.get(book, book)
        named.append(house.format(book=name) if book != part else name)
    return words.listed(named)


def _sentences() -> dict[str, str]:
    return {
        "illegal-play": translate("told", "{player} played {cards} on {top}: {rule}."),
        "out-of-turn": translate("told", "{player} acted in {other}’s turn."),
        "draw-owed": translate("told", "{player} went on while owing {due}: owed cards are drawn first."),
        "uno-due": translate("told", "{player} has one card left and has not called UNO."),
        "uno-missed": translate("told", "{player} did not call UNO in time: {player} draws {owed}."),
        "uno-false": translate("told", "{player} called UNO with {held}: it is called on going to one card."),
        "wd4-illegal": translate(
            "told", "{player} could have played another card, so the wild draw four was not allowed."
        ),
        "wd4-fair": translate(
            "told", "{player} played the wild draw four fairly: {challenger} draws {draws}."
        ),
        "colour-needed": translate("told", "{player} has not named the colour yet."),
        "impossible-card": translate(
            "told", "{cards} is seen more often than the deck holds it: it was probably misread."
        ),
        "hand-count": translate("told", "{player} shows {shown}, but should hold {expected}."),
        "reshuffle": translate(
            "told", "The draw pile must be empty: the discards are shuffled into a new one."
        ),
    }


def _draw_count(event: object, owing: bool) -> str:
    if not isinstance(event, Draw):
        return translate("told", "{player} did not draw as many cards as the rules ask for.")
    if owing:
        return translate("told", "{player} drew {drawn}, but owed {due}.")
    return translate("told", "{player} drew {drawn}: a player draws one card in a turn.")


def _top(before: State) -> str:
    if before.top is None:
        return ""
    if before.top.is_wild and before.colour:
        name = translate("told", "{card} ({colour})")
        return name.format(card=card_word(before.top), colour=colour_word(before.colour))
    return card_word(Card.parse(str(before.top)))


def _rule(key: str | None) -> str:
    """Return the rule that a play broke, by its key."""
    rules = {
        ONE_CARD.key: translate("told", "one card is played at a time"),
        DRAWN_ONLY.key: translate("told", "after drawing, only the drawn card may be played"),
        DRAWN_DRAWS.key: translate("told", "a draw card may not be played in the turn it was drawn"),
        NUMBER_LAST.key: translate("told", "the last card must be a number"),
        "not-together": translate("told", "these cards may not be played at once"),
        ANOTHER_CARD.key: translate("told", "in place of a wild draw four found out, another card is played"),
        MATCH.key: translate("told", "a card must match the colour, the number or the symbol"),
    }
    return rules.get(key or "", "")
