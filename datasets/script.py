"""What happens in a filmed game: simple players play a round, and every arm that reaches in is written down.

Legality is asked of :class:`tracker.game.Game`; the players know their hands, so that the script knows more
than any camera and ends with the losers' hands. A script is made from a seed alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, pairwise
from typing import Any

import numpy as np

from tracker.cards import COLOURS, Card
from tracker.events import (
    CallUno,
    Catch,
    Draw,
    EndRound,
    Event,
    GameStart,
    Hand,
    NameColour,
    Pass,
    Play,
    Reshuffle,
    StartCard,
    Swap,
    TakeBack,
)
from tracker.game import Game
from tracker.rules import Deck

NAMES = ("Ann", "Ben", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo")
"""Who plays where nobody is named."""


@dataclass(frozen=True)
class Act:
    """One visit of an arm to the table.

    ``kind``: ``play`` (lays ``card``, or ``cards`` one after another, on the discard pile), ``draw`` (takes
    ``count`` cards), ``takeback`` (of what was laid last, ``count`` cards), ``show`` (lays the hand ``cards``
    open in front of the seat), ``clear`` (takes the shown hand away), ``gather`` (takes all cards off the
    table), ``pack`` (brings a draw pile of ``count`` cards), ``start`` (lays the starting ``card``),
    ``reshuffle`` (turns all discards but the top one into a draw pile), ``tidy`` (squares up the discard
    pile), ``hover`` or ``point`` (nothing happens). ``events`` become true once it is done.
    """

    kind: str
    seat: int
    card: Card | None = None
    count: int = 0
    events: tuple[Event, ...] = ()
    cards: tuple[Card, ...] = ()

    @property
    def laid(self) -> tuple[Card, ...]:
        """The cards that it lays on the discard pile, in order."""
        if self.kind not in ("play", "start"):
            return ()
        return self.cards or ((self.card,) if self.card else ())


@dataclass(frozen=True)
class Script:
    """A game to be filmed: what is true before the first act, the acts, and what is true after the last.

    ``stock``: how many cards the draw pile has at the beginning.
    """

    opening: tuple[Event, ...]
    acts: tuple[Act, ...]
    closing: tuple[Event, ...] = ()
    stock: int = 42

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
        return tuple(card for act in self.acts if act.kind == "play" for card in act.laid)


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
    out_of_turn: float = 0.0
    """Somebody plays whose turn it is not."""
    miscounts: float = 0.0
    """A card more or less is drawn than is owed."""
    several: float = 0.8
    """All cards that may be laid together are, where the rules allow it."""
    stacks: float = 0.8
    """A draw card is passed on by another, where the rules allow it."""
    jumps_in: float = 0.7
    """The identical card is played out of turn, where the rules allow it."""
    one_by_one: float = 0.0
    """Owed cards are drawn in visits of their own."""
    catches: float = 0.0
    """A forgotten call is called out, and cards are drawn for it."""
    tidies: float = 0.0
    """Somebody squares up the discard pile."""


PLAYFUL = Habits(
    illegal=0.025,
    out_of_turn=0.015,
    miscounts=0.04,
    one_by_one=0.2,
    catches=0.5,
    tidies=0.03,
)
"""Players who do all that people do."""


def write_script(
    rng: np.random.Generator,
    players: Sequence[str] = NAMES[:3],
    *,
    rules: str | Mapping[str, Any] = "international",
    deal: int = 7,
    plays: int | None = None,
    habits: Habits | None = None,
    rounds: int = 1,
    shown: bool = False,
) -> Script:
    """Let simple players play some rounds, or the first ``plays`` cards, with the faces of the 108-card deck.

    The first player deals. ``shown``: the losers' hands are laid open on the table at the end of a round;
    otherwise only the truth knows them. Raises EventError or RulesError where players or rules cannot be
    used.
    """
    return _Script(rng, tuple(players), rules, deal, habits or Habits(), shown).play(plays, rounds)


class _Script:
    def __init__(self, rng, players: tuple[str, ...], rules, deal: int, habits: Habits, shown: bool) -> None:
        self.rng = rng
        self.habits = habits
        self.shown = shown
        self.deal = deal
        self.game = Game()
        self.acts: list[Act] = []
        opening = GameStart(players, rules=rules, dealer=players[0], deal=deal)
        self.game.push(opening)
        self.opening = (opening, self._deal())
        self.stock = len(self.pile)

    def _deal(self) -> Event:
        deck = Deck.load("classic-108")
        cards = [card for card, count in deck.counts.items() for _ in range(count)]
        self.pile = [cards[i] for i in self.rng.permutation(len(cards))]
        self.hands = {player: [self.pile.pop() for _ in range(self.deal)] for player in self.game.players}
        first = max(i for i, card in enumerate(self.pile) if card.is_number)
        self.discards = [self.pile.pop(first)]
        return self._push(StartCard(self.discards[0]))

    def play(self, limit: int | None, rounds: int) -> Script:
        closing: list[Event] = []
        for number in range(rounds):
            self._round(limit)
            if self.game.state.phase not in ("counting", "round-over", "game-over"):
                break
            closing = self._count()
            if not self.shown or self.game.state.phase == "game-over" or number == rounds - 1:
                break
            self._next_round()
        if self.shown:
            closing = []
        return Script(self.opening, tuple(self.acts), tuple(closing), self.stock)

    def _round(self, limit: int | None) -> None:
        laid = 0
        while self.game.state.phase == "playing" and (limit is None or laid < limit):
            if len(self.pile) <= 12 and not self._reshuffle():
                break
            if self.acts and self.rng.random() < self.habits.hovers:
                kind = "hover" if self.rng.random() < 0.6 else "point"
                self.acts.append(Act(kind, int(self.rng.integers(len(self.hands)))))
            if self._happens(self.habits.tidies):
                self.acts.append(Act("tidy", int(self.rng.integers(len(self.hands)))))
            laid += self._turn()
        for player, owed in self.game.state.owed.items() if self.game.state.phase == "counting" else ():
            self._draw(player, owed)  # a round that ends on a draw card: those cards count

    def _happens(self, chance: float) -> bool:
        """Whether something with this chance happens; what never happens takes no random number."""
        return chance > 0 and self.rng.random() < chance

    def _reshuffle(self) -> bool:
        """Make the discards the draw pile; only where the film shows all that happens."""
        if not self.shown or len(self.discards) < 20:
            return False
        *under, top = self.discards
        self.pile = [under[i] for i in self.rng.permutation(len(under))] + self.pile
        self.discards = [top]
        dealer = int(self.rng.integers(len(self.hands)))
        event = self._push(Reshuffle())
        self.acts.append(Act("reshuffle", dealer, count=len(self.pile), events=(event,)))
        return True

    def _count(self) -> list[Event]:
        """Show the losers' hands and score the round; return the events of that."""
        if self.game.state.phase == "round-over":  # a ranking: nothing is counted
            return []
        losers = [player for player, hand in self.hands.items() if hand]
        events: list[Event] = [Hand(player, tuple(self.hands[player])) for player in losers]
        events.append(EndRound())
        if not self.shown:
            return events
        for event in events:
            self._push(event)
        crowded = len(self.hands) > 4
        for number, event in enumerate(events[:-1]):
            seat = self._seat(event.player)
            last = events[-1:] if number == len(losers) - 1 else []
            self.acts.append(Act("show", seat, events=(event, *last), cards=event.cards))
            if crowded and not last:
                self.acts.append(Act("clear", seat))
        return events

    def _next_round(self) -> None:
        dealer = self._seat(self.game.state.winner or self.game.players[0])
        start = self._deal()
        self.acts.append(Act("gather", dealer))
        self.acts.append(Act("pack", dealer, count=len(self.pile) + 1))
        self.acts.append(Act("start", dealer, self.discards[0], events=(start,)))

    def _turn(self) -> int:
        """Let the player whose turn it is do one thing; return the number of cards laid."""
        state = self.game.state
        player = state.turn
        if jumper := self._jumper(player):
            return self._lay(jumper, self.discards[-1])
        owed = state.owed.get(player, 0)
        hand = self.hands[player]
        if owed:
            passes_on = [card for card in hand if self._may_play(player, card)]
            if passes_on and self._happens(self.habits.stacks):
                return self._lay(player, self._pick(passes_on))
            self._draw_owed(player, owed)
            return 0
        if self._happens(self.habits.out_of_turn) and (laid := self._lay_out_of_turn(player)):
            return laid
        keeps = player in self.habits.keepers and len(hand) <= 2
        legal = [card for card in hand if self._may_play(player, card)]
        wrong = [card for card in hand if not card.is_wild and not self.game.legal(card)]
        named = state.colour and not (state.top and state.top.is_wild and self.shown)
        if wrong and named and len(hand) > 2 and self.rng.random() < self.habits.illegal:
            return self._lay_wrongly(player, self._pick(wrong))
        if legal and not keeps and self.rng.random() >= self.habits.draws_anyway:
            return self._lay(player, *self._together(player, self._pick(legal)))
        drawn = self._draw(player, 1)[0]
        while self.game.rules.draw_until_playable and not self.game.legal(drawn) and len(self.pile) > 1:
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
            others = [other for other in self.hands[player] if other != card]
            if any(other.colour == colour for other in others):
                return False
            if self.game.rules.wd4_condition == "nothing-else" and any(map(self.game.legal, others)):
                return False
        return self.game.legal(card)

    def _together(self, player: str, card: Card) -> tuple[Card, ...]:
        """Return the card with all others of the hand that may be laid with it, the card first."""
        rules = self.game.rules
        if rules.multi == "off" or card.is_wild:
            return (card,)
        cards = [card]
        rest = list(self.hands[player])
        rest.remove(card)
        for other in rest:
            if other.symbol == card.symbol and self.game.legal(*cards, other):
                cards.append(other)
        return tuple(cards) if len(cards) > 1 and self._happens(self.habits.several) else (card,)

    def _jumper(self, turn: str) -> str | None:
        """Return who plays the identical card out of turn now, if somebody does."""
        if not self.game.rules.jump_in or len(self.discards) < 2 or self.discards[-1].is_wild:
            return None
        for player, hand in self.hands.items():
            if player != turn and self.discards[-1] in hand and self._happens(self.habits.jumps_in):
                return player
        return None

    def _push(self, event: Event) -> Event:
        self.game.push(event)
        return event

    def _lay(self, player: str, *cards: Card) -> int:
        hand = self.hands[player]
        for card in cards:
            hand.remove(card)
        events: list[Event] = []
        if len(cards) > 1 and len(hand) <= 1 and self.rng.random() >= self.habits.forgets_uno:
            events.append(self._push(CallUno(player)))
        events.append(self._push(Play(cards, player)))
        self.discards += cards
        if cards[-1].is_wild and self.game.state.phase == "playing":
            held = Counter(other.colour for other in hand if other.colour)
            colour = max(COLOURS, key=lambda name: (held[name], self.rng.random()))
            events.append(self._push(NameColour(colour, player)))
        events += self._move_hands(player, cards)
        caught = None
        if len(hand) == 1 and len(cards) == 1 and self.game.state.hands[player] == 1:
            if self.rng.random() >= self.habits.forgets_uno:
                events.append(self._push(CallUno(player)))
            elif self.game.state.phase == "playing" and self._happens(self.habits.catches):
                caught = next(other for other in self.game.players if other != player)
                events.append(self._push(Catch(caught, player)))
        several = cards if len(cards) > 1 else ()
        self.acts.append(Act("play", self._seat(player), cards[-1], events=tuple(events), cards=several))
        if caught and (owed := self.game.state.owed.get(player, 0)):
            self._draw(player, owed)
        return len(cards)

    def _move_hands(self, player: str, cards: tuple[Card, ...]) -> list[Event]:
        """Swap or pass on hands where the rules want it; return the events that say so."""
        if not self.game.rules.seven_zero or self.game.state.phase != "playing":
            return []
        if cards[-1].symbol == "7":
            others = [other for other in self.game.players if other != player]
            fewest = min(others, key=lambda other: len(self.hands[other]))
            self.hands[player], self.hands[fewest] = self.hands[fewest], self.hands[player]
            return [self._push(Swap(fewest, player))]
        if cards[-1].symbol == "0":
            way = 1 if self.game.state.direction == "clockwise" else -1
            hands = list(self.hands.values())
            for seat, name in enumerate(self.game.players):
                self.hands[name] = hands[(seat - way) % len(hands)]
        return []

    def _lay_wrongly(self, player: str, card: Card) -> int:
        self._lay(player, card)
        if self.rng.random() >= self.habits.takes_back:
            return 1
        self._take_back(player)
        return 1

    def _take_back(self, player: str) -> None:
        event = self._push(TakeBack(player))
        self.hands[player].append(self.discards.pop())
        self.acts.append(Act("takeback", self._seat(player), count=1, events=(event,)))

    def _lay_out_of_turn(self, turn: str) -> int:
        """Let somebody whose turn it is not lay a card that would fit; return how many were laid."""
        state = self.game.state
        after = [
            player
            for player in self.game.players
            if player != turn and len(self.hands[player]) > 2 and len(self.game.players) > 2
        ]
        if not after or (state.top and state.top.is_wild):
            return 0
        player = after[self.rng.integers(len(after))]
        fits = [card for card in self.hands[player] if card.is_number and self.game.legal(card)]
        if not fits:
            return 0
        self._lay(player, self._pick(fits))
        if self._happens(self.habits.takes_back):
            self._take_back(player)
        return 1

    def _draw_owed(self, player: str, owed: int) -> None:
        if self._happens(self.habits.miscounts):
            owed = max(1, owed + int(self.rng.choice([-1, 1])))
        if owed > 1 and self._happens(self.habits.one_by_one):
            for _ in range(owed):
                self._draw(player, 1)
            return
        self._draw(player, owed)

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


