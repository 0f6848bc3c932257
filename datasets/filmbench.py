"""Measuring the watcher on filmed games: its events against the film's true ones.

Both games become lists of moves: each card laid, each drawing (all cards that a player takes one after
another), each card taken back, each hand shown, each reshuffle. The two lists are laid beside each other so
that as much as possible fits, and counted.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from tracker.events import (
    Draw,
    Event,
    EventError,
    GameStart,
    Hand,
    Play,
    Reshuffle,
    StartCard,
    TakeBack,
    Undo,
    parse_event,
)
from tracker.game import Game

APART = 8.0
"""Seconds: moves farther apart than this are never the same."""

ALERTS = ("illegal-play", "out-of-turn")
"""The alerts that are counted one by one."""
HEARD_ALERTS = (*ALERTS, "uno-missed", "uno-false")
"""The same in a film whose sound was heard."""


class TruthError(Exception):
    """A film whose true events cannot be used; the message is one line for the user."""


@dataclass(frozen=True)
class Move:
    """One move of a player; ``clear``: when no arm hid it any more, ``told``: when the watcher said it."""

    what: str
    label: str
    who: str | None
    t: float
    count: int = 1
    clear: float | None = None
    told: float | None = None


@dataclass(frozen=True)
class Told:
    """An event of the watched game, and when in the film it was told."""

    event: Event
    at: float


@dataclass
class Figures:
    """What was counted, of one film or of several."""

    name: str = ""
    films: int = 1
    seconds: float = 0.0
    took: float = 0.0
    plays: int = 0
    found: int = 0
    right: int = 0
    seats: int = 0
    draws: int = 0
    drawn: int = 0
    counts: int = 0
    hands: int = 0
    shown: int = 0
    others: int = 0
    met: int = 0
    false: int = 0
    alerts: int = 0
    raised: int = 0
    wrong_alerts: int = 0
    scores: int = 0
    delays: list[float] = field(default_factory=list)
    mistakes: list[str] = field(default_factory=list)

    def add(self, other: Figures) -> None:
        """Add another film's figures."""
        for name, value in vars(other).items():
            if name != "name":
                setattr(self, name, getattr(self, name) + value)


@dataclass(frozen=True)
class Truth:
    """A film's true events; ``clears``: for each of them, when the arm no longer hid it, or None."""

    events: tuple[Event, ...]
    clears: tuple[float | None, ...]

    @property
    def start(self) -> GameStart:
        """The event with the players and the rules."""
        first = self.events[0]
        assert isinstance(first, GameStart)
        return first


def read_truth(film: Path) -> Truth:
    """Read the true events beside a film. Raises TruthError where they are missing or make no sense."""
    file = film.with_name(film.stem + ".events.jsonl")
    try:
        lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
        events = tuple(parse_event(line) for line in lines)
        if not events or not isinstance(events[0], GameStart):
            raise ValueError("the first event is not of type game")
        if not all(isinstance(event.t, int | float) for event in events):
            raise ValueError("an event has no time t")
        return Truth(events, tuple(line.get("clear") for line in lines))
    except OSError:
        raise TruthError(f"{film}: its true events are missing: no {file.name} beside it") from None
    except (ValueError, RecursionError) as error:  # EventError is a ValueError
        raise TruthError(f"{file}: not usable ({error})") from None


def compare(
    name: str,
    truth: Truth,
    told: Sequence[Told],
    seconds: float,
    took: float = 0.0,
    *,
    heard: bool = False,
) -> Figures:
    """Count what a watched game has right.

    ``seconds``: how long the film is; ``took``: how long watching it took, where that is known; ``heard``:
    whether its sound was heard, so that a forgotten UNO counts.
    """
    players = truth.start.players
    told = _standing(told)
    true = _moves(truth.events, players, clears=truth.clears)
    seen = _moves([one.event for one in told], players, at=[one.at for one in told])
    figures = Figures(name, seconds=seconds, took=took)
    for ours, theirs in _aligned(true, seen):
        _count(figures, ours, theirs)
    codes = HEARD_ALERTS if heard else ALERTS
    was, scores = _played(truth.events, codes)
    is_, scores_told = _played([one.event for one in told], codes)
    figures.alerts = sum(was.values())
    figures.raised = sum((was & is_).values())
    figures.wrong_alerts = sum((is_ - was).values())
    figures.mistakes += [f"alert missing: {code} {who}" for code, who in (was - is_).elements()]
    figures.mistakes += [f"alert wrong: {code} {who}" for code, who in (is_ - was).elements()]
    figures.scores = int(scores == scores_told)
    return figures


