"""Kept pictures: the last seconds, the moments of events, and what must not be kept."""

from __future__ import annotations

import json
from datetime import datetime
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from tracker.cards import Card
from tracker.events import Play, StartCard
from tracker.judge import judge
from ui import recorder
from ui.recorder import Recorder
from ui.referee import Referee
from ui.report import report_folder, write_report

QUAD = np.array([[400, 300], [480, 300], [480, 420], [400, 420]], float)


def picture(grey: int = 90) -> np.ndarray:
    return np.full((720, 1280, 3), grey, np.uint8)


def test_only_the_last_seconds_are_kept() -> None:
    kept = Recorder()
    for number in range(400):
        kept.record(picture(), number / 20)
    shots = kept.recent()
    assert shots[-1].t - shots[0].t <= recorder.SECONDS
    assert shots[-1].t > 19.8
    assert all(b.t - a.t >= recorder.EVERY for a, b in pairwise(shots))
    assert shots[0].pixels().shape == (540, 960, 3)


def test_moment_of_an_event_and_the_part_where_it_happened() -> None:
    kept = Recorder()
    image = picture()
    image[300:420, 400:480] = (0, 0, 220)
    kept.keep(7, image, 3.0, QUAD)
    assert kept.moment(7).shape == (540, 960, 3)
    detail = kept.detail(7)
    assert detail.shape[0] < 250
    assert detail[detail.shape[0] // 2, detail.shape[1] // 2, 2] > 180
    assert kept.moment(8) is None
    assert kept.detail(8) is None


def test_seconds_before_an_event_are_kept_for_the_newest_ones() -> None:
    kept = Recorder()
    for number in range(100):
        kept.record(picture(), number / 10)
    for key in range(recorder.CLIPS + 3):
        kept.keep(key, picture(), 9.9)
    assert kept.clip(0) == ()
    clip = kept.clip(recorder.CLIPS + 2)
    assert clip[-1].t == pytest.approx(9.9)
    assert clip[-1].t - clip[0].t <= recorder.CLIP


def test_what_is_to_be_forgotten_is_gone() -> None:
    kept = Recorder()
    kept.record(picture(), 1.0)
    kept.forget_recent()
    assert kept.recent() == ()


def test_time_that_begins_anew_begins_a_new_replay() -> None:
    kept = Recorder()
    kept.record(picture(), 50.0)
    kept.record(picture(), 0.5)
    assert [shot.t for shot in kept.recent()] == [0.5]


def test_report_can_be_judged_and_watched(tmp_path: Path) -> None:
    referee = Referee(("Ann", "Ben"), "international", None, dealer="Ann")
    referee.push(StartCard(Card.parse("red 7")))
    referee.push(Play((Card.parse("blue 3"),)))
    kept = Recorder()
    for number in range(12):
        kept.record(picture(number * 10), number / 10)
    folder = write_report(tmp_path / "report", referee.steps, kept.recent(), {"players": ["Ann", "Ben"]})
    lines = (folder / "game.jsonl").read_text(encoding="utf-8").splitlines()
    assert [alert["code"] for alert in list(judge(lines))[-1]["alerts"]] == ["illegal-play"]
    about = json.loads((folder / "about.json").read_text(encoding="utf-8"))
    assert about["players"] == ["Ann", "Ben"]
    assert {"unoref", "numpy", "system"} <= set(about)
    film = cv2.VideoCapture(str(folder / "last.mp4"))
    assert film.isOpened()
    assert film.get(cv2.CAP_PROP_FRAME_COUNT) == len(kept.recent())


def test_each_report_has_a_folder_of_its_own() -> None:
    assert report_folder(datetime(2026, 1, 2, 3, 4, 5)).name == "unoref-report-2026-01-02-030405"
