"""The program's memory over a long evening; the hour itself is measured by ``python -m ui.soak``."""

from __future__ import annotations

import subprocess
import sys
import threading
import weakref

import pytest

from ui.threads import WorkThread, retire

FREED = """
import sys
import time
from pathlib import Path

import numpy as np

import ui.memory

def memory():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6

ui.memory.GIVE_BACK = 0.05
assert ui.memory.keep_memory_level()
np.ones(20_000_000, np.uint8)  # one large block: glibc would keep everything up to its size from now on
before = memory()
frames = [np.ones(921_600, np.uint8) for _ in range(100)]
kept = [bytearray(900) for _ in range(100)]
last = np.ones(921_600, np.uint8)  # lies above all others
del frames
print(memory() - before)

small = [np.ones(200_000, np.uint8) for _ in range(800)]  # as JPEGs of frames are
before = memory()
del small[:-1]  # the last one stays above all others
wanted = before - 100
end = time.monotonic() + 30
while memory() > wanted and time.monotonic() < end:
    time.sleep(0.05)
print(memory() - before)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="glibc's memory")
def test_memory_of_frames_that_are_gone_goes_back_to_the_system() -> None:
    code = [sys.executable, "-c", FREED]
    done = subprocess.run(code, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    frames, jpegs = map(float, done.stdout.split())
    assert frames < 15, "92 MB of frames were freed"
    assert jpegs < -100, "160 MB of JPEGs were freed, beneath one that is kept"


def test_a_worker_that_was_asked_to_stop_is_let_go_once_it_has_ended(qtbot) -> None:
    busy = threading.Event()
    worker = WorkThread("busy", busy.wait)
    worker.start()
    known = weakref.ref(worker)
    retire(worker)
    del worker
    assert known() is not None, "its thread still needs it"
    busy.set()
    qtbot.waitUntil(lambda: known() is None)
