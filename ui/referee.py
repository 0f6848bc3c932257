"""The referee: joins what the camera saw on the table to the game, event by event."""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tracker.cards import Card
from tracker.changes import Entry, Pending
from tracker.events import (
    Catch,
    Draw,
    EndRound,
    Event,
    EventError,
    GameStart,
    Hand,
    Pass,
    Play,
    Reshuffle,
    StartCard,
    TakeBack,
)
from tracker.game import Alert, Game, State
from vision.events import (
    SHUFFLE,
    CardPlayed,
    CardsDrawn,
    CardsShown,
    CardTakenBack,
    DiscardsBrought,
    DiscardsTaken,
    PileGone,
    StartCardSeen,
    TableEvent,
)
from vision.frames import Frame

WAIT = 2.0
"""Seconds that a shown hand with an unexpected number of cards has for changing."""

_FEW = 20
"""Cards by count in a draw pile that may be used up: a hand or two may have been miscounted."""


class Watcher(Protocol):
    """What the referee needs of :class:`vision.table.Table`."""

    prior: Mapping[str, float] | None

    def update(self, frame: Frame) -> Iterable[TableEvent]:
        """Take in the next picture; return what has happened on the table."""
        ...


@dataclass(frozen=True)
class Step:
    """One event of the game and what followed from it.

    ``seq`` is the event's place in the game, from 0; ``confidence`` (0 to 1) is there if the camera saw it;
    ``key`` names the event through all corrections.
    """

    seq: int
    event: Event
    state: State
    alerts: tuple[Alert, ...]
    confidence: float | None = None
    key: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return the step as ``judge`` writes it, the event with its ``t`` and ``confidence``."""
        event = self.event.to_json()
        if "t" in event:
            event["t"] = round(event["t"], 3)
        if self.confidence is not None:
            event["confidence"] = round(self.confidence, 3)
        return {
            "seq": self.seq,
            "event": event,
            "state": self.state.to_json(),
            "alerts": [alert.to_json() for alert in self.alerts],
        }


def hands_told(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Return the steps with the hands that were shown since the round began, the newest of each player."""
    told: dict[str, Step] = {}
    for step in reversed(steps):
        if isinstance(step.event, StartCard):
            break
        if isinstance(step.event, Hand):
            told.setdefault(step.event.player, step)
    return tuple(told.values())


