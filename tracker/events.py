"""What happens in a game, one small frozen value an event, and the JSON that they are written as."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from tracker.cards import COLOURS, Card

_COUNT = range(1, 1000)
_COUNT_IN_WORDS = f"a whole number from {_COUNT[0]} to {_COUNT[-1]}"
_LONGEST = 1e12  # seconds; no clock shows more


class EventError(ValueError):
    """An event that cannot be read, or that makes no sense at this point; the message is one line."""


@dataclass(frozen=True, kw_only=True)
class Event:
    """What all events have: ``type``, their name in JSON, and ``t``, seconds since the start, where known.

    A ``player`` of None means the player whose turn it is, unless the event says otherwise. Making an event
    raises EventError where its values are not allowed, whoever plays.
    """

    type: ClassVar[str]
    t: float | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the event as a JSON object; :func:`parse_event` reads it back.

        >>> Draw("Ben", 2).to_json()
        {'type': 'draw', 'player': 'Ben', 'count': 2}
        """
        known = {"type": self.type, **self._fields(), "t": self.t}
        return {key: value for key, value in known.items() if value is not None}

    def _fields(self) -> dict[str, Any]:
        return {}


@dataclass(frozen=True)
class GameStart(Event):
    """A game begins: players in clockwise order of their seats, and the rules.

    ``rules`` is a preset's name, the path of a rules file, or a mapping like such a file. The first player
    deals unless ``dealer`` says who. ``deal`` is how many cards each player gets.
    """

    type = "game"
    players: tuple[str, ...]
    rules: str | Mapping[str, Any] = "international"
    dealer: str | None = None
    teams: tuple[tuple[str, ...], ...] = ()
    deal: int = 7

    def _fields(self) -> dict[str, Any]:
        return {
            "players": list(self.players),
            "rules": self.rules if isinstance(self.rules, str) else dict(self.rules),
            "dealer": self.dealer,
            "teams": [list(team) for team in self.teams] or None,
            "deal": self.deal,
        }


@dataclass(frozen=True)
class StartCard(Event):
    """The starting card of a round is turned over; begins the first round and every next one."""

    type = "start"
    card: Card

    def _fields(self) -> dict[str, Any]:
        return {"card": self.card.label}


@dataclass(frozen=True)
class Play(Event):
    """A player lays a card on the discard pile, or several at once, the last one on top.

    ``colour`` is the colour named with a wild, if it is named at once.
    """

    type = "play"
    cards: tuple[Card, ...]
    player: str | None = None
    colour: str | None = None

    def __post_init__(self) -> None:
        """Refuse what is not allowed."""
        if not self.cards:
            raise EventError("play: no card is given")
        if self.colour is not None:
            _check_colour(self.type, self.colour)
            if not self.cards[-1].is_wild:
                raise EventError(f"play: a colour is named for a wild only, not for {self.cards[-1]}")

    def _fields(self) -> dict[str, Any]:
        labels = [card.label for card in self.cards]
        cards = {"card": labels[0]} if len(labels) == 1 else {"cards": labels}
        return {**cards, "player": self.player, "colour": self.colour}


@dataclass(frozen=True)
class NameColour(Event):
    """The colour of the wild on top is named."""

    type = "colour"
    colour: str
    player: str | None = None

    def __post_init__(self) -> None:
        """Refuse what is not allowed."""
        _check_colour(self.type, self.colour)

    def _fields(self) -> dict[str, Any]:
        return {"colour": self.colour, "player": self.player}


@dataclass(frozen=True)
class Draw(Event):
    """A player takes cards from the draw pile: ``count`` of them, or ``cards`` where their faces are known.

    A count of 0 stands for as many as there are ``cards``, or one.
    """

    type = "draw"
    player: str | None = None
    count: int = 0
    cards: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what is not allowed."""
        if not self.count:
            object.__setattr__(self, "count", len(self.cards) or 1)
        if self.count not in _COUNT:
            raise EventError(f"draw: count {self.count} is not allowed: {_COUNT_IN_WORDS}")
        if self.cards and self.count != len(self.cards):
            given = "1 card is" if len(self.cards) == 1 else f"{len(self.cards)} cards are"
            raise EventError(f"draw: count is {self.count}, but {given} given")

    def _fields(self) -> dict[str, Any]:
        drawn = {"cards": [card.label for card in self.cards]} if self.cards else {"count": self.count}
        return {"player": self.player, **drawn}


@dataclass(frozen=True)
class Pass(Event):
    """A player passes the turn on. The next player's play or draw says the same."""

    type = "pass"
    player: str | None = None

    def _fields(self) -> dict[str, Any]:
        return {"player": self.player}


