"""Keeps the program's memory level over a long evening."""

from __future__ import annotations

import ctypes
import sys

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8
"""From glibc's malloc.h; see mallopt(3)."""


def keep_memory_level() -> bool:
    """Let glibc give freed pictures back to the system; return whether it does so (Linux with glibc only).

    By itself glibc raises the size from which a block is mapped on its own to that of the largest block ever
    freed, up to 32 MB. Frames of several threads then lie in its heaps between small blocks that stay, and
    memory grows by a third in an evening. To be called before the first thread is started.
    """
    if not sys.platform.startswith("linux"):
        return False
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError):  # another C library
        return False
    settings = ((_M_MMAP_THRESHOLD, 256 << 10), (_M_TRIM_THRESHOLD, 128 << 10), (_M_ARENA_MAX, 4))
    return sum(mallopt(name, value) for name, value in settings) == len(settings)
