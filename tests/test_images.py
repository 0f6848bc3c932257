"""Pictures from files: the right picture, or one clear line."""

import json
import os
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from ui.cli import BAD_INPUT, main
from vision.images import LARGEST, Halves, ImageError, is_grey, load_image, shrunk
from vision.reader import Reader

PICTURES = Path(__file__).parent / "data" / "pictures"


def test_a_picture_comes_as_bgr(tmp_path):
    picture = np.zeros((20, 30, 3), np.uint8)
    picture[..., 2] = 200
    cv2.imwrite(str(tmp_path / "red.png"), picture)
    assert (load_image(tmp_path / "red.png") == picture).all()


@pytest.mark.parametrize("channels", [1, 4])
def test_grey_and_transparent_pictures_come_in_three_channels(tmp_path, channels):
    cv2.imwrite(str(tmp_path / "a.png"), np.full((20, 30, channels), 90, np.uint8))
    assert load_image(tmp_path / "a.png").shape == (20, 30, 3)


def test_sixteen_bits_come_as_eight(tmp_path):
    cv2.imwrite(str(tmp_path / "a.png"), np.full((20, 30, 3), 0x8000, np.uint16))
    assert load_image(tmp_path / "a.png").dtype == np.uint8


@pytest.mark.parametrize(
    ("content", "reason"),
    [(b"", "empty"), (b"no picture at all", "not a picture"), (b"\xff\xd8\xff\xe0" + b"\0" * 50, "not a")],
)
def test_what_is_no_picture_is_named(tmp_path, content, reason):
    (tmp_path / "b.jpg").write_bytes(content)
    with pytest.raises(ImageError, match=rf"b\.jpg: .*{reason}"):
        load_image(tmp_path / "b.jpg")


def test_what_never_ends_is_not_read(tmp_path):
    os.mkfifo(tmp_path / "pipe.jpg")
    for path in (tmp_path / "pipe.jpg", "/dev/zero"):
        with pytest.raises(ImageError, match="not a file"):
            load_image(path)


def test_a_file_too_large_for_a_picture_is_not_read(tmp_path):
    with (tmp_path / "large.jpg").open("wb") as file:
        file.truncate(LARGEST + 1)
    with pytest.raises(ImageError, match=r"large\.jpg: 200 MB are too large"):
        load_image(tmp_path / "large.jpg")


def test_a_missing_file_and_a_folder_are_named(tmp_path):
    with pytest.raises(ImageError, match=r"gone\.jpg: no such file"):
        load_image(tmp_path / "gone.jpg")
    with pytest.raises(ImageError, match="folder"):
        load_image(tmp_path)


def test_a_picture_is_shrunk_by_averaging():
    fine = np.indices((64, 96)).sum(axis=0) % 2 * 200
    small = shrunk(np.dstack([fine] * 3).astype(np.uint8), 12, 8)
    assert small.shape == (8, 12, 3)
    assert np.abs(small.astype(int) - 100).max() <= 1


def test_of_halves_the_nearest_in_size_is_given():
    halves = Halves(np.zeros((480, 640, 3), np.uint8))
    assert [halves.at(scale)[0].shape[:2] for scale in (0.3, 1, 2, 4.2)] == [
        (480, 640),
        (480, 640),
        (240, 320),
        (120, 160),
    ]
    assert halves.at(4.2)[1] == 0.25
    assert min(halves.at(1e6)[0].shape[:2]) == 1, "no picture is smaller than a pixel"


def test_float_pictures_are_named(tmp_path):
    cv2.imwrite(str(tmp_path / "a.tiff"), np.random.default_rng(1).random((20, 30, 3)).astype(np.float32))
    with pytest.raises(ImageError, match=r"a\.tiff: has float32 pixels; save it with 8 or 16 bits"):
        load_image(tmp_path / "a.tiff")


def test_too_many_pixels_are_named(tmp_path):
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((20_000, 10_001), np.uint8))
    with pytest.raises(ImageError, match=r"a\.png: has too many pixels; 200 million are allowed"):
        load_image(tmp_path / "a.png")


@pytest.mark.parametrize("size", [(1, 1), (1, 30_000), (30_000, 1), (40, 30_000)])
def test_every_shape_is_read_for_cards(tmp_path, size):
    cv2.imwrite(str(tmp_path / "a.png"), np.full((*size, 3), 90, np.uint8))
    assert Reader().read(load_image(tmp_path / "a.png")) == []


def with_exif(jpeg: bytes, orientation: int) -> bytes:
    tiff = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0" + bytes([orientation]) + b"\0\0\0\0\0\0"
    exif = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + jpeg[2:]


def corners(image):
    """The colours of the corners, clockwise from the top left: red, green, blue or white."""
    names = {(0, 0, 1): "red", (0, 1, 0): "green", (1, 0, 0): "blue", (1, 1, 1): "white"}
    places = ((2, 2), (2, -3), (-3, -3), (-3, 2))
    return [names[tuple(int(value > 128) for value in image[place])] for place in places]


