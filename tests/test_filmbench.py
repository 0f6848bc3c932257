"""Measuring a watched game against the true one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from datasets.filmbench import Figures, Told, Truth, compare, table
from tracker.cards import Card
from tracker.events import Draw, EndRound, Event, GameStart, Hand, Play, StartCard, TakeBack

PLAYERS = ("Ann", "Ben", "Cy")


def card(label: str) -> Card:
    return Card.parse(label)


TRUE: tuple[Event, ...] = (
    GameStart(PLAYERS, dealer="Ann", deal=2, t=0.0),
    StartCard(card("red 7"), t=0.0),
    Play((card("red 3"),), "Ben", t=3.0),
    Draw("Cy", 1, t=6.0),
    Play((card("blue 3"),), "Ann", t=9.0),
    Play((card("blue 5"),), "Ben", t=12.0),
    Hand("Ann", (card("red 1"),), t=15.0),
    Hand("Cy", (card("red 2"), card("red 4"), card("red 9")), t=18.0),
    EndRound(t=18.0),
)


def measured(seen: list[Event], true: tuple[Event, ...] = TRUE) -> Figures:
    clears = tuple(event.t + 0.3 if isinstance(event, Play) else None for event in true)
    told = [Told(event, event.t + 0.5) for event in seen]
    return compare("film", Truth(true, clears), told, 20.0)


def without(*numbers: int) -> list[Event]:
    return [event for number, event in enumerate(TRUE) if number not in numbers]


def test_the_true_game_is_all_right() -> None:
    figures = measured(list(TRUE))
    assert figures.plays == figures.found == figures.right == figures.seats == 4
    assert (figures.drawn, figures.draws, figures.counts) == (1, 1, 1)
    assert (figures.shown, figures.hands, figures.scores) == (2, 2, 1)
    assert (figures.false, figures.mistakes) == (0, [])
    assert figures.delays == pytest.approx([0.2, 0.2, 0.2])


def test_a_play_that_was_missed_leaves_the_others_right() -> None:
    figures = measured(without(5))
    assert (figures.plays, figures.found, figures.right, figures.false) == (4, 3, 3, 0)
    assert figures.scores == 0


def test_a_misread_card_is_found_but_not_right() -> None:
    seen = list(TRUE)
    seen[4] = replace(seen[4], cards=(card("blue 8"),))
    figures = measured(seen)
    assert (figures.found, figures.right, figures.seats, figures.false) == (4, 3, 4, 0)
    assert any("blue 3" in line and "blue 8" in line for line in figures.mistakes)


def test_another_seat_is_counted_as_that() -> None:
    seen = list(TRUE)
    seen[4] = replace(seen[4], player="Cy")
    figures = measured(seen)
    assert (figures.right, figures.seats, figures.false) == (4, 3, 0)


def test_what_never_happened_is_false_and_so_are_its_alerts() -> None:
    seen = [*TRUE[:5], Play((card("green 9"),), "Cy", t=10.5), *TRUE[5:]]
    figures = measured(seen)
    assert (figures.right, figures.false) == (4, 1)
    assert figures.wrong_alerts >= 1


def test_moves_far_apart_in_time_are_not_the_same() -> None:
    late = replace(TRUE[3], t=30.0)
    figures = measured([*without(3), late])
    assert (figures.drawn, figures.draws, figures.false) == (0, 1, 1)


def test_cards_drawn_one_by_one_are_one_drawing() -> None:
    true = (*TRUE[:3], Draw("Cy", 2, t=6.0))
    figures = measured([*TRUE[:3], Draw("Cy", 1, t=6.0), Draw("Cy", 1, t=7.0)], true)
    assert (figures.drawn, figures.counts, figures.false) == (1, 1, 0)


def test_a_true_alert_that_was_raised_is_counted() -> None:
    wrong = Play((card("green 9"),), "Ben", t=3.0)
    true = (*TRUE[:2], wrong, TakeBack("Ben", t=5.0))
    figures = measured(list(true), true)
    assert (figures.alerts, figures.raised, figures.wrong_alerts) == (1, 1, 0)
    assert (figures.met, figures.others) == (1, 1)
    figures = measured(list(true[:2]), true)
    assert (figures.alerts, figures.raised, figures.met) == (1, 0, 0)


def test_the_table_sums_up_all_films() -> None:
    lines = table([measured(list(TRUE)), measured(without(4))]).splitlines()
    assert lines[0].split()[:4] == ["film", "plays", "found", "right"]
    assert lines[3].split()[:5] == ["all", "8", "7", "7", "7"]
