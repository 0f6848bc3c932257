"""The game as it is played: one rule a test (rules, sections 2 to 4 and 7)."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tracker.cards import CARDS, COLOURS, LABELS, Card
from tracker.events import (
    CallUno,
    Catch,
    Challenge,
    Draw,
    EndRound,
    EventError,
    GameStart,
    Hand,
    NameColour,
    Pass,
    Play,
    Reshuffle,
    Reveal,
    StartCard,
    Swap,
    TakeBack,
    Undo,
)
from tracker.game import Game

NAMES = ("Ann", "Ben", "Cy", "Di")


def begin(start="blue 7", players=3, deal=7, dealer="Ann", teams=(), **options):
    """A game in which Ann deals, so that Ben begins, with the starting card on the table."""
    game = Game()
    game.push(GameStart(NAMES[:players], rules=options, dealer=dealer, teams=teams, deal=deal))
    game.push(StartCard(Card.parse(start)))
    return game


def play(game, player, *labels, colour=None):
    """The codes of the alerts that a play raises."""
    return codes(game.push(Play(tuple(map(Card.parse, labels)), player, colour)))


def draw(game, player, count=1, *labels):
    return codes(game.push(Draw(player, 0 if labels else count, tuple(map(Card.parse, labels)))))


def hand(game, player, *labels):
    return codes(game.push(Hand(player, tuple(map(Card.parse, labels)))))


def uno(game, player):
    return codes(game.push(CallUno(player)))


def codes(alerts):
    return [alert.code for alert in alerts]


def standing(game):
    return [(alert.code, alert.player) for alert in game.alerts]


def turn(game):
    return game.state.turn


def hands(game):
    return list(game.state.hands.values())


# Setting up and the starting card (section 2)


def test_before_the_first_card_the_hands_are_dealt_and_nobody_has_the_turn():
    game = Game()
    game.push(GameStart(NAMES[:3]))
    assert (game.state.phase, game.state.round, turn(game), hands(game)) == ("setup", 1, None, [7, 7, 7])


def test_the_first_player_deals_where_no_dealer_is_named():
    game = Game()
    game.push(GameStart(NAMES[:3]))
    game.push(StartCard(Card.parse("blue 7")))
    assert (game.state.dealer, turn(game)) == ("Ann", "Ben")


def test_a_number_lets_the_player_left_of_the_dealer_begin():
    game = begin("red 0", dealer="Cy")
    assert (turn(game), game.state.direction, game.state.colour) == ("Ann", "clockwise", "red")


def test_a_starting_skip_skips_the_first_player():
    assert turn(begin("red skip")) == "Cy"
    assert turn(begin("red skip", players=2)) == "Ann"


def test_a_starting_draw_two_hits_the_first_player_who_is_skipped():
    game = begin("red draw two")
    assert (turn(game), game.state.owed) == ("Ben", {"Ben": 2})
    draw(game, "Ben", 2)
    assert (turn(game), hands(game), game.state.owed) == ("Cy", [7, 9, 7], {})


def test_a_starting_reverse_lets_the_dealer_begin_or_the_player_to_the_right():
    game = begin("red reverse")
    assert (turn(game), game.state.direction) == ("Ann", "counterclockwise")
    assert turn(begin("red reverse", start_reverse="right")) == "Cy"


def test_the_first_player_names_the_colour_of_a_starting_wild_and_plays():
    game = begin("wild")
    assert (turn(game), game.state.colour) == ("Ben", None)
    assert standing(game) == [("colour-needed", "Ben")]
    game.push(NameColour("green"))
    assert (turn(game), game.state.colour, standing(game)) == ("Ben", "green", [])
    assert play(game, "Ben", "red 3") == ["illegal-play"]


def test_any_card_may_be_played_on_a_starting_wild_with_that_option():
    game = begin("wild", start_wild="any")
    assert standing(game) == []
    assert play(game, "Ben", "red 3") == []
    assert game.state.colour == "red"


@pytest.mark.parametrize(
    ("start", "options"),
    [
        ("wild draw four", {}),
        ("wild", {"start_wild": "putback"}),
        ("red skip", {"start_numbers_only": True}),
        ("wild customizable", {"start_numbers_only": True}),
    ],
)
def test_a_card_that_goes_back_is_followed_by_another(start, options):
    game = begin(start, **options)
    assert (game.state.phase, game.state.top, turn(game)) == ("setup", None, None)
    game.push(StartCard(Card.parse("blue 7")))
    assert (game.state.phase, game.state.round, turn(game)) == ("playing", 1, "Ben")


@pytest.mark.parametrize("start", ["wild swap hands", "wild shuffle hands", "wild customizable"])
def test_another_starting_wild_only_has_its_colour_named(start):
    game = begin(start, start_wild="putback", deck="2016-112" if "swap" in start else "2017-112")
    assert (game.state.phase, turn(game), hands(game)) == ("playing", "Ben", [7, 7, 7])
    assert ("colour-needed", "Ben") in standing(game)


@pytest.mark.parametrize(
    ("start", "message"),
    [
        (GameStart(("Ann",)), "1 player: allowed is 2 to 10"),
        (GameStart(tuple("ABCDEFGHIJK")), "11 players: allowed is 2 to 10"),
        (GameStart(("Ann", "Ann")), "two players have the same name"),
        (GameStart(("Ann", " ")), "allowed is a name that can be printed"),
        (GameStart(("Ann", "")), "allowed is a name that can be printed"),
        (GameStart(("Ann", " Ben")), "player ' Ben': allowed is a name without spaces around it"),
        (GameStart(("Ann", "Ben\n")), "allowed is a name that can be printed"),
        (GameStart(("Ann", "Ben"), dealer="Zed"), "unknown dealer 'Zed': allowed is Ann, Ben"),
        (GameStart(("Ann", "Ben"), teams=(("Ann",),)), "teams must name each player once"),
        (GameStart(("Ann", "Ben"), teams=(("Ann", "Ben"),)), "one team alone has nobody to play against"),
        (
            GameStart(tuple("ABCD"), teams=(("A", "B"), ("C", "D"))),
            "A and B are partners: partners sit apart",
        ),
        (
            GameStart(tuple("ABCD"), teams=(("A", "D"), ("B", "C"))),
            "B and C are partners: partners sit apart",
        ),
        (GameStart(("Ann", "Ben"), deal=56), "deal 56: allowed is 1 to 55"),
        (GameStart(("Ann", "Ben"), rules="mars"), "unknown rules 'mars'"),
        (GameStart(("Ann", "Ben"), rules={"stacking": "no"}), 'stacking = "no": allowed is'),
    ],
)
def test_a_game_that_cannot_be_played_is_refused(start, message):
    game = Game()
    with pytest.raises(EventError, match=message):
        game.push(start)
    assert game.events == ()


# A turn (section 3)


@pytest.mark.parametrize("label", ["blue 3", "red 7", "blue skip", "wild", "wild draw four"])
def test_a_card_of_the_colour_or_number_or_a_wild_may_be_played(label):
    assert "illegal-play" not in play(begin("blue 7"), "Ben", label)


def test_a_card_of_the_same_symbol_may_be_played():
    assert play(begin("blue skip"), "Cy", "red skip") == []


def test_any_other_card_is_illegal_and_play_goes_on_from_it():
    game = begin("blue 7")
    (alert,) = game.push(Play((Card.parse("red 3"),), "Ben"))
    assert alert.to_json() == {
        "code": "illegal-play",
        "player": "Ben",
        "message": "Ben played red 3 on blue 7: a card must match the colour, the number or the symbol.",
        "source": "all rule books",
    }
    assert alert.seq == 2
    assert (str(game.state.top), game.state.colour, turn(game)) == ("red 3", "red", "Cy")


def test_a_play_by_nobody_named_is_by_the_player_whose_turn_it_is():
    game = begin()
    play(game, None, "blue 3")
    assert (turn(game), hands(game)) == ("Cy", [7, 6, 7])


def test_one_card_is_played_at_a_time():
    game = begin("blue 7")
    assert play(game, "Ben", "blue 3", "red 3") == ["illegal-play"]
    assert (str(game.state.top), hands(game)) == ("red 3", [7, 5, 7])


def test_after_drawing_the_drawn_card_may_be_played():
    game = begin("blue 7")
    draw(game, "Ben", 1, "blue 3")
    assert (turn(game), hands(game)) == ("Ben", [7, 8, 7])
    assert play(game, "Ben", "blue 3") == []
    assert (turn(game), hands(game)) == ("Cy", [7, 7, 7])


def test_after_drawing_no_other_card_may_be_played():
    game = begin("blue 7")
    draw(game, "Ben", 1, "red 1")
    assert play(game, "Ben", "blue 3") == ["illegal-play"]


def test_after_drawing_a_card_nobody_saw_any_matching_card_may_be_it():
    game = begin("blue 7")
    draw(game, "Ben")
    assert play(game, "Ben", "blue 3") == []


def test_a_draw_card_just_drawn_may_be_forbidden():
    game = begin("blue 7", play_drawn_draws=False)
    draw(game, "Ben")
    assert play(game, "Ben", "blue draw two") == ["illegal-play"]
    game = begin("blue 7", play_drawn_draws=False)
    assert play(game, "Ben", "blue draw two") == []


def test_the_next_players_play_implies_the_pass_after_a_draw():
    game = begin()
    draw(game, "Ben")
    assert play(game, "Cy", "blue 3") == []
    assert turn(game) == "Ann"


def test_the_next_players_draw_implies_the_pass_after_a_draw():
    game = begin()
    draw(game, "Ben")
    assert draw(game, "Cy") == []
    assert (turn(game), hands(game)) == ("Cy", [7, 8, 8])


def test_a_pass_after_a_draw_gives_the_turn_on():
    game = begin()
    draw(game, "Ben")
    assert codes(game.push(Pass("Ben"))) == []
    assert turn(game) == "Cy"


def test_a_pass_without_a_draw_is_a_card_too_few():
    game = begin()
    assert codes(game.push(Pass("Ben"))) == ["draw-count"]
    assert turn(game) == "Cy"


def test_a_pass_of_a_player_whose_turn_has_gone_says_nothing_new():
    game = begin("red draw two")
    draw(game, "Ben", 2)
    assert codes(game.push(Pass("Ben"))) == []
    assert turn(game) == "Cy"


def test_two_cards_drawn_in_a_turn_are_one_too_many_once():
    game = begin()
    assert draw(game, "Ben") == []
    assert draw(game, "Ben") == ["draw-count"]
    assert draw(game, "Ben") == []
    assert (turn(game), hands(game)) == ("Ben", [7, 10, 7])
    assert draw(begin(), "Ben", 2) == ["draw-count"]


def test_a_player_may_keep_drawing_with_that_option():
    game = begin(draw_until_playable=True)
    assert draw(game, "Ben", 5) == []


def test_a_skip_passes_over_the_next_player():
    game = begin()
    play(game, "Ben", "blue skip")
    assert turn(game) == "Ann"


def test_with_two_players_a_skip_gives_another_turn():
    game = begin(players=2)
    play(game, "Ben", "blue skip")
    assert turn(game) == "Ben"
    assert play(game, "Ben", "blue 1") == []
    assert turn(game) == "Ann"


def test_a_reverse_turns_the_direction():
    game = begin()
    play(game, "Ben", "blue reverse")
    assert (turn(game), game.state.direction) == ("Ann", "counterclockwise")
    play(game, "Ann", "red reverse")
    assert (turn(game), game.state.direction) == ("Ben", "clockwise")


def test_with_two_players_a_reverse_gives_another_turn():
    game = begin(players=2)
    play(game, "Ben", "blue reverse")
    assert turn(game) == "Ben"
    assert play(game, "Ben", "blue 1") == []
    assert turn(game) == "Ann"


def test_a_draw_two_makes_the_next_player_draw_two_and_lose_the_turn():
    game = begin()
    play(game, "Ben", "blue draw two")
    assert (turn(game), game.state.owed) == ("Cy", {"Cy": 2})
    assert draw(game, "Cy", 2) == []
    assert (turn(game), game.state.owed, hands(game)) == ("Ann", {}, [7, 6, 9])


def test_with_two_players_a_draw_two_comes_back_to_its_player():
    game = begin(players=2)
    play(game, "Ben", "blue draw two")
    draw(game, "Ann", 2)
    assert turn(game) == "Ben"


def test_a_wild_draw_four_makes_the_next_player_draw_four_and_lose_the_turn():
    game = begin()
    play(game, "Ben", "wild draw four", colour="red")
    assert (turn(game), game.state.owed, game.state.colour) == ("Cy", {"Cy": 4}, "red")
    draw(game, "Cy", 4)
    assert (turn(game), hands(game)) == ("Ann", [7, 6, 11])


def test_owed_cards_may_be_drawn_one_by_one():
    game = begin("red draw two")
    assert draw(game, "Ben") == []
    assert (turn(game), game.state.owed) == ("Ben", {"Ben": 1})
    assert draw(game, "Ben") == []
    assert (turn(game), game.state.owed) == ("Cy", {})


def test_a_wild_needs_its_colour():
    game = begin()
    assert play(game, "Ben", "wild") == ["colour-needed"]
    assert (game.state.colour, turn(game)) == (None, "Cy")
    game.push(NameColour("green"))
    assert (game.state.colour, standing(game)) == ("green", [])


def test_a_wild_played_with_its_colour_needs_nothing():
    game = begin()
    assert play(game, "Ben", "wild", colour="green") == []
    assert play(game, "Cy", "blue 1") == ["illegal-play"]


def test_the_next_coloured_card_settles_a_colour_that_nobody_named():
    game = begin()
    play(game, "Ben", "wild")
    assert play(game, "Cy", "red 1") == []
    assert (game.state.colour, standing(game)) == ("red", [])


def test_a_colour_is_named_for_a_wild_only():
    with pytest.raises(EventError, match="no wild lies on top"):
        begin().push(NameColour("red"))


def test_swapping_hands_exchanges_them():
    game = begin(deck="2016-112")
    play(game, "Ben", "wild swap hands", colour="red")
    assert hands(game) == [7, 6, 7]
    game.push(Swap("Ann", "Ben"))
    assert hands(game) == [6, 7, 7]


def test_hands_are_swapped_only_by_the_player_of_the_card_and_only_once_it_lies_there():
    game = begin(deck="2016-112")
    with pytest.raises(EventError, match="no card was played that swaps hands"):
        game.push(Swap("Ben", "Ann"))
    play(game, "Ben", "wild swap hands", colour="red")
    with pytest.raises(EventError, match="Ben swaps hands with another player"):
        game.push(Swap("Ben", "Ann"))


def test_shuffling_hands_deals_all_cards_out_again_from_the_next_player_on():
    game = begin()
    draw(game, "Ben")
    play(game, "Ben", "blue 1")
    draw(game, "Cy", 2)
    play(game, "Ann", "wild shuffle hands", colour="red")
    assert sum(hands(game)) == 6 + 7 + 9
    assert hands(game) == [7, 8, 7]


# Taking back (section 7)


def test_a_card_taken_back_restores_what_was_before():
    game = begin()
    before = game.state
    play(game, "Ben", "red draw two")
    game.push(TakeBack("Ben"))
    assert game.state == before


def test_a_card_taken_back_settles_its_alerts():
    game = begin()
    play(game, "Ben", "red 3")
    assert standing(game) == [("illegal-play", "Ben")]
    game.push(TakeBack())
    assert standing(game) == []


def test_cards_can_be_taken_back_one_after_the_other():
    game = begin()
    before = game.state
    play(game, "Ben", "blue 1")
    play(game, "Cy", "blue 2")
    game.push(TakeBack("Cy"))
    game.push(TakeBack("Ben"))
    assert game.state == before


def test_cards_drawn_since_stay_in_the_hand_when_a_card_is_taken_back():
    game = begin()
    play(game, "Ben", "red draw two")
    draw(game, "Cy", 2)
    game.push(TakeBack("Ben"))
    assert (turn(game), hands(game), game.state.owed) == ("Ben", [7, 7, 9], {})


def test_a_winning_card_can_be_taken_back():
    game = begin(deal=1)
    play(game, "Ben", "red 1")
    assert game.state.phase == "counting"
    game.push(TakeBack("Ben"))
    assert (game.state.phase, game.state.winner, turn(game), hands(game)) == (
        "playing",
        None,
        "Ben",
        [1, 1, 1],
    )


def test_a_call_missed_by_another_stays_missed_when_a_card_is_taken_back():
    game = begin(deal=2)
    play(game, "Ben", "blue 1")
    assert "uno-missed" in play(game, "Cy", "red 3")
    game.push(TakeBack("Cy"))
    assert standing(game) == [("uno-missed", "Ben")]
    assert "uno-missed" not in play(game, "Cy", "blue 2")


def test_only_the_owner_of_the_last_card_takes_it_back():
    game = begin()
    with pytest.raises(EventError, match="no card has been played"):
        game.push(TakeBack())
    play(game, "Ben", "blue 1")
    with pytest.raises(EventError, match="Ann did not play the last card, Ben did"):
        game.push(TakeBack("Ann"))


# Out of turn


def test_a_play_out_of_turn_is_followed():
    game = begin(players=4)
    (alert,) = game.push(Play((Card.parse("blue 1"),), "Di"))
    assert alert.message == "Di played blue 1 in Ben's turn: the turn goes round clockwise."
    assert (turn(game), hands(game)) == ("Ann", [7, 7, 7, 6])


def test_the_next_player_may_not_play_before_the_turn_was_used():
    game = begin()
    assert play(game, "Cy", "blue 1") == ["out-of-turn"]


def test_a_skipped_player_who_plays_is_out_of_turn():
    game = begin()
    play(game, "Ben", "blue skip")
    assert play(game, "Cy", "blue 1") == ["out-of-turn"]


def test_a_draw_out_of_turn_leaves_the_turn_where_it_was():
    game = begin()
    assert draw(game, "Cy") == ["out-of-turn"]
    assert (turn(game), hands(game)) == ("Ben", [7, 7, 8])
    assert play(game, "Ben", "blue 1") == []


def test_play_that_goes_on_from_a_draw_out_of_turn_is_not_called_out_again():
    game = begin()
    draw(game, "Cy")
    assert draw(game, "Cy") == []
    assert play(game, "Ann", "blue 1") == []
    assert turn(game) == "Ben"


def test_the_identical_card_may_be_played_out_of_turn_where_players_jump_in():
    game = begin(jump_in=True, players=4)
    assert play(game, "Di", "blue 7") == []
    assert turn(game) == "Ann"
    assert play(game, "Cy", "blue 1") == ["out-of-turn"]


def test_jumping_in_cancels_the_first_cards_effect():
    game = begin(jump_in=True, players=4)
    play(game, "Ben", "blue draw two")
    assert play(game, "Di", "blue draw two") == []
    assert game.state.owed == {"Ann": 2}


# Owed cards


def test_owed_cards_are_drawn_before_playing():
    game = begin("red draw two")
    (alert,) = game.push(Play((Card.parse("red 1"),), "Ben"))
    assert alert.code == "draw-owed"
    assert alert.message == "Ben played while owing 2 cards: owed cards are drawn first."
    assert (turn(game), game.state.owed) == ("Cy", {"Ben": 2})


def test_the_turn_passed_on_without_drawing_is_said_once_and_stays_owed():
    game = begin("red draw two")
    assert play(game, "Cy", "red 1") == ["draw-owed"]
    assert standing(game) == [("draw-owed", "Ben")]
    assert game.state.owed == {"Ben": 2}
    play(game, "Ann", "red 2")
    assert play(game, "Ben", "red 3") == []


def test_owed_cards_drawn_late_settle_the_alert_and_leave_the_turn():
    game = begin("red draw two")
    play(game, "Cy", "red 1")
    assert draw(game, "Ben", 2) == []
    assert (turn(game), game.state.owed, standing(game)) == ("Ann", {}, [])


def test_a_pass_while_owing_is_an_alert():
    game = begin("red draw two")
    assert codes(game.push(Pass("Ben"))) == ["draw-owed"]
    assert turn(game) == "Cy"


def test_fewer_cards_drawn_than_owed():
    game = begin("red draw two")
    assert draw(game, "Ben", 1) == []
    assert play(game, "Cy", "red 1") == ["draw-count"]
    assert game.state.owed == {"Ben": 1}


def test_more_cards_drawn_than_owed():
    game = begin("red draw two")
    assert draw(game, "Ben", 3) == ["draw-count"]
    assert (turn(game), game.state.owed, hands(game)) == ("Cy", {}, [7, 10, 7])


# Calling UNO (section 3)


def test_a_hand_of_one_card_without_the_call_is_due():
    game = begin(deal=2)
    assert play(game, "Ben", "blue 1") == ["uno-due"]
    assert game.state.uno == ()


def test_a_call_with_the_play_is_in_time():
    game = begin(deal=2)
    assert uno(game, "Ben") == []
    assert game.state.uno == ()
    assert play(game, "Ben", "blue 1") == []
    assert game.state.uno == ("Ben",)


def test_a_late_call_before_the_next_player_begins_is_safe():
    game = begin(deal=2)
    play(game, "Ben", "blue 1")
    assert uno(game, "Ben") == []
    assert (game.state.uno, standing(game)) == (("Ben",), [])
    assert "uno-missed" not in play(game, "Cy", "blue 2")
    assert codes(game.push(Catch("Ann", "Ben"))) == []


def test_the_window_closes_when_the_next_player_plays():
    game = begin(deal=2)
    play(game, "Ben", "blue 1")
    alerts = game.push(Play((Card.parse("blue 2"),), "Cy"))
    assert [(alert.code, alert.player) for alert in alerts] == [("uno-missed", "Ben"), ("uno-due", "Cy")]
    assert game.state.owed == {}
    assert standing(game) == [("uno-missed", "Ben"), ("uno-due", "Cy")]


def test_the_window_closes_when_the_next_player_draws():
    game = begin(deal=2)
    play(game, "Ben", "blue 1")
    assert draw(game, "Cy") == ["uno-missed"]
    game = begin(deal=2)
    play(game, "Ben", "blue draw two")
    assert draw(game, "Cy", 2) == ["uno-missed"]


def test_the_window_of_a_player_who_plays_again_closes_then():
    game = begin(deal=2, players=2)
    play(game, "Ben", "blue skip")
    assert play(game, "Ben", "blue 1") == ["uno-missed"]
    assert game.state.phase == "counting"


def test_after_the_window_there_is_no_penalty():
    game = begin(deal=2)
    play(game, "Ben", "blue 1")
    draw(game, "Cy")
    assert codes(game.push(Catch("Ann", "Ben"))) == []
    assert game.state.owed == {}


def test_a_player_called_out_draws_two_and_keeps_no_turn_for_it():
    game = begin(deal=2)
    play(game, "Ben", "blue 1")
    (alert,) = game.push(Catch("Ann", "Ben"))
    assert alert.code == "uno-missed"
    assert alert.message == "Ben did not call UNO before Ann called it out: Ben draws 2 cards."
    assert (turn(game), game.state.owed) == ("Cy", {"Ben": 2})
    assert draw(game, "Ben", 2) == []
    assert (turn(game), hands(game), game.state.owed) == ("Cy", [2, 3, 2], {})


def test_one_penalty_for_one_window():
    game = begin(deal=2)
    play(game, "Ben", "blue 1")
    game.push(Catch("Ann", "Ben"))
    assert codes(game.push(Catch("Cy", "Ben"))) == []
    assert game.state.owed == {"Ben": 2}
    assert draw(game, "Cy") == []


def test_the_penalty_is_an_option():
    game = begin(deal=2, uno_penalty=4)
    play(game, "Ben", "blue 1")
    game.push(Catch("Ann"))
    assert game.state.owed == {"Ben": 4}


def test_the_referee_may_call_out_itself_when_the_window_closes():
    game = begin(deal=2, uno_enforcement="referee")
    play(game, "Ben", "blue 1")
    assert draw(game, "Cy") == ["uno-missed"]
    assert game.state.owed == {"Ben": 2}


def test_who_comes_down_to_one_card_again_calls_again():
    game = begin(deal=2)
    uno(game, "Ben")
    play(game, "Ben", "blue 1")
    draw(game, "Cy")
    draw(game, "Ann")
    draw(game, "Ben")
    assert game.state.uno == ()
    assert play(game, "Ben", "blue 2") == ["uno-due"]


@pytest.mark.parametrize("caller", ["Ann", "Ben"])
def test_a_call_by_a_player_with_many_cards_is_false(caller):
    assert uno(begin(), caller) == ["uno-false"]


def test_a_call_followed_by_no_play_to_one_card_is_false_once():
    game = begin(deal=2)
    assert uno(game, "Ben") == []
    assert draw(game, "Ben") == ["uno-false"]
    assert play(game, "Ben", "blue 1") == []


def test_nobody_can_call_out_themselves_or_where_nobody_forgot():
    game = begin(deal=2)
    with pytest.raises(EventError, match="nobody can be called out"):
        game.push(Catch("Ann"))
    with pytest.raises(EventError, match="Ben cannot call out Ben"):
        game.push(Catch("Ben", "Ben"))


# Where the cards are (section 1)


def test_a_face_seen_more_often_than_the_deck_holds_it_is_impossible():
    game = begin("blue 0")
    (alert,) = game.push(Play((Card.parse("blue 0"),), "Ben"))
    assert alert.code == "impossible-card"
    assert alert.message == "blue 0 was seen 2 times, but the deck holds 1: it was probably misread."
    assert str(game.state.top) == "blue 0"


def test_a_face_the_deck_does_not_hold_is_impossible():
    assert play(begin(), "Ben", "wild swap hands", colour="red") == ["impossible-card"]


def test_known_cards_in_hands_count():
    game = begin()
    draw(game, "Ben", 1, "blue 0")
    play(game, "Cy", "blue 1")
    assert play(game, "Ann", "blue 0") == ["impossible-card"]


def test_a_known_card_that_is_played_counts_once():
    game = begin()
    draw(game, "Ben", 1, "blue 0")
    assert play(game, "Ben", "blue 0") == []


def test_a_card_taken_back_and_played_again_counts_once():
    game = begin()
    play(game, "Ben", "blue 0")
    game.push(TakeBack())
    assert play(game, "Ben", "blue 0") == []


def test_after_a_reshuffle_faces_can_come_again():
    game = begin("blue 0")
    play(game, "Ben", "blue 1")
    game.push(Reshuffle())
    assert play(game, "Cy", "blue 0") == []


def test_the_draw_pile_must_be_empty_by_count():
    game = begin(players=2, deal=53)  # 112 - 106 - 1 leaves 5
    assert draw(game, "Ben", 4) == ["draw-count"]
    assert draw(game, "Ann", 1) == ["reshuffle"]
    assert standing(game)[-1] == ("reshuffle", None)
    play(game, "Ann", "blue 1")
    game.push(Reshuffle())
    assert ("reshuffle", None) not in standing(game)
    assert draw(game, "Ben") == ["reshuffle"]


# The end of a round and scoring (section 4)


def test_the_round_ends_when_a_hand_is_empty():
    game = begin(deal=1)
    assert play(game, "Ben", "blue 1") == []
    assert (game.state.phase, turn(game), game.state.winner) == ("counting", None, "Ben")


@pytest.mark.parametrize("label", ["blue skip", "blue reverse", "wild", "wild customizable"])
def test_any_card_may_be_the_last(label):
    game = begin(deal=1)
    assert play(game, "Ben", label) == []
    assert (game.state.phase, turn(game)) == ("counting", None)


def test_the_last_card_must_be_a_number_with_that_option():
    game = begin(deal=1, no_symbol_finish=True)
    assert play(game, "Ben", "blue skip") == ["illegal-play"]


@pytest.mark.parametrize(("label", "count"), [("blue draw two", 2), ("wild draw four", 4)])
def test_after_a_last_draw_card_the_next_player_still_draws(label, count):
    game = begin(deal=1)
    play(game, "Ben", label)
    assert (game.state.phase, turn(game), game.state.owed) == ("counting", "Cy", {"Cy": count})
    assert draw(game, "Cy", count) == []
    assert (turn(game), game.state.owed, hands(game)) == (None, {}, [1, 0, 1 + count])


def test_a_last_draw_card_may_end_the_round_at_once():
    game = begin(deal=1, last_draw="ends")
    play(game, "Ben", "blue draw two")
    assert (turn(game), game.state.owed) == (None, {})


def test_no_card_is_played_after_the_end():
    game = begin(deal=1)
    play(game, "Ben", "blue 1")
    game.push(Hand("Ann", (Card.parse("red 1"),)))
    game.push(Hand("Cy", (Card.parse("red 2"),)))
    game.push(EndRound())
    with pytest.raises(EventError, match="play: the round is over; the next one begins"):
        play(game, "Cy", "blue 2")


def finish(game, ann, cy):
    """Ben goes out with blue 1; Ann and Cy, who have one card each, show them."""
    play(game, "Ben", "blue 1")
    hand(game, "Ann", ann)
    hand(game, "Cy", cy)
    return codes(game.push(EndRound()))


def test_the_winner_takes_the_points_of_all_other_hands():
    game = begin(deal=1)
    assert finish(game, "wild", "red 7") == ["round-over"]
    assert (game.state.phase, game.state.winner) == ("round-over", "Ben")
    assert game.state.scores == {"Ann": 0, "Ben": 57, "Cy": 0}


def test_in_zero_sum_scoring_losers_lose_what_the_winner_gains():
    game = begin(deal=2, scoring="zero-sum")
    play(game, "Ben", "blue 1")
    uno(game, "Ben")
    draw(game, "Cy")
    play(game, "Ann", "blue 9")
    uno(game, "Ann")
    play(game, "Ben", "blue 2")
    hand(game, "Ann", "green skip")
    hand(game, "Cy", "red skip", "blue skip", "red 0")
    assert codes(game.push(EndRound())) == ["round-over"]
    assert game.state.scores == {"Ann": -20, "Ben": 60, "Cy": -40}


def test_cards_drawn_at_the_last_count():
    game = begin(deal=1)
    play(game, "Ben", "blue draw two")
    draw(game, "Cy", 2)
    hand(game, "Ann", "red 1")
    hand(game, "Cy", "red 2", "red 3", "red 4")
    game.push(EndRound())
    assert game.state.scores["Ben"] == 10


def test_owed_cards_seen_in_the_hand_were_drawn():
    game = begin(deal=1)
    play(game, "Ben", "blue draw two")
    assert hand(game, "Cy", "red 2", "red 3", "red 4") == []
    assert (game.state.owed, turn(game)) == ({}, None)


def test_a_round_that_ends_with_owed_cards_not_drawn():
    game = begin(deal=1)
    play(game, "Ben", "blue draw two")
    hand(game, "Ann", "red 1")
    hand(game, "Cy", "red 2")
    assert codes(game.push(EndRound())) == ["draw-owed", "round-over"]
    assert game.state.owed == {}


def test_a_hand_of_another_number_of_cards_than_tracked():
    game = begin(deal=1)
    play(game, "Ben", "blue 1")
    assert hand(game, "Cy", "red 1", "red 2") == ["hand-count"]
    assert hands(game) == [1, 0, 2]
    assert hand(game, "Cy", "red 1", "red 2") == []


def test_a_hand_shown_that_cannot_be():
    game = begin(deal=1)
    play(game, "Ben", "blue 0")
    assert hand(game, "Cy", "blue 0") == ["impossible-card"]


def test_a_round_is_scored_when_all_hands_are_in():
    game = begin(deal=1)
    play(game, "Ben", "blue 1")
    hand(game, "Ann", "red 1")
    with pytest.raises(EventError, match="the cards of Cy have not been shown"):
        game.push(EndRound())


def test_hands_are_shown_at_the_end_only():
    with pytest.raises(EventError, match="still being played"):
        hand(begin(), "Cy", "red 1")


@pytest.mark.parametrize(("option", "dealer", "first"), [("winner", "Ben", "Cy"), ("left", "Di", "Ann")])
def test_who_deals_the_next_round(option, dealer, first):
    game = begin(deal=1, players=4, dealer="Cy", next_dealer=option)
    draw(game, "Di")
    draw(game, "Ann")
    play(game, "Ben", "blue 1")
    hand(game, "Ann", "red 1", "red 2")
    hand(game, "Cy", "red 1")
    hand(game, "Di", "red 3", "red 4")
    game.push(EndRound())
    game.push(StartCard(Card.parse("red 5")))
    assert (game.state.dealer, turn(game)) == (dealer, first)
    assert (game.state.round, game.state.phase, hands(game)) == (2, "playing", [1, 1, 1, 1])
    assert game.state.winner is None


def test_the_game_is_over_at_the_target():
    game = begin(deal=1, target=57)
    assert finish(game, "wild", "red 7") == ["round-over", "game-over"]
    assert (game.state.phase, game.state.winner) == ("game-over", "Ben")
    with pytest.raises(EventError, match="the game is over"):
        game.push(StartCard(Card.parse("red 5")))


def test_the_game_goes_on_below_the_target():
    assert finish(begin(deal=1, target=58), "wild", "red 7") == ["round-over"]


def test_the_game_is_over_after_the_number_of_rounds():
    game = begin(deal=1, target=0, rounds=2)
    assert finish(game, "wild", "red 7") == ["round-over"]
    game.push(StartCard(Card.parse("blue 5")))
    draw(game, "Cy")
    draw(game, "Ann")
    play(game, "Ben", "blue 2")
    hand(game, "Ann", "red 1", "red 2")
    hand(game, "Cy", "red 3", "red 4")
    assert codes(game.push(EndRound())) == ["round-over", "game-over"]


def test_a_teams_score_is_the_sum_of_its_players():
    game = begin(deal=1, players=4, teams=(("Ann", "Cy"), ("Ben", "Di")), target=100)
    play(game, "Ben", "blue 1")
    for player in ("Ann", "Cy", "Di"):
        hand(game, player, "wild")
    assert codes(game.push(EndRound())) == ["round-over", "game-over"]
    assert game.state.winner == "Ben and Di"


# Several cards at once (section 5)


@pytest.mark.parametrize(
    ("options", "labels", "allowed"),
    [
        ({"multi": "same-face"}, ["blue 3", "red 3", "green 3"], True),
        ({"multi": "same-face"}, ["blue skip", "red skip"], True),
        ({"multi": "same-face"}, ["blue 3", "blue 4"], False),
        ({"multi": "same-face"}, ["red 3", "green 3"], False),
        ({"multi": "same-number"}, ["blue 3", "red 3"], True),
        ({"multi": "same-number"}, ["blue skip", "red skip"], False),
        ({"multi": "pairs"}, ["blue 3", "blue 3"], True),
        ({"multi": "pairs"}, ["blue 3", "red 3"], False),
        ({"multi": "pairs"}, ["blue skip", "blue skip"], False),
        ({"runs_of_three": True}, ["blue 3", "blue 4", "blue 5"], True),
        ({"runs_of_three": True}, ["blue 3", "red 4", "blue 5"], False),
        ({"runs_of_three": True, "runs_colour": "any"}, ["blue 3", "red 4", "blue 5"], True),
        ({"runs_of_three": True}, ["blue 3", "blue 4"], False),
    ],
)
def test_which_cards_may_be_played_at_once(options, labels, allowed):
    game = begin("blue 7", **options)
    assert play(game, "Ben", *labels) == ([] if allowed else ["illegal-play"])
    assert (str(game.state.top), hands(game)) == (labels[-1], [7, 7 - len(labels), 7])


def test_effects_of_several_cards_add_up():
    skips = begin(players=4, multi="same-face")
    play(skips, "Ben", "blue skip", "red skip")
    assert turn(skips) == "Ann"
    doubled = begin(players=4, multi="same-face", multi_skip="double")
    play(doubled, "Ben", "blue skip", "red skip")
    assert turn(doubled) == "Cy"
    reverses = begin(multi="same-face")
    play(reverses, "Ben", "blue reverse", "red reverse")
    assert (turn(reverses), reverses.state.direction) == ("Cy", "clockwise")
    draws = begin(multi="same-face")
    play(draws, "Ben", "blue draw two", "red draw two")
    assert draws.state.owed == {"Cy": 4}


def test_a_zero_passes_all_hands_on_with_that_option():
    game = begin(seven_zero=True)
    play(game, "Ben", "blue 0")
    assert hands(game) == [7, 7, 6]


def test_a_seven_swaps_hands_with_that_option():
    game = begin(seven_zero=True)
    play(game, "Ben", "blue 7")
    game.push(Swap("Ann"))
    assert hands(game) == [6, 7, 7]


# What may be asked of the game


@pytest.mark.parametrize(
    ("options", "labels", "source"),
    [
        ({}, ["red 3"], "all rule books"),
        ({}, ["blue 3", "red 3"], "all rule books"),
        (
            {"multi": "pairs"},
            ["blue 3", "red 3"],
            "the Japanese shop magazine",
        ),
        ({"no_symbol_finish": True}, ["blue skip"], "the Japanese encyclopaedia article"),
    ],
)
def test_an_alert_names_the_rule_book_of_its_rule(options, labels, source):
    alert, *_ = begin(deal=len(labels), **options).push(Play(tuple(map(Card.parse, labels)), "Ben"))
    assert alert.code == "illegal-play"
    assert alert.source == source


@pytest.mark.parametrize(
    ("condition", "book"), [("no-colour", "the older"), ("nothing-else", "the Japanese")]
)
def test_a_challenge_names_the_rule_book_of_its_condition(condition, book):
    game = begin(wd4_condition=condition)
    play(game, "Ben", "wild draw four", colour="red")
    game.push(Challenge("Cy"))
    (alert,) = game.push(Reveal(tuple(Card("blue", symbol) for symbol in "123456")))
    assert alert.code == "wd4-illegal"
    assert alert.source.startswith(book)


def test_each_missed_call_says_what_it_costs():
    def missed(penalty, enforcement, event):
        game = begin(deal=2, uno_penalty=penalty, uno_enforcement=enforcement)
        play(game, "Ben", "blue 3")
        alert, *_ = game.push(event)
        return alert.message

    caught, next_turn = Catch("Cy", "Ben"), Play((Card.parse("blue 1"),), "Cy")
    called_out = "Ben did not call UNO before Cy called it out: "
    began = "Ben did not call UNO before the next turn began: "
    free = "it is called on going to one card, though forgetting it costs no cards here."
    assert missed(1, "players", caught) == called_out + "Ben draws 1 card."
    assert missed(0, "players", caught) == called_out + free
    assert missed(3, "referee", next_turn) == began + "Ben draws 3 cards."
    assert missed(0, "referee", next_turn) == began + free
    late = "it is called on going to one card, but now it is too late for a penalty."
    assert missed(2, "players", next_turn) == began + late


def test_a_team_of_two_win_and_one_player_wins():
    def ended(players, teams):
        game = begin(players=players, deal=1, teams=teams, rounds=1)
        play(game, "Ben", "blue 3")
        for name in set(NAMES[:players]) - {"Ben"}:
            hand(game, name, "red 5")
        return game.push(EndRound())[-1].message

    assert ended(2, ()) == "The game ends after round 1: Ben wins; the scores: Ann 0, Ben 5."
    teams = (("Ann", "Cy"), ("Ben", "Di"))
    assert ended(4, teams).startswith("The game ends after round 1: Ben and Di win; the scores: Ann 0, ")


def test_a_ranking_counts_the_rounds_won():
    game = begin(players=2, deal=1, scoring="ranking", rounds=1)
    *_, ended = game.push(Play((Card.parse("blue 3"),), "Ben"))
    assert ended.message == "The game ends after round 1: Ben wins; the rounds won: Ann 0, Ben 1."


def test_what_is_legal_and_why():
    game = begin("blue 7")
    assert game.legal(Card.parse("blue 3"))
    assert not game.legal(Card.parse("red 3"))
    assert game.why(Card.parse("blue 3")) == (
        "blue 3 may be played on blue 7: it matches the colour (all rule books)."
    )
    assert game.why(Card.parse("wild")) == (
        "wild may be played on blue 7: a wild may be played at any time (all rule books)."
    )
    play(game, "Ben", "blue draw two")
    assert not game.legal(Card.parse("blue 3"))
    assert game.why(Card.parse("blue 3")).endswith("Cy has 2 cards to draw first (all rule books).")
    assert Game().why(Card.parse("wild")) == "wild may not be played: no round is being played."


def test_a_customizable_wild_says_what_the_rules_file_lets_it_say():
    game = begin(customizable=["Everybody swaps seats"])
    assert game.state.written == ()
    play(game, "Ben", "wild customizable", colour="green")
    assert game.state.written == ("Everybody swaps seats",)
    assert game.state.to_json()["written"] == ["Everybody swaps seats"]
    play(game, "Cy", "green 3")
    assert game.state.written == ()
    game.push(TakeBack())
    assert game.state.written == ("Everybody swaps seats",)


def test_of_several_texts_the_table_sees_which_one_the_card_has():
    game = begin(customizable=["Sing", "Draw three"])
    play(game, "Ben", "wild customizable")
    assert game.state.written == ("Sing", "Draw three")


def test_a_customizable_wild_without_a_text_says_nothing():
    game = begin(customizable=2)
    play(game, "Ben", "wild customizable")
    assert game.state.written == ()


def test_a_customizable_wild_as_the_starting_card_has_no_effect():
    assert begin("wild customizable", customizable=["Sing"]).state.written == ()


def test_there_are_as_many_customizable_wilds_as_texts():
    game = begin(customizable=["Sing"])
    assert play(game, "Ben", "wild customizable", colour="red") == []
    assert "impossible-card" in play(game, "Cy", "wild customizable", colour="red")


@pytest.mark.parametrize(
    ("labels", "colour", "phrase"),
    [
        (["blue 5"], None, "Blue five!"),
        (["red 7"], None, "Red seven!"),
        (["blue draw two"], None, "Blue draw two!"),
        (["wild"], None, "Wild!"),
        (["wild draw four"], "green", "Wild draw four, green!"),
        (["blue 5", "red 5"], None, "Blue five, red five!"),
    ],
)
def test_a_player_reads_the_card_aloud(labels, colour, phrase):
    game = begin(read_aloud=True, multi="same-face")
    assert "say" not in game.state.to_json()
    play(game, "Ben", *labels, colour=colour)
    assert game.state.to_json()["say"] == phrase


def test_the_colour_is_read_aloud_once_it_is_named():
    game = begin(read_aloud=True)
    play(game, "Ben", "wild")
    assert game.state.say == "Wild!"
    game.push(NameColour("red"))
    assert game.state.say == "Wild, red!"


def test_nothing_is_read_aloud_without_that_option():
    game = begin()
    play(game, "Ben", "blue 5")
    assert game.state.say is None
    assert "say" not in game.state.to_json()


def test_what_may_be_played_at_once_follows_from_the_options():
    five, six, seven = (Card.parse(label) for label in ("blue 5", "red 5", "blue 7"))
    books = "(the Japanese encyclopaedia article, and the Japanese shop magazine)."
    game = begin("blue 7", multi="same-face", runs_of_three=True)
    assert game.why(five, six) == (
        "blue 5 and red 5 may be played on blue 7: cards of one number or symbol, "
        f"or three consecutive numbers of one colour, may be played at once {books}"
    )
    assert game.why(five, seven) == (
        "blue 5 and blue 7 may not be played on blue 7: these cards may not be played at once, only cards "
        f"of one number or symbol, or three consecutive numbers of one colour {books}"
    )
    assert begin("blue 7", multi="pairs").why(five, six) == (
        "blue 5 and red 5 may not be played on blue 7: these cards may not be played at once, "
        "only two identical number cards (the Japanese shop magazine)."
    )
    assert begin("blue 7").why(five, six).endswith("one card is played at a time (all rule books).")


def test_the_prior_favours_legal_cards_that_are_left():
    game = begin("blue 0")
    prior = game.prior()
    assert set(prior) == set(LABELS)
    assert sum(prior.values()) == pytest.approx(1)
    assert min(prior.values()) > 0
    assert prior["blue 3"] > prior["red 3"]
    assert prior["blue 3"] > prior["blue 0"]
    assert prior["red 3"] > prior["blue 0"]


def test_the_game_knows_its_players_and_rules():
    game = begin(stacking="up")
    assert game.players == ("Ann", "Ben", "Cy")
    assert game.rules.stacking == "up"


# Errors change nothing


@pytest.mark.parametrize(
    "event",
    [
        Play((Card.parse("blue 1"),), "Zed"),
        Draw("Zed"),
        Pass("Zed"),
        CallUno("Zed"),
        Catch("Zed", "Ben"),
        Hand("Ann", ()),
        EndRound(),
        StartCard(Card.parse("red 1")),
        TakeBack(),
        NameColour("red"),
        Swap("Ann", "Ben"),
        Challenge("Cy"),
        Reveal((), "Ben"),
    ],
    ids=lambda event: event.type,
)
def test_an_event_that_makes_no_sense_is_refused_and_changes_nothing(event):
    game = begin()
    before = (game.events, game.state, game.alerts)
    with pytest.raises(EventError):
        game.push(event)
    assert (game.events, game.state, game.alerts) == before


def test_there_is_nothing_to_undo_before_the_game():
    with pytest.raises(EventError, match="nothing has happened"):
        Game().push(Undo())


def test_undo_withdraws_the_last_event_and_its_alerts():
    game = begin()
    before = (game.events, game.state, game.alerts)
    play(game, "Ben", "red 3")
    assert game.push(Undo()) == ()
    assert (game.events, game.state, game.alerts) == before


# Whatever happens

cards = st.sampled_from(CARDS)
few_cards = st.lists(cards, min_size=1, max_size=3).map(tuple)
somebody = st.sampled_from(NAMES[:3])
anybody = st.none() | somebody
colours = st.sampled_from(COLOURS)
events = st.one_of(
    st.builds(lambda card, player: Play((card,), player), cards, anybody),
    st.builds(lambda card, player: Play((card,), player), cards, anybody),
    st.builds(Play, few_cards, anybody),
    st.builds(NameColour, colours),
    st.builds(Draw, anybody, st.integers(0, 4)),
    st.builds(lambda player, cards: Draw(player, 0, cards), anybody, few_cards),
    st.builds(Pass, anybody),
    st.builds(CallUno, anybody),
    st.builds(Catch, anybody, anybody),
    st.builds(TakeBack, anybody),
    st.builds(Swap, somebody, anybody),
    st.builds(Reshuffle),
    st.builds(Hand, somebody, st.lists(cards, max_size=4).map(tuple)),
    st.builds(EndRound),
    st.builds(StartCard, cards),
)
tables = st.fixed_dictionaries(
    {
        "preset": st.sampled_from(["international", "japan", "japan-classic", "hands", "arcade", "house"]),
        "uno_enforcement": st.sampled_from(["players", "referee"]),
        "target": st.sampled_from([0, 20, 500]),
        "deck": st.sampled_from(["classic-108", "2016-112", "2017-112"]),
    }
)


def check(game):
    """What holds in every state."""
    state = game.state
    assert all(count >= 0 for count in state.hands.values())
    assert all(low <= state.hands[player] <= high for player, (low, high) in state.bounds.items())
    assert sum(state.hands.values()) + state.draw_pile + state.discard_pile == game.rules.deck.total
    assert state.draw_pile >= 0
    assert all(count > 0 for count in state.owed.values())
    assert set(state.hands) == set(state.scores) == set(game.players)
    assert all(state.hands[player] == 1 for player in state.uno)
    if state.phase == "playing":
        assert state.turn in game.players
        assert state.top is not None
        assert state.winner is None
        playing_on = set(state.hands) - set(state.ranking) - set(state.owed)
        assert all(state.hands[player] > 0 for player in playing_on)
        assert state.turn not in state.ranking
        assert state.colour in COLOURS or (state.colour is None and state.top.is_wild)
        assert state.top.is_wild or state.colour == state.top.colour
    elif state.phase == "counting":
        assert state.turn is None or state.turn in state.owed
        assert state.winner in game.players
    else:
        assert state.turn is None
        assert not state.owed
    assert all(0 <= alert.seq < len(game.events) for alert in game.alerts)
    assert len(set(game.alerts)) == len(game.alerts)
    if game.rules.scoring == "zero-sum":
        assert sum(state.scores.values()) == 0


def check_message(message):
    assert message
    assert "\n" not in message
    assert not re.search(r"\b1 (cards|points|rounds)\b|\b1 of 1\b|\b0 cards\b", message)


BREAKS_NO_RULE = {"uno-false", "impossible-card", "hand-count", "reshuffle", "round-over", "game-over"}


def check_alert(alert):
    """One sentence: what was wrong, and what the rule is."""
    check_message(alert.message)
    assert alert.source or alert.code in BREAKS_NO_RULE
    assert re.fullmatch(r"[^:.]+[:;] [^:]+(: [^:]+)?\.", alert.message)


@given(table=tables, deal=st.integers(1, 7), happened=st.lists(events, max_size=40))
@settings(max_examples=150, deadline=None)
def test_any_events_leave_a_consistent_state_and_pop_restores_it(table, deal, happened):
    game = Game()
    game.push(GameStart(NAMES[:3], rules=table, deal=deal))
    game.push(StartCard(Card.parse("blue 7")))
    for event in happened:
        before = (game.events, game.state, game.alerts)
        try:
            alerts = game.push(event)
        except EventError as error:
            check_message(str(error))
            assert (game.events, game.state, game.alerts) == before
            continue
        check(game)
        for alert in alerts:
            check_alert(alert)
        after = (game.events, game.state, game.alerts)
        assert game.pop() is event
        assert (game.events, game.state, game.alerts) == before
        assert game.push(event) == alerts
        assert (game.events, game.state, game.alerts) == after


@given(happened=st.lists(events, max_size=40))
@settings(max_examples=50, deadline=None)
def test_the_state_follows_from_the_events_alone(happened):
    game = begin(deal=3)
    for event in happened:
        try:
            game.push(event)
        except EventError:
            game.push(Pass()) if game.state.turn and game.state.phase == "playing" else None
    again = Game()
    for event in game.events:
        again.push(event)
    assert (again.state, again.alerts) == (game.state, game.alerts)


def test_why_answers_before_a_card_lies_there_and_without_a_card():
    assert Game().why(Card.parse("red 7")) == "red 7 may not be played: no round is being played."
    assert begin().why() == "No card is named."


def test_a_hand_that_decides_nothing_is_said_without_an_alert():
    game = begin(players=4, deal=4, challenge="stays")
    game.push(Play((Card.parse("wild"),), "Ben"))
    game.push(Play((Card.parse("wild draw four"),), "Cy", "red"))
    game.push(Challenge(game.state.turn))
    assert not game.state.undecided
    assert game.push(Reveal((Card.parse("red 1"), Card.parse("green 7"), Card.parse("green 8")), "Cy")) == ()
    assert game.state.undecided
    game.push(Draw("Cy", 4))
    assert not game.state.undecided
