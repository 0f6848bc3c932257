"""Numbers on the command line, checked."""

from __future__ import annotations

import argparse


def positive(text: str) -> int:
    """Return a whole number of 1 or more. Raises ArgumentTypeError where it is none."""
    if not text.isdecimal() or not 1 <= len(text) <= 9 or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not allowed; give a whole number from 1 to 999999999")
    return int(text)


def players(text: str) -> int:
    """Return for how many players a film is made. Raises ArgumentTypeError where it is none."""
    if text not in ("2", "3", "4", "5", "6", "7", "8"):
        raise argparse.ArgumentTypeError(f"{text!r} is not allowed: 2 to 8")
    return int(text)


def seed(text: str) -> int:
    """Return a seed of random numbers. Raises ArgumentTypeError where it is none."""
    if not text.isdecimal() or len(text) > 18:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not allowed; give a whole number, 0 or more, of 18 digits at most"
        )
    return int(text)
