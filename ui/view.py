"""What the window shows of a game, as plain values worked out of it. No Qt here."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tracker.cards import Card
from tracker.events import Draw
from tracker.game import Game, State
from tracker.position import listed as in_english
from tracker.rules import Rules
from ui.actions import (
    Button,
    Option,
    Question,
    acting,
    buttons,
    last_player,
    names_colour,
    player_actions,
    question,
)
from ui.alerts import Banner, banner
from ui.board import Board, board
from ui.history import Row, history
from ui.referee import Step, hands_told
from ui.words import apart, colour_word, count_word, listed, signed, symbol_word, team_letter, translate


@dataclass(frozen=True)
class PlayerRow:
    """One player as shown: cards in hand, whether UNO was called, score, cards still to draw.

    ``turn`` says who has to act; ``actions`` are what can be told of the player now.
    """

    name: str
    hand: int
    uno: bool
    score: int
    turn: bool
    owed: int
    actions: tuple[Option, ...] = ()
    team: str = ""
    """The team's letter, where there are teams."""


@dataclass(frozen=True)
class Loser:
    """A player whose hand is to be shown: the number of cards it should have, and the cards told already."""

    name: str
    count: int
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True)
class View:
    """Everything the window shows of a game at one moment.

    ``colour`` is one of the four colours or None; ``top`` a card label or None; ``losers`` the players whose
    hands are to be entered. ``board`` holds the rounds scored so far.
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
    question: Question | None
    history: tuple[Row, ...]
    buttons: dict[str, Button]
    losers: tuple[Loser, ...]
    board: Board
    round: int = 0
    deck: tuple[str, ...] = ()
    """The labels of the faces that the deck holds."""
    points: dict[str, int] | None = None
    """What each of them counts in a hand."""
    rules: Rules | None = None


def view(
    game: Game,
    steps: Sequence[Step],
    ready: bool = False,
    stands: Collection[tuple[int, str]] = (),
    can_redo: bool = False,
) -> View:
    """Return what to show of a game, given its steps so far, and whether the next round is about to start.

    ``stands`` holds the alerts that were let stand, as in :func:`ui.alerts.banner`; ``can_redo`` says whether
    something undone can be brought back.
    """
    state = game.state
    rules = game.rules
    return View(
        phase=state.phase,
        headline=headline(game, ready),
        detail=detail(game, ready),
        colour=state.colour,
        colour_name=colour_name(state),
        top=_label(state.top),
        direction=state.direction,
        players=player_rows(game),
        banner=banner(game, steps, stands),
        question=question(game),
        history=history(steps),
        buttons=buttons(game, can_redo),
        losers=losers(game, steps),
        board=board(game.players, steps, rules.target, rules.rounds, game.teams),
        round=state.round,
        deck=tuple(card.label for card in rules.deck.counts),
        rules=rules,
        points={card.label: rules.deck.points(card) for card in rules.deck.counts},
    )


def player_rows(game: Game) -> tuple[PlayerRow, ...]:
    """Return the players in seat order."""
    state = game.state
    acts = acting(game)
    return tuple(
        PlayerRow(
            name=name,
            hand=state.hands.get(name, 0),
            uno=name in state.uno,
            score=state.scores.get(name, 0),
            turn=name == acts,
            owed=state.owed.get(name, 0),
            actions=player_actions(name, game),
            team=next((team_letter(n) for n, team in enumerate(game.teams) if name in team), ""),
        )
        for name in game.players
    )


def colour_name(state: State) -> str:
    """Return the colour in words, so that it is never told by colour alone."""
    if state.colour:
        return colour_word(state.colour).upper()
    return translate("view", "WILD") if state.top else ""


def headline(game: Game, ready: bool = False) -> str:
    """Return the one line to be read from across the table: who has to act."""
    state = game.state
    if state.phase == "setup" or ready:
        return translate("view", "Ready to start")
    if state.phase == "counting":
        return translate("view", "{player} is out").format(player=state.winner)
    if state.phase == "round-over":
        return translate("view", "{player} wins the round").format(player=state.winner)
    if state.phase == "game-over":
        if not state.winner:
            return translate("view", "The game is a draw")
        side = next((team for team in game.teams if in_english(team) == state.winner), ())
        if len(side) > 1:
            return translate("view", "{players} win the game").format(players=listed(side))
        return translate("view", "{player} wins the game").format(player=state.winner)
    if state.challenged_by:
        return translate("view", "{player} challenges").format(player=state.challenged_by)
    if state.swap_due and state.phase == "playing":
        return translate("view", "{player} swaps hands").format(player=state.swap_due)
    if namer := names_colour(game):
        return translate("view", "{player} names the colour").format(player=namer)
    if state.turn is None:
        return ""
    if owed := state.owed.get(state.turn, 0):
        return translate("view", "{player} draws {count}").format(player=state.turn, count=owed)
    return translate("view", "{player}’s turn").format(player=state.turn)


def detail(game: Game, ready: bool = False) -> str:
    """Return the line below the headline: what can be done, or is owed."""
    state = game.state
    if state.phase == "setup" or ready:
        return translate("view", "Deal the cards, then turn the first one over.")
    if state.phase == "counting" and not state.owed:
        return translate("view", "The others show their hands: press H to enter them.")
    if state.phase == "round-over":
        return translate("view", "{scores}. Press N for the next round.").format(scores=standing(game))
    if state.phase == "game-over":
        return translate("view", "{scores}.").format(scores=standing(game))
    if state.challenged_by:
        shows = translate("view", "{player} shows the hand.")
        return shows.format(player=last_player(game) or "")
    if state.undecided and state.turn and state.owed.get(state.turn):
        return translate("view", "The hand decides nothing: whoever draws tells the verdict.")
    if state.swap_due and state.phase == "playing":
        return translate("view", "Choose with whom: press the number of that player.")
    if state.written:
        return translate("view", "The card says: {text}").format(text=" / ".join(state.written))
    naming = names_colour(game) is not None
    owes = translate("view", "{player} still has to draw {cards}.")
    others = [
        owes.format(player=player, cards=count_word(count))
        for player, count in state.owed.items()
        if naming or player != state.turn
    ]
    if naming:
        main = translate("view", "Press R, Y, G or B.")
    elif state.turn and state.owed.get(state.turn):
        main = translate("view", "Then the turn moves on.")
    elif _has_drawn(game):
        main = translate("view", "Play the card just drawn, or pass.")
    else:
        main = translate("view", "Play {cards}, or draw a card.").format(cards=what_matches(state))
    if state.say:
        main = translate("view", "“{say}” {main}").format(say=state.say, main=main)
    return " ".join([main, *others])


def what_matches(state: State) -> str:
    """Return the cards that may be played, as in ``red, any 7, or a wild`` (rules, section 3)."""
    if not state.colour or state.top is None:
        return translate("view", "any card")
    if state.top.is_wild:
        return translate("view", "{colour} or a wild").format(colour=colour_word(state.colour))
    cards = translate("view", "{colour}, any {symbol}, or a wild")
    return cards.format(colour=colour_word(state.colour), symbol=symbol_word(state.top.symbol))


def standing(game: Game) -> str:
    """Return the scores, best first, as in ``Ann 57, Ben 0``; those of the teams where there are any."""
    scores = game.state.scores
    if game.teams:
        scores = dict(zip(map(listed, game.teams), game.state.team_scores, strict=True))
    ranked = sorted(scores.items(), key=lambda item: -item[1])
    return translate("words", ", ").join(f"{apart(name)} {signed(score)}" for name, score in ranked)


def losers(game: Game, steps: Sequence[Step] = ()) -> tuple[Loser, ...]:
    """Return the players whose hands are to be shown: the losers of a round, or who is challenged."""
    state = game.state
    if state.challenged_by and (shown := last_player(game)):
        return (Loser(shown, state.hands.get(shown, 0)),)
    if state.phase != "counting":
        return ()
    told = {step.event.player: step.event.cards for step in hands_told(steps)}
    return tuple(
        Loser(name, state.hands.get(name, 0) + state.owed.get(name, 0), told.get(name, ()))
        for name in game.players
        if name != state.winner
    )


def _has_drawn(game: Game) -> bool:
    """Whether the player whose turn it is has just drawn the card of this turn."""
    last = game.events[-1] if game.events else None
    return isinstance(last, Draw) and last.player in (None, game.state.turn)


def _label(card: object) -> str | None:
    return str(card) if card else None
