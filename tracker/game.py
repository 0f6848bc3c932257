"""The game: a list of events, and the state that follows from it."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.cards import CARDS, Card
from tracker.events import Event, EventError, GameStart, Undo
from tracker.position import Position
from tracker.rules import Rules, RulesError
from tracker.state import Alert, State

__all__ = ["Alert", "Game", "State"]

BREACH = 0.1
"""How much likelier a legal card is than an illegal one of which as many are left, as a factor."""


@dataclass(frozen=True)
class _Step:
    event: Event
    position: Position


class Game:
    """A game of UNO as it is really played: events go in, the state and alerts come out.

    A game is its list of events: :meth:`push` adds one, :meth:`pop` takes the last one back, and nothing else
    changes it. A broken rule is an alert, never an error. ``rules``, where given, are played whatever a
    ``game`` event says.

    Of the rules' options it does not act yet on ``stacking`` and ``challenge``; with ``scoring = ranking`` no
    points are given, but the round ends with the first empty hand.

    >>> from tracker.events import Play, StartCard
    >>> game = Game()
    >>> game.push(GameStart(("Ann", "Ben", "Cy"), dealer="Ann"))
    ()
    >>> game.push(StartCard(Card.parse("blue 7")))
    ()
    >>> [alert.message for alert in game.push(Play((Card.parse("red 3"),)))]
    ['Ben played red 3 on blue 7: a card must match the colour, the number or the symbol.']
    >>> game.state.turn
    'Cy'
    """

    def __init__(self, rules: Rules | None = None) -> None:
        self._given_rules = rules
        self._steps: list[_Step] = []

    def push(self, event: Event) -> tuple[Alert, ...]:
        """Add an event and return the alerts that it raises. An ``Undo`` takes the last event back.

        Raises EventError, and changes nothing, where the event makes no sense at all.
        """
        if isinstance(event, Undo):
            if not self._steps:
                raise EventError("undo: nothing has happened yet")
            self.pop()
            return ()
        if isinstance(event, GameStart):
            position = self._begin(event)
        elif self._steps:
            position = self._position.after(event, len(self._steps))
        else:
            raise EventError(f"{event.type}: no game has begun: the first event is of type game")
        self._steps.append(_Step(event, position))
        return tuple(position.raised)

    def pop(self) -> Event:
        """Take the last event back, with its alerts, and return it. Raises IndexError if there is none."""
        return self._steps.pop().event

    @property
    def events(self) -> tuple[Event, ...]:
        """All events so far, the ``game`` event first."""
        return tuple(step.event for step in self._steps)

    @property
    def state(self) -> State:
        """The state after the last event."""
        return self._position.state if self._steps else State()

    @property
    def alerts(self) -> tuple[Alert, ...]:
        """All alerts that stand: raised, and neither settled nor undone since."""
        return tuple(self._position.standing) if self._steps else ()

    @property
    def players(self) -> tuple[str, ...]:
        """The players in clockwise order; empty before the game begins."""
        return self._position.players if self._steps else ()

    @property
    def rules(self) -> Rules:
        """The rules that are played; before the game begins, those given or the default."""
        return self._position.rules if self._steps else self._given_rules or Rules.load()

    def legal(self, card: Card) -> bool:
        """Return whether the player whose turn it is may play this card now.

        The hand is not seen: a wild draw four counts as legal, as only a challenge finds out.
        """
        return self._why_not(card) is None

    def why(self, card: Card) -> str:
        """Return in one sentence whether the card may be played now, and by which rule.

        >>> from tracker.events import StartCard
        >>> game = Game()
        >>> game.push(GameStart(("Ann", "Ben"))), game.push(StartCard(Card.parse("blue 7")))
        ((), ())
        >>> game.why(Card.parse("red 7"))
        'red 7 may be played on blue 7: it matches the number.'
        >>> game.why(Card.parse("red 3"))
        'red 3 may not be played on blue 7: a card must match the colour, the number or the symbol.'
        """
        why_not = self._why_not(card)
        if not self._steps or not self._position.top:
            return f"{card} may not be played: {why_not}."
        position = self._position
        on = f"on {position.top_in_words()}"
        if why_not:
            return f"{card} may not be played {on}: {why_not}."
        if card.is_wild:
            reason = "a wild may be played at any time"
        elif position.colour is None:
            reason = "the colour is not named yet"
        elif card.colour == position.colour:
            reason = "it matches the colour"
        else:
            reason = f"it matches the {'number' if card.is_number else 'symbol'}"
        return f"{card} may be played {on}: {reason}."

    def prior(self) -> dict[str, float]:
        """Return how likely each face is as the next card laid, by label; the sum is 1.

        Faces that the deck still holds count by how many are left, legal ones more than illegal ones. No face
        has probability 0: a misread card before must not make the true one impossible.
        """
        in_play = self.state.phase == "playing"
        weights = {}
        for card in CARDS:
            left = self._position.unseen(card) if self._steps else self.rules.deck.count(card)
            weights[card.label] = (left + 0.01) * (1 if not in_play or self.legal(card) else BREACH)
        total = sum(weights.values())
        return {label: weight / total for label, weight in weights.items()}

    @property
    def _position(self) -> Position:
        return self._steps[-1].position

    def _begin(self, start: GameStart) -> Position:
        try:
            rules = self._given_rules or Rules.load(start.rules)
        except RulesError as error:
            raise EventError(f"game: {error}") from error
        return Position(start, rules)

    def _why_not(self, card: Card) -> str | None:
        if not self._steps or self._position.phase != "playing" or not self._position.turn:
            return "no round is being played"
        player = self._position.turn
        if self._position.owed(player):
            return f"{player} has {self._position.owed(player)} cards to draw first"
        return self._position.fault(player, (card,))
