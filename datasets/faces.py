"""Card faces and backs that the project draws itself, in the designs that people own.

Every symbol can appear in every style (outline, shadow, fill, typeface, turn against the corners), so that
a model learns the shape of a symbol rather than its dress. Lengths are in card widths; a card is 1 wide and
``ASPECT`` high. Pictures are BGR or BGRA, uint8.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from datasets.glyphs import SEGMENTS, glyph, text, typefaces
from tracker.cards import BACK, COLOURS, NUMBERS, Card

ASPECT = 1.55
"""Height over width of a card (56 x 87 mm)."""

FAMILIES = ("classic", "2016", "sunburst", "flip", "mixed")
"""Deck designs: thin white oval; filled white oval; white circle with rays; extra logo; any mixture."""

INK = (24, 22, 22)
_SHIFT = 4

_PALETTES: dict[str, tuple[tuple[int, int, int], ...]] = {  # RGB, as printed on decks of several years
    "red": ((237, 28, 36), (215, 38, 0), (200, 16, 46), (226, 30, 38), (195, 25, 40), (228, 35, 20)),
    "yellow": ((255, 222, 0), (247, 200, 10), (245, 190, 40), (255, 210, 0), (240, 225, 20), (250, 185, 0)),
    "green": ((0, 150, 64), (80, 170, 68), (95, 165, 40), (0, 110, 65), (30, 140, 50), (70, 150, 30)),
    "blue": ((0, 114, 188), (0, 86, 164), (20, 90, 170), (0, 120, 230), (10, 70, 150), (30, 80, 190)),
}

Contours = list[np.ndarray]
Layer = tuple[list[Contours], tuple[int, int, int] | None]


@dataclass(frozen=True)
class Glyphs:
    """How symbols are dressed: sizes in card widths, angles in degrees, colours BGR."""

    typeface: str
    size: float
    angle: float
    skew: float
    fill: tuple[int, int, int] | None  # None: the card's own colour
    outline: float
    outline_colour: tuple[int, int, int]
    shadow: tuple[float, float]
    shadow_colour: tuple[int, int, int]


@dataclass(frozen=True)
class Design:
    """One deck's look: the same for all its cards."""

    family: str
    colours: dict[str, tuple[int, int, int]]
    black: tuple[int, int, int]
    paper: tuple[int, int, int]
    border: float
    corner: float
    inner_corner: float
    oval: str  # outline, filled, circle, none
    oval_axes: tuple[float, float]
    oval_tilt: float
    oval_line: float
    rays: bool
    centre: Glyphs
    corners: Glyphs
    corner_at: tuple[float, float]
    logo: str
    reverse_arms: tuple[float, ...]  # width, half the head, neck, tip, tail, tilt, gap
    skip_width: float
    skip_tilt: float
    symbol_size: float
    cards_spread: float
    cards_size: float
    cards_side: int  # 1: the upper card to the right; -1: to the left
    cards_tilt: float
    wild_word: bool
    wild_order: tuple[int, ...]
    wild_oval: str
    draw_text_centre: bool
    bar: tuple[float, float, float]
    back_typeface: str


