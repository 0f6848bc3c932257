"""The table of cases: situations in words, and what the referee must say (tests/cases/README.md)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tracker.cards import COLOURS, Card
from tracker.events import EventError, parse_event
from tracker.game import Game, State
from tracker.rules import DECKS, OPTIONS, PRESETS, Rules, RulesError

CASES = Path(__file__).parent / "cases"
NAMES = ("Ann", "Ben", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")
SOURCES = ("W", "C", "H", "E", "contract", "referee")
HEADERS = ("case", "rule", "source", "players", "dealer", "teams", "deal", "rules")
PHASES = ("setup", "playing", "counting", "round-over", "game-over")
CODES = (
    *("illegal-play", "out-of-turn", "draw-owed", "draw-count"),
    *("uno-due", "uno-missed", "uno-false", "wd4-illegal", "wd4-fair", "colour-needed"),
    *("impossible-card", "hand-count", "reshuffle", "round-over", "game-over"),
)
UNORDERED = ("owed", "uno", "standing alerts")
FEWEST_CASES = 150
FEWEST_OF_EACH = 3


class CaseError(ValueError):
    """A case that cannot be read; the message names the file and the line."""


@dataclass
class Step:
    """One event, and what is expected after it."""

    line: int
    text: str
    event: dict[str, Any]
    facts: list[Fact] = field(default_factory=list)
    alerts: list[str] = field(default_factory=list)
    messages: list[tuple[int, str]] = field(default_factory=list)
    no_alerts: bool = False
    refused: str | None = None


@dataclass
class Case:
    """A situation with its rule and source, and the steps of the game."""

    path: str
    line: int
    headers: dict[str, str] = field(default_factory=dict)
    players: tuple[str, ...] = NAMES[:3]
    options: dict[str, Any] = field(default_factory=dict)
    game: dict[str, Any] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.headers["case"]


@dataclass(frozen=True)
class Fact:
    """Something that is expected to hold: ``seen`` reads from a game what ``expected`` says."""

    line: int
    what: str
    expected: str
    seen: Callable[[Game], str]


# Reading: the facts


def names(people: Any, nobody: str = "nobody") -> str:
    return ", ".join(people) or nobody


def counts(values: Any) -> str:
    return names(f"{player} {count}" for player, count in values.items())


# What is said of the game as a whole: the state in the words of a case.
WHOLE: dict[str, Callable[[State], str]] = {
    "phase": lambda state: state.phase,
    "round": lambda state: str(state.round),
    "dealer": lambda state: state.dealer or "nobody",
    "turn": lambda state: state.turn or "nobody",
    "top": lambda state: state.top.label if state.top else "nothing",
    "colour": lambda state: state.colour or "open",
    "direction": lambda state: state.direction,
    "owed": lambda state: counts(state.owed),
    "uno": lambda state: names(state.uno),
    "winner": lambda state: state.winner or "nobody",
    "ranking": lambda state: names(state.ranking),
    "challenger": lambda state: state.challenged_by or "nobody",
    "swapper": lambda state: state.swap_due or "nobody",
    "draw pile": lambda state: str(state.draw_pile),
    "discard pile": lambda state: str(state.discard_pile),
    "team scores": lambda state: names(map(str, state.team_scores), "none"),
    "announced": lambda state: f'"{state.say}"' if state.say else "nothing",
}


def hand_of(player: str) -> Callable[[Game], str]:
    def seen(game: Game) -> str:
        low, high = game.state.bounds.get(player, (0, 0))
        return f"{low} to {high}" if high else str(game.state.hands[player])

    return seen


def score_of(player: str) -> Callable[[Game], str]:
    return lambda game: str(game.state.scores[player])


def standing(game: Game) -> str:
    return names((words_of(alert) for alert in game.alerts), "nothing")


def words_of(alert: Any) -> str:
    return f"{alert.code} {alert.player}" if alert.player else alert.code


def pattern_of(what: str, players: tuple[str, ...]) -> str:
    """What may be said of a fact, as a regular expression."""
    player = "|".join(players)
    people = f"nobody|({player})(, ({player}))*"
    number = r"-?\d+"
    return {
        "phase": "|".join(PHASES),
        "round": number,
        "top": ".+",
        "colour": "|".join((*COLOURS, "open")),
        "direction": "clockwise|counterclockwise",
        "owed": rf"nobody|({player}) \d+(, ({player}) \d+)*",
        "uno": people,
        "ranking": people,
        "winner": f"nobody|({player})((, ({player}))* and ({player}))?",
        "draw pile": number,
        "discard pile": number,
        "team scores": f"{number}(, {number})*",
        "announced": 'nothing|".+"',
    }.get(what, f"nobody|{player}")


class Reader:
    """Reads one file of cases line by line."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.line = 0
        self.cases: list[Case] = []

    def wrong(self, why: str) -> CaseError:
        return CaseError(f"{self.path}:{self.line}: {why}")

    def read(self, text: str) -> list[Case]:
        for self.line, line in enumerate(text.splitlines(), 1):
            if not line.strip() or line.startswith("#"):
                continue
            header = re.fullmatch(r"(\w+): *(.*)", line)
            if header:
                self.header(header[1], header[2].strip())
            elif not self.cases:
                raise self.wrong("a file begins with 'case: NAME'")
            elif line[0].isspace():
                for part in re.findall(r'(?:[^;"]|"[^"]*")+', line):
                    self.expectation(part.strip())
            else:
                self.event(line.strip())
        self.finish()
        return self.cases

    @property
    def case(self) -> Case:
        return self.cases[-1]

    def header(self, key: str, value: str) -> None:
        if key not in HEADERS:
            raise self.wrong(f"unknown header {key!r}: allowed is {', '.join(HEADERS)}")
        if not value:
            raise self.wrong(f"{key} is empty")
        if key == "case":
            self.finish()
            self.cases.append(Case(self.path, self.line))
        elif not self.cases:
            raise self.wrong("a file begins with 'case: NAME'")
        elif key in self.case.headers:
            raise self.wrong(f"{key} is said twice")
        if self.case.steps:
            raise self.wrong(f"{key} comes before the first event")
        self.case.headers[key] = value
        if key == "source" and not set(value.split(", ")) <= set(SOURCES):
            raise self.wrong(f"unknown source {value!r}: allowed is {', '.join(SOURCES)}")
        if key == "rule" and not value.endswith("."):
            raise self.wrong("a rule is a sentence and ends with a full stop")
        if key == "players":
            self.case.players = self.players(value)
        if key == "rules":
            self.case.options = self.options(value)

    def players(self, value: str) -> tuple[str, ...]:
        if not re.fullmatch(r"[2-9]|10", value):
            raise self.wrong(f"players: {value!r}: allowed is 2 to 10, who are {', '.join(NAMES)}")
        return NAMES[: int(value)]

    def options(self, value: str) -> dict[str, Any]:
        options: dict[str, Any] = {}
        for part in value.split(", "):
            key, equals, chosen = part.partition(" = ")
            if not equals:
                key, chosen = "preset", part
            if key in options:
                raise self.wrong(f"{key} is said twice")
            plain: dict[str, Any] = {"true": True, "false": False}
            options[key] = int(chosen) if chosen.isdigit() else plain.get(chosen, chosen)
        try:
            Rules.load(options)
        except RulesError as error:
            raise self.wrong(str(error)) from error
        return options

    def finish(self) -> None:
        """Check that the last case is whole, and make its game."""
        if not self.cases:
            return
        case = self.case
        for key in ("rule", "source"):
            if key not in case.headers:
                raise self.wrong(f"the case {case.name!r} says no {key}")
        if not any(step.facts or step.alerts or step.no_alerts or step.refused for step in case.steps):
            raise self.wrong(f"the case {case.name!r} expects nothing")
        game: dict[str, Any] = {"type": "game", "players": list(case.players), "rules": case.options}
        game["dealer"] = self.player(case.headers.get("dealer", case.players[0]))
        if "deal" in case.headers:
            game["deal"] = self.number(case.headers["deal"])
        if "teams" in case.headers:
            game["teams"] = [
                [self.player(player) for player in team.split(", ")]
                for team in case.headers["teams"].split(" / ")
            ]
        try:
            Game().push(parse_event(game))
        except EventError as error:
            raise self.wrong(str(error)) from error
        case.game = game

    def player(self, name: str) -> str:
        if name not in self.case.players:
            raise self.wrong(f"unknown player {name!r}: allowed is {', '.join(self.case.players)}")
        return name

    def number(self, text: str) -> int:
        if not text.isdigit():
            raise self.wrong(f"{text!r} is no number")
        return int(text)

    def cards(self, text: str) -> list[str]:
        if text == "nothing":
            return []
        try:
            return [Card.parse(label).label for label in text.split(", ")]
        except ValueError as error:
            raise self.wrong(str(error)) from error

    # Events

    def event(self, text: str) -> None:
        time, rest = self.time(text)
        event = self.table_event(rest) or self.players_event(rest)
        if not event:
            raise self.wrong(f"no event: {text!r}")
        if time is not None:
            event["t"] = time
        self.case.steps.append(Step(self.line, text, event))

    def time(self, text: str) -> tuple[float | None, str]:
        """The time before an event, as in ``at 12.5`` or ``+3s`` (after the last time said), and the rest."""
        said = re.fullmatch(r"(?:at ([\d.]+)|\+([\d.]+)s) (.+)", text)
        if not said:
            return None, text
        before = [step.event["t"] for step in self.case.steps if "t" in step.event]
        if said[2] and not before:
            raise self.wrong("no time has been said before")
        return (float(said[1]) if said[1] else before[-1] + float(said[2])), said[3]

    def table_event(self, text: str) -> dict[str, Any] | None:
        if text in ("reshuffle", "end round", "undo"):
            return {"type": text.replace(" ", "-")}
        start = re.fullmatch("start (.+)", text)
        return {"type": "start", "card": self.cards(start[1])[0]} if start else None

    def players_event(self, text: str) -> dict[str, Any] | None:
        who, _, verb = text.partition(" ")
        named = who in self.case.players
        if not named:
            verb = text
        for pattern, make in VERBS.items():
            said = re.fullmatch(pattern, verb)
            if said:
                event = make(self, *said.groups())
                by = event["type"] in ("catch", "challenge")
                return {**event, **({"by" if by else "player": who} if named else {})}
        return None

    def play(self, cards: str, colour: str | None) -> dict[str, Any]:
        labels = self.cards(cards)
        laid = {"card": labels[0]} if len(labels) == 1 else {"cards": labels}
        return {"type": "play", **laid, **({"colour": colour} if colour else {})}

    def draw(self, what: str) -> dict[str, Any]:
        return {"type": "draw", **({"count": int(what)} if what.isdigit() else {"cards": self.cards(what)})}

    # Expectations

    def expectation(self, text: str) -> None:
        if not self.case.steps:
            raise self.wrong(f"{text!r} follows no event")
        step = self.case.steps[-1]
        alert = re.fullmatch(r"alert ([\w-]+)(?: (.+))?", text)
        message = re.fullmatch(r'message holds "(.+)"', text)
        refused = re.fullmatch(r'refused "(.+)"', text)
        if text == "no alerts":
            step.no_alerts = True
        elif refused:
            step.refused = refused[1]
        elif alert:
            if alert[1] not in CODES:
                raise self.wrong(f"unknown alert {alert[1]!r}: allowed is {', '.join(CODES)}")
            if alert[2]:
                self.check("winner", alert[2])
            step.alerts.append(text.removeprefix("alert "))
        elif message:
            if not step.alerts:
                raise self.wrong("a message follows an alert")
            step.messages.append((self.line, message[1]))
        else:
            step.facts += self.facts(text)
        if step.no_alerts and step.alerts:
            raise self.wrong("an alert and no alerts cannot both be expected")
        if step.refused and (step.no_alerts or step.alerts):
            raise self.wrong("a refused event raises no alerts")

    def facts(self, text: str) -> list[Fact]:
        legal = re.fullmatch("(may|may not) play (.+)", text)
        if legal:
            cards = [Card.parse(label) for label in self.cards(legal[2])]
            seen = lambda game: "may" if game.legal(*cards) else "may not"  # noqa: E731
            return [Fact(self.line, f"play {legal[2]}", legal[1], seen)]
        several = re.fullmatch("(hand|scores) (.+)", text)
        if several:
            return [self.fact_of_one(several[1], part) for part in several[2].split(", ")]
        stands = re.fullmatch("standing (.+)", text)
        if stands:
            return [Fact(self.line, "standing alerts", stands[1], standing)]
        for what, read in WHOLE.items():
            if text.startswith(f"{what} "):
                said = text.removeprefix(f"{what} ")
                self.check(what, said)
                return [Fact(self.line, what, said, lambda game, read=read: read(game.state))]
        raise self.wrong(f"no expectation: {text!r}")

    def fact_of_one(self, what: str, text: str) -> Fact:
        said = re.fullmatch(r"(\w+) (-?\d+(?: to \d+)?)", text)
        if not said:
            raise self.wrong(f"{what}: {text!r} is no player and number")
        read = hand_of if what == "hand" else score_of
        return Fact(self.line, f"{what} of {said[1]}", said[2], read(self.player(said[1])))

    def check(self, what: str, said: str) -> None:
        if not re.fullmatch(pattern_of(what, self.case.players), said):
            raise self.wrong(f"{what} {said!r} is not allowed")
        if what == "top":
            self.cards(said)


