"""A new user, with the README alone: one click to the first play, and two to correct a card."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

MOST_CLICKS, LONGEST = 6, 60.0


def test_first_play_is_told_soon_and_a_misread_card_corrected(tmp_path: Path) -> None:
    walk = [sys.executable, "-m", "tests.walk", "--only", "first", "--pictures", str(tmp_path)]
    done = subprocess.run(walk, capture_output=True, text=True, timeout=170, check=False)
    told = re.search(r"first play is told: (\d+) clicks, ([\d.]+) s", done.stdout)
    assert told, done.stderr
    assert int(told[1]) <= MOST_CLICKS
    assert float(told[2]) < LONGEST
    assert "a misread card is corrected: 2 clicks" in done.stdout
    assert (tmp_path / "corrected.png").is_file()
