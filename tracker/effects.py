"""What a card does once it lies there (rules, sections 3 and 5)."""

from __future__ import annotations

from collections.abc import Sequence

from tracker import hands
from tracker.cards import Card
from tracker.events import EventError
from tracker.matching import DRAW_CARDS
from tracker.position import Position


def times_of(cards: Sequence[Card]) -> int:
    """Return how often the top card of these has its effect: several at once add up."""
    return 1 if len(cards) == 1 else [card.symbol for card in cards].count(cards[-1].symbol)


def take_effect(position: Position, player: str) -> None:
    """Do what the last card says, and give the turn to whoever is next (rules, section 3)."""
    top, last = position.top, position.last
    assert top
    assert last
    if top.is_number and not position.rules.seven_zero:
        position.give_turn(position.step(player))
        return
    cards = last.cards
    symbol = top.symbol
    times = times_of(cards)
    if symbol == "skip":
        double = times > 1 and position.rules.multi_skip == "double"
        position.give_turn(position.step(player, 1 + times * (2 if double else 1)))
    elif symbol == "reverse":
        if times % 2:
            position.direction = -position.direction
        again = times % 2 and len(position.active) == 2 and player not in position.out
        position.give_turn(player if again else position.step(player))
    elif symbol in DRAW_CARDS:
        position.hit(position.step(player), DRAW_CARDS[symbol] * times + last.carried)
    else:
        if symbol == "wild shuffle hands":
            hands.shuffle(position, player)
        elif symbol == "wild swap hands" and player not in position.out:
            hands.need_swap(position, player, times)
        elif position.rules.seven_zero and symbol == "0":
            hands.pass_on(position, times)
        elif position.rules.seven_zero and symbol == "7" and player not in position.out:
            hands.need_swap(position, player, times)
        position.give_turn(position.step(player))


def play_on(position: Position, what: str) -> None:
    """Go on with a round that seemed to be over, as the table does: who seemed to be out holds a card.

    It was drawn and nobody saw it (rules, section 7: the table is reality). Raises EventError where the
    hands are not being counted: there is no round for ``what``.
    """
    winner = position.winner
    if position.phase != "counting" or not winner:
        raise EventError(f"{what}: {position.why_not_now()}")
    _holds_a_card(position, winner)
    resume(position)
    last, turn = position.last, position.turn
    drawn = sum(count for player, count, _ in position.draws if player == turn)
    if last and drawn and not position.serving:  # drawn in this turn, as is known now
        position.drawn = drawn
        position.standing = tuple(
            alert
            for alert in position.standing
            if alert.code != "draw-count" or alert.player != turn or alert.seq < last.seq
        )


def come_back(position: Position, player: str) -> None:
    """Let who seemed to have gone out before the others play on as well (rules: scoring = ranking)."""
    position.out = tuple(other for other in position.out if other != player)
    _holds_a_card(position, player)
    passed_over = position.turn == position.step(player) and not (position.serving or position.drawn)
    if passed_over:
        position.give_turn(player)


def _holds_a_card(position: Position, player: str) -> None:
    """Where a hand cannot be empty, as was believed, it holds cards that nobody saw drawn."""
    most = position.most(player)
    if not most:
        message = f"{player} seemed to have gone out, but plays on: whoever has gone out holds no card."
        position.alert("hand-count", player, message)
    position.set_hand(player, 1)
    position.bound(player, 1, most or max(1, position.pile))
    position.refill()


def resume(position: Position) -> None:
    """Play goes on though a hand seemed to be empty."""
    assert position.last
    assert position.top
    player = position.last.player
    position.phase = "playing"
    position.winner = None
    position.shown = frozenset()
    for other in position.active:
        if other != player and not position.hands[other]:  # shown as empty, which play that goes on belies
            position.set_hand(other, 1)
            position.bound(other, 1, max(1, position.pile))
    position.refill()
    if position.serving:
        return
    if position.top.symbol in DRAW_CARDS and position.rules.last_draw == "counts":
        position.give_turn(position.step(player, 2))
    else:
        take_effect(position, player)
