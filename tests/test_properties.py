"""What holds in every game: random ones played at a real table, and any events at all."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from itertools import islice

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.random_games import CARELESS, FREE_OPTIONS, HONEST, Table, fitting, random_options
from tracker.cards import CARDS, COLOURS, Card
from tracker.events import (
    CallUno,
    Catch,
    Challenge,
    Draw,
    EndRound,
    EventError,
    GameStart,
    Hand,
    NameColour,
    Pass,
    Play,
    Reshuffle,
    Reveal,
    StartCard,
    Swap,
    TakeBack,
    Undo,
    parse_event,
)
from tracker.game import Game
from tracker.judge import judge
from tracker.rules import PRESETS

BREACHES = {"illegal-play", "out-of-turn", "draw-owed", "draw-count", "impossible-card", "hand-count"} | {
    "uno-false"
}
"""The alerts that nobody who plays by the rules ever sees."""


def proven(examples):
    """The same examples every time, however slow the machine."""
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large]
    return settings(max_examples=examples, deadline=None, derandomize=True, suppress_health_check=slow)


options = st.fixed_dictionaries(
    {"preset": st.sampled_from(PRESETS)},
    optional={name: st.sampled_from(values) for name, values in FREE_OPTIONS.items()},
).map(fitting)
lengths = st.sampled_from((60, 300, 2000))


@st.composite
def tables(draw, conduct=HONEST, rules=options):
    return Table(
        draw(st.integers(0, 2**32 - 1)),
        draw(rules),
        players=draw(st.integers(2, 10)),
        deal=draw(st.integers(1, 7)),
        teams=draw(st.booleans()),
        conduct=conduct,
    )


def codes(alerts):
    return tuple(sorted(alert.code for alert in alerts))


def standing(game, since):
    """The alerts that say how things are now, and are withdrawn once they are not, of the events since."""
    lasting = ("uno-due", "colour-needed", "reshuffle")
    return {
        (alert.code, alert.player) for alert in game.alerts if alert.code in lasting and alert.seq >= since
    }


def follow(table, length):
    """Let a game follow a table, and compare the two after every event."""
    game, round_began = Game(), 0
    for seq, moment in enumerate(islice(table.moments(), length)):
        assert codes(game.push(moment.event)) == moment.codes
        expected = table.expected()
        assert {name: getattr(game.state, name) for name in expected} == expected
        if isinstance(moment.event, StartCard):
            round_began = seq
        assert standing(game, round_began) == table.standing()
        yield game, moment


# A table that plays by the rules, and one that does not


@given(table=tables(), length=lengths)
@proven(40)
def test_a_game_by_the_rules_is_followed_exactly_and_no_breach_is_seen(table, length):
    for game, moment in follow(table, length):
        assert not BREACHES & set(moment.codes)
        assert not BREACHES & {alert.code for alert in game.alerts}


@given(table=tables(CARELESS), length=lengths)
@proven(40)
def test_every_breach_is_named_and_nothing_else_is(table, length):
    for _ in follow(table, length):
        pass


@given(table=tables(CARELESS), length=lengths)
@proven(20)
def test_no_card_is_lost_and_none_appears(table, length):
    deck = Counter({card: table.rules.deck.count(card) for card in CARDS})
    for game, _ in follow(table, length):
        state = game.state
        assert sum(state.hands.values()) + state.draw_pile + state.discard_pile == table.rules.deck.total
        held = Counter(card for hand in table.hands.values() for card in hand)
        assert held + Counter(table.pile) + Counter(table.discards) == +deck


@given(table=tables(rules=options.map(lambda chosen: {**chosen, "scoring": "zero-sum"})))
@proven(15)
def test_zero_sum_scores_sum_to_zero(table):
    rounds = 0
    for game, moment in follow(table, 1500):
        assert sum(game.state.scores.values()) == sum(game.state.team_scores) == 0
        rounds += isinstance(moment.event, EndRound)
    assert rounds or table.phase == "playing"


def test_the_random_games_reach_every_kind_of_event_and_alert():
    seen = Counter()
    for seed in range(40):
        rng = random.Random(seed)
        table = Table(seed, random_options(rng), rng.randint(2, 10), rng.randint(1, 5), conduct=CARELESS)
        for moment in islice(table.moments(), 400):
            seen.update((moment.event.type, *moment.codes))
    kinds = {"game", "start", "play", "colour", "draw", "pass", "uno", "catch", "challenge", "reveal"} | {
        "takeback",
        "swap",
        "reshuffle",
        "hand",
        "end-round",
    }
    alerts = BREACHES - {"impossible-card", "hand-count"} | {"uno-due", "uno-missed", "colour-needed"}
    ends = {"wd4-illegal", "wd4-fair", "reshuffle", "round-over", "game-over"}
    assert kinds | alerts | ends <= set(seen)


# Taking back and replaying


def observed(game):
    """All that can be asked of a game, as values of its own."""
    seen = (game.events, game.state, game.alerts, game.players, game.rules, game.state.say, game.prior())
    return copy.deepcopy(seen), [game.why(card) for card in CARDS], [game.legal(card) for card in CARDS]


@given(table=tables(CARELESS))
@proven(10)
def test_pop_undoes_push_exactly(table):
    game = Game()
    for moment in islice(table.moments(), 60):
        before = observed(game)
        alerts = game.push(moment.event)
        after = observed(game)
        assert game.pop() is moment.event
        assert observed(game) == before
        assert game.push(moment.event) == alerts
        assert observed(game) == after
        game.push(Undo())
        assert observed(game) == before
        game.push(moment.event)


@given(table=tables(CARELESS))
@proven(15)
def test_a_game_can_be_taken_back_to_its_beginning_and_played_again(table):
    game, states = Game(), []
    for moment in islice(table.moments(), 1000):
        states.append((game.state, game.alerts))
        game.push(moment.event)
    events, end = game.events, (game.state, game.alerts)
    while states:
        game.pop()
        assert (game.state, game.alerts) == states.pop()
    assert game.events == ()
    for event in events:
        game.push(event)
    assert (game.state, game.alerts, game.events) == (*end, events)


@given(table=tables(CARELESS))
@proven(15)
def test_events_written_as_json_and_read_again_give_the_same_game(table):
    game, lines, seen = Game(), [], []
    for moment in islice(table.moments(), 300):
        alerts = game.push(moment.event)
        lines.append(json.dumps(moment.event.to_json()))
        seen.append((game.state.to_json(), [alert.to_json() for alert in alerts]))
        assert parse_event(json.loads(lines[-1])).to_json() == moment.event.to_json()
    judged = list(judge(lines))
    assert [(answer["state"], answer["alerts"]) for answer in judged] == seen


# Nonsense

faces = st.sampled_from(CARDS)
hands = st.lists(faces, max_size=8).map(tuple)


def nonsense(players):
    """Any event, whether or not it can be at this point."""
    somebody = st.sampled_from(players)
    anybody = st.none() | somebody
    few = st.lists(faces, min_size=1, max_size=4).map(tuple)
    return st.one_of(
        st.builds(Play, few, anybody),
        st.builds(lambda card, player: Play((card,), player), faces, anybody),
        st.builds(NameColour, st.sampled_from(COLOURS)),
        st.builds(Draw, anybody, st.integers(0, 60)),
        st.builds(lambda player, cards: Draw(player, 0, cards), anybody, few),
        st.builds(Pass, anybody),
        st.builds(CallUno, anybody, t=st.none() | st.floats(0, 100)),
        st.builds(Catch, anybody, anybody),
        st.builds(Challenge, anybody),
        st.builds(Reveal, hands, anybody),
        st.builds(TakeBack, anybody),
        st.builds(Swap, somebody, anybody),
        st.builds(Hand, somebody, hands),
        st.sampled_from((Reshuffle(), EndRound(), Undo())),
        st.builds(StartCard, faces),
        st.builds(GameStart, st.permutations(players).map(tuple), options, deal=st.integers(1, 200)),
    )


def push_any(game, event):
    """Push an event that may be refused; a refusal is one line, and changes nothing."""
    before = (game.events, game.state, game.alerts)
    try:
        game.push(event)
    except EventError as refused:
        message = str(refused)
        assert message
        assert len(message.splitlines()) == 1
        assert (game.events, game.state, game.alerts) == before
    total = game.rules.deck.total if game.events else 0
    state = game.state
    assert sum(state.hands.values()) + state.draw_pile + state.discard_pile == total
    assert state.draw_pile >= 0


def play_to_the_end(game):
    """Whatever has happened, the round can be played on by laying wilds, and the next one begins."""
    for _ in range(2 * game.rules.deck.total):
        if game.state.phase in ("round-over", "game-over"):
            break
        if game.state.phase == "setup":
            game.push(StartCard(Card.parse("red 1")))
        elif game.state.phase == "playing":
            game.push(Play((Card.parse("wild"),), game.state.turn, "red"))
        else:
            for player, count in game.state.hands.items():
                if player != game.state.winner:
                    game.push(Hand(player, (Card.parse("red 1"),) * count))
            game.push(EndRound())
    assert game.state.phase in ("round-over", "game-over")
    if game.state.phase == "round-over":
        game.push(StartCard(Card.parse("red 1")))
        assert game.state.phase == "playing"


@given(data=st.data(), table=tables(CARELESS))
@proven(100)
def test_after_any_nonsense_the_game_goes_on(data, table):
    game = Game()
    for moment in islice(table.moments(), data.draw(st.integers(1, 40))):
        game.push(moment.event)
    for event in data.draw(st.lists(nonsense(table.players), max_size=25)):
        push_any(game, event)
    if game.events and game.state.phase != "game-over":
        play_to_the_end(game)


# What random games have found, each once more by itself


def begin(players, deal, **rules):
    game = Game()
    game.push(GameStart(("Ann", "Ben", "Cy", "Di")[:players], rules=rules, deal=deal))
    game.push(StartCard(Card.parse("blue 7")))
    return game


def play(player, label, colour=None):
    return Play((Card.parse(label),), player, colour)


def drawn(player, *labels):
    return Draw(player, 0, tuple(map(Card.parse, labels)))


def said(game, *events):
    return [code for event in events for code in codes(game.push(event))]


def test_a_call_before_a_zero_that_passes_hands_on_was_right():
    game = begin(3, deal=2, seven_zero=True)
    assert said(game, CallUno("Ben"), play("Ben", "blue 0")) == []


def test_a_call_before_hands_are_shuffled_was_right():
    game = begin(3, deal=2)
    said(game, *(event for name in ("Ben", "Cy", "Ann") for event in (Draw(name, 1), Pass(name))))
    said(game, play("Ben", "blue 1"), Draw("Cy", 1), Pass("Cy"), Draw("Ann", 1), Pass("Ann"))
    assert said(game, CallUno("Ben"), play("Ben", "wild shuffle hands", "red")) == []


def test_a_call_before_a_bluff_that_is_found_out_was_right():
    game = begin(3, deal=2, challenge="takeback")
    said(game, CallUno("Ben"), play("Ben", "wild draw four", "red"), Challenge("Cy"))
    assert said(game, Reveal((Card.parse("blue 1"),)), Draw("Ben", 4)) == ["wd4-illegal"]


def test_drawing_on_is_no_breach_where_some_colour_would_allow_it():
    game = begin(3, deal=7, draw_until_playable=True)
    said(game, play("Ben", "wild"))
    assert said(game, drawn("Cy", "red 1"), drawn("Cy", "green 1")) == []


def test_a_penalty_drawn_leaves_an_effect_to_be_cancelled_by_jumping_in():
    game = begin(4, deal=2, jump_in=True)
    said(game, play("Ben", "blue 1"), play("Cy", "blue reverse"), Catch("Ann", "Cy"), Draw("Cy", 2))
    said(game, play("Ann", "blue reverse"))
    assert (game.state.direction, game.state.turn) == ("counterclockwise", "Di")


@pytest.mark.parametrize("then", [play("Ben", "blue 1"), Pass("Ben")], ids=["play", "pass"])
def test_a_penalty_is_not_yet_owed_by_the_act_that_brings_it_about(then):
    game = begin(2, deal=2, uno_enforcement="referee")
    said(game, play("Ben", "blue skip"))
    assert "draw-owed" not in said(game, then)


def test_an_empty_draw_pile_is_forgotten_with_its_round():
    game = begin(2, deal=53, deck="classic-108", target=0)
    assert said(game, Draw("Ben", 1)) == ["reshuffle"]
    said(game, Play((Card.parse("wild"),) * 54, "Ben"))
    said(game, Hand("Ann", (Card.parse("red 1"),) * 53), EndRound(), StartCard(Card.parse("red 1")))
    assert "reshuffle" not in {alert.code for alert in game.alerts}


def test_a_player_who_finds_nothing_to_draw_passes_for_the_one_before_as_well():
    game = begin(3, deal=35, deck="classic-108")
    said(game, Draw("Ben", 1), Draw("Cy", 1))
    assert said(game, Pass("Ann"), play("Ben", "blue 2")) == []


def test_the_same_is_said_before_and_after_who_has_to_draw_jumps_in():
    game = begin(3, deal=4, jump_in=True)
    said(game, play("Ben", "blue draw two"))
    card = Card.parse("blue draw two")
    assert game.legal(card) == (said(game, Play((card,), "Cy")) == [])


def test_who_stops_drawing_too_soon_is_named_by_the_next_play_as_well():
    game = begin(3, deal=4, draw_until_playable=True)
    said(game, drawn("Ben", "red 1"))
    assert said(game, play("Cy", "blue 1")) == ["draw-count"]


def test_a_card_taken_back_leaves_its_player_to_call_or_to_draw():
    game = begin(2, deal=2, uno_enforcement="referee")
    said(game, play("Ben", "blue skip"), play("Ben", "blue 1"), TakeBack("Ben"))
    assert game.state.owed == {"Ben": 2} or "uno-due" in {alert.code for alert in game.alerts}
