"""A disk that is full or read-only: the game goes on, says so, and is saved once it can be."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.disk import own_mounts

TESTS = Path(__file__).with_name("on_a_small_disk.py")


def test_games_on_a_real_disk_that_is_full_or_read_only(tmp_path: Path) -> None:
    with_mounts = own_mounts(tmp_path)
    if with_mounts is None:
        pytest.skip("this system does not let a disk be mounted")
    command = [*with_mounts, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(TESTS)]
    command += ["--basetemp", str(tmp_path / "in")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