VERBS: dict[str, Callable[..., dict[str, Any]]] = {
    r"plays (.+?)(?: naming (\w+))?": Reader.play,
    r"names (\w+)": lambda _, colour: {"type": "colour", "colour": colour},
    r"draws (.+)": Reader.draw,
    r"passes": lambda _: {"type": "pass"},
    r"says UNO": lambda _: {"type": "uno"},
    r"calls out (\w+)": lambda reader, other: {"type": "catch", "player": reader.player(other)},
    r"challenges": lambda _: {"type": "challenge"},
    r"shows (.+)": lambda reader, cards: {"type": "reveal", "cards": reader.cards(cards)},
    r"takes back": lambda _: {"type": "takeback"},
    r"swaps with (\w+)": lambda reader, other: {"type": "swap", "with": reader.player(other)},
    r"counts (.+)": lambda reader, cards: {"type": "hand", "cards": reader.cards(cards)},
}


def read_all() -> list[Case]:
    cases: list[Case] = []
    for path in sorted(CASES.glob("*.txt")):
        cases += Reader(f"tests/cases/{path.name}").read(path.read_text(encoding="utf-8"))
    for case in cases:
        twins = [f"{twin.path}:{twin.line}" for twin in cases if twin.name == case.name]
        if len(twins) > 1:
            raise CaseError(f"{' and '.join(twins)}: two cases have the name {case.name!r}")
    return cases


