"""Learning a deck: what is kept, what it changes, what it leaves alone."""

import json

import cv2
import numpy as np
import pytest

from datasets.faces import unseen_design
from datasets.scenes import Look, PrintedDecks, render_scene
from tracker.cards import LABELS
from ui import learn as lessons
from ui.cli import main
from vision.classifier import CLASSES, Classifier
from vision.deck import PARTS, Deck, DeckError, Part, learn, views
from vision.detector import Detection
from vision.frames import Frame
from vision.reader import Reader
from vision.straighten import straighten

CALM = Look(
    glare=0.2,
    cast=0,
    dim=0,
    blur=0.2,
    motion=0,
    low_resolution=0,
    tilt=0.5,
    arms=0,
    clutter=0,
    lens=0,
    empty=0,
    held=0,
    leaflet=0,
    gloom=0,
)


@pytest.fixture(scope="module")
def classifier():
    return Classifier()


def shown(deck, label, seed):
    """One card of a deck before the camera, in whatever light: the picture and the card's corners."""
    rng = np.random.default_rng((seed, LABELS.index(label)))
    spots = [(label, 240.0, 200.0, rng.uniform(0, 360), rng.uniform(90, 160))]
    scene = render_scene(rng, deck, 480, 400, CALM, spots)
    return scene.image, scene.cards[0].quad


def right(classifier, printed, seed, deck=None):
    """Of the faces of a printed deck, the share that is read right."""
    crops = [straighten(*shown(printed, label, seed), classifier.size) for label in LABELS]
    found = classifier.classify(crops, deck).argmax(axis=1)
    return np.mean([CLASSES[k] == label for k, label in zip(found, LABELS, strict=True)])


def learned(classifier, printed, labels=LABELS):
    examples = {label: views(*shown(printed, label, 1), classifier.size) for label in labels}
    return learn("grandma's", examples, classifier)


def test_a_deck_never_seen_before_is_read_once_each_face_was_shown(classifier):
    printed = PrintedDecks(np.random.default_rng(5), designs=1, sample=unseen_design)
    deck = learned(classifier, printed)
    before = np.mean([right(classifier, printed, seed) for seed in (2, 3)])
    after = np.mean([right(classifier, printed, seed, deck) for seed in (2, 3)])
    assert after >= 0.95, f"{before:.3f} before, {after:.3f} after"
    assert before < after


def test_what_was_not_shown_is_read_as_before(classifier):
    printed = PrintedDecks(np.random.default_rng(6), designs=1, sample=unseen_design)
    few = learned(classifier, printed, LABELS[::8])
    ordinary = PrintedDecks(np.random.default_rng(7), designs=1)
    before = right(classifier, ordinary, 2)
    assert right(classifier, ordinary, 2, few) >= before - 0.02


def test_few_faces_of_another_deck_leave_sure_readings_sure(classifier):
    few = learned(
        classifier, PrintedDecks(np.random.default_rng(6), designs=1, sample=unseen_design), LABELS[::8]
    )
    ordinary = PrintedDecks(np.random.default_rng(7), designs=1)
    crops = [straighten(*shown(ordinary, label, 2), classifier.size) for label in LABELS]
    sure = classifier.classify(crops).max(axis=1) > 0.95
    assert sure.mean() > 0.8
    assert np.median(classifier.classify(crops, few).max(axis=1)[sure]) > 0.95


def test_one_more_view_makes_a_face_likelier_and_leaves_the_others(classifier):
    printed = PrintedDecks(np.random.default_rng(6), designs=1, sample=unseen_design)
    deck = learned(classifier, printed)
    more = views(*shown(printed, "green 6", 9), classifier.size)
    after = deck.with_view("green 6", more, classifier)

    def likely(known):
        reading = classifier.classify([straighten(*shown(printed, "green 6", 9), classifier.size)], known)
        return reading[0, CLASSES.index("green 6")]

    assert likely(after) > likely(deck)
    assert right(classifier, printed, 2, after) >= right(classifier, printed, 2, deck) - 0.02