def sample_design(rng: np.random.Generator, family: str | None = None) -> Design:
    """Draw the look of one deck at random; ``family`` is one of :data:`FAMILIES`, or None for any."""
    family = family or str(rng.choice(FAMILIES, p=(0.34, 0.2, 0.16, 0.14, 0.16)))
    mixed = family == "mixed"

    def pick(*values):
        return values[rng.integers(len(values))]

    def one_of(**choices):
        return pick(*choices.values()) if mixed else choices[{"2016": "y2016"}.get(family, family)]

    colours = {}
    for name in COLOURS:
        rgb = np.array(pick(*_PALETTES[name]), float) + rng.normal(0, 10, 3)
        colours[name] = tuple(int(v) for v in np.clip(rgb[::-1] * rng.uniform(0.85, 1.08), 0, 255))
    white = tuple(int(v) for v in np.clip(rng.normal(246, 6, 3), 225, 255))
    grey = int(rng.integers(10, 60))
    black = (grey, grey, grey)
    heavy = typefaces()
    typeface = pick(*heavy)
    angle = one_of(
        classic=pick(0, 0, 0, 180), y2016=pick(0, 0, 0, 180), sunburst=pick(0, 180), flip=pick(0, 180)
    ) + rng.normal(0, 3)
    direction = rng.uniform(0, 2 * np.pi) if rng.random() < 0.3 else pick(2.36, 2.36, 0.79, 2.9)
    depth = pick(0.0, rng.uniform(0.01, 0.04), rng.uniform(0.03, 0.09))
    outlined = rng.random() < 0.65
    centre = Glyphs(
        typeface=typeface,
        size=rng.uniform(0.36, 0.72),
        angle=angle,
        skew=one_of(classic=pick(0, 0, 0.12), y2016=rng.uniform(0.1, 0.28), sunburst=pick(0.0, 0.2), flip=0.0)
        + rng.normal(0, 0.03),
        fill=one_of(classic=white, y2016=None, sunburst=None, flip=white),
        outline=rng.uniform(0.006, 0.03) if outlined else 0.0,
        outline_colour=pick(INK, INK, black),
        shadow=(depth * np.cos(direction), depth * np.sin(direction)),
        shadow_colour=pick(INK, INK, black, (70, 70, 70)),
    )
    small_depth = pick(0.0, rng.uniform(0.005, 0.025))
    corners = Glyphs(
        typeface=typeface if rng.random() < 0.85 else pick(*heavy),
        size=rng.uniform(0.15, 0.26),
        angle=0.0,
        skew=centre.skew + rng.normal(0, 0.02),
        fill=white,
        outline=rng.uniform(0.003, 0.012) if rng.random() < 0.5 else 0.0,
        outline_colour=INK,
        shadow=(small_depth * np.cos(direction), small_depth * np.sin(direction)),
        shadow_colour=pick(INK, (70, 70, 70)),
    )
    border = rng.uniform(0.045, 0.085)
    major = rng.uniform(0.6, 0.7)
    return Design(
        family=family,
        colours=colours,
        black=black,
        paper=white,
        border=border,
        corner=rng.uniform(0.05, 0.1),
        inner_corner=rng.uniform(0.02, 0.1),
        oval=one_of(classic="outline", y2016="filled", sunburst="circle", flip="outline")
        if not (mixed and rng.random() < 0.1)
        else "none",
        oval_axes=(major, rng.uniform(0.32, 0.44)),
        oval_tilt=rng.uniform(20, 42) * (1 if rng.random() < 0.9 else -1),
        oval_line=rng.uniform(0.012, 0.045),
        rays=rng.random() < 0.7,
        centre=centre,
        corners=corners,
        corner_at=(border + rng.uniform(0.1, 0.15), border + rng.uniform(0.12, 0.2)),
        logo=one_of(classic="", y2016="", sunburst="", flip=pick("UNO FLIP!", "UNO FLIP!", "UNO")),
        reverse_arms=(
            rng.uniform(0.19, 0.3),
            rng.uniform(0.25, 0.37),
            rng.uniform(0.17, 0.27),
            rng.uniform(0.56, 0.7),
            rng.uniform(0.02, 0.2),
            rng.uniform(5, 60),
            rng.uniform(0.005, 0.045) * pick(1, 1, -1),
        ),
        skip_width=rng.uniform(0.1, 0.2),
        skip_tilt=pick(-45, -45, -45, 45) + rng.normal(0, 6),
        symbol_size=rng.uniform(0.8, 1.15),
        cards_spread=rng.uniform(0.45, 1.15) if rng.random() < 0.6 else rng.uniform(1.15, 2.1),
        cards_size=rng.uniform(0.75, 1.35),
        cards_side=pick(1, 1, -1),
        cards_tilt=pick(0.0, 0.0, rng.uniform(0, 18)),
        wild_word=rng.random() < 0.4,
        wild_order=pick((0, 3, 2, 1), (0, 3, 2, 1), (0, 1, 3, 2), tuple(rng.permutation(4).tolist())),
        wild_oval=one_of(
            classic=pick("tilted", "tilted", "circle"), y2016="tilted", sunburst="circle", flip="tilted"
        ),
        draw_text_centre=rng.random() < 0.08,
        bar=(rng.uniform(0.04, 0.17), rng.uniform(0.08, 0.17), rng.uniform(0.75, 1.2)),
        back_typeface=pick(*heavy),
    )


