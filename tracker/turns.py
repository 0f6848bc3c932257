"""Whose turn it is, and what is owed before it: out of turn, passing on, debts (rules, sections 3 and 7)."""

from __future__ import annotations

from tracker.matching import ALL_BOOKS
from tracker.position import Position, cards_in_words, put


def implies_pass(position: Position, player: str) -> bool:
    """Return whether ``player``, by acting, says that the one before, whose turn it is, has passed."""
    return (
        position.turn is not None
        and (position.drawn > 0 or position.serving)
        and player == position.step(position.turn)
    )


def stray(position: Position, player: str, did: str) -> None:
    """Say that a player acted in the turn of another."""
    way = "clockwise" if position.direction == 1 else "counterclockwise"
    message = f"{player} {did} in {position.turn}'s turn: the turn goes round {way}."
    position.alert("out-of-turn", player, message, ALL_BOOKS)


def pay(position: Position, player: str, count: int) -> None:
    """Take cards that were drawn off what a player owes."""
    debt = position.debts.get(player, 0)
    for_draw_card = min(count, debt)
    if debt:
        position.debts = put(position.debts, player, debt - for_draw_card)
    if count > for_draw_card:
        rest = position.penalties.get(player, 0) - (count - for_draw_card)
        position.penalties = put(position.penalties, player, rest)
    left = position.owed(player)
    if left or position.paid:
        position.paid = put(position.paid, player, position.paid.get(player, 0) + count if left else 0)
    if not left:
        if player in position.blamed:
            position.blamed -= {player}
        position.settle("draw-owed", player)


def blame(position: Position, player: str, did: str) -> None:
    """Say, once for each debt, that a player went on without drawing the cards owed."""
    if player in position.blamed:
        return
    if not position.drawable:  # there is nothing to draw
        position.debts = put(position.debts, player, 0)
        position.penalties = put(position.penalties, player, 0)
        return
    position.blamed |= {player}
    owed = position.owed(player)
    paid = position.paid.get(player, 0)
    if paid:
        message = (
            f"{player} {did} after drawing {paid} of {paid + owed} cards: all cards owed are drawn first."
        )
        position.alert("draw-count", player, message, ALL_BOOKS)
    else:
        message = f"{player} {did} while owing {cards_in_words(owed)}: owed cards are drawn first."
        position.alert("draw-owed", player, message, ALL_BOOKS)
