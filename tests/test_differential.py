"""The referee against another implementation of UNO: they agree on random games (tests/differential.py)."""

from __future__ import annotations

from collections import Counter

import pytest

pytest.importorskip(
    "rlcard", reason="RLCard is not installed: it is in the dependency group differential (./run test has it)"
)

from tests.differential import DIFFERENCES, DisagreementError, Match, card_of_action, main, play
from tracker.cards import Card
from tracker.events import Draw, NameColour, Undo

GAMES = 200


def test_both_agree_on_random_games_but_for_what_the_rules_explain():
    matches = [play(seed) for seed in range(GAMES)]
    assert {len(match.names) for match in matches} == set(range(3, 11))
    met = sum((match.met for match in matches), Counter())
    assert met.keys() == DIFFERENCES.keys()  # each explanation is needed


def test_a_card_that_the_referee_does_not_see_is_a_disagreement():
    match = Match(seed=0)
    match.ours.push(Draw(match.names[2]))
    with pytest.raises(DisagreementError, match="the hands: RLCard says"):
        match.move()


def test_another_current_colour_is_a_disagreement():
    match = next(match for match in map(Match, range(GAMES)) if match.ours.state.top == Card("", "wild"))
    other = "red" if match.ours.state.colour != "red" else "blue"
    match.ours.push(NameColour(other))
    with pytest.raises(DisagreementError, match="in the hand: legal"):
        match.move()


def test_a_lost_move_is_a_disagreement():
    match = Match(seed=0)
    match.move()
    match.ours.push(Undo())
    with pytest.raises(DisagreementError, match="game 0, after move"):
        match.move()


def test_actions_name_our_cards():
    assert [card_of_action(action).label for action in ("r-5", "y-draw_2", "g-wild", "b-wild_draw_4")] == [
        "red 5",
        "yellow draw two",
        "wild",
        "wild draw four",
    ]


def test_the_command_says_what_was_met(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["differential", "2"])
    main()
    first, *rows = capsys.readouterr().out.splitlines()
    assert first.startswith("2 games, ")
    assert len(rows) == len(DIFFERENCES)
