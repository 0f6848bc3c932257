"""What the window shows of a game, worked out without Qt."""

from __future__ import annotations

import pytest

from tracker.cards import Card
from tracker.events import (
    CallUno,
    Catch,
    Challenge,
    Draw,
    EndRound,
    Event,
    Hand,
    NameColour,
    Pass,
    Play,
    Reveal,
    StartCard,
    Swap,
    TakeBack,
)
from ui.actions import ACTION_KEYS, event_for, question
from ui.referee import Referee
from ui.session import Session
from ui.view import Loser, View, detail, view


class NoTable:
    def update(self, frame) -> list:
        return []


def referee_of(
    *events: Event, players: tuple[str, ...] = ("Ann", "Ben", "Cy"), rules: str = "international"
) -> Referee:
    referee = Referee(players, rules, NoTable(), dealer=players[0])
    for event in events:
        referee.push(event)
    return referee


def shown(*events: Event, **kwargs) -> View:
    referee = referee_of(*events, **kwargs)
    return view(referee.game, referee.steps, referee.ready)


def start(label: str = "red 7") -> StartCard:
    return StartCard(Card.parse(label))


def play(label: str, player: str | None = None, colour: str | None = None) -> Play:
    return Play((Card.parse(label),), player, colour)


def to_one_card() -> list[Event]:
    """Ben is down to one card without having called UNO; Ann and Cy drew and passed all the time."""
    events: list[Event] = [start("red 9")]
    for number in "123456":
        events += [play(f"red {number}", "Ben")]
        if number != "6":
            events += [Draw("Cy"), Pass("Cy"), Draw("Ann"), Pass("Ann")]
    return events


def to_the_end() -> list[Event]:
    return [*to_one_card(), CallUno("Ben"), Draw("Cy"), Pass("Cy"), Draw("Ann"), Pass("Ann"), play("red 7")]


def test_before_the_first_card() -> None:
    seen = shown()
    assert seen.headline == "Ready to start"
    assert (seen.colour, seen.colour_name, seen.top) == (None, "", None)


def test_a_turn() -> None:
    seen = shown(start())
    assert seen.headline == "Ben’s turn"
    assert seen.detail == "Play red, any 7, or a wild, or draw a card."
    assert (seen.colour, seen.colour_name, seen.top) == ("red", "RED", "red 7")
    assert seen.direction == "clockwise"
    assert [(row.name, row.hand, row.turn, row.owed) for row in seen.players] == [
        ("Ann", 7, False, 0),
        ("Ben", 7, True, 0),
        ("Cy", 7, False, 0),
    ]


def test_direction_follows_a_reverse() -> None:
    assert shown(start(), play("red reverse")).direction == "counterclockwise"


def test_owed_cards_are_in_the_headline_and_with_the_player() -> None:
    seen = shown(start(), play("red draw two"))
    assert seen.headline == "Cy draws 2"
    assert seen.players[2].owed == 2


def test_owed_cards_of_another_player_are_told_below() -> None:
    seen = shown(*to_one_card(), Catch("Ann", "Ben"))
    assert seen.headline == "Cy’s turn"
    assert seen.detail.endswith("Ben still has to draw 2 cards.")


def test_wild_waits_for_its_colour() -> None:
    seen = shown(start(), play("wild"))
    assert seen.headline == "Ben names the colour"
    assert (seen.colour, seen.colour_name) == (None, "WILD")
    assert [option.action for option in seen.question.options] == ["red", "yellow", "green", "blue"]
    assert seen.banner is None


def test_named_colour_counts() -> None:
    seen = shown(start(), play("wild"), NameColour("green"))
    assert seen.headline == "Cy’s turn"
    assert (seen.colour, seen.colour_name, seen.top) == ("green", "GREEN", "wild")
    assert seen.detail == "Play green or a wild, or draw a card."


def test_starting_wild_is_named_by_who_begins() -> None:
    assert shown(start("wild")).headline == "Ben names the colour"


def test_after_a_draw_the_card_may_be_played() -> None:
    assert shown(start(), Draw("Ben")).detail == "Play the card just drawn, or pass."


