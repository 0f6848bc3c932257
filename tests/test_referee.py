"""The referee: what the camera saw becomes a game, and key presses find their place in it."""

from __future__ import annotations

import numpy as np
import pytest

from tracker.cards import Card
from tracker.events import (
    CallUno,
    Draw,
    EndRound,
    EventError,
    GameStart,
    Hand,
    NameColour,
    Pass,
    Play,
    StartCard,
    TakeBack,
)
from ui.presses import PATIENCE, Presses, read_events
from ui.referee import Referee
from vision.events import (
    CardPlayed,
    CardsDrawn,
    CardsShown,
    CardTakenBack,
    DiscardsBrought,
    DiscardsTaken,
    PileGone,
    StartCardSeen,
)
from vision.frames import Frame

QUAD = np.array([[0, 0], [56, 0], [56, 87], [0, 87]], float)
IMAGE = np.zeros((4, 4, 3), np.uint8)
ANN, BEN, CY = 0, 1, 2


class ScriptedTable:
    """A table on which what happens was written down beforehand, one list a frame."""

    def __init__(self, *frames: list) -> None:
        self.frames = list(frames)

    def update(self, frame: Frame) -> list:
        return self.frames[frame.index] if frame.index < len(self.frames) else []


def start(label: str, t: float = 0.0) -> StartCardSeen:
    return StartCardSeen(t=t, label=label, confidence=0.9, quad=QUAD)


def play(label: str, seat: int | None, t: float = 0.0) -> CardPlayed:
    return CardPlayed(t=t, label=label, confidence=0.8, quad=QUAD, seat=seat)


def drawn(seat: int | None, count: int | None = None) -> CardsDrawn:
    return CardsDrawn(t=0.0, seat=seat, count=count)


def watch(*frames: list, players: tuple[str, ...] = ("Ann", "Ben", "Cy")) -> Referee:
    referee = Referee(players, "international", ScriptedTable(*frames), dealer=players[0])
    for index in range(len(frames)):
        referee.update(Frame(IMAGE, index / 2, index))
    return referee


def codes(referee: Referee) -> list[str]:
    return [alert.code for step in referee.steps for alert in step.alerts]


def events(referee: Referee) -> list:
    return [step.event for step in referee.steps[1:]]


def test_game_event_comes_first_then_what_the_camera_saw() -> None:
    referee = watch([start("red 7")], [], [play("red 3", BEN, 1.0)])
    assert referee.steps[0].event == GameStart(("Ann", "Ben", "Cy"), dealer="Ann", t=0.0)
    assert [step.seq for step in referee.steps] == [0, 1, 2]
    assert events(referee) == [
        StartCard(Card.parse("red 7"), t=0.0),
        Play((Card.parse("red 3"),), "Ben", t=1.0),
    ]
    assert referee.game.state.turn == "Cy"


def test_step_is_written_as_judge_writes_it_with_time_and_confidence() -> None:
    written = watch([start("red 7")], [play("red 3", BEN, 0.5)]).steps[-1].to_json()
    assert written["seq"] == 2
    assert written["event"] == {
        "type": "play",
        "card": "red 3",
        "player": "Ben",
        "t": 0.5,
        "confidence": 0.8,
    }
    assert written["state"]["turn"] == "Cy"
    assert written["alerts"] == []


def test_update_returns_only_the_new_steps() -> None:
    referee = Referee(("Ann", "Ben"), "international", ScriptedTable([start("red 7")], [play("red 3", 1)]))
    assert [step.event.type for step in referee.update(Frame(IMAGE, 0.0, 0))] == ["start"]
    assert [step.event.type for step in referee.update(Frame(IMAGE, 0.5, 1))] == ["play"]
    assert referee.update(Frame(IMAGE, 1.0, 2)) == []


def test_play_from_an_unseen_seat_is_by_the_player_whose_turn_it_is() -> None:
    referee = watch([start("red 7")], [play("red 3", None)])
    assert referee.steps[-1].event.player == "Ben"


def test_play_from_another_seat_is_out_of_turn() -> None:
    assert codes(watch([start("red 7")], [play("red 3", CY)])) == ["out-of-turn"]


def test_card_that_does_not_match_is_an_illegal_play() -> None:
    assert codes(watch([start("red 7")], [play("blue 3", BEN)])) == ["illegal-play"]


def test_first_card_on_the_pile_starts_the_round_however_it_was_seen() -> None:
    referee = watch([play("red 7", ANN)])
    assert events(referee) == [StartCard(Card.parse("red 7"), t=0.0)]