def unseen_design(rng: np.random.Generator) -> Design:
    """Draw the look of a deck that no model is trained on, to test what happens to such decks.

    Pale colours within a dark border, and slanted digits of seven strokes in dark ink.
    """
    design = sample_design(rng, "classic")
    ink = (70, 30, 40)
    pale = {
        "red": (190, 170, 250),
        "yellow": (170, 240, 250),
        "green": (180, 235, 190),
        "blue": (245, 215, 170),
    }
    centre = replace(
        design.centre,
        typeface=SEGMENTS,
        size=0.55,
        angle=-35.0,
        skew=0.15,
        fill=ink,
        outline=0.0,
        shadow=(0.0, 0.0),
    )
    return replace(
        design,
        family="unseen",
        colours=pale,
        black=(95, 70, 60),
        paper=(60, 45, 50),
        oval="none",
        centre=centre,
        corners=replace(centre, size=0.16, angle=0.0),
        corner_at=(0.22, 0.24),
        skip_tilt=20.0,
        wild_oval="circle",
    )


def draw_card(label: str, design: Design, rng: np.random.Generator, height: int = 448) -> np.ndarray:
    """Draw one card of a deck: BGRA uint8 array (height, width, 4), alpha 0 outside the rounded corners.

    ``label`` is a face label of ``tracker.cards`` or ``back``; raises ValueError for any other.
    """
    painter = _Painter(height)
    body = _rounded(0, 0, 1, ASPECT, design.corner)
    painter.paint([[body]], design.paper)
    inner = _rounded(
        design.border, design.border, 1 - design.border, ASPECT - design.border, design.inner_corner
    )
    if label == BACK:
        _draw_back(painter, design, rng, inner)
    else:
        card = Card.parse(label)
        if card.is_wild:
            _draw_wild(painter, design, rng, inner, card.symbol)
        else:
            _draw_coloured(painter, design, inner, card)
    image = painter.image
    if rng.random() < 0.5:
        image = np.clip(image + rng.normal(0, 3, image.shape[:2])[..., None], 0, 255).astype(np.uint8)
    alpha = painter.mask([[body]])
    return np.dstack([image, alpha])


