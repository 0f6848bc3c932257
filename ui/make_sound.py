"""``unoref make sound``: the sound of a filmed game, from its true events."""

from __future__ import annotations

import argparse
from pathlib import Path

from ui import numbers

OK = 0


def add_make_sound(kinds: argparse._SubParsersAction) -> None:
    """Add the command to ``unoref make``."""
    sound = kinds.add_parser("sound", help="the sound of a filmed game, beside it (needs espeak-ng)")
    sound.add_argument("film", metavar="FILE.mp4", help="with its true events beside it; FILE.wav is written")
    help_seed = "the same seed gives the same sound (0)"
    sound.add_argument("--seed", type=numbers.seed, default=0, metavar="S", help=help_seed)
    sound.set_defaults(run=run_make_sound)


def run_make_sound(arguments: argparse.Namespace) -> int:
    """Write the sound of a film from its events."""
    from tracker.events import EventError
    from ui.cli import InputError
    from ui.presses import read_events

    film = Path(arguments.film)
    truth = film.with_suffix(".events.jsonl")
    try:
        events = read_events(truth)
    except OSError as error:
        raise InputError(f"{truth}: cannot be read ({error.strerror}); it holds the film's events") from None
    except (EventError, UnicodeDecodeError) as error:
        raise InputError(f"{truth}: {error}") from None
    return make_sound(film, events, arguments.seed)


def make_sound(film: Path, events: list, seed: int) -> int:
    """Write the sound of a film beside it. Raises UsageError where it cannot be rendered."""
    from datasets.soundtrack import write_soundtrack
    from datasets.speech import SpeechError
    from tracker.events import GameStart
    from ui.cli import InputError, UsageError

    if not any(isinstance(event, GameStart) for event in events):
        raise InputError(f"{film}: there is no game among its events")
    try:
        write_soundtrack(film, events, seed)
    except SpeechError as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise InputError(f"{film.with_suffix('.wav')}: cannot be written ({error.strerror})") from None
    return OK
