"""Random games played at the same time by the referee and by RLCard, another implementation of UNO.

RLCard deals, and chance chooses among the moves that it offers. Each move is told to the referee as the
events that a table would have seen, and after it the two must agree on the top card, the current colour,
the direction, whose turn it is, how many cards everybody holds and each pile has, which cards may be
played, and whether the round is over. The referee must have nothing to say of these games; of a card that
RLCard refuses it must say that it is illegal.

RLCard is made for agents to learn on, and is no referee. Where it leaves the rules, the difference is
looked for, counted under the name that :data:`DIFFERENCES` explains, and put right in RLCard where the
game could not go on otherwise. Anything else is a :class:`DisagreementError`.

Not compared, as RLCard does not have them: challenges, calls of UNO, points, other wilds than two. Nor
are games of two players, in which RLCard's reverse gives the turn to the other player, where it acts as a
skip (section 3). Sections are those of the rules.

    python -m tests.differential [GAMES]
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable
from typing import Any

import rlcard

from tracker.cards import Card
from tracker.events import CallUno, Draw, Event, GameStart, NameColour, Pass, Play, Reshuffle, StartCard
from tracker.game import Game
from tracker.matching import DRAW_CARDS, evidence
from tracker.rules import Rules

STARTING_DRAW_TWO = "a starting draw two"
FOUR_IN_HAND = "a wild draw four beside a playable card"
DRAWING = "drawing with a playable card"
DRAWN_MATCH = "a drawn card that matches by number or symbol alone"
DRAWN_FOUR = "a wild draw four just drawn"
RESHUFFLE = "the reshuffle"

DIFFERENCES = {
    STARTING_DRAW_TWO: "RLCard deals two cards to the first player, who then plays; "
    "the rule: the player draws them and is skipped (section 2)",
    FOUR_IN_HAND: "RLCard sees the hand and does not offer it, as if wd4_condition were nothing-else; "
    "the rule: it may be played, and only a challenge finds it out (section 3)",
    DRAWING: "RLCard does not offer to draw; the rule: it is allowed (section 3)",
    DRAWN_MATCH: "RLCard puts it in the hand; the rule: it may be played at once, and need not (section 3)",
    DRAWN_FOUR: "RLCard lays it without effect; "
    "the rule: the next player draws four and is skipped (section 3)",
    RESHUFFLE: "RLCard shuffles the top card too, as soon as fewer cards are left than are to be drawn; "
    "the rule: the top card stays, and what is left is drawn first (section 3). From then on RLCard's draw "
    "pile has one card more, and the face left on top may be seen once too often",
}
"""Where RLCard leaves the rules: what it does, and what the rule is."""

NAMES = ("Ann", "Ben", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo")
RULES = {"preset": "international", "deck": "classic-108"}
NOTHING_ELSE = Rules.load({**RULES, "wd4_condition": "nothing-else"})
COLOURS = {"r": "red", "g": "green", "b": "blue", "y": "yellow"}
SYMBOLS = {"draw_2": "draw two", "wild_draw_4": "wild draw four"}


class DisagreementError(AssertionError):
    """The two say different things of a game, and no rule explains it."""


class Match:
    """One game in both, of three to ten players; ``seed`` decides everything in it."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.moves = 0
        self.met: Counter[str] = Counter()
        self.chance = random.Random(seed)
        self.names = NAMES[: self.chance.randint(3, len(NAMES))]
        self.theirs = rlcard.make("uno", {"seed": seed}).game
        self.theirs.num_players = len(self.names)
        self.ours = Game()
        self.left_on_top: set[str] = set()  # what lay there at a reshuffle, and is in RLCard's draw pile too
        self._deal()

    @property
    def over(self) -> bool:
        """Whether a hand is empty."""
        return bool(self.theirs.is_over())

    def move(self) -> None:
        """Let the player whose turn it is do something that RLCard offers, and compare."""
        offered = self.theirs.get_legal_actions()
        self._compare_moves(offered)
        action = self.chance.choice(offered)
        seat = self.theirs.round.current_player
        held = len(self.theirs.players[seat].hand)
        pile_empty = not self.theirs.dealer.deck
        self.theirs.step(action)
        self.moves += 1
        if action != "draw":
            self._tell_play(seat)
        else:
            if pile_empty:
                self._tell_reshuffle()
            self._tell_draw(seat, kept=len(self.theirs.players[seat].hand) > held)
        self._compare()

    def _deal(self) -> None:
        """Begin; the last player deals, so that the first one begins."""
        self.theirs.init_game()
        top = self.theirs.round.target
        self._push(GameStart(self.names, rules=RULES, dealer=self.names[-1]))
        if card_of(top).is_wild:
            self._push(StartCard(card_of(top)), "colour-needed")
            self._push(NameColour(colour_of(top)))
        else:
            self._push(StartCard(card_of(top)))
        if card_of(top).symbol == "draw two":
            self._same(STARTING_DRAW_TWO, 0, self.theirs.round.current_player)
            self.met[STARTING_DRAW_TWO] += 1
            self.theirs.round.current_player = 1
            self._push(Draw(self.names[0], cards=self._newest(0, 2)))
        self._compare()

    def _tell_play(self, seat: int) -> None:
        """Tell that a player laid the card that is RLCard's target now, and what it made others draw."""
        player, card = self.names[seat], card_of(self.theirs.round.target)
        if self.ours.state.hands[player] == 2:
            self._push(CallUno(player))
        colour = colour_of(self.theirs.round.target) if card.is_wild else None
        self._push(Play((card,), player, colour))
        if card.symbol in DRAW_CARDS:
            if not self.theirs.round.played_cards:
                self._tell_reshuffle()
            hit = self._next(seat)
            self._push(Draw(self.names[hit], cards=self._newest(hit, DRAW_CARDS[card.symbol])))

    def _tell_draw(self, seat: int, *, kept: bool) -> None:
        """Tell that a player drew a card, and what became of it: RLCard lays what matches by colour."""
        player = self.names[seat]
        card = self._newest(seat, 1)[0] if kept else card_of(self.theirs.round.target)
        top = self.ours.state.top
        self._push(Draw(player, cards=(card,)))
        legal = self.ours.legal(card)
        if kept and legal and top and card.symbol == top.symbol:
            self.met[DRAWN_MATCH] += 1
        else:
            self._same(f"{card} was just drawn: legal", not kept, legal)
        if kept:
            self._push(Pass(player))
            return
        if card.symbol == "wild draw four":
            self._put_right_drawn_four(seat)
        self._tell_play(seat)

    def _put_right_drawn_four(self, seat: int) -> None:
        hit = self._next(seat)
        self._same(DRAWN_FOUR, hit, self.theirs.round.current_player)
        self.met[DRAWN_FOUR] += 1
        if len(self.theirs.dealer.deck) < 4:
            self.theirs.round.replace_deck()
        self.theirs.dealer.deal_cards(self.theirs.players[hit], 4)
        self.theirs.round.current_player = self._next(hit)

    def _tell_reshuffle(self) -> None:
        self.left_on_top.add(str(self.ours.state.top))
        self.met[RESHUFFLE] += 1
        self._push(Reshuffle())

    def _compare_moves(self, offered: Iterable[str]) -> None:
        """Compare which cards of the hand may be played; try one that RLCard refuses, and take it back."""
        state = self.ours.state
        seat = self.theirs.round.current_player
        hand = [card_of(card) for card in self.theirs.players[seat].hand]
        playable = {card_of_action(action) for action in offered if action != "draw"}
        refused = []
        for card in sorted(set(hand), key=str):
            legal = self.ours.legal(card)
            if card.symbol == "wild draw four" and card not in playable:
                assert state.top
                self._same(f"{FOUR_IN_HAND}: legal", True, legal)
                self._same(FOUR_IN_HAND, True, any(evidence(hand, state.top, state.colour, NOTHING_ELSE)))
                self.met[FOUR_IN_HAND] += 1
            else:
                self._same(f"{card} in the hand: legal", card in playable, legal)
            if not legal:
                refused.append(card)
        if playable:
            self.met[DRAWING] += 1
            self._push(Draw())
            self.ours.pop()
        if refused:
            if len(hand) == 2:
                self._push(CallUno())
            self._push(Play((self.chance.choice(refused),)), "illegal-play")
            self.ours.pop()
            if len(hand) == 2:
                self.ours.pop()
        self._same("after taking back", state, self.ours.state)

    def _compare(self) -> None:
        """Compare everything that can be seen on the table."""
        theirs, state = self.theirs, self.ours.state
        turn = None if self.over else self.names[theirs.round.current_player]
        winner = self.names[theirs.round.winner[0]] if self.over else None
        self._same("the top card", card_of(theirs.round.target), state.top)
        self._same("the colour", colour_of(theirs.round.target), state.colour)
        self._same("the turn", turn, state.turn)
        self._same("the hands", [len(player.hand) for player in theirs.players], list(state.hands.values()))
        self._same("cards owed", {}, state.owed)
        self._same("the end", "counting" if self.over else "playing", state.phase)
        self._same("the winner", winner, state.winner)
        if not self.over:  # a reverse as the last card turns nothing any more
            self._same("clockwise", theirs.round.direction == 1, state.direction == "clockwise")
        if not self.met[RESHUFFLE]:
            self._same("the draw pile", len(theirs.dealer.deck), state.draw_pile)
            self._same("the discard pile", len(theirs.round.played_cards), state.discard_pile)

    def _push(self, event: Event, *expected: str) -> None:
        """Tell the referee, who must raise these alerts and no others, but for what a reshuffle explains."""
        raised = [
            alert.code
            for alert in self.ours.push(event)
            if alert.code != "reshuffle"
            and not (alert.code == "impossible-card" and alert.message.split(" was ")[0] in self.left_on_top)
        ]
        self._same(f"alerts of {event}", list(expected), raised)

    def _next(self, seat: int) -> int:
        return int((seat + self.theirs.round.direction) % len(self.names))

    def _newest(self, seat: int, count: int) -> tuple[Card, ...]:
        """The cards that came into a hand last."""
        return tuple(map(card_of, self.theirs.players[seat].hand[-count:]))

    def _same(self, what: str, theirs: Any, ours: Any) -> None:
        if theirs != ours:
            raise DisagreementError(
                f"game {self.seed}, after move {self.moves}: {what}: RLCard says {theirs}, the referee {ours}"
            )


