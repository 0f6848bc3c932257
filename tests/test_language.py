"""The languages: every text is translated, in Qt's own files, and changes while the window is open."""

from __future__ import annotations

import ast
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTranslator
from PySide6.QtGui import QFont, QFontDatabase, QRawFont

from tracker.cards import Card
from tracker.events import CallUno, Catch, Challenge, Draw, Hand, NameColour, Pass, Play, Reveal, StartCard
from ui import language, theme
from ui.gallery import Still, views
from ui.referee import Referee
from ui.session import Session
from ui.told import told
from ui.window import Window

UI = Path(language.__file__).parent
LANGUAGES = [code for code in language.languages() if code != "en"]


def asked() -> set[tuple[str, str]]:
    """Everything that the window's source asks to be translated: context and text."""
    found = set()
    for file in UI.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "translate":
                context, text = (ast.literal_eval(argument) for argument in node.args)
                found.add((context, text))
    return found


def translated(code: str) -> Iterator[tuple[str, str, ElementTree.Element]]:
    tree = ElementTree.parse(UI / "translations" / f"unoref_{code}.ts")
    for context in tree.getroot().iter("context"):
        for message in context.iter("message"):
            yield context.findtext("name"), message.findtext("source"), message.find("translation")


@pytest.fixture
def japanese(qapp) -> Iterator[None]:
    language.use("ja")
    yield
    language.use("en")


def test_there_are_english_and_japanese() -> None:
    assert language.languages() == ("en", "ja")


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_text_is_translated_and_no_translation_is_left_over(code: str) -> None:
    assert {(context, text) for context, text, _ in translated(code)} == asked()
    unfinished = [text for _, text, element in translated(code) if element.get("type") or not element.text]
    assert not unfinished


@pytest.mark.parametrize("code", LANGUAGES)
def test_translations_fill_in_the_same_fields(code: str) -> None:
    for _, text, element in translated(code):
        fields = set(re.findall(r"{\w+}", text))
        assert set(re.findall(r"{\w+}", element.text)) == fields, text


@pytest.mark.parametrize("code", LANGUAGES)
def test_compiled_file_is_that_of_the_source_file(qapp, code: str) -> None:
    translator = QTranslator()
    assert translator.load(str(UI / "translations" / f"unoref_{code}.qm"))
    for context, text, element in translated(code):
        assert translator.translate(context, text) == element.text


def test_typeface_has_letters_for_both_languages(qapp) -> None:
    theme.family()
    for family, letters in (("Inter", "Zoë’s"), (theme.JAPANESE, "手札かな、カナ読")):
        raw = QRawFont.fromFont(QFont(family), QFontDatabase.WritingSystem.Any)
        assert raw.familyName().startswith(family)
        assert all(raw.supportsCharacter(ord(letter)) for letter in letters)
    assert theme.font(20).families() == ["Inter", theme.JAPANESE]


def test_language_changes_while_the_window_is_open(qtbot, japanese) -> None:
    language.use("en")
    shown = next(shown for shown in views() if shown.name == "play")
    worker = Still(shown, _grey())
    window = Window(lambda: worker, lambda: worker)
    qtbot.addWidget(window)
    window.show()
    window.start()
    assert window.headline.text == "Ben’s turn"
    window.options.use_language("ja")
    worker.start()
    assert window.headline.text == "Benの番"
    assert window.panel.name == "青"
    assert window.buttons["undo"].text() == "元に戻す"
    assert window.menu_button.text() == "メニュー"
    window.options.use_language("en")
    worker.start()
    assert window.headline.text == "Ben’s turn"


def numbers(colour: str) -> tuple[Card, ...]:
    return tuple(Card(colour, str(number)) for number in range(1, 7))


def play(label: str, player: str | None = None, colour: str | None = None) -> Play:
    return Play((Card.parse(label),), player, colour)


def to_one_card() -> list:
    events: list = [StartCard(Card.parse("red 9"))]
    for number in "123456":
        events += [play(f"red {number}", "Ben")]
        if number != "6":
            events += [event for name in ("Cy", "Ann") for event in (Draw(name), Pass(name))]
    return events


START = StartCard(Card.parse("red 7"))
FOUR = play("wild draw four", colour="blue")
ALERTS = {
    "illegal-play": [START, play("blue 3")],
    "out-of-turn": [START, play("red 3", "Cy")],
    "draw-owed": [START, play("red draw two"), play("red 3", "Ann")],
    "draw-count": [START, Draw("Ben", 3)],
    "uno-due": to_one_card(),
    "uno-missed": [*to_one_card(), Catch("Ann", "Ben")],
    "uno-false": [START, CallUno("Ben")],
    "wd4-fair": [START, FOUR, Challenge("Cy"), Reveal(numbers("blue"), "Ben")],
    "wd4-illegal": [START, FOUR, Challenge("Cy"), Reveal(numbers("red"), "Ben")],
    "colour-needed": [START, play("wild")],
    "impossible-card": [START, *(play("red 0", name) for name in ("Ben", "Cy"))],
    "hand-count": [
        *to_one_card(),
        CallUno("Ben"),
        Draw("Cy"),
        Pass("Cy"),
        Draw("Ann"),
        Pass("Ann"),
        play("red 7"),
        Hand("Ann", (Card.parse("red 1"),)),
    ],
}