def test_start_card_seen_again_in_the_middle_of_a_round_changes_nothing() -> None:
    assert len(watch([start("red 7")], [start("red 7")]).steps) == 2


def test_draw_of_unknown_number_is_one_card_where_none_are_owed() -> None:
    referee = watch([start("red 7")], [drawn(BEN)])
    assert referee.steps[-1].event == Draw("Ben", 1, t=0.0)


def test_draw_of_unknown_number_is_what_the_player_owes() -> None:
    referee = watch([start("red 7")], [play("red draw two", BEN)], [drawn(CY)])
    assert referee.steps[-1].event == Draw("Cy", 2, t=0.0)
    assert referee.game.state.turn == "Ann"
    assert codes(referee) == []


def test_second_visit_belongs_to_the_same_two_cards_and_a_third_does_not() -> None:
    referee = watch([start("red 7")], [play("red draw two", BEN)], [drawn(CY)], [drawn(CY)])
    assert referee.game.state.hands["Cy"] == 9
    assert codes(referee) == []
    third = watch([start("red 7")], [play("red draw two", BEN)], [drawn(CY)], [drawn(CY)], [drawn(CY)])
    assert third.game.state.hands["Cy"] == 10


def test_visit_after_another_event_is_a_new_draw() -> None:
    referee = watch([start("red 7")], [play("red draw two", BEN)], [drawn(CY)], [drawn(ANN)], [drawn(CY)])
    assert [event.type for event in events(referee)] == ["start", "play", "draw", "draw", "draw"]


def test_known_number_is_taken_as_it_is() -> None:
    referee = watch([start("red 7")], [play("red draw two", BEN)], [drawn(CY, 1)], [drawn(CY, 1)])
    assert referee.game.state.owed == {}
    assert referee.game.state.hands["Cy"] == 9


def test_draw_from_an_unseen_seat_is_by_the_one_who_owes() -> None:
    referee = watch([start("red 7")], [play("red draw two", BEN)], [drawn(None)])
    assert referee.steps[-1].event == Draw("Cy", 2, t=0.0)


def test_play_of_the_next_player_after_a_draw_implies_the_pass() -> None:
    referee = watch([start("red 7")], [drawn(BEN)], [play("red 3", CY)])
    assert codes(referee) == []
    assert referee.game.state.turn == "Ann"


def test_card_taken_back() -> None:
    referee = watch([start("red 7")], [play("blue 3", BEN)], [CardTakenBack(t=1.0, seat=BEN)])
    assert referee.steps[-1].event == TakeBack("Ben", t=1.0)
    assert referee.game.state.turn == "Ben"
    assert referee.game.state.top == Card.parse("red 7")


def test_what_makes_no_sense_is_left_out() -> None:
    referee = watch([CardTakenBack(t=0.0, seat=BEN)], [start("red 7")])
    assert [event.type for event in events(referee)] == ["start"]


def test_press_gets_the_time_of_the_newest_picture() -> None:
    referee = watch([start("red 7")], [play("wild", BEN)], [])
    assert referee.push(NameColour("green")).event == NameColour("green", t=1.0)
    assert referee.game.state.colour == "green"


def test_senseless_press_raises_and_changes_nothing() -> None:
    referee = watch([start("red 7")])
    with pytest.raises(EventError):
        referee.push(NameColour("green"))
    assert len(referee.steps) == 2


def test_undo_takes_back_all_but_the_game() -> None:
    referee = watch([start("red 7")], [play("red 3", BEN)])
    assert referee.undo() == Play((Card.parse("red 3"),), "Ben", t=0.0)
    assert referee.game.state.turn == "Ben"
    assert referee.undo() == StartCard(Card.parse("red 7"), t=0.0)
    assert referee.undo() is None
    assert [step.event.type for step in referee.steps] == ["game"]


def play_out(referee: Referee) -> None:
    """Let Ben go out against Ann, who draws and passes."""
    for number in "1234567":
        if number == "6":
            referee.push(CallUno("Ben"))
        referee.push(Play((Card.parse(f"red {number}"),), "Ben"))
        if number != "7":
            referee.push(Draw("Ann", 1))
            referee.push(Pass("Ann"))


def test_hands_laid_out_for_counting_are_no_plays() -> None:
    referee = watch([start("red 9")], players=("Ann", "Ben"))
    play_out(referee)
    assert referee.game.state.phase == "counting"
    before = len(referee.steps)
    referee.table.frames = [[play("blue 3", ANN)]]
    assert referee.update(Frame(IMAGE, 9.0, 0)) == []
    assert len(referee.steps) == before