@dataclass(frozen=True)
class CallUno(Event):
    """A player calls UNO. A call that a microphone ``heard`` is never held against anybody."""

    type = "uno"
    player: str | None = None
    heard: bool = False

    def _fields(self) -> dict[str, Any]:
        return {"player": self.player, "heard": self.heard or None}


@dataclass(frozen=True)
class Catch(Event):
    """``by`` calls out that ``player`` forgot to call UNO; a player of None is the one who can be caught."""

    type = "catch"
    by: str | None = None
    player: str | None = None

    def _fields(self) -> dict[str, Any]:
        return {"by": self.by, "player": self.player}


@dataclass(frozen=True)
class Challenge(Event):
    """The player who has to draw four challenges the wild draw four."""

    type = "challenge"
    by: str | None = None

    def _fields(self) -> dict[str, Any]:
        return {"by": self.by}


@dataclass(frozen=True)
class Reveal(Event):
    """The challenged hand as it is shown, without the card in question; None is the challenged player."""

    type = "reveal"
    cards: tuple[Card, ...]
    player: str | None = None

    def _fields(self) -> dict[str, Any]:
        return {"player": self.player, "cards": [card.label for card in self.cards]}


@dataclass(frozen=True)
class TakeBack(Event):
    """The last card played goes back to its owner; a player of None is that owner."""

    type = "takeback"
    player: str | None = None

    def _fields(self) -> dict[str, Any]:
        return {"player": self.player}


@dataclass(frozen=True)
class Swap(Event):
    """The player of the card on top swaps hands with ``other``; a player of None is that player."""

    type = "swap"
    other: str
    player: str | None = None

    def _fields(self) -> dict[str, Any]:
        return {"player": self.player, "with": self.other}


@dataclass(frozen=True)
class Reshuffle(Event):
    """The discard pile, all but its top card, becomes the new draw pile."""

    type = "reshuffle"


@dataclass(frozen=True)
class Hand(Event):
    """A hand is shown at the end of a round."""

    type = "hand"
    player: str
    cards: tuple[Card, ...]

    def _fields(self) -> dict[str, Any]:
        return {"player": self.player, "cards": [card.label for card in self.cards]}


@dataclass(frozen=True)
class EndRound(Event):
    """All hands are in: the round is scored."""

    type = "end-round"


@dataclass(frozen=True)
class Undo(Event):
    """The last event never happened."""

    type = "undo"


def parse_event(data: Any) -> Event:
    """Return the event that a JSON object describes. Fields that no event has are passed over.

    Raises EventError for anything that is no event: no object, an unknown type, a field missing or wrong.

    >>> parse_event({"type": "play", "card": "red 3", "player": "Ben"})
    Play(t=None, cards=(Card(colour='red', symbol='3'),), player='Ben', colour=None)
    """
    if not isinstance(data, Mapping):
        raise EventError("an event is a JSON object with a type")
    kind = data.get("type")
    if not isinstance(kind, str) or kind not in _PARSERS:
        raise EventError(f"unknown event type {_shown(kind)}: allowed is {', '.join(_PARSERS)}")
    return _PARSERS[kind](_Fields(kind, data))


