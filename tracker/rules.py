"""The options of the rules, the presets that choose them, and the decks; all data is TOML."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from tracker.cards import ACTIONS, COLOURS, NUMBERS, WILDS, Card
from tracker.tally import limit

_HERE = Path(__file__).parent
_NAMED_IN_DECKS = {"each_colour": NUMBERS + ACTIONS, "wilds": WILDS}

DECKS: tuple[str, ...] = tuple(sorted(path.stem for path in (_HERE / "decks").glob("*.toml")))
"""The names of the decks that come with the program."""

PRESETS: tuple[str, ...] = tuple(sorted(path.stem for path in (_HERE / "presets").glob("*.toml")))
"""The names of the presets that come with the program."""

DEFAULT_PRESET = "international"
"""The preset that is played where none is named."""

LONGEST_TEXT = 200
"""How many characters a customizable wild may say at most."""

_CUSTOMIZABLE = Card("", "wild customizable")
_LONGEST_VALUE = 60  # of a refused value, in characters: the message is one line


class RulesError(ValueError):
    """Rules that cannot be used; the message is one line that names where, what, and what is allowed."""


@dataclass(frozen=True)
class Deck:
    """A deck: how often it holds each face, and what each face counts.

    >>> Deck.load("classic-108").total
    108
    >>> Deck.load("classic-108").count(Card.parse("red 0"))
    1
    """

    name: str
    counts: Mapping[Card, int]
    values: Mapping[Card, int]

    @classmethod
    def load(cls, name: str, customizable: int = 3) -> Deck:
        """Return the deck with this name (one of :data:`DECKS`), with at most so many customizable wilds.

        Raises RulesError for any other name.
        """
        if name not in DECKS:
            raise RulesError(f"unknown deck {name!r}: allowed is {_either(DECKS)}")
        return _load_deck(name, customizable)

    @cached_property
    def total(self) -> int:
        """How many cards the deck has."""
        return sum(self.counts.values())

    @cached_property
    def limit(self) -> int:
        """The counts as a limit of tallies (:func:`tracker.tally.limit`)."""
        return limit(self.counts)

    def count(self, card: Card) -> int:
        """Return how often the deck holds this face; 0 if it does not."""
        return self.counts.get(card, 0)

    def points(self, card: Card) -> int:
        """Return what the card counts in a hand at the end of a round."""
        return self.values.get(card, card.points)


@cache
def _load_deck(name: str, customizable: int) -> Deck:
    data = tomllib.loads((_HERE / "decks" / f"{name}.toml").read_text(encoding="utf-8"))
    counts: dict[Card, int] = {}
    values: dict[Card, int] = {}
    for part, symbols in _NAMED_IN_DECKS.items():
        for symbol, entry in data[part].items():
            if symbol not in symbols:
                raise RulesError(f"{name}.toml: unknown face {symbol!r}: allowed is {_either(symbols)}")
            for colour in COLOURS if part == "each_colour" else ("",):
                card = Card(colour, symbol)
                counts[card] = entry["count"]
                values[card] = entry["points"]
    if _CUSTOMIZABLE in counts:
        counts[_CUSTOMIZABLE] = min(counts[_CUSTOMIZABLE], customizable)
    return Deck(name, {card: count for card, count in counts.items() if count}, values)


def _one_of(*allowed: str) -> Any:
    return field(metadata={"allowed": allowed})


def _number(lowest: int, highest: int) -> Any:
    return field(metadata={"allowed": range(lowest, highest + 1)})


def _switch() -> Any:
    return field(metadata={"allowed": (True, False)})


@dataclass(frozen=True)
class Rules:
    """A value for every option of the rules.

    Made by :meth:`load`; a preset gives every option a value, so that none has a default here.

    >>> Rules.load("international").target
    500
    >>> Rules.load({"preset": "japan", "stacking": "up"}).stacking
    'up'
    """

    preset: str
    """The preset that these rules are or start from."""

    deck: Deck = field(metadata={"allowed": DECKS})
    """The cards; in a rules file, the deck's name."""
    customizable: int = _number(0, 3)
    """How many of the deck's customizable wilds are used; in a rules file, also a list of what they say."""
    next_dealer: str = _one_of("winner", "left")
    """Who deals the next round: the winner of the last one, or the player to the dealer's left."""
    start_reverse: str = _one_of("dealer", "right")
    """Who begins when a reverse is the starting card: the dealer, or the player to the dealer's right."""
    start_wild: str = _one_of("name", "any", "putback")
    """A wild as the starting card: the first player names its colour, plays any card, or it goes back."""
    start_numbers_only: bool = _switch()
    """Whether a starting card that is no number goes back."""

    play_drawn_draws: bool = _switch()
    """Whether a draw two or wild draw four may be played in the turn it was drawn."""
    draw_until_playable: bool = _switch()
    """Whether a player who draws keeps drawing until a card can be played."""
    wd4_condition: str = _one_of("no-colour", "nothing-else", "free")
    """When a wild draw four may be played: without a card of the colour, without any other, or always."""
    challenge: str = _one_of("takeback", "stays", "off")
    """What becomes of a wild draw four found out by a challenge; or no challenges."""

    uno_penalty: int = _number(0, 10)
    """Cards drawn for a missed call."""
    uno_enforcement: str = _one_of("players", "referee")
    """Who calls out a missed call: the other players only, or the referee when the window closes."""

    last_draw: str = _one_of("counts", "ends")
    """Whether the next player still draws when the last card played is a draw card."""
    scoring: str = _one_of("winner-takes-all", "zero-sum", "ranking")
    """How a round is scored."""
    target: int = _number(0, 1_000_000)
    """The score that ends the game; 0 for none."""
    rounds: int = _number(0, 1_000)
    """The number of rounds that ends the game; 0 for no limit."""

    stacking: str = _one_of("off", "up", "same", "any")
    """Which draw cards may be passed on by playing another."""
    multi: str = _one_of("off", "same-face", "same-number", "pairs")
    """Which cards may be played several at once."""
    multi_skip: str = _one_of("each", "double")
    """Whether several skips at once pass over one player each, or two."""
    runs_of_three: bool = _switch()
    """Whether three consecutive numbers may be played at once."""
    runs_colour: str = _one_of("same", "any")
    """Whether such a run must be of one colour."""
    jump_in: bool = _switch()
    """Whether the identical card may be played out of turn."""
    seven_zero: bool = _switch()
    """Whether a 7 swaps hands and a 0 passes all hands on."""
    no_symbol_finish: bool = _switch()
    """Whether the last card must be a number."""
    read_aloud: bool = _switch()
    """Whether players announce the card in English; nothing is enforced."""

    texts: tuple[str, ...] = ()
    """What the customizable wilds say, one text a card; empty where only their number is given."""

    @classmethod
    def load(cls, rules: str | Path | Mapping[str, Any] = DEFAULT_PRESET) -> Rules:
        """Return the rules of a preset (by name), of a TOML file (by path), or of a mapping like such a file.

        A file or mapping may name a ``preset`` to start from (else :data:`DEFAULT_PRESET`) and change any
        option. Raises RulesError, in one line, for an unknown preset, a file that cannot be read, an unknown
        option, or a value that is not allowed.

        >>> ours = Rules.load({"customizable": ["Everybody swaps seats", "Sing, or draw three"]})
        >>> ours.customizable, ours.deck.total
        (2, 111)
        """
        if isinstance(rules, Mapping):
            try:
                return _from_options(tuple(rules.items()), tuple(map(type, rules.values())))
            except TypeError:  # a value that cannot be hashed: a list of texts, or nothing that is allowed
                return cls._from(rules, "rules")
        if rules in PRESETS:
            return _from_options((("preset", rules),))
        path = Path(rules)
        if path.suffix != ".toml" or "\0" in str(path):
            raise RulesError(
                f"unknown rules {str(rules)!r}: allowed is {_either(PRESETS)}, or a file ending in .toml"
            )
        return cls._from(_read_toml(path), _one_line(path))

    @classmethod
    def _from(cls, chosen: Mapping[str, Any], where: str) -> Rules:
        preset = chosen.get("preset", DEFAULT_PRESET)
        if preset not in PRESETS:
            raise RulesError(f"{where}: preset = {_toml(preset)}: allowed is {_either(PRESETS)}")
        texts = chosen.get("customizable")
        if isinstance(texts, list):
            _check_texts(texts, where)
            chosen = {**chosen, "customizable": len(texts)}
        values = {**_preset(preset), **chosen, "preset": preset}
        for key, value in values.items():
            if key != "preset":
                _check(key, value, where)
        deck = Deck.load(values["deck"], values["customizable"])
        if isinstance(texts, list):
            values["texts"] = tuple(texts)
        if chosen.get("customizable", 0) > deck.count(_CUSTOMIZABLE):
            raise RulesError(
                f"{where}: customizable = {_toml(texts)}: allowed is 0, as the deck {deck.name} "
                "has no wild customizable"
            )
        return cls(**{**values, "deck": deck})


