"""The rule book in plain words: complete in every language, and told from the options (rules, section 6)."""

from __future__ import annotations

import json
import os
import re
import string
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import tracker.book
from tracker import matching
from tracker.book import (
    LANGUAGES,
    option_text,
    preset_text,
    rule_book,
    source_letters,
    source_text,
    value_text,
)
from tracker.rules import DECKS, OPTIONS, PRESETS, Rules
from ui.cli import BAD_USAGE, OK, build_parser, main
from ui.rulebook import WIDTH, _columns, _wrapped

ROOT = Path(__file__).parent.parent
FOLDER = Path(tracker.book.__file__).parent / "texts"
TEXTS = {language: tomllib.loads((FOLDER / f"{language}.toml").read_text("utf-8")) for language in LANGUAGES}
BOOK = tomllib.loads((FOLDER / "book.toml").read_text("utf-8"))["paragraph"]
ENTRIES = [entry for paragraph in BOOK for entry in paragraph["sentence"]]


def told(rules, language="en"):
    """Every sentence of a rule book, by paragraph."""
    return {
        paragraph.name: [sentence.text for sentence in paragraph.sentences]
        for paragraph in rule_book(Rules.load(rules), language)
    }


def all_told(rules, language="en"):
    return [text for texts in told(rules, language).values() for text in texts]


def marked(rules, language="en"):
    return [
        sentence.text
        for paragraph in rule_book(Rules.load(rules), language)
        for sentence in paragraph.sentences
        if sentence.differs
    ]


