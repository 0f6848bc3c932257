"""Whatever stands in a file or on a line, it is read or refused: mutated real files, and made-up data."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz import fuzz, go_on
from tests.killing import truth
from tracker.events import EventError, parse_event
from tracker.judge import judge
from tracker.rules import OPTIONS, Rules, RulesError
from ui.choices import Choices, from_data
from ui.players import parse_players
from ui.referee import Referee
from ui.session import Session
from vision.frames import SourceError, open_source

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
ANYTHING = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4)
)
NAMES = st.sampled_from(["Ann", "Ben", "Cy"]) | st.text(max_size=8)
KINDS = ["game", "start", "play", "colour", "draw", "pass", "uno", "catch", "challenge", "reveal", "takeback"]
KINDS += ["swap", "reshuffle", "hand", "end-round", "undo"]
CARDS = st.sampled_from(["red 7", "wild", "wild draw four", "blue skip", "back", "pink 3"])
EVENTS = st.fixed_dictionaries(
    {"type": st.sampled_from(KINDS)},
    optional={
        "player": NAMES | ANYTHING,
        "by": NAMES,
        "with": NAMES,
        "card": CARDS | ANYTHING,
        "cards": st.lists(CARDS, max_size=5) | ANYTHING,
        "colour": st.sampled_from(["red", "blue", "pink"]) | ANYTHING,
        "count": st.integers(-3, 300) | ANYTHING,
        "players": st.lists(NAMES, max_size=12) | ANYTHING,
        "rules": st.sampled_from(["japan", "house", "none"]) | ANYTHING,
        "dealer": NAMES,
        "teams": ANYTHING,
        "deal": st.integers(0, 20) | ANYTHING,
        "t": st.floats() | ANYTHING,
    },
)
BEGIN = json.dumps({"type": "game", "players": ["Ann", "Ben", "Cy"]})
ROWS = [json.dumps(change.to_json()) for change in truth(3, 60).take_changes()]
"""A game with corrections, undo and redo, as the journal has it."""
QUICK = settings(max_examples=150, deadline=2000)


def outcome(call: Callable[[], Any], refusal: type[Exception]) -> tuple[Any, str | None]:
    """What a call returns, or else how it refuses."""
    try:
        return call(), None
    except refusal as error:
        return None, str(error)


def test_mutated_files_are_read_or_refused() -> None:
    report = fuzz(3000, seed=1)
    assert sum(report.counts.values()) >= 3000
    assert not report.faults


@QUICK
@given(ANYTHING | EVENTS)
def test_any_json_is_an_event_or_is_refused(data: Any) -> None:
    event, refused = outcome(lambda: parse_event(data), EventError)
    assert refused or parse_event(json.loads(json.dumps(event.to_json()))) == event


@QUICK
@given(st.lists(EVENTS.map(json.dumps) | st.text(max_size=30), max_size=25))
def test_any_lines_are_judged(lines: list[str]) -> None:
    for result in judge([BEGIN, *lines]):
        assert "\n" not in json.dumps(result)
        assert ("error" in result) != ("state" in result)


@QUICK
@given(st.dictionaries(st.sampled_from([*OPTIONS, "preset", "texts", "deck"]) | st.text(), ANYTHING))
def test_any_options_are_rules_or_are_refused(options: dict[str, Any]) -> None:
    _, refused = outcome(lambda: Rules.load(options), RulesError)
    assert refused is None or len(refused.splitlines()) == 1


@QUICK
@given(ANYTHING)
def test_any_choices_that_were_kept_are_choices(data: Any) -> None:
    assert isinstance(from_data(data), Choices)


@QUICK
@given(st.lists(st.sampled_from(ROWS), max_size=40))
def test_rows_of_a_game_in_any_order_go_on_or_are_none(rows: list[str]) -> None:
    go_on([ROWS[0], *rows])
    go_on(rows)


@QUICK
@given(st.text(max_size=60).filter(lambda text: not text.isdecimal()))
def test_any_words_for_a_source_are_refused(words: str) -> None:
    with pytest.raises(SourceError) as raised:
        open_source(words)
    assert str(raised.value)


@QUICK
@given(st.lists(st.text(min_size=1, max_size=200), min_size=2, max_size=10))
def test_a_game_is_shown_with_any_names_that_are_taken(names: list[str]) -> None:
    players, refused = outcome(lambda: parse_players(",".join(names)), ValueError)
    if refused is not None:
        assert len(refused.splitlines()) == 1
        return
    session = Session(Referee(players, "international", None, dealer=players[0]))
    for action in ("draw", f"draw:{players[0]}:3", f"uno:{players[1]}", f"swap:{players[-1]}", "undo"):
        outcome(lambda action=action: session.press(action), EventError)
    assert [row.name for row in session.view().players] == list(players)
