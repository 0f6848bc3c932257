"""Games whose moments the gallery shows, as lists of events."""

from __future__ import annotations

from tracker.cards import Card
from tracker.events import CallUno, Draw, EndRound, Event, Hand, Pass, Play, StartCard

PLAYERS = ("Ann", "Ben", "Cy", "Di")


def start(label: str = "red 9") -> StartCard:
    """Return the start of a round."""
    return StartCard(Card.parse(label))


def play(label: str, player: str | None = None) -> Play:
    """Return a play of one card, by whose turn it is unless a player is given."""
    return Play((Card.parse(label),), player)


def some_turns() -> list[Event]:
    """Return the first turns of a round."""
    return [
        start(),
        play("red 2"),
        play("red skip"),
        play("red 5"),
        Draw(),
        Pass(),
        play("blue 5"),
        play("blue reverse"),
        play("blue 1"),
    ]


def to_one_card() -> list[Event]:
    """Return turns after which Ben is down to one card without having called; the others drew and passed."""
    events: list[Event] = [start()]
    for number in "123456":
        events += [play(f"red {number}", "Ben")]
        if number != "6":
            events += [event for name in ("Cy", "Di", "Ann") for event in (Draw(name), Pass(name))]
    return events


def to_the_end() -> list[Event]:
    """Return a round up to Ben's last card; the hands have not been shown yet."""
    others = [event for name in ("Cy", "Di", "Ann") for event in (Draw(name), Pass(name))]
    return [*to_one_card(), CallUno("Ben"), *others, play("red 7", "Ben")]


def rounds(count: int) -> list[Event]:
    """Return so many rounds, each one short, won by different players."""
    events: list[Event] = []
    dealer = PLAYERS[0]
    faces = ("1", "4", "8", "skip", "2", "reverse", "9")
    for number in range(count):
        winner = PLAYERS[(number * 2 + number // 2) % len(PLAYERS)]
        events.append(start(f"red {9 - number}"))
        drawn: dict[str, int] = {}
        turn = (PLAYERS.index(dealer) + 1) % len(PLAYERS)
        cards = iter(["red 1", "red 2", "red 3", "red 4", "red 5", "red 6", "red 7"])
        dealer, left = winner, 7
        while left:
            name = PLAYERS[turn % len(PLAYERS)]
            if name == winner:
                left -= 1
                events += [play(next(cards), name)] + [CallUno(name)] * (left == 1)
            else:
                events += [Draw(name), Pass(name)]
                drawn[name] = drawn.get(name, 0) + 1
            turn += 1
        for place, player in enumerate(name for name in PLAYERS if name != winner):
            colour = ("blue", "green", "yellow")[(place + number) % 3]
            cards = tuple(Card.parse(f"{colour} {(faces * 3)[index]}") for index in range(7 + drawn[player]))
            events.append(Hand(player, cards))
        events.append(EndRound())
    return events
