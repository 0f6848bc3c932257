"""The sound of a filmed game: a call ends at its time, and forgotten ones are silent."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest

from datasets.soundtrack import soundtrack
from datasets.speech import STRANGE, TALK, TWINS, texts
from hearing.ears import Recording, find_calls
from hearing.features import RATE
from hearing.sound import read_sound
from tests.test_hearing import CALLS
from tracker.events import CallUno, Event, parse_event
from tracker.game import Game
from ui import watching
from ui.app import DEMO, DEMO_EVENTS
from ui.cli import BAD_INPUT, BAD_USAGE, OK, main
from ui.heard import HeardCalls
from ui.presses import Presses, read_events

GAME = [
    {"type": "game", "players": ["Ann", "Ben"], "t": 0.0},
    {"type": "start", "card": "red 7", "t": 0.0},
    {"type": "play", "card": "red 3", "player": "Ann", "t": 6.0},
    {"type": "uno", "player": "Ann", "t": 6.4},
    {"type": "play", "card": "red 4", "player": "Ben", "t": 11.0},
    {"type": "uno", "player": "Ben", "t": 11.3},
    {"type": "play", "card": "red 5", "player": "Ann", "t": 14.0},
]
needs_espeak = pytest.mark.skipif(not shutil.which("espeak-ng"), reason="espeak-ng is not installed")


@pytest.fixture
def film(tmp_path: Path) -> Path:
    (tmp_path / "film.events.jsonl").write_text("\n".join(map(json.dumps, GAME)))
    return tmp_path / "film.mp4"


@needs_espeak
def test_calls_are_heard_when_they_are_made(film: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["make", "sound", str(film)]) == OK
    assert main(["listen", str(film.with_suffix(".wav")), "--json"]) == OK
    heard = [json.loads(line)["t"] for line in capsys.readouterr().out.splitlines()]
    assert heard == pytest.approx([6.4, 11.3], abs=0.3)


@needs_espeak
def test_a_seed_gives_the_same_sound_and_talk_alone_holds_no_call() -> None:
    events = [event for line in GAME if not isinstance(event := parse_event(line), CallUno)]
    sound = soundtrack(events, 4)
    assert (sound == soundtrack(events, 4)).all()
    assert (sound != soundtrack(events, 2)).any()
    assert list(find_calls(sound, RATE)) == []


def test_without_espeak_it_is_said_what_is_missing(
    film: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert main(["make", "sound", str(film)]) == BAD_USAGE
    assert "espeak-ng" in capsys.readouterr().err
    assert not film.with_suffix(".wav").exists()


def test_a_film_without_events_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["make", "sound", str(tmp_path / "a.mp4")]) == BAD_INPUT
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "a.events.jsonl" in said


def test_a_window_on_a_camera_takes_no_sound_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--source", "0", "--sound", str(CALLS)]) == BAD_USAGE
    assert "--source FILE" in capsys.readouterr().err


def missed(events: Iterable[Event]) -> list[tuple[str, str | None]]:
    """Return the alerts about UNO that is forgotten, or called for nothing."""
    game = Game()
    alerts = [alert for event in events for alert in game.push(event)]
    return [(alert.code, alert.player) for alert in alerts if alert.code in ("uno-missed", "uno-false")]


def test_in_the_demo_uno_is_missed_exactly_by_who_forgets_it() -> None:
    """What is heard takes the place of the true calls; an event is known half a second after it happened."""
    truth = read_events(DEMO_EVENTS)
    heard = HeardCalls(recording=Recording(*read_sound(DEMO.with_suffix(".wav"))))
    game = Game()
    for event in truth:
        if not isinstance(event, CallUno):
            game.push(event)
        while found := heard.due(event.t + 0.5, game):
            game.push(found[0])
    assert sum(isinstance(event, CallUno) for event in game.events) == 3
    assert missed(game.events) == missed(truth) == [("uno-missed", "Ann")]


def test_the_demo_presses_no_uno_that_it_hears() -> None:
    events = read_events(DEMO_EVENTS)
    pressed, heard = (
        [type(event) for event in Presses(events, heard=heard).due(1e9, events)] for heard in (False, True)
    )
    assert CallUno in pressed
    assert [kind for kind in pressed if kind is not CallUno] == heard
    assert DEMO.with_suffix(".wav").stat().st_size < 1_500_000


def test_bench_of_the_ears_names_a_recording_that_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "--ears", str(tmp_path)]) == BAD_INPUT
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "1.wav" in said


def test_bench_goes_on_after_a_film_whose_sound_is_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("broken", "silent"):
        (tmp_path / f"{name}.events.jsonl").write_text("\n".join(map(json.dumps, GAME)))
        (tmp_path / f"{name}.mp4").touch()
    (tmp_path / "broken.wav").write_bytes(b"no sound")
    monkeypatch.setattr(watching, "watch_film", lambda *_: ([], 20.0))
    films = [str(tmp_path / f"{name}.mp4") for name in ("broken", "silent")]
    assert main(["bench", "--film", *films]) == BAD_INPUT
    out, err = capsys.readouterr()
    assert "broken.wav: not a WAV file\n" in err
    assert "silent" in out
    assert "broken" not in out


def test_no_text_that_is_no_call_holds_the_word() -> None:
    for table in (TWINS, TALK, STRANGE):
        for language in table:
            for text in texts(table, language):
                assert not {"uno", "uno's", "oono", "uhno", "ウノ"} & set(text.lower().split())
