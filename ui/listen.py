"""``unoref listen``: the spoken UNO calls in a recording."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

    from hearing.ears import Recording

OK, BAD_INPUT = 0, 1
LONG = 600.0
"""A recording of more seconds than this shows how far it is heard."""


def add_listen(commands: argparse._SubParsersAction) -> None:
    """Add the command to the command line."""
    listen = commands.add_parser("listen", help="find the spoken UNO calls in a recording")
    listen.add_argument("file", metavar="FILE.wav", help="a WAV file of plain samples, of any rate")
    listen.add_argument("--json", action="store_true", help="one JSON object a call")
    listen.set_defaults(run=run_listen)


def run_listen(arguments: argparse.Namespace) -> int:
    """Write the calls in a recording, each with its time in seconds, as soon as it is heard."""
    from tqdm import tqdm

    from hearing.ears import PIECE
    from ui.cli import say, write_json

    said: list[str] = []
    recording = recording_of(arguments.file, said)
    for line in said:
        say(line)
    count = 0
    quiet = None if recording.seconds > LONG else True  # None: on a terminal only
    bar = tqdm(total=round(recording.seconds), unit="s", disable=quiet, leave=False)
    with bar:
        for calls in recording.pieces():
            for call in calls:
                count += 1
                if arguments.json:
                    write_json({"t": call.t, "confidence": call.confidence})
                else:
                    print(f"{call.t:7.1f} s  UNO ({call.confidence:.0%})", flush=True)
            bar.update(PIECE)
    if not count and not arguments.json:
        print("No call was heard.", file=sys.stderr)
    return BAD_INPUT if said else OK


def recording_of(file: str, said: list[str] | None = None) -> Recording:
    """Return a WAV file to be heard; InputError or UsageError where it or the model is unusable.

    One line about a file that ends before it should is added to ``said``.
    """
    from hearing.ears import Recording
    from ui.cli import UsageError
    from vision.model import ModelError

    try:
        return Recording(*sound_of(file, said))
    except ModelError as error:
        raise UsageError(str(error)) from None


def sound_of(file: str, said: list[str] | None = None) -> tuple[np.ndarray, int]:
    """Return a WAV file's samples and their rate, as :func:`recording_of`."""
    from hearing.sound import SoundError, read_sound
    from ui.cli import InputError

    try:
        return read_sound(file, [].append if said is None else said.append)
    except SoundError as error:
        raise InputError(str(error)) from None