def key(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


# The texts: all that are needed, and no others


def test_the_rule_book_is_written_in_english_and_japanese():
    assert LANGUAGES == ("en", "ja")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_of_every_option_has_a_text_and_no_text_is_left_over(language):
    texts = TEXTS[language]["options"]
    assert list(texts) == list(OPTIONS)
    for option, allowed in OPTIONS.items():
        values = set(texts[option]) - {"about"}
        assert texts[option]["about"]
        if not isinstance(allowed, range) or option == "customizable":
            assert values == {key(value) for value in allowed}
        else:
            assert values == {"0", "1", "other"}
            assert "{value}" in texts[option]["other"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_preset_paragraph_and_sentence_has_a_text_and_no_text_is_left_over(language):
    texts = TEXTS[language]
    assert set(texts["presets"]) == set(PRESETS)
    assert list(texts["paragraphs"]) == [paragraph["name"] for paragraph in BOOK]
    sentences = dict.fromkeys(entry["text"] for entry in ENTRIES if "text" in entry)
    assert list(texts["sentences"]) == list(sentences)
    assert set(texts) == set(TEXTS["en"])
    assert set(texts["labels"]) == set(TEXTS["en"]["labels"])


def places(text):
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


def leaves(table, path=""):
    for name, value in table.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{path}{name}.")
        else:
            yield f"{path}{name}", value


def test_both_languages_leave_the_same_places_to_be_filled_in():
    english, japanese = (dict(leaves(TEXTS[language])) for language in ("en", "ja"))
    for name, text in english.items():
        assert set(places(text)) == set(places(japanese[name])), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_a_rule_is_made_of_whole_sentences(language):
    end = "." if language == "en" else "。"
    for name, text in leaves(TEXTS[language]):
        if name.startswith(("options.", "sentences.", "presets.")):
            assert text.rstrip('"').endswith(end), name
            assert text == " ".join(text.split()), name


def test_the_japanese_texts_are_japanese():
    for name, text in leaves(TEXTS["ja"]):
        if name not in ("labels.quoted", "labels.between", "labels.source"):
            assert re.search("[ぁ-んァ-ン一-龥]", text), name


def test_the_rule_books_have_the_names_that_the_game_gives_them():
    named = {"W": matching.ARTICLE, "C": matching.OLD_PAGE, "H": matching.MAGAZINE, "E": matching.LEAFLET}
    assert {letter: source_text(letter) for letter in source_letters()} == named
    assert source_letters("ja") == source_letters("en")


def test_what_the_rule_book_asks_for_are_options_values_and_letters_that_there_are():
    for entry in ENTRIES:
        assert set(entry) <= {"text", "option", "when", "unless", "source"}
        assert ("text" in entry) != ("option" in entry)
        for part in ("when", "unless"):
            for fact, values in entry.get(part, {}).items():
                allowed = range(4) if fact == "texts" else OPTIONS[fact]
                for value in values if isinstance(values, list) else [values]:
                    assert value in allowed
                    assert type(value) is type(allowed[0])
        source = entry.get("source", "")
        if isinstance(source, dict):
            values = OPTIONS[entry["option"]]
            if isinstance(values, range):
                assert all(int(name) in values for name in source)
            else:
                assert set(source) <= set(map(key, values))
            source = "".join(source.values())
        assert set(source) <= set(source_letters())


def test_every_option_is_told_somewhere():
    assert {entry["option"] for entry in ENTRIES if "option" in entry} == set(OPTIONS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("option", OPTIONS)
def test_each_value_of_an_option_says_something_of_its_own(option, language):
    allowed = OPTIONS[option]
    values = [*allowed[:3], allowed[-1]] if isinstance(allowed, range) else allowed
    texts = {value_text(option, value, language) for value in values}
    assert len(texts) == len(set(values))
    assert not any("{" in text for text in texts)
    assert option_text(option, language) not in texts


# Which options show in the rule book

# The other options without which an option says nothing.
NEEDS = {
    "customizable": {"deck": "2017-112"},
    "multi_skip": {"multi": "same-face"},
    "runs_colour": {"runs_of_three": True},
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("option", OPTIONS)
def test_every_value_of_every_option_makes_a_rule_book_of_its_own(option, language):
    allowed = OPTIONS[option]
    values = [0, 1, 2, allowed[-1]] if isinstance(allowed, range) else allowed
    books = {tuple(all_told({**NEEDS.get(option, {}), option: value}, language)) for value in values}
    assert len(books) == len(set(values))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
def test_a_rule_book_has_every_paragraph_and_tells_nothing_twice(preset, language):
    book = told(preset, language)
    assert list(book) == [paragraph["name"] for paragraph in BOOK]
    texts = all_told(preset, language)
    assert len(set(texts)) == len(texts)
    assert not any("{" in text for text in texts)


def test_the_default_preset_differs_from_itself_in_nothing():
    assert marked("international") == []
    assert marked({}, "ja") == []


def test_what_differs_from_the_default_preset_is_marked():
    assert marked({"jump_in": True, "uno_penalty": 4}) == [
        "Being called out costs 4 cards from the draw pile.",
        value_text("jump_in", True),
    ]
    assert marked({"rounds": 1}, "ja") == [
        "ゲームは1ラウンドで終わります。",
        "そのときに合計点がいちばん高い人の勝ちです。",
    ]


def test_a_preset_is_told_by_its_options_alone():
    options = {name: getattr(Rules.load("arcade"), name) for name in OPTIONS} | {"deck": "classic-108"}
    assert all_told({"preset": "house", **options}) == all_told("arcade")


def test_one_card_is_a_card_and_one_round_a_round():
    texts = all_told({"uno_penalty": 1, "rounds": 1, "target": 1})
    assert "Being called out costs 1 card from the draw pile." in texts
    assert "The game is over after 1 round." in texts
    assert "The first with a score of 1 point wins the game." in texts


def test_the_starting_card_of_numbers_only_needs_no_words_on_other_cards():
    start = told({"start_numbers_only": True})["start"]
    assert len(start) == 2
    assert not any("skip" in text.lower() for text in start)


def test_where_nothing_is_challenged_no_challenge_is_explained():
    texts = told({"challenge": "off"})["wild-draw-four"]
    assert [text for text in texts if "challenge" in text] == ["A wild draw four cannot be challenged."]
    stacked = told({"stacking": "up"})["wild-draw-four"]
    assert [text for text in stacked if "challenge" in text] == [
        "As draw cards are passed on, there is no challenge."
    ]


def test_a_ranking_counts_no_points():
    texts = told({"scoring": "ranking"})
    assert not any("points" in text and "no points" not in text for text in texts["scoring"])
    assert "The game goes on for as long as you like." in texts["scoring"]


def test_no_house_rule_is_said_to_be_so():
    assert told("international")["house-rules"] == ["No other house rules are played."]
    assert told({"read_aloud": True})["house-rules"] == [
        'Say aloud in English what you play, as in "Yellow five!".'
    ]


@pytest.mark.parametrize("deck", DECKS)
def test_a_deck_tells_of_its_own_wilds_only(deck):
    wilds = " ".join(told({"deck": deck})["wilds"])
    cards = Rules.load({"deck": deck}).deck.counts
    for symbol in ("wild swap hands", "wild shuffle hands", "wild customizable"):
        assert (symbol in wilds) == any(card.symbol == symbol for card in cards)


def test_the_rule_book_tells_what_customizable_wilds_say():
    one = told({"customizable": ["Everybody swaps seats"]})
    assert one["wilds"][-1].endswith('read out what it says: "Everybody swaps seats".')
    assert "One of the wild customizables is used, and the other two stay in the box." in one["deck"]
    two = told({"customizable": ["Sing {texts}", "Draw {three}"]}, "ja")
    assert two["wilds"][-1].endswith("ルールは次のどれかです：「Sing {texts}」、「Draw {three}」。")
    none = told({"customizable": 0})
    assert not any("customizable" in text for text in none["wilds"])


# The command


def run(capsys, *arguments):
    code = main(["rules", *arguments])
    captured = capsys.readouterr()
    return code, captured.out.splitlines(), captured.err.splitlines()


def test_the_command_offers_the_languages_that_there_are():
    parser = build_parser()
    assert [parser.parse_args(["rules", "--lang", language]).lang for language in LANGUAGES] == list(
        LANGUAGES
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_name_the_presets_and_options_are_listed(capsys, language):
    code, out, errors = run(capsys, "--lang", language)
    assert (code, errors) == (OK, [])
    text = "".join(line.strip() for line in out)
    for preset in PRESETS:
        assert preset_text(preset, language).replace(" ", "") in text.replace(" ", "")
    for option in OPTIONS:
        assert any(line.startswith(f"  {option} = ") for line in out)
        assert option_text(option, language).replace(" ", "") in text.replace(" ", "")
    assert any(re.fullmatch(r'  stacking = "off", "up", "same", "any"; \S+ "off"', line) for line in out)


def test_the_list_as_json_has_an_object_for_each_preset_and_option(capsys):
    _, out, _ = run(capsys, "--json")
    lines = [json.loads(line) for line in out]
    assert [line["preset"] for line in lines if "preset" in line] == list(PRESETS)
    assert [line["preset"] for line in lines if line["default"] is True and "preset" in line] == [
        "international"
    ]
    options = {line["option"]: line for line in lines if "option" in line}
    assert list(options) == list(OPTIONS)
    assert (options["target"]["least"], options["target"]["default"]) == (0, 500)
    assert [choice["value"] for choice in options["jump_in"]["allowed"]] == [True, False]


def test_the_rules_of_a_preset_are_told_for_people(capsys):
    code, out, _ = run(capsys, "japan")
    assert code == OK
    assert out[0] == "The rules: japan"
    assert "Dealing" in out
    assert "* The game is over after 5 rounds. [W]" in out
    assert "  Two to ten can play; four to six is best." in out
    assert "* differs from the preset international." in out
    assert out[-2].startswith("Rule books: W is the Japanese encyclopaedia article; C is the older")


def test_the_rules_of_the_default_preset_have_no_marks(capsys):
    _, out, _ = run(capsys, "international")
    assert not any(line.startswith("*") for line in out)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
def test_no_line_is_wider_than_a_terminal(capsys, preset, language):
    _, out, _ = run(capsys, preset, "--lang", language)
    assert all(sum(map(_columns, line)) <= WIDTH for line in out)
    words = "".join(line.lstrip("* ") for line in out).replace(" ", "")
    for text in all_told(preset, language):
        assert text.replace(" ", "") in words


def test_the_rules_of_a_file_are_told_in_japanese(capsys, tmp_path):
    file = tmp_path / "ours.toml"
    file.write_text('preset = "japan"\nstacking = "up"\ncustomizable = ["席を替わる"]\n', encoding="utf-8")
    code, out, _ = run(capsys, str(file), "--lang", "ja")
    assert code == OK
    text = "".join(line.strip() for line in out)
    assert out[0] == f"ルール：{file}"
    assert "「席を替わる」" in text
    assert "重ねて出せます" in text


def test_the_rules_as_json_are_an_object_a_paragraph(capsys):
    code, out, _ = run(capsys, "hands", "--json")
    first, *paragraphs, last = [json.loads(line) for line in out]
    assert code == OK
    assert (first["rules"], first["options"]["start_reverse"]) == ("hands", "right")
    assert set(first["options"]) == set(OPTIONS)
    assert [line["paragraph"] for line in paragraphs] == [paragraph["name"] for paragraph in BOOK]
    start = next(line for line in paragraphs if line["paragraph"] == "start")
    (reverse,) = [said for said in start["sentences"] if said["option"] == "start_reverse"]
    assert reverse == {
        "text": value_text("start_reverse", "right"),
        "option": "start_reverse",
        "sources": ["H"],
        "differs": True,
    }
    assert last == {"sources": {letter: source_text(letter) for letter in "WCHE"}}


def test_the_options_in_json_can_be_used_as_rules_again(capsys):
    _, (first, *_), _ = run(capsys, "arcade", "--json")
    assert Rules.load({"preset": "arcade", **json.loads(first)["options"]}) == Rules.load("arcade")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["mars"], "unknown rules 'mars': allowed is arcade, hands, "),
        (["nowhere.toml"], "nowhere.toml: cannot be read: No such file"),
        (["japan", "--lang", "fr"], "invalid choice: 'fr' (choose from "),
        (["japan", "hands"], "unrecognized arguments: hands"),
    ],
)
def test_what_cannot_be_told_is_refused_in_one_line(capsys, arguments, message):
    code, out, errors = run(capsys, *arguments)
    assert (code, out) == (BAD_USAGE, [])
    assert len(errors) == 1
    assert message in errors[0]


def test_japanese_is_written_as_utf_8_whatever_the_terminal_says():
    done = subprocess.run(
        [sys.executable, "-m", "ui.cli", "rules", "japan", "--lang", "ja"],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=True,
    )
    assert done.stdout.decode("utf-8").startswith("ルール：japan\n")


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", []),
        ("one two three", ["one two", "three"]),
        ("a-word-without-a-gap", ["a-word-without-a-gap"]),
        ("カードを引きます。", ["カードを", "引きま", "す。"]),
        ("123枚「ウノ」", ["123枚", "「ウノ」"]),
    ],
)
def test_lines_break_at_spaces_and_between_wide_characters(text, lines):
    assert list(_wrapped(text, 8)) == lines
