"""How fast the game follows, on one core: events pushed and popped a second, and the memory of an event.

What is compared. Ours are the random games of :mod:`tests.differential`, three to ten players, the faces of
all drawn cards known; ``push`` is one call of ``Game.push`` with one event, which judges it and returns its
alerts, and ``pop`` one of ``Game.pop``; the events are there already, and ``Game.state`` is not asked for.
RLCard, another implementation of UNO, plays random games of its own with the same seeds and as many players:
``env.step`` is one call of its environment's ``step`` with one action, which moves and says what the next
agent sees, that is what RLCard's users call; ``game.step`` is the bare move inside it. The actions are chosen
beforehand. The ratio to hold is events pushed a second to calls of ``env.step`` a second: five.

An event is less than a move of RLCard's, in which a call of UNO, the card, and the cards that it makes others
draw are one; so the table also compares move by move, and with the bare move. The bare move judges nothing,
keeps nothing to go back to, and deals cards whose faces it knows.

Seconds are those of the processor, so that other programs on the machine count little; each figure is the
best of several. Memory is what the games hold beside the events themselves.

    python -m tests.speed [GAMES] [--repeats N]
"""

from __future__ import annotations

import argparse
import random
import time
import tracemalloc
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import rlcard

from tests.differential import play
from tracker.events import Event
from tracker.game import Game


@dataclass(frozen=True)
class Speed:
    """What was measured on so many events and moves: how many a second, and ``memory`` in bytes an event."""

    events: int
    moves: int
    pushes: float
    pops: float
    memory: float
    env_steps: float
    game_steps: float

    def __str__(self) -> str:
        """Return the figures as a table, and how they compare."""
        moves = self.pushes * self.moves / self.events
        lines = [
            f"push       {self.pushes:>8,.0f} events a second, which is {moves:,.0f} moves",
            f"pop        {self.pops:>8,.0f} events a second: {self.pops / self.pushes:.1f} times push",
            f"memory     {self.memory:>8,.0f} bytes an event",
        ]
        for what, steps in (("env.step", self.env_steps), ("game.step", self.game_steps)):
            lines.append(
                f"{what:<10} {steps:>8,.0f} moves a second by RLCard: "
                f"push is {self.pushes / steps:.1f} times as fast, move by move {moves / steps:.1f} times"
            )
        return "\n".join(lines)


class Theirs:
    """A random game of RLCard's with so many players, its actions chosen, to be played again and again."""

    def __init__(self, seed: int, players: int) -> None:
        self.seed, self.players = seed, players
        self.actions: list[int] = []
        chance = random.Random(seed)
        env = self.start()
        state = env._extract_state(env.game.get_state(env.game.get_player_id()))
        while not env.is_over():
            self.actions.append(chance.choice(list(state["legal_actions"])))
            state, _ = env.step(self.actions[-1])
        self.named = [action for _, action in env.action_recorder]

    def start(self) -> Any:
        """Return the environment with the cards dealt."""
        env = rlcard.make("uno", {"seed": self.seed})
        env.game.num_players = self.players
        env.reset()
        return env


def measure(games: int, repeats: int) -> Speed:
    """Measure on so many random games, one after the other, each figure as the best of ``repeats``."""
    recorded, theirs, moves = [], [], 0
    for seed in range(games):
        match = play(seed)
        recorded.append(match.ours.events)
        theirs.append(Theirs(seed, len(match.names)))
        moves += match.moves
    events = sum(map(len, recorded))
    steps = sum(len(game.actions) for game in theirs)
    followed, stepped, bare = [], [], []
    for _ in range(repeats):  # by turns, as a machine is not always as fast
        followed.append(_push_and_pop(recorded))
        stepped.append(_step((game.start(), game.actions) for game in theirs))
        bare.append(_step((game.start().game, game.named) for game in theirs))
    return Speed(
        events=events,
        moves=moves,
        pushes=events / min(push for push, _ in followed),
        pops=events / min(pop for _, pop in followed),
        memory=_memory(recorded) / events,
        env_steps=steps / min(stepped),
        game_steps=steps / min(bare),
    )


def _push_and_pop(recorded: Sequence[Sequence[Event]]) -> tuple[float, float]:
    """How many seconds it takes to push all events, and to pop them again."""
    pushing = popping = 0.0
    for events in recorded:
        game = Game()
        began = time.process_time()
        for event in events:
            game.push(event)
        pushed = time.process_time()
        for _ in events:
            game.pop()
        pushing += pushed - began
        popping += time.process_time() - pushed
    return pushing, popping


def _step(games: Iterable[tuple[Any, Sequence[Any]]]) -> float:
    """How many seconds it takes to make all the moves of RLCard's games."""
    stepping = 0.0
    for game, actions in games:
        began = time.process_time()
        for action in actions:
            game.step(action)
        stepping += time.process_time() - began
    return stepping


def _memory(recorded: Sequence[Sequence[Event]]) -> int:
    """How many bytes the games hold, their events not counted."""
    tracemalloc.start()
    games = [Game() for _ in recorded]
    for game, events in zip(games, recorded, strict=True):
        for event in events:
            game.push(event)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return held


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.speed", description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="?", type=int, default=300, help="how many (default: %(default)s)")
    parser.add_argument("--repeats", type=int, default=5, help="best of how many (default: %(default)s)")
    arguments = parser.parse_args()
    speed = measure(arguments.games, arguments.repeats)
    print(f"{arguments.games:,} games, {speed.events:,} events, best of {arguments.repeats}")
    print(speed)


if __name__ == "__main__":
    main()
