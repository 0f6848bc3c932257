"""A table at which random games are really played: shuffled cards, open hands, and rules of its own.

The table knows of the tracker only what an event, a card and an option is called. What a card does, who is
next and what an alert is due for are written here a second time, from the rules: the two can be compared.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from tracker.cards import CARDS, COLOURS, Card
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
from tracker.rules import OPTIONS, PRESETS, Rules

NAMES = ("Ann", "Ben", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo")
DRAWS = {"draw two": 2, "wild draw four": 4}

FREE_OPTIONS = {name: tuple(values) for name, values in OPTIONS.items()} | {
    "target": (0, 60, 500),
    "rounds": (0, 1, 3),
    "uno_penalty": (0, 2, 4),
}
"""Every option with the values that random games are played under."""


@dataclass(frozen=True)
class Moment:
    """An event, and the codes of the alerts that the rules ask for, sorted."""

    event: Event
    codes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Conduct:
    """How people behave at the table: each is the probability of doing so, where it can be done."""

    draws: float = 0.15  # though a card could be played
    plays_drawn: float = 0.7
    shows_draws: float = 0.5  # the referee sees the faces drawn
    says_pass: float = 0.5
    says_colour: float = 0.9  # at once or later; otherwise never
    calls: float = 0.7
    catches: float = 0.3
    challenges: float = 0.3
    stacks: float = 0.7
    jumps_in: float = 0.7
    together: float = 0.6
    takes_back: float = 0.05
    says_reshuffle: float = 0.5
    errs: float = 0.0  # breaks a rule


Past = dict[str, Any]
"""What a card that is taken back restores, by the names of the table's attributes."""

MOVING = (
    *("phase", "direction", "turn", "colour", "told", "serving", "lingering", "drawn", "replacing", "last"),
    *("before", "used", "winner", "called", "swaps_due", "strayed"),
)

HONEST = Conduct()
CARELESS = replace(HONEST, errs=0.2, takes_back=0.15, calls=0.4)


def random_options(rng: random.Random, changes: int = 6) -> dict[str, Any]:
    """Return rules as in a rules file: some preset with some options changed."""
    names = rng.sample(sorted(FREE_OPTIONS), changes)
    return fitting(
        {"preset": rng.choice(PRESETS), **{name: rng.choice(FREE_OPTIONS[name]) for name in names}}
    )


def fitting(options):
    """The same options, without asking for customizable wilds where the deck has none."""
    others = {name: value for name, value in options.items() if name != "customizable"}
    has_some = Rules.load(others).deck.count(Card.parse("wild customizable"))
    return options if has_some else others


