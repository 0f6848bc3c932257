"""Small deals with open hands, counted: how many legal ways there are to go on, by the game and by the rules.

Chess engines are proven in this way and call it perft. The rules are written here once more, slowly and from
the rule book alone; the game is asked with ``push`` and ``pop``: a move is legal where no breach is alerted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import pytest

from tracker.cards import COLOURS, Card
from tracker.events import Challenge, Draw, Event, EventError, GameStart, Pass, Play, Reveal, StartCard, Swap
from tracker.game import Game

NAMES = ("Ann", "Ben", "Cy", "Di")
BREACHES = {"hand-count", "illegal-play", "out-of-turn", "draw-owed", "draw-count", "impossible-card"}
DRAWS = {"draw two": 2, "wild draw four": 4}

Hands = tuple[tuple[Card, ...], ...]


def cards(text: str) -> tuple[Card, ...]:
    """The cards of a list of labels, sorted."""
    return tuple(sorted((Card.parse(label) for label in text.split(", ") if label), key=str))


def ways(hand: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """All ways to lay one, two or three cards of a hand, of which only the top one matters; or a run."""
    found = {(card,) for card in hand}
    for size in (2, 3):
        for some in combinations(hand, size):
            for place in range(size):
                found.add((*some[:place], *some[place + 1 :], some[place]))
    for way in sorted(found, key=lambda way: tuple(map(str, way))):
        run = len({card.symbol for card in way}) == 3
        if not run or way in (tuple(sorted(way, key=symbol)), tuple(sorted(way, key=symbol, reverse=True))):
            yield way


def symbol(card: Card) -> str:
    return card.symbol


def without(hand: tuple[Card, ...], laid: tuple[Card, ...]) -> tuple[Card, ...]:
    left = list(hand)
    for card in laid:
        left.remove(card)
    return tuple(left)


# The rules, slowly


@dataclass(frozen=True)
class Was:
    """What lay there before the last card, and whether anybody has drawn since."""

    player: int
    top: Card
    colour: str | None
    way: int
    drawn: bool = False


@dataclass(frozen=True)
class Place:
    """A moment of a round, all cards open. Players are seats, clockwise from 0; ``way`` is 1 or -1."""

    options: dict[str, Any]
    hands: Hands
    pile: tuple[Card, ...]  # the next one first
    top: Card
    colour: str | None
    turn: int | None
    owed: tuple[int, ...]
    way: int = 1
    serving: bool = False  # the turn is for drawing, or passing that on
    begun: bool = False  # some of it is drawn
    drawn: tuple[Card, ...] = ()  # in this turn, of free will
    swapping: bool = False
    challenged: bool = False
    was: Was | None = None
    out: frozenset[int] = frozenset()
    over: bool = False

    def option(self, name: str) -> Any:
        return self.options.get(name, False)

    def next(self, seat: int, places: int = 1) -> int:
        while places:
            seat = (seat + self.way) % len(self.hands)
            places -= seat not in self.out
        return seat

    def playing(self) -> list[int]:
        return [seat for seat in range(len(self.hands)) if seat not in self.out]

    # What may be done

    def moves(self) -> Iterator[tuple[Any, ...]]:
        turn = self.turn
        if turn is None:
            return
        if self.swapping:
            assert self.was
            yield from (("swap", self.was.player, seat) for seat in self.playing() if seat != self.was.player)
            return
        if self.challenged:
            yield ("reveal",)
            return
        for seat, count in enumerate(self.owed):
            yield from (("draw", seat, some) for some in range(1, count + 1))
        if self.over:
            if self.may_challenge():
                yield ("challenge", turn)
            return
        if self.serving:
            if self.may_challenge():
                yield ("challenge", turn)
            if not self.begun:
                yield from self.plays(turn, self.stacks)
            yield from self.jumps()
            return
        if not self.owed[turn]:
            if self.drawn:
                yield from self.plays(turn, lambda laid: laid == self.drawn[-1:] and self.fits_drawn(laid[0]))
            else:
                yield from self.plays(turn, self.fits)
        yield from self.free_draws(turn, self.drawn)
        if self.drawn and not self.must_draw_on(self.drawn):
            yield ("pass", turn)
            after = self.next(turn)  # who may begin without a word of it
            if not self.owed[after]:
                yield from self.plays(after, self.fits)
            yield from self.free_draws(after, ())
        yield from self.jumps()

    def free_draws(self, seat: int, drawn: tuple[Card, ...]) -> Iterator[tuple[Any, ...]]:
        """One card, after those that are owed; or on until one can be played."""
        owed = self.owed[seat]
        free = self.pile[owed:]
        if not self.option("draw_until_playable"):
            if not drawn:
                yield ("draw", seat, owed + 1)
            return
        for count in range(1, 6):
            if self.must_draw_on((*drawn, *free[: count - 1])) or not (drawn or count > 1):
                yield ("draw", seat, owed + count)

    def must_draw_on(self, drawn: tuple[Card, ...]) -> bool:
        return bool(self.option("draw_until_playable")) and not any(map(self.fits_drawn, drawn))

    def plays(self, seat: int, allowed: Any) -> Iterator[tuple[Any, ...]]:
        for laid in ways(self.hands[seat]):
            ends_on_symbol = len(laid) == len(self.hands[seat]) and not laid[-1].is_number
            if not self.together(laid) or not allowed(laid):
                continue
            if ends_on_symbol and self.option("no_symbol_finish"):
                continue
            for colour in COLOURS if laid[-1].is_wild else (None,):
                yield ("play", seat, laid, colour)

    def jumps(self) -> Iterator[tuple[Any, ...]]:
        """The identical card may be played out of turn, if it has a colour."""
        if not self.option("jump_in") or self.top.is_wild:
            return
        implied = self.next(self.turn) if self.turn is not None and self.drawn else None
        for seat in self.playing():
            if seat not in (self.turn, implied):
                yield from self.plays(seat, lambda laid: laid == (self.top,))

    def fits(self, laid: tuple[Card, ...]) -> bool:
        return any(self.fits_one(card) for card in laid)

    def fits_one(self, card: Card) -> bool:
        return (
            card.is_wild
            or self.colour is None
            or card.colour == self.colour
            or (card.symbol == self.top.symbol)
        )

    def fits_drawn(self, card: Card) -> bool:
        waits = card.symbol in DRAWS and not self.options.get("play_drawn_draws", True)
        return self.fits_one(card) and not waits

    def together(self, laid: tuple[Card, ...]) -> bool:
        if len(laid) == 1:
            return True
        symbols = [card.symbol for card in laid]
        same, numbers = len(set(symbols)) == 1, all(card.is_number for card in laid)
        multi = self.option("multi")
        if same and (multi == "same-face" or (multi == "same-number" and numbers)):
            return True
        if multi == "pairs" and numbers and len(laid) == 2 and laid[0] == laid[1]:
            return True
        if self.option("runs_of_three") and numbers and len(laid) == 3:
            low, middle, high = sorted(map(int, symbols))
            one_colour = len({card.colour for card in laid}) == 1
            return (middle - low, high - middle) == (1, 1) and (
                one_colour or self.option("runs_colour") == "any"
            )
        return False

    def stacks(self, laid: tuple[Card, ...]) -> bool:
        kinds = {card.symbol for card in laid}
        if len(kinds) > 1 or not kinds <= set(DRAWS):
            return False
        (kind,) = kinds
        how = self.option("stacking")
        if how == "up":
            return kind == "wild draw four" or self.top.symbol == "draw two"
        return how == "any" or (how == "same" and kind == self.top.symbol)

    def may_challenge(self) -> bool:
        off = self.options["challenge"] == "off" or self.option("stacking") == "up"
        four = self.top.symbol == "wild draw four" and self.was is not None
        return self.serving and four and not self.begun and not off

    # What it does

    def after(self, move: tuple[Any, ...]) -> Place:
        kind, *rest = move
        return getattr(self, f"after_{kind}")(*rest)  # type: ignore[no-any-return]

    def owing(self, seat: int, count: int) -> tuple[int, ...]:
        return (*self.owed[:seat], self.owed[seat] + count, *self.owed[seat + 1 :])

    def holding(self, seat: int, hand: tuple[Card, ...]) -> Hands:
        return (*self.hands[:seat], tuple(sorted(hand, key=str)), *self.hands[seat + 1 :])

    def turned_to(self, seat: int | None) -> Place:
        return replace(self, turn=seat, serving=False, begun=False, drawn=())

    def after_pass(self, seat: int) -> Place:
        return self.turned_to(self.next(seat))

    def after_draw(self, seat: int, count: int) -> Place:
        taken, pile = self.pile[:count], self.pile[count:]
        paid = min(count, self.owed[seat])
        place = self
        if count > paid and seat != self.turn:  # the one before has passed without a word
            place = place.turned_to(seat)
        place = replace(
            place,
            hands=place.holding(seat, place.hands[seat] + taken),
            pile=pile,
            owed=place.owing(seat, -paid),
            was=replace(place.was, drawn=True) if place.was else None,
        )
        if seat == place.turn:
            place = replace(place, begun=place.serving, drawn=place.drawn + taken[paid:])
            if place.serving and not place.owed[seat]:
                place = place.turned_to(None if place.over else place.next(seat))
        return place

    def after_play(self, seat: int, laid: tuple[Card, ...], colour: str | None) -> Place:
        place, carried = self, 0
        jump = (
            seat != self.turn
            and laid == (self.top,)
            and not (self.drawn and seat == self.next(self.turn or 0))
        )
        if self.serving and self.turn is not None:  # passed on, or cancelled by jumping in
            draws = self.owed[self.turn]
            place = replace(place, owed=place.owing(self.turn, -draws))
            carried = draws if self.option("stacking") else 0
        was = Was(seat, self.top, self.colour, place.way)
        if jump and self.was and not self.was.drawn:
            place = replace(place, way=self.was.way)
        hands = place.holding(seat, without(place.hands[seat], laid))
        top = laid[-1]
        place = replace(place, hands=hands, top=top, colour=top.colour or colour, was=was)
        times = sum(card.symbol == top.symbol for card in laid)
        if not hands[seat]:
            if self.option("scoring") != "ranking":
                place = replace(place.turned_to(None), over=True)
                counts = top.symbol in DRAWS and self.options.get("last_draw", "counts") == "counts"
                return place.hit(seat, DRAWS[top.symbol] * times + carried) if counts else place
            place = replace(place, out=place.out | {seat}, owed=place.owing(seat, -place.owed[seat]))
            if len(place.playing()) == 1:
                return replace(place.turned_to(None), over=True)
        return place.with_effect(seat, times, carried)

    def hit(self, seat: int, count: int) -> Place:
        target = self.next(seat)
        return replace(self.turned_to(target), owed=self.owing(target, count), serving=True)

    def with_effect(self, seat: int, times: int, carried: int) -> Place:
        kind, going_on = self.top.symbol, seat not in self.out
        if kind == "skip":
            twice = times > 1 and self.option("multi_skip") == "double"
            return self.turned_to(self.next(seat, 1 + times * (2 if twice else 1)))
        if kind == "reverse":
            place = replace(self, way=-self.way if times % 2 else self.way)
            back = times % 2 and len(self.playing()) == 2 and going_on
            return place.turned_to(seat if back else place.next(seat))
        if kind in DRAWS:
            return self.hit(seat, DRAWS[kind] * times + carried)
        place = self
        if kind == "0" and self.option("seven_zero"):
            for _ in range(times):
                given = {place.next(giver): place.hands[giver] for giver in place.playing()}
                place = replace(
                    place, hands=tuple(given.get(s, place.hands[s]) for s in range(len(place.hands)))
                )
        swaps = kind == "wild swap hands" or (kind == "7" and self.option("seven_zero"))
        return replace(place, swapping=bool(swaps and going_on)).turned_to(place.next(seat))

    def after_swap(self, seat: int, other: int) -> Place:
        hands = list(self.hands)
        hands[seat], hands[other] = hands[other], hands[seat]
        return replace(self, hands=tuple(hands), swapping=False)

    def after_challenge(self, seat: int) -> Place:
        return replace(self, challenged=True)

    def after_reveal(self) -> Place:
        place = replace(self, challenged=False)
        assert self.was
        assert self.turn is not None
        bluffer, challenger = self.was.player, self.turn
        if any(card.colour == self.was.colour for card in self.hands[bluffer]):  # and it stays
            draws = self.owed[challenger]
            place = replace(place, owed=place.owing(challenger, -draws))
            return replace(place, owed=place.owing(bluffer, draws)).turned_to(challenger)
        return replace(place, owed=place.owing(challenger, 2), begun=True)


def count_by_rules(place: Place, depth: int) -> int:
    if not depth:
        return 1
    return sum(count_by_rules(place.after(move), depth - 1) for move in place.moves())


# The game, asked


@dataclass(frozen=True)
class Cards:
    """Where the cards are, and nothing else: what the people at the table hold."""

    hands: Hands
    pile: tuple[Card, ...]


def candidates(game: Game, held: Cards) -> Iterator[tuple[Event, Cards]]:
    """All that anybody could do with the cards, allowed or not, and where the cards are then."""
    state = game.state
    seats = range(len(held.hands))
    if state.swap_due:
        one = NAMES.index(state.swap_due)
        for other in seats:
            hands = list(held.hands)
            hands[one], hands[other] = hands[other], hands[one]
            yield Swap(NAMES[other], state.swap_due), replace(held, hands=tuple(hands))
        return
    if state.challenged_by:
        shown = next(event for event in reversed(game.events) if isinstance(event, Play)).player
        yield Reveal(held.hands[NAMES.index(str(shown))], shown), held
        return
    for seat in seats:
        name, hand = NAMES[seat], held.hands[seat]
        for laid in ways(hand):
            hands = list(held.hands)
            hands[seat] = without(hand, laid)
            if laid[-1].symbol == "0" and game.rules.seven_zero and hands[seat]:
                step = 1 if state.direction == "clockwise" else -1
                hands = [hands[(other - step * len_of(laid)) % len(hands)] for other in seats]
            for colour in COLOURS if laid[-1].is_wild else (None,):
                yield Play(laid, name, colour), replace(held, hands=tuple(hands))
        most = min(max(4, *state.owed.values(), 0) + 1, len(held.pile))
        for count in range(1, most + 1):
            taken = held.pile[:count]
            hands = list(held.hands)
            hands[seat] = tuple(sorted(hand + taken, key=str))
            yield Draw(name, 0, taken), Cards(tuple(hands), held.pile[count:])
        yield Challenge(name), held
    if state.turn:
        yield Pass(state.turn), held


def len_of(laid: tuple[Card, ...]) -> int:
    return sum(card.symbol == laid[-1].symbol for card in laid)


def count_by_game(game: Game, held: Cards, depth: int) -> int:
    if not depth:
        return 1
    total = 0
    for event, then in candidates(game, held):
        legal = isinstance(event, Play) and event.player == game.state.turn and game.legal(*event.cards)
        in_turn = isinstance(event, Play) and event.player == game.state.turn
        try:
            alerts = {alert.code for alert in game.push(event)}
        except EventError:
            continue
        allowed = not alerts & BREACHES
        assert not in_turn or legal == allowed, (event, alerts)
        if allowed:
            total += count_by_game(game, then, depth - 1)
        game.pop()
    return total


# The deals


@dataclass(frozen=True)
class Deal:
    """Ann deals, and ``start`` lies there. ``counts`` is how many ways there are, by depth from 1."""

    start: str
    hands: tuple[str, ...]
    pile: str
    counts: tuple[int, ...]
    options: dict[str, Any] = field(default_factory=dict)

    def place(self) -> Place:
        """The moment after the starting card (rules, section 2)."""
        hands, top = tuple(map(cards, self.hands)), Card.parse(self.start)
        pile = tuple(Card.parse(label) for label in self.pile.split(", "))
        options = {"challenge": "off", **self.options}
        nobody = (0,) * len(hands)
        place = Place(options, hands, pile, top, top.colour or None, 1, nobody)
        if top.symbol == "skip":
            return replace(place, turn=place.next(1))
        if top.symbol == "reverse":
            return replace(place, way=-1, turn=0)
        return place.hit(0, 2) if top.symbol == "draw two" else place

    def game(self) -> tuple[Game, Cards]:
        game = Game()
        rules = {"preset": "international", "deck": "2016-112", "challenge": "off", **self.options}
        # All hands count alike, whatever they hold: the game only knows how many cards there are.
        deal = max(map(len, map(cards, self.hands)))
        game.push(GameStart(NAMES[: len(self.hands)], rules=rules, dealer="Ann", deal=deal))
        game.push(StartCard(Card.parse(self.start)))
        return game, Cards(self.place().hands, self.place().pile)


PILE = "green 9, yellow 8, blue 6, red 2, yellow 1, green 4, blue 1, red 9, yellow 6, green 2, blue 2, red 6"

DEALS = {
    "matching, three players": Deal(
        "red 5", ("red 1, blue 5", "red 3, green 7", "blue 3, red 8"), PILE, (2, 6, 15, 32, 73, 169)
    ),
    "two players": Deal(
        "red 5", ("red skip, blue 5, red 3", "red reverse, blue skip, red 7"), PILE, (3, 10, 29, 74, 191)
    ),
    "symbols turn and skip": Deal(
        "blue 4",
        ("blue reverse, red 1", "red reverse, blue skip", "red skip, blue 1", "blue 8, red 4"),
        PILE,
        (2, 5, 13, 32, 84, 209),
    ),
    "wilds": Deal("red 5", ("wild, blue 3", "wild, red 4", "green 7, yellow 4"), PILE, (6, 10, 54, 170)),
    "draw cards": Deal(
        "red 5",
        ("red draw two, blue 3", "red draw two, green 1", "wild draw four, green 7"),
        PILE,
        (2, 8, 27, 63, 131),
    ),
    "the last card draws": Deal(
        "red 5", ("green 1", "red draw two", "blue draw two"), PILE, (2, 4, 4, 6, 14, 28, 47)
    ),
    "the last draw ends": Deal(
        "red 5",
        ("green 1", "red draw two", "blue draw two"),
        PILE,
        (2, 2, 3, 6, 14, 28, 47),
        {"last_draw": "ends"},
    ),
    "a challenge, guilty or not": Deal(
        "red 5",
        ("blue 3, green 5", "wild draw four, red 1", "wild draw four, green 7"),
        PILE,
        (6, 31, 84, 226),
        {"challenge": "stays"},
    ),
    "a starting draw two": Deal(
        "red draw two",
        ("red 1, blue 5", "red 3, green 7", "blue 3, red 8"),
        PILE,
        (2, 3, 7, 19, 50, 120, 281),
    ),
    "a starting reverse": Deal(
        "red reverse",
        ("red 1, blue 5", "red 3, green 7", "blue 3, red 8"),
        PILE,
        (2, 5, 12, 26, 60, 134),
    ),
    "a starting skip": Deal(
        "red skip", ("red 1, blue 5", "red 3, green 7", "blue 3, red 8"), PILE, (2, 5, 12, 30, 65, 143)
    ),
    "any card on a starting wild": Deal(
        "wild",
        ("red 1, blue 5", "red 3, green 7", "blue 3, red 8"),
        PILE,
        (3, 9, 23, 49, 114, 260),
        {"start_wild": "any"},
    ),
    "a drawn draw card waits": Deal(
        "red 5",
        ("blue 3, green 5", "blue 1, red 1", "red 8, green 7"),
        f"red draw two, {PILE}",
        (2, 5, 9, 21, 51, 109, 223),
        {"play_drawn_draws": False},
    ),
    "drawing until a card can be played": Deal(
        "red 5",
        ("blue 3, green 7", "blue 1, red 1", "red 8, green 8"),
        f"blue 7, {PILE}, green 0, yellow 3, blue 8, red 3, yellow 4, green 5, blue 9, red 0",
        (6, 23, 80, 279),
        {"draw_until_playable": True},
    ),
    "stacking up": Deal(
        "red 5",
        ("blue draw two, green 1", "red draw two, wild draw four", "yellow draw two, blue 3"),
        PILE,
        (6, 21, 41, 93),
        {"stacking": "up"},
    ),
    "stacking the same": Deal(
        "red draw two",
        ("blue draw two, green 1", "green draw two, wild draw four", "yellow draw two, wild draw four"),
        PILE,
        (3, 12, 48, 157),
        {"stacking": "same", "challenge": "stays"},
    ),
    "stacking any": Deal(
        "red 5",
        ("blue draw two, green 1", "wild draw four, red 3", "yellow draw two, blue 3"),
        PILE,
        (6, 24, 65, 172),
        {"stacking": "any"},
    ),
    "jumping in": Deal(
        "red 5",
        ("red 3, blue 3, red 1", "red 3, red 1, green 7", "red 5, red skip, green 8"),
        PILE,
        (4, 15, 46, 136),
        {"jump_in": True},
    ),
    "jumping in on symbols": Deal(
        "red 5",
        ("red reverse, red skip", "red reverse, blue 3", "red skip, blue 3", "green 1, red 9"),
        PILE,
        (2, 6, 14, 38, 99, 246),
        {"jump_in": True},
    ),
    "jumping in and stacking": Deal(
        "red 5",
        ("red draw two, blue 3", "blue draw two, red 8", "red draw two, green 3", "green 1, red 3"),
        PILE,
        (2, 5, 14, 41, 118),
        {"jump_in": True, "stacking": "same"},
    ),
    "one face at once": Deal(
        "red 5",
        ("red 1, blue 1, green 1", "red skip, blue skip, green 5", "blue reverse, red reverse, yellow 1"),
        PILE,
        (5, 33, 73, 273),
        {"multi": "same-face", "multi_skip": "double"},
    ),
    "one number at once": Deal(
        "red 5",
        ("red 1, blue 1, blue 8", "red skip, blue skip, green 5", "blue 5, yellow 5, red 8"),
        PILE,
        (3, 16, 50, 133),
        {"multi": "same-number"},
    ),
    "pairs": Deal(
        "red 5",
        ("red 1, red 1, blue 1", "red skip, red skip, red 3", "green 5, green 5, yellow 5"),
        PILE,
        (3, 9, 25, 57, 139),
        {"multi": "pairs"},
    ),
    "runs of three": Deal(
        "red 5",
        ("red 1, red 2, red 3", "red 6, red 7, red 8", "green 2, yellow 3, blue 4"),
        PILE.replace("red 2", "green 3").replace("red 6", "green 6"),
        (5, 5, 25, 95, 245),
        {"runs_of_three": True, "runs_colour": "any"},
    ),
    "sevens and zeros": Deal(
        "red 5",
        ("red 0, blue 7, green 1", "red 7, red 1, blue 0", "green 7, blue 1, yellow 7"),
        PILE,
        (3, 6, 16, 38, 93, 238),
        {"seven_zero": True},
    ),
    "swapping hands": Deal(
        "red 5",
        ("blue 3, green 1", "wild swap hands, red 1", "green 8, yellow 9"),
        PILE,
        (6, 11, 17, 46, 101, 204),
    ),
    "no finish on a symbol": Deal(
        "red 5",
        ("red skip", "red reverse", "red 1"),
        PILE,
        (1, 3, 4, 6, 15, 39, 96),
        {"no_symbol_finish": True},
    ),
    "the others play on": Deal(
        "red 5",
        ("red skip", "red reverse", "red 1", "red 9"),
        PILE,
        (2, 5, 12, 27, 63, 154),
        {"scoring": "ranking"},
    ),
}


@pytest.mark.parametrize("name", DEALS)
def test_the_game_and_the_rules_count_the_same_ways_to_go_on(name):
    deal = DEALS[name]
    for depth, count in enumerate(deal.counts, 1):
        assert count_by_rules(deal.place(), depth) == count
        assert count_by_game(*deal.game(), depth) == count
