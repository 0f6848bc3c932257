"""The rule book: what rules say, told in plain words. It follows from the options; all its texts are data."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tracker.rules import DEFAULT_PRESET, OPTIONS, Rules

_TEXTS = Path(__file__).parent / "texts"
_BOOK = "book"

LANGUAGES: tuple[str, ...] = tuple(sorted(path.stem for path in _TEXTS.glob("*.toml") if path.stem != _BOOK))
"""The languages that the rule book is written in."""


@dataclass(frozen=True)
class Sentence:
    """One rule in words.

    ``option`` is the option whose value says so; None where several do, or all rules agree. ``sources`` are
    the letters of the rule books that have the rule (:func:`source_text` names them). ``differs`` says
    that the default preset's rule book does not have this sentence.
    """

    text: str
    option: str | None = None
    sources: tuple[str, ...] = ()
    differs: bool = False


@dataclass(frozen=True)
class Paragraph:
    """The rules about one thing; ``name`` is the same in every language."""

    name: str
    title: str
    sentences: tuple[Sentence, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the paragraph as a JSON object, the rule books by their letters."""
        sentences = [
            {"text": said.text, "option": said.option, "sources": list(said.sources), "differs": said.differs}
            for said in self.sentences
        ]
        return {"paragraph": self.name, "title": self.title, "sentences": sentences}


def rule_book(rules: Rules, language: str = "en") -> tuple[Paragraph, ...]:
    """Return the rule book of these rules, in one of :data:`LANGUAGES`.

    >>> book = rule_book(Rules.load({"stacking": "any"}))
    >>> [paragraph.title for paragraph in book][:3]
    ['The cards', 'Dealing', 'The starting card']
    >>> [said.text for paragraph in book for said in paragraph.sentences if said.differs][-1]
    'Instead of drawing, play any draw card on any draw card; the next player draws the sum.'
    """
    usual = {text for _, text, _, _ in _told(Rules.load(DEFAULT_PRESET), language)}
    book: dict[str, list[Sentence]] = {}
    for paragraph, text, option, sources in _told(rules, language):
        sentence = Sentence(text, option, sources, text not in usual)
        book.setdefault(paragraph, []).append(sentence)
    titles = _read(language)["paragraphs"]
    return tuple(Paragraph(name, titles[name], tuple(said)) for name, said in book.items())


def option_text(option: str, language: str = "en") -> str:
    """Return in one sentence what an option of the rules is about.

    >>> option_text("uno_penalty")
    'How many cards are drawn for a missed call.'
    """
    return str(_read(language)["options"][option]["about"])


def value_text(option: str, value: Any, language: str = "en") -> str:
    """Return in one sentence what an option says with this value, one that is allowed.

    >>> value_text("uno_penalty", 4)
    'Being called out costs 4 cards from the draw pile.'
    """
    texts = _read(language)["options"][option]
    text = texts.get(_key(value)) or texts["other"]
    return str(text).format(value=value)


def preset_text(preset: str, language: str = "en") -> str:
    """Return in one sentence what a preset is like."""
    return str(_read(language)["presets"][preset])


def source_text(letter: str, language: str = "en") -> str:
    """Return the name of the rule book with this letter: W, C, H or E.

    >>> source_text("E")
    "the publisher's English leaflet"
    """
    return str(_read(language)["sources"][letter])


def source_letters(language: str = "en") -> tuple[str, ...]:
    """Return the letters of the rule books.

    >>> source_letters()
    ('W', 'C', 'H', 'E')
    """
    return tuple(_read(language)["sources"])


def label(name: str, language: str = "en") -> str:
    """Return one of the words that stand around the rules, with places to be filled in."""
    return str(_read(language)["labels"][name])


def _told(rules: Rules, language: str) -> list[tuple[str, str, str | None, tuple[str, ...]]]:
    """What is said of these rules: each sentence with its paragraph, option and sources."""
    options = {option: getattr(rules, option) for option in OPTIONS} | {"deck": rules.deck.name}
    facts = {**options, "texts": len(rules.texts)}
    quoted, between = label("quoted", language), label("between", language)
    texts = between.join(quoted.replace("{text}", text) for text in rules.texts)
    told = []
    for paragraph in _read(_BOOK)["paragraph"]:
        for entry in paragraph["sentence"]:
            if not _holds(entry.get("when", {}), facts):
                continue
            if "unless" in entry and _holds(entry["unless"], facts):
                continue
            option = entry.get("option")
            source = entry.get("source", "")
            if option:
                text = value_text(option, options[option], language)
                source = source.get(_key(options[option]), "") if isinstance(source, dict) else source
            else:
                text = _read(language)["sentences"][entry["text"]].replace("{texts}", texts)
            told.append((paragraph["name"], text, option, tuple(source)))
    return told


def _holds(condition: Mapping[str, Any], facts: Mapping[str, Any]) -> bool:
    return all(
        facts[fact] in (values if isinstance(values, list) else [values])
        for fact, values in condition.items()
    )


def _key(value: Any) -> str:
    """The name that a value has in the texts."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@cache
def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((_TEXTS / f"{name}.toml").read_text(encoding="utf-8"))
