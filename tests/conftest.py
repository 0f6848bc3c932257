"""What all tests share: no screen, no camera chatter, and Qt with its own plugins."""

from __future__ import annotations

import os

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
