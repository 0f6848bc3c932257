"""What happens in a filmed game: simple players play a round, and every arm that reaches in is written down.

Legality is asked of :class:`tracker.game.Game`; the players know their hands, so that the script knows more
than any camera and ends with the losers' hands. A script is made from a seed alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count, pairwise

import numpy as np

from tracker.cards import COLOURS, Card
from tracker.events import (
    CallUno,
    Draw,
    EndRound,
    Event,
    GameStart,
    Hand,
    NameColour,
    Pass,
    Play,
    StartCard,
    TakeBack,
)
from tracker.game import Game
from tracker.rules import Deck

NAMES = ("Ann", "Ben", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo")
"""Who plays where nobody is named."""


@dataclass(frozen=True)
class Act:
    """One visit of an arm to the table.

    ``kind``: ``play`` (lays ``card`` on the discard pile), ``draw`` (takes ``count`` cards), ``takeback``
    (of the card last laid), ``hover`` or ``point`` (nothing happens). ``events`` become true once it is done.
    """

    kind: str
    seat: int
    card: Card | None = None
    count: int = 0
    events: tuple[Event, ...] = ()


@dataclass(frozen=True)
class Script:
    """A game to be filmed: what is true before the first act, the acts, and what is true after the last."""

    opening: tuple[Event, ...]
    acts: tuple[Act, ...]
    closing: tuple[Event, ...] = ()

    @property
    def start(self) -> Card:
        """The card that lies on the discard pile at the beginning."""
        return next(event.card for event in self.opening if isinstance(event, StartCard))

    @property
    def events(self) -> tuple[Event, ...]:
        """All true events in order, without times."""
        return (*self.opening, *(event for act in self.acts for event in act.events), *self.closing)

    @property
    def plays(self) -> tuple[Card, ...]:
        """The cards laid on the discard pile, in order."""
        return tuple(act.card for act in self.acts if act.card)


@dataclass(frozen=True)
class Habits:
    """How the players play; each number is a chance per occasion.

    ``keepers`` name players who never come down to one card: with two left they draw.
    """

    illegal: float = 0.03
    takes_back: float = 0.5
    forgets_uno: float = 0.2
    draws_anyway: float = 0.05
    plays_drawn: float = 0.85
    hovers: float = 0.12
    keepers: tuple[str, ...] = ()


def write_script(
    rng: np.random.Generator,
    players: Sequence[str] = NAMES[:3],
    *,
    rules: str = "international",
    deal: int = 7,
    plays: int | None = None,
    habits: Habits | None = None,
) -> Script:
    """Let simple players play one round, or its first ``plays`` cards, with the faces of the 108-card deck.

    The first player deals. Raises EventError or RulesError where players or rules cannot be used.
    """
    return _Round(rng, tuple(players), rules, deal, habits or Habits()).play(plays)


class _Round:
    def __init__(self, rng, players: tuple[str, ...], rules: str, deal: int, habits: Habits) -> None:
        self.rng = rng
        self.habits = habits
        self.game = Game()
        self.acts: list[Act] = []
        self.illegal = 0
        opening = GameStart(players, rules=rules, dealer=players[0], deal=deal)
        self.game.push(opening)
        deck = Deck.load("classic-108")
        cards = [card for card, count in deck.counts.items() for _ in range(count)]
        self.pile = [cards[i] for i in rng.permutation(len(cards))]
        self.hands = {player: [self.pile.pop() for _ in range(deal)] for player in players}
        first = max(i for i, card in enumerate(self.pile) if card.is_number)
        start = StartCard(self.pile.pop(first))
        self.game.push(start)
        self.opening = (opening, start)

    def play(self, limit: int | None) -> Script:
        laid = 0
        while self.game.state.phase == "playing" and (limit is None or laid < limit) and len(self.pile) > 12:
            if self.acts and self.rng.random() < self.habits.hovers:
                kind = "hover" if self.rng.random() < 0.6 else "point"
                self.acts.append(Act(kind, int(self.rng.integers(len(self.hands)))))
            laid += self._turn()
        for player, owed in self.game.state.owed.items() if self.game.state.phase == "counting" else ():
            self._draw(player, owed)  # a round that ends on a draw card: those cards count
        closing: list[Event] = []
        if self.game.state.phase in ("counting", "round-over"):
            losers = [player for player, hand in self.hands.items() if hand]
            closing = [Hand(player, tuple(self.hands[player])) for player in losers]
            closing.append(EndRound())
        return Script(self.opening, tuple(self.acts), tuple(closing))

    def _turn(self) -> int:
        """Let the player whose turn it is do one thing; return the number of cards laid."""
        state = self.game.state
        player = state.turn
        owed = state.owed.get(player, 0)
        if owed:
            self._draw(player, owed)
            return 0
        hand = self.hands[player]
        keeps = player in self.habits.keepers and len(hand) <= 2
        legal = [card for card in hand if self._may_play(player, card)]
        wrong = [card for card in hand if not card.is_wild and not self.game.legal(card)]
        if wrong and state.colour and len(hand) > 2 and self.rng.random() < self.habits.illegal:
            return self._lay_wrongly(player, self._pick(wrong))
        if legal and not keeps and self.rng.random() >= self.habits.draws_anyway:
            return self._lay(player, self._pick(legal))
        drawn = self._draw(player, 1)[0]
        if self._may_play(player, drawn) and not keeps and self.rng.random() < self.habits.plays_drawn:
            return self._lay(player, drawn)
        self._push(Pass(player))
        self.acts[-1] = replace(self.acts[-1], events=(*self.acts[-1].events, Pass(player)))
        return 0

    def _pick(self, cards: list[Card]) -> Card:
        return cards[self.rng.integers(len(cards))]

    def _may_play(self, player: str, card: Card) -> bool:
        if card.symbol == "wild draw four" and self.game.rules.wd4_condition != "free":
            colour = self.game.state.colour
            if any(other.colour == colour for other in self.hands[player]):
                return False
        return self.game.legal(card)

    def _push(self, event: Event) -> Event:
        self.game.push(event)
        return event

    def _lay(self, player: str, card: Card) -> int:
        hand = self.hands[player]
        hand.remove(card)
        events = [self._push(Play((card,), player))]
        if card.is_wild and self.game.state.phase == "playing":
            held = Counter(other.colour for other in hand if other.colour)
            colour = max(COLOURS, key=lambda name: (held[name], self.rng.random()))
            events.append(self._push(NameColour(colour, player)))
        if len(hand) == 1 and self.rng.random() >= self.habits.forgets_uno:
            events.append(self._push(CallUno(player)))
        self.acts.append(Act("play", self._seat(player), card, events=tuple(events)))
        return 1

    def _lay_wrongly(self, player: str, card: Card) -> int:
        self._lay(player, card)
        if self.rng.random() >= self.habits.takes_back:
            return 1
        event = self._push(TakeBack(player))
        self.hands[player].append(card)
        self.acts.append(Act("takeback", self._seat(player), events=(event,)))
        return 1

    def _draw(self, player: str, count: int) -> list[Card]:
        drawn = [self.pile.pop() for _ in range(count)]
        self.hands[player] += drawn
        event = self._push(Draw(player, count))
        self.acts.append(Act("draw", self._seat(player), count=count, events=(event,)))
        return drawn

    def _seat(self, player: str) -> int:
        return self.game.players.index(player)


def seen_by_camera(script: Script) -> tuple[Event, ...]:
    """Return the events that can be seen: opening, plays, draws, take-backs; no calls, colours or passes."""
    return tuple(e for e in script.events if isinstance(e, GameStart | StartCard | Play | Draw | TakeBack))


def alerts_of(events: Sequence[Event], *codes: str) -> list[tuple[str, str | None, int]]:
    """Judge events; return code, player, and number of plays and draws so far of each alert of ``codes``."""
    game = Game()
    found, moves = [], 0
    for event in events:
        moves += isinstance(event, Play | Draw)
        found += [(alert.code, alert.player, moves) for alert in game.push(event) if alert.code in codes]
    return found


def demo_script(seed: int) -> Script:
    """Return the first round, of those made from ``seed`` and the numbers after it, that shows everything.

    Ann, Ben and Cy play a whole round; one of them forgets to call UNO and still wins.
    """
    players = NAMES[:3]
    for number in count(seed):
        rng = np.random.default_rng(number)
        forgetful = players[rng.integers(3)]
        habits = Habits(
            illegal=0.06,
            takes_back=0.0,
            forgets_uno=1.0,
            draws_anyway=0.05,
            plays_drawn=0.8,
            hovers=0.08,
            keepers=tuple(player for player in players if player != forgetful),
        )
        script = write_script(rng, players, plays=24, habits=habits)
        if _shows_all(script):
            return script
    raise AssertionError("unreachable")


def _shows_all(script: Script) -> bool:
    """Whether a script is fit for the demo.

    At least 20 plays with every symbol card; one illegal play and one missed UNO call, which a camera that
    hears nothing finds at the same places; the colour named for a wild is the next one played; cards drawn
    for a draw two and for a wild draw four, a card drawn and kept, and one drawn and played.
    """
    if not isinstance(script.events[-1], EndRound):
        return False
    plays = script.plays
    symbols = {card.symbol for card in plays if not card.is_number}
    if not 20 <= len(plays) <= 24 or len(script.acts) > 34 or len(symbols) < 5:
        return False
    codes = ("illegal-play", "uno-missed", "out-of-turn", "draw-owed", "draw-count", "impossible-card")
    alerts = alerts_of(script.events, *codes)
    if sorted(code for code, _, _ in alerts) != ["illegal-play", "uno-missed"]:
        return False
    if alerts_of(seen_by_camera(script), *codes) != alerts:
        return False
    named = [event for event in script.events if isinstance(event, Play | NameColour)]
    for event, following in pairwise(named):
        if isinstance(event, NameColour) and following.cards[0].colour != event.colour:
            return False
    counts = {act.count for act in script.acts}
    kept = any(isinstance(act.events[-1], Pass) for act in script.acts if act.count)
    played = any(
        act.count == 1 and following.kind == "play" and following.seat == act.seat
        for act, following in pairwise(script.acts)
    )
    idle = sum(act.kind in ("hover", "point") for act in script.acts)
    return {1, 2, 4} <= counts and kept and played and idle >= 1