BROKEN = {
    "match": ({}, [START, play("blue 3")]),
    "one-card": ({}, [START, Play((Card.parse("red 3"), Card.parse("red 3")))]),
    "not-together": ({"multi": "pairs"}, [START, Play((Card.parse("red 3"), Card.parse("red 4")))]),
    "drawn-only": ({}, [START, Draw("Ben", 1, (Card.parse("blue 3"),)), play("red 3", "Ben")]),
    "drawn-draws": ({"play_drawn_draws": False}, [START, Draw("Ben"), play("red draw two", "Ben")]),
    "number-last": ({"no_symbol_finish": True}, [*to_one_card(), play("red skip", "Ben")]),
    "another-card": (
        {"challenge": "takeback"},
        [START, FOUR, Challenge("Cy"), Reveal(numbers("red"), "Ben"), Draw("Ben", 4), FOUR],
    ),
}


@pytest.mark.parametrize("rule", BROKEN)
def test_broken_rule_is_told_by_its_key(japanese, rule: str) -> None:
    options, events = BROKEN[rule]
    referee = Referee(("Ann", "Ben", "Cy"), options, None, dealer="Ann")
    for event in events:
        referee.push(event)
    alert = next(a for step in referee.steps for a in step.alerts if a.code == "illegal-play")
    assert alert.rule == rule
    text = told(alert, referee.steps[alert.seq], referee.steps[alert.seq - 1].state)
    assert not text.endswith("。。")  # a rule stands there


def test_fair_verdict_told_by_the_draw_names_no_count(japanese) -> None:
    referee = Referee(("Ann", "Ben", "Cy"), "international", None, dealer="Ann")
    for event in (START, FOUR, Challenge("Cy"), Draw("Cy", 6)):
        referee.push(event)
    (alert,) = referee.steps[-1].alerts
    assert told(alert, referee.steps[-1], referee.steps[-2].state) == "Benのワイルドドロー4は正当でした。"


@pytest.mark.parametrize("code", ALERTS)
def test_alert_is_told_in_japanese(japanese, code: str) -> None:
    referee = Referee(("Ann", "Ben", "Cy"), "international", None, dealer="Ann")
    for event in ALERTS[code]:
        referee.push(event)
    alert = next(alert for step in referee.steps for alert in step.alerts if alert.code == code)
    text = told(alert, referee.steps[alert.seq], referee.steps[alert.seq - 1].state)
    assert set(re.findall("[A-Za-z]+", text)) <= {"Ann", "Ben", "Cy", "UNO"}
    assert "{" not in text


def test_whole_view_is_in_japanese(japanese) -> None:
    for shown in views():
        referee = Referee(shown.players, shown.rules, None, dealer=shown.players[0])
        session = Session(referee)
        for event in shown.events:
            referee.push(event)
        view = session.view()
        texts = [view.headline, view.detail, view.colour_name, *(row.text for row in view.history)]
        texts += [button.label for button in view.buttons.values()]
        if view.banner:
            texts += [view.banner.text, view.banner.source, *(o.label for o in view.banner.answers)]
        if view.question:
            texts += [view.question.text, *(option.label for option in view.question.options)]
        for text in texts:
            left = set(re.findall("[A-Za-z]{2,}", text)) - set(shown.players) - {"UNO"}
            assert not left, text


def test_colour_is_named_with_a_key_that_stays_the_same(japanese) -> None:
    referee = Referee(("Ann", "Ben"), "international", None, dealer="Ann")
    for event in (START, play("wild")):
        referee.push(event)
    session = Session(referee)
    assert [option.key for option in session.view().question.options] == list("RYGB")
    session.press("green")
    assert referee.game.events[-1] == NameColour("green", t=referee.game.events[-1].t)


def _grey():
    import numpy as np

    return np.full((360, 640, 3), 90, np.uint8)


def test_a_call_found_false_after_the_turn_is_told_without_a_count(japanese) -> None:
    referee = Referee(("Ann", "Ben", "Cy"), {"preset": "house"}, None, dealer="Ann")
    for event in (START, CallUno("Ben"), play("red 3", "Ben")):
        referee.push(event)
    step = referee.steps[-1]
    alert = next(alert for alert in step.alerts if alert.code == "uno-false")
    assert told(alert, step, referee.steps[-2].state) == "BenはUNOと言いましたが、残り1枚になりませんでした。"


def test_challenged_hand_that_is_shown_in_part_is_told_with_its_count(japanese) -> None:
    referee = Referee(("Ann", "Ben", "Cy"), "international", None, dealer="Ann")
    for event in (START, FOUR, Challenge("Cy"), Reveal((Card.parse("green 1"), Card.parse("wild")), "Ben")):
        referee.push(event)
    step = referee.steps[-1]
    alert = next(alert for alert in step.alerts if alert.code == "hand-count")
    assert told(alert, step, referee.steps[-2].state).startswith("Benの手札は2枚ですが、本来は6枚")