class _Painter:
    """A BGR card picture and the polygons laid on it, coordinates in card widths."""

    def __init__(self, height: int) -> None:
        self.scale = height / ASPECT
        self.shape = (height, round(self.scale))
        self.image = np.zeros((*self.shape, 3), np.uint8)

    def mask(self, groups: list[Contours]) -> np.ndarray:
        mask = np.zeros(self.shape, np.uint8)
        for contours in groups:
            points = [np.round(c * self.scale * (1 << _SHIFT)).astype(np.int32) for c in contours]
            if len(groups) == 1:
                cv2.fillPoly(mask, points, 255, cv2.LINE_AA, _SHIFT)
            else:
                layer = np.zeros_like(mask)
                cv2.fillPoly(layer, points, 255, cv2.LINE_AA, _SHIFT)
                np.maximum(mask, layer, out=mask)
        return mask

    def blend(self, mask: np.ndarray, colour: tuple[int, int, int]) -> None:
        x, y, w, h = cv2.boundingRect(mask)
        if not w:
            return
        part = self.image[y : y + h, x : x + w]
        alpha = mask[y : y + h, x : x + w, None].astype(np.float32) / 255
        part[:] = (part * (1 - alpha) + np.array(colour, np.float32) * alpha + 0.5).astype(np.uint8)

    def paint(
        self, groups: list[Contours], colour: tuple[int, int, int], within: np.ndarray | None = None
    ) -> None:
        mask = self.mask(groups)
        self.blend(mask if within is None else cv2.min(mask, within), colour)

    def stamp(
        self,
        layers: list[Layer],
        dress: Glyphs,
        at: tuple[float, float],
        own: tuple[int, int, int],
        turn: float = 0.0,
        size: float = 1.0,
        scale_line: float = 1.0,
    ) -> None:
        """Lay a symbol's layers on the card in their dress: shadow, outline, fill."""
        angle = np.radians(dress.angle + turn)
        rotation = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        matrix = rotation @ np.array([[1.0, -dress.skew], [0.0, 1.0]]) * dress.size * size
        shadow_turn = np.radians(turn)
        shadow = np.array(
            [[np.cos(shadow_turn), -np.sin(shadow_turn)], [np.sin(shadow_turn), np.cos(shadow_turn)]]
        ) @ np.array(dress.shadow)
        for groups, colour in layers:
            placed = [[contour @ matrix.T + at for contour in group] for group in groups]
            mask = self.mask(placed)
            thick = mask
            width = round(dress.outline * scale_line * self.scale * 2) | 1
            if dress.outline > 0 and width > 1:
                kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width))
                thick = cv2.dilate(mask, kernel)
            length = float(np.hypot(*shadow)) * self.scale * scale_line
            if length >= 1:
                steps = max(2, int(length / 2) + 1)
                cast = np.zeros_like(mask)
                for s in np.linspace(0, 1, steps):
                    dx, dy = shadow * s * self.scale * scale_line
                    move = np.float32([[1, 0, dx], [0, 1, dy]])
                    np.maximum(cast, cv2.warpAffine(thick, move, mask.shape[::-1]), out=cast)
                self.blend(cast, dress.shadow_colour)
            if thick is not mask:
                self.blend(thick, dress.outline_colour)
            self.blend(mask, colour or dress.fill or own)


def _draw_coloured(painter: _Painter, design: Design, inner: np.ndarray, card: Card) -> None:
    own = design.colours[card.colour]
    painter.paint([[inner]], own)
    within = painter.mask([[inner]])
    on_white = _draw_oval(painter, design, within)
    centre, corner = _symbols(design, card.symbol)
    dress = design.centre
    if not card.is_number:
        changes = {"skew": dress.skew * 0.25, "size": dress.size * design.symbol_size}
        dress = replace(dress, **changes)
    if card.symbol == "draw two" and dress.outline < 0.01:  # two cards of one colour need a line between
        line = design.paper if on_white else INK
        dress = replace(dress, outline=0.012, outline_colour=line)
    if not on_white and dress.fill is None:
        dress = replace(dress, fill=design.paper)
    elif on_white and dress.fill is not None:
        dress = replace(dress, fill=None)
    painter.stamp(centre, dress, (0.5, ASPECT / 2), own)
    _draw_corners(painter, design, corner, own)
    if design.logo:
        _draw_logo(painter, design)


def _draw_corners(painter: _Painter, design: Design, symbol: list[Layer], own: tuple[int, int, int]) -> None:
    x, y = design.corner_at
    painter.stamp(symbol, design.corners, (x, y), own)
    painter.stamp(symbol, design.corners, (1 - x, ASPECT - y), own, turn=180)


