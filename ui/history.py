"""The history of a game as rows: what happened, who did it, with which cards, and what was wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from tracker.cards import Card
from tracker.events import (
    CallUno,
    Catch,
    Challenge,
    Draw,
    EndRound,
    Event,
    GameStart,
    Hand,
    NameColour,
    Pass,
    Play,
    Reshuffle,
    Reveal,
    StartCard,
    Swap,
    TakeBack,
)
from tracker.state import State
from ui.referee import Step
from ui.words import card_word, cards_word, colour_word, count_word, translate


@dataclass(frozen=True)
class Row:
    """One event of the history.

    ``key`` names the event through all corrections. ``player`` and ``cards`` are there where the event has
    one and can be corrected; ``tag`` says in a word or two what was wrong with it; ``t`` is in seconds;
    ``heard``: a microphone told it.
    """

    key: int
    text: str
    tag: str = ""
    player: str | None = None
    cards: tuple[Card, ...] = ()
    t: float | None = None
    seen: bool = False
    heard: bool = False


def history(steps: Sequence[Step]) -> tuple[Row, ...]:
    """Return all events but the game's own, newest first."""
    rows = [
        Row(
            key=step.key,
            text=sentence(step.event, before.state),
            tag=next(filter(None, (tag_of(alert.code) for alert in step.alerts)), ""),
            player=actor(step.event),
            cards=cards_of(step.event),
            t=step.event.t,
            seen=step.confidence is not None,
            heard=isinstance(step.event, CallUno) and step.event.heard,
        )
        for before, step in pairwise(steps)
    ]
    return tuple(reversed(rows))


def actor(event: Event) -> str | None:
    """Return the player of an event, as far as it has one that can be corrected."""
    if isinstance(event, (Challenge, Catch)):
        return event.by if isinstance(event, Challenge) else event.player
    return getattr(event, "player", None)


def cards_of(event: Event) -> tuple[Card, ...]:
    """Return the cards of an event, where it has any."""
    if isinstance(event, StartCard):
        return (event.card,)
    return tuple(getattr(event, "cards", ()))


def tag_of(code: str) -> str:
    """Return an alert in two words; nothing for one that only reminds or reports."""
    return {
        "illegal-play": translate("history", "not allowed"),
        "out-of-turn": translate("history", "out of turn"),
        "draw-owed": translate("history", "cards owed"),
        "draw-count": translate("history", "wrong number"),
        "uno-missed": translate("history", "no UNO"),
        "uno-false": translate("history", "false UNO"),
        "wd4-illegal": translate("history", "not allowed"),
        "impossible-card": translate("history", "misread?"),
        "hand-count": translate("history", "wrong number"),
    }.get(code, "")


def sentence(event: Event, before: State) -> str:
    """Return an event in a few words; ``before`` tells whose turn it was where nobody is named."""
    who = getattr(event, "player", None) or before.turn or translate("history", "Somebody")
    match event:
        case GameStart():
            return translate("history", "A new game")
        case StartCard(card=card):
            return translate("history", "The round starts with {card}").format(card=card_word(card))
        case Play(cards=cards, colour=colour):
            named = f" ({colour_word(colour)})" if colour else ""
            played = translate("history", "{who} played {cards}")
            return played.format(who=who, cards=f"{cards_word(cards)}{named}")
        case NameColour(colour=colour):
            return translate("history", "The colour is {colour}").format(colour=colour_word(colour))
        case Draw(count=count):
            return translate("history", "{who} drew {cards}").format(who=who, cards=count_word(count))
        case Pass():
            return translate("history", "{who} passed").format(who=who)
        case CallUno(heard=True):
            return translate("history", "{who} was heard calling UNO").format(who=who)
        case CallUno():
            return translate("history", "{who} called UNO").format(who=who)
        case Catch(by=by):
            if by:
                return translate("history", "{by} caught {who}").format(by=by, who=who)
            return translate("history", "{who} was caught").format(who=who)
        case Challenge(by=by):
            return translate("history", "{who} challenged").format(who=by or who)
        case Reveal():
            return translate("history", "{who} showed the hand").format(who=event.player or who)
        case TakeBack():
            if event.player:
                return translate("history", "{who} took the card back").format(who=who)
            return translate("history", "The card was taken back")
        case Swap(other=other):
            return translate("history", "{who} swapped hands with {other}").format(who=who, other=other)
        case Reshuffle():
            return translate("history", "The pile was shuffled")
        case Hand(cards=cards):
            return translate("history", "{who} held {cards}").format(who=who, cards=count_word(len(cards)))
        case EndRound():
            return translate("history", "The round was counted")
    return type(event).__name__
