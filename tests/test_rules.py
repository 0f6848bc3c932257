"""Options, presets and decks as data (rules, sections 1 to 6)."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import tracker.rules
from tracker.cards import Card
from tracker.rules import DECKS, DEFAULT_PRESET, OPTIONS, PRESETS, Deck, Rules, RulesError

DATA = Path(tracker.rules.__file__).parent


def test_the_decks_and_presets_are_those_of_the_rules():
    assert set(DECKS) == {"classic-108", "2016-112", "2017-112", "minimalista-112"}
    assert set(PRESETS) == {"international", "japan", "japan-classic", "hands", "arcade", "house"}


@pytest.mark.parametrize("name", DECKS)
def test_a_deck_holds_as_many_cards_as_its_name_says(name):
    assert Deck.load(name).total == int(name.rpartition("-")[2])


@pytest.mark.parametrize(
    ("deck", "label", "count"),
    [
        ("classic-108", "red 0", 1),
        ("classic-108", "red 1", 2),
        ("classic-108", "blue draw two", 2),
        ("classic-108", "wild", 4),
        ("classic-108", "wild draw four", 4),
        ("classic-108", "wild customizable", 0),
        ("2016-112", "wild swap hands", 1),
        ("2016-112", "wild customizable", 3),
        ("2016-112", "wild shuffle hands", 0),
        ("2017-112", "wild shuffle hands", 1),
        ("2017-112", "wild customizable", 3),
        ("2017-112", "wild swap hands", 0),
        ("minimalista-112", "wild", 8),
        ("minimalista-112", "wild shuffle hands", 0),
    ],
)
def test_how_often_a_deck_holds_a_face(deck, label, count):
    assert Deck.load(deck).count(Card.parse(label)) == count


@pytest.mark.parametrize("name", DECKS)
def test_a_deck_counts_the_points_of_the_rules(name):
    deck = Deck.load(name)
    assert all(deck.points(card) == card.points for card in deck.counts)


def test_how_many_customizable_cards_are_used_is_a_choice():
    deck = Rules.load({"customizable": 1}).deck
    assert deck.count(Card.parse("wild customizable")) == 1
    assert deck.total == 110
    assert Rules.load({"customizable": 0}).deck.total == 109


def test_customizable_cards_are_refused_where_the_deck_has_none():
    with pytest.raises(RulesError, match="customizable = 2: allowed is 0, as the deck classic-108 has no"):
        Rules.load({"deck": "classic-108", "customizable": 2})
    assert Rules.load({"deck": "classic-108"}).deck.total == 108  # what the preset says is no wish


@pytest.mark.parametrize("texts", [[], ["Sing"], ["Sing", "Sing"], ["歌う", "Swap seats", "Draw 3"]])
def test_customizable_cards_are_as_many_as_their_texts(tmp_path, texts):
    file = tmp_path / "ours.toml"
    file.write_text(f"customizable = {texts}\n", encoding="utf-8")
    rules = Rules.load(file)
    assert rules.texts == tuple(texts)
    assert rules.customizable == rules.deck.count(Card.parse("wild customizable")) == len(texts)
    assert rules == Rules.load({"customizable": texts})


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_gives_every_option_a_value(name):
    written = tomllib.loads((DATA / "presets" / f"{name}.toml").read_text(encoding="utf-8"))
    assert set(written) == set(OPTIONS)
    assert Rules.load(name).preset == name


PRESET_TABLE = {
    # preset: deck, wd4_condition, challenge, play_drawn_draws, start_reverse, scoring, target, rounds
    "international": ("2017-112", "no-colour", "stays", True, "dealer", "winner-takes-all", 500, 0),
    "japan": ("2017-112", "nothing-else", "takeback", True, "dealer", "zero-sum", 0, 5),
    "japan-classic": ("classic-108", "no-colour", "takeback", True, "dealer", "zero-sum", 0, 5),
    "hands": ("2017-112", "nothing-else", "takeback", False, "right", "zero-sum", 500, 0),
    "arcade": ("classic-108", "no-colour", "stays", True, "dealer", "winner-takes-all", 500, 0),
    "house": ("classic-108", "free", "off", True, "dealer", "ranking", 0, 0),
}


@pytest.mark.parametrize("name", PRESETS)
def test_the_presets_choose_what_the_rules_say(name):
    rules = Rules.load(name)
    assert PRESET_TABLE[name] == (
        rules.deck.name,
        rules.wd4_condition,
        rules.challenge,
        rules.play_drawn_draws,
        rules.start_reverse,
        rules.scoring,
        rules.target,
        rules.rounds,
    )


def test_what_else_the_presets_choose():
    assert Rules.load("japan-classic").start_wild == "any"
    arcade, house = Rules.load("arcade"), Rules.load("house")
    assert (arcade.stacking, arcade.jump_in, arcade.seven_zero) == ("same", True, True)
    assert (house.stacking, house.multi, house.no_symbol_finish) == ("up", "same-face", True)


def test_house_rules_are_off_in_the_default_preset():
    rules = Rules.load()
    assert rules.preset == "international"
    assert (rules.stacking, rules.multi) == ("off", "off")
    switches = {option for option, allowed in OPTIONS.items() if tuple(allowed) == (True, False)}
    assert not any(getattr(rules, option) for option in switches - {"play_drawn_draws"})


@pytest.mark.parametrize(
    ("option", "value"),
    [
        (option, value)
        for option, allowed in OPTIONS.items()
        for value in ([allowed[0], allowed[-1]] if isinstance(allowed, range) else allowed)
    ],
)
def test_every_allowed_value_of_every_option_loads(option, value):
    rules = Rules.load({option: value})
    assert (rules.deck.name if option == "deck" else getattr(rules, option)) == value


def test_a_file_starts_from_a_preset_and_changes_options(tmp_path):
    file = tmp_path / "ours.toml"
    file.write_text('preset = "japan"\nstacking = "up"\nrounds = 3\n')
    rules = Rules.load(file)
    assert (rules.preset, rules.scoring, rules.stacking, rules.rounds) == ("japan", "zero-sum", "up", 3)
    assert Rules.load(str(file)) == rules


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("japanese", r"unknown rules 'japanese': allowed is arcade, .* or a file ending in .toml"),
        ("nowhere/x.toml", r"nowhere/x.toml: cannot be read: No such file"),
        ({"stackin": "up"}, r"rules: unknown option 'stackin': allowed is preset, deck, "),
        ({"stacking": "on"}, r'rules: stacking = "on": allowed is "off", "up", "same" or "any"'),
        ({"jump_in": "yes"}, r'rules: jump_in = "yes": allowed is true or false'),
        ({"jump_in": 1}, r"rules: jump_in = 1: allowed is true or false"),
        ({"target": -1}, r"rules: target = -1: allowed is a whole number from 0 to "),
        ({"rounds": True}, r"rules: rounds = true: allowed is a whole number"),
        ({"deck": "tarot"}, r'rules: deck = "tarot": allowed is "2016-112", '),
        ({"deck": ["tarot"]}, r"rules: deck = \['tarot'\]: allowed is "),
        ({"preset": "mars"}, r'rules: preset = "mars": allowed is arcade, '),
        ({"preset": ["japan"]}, r"rules: preset = \['japan'\]: allowed is arcade, "),
        ({"preset": "ours.toml"}, r'rules: preset = "ours.toml": allowed is arcade, '),
        ({"target": -5}, r"rules: target = -5: allowed is a whole number from 0 to 1000000"),
        ({"target": 500.0}, r"rules: target = 500.0: allowed is a whole number from 0 to 1000000"),
        ({"rounds": "five"}, r'rules: rounds = "five": allowed is a whole number from 0 to 1000'),
        ({"uno_penalty": None}, r"rules: uno_penalty = None: allowed is a whole number from 0 to 10"),
        (
            {"customizable": 4},
            r"customizable = 4: allowed is a whole number from 0 to 3, or a list of 0 to 3",
        ),
        (
            {"customizable": "Sing"},
            r'customizable = "Sing": allowed is a whole number from 0 to 3, or a list',
        ),
        ({"customizable": ["a"] * 4}, r"customizable = \['a', 'a', 'a', 'a'\]: allowed is a whole number "),
        (
            {"customizable": ["Sing", 7]},
            r"customizable holds 7: allowed is a text of one line, 1 to 200 char",
        ),
        ({"customizable": [" "]}, r'customizable holds " ": allowed is a text of one line'),
        ({"customizable": ["a\nb"]}, r'customizable holds "a\\nb": allowed is a text of one line'),
        ({"customizable": ["x" * 201]}, r'customizable holds "x+\.\.\.: allowed is a text of one line'),
        (
            {"customizable": ["Sing"], "deck": "classic-108"},
            r"allowed is 0, as the deck classic-108 has no wild",
        ),
        ({"texts": ["Sing"]}, r"rules: unknown option 'texts': allowed is preset, "),
        ({"x" * 10_000: 1}, r"rules: unknown option 'x+\.\.\.: allowed is preset, "),
        ("a\0.toml", r"unknown rules 'a\\x00.toml': allowed is arcade"),
        ("", r"unknown rules '': allowed is arcade"),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_line(rules, message):
    with pytest.raises(RulesError, match=message) as caught:
        Rules.load(rules)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"stacking = up", "is not valid TOML"),
        (b"\xff\xfe", "is not a text file in UTF-8"),
        (b'stacking = "on"', 'stacking = "on": allowed is "off"'),
        (b"[jump_in]\non = true", "jump_in = .*: allowed is true or false"),
        (b"jump_in = true\njump_in = false", "is not valid TOML: Cannot overwrite a value"),
        (b'preset = "mars"', 'preset = "mars": allowed is arcade, '),
        (b'[rules]\npreset = "japan"', "unknown option 'rules': allowed is preset, "),
        (b"rounds = 1e3", "rounds = 1000.0: allowed is a whole number from 0 to 1000"),
        (b"rounds = 2026-12-02", "rounds = 2026-12-02: allowed is a whole number"),
        (b"target = " + b"9" * 4000, "target = 9+[.]{3}: allowed is a whole number"),
        (b"target = " + b"9" * 5000, "is not valid TOML: "),
        (b"target = 0x" + b"f" * 5000, "target = a value too large to show: allowed is a whole number"),
        (b"target = " + b"[" * 100_000, "is not valid TOML: "),
        (b'"stack\\ning" = "up"', r"unknown option 'stack\\ning': allowed is "),
        ('customizable = ["Sing"]\nstacking = "上"'.encode(), 'stacking = "上": allowed is "off", "up"'),
        (b"\0", "is not valid TOML: "),
    ],
)
def test_a_bad_file_is_named_in_one_line(tmp_path, text, message):
    file = tmp_path / "bad.toml"
    file.write_bytes(text)
    with pytest.raises(RulesError, match=f"bad.toml: {message}") as caught:
        Rules.load(file)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < len(str(file)) + 500


def test_a_folder_is_no_rules_file(tmp_path):
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    with pytest.raises(RulesError, match=r"folder.toml: cannot be read: Is a directory"):
        Rules.load(folder)


@pytest.mark.parametrize("text", [b"", b"# Nothing is changed.\n", b"\xef\xbb\xbf"])
def test_a_file_that_changes_nothing_is_the_default_preset(tmp_path, text):
    file = tmp_path / "ours.toml"
    file.write_bytes(text)
    assert Rules.load(file) == Rules.load(DEFAULT_PRESET)


def test_a_long_file_is_read_like_any_other(tmp_path):
    file = tmp_path / "ours.toml"
    file.write_text("# A comment.\n" * 100_000 + "rounds = 3\n")
    assert Rules.load(file).rounds == 3
