"""Waiting while the window works, for what measures it."""

from __future__ import annotations

from PySide6.QtCore import QEventLoop, QTimer


def pause(milliseconds: int) -> None:
    """Let Qt do its work for so long; other threads run too, while QTest.qWait keeps Python's lock."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()
