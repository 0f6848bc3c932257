"""The tracker alone, without a camera: lines of JSON in, one JSON object a line out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from tracker.events import EventError, parse_event
from tracker.game import Game
from tracker.rules import Rules


def judge(lines: Iterable[str], rules: Rules | None = None) -> Iterator[dict[str, Any]]:
    """Yield, for each line that is not empty, what the tracker makes of the event on it.

    That is ``seq`` (from 0), ``event``, ``state`` and ``alerts``; or ``seq``, ``line`` (its number, from 1)
    and ``error`` (one line of text) where it is no event or makes no sense, and the game goes on with the
    next one. ``rules``, where given, are played whatever the events say.

    >>> for judged in judge(['{"type": "play", "card": "red 3"}']):
    ...     print(judged)
    {'seq': 0, 'line': 1, 'error': 'play: no game has begun: the first event is of type game'}
    """
    game = Game(rules)
    filled = ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    for seq, (number, line) in enumerate(filled):
        try:
            event = parse_event(_read(line))
            alerts = game.push(event)
        except EventError as error:
            yield {"seq": seq, "line": number, "error": str(error)}
        else:
            yield {
                "seq": seq,
                "event": event.to_json(),
                "state": game.state.to_json(),
                "alerts": [alert.to_json() for alert in alerts],
            }


def _read(line: str) -> Any:
    try:
        return json.loads(line)
    except json.JSONDecodeError as error:
        what = error.msg.removesuffix(" at")
        raise EventError(f"not valid JSON: {what} at character {error.colno}") from error
    except ValueError as error:
        raise EventError("not valid JSON: a number has thousands of digits") from error
    except RecursionError as error:
        raise EventError("not valid JSON: it is nested too deeply") from error
