"""Whole hands that move: swapped, passed on, shuffled; and a card that goes back to its owner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tracker.events import EventError, Swap, TakeBack
from tracker.position import Position, SwapDue, less, put
from tracker.tally import without


def need_swap(position: Position, player: str, times: int = 1) -> None:
    """The player has laid a card that swaps hands, and now chooses with whom (rules: seven_zero, wild)."""
    position.swap_due = SwapDue(player, position.hands, times)


def leave_swap(position: Position) -> None:
    """Play goes on before anybody said who swapped: the hands may have any of the numbers possible."""
    due = position.swap_due
    if not due or due.late:
        return
    position.swap_due = replace(due, late=True)
    held = {player: _range(position, player) for player in position.active}
    own = held[due.player]
    position.bound(due.player, min(low for low, _ in held.values()), max(high for _, high in held.values()))
    for player, (low, high) in held.items():
        if player != due.player:
            position.bound(player, min(low, own[0]), max(high, own[1]))
    position.know({})


def _range(position: Position, player: str) -> tuple[int, int]:
    return position.bounds.get(player, (position.hands[player], position.hands[player]))


def swap(position: Position, event: Swap) -> None:
    """Swap hands, as a 7 or a wild swap hands says; also where that is told late."""
    due = position.swap_due
    if position.phase != "playing" or not due:
        raise EventError("swap: no card was played that swaps hands")
    player, other = event.player or due.player, event.other
    if player != due.player or other == player:
        raise EventError(f"swap: {due.player} swaps hands with another player")
    if other in position.out:
        raise EventError(f"swap: {other} has gone out and has no hand")
    if due.late:
        gain = due.hands[other] - due.hands[player]
        if position.hands[player] + gain < 1 or position.hands[other] - gain < 1:
            raise EventError(f"swap: {player} and {other} have played more cards than they would have held")
        swapped = {player: position.hands[player] + gain, other: position.hands[other] - gain}
        position.hands = {**position.hands, **swapped}
        position.bounds = {}
        position.outgrown = True
        position.called -= {player, other}
    else:
        _move(position, {player: other, other: player})
    position.swap_due = replace(due, times=due.times - 1) if due.times > 1 else None


def pass_on(position: Position, places: int) -> None:
    """Let every hand move on so many places in the direction of play (rules: seven_zero)."""
    if places % len(position.active):
        _move(position, {player: position.step(player, -places) for player in position.active})


def _move(position: Position, source: Mapping[str, str]) -> None:
    """Give each player the hand of another: ``source`` says whose."""
    held, known, bounds = position.hands, position.known, position.bounds
    position.hands = {**held, **{player: held[giver] for player, giver in source.items()}}
    position.known = {**known, **{player: known.get(giver, ()) for player, giver in source.items()}}
    if bounds:
        kept = {player: bounds[player] for player in bounds if player not in source}
        moved = {player: bounds[giver] for player, giver in source.items() if giver in bounds}
        position.bounds = {**kept, **moved}
    position.outgrown = True
    position.called = position.called.difference(source)
    position.swap_due = None


def shuffle(position: Position, player: str) -> None:
    """Gather all hands and deal them out again, one card at a time, from the next player on."""
    active = position.active
    count = sum(position.hands[name] for name in active)
    whole, rest = divmod(count, len(active))
    dealt = {position.step(player, place + 1): whole + (place < rest) for place in range(len(active))}
    position.hands = {**position.hands, **dealt}
    position.bounds = {}
    position.know({})
    position.called = frozenset()
    position.swap_due = None


def take_back(position: Position, event: TakeBack) -> None:
    """Give the last card back to its owner (rules, section 7)."""
    if position.replacing and event.player in (None, position.turn):
        return  # a challenge has sent it back already
    last = position.last
    phases = ["playing", "counting"]
    if position.rules.scoring == "ranking":  # there the last card ends the round at once
        phases += ["round-over", "game-over"]
    if not last or position.phase not in phases:
        raise EventError("takeback: no card has been played that could be taken back")
    if event.player not in (None, last.player):
        raise EventError(f"takeback: {event.player} did not play the last card, {last.player} did")
    restore(position)


def restore(position: Position) -> None:
    """Go back to before the last play, but for what has happened beside it: draws and calls since."""
    last = position.last
    assert last
    now = position.fields()
    owner = last.player
    discards = without(position.discards, last.cards)
    position.go_back({**last.before, "pile_alerted": now["pile_alerted"]})
    held = position.known.get(owner, ())
    known = dict(position.known)
    for player, count, cards in now["draws"]:
        position.change_hand(player, count)
        position.debts = put(position.debts, player, max(0, position.debts.get(player, 0) - count))
        known[player] = known.get(player, ()) + cards
    known[owner] = known.get(owner, ()) + less(last.cards, held)
    position.draws += now["draws"]
    position.known = known
    position.outgrown = True
    position.count_seen(discards)
    position.penalties = put(now["penalties"], owner, position.penalties.get(owner, 0))
    reopened = position.windows & {owner}  # closed by this very play
    position.windows = (now["windows"] - {owner}) | reopened
    position.called = (now["called"] - {owner}) | (position.called & {owner})
    position.missed = {name: missed for name, missed in now["missed"].items() if name not in reopened}
    position.excused |= position.calling & {owner}
    kept = [alert for alert in now["standing"] if alert.seq > last.seq or alert.code == "uno-missed"]
    position.standing = tuple(
        alert
        for alert in dict.fromkeys([*position.standing, *kept])
        if (alert.code != "uno-due" or alert.player in position.windows)
        and not (alert.player == owner and alert.code == "uno-missed" and alert.seq >= last.seq)
    )
    position.refill()
