"""A real small disk, a tmpfs of its own, to be filled, emptied and made read-only.

It is mounted in a mount namespace, which ends with its processes: nothing is left mounted, and no root is
needed where the system lets users have namespaces.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

NAMESPACES = (["unshare", "--mount"], ["unshare", "--mount", "--map-root-user"])
"""Commands that run another one in a mount namespace: the first for root, the second for everybody."""


def own_mounts(folder: Path) -> list[str] | None:
    """Return what to put before a command that mounts; None where mounting is not allowed."""
    if shutil.which("unshare") is None:
        return None
    for command in NAMESPACES:
        if _ran(*command, *_mount(folder)):
            return command
    return None


def _ran(*command: str) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _mount(folder: Path, options: str = "size=1m") -> list[str]:
    return ["mount", "-t", "tmpfs", "-o", options, "none", str(folder)]


class Disk:
    """A disk of ``size`` bytes on a folder; only for a process that has its own mounts."""

    def __init__(self, folder: Path, size: int = 1_000_000) -> None:
        self.folder = folder
        self._filler = folder / "filler"
        subprocess.run(_mount(folder, f"size={size}"), check=True)

    def fill(self, spare: int = 0) -> None:
        """Fill it to the last byte, or so that about ``spare`` bytes are left."""
        with self._filler.open("ab", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                pass
            file.truncate(max(0, file.tell() - spare))

    def free(self) -> None:
        """Remove what fills it."""
        self._filler.unlink()

    def make_read_only(self, read_only: bool = True) -> None:
        """Let nothing be written any more, or again."""
        mode = "ro" if read_only else "rw"
        subprocess.run(["mount", "-o", f"remount,{mode}", str(self.folder)], check=True)

    def unmount(self) -> None:
        """Take it away."""
        subprocess.run(["umount", "--lazy", str(self.folder)], check=True)