def card_of(card: Any) -> Card:
    """Return RLCard's card as ours; its ``str`` does not follow the colour named for a wild."""
    symbol = SYMBOLS.get(card.trait, card.trait)
    return Card("" if card.type == "wild" else COLOURS[card.color], symbol)


def card_of_action(action: str) -> Card:
    """Return the card of one of RLCard's actions, as in ``r-5`` or ``g-wild``."""
    colour, trait = action.split("-")
    return Card("" if trait.startswith("wild") else COLOURS[colour], SYMBOLS.get(trait, trait))


def colour_of(card: Any) -> str:
    """Return the colour that RLCard's card has, or that was named for it."""
    return COLOURS[card.color]


def play(seed: int) -> Match:
    """Return a game played to its end. Raises DisagreementError where no rule explains a difference."""
    match = Match(seed)
    while not match.over:
        match.move()
    return match


def main() -> None:
    """Play many games, and say how many moves there were and where RLCard left the rules."""
    parser = argparse.ArgumentParser(prog="python -m tests.differential", description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="?", type=int, default=10_000, help="how many (default: %(default)s)")
    games = parser.parse_args().games
    began = time.perf_counter()
    met: Counter[str] = Counter()
    moves = 0
    for seed in range(games):
        try:
            match = play(seed)
        except DisagreementError as disagreement:
            sys.exit(str(disagreement))
        moves += match.moves
        met += match.met
    took = time.perf_counter() - began
    print(
        f"{games:,} games, {moves:,} moves in {took:.0f} s: no difference but these, which the rules explain"
    )
    for difference, explanation in DIFFERENCES.items():
        print(f"{met[difference]:>9,}  {difference}: {explanation}")


if __name__ == "__main__":
    main()