def test_who_gathers_the_cards_and_starts_anew_has_counted() -> None:
    """A hand that was not seen is an empty one, said to have too few cards, and can be corrected."""
    referee = watch([start("red 9")], players=("Ann", "Ben"))
    play_out(referee)
    referee.table.frames = [[PileGone(20.0)], [start("blue 3", t=30.0)], [play("blue 5", ANN)]]
    assert referee.update(Frame(IMAGE, 20.0, 0)) == []
    steps = referee.update(Frame(IMAGE, 30.0, 1))
    assert [step.event.type for step in steps] == ["hand", "end-round", "start"]
    assert [alert.code for step in steps for alert in step.alerts] == ["hand-count", "round-over"]
    assert referee.game.state.round == 2
    assert [step.event.type for step in referee.update(Frame(IMAGE, 33.0, 2))] == ["play"]


def test_a_pile_that_only_comes_back_ends_no_round() -> None:
    referee = watch([start("red 9")], players=("Ann", "Ben"))
    play_out(referee)
    referee.table.frames = [[start("red 7", t=30.0)]]
    assert referee.update(Frame(IMAGE, 30.0, 1)) == []
    assert referee.game.state.phase == "counting"


def test_two_moves_by_others_say_that_play_goes_on() -> None:
    referee = watch([start("red 9")], players=("Ann", "Ben"))
    play_out(referee)
    referee.table.frames = [[play("red 3", ANN)], [play("red 5", ANN)]]
    assert referee.update(Frame(IMAGE, 9.0, 0)) == []
    first, second = referee.update(Frame(IMAGE, 9.5, 1))
    assert [first.event.cards[0].label, second.event.cards[0].label] == ["red 3", "red 5"]
    assert [alert.code for alert in first.alerts] == ["hand-count"]
    assert referee.game.state.phase == "playing"
    assert referee.game.state.hands["Ben"] == 1


def test_who_seemed_out_but_moves_as_well_does_not_stop_the_game() -> None:
    """Ben had a card more than was known: he is caught, draws, and everybody plays on."""
    referee = watch([start("red 9")], players=("Ann", "Ben"))
    play_out(referee)
    referee.table.frames = [[drawn(BEN)], [play("red 3", ANN)], [play("red 5", ANN)]]
    assert referee.update(Frame(IMAGE, 9.0, 0)) == []
    assert referee.update(Frame(IMAGE, 9.5, 1)) == []
    steps = referee.update(Frame(IMAGE, 9.9, 2))
    assert [step.event.type for step in steps] == ["play", "play"]
    assert [alert.code for alert in steps[0].alerts] == ["hand-count"]
    assert referee.game.state.phase == "playing"
    assert referee.game.state.bounds["Ben"][1] > 2


def test_discards_brought_back_are_a_reshuffle() -> None:
    referee = watch([start("red 9")], [DiscardsTaken(5.0, ANN), DiscardsBrought(9.0, ANN)], [drawn(ANN)])
    steps = referee.update(Frame(IMAGE, 9.0, 1))
    assert [(step.event.type, step.alerts) for step in steps] == [("reshuffle", ())]
    assert [step.event.type for step in referee.update(Frame(IMAGE, 12.0, 2))] == ["draw"]


def few_cards_left(left: int) -> Referee:
    """A game of Ann and Ben with so many cards in the draw pile, red 9 on top and Ben to play."""
    referee = watch([start("red 9")], players=("Ann", "Ben"))
    referee.push(Draw("Ben", 1))
    referee.push(Pass("Ben"))
    referee.push(Draw("Ann", referee.game.state.draw_pile - left))
    referee.push(Pass("Ann"))
    assert (referee.game.state.draw_pile, referee.game.state.turn) == (left, "Ben")
    return referee


@pytest.mark.parametrize(
    ("left", "seat", "happened"),
    [(2, ANN, "reshuffle"), (40, ANN, "draw"), (2, BEN, "draw")],
    ids=["out of turn from a low pile", "from a high pile", "in turn"],
)
def test_who_took_the_discards_and_is_not_to_draw_brings_them_back(
    left: int, seat: int, happened: str
) -> None:
    referee = few_cards_left(left)
    referee.table.frames = [[DiscardsTaken(t=20.0, seat=seat)], [drawn(seat)], [drawn(seat)]]
    assert referee.update(Frame(IMAGE, 20.0, 0)) == []
    assert [step.event.type for step in referee.update(Frame(IMAGE, 24.0, 1))] == [happened]
    assert [step.event.type for step in referee.update(Frame(IMAGE, 29.0, 2))] == ["draw"]


