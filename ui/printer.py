"""Steps of a game as lines for people at a terminal."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tracker.events import GameStart
from tracker.rules import DEFAULT_PRESET
from tracker.state import State

if TYPE_CHECKING:
    from ui.referee import Step


class StepPrinter:
    """Writes steps to standard output, each with its time, where it has one, and its alerts."""

    def __init__(self) -> None:
        self._before: State | None = None

    def __call__(self, step: Step) -> None:
        """Write a step."""
        from ui.history import sentence

        before, self._before = self._before or step.state, step.state
        event = step.event
        time = " " * 9 if event.t is None else f"{event.t:7.1f} s"
        told = begun(event) if isinstance(event, GameStart) else sentence(event, before)
        turn = f"; {step.state.turn} to act" if step.state.turn else ""
        print(f"{time}  {told}{turn}", flush=True)
        for alert in step.alerts:
            print(f"           ! {alert.message}", flush=True)


def begun(event: GameStart) -> str:
    """Return how a game begins: who plays, by which rules.

    >>> begun(GameStart(("Ann", "Ben"), {"preset": "house", "target": 300}, "Ben"))
    'A new game: Ann, Ben; rules: house, target = 300; Ben deals'
    """
    parts = [f"A new game: {', '.join(event.players)}"]
    if event.teams:
        parts.append(f"teams: {', '.join(' + '.join(team) for team in event.teams)}")
    if isinstance(event.rules, str):
        parts.append(f"rules: {event.rules}")
    else:
        changed = [f"{key} = {json.dumps(value)}" for key, value in event.rules.items() if key != "preset"]
        parts.append(f"rules: {', '.join([str(event.rules.get('preset', DEFAULT_PRESET)), *changed])}")
    if event.dealer:
        parts.append(f"{event.dealer} deals")
    return "; ".join(parts)
