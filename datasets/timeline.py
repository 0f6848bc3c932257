"""Acts become poses: where every arm and every card of a filmed game is at every moment.

Places are in table coordinates (:mod:`datasets.camera`), angles in degrees clockwise, heights in card widths
above the table, times in seconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

import numpy as np

from datasets.script import Act, Script
from datasets.setting import Knock, Pose, Setting
from tracker.cards import BACK

NEVER = float("inf")

FARTHEST = 0.03
"""How far a knock moves the picture at most, as a share of its width."""

Way = tuple[float, np.ndarray, float]
"""Seconds after the way before, where the finger tips are then, and their height."""


@dataclass(frozen=True)
class Key:
    """One key of an arm's way: at ``t`` the finger tips are at (x, y), ``height`` above the table."""

    t: float
    x: float
    y: float
    height: float


@dataclass(frozen=True)
class Held:
    """A card in a hand from ``since`` until ``until``; the pose is relative to finger tips and direction."""

    label: str
    since: float
    until: float
    forward: float
    aside: float
    angle: float


@dataclass(frozen=True)
class Visit:
    """One arm's way in and out: whose, the hand's shape, the body it hangs on, keys, and what it holds."""

    seat: int
    hand: str
    body: tuple[float, float]
    keys: tuple[Key, ...]
    held: tuple[Held, ...] = ()

    @property
    def begin(self) -> float:
        """When the arm comes into the picture."""
        return self.keys[0].t

    @property
    def end(self) -> float:
        """When it has left the picture."""
        return self.keys[-1].t

    def tips(self, t: float) -> tuple[float, float, float, float]:
        """Return x, y, the direction the fingers point in (degrees, 0 is up) and the height at a time."""
        keys = self.keys
        i = int(np.clip(np.searchsorted([key.t for key in keys], t) - 1, 0, len(keys) - 2))
        a, b = keys[i], keys[i + 1]
        u = np.clip((t - a.t) / max(b.t - a.t, 1e-6), 0, 1)
        u = u * u * u * (u * (6 * u - 15) + 10)
        x, y = a.x + (b.x - a.x) * u, a.y + (b.y - a.y) * u
        angle = np.degrees(np.arctan2(x - self.body[0], self.body[1] - y))
        return x, y, angle, a.height + (b.height - a.height) * u

    def held_at(self, t: float) -> Iterator[tuple[str, Pose, float]]:
        """Yield the cards in the hand: label, pose, height."""
        x, y, angle, height = self.tips(t)
        along = np.array([np.sin(np.radians(angle)), -np.cos(np.radians(angle))])
        across = np.array([-along[1], along[0]])
        for card in self.held:
            if card.since <= t < card.until:
                middle = np.array((x, y)) + along * card.forward + across * card.aside
                yield card.label, Pose(*middle, angle + card.angle), height


@dataclass(frozen=True)
class Rest:
    """A card that lies open on the table from ``since`` until ``until``.

    ``level`` says what lies on what, ``height`` how high it lies.
    """

    label: str
    pose: Pose
    since: float
    until: float = NEVER
    level: int = 0
    height: float = 0.01


@dataclass(frozen=True)
class Timeline:
    """Everything that moves: arms' visits, open cards at rest, the draw pile, camera and lamp.

    ``taken``: when single cards leave the draw pile; ``packs``: (time, number of cards) whenever it is laid
    or taken away whole; ``marks``: when each act is done; ``clears``: when its arm no longer
    hides what it did; ``lit``: from when until when a lamp is on.
    """

    visits: tuple[Visit, ...]
    rests: tuple[Rest, ...]
    taken: tuple[float, ...]
    packs: tuple[tuple[float, int], ...]
    marks: tuple[float, ...]
    clears: tuple[float, ...]
    end: float
    knocks: tuple[Knock, ...] = ()
    lit: tuple[float, float] = (NEVER, NEVER)

    def lying(self, t: float) -> list[Rest]:
        """The open cards at rest, from the lowest up."""
        lying = [rest for rest in self.rests if rest.since <= t < rest.until]
        return sorted(lying, key=lambda rest: rest.level)

    def stock(self, t: float) -> int:
        """How many cards the draw pile has."""
        since, count = max((pack for pack in self.packs if pack[0] <= t), key=lambda pack: pack[0])
        return max(0, count - sum(since <= moment <= t for moment in self.taken))