def test_next_round_begins_with_the_next_card_once_it_was_asked_for() -> None:
    referee = watch([start("red 9")], players=("Ann", "Ben"))
    play_out(referee)
    cards = tuple(map(Card.parse, ["blue 1", "blue 2", "blue 3", "blue 4", "blue 5", "blue 6", "blue 7"]))
    more = tuple(map(Card.parse, ["green 1", "green 2", "green 3", "green 4", "green 5", "green 6"]))
    referee.push(Hand("Ann", cards + more))
    referee.push(EndRound())
    assert referee.game.state.scores == {"Ann": 0, "Ben": 49}
    referee.table.frames = [[play("blue 3", ANN)], [play("blue 5", ANN)]]
    assert referee.update(Frame(IMAGE, 9.0, 0)) == []
    referee.next_round()
    assert [step.event.type for step in referee.update(Frame(IMAGE, 9.5, 1))] == ["start"]
    assert referee.game.state.round == 2


def test_presses_wait_for_their_time_and_for_the_play_before_them() -> None:
    film = [
        GameStart(("Ann", "Ben"), t=0.0),
        StartCard(Card.parse("red 7"), t=1.0),
        Play((Card.parse("wild"),), "Ben", t=4.0),
        NameColour("green", t=5.0),
        Draw("Ann", 1, t=7.0),
        Pass("Ann", t=7.1),
        CallUno("Ann", t=8.0),
    ]
    seen = film[:2]
    presses = Presses(film)
    assert presses.due(4.9, film[:3]) == []
    assert presses.due(5.1, seen) == []
    assert presses.due(5.2, film[:3]) == [NameColour("green", t=5.0)]
    assert presses.due(5.3, film[:3]) == []
    assert presses.due(8.0, film[:4]) == [CallUno("Ann", t=8.0)]


def test_presses_do_not_wait_for_ever() -> None:
    film = [Play((Card.parse("wild"),), "Ben", t=4.0), NameColour("green", t=5.0)]
    presses = Presses(film)
    assert presses.due(5 + PATIENCE - 0.1, []) == []
    assert presses.due(5 + PATIENCE, []) == [NameColour("green", t=5.0)]


def test_hand_seen_on_the_table_is_not_pressed_again() -> None:
    seven, nine = (Card.parse("red 7"),), (Card.parse("red 9"),)
    film = [Hand("Ann", seven, t=4.0), Hand("Cy", nine, t=4.0), EndRound(t=4.0)]
    seen = [StartCard(Card.parse("red 7"), t=1.0), Hand("Ann", seven, t=3.0)]
    assert Presses(film).due(4.0, seen) == film[1:]
    assert Presses(film).due(4.0, [*seen, Hand("Cy", nine, t=3.0), EndRound(t=3.0)]) == []


def test_hand_of_the_round_before_does_not_count() -> None:
    film = [Hand("Ann", (Card.parse("red 7"),), t=9.0)]
    assert Presses(film).due(9.0, [*film, StartCard(Card.parse("red 7"), t=7.0)]) == film


def test_hand_that_was_told_is_not_counted_from_the_table() -> None:
    referee = watch([start("red 7")], players=("Ann", "Ben"))
    for number in range(1, 8):
        referee.push(Play((Card.parse(f"red {number}"),), "Ben"))
        referee.push(Draw("Ann", 1))
    assert referee.game.state.phase == "counting"
    told = Hand("Ann", tuple(Card.parse(f"blue {number % 9}") for number in range(14)))
    referee.push(told)
    referee.table.frames = [[CardsShown(t=9.0, seat=ANN, labels=("blue 1",) * 14, confidence=0.9)]]
    referee.update(Frame(IMAGE, 9.0, 0))
    assert [event.cards for event in referee.game.events if isinstance(event, Hand)] == [told.cards]


def test_events_file_is_read_and_a_bad_line_is_named(tmp_path) -> None:
    file = tmp_path / "film.events.jsonl"
    file.write_text('{"type": "start", "card": "red 7", "t": 1.5}\n\n{"type": "uno"}\n')
    assert read_events(file) == [StartCard(Card.parse("red 7"), t=1.5), CallUno()]
    file.write_text('{"type": "start", "card": "red 7"}\n{"type": "nothing"}\n')
    with pytest.raises(EventError, match="line 2: unknown event type 'nothing'"):
        read_events(file)
