"""The rule book, and what rules can be chosen, as lines for people and as JSON objects."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any

from tracker.book import (
    Sentence,
    label,
    option_text,
    preset_text,
    rule_book,
    source_letters,
    source_text,
    value_text,
)
from tracker.rules import DEFAULT_PRESET, OPTIONS, PRESETS, Rules

WIDTH = 96
"""How many columns of a terminal a line takes at most."""

_NOT_FIRST = "、。，．・：；？！）」』】ーぁぃぅぇぉっゃゅょァィゥェォッャュョ"
"""What does not begin a line in Japanese."""


def rules_lines(name: str, rules: Rules, language: str) -> Iterator[str]:
    """Yield the rule book of ``rules``, called ``name``, line by line.

    A sentence that the default preset does not have is marked with ``*``. The letters of its rule books
    follow it, and the last line says what they stand for.
    """
    yield label("title", language).format(rules=name)
    book = rule_book(rules, language)
    told = [sentence for paragraph in book for sentence in paragraph.sentences]
    for paragraph in book:
        yield ""
        yield paragraph.title
        for sentence in paragraph.sentences:
            sources = f" [{', '.join(sentence.sources)}]" if sentence.sources else ""
            yield from _indented(sentence.text + sources, "* " if sentence.differs else "  ")
    yield ""
    if any(sentence.differs for sentence in told):
        yield label("differs", language).format(preset=DEFAULT_PRESET)
    books = [
        label("source", language).format(letter=letter, book=book)
        for letter, book in _sources(told, language).items()
    ]
    sources = label("between", language).join(books)
    yield from _wrapped(label("sources", language).format(sources=sources), WIDTH)


def rules_json(name: str, rules: Rules, language: str) -> Iterator[dict[str, Any]]:
    """Yield the rules' options as one object, and then each paragraph of their rule book as one.

    The last object says what the letters of the rule books stand for.
    """
    options = {option: value_of(rules, option) for option in OPTIONS}
    yield {"rules": name, "preset": rules.preset, "language": language, "options": options}
    book = rule_book(rules, language)
    for paragraph in book:
        yield paragraph.to_json()
    told = [sentence for paragraph in book for sentence in paragraph.sentences]
    yield {"sources": _sources(told, language)}


def choices_lines(language: str) -> Iterator[str]:
    """Yield the presets and the options that there are, line by line."""
    default, usual = Rules.load(DEFAULT_PRESET), label("default", language)
    yield label("presets", language)
    for preset in PRESETS:
        yield f"  {preset}{f' ({usual})' if preset == DEFAULT_PRESET else ''}"
        yield from _indented(preset_text(preset, language), "      ")
    yield ""
    yield label("options", language)
    for option in OPTIONS:
        choice = f"{option} = {_allowed(option, language)}; {usual} {_written(value_of(default, option))}"
        yield from _indented(choice, "  ", "      ")
        yield from _indented(option_text(option, language), "      ")


def choices_json(language: str) -> Iterator[dict[str, Any]]:
    """Yield the presets and the options that there are, one object each."""
    default = Rules.load(DEFAULT_PRESET)
    for preset in PRESETS:
        text = preset_text(preset, language)
        yield {"preset": preset, "default": preset == DEFAULT_PRESET, "text": text}
    for option, values in OPTIONS.items():
        choice: dict[str, Any] = {"option": option, "default": value_of(default, option)}
        if isinstance(values, range):
            choice |= {"least": values[0], "most": values[-1]}
        else:
            choice["allowed"] = [
                {"value": value, "text": value_text(option, value, language)} for value in values
            ]
        yield {**choice, "text": option_text(option, language)}


def value_of(rules: Rules, option: str) -> Any:
    """Return the value of an option as a rules file has it."""
    if option == "deck":
        return rules.deck.name
    if option == "customizable" and rules.texts:
        return list(rules.texts)
    return getattr(rules, option)


def _sources(told: Iterable[Sentence], language: str) -> dict[str, str]:
    """The rule books that these sentences come from, by letter."""
    used = {letter for sentence in told for letter in sentence.sources}
    return {letter: source_text(letter, language) for letter in source_letters(language) if letter in used}


def _allowed(option: str, language: str) -> str:
    values = OPTIONS[option]
    if isinstance(values, range):
        name = "number_or_texts" if option == "customizable" else "number"
        return label(name, language).format(least=values[0], most=values[-1])
    return ", ".join(map(_written, values))


def _written(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def _indented(text: str, first: str, rest: str | None = None) -> Iterator[str]:
    rest = " " * len(first) if rest is None else rest
    for number, line in enumerate(_wrapped(text, WIDTH - len(rest))):
        yield (rest if number else first) + line


def _wrapped(text: str, width: int) -> Iterator[str]:
    """Break a text into lines of so many columns: at spaces, and between wide characters anywhere."""
    line, columns, gap = "", 0, 0  # the gap is where the line can be broken
    for place, character in enumerate(text):
        wide = _columns(character) == 2
        if wide and character not in _NOT_FIRST and text[place - 1 : place] not in ("「", "（"):
            gap = len(line)
        line += character
        columns += _columns(character)
        if columns > width and gap:
            yield line[:gap].rstrip()
            line = line[gap:].lstrip()
            columns, gap = sum(map(_columns, line)), 0
        if character == " ":
            gap = len(line)
    if line.strip():
        yield line.rstrip()


def _columns(character: str) -> int:
    return 2 if unicodedata.east_asian_width(character) in "FW" else 1
