"""Watching a film from beginning to end, as fast as it goes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from datasets.filmbench import Told
from hearing.ears import Recording
from tracker.events import GameStart
from ui.heard import HeardCalls, hear_calls
from ui.referee import Referee
from vision.frames import FileSource
from vision.table import Seats, Table


def watch_film(
    file: Path, start: GameStart, reader: Any, recording: Recording | None = None
) -> tuple[list[Told], float]:
    """Watch a filmed game; return its events as the camera saw them, and the film's length in seconds.

    ``start`` says who plays, by which rules; ``recording`` is the film's sound. Raises
    SourceError where the film cannot be read.
    """
    table = Table(reader, Seats(len(start.players)))
    referee = Referee(start.players, start.rules, table, dealer=start.dealer, deal=start.deal)
    heard = HeardCalls(recording=recording)
    told = [Told(referee.steps[0].event, 0.0)]
    seconds = 0.0
    with FileSource(file) as source:
        for frame in source:
            seconds = frame.t
            steps = [*referee.update(frame), *hear_calls(referee, heard)]
            told += [Told(step.event, frame.t) for step in steps]
    told += [Told(step.event, seconds) for step in referee.close()]
    return told, seconds