class Table:
    """People at a table who play by ``options`` and behave by ``conduct``; ``seed`` settles the rest.

    :meth:`moments` plays on without end, or to the end of the game. After each moment the table's own
    attributes say what is true: ``hands``, ``pile``, ``discards``, ``owed`` and so on.
    """

    def __init__(
        self,
        seed: int,
        options: dict[str, Any],
        players: int = 4,
        deal: int = 7,
        teams: bool = False,
        conduct: Conduct = HONEST,
    ) -> None:
        self.seed = seed
        self.rng = random.Random(seed)
        self.options = options
        self.rules = Rules.load(options)
        self.conduct = conduct
        self.players = NAMES[:players]
        self.teams = (self.players[::2], self.players[1::2]) if teams and players % 2 == 0 else ()
        self.deck = [card for card in CARDS for _ in range(self.rules.deck.count(card))]
        self.deal = min(deal, (len(self.deck) - 1) // players)
        self.dealer = self.rng.choice(self.players)
        self.round = 1
        self.scores = dict.fromkeys(self.players, 0)
        self.wins = dict.fromkeys(self.players, 0)
        self.winner: str | None = None
        self.round_winner: str | None = None
        self._shuffle_and_deal()

    def __repr__(self) -> str:
        return f"Table({self.seed}, {self.options}, {len(self.players)}, {self.deal}, {bool(self.teams)})"

    # What is true

    def _shuffle_and_deal(self) -> None:
        self.pile = self.rng.sample(self.deck, len(self.deck))
        self.hands = {player: [self.pile.pop() for _ in range(self.deal)] for player in self.players}
        self.discards: list[Card] = []
        self.phase = "setup"
        self.direction = 1
        self.turn: str | None = None
        self.out: list[str] = []
        self.colour: str | None = None  # the true one; None where any counts
        self.told = True  # whether the referee was told the colour
        self.owed = dict.fromkeys(self.players, 0)
        self.serving = 0  # how many cards the player whose turn it is draws for a draw card
        self.lingering: str | None = None  # who has drawn, plays nothing, and has not said so
        self.drawn: Card | None = None
        self.replacing = False
        self.windows: set[str] = set()
        self.emptied = False  # whether the referee has said that the draw pile is empty
        self.last: str | None = None  # who played the top card
        self.before: Past = {}  # how the table was then
        self.used = False  # whether a player has drawn in turn since, so that its effect is past
        self.drew_since: set[str] = set()
        self.called = False  # whether UNO was called before that play
        self.swaps_due = 0
        self.strayed = False  # whether somebody has drawn in this turn of another

    def _now(self) -> Past:
        """All that a card taken back restores."""
        past = {name: getattr(self, name) for name in MOVING}
        past["hands"] = {player: list(cards) for player, cards in self.hands.items()}
        past["discards"] = list(self.discards)
        past["out"] = list(self.out)
        past["owed"] = dict(self.owed)
        past["windows"] = set(self.windows)
        past["drew_since"] = set(self.drew_since)
        past["wins"] = dict(self.wins)
        return past

    def _restore(self, past: Past) -> None:
        self.__dict__.update(past)
        self.hands = {player: list(cards) for player, cards in past["hands"].items()}
        for name in ("discards", "out"):
            setattr(self, name, list(past[name]))
        self.owed, self.wins = dict(past["owed"]), dict(past["wins"])
        self.windows, self.drew_since = set(past["windows"]), set(past["drew_since"])

    @property
    def top(self) -> Card | None:
        return self.discards[-1] if self.discards else None

    @property
    def drawable(self) -> int:
        return len(self.pile) + max(0, len(self.discards) - 1)

    @property
    def active(self) -> list[str]:
        return [player for player in self.players if player not in self.out]

    def expected(self) -> dict[str, Any]:
        """What the referee's state must show now, by the names of its fields."""
        shown_turn = self.lingering or self.turn
        if self.phase == "counting":
            shown_turn = self.turn if self.serving and self.turn and self.owed[self.turn] else None
        return {
            "phase": self.phase,
            "round": self.round,
            "dealer": self.dealer,
            "top": self.top,
            "colour": self.colour if self.told else None,
            "direction": "clockwise" if self.direction == 1 else "counterclockwise",
            "turn": shown_turn,
            "hands": {player: len(cards) for player, cards in self.hands.items()},
            "owed": {player: count for player, count in self.owed.items() if count},
            "scores": self.scores,
            "winner": self.winner,
            "bounds": {},
            "draw_pile": len(self.pile),
            "discard_pile": len(self.discards),
            "ranking": tuple(self.out),
            "team_scores": tuple(sum(self.scores[player] for player in team) for team in self.teams),
        }

    def standing(self) -> set[tuple[str, str | None]]:
        """The alerts, by code and player, that stand now for as long as what they say is so."""
        due: set[tuple[str, str | None]] = {("uno-due", player) for player in self.windows}
        if not self.told and self.phase == "playing":
            due.add(("colour-needed", self.last or self.step(self.dealer)))
        if self.emptied:
            due.add(("reshuffle", None))
        return due

    def step(self, player: str, places: int = 1) -> str:
        """The player so many places on, in the direction of play, among those who still play."""
        seat = self.players.index(player)
        while places:
            seat = (seat + self.direction) % len(self.players)
            places -= self.players[seat] not in self.out
        return self.players[seat]

    # The game

    def moments(self) -> Iterator[Moment]:
        """Play: yield each event as it happens; the table is then as it is after it."""
        teams = self.teams
        yield Moment(GameStart(self.players, self.options, self.dealer, teams, self.deal))
        while True:
            yield from self._play_round()
            if self.phase == "game-over":
                return
            next_dealer = self.rules.next_dealer == "winner" and self.round_winner
            seat = self.players.index(self.dealer)
            self.dealer = next_dealer or self.players[(seat + 1) % len(self.players)]
            self.winner = None
            self.round += 1
            self._shuffle_and_deal()

    def says_colour(self) -> bool:
        """Whether the referee is told the colour of a wild, though not with the play itself."""
        return self.chance(self.conduct.says_colour)

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def named(self, player: str) -> str | None:
        """The name in an event; it may be left out of the player whose turn the referee knows it to be."""
        return None if player == self.turn and not self.lingering and self.chance(0.2) else player

    def _play_round(self) -> Iterator[Moment]:
        yield from self._start()
        while self.phase == "playing":
            yield from self._pay()
            yield from self._jump_in()
            if self.phase == "playing":
                yield from self._turn()
        if self.phase == "counting":
            yield from self._count()

    def _start(self) -> Iterator[Moment]:
        rules = self.rules
        while True:
            card = self.pile.pop()
            goes_back = (
                card.symbol == "wild draw four"
                or (card.symbol == "wild" and rules.start_wild == "putback")
                or (rules.start_numbers_only and not card.is_number)
            )
            if not goes_back:
                break
            self.pile.append(card)
            self.rng.shuffle(self.pile)
            yield Moment(StartCard(card))
        self.discards = [card]
        self.phase = "playing"
        self.turn = self.step(self.dealer)
        self.colour = card.colour or None
        if card.symbol == "skip":
            self.turn = self.step(self.turn)
        elif card.symbol == "reverse":
            self.direction = -1
            self.turn = self.dealer if rules.start_reverse == "dealer" else self.step(self.dealer)
        elif card.symbol == "draw two":
            self._hit(self.turn, 2)
        any_card = card.symbol == "wild" and rules.start_wild == "any"
        if card.is_wild and not any_card:
            self.colour, self.told = self._favourite(self.turn), False
            yield Moment(StartCard(card), ("colour-needed",))
            if self.says_colour():
                self.told = True
                yield Moment(NameColour(self.colour))
        else:
            yield Moment(StartCard(card))

    def _favourite(self, player: str) -> str:
        """A colour to name: as often as not the one most held."""
        held = [card.colour for card in self.hands[player] if card.colour]
        return self.rng.choice(held) if held and self.chance(0.7) else self.rng.choice(COLOURS)

    # What may be played

    def fits(self, card: Card) -> bool:
        top = self.top
        assert top
        return card.is_wild or self.colour is None or card.colour == self.colour or card.symbol == top.symbol

    def groups(self, player: str) -> list[tuple[Card, ...]]:
        """Cards of the hand that may be played several at once, in any order of which the first fits."""
        hand, rules = sorted(self.hands[player], key=str), self.rules
        found: set[tuple[Card, ...]] = set()
        for symbol in sorted({card.symbol for card in hand}):
            same = [card for card in hand if card.symbol == symbol]
            number = same[0].is_number
            if rules.multi == "same-face" or (rules.multi == "same-number" and number):
                found.update(group for size in range(2, len(same) + 1) for group in combinations(same, size))
            if rules.multi == "pairs" and number:
                found.update((one, other) for one, other in combinations(same, 2) if one == other)
        if rules.runs_of_three:
            numbers = sorted({card for card in hand if card.is_number}, key=str)
            for one in numbers:
                for two in numbers:
                    for three in numbers:
                        up = int(two.symbol) - int(one.symbol) == int(three.symbol) - int(two.symbol) == 1
                        one_colour = one.colour == two.colour == three.colour
                        if up and (one_colour or rules.runs_colour == "any"):
                            found |= {(one, two, three), (three, two, one)}
        return sorted(found, key=lambda cards: list(map(str, cards)))

    def plays(self, player: str) -> list[tuple[Card, ...]]:
        """All that the player may lay in turn, each in one order."""
        singles = [(card,) for card in sorted(set(self.hands[player]), key=str) if self.fits(card)]
        together = []
        for group in self.groups(player):
            if len({card.symbol for card in group}) > 1:  # a run: laid from one end
                if self.fits(group[0]):
                    together.append(group)
            elif any(self.fits(card) for card in group):
                first = next(card for card in group if self.fits(card))
                rest = list(group)
                rest.remove(first)
                together.append((first, *rest))
        if self.replacing:
            singles = [cards for cards in singles if cards[0].symbol != "wild draw four"]
            together = [cards for cards in together if cards[0].symbol != "wild draw four"]
        if together and self.chance(self.conduct.together):
            singles = together
        return [cards for cards in singles if self._may_finish(player, cards)]

    def stacks(self, player: str) -> list[tuple[Card, ...]]:
        """All that the player, who has to draw, may lay to pass that on."""
        top, how = self.top, self.rules.stacking
        assert top
        wanted = {
            "off": (),
            "up": ("draw two", "wild draw four") if top.symbol == "draw two" else ("wild draw four",),
            "same": (top.symbol,),
            "any": tuple(DRAWS),
        }[how]
        singles = [(card,) for card in sorted(set(self.hands[player]), key=str)]
        cards = [cards for cards in singles + self.groups(player) if cards[0].symbol in wanted]
        return [one for one in cards if self._may_finish(player, one)]

    def _may_finish(self, player: str, cards: tuple[Card, ...]) -> bool:
        last = len(cards) == len(self.hands[player])
        return not (last and self.rules.no_symbol_finish and not cards[-1].is_number)

    # A turn

    def _turn(self) -> Iterator[Moment]:
        player = self.turn
        assert player
        if not self.replacing and self.chance(self.conduct.errs):
            wrong = self.rng.choice(self._errors(player))
            yield from wrong(player)
        elif self.serving:
            yield from self._serve(player)
        elif self.drawn:  # and taken back
            yield from self._pass(player)
        elif self.replacing:
            yield from self._replace(player)
        else:
            cards = self.plays(player)
            if cards and not (self.drawable and self.chance(self.conduct.draws)):
                yield from self._lay(player, self.rng.choice(cards))
            elif self.drawable:
                yield from self._draw_one(player)
            else:
                yield from self._pass(player)

    def _serve(self, player: str) -> Iterator[Moment]:
        """Draw what a draw card says, or challenge it, or pass it on."""
        stacks = self.stacks(player) if self.owed[player] == self.serving else []
        if stacks and self.chance(self.conduct.stacks):
            yield from self._lay(player, self.rng.choice(stacks), carried=self.serving)
            return
        if self._may_challenge() and self.chance(self.conduct.challenges):
            yield from self._challenge(player)
        if self.serving and self.turn == player:
            yield from self._draw_served(player)

    def _draw_served(self, player: str) -> Iterator[Moment]:
        while self.owed[player] and self.drawable:
            part = self.owed[player] if self.chance(0.8) else self.rng.randint(1, self.owed[player])
            yield from self._draw(player, part)
        if self.owed[player] and self.phase == "playing":  # nothing is left to draw
            yield from self._pass(player)

    def _draw_one(self, player: str) -> Iterator[Moment]:
        while True:
            yield from self._draw(player, 1)
            drawn = self.drawn
            assert drawn
            yield from self._pay()
            forbidden = drawn.symbol in DRAWS and not self.rules.play_drawn_draws
            playable = self.fits(drawn) and not forbidden
            if not self.rules.draw_until_playable or playable or not self.drawable:
                break
        if playable and self.chance(self.conduct.plays_drawn):
            yield from self._lay(player, (drawn,))
            return
        if not self.chance(self.conduct.says_pass):
            self._give_turn(self.step(player))
            self.lingering = player
        else:
            yield from self._pass(player)

    def _pass(self, player: str, *codes: str) -> Iterator[Moment]:
        if self.owed[player] and self.drawable:  # a call missed by going on to draw
            yield from self._draw(player, self.owed[player])
        name = self.named(player)
        self.owed[player] = 0  # as nothing can be drawn
        said = [*codes, *self._close_windows()]
        self._give_turn(self.step(player))
        yield Moment(Pass(name), tuple(sorted(said)))

    def _give_turn(self, player: str | None) -> None:
        self.turn = player
        self.serving = 0
        self.drawn = None
        self.lingering = None
        self.replacing = False
        self.strayed = False

    def _hit(self, player: str, count: int) -> None:
        self._give_turn(player)
        self.serving = count
        self.owed[player] += count

    # Drawing

    def _draw(self, player: str, count: int, *codes: str) -> Iterator[Moment]:
        """Draw cards, as many of them as there are, and reshuffle where the draw pile runs out."""
        count = min(count, self.drawable)
        if 0 < len(self.pile) < count and self.chance(self.conduct.says_reshuffle):
            rest = count - len(self.pile)
            yield from self._draw(player, len(self.pile))
            yield from self._say_reshuffle()
            yield from self._draw(player, rest, *codes)
            return
        if not self.pile and self.chance(self.conduct.says_reshuffle):
            yield from self._say_reshuffle()
        name = self.named(player)
        owed = self.owed[player]
        in_turn = player == self.turn and not (self.lingering and owed)
        said = list(codes)
        if in_turn or not owed:
            said += self._close_windows(keep=None if in_turn else player)
        if in_turn:
            self.used = True
            self.lingering = None
        self.drew_since.add(player)
        if len(self.pile) <= count and not self.emptied:
            self.emptied = True
            said.append("reshuffle")
        cards = self._take(count)
        self.hands[player] += cards
        paid = min(count, owed)
        self.owed[player] -= paid
        if in_turn and count > paid and not self.serving:
            self.drawn = cards[-1]
        if in_turn and self.serving and not self.owed[player]:
            self._give_turn(self.step(player) if self.phase == "playing" else None)
        self._tidy_windows()
        shown = self.chance(self.conduct.shows_draws)
        yield Moment(Draw(name, 0 if shown else count, tuple(cards) if shown else ()), tuple(sorted(said)))

    def _take(self, count: int) -> list[Card]:
        cards = []
        for _ in range(count):
            if not self.pile:
                self._reshuffle()
            cards.append(self.pile.pop())
        return cards

    def _reshuffle(self) -> None:
        self.pile = self.rng.sample(self.discards[:-1], len(self.discards) - 1)
        self.discards = self.discards[-1:]
        self.emptied = False

    def _say_reshuffle(self) -> Iterator[Moment]:
        self._reshuffle()
        yield Moment(Reshuffle())

    def _pay(self) -> Iterator[Moment]:
        """Draw the cards that are owed beside a turn: penalties, and those of a bluffer found out."""
        for player in self.players:
            in_turn = player == self.turn and (self.serving or self.replacing)
            if self.owed[player] and not in_turn and self.drawable:
                yield from self._draw(player, self.owed[player])

    def owed_beside(self) -> bool:
        """Whether cards are owed that are no part of the turn."""
        return any(count for player, count in self.owed.items() if not (self.serving and player == self.turn))

    # Laying cards

    def _lay(
        self, player: str, cards: tuple[Card, ...], *codes: str, carried: int = 0, jump: bool = False
    ) -> Iterator[Moment]:
        """Lay cards, with all that people say about it before the next player begins."""
        left = len(self.hands[player]) - len(cards)
        early = left == 1 and "out-of-turn" not in codes and self.chance(self.conduct.calls / 2)
        if early or (left == 0 and len(cards) > 1):
            early = True
            yield Moment(CallUno(self.named(player)))
        name = self.named(player)
        said = [*codes]
        missed = player in self.windows  # the rules do not say what becomes of that where the card goes back
        said += self._close_windows()
        past = self._now()
        if not self.drawable and not self.replacing:  # nothing to draw is nothing owed
            self.owed[player] = carried
        if carried:
            self.owed[player] -= carried
        if jump:
            carried = self._cancel_last()
        for card in cards:
            self.hands[player].remove(card)
        self.discards += cards
        self.before, self.last, self.used, self.drew_since = past, player, False, set()
        top = cards[-1]
        times = sum(card.symbol == top.symbol for card in cards)
        self.colour = top.colour or self._favourite(player)
        at_once = top.is_wild and self.chance(self.conduct.says_colour / 2)
        self.told = at_once or not top.is_wild
        self.swaps_due = 0
        self.called = early
        if left:
            self._take_effect(player, times, carried)
        else:
            said += self._go_out(player, times, carried)
        if not self.told and self.phase == "playing":
            said.append("colour-needed")
        if left == 1 and len(self.hands[player]) == 1 and not early:
            self.windows.add(player)
            said.append("uno-due")
        self._tidy_windows()
        yield Moment(Play(cards, name, self.colour if at_once else None), tuple(sorted(said)))

        final = early or missed or past["replacing"]
        if not final and self.chance(self.conduct.takes_back):
            self._restore(past)
            yield Moment(TakeBack(player if self.chance(0.5) else None))
            return
        if not self.told and self.phase == "playing" and self.says_colour():
            self.told = True
            yield Moment(NameColour(self.colour))
        if self.phase == "playing":
            yield from self._jump_in()
        if self.before is past:
            yield from self._swap(player)
            yield from self._say_uno(player)
            yield from self._pay()

    def _swap(self, player: str) -> Iterator[Moment]:
        while self.swaps_due:
            self.swaps_due -= 1
            other = self.rng.choice([name for name in self.active if name != player])
            self.hands[player], self.hands[other] = self.hands[other], self.hands[player]
            self._tidy_windows()
            yield Moment(Swap(other, player if self.chance(0.5) else None))

    def _say_uno(self, player: str) -> Iterator[Moment]:
        if player not in self.windows:
            return
        if self.chance(self.conduct.calls):
            self.windows.discard(player)
            yield Moment(CallUno(player))
        elif self.chance(self.conduct.catches):
            self.windows.discard(player)
            self.owed[player] += self.rules.uno_penalty
            by = self.rng.choice([other for other in self.players if other != player])
            yield Moment(Catch(by, player), ("uno-missed",))

    def _close_windows(self, keep: str | None = None) -> list[str]:
        """The next player begins: who has not called by now has missed it. Return the alerts due."""
        closing = self.windows - {keep}
        self.windows -= closing
        if self.rules.uno_enforcement == "referee" and self.phase == "playing":
            for player in closing:
                self.owed[player] += self.rules.uno_penalty
        return ["uno-missed"] * len(closing)

    def _tidy_windows(self) -> None:
        self.windows = {player for player in self.windows if len(self.hands[player]) == 1}

    def _take_effect(self, player: str, times: int, carried: int) -> None:
        """Do what the card on top says, so many times (rules, sections 3 and 5)."""
        top, rules = self.top, self.rules
        assert top
        if top.symbol == "skip":
            passed = times * 2 if times > 1 and rules.multi_skip == "double" else times
            self._give_turn(self.step(player, 1 + passed))
        elif top.symbol == "reverse":
            if times % 2:
                self.direction = -self.direction
            again = times % 2 and len(self.active) == 2 and player not in self.out
            self._give_turn(player if again else self.step(player))
        elif top.symbol in DRAWS:
            self._hit(self.step(player), DRAWS[top.symbol] * times + carried)
        else:
            swaps = top.symbol == "wild swap hands" or (top.symbol == "7" and rules.seven_zero)
            if top.symbol == "wild shuffle hands":
                self._deal_again(player)
            elif top.symbol == "0" and rules.seven_zero:
                for _ in range(times):
                    self._pass_hands(1)
            elif swaps and player not in self.out:
                self.swaps_due = times
            self._give_turn(self.step(player))

    def _deal_again(self, player: str) -> None:
        gathered = [card for name in self.active for card in self.hands[name]]
        self.rng.shuffle(gathered)
        for name in self.active:
            self.hands[name] = []
        while gathered:
            player = self.step(player)
            self.hands[player].append(gathered.pop())

    def _pass_hands(self, way: int) -> None:
        """Pass every hand to the next player in the direction of play; back again where ``way`` is -1."""
        held = dict(self.hands)
        for player in self.active:
            if way == 1:
                self.hands[self.step(player)] = held[player]
            else:
                self.hands[player] = held[self.step(player)]

    def _replace(self, player: str) -> Iterator[Moment]:
        """Play another card in place of a wild draw four found out; what is owed is drawn before or after."""
        if len(self.hands[player]) <= 4 or self.chance(0.5):
            while self.owed[player] and self.drawable:
                yield from self._draw(player, self.owed[player])
        yield from self._lay(player, self.rng.choice(self.plays(player)))

    # Challenges

    def _may_challenge(self) -> bool:
        rules, top = self.rules, self.top
        if rules.challenge == "off" or rules.stacking == "up" or not self.last or not self.turn:
            return False
        assert top
        known = self.before["told"] and self.before["colour"]
        return bool(
            top.symbol == "wild draw four"
            and known
            and self.owed[self.turn] == self.serving
            and not self.drew_since
            and not self.owed_beside()
        )

    def _challenge(self, player: str) -> Iterator[Moment]:
        """Show the hand of the wild draw four, and judge it by what lay there before."""
        yield Moment(Challenge(player if self.chance(0.5) else None))
        bluffer, past = self.last, self.before
        assert bluffer
        before, colour = past["discards"][-1], past["colour"]
        hand, draws = tuple(self.hands[bluffer]), self.serving
        condition = self.rules.wd4_condition
        if condition == "no-colour":
            guilty = any(card.colour == colour for card in hand)
        else:
            guilty = condition == "nothing-else" and any(
                card.symbol != "wild draw four"
                and (card.is_wild or card.colour == colour or card.symbol == before.symbol)
                for card in hand
            )
        if not guilty:
            self.owed[player] += 2
            self.serving += 2
        elif self.rules.challenge == "stays":
            self.owed[player] -= draws
            self._give_turn(player)
            self.owed[bluffer] += draws
        else:
            self._restore(past)
            self._give_turn(bluffer)
            self.owed[bluffer] = draws
            self.replacing = True
        code = "wd4-illegal" if guilty else "wd4-fair"
        yield Moment(Reveal(hand, bluffer if self.chance(0.5) else None), (code,))

    # Jumping in

    def _jump_in(self) -> Iterator[Moment]:
        """Somebody may hold the card on top a second time, and lay it out of turn."""
        top = self.top
        assert top
        moved = self.rules.seven_zero and top.symbol in ("0", "7")
        if not self.rules.jump_in or top.is_wild or self.replacing or self.owed_beside() or not self.last:
            return
        if moved and (self.used or self.drew_since or (top.symbol == "7" and not self.swaps_due)):
            return
        hands = self.hands
        if moved and top.symbol == "0":  # the hands have not moved yet
            self._pass_hands(-1)
            hands = dict(self.hands)
            self._pass_hands(1)
        jumpers = [
            player
            for player in self.active
            if player not in (self.turn, self.lingering)
            and top in hands[player]
            and not (len(hands[player]) == 1 and self.rules.no_symbol_finish and not top.is_number)
        ]
        if jumpers and self.chance(self.conduct.jumps_in):
            yield from self._lay(self.rng.choice(jumpers), (top,), jump=True)

    def _cancel_last(self) -> int:
        """Cancel what the card on top does; return the draws that add up to those of the next one."""
        top, draws = self.top, self.serving
        assert top
        if draws and self.turn:
            self.owed[self.turn] -= draws
        if not self.used:
            if top.symbol == "0" and self.rules.seven_zero:
                self._pass_hands(-1)
            self.direction = self.before["direction"]
        return draws if self.rules.stacking != "off" else 0

    # The end of a round

    def _go_out(self, player: str, times: int, carried: int) -> list[str]:
        """A hand is empty. Return the alerts that are due."""
        top = self.top
        assert top
        if self.rules.scoring == "ranking":
            self.out.append(player)
            self.owed[player] = 0
            if len(self.active) > 1:
                self._take_effect(player, times, carried)
                return []
            self.winner = self.out[0]
            self.out += self.active
            self.wins[self.winner] += 1
            return self._end_round(self.wins)
        self.phase = "counting"
        self.winner = player
        self.windows = set()
        self._give_turn(None)
        if top.symbol in DRAWS and self.rules.last_draw == "counts":
            self._hit(self.step(player), DRAWS[top.symbol] * times + carried)
        return []

    def _count(self) -> Iterator[Moment]:
        """Draw what is still owed, show the hands, and score them."""
        yield from self._pay()
        if self.serving and self.turn:
            if self._may_challenge() and self.chance(self.conduct.challenges):
                yield from self._challenge(self.turn)
            if self.chance(0.7):
                yield from self._draw_served(self.turn)
        losers = [player for player in self.players if player != self.winner]
        self.rng.shuffle(losers)
        for player in losers:
            if self.owed[player] <= self.drawable:  # drawn without a word
                self.hands[player] += self._take(self.owed[player])
                self.owed[player] = 0
            yield Moment(Hand(player, tuple(self.hands[player])))
        for player in losers:
            points = sum(map(points_of, self.hands[player]))
            assert self.winner
            self.scores[self.winner] += points
            if self.rules.scoring == "zero-sum":
                self.scores[player] -= points
        yield Moment(EndRound(), tuple(self._end_round(self.scores)))

    def _end_round(self, points: dict[str, int]) -> list[str]:
        rules = self.rules
        self.phase = "round-over"
        self.owed = dict.fromkeys(self.players, 0)
        self.windows = set()
        self._give_turn(None)
        self.round_winner = self.winner
        sides = self.teams or tuple((player,) for player in self.players)
        sums = [sum(points[player] for player in side) for side in sides]
        reached = rules.scoring != "ranking" and 0 < rules.target <= max(sums)
        if not reached and not 0 < rules.rounds <= self.round:
            return ["round-over"]
        self.phase = "game-over"
        best = [side for side, total in zip(sides, sums, strict=True) if total == max(sums)]
        self.winner = " and ".join(", ".join(best[0]).rsplit(", ", 1)) if len(best) == 1 else None
        return ["game-over", "round-over"]

    # Breaking the rules

    def _errors(self, player: str) -> list[Any]:
        if self.serving:
            return [self._play_while_owing]
        if self.drawn or self.lingering or self.strayed:
            return [self._play_unfitting]
        return [
            self._play_unfitting,
            self._play_out_of_turn,
            self._draw_out_of_turn,
            self._draw_too_many,
            self._pass_at_once,
            self._call_falsely,
        ]

    def _play_unfitting(self, player: str) -> Iterator[Moment]:
        cards = [card for card in self.hands[player] if not self.fits(card)]
        if cards and self.told:
            yield from self._lay(player, (self.rng.choice(cards),), "illegal-play")

    def _play_out_of_turn(self, player: str) -> Iterator[Moment]:
        found = [
            (other, card)
            for other in self.active
            for card in self.hands[other]
            if other != player and self.fits(card) and card != self.top and len(self.hands[other]) > 1
        ]
        if found:
            other, card = self.rng.choice(found)
            yield from self._lay(other, (card,), "out-of-turn")

    def _play_while_owing(self, player: str) -> Iterator[Moment]:
        cards = [card for card in self.hands[player] if self.fits(card) and card.symbol not in DRAWS]
        begun = self.owed[player] != self.serving
        if cards and self.drawable and not begun and len(self.hands[player]) > 1:
            yield from self._lay(player, (self.rng.choice(cards),), "draw-owed")

    def _draw_out_of_turn(self, player: str) -> Iterator[Moment]:
        others = [other for other in self.active if other != player and not self.owed[other]]
        if others and self.drawable:
            self.strayed = True
            yield from self._draw(self.rng.choice(others), 1, "out-of-turn")

    def _draw_too_many(self, player: str) -> Iterator[Moment]:
        if len(self.pile) > 2 and not self.owed[player] and not self.rules.draw_until_playable:
            yield from self._draw(player, self.rng.randint(2, 3), "draw-count")
            yield from self._pass(player)

    def _pass_at_once(self, player: str) -> Iterator[Moment]:
        if self.drawable and not self.owed[player]:
            yield from self._pass(player, "draw-count")

    def _call_falsely(self, player: str) -> Iterator[Moment]:
        several = self.rules.multi != "off" or self.rules.runs_of_three
        if len(self.hands[player]) > 2 and not several:
            yield Moment(CallUno(player), ("uno-false",))


def points_of(card: Card) -> int:
    """What a card counts at the end of a round (rules, section 1)."""
    if card.is_wild:
        return 50
    return int(card.symbol) if card.is_number else 20
