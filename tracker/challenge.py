"""The challenge of a wild draw four (rules, section 3): who may, what the hand shows, who draws."""

from __future__ import annotations

from tracker import hands
from tracker.cards import Card
from tracker.effects import times_of
from tracker.events import Challenge, EventError, Reveal, TakeBack
from tracker.matching import DRAW_CARDS, WD4_CONDITIONS, evidence
from tracker.position import Position, cards_in_words, less, listed, put
from tracker.scoring import count_hand

INNOCENT = 2
"""How many cards a challenger draws in addition where the challenged player is innocent."""


def challenge(position: Position, event: Challenge) -> None:
    """Challenge the wild draw four on top: only who has to draw may, and only before drawing."""
    rules, last = position.rules, position.last
    if rules.challenge == "off" or rules.stacking == "up":
        option = "challenge = off" if rules.challenge == "off" else "stacking = up"
        raise EventError(f"challenge: no card is challenged with {option}")
    draws = position.serving and position.turn and position.stack
    if not draws or not last or last.cards[-1] != position.top or last.cards[-1].symbol != "wild draw four":
        raise EventError("challenge: no wild draw four lies there for which somebody has to draw")
    if event.by not in (None, position.turn):
        raise EventError(f"challenge: only {position.turn}, who has to draw, may challenge")
    if position.debts.get(position.turn or "", 0) < position.stack:
        raise EventError(f"challenge: {position.turn} has begun to draw: a challenge comes before")
    if position.judged:
        raise EventError("challenge: this card has been challenged, and was played fairly")
    if position.challenged_by:
        raise EventError(f"challenge: {position.challenged_by} has challenged already: the hand is shown now")
    position.challenged_by = position.disputed_by = position.turn


def reveal(position: Position, event: Reveal) -> None:
    """Judge the hand that is shown, as it was when the card was played, against what lay there before."""
    rules, challenger, last = position.rules, position.challenged_by, position.last
    if not challenger or not last:
        raise EventError("reveal: nobody has challenged a wild draw four")
    player = last.player
    if event.player not in (None, player):
        raise EventError(f"reveal: {player} has been challenged and shows the hand, not {event.player}")
    cards = event.cards
    before = last.before
    count_hand(position, player, cards)
    if cards and player in (position.winner, *position.out):  # not out after all
        position.phase, position.winner = "playing", None
        position.out = tuple(other for other in position.out if other != player)
    # Cards drawn since do not count; where nobody saw which they are, each of them may be one that does not.
    drawn = [(count, cards) for name, count, cards in position.draws if name == player]
    seen = tuple(card for _, cards in drawn for card in cards)
    unseen = sum(count for count, _ in drawn) - len(seen)
    # A card that the deck cannot hold was misread: it speaks neither against the player nor for.
    trusted = tuple(card for card in cards if not position.impossible(card))
    found = evidence(less(trusted, seen), before["top"], before["colour"], rules)
    position.challenged_by = None
    if all(len(against) > unseen for against in found):
        why = f"{player} held {listed(found[0])}, but a wild draw four is fair only {_held_nothing(position)}"
        _guilty(position, player, challenger, why, cards)
    elif not any(found) and (len(trusted) == len(cards) or rules.wd4_condition == "free"):
        _innocent(position, player, challenger, f"fairly, {_held_nothing(position)}")


def told_by_draw(position: Position, player: str, count: int) -> None:
    """Take what a draw says of a challenge that no shown hand has decided.

    The challenger draws more than the card says only where it was fair, the challenged player draws only
    where it was not. (Rules, section 3.)
    """
    challenger, last = position.disputed_by, position.last
    if not challenger or not last or count <= position.owed(player):
        return
    if player == challenger:
        just_drawn = position.turn is None or (position.turn == position.step(player) and not position.drawn)
        if position.serving or just_drawn:
            _innocent(position, last.player, player, "fairly, as the draw tells")
    elif player == last.player and _may_be_guilty(position):
        _guilty(position, player, challenger, f"{player}'s wild draw four was not fair, as the draw tells")