def _standing(told: Sequence[Told]) -> list[Told]:
    """The events that were not undone later."""
    standing: list[Told] = []
    for one in told:
        if not isinstance(one.event, Undo):
            standing.append(one)
        elif standing:
            standing.pop()
    return standing


def _count(figures: Figures, true: Move | None, seen: Move | None) -> None:
    if true is None:
        assert seen
        figures.false += 1
        figures.mistakes.append(f"{seen.t:7.2f} never happened: {_words(seen)}")
        return
    same = seen is not None and true.what == seen.what
    exact = seen is not None and same and true.label == seen.label
    seat = seen is not None and same and true.who == seen.who
    if true.what in ("play", "start"):
        figures.plays += 1
        figures.found += same
        figures.right += exact
        figures.seats += seat or (same and true.what == "start")
        if seen and same and true.clear is not None and seen.told is not None:
            figures.delays.append(seen.told - true.clear)
    elif true.what == "draw":
        figures.draws += 1
        figures.drawn += seat
        figures.counts += seen is not None and seat and true.count == seen.count
    elif true.what == "hand":
        figures.hands += 1
        figures.shown += exact and seat
    else:
        figures.others += 1
        figures.met += same
    if not (exact and seat) or (seen and true.count != seen.count):
        figures.mistakes.append(f"{true.t:7.2f} {_words(true)}: {_words(seen) if seen else 'missed'}")


def _words(move: Move) -> str:
    count = f" {move.count}" if move.what == "draw" else ""
    return f"{move.what}{count} {move.label} {move.who or ''}".replace("  ", " ").strip()


def _moves(
    events: Iterable[Event],
    players: tuple[str, ...],
    *,
    clears: Sequence[float | None] | None = None,
    at: Sequence[float] | None = None,
) -> list[Move]:
    moves: list[Move] = []
    for number, event in enumerate(events):
        t = float(event.t or 0.0)
        clear = clears[number] if clears else None
        told = at[number] if at else None
        if isinstance(event, Play):
            moves += [Move("play", card.label, event.player, t, 1, clear, told) for card in event.cards]
        elif isinstance(event, StartCard):
            moves.append(Move("start", event.card.label, None, t, 1, clear, told))
        elif isinstance(event, Draw):
            last = moves[-1] if moves else None
            if last and last.what == "draw" and last.who == event.player:
                moves[-1] = Move("draw", "", last.who, last.t, last.count + event.count, told=last.told)
            else:
                moves.append(Move("draw", "", event.player, t, event.count, told=told))
        elif isinstance(event, TakeBack):
            moves.append(Move("takeback", "", event.player, t, told=told))
        elif isinstance(event, Hand):
            labels = ", ".join(sorted(card.label for card in event.cards))
            moves.append(Move("hand", labels, event.player, t, told=told))
        elif isinstance(event, Reshuffle):
            moves.append(Move("reshuffle", "", None, t, told=told))
    return moves


def _cost(true: Move, seen: Move) -> float:
    """How badly two moves fit each other: 0 for the same move, 2 or more for two that are not the same."""
    if true.what != seen.what or abs(true.t - seen.t) > APART:
        return 2.0
    return 1.0 * (true.label != seen.label) + 0.4 * (true.who != seen.who) + 0.01 * abs(true.t - seen.t)


