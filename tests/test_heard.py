"""A heard call goes to the player it is due from, or about to be; it spares an alert and never makes one."""

from __future__ import annotations

import pytest

from hearing.ears import Call
from tracker.events import Event, Play, parse_event
from tracker.game import Game
from ui.heard import DOUBT, PATIENCE, HeardCalls, hear_calls
from ui.history import history
from ui.referee import Referee

GAME = [
    {"type": "game", "players": ["Ann", "Ben"], "dealer": "Ben", "deal": 2, "t": 0},
    {"type": "start", "card": "red 7", "t": 1},
]


def play(game: Game, card: str, t: float) -> None:
    game.push(parse_event({"type": "play", "card": card, "t": t}))


def hear(game: Game, heard: HeardCalls, t: float) -> list[Event]:
    """Push what has been heard by now."""
    pushed = []
    while found := heard.due(t, game):
        game.push(found[0])
        pushed.append(found[0])
    return pushed


def codes(game: Game) -> list[str]:
    return [alert.code for alert in game.alerts]


@pytest.fixture
def game() -> Game:
    game = Game()
    for line in GAME:
        game.push(parse_event(line))
    return game


def test_a_call_after_the_play_spares_the_alert(game: Game) -> None:
    heard = HeardCalls([Call(3.4, 0.9)])
    play(game, "red 3", 3.0)
    assert [event.player for event in hear(game, heard, 3.6)] == ["Ann"]
    play(game, "red 4", 6.0)
    assert "uno-missed" not in codes(game)


def test_a_call_before_the_play_spares_the_alert(game: Game) -> None:
    heard = HeardCalls([Call(2.5, 0.9)])
    assert hear(game, heard, 2.6) == []
    play(game, "red 3", 3.0)
    assert [event.player for event in hear(game, heard, 3.4)] == ["Ann"]
    play(game, "red 4", 6.0)
    assert "uno-missed" not in codes(game)


def test_without_a_call_it_is_missed(game: Game) -> None:
    heard = HeardCalls([])
    play(game, "red 3", 3.0)
    assert hear(game, heard, 3.6) == []
    play(game, "red 4", 6.0)
    assert "uno-missed" in codes(game)


def test_a_call_is_not_heard_before_it_is_made(game: Game) -> None:
    assert hear(game, HeardCalls([Call(2.5, 0.9)]), 2.4) == []


def test_a_call_that_fits_nobody_waits_a_while_and_is_forgotten() -> None:
    game = Game()
    game.push(parse_event({**GAME[0], "deal": 4}))
    game.push(parse_event(GAME[1]))
    heard = HeardCalls([Call(2.0, 0.9)])
    assert hear(game, heard, 2.0 + PATIENCE + 0.1) == []
    for t, card in enumerate(["red 1", "red 2", "red 3"], start=10):
        play(game, card, t)
        assert hear(game, heard, t + 0.5) == []
    assert "uno-false" not in codes(game)
    assert sum(isinstance(event, Play) for event in game.events) == 3


def test_a_heard_call_is_marked_with_how_sure_the_ears_are() -> None:
    referee = Referee(["Ann", "Ben"], "international", None, dealer="Ben", deal=2)
    referee.push(parse_event(GAME[1]))
    referee.push(parse_event({"type": "play", "card": "red 3", "t": 3.0}))
    referee.t = 3.4
    (step,) = hear_calls(referee, HeardCalls([Call(2.5, 0.9)]))
    assert step.to_json()["event"] == {
        "type": "uno",
        "player": "Ann",
        "heard": True,
        "t": 2.5,
        "confidence": 0.9,
    }


def test_a_heard_call_that_no_play_follows_is_no_false_one(game: Game) -> None:
    heard = HeardCalls([Call(2.5, 0.9)])
    game.push(parse_event({"type": "draw", "player": "Ann", "count": 1, "t": 4.0}))
    game.push(parse_event({"type": "pass", "player": "Ann", "t": 4.2}))
    play(game, "red 4", 6.0)
    assert hear(game, heard, 6.5) == []
    assert "uno-false" not in codes(game)


@pytest.mark.parametrize(("early", "spares"), [(2.9, True), (3.1, False)])
def test_a_call_long_before_the_play_is_not_for_it(game: Game, early: float, spares: bool) -> None:
    heard = HeardCalls([Call(2.0, 0.9)])
    assert hear(game, heard, 2.1) == []
    play(game, "red 3", 2.0 + early)
    assert [event.player for event in hear(game, heard, 2.5 + early - 0.1)] == ["Ann"] * spares


def test_a_late_call_is_that_of_who_played_if_the_next_player_draws(game: Game) -> None:
    heard = HeardCalls([Call(5.2, 0.9)])
    play(game, "red 3", 3.0)
    assert hear(game, heard, 5.3) == []
    game.push(parse_event({"type": "draw", "player": "Ben", "count": 1, "t": 6.0}))
    assert "uno-missed" in codes(game)
    assert [event.player for event in hear(game, heard, 6.5)] == ["Ann"]
    assert "uno-missed" not in codes(game)


