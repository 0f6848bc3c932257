"""``unoref judge``: the events of a file, or of standard input, with what the tracker makes of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tracker.judge import judge
from tracker.rules import Rules

LOUD = 5
"""How many lines that cannot be used are named one by one; of the others, how many there are."""


class _NoTextError(Exception):
    """What is read is no text; the message is one line, ``line`` the number of the first such line."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line} is no text in UTF-8: events are text, one JSON object a line")
        self.line = line


def run(
    name: str, rules: Rules | None, write: Callable[[dict[str, Any]], None], say: Callable[[str], None]
) -> bool:
    """Judge the events in a file, ``-`` for standard input; return whether all lines could be used.

    Each result is written as soon as it is there, and what cannot be used is said as well. Raises OSError
    where the file cannot be read.
    """
    shown = "standard input" if name == "-" else name
    useless = seq = 0
    try:
        for result in judge(_text(_lines(name)), rules):
            write(result)
            seq += 1
            if "error" in result:
                useless += 1
                if useless <= LOUD:
                    say(f"{shown}: line {result['line']}: {result['error']}")
    except _NoTextError as error:
        write({"seq": seq, "line": error.line, "error": str(error)})
        say(f"{shown}: {error}")
        return False
    if useless > LOUD:
        say(f"{shown}: {useless - LOUD} more lines cannot be used, {useless} in all")
    return not useless


def _lines(name: str) -> Iterator[str]:
    """Return lines as they come; what is no UTF-8 in them is replaced."""
    if name == "-":
        for number, line in enumerate(sys.stdin.buffer):
            yield line.decode("utf-8" if number else "utf-8-sig", "replace")
        return
    with open(name, encoding="utf-8-sig", errors="replace") as file:
        yield from file


def _text(lines: Iterable[str]) -> Iterator[str]:
    """Return the lines; what is no text spoils its line only, but before the first object all of them."""
    begun = False
    for number, line in enumerate(lines, 1):
        begun = begun or line.lstrip().startswith("{")
        if not begun and ("\0" in line or "\ufffd" in line):
            raise _NoTextError(number)
        yield line
