"""Reading pictures from files, and shrinking them."""

from __future__ import annotations

import stat
from pathlib import Path

import cv2
import numpy as np

LARGEST = 200_000_000
"""Bytes of the largest file that is taken for a picture."""


TORN = "is cut off or damaged"


class ImageError(Exception):
    """A picture that cannot be used; the message is one line that names the file."""


def load_image(path: str | Path) -> np.ndarray:
    """Return a picture as BGR uint8 array (height, width, 3), turned as its EXIF data says.

    Raises ImageError where the file is missing, empty or no picture.
    """
    path = Path(path)
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise ImageError(f"{path}: is a folder, not a picture")
        if not stat.S_ISREG(status.st_mode):  # a pipe or device might never end
            raise ImageError(f"{path}: not a file")
        if status.st_size > LARGEST:
            size = f"{status.st_size / 1e6:.0f} MB"
            raise ImageError(
                f"{path}: {size} are too large for a picture; {LARGEST / 1e6:.0f} MB are allowed"
            )
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except FileNotFoundError:
        raise ImageError(f"{path}: no such file") from None
    except ValueError:  # a null byte
        raise ImageError(f"{str(path)!r}: not a file's name") from None
    except OSError as error:
        raise ImageError(f"{path}: cannot be read ({error.strerror})") from None
    if not data.size:
        raise ImageError(f"{path}: the file is empty")
    image, reason = (None, TORN) if _is_torn_png(data) else _decoded(data, cv2.IMREAD_COLOR)
    if image is None and not reason:  # one of numbers that are no whole ones is told from one that is damaged
        exact, _ = _decoded(data, cv2.IMREAD_COLOR | cv2.IMREAD_ANYDEPTH)
        if exact is not None:
            reason = f"has {exact.dtype} pixels; save it with 8 or 16 bits a colour"
    if image is None:
        reason = reason or "not a picture that can be read (JPEG, PNG, WebP, BMP and TIFF can)"
        raise ImageError(f"{path}: {reason}")
    return image


def _is_torn_png(data: np.ndarray) -> bool:
    """Whether a file's bytes are a PNG with a piece that says to be longer than what is left of the file.

    The decoder would make up to two gigabytes ready for it, which takes seconds, and give up all the same.
    A piece is its length, its name, so many bytes and a check sum.
    """
    if data[:8].tobytes() != b"\x89PNG\r\n\x1a\n":
        return False
    at = 8
    while at + 8 <= data.size:
        length, name = int.from_bytes(data[at : at + 4].tobytes(), "big"), data[at + 4 : at + 8].tobytes()
        at += length + 12
        if at > data.size:
            return True
        if name == b"IEND":
            break
    return False


def _decoded(data: np.ndarray, flags: int) -> tuple[np.ndarray | None, str]:
    """Return the picture in a file's bytes, or None and why, where that is known."""
    try:
        return cv2.imdecode(data, flags), ""
    except cv2.error as error:
        if "MAX_IMAGE" in str(error):
            return None, "has too many pixels; 200 million are allowed"
    except MemoryError:
        return None, "has too many pixels for this computer's memory"
    return None, ""


def is_grey(image: np.ndarray) -> bool:
    """Whether a BGR picture (height, width, 3) has no colours, as a black and white photograph."""
    small = shrunk(image, max(1, min(image.shape[1], 320)), max(1, min(image.shape[0], 320)))
    spread = strongest(small).astype(np.int16) - small.min(axis=2)
    return float(np.percentile(spread, 99.5)) < 12


def shrunk(image: np.ndarray, width: int, height: int) -> np.ndarray:
    """Return a picture averaged down (or drawn up) to a width and height; same type and colours.

    Halving first is several times as quick as one step and gives nearly the same.
    """
    while image.shape[1] >= 2 * width and image.shape[0] >= 2 * height:
        image = cv2.resize(image, (image.shape[1] // 2, image.shape[0] // 2), interpolation=cv2.INTER_AREA)
    if image.shape[:2] == (height, width):
        return image
    smaller = image.shape[0] > height or image.shape[1] > width
    return cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA if smaller else cv2.INTER_LINEAR)


def strongest(colours: np.ndarray) -> np.ndarray:
    """Return the largest of the colours of each pixel: (height, width, 3) to (height, width)."""
    b, g, r = cv2.split(colours)
    return cv2.max(cv2.max(b, g), r)


class Halves:
    """A BGR picture, and copies half as large, a quarter and so on, made when they are needed."""

    def __init__(self, image: np.ndarray) -> None:
        self._copies = [image]

    def at(self, scale: float) -> tuple[np.ndarray, float]:
        """Return the copy in which ``scale`` pixels of the picture are nearest to one, and its share."""
        level = round(np.log2(max(scale, 1.0)))
        while len(self._copies) <= level:
            height, width = self._copies[-1].shape[:2]
            if min(height, width) < 2:
                break
            self._copies.append(shrunk(self._copies[-1], width // 2, height // 2))
        level = min(level, len(self._copies) - 1)
        return self._copies[level], 0.5**level
