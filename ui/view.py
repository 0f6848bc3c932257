"""What the window shows and which keys do what, as plain values worked out of the game. No Qt here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from tracker.cards import COLOURS, Card
from tracker.events import (
    CallUno,
    Catch,
    Challenge,
    Draw,
    EndRound,
    Event,
    GameStart,
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
from tracker.game import Alert, Game, State
from ui.referee import Step

HISTORY = 6
"""How many of the last events are shown."""

ACTION_KEYS: dict[str, str] = {
    "uno": "U",
    "draw": "D",
    "pass": "P",
    "caught": "C",
    **{colour: colour[0].upper() for colour in COLOURS},
    "hands": "H",
    "next": "N",
    "undo": "Z",
}
"""The actions for what the camera cannot see, with their keys, in the order of their buttons."""

QUIET_ALERTS = frozenset({"colour-needed", "uno-due", "reshuffle", "round-over", "game-over", "wd4-fair"})
"""Alerts that remind or report; all others say that a rule was broken or something does not fit."""

TAGS: dict[str, str] = {
    "illegal-play": "not allowed",
    "out-of-turn": "out of turn",
    "draw-owed": "cards owed",
    "draw-count": "wrong number",
    "uno-missed": "no UNO",
    "uno-false": "false UNO",
    "wd4-illegal": "not allowed",
    "impossible-card": "misread?",
    "hand-count": "wrong number",
}
"""Alerts in two words, for the history."""


@dataclass(frozen=True)
class PlayerRow:
    """One player as shown: cards in hand, whether UNO was called, score, turn, cards still to draw."""

    name: str
    hand: int
    uno: bool
    score: int
    turn: bool
    owed: int


@dataclass(frozen=True)
class Banner:
    """An alert in one sentence; ``serious`` where something is wrong rather than only due."""

    text: str
    serious: bool


@dataclass(frozen=True)
class Line:
    """One event of the history, with a tag of one or two words where something was wrong with it."""

    text: str
    tag: str = ""


@dataclass(frozen=True)
class Button:
    """What an action's button says, whether it can be used now, whether the game waits for it, and whether it
    belongs to this part of the game at all.
    """

    label: str
    enabled: bool
    wanted: bool = False
    shown: bool = True


@dataclass(frozen=True)
class View:
    """Everything the window shows of a game at one moment.

    ``colour`` is one of the four colours or None; ``top`` a card label or None; ``losers`` the players whose
    hands are to be entered, with the number of cards they should hold.
    """

    phase: str
    headline: str
    detail: str
    colour: str | None
    colour_name: str
    top: str | None
    direction: str
    players: tuple[PlayerRow, ...]
    banner: Banner | None
    history: tuple[Line, ...]
    buttons: dict[str, Button]
    losers: tuple[tuple[str, int], ...]


def view(game: Game, steps: Sequence[Step], ready: bool = False) -> View:
    """Return what to show of a game, given its steps so far, and whether the next round is about to start."""
    state = game.state
    return View(
        phase=state.phase,
        headline=headline(game, ready),
        detail=detail(game, ready),
        colour=state.colour,
        colour_name=colour_name(state),
        top=_label(state.top),
        direction=state.direction,
        players=player_rows(game),
        banner=banner(game),
        history=history(steps),
        buttons=buttons(game),
        losers=losers(game),
    )


def player_rows(game: Game) -> tuple[PlayerRow, ...]:
    """Return the players in seat order."""
    state = game.state
    return tuple(
        PlayerRow(
            name=name,
            hand=state.hands.get(name, 0),
            uno=name in state.uno,
            score=state.scores.get(name, 0),
            turn=name == state.turn,
            owed=state.owed.get(name, 0),
        )
        for name in game.players
    )


def colour_name(state: State) -> str:
    """Return the colour in words, so that it is never told by colour alone."""
    if state.colour:
        return state.colour.upper()
    return "WILD" if state.top else ""


def headline(game: Game, ready: bool = False) -> str:
    """Return the one line to be read from across the table: who has to act."""
    state = game.state
    if state.phase == "setup" or ready:
        return "Ready to start"
    if state.phase == "counting":
        return f"{state.winner} is out"
    if state.phase == "round-over":
        return f"{state.winner} wins the round"
    if state.phase == "game-over":
        return f"{state.winner} wins the game" if state.winner else "The game is a draw"
    if namer := names_colour(game):
        return f"{namer} names the colour"
    if state.turn is None:
        return ""
    owed = state.owed.get(state.turn, 0)
    return f"{state.turn} draws {owed}" if owed else f"{state.turn}’s turn"


def detail(game: Game, ready: bool = False) -> str:
    """Return the line below the headline: what can be done, or is owed."""
    state = game.state
    if state.phase == "setup" or ready:
        return "Deal the cards, then turn the first one over."
    if state.phase == "counting" and not state.owed:
        return "The others show their hands: press H to enter them."
    if state.phase == "round-over":
        return f"{standing(game)}. Press N for the next round."
    if state.phase == "game-over":
        return f"{standing(game)}."
    naming = names_colour(game) is not None
    others = [
        f"{player} still has to draw {_cards(count)}."
        for player, count in state.owed.items()
        if naming or player != state.turn
    ]
    if naming:
        main = "Press R, Y, G or B."
    elif state.turn and state.owed.get(state.turn):
        main = "Then the turn moves on."
    elif _has_drawn(game):
        main = "Play the card just drawn, or pass."
    else:
        main = f"Play {what_matches(state)}, or draw a card."
    return " ".join([main, *others])


def what_matches(state: State) -> str:
    """Return the cards that may be played, as in ``red, any 7, or a wild`` (rules, section 3)."""
    top = _label(state.top)
    card = Card.parse(top) if top else None
    if not state.colour:
        return "any card"
    if card is None or card.is_wild:
        return f"{state.colour} or a wild"
    return f"{state.colour}, any {card.symbol}, or a wild"


def standing(game: Game) -> str:
    """Return the scores, best first, as in ``Ann 57, Ben 0``."""
    scores = sorted(game.state.scores.items(), key=lambda item: -item[1])
    return ", ".join(f"{player} {score}" for player, score in scores)


def banner(game: Game) -> Banner | None:
    """Return the newest alert that still stands, until two more cards have been played.

    What the headline says already (a colour to be named, the end of a round) needs no banner.
    """
    plays = [seq for seq, event in enumerate(game.events) if isinstance(event, Play)]
    oldest = plays[-2] if len(plays) > 1 else 0
    told = {"colour-needed", "round-over", "game-over"}
    recent = [alert for alert in game.alerts if alert.seq >= oldest and alert.code not in told]
    if not recent:
        return None
    newest = max(recent, key=lambda alert: (alert.seq, _serious(alert)))
    return Banner(newest.message, _serious(newest))


def history(steps: Sequence[Step]) -> tuple[Line, ...]:
    """Return the last events as sentences, newest first."""
    lines = []
    for before, step in pairwise(steps):
        tag = next((TAGS[alert.code] for alert in step.alerts if alert.code in TAGS), "")
        lines.append(Line(sentence(step.event, before.state), tag))
    return tuple(reversed(lines[-HISTORY:]))


def sentence(event: Event, before: State) -> str:
    """Return an event in a few words; ``before`` tells whose turn it was where nobody is named."""
    who = getattr(event, "player", None) or before.turn or "Somebody"
    match event:
        case GameStart():
            return "A new game"
        case StartCard(card=card):
            return f"The round starts with {card}"
        case Play(cards=cards):
            return f"{who} played {' and '.join(str(card) for card in cards)}"
        case NameColour(colour=colour):
            return f"The colour is {colour}"
        case Draw(count=count):
            return f"{who} drew {_cards(count)}"
        case Pass():
            return f"{who} passed"
        case CallUno():
            return f"{who} called UNO"
        case Catch(by=by):
            return f"{by} caught {who}" if by else f"{who} was caught"
        case Challenge(by=by):
            return f"{by or who} challenged"
        case Reveal():
            return f"{who} showed the hand"
        case TakeBack():
            return f"{who} took the card back" if event.player else "The card was taken back"
        case Swap():
            return f"{who} swapped hands"
        case Reshuffle():
            return "The pile was shuffled"
        case Hand(cards=cards):
            return f"{who} held {_cards(len(cards))}"
        case EndRound():
            return "The round was counted"
    return type(event).__name__


def names_colour(game: Game) -> str | None:
    """Return who has to name the colour of the wild that lies there, None where it is named."""
    state = game.state
    if state.phase != "playing" or state.colour or not state.top:
        return None
    return last_player(game) or state.turn


def last_player(game: Game) -> str | None:
    """Return who played the last card of this round; None before the first play."""
    for event in reversed(game.events):
        if isinstance(event, StartCard):
            return None
        if isinstance(event, Play):
            return event.player
    return None


def losers(game: Game) -> tuple[tuple[str, int], ...]:
    """Return the players whose hands are to be counted, and how many cards they should hold."""
    if game.state.phase != "counting":
        return ()
    winner = game.state.winner
    return tuple((name, game.state.hands.get(name, 0)) for name in game.players if name != winner)


def uno_due(game: Game) -> str | None:
    """Return who is down to one card and has not called UNO, while a call or a catch still counts."""
    state = game.state
    for alert in reversed(game.alerts):
        if alert.code == "uno-due" and alert.player and alert.player not in state.uno:
            return alert.player
    return None


def uno_caller(game: Game) -> str | None:
    """Return who is meant when UNO is called now: the one it is due from, else the one about to go down to
    one card, else the one who played last, else the one whose turn it is.
    """
    state = game.state
    if due := uno_due(game):
        return due
    if state.turn and state.hands.get(state.turn) == 2:
        return state.turn
    return last_player(game) or state.turn


def who_draws(game: Game) -> str | None:
    """Return who is meant by one more card: the one who owes cards (the one whose turn it is first)."""
    state = game.state
    if state.turn and state.owed.get(state.turn):
        return state.turn
    return next((player for player in game.players if state.owed.get(player)), state.turn)


def buttons(game: Game) -> dict[str, Button]:
    """Return the buttons of :data:`ACTION_KEYS` as they are now."""
    state = game.state
    playing = state.phase == "playing"
    owing = any(state.owed.values())
    naming = names_colour(game) is not None
    due = uno_due(game)
    in_round = state.phase in ("setup", "playing")
    counting, between = state.phase == "counting", state.phase == "round-over"
    shown = {
        "uno": Button("UNO", playing, due is not None, in_round),
        "draw": Button("Draw one", playing or (counting and owing), shown=in_round or (counting and owing)),
        "pass": Button("Pass", playing, shown=in_round),
        "caught": Button("Forgot UNO", playing and due is not None, shown=in_round),
        "hands": Button("Enter hands", counting, counting and not owing, counting),
        "next": Button("Next round", between, between, between),
        "undo": Button("Undo", len(game.events) > 1),
    }
    for colour in COLOURS:
        shown[colour] = Button(colour.capitalize(), naming, naming, in_round)
    return {action: shown[action] for action in ACTION_KEYS}


def event_for(action: str, game: Game) -> Event | None:
    """Return the event that a key or button stands for now; None where it stands for none."""
    if not buttons(game)[action].enabled:
        return None
    state = game.state
    match action:
        case "uno":
            return CallUno(player=uno_caller(game))
        case "draw":
            return Draw(player=who_draws(game), count=1)
        case "pass":
            return Pass(player=state.turn)
        case "caught":
            return Catch(player=uno_due(game))
    return NameColour(colour=action) if action in COLOURS else None


def parse_hand(text: str) -> tuple[Card, ...]:
    """Return the cards in a text such as ``red 7, wild``.

    Raises ValueError, saying what is allowed, for anything else.
    """
    names = [" ".join(name.lower().split()) for name in text.split(",")]
    return tuple(Card.parse(name) for name in names if name)


def _has_drawn(game: Game) -> bool:
    """Whether the player whose turn it is has just drawn the card of this turn."""
    last = game.events[-1] if game.events else None
    return isinstance(last, Draw) and last.player in (None, game.state.turn)


def _serious(alert: Alert) -> bool:
    return alert.code not in QUIET_ALERTS


def _label(card: object) -> str | None:
    return str(card) if card else None


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"