def _draw_oval(painter: _Painter, design: Design, within: np.ndarray) -> bool:
    """Draw the design's oval; return whether the centre glyph then stands on white."""
    middle = (0.5, ASPECT / 2)
    if design.oval == "outline":
        a, b = design.oval_axes
        line = design.oval_line
        ring = [
            _ellipse(middle, a, b, design.oval_tilt),
            _ellipse(middle, a - line, b - line, design.oval_tilt),
        ]
        painter.paint([ring], design.paper, within)
    elif design.oval == "filled":
        painter.paint([[_ellipse(middle, *design.oval_axes, design.oval_tilt)]], design.paper, within)
        return True
    elif design.oval == "circle":
        radius = 0.5 - design.border * 0.8
        painter.paint([[_ellipse(middle, radius, radius, 0)]], design.paper, within)
        if design.rays:
            faint = tuple(int(v * 0.9) for v in design.paper)
            for angle in np.linspace(0, 2 * np.pi, 33)[:-1]:
                ray = [(0.0, 0.0), (radius, -0.006), (radius, 0.006)]
                c, s = np.cos(angle), np.sin(angle)
                turned = np.array(ray) @ np.array([[c, s], [-s, c]]) + middle
                painter.paint([[turned]], faint)
        return True
    return False


def _draw_wild(
    painter: _Painter, design: Design, rng: np.random.Generator, inner: np.ndarray, symbol: str
) -> None:
    painter.paint([[inner]], design.black)
    within = painter.mask([[inner]])
    middle = (0.5, ASPECT / 2)
    four = tuple(design.colours[name] for name in COLOURS)
    if design.wild_oval == "circle":
        a = b = 0.5 - design.border * 0.9
        tilt = 0.0
    else:
        a, b = design.oval_axes
        tilt = design.oval_tilt
    if symbol == "wild":
        if rng.random() < 0.75:
            rim = rng.uniform(0.015, 0.04)
            painter.paint([[_ellipse(middle, a + rim, b + rim, tilt)]], design.paper, within)
        _quarters(painter, middle, a, b, tilt, design, within)
        if design.wild_word:
            dress = Glyphs(
                **{
                    **design.centre.__dict__,
                    "size": rng.uniform(0.19, 0.3),
                    "angle": -rng.uniform(5, 45),
                    "outline": rng.uniform(0.01, 0.03),
                    "shadow": design.centre.shadow if rng.random() < 0.5 else (0.0, 0.06),
                    "fill": (250, 250, 250) if rng.random() < 0.7 else None,
                }
            )
            letters = text(design.back_typeface, "WILD")
            word: list[Layer] = [([letters], None)]
            if rng.random() < 0.5:  # each letter in a colour of its own
                word = [([part], four[i]) for i, part in enumerate(_by_letter(letters, 4))]
            painter.stamp(word, dress, middle, four[1])
    else:
        white = design.oval != "none" and (symbol != "wild draw four" or rng.random() < 0.75)
        if white:
            painter.paint([[_ellipse(middle, a, b, tilt)]], design.paper, within)
        if symbol == "wild draw four":
            painter.stamp(_cards_symbol(4, design, four), _plain(design.centre, 0.62), middle, four[0])
        elif symbol == "wild swap hands":
            _draw_swap(painter, design, rng, middle, white)
        elif symbol == "wild shuffle hands":
            _draw_shuffle(painter, design, rng, middle, four)
        elif rng.random() < 0.25:
            _draw_handwriting(painter, rng, middle)
    if symbol == "wild draw four":
        sign = [([[c * 0.85 for c in text(design.corners.typeface, "+4")]], None)]
        if rng.random() < 0.25:
            sign = _cards_symbol(4, design, four)
        _draw_corners(painter, design, sign, four[0])
    else:
        x, y = design.corner_at
        for cx, cy in ((x, y), (1 - x, ASPECT - y)):
            small = 0.075 if design.wild_oval == "circle" else 0.1
            squeeze = 1.0 if design.wild_oval == "circle" else 0.65
            painter.paint(
                [[_ellipse((cx, cy), small + 0.012, small * squeeze + 0.012, tilt)]], design.paper, within
            )
            _quarters(painter, (cx, cy), small, small * squeeze, tilt, design, within)
    if design.logo:
        _draw_logo(painter, design)