DEMO_ROUNDS = 3
"""How many rounds the demo has."""


def demo_script(seed: int) -> Script:
    """Return the first game, of those made from ``seed`` and the numbers after it, that shows everything.

    Ann, Ben and Cy play three rounds with five cards each; the losers lay their hands open.
    """
    for number in count(seed):
        script = write_script(
            np.random.default_rng(number),
            NAMES[:3],
            rules={"preset": "international", "rounds": DEMO_ROUNDS},
            deal=5,
            plays=18,
            habits=Habits(illegal=0.02, takes_back=0.0, plays_drawn=0.8, hovers=0.05),
            rounds=DEMO_ROUNDS,
            shown=True,
        )
        if _shows_all(script):
            return script
    raise AssertionError("unreachable")


def _shows_all(script: Script) -> bool:
    """Whether a script is fit for the demo.

    Whole rounds, one won by each player, with every symbol card; one illegal play and one missed UNO
    call, found without the colours named and the passes as well; the colour named for a wild is the next one
    played; cards drawn for a draw two and for a wild draw four, a card drawn and kept, and one drawn and
    played; small hands at the end.
    """
    events = script.events
    if sum(isinstance(event, EndRound) for event in events) < DEMO_ROUNDS or len(script.acts) > 70:
        return False
    if len({card.symbol for card in script.plays if not card.is_number}) < 5:
        return False
    if any(len(event.cards) > 6 for event in events if isinstance(event, Hand)):
        return False
    wrong = ("illegal-play", "uno-missed", "out-of-turn", "draw-owed", "draw-count", "hand-count")
    alerts = alerts_of(events, *wrong)
    if sorted(code for code, _, _ in alerts) != ["illegal-play", "uno-missed"]:
        return False
    unsaid = [event for event in events if not isinstance(event, NameColour | Pass)]
    if alerts_of(unsaid, *wrong) != alerts:
        return False
    named = [event for event in events if isinstance(event, Play | NameColour)]
    for event, following in pairwise(named):
        if isinstance(event, NameColour) and following.cards[0].colour != event.colour:
            return False
    counts = {act.count for act in script.acts if act.kind == "draw"}
    kept = any(isinstance(act.events[-1], Pass) for act in script.acts if act.kind == "draw")
    played = any(
        (act.kind, act.count, following.kind) == ("draw", 1, "play") and following.seat == act.seat
        for act, following in pairwise(script.acts)
    )
    idle = any(act.kind in ("hover", "point") for act in script.acts)
    lost = Counter(event.player for event in events if isinstance(event, Hand))
    return {1, 2, 4} <= counts and kept and played and idle and max(lost.values()) < DEMO_ROUNDS