def told_by_play(position: Position, player: str, cards: tuple[Card, ...]) -> None:
    """Take what a play says of a challenge that no shown hand has decided.

    Where the card stays, the challenger plays on only if it was not fair; where it is taken back, its player
    plays another. (Rules, section 3.)
    """
    challenger, last = position.disputed_by, position.last
    if not challenger or not last or not _may_be_guilty(position) or position.stacks(player, cards):
        return
    plays_on = challenger if position.rules.challenge == "stays" else last.player
    if player == plays_on:
        why = f"{last.player}'s wild draw four was not fair, as {player}'s play tells"
        _guilty(position, last.player, challenger, why)


def take_back(position: Position, event: TakeBack) -> None:
    """Give the last card back to its owner; a challenged card goes back only where it was not fair."""
    challenger, last = position.disputed_by, position.last
    by_verdict = challenger and position.rules.challenge == "takeback" and _may_be_guilty(position)
    if challenger and last and by_verdict and event.player in (None, last.player):
        why = f"{last.player}'s wild draw four was not fair, as it is taken back"
        _guilty(position, last.player, challenger, why)
    else:
        hands.take_back(position, event)


def _may_be_guilty(position: Position) -> bool:
    """Whether a challenge may still go against the player of the card: nothing has been drawn for it."""
    challenger = position.disputed_by
    return (
        position.phase == "playing"
        and position.rules.wd4_condition != "free"
        and position.serving
        and challenger == position.turn
        and position.debts.get(challenger or "", 0) >= position.stack
    )


def _innocent(position: Position, player: str, challenger: str, how: str) -> None:
    assert position.last
    symbol = position.last.cards[-1].symbol
    draws = DRAW_CARDS[symbol] * times_of(position.last.cards) + position.last.carried + INNOCENT
    position.debts = put(position.debts, challenger, position.debts.get(challenger, 0) + INNOCENT)
    if position.serving:
        position.stack = draws
        position.judged = True
    position.challenged_by = position.disputed_by = None
    message = f"{player} played the wild draw four {how}: {challenger} draws {cards_in_words(draws)}."
    position.alert("wd4-fair", player, message, WD4_CONDITIONS[position.rules.wd4_condition].source)


def _held_nothing(position: Position) -> str:
    if position.rules.wd4_condition == "no-colour":
        return "with no card of the current colour in hand"
    if position.rules.wd4_condition == "nothing-else":
        return "with no other card in hand that could be played"
    return "which is allowed at any time"


def _guilty(
    position: Position, player: str, challenger: str, why: str, shown: tuple[Card, ...] | None = None
) -> None:
    """Let the player of the card draw; ``shown`` is the hand, where it decided the challenge."""
    draws = position.stack
    message = f"{why}: {player} draws {cards_in_words(draws)}"
    assert position.last
    position.challenged_by = position.disputed_by = None
    cards, carried = position.last.cards, position.last.carried
    if position.rules.challenge == "stays":
        position.debts = put(position.debts, challenger, position.debts.get(challenger, 0) - draws)
        position.give_turn(challenger)
        message += f", and {challenger} plays on."
    else:
        hands.restore(position)
        if shown is not None:
            position.set_hand(player, len(shown) + len(cards))
            position.know({**position.known, player: shown + cards})
        # The draws that the card passed on are among those that are now its player's.
        position.debts = put(position.debts, player, max(0, position.debts.get(player, 0) - carried))
        position.give_turn(player)
        position.replacing = True
        message += ", takes the card back and plays another in its place."
    position.debts = put(position.debts, player, position.debts.get(player, 0) + draws)
    position.blamed -= {player}
    position.alert("wd4-illegal", player, message, WD4_CONDITIONS[position.rules.wd4_condition].source)
