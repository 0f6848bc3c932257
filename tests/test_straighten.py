"""Straightening: upright, never mirrored, whatever order the corners come in."""

import itertools

import cv2
import numpy as np
import pytest

from datasets.faces import draw_card, sample_design
from vision.straighten import clockwise, straighten


def upright_card() -> np.ndarray:
    design = sample_design(np.random.default_rng(8), "flip")  # the logo in one corner gives mirroring away
    return draw_card("red 4", design, np.random.default_rng(0), 310)[..., :3]


def difference(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.abs(cv2.blur(a, (5, 5)).astype(float) - cv2.blur(b, (5, 5))).mean())


@pytest.mark.parametrize("start", range(4))
@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("angle", [0, 37, 90, 200, 315])
def test_a_crop_is_never_mirrored(start, reverse, angle):
    card = upright_card()
    table = np.full((700, 700, 3), 90, np.uint8)
    table[195 : 195 + 310, 250:450] = card
    turn = cv2.getRotationMatrix2D((350, 350), angle, 1.0)
    table = cv2.warpAffine(table, turn, (700, 700), borderValue=(90, 90, 90))
    corners = np.array([(250, 195), (450, 195), (450, 505), (250, 505)], float)
    corners = corners @ turn[:, :2].T + turn[:, 2]
    quad = np.roll(corners[::-1] if reverse else corners, start, axis=0)
    crop = straighten(table, quad, 128, margin=0.0)
    wanted = cv2.resize(card, (128, 128), interpolation=cv2.INTER_AREA)
    right = min(difference(crop, wanted), difference(crop[::-1, ::-1], wanted))
    mirrored = min(difference(crop[:, ::-1], wanted), difference(crop[::-1], wanted))
    assert right < 8
    assert mirrored > 2 * right


def test_corners_come_clockwise_from_a_short_edge():
    for order in itertools.permutations(range(4)):
        box = np.array([(0, 0), (10, 0), (10, 16), (0, 16)], float)[list(order)]
        steps = np.diff(np.vstack([box, box[:1]]), axis=0)
        if any(np.abs(step).min() > 0 for step in steps):
            continue  # not a walk around the box
        quad = clockwise(box)
        first, second = quad[1] - quad[0], quad[2] - quad[1]
        assert np.linalg.norm(first) == 10
        assert first[0] * second[1] - first[1] * second[0] > 0, "clockwise as seen, y down"