def _by_letter(contours: Contours, count: int) -> list[Contours]:
    """Return a word's contours letter by letter: outlines within each other belong together."""
    spans = sorted((float(c[:, 0].min()), float(c[:, 0].max()), i) for i, c in enumerate(contours))
    letters: list[tuple[float, Contours]] = []
    for low, high, i in spans:
        if letters and (low + high) / 2 < letters[-1][0]:
            letters[-1][1].append(contours[i])
        else:
            letters.append((high, [contours[i]]))
    return [parts for _, parts in letters[:count]]


def _quarters(painter, middle, a, b, tilt, design: Design, within) -> None:
    four = tuple(design.colours[COLOURS[i]] for i in design.wild_order)
    oval = cv2.min(painter.mask([[_ellipse(middle, a, b, tilt)]]), within)
    x, y = middle
    slant = np.tan(np.radians(tilt)) * (0.35 if tilt else 0.0)
    for i, (left, top) in enumerate(((1, 1), (0, 1), (1, 0), (0, 0))):
        x0, x1 = (x - 2, x) if left else (x, x + 2)
        y0, y1 = (y - 2, y) if top else (y, y + 2)
        corners = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], float)
        corners[:, 0] -= (corners[:, 1] - y) * slant
        painter.paint([[corners]], four[i], oval)


def _draw_swap(painter, design, rng, middle, white) -> None:
    """Two hands that hold cards and two arrows between them."""
    dress = _plain(design.centre, rng.uniform(0.7, 0.95), outline=0.01)
    paper = design.paper
    layers: list[Layer] = []
    coloured = rng.random() < 0.5
    for sign in (-1, 1):
        for tilt in (-18, 0, 18):
            card = _rounded(-0.11, -0.17, 0.11, 0.17, 0.02)
            shade = design.colours[COLOURS[rng.integers(4)]] if coloured else paper
            layers.append(([[_turn(card, tilt) + (0.25 * sign, 0.25 * sign - 0.05)]], shade))
        palm = _turn(_rounded(-0.14, -0.09, 0.14, 0.12, 0.08), 20 * sign) + (0.25 * sign, 0.25 * sign + 0.1)
        layers.append(([[palm]], paper if rng.random() < 0.6 else (170, 200, 240)))
    for turn in (0, 180):
        layers.append(([[_turn(_bent_arrow(0.06, 0.2), turn)]], design.paper if rng.random() < 0.4 else INK))
    painter.stamp(layers, dress, middle, design.paper)


def _draw_shuffle(painter, design, rng, middle, four) -> None:
    """A fan of cards inside a round of arrows."""
    dress = _plain(design.centre, 0.6, outline=0.012)
    layers: list[Layer] = []
    coloured = rng.random() < 0.7
    for i, tilt in enumerate((-36, -12, 12, 36)):
        card = _rounded(-0.15, -0.5, 0.15, -0.04, 0.03)
        layers.append(([[_turn(card, tilt) + (0, 0.28)]], four[i] if coloured else design.paper))
    for turn in (0, 120, 240) if rng.random() < 0.5 else (0, 180):
        arrow = _turn(_bent_arrow(0.06, 0.52), turn)
        layers.append(([[arrow]], INK if rng.random() < 0.6 else design.paper))
    painter.stamp(layers, dress, middle, design.paper)


def _draw_handwriting(painter: _Painter, rng: np.random.Generator, middle) -> None:
    """A rule written by hand on a customizable card."""
    x0, y0 = middle
    for row in range(rng.integers(1, 4)):
        n = int(rng.integers(8, 20))
        x = np.linspace(-0.25, 0.25, n) + x0
        y = y0 + (row - 1) * 0.15 + rng.normal(0, 0.025, n)
        points = (np.stack([x, y], 1) * painter.scale).astype(np.int32)
        cv2.polylines(
            painter.image, [points], False, (90, 40, 30), max(1, int(painter.scale * 0.012)), cv2.LINE_AA
        )