def any_deck(label="red 7"):
    part = Part(np.zeros(4), np.zeros((0, 4)), np.ones((1, 4)))
    return Deck("any", (label,), dict.fromkeys(PARTS, part))


def test_a_deck_is_kept_in_a_file(tmp_path, classifier):
    printed = PrintedDecks(np.random.default_rng(5), designs=1)
    deck = learned(classifier, printed, LABELS[:3])
    deck.save(tmp_path / "ours.deck")
    again = Deck.load(tmp_path / "ours.deck")
    assert again.name == "grandma's"
    assert again.labels == deck.labels
    for part in PARTS:
        assert np.allclose(again.parts[part].faces, deck.parts[part].faces, atol=1e-3)


@pytest.mark.parametrize("content", [b"", b"no deck", b"PK\x03\x04"])
def test_a_file_that_is_no_deck_is_named(tmp_path, content):
    file = tmp_path / "x.deck"
    file.write_bytes(content)
    with pytest.raises(DeckError, match=r"x\.deck: not a deck file"):
        Deck.load(file)


@pytest.mark.parametrize("spoil", [lambda rows: rows[:, :5], lambda rows: rows * np.nan])
def test_a_deck_file_with_other_numbers_is_refused(tmp_path, classifier, spoil):
    file = tmp_path / "x.deck"
    learned(classifier, PrintedDecks(np.random.default_rng(5), designs=1), LABELS[:2]).save(file)
    assert Deck.load(file).labels
    with np.load(file) as archive:
        arrays = {**archive, "shape_faces": spoil(archive["shape_faces"])}
    with file.open("wb") as out:
        np.savez(out, **arrays)
    with pytest.raises(DeckError, match="not a deck file of this version"):
        Deck.load(file)


def test_a_deck_of_unknown_faces_is_refused(tmp_path):
    any_deck(label="purple 3").save(tmp_path / "x.deck")
    with pytest.raises(DeckError, match="not a deck file of this version"):
        Deck.load(tmp_path / "x.deck")


def test_a_missing_deck_is_named_with_those_there_are(tmp_path, monkeypatch):
    monkeypatch.setattr(lessons, "user_data_path", lambda _: tmp_path)
    with pytest.raises(DeckError, match="no such deck; 'unoref learn' makes it"):
        lessons.load_deck("ours")
    lessons.save_deck(any_deck(), "old")
    with pytest.raises(DeckError, match="no such deck; there are old"):
        lessons.load_deck("ours")


def test_a_deck_is_learned_from_photographs(tmp_path, capsys):
    printed = PrintedDecks(np.random.default_rng(5), designs=1)
    entries = {}
    for label in LABELS[:4]:
        name = f"{label.replace(' ', '-')}.jpg"
        cv2.imwrite(str(tmp_path / name), shown(printed, label, 1)[0])
        entries[name] = {"set": "ours", "label": label}
    (tmp_path / "labels.json").write_text(json.dumps(entries))
    file = tmp_path / "ours.deck"
    assert main(["learn", str(file), "--photos", str(tmp_path), "--set", "ours"]) == 0
    assert set(Deck.load(file).labels) == set(LABELS[:4])
    assert "4 faces learned" in capsys.readouterr().out
    assert main(["bench", str(tmp_path), "--deck", str(file)]) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--photos", "nowhere"], "labels.json: no such file"),
        (["--set", "flip"], "give --photos as well"),
        (["--source", "nowhere.mp4"], "nowhere.mp4"),
        (["--source", "0", "--photos", "nowhere"], "not both"),
    ],
)
def test_learning_from_nothing_is_refused_in_one_line(tmp_path, monkeypatch, capsys, arguments, message):
    monkeypatch.chdir(tmp_path)
    assert main(["learn", str(tmp_path / "x.deck"), *arguments]) in (1, 2)
    error = capsys.readouterr().err.strip().splitlines()
    assert message in error[-1]
    assert not (tmp_path / "x.deck").exists()