@lru_cache(maxsize=100)
def _from_options(options: tuple[tuple[str, Any], ...], kinds: tuple[type, ...] = ()) -> Rules:
    """Return the rules with these options, once made; ``kinds`` tell True from the equal 1."""
    return Rules._from(dict(options), "rules")


OPTIONS: dict[str, Sequence[Any]] = {
    option.name: option.metadata["allowed"] for option in fields(Rules) if option.metadata
}
"""Every option by name, with the values that are allowed."""


def without_file(rules: str | Mapping[str, Any]) -> str | Mapping[str, Any]:
    """Return the same rules, those of a file as its options: a game outlasts the file.

    Raises RulesError where the file cannot be read.
    """
    return rules if not isinstance(rules, str) or rules in PRESETS else _read_toml(Path(rules))


@cache
def _preset(name: str) -> dict[str, Any]:
    return _read_toml(_HERE / "presets" / f"{name}.toml")


def _read_toml(path: Path) -> dict[str, Any]:
    where = _one_line(path)
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise RulesError(f"{where}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise RulesError(f"{where}: is not a text file in UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"{where}: is not valid TOML: {_one_line(error)}") from error
    except ValueError as error:
        raise RulesError(f"{where}: is not valid TOML: a number has thousands of digits") from error
    except RecursionError as error:
        raise RulesError(f"{where}: is not valid TOML: it is nested too deeply") from error