def _aligned(true: Sequence[Move], seen: Sequence[Move]) -> list[tuple[Move | None, Move | None]]:
    """Lay two lists of moves beside each other at the least cost: 1 for each move without a partner."""
    costs = np.zeros((len(true) + 1, len(seen) + 1))
    costs[:, 0], costs[0] = np.arange(len(true) + 1), np.arange(len(seen) + 1)
    for i, ours in enumerate(true, 1):
        for j, theirs in enumerate(seen, 1):
            both = costs[i - 1, j - 1] + _cost(ours, theirs)
            costs[i, j] = min(both, costs[i - 1, j] + 1, costs[i, j - 1] + 1)
    pairs: list[tuple[Move | None, Move | None]] = []
    i, j = len(true), len(seen)
    while i or j:
        if (
            i
            and j
            and costs[i, j] == costs[i - 1, j - 1] + _cost(true[i - 1], seen[j - 1])
            and (_cost(true[i - 1], seen[j - 1]) < 2)
        ):
            i, j = i - 1, j - 1
            pairs.append((true[i], seen[j]))
        elif i and costs[i, j] == costs[i - 1, j] + 1:
            i -= 1
            pairs.append((true[i], None))
        else:
            j -= 1
            pairs.append((None, seen[j]))
    return pairs[::-1]


def _played(
    events: Iterable[Event], codes: Sequence[str]
) -> tuple[Counter[tuple[str, str | None]], dict[str, int]]:
    """The alerts of a game with these codes, by code and player, and its last scores.

    What makes no sense is left out.
    """
    game = Game()
    found: Counter[tuple[str, str | None]] = Counter()
    for event in events:
        try:
            alerts = game.push(event)
        except EventError:
            continue
        found.update((alert.code, alert.player) for alert in alerts if alert.code in codes)
    return found, dict(game.state.scores)


_COLUMNS = (
    ("plays", lambda f: f.plays),
    ("found", lambda f: f.found),
    ("right", lambda f: f.right),
    ("seat", lambda f: f.seats),
    ("draws", lambda f: f"{f.drawn}/{f.draws}"),
    ("counts", lambda f: f"{f.counts}/{f.draws}"),
    ("hands", lambda f: f"{f.shown}/{f.hands}"),
    ("other", lambda f: f"{f.met}/{f.others}"),
    ("false", lambda f: f.false),
    ("alerts", lambda f: f"{f.raised}/{f.alerts}"),
    ("wrong", lambda f: f.wrong_alerts),
    ("scores", lambda f: f"{f.scores}/{f.films}"),
    ("median", lambda f: f"{np.median(f.delays):.2f}" if f.delays else "-"),
    ("95%", lambda f: f"{np.percentile(f.delays, 95):.2f}" if f.delays else "-"),
    ("speed", lambda f: f"{f.seconds / f.took:.1f}x" if f.took else "-"),
)


def table(films: Sequence[Figures]) -> str:
    """Return the figures of films, and of all together, as a table for people.

    ``draws``, ``hands``, ``other`` (take-backs, reshuffles) and ``alerts`` are found of true ones; ``counts``
    are draws with the right number of cards; ``false`` moves and ``wrong`` alerts never happened; ``median``
    and ``95%`` are of the seconds of film from when no arm hid a card any more until its play was told;
    ``speed`` is how much faster than in life the film was watched.
    """
    total = Figures("all", films=0)
    for figures in films:
        total.add(figures)
    rows = [("film", *(name for name, _ in _COLUMNS))]
    for figures in [*films, total] if len(films) > 1 else films:
        rows.append((figures.name, *(str(value(figures)) for _, value in _COLUMNS)))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        "  ".join(cell.ljust(width) if not column else cell.rjust(width) for column, (cell, width) in row)
        for row in (enumerate(zip(row, widths, strict=True)) for row in rows)
    ]
    for figures in films:
        lines += ["", f"{figures.name}:", *figures.mistakes] if figures.mistakes else []
    return "\n".join(lines)