# Playing a case


def faults(case: Case) -> list[str]:
    """Play a case up to the first step that goes otherwise than expected; say in words how."""
    game = Game()
    game.push(parse_event(case.game))
    for step in case.steps:
        found = faults_of(game, step)
        if found:
            return [f"{case.path}:{line}: {step.text}: {what}" for line, what in found]
    return []


def faults_of(game: Game, step: Step) -> list[tuple[int, str]]:
    before = (game.events, game.state, game.alerts)
    found: list[tuple[int, str]] = []
    try:
        raised = game.push(parse_event(step.event))
    except EventError as error:
        if step.refused is None:
            return [(step.line, f"refused: {error}")]
        if step.refused not in str(error):
            found.append((step.line, f'expected to be refused with "{step.refused}", seen "{error}"'))
        if (game.events, game.state, game.alerts) != before:
            found.append((step.line, "refused, but the game has changed"))
        raised = ()
    else:
        if step.refused is not None:
            return [(step.line, f'expected to be refused with "{step.refused}", seen accepted')]
    expected, seen = names(step.alerts, "no alerts"), names(map(words_of, raised), "no alerts")
    if Counter(step.alerts) != Counter(map(words_of, raised)):
        found.append((step.line, f"expected {expected}, seen {seen}"))
    for line, text in step.messages:
        if not any(text in alert.message for alert in raised):
            said = " ".join(f'"{alert.message}"' for alert in raised)
            found.append((line, f'expected a message that holds "{text}", seen {said or "none"}'))
    for fact in step.facts:
        seen = fact.seen(game)
        if not same(fact, seen):
            found.append((fact.line, f"{fact.what}: expected {fact.expected}, seen {seen}"))
    return found


