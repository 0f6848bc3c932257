"""What people tell the window: an action for each thing the camera cannot see, with its key and its event."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.cards import COLOURS
from tracker.events import (
    CallUno,
    Catch,
    Challenge,
    Draw,
    Event,
    NameColour,
    Pass,
    Play,
    Reshuffle,
    StartCard,
    Swap,
    TakeBack,
)
from tracker.game import Game
from ui.words import colour_word, translate

ACTION_KEYS: dict[str, str] = {
    "uno": "U",
    "draw": "D",
    "pass": "P",
    "caught": "C",
    "challenge": "X",
    "takeback": "T",
    **{colour: colour[0].upper() for colour in COLOURS},
    "hands": "H",
    "next": "N",
    "undo": "Z",
    "redo": "Shift+Z",
}
"""The actions for what the camera cannot see, with their keys, in the order of their buttons.

An action may name a player, and a number, as in ``uno:Ann``, ``draw:Ben:3`` or ``swap:Cy``.
"""

MOST_DRAWN = 8
"""The player's menu offers to have drawn up to so many cards."""


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
class Option:
    """One answer to a question: its action, label and key; ``colour`` where it is one of the four colours."""

    action: str
    label: str
    key: str = ""
    colour: str | None = None


@dataclass(frozen=True)
class Question:
    """What the game waits to be told, with the answers to choose from."""

    text: str
    options: tuple[Option, ...]


def buttons(game: Game, can_redo: bool = False) -> dict[str, Button]:
    """Return the buttons of :data:`ACTION_KEYS` as they are now; what :func:`question` asks is not shown."""
    state = game.state
    playing, counting, between = (state.phase == phase for phase in ("playing", "counting", "round-over"))
    owing = any(state.owed.values())
    over = state.phase == "game-over"
    naming = names_colour(game) is not None
    due = uno_due(game)
    in_round = state.phase in ("setup", "playing")
    wild = playing and state.top is not None and state.top.is_wild
    owed = state.owed.get(who_draws(game) or "", 0)
    draw = (
        translate("actions", "Draw {count}").format(count=owed)
        if owed > 1
        else translate("actions", "Draw one")
    )
    drawing = playing or (counting and owing)
    hands = translate("actions", "Enter hands")
    if state.challenged_by:
        hands = translate("actions", "Enter the hand")
    shown = {
        "uno": Button(translate("actions", "UNO"), playing, due is not None, in_round),
        "draw": Button(draw, drawing, owed > 0, in_round or drawing),
        "pass": Button(translate("actions", "Pass"), playing, shown=in_round),
        "caught": Button(translate("actions", "Forgot UNO"), due is not None, shown=due is not None),
        "challenge": Button(translate("actions", "Challenge"), can_challenge(game), shown=False),
        "takeback": Button(
            translate("actions", "Take back"),
            (playing or counting) and last_player(game) is not None,
            shown=in_round or counting,
        ),
        "hands": Button(
            hands,
            counting or bool(state.challenged_by),
            (counting and not owing) or bool(state.challenged_by),
            counting or bool(state.challenged_by),
        ),
        "next": Button(
            translate("actions", "New game") if over else translate("actions", "Next round"),
            *(between or over,) * 3,
        ),
        "undo": Button(translate("actions", "Undo"), len(game.events) > 1),
        "redo": Button(translate("actions", "Redo"), can_redo, shown=can_redo),
    }
    for colour in COLOURS:
        shown[colour] = Button(colour_word(colour).capitalize(), wild, naming, shown=False)
    return {action: shown[action] for action in ACTION_KEYS}


def question(game: Game) -> Question | None:
    """Return what the game waits to be told now, None where it waits for nothing but play."""
    state = game.state
    if state.challenged_by:
        text = translate("actions", "{player} challenges. {other} lays the hand open beside the piles.")
        options = (Option("hands", translate("actions", "Read the hand"), ACTION_KEYS["hands"]),)
        return Question(text.format(player=state.challenged_by, other=last_player(game) or ""), options)
    if state.swap_due and state.phase == "playing":
        others = [name for name in game.players if name != state.swap_due and name not in state.ranking]
        text = translate("actions", "With whom does {player} swap hands?").format(player=state.swap_due)
        keys = {name: player_key(number) for number, name in enumerate(game.players)}
        return Question(text, tuple(Option(f"swap:{name}", name, keys[name]) for name in others))
    if namer := names_colour(game):
        text = translate("actions", "Which colour does {player} name?").format(player=namer)
        return Question(
            text,
            tuple(
                Option(colour, colour_word(colour).capitalize(), ACTION_KEYS[colour], colour)
                for colour in COLOURS
            ),
        )
    if can_challenge(game):
        owed = state.owed.get(state.turn or "", 0)
        text = translate("actions", "{player} draws {count}, or challenges.")
        return Question(
            text.format(player=state.turn, count=owed),
            (
                Option("draw", translate("actions", "Drew {count}").format(count=owed), ACTION_KEYS["draw"]),
                Option("challenge", translate("actions", "Challenge"), ACTION_KEYS["challenge"]),
            ),
        )
    return None


