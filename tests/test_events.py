"""Events and the JSON that they are written as (the contract, ``judge``)."""

from __future__ import annotations

import math

import pytest

from tracker.events import Draw, EventError, NameColour, Play, parse_event

EVERY_EVENT = [
    {"type": "game", "players": ["Ann", "Ben", "Cy"], "rules": "international", "dealer": "Ann", "deal": 7},
    {
        "type": "game",
        "players": ["Ann", "Ben", "Cy", "Di"],
        "rules": {"preset": "international", "stacking": "up", "jump_in": True},
        "teams": [["Ann", "Cy"], ["Ben", "Di"]],
        "deal": 5,
    },
    {"type": "start", "card": "red 7"},
    {"type": "play", "card": "red 3", "player": "Ben"},
    {"type": "play", "card": "wild", "player": "Ben", "colour": "green"},
    {"type": "play", "cards": ["red 3", "blue 3"], "player": "Ben"},
    {"type": "play", "card": "red 3"},
    {"type": "colour", "colour": "green"},
    {"type": "draw", "player": "Ben", "count": 1},
    {"type": "draw", "player": "Ben", "cards": ["red 1", "wild"]},
    {"type": "pass", "player": "Ben"},
    {"type": "uno", "player": "Ben"},
    {"type": "uno", "player": "Ben", "heard": True},
    {"type": "catch", "by": "Cy", "player": "Ben"},
    {"type": "challenge", "by": "Cy"},
    {"type": "reveal", "player": "Ben", "cards": ["red 1"]},
    {"type": "takeback", "player": "Ben"},
    {"type": "swap", "player": "Ben", "with": "Ann"},
    {"type": "reshuffle"},
    {"type": "hand", "player": "Cy", "cards": ["red 7", "wild"]},
    {"type": "hand", "player": "Cy", "cards": []},
    {"type": "end-round"},
    {"type": "undo"},
]


@pytest.mark.parametrize("written", EVERY_EVENT, ids=lambda event: event["type"])
def test_an_event_is_read_and_written_as_the_same_json(written):
    assert parse_event(written).to_json() == written


@pytest.mark.parametrize("written", EVERY_EVENT, ids=lambda event: event["type"])
def test_every_event_may_carry_its_time(written):
    event = parse_event({**written, "t": 12.5})
    assert event.t == 12.5
    assert event.to_json() == {**written, "t": 12.5}


def test_fields_that_no_event_has_are_passed_over():
    assert parse_event({"type": "pass", "confidence": 0.9}) == parse_event({"type": "pass"})


def test_a_field_that_is_null_counts_as_left_out():
    assert parse_event({"type": "pass", "player": None}) == parse_event({"type": "pass"})


def test_one_card_is_drawn_where_no_number_is_given():
    assert parse_event({"type": "draw"}) == Draw(count=1)


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ([], "an event is a JSON object with a type"),
        ("play", "an event is a JSON object with a type"),
        ({}, "unknown event type null: allowed is game, start, play, "),
        ({"type": "dance"}, "unknown event type 'dance': allowed is game, start, play, "),
        ({"type": ["play"]}, "unknown event type"),
        ({"type": "game"}, "game: 'players' is missing"),
        ({"type": "game", "players": "Ann"}, "game: players 'Ann' is not allowed: a list of players' names"),
        ({"type": "game", "players": ["Ann", 3]}, "a list of players' names"),
        ({"type": "game", "players": ["Ann", None]}, "game: players \\['Ann', null\\] is not allowed"),
        ({"type": "game", "players": ["A", "B"], "deal": 0}, "game: deal 0 is not allowed"),
        ({"type": "game", "players": ["A", "B"], "rules": 3}, "game: rules 3 is not allowed"),
        ({"type": "game", "players": ["A", "B"], "teams": "AB"}, "game: teams 'AB' is not allowed"),
        ({"type": "start"}, "start: 'card' is missing"),
        ({"type": "start", "card": "back"}, "start: unknown card 'back'"),
        ({"type": "play", "card": "red 12"}, "play: unknown card 'red 12': allowed is a colour"),
        ({"type": "play", "card": 7}, "play: card 7 is not allowed"),
        ({"type": "play", "cards": []}, "play: no card is given"),
        ({"type": "play", "card": "red 1", "cards": ["red 1"]}, "'card' or 'cards', not both"),
        ({"type": "play", "card": "wild", "colour": "pink"}, "play: unknown colour 'pink': allowed is red"),
        ({"type": "play", "card": "red 1", "colour": "blue"}, "a colour is named for a wild only"),
        ({"type": "play", "card": "red 1", "player": 3}, "play: player 3 is not allowed: a player's name"),
        ({"type": "colour"}, "colour: 'colour' is missing: red, yellow, green, blue"),
        ({"type": "draw", "count": 0}, "draw: count 0 is not allowed: a whole number from 1 to 999"),
        ({"type": "draw", "count": 1.5}, "draw: count 1.5 is not allowed"),
        ({"type": "draw", "count": True}, "draw: count true is not allowed"),
        ({"type": "draw", "count": 3, "cards": ["red 1"]}, "count is 3, but 1 card is given"),
        ({"type": "draw", "cards": []}, "draw: cards \\[\\] is not allowed"),
        ({"type": "swap", "player": "Ben"}, "swap: 'with' is missing"),
        ({"type": "hand", "cards": []}, "hand: 'player' is missing"),
        ({"type": "hand", "player": "Cy"}, "hand: 'cards' is missing"),
        ({"type": "undo", "t": "soon"}, "undo: t 'soon' is not allowed: a number of seconds"),
        ({"type": "undo", "t": math.nan}, "undo: t NaN is not allowed"),
        ({"type": "undo", "t": 10**400}, "undo: t 1000"),
        ({"type": "undo", "t": True}, "undo: t true is not allowed"),
    ],
)
def test_what_is_no_event_is_refused_in_one_line(written, message):
    with pytest.raises(EventError, match=message) as caught:
        parse_event(written)
    assert "\n" not in str(caught.value)


def test_an_event_made_in_the_program_is_checked_too():
    with pytest.raises(EventError):
        NameColour("pink")
    with pytest.raises(EventError):
        Play(())
    with pytest.raises(EventError):
        Draw("Ben", -1)
