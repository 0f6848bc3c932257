"""Pictures from files: the right picture, or one clear line."""

import os

import cv2
import numpy as np
import pytest

from vision.images import LARGEST, Halves, ImageError, is_grey, load_image, shrunk
from vision.reader import Reader


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


def test_a_wrong_ending_does_not_matter(tmp_path):
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((8, 8, 3), np.uint8))
    (tmp_path / "a.png").rename(tmp_path / "a.txt")
    assert load_image(tmp_path / "a.txt").shape == (8, 8, 3)


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


def test_exif_turns_a_picture(tmp_path):
    jpeg = cv2.imencode(".jpg", np.zeros((20, 30, 3), np.uint8))[1].tobytes()
    tiff = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    exif = b"Exif\0\0" + tiff
    (tmp_path / "a.jpg").write_bytes(
        jpeg[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + jpeg[2:]
    )
    assert load_image(tmp_path / "a.jpg").shape == (30, 20, 3)


def test_of_an_animation_the_first_picture_is_taken(tmp_path):
    animation = cv2.Animation()
    animation.frames = [np.full((20, 30, 4), value, np.uint8) for value in (255, 0)]
    animation.durations = np.array([100, 100], np.int32)
    assert cv2.imwriteanimation(str(tmp_path / "a.webp"), animation)
    assert load_image(tmp_path / "a.webp").mean() > 200


def test_pictures_without_colour_are_told():
    grey = np.random.default_rng(2).integers(0, 255, (80, 90, 1), np.uint8)
    assert is_grey(np.repeat(grey, 3, axis=2))
    assert is_grey(np.zeros((1, 1, 3), np.uint8))
    spot = np.repeat(grey, 3, axis=2)
    spot[20:40, 20:40] = (0, 0, 200)
    assert not is_grey(spot)