def test_alert_is_shown_until_two_more_cards_are_played() -> None:
    events = [start(), play("blue 3")]
    seen = shown(*events)
    assert seen.banner is not None
    assert seen.banner.serious
    assert seen.banner.text.startswith("Ben played blue 3 on red 7")
    assert shown(*events, play("blue 4")).banner.text == seen.banner.text
    assert shown(*events, play("blue 4"), play("blue 5")).banner is None


def test_due_uno_is_a_calm_banner_and_a_wanted_button() -> None:
    seen = shown(*to_one_card())
    assert seen.banner is not None
    assert not seen.banner.serious
    assert seen.banner.text.startswith("Ben has one card left")
    assert seen.buttons["uno"].wanted
    assert seen.buttons["caught"].enabled


def test_called_uno_is_marked() -> None:
    seen = shown(*to_one_card(), CallUno("Ben"))
    assert seen.players[1].uno
    assert seen.banner is None
    assert not seen.buttons["caught"].enabled


def test_history_is_newest_first_with_a_tag_where_something_was_wrong() -> None:
    seen = shown(start(), play("blue 3"), Draw("Cy", 1), Pass("Cy"))
    assert [(row.text, row.tag) for row in seen.history] == [
        ("Cy passed", ""),
        ("Cy drew 1 card", ""),
        ("Ben played blue 3", "not allowed"),
        ("The round starts with red 7", ""),
    ]


def test_counting_asks_for_the_losers_hands() -> None:
    seen = shown(*to_the_end())
    assert seen.headline == "Ben is out"
    assert seen.losers == (Loser("Ann", 13), Loser("Cy", 13))
    assert seen.buttons["hands"].wanted
    assert not seen.buttons["uno"].shown


def test_round_over_tells_the_scores() -> None:
    hand = tuple(Card.parse(f"{colour} {n}") for colour in ("blue", "green") for n in "123456")
    events = [
        *to_the_end(),
        Hand("Ann", (*hand, Card.parse("wild"))),
        Hand("Cy", (*hand, Card.parse("yellow 2"))),
        EndRound(),
    ]
    seen = shown(*events)
    assert seen.headline == "Ben wins the round"
    assert seen.detail == "Ben 136, Ann 0, Cy 0. Press N for the next round."
    assert seen.buttons["next"].wanted
    referee = referee_of(*events)
    referee.next_round()
    assert view(referee.game, referee.steps, referee.ready).headline == "Ready to start"


def test_every_action_has_a_button_with_a_key_of_its_own() -> None:
    assert tuple(shown().buttons) == tuple(ACTION_KEYS)
    assert len(set(ACTION_KEYS.values())) == len(ACTION_KEYS)


@pytest.mark.parametrize(
    ("before", "action", "expected"),
    [
        ([start()], "draw", Draw("Ben", 1)),
        ([start()], "pass", Pass("Ben")),
        ([start(), play("red draw two")], "draw", Draw("Cy", 2)),
        ([start(), play("wild")], "blue", NameColour("blue")),
        ([start()], "blue", None),
        ([start()], "caught", None),
        ([], "pass", None),
        (to_one_card(), "uno", CallUno("Ben")),
        (to_one_card()[:-1], "uno", CallUno("Ben")),
        (to_one_card(), "caught", Catch(player="Ben")),
        ([*to_one_card(), Catch("Ann", "Ben")], "draw", Draw("Ben", 2)),
        (to_the_end(), "uno", None),
    ],
)
def test_what_a_key_stands_for(before: list[Event], action: str, expected: Event | None) -> None:
    assert event_for(action, referee_of(*before).game) == expected


def test_uno_is_meant_for_the_one_about_to_go_down_to_one_card() -> None:
    referee = referee_of(*to_one_card()[:-1])
    assert referee.game.state.turn == "Ben"
    referee.push(event_for("uno", referee.game))
    assert not referee.push(play("red 6")).alerts
    assert referee.game.state.uno == ("Ben",)