class _Fields:
    """The fields of one JSON object, read with a check; a field that is null counts as left out."""

    def __init__(self, kind: str, data: Mapping[str, Any]) -> None:
        self.kind = kind
        self.data = data

    def get(self, key: str) -> Any:
        return self.data.get(key)

    def wrong(self, key: str, allowed: str) -> EventError:
        if self.get(key) is None:
            return EventError(f"{self.kind}: {key!r} is missing: {allowed}")
        return EventError(f"{self.kind}: {key} {_shown(self.get(key))} is not allowed: {allowed}")

    def name(self, key: str = "player") -> str | None:
        return None if self.get(key) is None else self.needed_name(key)

    def needed_name(self, key: str = "player") -> str:
        if not isinstance(self.get(key), str) or not self.get(key):
            raise self.wrong(key, "a player's name")
        return str(self.get(key))

    def names(self, key: str, value: Any) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(name, str) and name for name in value):
            raise self.wrong(key, "a list of players' names")
        return tuple(value)

    def number(self, key: str, default: int) -> int:
        value = self.get(key)
        if value is None:
            return default
        if type(value) is not int or value not in _COUNT:
            raise self.wrong(key, _COUNT_IN_WORDS)
        return value

    def time(self) -> float | None:
        value = self.get("t")
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < _LONGEST:
            raise self.wrong("t", "a number of seconds")
        return value

    def card(self) -> Card:
        return self._card("card", self.get("card"))

    def cards(self) -> tuple[Card, ...]:
        value = self.get("cards")
        if not isinstance(value, list):
            raise self.wrong("cards", "a list of card labels")
        return tuple(self._card("cards", label) for label in value)

    def _card(self, key: str, label: Any) -> Card:
        if not isinstance(label, str):
            raise self.wrong(key, "a card's label, as in 'red 7'")
        try:
            return Card.parse(label)
        except ValueError as error:
            raise EventError(f"{self.kind}: {error}") from error

    def drawn_cards(self) -> tuple[Card, ...]:
        if self.get("cards") is None:
            return ()
        if not self.get("cards"):
            raise self.wrong("cards", "one or more card labels")
        return self.cards()

    def one_or_more_cards(self) -> tuple[Card, ...]:
        if self.get("cards") is None:
            return (self.card(),)
        if self.get("card") is not None:
            raise EventError(f"{self.kind}: give 'card' or 'cards', not both")
        return self.cards()

    def colour(self) -> str | None:
        return None if self.get("colour") is None else self.needed_colour()

    def needed_colour(self) -> str:
        if not isinstance(self.get("colour"), str):
            raise self.wrong("colour", ", ".join(COLOURS))
        return str(self.get("colour"))

    def rules(self) -> str | Mapping[str, Any]:
        value = self.get("rules")
        if value is None:
            return "international"
        if not isinstance(value, str | Mapping):
            raise self.wrong("rules", "a preset's name, or an object of options")
        return value

    def teams(self) -> tuple[tuple[str, ...], ...]:
        value = self.get("teams")
        if value is None:
            return ()
        if not isinstance(value, list):
            raise self.wrong("teams", "a list of lists of players' names")
        return tuple(self.names("teams", team) for team in value)


def _shown(value: Any) -> str:
    """Return a value as people know it from JSON: null and true, not None and True."""
    if isinstance(value, list):
        return f"[{', '.join(map(_plain, value))}]"
    return _plain(value)


def _plain(value: Any) -> str:
    return json.dumps(value) if value is None or isinstance(value, bool | float) else repr(value)


def _check_colour(kind: str, colour: str) -> None:
    if colour not in COLOURS:
        raise EventError(f"{kind}: unknown colour {colour!r}: allowed is {', '.join(COLOURS)}")


_PARSERS: dict[str, Callable[[_Fields], Event]] = {
    "game": lambda f: GameStart(
        f.names("players", f.get("players")),
        rules=f.rules(),
        dealer=f.name("dealer"),
        teams=f.teams(),
        deal=f.number("deal", 7),
        t=f.time(),
    ),
    "start": lambda f: StartCard(f.card(), t=f.time()),
    "play": lambda f: Play(f.one_or_more_cards(), f.name(), f.colour(), t=f.time()),
    "colour": lambda f: NameColour(f.needed_colour(), f.name(), t=f.time()),
    "draw": lambda f: Draw(f.name(), f.number("count", 0), f.drawn_cards(), t=f.time()),
    "pass": lambda f: Pass(f.name(), t=f.time()),
    "uno": lambda f: CallUno(f.name(), f.get("heard") is True, t=f.time()),
    "catch": lambda f: Catch(f.name("by"), f.name(), t=f.time()),
    "challenge": lambda f: Challenge(f.name("by"), t=f.time()),
    "reveal": lambda f: Reveal(f.cards(), f.name(), t=f.time()),
    "takeback": lambda f: TakeBack(f.name(), t=f.time()),
    "swap": lambda f: Swap(f.needed_name("with"), f.name(), t=f.time()),
    "reshuffle": lambda f: Reshuffle(t=f.time()),
    "hand": lambda f: Hand(f.needed_name(), f.cards(), t=f.time()),
    "end-round": lambda f: EndRound(t=f.time()),
    "undo": lambda f: Undo(t=f.time()),
}
