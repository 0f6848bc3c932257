"""Alerts as banners: one sentence, the rule book behind it, and what people do then."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tracker.events import Catch, Draw, EndRound, Play, StartCard
from tracker.game import Alert, Game
from ui.actions import ACTION_KEYS, Option, last_player, uno_due
from ui.history import cards_of
from ui.referee import Step
from ui.told import source_word, told
from ui.words import card_word, translate
from vision.seen import UNSURE

QUIET_ALERTS = frozenset({"colour-needed", "uno-due", "reshuffle", "round-over", "game-over", "wd4-fair"})
"""Alerts that remind or report; all others say that a rule was broken or something does not fit."""

TOLD = frozenset({"colour-needed", "round-over", "game-over"})
"""Alerts that headline and questions tell already."""

STAND_KEY = "K"
"""The key that lets what an alert says stand."""


@dataclass(frozen=True)
class Banner:
    """An alert in one sentence; ``serious`` where something is wrong rather than only due.

    ``source`` names the rule book, empty where none is needed. ``key`` names the event that raised it.
    ``answers`` are what people do then; an answer's action is one of :mod:`ui.actions`, ``stand``,
    ``called:PLAYER`` for an UNO not told in time, or ``misread:KEY`` and ``remove:KEY`` for the event with
    that key.
    """

    text: str
    serious: bool
    source: str = ""
    key: int = -1
    code: str = ""
    answers: tuple[Option, ...] = ()


def banner(game: Game, steps: Sequence[Step], stands: Collection[tuple[int, str]] = ()) -> Banner | None:
    """Return the newest alert that still stands, until two more cards have been played.

    ``stands`` holds what was let stand already: pairs of an event's key and an alert's code.
    """
    plays = [seq for seq, event in enumerate(game.events) if isinstance(event, Play)]
    oldest = plays[-2] if len(plays) > 1 else 0
    keys = [step.key for step in steps]
    recent = [
        alert
        for alert in game.alerts
        if alert.seq >= oldest and alert.code not in TOLD and (keys[alert.seq], alert.code) not in stands
    ]
    asked = unsure(steps, oldest, stands)
    if not recent or (asked and not any(serious(alert) for alert in recent)):
        return asked
    newest = max(recent, key=lambda alert: (alert.seq, serious(alert)))
    return Banner(
        text=told(newest, steps[newest.seq], steps[max(0, newest.seq - 1)].state),
        serious=serious(newest),
        source=source_word(newest.source or ""),
        key=keys[newest.seq],
        code=newest.code,
        answers=answers(newest, game, keys[newest.seq]),
    )


def unsure(steps: Sequence[Step], oldest: int, stands: Collection[tuple[int, str]]) -> Banner | None:
    """Return the question about a card that was hardly read, among the newest ones, once for each."""
    for step in reversed(steps[max(0, oldest) :]):
        seen = isinstance(step.event, (Play, StartCard)) and step.confidence is not None
        if seen and step.confidence < UNSURE and (step.key, "unsure") not in stands:
            card = cards_of(step.event)[-1]
            options = (
                Option("stand", translate("alerts", "Yes"), STAND_KEY),
                Option(f"misread:{step.key}", translate("alerts", "Another card"), "M"),
                Option(f"remove:{step.key}", translate("alerts", "No card")),
            )
            text = translate("alerts", "Is this {card}?").format(card=card_word(card))
            return Banner(text, False, key=step.key, code="unsure", answers=options)
    return None


def serious(alert: Alert) -> bool:
    """Whether the alert says that something is wrong."""
    return alert.code not in QUIET_ALERTS


def answers(alert: Alert, game: Game, key: int) -> tuple[Option, ...]:
    """Return what people do about an alert raised by the event with this key."""
    event = game.events[alert.seq]
    options = []
    due = alert.code == "uno-due"
    if due and uno_due(game) == alert.player:
        options += [
            Option(f"uno:{alert.player}", translate("alerts", "UNO was called"), ACTION_KEYS["uno"]),
            Option(f"caught:{alert.player}", translate("alerts", "It was forgotten"), ACTION_KEYS["caught"]),
        ]
    owed = game.state.owed.get(alert.player or "", 0)
    if alert.code in ("uno-missed", "draw-owed", "wd4-illegal") and owed:
        drew = translate("alerts", "{player} drew {count}").format(player=alert.player, count=owed)
        options.append(Option(f"draw:{alert.player}:{owed}", drew))
    missed = alert.code == "uno-missed" and not isinstance(event, Catch)  # no fault of this event
    about_play = not due and not missed
    if missed:
        options.append(Option(f"called:{alert.player}", translate("alerts", "UNO was called")))
    on_top = isinstance(event, Play) and about_play and _is_newest_play(game, alert.seq)
    if on_top and game.state.phase == "playing" and last_player(game) == event.player:
        options.append(Option("takeback", translate("alerts", "Take it back"), ACTION_KEYS["takeback"]))
    if cards_of(event) and about_play and not isinstance(event, Draw):
        options.append(Option(f"misread:{key}", translate("alerts", "It was misread"), "M"))
    options.append(Option("stand", translate("alerts", "Let it stand"), STAND_KEY))
    if missed:
        return tuple(options)
    if alert.seq == len(game.events) - 1 and not isinstance(event, (EndRound, StartCard)):
        options.append(Option("undo", translate("alerts", "Undo"), ACTION_KEYS["undo"]))
    else:
        options.append(Option(f"remove:{key}", translate("alerts", "It did not happen")))
    return tuple(options)


def _is_newest_play(game: Game, seq: int) -> bool:
    return not any(isinstance(event, Play) for event in game.events[seq + 1 :])