class Referee:
    """One game at one table: table events and key presses go in, steps come out.

    ``players`` are in clockwise order of their seats, ``rules`` as in the ``game`` event (a preset's name or
    options); ``deal`` is how many cards each player is dealt, ``teams`` who plays together. ``steps`` holds
    everything so far, the ``game`` event first. Raises EventError or RulesError where players or rules cannot
    be used.
    """

    def __init__(
        self,
        players: Sequence[str],
        rules: str | Mapping[str, Any],
        table: Watcher,
        *,
        dealer: str | None = None,
        deal: int = 7,
        teams: Sequence[tuple[str, ...]] = (),
    ) -> None:
        self.table = table
        self.game = Game()
        self.steps: list[Step] = []
        self.t = 0.0
        self.ready = False
        """Whether the next card on the discard pile starts the next round."""
        self.confirm = False
        """Whether a round ends only once somebody has confirmed the hands that were seen."""
        self._drawing: tuple[str, int] | None = None
        self._gathered = False
        self._shuffling: DiscardsTaken | None = None
        self._entries: list[Entry] = []
        self._keys = itertools.count()
        self._open: dict[str, CardsShown] = {}
        self._after: list[Entry] = []
        self._prior_for: tuple[int, Event] | None = None
        begun = GameStart(players=tuple(players), rules=rules, dealer=dealer, teams=tuple(teams), deal=deal)
        self._push(dataclasses.replace(begun, t=0.0))

    def update(self, frame: Frame) -> list[Step]:
        """Take in the next picture and return the steps that follow from it, most often none."""
        self.prepare(frame.t)
        return self.follow(self.look(frame))

    def prepare(self, t: float) -> None:
        """Get ready for a picture that was taken at ``t`` seconds."""
        self.t = t
        newest = (len(self.game.events), self.game.events[-1])
        if self._prior_for != newest:
            # What may come next helps the eye with a doubtful reading; a sure one it leaves as it is.
            self.table.prior = self.game.prior()
            self._prior_for = newest

    def look(self, frame: Frame) -> Sequence[TableEvent]:
        """Let the table look at the next picture; return what has happened on it, for :meth:`follow`.

        This is what takes long; it leaves the game alone.
        """
        return tuple(self.table.update(frame))

    def follow(self, happened: Iterable[TableEvent]) -> list[Step]:
        """Return the steps of the game that follow from what has happened on the table."""
        steps = [step for seen in happened for step in self._follow(seen)]
        return steps + self._count_hands(self.t - WAIT)

    def close(self) -> list[Step]:
        """Return what follows from there being no more pictures: hands that lie open count as they are."""
        return self._count_hands(math.inf)

    def push(self, event: Event, confidence: float | None = None) -> Step:
        """Push what the camera cannot see, at the time of the newest picture unless it says another.

        ``confidence`` (0 to 1) is there if the event was heard, and marks it as such.
        Raises EventError, leaving the game as it was, where the event makes no sense at all.
        """
        if event.t is None:
            event = dataclasses.replace(event, t=self.t)
        return self._push(event, confidence)

    def next_round(self) -> None:
        """Take the next card that lands on the discard pile for the starting card of the next round."""
        self.ready = self.game.state.phase == "round-over"

    def undo(self) -> Event | None:
        """Take the last event back and return it; None where only the game itself is left."""
        if len(self.steps) <= 1:
            return None
        self.steps.pop()
        self._entries.pop()
        self._drawing = None
        self._after.clear()
        self.ready = False
        return self.game.pop()

    @property
    def pending(self) -> Pending:
        """What was seen or told and has led to no event so far; it can be set, as when a game goes on."""
        drawing = self._drawing if self._drawing and self._drawing[1] else None
        return Pending(self.ready, tuple(self._after), drawing, self._gathered)

    @pending.setter
    def pending(self, pending: Pending) -> None:
        self.ready, self._after, self._drawing = pending.ready, list(pending.after), pending.drawing
        self._gathered = pending.gathered

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All events so far as they were seen or told, the ``game`` event first."""
        return tuple(self._entries)

    def entry(self, event: Event) -> Entry:
        """Return an event that was told, with a key of its own, for :meth:`rewrite`."""
        return Entry(next(self._keys), event)

    def go_on(self, entries: Sequence[Entry], next_key: int) -> None:
        """Go on with a game from its entries, the ``game`` event first; ``next_key`` is that of a new one.

        What makes no sense in it is left out.
        """
        begun, *others = entries
        self.steps.clear()
        self._entries.clear()
        self.game = Game()
        self._keys = itertools.count(next_key)
        self._add(begun)
        self.rewrite([begun, *others])
        self.t = max(event.t or 0.0 for event in self.game.events)

    def rewrite(self, entries: Sequence[Entry]) -> int:
        """Let the game be these events from its first one on, as after a correction.

        An event that makes no sense after those before it is left out; returns how many were.
        """
        same = 1
        while same < min(len(entries), len(self._entries)) and entries[same] == self._entries[same]:
            same += 1
        while len(self.steps) > same:
            self.undo()
        lost = 0
        for entry in entries[same:]:
            try:
                self._add(entry)
            except EventError:
                lost += 1
        self.ready = False
        return lost

    def _push(self, event: Event, confidence: float | None = None) -> Step:
        return self._add(Entry(next(self._keys), event, confidence))

    def _add(self, entry: Entry) -> Step:
        event = entry.event
        if isinstance(event, Hand | StartCard):
            self._after.clear()
        if isinstance(event, (Play, Draw, Pass)) and event.player is None:
            event = dataclasses.replace(event, player=self.game.state.turn)
        alerts = self.game.push(event)
        self._drawing = None
        self.ready = self.ready and not isinstance(event, StartCard)
        seq = len(self.game.events) - 1
        step = Step(seq, event, self.game.state, alerts, entry.confidence, entry.key)
        self.steps.append(step)
        self._entries.append(entry)
        return step

    def _follow(self, seen: TableEvent) -> list[Step]:
        """Turn one table event into game events. What the game cannot place at all is left out."""
        if isinstance(seen, CardsShown):
            return self._show(seen)
        if isinstance(seen, DiscardsTaken):
            self._shuffling = seen
            return []
        if isinstance(seen, PileGone):
            self._gathered = True
            return self._count_hands(seen.t)
        follow: Callable[[Any], Step | list[Step] | None] = {
            StartCardSeen: self._start,
            CardPlayed: self._play,
            CardsDrawn: self._draw,
            CardTakenBack: self._take_back,
            DiscardsBrought: self._reshuffle,
        }[type(seen)]
        try:
            steps = follow(seen)
        except EventError:
            return []
        return steps if isinstance(steps, list) else [steps] if steps else []

    def _start(self, seen: StartCardSeen | CardPlayed) -> list[Step]:
        before: list[Step] = []
        if self.game.state.phase == "counting" and self._gathered:
            before = self._close_round()
        self._gathered = False
        if self.game.state.phase not in ("setup", "round-over"):
            return before
        self._open.clear()
        self._shuffling = None
        start = StartCard(card=Card.parse(seen.label), t=seen.t)
        return [*before, self._push(start, seen.confidence)]

    def _close_round(self) -> list[Step]:
        """End a round whose cards have been gathered before all hands were seen or confirmed.

        Who plays on has counted. A hand that nobody saw is an empty one with an alert, to be corrected.
        """
        told = {step.event.player for step in hands_told(self.steps)}
        winner = self.game.state.winner
        unseen = [name for name in self.game.players if name not in told and name != winner]
        events = [*(Hand(player=name, cards=(), t=self.t) for name in unseen), EndRound(t=self.t)]
        return [self._push(event) for event in events]

    def _play(self, seen: CardPlayed) -> Step | list[Step] | None:
        phase = self.game.state.phase
        if phase == "setup" or self.ready:  # the round's first card on the pile is its starting card
            return self._start(seen)
        cards = tuple(Card.parse(label) for label in (*seen.beneath, seen.label))
        entry = Entry(next(self._keys), Play(cards, self._player(seen.seat), t=seen.t), seen.confidence)
        if phase == "counting":
            return self._play_on(entry)
        return self._add(entry) if phase == "playing" else None

    def _play_on(self, entry: Entry) -> list[Step]:
        """Take in a play or a draw though somebody seems to be out, once that has happened twice.

        One card on the pile may be a hand thrown there to be counted. Two moves by others say that the game
        goes on. What who seemed to be out drew meanwhile is left to the bounds of that hand: a penalty, or an
        arm on the way to the other cards.
        """
        winner = self.game.state.winner
        self._after.append(entry)
        if sum(move.event.player != winner for move in self._after) < 2:
            return []
        steps = []
        for move in self._after:
            if isinstance(move.event, Draw) and move.event.player == winner:
                continue
            with contextlib.suppress(EventError):
                steps.append(self._add(move))
        self._after.clear()
        return steps

    def _draw(self, seen: CardsDrawn) -> Step | list[Step] | None:
        state = self.game.state
        if state.phase not in ("playing", "counting"):
            return None
        taken = self._shuffling
        if taken and taken.seat == seen.seat is not None and seen.t - taken.t <= SHUFFLE:
            self._shuffling = None
            if self._brings_back(seen):
                return self._reshuffle(seen)
        player = self._player(seen.seat) or self._who_draws(state)
        if state.phase == "counting" and not state.owed.get(player):
            return self._play_on(Entry(next(self._keys), Draw(player, seen.count or 1, t=seen.t)))
        before: list[Step] = []
        if player != state.turn and not state.owed.get(player) and self._may_be_caught(player):
            # Cards drawn out of turn by who has just forgotten to call: somebody has called it out.
            before.append(self._push(Catch(None, player, t=seen.t)))
            state = self.game.state
        count = seen.count
        rest = 0
        if count is None:
            # A visit to the pile takes at least one card. Owed cards count as drawn on the first visit, so
            # further visits by the same player, with nothing between them, belong to the same drawing.
            if self._drawing and self._drawing[0] == player and self._drawing[1] > 0:
                self._drawing = (player, self._drawing[1] - 1)
                return None
            count = state.owed.get(player, 0) or 1
            rest = count - 1
        step = self._push(Draw(player=player, count=count, t=seen.t))
        self._drawing = (player, rest)
        return [*before, step]

    def _reshuffle(self, seen: DiscardsBrought | CardsDrawn) -> Step:
        self._shuffling = None
        return self._push(Reshuffle(t=seen.t))

    def _brings_back(self, seen: CardsDrawn) -> bool:
        """Whether who took the discards lays them on the draw pile, though nobody saw them.

        Who draws out of turn from a low draw pile is taken to do so. Else they were only squared up.
        """
        state, player = self.game.state, self._player(seen.seat)
        return player != state.turn and player not in state.owed and state.draw_pile <= _FEW

    def _may_be_caught(self, player: str) -> bool:
        """Whether the player has not called UNO and can still be called out."""
        return any(alert.code == "uno-due" and alert.player == player for alert in self.game.alerts)

    def _take_back(self, seen: CardTakenBack) -> Step | None:
        return self._push(TakeBack(player=self._player(seen.seat), t=seen.t))

    def _show(self, seen: CardsShown) -> list[Step]:
        """Take in cards laid open in front of a seat: once the round is over, the hand that counts."""
        player = self._player(seen.seat)
        if player is None:
            return []
        self._open[player] = seen
        state = self.game.state
        low, high = state.bounds.get(player, (state.hands.get(player, 0),) * 2)
        expected = low <= len(seen.labels) <= high + state.owed.get(player, 0)
        return self._count_hands(seen.t if expected else self.t - WAIT)

    def _count_hands(self, until: float) -> list[Step]:
        """Push the hands that have lain open since ``until`` or before; with the last one the round ends.

        A hand that has another number of cards than expected is given some time: it may not be all.
        """
        state = self.game.state
        if state.phase != "counting":
            return []
        steps = []
        told = {step.event.player for step in hands_told(self.steps) if step.confidence is None}
        for player in [name for name, seen in self._open.items() if seen.t <= until]:
            seen = self._open.pop(player)
            if player != state.winner and player not in told:  # what people said counts
                cards = tuple(Card.parse(label) for label in seen.labels)
                steps.append(self._push(Hand(player=player, cards=cards, t=self.t), seen.confidence))
        losers = {name for name in self.game.players if name != state.winner}
        counted = {step.event.player for step in hands_told(self.steps)}
        if steps and losers <= counted and not self.confirm:
            steps.append(self._push(EndRound(t=self.t)))
        return steps

    def _player(self, seat: int | None) -> str | None:
        players = self.game.players
        return players[seat] if seat is not None and seat < len(players) else None

    def _who_draws(self, state: State) -> str:
        """Return who draws where the seat was not seen: the one who owes cards, else whose turn it is."""
        owing = [player for player in self.game.players if state.owed.get(player)]
        if len(owing) == 1:
            return owing[0]
        return state.turn or self.game.players[0]
