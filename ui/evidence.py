"""Evidence on disk: of each event that was seen, the piece of the picture where it happened."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path

LIMIT = 200_000_000
"""Bytes that all pictures together may take; those of the oldest games go first."""


class Evidence:
    """Pictures as JPEG in a folder, one folder a game in it, one file an event.

    ``limit`` is how many bytes they may take together. Pictures are worth less than the game: where one
    cannot be written or read, there is none, and nothing is raised.
    """

    def __init__(self, folder: Path, limit: int = LIMIT) -> None:
        self.folder, self.limit = folder, limit
        self._size: int | None = None

    def keep(self, game: int, key: int, jpeg: bytes) -> None:
        """Keep the picture of an event of a game."""
        path = self._path(game, key)
        new = path.with_suffix(".part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            new.write_bytes(jpeg)
            os.replace(new, path)
        except OSError:
            with contextlib.suppress(OSError):  # a disk that is full keeps a piece of it
                new.unlink(missing_ok=True)
            return
        if self._size is None:
            self._size = sum(size for _, size in self._files())
        else:
            self._size += len(jpeg)
        if self._size > self.limit:
            self._make_room()

    def read(self, game: int, key: int) -> bytes | None:
        """Return the picture of an event of a game, None where there is none."""
        try:
            return self._path(game, key).read_bytes()
        except OSError:
            return None

    def forget(self, game: int | None = None) -> None:
        """Remove the pictures of a game, or all of them. Raises OSError where they cannot be."""
        with contextlib.suppress(FileNotFoundError):
            shutil.rmtree(self.folder if game is None else self.folder / str(game))
        self._size = None

    def _path(self, game: int, key: int) -> Path:
        return self.folder / str(game) / f"{key}.jpg"

    def _files(self) -> list[tuple[Path, int]]:
        """Return all files with their sizes, those of the oldest games first: by number, not by any clock."""
        found = []
        for path in self.folder.glob("*/*"):
            if path.parent.name.isdecimal() and path.stem.isdecimal():
                try:
                    found.append((path, path.stat().st_size))
                except OSError:
                    continue
        return sorted(found, key=lambda file: (int(file[0].parent.name), int(file[0].stem)))

    def _make_room(self) -> None:
        """Remove the oldest pictures, down to nine tenths of the limit: not with each picture anew."""
        files = self._files()
        size = sum(length for _, length in files)
        for path, length in files:
            if size <= 0.9 * self.limit:
                break
            path.unlink(missing_ok=True)
            size -= length
        self._size = size