def player_actions(player: str, game: Game) -> tuple[Option, ...]:
    """Return what can be told of one player now, each with the key that chooses it in the player's menu."""
    state = game.state
    options: list[Option] = []
    if state.phase == "playing":
        if state.swap_due and player != state.swap_due:
            swap = translate("actions", "{player} swaps hands with {other}")
            options.append(Option(f"swap:{player}", swap.format(player=state.swap_due, other=player), "S"))
        options.append(Option(f"uno:{player}", translate("actions", "Called UNO"), "U"))
        if uno_due(game) == player:
            options.append(Option(f"caught:{player}", translate("actions", "Forgot UNO"), "C"))
        if state.turn == player:
            options.append(Option(f"pass:{player}", translate("actions", "Passed"), "P"))
            if can_challenge(game):
                options.append(Option("challenge", translate("actions", "Challenged"), "X"))
    if state.phase in ("playing", "counting"):
        for count in range(1, MOST_DRAWN + 1):
            text = (
                translate("actions", "Drew 1 card")
                if count == 1
                else translate("actions", "Drew {count} cards")
            )
            options.append(Option(f"draw:{player}:{count}", text.format(count=count), str(count)))
    return tuple(options)


def player_key(number: int) -> str:
    """Return the key of the player with this number, from 0: 1 to 9, then 0; none from the eleventh on."""
    return str((number + 1) % 10) if number < 10 else ""


def event_for(action: str, game: Game) -> Event | None:
    """Return the event that an action stands for now; None where it stands for none."""
    name, _, rest = action.partition(":")
    player, _, number = rest.partition(":")
    state = game.state
    if name == "swap":
        return Swap(other=player, player=state.swap_due) if state.swap_due else None
    if name == "reshuffle":
        return Reshuffle() if state.phase == "playing" else None
    if name not in ACTION_KEYS or (not player and not buttons(game)[name].enabled):
        return None
    match name:
        case "uno":
            return CallUno(player=player or uno_caller(game))
        case "draw":
            who = player or who_draws(game)
            return Draw(player=who, count=int(number or state.owed.get(who or "", 0) or 1))
        case "pass":
            return Pass(player=player or state.turn)
        case "caught":
            return Catch(player=player or uno_due(game))
        case "challenge":
            return Challenge(by=state.turn)
        case "takeback":
            return TakeBack(player=last_player(game))
    return NameColour(colour=name) if name in COLOURS else None


def names_colour(game: Game) -> str | None:
    """Return who has to name the colour of the wild that lies there, None where it is named."""
    state = game.state
    if state.phase != "playing" or state.colour or not state.top:
        return None
    return last_player(game) or state.turn


def acting(game: Game) -> str | None:
    """Return who has to do something now: show a hand, swap hands, name a colour, or take the turn."""
    state = game.state
    if state.challenged_by:
        return last_player(game)
    if state.swap_due and state.phase == "playing":
        return state.swap_due
    return names_colour(game) or state.turn


def last_player(game: Game) -> str | None:
    """Return who played the last card of this round that was not taken back; None where nobody did."""
    taken_back = 0
    for event in reversed(game.events):
        if isinstance(event, StartCard):
            return None
        if isinstance(event, TakeBack):
            taken_back += 1
        elif isinstance(event, Play):
            if not taken_back:
                return event.player
            taken_back -= 1
    return None


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
    """Return who is meant by a draw: the one who owes cards (the one whose turn it is first)."""
    state = game.state
    if state.turn and state.owed.get(state.turn):
        return state.turn
    return next((player for player in game.players if state.owed.get(player)), state.turn)


def can_challenge(game: Game) -> bool:
    """Whether the wild draw four on top can be challenged now (rules, section 3)."""
    state, rules = game.state, game.rules
    if state.phase != "playing" or not state.turn or state.challenged_by:
        return False
    if rules.challenge == "off" or rules.stacking == "up" or last_player(game) is None:
        return False
    if _was_challenged(game):
        return False
    wild_draw_four = state.top is not None and state.top.symbol == "wild draw four"
    return wild_draw_four and state.owed.get(state.turn, 0) >= 4 and names_colour(game) is None


def _was_challenged(game: Game) -> bool:
    """Whether the card on top has been challenged already."""
    for event in reversed(game.events):
        if isinstance(event, Challenge):
            return True
        if isinstance(event, (Play, StartCard)):
            return False
    return False
