"""``judge``: the tracker on lines of JSON; and one whole round, worked out by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tracker.events import parse_event
from tracker.game import Game
from tracker.judge import judge
from tracker.rules import Rules

DATA = Path(__file__).parent / "data"
PLAYERS = ("Ann", "Ben", "Cy")
ROUND = (DATA / "round.jsonl").read_text(encoding="utf-8").splitlines()
STATES = [
    [column.strip() for column in line.split("|")]
    for line in (DATA / "round.states.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
GAME = '{"type": "game", "players": ["Ann", "Ben", "Cy"]}'
START = '{"type": "start", "card": "blue 7"}'


def by_hand(columns):
    """The state and the alerts that one line of round.states.txt stands for."""
    _, phase, number, top, colour, direction, turn, hands, owed, uno, winner, scores, alerts = columns
    owing = owed.split()
    state = {
        "phase": phase,
        "round": int(number),
        "top": none(top),
        "colour": none(colour),
        "direction": direction,
        "turn": none(turn),
        "hands": dict(zip(PLAYERS, map(int, hands.split()), strict=True)),
        "owed": {owing[0]: int(owing[1])} if owing != ["-"] else {},
        "uno": [uno] if none(uno) else [],
        "scores": dict(zip(PLAYERS, map(int, scores.split()), strict=True)),
        "winner": none(winner),
    }
    return state, [tuple(alerts.split())] if none(alerts) else []


def none(word):
    return None if word == "-" else word


@pytest.fixture(scope="module")
def judged():
    return list(judge(ROUND))


def test_the_round_has_an_expected_state_for_each_event():
    assert len(STATES) == len(ROUND) == 35


@pytest.mark.parametrize("seq", range(len(STATES)), ids=lambda seq: f"{seq} {STATES[seq][0]}")
def test_the_whole_round(judged, seq):
    state, alerts = by_hand(STATES[seq])
    line = judged[seq]
    assert {key: line["state"][key] for key in state} == state
    assert [(alert["code"], alert["player"]) for alert in line["alerts"]] == alerts
    assert line["seq"] == seq
    assert line["event"].items() >= json.loads(ROUND[seq]).items()


def test_every_symbol_is_played_in_the_round():
    played = {json.loads(line).get("card", "").split(" ", 1)[-1] for line in ROUND}
    assert played >= {"skip", "reverse", "draw two", "draw four", "wild"}


def test_output_can_be_written_as_json(judged):
    assert [json.loads(json.dumps(line)) for line in judged] == judged


def test_what_judge_writes_as_events_can_be_judged_again(judged):
    again = list(judge(json.dumps(line["event"]) for line in judged))
    assert again == judged


def test_empty_lines_are_passed_over():
    assert [line["seq"] for line in judge([GAME, "", "  \n", START])] == [0, 1]


def test_an_error_names_the_line_as_an_editor_counts_it():
    *_, wrong = judge([GAME, "", "  \n", "nonsense"])
    assert (wrong["seq"], wrong["line"]) == (1, 4)


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ('{"type": "play" "card"}', "not valid JSON: Expecting ',' delimiter at character 17"),
        ("3", "an event is a JSON object with a type"),
        ('{"type": "dance"}', "unknown event type 'dance'"),
        ('{"type": "play", "card": "blue 77"}', "play: unknown card 'blue 77'"),
        ('{"type": "play", "card": "blue 1", "player": "Zed"}', "unknown player 'Zed': allowed is Ann, "),
        ('{"type": "end-round"}', "end-round: the round is still being played"),
        ("[" * 100_000, "not valid JSON: it is nested too deeply"),
        ('{"type": "draw", "count": ' + "9" * 5000 + "}", "not valid JSON: a number has thousands of digits"),
    ],
    ids=range(8),
)
def test_a_line_that_cannot_be_used_is_an_error_and_the_game_goes_on(line, error):
    *_, wrong, after = judge([GAME, START, line, '{"type": "play", "card": "blue 1", "player": "Ben"}'])
    assert set(wrong) == {"seq", "line", "error"}
    assert (wrong["seq"], wrong["line"]) == (2, 3)
    assert error in wrong["error"]
    assert "\n" not in wrong["error"]
    assert (after["seq"], after["state"]["turn"], after["alerts"]) == (3, "Cy", [])


def test_before_the_game_event_there_is_no_game():
    (line,) = judge([START])
    assert "no game has begun" in line["error"]


def test_unknown_rules_are_an_error_of_the_game_event():
    (line,) = judge(['{"type": "game", "players": ["Ann", "Ben"], "rules": "mars"}'])
    assert "unknown rules 'mars': allowed is arcade" in line["error"]


def test_rules_given_to_judge_are_played_whatever_the_events_say():
    game = '{"type": "game", "players": ["Ann", "Ben"], "rules": "japan"}'
    *_, putback = judge([game, '{"type": "start", "card": "wild"}'], Rules.load({"start_wild": "putback"}))
    assert putback["state"]["phase"] == "setup"


def test_undo_gives_the_state_before(judged):
    *_, undone = judge([*ROUND[:13], '{"type": "undo"}'])
    assert undone["state"] == judged[11]["state"]
    assert undone["alerts"] == []


def test_the_game_is_its_list_of_events(judged):
    game = Game()
    for line in ROUND:
        game.push(parse_event(json.loads(line)))
    assert game.state.to_json() == judged[-1]["state"]
