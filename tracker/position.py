"""Everything that is known of a game at one moment, and how one event changes it.

The table is reality: what lies there is followed even where it breaks a rule; the breach is an alert.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tracker.cards import Card
from tracker.events import (
    CallUno,
    Catch,
    Challenge,
    Draw,
    EndRound,
    Event,
    EventError,
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
from tracker.matching import DRAW_CARDS, fault
from tracker.rules import Rules
from tracker.state import Alert, State

PLAYERS = range(2, 11)
"""How many players a game may have."""


@dataclass(frozen=True)
class LastPlay:
    """The last card played (or cards), by whom, at which event, and the position before."""

    player: str
    cards: tuple[Card, ...]
    seq: int
    before: Position


class Position:
    """The game after some events. :meth:`after` returns the position one event later and changes nothing.

    Made from the ``game`` event; raises EventError where its players, dealer, teams or deal cannot be used.
    """

    def __init__(self, start: GameStart, rules: Rules) -> None:
        _check_players(start, rules)
        self.rules = rules
        self.players = start.players
        self.teams = start.teams
        self.deal = start.deal
        self.dealer = start.dealer or start.players[0]
        self.round = 1
        self.scores = dict.fromkeys(self.players, 0)
        self.seq = 0
        self.raised: list[Alert] = []
        self.standing: list[Alert] = []
        self._deal()

    def _deal(self) -> None:
        """Begin a round: hands are dealt, no card lies on the table yet."""
        self.phase = "setup"
        self.direction = 1
        self.winner: str | None = None
        self.top: Card | None = None
        self.colour: str | None = None
        self.hands = dict.fromkeys(self.players, self.deal)
        self.last: LastPlay | None = None

        # The turn: who has it, whether only to draw owed cards, and what was drawn in it.
        self.turn: str | None = None
        self.serving = False
        self.drawn = 0
        self.drawn_cards: tuple[Card, ...] = ()
        self.overdrawn = False
        self.strayed: str | None = None  # who drew out of turn: play may go on from there

        # What players owe: cards for a draw card that hit them, and cards for a missed call.
        self.debts: Counter[str] = Counter()
        self.penalties: Counter[str] = Counter()
        self.paid: Counter[str] = Counter()
        self.blamed: set[str] = set()

        # UNO: who may be called out, who has called, who calls while the last card but one is being played.
        self.windows: set[str] = set()
        self.called: set[str] = set()
        self.calling: set[str] = set()

        # Where the cards are: the discard pile since the last reshuffle, known cards in hands, the draw pile.
        self.discards: Counter[Card] = Counter()
        self.known: dict[str, tuple[Card, ...]] = {}
        self.shown: set[str] = set()
        self.drawn_since_play: Counter[str] = Counter()
        self.pile = self.rules.deck.total - self.deal * len(self.players)
        self.pile_alerted = False

    def after(self, event: Event, seq: int) -> Position:
        """Return the position after ``event``, the one with index ``seq``; its alerts are in ``raised``.

        Raises EventError where the event makes no sense at this point.
        """
        for name in (getattr(event, key, None) for key in ("player", "by", "other")):
            if name is not None and name not in self.players:
                raise EventError(
                    f"{event.type}: unknown player {name!r}: allowed is {', '.join(self.players)}"
                )
        position = self._copy()
        position.seq = seq
        position.raised = []
        position._apply(event)
        position._tidy()
        return position

    def _copy(self) -> Position:
        twin = copy.copy(self)
        for name, value in vars(self).items():
            if isinstance(value, dict | set | list):  # a Counter is a dict
                setattr(twin, name, value.copy())
        return twin

    def _apply(self, event: Event) -> None:
        match event:
            case StartCard(card=card):
                self._start(card)
            case Play():
                self._play(event)
            case NameColour():
                self._name_colour(event.colour)
            case Draw():
                self._draw(event)
            case Pass():
                self._pass(event)
            case CallUno():
                self._call_uno(event)
            case Catch():
                self._catch(event)
            case Challenge() | Reveal():
                raise EventError(f"{event.type}: challenges are not judged yet; say who draws instead")
            case TakeBack():
                self._take_back(event)
            case Swap():
                self._swap(event)
            case Reshuffle():
                self._reshuffle_event()
            case Hand():
                self._hand(event)
            case EndRound():
                self._end_round()
            case _:
                raise EventError(f"{event.type}: cannot be played")

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
            hands=dict(self.hands),
            owed={player: self.owed(player) for player in self.players if self.owed(player)},
            uno=tuple(player for player in self.players if player in self.called),
            scores=dict(self.scores),
            winner=self.winner,
        )

    def owed(self, player: str) -> int:
        """Return how many cards the player still has to draw."""
        return self.debts[player] + self.penalties[player]

    def step(self, player: str, places: int = 1) -> str:
        """Return the player so many places on from ``player``, in the direction of play."""
        place = self.players.index(player) + places * self.direction
        return self.players[place % len(self.players)]

    def fault(self, player: str, cards: Sequence[Card]) -> str | None:
        """Return the rule that the play would break, owed cards and turns aside; None if it is allowed."""
        assert self.top
        has_drawn = player == self.turn and self.drawn > 0
        return fault(
            cards,
            self.top,
            self.colour,
            self.rules,
            drawn=self.drawn_cards if has_drawn else None,
            hand=self.hands[player],
        )

    def top_in_words(self) -> str:
        """Return the top card with the colour named for it, as in ``wild (green)``."""
        if self.top and self.top.is_wild and self.colour:
            return f"{self.top} ({self.colour})"
        return str(self.top)

    def unseen(self, card: Card) -> int:
        """Return how many cards of this face are neither discarded nor in a hand where it was seen."""
        return max(0, self.rules.deck.count(card) - self._seen(card))

    def _seen(self, card: Card) -> int:
        return self.discards[card] + sum(cards.count(card) for cards in self.known.values())

    # Alerts

    def _alert(self, code: str, player: str | None, message: str) -> None:
        alert = Alert(code, player, message, self.seq)
        self.raised.append(alert)
        self.standing.append(alert)

    def _settle(self, code: str, player: str | None = None) -> None:
        """Withdraw the standing alerts of this code, of one player or of all: they no longer hold."""
        self.standing = [
            alert
            for alert in self.standing
            if alert.code != code or (player is not None and alert.player != player)
        ]

    # The beginning of a round (rules, section 2)

    def _start(self, card: Card) -> None:
        if self.phase not in ("setup", "round-over"):
            raise EventError(f"start: {self._why_not_now()}")
        if self.phase == "round-over":
            to_the_left = self.players[(self.players.index(self.dealer) + 1) % len(self.players)]
            by_winner = self.rules.next_dealer == "winner"
            self.dealer = self.winner if self.winner and by_winner else to_the_left
            self.round += 1
        self._deal()
        if self._goes_back(card):
            return
        self.phase = "playing"
        self.top = card
        self.colour = card.colour or None
        self.pile -= 1
        self.discards[card] += 1
        self._check_supply(card, None)
        first = self.step(self.dealer)
        if card.symbol == "skip":
            self._give_turn(self.step(self.dealer, 2))
        elif card.symbol == "reverse":
            self.direction = -1
            self._give_turn(self.dealer if self.rules.start_reverse == "dealer" else self.step(self.dealer))
        elif card.symbol == "draw two":
            self._hit(first, 2)
        else:
            self._give_turn(first)
            if card.is_wild and not (card.symbol == "wild" and self.rules.start_wild == "any"):
                self._need_colour(first)

    def _goes_back(self, card: Card) -> bool:
        """Whether another starting card is turned over instead of this one."""
        return (
            card.symbol == "wild draw four"
            or (card.symbol == "wild" and self.rules.start_wild == "putback")
            or (self.rules.start_numbers_only and not card.is_number)
        )

    # Playing a card (rules, section 3)

    def _play(self, event: Play) -> None:
        if self.phase != "playing":
            raise EventError(f"play: {self._why_not_now()}")
        before = self._copy()
        player = self._actor(event)
        cards = event.cards
        self._close_windows()
        self._take_turn(player, cards)
        if self.owed(player):
            self._blame(player, "played")
        broken = self.fault(player, cards)
        if broken:
            self._alert(
                "illegal-play",
                player,
                f"{player} played {_listed(cards)} on {self.top_in_words()}: {broken}.",
            )

        self.last = LastPlay(player, cards, self.seq, before)
        self.drawn_since_play.clear()
        self._settle("colour-needed")
        self.top = cards[-1]
        self.colour = self.top.colour or event.colour
        self.hands[player] = max(0, self.hands[player] - len(cards))
        for card in cards:
            self._lay(player, card)
        for card in dict.fromkeys(cards):
            self._check_supply(card, player)
        if self.hands[player] == 0:
            self._go_out(player)
            return
        if self.top.is_wild and not self.colour:
            self._need_colour(player)
        self._take_effect(player, cards)
        self._check_call(player)

    def _take_turn(self, player: str, cards: Sequence[Card]) -> None:
        """Let play go on with ``player``, who plays ``cards``; say so where it was another's turn."""
        if player == self.turn:
            self.serving = False
            return
        if self.rules.jump_in and len(cards) == 1 and cards[0] == self.top and not cards[0].is_wild:
            if self.serving and self.turn:  # the card jumped in on loses its effect
                del self.debts[self.turn]
        elif self._implies_pass(player):
            if self.serving and self.turn:
                self._blame(self.turn, "passed the turn on")
        elif self.strayed is None or player not in (self.strayed, self.step(self.strayed)):
            self._stray(player, f"played {_listed(cards)}")
        self._give_turn(player)

    def _stray(self, player: str, did: str) -> None:
        way = "clockwise" if self.direction == 1 else "counterclockwise"
        self._alert(
            "out-of-turn", player, f"{player} {did} in {self.turn}'s turn: the turn goes round {way}."
        )

    def _implies_pass(self, player: str) -> bool:
        """Whether ``player``, by acting, says that the one before, whose turn it is, has passed."""
        return self.turn is not None and player == self.step(self.turn) and (self.drawn > 0 or self.serving)

    def _lay(self, player: str, card: Card) -> None:
        """Move one card from a hand to the discard pile."""
        if card in self.known.get(player, ()):
            held = list(self.known[player])
            held.remove(card)
            self.known[player] = tuple(held)
        self.discards[card] += 1

    def _take_effect(self, player: str, cards: Sequence[Card]) -> None:
        """Do what the top card says, and give the turn to whoever is next."""
        symbol = cards[-1].symbol
        times = sum(card.symbol == symbol for card in cards)
        if symbol == "skip":
            double = times > 1 and self.rules.multi_skip == "double"
            self._give_turn(self.step(player, 1 + times * (2 if double else 1)))
        elif symbol == "reverse" and times % 2:
            self.direction = -self.direction
            self._give_turn(player if len(self.players) == 2 else self.step(player))
        elif symbol in DRAW_CARDS:
            self._hit(self.step(player), DRAW_CARDS[symbol] * times)
        else:
            if symbol == "wild shuffle hands":
                self._shuffle_hands(player)
            elif symbol == "0" and self.rules.seven_zero:
                self._pass_hands_on()
            self._give_turn(self.step(player))

    def _hit(self, player: str, count: int) -> None:
        """Make ``player`` owe cards for a draw card, and have the turn only until they are drawn."""
        self.debts[player] += count
        self.blamed.discard(player)
        self.paid.pop(player, None)
        self._give_turn(player)
        self.serving = True

    def _give_turn(self, player: str | None) -> None:
        self.turn = player
        self.serving = False
        self.drawn = 0
        self.drawn_cards = ()
        self.overdrawn = False
        self.strayed = None

    def _need_colour(self, player: str) -> None:
        self._alert(
            "colour-needed",
            player,
            f"{player} has not named the colour yet: whoever lays a wild says which.",
        )

    def _name_colour(self, colour: str) -> None:
        if self.phase not in ("playing", "counting") or not self.top or not self.top.is_wild:
            raise EventError(f"colour: no wild lies on top, the top card is {self.top or 'not there yet'}")
        self.colour = colour
        self._settle("colour-needed")

    # Drawing and passing (rules, section 3)

    def _draw(self, event: Draw) -> None:
        if self.phase not in ("playing", "counting"):
            raise EventError(f"draw: {self._why_not_now()}")
        player = self._actor(event)
        owed = self.owed(player)
        in_turn = player == self.turn
        if in_turn or not owed:
            self._close_windows(keep=None if in_turn else player)
        self._pay(player, min(owed, event.count))
        more = max(0, event.count - owed)
        if more and (self.phase == "counting" or (in_turn and self.serving)):
            self._overdraw(player, event.count, owed)
        elif more:
            self._draw_freely(player, more, event.cards[-more:])
        self._take_cards(player, event.count, event.cards)
        if in_turn and self.serving and not self.owed(player):
            self._give_turn(self.step(player) if self.phase == "playing" else None)

    def _draw_freely(self, player: str, count: int, cards: tuple[Card, ...]) -> None:
        """Draw cards that are not owed: one in the player's own turn."""
        if player != self.turn and self._implies_pass(player):
            if self.serving and self.turn:
                self._blame(self.turn, "passed the turn on")
            self._give_turn(player)
        elif player != self.turn and self.strayed and player == self.step(self.strayed):
            self._give_turn(player)
        if player != self.turn:
            if player != self.strayed:
                self._stray(player, "drew")
            self.strayed = player
            return
        self.drawn += count
        self.drawn_cards += cards
        if len(self.drawn_cards) < self.drawn:
            self.drawn_cards = ()  # not all are known
        if self.drawn > 1 and not self.overdrawn and not self.rules.draw_until_playable:
            self.overdrawn = True
            self._alert(
                "draw-count", player, f"{player} drew {self.drawn} cards: a player draws one card in a turn."
            )

    def _overdraw(self, player: str, count: int, owed: int) -> None:
        allowed = f"{owed} owed" if owed else "none owed"
        self._alert(
            "draw-count", player, f"{player} drew {_cards(count)}: {allowed}, and no more may be drawn."
        )

    def _take_cards(self, player: str, count: int, cards: tuple[Card, ...]) -> None:
        """Move cards from the draw pile to a hand; where the pile cannot hold them, it was reshuffled."""
        self.hands[player] += count
        self.drawn_since_play[player] += count
        self.known[player] = self.known.get(player, ()) + cards
        self.shown.discard(player)  # a hand shown before is no longer all
        self.pile -= count
        if self.pile <= 0 and not self.pile_alerted:
            self.pile_alerted = True
            self._alert(
                "reshuffle",
                None,
                "The draw pile must be empty: all discards but the top one are shuffled to make a new one.",
            )
        if self.pile < 0:
            self._reshuffle()
        for card in dict.fromkeys(cards):
            self._check_supply(card, player)

    def _pay(self, player: str, count: int) -> None:
        if not count:
            return
        for_draw_card = min(count, self.debts[player])
        self.debts[player] -= for_draw_card
        self.penalties[player] -= count - for_draw_card
        self.paid[player] += count
        if not self.owed(player):
            del self.paid[player]
            self.blamed.discard(player)
            self._settle("draw-owed", player)

    def _blame(self, player: str, did: str) -> None:
        """Say, once for each debt, that a player went on without drawing the cards owed."""
        if player in self.blamed:
            return
        self.blamed.add(player)
        owed = self.owed(player)
        paid = self.paid[player]
        if paid:
            message = (
                f"{player} {did} after drawing {paid} of {paid + owed} cards: all cards owed are drawn first."
            )
            self._alert("draw-count", player, message)
        else:
            message = f"{player} {did} while owing {_cards(owed)}: owed cards are drawn first."
            self._alert("draw-owed", player, message)

    def _pass(self, event: Pass) -> None:
        if self.phase != "playing":
            raise EventError(f"pass: {self._why_not_now()}")
        player = self._actor(event)
        if player != self.turn:
            return  # the turn has moved on already
        self._close_windows()
        if self.owed(player):
            self._blame(player, "passed the turn on")
        elif not self.drawn:
            self._alert(
                "draw-count", player, f"{player} passed without drawing: who does not play draws one card."
            )
        self._give_turn(self.step(player))

    # Calling UNO (rules, section 3)

    def _check_call(self, player: str) -> None:
        """After a play: a hand that has gone to one card needs the call."""
        if self.hands[player] != 1:
            return
        if player in self.calling:
            self.calling.remove(player)
            self.called.add(player)
            return
        self.windows.add(player)
        self._alert(
            "uno-due",
            player,
            f"{player} has one card left and has not called UNO: it is called on going to one card.",
        )

    def _call_uno(self, event: CallUno) -> None:
        if self.phase not in ("playing", "counting"):
            raise EventError(f"uno: {self._why_not_now()}")
        player = self._actor(event)
        if self.hands[player] == 1:
            self.called.add(player)
            self.windows.discard(player)
            self._settle("uno-due", player)
        elif self._may_be_calling(player):
            self.calling.add(player)
        else:
            self._false_call(player)

    def _may_be_calling(self, player: str) -> bool:
        """Whether the player's next play may leave one card, or none after several (then called before)."""
        several = self.rules.multi != "off" or self.rules.runs_of_three
        in_turn = self.phase == "playing" and (player == self.turn or self._implies_pass(player))
        return in_turn and (self.hands[player] == 2 or several)

    def _false_call(self, player: str) -> None:
        message = f"{player} called UNO with {_cards(self.hands[player])}: it is called on going to one card."
        self._alert("uno-false", player, message)

    def _catch(self, event: Catch) -> None:
        if self.phase not in ("playing", "counting"):
            raise EventError(f"catch: {self._why_not_now()}")
        player = event.player or (next(iter(self.windows)) if len(self.windows) == 1 else None)
        if player is None:
            raise EventError("catch: 'player' is missing: nobody can be called out now")
        if player == event.by:
            raise EventError(f"catch: {player} cannot call out {player}")
        if player in self.windows:
            caught = f"{event.by} called it out" if event.by else "it was called out"
            self._miss_call(player, caught, self.rules.uno_penalty)

    def _close_windows(self, keep: str | None = None) -> None:
        """The next player begins: whoever has not called by now has missed it."""
        for player in self.players:
            if player in self.windows and player != keep:
                by_referee = self.rules.uno_enforcement == "referee"
                self._miss_call(player, "the next player began", self.rules.uno_penalty if by_referee else 0)

    def _miss_call(self, player: str, because: str, penalty: int) -> None:
        self.windows.discard(player)
        self._settle("uno-due", player)
        if penalty:
            self.penalties[player] += penalty
            self.blamed.discard(player)
        draws = (
            f"{player} draws {_cards(penalty)}"
            if penalty
            else "with one card left it is called, but now it is too late for a penalty"
        )
        self._alert("uno-missed", player, f"{player} did not call UNO before {because}: {draws}.")

    # Taking back, swapping, shuffling

    def _take_back(self, event: TakeBack) -> None:
        last = self.last
        if not last or self.phase not in ("playing", "counting"):
            raise EventError("takeback: no card has been played that could be taken back")
        if event.player not in (None, last.player):
            raise EventError(f"takeback: {event.player} did not play the last card, {last.player} did")
        now = self._copy()
        owner = last.player
        vars(self).update(vars(last.before._copy()))
        self.seq = now.seq
        self.raised = now.raised
        # Cards drawn since are in the hands, and calls heard since were heard.
        for player, count in now.drawn_since_play.items():
            self.hands[player] += count
            self.drawn_since_play[player] += count
            self.debts[player] = max(0, self.debts[player] - count)
        self.known = dict(now.known)
        self.known[owner] = self.known.get(owner, ()) + last.cards
        self.discards = now.discards - Counter(last.cards)
        self.pile, self.pile_alerted = now.pile, now.pile_alerted
        own_penalty = self.penalties[owner]
        self.penalties = now.penalties
        self.penalties[owner] = own_penalty
        self.windows = now.windows - {owner}
        self.called = (now.called - {owner}) | (self.called & {owner})
        kept = [alert for alert in now.standing if alert.seq > last.seq or alert.code == "uno-missed"]
        self.standing = [
            alert
            for alert in dict.fromkeys([*self.standing, *kept])
            if (alert.code != "uno-due" or alert.player in self.windows)
            and not (alert.player == owner and alert.code == "uno-missed" and alert.seq >= last.seq)
        ]

    def _swap(self, event: Swap) -> None:
        swaps = self.top and (
            self.top.symbol == "wild swap hands" or (self.top.symbol == "7" and self.rules.seven_zero)
        )
        if self.phase != "playing" or not swaps or not self.last:
            raise EventError("swap: no card was played that swaps hands")
        player = event.player or self.last.player
        if player != self.last.player or event.other == player:
            raise EventError(f"swap: {self.last.player} swaps hands with another player")
        self._move_hands({player: event.other, event.other: player})

    def _pass_hands_on(self) -> None:
        self._move_hands({player: self.step(player, -1) for player in self.players})

    def _move_hands(self, source: dict[str, str]) -> None:
        """Give each player the hand of another: ``source`` says whose."""
        hands, known = self.hands.copy(), self.known.copy()
        for player, giver in source.items():
            self.hands[player] = hands[giver]
            self.known[player] = known.get(giver, ())
            self.called.discard(player)

    def _shuffle_hands(self, player: str) -> None:
        """Gather all hands and deal them out again, one card at a time, from the next player on."""
        whole, rest = divmod(sum(self.hands.values()), len(self.players))
        for place in range(len(self.players)):
            self.hands[self.step(player, place + 1)] = whole + (place < rest)
        self.known = {}
        self.called.clear()

    def _reshuffle_event(self) -> None:
        if self.phase not in ("playing", "counting"):
            raise EventError(f"reshuffle: {self._why_not_now()}")
        self._reshuffle()

    def _reshuffle(self) -> None:
        assert self.top
        self.pile = max(0, self.pile + self.discards.total() - 1)
        self.discards = Counter({self.top: 1})
        self.pile_alerted = False
        self._settle("reshuffle")

    # The end of a round and scoring (rules, section 4)

    def _go_out(self, player: str) -> None:
        """A hand is empty: the round is over but for a last draw, and for counting the hands."""
        self.phase = "counting"
        self.winner = player
        self.windows.clear()
        self.calling.clear()
        self._give_turn(None)
        assert self.top
        assert self.last
        if self.top.symbol in DRAW_CARDS and self.rules.last_draw == "counts":
            times = sum(card.symbol == self.top.symbol for card in self.last.cards)
            self._hit(self.step(player), DRAW_CARDS[self.top.symbol] * times)

    def _hand(self, event: Hand) -> None:
        if self.phase != "counting":
            raise EventError(f"hand: {self._why_not_now()}")
        player, count = event.player, len(event.cards)
        owed = self.owed(player)
        if owed and count == self.hands[player] + owed:
            self._pay(player, owed)  # drawn, though nobody saw it
            if player == self.turn:
                self._give_turn(None)
        elif count != self.hands[player]:
            self._alert(
                "hand-count",
                player,
                f"{player} shows {_cards(count)}, but should hold {self.hands[player]}: "
                "all cards of a hand count, and no others.",
            )
        self.hands[player] = count
        self.known[player] = event.cards
        self.shown.add(player)
        for card in dict.fromkeys(event.cards):
            self._check_supply(card, player)

    def _end_round(self) -> None:
        if self.phase != "counting":
            raise EventError(f"end-round: {self._why_not_now()}")
        losers = [player for player in self.players if player != self.winner]
        missing = [player for player in losers if player not in self.shown]
        if missing:
            raise EventError(f"end-round: the cards of {_and(missing)} have not been shown")
        for player in self.players:
            if self.owed(player):
                self._blame(player, "ended the round")
        self.debts.clear()
        self.penalties.clear()
        self._give_turn(None)
        assert self.winner
        for player in losers:
            points = sum(self.rules.deck.points(card) for card in self.known[player])
            if self.rules.scoring != "ranking":
                self.scores[self.winner] += points
            if self.rules.scoring == "zero-sum":
                self.scores[player] -= points
        self.phase = "round-over"
        scores = ", ".join(f"{player} {self.scores[player]}" for player in self.players)
        self._alert(
            "round-over", self.winner, f"{self.winner} has won round {self.round}; the scores: {scores}."
        )
        self._end_game(scores)

    def _end_game(self, scores: str) -> None:
        """End the game where a score or the number of rounds says so."""
        sides = self.teams or tuple((player,) for player in self.players)
        sums = {side: sum(self.scores[player] for player in side) for side in sides}
        best = max(sums.values())
        reached = self.rules.target and best >= self.rules.target
        played = self.rules.rounds and self.round >= self.rules.rounds
        if not (reached or played):
            return
        leading = [side for side in sides if sums[side] == best]
        self.phase = "game-over"
        self.winner = _and(leading[0]) if len(leading) == 1 else None
        verdict = f"{self.winner} wins the game" if self.winner else "The game is a draw"
        limit = f"a score of {self.rules.target}" if reached else f"round {self.rules.rounds}"
        self._alert("game-over", self.winner, f"{verdict}, which ends with {limit}; the scores: {scores}.")

    # Help

    def _actor(self, event: Play | Draw | Pass | CallUno) -> str:
        """Return the player of an event: who is named, or else whose turn it is."""
        player = event.player or self.turn
        if player is None:
            raise EventError(f"{event.type}: 'player' is missing, and it is nobody's turn")
        return player

    def _why_not_now(self) -> str:
        return {
            "setup": "the round has not begun: its starting card comes first",
            "playing": "the round is still being played",
            "counting": "the round is over, the hands are being counted",
            "round-over": "the round is over; the next one begins with its starting card",
            "game-over": "the game is over",
        }[self.phase]

    def _check_supply(self, card: Card, player: str | None) -> None:
        """Say so where the deck does not hold as many of this face as have been seen."""
        held = self.rules.deck.count(card)
        seen = self._seen(card)
        if seen > held:
            self._alert(
                "impossible-card",
                player,
                f"{card} was seen {seen} times, but the deck holds {held}: it was probably misread."
                if held
                else f"{card} was seen, but the deck holds none: it was probably misread.",
            )

    def _tidy(self) -> None:
        """Drop what no longer holds: calls and windows of other hands than one card, zero counts."""
        for player in self.players:
            if self.hands[player] != 1:
                self.called.discard(player)
                if player in self.windows:
                    self.windows.remove(player)
                    self._settle("uno-due", player)
            if player in self.calling and not self._may_be_calling(player):
                self.calling.remove(player)
                self._false_call(player)
            if len(self.known.get(player, ())) > self.hands[player]:
                del self.known[player]  # the count says that they cannot all be there
        if self.phase != "playing":
            self._settle("colour-needed")
            self._settle("uno-due")
        self.debts = +self.debts
        self.penalties = +self.penalties


def _check_players(start: GameStart, rules: Rules) -> None:
    players = start.players
    if len(players) not in PLAYERS:
        raise EventError(f"game: {len(players)} players: allowed is {PLAYERS[0]} to {PLAYERS[-1]}")
    for name in players:
        if not name.strip() or not name.isprintable():
            raise EventError(f"game: player {name!r}: allowed is a name that can be printed")
    if len(set(players)) != len(players):
        raise EventError(f"game: two players have the same name: {', '.join(players)}")
    if start.dealer is not None and start.dealer not in players:
        raise EventError(f"game: unknown dealer {start.dealer!r}: allowed is {', '.join(players)}")
    if start.teams and sorted(player for team in start.teams for player in team) != sorted(players):
        raise EventError(f"game: teams must name each player once: {', '.join(players)}")
    most = (rules.deck.total - 1) // len(players)
    if not 1 <= start.deal <= most:
        raise EventError(f"game: deal {start.deal}: allowed is 1 to {most} cards each")


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _and(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _listed(cards: Sequence[Card]) -> str:
    return _and([str(card) for card in cards])
