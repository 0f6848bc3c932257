"""What the game shows: its state after an event, and the alerts that events raise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tracker.cards import Card


@dataclass(frozen=True)
class Alert:
    """One thing to say about the game; the codes are those of the rules, section 7.

    ``message`` is one sentence: what was wrong, and what the rule is. ``seq`` is the place, in
    ``Game.events``, of the event that raised it. ``source`` is the rule book that has the rule, in words;
    None where it is not about a rule. ``rule`` is the key of the rule that a play has broken
    (:class:`tracker.matching.Rule`).
    """

    code: str
    player: str | None
    message: str
    seq: int = 0
    source: str | None = None
    rule: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the alert as a JSON object with code, player, message and source."""
        return {"code": self.code, "player": self.player, "message": self.message, "source": self.source}


@dataclass(frozen=True)
class State:
    """The game at one moment.

    ``phase`` is setup, playing, counting, round-over or game-over; ``round`` counts from 1 (0: no game yet).
    ``turn`` is who has to act. ``hands`` holds the number of cards each player has, ``owed`` the number still
    to be drawn by those who owe some. ``uno`` names who has called with one card left. ``winner`` is who
    won the round, and the game once that is over (None where it is a draw).

    ``bounds`` holds the least and the greatest number of cards of each hand that is not sure. ``draw_pile``
    and ``discard_pile`` count cards. ``ranking`` names who has gone out, the first one first, where others
    play on; ``team_scores`` is in the order of the teams. ``challenged_by`` has challenged and waits for the
    hand to be shown; ``undecided`` says that the hand shown decides nothing, so that who draws will tell the
    verdict. ``swap_due`` has yet to say with whom hands are swapped. ``say`` is what the last player
    announces, as in ``Yellow five!``, where that is played. ``written`` is what the customizable wild
    played last says; where the game has several such texts, the card itself tells which of them.
    """

    phase: str = "setup"
    round: int = 0
    dealer: str | None = None
    top: Card | None = None
    colour: str | None = None
    direction: str = "clockwise"
    turn: str | None = None
    hands: Mapping[str, int] = field(default_factory=dict)
    owed: Mapping[str, int] = field(default_factory=dict)
    uno: tuple[str, ...] = ()
    scores: Mapping[str, int] = field(default_factory=dict)
    winner: str | None = None
    bounds: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    draw_pile: int = 0
    discard_pile: int = 0
    ranking: tuple[str, ...] = ()
    team_scores: tuple[int, ...] = ()
    challenged_by: str | None = None
    undecided: bool = False
    swap_due: str | None = None
    say: str | None = None
    written: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the state as a JSON object, the top card by its label; ``say`` only where it is played."""
        state = {
            "phase": self.phase,
            "round": self.round,
            "dealer": self.dealer,
            "top": self.top.label if self.top else None,
            "colour": self.colour,
            "direction": self.direction,
            "turn": self.turn,
            "hands": dict(self.hands),
            "owed": dict(self.owed),
            "uno": list(self.uno),
            "scores": dict(self.scores),
            "winner": self.winner,
            "bounds": {player: list(bounds) for player, bounds in self.bounds.items()},
            "draw_pile": self.draw_pile,
            "discard_pile": self.discard_pile,
            "ranking": list(self.ranking),
            "team_scores": list(self.team_scores),
            "challenged_by": self.challenged_by,
            "undecided": self.undecided,
            "swap_due": self.swap_due,
            "written": list(self.written),
        }
        return state if self.say is None else {**state, "say": self.say}
