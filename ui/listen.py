"""``unoref listen``: the spoken UNO calls in a recording."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hearing.ears import Call

OK = 0


def add_listen(commands: argparse._SubParsersAction) -> None:
    """Add the command to the command line."""
    listen = commands.add_parser("listen", help="find the spoken UNO calls in a recording")
    listen.add_argument("file", metavar="FILE.wav", help="a WAV file of plain samples, of any rate")
    listen.add_argument("--json", action="store_true", help="one JSON object a call")
    listen.set_defaults(run=run_listen)


def run_listen(arguments: argparse.Namespace) -> int:
    """Write the calls in a recording, each with its time in seconds."""
    from ui.cli import write_json

    calls = calls_in(arguments.file)
    for call in calls:
        if arguments.json:
            write_json({"t": call.t, "confidence": call.confidence})
        else:
            print(f"{call.t:7.1f} s  UNO ({call.confidence:.0%})", flush=True)
    if not calls and not arguments.json:
        print("No call was heard.", file=sys.stderr)
    return OK


def calls_in(file: str) -> list[Call]:
    """Return the calls in a WAV file; InputError or UsageError where it or the model is unusable."""
    from hearing.ears import find_calls
    from hearing.sound import SoundError, read_sound
    from ui.cli import InputError, UsageError
    from vision.model import ModelError

    try:
        return list(find_calls(*read_sound(file)))
    except SoundError as error:
        raise InputError(str(error)) from None
    except ModelError as error:
        raise UsageError(str(error)) from None