@pytest.mark.parametrize(("t", "spared"), [(4.0, ["Ann", "Ben"]), (3.7, ["Ann"])])
def test_a_call_soon_after_a_play_may_be_of_who_plays_right_after_it(
    game: Game, t: float, spared: list[str]
) -> None:
    heard = HeardCalls([Call(t, 0.9)])
    play(game, "red 3", 3.0)
    first = hear(game, heard, t + 0.1)
    play(game, "red 4", 5.0)
    assert [event.player for event in [*first, *hear(game, heard, 5.5)]] == spared
    assert codes(game).count("uno-due") == ("Ben" not in spared)


def test_a_call_that_is_heard_late_leaves_what_the_same_player_forgot_before() -> None:
    game = Game()
    for line in (
        {**GAME[0], "deal": 3},
        GAME[1],
        *({"type": "play", "card": f"red {number}", "t": number} for number in range(2, 5)),
        {"type": "draw", "player": "Ben", "count": 1, "t": 5.0},
        {"type": "pass", "player": "Ben", "t": 5.2},
    ):
        game.push(parse_event(line))
    assert codes(game) == ["uno-missed"]
    game.push(parse_event({"type": "draw", "player": "Ann", "count": 1, "t": 6.0}))
    game.push(parse_event({"type": "pass", "player": "Ann", "t": 6.2}))
    game.push(parse_event({"type": "draw", "player": "Ben", "count": 1, "t": 7.0}))
    game.push(parse_event({"type": "pass", "player": "Ben", "t": 7.2}))
    play(game, "red 8", 8.0)
    play(game, "red 9", 9.0)
    assert codes(game) == ["uno-missed", "uno-missed"]
    game.push(parse_event({"type": "uno", "player": "Ann", "heard": True, "t": 8.5}))
    assert codes(game) == ["uno-missed"]


def test_a_heard_call_stays_harmless_when_it_turns_out_to_be_somebody_with_many_cards() -> None:
    told, heard = ({"type": "uno", "player": "Ben", "t": 3.0} | more for more in ({}, {"heard": True}))
    for event, alerts in ((told, ["uno-false"]), (heard, [])):
        game = Game()
        for line in ({**GAME[0], "deal": 5}, GAME[1], event):
            game.push(parse_event(line))
        assert codes(game) == alerts
        assert game.state.owed == {}


def test_a_late_call_waits_until_it_is_clear_that_the_next_player_has_not_gone_to_one_card(
    game: Game,
) -> None:
    heard = HeardCalls([Call(6.2, 0.9)])
    play(game, "red 3", 3.0)
    assert hear(game, heard, 6.3) == []
    assert [event.player for event in hear(game, heard, 6.2 + DOUBT)] == ["Ann"]


def test_a_call_is_that_of_the_next_player_whose_play_is_seen_later(game: Game) -> None:
    heard = HeardCalls([Call(6.2, 0.9)])
    play(game, "red 3", 3.0)
    assert hear(game, heard, 6.3) == []
    play(game, "red 4", 6.0)
    assert [event.player for event in hear(game, heard, 6.6)] == ["Ben"]
    assert [(alert.code, alert.player) for alert in game.alerts] == [("uno-missed", "Ann")]


@pytest.mark.parametrize(("t", "spared"), [(5.5, ["Ben", "Ann"]), (5.9, ["Ben"])])
def test_a_call_right_before_the_next_play_may_be_of_both_and_spares_both(
    game: Game, t: float, spared: list[str]
) -> None:
    heard = HeardCalls([Call(t, 0.9)])
    play(game, "red 3", 3.0)
    assert hear(game, heard, t + 0.1) == []
    play(game, "red 4", 6.0)
    assert [event.player for event in hear(game, heard, 6.6)] == spared
    assert ("uno-missed" in codes(game)) == ("Ann" not in spared)


@pytest.mark.parametrize(("t", "spares"), [(1.6, True), (3.4, True), (5.4, True), (5.6, False)])
def test_a_doubtful_call_counts_only_near_the_play(game: Game, t: float, spares: bool) -> None:
    heard = HeardCalls([Call(t, 0.65, sure=False)])
    hear(game, heard, t)
    play(game, "red 3", 3.0)
    hear(game, heard, max(3.5, t + DOUBT))
    play(game, "red 4", 9.0)
    assert ("uno-missed" not in codes(game)) == spares


def test_a_sure_call_right_after_a_doubtful_one_is_the_same(game: Game) -> None:
    heard = HeardCalls([Call(3.3, 0.65, sure=False), Call(3.4, 0.9)])
    play(game, "red 3", 3.0)
    assert [event.player for event in hear(game, heard, 3.6)] == ["Ann"]
    assert hear(game, heard, 3.6 + PATIENCE) == []


def test_a_heard_call_has_an_ear_in_the_history() -> None:
    referee = Referee(["Ann", "Ben"], "international", None, dealer="Ben", deal=2)
    referee.push(parse_event(GAME[1]))
    referee.push(parse_event({"type": "uno", "player": "Ann"}))
    referee.push(parse_event({"type": "uno", "player": "Ann", "heard": True}))
    heard, told, _ = history(referee.steps)
    assert (heard.heard, told.heard) == (True, False)
    assert heard.player == "Ann"