def _draw_logo(painter: _Painter, design: Design) -> None:
    dress = _plain(design.centre, 0.13, outline=0.014)
    yellow = design.colours["yellow"]
    words = design.logo.split()
    layers: list[Layer] = [([text(design.back_typeface, words[0])], yellow)]
    if len(words) > 1:
        layers.append(([[c * 0.7 + (0.1, 1.0) for c in text(design.back_typeface, words[1])]], design.paper))
    x, y = 1 - design.border - 0.17, design.border + 0.06
    painter.stamp(layers, dress, (x, y), yellow)


def _draw_back(painter: _Painter, design: Design, rng: np.random.Generator, inner: np.ndarray) -> None:
    ground = design.black if rng.random() < 0.85 else design.colours["red"]
    painter.paint([[inner]], ground)
    within = painter.mask([[inner]])
    middle = (0.5, ASPECT / 2)
    oval = design.colours["red"] if ground == design.black else design.black
    a, b = (design.oval_axes[0], design.oval_axes[1] * rng.uniform(0.95, 1.15))
    tilt = rng.uniform(15, 45)
    if rng.random() < 0.15:
        painter.paint([[_ellipse(middle, a + 0.02, b + 0.02, tilt)]], design.paper, within)
    painter.paint([[_ellipse(middle, a, b, tilt)]], oval, within)
    dress = _plain(design.centre, rng.uniform(0.27, 0.36), outline=rng.uniform(0.01, 0.025))
    yellow = design.colours["yellow"] if rng.random() < 0.7 else design.paper
    turn = -rng.uniform(5, 40) if rng.random() < 0.85 else -90.0
    word = [([text(design.back_typeface, "UNO", 0.02)], yellow)]
    if rng.random() < 0.6:
        rim = replace(dress, outline=dress.outline + 0.025, outline_colour=design.paper)
        painter.stamp(word, rim, middle, yellow, turn=turn)
    painter.stamp(word, dress, middle, yellow, turn=turn)


def _symbols(design: Design, symbol: str) -> tuple[list[Layer], list[Layer]]:
    """Return a coloured card's centre and corner symbols."""
    if symbol in NUMBERS:
        return (
            _digit(design.centre.typeface, symbol, design),
            _digit(design.corners.typeface, symbol, design),
        )
    if symbol == "skip":
        layers = _skip_symbol(design)
        return layers, layers
    if symbol == "reverse":
        layers = _reverse_symbol(design)
        return layers, layers
    plus = [([[c * 0.85 for c in text(design.corners.typeface, "+2")]], None)]
    return (plus if design.draw_text_centre else _cards_symbol(2, design)), plus


def _digit(typeface: str, digit: str, design: Design) -> list[Layer]:
    contours = glyph(typeface, digit)
    groups = [contours]
    if digit in "69":
        points = np.concatenate(contours)
        gap, height, width = design.bar
        half = np.ptp(points[:, 0]) / 2 * width
        top = points[:, 1].max() + gap
        groups.append([np.array([(-half, top), (half, top), (half, top + height), (-half, top + height)])])
        groups = [[c - (0, (gap + height) / 2) for c in group] for group in groups]
    return [(groups, None)]


def _skip_symbol(design: Design) -> list[Layer]:
    width = design.skip_width
    ring = [_ellipse((0, 0), 0.52, 0.52, 0), _ellipse((0, 0), 0.52 - width, 0.52 - width, 0)]
    inner = 0.52 - width / 2
    bar = _turn(
        np.array([(-inner, -width / 2), (inner, -width / 2), (inner, width / 2), (-inner, width / 2)], float),
        design.skip_tilt,
    )
    return [([ring, [bar]], None)]