def same(fact: Fact, seen: str) -> bool:
    """Whether what is seen is what is expected; who owes cards, say, may be told in any order."""
    if fact.what in UNORDERED:
        return Counter(fact.expected.split(", ")) == Counter(seen.split(", "))
    return fact.expected == seen


ALL = read_all()


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_case(case: Case) -> None:
    found = faults(case)
    if found:
        rule = f"rule ({case.headers['source']}): {case.headers['rule']}"
        pytest.fail("\n".join([*found, rule]), pytrace=False)


# What the table as a whole must hold


def rare(wanted: list[str], seen: Counter[str]) -> list[str]:
    return [f"{what}: {seen[what]}" for what in wanted if seen[what] < FEWEST_OF_EACH]


def test_there_are_enough_cases():
    assert len(ALL) >= FEWEST_CASES


def test_every_value_of_every_option_is_named_in_three_cases():
    # Of an option that is a number without a small limit, any values will do.
    seen: Counter[str] = Counter()
    for case in ALL:
        for key, value in case.options.items():
            seen[f"{key} = {value}"] += 1
            seen[key] += 1
    wanted = [
        words
        for key, allowed in OPTIONS.items()
        for words in ([key] if len(allowed) > 4 else [f"{key} = {value}" for value in allowed])
    ]
    wanted += [f"preset = {preset}" for preset in PRESETS] + [f"deck = {deck}" for deck in DECKS]
    assert rare(wanted, seen) == []


