"""Filmed games: scripts that keep to what they say, truth beside the pictures, arms from their own side."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import numpy as np
import pytest

from datasets.film import DEMO, DEMO_SEED, demo_film, film, make_film
from datasets.script import NAMES, Habits, alerts_of, seen_by_camera, write_script
from datasets.stage import Renderer
from tracker.cards import BACK
from tracker.events import (
    Draw,
    EndRound,
    Event,
    GameStart,
    Hand,
    NameColour,
    Pass,
    Play,
    StartCard,
    parse_event,
)
from tracker.game import Game
from vision.frames import FileSource
from vision.table import Seats

SMALL = (320, 180)


def events_of(path: Path) -> list[Event]:
    return [parse_event(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("seed", range(4))
def test_a_script_breaks_only_the_rules_that_its_players_break(seed: int) -> None:
    script = write_script(
        np.random.default_rng(seed), NAMES[: 2 + seed], habits=Habits(illegal=0, forgets_uno=0)
    )
    wrong = (
        "illegal-play",
        "out-of-turn",
        "draw-owed",
        "draw-count",
        "uno-missed",
        "hand-count",
        "uno-false",
    )
    assert alerts_of(script.events, *wrong, "impossible-card") == []


def test_illegal_plays_and_missed_calls_are_alerts_of_the_game() -> None:
    habits = Habits(illegal=0.5, forgets_uno=1.0, takes_back=0.5)
    script = write_script(np.random.default_rng(5), habits=habits)
    codes = {code for code, _, _ in alerts_of(script.events, "illegal-play", "uno-missed", "hand-count")}
    assert codes == {"illegal-play", "uno-missed"}


def test_a_whole_round_ends_with_the_hands_that_are_left_and_their_score() -> None:
    script = write_script(np.random.default_rng(1))
    assert isinstance(script.events[-1], EndRound)
    game = Game()
    for event in script.events:
        game.push(event)
    hands = [event for event in script.events if isinstance(event, Hand)]
    assert len(hands) == 2
    assert game.state.phase == "round-over"
    assert sum(game.state.scores.values()) == sum(card.points for hand in hands for card in hand.cards)


def test_a_script_can_stop_after_some_plays() -> None:
    script = write_script(np.random.default_rng(2), plays=3)
    assert len(script.plays) == 3
    assert sum(isinstance(event, Play) for event in script.events) == 3


def test_a_film_is_written_with_its_truth(tmp_path: Path) -> None:
    made = film(3, players=2, plays=2, size=SMALL, fps=10)
    make_film(tmp_path / "film.mp4", made)
    with FileSource(tmp_path / "film.mp4") as source:
        frames = list(source)
    assert len(frames) == len(made)
    assert frames[0].image.shape == (SMALL[1], SMALL[0], 3)
    assert source.fps == pytest.approx(10)
    events = events_of(tmp_path / "film.events.jsonl")
    assert events == list(made.events)
    assert [type(event) for event in events[:2]] == [GameStart, StartCard]
    times = [event.t for event in events]
    assert times == sorted(times)
    assert times[-1] <= len(made) / 10


def test_the_same_seed_gives_the_same_game_and_the_same_pictures() -> None:
    films = [film(7, plays=1, size=SMALL) for _ in range(2)]
    assert films[0].events == films[1].events
    shots = [list(itertools.islice(made.shots(), 40)) for made in films]
    assert all(np.array_equal(a.image, b.image) for a, b in zip(*shots, strict=True))
    assert film(8, plays=1, size=SMALL).events != films[0].events


def test_the_card_that_was_played_lies_open_on_the_discard_pile() -> None:
    made = film(4, players=3, plays=3, size=SMALL)
    plays = [event for event in made.events if isinstance(event, Play)]
    renderer = Renderer(made.setting, made.timeline)
    for event in plays:
        shot = renderer.shot(event.t + 0.9)
        newest = [card for card in shot.cards if card[0] != BACK and card[2] > 0.95]
        assert event.cards[0].label in [label for label, _, _ in newest]


def test_each_drawn_card_leaves_the_draw_pile() -> None:
    habits = Habits(draws_anyway=0.6, hovers=0)
    made = film(6, players=2, plays=3, size=SMALL, habits=habits)
    drawn = sum(event.count for event in made.events if isinstance(event, Draw))
    assert drawn > 0
    assert len(made.timeline.taken) == drawn


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_arms_come_in_from_the_side_of_their_seat(players: int) -> None:
    made = film(players, players=players, plays=6)
    seats = Seats(players)
    width, height = made.setting.size
    assert made.timeline.visits
    for visit in made.timeline.visits:
        body, tips = (
            made.setting.camera.pixels(np.array([point]))[0]
            for point in (visit.body, visit.tips(visit.begin)[:2])
        )
        assert not (0 <= tips[0] < width and 0 <= tips[1] < height)
        assert seats.seat_at(tuple(body), made.setting.size) == visit.seat


def test_the_demo_is_made_from_its_seed() -> None:
    assert events_of(DEMO.with_name("demo.events.jsonl")) == list(demo_film(DEMO_SEED).events)


def test_the_demo_is_a_game_of_three_rounds_that_each_player_wins_once() -> None:
    events = events_of(DEMO.with_name("demo.events.jsonl"))
    game, winners = Game(), []
    for event in events:
        game.push(event)
        if isinstance(event, EndRound):
            losers = {hand.player for hand in game.events[-3:-1]}
            winners += [player for player in game.players if player not in losers]
    assert sorted(winners) == ["Ann", "Ben", "Cy"]
    assert game.state.phase == "game-over"


def test_the_demo_shows_what_the_referee_must_know() -> None:
    events = events_of(DEMO.with_name("demo.events.jsonl"))
    plays = [event.cards[0] for event in events if isinstance(event, Play)]
    assert len(plays) >= 20
    assert {card.symbol for card in plays if not card.is_number} == {
        "skip",
        "reverse",
        "draw two",
        "wild",
        "wild draw four",
    }
    assert any(isinstance(event, NameColour) for event in events)
    alerts = alerts_of(events, "illegal-play", "uno-missed", "hand-count", "draw-count", "out-of-turn")
    assert sorted(code for code, _, _ in alerts) == ["illegal-play", "uno-missed"]
    told = [event for event in events if not isinstance(event, NameColour | Pass)]
    assert alerts_of(told, "illegal-play", "uno-missed") == alerts_of(events, "illegal-play", "uno-missed")


def test_the_demo_is_small_and_as_long_as_its_events() -> None:
    assert DEMO.stat().st_size < 6_000_000
    with FileSource(DEMO) as source:
        count = sum(1 for _ in source)
    last = max(event.t for event in events_of(DEMO.with_name("demo.events.jsonl")))
    assert last < count / source.fps < last + 5  # the last hand lies long enough to be read


def test_what_a_camera_cannot_see_is_left_out() -> None:
    script = write_script(np.random.default_rng(3))
    kinds = {event.type for event in seen_by_camera(script)}
    assert kinds <= {"game", "start", "play", "draw", "takeback"}
