"""Calling UNO: the window for it, being called out, and false calls (rules, section 3)."""

from __future__ import annotations

from tracker.effects import resume
from tracker.events import CallUno, Catch, EventError
from tracker.matching import ALL_BOOKS, several_at_once
from tracker.position import Missed, Position, cards_in_words, put
from tracker.turns import implies_pass


def check_call(position: Position, player: str) -> None:
    """After a play that left one card, ask for the call, unless the hand has been swapped away since."""
    holds_one = position.hands[player] == 1 and position.most(player) == 1
    if player in position.calling:
        position.calling -= {player}
        position.excused -= {player}
        if holds_one:
            position.called |= {player}
    elif holds_one:
        open_window(position, player)


def open_window(position: Position, player: str) -> None:
    """Let a player who has not called be called out from now on."""
    position.windows |= {player}
    position.missed = _forget(position, player)
    if position.hands[player]:
        what = f"{player} has one card left and has not called UNO: it is called on going to one card."
    else:
        what = (
            f"{player} has played the last cards at once and has not called UNO: "
            "it is called before such a play."
        )
    position.alert("uno-due", player, what, ALL_BOOKS)


def close_windows(position: Position, keep: str | None = None) -> None:
    """Close the windows, as the next player begins: whoever has not called by now has missed it."""
    if not position.windows:
        return
    by_referee = position.rules.uno_enforcement == "referee" and position.phase == "playing"
    penalty = position.rules.uno_penalty if by_referee else None
    for player in position.players:
        if player in position.windows and player != keep:
            because = "the next turn began" if position.phase == "playing" else "the hands were counted"
            _miss_call(position, player, because, penalty)


def call_uno(position: Position, event: CallUno) -> None:
    """Take in a call: in time, before the play that it is for, or false; a heard one never is that."""
    position.needs_phase("uno", "playing", "counting")
    player = position.actor("uno", event.player)
    if _was_in_time(position, player, event.t):
        position.penalties = put(
            position.penalties,
            player,
            max(0, position.penalties.get(player, 0) - position.missed[player].penalty),
        )
        position.missed = _forget(position, player)
        _withdraw_missed(position, player)
        if position.hands[player] == 1:  # the penalty may have been drawn since
            position.called |= {player}
    elif player in position.windows or position.hands[player] == 1:
        if position.hands[player] == 1:
            position.called |= {player}
        position.windows -= {player}
        position.settle("uno-due", player)
    elif may_be_calling(position, player):
        position.calling |= {player}
        if event.heard:
            position.excused |= {player}
    elif not event.heard and not _in_doubt(position, player):
        false_call(position, player)


def _was_in_time(position: Position, player: str, t: float | None) -> bool:
    """Whether a call that was heard late was made before the window closed."""
    missed = position.missed.get(player)
    return missed is not None and missed.t is not None and t is not None and t < missed.t


def _withdraw_missed(position: Position, player: str) -> None:
    """Withdraw the player's newest alert of a missed call; those of earlier windows still hold."""
    missed = [alert for alert in position.standing if (alert.code, alert.player) == ("uno-missed", player)]
    position.standing = tuple(alert for alert in position.standing if alert not in missed[-1:])


def _in_doubt(position: Position, player: str) -> bool:
    """Whether the hand may be one card, or may become that with the next play."""
    return player in position.bounds and position.bounds[player][0] <= 2


def may_be_calling(position: Position, player: str) -> bool:
    """Return whether the player's next play may leave one card, or none after several."""
    if position.phase != "playing":
        return False
    in_turn = player == position.turn or implies_pass(position, player)
    if position.hands[player] == 2:
        return in_turn or position.rules.jump_in
    return in_turn and several_at_once(position.rules)


def false_call(position: Position, player: str, went_on: bool = False) -> None:
    """Say that a call did not belong to a hand that goes to one card; ``went_on``: judged after the turn."""
    did = "and did not go to one card" if went_on else f"with {cards_in_words(position.hands[player])}"
    message = f"{player} called UNO {did}: it is called on going to one card."
    position.alert("uno-false", player, message)


def catch(position: Position, event: Catch) -> None:
    """Take in that a player was called out."""
    position.needs_phase("catch", "playing", "counting")
    windows = position.windows
    player = event.player or (next(iter(windows)) if len(windows) == 1 else None)
    if player is None:
        raise EventError("catch: 'player' is missing: nobody can be called out now")
    if player == event.by:
        raise EventError(f"catch: {player} cannot call out {player}")
    if player not in windows:
        late = position.hands[player] != 1 or not _was_in_time(position, player, event.t)
        if late or position.missed[player].penalty:
            return
        _withdraw_missed(position, player)  # the call-out was heard late
    caught = f"{event.by} called it out" if event.by else "it was called out"
    _miss_call(position, player, caught, position.rules.uno_penalty)
    if player == position.winner and position.penalties.get(player):
        resume(position)  # the penalty cards are to be played first


def _miss_call(position: Position, player: str, because: str, penalty: int | None) -> None:
    """A window has closed; a penalty of None: too late for one."""
    position.windows -= {player}
    position.settle("uno-due", player)
    position.missed = {**position.missed, player: Missed(position.event.t, penalty or 0)}
    if penalty:
        position.penalties = put(position.penalties, player, position.penalties.get(player, 0) + penalty)
        position.blamed -= {player}
        if player in position.out:  # the penalty cards are to be played first
            position.out = tuple(other for other in position.out if other != player)
        draws = f"{player} draws {cards_in_words(penalty)}"
    else:
        when = (
            "on going to one card" if position.hands[player] else "before the last cards are played at once"
        )
        costs = (
            "though forgetting it costs no cards here"
            if penalty == 0
            else "but now it is too late for a penalty"
        )
        draws = f"it is called {when}, {costs}"
    message = f"{player} did not call UNO before {because}: {draws}."
    position.alert("uno-missed", player, message, ALL_BOOKS)


def _forget(position: Position, player: str) -> dict[str, Missed]:
    return {other: missed for other, missed in position.missed.items() if other != player}
