"""Names written from right to left: numbers and signs after them stay where they belong."""

from __future__ import annotations

from tracker.cards import Card
from tracker.events import Draw, EndRound, Event, GameStart, Hand, Play, StartCard
from ui.referee import Referee
from ui.view import View, view
from ui.words import apart

DAN, MOHAMMED = "דן", "محمد"


def shown(*events: Event, players: tuple[str, ...] = (DAN, MOHAMMED, "Cy")) -> View:
    referee = Referee(players, "international", None, dealer=players[0])
    for event in events:
        referee.push(event)
    return view(referee.game, referee.steps)


def cards(*labels: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, labels))


def test_name_stands_on_its_own_before_a_number() -> None:
    now = shown(StartCard(Card.parse("red 7")), Play(cards("red draw two"), MOHAMMED), Draw("Cy", 1))
    assert now.headline == "Cy draws 1"
    now = shown(StartCard(Card.parse("red draw two")))
    assert now.headline == f"\u2068{MOHAMMED}\u2069 draws 2"


def test_names_stand_on_their_own_in_a_line_of_scores() -> None:
    to_one = [event for number in "123456" for event in (Play(cards(f"red {number}"), "Cy"),)]
    held = [Hand(DAN, cards("red 1")), Hand(MOHAMMED, cards("wild"))]
    now = shown(StartCard(Card.parse("red 9")), *to_one, Play(cards("red 7"), "Cy"), *held, EndRound())
    assert now.detail.startswith(f"Cy 51, {apart(DAN)} 0, {apart(MOHAMMED)} 0.")


def test_name_stands_on_its_own_in_an_alert() -> None:
    now = shown(StartCard(Card.parse("red 7")), Play(cards("blue 3"), MOHAMMED))
    assert now.banner
    assert now.banner.text.startswith(f"{apart(MOHAMMED)} played blue 3 on red 7")


def test_names_in_latin_letters_are_left_as_they_are() -> None:
    assert apart("Zoë 2") == "Zoë 2"
    assert shown(StartCard(Card.parse("red 7")), players=("Ann", "Ben")).headline == "Ben’s turn"


def test_name_itself_is_kept_as_it_is() -> None:
    assert [row.name for row in shown(StartCard(Card.parse("red 7"))).players] == [DAN, MOHAMMED, "Cy"]
    assert GameStart((DAN, MOHAMMED)).players == (DAN, MOHAMMED)
