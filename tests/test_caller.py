"""The caller says each thing once, and is silent about what a correction has undone."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tracker.cards import Card
from tracker.events import Draw, Event, NameColour, Play, StartCard
from ui.caller import Caller, CommandVoice, QtVoice, find_voice
from ui.referee import Referee
from ui.session import Session


def play(label: str) -> Play:
    return Play((Card.parse(label),))


def session(*events: Event) -> Session:
    referee = Referee(("Ann", "Ben", "Cy"), "international", None, dealer="Ann")
    for event in (StartCard(Card.parse("red 7")), *events):
        referee.push(event)
    return Session(referee)


def test_whose_turn_it_is_is_said_once() -> None:
    caller, game = Caller(), session()
    assert caller.lines(game.view()) == ["Ben’s turn"]
    assert caller.lines(game.view()) == []
    game.referee.push(play("red 3"))
    assert caller.lines(game.view()) == ["Cy’s turn"]


def test_alert_is_said_once_before_the_turn() -> None:
    caller, game = Caller(), session()
    caller.lines(game.view())
    game.referee.push(play("blue 3"))
    first, second = caller.lines(game.view())
    assert first.startswith("Ben played blue 3 on red 7")
    assert second == "Cy’s turn"
    game.referee.push(Draw("Cy", 1))
    assert caller.lines(game.view()) == []


def test_what_a_correction_changes_is_not_said() -> None:
    caller, game = Caller(), session(play("wild"), NameColour("blue"))
    caller.lines(game.view())
    key = game.referee.steps[2].key
    game.change_card(key, 0, Card.parse("blue 3"))
    assert game.view().banner is not None
    assert caller.lines(game.view()) == []


def test_nothing_is_said_again_after_undo_and_redo() -> None:
    caller, game = Caller(), session(play("red 3"))
    caller.lines(game.view())
    game.press("undo")
    assert caller.lines(game.view()) == []
    game.press("redo")
    assert caller.lines(game.view()) == []


def test_voice_is_a_program_that_is_there() -> None:
    assert find_voice(lambda name: None) is None
    assert find_voice(lambda name: "/usr/bin/spd-say" if name == "spd-say" else None) is not None


def test_voice_gets_line_and_language(tmp_path: Path, qtbot) -> None:
    said = tmp_path / "said"
    write = "import sys; open(sys.argv[1], 'w').write(' '.join(sys.argv[2:]))"
    voice = CommandVoice(lambda text, language: [sys.executable, "-c", write, str(said), language, text])
    voice.say("Ben’s turn", "en")
    qtbot.waitUntil(lambda: said.exists() and said.read_text() == "en Ben’s turn")


def test_voice_whose_program_is_gone_is_silent() -> None:
    CommandVoice(lambda text, language: ["/nowhere/at/all"]).say("Ben’s turn", "en")


def test_qt_speaks_each_line_in_turn(qtbot) -> None:
    pytest.importorskip("PySide6.QtTextToSpeech")
    voice = QtVoice("mock")
    with qtbot.waitSignals([voice.speech.aboutToSynthesize] * 2, timeout=10_000):
        voice.say("Ben’s turn", "en")
        voice.say("Cy’s turn", "en")
    qtbot.waitUntil(lambda: voice.speech.state() == voice.speech.State.Ready, timeout=10_000)


def test_qt_engine_that_does_not_work_is_passed_over(qtbot) -> None:
    pytest.importorskip("PySide6.QtTextToSpeech")
    with pytest.raises(ImportError):
        QtVoice("no such engine")
