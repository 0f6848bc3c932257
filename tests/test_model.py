"""Running the models: what they leave behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

READ = """
import numpy as np
from vision.reader import Reader

reader = Reader()
for shade in range(5):
    reader.read(np.full((540, 960, 3), 40 * shade, np.uint8))
"""


def test_reading_keeps_nothing_of_its_own_and_tells_nobody(tmp_path: Path) -> None:
    """Onnxruntime would keep a device identifier in the home folder, and events to be sent beside it."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "ORT_"))}
    environment = {**kept, "HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", READ], env=environment, check=True, timeout=100)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
