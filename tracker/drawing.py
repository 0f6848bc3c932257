"""Drawing and passing: one card in a turn, owed cards first, the draw pile (rules, section 3)."""

from __future__ import annotations

from collections.abc import Sequence

from tracker import calling, challenge, hands
from tracker.cards import COLOURS, Card
from tracker.effects import come_back
from tracker.events import Draw, Pass, Reshuffle
from tracker.matching import ALL_BOOKS, COMMON, DRAW_CARDS, matches
from tracker.position import Position, cards_in_words
from tracker.turns import blame, implies_pass, pay, stray


def draw(position: Position, event: Draw) -> None:
    """Take cards from the draw pile."""
    if position.phase != "playing":
        position.needs_phase("draw", "counting")
    player = event.player or position.actor("draw", None)
    count, cards = event.count, event.cards
    if position.disputed_by:
        challenge.told_by_draw(position, player, count)
    owed = position.owed(player) if position.debts or position.penalties else 0
    if position.out and player in position.out and not owed:
        come_back(position, player)
    in_turn = player == position.turn
    if position.swap_due:
        hands.leave_swap(position)
    if position.windows and (in_turn or not owed):
        calling.close_windows(position, keep=None if in_turn else player)
    if owed:
        pay(position, player, min(owed, count))
    if in_turn:
        position.acted = True
    if count > owed:
        if position.phase == "counting" or (in_turn and position.serving):
            _overdraw(position, player, count, owed)
        else:
            _draw_freely(position, player, count - owed, cards[owed:])
    position.take(player, count, cards)
    if in_turn and position.serving and not position.owed(player):
        position.give_turn(position.step(player) if position.phase == "playing" else None)


def _draw_freely(position: Position, player: str, count: int, cards: tuple[Card, ...]) -> None:
    """Draw cards that are not owed: one in the player's own turn."""
    if player != position.turn:
        if implies_pass(position, player):
            give_up_turn(position)
            position.give_turn(player)
        elif position.strayed and player == position.step(position.strayed):
            position.give_turn(player)
        else:
            if player != position.strayed:
                stray(position, player, "drew")
            position.strayed = player
            return
        position.acted = True
    position.drawn = drawn = position.drawn + count
    position.drawn_cards += cards
    if len(position.drawn_cards) < drawn:
        position.drawn_cards = ()  # not all are known
    if (drawn > 1 or position.rules.draw_until_playable) and not position.overdrawn:
        _check_drawn(position, player)


def _check_drawn(position: Position, player: str) -> None:
    """Say so where more cards have been drawn than one, or than until one could be played."""
    if position.rules.draw_until_playable:
        passed_over = position.drawn_cards[:-1]
        readings = [
            [card for card in passed_over if _playable(position, card, c)] for c in _colours(position)
        ]
        if all(readings):
            wanted = readings[0][0]
            position.overdrawn = True
            message = f"{player} kept drawing after {wanted}: a player draws until a card can be played."
            position.alert("draw-count", player, message, COMMON)
    else:
        position.overdrawn = True
        message = f"{player} drew {position.drawn} cards: a player draws one card in a turn."
        position.alert("draw-count", player, message, ALL_BOOKS)


def _due(position: Position) -> str:
    return "until a card can be played" if position.rules.draw_until_playable else "one card"


def _colours(position: Position) -> Sequence[str]:
    """The colours that may be the current one: all four where none was named."""
    return (position.colour,) if position.colour else COLOURS


def _playable(position: Position, card: Card, colour: str) -> bool:
    """Whether a card that was just drawn may be played at once if this is the current colour."""
    assert position.top
    allowed = position.rules.play_drawn_draws or card.symbol not in DRAW_CARDS
    return allowed and matches(card, position.top, colour)


def give_up_turn(position: Position) -> None:
    """Judge that whose turn it is has passed it on, as the next player's act says."""
    if position.serving and position.turn:
        blame(position, position.turn, "passed the turn on")
    else:
        _check_given_up(position)


def _check_given_up(position: Position) -> None:
    """Where players draw until a card can be played, say so of one who stopped before."""
    drawn = position.drawn_cards
    if not (position.rules.draw_until_playable and position.turn and drawn and position.drawable):
        return
    if not any(_playable(position, card, colour) for card in drawn for colour in _colours(position)):
        message = (
            f"{position.turn} stopped drawing at {drawn[-1]}: a player draws until a card can be played."
        )
        position.alert("draw-count", position.turn, message, COMMON)


def _overdraw(position: Position, player: str, count: int, owed: int) -> None:
    due = str(owed) if owed else "none"
    message = f"{player} drew {cards_in_words(count)}, but owed {due}: no more may be drawn than are owed."
    position.alert("draw-count", player, message, ALL_BOOKS)


def pass_on(position: Position, event: Pass) -> None:
    """Pass the turn on: after drawing, or where nothing can be drawn."""
    if position.phase != "playing":
        position.needs_phase("pass", "playing")
    player = event.player or position.actor("pass", None)
    if player != position.turn:
        if position.drawable or not implies_pass(position, player):
            return  # the turn has moved on already
        position.give_turn(player)  # with nothing to draw, the player before has passed as well
    owed = position.owed(player) if position.debts or position.penalties else 0
    if position.windows:
        calling.close_windows(position)
    if position.swap_due:
        hands.leave_swap(position)
    if owed:
        blame(position, player, "passed the turn on")
    elif position.drawn:
        if position.rules.draw_until_playable:
            _check_given_up(position)
    elif position.drawable:
        message = f"{player} passed without drawing: whoever does not play draws {_due(position)}."
        source = COMMON if position.rules.draw_until_playable else ALL_BOOKS
        position.alert("draw-count", player, message, source)
    position.give_turn(position.step(player))


def reshuffle(position: Position, event: Reshuffle) -> None:
    """Shuffle the discards, all but the top one, into a new draw pile."""
    position.needs_phase("reshuffle", "playing", "counting")
    position.reshuffle()
