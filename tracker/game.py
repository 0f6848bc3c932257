"""The game: a list of events, and the state that follows from it."""

from __future__ import annotations

from tracker.cards import CARDS, Card
from tracker.events import Event, EventError, GameStart, Undo
from tracker.follow import EFFECTS, tidy
from tracker.matching import (
    ANY_CARD,
    ANY_COLOUR,
    SAME_COLOUR,
    SAME_NUMBER,
    SAME_SYMBOL,
    STACKING,
    WD4_CONDITIONS,
    WILD,
    Rule,
    matches,
    may_stack,
    together,
)
from tracker.position import Past, Position, cards_in_words, listed
from tracker.rules import Rules, RulesError
from tracker.state import Alert, State

__all__ = ["Alert", "Game", "State"]

BREACH = 0.1
"""How much less likely an illegal card is than a legal one that is as likely in the hand, as a factor."""
MISREAD = 0.001
"""What a face counts that cannot be there: a misread card before must not make the true one impossible."""


class Game:
    """A game of UNO as it is really played: events go in, the state and alerts come out.

    A game is its list of events: :meth:`push` adds one, :meth:`pop` takes the last one back, and nothing else
    changes it. A broken rule is an alert, never an error. ``rules``, where given, are played whatever a
    ``game`` event says.

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
        self._position: Position | None = None
        self._events: list[Event] = []
        self._past: list[Past | Position | None] = []  # before each event; a game event makes a new position

    def push(self, event: Event) -> tuple[Alert, ...]:
        """Add an event and return the alerts that it raises. An ``Undo`` takes the last event back.

        Raises EventError, and changes nothing, where the event makes no sense at all.
        """
        position, past = self._position, self._past
        effect, people = EFFECTS.get(type(event), (None, ()))
        if effect is None or position is None:
            self._begin_or_undo(event)
            return ()
        for field in people:
            name = getattr(event, field)
            if name is not None and name not in position.seats:
                allowed = ", ".join(position.players)
                raise EventError(f"{event.type}: unknown player {name!r}: allowed is {allowed}")
        before = position.begin(event, len(past))
        try:
            effect(position, event)
            if position.windows or position.called or position.calling or position.standing:
                tidy(position)
            if position.outgrown:
                position.forget()
        except BaseException:
            position.go_back(before)
            raise
        past.append(before)
        self._events.append(event)
        return position.raised

    def _begin_or_undo(self, event: Event) -> None:
        if isinstance(event, GameStart):
            begun = self._begin(event)
            self._past.append(self._position)
            self._events.append(event)
            self._position = begun
        elif not isinstance(event, Undo):
            raise EventError(f"{event.type}: no game has begun: the first event is of type game")
        elif self._past:
            self.pop()
        else:
            raise EventError("undo: nothing has happened yet")

    def pop(self) -> Event:
        """Take the last event back, with its alerts, and return it. Raises IndexError if there is none."""
        past = self._past.pop()
        if not isinstance(past, dict):
            self._position = past
        elif self._position:
            self._position.go_back(past)
        return self._events.pop()

    @property
    def events(self) -> tuple[Event, ...]:
        """All events so far, the ``game`` event first."""
        return tuple(self._events)

    @property
    def state(self) -> State:
        """The state after the last event."""
        return self._position.state if self._position else State()

    @property
    def alerts(self) -> tuple[Alert, ...]:
        """All alerts that stand: raised, and neither settled nor undone since."""
        return self._position.standing if self._position else ()

    @property
    def players(self) -> tuple[str, ...]:
        """The players in clockwise order; empty before the game begins."""
        return self._position.players if self._position else ()

    @property
    def teams(self) -> tuple[tuple[str, ...], ...]:
        """Who plays together; empty where everybody plays alone."""
        return self._position.teams if self._position else ()

    @property
    def rules(self) -> Rules:
        """The rules that are played; before the game begins, those given or the default."""
        return self._position.rules if self._position else self._given_rules or Rules.load()

    def legal(self, *cards: Card) -> bool:
        """Return whether the player whose turn it is may play this card now, or these cards at once.

        The hand is not seen: a wild draw four counts as legal, as only a challenge finds out.
        """
        return self._why_not(cards) is None

    def why(self, *cards: Card) -> str:
        """Return in one sentence whether the card (or cards at once) may be played now, and by which rule.

        >>> from tracker.events import StartCard
        >>> game = Game()
        >>> game.push(GameStart(("Ann", "Ben"))), game.push(StartCard(Card.parse("blue 7")))
        ((), ())
        >>> game.why(Card.parse("red 7"))
        'red 7 may be played on blue 7: it matches the number (all rule books).'
        >>> game.why(Card.parse("wild"))
        'wild may be played on blue 7: a wild may be played at any time (all rule books).'
        """
        if not cards:
            return "No card is named."
        why_not = self._why_not(cards)
        rule = why_not or self._why(cards)
        on = f" on {self._position.top_in_words()}" if self._position and self._position.top else ""
        may = "may not" if why_not else "may"
        source = f" ({rule.source})" if rule.source else ""
        return f"{listed(cards)} {may} be played{on}: {rule.text}{source}."

    def prior(self) -> dict[str, float]:
        """Return how likely each face is as the next card laid, by label; the sum is 1.

        A face counts by how many of it are in the hand of the player whose turn it is: those known to be
        there, and a share of those that nobody has seen. Illegal faces count less; no face has probability 0.
        """
        weights = {}
        position = self._position
        player = position.turn if position and position.phase == "playing" else None
        known: tuple[Card, ...] = ()
        share = 1.0
        if position and player:
            if position.serving and position.rules.stacking == "off":
                player = position.step(player)
            known = position.known.get(player, ())
            hidden = sum(position.unseen(card) for card in CARDS)
            share = max(0, position.hands[player] - len(known)) / max(1, hidden)
        for card in CARDS:
            left = position.unseen(card) if position else self.rules.deck.count(card)
            held = known.count(card) + share * left
            weights[card.label] = held * (_likely(position, card) if position and player else 1) + MISREAD
        total = sum(weights.values())
        return {label: weight / total for label, weight in weights.items()}

    def _begin(self, start: GameStart) -> Position:
        try:
            rules = self._given_rules or Rules.load(start.rules)
        except RulesError as error:
            raise EventError(f"game: {error}") from error
        return Position(start, rules)

    def _why_not(self, cards: tuple[Card, ...]) -> Rule | None:
        position = self._position
        if not position or position.phase != "playing" or not position.turn:
            return Rule("no round is being played", "")
        player = position.turn
        owed = position.owed(player)
        stacked = position.stacks(player, cards)
        jumped_in = position.serving and position.jumps_in(player, cards)
        passed_on = owed == position.stack and (stacked or jumped_in)
        if owed and not position.replacing and not passed_on:
            return Rule(f"{player} has {cards_in_words(owed)} to draw first")
        return position.fault(player, cards, stacked)

    def _why(self, cards: tuple[Card, ...]) -> Rule:
        """The rule that lets these cards be played."""
        position = self._position
        assert position
        assert position.top
        card = cards[-1]
        if position.turn and position.stacks(position.turn, cards):
            return STACKING[position.rules.stacking]
        if len(cards) > 1:
            return together(position.rules)
        if card.symbol == "wild draw four":
            return WD4_CONDITIONS[position.rules.wd4_condition]
        if card.is_wild:
            return WILD
        if position.colour is None:
            any_card = position.last is None and position.rules.start_wild == "any"
            return ANY_CARD if any_card else ANY_COLOUR
        if card.colour == position.colour:
            return SAME_COLOUR
        return SAME_NUMBER if card.is_number else SAME_SYMBOL


def _likely(position: Position, card: Card) -> float:
    """How much a face counts as the next card on the pile, next to one that may be played."""
    assert position.top
    if position.serving and position.rules.stacking != "off":
        allowed = may_stack((card,), position.top, position.rules)
    else:
        allowed = matches(card, position.top, position.colour)
        if allowed and position.drawn and position.turn:
            allowed = position.fault(position.turn, (card,)) is None
    return 1 if allowed else BREACH