@pytest.mark.parametrize(
    ("orientation", "turned"),
    [
        (1, ["red", "green", "blue", "white"]),
        (2, ["green", "red", "white", "blue"]),
        (3, ["blue", "white", "red", "green"]),
        (4, ["white", "blue", "green", "red"]),
        (5, ["red", "white", "blue", "green"]),
        (6, ["white", "red", "green", "blue"]),
        (7, ["blue", "green", "red", "white"]),
        (8, ["green", "blue", "white", "red"]),
        (0, ["red", "green", "blue", "white"]),  # not a value that EXIF knows
        (9, ["red", "green", "blue", "white"]),
    ],
)
def test_exif_turns_a_picture(tmp_path, orientation, turned):
    picture = np.zeros((32, 48, 3), np.uint8)
    picture[:16, :24, 2] = picture[:16, 24:, 1] = picture[16:, 24:, 0] = picture[16:, :24] = 255
    jpeg = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, 100))[1].tobytes()
    (tmp_path / "a.jpg").write_bytes(with_exif(jpeg, orientation))
    image = load_image(tmp_path / "a.jpg")
    assert image.shape == ((48, 32, 3) if orientation in (5, 6, 7, 8) else (32, 48, 3))
    assert corners(image) == turned


@pytest.mark.parametrize("length", [1_000, 0x7FFF_FFFF])
@pytest.mark.parametrize("piece", [b"IDAT", b"IEND"])
def test_png_that_promises_more_than_it_holds_is_refused_at_once(tmp_path, piece, length):
    png = (PICTURES / "alpha.png").read_bytes()
    at = png.index(piece)
    (tmp_path / "a.png").write_bytes(png[: at - 4] + length.to_bytes(4, "big") + png[at:])
    begun = time.process_time()
    with pytest.raises(ImageError, match=r"a\.png: is cut off or damaged"):
        load_image(tmp_path / "a.png")
    assert time.process_time() - begun < 0.5


RED, BLUE = (20, 20, 220), (220, 20, 20)
"""The left and the right half of the pictures in ``tests/data/pictures``, BGR; 24 x 16 pixels."""


def halves(image):
    """The colours in the middle of the two halves, the upper first where one lies above the other."""
    height, width = image.shape[:2]
    if height > width:
        return image[height // 4, width // 2], image[-height // 4, width // 2]
    return image[height // 2, width // 4], image[height // 2, -width // 4]


@pytest.mark.parametrize("name", ["cmyk.jpg", "alpha.png"])
def test_colours_are_those_that_people_see(name):
    """Ink on paper, and half transparent."""
    image = load_image(PICTURES / name)
    assert image.shape == (16, 24, 3)
    assert np.abs(np.subtract(halves(image), (RED, BLUE))).max() <= 8


def test_sixteen_bits_of_grey_come_as_eight():
    image = load_image(PICTURES / "grey16.png")
    assert image.dtype == np.uint8
    assert (image == 40_000 // 256).all()


@pytest.mark.parametrize("name", ["animated.gif", "animated.png", "animated.webp"])
def test_of_an_animation_the_first_picture_is_taken(name):
    """The second one has the colours the other way round."""
    image = load_image(PICTURES / name)
    assert image.shape == (16, 24, 3)
    assert np.abs(np.subtract(halves(image), (RED, BLUE))).max() <= 8


@pytest.mark.parametrize("name", ["turned.jpg", "turned.png", "turned.webp", "turned.tif"])
def test_exif_turns_pictures_of_every_kind(name):
    image = load_image(PICTURES / name)
    assert image.shape == (24, 16, 3)
    assert np.abs(np.subtract(halves(image), (RED, BLUE))).max() <= 8


@pytest.mark.parametrize("ending", [".txt", ".png", ".gif", ""])
def test_no_ending_makes_a_difference(tmp_path, ending):
    path = tmp_path / f"a{ending}"
    path.write_bytes((PICTURES / "turned.jpg").read_bytes())
    assert (load_image(path) == load_image(PICTURES / "turned.jpg")).all()


def test_every_kind_of_picture_is_looked_at_for_cards(tmp_path, capsys):
    """And what cannot be used is one line for people and one for programs, and the others go on."""
    (tmp_path / "empty.jpg").touch()
    (tmp_path / "torn.png").write_bytes((PICTURES / "alpha.png").read_bytes()[:40])
    names = [*sorted(map(str, PICTURES.iterdir())), str(tmp_path / "empty.jpg"), str(tmp_path / "torn.png")]
    assert main(["detect", "--json", *names]) == BAD_INPUT
    out, err = capsys.readouterr()
    results = [json.loads(line) for line in out.splitlines()]
    assert [result["image"] for result in results] == names
    assert all(result["cards"] == [] for result in results[:-2])
    assert [set(result) for result in results[-2:]] == [{"image", "error"}] * 2
    assert err.splitlines() == [f"unoref: {result['error']}" for result in results[-2:]]


def test_pictures_without_colour_are_told():
    grey = np.random.default_rng(2).integers(0, 255, (80, 90, 1), np.uint8)
    assert is_grey(np.repeat(grey, 3, axis=2))
    assert is_grey(np.zeros((1, 1, 3), np.uint8))
    spot = np.repeat(grey, 3, axis=2)
    spot[20:40, 20:40] = (0, 0, 200)
    assert not is_grey(spot)
