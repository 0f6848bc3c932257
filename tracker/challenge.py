"""The challenge of a wild draw four (rules, section 3): who may, what the hand shows, who draws."""

from __future__ import annotations

from tracker import hands
from tracker.events import Challenge, EventError, Reveal
from tracker.matching import WD4_CONDITIONS, evidence
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
    position.challenged_by = position.turn


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
    assert before.top
    count_hand(position, player, cards)
    if cards and player in (position.winner, *position.out):  # not out after all
        position.phase, position.winner = "playing", None
        position.out = tuple(other for other in position.out if other != player)
    # Cards drawn since do not count; where nobody saw which they are, each of them may be one that does not.
    seen = position.seen_since.get(player, ())
    unseen = position.drawn_since.get(player, 0) - len(seen)
    # A card that the deck cannot hold was misread: it speaks neither against the player nor for.
    trusted = tuple(card for card in cards if not position.impossible(card))
    found = evidence(less(trusted, seen), before.top, before.colour, rules)
    position.challenged_by = None
    if all(len(against) > unseen for against in found):
        _guilty(position, player, challenger, listed(found[0]))
    elif not any(found) and (len(trusted) == len(cards) or rules.wd4_condition == "free"):
        draws = position.stack + INNOCENT
        position.debts = put(position.debts, challenger, position.debts.get(challenger, 0) + INNOCENT)
        position.stack = draws
        position.judged = True
        message = (
            f"{player} played the wild draw four fairly, {_held_nothing(position)}: "
            f"{challenger} draws {cards_in_words(draws)}."
        )
        position.alert("wd4-fair", player, message, WD4_CONDITIONS[position.rules.wd4_condition].source)


def _held_nothing(position: Position) -> str:
    if position.rules.wd4_condition == "no-colour":
        return "with no card of the current colour in hand"
    if position.rules.wd4_condition == "nothing-else":
        return "with no other card in hand that could be played"
    return "which is allowed at any time"


def _guilty(position: Position, player: str, challenger: str, held: str) -> None:
    draws = position.stack
    message = (
        f"{player} held {held}, but a wild draw four is fair only {_held_nothing(position)}: "
        f"{player} draws {cards_in_words(draws)}"
    )
    shown = position.known[player]
    assert position.last
    cards, carried = position.last.cards, position.last.carried
    if position.rules.challenge == "stays":
        position.debts = put(position.debts, challenger, position.debts.get(challenger, 0) - draws)
        position.give_turn(challenger)
        message += f", and {challenger} plays on."
    else:
        hands.restore(position)
        position.set_hand(player, len(shown) + len(cards))
        position.known = {**position.known, player: shown + cards}
        # The draws that the card passed on are among those that are now its player's.
        position.debts = put(position.debts, player, max(0, position.debts.get(player, 0) - carried))
        position.give_turn(player)
        position.replacing = True
        message += ", takes the card back and plays another in its place."
    position.debts = put(position.debts, player, position.debts.get(player, 0) + draws)
    position.blamed -= {player}
    position.alert("wd4-illegal", player, message, WD4_CONDITIONS[position.rules.wd4_condition].source)
