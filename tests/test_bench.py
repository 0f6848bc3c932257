"""The benchmark counts as its photographs' README says."""

import json

import cv2
import numpy as np
import pytest

from datasets.bench import BenchError, bench
from vision.quads import overlap
from vision.seen import CardSeen


class ScriptedReader:
    """Reports what a test says, picture by picture."""

    def __init__(self, *pictures):
        self.pictures = list(pictures)

    def read(self, image):
        return self.pictures.pop(0)


def box(x, y, w=20, h=30):
    return np.array([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], float)


def seen(label, quad, confidence=0.95):
    return CardSeen(quad, label, confidence)


def folder(tmp_path, **entries):
    for name in entries:
        cv2.imwrite(str(tmp_path / f"{name}.png"), np.zeros((100, 100, 3), np.uint8))
    (tmp_path / "labels.json").write_text(json.dumps({f"{n}.png": e for n, e in entries.items()}))
    return tmp_path


def test_overlap_of_two_boxes():
    assert overlap(box(0, 0), box(0, 0)) == pytest.approx(1)
    assert overlap(box(0, 0), box(10, 0)) == pytest.approx(1 / 3)
    assert overlap(box(0, 0), box(50, 50)) == 0


def test_a_table_counts_found_right_and_false(tmp_path):
    truth = [
        {"label": "red 7", "quad": box(0, 0).tolist(), "visible": "full"},
        {"label": "blue 2", "quad": box(30, 0).tolist(), "visible": "full"},
        {"label": "wild", "quad": box(60, 0).tolist(), "visible": "full"},
        {"label": "red 1", "quad": box(0, 50).tolist(), "visible": "partial"},
    ]
    pictures = folder(tmp_path, t={"set": "table", "cards": truth, "ignore": [box(70, 60, 30, 40).tolist()]})
    report = bench(
        pictures,
        ScriptedReader(
            [
                seen("red 7", box(1, 1)),
                seen("blue 3", box(30, 0)),
                seen("red 2", box(0, 50)),  # a partial card: neither found nor false
                seen("red 2", box(35, 60)),  # nothing there: false
                seen("red 2", box(75, 65)),  # inside an ignored polygon
            ]
        ),
    )
    figures = report.sets["table"]
    assert (figures.full, figures.found, figures.right, figures.false) == (3, 2, 1, 1)
    assert report.confused["blue 2", "blue 3"] == 1


def test_one_card_pictures_count_the_most_confident_face(tmp_path):
    pictures = folder(tmp_path, a={"set": "one", "label": "red 7"}, b={"set": "one", "label": "red 7"})
    report = bench(
        pictures,
        ScriptedReader(
            [seen("back", box(0, 0)), seen("red 7", box(30, 0), 0.8), seen("red 1", box(60, 0), 0.5)],
            [],
        ),
    )
    figures = report.sets["one"]
    assert (figures.full, figures.found, figures.right, figures.false) == (2, 1, 1, 1)
    assert "one" in report.to_text()
    assert report.to_json()["sets"]["one"]["right"] == 1


@pytest.mark.parametrize("content", [None, "{", '["a"]', '{"a.png": {"set": "x"}}', "[" * 100_000])
def test_a_folder_without_usable_labels_is_refused(tmp_path, content):
    if content is not None:
        (tmp_path / "labels.json").write_text(content)
    with pytest.raises(BenchError, match=r"labels\.json"):
        bench(tmp_path, ScriptedReader())


CORNERS = [[0, 0], [1, 0], [1, 1], [0, 1]]


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"label": "purple 9"}, "'purple 9' is no card"),
        ({"label": ["red 7"]}, "is no card"),
        ({"label": "red 7", "cards": []}, "either 'label' or 'cards'"),
        ({"label": "red 7", "set": 3}, "'set' is 3"),
        ({"cards": ["red 7"]}, "'cards' is a list of objects"),
        ({"cards": [], "ignore": 5}, "'ignore' is a list"),
        ({"cards": [], "ignore": [[1, 2]]}, "'ignore' is no list of points"),
        ({"cards": [{"label": "purple 9", "quad": CORNERS}]}, "'purple 9' is no card"),
        ({"cards": [{"label": "red 7"}]}, "'quad' is no list of points"),
        ({"cards": [{"label": "red 7", "quad": [["x", 0], *CORNERS[1:]]}]}, "'quad' is no list of points"),
        ({"cards": [{"label": "red 7", "quad": [[float("nan"), 0], *CORNERS[1:]]}]}, "'quad' is no list"),
        ({"cards": [{"label": "red 7", "quad": CORNERS[:3]}]}, "a card has 4 corners"),
        ({"cards": [{"label": "red 7", "quad": CORNERS, "visible": "half"}]}, "allowed are full, partial"),
    ],
)
def test_labels_that_make_no_sense_are_named(tmp_path, entry, message):
    (tmp_path / "labels.json").write_text(json.dumps({"a.jpg": entry}))
    with pytest.raises(BenchError, match=rf"labels\.json: 'a\.jpg': .*{message}"):
        bench(tmp_path, None)


def test_pictures_lie_in_the_folder(tmp_path):
    (tmp_path / "labels.json").write_text(json.dumps({"../a.jpg": {"label": "red 7"}}))
    with pytest.raises(BenchError, match="outside the folder"):
        bench(tmp_path, None)


def test_an_unreadable_picture_is_listed_and_the_rest_counted(tmp_path):
    pictures = folder(tmp_path, a={"set": "one", "label": "red 7"}, b={"set": "one", "label": "red 7"})
    (pictures / "a.png").write_bytes(b"")
    report = bench(pictures, ScriptedReader([seen("red 7", box(0, 0))]))
    assert len(report.errors) == 1
    assert report.sets["one"].right == 1


def test_pictures_without_any_card_are_counted_by_what_was_taken_for_one(tmp_path):
    empty = {"set": "rooms", "cards": []}
    leaflet = {"set": "rooms", "cards": [], "ignore": [box(0, 0).tolist()]}  # shows printed cards
    pictures = folder(tmp_path, a=empty, b=empty, c=empty, d=leaflet, e={"label": "red 7"})
    face, back = seen("red 2", box(0, 0)), seen("back", box(30, 0))
    report = bench(pictures, ScriptedReader([], [back], [back, face, face], [face], [face]))
    assert (report.empty.pictures, report.empty.face, report.empty.any) == (3, 1, 2)
    assert report.sets["rooms"].false == 4
    assert "3; with a false face-up card: 1 (33.3%); with any false card: 2 (66.7%)" in report.summary()
    assert report.to_json()["empty"] == {"pictures": 3, "face": 1, "any": 2}


def test_where_every_picture_shows_a_card_nothing_is_said_of_empty_ones(tmp_path):
    report = bench(folder(tmp_path, a={"label": "red 7"}), ScriptedReader([seen("red 7", box(0, 0))]))
    assert "without any card" not in report.summary()
