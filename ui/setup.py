"""Setup files: where the players sit and where the piles lie, as TOML.

::

    dealer = "Ann"                    # who deals first; may be left out
    deal = 7                          # how many cards each player is dealt; may be left out
    seats = [90, 210, 330]            # one a player: degrees from the picture's middle, 0 = right, clockwise
    # seats = [[0.5, 1.0], [0.0, 0.3], [1.0, 0.3]]   # or points: fractions of the picture's width and height

    [zones]                           # [left, top, right, bottom] as fractions; each may be left out
    discard = [0.50, 0.35, 0.65, 0.65]
    draw = [0.35, 0.35, 0.50, 0.65]
"""

from __future__ import annotations

import itertools
import math
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from vision.seen import CardSeen

Seat = float | tuple[float, float]
Zone = tuple[float, float, float, float]


SHAPE = (1920, 1080)
"""The shape of picture in which seats must lie in different directions."""

LEAST_APART = 1
"""Degrees between two seats: of two in one direction only one would ever be found."""


class SetupError(Exception):
    """A setup file that cannot be used; the message is one line that says what is allowed."""


@dataclass(frozen=True)
class Setup:
    """A table's setup.

    ``seats``: an angle in degrees (0 = right, clockwise as seen in the picture) or a point (x, y as fractions
    of the picture) for each player, or None for evenly spaced ones. ``discard`` and ``draw``: left, top,
    right, bottom as fractions of the picture, or None where the program is to find the pile. ``deal``: how
    many cards each player is dealt.
    """

    seats: tuple[Seat, ...] | None = None
    discard: Zone | None = None
    draw: Zone | None = None
    dealer: str | None = None
    deal: int = 7


class PlacedSeats:
    """Seats where a setup says they are, in place of :class:`vision.table.Seats`."""

    def __init__(self, seats: Sequence[Seat]) -> None:
        self._seats = seats

    def seat_at(self, point: tuple[float, float], size: tuple[int, int]) -> int:
        """Return the seat nearest in direction, from the middle, to a point of a (width, height) picture.

        >>> PlacedSeats([90, (0.0, 0.5)]).seat_at((5, 300), (960, 540))
        1
        """
        wanted = _direction((point[0] / size[0], point[1] / size[1]), size)
        apart = [abs(math.remainder(_direction(seat, size) - wanted, math.tau)) for seat in self._seats]
        return apart.index(min(apart))


def _direction(seat: Seat, size: tuple[int, int]) -> float:
    """Return the direction of a seat from the middle of a (width, height) picture, in radians."""
    width, height = size
    if isinstance(seat, tuple):
        x, y = (seat[0] - 0.5) * width, (seat[1] - 0.5) * height
    else:
        x, y = math.cos(math.radians(seat)), math.sin(math.radians(seat))
    # As evenly spaced seats do: a seat owns about as much border as at a table of this shape.
    return math.atan2(y / math.sqrt(height), x / math.sqrt(width))


class ZonedReader:
    """A reader that leaves out faces outside the setup's discard zone, and backs outside its draw zone."""

    def __init__(self, reader: Any, setup: Setup) -> None:
        self._reader, self._setup = reader, setup

    def read(self, image: np.ndarray) -> list[CardSeen]:
        """Return the cards in a picture, BGR (height, width, 3)."""
        return self._kept(self._reader.read(image), image)

    def follow(self, image: np.ndarray) -> list[CardSeen]:
        """Return the cards in a picture like the one before, BGR (height, width, 3)."""
        return self._kept(self._reader.follow(image), image)

    def _kept(self, cards: list[CardSeen], image: np.ndarray) -> list[CardSeen]:
        height, width = image.shape[:2]

        def kept(card: CardSeen) -> bool:
            zone = self._setup.draw if card.is_back else self._setup.discard
            x, y = card.centre[0] / width, card.centre[1] / height
            return zone is None or (zone[0] <= x <= zone[2] and zone[1] <= y <= zone[3])

        return [card for card in cards if kept(card)]


