"""The soak command: its figures, and what it says where it cannot run."""

from __future__ import annotations

from pathlib import Path

from ui.soak import Pass, Soak, main


def test_memory_is_compared_with_minute_ten_and_delay_with_the_first_half() -> None:
    passes = [
        Pass("film", minutes, memory, 10, lost, (delay,))
        for minutes, memory, lost, delay in (
            (5.0, 100.0, 0, 0.2),
            (10.0, 200.0, 1, 0.2),
            (15.0, 300.0, 0, 0.5),
            (20.0, 210.0, 0, 0.5),
        )
    ]
    assert Soak(passes).to_text().splitlines() == [
        "memory: 200 MB at minute 10, 210 MB at minute 20: +5.0 percent",
        "plays lost: 1 of 40",
        "median delay: 0.20 s in the first half, 0.50 s in the second",
    ]


def test_a_short_run_is_compared_with_its_first_film() -> None:
    assert "100 MB at minute 1, 100 MB" in Soak([Pass("film", 1.0, 100.0, 0, 0, ())]).to_text()


def test_a_film_without_its_true_events_is_named(tmp_path: Path, qapp, capsys) -> None:
    assert main([str(tmp_path / "gone.mp4")]) == 1
    assert "gone.mp4: its true events are missing" in capsys.readouterr().err
