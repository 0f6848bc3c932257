"""The script ``./run`` on machines where something is missing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

RUN = Path(__file__).resolve().parent.parent / "run"

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux may lack a screen or Qt's libraries"
)


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A folder of commands found first: not root, an apt-get that must not run, two libraries missing."""
    commands = {
        "id": "echo 1000",
        "apt-get": "echo apt-get ran; exit 9",
        "python3": "cat >/dev/null; echo libxkbcommon0 libxcb-cursor0",
    }
    for name, script in commands.items():
        command = tmp_path / name
        command.write_text(f"#!/bin/sh\n{script}\n")
        command.chmod(0o755)
    return tmp_path


def run(*arguments: str, first: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    environment |= {"PATH": f"{first}:{environment['PATH']}", **variables}
    return subprocess.run([RUN, *arguments], env=environment, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("arguments", [["demo"], [], ["--source", "0"]])
def test_a_window_without_a_screen_is_one_line(machine: Path, arguments: list[str]) -> None:
    result = run(*arguments, first=machine)
    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr == (
        "No screen here to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set.\n"
    )


def test_missing_libraries_are_one_line_to_copy(machine: Path) -> None:
    result = run("demo", first=machine, DISPLAY=":7")
    assert result.returncode == 1
    assert result.stdout == ""
    assert [line.strip() for line in result.stderr.splitlines()] == [
        "Something is missing. Please run this line, then try again:",
        "sudo apt-get install -y libxkbcommon0 libxcb-cursor0",
    ]


def test_library_check_names_only_what_this_purpose_needs(machine: Path) -> None:
    (machine / "python3").write_text('#!/bin/sh\ncat >/dev/null; shift 2; echo "$@"\n')
    asked = {
        purpose: run(*arguments, first=machine, **variables).stderr.split("install -y ")[-1].split()
        for purpose, arguments, variables in (
            ("detect", ["detect", "a.jpg"], {}),
            ("test", ["test"], {}),
            ("x11", ["demo"], {"DISPLAY": ":7", "WAYLAND_DISPLAY": "wayland-0"}),
            ("wayland", ["demo"], {"WAYLAND_DISPLAY": "wayland-0"}),
        )
    }
    assert asked == {
        "detect": ["pictures"],
        "test": ["pictures", "qt"],
        "x11": ["pictures", "qt", "x11"],
        "wayland": ["pictures", "qt", "wayland"],
    }