def load_setup(path: str | Path, players: tuple[str, ...]) -> Setup:
    """Read a setup file for these players.

    Raises SetupError where it is missing, is no TOML, or holds a key or value that is not allowed.
    """
    try:
        with open(path, "rb") as file:
            data = tomllib.load(file)
    except OSError as error:
        raise SetupError(f"{path}: cannot be read ({error.strerror})") from None
    except (ValueError, RecursionError) as error:  # besides TOML's own: endless digits, endless nesting
        raise SetupError(f"{path}: not a TOML file ({' '.join(str(error).split())})") from None
    try:
        return _parse(data, players)
    except ValueError as error:
        raise SetupError(f"{path}: {error}") from None


def _parse(data: dict[str, Any], players: tuple[str, ...]) -> Setup:
    _only(data, ("dealer", "deal", "seats", "zones"), "the file")
    zones = data.get("zones", {})
    if not isinstance(zones, dict):
        raise ValueError("zones: must be a table, [zones]")
    _only(zones, ("discard", "draw"), "zones")
    dealer = data.get("dealer")
    if dealer is not None and dealer not in players:
        raise ValueError(f"dealer: {dealer!r} does not play; allowed is one of {', '.join(players)}")
    deal = data.get("deal", 7)
    if type(deal) is not int or not 1 <= deal <= 20:
        raise ValueError(f"deal: is {deal!r}; allowed is a whole number of cards from 1 to 20")
    return Setup(
        seats=_seats(data["seats"], len(players)) if "seats" in data else None,
        discard=_zone("discard", zones),
        draw=_zone("draw", zones),
        dealer=dealer,
        deal=deal,
    )


def _only(data: dict[str, Any], allowed: tuple[str, ...], where: str) -> None:
    for key in data:
        if key not in allowed:
            raise ValueError(f"{key}: unknown key; allowed in {where} is {', '.join(allowed)}")


def _seats(value: Any, count: int) -> tuple[Seat, ...]:
    if not isinstance(value, list) or len(value) != count:
        raise ValueError(f"seats: must be a list with one entry for each of the {count} players")
    seats = tuple(_seat(number, entry) for number, entry in enumerate(value, start=1))
    if (0.5, 0.5) in seats:
        raise ValueError(
            f"seats: entry {seats.index((0.5, 0.5)) + 1} is the picture's middle; allowed is a place to one "
            "side of it"
        )
    for (first, one), (second, other) in itertools.combinations(enumerate(seats, start=1), 2):
        apart = math.remainder(_direction(one, SHAPE) - _direction(other, SHAPE), math.tau)
        if abs(apart) < math.radians(LEAST_APART):
            raise ValueError(
                f"seats: entries {first} and {second} lie in one direction from the picture's middle; "
                f"allowed are different ones, at least {LEAST_APART} degree apart"
            )
    return seats


def _seat(number: int, entry: Any) -> Seat:
    if _is_number(entry) and -360 <= entry <= 360:
        return float(entry)
    if isinstance(entry, list) and len(entry) == 2 and all(map(_is_fraction, entry)):
        return float(entry[0]), float(entry[1])
    raise ValueError(
        f"seats: entry {number} is {entry!r}; allowed is an angle in degrees (-360 to 360, 0 = right, "
        "clockwise) or a point [x, y] with fractions of the picture from 0 to 1"
    )


def _zone(name: str, zones: dict[str, Any]) -> Zone | None:
    value = zones.get(name)
    if value is None:
        return None
    fits = isinstance(value, list) and len(value) == 4 and all(map(_is_fraction, value))
    if not fits or value[0] >= value[2] or value[1] >= value[3]:
        raise ValueError(
            f"zones.{name}: is {value!r}; allowed is [left, top, right, bottom] with fractions of the "
            "picture from 0 to 1, left before right and top above bottom"
        )
    left, top, right, bottom = map(float, value)
    return left, top, right, bottom


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_fraction(value: Any) -> bool:
    return _is_number(value) and 0 <= value <= 1
