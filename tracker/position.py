"""Everything that is known of a game at one moment, and the few things that change it.

The table is reality: what lies there is followed even where it breaks a rule; the breach is an alert. What an
event does is said in the modules that :mod:`tracker.follow` calls.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from tracker.cards import Card, announcement
from tracker.events import Event, EventError, GameStart
from tracker.matching import ANOTHER_CARD, MATCH, Rule, fault, matches, may_jump_in, may_stack
from tracker.rules import Rules
from tracker.seating import check_start, seating
from tracker.state import Alert, State
from tracker.tally import GUARDS, count_of, tally, total

Key = TypeVar("Key", str, Card)

Past = dict[str, Any]
"""The fields of a position as they were at some moment."""


class LastPlay(NamedTuple):
    """The last card played (or cards), by whom, at which event, and the position before.

    ``carried`` is how many cards to draw it passed on, its own not counted.
    """

    player: str
    cards: tuple[Card, ...]
    seq: int
    before: Past
    carried: int


@dataclass(frozen=True)
class SwapDue:
    """``player`` has laid a card that swaps hands, and has not said with whom.

    ``hands`` is how many cards everybody held then, ``times`` how often hands are swapped. Once play has gone
    on, ``late``, any of the other players may be the one.
    """

    player: str
    hands: Mapping[str, int]
    times: int
    late: bool = False


@dataclass(frozen=True)
class Missed:
    """A window for calling UNO that has closed: at which time, and how many cards it costs."""

    t: float | None
    penalty: int


class Position:
    """The game after the events so far.

    An event changes its fields, and :meth:`begin` keeps them as they were before: going back is having them
    again. The two share what an event leaves as it is, so that dicts, sets and tuples in a field are
    replaced, never changed in place. What is not kept has a slot: what holds for the whole game, and what is
    only about the event that is being followed.

    Made from the ``game`` event; raises EventError where its players, dealer, teams or deal cannot be used.
    """

    __slots__ = (
        "__dict__",
        *("rules", "players", "seats", "beside", "teams", "dealt", "total", "supply"),
        *("event", "seq", "before", "raised", "outgrown"),
    )

    def __init__(self, start: GameStart, rules: Rules) -> None:
        self.seats, self.beside = seating(start.players)
        check_start(start, rules)
        self.rules = rules
        self.players = start.players
        self.teams = start.teams
        self.dealt = start.deal
        self.total = rules.deck.total
        self.supply = rules.deck.limit
        self.dealer = start.dealer or start.players[0]
        self.round = 1
        self.scores: dict[str, int] = dict.fromkeys(self.players, 0)
        self.wins: dict[str, int] = {}
        self.event: Event = start
        self.seq = 0  # the event's index
        self.before: Past = {}  # the event
        self.raised: tuple[Alert, ...] = ()
        self.outgrown = False  # whether more cards of a hand may be known than it can hold
        self.standing: tuple[Alert, ...] = ()
        self.deal()
        self.__dict__ = dict(self.__dict__)  # with no room to spare: it is copied for every event

    def deal(self) -> None:
        """Begin a round: hands are dealt, no card lies on the table yet."""
        self.phase = "setup"
        self.direction = 1
        self.winner: str | None = None
        self.out: tuple[str, ...] = ()  # who has gone out while the others play on
        self.top: Card | None = None
        self.colour: str | None = None
        self.hands: dict[str, int] = dict.fromkeys(self.players, self.dealt)
        self.bounds: dict[str, tuple[int, int]] = {}  # of the hands whose number of cards is not sure
        self.last: LastPlay | None = None
        self.swap_due: SwapDue | None = None

        # What players owe: cards for a draw card that hit them, and cards for a missed call.
        self.debts: dict[str, int] = {}
        self.penalties: dict[str, int] = {}
        self.paid: dict[str, int] = {}
        self.blamed: frozenset[str] = frozenset()

        # UNO: who may be called out, who has called, who calls while the last card but one is being played.
        self.windows: frozenset[str] = frozenset()
        self.called: frozenset[str] = frozenset()
        self.calling: frozenset[str] = frozenset()
        self.excused: frozenset[str] = frozenset()  # of these, whose call was right for a card taken back
        self.missed: dict[str, Missed] = {}

        # Where the cards are: known cards in hands; these and the discards since the last reshuffle, counted.
        self.known: dict[str, tuple[Card, ...]] = {}
        self.seen = 0  # a tally
        self.discarded = 0
        self.shown: frozenset[str] = frozenset()
        self.acted = False  # whether the last card has had its effect: the next player has drawn
        self.disputed_by: str | None = None  # who has challenged the last card, with no verdict so far
        self.draws: tuple[tuple[str, int, tuple[Card, ...]], ...] = ()  # since the last card was played
        self.pile_alerted = False
        self.settle("reshuffle")
        self.give_turn(None)

    def fields(self) -> Past:
        """Return all fields as they are now, for :meth:`go_back`."""
        return self.__dict__.copy()

    def begin(self, event: Event, seq: int) -> Past:
        """Begin with the changes that an event makes, and return all fields as they were before."""
        self.before = before = self.__dict__.copy()
        self.event = event
        self.seq = seq
        self.raised = ()
        return before

    def go_back(self, past: Past) -> None:
        """Be again as at that moment; ``past`` is given up to the position."""
        self.__dict__ = past

    # What can be asked

    @property
    def state(self) -> State:
        """The position as the game shows it."""
        return State(
            phase=self.phase,
            round=self.round,
            dealer=self.dealer,
            top=self.top,
            colour=self.colour,
            direction="clockwise" if self.direction == 1 else "counterclockwise",
            turn=self.turn,
            hands=self.hands,
            owed={player: self.owed(player) for player in self.players if self.owed(player)},
            uno=tuple(player for player in self.players if player in self.called),
            scores=self.scores,
            winner=self.winner,
            bounds={player: self.bounds[player] for player in self.players if player in self.bounds},
            draw_pile=self.pile,
            discard_pile=self.discarded,
            ranking=self.out,
            team_scores=tuple(sum(self.scores[player] for player in team) for team in self.teams),
            challenged_by=self.challenged_by,
            undecided=self.disputed_by is not None and self.disputed_by != self.challenged_by,
            swap_due=self.swap_due.player if self.swap_due else None,
            say=self.say,
            written=self.written,
        )

    @property
    def say(self) -> str | None:
        """What the player of the last card announces, in English, where that is played (read_aloud)."""
        if not self.rules.read_aloud or not self.last:
            return None
        return announcement(self.last.cards, self.colour)

    @property
    def written(self) -> tuple[str, ...]:
        """What the customizable wild that was played last may say; a starting card has no effect."""
        played = self.last is not None and self.last.cards[-1].symbol == "wild customizable"
        return self.rules.texts if played else ()

    @property
    def pile(self) -> int:
        """How many cards the draw pile holds: those that are neither in a hand nor discarded."""
        return self.total - self.discarded - sum(self.hands.values())

    @property
    def drawable(self) -> int:
        """How many cards can be drawn, the discard pile reshuffled where need be."""
        return self.pile + max(0, self.discarded - 1)

    @property
    def active(self) -> tuple[str, ...]:
        """The players who have not gone out."""
        return (
            tuple(player for player in self.players if player not in self.out) if self.out else self.players
        )

    def owed(self, player: str) -> int:
        """Return how many cards the player still has to draw."""
        return self.debts.get(player, 0) + self.penalties.get(player, 0)

    def most(self, player: str) -> int:
        """Return how many cards the player holds at most."""
        return self.bounds[player][1] if player in self.bounds else self.hands[player]

    def step(self, player: str, places: int = 1) -> str:
        """Return the player so many places on from ``player``, in the direction of play."""
        if places == 1 and not self.out:
            return self.beside[self.direction][player]
        seat = self.seats[player]
        if not self.out:
            return self.players[(seat + places * self.direction) % len(self.players)]
        way = self.direction if places > 0 else -self.direction
        for _ in range(abs(places)):
            seat = (seat + way) % len(self.players)
            while self.players[seat] in self.out:
                seat = (seat + way) % len(self.players)
        return self.players[seat]

    def fault(self, player: str, cards: Sequence[Card], stacked: bool = False) -> Rule | None:
        """Return the rule that the play would break, owed cards and turns aside; None if it is allowed."""
        assert self.top
        # The usual play: one card, with nothing drawn before it.
        if len(cards) == 1 and not self.drawn and not self.replacing and not self.rules.no_symbol_finish:
            return None if stacked or matches(cards[0], self.top, self.colour) else MATCH
        in_turn = player == self.turn
        if in_turn and self.replacing and cards[-1].symbol == "wild draw four":
            return ANOTHER_CARD
        return fault(
            cards,
            self.top,
            self.colour,
            self.rules,
            drawn=self.drawn_cards if in_turn and self.drawn else None,
            drawn_count=self.drawn,
            hand=self.most(player),
            stacked=stacked,
        )

    def stacks(self, player: str, cards: Sequence[Card]) -> bool:
        """Return whether these cards pass on the draws that the player would have to take (rules: stacking).

        Who has begun to draw can no longer.
        """
        assert self.top
        to_draw = player == self.turn and self.serving and not self.paid.get(player)
        return to_draw and may_stack(cards, self.top, self.rules)

    def jumps_in(self, player: str, cards: Sequence[Card]) -> bool:
        """Return whether the player may jump in with these cards (rules: jump_in).

        Who has begun to draw what a draw card says can no longer.
        """
        assert self.top
        begun = player == self.turn and self.serving and bool(self.paid.get(player))
        return not begun and may_jump_in(cards, self.top, self.rules)

    def top_in_words(self) -> str:
        """Return the top card with the colour named for it, as in ``wild (green)``."""
        if self.top and self.top.is_wild and self.colour:
            return f"{self.top} ({self.colour})"
        return str(self.top)

    def unseen(self, card: Card) -> int:
        """Return how many cards of this face are neither discarded nor in a hand where it was seen."""
        return max(0, self.rules.deck.count(card) - count_of(self.seen, card))

    def why_not_now(self) -> str:
        """Return what the phase of the game stands for, where an event does not belong to it."""
        return {
            "setup": "the round has not begun: its starting card comes first",
            "playing": "the round is still being played",
            "counting": "the round is over, the hands are being counted",
            "round-over": "the round is over; the next one begins with its starting card",
            "game-over": "the game is over",
        }[self.phase]

    def needs_phase(self, what: str, *phases: str) -> None:
        """Raise EventError where an event does not belong to this phase of the game."""
        if self.phase not in phases:
            raise EventError(f"{what}: {self.why_not_now()}")

    def actor(self, what: str, named: str | None) -> str:
        """Return the player of an event: who is named, or else whose turn it is."""
        player = named or self.turn
        if player is None:
            raise EventError(f"{what}: 'player' is missing, and it is nobody's turn")
        return player

    # Alerts

    def alert(
        self, code: str, player: str | None, message: str, source: str | None = None, rule: str | None = None
    ) -> None:
        """Say something about the game.

        ``source`` is the rule book of the rule, where it is about one, and ``rule`` the key of one that a
        play has broken.
        """
        alert = Alert(code, player, message, self.seq, source, rule)
        self.raised += (alert,)
        self.standing += (alert,)

    def settle(self, code: str, player: str | None = None) -> None:
        """Withdraw the standing alerts of this code, of one player or of all: they no longer hold."""
        if not self.standing:
            return
        self.standing = tuple(
            alert
            for alert in self.standing
            if alert.code != code or (player is not None and alert.player != player)
        )

    # Turns, hands and piles

    def give_turn(self, player: str | None) -> None:
        """Begin a turn; None where it is nobody's."""
        self.turn = player
        self.serving = False  # whether the turn is only for drawing what a draw card says
        self.stack = 0  # how many cards that is
        self.drawn = 0
        self.drawn_cards: tuple[Card, ...] = ()
        self.overdrawn = False
        self.strayed: str | None = None  # who drew out of turn: play may go on from there
        self.replacing = False  # whether a card is due in place of a wild draw four found out
        self.challenged_by: str | None = None
        self.judged = False  # whether a challenge has found the card fair for which cards are drawn

    def hit(self, player: str, count: int) -> None:
        """Make ``player`` owe cards for a draw card, and have the turn only until they are drawn."""
        self.debts = put(self.debts, player, self.debts.get(player, 0) + count)
        if player in self.blamed:
            self.blamed -= {player}
        self.paid = put(self.paid, player, 0)
        self.give_turn(player)
        self.serving = True
        self.stack = count

    def change_hand(self, player: str, by: int) -> int:
        """Let a hand grow or shrink, and return its number of cards.

        Where it cannot shrink so far, which the number below 0 says, cards were drawn that nobody saw.
        """
        self.hands = hands = self.hands.copy()
        hands[player] = count = hands[player] + by
        if count < 0:
            hands[player] = 0
            self.bound(player, 0, self.pile)
        elif self.bounds and player in self.bounds:
            low, high = self.bounds[player]
            self.bound(player, max(0, low + by), max(0, high + by))
        return count

    def set_hand(self, player: str, count: int) -> None:
        """Set the number of cards in a hand that was counted."""
        self.hands = {**self.hands, player: count}
        self.bound(player, count, count)

    def bound(self, player: str, low: int, high: int) -> None:
        """Say between what numbers of cards a hand is; where they are the same, there is no doubt."""
        self.outgrown = True
        bounds = dict(self.bounds)
        if low < high:
            bounds[player] = (low, high)
        else:
            bounds.pop(player, None)
        self.bounds = bounds

    def lay(self, player: str, cards: tuple[Card, ...]) -> int:
        """Move cards from a hand to the discard pile, and return how many are left in the hand.

        Where the hand cannot hold them, cards were drawn that nobody saw.
        """
        count = len(cards)
        left = self.change_hand(player, -count)
        self.discarded += count
        for card in cards:
            held = self.known.get(player)
            if held and card in held:
                rest = list(held)
                rest.remove(card)
                self.known = known = self.known.copy()
                known[player] = tuple(rest)
            else:
                self.seen += card.unit
                if held and len(held) > left:
                    self.outgrown = True
        if left < 0:
            left = 0
            self.refill()
        if (self.supply - self.seen) & GUARDS != GUARDS:
            self.check_supply(cards, player)
        return left

    def take(self, player: str, count: int, cards: tuple[Card, ...]) -> None:
        """Move cards from the draw pile to a hand; where the pile cannot hold them, it was reshuffled."""
        pile = self.total - self.discarded - sum(self.hands.values())
        if count > pile and count > self.drawable:
            raise EventError(f"draw: {cards_in_words(count)}: only {self.drawable} can be drawn")
        self.change_hand(player, count)
        self.draws += ((player, count, cards),)
        if cards:
            self.known = known = self.known.copy()
            known[player] = known.get(player, ()) + cards
            for card in cards:
                self.seen += card.unit
        if player in self.shown:
            self.shown -= {player}  # a hand shown before is no longer all
        if player in self.out:
            self.out = tuple(other for other in self.out if other != player)
        if count >= pile:
            if not self.pile_alerted:
                self.pile_alerted = True
                self.alert(
                    "reshuffle",
                    None,
                    "The draw pile must be empty: all discards but the top one are shuffled into a new pile.",
                )
            self.refill()
        if cards and (self.supply - self.seen) & GUARDS != GUARDS:
            self.check_supply(cards, player)

    def know(self, known: dict[str, tuple[Card, ...]]) -> None:
        """Replace what is known of hands."""
        discards = self.discards
        self.known = known
        self.outgrown = True
        self.count_seen(discards)

    def forget(self) -> None:
        """Forget the known cards of hands that cannot hold them all: they were misread, or have moved."""
        for player, cards in self.known.items():
            if len(cards) > self.hands[player] and len(cards) > self.most(player):
                self.know({**self.known, player: ()})
        self.outgrown = False

    @property
    def discards(self) -> int:
        """The tally of the discard pile, as it has grown since the last reshuffle."""
        return self.seen - tally(chain.from_iterable(self.known.values()))

    def count_seen(self, discards: int) -> None:
        """Count the cards on the discard pile, given as a tally, and all that have been seen."""
        self.discarded = total(discards)
        self.seen = discards + tally(chain.from_iterable(self.known.values()))

    def refill(self) -> None:
        """Reshuffle where more cards are in hands than the draw pile can have given."""
        if self.pile >= 0:
            return
        self.reshuffle()
        if self.pile < 0:
            raise EventError(
                f"that makes {sum(self.hands.values())} cards in hands: the deck has {self.total}"
            )

    def reshuffle(self) -> None:
        """Make a new draw pile of all discards but the top one."""
        if self.discarded and self.top:
            self.count_seen(self.top.unit)
        self.pile_alerted = False
        self.settle("reshuffle")

    def impossible(self, card: Card) -> bool:
        """Return whether more cards of this face have been seen than the deck holds."""
        return count_of(self.seen, card) > self.rules.deck.count(card)

    def check_supply(self, cards: Iterable[Card], player: str | None) -> None:
        """Say so where the deck does not hold as many of these faces as have been seen."""
        for card in dict.fromkeys(cards):
            seen, held = count_of(self.seen, card), self.rules.deck.count(card)
            if seen > held:
                many = f"was seen {seen} times, but the deck holds {held}"
                message = f"{card} {many if held else 'was seen, but the deck holds none'}"
                self.alert("impossible-card", player, f"{message}: it was probably misread.")


def put(counts: dict[Key, int], key: Key, count: int) -> dict[Key, int]:
    """Return these counts with one of them changed, themselves where it is the same; 0 is left out.

    >>> put({"Ann": 2, "Ben": 1}, "Ben", 0)
    {'Ann': 2}
    """
    if counts.get(key, 0) == count:
        return counts
    changed = counts.copy()
    if count:
        changed[key] = count
    else:
        changed.pop(key, None)
    return changed


def less(cards: Sequence[Card], others: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards that are left when each of the others takes one of its face away.

    >>> red, blue = Card.parse("red 1"), Card.parse("blue 1")
    >>> [card.label for card in less((red, blue, red), (red, red, red))]
    ['blue 1']
    """
    left = list(cards)
    for card in others:
        if card in left:
            left.remove(card)
    return tuple(left)


def cards_in_words(count: int) -> str:
    """Return a number of cards in words, as in ``1 card``, ``2 cards`` or ``no cards``."""
    return "1 card" if count == 1 else f"{count or 'no'} cards"


def listed(words: Sequence[object]) -> str:
    """Return a list in words, as in ``Ann, Ben and Cy``."""
    *most, last = map(str, words)
    return f"{', '.join(most)} and {last}" if most else last
