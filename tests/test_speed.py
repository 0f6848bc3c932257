"""The command that measures speed measures something (``tests/speed.py``); how fast is not asserted."""

from __future__ import annotations

import pytest

pytest.importorskip(
    "rlcard", reason="RLCard is not installed: it is in the dependency group differential (./run test has it)"
)

from tests.differential import play
from tests.speed import Speed, Theirs, main


def test_figures_are_compared_by_event_and_by_move():
    speed = Speed(
        events=300, moves=100, pushes=60_000, pops=90_000, memory=500, env_steps=5_000, game_steps=10_000
    )
    assert str(speed).splitlines() == [
        "push         60,000 events a second, which is 20,000 moves",
        "pop          90,000 events a second: 1.5 times push",
        "memory          500 bytes an event",
        "env.step      5,000 moves a second by RLCard: push is 12.0 times as fast, move by move 4.0 times",
        "game.step    10,000 moves a second by RLCard: push is 6.0 times as fast, move by move 2.0 times",
    ]


def test_a_recorded_game_of_theirs_ends_where_it_ended():
    game = Theirs(seed=3, players=4)
    env, bare = game.start(), game.start().game
    for action, name in zip(game.actions, game.named, strict=True):
        assert not env.is_over()
        env.step(action)
        bare.step(name)
    assert env.is_over()
    assert bare.is_over()


def test_the_command_measures_all_events_of_the_games(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["speed", "2", "--repeats", "1"])
    main()
    first, *rows = capsys.readouterr().out.splitlines()
    events = sum(len(play(seed).ours.events) for seed in range(2))
    assert first == f"2 games, {events} events, best of 1"
    assert [row.split()[0] for row in rows] == ["push", "pop", "memory", "env.step", "game.step"]
    assert all(float(row.split()[1].replace(",", "")) > 0 for row in rows)