def test_every_alert_is_expected_in_three_cases():
    seen = Counter(
        code for case in ALL for code in {alert.split()[0] for step in case.steps for alert in step.alerts}
    )
    assert rare(list(CODES), seen) == []


def test_every_kind_of_event_happens_in_three_cases():
    seen = Counter(kind for case in ALL for kind in {step.event["type"] for step in case.steps})
    kinds = ["start", "play", "colour", "draw", "pass", "uno", "catch", "challenge", "reveal", "takeback"]
    assert rare([*kinds, "swap", "reshuffle", "hand", "end-round", "undo"], seen) == []


# The runner itself

WHOLE_CASE = """\
case: a number begins
rule: The dealer's left begins.
source: W, C
rules: japan, stacking = up
players: 4
dealer: Di
deal: 2

at 1.5 start blue 7
    turn Ann; hand Ann 2, Di 2
+2s Ann plays red 3
    alert illegal-play Ann; alert uno-due Ann
    message holds "must match"
    standing illegal-play Ann, uno-due Ann
"""


def read(text: str) -> list[Case]:
    return Reader("x.txt").read(text)


def faults_with(old: str, new: str) -> str:
    assert old in WHOLE_CASE
    return "\n".join(faults(read(WHOLE_CASE.replace(old, new))[0]))