@pytest.mark.parametrize("name", ["", " ", "..", "a/b", "-x", "new\nline", "x" * 61])
def test_a_name_that_is_none_is_refused(name):
    with pytest.raises(DeckError, match="not a name"):
        lessons.deck_file(name)


def test_a_deck_is_learned_anew_only_when_told_so(tmp_path):
    file = tmp_path / "ours.deck"
    any_deck().save(file)
    with pytest.raises(DeckError, match=r"ours\.deck: is there already; .* --replace"):
        lessons.new_deck_file(str(file))
    assert lessons.new_deck_file(str(file), replace=True) == file


class StagedReader:
    """Sees one card where a test's frame says one lies, and takes it for what the test says."""

    crop_size = 32

    def __init__(self):
        self.showing = None

    def detect(self, image):
        label = self.showing
        if label is None:
            return []
        return [Detection(np.array([(9, 9), (29, 9), (29, 40), (9, 40)], float), "face", 0.9)]

    def locate(self, image, found):
        return found

    def impression(self, crops):
        label, sure = self.showing
        faces = np.full(len(LABELS), (1 - sure) / (len(LABELS) - 1))
        faces[LABELS.index(label)] = sure
        embedding = np.zeros(len(LABELS))
        embedding[LABELS.index(label)] = 1
        return faces, embedding


def watch(script, answers=()):
    """Let a lesson see cards: (label, how sure the reading is, seconds); None for an empty table."""
    reader, questions, answers = StagedReader(), [], list(answers)

    def ask(question, guess):
        questions.append(guess)
        return answers.pop(0) if answers else guess

    def frames():
        t = 0.0
        for card, seconds in script:
            for _ in range(round(seconds * 10)):
                reader.showing = card
                t += 0.1
                yield Frame(np.zeros((50, 50, 3), np.uint8), t, 0)

    lesson = lessons.Lesson(reader, ask)
    return list(lesson.watch(frames())), questions, lesson


def test_sure_cards_are_learned_without_a_question():
    script = [(("red 7", 0.99), 2), (None, 1), (("blue 2", 0.99), 2)]
    said, questions, lesson = watch(script)
    assert said == ["red 7", "blue 2"]
    assert not questions
    assert set(lesson.shown) == {"red 7", "blue 2"}
    assert len(lesson.missing) == 52


def test_a_card_in_motion_is_not_learned():
    said, _, _ = watch([(("red 7", 0.99), 0.4), (None, 1)])
    assert said == []


def test_a_doubtful_card_is_asked_about():
    said, questions, _ = watch([(("red 7", 0.6), 2)], ["red 1"])
    assert questions == ["red 7"]
    assert said == ["red 1"]


def test_a_card_that_reads_like_one_already_shown_is_asked_about():
    script = [(("red 7", 0.99), 2), (None, 1), (("red 7", 0.95), 2)]
    said, questions, _ = watch(script, [None])
    assert said == ["red 7"], "the answer was to leave it out"
    assert len(questions) == 1


def test_real_cards_are_learned_from_a_film_of_them():
    """The real reader, on rendered frames of one card after the other."""
    reader = Reader()
    printed = PrintedDecks(np.random.default_rng(11), designs=1)
    labels = ["red 7", "blue skip", "wild"]

    def frames():
        t = 0.0
        for label in labels:
            image = shown(printed, label, 4)[0]
            for _ in range(8):
                t += 0.2
                yield Frame(image, t, 0)
            for _ in range(2):
                t += 0.2
                yield Frame(np.full_like(image, 120), t, 0)

    lesson = lessons.Lesson(reader, lambda question, guess: guess)
    assert list(lesson.watch(frames())) == labels
