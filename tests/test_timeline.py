"""Corrections: the state follows from the corrected events, and undo and redo walk through them."""

from __future__ import annotations

import pytest

from tracker.cards import Card
from tracker.events import (
    CallUno,
    Draw,
    Event,
    EventError,
    Hand,
    NameColour,
    Pass,
    Play,
    StartCard,
    Swap,
)
from ui.referee import Referee
from ui.session import Session
from ui.timeline import Timeline, with_card, with_player


def play(label: str, player: str | None = None, colour: str | None = None) -> Play:
    return Play((Card.parse(label),), player, colour)


def game(*events: Event, rules: str = "international") -> tuple[Referee, Timeline]:
    referee = Referee(("Ann", "Ben", "Cy"), rules, None, dealer="Ann")
    for event in (StartCard(Card.parse("red 7")), *events):
        referee.push(event)
    return referee, Timeline(referee)


def key(referee: Referee, number: int) -> int:
    return referee.steps[number].key


def test_card_that_was_misread_is_the_other_card() -> None:
    referee, timeline = game(play("blue 2"), play("red 3"))
    assert referee.game.alerts
    step = referee.steps[2]
    assert timeline.change(step.key, with_card(step.event, 0, Card.parse("red 2"))) == 0
    assert not referee.game.alerts
    assert [step.event.cards[0].label for step in referee.steps[2:]] == ["red 2", "red 3"]


def test_whose_play_it_was_follows_from_a_correction_before_it() -> None:
    referee, timeline = game(play("red 5"), play("red 3"))
    assert referee.steps[3].event.player == "Cy"
    step = referee.steps[2]
    timeline.change(step.key, with_card(step.event, 0, Card.parse("red skip")))
    assert referee.steps[3].event.player == "Ann"
    assert referee.game.state.hands == {"Ann": 6, "Ben": 6, "Cy": 7}


def test_player_is_corrected() -> None:
    referee, timeline = game(play("red 5"))
    step = referee.steps[2]
    timeline.change(step.key, with_player(step.event, "Cy"))
    assert referee.game.state.hands["Cy"] == 6
    assert [alert.code for alert in referee.game.alerts] == ["out-of-turn"]


def test_event_keeps_its_key_and_its_time() -> None:
    referee, timeline = game(play("red 5"))
    before = referee.steps[2]
    timeline.change(before.key, play("red 6"))
    assert (referee.steps[2].key, referee.steps[2].event.t) == (before.key, before.event.t)


def test_event_that_never_happened_is_removed() -> None:
    referee, timeline = game(play("red 5"), Draw("Cy", 1))
    timeline.remove(key(referee, 3))
    assert referee.game.state.hands == {"Ann": 7, "Ben": 6, "Cy": 7}


def test_missed_event_is_inserted() -> None:
    referee, timeline = game(play("red 5"), play("blue 3"))
    timeline.insert(key(referee, 2), play("blue 5"))
    assert [str(step.event.cards[0]) for step in referee.steps[2:]] == ["red 5", "blue 5", "blue 3"]
    assert not referee.game.alerts
    assert referee.game.state.turn == "Ben"


def test_what_cannot_have_happened_there_is_refused() -> None:
    referee, timeline = game(play("red 5"))
    before = referee.game.events
    with pytest.raises(EventError, match="cannot have happened"):
        timeline.insert(key(referee, 2), Swap("Ann", "Ben"))
    assert referee.game.events == before
    assert not timeline.can_redo


def test_later_event_that_fits_no_more_is_left_out_and_comes_back() -> None:
    referee, timeline = game(play("wild"), NameColour("blue"), play("blue 3"))
    step = referee.steps[2]
    assert timeline.change(step.key, with_card(step.event, 0, Card.parse("red 3"))) == 1
    assert [step.event.type for step in referee.steps] == ["game", "start", "play", "play"]
    timeline.undo()
    assert [step.event.type for step in referee.steps] == ["game", "start", "play", "colour", "play"]
    assert referee.game.state.colour == "blue"