def test_a_case_that_holds_has_no_faults():
    (case,) = read(WHOLE_CASE)
    assert faults(case) == []
    assert [step.event["t"] for step in case.steps] == [1.5, 3.5]
    assert case.game["rules"] == {"preset": "japan", "stacking": "up"}


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("turn Ann", "turn Ben", "x.txt:10: at 1.5 start blue 7: turn: expected Ben, seen Ann"),
        ("Di 2", "Di 3", "x.txt:10: at 1.5 start blue 7: hand of Di: expected 3, seen 2"),
        (
            "alert illegal-play Ann; ",
            "",
            "x.txt:11: +2s Ann plays red 3: expected uno-due Ann, seen illegal-play Ann, uno-due Ann",
        ),
        ("alert uno-due Ann", "alert uno-due Ben", "expected illegal-play Ann, uno-due Ben, seen"),
        ("must match", "must fit", 'x.txt:13: +2s Ann plays red 3: expected a message that holds "must fit"'),
        ("standing illegal-play Ann, uno-due Ann", "standing nothing", "expected nothing, seen illegal-play"),
        ("turn Ann", 'refused "no game"', "x.txt:9: at 1.5 start blue 7: expected to be refused"),
        ("+2s Ann plays", "+2s end round\n+2s Ann plays", "x.txt:11: +2s end round: refused: end-round"),
        ("turn Ann;", "may play red 3;", "x.txt:10: at 1.5 start blue 7: play red 3: expected may, seen may"),
    ],
)
def test_a_case_that_does_not_hold_says_where_and_what(old, new, fault):
    assert fault in faults_with(old, new)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("case: a number begins\n", "", "x.txt:1: a file begins with 'case: NAME'"),
        ("rule: The dealer's left begins.\n", "", "says no rule"),
        ("begins.\nsource", "begins\nsource", "x.txt:2: a rule is a sentence"),
        ("source: W, C\n", "", "says no source"),
        ("W, C", "W, Q", "x.txt:3: unknown source 'W, Q'"),
        ("stacking = up", "stacking = no", 'x.txt:4: rules: stacking = "no": allowed is'),
        ("stacking = up", "stack = up", "x.txt:4: rules: unknown option 'stack'"),
        ("players: 4", "players: 11", "x.txt:5: players: '11': allowed is 2 to 10"),
        ("dealer: Di", "dealer: Jon", "unknown player 'Jon'"),
        ("deal: 2", "deals: 2", "x.txt:7: unknown header 'deals'"),
        ("deal: 2", "deal: two", "'two' is no number"),
        ("deal: 2", "deal: 99", "allowed is 1 to"),
        ("start blue 7", "start blue 77", "x.txt:9: unknown card 'blue 77'"),
        ("Ann plays", "Jon plays", "x.txt:11: no event: '+2s Jon plays red 3'"),
        ("plays red 3", "eats red 3", "x.txt:11: no event: '+2s Ann eats red 3'"),
        ("turn Ann", "turns Ann", "x.txt:10: no expectation: 'turns Ann'"),
        ("turn Ann", "turn Jon", "x.txt:10: turn 'Jon' is not allowed"),
        ("hand Ann 2", "hand Ann two", "x.txt:10: hand: 'Ann two' is no player and number"),
        ("alert uno-due Ann", "alert uno-do Ann", "x.txt:12: unknown alert 'uno-do'"),
        ("alert uno-due Ann", "no alerts", "x.txt:12: an alert and no alerts"),
        ("    alert illegal-play Ann; alert uno-due Ann\n", "", "x.txt:12: a message follows an alert"),
        ("at 1.5 start", "+1s start", "x.txt:9: no time has been said before"),
        ("at 1.5 start blue 7\n", "", "follows no event"),
        ("+2s Ann", "source: W\n+2s Ann", "x.txt:11: source is said twice"),
        ("+2s Ann", "teams: Ann / Ben\n+2s Ann", "x.txt:11: teams comes before the first event"),
    ],
)
def test_a_malformed_case_is_an_error_that_says_where(old, new, fault):
    assert old in WHOLE_CASE
    with pytest.raises(CaseError) as caught:
        read(WHOLE_CASE.replace(old, new))
    assert fault in str(caught.value)


def test_an_order_counts_where_it_means_something():
    ranked = """\
case: a ranking
rule: Who goes out leaves the game.
source: W
rules: house
deal: 1
start blue 7
Ben plays blue 1
    ranking Ben
Cy plays blue 2
    alert round-over Ben; ranking Cy, Ben, Ann
"""
    assert faults(read(ranked)[0]) == [
        "x.txt:10: Cy plays blue 2: ranking: expected Cy, Ben, Ann, seen Ben, Cy, Ann"
    ]
    assert faults(read(ranked.replace("Cy, Ben, Ann", "Ben, Cy, Ann"))[0]) == []


def test_a_case_that_expects_nothing_is_malformed():
    with pytest.raises(CaseError, match="expects nothing"):
        read("case: x\nrule: Y.\nsource: W\nstart blue 7\n")
