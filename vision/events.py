"""What happens on a table, as the camera sees it: cards and seats; nothing here knows the rules."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

SHUFFLE = 90.0
"""Seconds that whoever has taken the discards has for bringing them back as the draw pile."""


@dataclass(frozen=True, eq=False)
class TableEvent:
    """Something that happened on the table at ``t`` seconds."""

    t: float


@dataclass(frozen=True, eq=False)
class StartCardSeen(TableEvent):
    """The first top card seen on the discard pile; ``quad`` in pixels (4, 2)."""

    label: str
    confidence: float
    quad: np.ndarray


@dataclass(frozen=True, eq=False)
class CardPlayed(TableEvent):
    """A card came to rest on the discard pile; ``seat`` is whose arm was there, None if none was seen.

    ``beneath``: other cards laid in the same visit, from the lowest up; ``confidence`` is of all of them.
    """

    label: str
    confidence: float
    quad: np.ndarray
    seat: int | None
    beneath: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class CardsDrawn(TableEvent):
    """An arm was at the draw pile; ``count`` is None where the number of cards taken is not known."""

    seat: int | None
    count: int | None


@dataclass(frozen=True, eq=False)
class CardTakenBack(TableEvent):
    """The top card was taken away again; the one before lies on top."""

    seat: int | None


@dataclass(frozen=True, eq=False)
class DiscardsTaken(TableEvent):
    """Nothing is seen any more of the discards beneath the top card: taken to be shuffled, or squared up."""

    seat: int | None


@dataclass(frozen=True, eq=False)
class DiscardsBrought(TableEvent):
    """Who had taken the discards brought cards face down to the draw pile."""

    seat: int


@dataclass(frozen=True, eq=False)
class CardsShown(TableEvent):
    """Cards lie open in front of a seat, away from the piles: their labels, and how sure all of them are.

    Said again whenever other cards lie there.
    """

    seat: int
    labels: tuple[str, ...]
    confidence: float


@dataclass(frozen=True, eq=False)
class PileGone(TableEvent):
    """The discard pile is not there any more: cards have been gathered."""
