"""What is chosen before a game, and remembered: players, seats, rules, camera. No Qt here."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tracker.rules import DEFAULT_PRESET, PRESETS, Rules, RulesError
from ui.players import DEFAULT_PLAYERS, MAX_PLAYERS, MIN_PLAYERS
from ui.words import translate
from vision.capture import DEVICES, known_cameras

COLOURS = (
    "#4f8ef7",
    "#f2a93b",
    "#3fbf7f",
    "#e2587d",
    "#a98bf0",
    "#40c4d4",
    "#d4c340",
    "#f08a5d",
    "#9aa4b2",
    "#c96fc9",
)
"""The players' own colours, in the order in which they are given out."""


@dataclass(frozen=True)
class Player:
    """One player: name, colour (``#rrggbb``), and seat: degrees round the picture, 0 = right, clockwise."""

    name: str
    colour: str
    seat: float


@dataclass(frozen=True)
class Choices:
    """Everything that is chosen on the start page.

    ``options`` are the house rules that differ from the ``preset``; ``deck`` the name of a learned deck;
    ``camera`` what :func:`vision.frames.open_source` takes. ``teams`` is how many teams play, 0 where
    everybody plays alone.
    """

    players: tuple[Player, ...] = ()
    preset: str = DEFAULT_PRESET
    options: Mapping[str, Any] = field(default_factory=dict)
    deck: str = ""
    camera: str = "0"
    teams: int = 0

    @property
    def rules(self) -> dict[str, Any]:
        """The rules, as a ``game`` event takes them."""
        return {"preset": self.preset, **self.options}

    @property
    def clockwise(self) -> tuple[Player, ...]:
        """The players in clockwise order of their seats, from the first one on."""
        if not self.players:
            return ()
        first = self.players[0].seat
        return tuple(sorted(self.players, key=lambda player: (player.seat - first) % 360))

    @property
    def team_numbers(self) -> tuple[int, ...]:
        """The team of each player, from 0, in the order of the players; empty where everybody plays alone.

        The seats say who plays with whom: partners sit apart, with the same number of seats between them
        (rules, section 4).
        """
        if self.teams not in team_counts(len(self.players)):
            return ()
        order = self.clockwise
        return tuple(order.index(player) % self.teams for player in self.players)

    @property
    def sides(self) -> tuple[tuple[str, ...], ...]:
        """The names of each team's players, as a ``game`` event takes them; empty without teams."""
        if not self.team_numbers:
            return ()
        names = tuple(player.name.strip() for player in self.clockwise)
        return tuple(names[number :: self.teams] for number in range(self.teams))


def team_counts(players: int) -> tuple[int, ...]:
    """Return into how many teams of the same size so many players can be parted.

    >>> team_counts(4), team_counts(5), team_counts(6)
    ((2,), (), (2, 3))
    """
    return tuple(count for count in range(2, players // 2 + 1) if players % count == 0)


def seats(count: int) -> tuple[float, ...]:
    """Return evenly spaced seats, the first at the bottom edge of the picture, clockwise.

    >>> seats(4)
    (90.0, 180.0, 270.0, 0.0)
    """
    return tuple((90.0 + 360.0 * number / count) % 360 for number in range(count))


def players_of(names: Sequence[str]) -> tuple[Player, ...]:
    """Return players with these names, evenly seated, each in a colour of their own."""
    return tuple(
        Player(name, COLOURS[number % len(COLOURS)], seat)
        for number, (name, seat) in enumerate(zip(names, seats(len(names)), strict=True))
    )


def default_names() -> tuple[str, ...]:
    """Return the names of who plays when nobody was named."""
    name = translate("start", "Player {number}")
    return tuple(name.format(number=number) for number in range(1, len(DEFAULT_PLAYERS) + 1))


def problem(choices: Choices) -> str:
    """Return in one line what keeps the game from starting; empty where nothing does."""
    names = [player.name.strip() for player in choices.players]
    if not MIN_PLAYERS <= len(names) <= MAX_PLAYERS:
        return translate("start", "Two to ten players, please.")
    if not all(names):
        return translate("start", "Every player needs a name.")
    doubled = next((name for name in names if names.count(name) > 1), None)
    if doubled:
        return translate("start", "{player} is there twice.").format(player=doubled)
    try:
        Rules.load(choices.rules)
    except RulesError as error:
        return str(error)
    return ""


def cameras(devices: Path = DEVICES) -> tuple[tuple[str, str], ...]:
    """Return the cameras that the system knows: their numbers as text, and their names."""
    found = tuple((str(number), name) for number, name in known_cameras(devices).items())
    return found or (("0", translate("start", "Camera")),)


def to_data(choices: Choices) -> dict[str, Any]:
    """Return choices as plain data, to be kept."""
    return {
        "players": [[player.name, player.colour, player.seat] for player in choices.players],
        "preset": choices.preset,
        "options": dict(choices.options),
        "deck": choices.deck,
        "camera": choices.camera,
        "teams": choices.teams,
    }


def from_data(data: Any) -> Choices:
    """Return choices that were kept; what cannot be used any more is as if it had never been chosen."""
    if not isinstance(data, Mapping):
        return Choices()
    players = []
    kept = data.get("players")
    for entry in kept if isinstance(kept, list) else ():
        match entry:
            case [str(name), str(colour), float() | int() as seat] if math.isfinite(seat):
                players.append(Player(name, colour, float(seat) % 360))
    preset = data.get("preset")
    choices = Choices(
        players=tuple(players) if len(players) >= MIN_PLAYERS else (),
        preset=preset if preset in PRESETS else DEFAULT_PRESET,
        options=data["options"] if isinstance(data.get("options"), Mapping) else {},
        deck=data["deck"] if isinstance(data.get("deck"), str) else "",
        camera=data["camera"] if isinstance(data.get("camera"), str) else "0",
        teams=next((count for count in team_counts(len(players)) if count == data.get("teams")), 0),
    )
    try:
        Rules.load(choices.rules)
    except RulesError:
        return replace(choices, options={})
    return choices
