"""Playing cards: the starting card, matching, what a card does, jumping in (rules, sections 2, 3 and 5)."""

from __future__ import annotations

from collections.abc import Sequence

from tracker import calling, challenge, hands, scoring
from tracker.cards import Card
from tracker.drawing import give_up_turn
from tracker.effects import come_back, play_on, take_effect, times_of
from tracker.events import EventError, NameColour, Play, StartCard
from tracker.matching import ALL_BOOKS, DRAW_CARDS, several_at_once
from tracker.position import LastPlay, Position, listed
from tracker.turns import blame, implies_pass, stray


def start(position: Position, event: StartCard) -> None:
    """Turn over the starting card of a round (rules, section 2)."""
    position.needs_phase("start", "setup", "round-over")
    rules, card = position.rules, event.card
    if position.phase == "round-over":
        seat = position.seats[position.dealer]
        to_the_left = position.players[(seat + 1) % len(position.players)]
        by_winner = rules.next_dealer == "winner"
        position.dealer = position.winner if position.winner and by_winner else to_the_left
        position.round += 1
    position.deal()
    if _goes_back(position, card):
        return
    position.phase = "playing"
    position.top = card
    position.colour = card.colour or None
    position.seen = card.unit
    position.discarded = 1
    position.check_supply((card,), None)
    first = position.step(position.dealer)
    if card.symbol == "skip":
        position.give_turn(position.step(position.dealer, 2))
    elif card.symbol == "reverse":
        position.direction = -1
        begins = position.dealer if rules.start_reverse == "dealer" else position.step(position.dealer)
        position.give_turn(begins)
    elif card.symbol == "draw two":
        position.hit(first, DRAW_CARDS[card.symbol])
    else:
        position.give_turn(first)
        if card.is_wild and not (card.symbol == "wild" and rules.start_wild == "any"):
            _need_colour(position, first)


def _goes_back(position: Position, card: Card) -> bool:
    """Whether another starting card is turned over instead of this one."""
    rules = position.rules
    return (
        card.symbol == "wild draw four"
        or (card.symbol == "wild" and rules.start_wild == "putback")
        or (rules.start_numbers_only and not card.is_number)
    )


def play(position: Position, event: Play) -> None:
    """Lay cards on the discard pile (rules, section 3). What lies there is followed, allowed or not."""
    if position.phase != "playing":
        play_on(position, "play")
    player = event.player or position.turn or position.actor("play", None)
    cards = event.cards
    if position.out and player in position.out:
        come_back(position, player)
    if position.disputed_by:
        challenge.told_by_play(position, player, cards)
        position.disputed_by = None
    penalties = position.penalties  # those that this play itself brings about are drawn after it
    if position.windows:
        calling.close_windows(position)
    if position.swap_due and not _cancels(position, player, cards):
        hands.leave_swap(position)
    if player == position.turn and not position.serving:
        broken, carried = position.fault(player, cards), 0
    else:
        broken = position.fault(player, cards, position.serving and position.stacks(player, cards))
        carried = _take_turn(position, player, cards)
    debts = position.debts
    owing = (debts or penalties) and debts.get(player, 0) + penalties.get(player, 0) > 0
    if owing and not position.replacing:
        blame(position, player, "played")
    if broken:
        message = f"{player} played {listed(cards)} on {position.top_in_words()}: {broken.text}."
        position.alert("illegal-play", player, message, broken.source, broken.key)

    if position.standing and position.top and position.top.is_wild:
        position.settle("colour-needed")
    # The same as LastPlay(...), in half the time.
    position.last = tuple.__new__(LastPlay, (player, cards, position.seq, position.before, carried))
    position.acted = False
    position.draws = ()
    position.top = top = cards[-1]
    position.colour = top.colour or event.colour
    left = position.lay(player, cards)
    if not left:
        _go_out(position, player)
        return
    if not position.colour:
        _need_colour(position, player)
    one_left = left == 1 and position.most(player) == 1
    take_effect(position, player)
    if one_left:
        calling.check_call(position, player)


def _cancels(position: Position, player: str, cards: Sequence[Card]) -> bool:
    """Whether these cards are jumped in with before anybody acted on what the first card does."""
    return player != position.turn and not position.acted and position.jumps_in(player, cards)


def _take_turn(position: Position, player: str, cards: Sequence[Card]) -> int:
    """Let play go on with ``player``, who plays ``cards``; say so where it was another's turn.

    Return how many cards to draw the play passes on.
    """
    turn = position.turn
    if position.stacks(player, cards):
        return _cancel_draws(position)
    if position.jumps_in(player, cards):
        draws = _cancel_draws(position) if position.serving else 0
        if not position.acted:
            _cancel_effect(position)
        position.give_turn(player)
        return draws if position.rules.stacking != "off" else 0
    if player == turn:
        position.serving = False
        return 0
    if implies_pass(position, player):
        give_up_turn(position)
    elif position.strayed is None or player not in (position.strayed, position.step(position.strayed)):
        stray(position, player, f"played {listed(cards)}")
    position.give_turn(player)
    return 0


def _cancel_draws(position: Position) -> int:
    """Free the player who has to draw from that, and return how many cards it would have been."""
    player = position.turn
    assert player
    draws = min(position.stack, position.debts.get(player, 0))
    position.debts = {**position.debts, player: position.debts.get(player, 0) - draws}
    position.serving = False
    return draws


def _cancel_effect(position: Position) -> None:
    """A jump-in cancels what the first card did: turn the direction, or pass hands on (rules: jump_in)."""
    last = position.last
    if not last:
        return
    position.swap_due = None
    if last.cards[-1].symbol == "0" and position.rules.seven_zero:
        hands.pass_on(position, -times_of(last.cards))
    position.direction = last.before["direction"]


def _go_out(position: Position, player: str) -> None:
    """A hand is empty (rules, section 4)."""
    assert position.last
    several = len(position.last.cards) > 1 and several_at_once(position.rules)
    called = player in position.calling
    if position.rules.scoring == "ranking":
        scoring.leave(position, player)
        if position.phase == "playing":
            assert position.top
            if position.top.is_wild and not position.colour:
                _need_colour(position, player)
            take_effect(position, player)
    else:
        scoring.finish(position, player)
    if several and not called and position.phase != "round-over":
        calling.open_window(position, player)


def _need_colour(position: Position, player: str) -> None:
    message = f"{player} has not named the colour yet: whoever plays a wild names it."
    position.alert("colour-needed", player, message, ALL_BOOKS)


def name_colour(position: Position, event: NameColour) -> None:
    """Name the colour of the wild on top."""
    if position.phase not in ("playing", "counting") or not position.top or not position.top.is_wild:
        raise EventError(f"colour: no wild lies on top, the top card is {position.top or 'not there yet'}")
    if event.player and _wild_lies_below(position, event.player):
        return  # told too late: the colour of the wild on top counts
    position.colour = event.colour
    position.settle("colour-needed")


def _wild_lies_below(position: Position, player: str) -> bool:
    """Whether a wild of this player's lies right beneath the wilds of others on top."""
    last = position.last
    while last and last.player != player and last.cards[-1].is_wild:
        last = last.before["last"]
    return last is not None and last is not position.last and last.player == player and last.cards[-1].is_wild