def _check(key: str, value: Any, where: str) -> None:
    if key not in OPTIONS:
        raise RulesError(
            f"{where}: unknown option {_short(repr(key))}: allowed is preset, {_either(tuple(OPTIONS))}"
        )
    allowed = OPTIONS[key]
    # A TOML true is no number, though Python's True equals 1.
    if type(value) is not type(allowed[0]) or value not in allowed:
        raise RulesError(f"{where}: {key} = {_toml(value)}: allowed is {allowed_in_words(key)}")


def _check_texts(texts: list[Any], where: str) -> None:
    if len(texts) not in OPTIONS["customizable"]:
        allowed = allowed_in_words("customizable")
        raise RulesError(f"{where}: customizable = {_toml(texts)}: allowed is {allowed}")
    for text in texts:
        if (
            not isinstance(text, str)
            or not text.strip()
            or not text.isprintable()
            or len(text) > LONGEST_TEXT
        ):
            raise RulesError(
                f"{where}: customizable holds {_toml(text)}: allowed is a text of one line, "
                f"1 to {LONGEST_TEXT} characters"
            )


def allowed_in_words(option: str) -> str:
    """Return which values an option may have, as they are written in a rules file.

    >>> allowed_in_words("next_dealer"), allowed_in_words("uno_penalty")
    ('"winner" or "left"', 'a whole number from 0 to 10')
    """
    values = OPTIONS[option]
    if not isinstance(values, range):
        return _either(tuple(_toml(value) for value in values))
    number = f"a whole number from {values[0]} to {values[-1]}"
    return f"{number}, or a list of 0 to {values[-1]} texts" if option == "customizable" else number


def _toml(value: Any) -> str:
    """Return a value as a rules file writes it, shortened where it is long."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return _short(json.dumps(value, ensure_ascii=not value.isprintable()))
    try:
        return _short(_one_line(value))
    except (ValueError, RecursionError):  # thousands of digits, thousands of levels
        return "a value too large to show"


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]}..."


def _one_line(text: object) -> str:
    return " ".join(str(text).split())


def _either(words: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))
