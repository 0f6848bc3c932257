"""The watcher on filmed games: plays, draws and take-backs in order, by the right seat, and nothing else.

Where the models are not what is tested, a reader stands in that knows what a camera could see in each picture
of the film, misses some of it and misreads some of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from datasets.camera import slip
from datasets.film import DEMO, Film, film
from datasets.script import Act, Habits, Script, alerts_of
from datasets.setting import Difficulties, Knock
from datasets.stage import Shot
from datasets.timeline import animate
from tracker.cards import BACK, LABELS, Card
from tracker.events import Draw, EndRound, Event, Hand, Play, StartCard, parse_event
from ui.presses import Presses
from ui.referee import Referee
from vision.events import (
    CardPlayed,
    CardsDrawn,
    CardsShown,
    CardTakenBack,
    DiscardsBrought,
    DiscardsTaken,
    PileGone,
    StartCardSeen,
    TableEvent,
)
from vision.frames import FileSource, Frame
from vision.reader import Reader
from vision.seen import CardSeen
from vision.table import Seats, Table

SIZE = (480, 270)
NO_ACCIDENTS = Habits(illegal=0, hovers=0)


class FilmReader:
    """Reads what is really there, as a pair of models would: cards more than half visible, with errors.

    A part of the picture is read as well, either way up.
    """

    def __init__(self, seed: int, missed: float = 0.06, misread: float = 0.08) -> None:
        self.rng = np.random.default_rng(seed)
        self.missed, self.misread = missed, misread
        self.shot: Shot | None = None
        self.count = 0

    def follow(self, image: np.ndarray) -> list[CardSeen]:
        return self.read(image)

    def read(self, image: np.ndarray) -> list[CardSeen]:
        self.count += 1
        found = []
        place = self._place(image)
        if place is None:
            return found
        corner, turned = place
        height, width = image.shape[:2]
        for label, quad, visible in self.shot.cards:
            quad = quad - corner
            if not (0 < quad[:, 0].mean() < width and 0 < quad[:, 1].mean() < height):
                continue
            if turned:
                quad = (width, height) - quad
            if visible < 0.55 or self.rng.random() < self.missed:
                continue
            quad = quad + self.rng.normal(0, 1, (4, 2))
            if label == BACK:
                found.append(CardSeen(quad, BACK, 0.9))
                continue
            faces = np.full(len(LABELS), 0.002)
            faces[LABELS.index(label)] += 0.2
            wrong = self.rng.random() < self.misread
            faces[self.rng.integers(len(LABELS)) if wrong else LABELS.index(label)] += 0.7
            faces /= faces.sum()
            found.append(CardSeen(quad, LABELS[int(faces.argmax())], float(faces.max()), faces))
        return found

    def _place(self, image: np.ndarray) -> tuple[tuple[int, int], bool] | None:
        """Where in the whole picture this part begins, and whether it is upside down."""
        if image.shape == self.shot.image.shape:
            return (0, 0), False
        for turned, view in enumerate((image, image[::-1, ::-1])):
            part = np.ascontiguousarray(view)
            _, how, _, corner = cv2.minMaxLoc(cv2.matchTemplate(self.shot.image, part, cv2.TM_CCOEFF_NORMED))
            if how > 0.999:
                return corner, bool(turned)
        return None


def watch(made: Film, shots: Iterator[Shot] | None = None, seed: int = 0) -> tuple[Table, list[TableEvent]]:
    reader = FilmReader(seed)
    table = Table(reader, Seats(len(made.setting.arms)))
    events: list[TableEvent] = []
    for index, shot in enumerate(shots or made.shots()):
        reader.shot = shot
        events += table.update(Frame(shot.image, shot.t, index))
    return table, events


def happened(events: list[TableEvent]) -> list[tuple]:
    """Kind, label and seat of each event after the first, which must be the starting card.

    That no other discards are seen any more is no move by itself.
    """
    assert isinstance(events[0], StartCardSeen)
    kinds = {CardPlayed: "play", CardsDrawn: "draw", CardTakenBack: "takeback"}
    moves = [event for event in events[1:] if not isinstance(event, DiscardsTaken)]
    return [(kinds[type(event)], getattr(event, "label", None), event.seat) for event in moves]


def acted(made: Film) -> list[tuple]:
    acts = [act for act in made.script.acts if act.kind not in ("hover", "point")]
    return [(act.kind, act.card.label if act.card else None, act.seat) for act in acts]


def staged(seed: int, *acts: Act, players: int = 3, mess: float | None = None, pace: float = 2.25) -> Film:
    """Film these acts in a setting drawn from a seed."""
    made = film(seed, players=players, plays=1, size=SIZE, pace=pace, habits=NO_ACCIDENTS)
    script = Script(made.script.opening, acts)
    setting = replace(made.setting, mess=(mess, 60 * mess)) if mess is not None else made.setting
    return Film(script, setting, animate(script, setting))


def play(label: str, seat: int) -> Act:
    return Act("play", seat, Card.parse(label))


def test_the_films_starting_card_and_piles_are_found() -> None:
    made = staged(1, play("red 5", 1))
    table, events = watch(made)
    assert isinstance(events[0], StartCardSeen)
    assert events[0].label == made.script.start.label
    assert table.draw_pile is not None
    place = made.setting.draw_pile
    expected = made.setting.camera.pixels(np.array([[place.x, place.y]]))[0]
    assert np.linalg.norm(table.draw_pile.mean(axis=0) - expected) < made.setting.card / 2


@pytest.mark.parametrize(("seed", "players"), [(1, 2), (2, 3), (4, 5)])
def test_plays_and_draws_are_seen_in_order_with_their_seats(seed: int, players: int) -> None:
    habits = Habits(illegal=0.1, takes_back=0, draws_anyway=0.3, hovers=0.2)
    made = film(seed, players=players, plays=4, size=SIZE, habits=habits)
    _, events = watch(made, seed=seed)
    assert happened(events) == acted(made)


def test_arms_that_follow_each_other_closely_are_kept_apart() -> None:
    acts = (
        play("red 5", 1),
        Act("draw", 2, count=1),
        play("red 7", 0),
        Act("draw", 1, count=2),
        play("blue 7", 2),
    )
    made = staged(5, *acts, pace=1.4)
    _, events = watch(made)
    assert happened(events) == acted(made)


def test_an_event_has_the_time_at_which_the_card_lay_still() -> None:
    made = staged(2, play("green 3", 1), play("green 9", 2))
    _, events = watch(made)
    times = [event.t for event in events if isinstance(event, CardPlayed)]
    assert times == pytest.approx(made.timeline.marks, abs=0.9)


def test_hands_that_only_hover_or_point_do_nothing() -> None:
    made = staged(3, Act("hover", 0), Act("point", 1), Act("hover", 2))
    table, events = watch(made)
    assert [type(event) for event in events] == [StartCardSeen]
    assert table.status == "still"


def test_a_card_taken_back_is_seen() -> None:
    made = staged(4, play("red 5", 1), play("blue 8", 2), Act("takeback", 2), play("red 1", 2), mess=0.12)
    _, events = watch(made)
    assert happened(events) == acted(made)


def test_the_same_faces_in_turn_are_plays_and_no_take_backs() -> None:
    acts = (play("blue 8", 1), play("red 8", 1), play("blue 8", 1), play("red 8", 1))
    made = staged(10, *acts, mess=0.03)
    _, events = watch(made)
    assert happened(events) == acted(made)


def test_a_prior_settles_doubt_but_not_a_sure_reading() -> None:
    def events_with(prior: dict[str, float] | None, doubt: float) -> list[str]:
        class Doubtful(FilmReader):
            def read(self, image: np.ndarray) -> list[CardSeen]:
                cards = super().read(image)
                faces = np.full(len(LABELS), 1e-4)
                faces[LABELS.index("red 6")], faces[LABELS.index("red 8")] = doubt, 1 - doubt
                return [
                    CardSeen(card.quad, card.label, card.confidence, faces / faces.sum())
                    if card.label == "red 6"
                    else card
                    for card in cards
                ]

        made = staged(2, play("red 6", 1))
        reader = Doubtful(0, missed=0, misread=0)
        table = Table(reader, Seats(3))
        table.prior = prior
        labels = []
        for index, shot in enumerate(made.shots()):
            reader.shot = shot
            found = table.update(Frame(shot.image, shot.t, index))
            labels += [event.label for event in found if isinstance(event, CardPlayed)]
        return labels

    prior = dict.fromkeys(LABELS, 0.1) | {"red 6": 1.0}
    assert events_with(None, 0.45) == ["red 8"]
    assert events_with(prior, 0.45) == ["red 6"]
    assert events_with(prior, 0.02) == ["red 8"]


def test_an_equal_card_on_top_is_a_play() -> None:
    made = staged(6, play("blue 8", 1), play("blue 8", 2), mess=0.2)
    _, events = watch(made)
    assert happened(events) == acted(made)


def test_a_card_that_is_only_pushed_is_no_play() -> None:
    made = staged(3, Act("hover", 1))
    (visit,), (start,) = made.timeline.visits, made.timeline.rests
    when = (visit.begin + visit.end) / 2
    pushed = replace(start.pose, x=start.pose.x + 0.2, y=start.pose.y - 0.1, angle=start.pose.angle + 8)
    rests = (replace(start, until=when), replace(start, pose=pushed, since=when))
    made = replace(made, timeline=replace(made.timeline, rests=rests))
    table, events = watch(made)
    assert [type(event) for event in events] == [StartCardSeen]
    assert np.linalg.norm(table.discard.mean(axis=0) - events[0].quad.mean(axis=0)) > 3


def test_a_knock_at_the_camera_is_no_event() -> None:
    made = staged(7, play("blue 8", 1), Act("draw", 2, count=1), play("yellow 8", 0))

    def knocked() -> Iterator[Shot]:
        for index, shot in enumerate(made.shots()):
            way = np.array([(0, 0), (2, -1.5), (-1.5, 2), (1, 3)][index // 45 % 4], float)
            move = np.float32([[1, 0, way[0]], [0, 1, way[1]]])
            image = cv2.warpAffine(shot.image, move, SIZE, borderMode=cv2.BORDER_REPLICATE)
            cards = tuple((label, quad + way, seen) for label, quad, seen in shot.cards)
            yield Shot(image, shot.t, lambda cards=cards: cards)

    _, events = watch(made, knocked())
    assert happened(events) == acted(made)


def test_a_lamp_switched_on_is_no_event() -> None:
    made = staged(8, play("green 2", 1))

    def lit() -> Iterator[Shot]:
        for shot in made.shots():
            gain = 1.25 if 3.2 < shot.t < 3.9 else 1.0
            yield replace(shot, image=cv2.convertScaleAbs(shot.image, alpha=gain))

    _, events = watch(made, lit())
    assert happened(events) == acted(made)


def black(image: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return np.zeros_like(image)


def half(image: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    torn = image.copy()
    torn[image.shape[0] // 2 :] = rng.choice([0, 128])
    return torn


def noise(image: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return rng.integers(0, 256, image.shape).astype(np.uint8)


def missing(image: np.ndarray, rng: np.random.Generator) -> None:
    return None


def disturbed(made: Film, damages: Sequence, seed: int) -> Iterator[Shot]:
    """Play a film with one picture in twelve damaged, lost or shown again, and stops of up to two seconds."""
    rng = np.random.default_rng(seed)
    stopped = 0.0
    last = None
    for shot in made.shots():
        kind = damages[rng.integers(len(damages))] if last and rng.random() < 1 / 12 else None
        image = kind(shot.image, rng) if kind else shot.image
        if last and rng.random() < 1 / 60:
            for _ in range(int(rng.integers(1, 30))):
                stopped += 1 / 15
                yield replace(last, t=shot.t + stopped - 1 / 15)
        if image is not None:
            last = Shot(image, shot.t + stopped, shot.find if image is shot.image else tuple)
            yield last


@pytest.mark.parametrize("damages", [[black], [half], [noise], [missing], [black, half, noise, missing]])
def test_damaged_missing_and_repeated_pictures_show_the_same_game(damages: list) -> None:
    acts = (play("red 5", 1), Act("draw", 2, count=1), play("red 7", 0), Act("hover", 2), play("blue 7", 1))
    made = staged(12, *acts)
    _, events = watch(made, disturbed(made, damages, seed=1))
    assert happened(events) == [entry for entry in acted(made) if entry[0] != "hover"]


def test_a_reader_that_sees_nothing_invents_nothing() -> None:
    class Blind:
        def read(self, image: np.ndarray) -> list[CardSeen]:
            return []

        follow = read

    made = staged(9, play("green 2", 1))
    table = Table(Blind(), Seats(3))
    events = [
        event for i, shot in enumerate(made.shots()) for event in table.update(Frame(shot.image, shot.t, i))
    ]
    assert events == []
    assert table.status == "looking"
    assert table.discard is None


def test_the_reader_is_asked_seldom() -> None:
    made = staged(2, play("green 3", 1), play("green 9", 2))
    reader = FilmReader(0)
    table = Table(reader, Seats(3))
    for index, shot in enumerate(made.shots()):
        reader.shot = shot
        table.update(Frame(shot.image, shot.t, index))
    assert reader.count < len(made) / 5


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 8, 10])
def test_seats_lie_evenly_around_the_picture_clockwise_from_the_bottom(count: int) -> None:
    size = (960, 540)
    seats = Seats(count)
    for seat in range(count):
        around = 2 * np.pi * seat / count
        way = np.array([-np.sin(around), np.cos(around)])
        edge = min(480 / max(abs(way[0]), 1e-9), 270 / max(abs(way[1]), 1e-9))
        assert seats.seat_at(tuple(np.array((480, 270)) + way * edge), size) == seat
    assert seats.seat_at((480, 539), size) == 0


def test_the_first_round_of_the_demo_film_is_followed_exactly() -> None:
    """``unoref bench --film ui/demo/demo.mp4`` follows the whole film, and compares the scores."""
    truth = [
        parse_event(json.loads(line))
        for line in DEMO.with_name("demo.events.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    rounds = [number for number, event in enumerate(truth) if isinstance(event, EndRound)]
    del truth[rounds[0] + 1 :]
    game = truth[0]
    table = Table(Reader(), Seats(len(game.players)))
    referee = Referee(game.players, game.rules, table, dealer=game.dealer, deal=game.deal)
    presses = Presses(event for event in truth if not isinstance(event, Hand | EndRound))
    with FileSource(DEMO) as source:
        for frame in source:
            referee.update(frame)
            for event in presses.due(frame.t, referee.game.events):
                referee.push(event)
            if referee.game.state.phase == "round-over":
                break
    events = [step.event for step in referee.steps]

    def moves(of: Sequence[Event]) -> list[tuple]:
        return [
            (event.player, event.cards[0].label if isinstance(event, Play) else event.count)
            for event in of
            if isinstance(event, Play | Draw)
        ]

    assert moves(events) == moves(truth)
    wrong = ("illegal-play", "uno-missed", "out-of-turn", "draw-owed", "draw-count")
    assert alerts_of(events, *wrong) == alerts_of(truth, *wrong)
    assert referee.game.state.scores == {"Ann": 0, "Ben": 81, "Cy": 0}
    start = next(event for event in events if isinstance(event, StartCard))
    assert start.card == next(event.card for event in truth if isinstance(event, StartCard))


# ------------------------------------------------------------------------ one difficulty in each short film


def hard(seed: int, *acts: Act, players: int = 3, fps: int = 15, **difficulties) -> Film:
    """Film these acts with difficulties switched on."""
    made = film(
        seed,
        players=players,
        plays=1,
        size=SIZE,
        fps=fps,
        habits=NO_ACCIDENTS,
        difficulties=Difficulties(**difficulties),
    )
    script = Script(made.script.opening, acts)
    return Film(script, made.setting, animate(script, made.setting))


TWO_PLAYS_AND_A_DRAW = (play("red 5", 1), Act("draw", 2, count=1), play("red 7", 0))


@pytest.mark.parametrize(
    "difficulties",
    [
        {"tilt": 32.0, "focal": 1.0},
        {"roll": 140.0, "turn": 75.0},
        {"bands": 0.015, "noise": 2.5},
        {"shutter": 0.9},
        {"exposure": 1.0},
        {"small": 0.75, "mess": 0.1},
    ],
    ids=lambda chosen: "-".join(chosen),
)
def test_a_difficult_picture_shows_the_same_game(difficulties: dict[str, float]) -> None:
    made = hard(21, *TWO_PLAYS_AND_A_DRAW, **difficulties)
    _, events = watch(made)
    assert happened(events) == acted(made)


def test_a_lamp_that_stays_on_is_no_event() -> None:
    made = hard(22, *TWO_PLAYS_AND_A_DRAW, lamp=True, exposure=0.6)
    made = replace(made, timeline=replace(made.timeline, lit=(3.6, 6.5)))
    _, events = watch(made)
    assert happened(events) == acted(made)


@pytest.mark.parametrize("t", [3.5, 5.6])
def test_the_table_is_found_again_after_a_knock(t: float) -> None:
    made = hard(23, *TWO_PLAYS_AND_A_DRAW)
    made = replace(made, timeline=replace(made.timeline, knocks=(Knock(t, (12.0, -8.0), 1.5),)))
    table, events = watch(made)
    assert happened(events) == acted(made)
    place = made.setting.draw_pile
    before = made.setting.camera.pixels(np.array([[place.x, place.y]]))
    after = cv2.perspectiveTransform(before[None], slip(SIZE, (12.0, -8.0), 1.5))[0, 0]
    assert np.linalg.norm(table.draw_pile.mean(axis=0) - after) < made.setting.card / 2


def test_cards_laid_together_are_one_play() -> None:
    several = Act("play", 1, cards=(Card.parse("red 5"), Card.parse("blue 5")))
    made = hard(24, several, play("blue 9", 2))
    _, events = watch(made)
    plays = [event for event in events if isinstance(event, CardPlayed)]
    assert [(event.beneath, event.label, event.seat) for event in plays] == [
        (("red 5",), "blue 5", 1),
        ((), "blue 9", 2),
    ]


def test_a_pile_that_is_squared_up_is_no_event() -> None:
    made = hard(25, play("red 5", 1), play("red 7", 2), Act("tidy", 0), play("blue 7", 0))
    _, events = watch(made)
    assert happened(events) == [entry for entry in acted(made) if entry[0] != "tidy"]


def test_who_takes_the_discards_from_under_the_top_card_is_seen_to() -> None:
    acts = (play("red 5", 1), play("red 7", 2), play("blue 7", 0), Act("reshuffle", 1, count=80))
    made = hard(27, *acts, play("blue 9", 1), mess=0.2)
    _, events = watch(made)
    taken = [event for event in events if isinstance(event, DiscardsTaken)]
    assert [event.seat for event in taken] == [1]
    assert not any(isinstance(event, CardsDrawn) for event in events)
    brought = [event for event in events if isinstance(event, DiscardsBrought)]
    assert [event.seat for event in brought] == [1]
    assert taken[0].t < brought[0].t
    plays = [event.label for event in events if isinstance(event, CardPlayed)]
    assert plays == ["red 5", "red 7", "blue 7", "blue 9"]


def test_who_squares_up_the_pile_and_draws_brings_no_discards() -> None:
    acts = (play("red 5", 1), play("red 7", 2), Act("tidy", 0), Act("draw", 0, count=1))
    made = hard(28, *acts, mess=0.3)
    _, events = watch(made)
    assert any(isinstance(event, DiscardsTaken) for event in events)
    assert [event.seat for event in events if isinstance(event, CardsDrawn)] == [0]


def test_hands_laid_open_are_read_with_their_seats() -> None:
    hands = {1: ("red 4", "wild", "green 4"), 2: ("blue 9",)}
    shows = [
        Act("show", seat, cards=tuple(Card.parse(label) for label in labels))
        for seat, labels in hands.items()
    ]
    made = hard(26, play("red 5", 0), *shows, small=0.75)
    _, events = watch(made)
    shown = [(event.seat, event.labels) for event in events if isinstance(event, CardsShown)]
    assert shown == [(seat, tuple(sorted(labels))) for seat, labels in hands.items()]
    assert sum(isinstance(event, CardPlayed) for event in events) == 1


def test_after_the_cards_are_gathered_a_new_round_begins() -> None:
    made = hard(
        27,
        play("red 5", 1),
        Act("show", 2, cards=(Card.parse("blue 9"),)),
        Act("gather", 0),
        Act("pack", 0, count=60),
        Act("start", 0, Card.parse("green 2")),
        play("green 6", 1),
        small=0.75,
    )
    _, events = watch(made)
    kinds = [(type(event), getattr(event, "label", None)) for event in events]
    assert kinds == [
        (StartCardSeen, made.script.start.label),
        (CardPlayed, "red 5"),
        (CardsShown, None),
        (PileGone, None),
        (StartCardSeen, "green 2"),
        (CardPlayed, "green 6"),
    ]


@pytest.mark.parametrize("share", [0.55, 1.0])
@pytest.mark.parametrize("seed", range(4))
def test_new_round_is_found_once_though_pictures_are_dropped_and_it_is_begun_at_once(
    seed: int, share: float
) -> None:
    """A slow computer sees few pictures of the starting card before the first card lies on it."""
    made = hard(
        40 + seed,
        play("red 5", 1),
        Act("gather", 0),
        Act("pack", 0, count=60),
        Act("start", 0, Card.parse("green 2")),
        play("green 6", 1),
    )
    rng = np.random.default_rng(seed)
    _, events = watch(made, (shot for shot in made.shots() if rng.random() < share))
    kinds = [(type(event), getattr(event, "label", None)) for event in events]
    assert kinds[1:] == [
        (CardPlayed, "red 5"),
        (PileGone, None),
        (StartCardSeen, "green 2"),
        (CardPlayed, "green 6"),
    ]
