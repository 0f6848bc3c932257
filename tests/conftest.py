"""What all tests share: no screen, no camera chatter, and Qt with its own plugins."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["OPENCV_LOG_LEVEL"] = "SILENT"
os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"] = "200000000"

import pytest


@pytest.fixture(scope="session")
def qapp_cls() -> type:
    from PySide6.QtWidgets import QApplication

    from ui.app import own_plugins

    own_plugins()
    return QApplication


@pytest.fixture(autouse=True)
def _garbage_in_the_main_thread(request: pytest.FixtureRequest) -> Iterator[None]:
    """No thread of a test may delete what Qt needs in the main thread: see ui/garbage.py."""
    if "qtbot" in request.fixturenames:
        gc.disable()
    elif not gc.isenabled():
        gc.collect()
        gc.enable()
    yield
    if not gc.isenabled():
        gc.collect(0)
