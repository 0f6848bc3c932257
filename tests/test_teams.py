"""Teams: partners sit apart, are shown to belong together, and win together (rules, section 4)."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from tracker.cards import Card
from tracker.events import EndRound, GameStart, Hand, Play, StartCard
from ui.choices import Choices, from_data, players_of, to_data
from ui.players import parse_teams
from ui.preview import Preview
from ui.referee import Referee
from ui.session import Session
from ui.start import StartPage
from vision.frames import FrameSource, SourceError

NAMES = ("Ann", "Ben", "Cy", "Di")


def none() -> FrameSource:
    raise SourceError("no camera")


def page(qtbot, choices: Choices) -> StartPage:
    shown = StartPage(choices, lambda camera: Preview(none, lambda: None))
    qtbot.addWidget(shown)
    return shown


def after_a_round(rules: dict) -> Session:
    """A game of two teams in which Ann goes out with the first card."""
    referee = Referee(NAMES, rules, None, dealer="Di", deal=1, teams=(("Ann", "Cy"), ("Ben", "Di")))
    referee.push(StartCard(Card.parse("red 9")))
    referee.push(Play((Card.parse("red 1"),), "Ann"))
    for name, card in (("Ben", "blue 5"), ("Cy", "blue 6"), ("Di", "wild")):
        referee.push(Hand(name, (Card.parse(card),)))
    referee.push(EndRound())
    return Session(referee)


def test_partners_sit_apart() -> None:
    four = Choices(players_of(NAMES), teams=2)
    assert four.sides == (("Ann", "Cy"), ("Ben", "Di"))
    assert Choices(players_of("ABCDEF"), teams=3).sides == (("A", "D"), ("B", "E"), ("C", "F"))


def test_who_changes_seats_changes_partners() -> None:
    ann, ben, cy, di = players_of(NAMES)
    ben, cy = dataclasses.replace(ben, seat=cy.seat), dataclasses.replace(cy, seat=ben.seat)
    assert Choices((ann, ben, cy, di), teams=2).sides == (("Ann", "Ben"), ("Cy", "Di"))


def test_five_cannot_be_parted_into_teams() -> None:
    assert Choices(players_of("ABCDE"), teams=2).sides == ()


def test_teams_are_remembered_while_they_can_be() -> None:
    choices = Choices(players_of(NAMES), teams=2)
    assert from_data(to_data(choices)).teams == 2
    assert from_data({**to_data(choices), "teams": 3}).teams == 0
    assert from_data({**to_data(choices), "teams": [2]}).teams == 0


def test_teams_are_chosen_on_the_start_page(qtbot) -> None:
    shown = page(qtbot, Choices(players_of(NAMES[:3])))
    assert shown.teams.isHidden()
    shown.add_player()
    assert not shown.teams.isHidden()
    shown.teams.setCurrentIndex(shown.teams.findData(2))
    assert shown.table.teams == (0, 1, 0, 1)
    with qtbot.waitSignal(shown.started) as started:
        shown.start_button.click()
    assert [len(side) for side in started.args[0].sides] == [2, 2]


def test_teams_end_when_a_player_leaves(qtbot) -> None:
    shown = page(qtbot, Choices(players_of(NAMES), teams=2))
    shown.remove_player(3)
    assert shown.choices.sides == ()
    assert shown.table.teams == ()


def test_game_begins_with_its_teams() -> None:
    first = after_a_round({"preset": "international"}).referee.game.events[0]
    assert isinstance(first, GameStart)
    assert first.teams == (("Ann", "Cy"), ("Ben", "Di"))


def test_score_board_has_what_teams_have_together() -> None:
    seen = after_a_round({"preset": "japan"}).view()
    assert seen.board.players == ("Ann", "Cy", "Ben", "Di")
    assert seen.board.points == ((61, -6, -5, -50),)
    assert seen.board.sides.players == ("Ann and Cy", "Ben and Di")
    assert seen.board.sides.totals == ((55, -55),)
    assert seen.board.sides.winners == ("Ann and Cy",)
    assert seen.detail.startswith("Ann and Cy 55, Ben and Di −55.")
    assert [row.team for row in seen.players] == ["A", "B", "A", "B"]


def test_teams_win_the_game_together() -> None:
    seen = after_a_round({"preset": "japan", "rounds": 1}).view()
    assert seen.headline == "Ann and Cy win the game"


def test_score_board_is_painted_with_teams(qtbot) -> None:
    from ui.stage import BoardPage
    from ui.view import View

    def painted(view: View, teams: bool) -> np.ndarray:
        board = BoardPage()
        qtbot.addWidget(board)
        board.resize(800, 400)
        board.show_board(view.board if teams else dataclasses.replace(view.board, teams=()))
        image = board.grab().toImage()
        return np.frombuffer(image.constBits(), np.uint8).copy()

    view = after_a_round({"preset": "japan"}).view()
    assert (painted(view, True) != painted(view, False)).any()


def test_teams_are_named_on_the_command_line() -> None:
    assert parse_teams("Ann+Cy,Ben + Di", ("Ann", "Ben", "Cy", "Di")) == (("Ann", "Cy"), ("Ben", "Di"))


@pytest.mark.parametrize("text", ["Ann+Ben,Cy+Di", "Ann+Cy", "Ann+Cy,Ben+Eve", "", "Ann+Cy,Ben+Di,"])
def test_teams_that_cannot_be_are_refused_in_one_line(text: str) -> None:
    with pytest.raises(ValueError, match="as in Ann") as refused:
        parse_teams(text, ("Ann", "Ben", "Cy", "Di"))
    assert "\n" not in str(refused.value)
