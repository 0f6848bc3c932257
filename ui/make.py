"""``unoref make``: rendered table scenes, filmed games, and their sound."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ui import numbers

if TYPE_CHECKING:
    from tracker.events import Event

OK = 0
SIZES = {540: (960, 540), 720: (1280, 720), 1080: (1920, 1080)}
"""Of films: height to width and height, in pixels."""
SEED_HELP = "the same seed gives the same (0)"


def add_make(commands: argparse._SubParsersAction) -> list[argparse.ArgumentParser]:
    """Add the command to the command line; return the parsers of what can be made."""
    make = commands.add_parser("make", help="render data")
    kinds = make.add_subparsers(title="what to make", metavar="WHAT", required=True, parser_class=type(make))
    scenes = kinds.add_parser("scenes", help="labelled table scenes, for the detector")
    scenes.add_argument("folder", metavar="DIR")
    scenes.add_argument("--count", type=numbers.positive, default=1000, metavar="N", help="how many (1000)")
    scenes.add_argument("--seed", type=numbers.seed, default=0, metavar="S", help=SEED_HELP)
    scenes.set_defaults(run=run_make_scenes)
    film = kinds.add_parser("film", help="a filmed game, with its true events beside it")
    film.add_argument("file", metavar="FILE.mp4")
    film.add_argument("--seed", type=numbers.seed, default=0, metavar="S", help=SEED_HELP)
    film.add_argument("--players", type=numbers.players, metavar="N", help="how many, 2 to 8")
    film.add_argument("--rules", metavar="PRESET", help="which rules they play by")
    film.add_argument("--plays", type=numbers.positive, metavar="N", help="stop after so many plays")
    film.add_argument("--rounds", type=numbers.positive, default=1, metavar="N", help="how many rounds (1)")
    film.add_argument("--height", type=int, choices=sorted(SIZES), help="of the picture, in pixels")
    film.add_argument("--fps", type=int, choices=(15, 20, 24, 25, 30), help="pictures a second")
    film.add_argument("--easy", action="store_true", help="good light, a still camera, careful players")
    film.add_argument("--demo", action="store_true", help="the demo that comes with the program")
    film.add_argument("--sound", action="store_true", help="also its sound, FILE.wav (needs espeak-ng)")
    film.set_defaults(run=run_make_film)
    sound = kinds.add_parser("sound", help="the sound of a filmed game, beside it (needs espeak-ng)")
    sound.add_argument("film", metavar="FILE.mp4", help="with its true events beside it; FILE.wav is written")
    sound.add_argument("--seed", type=numbers.seed, default=0, metavar="S", help=SEED_HELP)
    sound.set_defaults(run=run_make_sound)
    return list(kinds.choices.values())


def run_make_scenes(arguments: argparse.Namespace) -> int:
    """Render table scenes."""
    from datasets.scenes import make_scenes
    from ui.cli import new_folder

    make_scenes(new_folder(arguments.folder), arguments.count, arguments.seed)
    return OK


def run_make_film(arguments: argparse.Namespace) -> int:
    """Render a filmed game."""
    from datasets.film import demo_film, film, game_film, make_film
    from tracker.events import EventError
    from tracker.rules import PRESETS
    from ui.cli import InputError, UsageError, new_folder

    file = Path(arguments.file)
    if file.suffix.lower() != ".mp4":
        raise UsageError(f"{file}: a film is written as MP4; give a name that ends in .mp4")
    new_folder(file.parent)
    choices = {"players": arguments.players, "plays": arguments.plays, "rounds": arguments.rounds}
    choices |= {"size": SIZES[arguments.height]} if arguments.height else {}
    choices |= {"fps": arguments.fps} if arguments.fps else {}
    if arguments.rules and arguments.rules not in PRESETS:
        raise UsageError(f"make film: unknown preset {arguments.rules!r}: allowed is {', '.join(PRESETS)}")
    choices |= {"rules": arguments.rules} if arguments.rules else {}
    try:
        if arguments.demo:
            made = demo_film()
        else:
            made = (film if arguments.easy else game_film)(arguments.seed, **choices)
        if arguments.sound:  # first: a film takes long
            _make_sound(file, made.events, arguments.seed)
        make_film(file, made, preset="slow" if arguments.demo else "veryfast")
    except EventError as error:
        raise UsageError(str(error)) from None
    except OSError:
        raise InputError(
            f"{file}: cannot be written as an MP4 file; give a name in a folder of yours"
        ) from None
    return OK


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
    _make_sound(film, events, arguments.seed)
    return OK


def _make_sound(film: Path, events: Sequence[Event], seed: int) -> None:
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
