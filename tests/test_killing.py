"""Whatever kills the program: nothing that was shown is lost, nothing is doubled, every journal opens."""

from __future__ import annotations

import os
import subprocess
import sys

TIMES = 40


def test_killed_program_loses_nothing_that_was_shown() -> None:
    command = [sys.executable, "-m", "tests.killing", "--times", str(TIMES), "--seed", "7"]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, env=environment, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith(f"{TIMES} kills, ")