def test_undo_takes_back_events_and_corrections_in_their_order() -> None:
    referee, timeline = game(play("red 5"))
    step = referee.steps[2]
    timeline.change(step.key, with_card(step.event, 0, Card.parse("red 6")))
    referee.push(play("red 1"))
    timeline.undo()
    assert referee.game.state.top == Card.parse("red 6")
    timeline.undo()
    assert referee.game.state.top == Card.parse("red 5")
    timeline.undo()
    assert referee.game.state.top == Card.parse("red 7")
    for label in ("red 5", "red 6", "red 1"):
        timeline.redo()
        assert referee.game.state.top == Card.parse(label)
    assert not timeline.can_redo


def test_nothing_is_brought_back_once_something_new_has_happened() -> None:
    referee, timeline = game(play("red 5"))
    timeline.undo()
    assert timeline.can_redo
    referee.push(play("red 1"))
    assert not timeline.can_redo
    timeline.redo()
    assert referee.game.state.top == Card.parse("red 1")


def test_game_itself_is_never_undone() -> None:
    referee = Referee(("Ann", "Ben"), "international", None)
    timeline = Timeline(referee)
    assert not timeline.can_undo
    timeline.undo()
    assert len(referee.steps) == 1
    with pytest.raises(EventError, match="not there any more"):
        timeline.remove(referee.steps[0].key)


def test_colour_named_with_a_wild_goes_with_it() -> None:
    assert with_card(play("wild", colour="red"), 0, Card.parse("blue 2")) == play("blue 2")
    assert with_card(play("wild", colour="red"), 0, Card.parse("wild draw four")).colour == "red"


def test_what_has_no_card_or_no_player_says_so() -> None:
    with pytest.raises(EventError, match="no such card"):
        with_card(CallUno("Ann"), 0, Card.parse("red 1"))
    with pytest.raises(EventError, match="nobody"):
        with_player(StartCard(Card.parse("red 1")), "Ann")


def test_session_says_what_a_correction_leaves_out() -> None:
    referee, _ = game(play("wild"), NameColour("blue"))
    session = Session(referee)
    said = session.change_card(key(referee, 2), 0, Card.parse("red 3"))
    assert said == "One later event fits no more and is left out; undo brings it back."


def test_card_hardly_read_is_asked_about_once() -> None:
    referee, _ = game()
    referee._push(play("red 2"), confidence=0.3)
    session = Session(referee)
    asked = session.view().banner
    assert asked.text == "Is this red 2?"
    assert [option.label for option in asked.answers] == ["Yes", "Another card", "No card"]
    session.press(f"stand:{asked.key}:{asked.code}")
    assert session.view().banner is None


def test_card_that_was_corrected_is_asked_about_no_more() -> None:
    referee, _ = game()
    referee._push(play("red 2"), confidence=0.3)
    session = Session(referee)
    session.change_card(session.view().banner.key, 0, Card.parse("red 3"))
    assert session.view().banner is None


def test_hands_that_were_seen_are_confirmed_or_corrected_and_counted_once() -> None:
    referee = Referee(("Ann", "Ben"), "international", None, dealer="Ann")
    referee.confirm = True
    referee.push(StartCard(Card.parse("red 9")))
    for number in "123456":
        for event in (play(f"red {number}", "Ben"), Draw("Ann", 1), Pass("Ann")):
            referee.push(event)
    for event in (CallUno("Ben"), play("red 7", "Ben")):
        referee.push(event)
    held = tuple(Card.parse(f"blue {number}") for number in "1234567891234")
    referee.push(Hand("Ann", held))
    session = Session(referee)
    (loser,) = session.view().losers
    assert loser.cards == held
    session.enter_hands({"Ann": (*held[:-1], Card.parse("wild"))})
    assert [step.event.type for step in referee.steps].count("hand") == 1
    assert referee.game.state.scores == {"Ann": 0, "Ben": 45 + 1 + 2 + 3 + 50}


def test_alert_let_stand_is_shown_no_more() -> None:
    referee, _ = game(play("blue 2"))
    session = Session(referee)
    banner = session.view().banner
    session.press(f"stand:{banner.key}:{banner.code}")
    assert session.view().banner is None
    assert session.referee.game.alerts
