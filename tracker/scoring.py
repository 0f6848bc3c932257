"""The end of a round and of the game: going out, counting hands, points, ranking (rules, section 4)."""

from __future__ import annotations

from collections.abc import Sequence

from tracker import calling
from tracker.cards import Card
from tracker.events import EndRound, EventError, Hand
from tracker.matching import DRAW_CARDS
from tracker.position import Position, cards_in_words, listed, put
from tracker.turns import blame, pay


def finish(position: Position, player: str) -> None:
    """A hand is empty: the round is over but for a last draw, and for counting the hands."""
    position.phase = "counting"
    position.winner = player
    position.windows = frozenset()
    position.calling = frozenset()
    position.swap_due = None
    position.give_turn(None)
    assert position.top
    assert position.last
    if position.top.symbol in DRAW_CARDS and position.rules.last_draw == "counts":
        times = sum(card.symbol == position.top.symbol for card in position.last.cards)
        draws = DRAW_CARDS[position.top.symbol] * times + position.last.carried
        position.hit(position.step(player), draws)


def leave(position: Position, player: str) -> None:
    """Who goes out leaves, and the others play on until one is left (rules: scoring = ranking)."""
    if player not in position.out:
        position.out += (player,)
    position.calling -= {player}
    position.debts = put(position.debts, player, 0)
    position.penalties = put(position.penalties, player, 0)
    if len(position.active) > 1:
        return
    position.winner = position.out[0]
    position.out += position.active
    position.windows = frozenset()
    position.wins = put(position.wins, position.winner, position.wins.get(position.winner, 0) + 1)
    order = ", ".join(f"{place}. {name}" for place, name in enumerate(position.out, 1))
    _end_round(position, f"the ranking: {order}")


def count_hand(position: Position, player: str, cards: tuple[Card, ...]) -> None:
    """Take in a hand that is shown: it is now known, and what was not sure of it is settled."""
    count = len(cards)
    low, high = position.bounds.get(player, (position.hands[player],) * 2)
    if not low <= count <= high:
        expected = str(low) if low == high else f"{low} to {high}"
        position.alert(
            "hand-count",
            player,
            f"{player} shows {cards_in_words(count)}, but should hold {expected}: "
            "all cards of a hand count, and no others.",
        )
    position.set_hand(player, count)
    position.know({**position.known, player: cards})
    position.refill()
    position.check_supply(cards, player)


def hand(position: Position, event: Hand) -> None:
    """Take in a hand shown at the end of a round."""
    if position.rules.scoring == "ranking" and position.phase in ("round-over", "game-over"):
        return  # nothing is counted
    position.needs_phase("hand", "counting")
    player, count = event.player, len(event.cards)
    calling.close_windows(position)
    owed = position.owed(player)
    if owed and count == position.hands[player] + owed:
        pay(position, player, owed)  # drawn, though nobody saw it
        position.change_hand(player, owed)
        if player == position.turn:
            position.give_turn(None)
    count_hand(position, player, event.cards)
    position.shown |= {player}


def end_round(position: Position, event: EndRound) -> None:
    """Score the round: all hands are in."""
    if position.rules.scoring == "ranking" and position.phase in ("round-over", "game-over"):
        return  # the last player left has ended it already
    position.needs_phase("end-round", "counting")
    losers = [player for player in position.players if player != position.winner]
    missing = [player for player in losers if player not in position.shown]
    if missing:
        raise EventError(f"end-round: the cards of {listed(missing)} have not been shown")
    calling.close_windows(position)
    for player in position.players:
        if position.owed(player):
            blame(position, player, "went out" if player == position.winner else "showed the hand")
    assert position.winner
    scores = dict(position.scores)
    for player in losers:
        points = sum(position.rules.deck.points(card) for card in position.known[player])
        scores[position.winner] += points
        if position.rules.scoring == "zero-sum":
            scores[player] -= points
    position.scores = scores
    _end_round(position, _in_words(position))


def _end_round(position: Position, outcome: str) -> None:
    position.debts = {}
    position.penalties = {}
    position.bounds = {}
    position.swap_due = None
    position.give_turn(None)
    position.phase = "round-over"
    winner = position.winner
    position.alert("round-over", winner, f"{winner} has won round {position.round}; {outcome}.")
    _end_game(position)


def _end_game(position: Position) -> None:
    """End the game where a score or the number of rounds says so."""
    rules = position.rules
    points = position.wins if rules.scoring == "ranking" else position.scores
    sides: Sequence[tuple[str, ...]] = position.teams or tuple((player,) for player in position.players)
    sums = {side: sum(points.get(player, 0) for player in side) for side in sides}
    best = max(sums.values())
    reached = rules.target and best >= rules.target and rules.scoring != "ranking"
    played = rules.rounds and position.round >= rules.rounds
    if not (reached or played):
        return
    leading = [side for side in sides if sums[side] == best]
    position.phase = "game-over"
    position.winner = listed(leading[0]) if len(leading) == 1 else None
    if position.winner:
        verdict = f"{position.winner} {'wins' if len(leading[0]) == 1 else 'win'}"
    else:
        verdict = "it is a draw"
    limit = f"as the target of {rules.target} is reached" if reached else f"after round {rules.rounds}"
    message = f"The game ends {limit}: {verdict}; {_in_words(position)}."
    position.alert("game-over", position.winner, message)


def _in_words(position: Position) -> str:
    """The scores, or the rounds won where there are none, and those of the teams where there are any."""
    ranked = position.rules.scoring == "ranking"
    points = position.wins if ranked else position.scores
    sums = [f"{player} {points.get(player, 0)}" for player in position.players]
    sums += [
        f"{listed(team)} together {sum(points.get(player, 0) for player in team)}" for team in position.teams
    ]
    return f"{'the rounds won' if ranked else 'the scores'}: {', '.join(sums)}"