def animate(script: Script, setting: Setting) -> Timeline:
    """Give every act of a script its visit, one after another, at the setting's pace."""
    rng = np.random.default_rng((setting.seed, 1))
    hard = setting.difficulties
    stage = _Stage(rng, setting, script.stock)
    stage.lay(script.start.label, stage.pile_pose(rng.normal(0, 8)), -1.0)
    t = 1.6
    for act in script.acts:
        stage.act(act, t)
        # Most arms wait until the one before has gone; some come while it is still going.
        step = setting.pace * rng.uniform(0.88, 1.12)
        t = max(t + step, stage.visits[-1].end - (0.3 if rng.random() < hard.haste else -0.12))
        t += stage.pause
    end = stage.visits[-1].end + 1.8 + stage.pause if stage.visits else 3.0
    knocks, lit = _accidents(setting, end)
    return Timeline(
        tuple(stage.visits),
        tuple(stage.rests),
        tuple(stage.taken),
        tuple(stage.packs),
        tuple(stage.marks),
        tuple(stage.clears),
        end,
        knocks,
        lit,
    )


def _accidents(setting: Setting, end: float) -> tuple[tuple[Knock, ...], tuple[float, float]]:
    """When the camera is knocked, and from when until when a lamp is on."""
    rng = np.random.default_rng((setting.seed, 8))
    knocks = []
    for moment in np.sort(rng.uniform(0.15 * end, 0.85 * end, setting.difficulties.knocks)):
        turn = rng.uniform(0, 2 * np.pi)
        far = rng.uniform(0.3, 1.0) * FARTHEST * setting.size[0]
        way = (float(far * np.cos(turn)), float(far * np.sin(turn)))
        knocks.append(Knock(float(moment), way, float(rng.normal(0, 1.2))))
    on = rng.uniform(0.15, 0.5) * end
    lit = (on, on + rng.uniform(0.15, 0.4) * end) if setting.difficulties.lamp else (NEVER, NEVER)
    return tuple(knocks), lit


def _clear(visit: Visit, done: float) -> float:
    """When the finger tips are well away from where they were at a time, or else have left the picture."""
    x, y = visit.tips(done)[:2]
    for t in np.arange(done, visit.end, 0.02):
        if np.hypot(*np.subtract(visit.tips(t)[:2], (x, y))) > 1.3:
            return float(t)
    return visit.end


@dataclass(eq=False)
class _Stage:
    """The table while acts are acted out: what lies where; ``pause``: seconds to wait after the last act."""

    rng: np.random.Generator
    setting: Setting
    stock: int
    visits: list[Visit] = field(default_factory=list)
    rests: list[Rest] = field(default_factory=list)
    taken: list[float] = field(default_factory=list)
    packs: list[tuple[float, int]] = field(default_factory=list)
    marks: list[float] = field(default_factory=list)
    clears: list[float] = field(default_factory=list)
    pile: list[int] = field(default_factory=list)
    shown: dict[int, list[int]] = field(default_factory=dict)
    pause: float = 0.0

    def __post_init__(self) -> None:
        """Lay the draw pile."""
        self.packs.append((-1.0, self.stock))

    def act(self, act: Act, t: float) -> None:
        """Add an act that begins at a time."""
        self.pause = 0.0
        _Reach(self, act, t)

    def pile_pose(self, angle: float) -> Pose:
        """Return where the next card of the discard pile lies, turned by about ``angle``."""
        mess, turn = self.setting.mess
        x, y = np.array(self.setting.discard) + np.clip(self.rng.normal(0, mess, 2), -2 * mess, 2 * mess)
        return Pose(x, y, angle + float(np.clip(self.rng.normal(0, turn), -2 * turn, 2 * turn)))

    def lay(self, label: str, pose: Pose, since: float) -> None:
        """Lay a card on the discard pile."""
        self.pile.append(self.put(label, pose, since, 0.01 + 0.0055 * len(self.pile)))

    def put(self, label: str, pose: Pose, since: float, height: float = 0.01) -> int:
        """Lay a card on the table; return its number."""
        self.rests.append(Rest(label, pose, since, level=len(self.rests), height=height))
        return len(self.rests) - 1

    def lift(self, numbers: Sequence[int], t: float) -> None:
        """Take cards away."""
        for number in numbers:
            self.rests[number] = replace(self.rests[number], until=t)

    def push(self, number: int, pose: Pose, t: float) -> int:
        """Move a card that lies on the table; return the number that it has from then on."""
        rest = self.rests[number]
        self.lift([number], t)
        self.rests.append(replace(rest, pose=pose, since=t, until=NEVER))
        return len(self.rests) - 1


