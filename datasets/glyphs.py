"""Digits and capital letters as polygons, taken from freely licensed bold typefaces (glyphs.npz).

Run as a script to make the file again: ``python -m datasets.glyphs FONT.ttf...`` (needs fontTools).
The typefaces and their licences are named in datasets/README.md.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import numpy as np

FILE = Path(__file__).with_name("glyphs.npz")
CHARACTERS = "0123456789+!ABCDEFGHIJKLMNOPQRSTUVWXYZ"
UNITS = 1000
"""Cap height of every glyph in the file's integer units."""


@cache
def _table() -> dict[str, dict[str, list[np.ndarray]]]:
    table: dict[str, dict[str, list[np.ndarray]]] = {}
    with np.load(FILE) as archive:
        points, names, starts = archive["points"], archive["names"], archive["starts"]
    for name, begin, end in zip(names, starts[:-1], starts[1:], strict=True):
        face, character = str(name).split("/")
        table.setdefault(face, {}).setdefault(character, []).append(points[begin:end] / UNITS)
    return table


def typefaces() -> tuple[str, ...]:
    """Return the names of the typefaces in the file."""
    return tuple(_table())


SEGMENTS = "seven segments"
"""A typeface of digits made of seven strokes, as on an alarm clock; not one of :func:`typefaces`."""

_LIT = ("abcdef", "bc", "abdeg", "abcdg", "bcfg", "acdfg", "acdefg", "abc", "abcdefg", "abcdfg")
_STROKES = {  # left, top, right, bottom in cap heights
    "a": (-0.2, -0.5, 0.2, -0.38),
    "b": (0.18, -0.46, 0.3, -0.03),
    "c": (0.18, 0.03, 0.3, 0.46),
    "d": (-0.2, 0.38, 0.2, 0.5),
    "e": (-0.3, 0.03, -0.18, 0.46),
    "f": (-0.3, -0.46, -0.18, -0.03),
    "g": (-0.2, -0.06, 0.2, 0.06),
}


def _segments(digit: str) -> list[np.ndarray]:
    boxes = [_STROKES[stroke] for stroke in _LIT[int(digit)]]
    return [np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]) for x0, y0, x1, y1 in boxes]


def glyph(typeface: str, character: str) -> list[np.ndarray]:
    """Return a character's closed contours: float arrays (n, 2) of (x, y), y down, cap height 1, centred.

    Filled by the even-odd rule. Raises KeyError for a typeface or character that the file lacks.
    """
    if typeface == SEGMENTS:
        if character.isdigit():
            return _segments(character)
        typeface = typefaces()[0]
    return _table()[typeface][character]


def text(typeface: str, characters: str, spacing: float = 0.06) -> list[np.ndarray]:
    """Return the contours of several characters set side by side, centred, cap height 1."""
    contours: list[np.ndarray] = []
    x = 0.0
    for character in characters:
        if character == " ":
            x += 0.35
            continue
        parts = glyph(typeface, character)
        left = min(part[:, 0].min() for part in parts)
        right = max(part[:, 0].max() for part in parts)
        contours += [part + (x - left, 0) for part in parts]
        x += right - left + spacing
    return [part - ((x - spacing) / 2, 0) for part in contours]


def _extract(fonts: list[str]) -> None:
    from fontTools.pens.recordingPen import DecomposingRecordingPen
    from fontTools.ttLib import TTFont

    names: list[str] = []
    pieces: list[np.ndarray] = []
    for file in fonts:
        font = TTFont(file)
        glyphs, cmap = font.getGlyphSet(), font.getBestCmap()
        height = None
        for character in "H" + CHARACTERS:
            pen = DecomposingRecordingPen(glyphs)
            glyphs[cmap[ord(character)]].draw(pen)
            contours = _flatten(pen.value)
            points = np.concatenate(contours)
            height = height or np.ptp(points[:, 1])
            middle = (points.min(0) + points.max(0)) / 2
            if character not in "+!":
                middle[1] = height / 2
            for contour in contours:
                pieces.append(np.round((contour - middle) * (1, -1) * UNITS / height).astype(np.int16))
                names.append(f"{Path(file).stem}/{character}")
    starts = np.cumsum([0] + [len(piece) for piece in pieces]).astype(np.int32)
    np.savez_compressed(FILE, points=np.concatenate(pieces), names=np.array(names), starts=starts)


def _flatten(commands: list, steps: int = 6) -> list[np.ndarray]:
    contours: list[np.ndarray] = []
    points: list[tuple[float, float]] = []
    for operation, arguments in commands:
        if operation == "moveTo":
            points = [arguments[0]]
        elif operation == "lineTo":
            points.append(arguments[0])
        elif operation == "curveTo":
            a, b, c, d = (np.array(p, float) for p in (points[-1], *arguments))
            for s in np.linspace(0, 1, steps + 1)[1:]:
                points.append(
                    tuple((1 - s) ** 3 * a + 3 * (1 - s) ** 2 * s * b + 3 * (1 - s) * s * s * c + s**3 * d)
                )
        elif operation == "qCurveTo":
            if arguments[-1] is None:  # a contour without on-curve points
                middle = tuple((np.array(arguments[0], float) + np.array(arguments[-2], float)) / 2)
                points, arguments = [middle], (*arguments[:-1], middle)
            controls = [np.array(p, float) for p in arguments]
            start = np.array(points[-1], float)
            for i, control in enumerate(controls[:-1]):
                end = controls[-1] if i == len(controls) - 2 else (control + controls[i + 1]) / 2
                for s in np.linspace(0, 1, steps + 1)[1:]:
                    points.append(tuple((1 - s) ** 2 * start + 2 * (1 - s) * s * control + s * s * end))
                start = end
        elif operation in ("closePath", "endPath") and len(points) > 2:
            contours.append(np.array(points, float))
            points = []
    return contours


if __name__ == "__main__":
    _extract(sys.argv[1:])
