"""Keeps the program's memory level over a long evening."""

from __future__ import annotations

import ctypes
import sys
import threading
import time

GIVE_BACK = 20.0
"""Seconds between givings back of what is free."""

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8
"""From glibc's malloc.h; see mallopt(3)."""

_THREAD = "memory"


def keep_memory_level() -> bool:
    """Let glibc give freed memory back to the system; return whether it does so (Linux with glibc only).

    By itself glibc raises the size from which a block is mapped on its own to that of the largest block ever
    freed, up to 32 MB, and frees its heaps at their ends only. Frames and JPEGs of several threads lie there
    between small blocks that stay, and memory grows by half in an hour. So frames get mappings of their own,
    and a thread gives back what is free between blocks. To be called before other threads are started.
    """
    if not sys.platform.startswith("linux"):
        return False
    try:
        library = ctypes.CDLL(None)  # its functions are called without Python's lock
        mallopt, trim = library.mallopt, library.malloc_trim
    except (AttributeError, OSError):  # another C library
        return False
    settings = ((_M_MMAP_THRESHOLD, 256 << 10), (_M_TRIM_THRESHOLD, 128 << 10), (_M_ARENA_MAX, 4))
    done = sum(mallopt(name, value) for name, value in settings) == len(settings)
    if all(thread.name != _THREAD for thread in threading.enumerate()):
        threading.Thread(target=_give_back, args=(trim,), name=_THREAD, daemon=True).start()
    return done


def _give_back(trim: ctypes._NamedFuncPointer) -> None:
    trim.argtypes = [ctypes.c_size_t]
    while True:
        time.sleep(GIVE_BACK)
        trim(0)
