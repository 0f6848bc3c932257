"""The house's one direction (ARCHITECTURE.md), checked on the imports of every source file."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parent.parent
ROOMS = ("datasets", "hearing", "models", "tracker", "ui", "vision")
QT = {"PySide6", "shiboken6"}
TRAINING = {"torch", "torchvision", "ultralytics"}


@dataclass(frozen=True)
class Import:
    """One module named by an import: its full dotted name, where, and whether importing the file runs it."""

    module: str
    where: str
    at_once: bool

    @property
    def top(self) -> str:
        return self.module.partition(".")[0]

    def __str__(self) -> str:
        return f"{self.where} imports {self.module}"


def imports(source: str, path: str) -> Iterator[Import]:
    """Yield what a source file (``path`` relative to the house) imports, inside functions as well.

    ``from a import b`` counts as ``a.b`` where that is a module of ours, and as ``a`` otherwise.
    """

    def walk(node: ast.AST, at_once: bool) -> Iterator[Import]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import | ast.ImportFrom):
                for module in modules(child, path):
                    yield Import(module, f"{path}:{child.lineno}", at_once)
            lazy = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            yield from walk(child, at_once and not lazy)

    return walk(ast.parse(source, path), True)


def modules(node: ast.Import | ast.ImportFrom, path: str) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    base = list(Path(path).parent.parts)
    base = base[: len(base) + 1 - node.level] if node.level else []
    base += node.module.split(".") if node.module else []
    names = [[*base, alias.name] for alias in node.names]
    return sorted({".".join(name if is_module(name) else base) for name in names})


def is_module(parts: list[str]) -> bool:
    place = HOUSE.joinpath(*parts)
    return parts[0] in ROOMS and (place.with_suffix(".py").is_file() or (place / "__init__.py").is_file())


def imports_of(*rooms: str) -> list[Import]:
    files = [file for room in rooms for file in sorted((HOUSE / room).rglob("*.py"))]
    assert files
    return [
        found
        for file in files
        for found in imports(file.read_text(encoding="utf-8"), file.relative_to(HOUSE).as_posix())
    ]


def listed(found: list[Import]) -> str:
    return "\n".join(map(str, found))


def test_tracker_imports_only_the_standard_library() -> None:
    allowed = sys.stdlib_module_names | {"tracker"}
    assert not listed([i for i in imports_of("tracker") if i.top not in allowed])


def test_vision_knows_only_the_cards_of_the_tracker() -> None:
    ours = [i for i in imports_of("vision") if i.top in ROOMS and i.top != "vision"]
    assert not listed([i for i in ours if i.module != "tracker.cards" and i.top != "models"])


def test_hearing_knows_only_how_models_are_run() -> None:
    ours = [i for i in imports_of("hearing") if i.top in ROOMS and i.top != "hearing"]
    assert not listed([i for i in ours if i.module != "vision.model"])


def test_datasets_know_only_the_tracker_the_eyes_and_the_ears() -> None:
    allowed = {"datasets", "hearing", "models", "tracker", "vision"}
    assert not listed([i for i in imports_of("datasets") if i.top in ROOMS and i.top not in allowed])


def test_models_import_nothing_of_ours() -> None:
    assert not listed([i for i in imports_of("models") if i.top in ROOMS and i.top != "models"])


def test_only_the_window_knows_qt() -> None:
    assert not listed([i for i in imports_of(*(r for r in ROOMS if r != "ui")) if i.top in QT])


def test_only_training_knows_torch_and_only_once_it_starts() -> None:
    found = [i for i in imports_of(*ROOMS) if i.top in TRAINING]
    files = tuple(f"datasets/{name}.py:" for name in ("train", "corner_net", "ear_net", "ear_train"))
    assert not listed([i for i in found if i.at_once or not i.where.startswith(files)])


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import numpy.linalg", [("numpy.linalg", True)]),
        ("from tracker.cards import Card, BACK", [("tracker.cards", True)]),
        ("from tracker import cards", [("tracker.cards", True)]),
        ("from tracker import nothing_there", [("tracker", True)]),
        ("from .seen import CardSeen", [("vision.seen", True)]),
        ("from . import seen", [("vision.seen", True)]),
        ("from ..tracker import cards", [("tracker.cards", True)]),
        ("def train():\n    import torch", [("torch", False)]),
        ("if True:\n    import torch", [("torch", True)]),
        ("class A:\n    import torch\n    def f(self):\n        import os", [("torch", True), ("os", False)]),
    ],
)
def test_the_check_sees_each_form_of_import(source: str, expected: list[tuple[str, bool]]) -> None:
    assert [(i.module, i.at_once) for i in imports(source, "vision/example.py")] == expected