def _reverse_symbol(design: Design) -> list[Layer]:
    """Two arrows side by side that point opposite ways, their tails rounded on the outside."""
    width, head, neck, tip, tail, tilt, gap = design.reverse_arms
    side, gap = np.sign(gap), abs(gap)
    middle = gap + width / 2
    curve = np.radians(np.linspace(0, 90, 8))
    rounded = np.stack([gap + width * np.cos(curve), (-tail + 0.02) * np.sin(curve) * -1], 1)
    arrow = np.concatenate(
        [
            [(gap, -neck), (middle - head, -neck), (middle, -tip), (middle + head, -neck)],
            [(gap + width, -neck)],
            rounded,
        ]
    )
    arrow = arrow * (side, 1)
    return [([[_turn(arrow, turn + tilt)] for turn in (0, 180)], None)]


def _cards_symbol(count: int, design: Design, colours=None) -> list[Layer]:
    spread = design.cards_spread
    places = {
        2: ((-0.14, 0.12), (0.14, -0.12)),
        4: ((-0.3, 0.2), (-0.08, -0.12), (0.1, 0.14), (0.32, -0.2)),
    }[count]
    order = (2, 3, 0, 1)
    layers: list[Layer] = []
    for i, (x, y) in enumerate(places):
        card = _rounded(-0.2, -0.3, 0.2, 0.3, 0.05) * (design.cards_size if count == 2 else 0.85)
        card = card + (x * spread * (design.cards_side if count == 2 else 1), y * spread)
        layers.append(([[_turn(card, design.cards_tilt)]], None if colours is None else colours[order[i]]))
    return layers


def _plain(dress: Glyphs, size: float, outline: float | None = None) -> Glyphs:
    """The same dress, upright and unslanted, in another size."""
    changes = {"size": size, "angle": 0.0, "skew": 0.0}
    if outline is not None:
        changes["outline"] = outline
    return replace(dress, **changes)


def _bent_arrow(width: float, radius: float) -> np.ndarray:
    """An arrow along a third of a circle around the origin."""
    angles = np.radians(np.linspace(-40, 40, 12))
    outer = np.stack([np.cos(angles), np.sin(angles)], 1) * (radius + width / 2)
    inner = np.stack([np.cos(angles), np.sin(angles)], 1)[::-1] * (radius - width / 2)
    tip = np.radians(62)
    side = np.radians(40)
    head = [
        (np.cos(side) * (radius + width * 1.4), np.sin(side) * (radius + width * 1.4)),
        (np.cos(tip) * radius, np.sin(tip) * radius),
        (np.cos(side) * (radius - width * 1.4), np.sin(side) * (radius - width * 1.4)),
    ]
    return np.concatenate([outer, np.array(head), inner])


def _ellipse(middle, a: float, b: float, tilt: float) -> np.ndarray:
    """An ellipse: semi-axis ``a`` upright, then turned clockwise by ``tilt`` degrees; ``b`` across it."""
    t = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    return _turn(np.stack([b * np.cos(t), a * np.sin(t)], 1), tilt) + middle


def _rounded(x0: float, y0: float, x1: float, y1: float, radius: float) -> np.ndarray:
    corners = ((x1 - radius, y0 + radius, -90), (x1 - radius, y1 - radius, 0))
    corners += ((x0 + radius, y1 - radius, 90), (x0 + radius, y0 + radius, 180))
    points = []
    for x, y, start in corners:
        angles = np.radians(np.linspace(start, start + 90, 7))
        points.append(np.stack([x + radius * np.cos(angles), y + radius * np.sin(angles)], 1))
    return np.concatenate(points)


def _turn(points: np.ndarray, degrees: float) -> np.ndarray:
    """Turn points clockwise (as seen, y down) around the origin."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return points @ np.array([[c, s], [-s, c]])
