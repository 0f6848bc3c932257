"""A report to send with a question: the last pictures as a film, the events, versions and settings."""

from __future__ import annotations

import json
import platform
import shutil
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import cv2
from platformdirs import user_documents_path

from tracker.journal import to_lines
from ui.recorder import EVERY, Shot
from ui.referee import Step
from ui.version import version_of
from ui.words import translate
from vision.capture import capture_file

PACKAGES = ("unoref", "numpy", "opencv-python", "onnxruntime", "PySide6-Essentials")
"""Whose versions a report names."""


def report_folder(now: datetime | None = None) -> Path:
    """Return a folder of its own for a report made now, which is not there yet."""
    stamp = (now or datetime.now()).strftime("%Y-%m-%d-%H%M%S")
    return user_documents_path() / f"unoref-report-{stamp}"


def save_report(steps: Sequence[Step], shots: Sequence[Shot], settings: Mapping[str, Any]) -> str:
    """Write a report into a folder of the user's; return in one line where, or why it cannot be written."""
    try:
        folder = write_report(report_folder(), steps, shots, settings)
    except OSError as error:
        return translate("worker", "The report cannot be written: {error}").format(error=error)
    return translate("worker", "Report saved in {folder}").format(folder=folder)


def write_report(
    folder: Path, steps: Sequence[Step], shots: Sequence[Shot], settings: Mapping[str, Any]
) -> Path:
    """Write a report into a folder, and return the folder. Nothing leaves the computer.

    ``game.jsonl`` can be given to ``unoref judge``, ``last.mp4`` to ``unoref watch``. Raises OSError where it
    cannot be written.
    """
    new = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "game.jsonl").write_text(to_lines(step.event for step in steps), encoding="utf-8")
        about = {**{name: version_of(name) for name in PACKAGES}, "system": platform.platform(), **settings}
        (folder / "about.json").write_text(
            json.dumps(about, ensure_ascii=False, indent=2) + "\n", encoding="utf-8"
        )
        if shots:
            _write_film(folder / "last.mp4", shots)
    except OSError:
        if new:  # half a report helps nobody
            shutil.rmtree(folder, ignore_errors=True)
        raise
    return folder


def _write_film(path: Path, shots: Sequence[Shot]) -> None:
    first = shots[0].pixels()
    height, width = first.shape[:2]
    seconds = shots[-1].t - shots[0].t
    rate = (len(shots) - 1) / seconds if seconds > 0 else 1 / EVERY
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"mp4v"), rate, (width, height))
    if not writer.isOpened():
        raise OSError(f"{path}: cannot be written")
    written = 0
    try:
        for shot in shots:
            pixels = shot.pixels()
            if pixels.shape[:2] == (height, width):
                writer.write(pixels)
                written += 1
    finally:
        writer.release()
    film = capture_file(path)  # the writer does not tell that a disk was full
    kept = film.get(cv2.CAP_PROP_FRAME_COUNT)
    film.release()
    if kept != written:
        raise OSError(f"{path}: cannot be written; is the disk full?")
