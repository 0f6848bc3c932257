"""The cards, their names and their points (rules, section 1); the examples in docstrings."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import tracker
from tracker.cards import BACK, CARDS, LABELS, Card

MODULES = [f"tracker.{module.name}" for module in pkgutil.iter_modules(tracker.__path__)]


def test_there_are_57_faces_each_with_its_own_label():
    assert len(CARDS) == len(set(LABELS)) == 57


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_a_label_and_its_card_are_one(card):
    assert Card.parse(card.label) == card


@pytest.mark.parametrize(
    ("label", "points"),
    [
        ("red 0", 0),
        ("blue 9", 9),
        ("green skip", 20),
        ("yellow reverse", 20),
        ("red draw two", 20),
        ("wild", 50),
        ("wild draw four", 50),
        ("wild swap hands", 50),
        ("wild shuffle hands", 50),
        ("wild customizable", 50),
    ],
)
def test_what_a_card_counts(label, points):
    assert Card.parse(label).points == points


@pytest.mark.parametrize("label", [BACK, "red", "red 10", "Red 7", "red wild", "pink 3", "red  7", ""])
def test_no_other_label_is_a_card(label):
    with pytest.raises(ValueError, match=r"unknown card .*allowed is a colour"):
        Card.parse(label)


@pytest.mark.parametrize("module", MODULES)
def test_examples_in_docstrings(module):
    tested = doctest.testmod(importlib.import_module(module), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert tested.failed == 0


def test_docstrings_have_examples():
    finder = doctest.DocTestFinder(exclude_empty=True)
    assert sum(len(test.examples) for name in MODULES for test in finder.find(importlib.import_module(name)))
