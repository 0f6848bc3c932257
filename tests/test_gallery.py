"""The gallery: every view is rendered from the real window, and nothing runs in the background for it."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from ui import cli, theme
from ui.gallery import render, table_picture, views


@pytest.fixture(scope="module")
def picture():
    return table_picture()


@pytest.mark.parametrize("shown", views(), ids=lambda shown: shown.name)
def test_view_is_rendered(qapp, tmp_path: Path, picture, shown) -> None:
    before = threading.active_count()
    path = tmp_path / "view.png"
    render(shown, (1280, 720), picture, path)
    image = QImage(str(path))
    assert image.width() >= 200
    assert image.height() >= 200
    colours = {image.pixel(x, y) for x in range(0, image.width(), 7) for y in range(0, image.height(), 7)}
    assert len(colours) > 20
    assert threading.active_count() == before


def test_themes_have_the_same_colours() -> None:
    dark, light = theme.THEMES["dark"], theme.THEMES["light"]
    assert dark.keys() == light.keys()


def test_unknown_view_is_refused_with_the_known_ones(capsys) -> None:
    assert cli.main(["gallery", "/tmp", "nothing"]) == 2
    assert "unknown view 'nothing'; allowed is ready, play" in capsys.readouterr().err