@pytest.mark.parametrize(
    ("before", "action", "expected"),
    [
        ([start()], "draw:Ann:3", Draw("Ann", 3)),
        (to_one_card(), "uno:Ann", CallUno("Ann")),
        ([start(), play("red 2")], "takeback", TakeBack("Ben")),
        ([start(), play("red 2"), TakeBack("Ben")], "takeback", None),
        ([start(), play("wild draw four", colour="red")], "challenge", Challenge("Cy")),
        ([start(), play("wild draw four")], "challenge", None),
        ([start(), play("red 2")], "swap:Ann", None),
    ],
)
def test_what_an_action_with_a_player_stands_for(
    before: list[Event], action: str, expected: Event | None
) -> None:
    assert event_for(action, referee_of(*before).game) == expected


def test_seven_asks_with_whom_to_swap() -> None:
    referee = Referee(("Ann", "Ben", "Cy"), "arcade", NoTable(), dealer="Ann")
    referee.push(start("red 9"))
    referee.push(play("red 7"))
    asked = question(referee.game)
    assert asked.text == "With whom does Ben swap hands?"
    assert [option.label for option in asked.options] == ["Ann", "Cy"]
    assert event_for("swap:Cy", referee.game) == Swap("Cy", "Ben")


def test_who_swaps_or_names_a_colour_has_to_act() -> None:
    seen = shown(start("red 9"), play("red 7"), rules="arcade")
    assert seen.headline == "Ben swaps hands"
    assert [row.name for row in seen.players if row.turn] == ["Ben"]
    assert [row.name for row in shown(start(), play("wild")).players if row.turn] == ["Ben"]


def test_wild_draw_four_asks_to_draw_or_to_challenge() -> None:
    seen = shown(start(), play("wild draw four", colour="blue"))
    assert seen.question.text == "Cy draws 4, or challenges."
    seen = shown(start(), play("wild draw four", colour="blue"), Challenge("Cy"))
    assert seen.headline == "Cy challenges"
    assert seen.losers == (Loser("Ben", 6),)
    fair = tuple(Card.parse(f"green {number}") for number in "123456")
    judged = shown(start(), play("wild draw four", colour="blue"), Challenge("Cy"), Reveal(fair, "Ben"))
    assert (judged.headline, judged.question) == ("Cy draws 6", None)


def test_alert_names_the_rule_book_and_what_people_do() -> None:
    seen = shown(start(), play("blue 3"))
    assert seen.banner.source == "all rule books"
    assert [option.label for option in seen.banner.answers] == [
        "Take it back",
        "It was misread",
        "Let it stand",
        "Undo",
    ]
    due = shown(*to_one_card()).banner
    assert [option.action for option in due.answers][:2] == ["uno:Ben", "caught:Ben"]


def test_call_that_was_not_told_in_time_is_told_with_the_alert() -> None:
    session = Session(referee_of(*to_one_card(), play("red 1", "Cy")))
    missed = session.view().banner
    assert missed.text.startswith("Ben did not call UNO")
    assert [option.label for option in missed.answers] == ["UNO was called", "Let it stand"]
    session.press(missed.answers[0].action)
    assert session.view().banner is None
    assert session.referee.game.state.uno == ("Ben",)
    session.press("undo")
    assert session.view().banner == missed


def test_board_has_a_row_for_each_round() -> None:
    hand = tuple(Card.parse(f"{colour} {n}") for colour in ("blue", "green") for n in "123456")
    ann, cy = Card.parse("wild"), Card.parse("yellow 2")
    end = [*to_the_end(), Hand("Ann", (*hand, ann)), Hand("Cy", (*hand, cy)), EndRound()]
    seen = shown(*end, start("red 7"))
    assert seen.board.points == ((0, 136, 0),)
    assert seen.board.winners == ("Ben",)
    assert seen.board.totals == ((0, 136, 0),)


def test_a_hand_that_decides_nothing_is_said_below_the_headline() -> None:
    labels = ("red 1", "green 7", "green 1", "green 2", "green 3", "blue 1")
    referee = referee_of(
        StartCard(Card.parse("red 7")),
        Play((Card.parse("wild"),), "Ben"),
        Play((Card.parse("wild draw four"),), "Cy", "red"),
        Challenge("Ann"),
        Reveal(tuple(map(Card.parse, labels)), "Cy"),
    )
    assert detail(referee.game) == "The hand decides nothing: whoever draws tells the verdict."
    referee.push(Draw("Ann", 6))
    assert "decides nothing" not in detail(referee.game)