class _Reach:
    """One act's visit, or several."""

    def __init__(self, stage: _Stage, act: Act, t: float) -> None:
        self.stage, self.setting, self.rng = stage, stage.setting, stage.rng
        self.seat = act.seat
        self.edge, out = self.setting.seat(act.seat)
        # The body sits beyond the picture's edge; the arm comes in a little to the left or right of it.
        aside = np.array([-out[1], out[0]]) * self.rng.normal(0, 0.5)
        self.body = self.edge + out * 3.5 + aside
        done = getattr(self, "_" + act.kind)(act, t)
        stage.marks.append(done)
        stage.clears.append(_clear(stage.visits[-1], done))

    def _target(self, middle: Sequence[float], forward: float) -> tuple[np.ndarray, np.ndarray, float]:
        """Return finger tips that hold a card ``forward`` of them at its place, a start outside, an angle."""
        along = np.asarray(middle, float) - self.body
        along = along / np.linalg.norm(along)
        tips = middle - along * forward
        angle = float(np.degrees(np.arctan2(along[0], -along[1])))
        return tips, self.body + along * 0.6, angle

    def _visit(self, hand: str, ways: Sequence[Way], t: float, held: Sequence[Held] = ()) -> Visit:
        keys = []
        for seconds, tips, height in ways:
            t += seconds
            keys.append(Key(t, float(tips[0]), float(tips[1]), height))
        visit = Visit(self.seat, hand, tuple(self.body.tolist()), tuple(keys), tuple(held))
        self.stage.visits.append(visit)
        return visit

    def _seconds(self, seconds: float) -> float:
        return seconds * self.rng.uniform(0.88, 1.15)

    def _play(self, act: Act, t: float) -> float:
        rng = self.rng
        angle = self._target(self.setting.discard, 0.0)[2]
        pose = self.stage.pile_pose(angle + (180 if rng.random() < 0.15 else 0))
        forward = 0.12 + rng.normal(0, 0.03)
        tips, start, angle = self._target((pose.x, pose.y), forward)
        reach, lower, stay, leave = (self._seconds(s) for s in (0.62, 0.22, 0.14, 0.6))
        rest = t + reach + lower
        above = tips + rng.normal(0, 0.12, 2)
        ways: list[Way] = [(0, start, 1.0), (reach, above, 0.5), (lower, tips, 0.04)]
        # The card hangs on the moving tips; when they arrive it has its pose.
        first, *others = act.laid
        held = [Held(first.label, t, rest, forward, 0.0, pose.angle - angle)]
        self.stage.lay(first.label, pose, rest)
        across = np.array([np.cos(np.radians(pose.angle)), np.sin(np.radians(pose.angle))])
        side = rng.choice([-1, 1]) if others else 0
        for card in others:  # each beside the one before, so that all can be seen
            beside = across * side * rng.uniform(0.68, 0.8) + rng.normal(0, 0.03, 2)
            x, y = np.array((pose.x, pose.y)) + beside
            pose = Pose(x, y, pose.angle + rng.normal(0, 3))
            tips, start, angle = self._target((x, y), forward)
            over, lower = self._seconds(0.3), self._seconds(0.18)
            ways += [(over, tips, 0.25), (lower, tips, 0.04)]
            held.insert(0, Held(card.label, t, rest + over + lower, forward, 0.0, pose.angle - angle))
            rest += over + lower
            self.stage.lay(card.label, pose, rest)
        ways += [(stay, tips, 0.08), (leave, start, 1.0)]
        self._visit("hold", ways, t, held)
        return rest

    def _draw(self, act: Act, t: float) -> float:
        rng = self.rng
        pile = self.setting.draw_pile
        forward = 0.05 + rng.normal(0, 0.05)
        tips, start, angle = self._target(np.array((pile.x, pile.y)) + rng.normal(0, 0.08, 2), forward)
        back = (start - tips) / np.linalg.norm(start - tips)
        reach, leave = self._seconds(0.62), self._seconds(0.7)
        ways: list[Way] = [(0, start, 1.0), (reach, tips, 0.1)]
        held = []
        now = t + reach
        fan = rng.uniform(7, 13)
        for number in range(act.count):
            press = self._seconds(0.12)
            now += press
            self.stage.taken.append(now)
            spread = (number - (act.count - 1) / 2) * fan if act.count > 1 else 0.0
            own = pile.angle - angle
            own = (own + 90) % 180 - 90 + rng.normal(0, 2)
            turn = own if act.count == 1 else own * 0.4 + spread
            held.append(Held(BACK, now, NEVER, forward + 0.03 * number, np.radians(spread) * 0.6, turn))
            ways.append((press, tips, 0.08))
            if number < act.count - 1:
                pull = self._seconds(0.17)
                ways += [(pull, tips + back * 0.9, 0.2), (pull, tips, 0.1)]
                now += 2 * pull
        ways.append((leave, start, 1.0))
        self._visit("press", ways, t, held)
        return now + 0.3 * leave

    def _takeback(self, act: Act, t: float) -> float:
        count = max(1, act.count)
        numbers, self.stage.pile = self.stage.pile[-count:], self.stage.pile[:-count]
        top = self.stage.rests[numbers[-1]]
        forward = 0.05 + self.rng.normal(0, 0.05)
        tips, start, angle = self._target((top.pose.x, top.pose.y), forward)
        reach, press, leave = (self._seconds(s) for s in (0.62, 0.15, 0.7))
        gone = t + reach + press
        self.stage.lift(numbers, gone)
        held = [Held(top.label, gone, NEVER, forward, 0.0, top.pose.angle - angle)]
        ways: list[Way] = [(0, start, 1.0), (reach, tips, 0.1), (press, tips, 0.08), (leave, start, 1.0)]
        self._visit("press", ways, t, held)
        return gone + 0.3 * leave

    def _idle(self, hand: str, t: float, height: float) -> float:
        rng = self.rng
        aim = np.array(self.setting.discard) + rng.normal(0, 0.35, 2)
        tips, start, _ = self._target(aim, 0.0)
        ways: list[Way] = [(0, start, 1.0), (self._seconds(0.65), tips, height)]
        for _ in range(int(rng.integers(1, 4))):
            ways.append((self._seconds(0.3), tips + rng.normal(0, 0.2, 2), height))
        ways.append((self._seconds(0.65), start, 1.0))
        return self._visit(hand, ways, t).end

    def _hover(self, act: Act, t: float) -> float:
        return self._idle("press", t, 0.7)

    def _point(self, act: Act, t: float) -> float:
        return self._idle("point", t, 0.4)

    def _tidy(self, act: Act, t: float) -> float:
        """Square up the discard pile: every card comes nearer to the middle and to one direction."""
        stage, rng = self.stage, self.rng
        tips, start, _ = self._target(self.setting.discard, 0.2)
        reach, press = self._seconds(0.65), self._seconds(0.3)
        now = t + reach + press
        top = stage.rests[stage.pile[-1]].pose
        middle = np.array(self.setting.discard)
        for place, number in enumerate(stage.pile):
            pose = stage.rests[number].pose
            x, y = middle + 0.3 * (np.array((pose.x, pose.y)) - middle) + rng.normal(0, 0.02, 2)
            off = (pose.angle - top.angle + 90) % 180 - 90
            stage.pile[place] = stage.push(number, Pose(x, y, pose.angle - 0.7 * off), now)
        ways: list[Way] = [(0, start, 1.0), (reach, tips, 0.1), (press, tips, 0.05), (0.2, tips, 0.05)]
        return self._visit("press", [*ways, (self._seconds(0.65), start, 1.0)], t).end

    def _show(self, act: Act, t: float) -> float:
        """Lay the hand open in front of the seat, card by card."""
        start = self._target(self.edge, 0.0)[1]
        ways: list[Way] = [(0, start, 1.0)]
        held = []
        now = since = t
        numbers = []
        for card, pose in zip(act.cards, self._row(len(act.cards)), strict=True):
            tips, start, angle = self._target((pose.x, pose.y), 0.12)
            seconds = self._seconds(0.24 if numbers else 0.5)
            ways.append((seconds, tips, 0.06))
            now += seconds
            held.append(Held(card.label, since, now, 0.12, 0.0, pose.angle - angle))
            numbers.append(self.stage.put(card.label, pose, now))
            since = now
        self.stage.shown[act.seat] = numbers
        self._visit("hold", [*ways, (self._seconds(0.5), start, 1.0)], t, held)
        self.stage.pause = 1.6
        return now

    def _row(self, count: int) -> list[Pose]:
        """Return poses side by side in front of the seat, in more than one row where one has no room."""
        setting, rng = self.setting, self.rng
        inwards = self.body - self.edge
        out = inwards / np.linalg.norm(inwards)
        across = np.array([out[1], -out[0]])
        angle = float(np.degrees(np.arctan2(-out[0], out[1])))
        wobble = rng.normal(0, (0.02, 0.03, 2.0), (count, 3))
        margin = 8 + FARTHEST * setting.difficulties.knocks * setting.size[0]
        piles = np.array([setting.discard, (setting.draw_pile.x, setting.draw_pile.y)])
        widest = rng.uniform(0.8, 1.1)
        poses: list[Pose] = []
        for rows in (1, 2, 3):
            long = -(-count // rows)
            for spacing in np.linspace(widest, 0.72, 3):
                for depth, aside in product(np.arange(0.9, 4.0, 0.2), (0.0, -1.0, 1.0, -2.0, 2.0, -3.0, 3.0)):
                    poses = []
                    for place in range(count):
                        row, column = divmod(place, long)
                        middle = self.edge - out * (depth + (rows - 1 - row) * 1.3 + wobble[place, 1])
                        along = aside + (column - (long - 1) / 2) * spacing + wobble[place, 0]
                        x, y = middle + across * along
                        poses.append(Pose(x, y, angle + wobble[place, 2]))
                    places = np.array([(pose.x, pose.y) for pose in poses])
                    free = np.linalg.norm(places[:, None] - piles, axis=2).min() > 1.9
                    corners = setting.camera.pixels(np.concatenate([pose.corners for pose in poses]))
                    inside = (corners > margin).all() and (corners < np.array(setting.size) - margin).all()
                    if free and inside:
                        return poses
        return poses

    def _clear(self, act: Act, t: float) -> float:
        """Take the shown hand away."""
        numbers = self.stage.shown.pop(act.seat)
        rest = self.stage.rests[numbers[len(numbers) // 2]]
        return self._carry(t, [((rest.pose.x, rest.pose.y), numbers, False)])

    def _gather(self, act: Act, t: float) -> float:
        """Take everything off the table: the discards, the draw pile, the hands that were shown."""
        stage, pile = self.stage, self.setting.draw_pile
        stops = [(self.setting.discard, stage.pile, False), ((pile.x, pile.y), [], True)]
        for numbers in stage.shown.values():
            pose = stage.rests[numbers[len(numbers) // 2]].pose
            stops.append(((pose.x, pose.y), numbers, False))
        stage.pile, stage.shown = [], {}
        return self._carry(t, stops)

    def _carry(self, t: float, stops: Sequence[tuple[Sequence[float], Sequence[int], bool]]) -> float:
        """Go to places, take the cards there (numbers, or the draw pile), and carry all away."""
        stage = self.stage
        start = self._target(stops[0][0], 0.0)[1]
        ways: list[Way] = [(0, start, 1.0)]
        held: list[Held] = []
        now = t
        for middle, numbers, whole in stops:
            tips, start, _ = self._target(middle, 0.3)
            reach, grip = self._seconds(0.6), self._seconds(0.25)
            ways += [(reach, tips, 0.1), (grip, tips, 0.08)]
            now += reach + grip
            stage.lift(numbers, now)
            if whole:
                stage.packs.append((now, 0))
            labels = [stage.rests[number].label for number in numbers[-2:]] or [BACK]
            for label in labels:
                held.append(Held(label, now, NEVER, 0.3, 0.0, self.rng.normal(0, 8)))
        self._visit("press", [*ways, (self._seconds(0.7), start, 1.0)], t, held)
        return now

    def _pack(self, act: Act, t: float) -> float:
        """Lay a draw pile on the table."""
        return self._bring(t, act.count)

    def _bring(self, t: float, count: int) -> float:
        pile = self.setting.draw_pile
        tips, start, angle = self._target((pile.x, pile.y), 0.3)
        reach, lower, leave = self._seconds(0.7), self._seconds(0.3), self._seconds(0.6)
        now = t + reach + lower
        self.stage.packs.append((now, count))
        held = [Held(BACK, t, now, 0.3, 0.0, pile.angle - angle)]
        ways: list[Way] = [(0, start, 1.0), (reach, tips, 0.6), (lower, tips, 0.3), (leave, start, 1.0)]
        self._visit("hold", ways, t, held)
        return now

    def _start(self, act: Act, t: float) -> float:
        """Turn the draw pile's top card over and lay it beside."""
        pile = self.setting.draw_pile
        assert act.card
        pose = self.stage.pile_pose(self.rng.normal(0, 8))
        from_tips, start, angle = self._target((pile.x, pile.y), 0.12)
        tips, _, last = self._target((pose.x, pose.y), 0.12)
        reach, over, lower, leave = (self._seconds(s) for s in (0.65, 0.5, 0.25, 0.6))
        lifted = t + reach
        turned = lifted + 0.5 * over
        rest = lifted + over + lower
        self.stage.taken.append(lifted)
        self.stage.lay(act.card.label, pose, rest)
        held = [
            Held(BACK, lifted, turned, 0.12, 0.0, pile.angle - angle),
            Held(act.card.label, turned, rest, 0.12, 0.0, pose.angle - last),
        ]
        ways: list[Way] = [(0, start, 1.0), (reach, from_tips, 0.1), (over, tips, 0.5), (lower, tips, 0.04)]
        self._visit("hold", [*ways, (leave, start, 1.0)], t, held)
        return rest

    def _reshuffle(self, act: Act, t: float) -> float:
        """Take all discards but the top one away, and bring them back as the draw pile."""
        stage, rng = self.stage, self.rng
        *under, top = stage.pile
        pose = stage.rests[top].pose
        tips, start, _ = self._target(self.setting.discard, 0.3)
        reach, grip, leave = self._seconds(0.65), self._seconds(0.5), self._seconds(0.7)
        now = t + reach + grip
        labels = [stage.rests[number].label for number in under[-2:]]
        stage.lift(under, now)
        moved = Pose(pose.x + rng.normal(0, 0.1), pose.y + rng.normal(0, 0.1), pose.angle + rng.normal(0, 5))
        stage.pile = [stage.push(top, moved, now)]
        stage.rests[stage.pile[0]] = replace(stage.rests[stage.pile[0]], height=0.01)
        held = [Held(label, now, NEVER, 0.3, 0.0, rng.normal(0, 8)) for label in labels]
        ways: list[Way] = [(0, start, 1.0), (reach, tips, 0.1), (grip, tips, 0.08), (leave, start, 1.0)]
        visit = self._visit("press", ways, t, held)
        return self._bring(visit.end + self._seconds(1.5), act.count)
