"""From one position to the next: which module says what an event does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tracker import calling, challenge, drawing, hands, playing, scoring
from tracker.events import (
    CallUno,
    Catch,
    Challenge,
    Draw,
    EndRound,
    Event,
    Hand,
    NameColour,
    Pass,
    Play,
    Reshuffle,
    Reveal,
    StartCard,
    Swap,
    TakeBack,
)
from tracker.position import Position

EFFECTS: dict[type[Event], tuple[Callable[[Position, Any], None], tuple[str, ...]]] = {
    StartCard: (playing.start, ()),
    Play: (playing.play, ("player",)),
    NameColour: (playing.name_colour, ("player",)),
    Draw: (drawing.draw, ("player",)),
    Pass: (drawing.pass_on, ("player",)),
    Reshuffle: (drawing.reshuffle, ()),
    CallUno: (calling.call_uno, ("player",)),
    Catch: (calling.catch, ("by", "player")),
    Challenge: (challenge.challenge, ("by",)),
    Reveal: (challenge.reveal, ("player",)),
    TakeBack: (challenge.take_back, ("player",)),
    Swap: (hands.swap, ("player", "other")),
    Hand: (scoring.hand, ("player",)),
    EndRound: (scoring.end_round, ()),
}
"""What each event does, and the fields in which it names players."""


def tidy(position: Position) -> None:
    """Drop what no longer holds after an event: calls, windows and alerts."""
    if position.phase != "playing":
        position.settle("colour-needed")
        if not position.windows:
            position.settle("uno-due")
    hands_now = position.hands
    for player in position.called:
        if hands_now[player] != 1:
            position.called -= {player}
    for player in position.windows:
        last_several = hands_now[player] == 0 and position.last and position.last.player == player
        if hands_now[player] != 1 and not last_several:
            position.windows -= {player}
            position.settle("uno-due", player)
    for player in position.players if position.calling else ():
        if player in position.calling and not calling.may_be_calling(position, player):
            position.calling -= {player}
            if hands_now[player] == 1:  # reached in another way, as when hands moved
                position.called |= {player}
            elif player not in position.excused:
                calling.false_call(position, player, went_on=True)
            position.excused -= {player}
