"""The command line: ``unoref`` and its commands. What a command needs is loaded when it runs."""

from __future__ import annotations

import argparse
import errno
import io
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

from ui.games_options import add_games_parser
from ui.listen import add_listen
from ui.make import add_make
from ui.players import DEFAULT_PLAYERS, parse_players, parse_teams
from ui.printer import StepPrinter
from ui.version import version_of

# Before OpenCV is loaded: what it and FFmpeg say of a bad input is said here, in one line.
os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", "200000000")

OK, BAD_INPUT, BAD_USAGE = 0, 1, 2
"""Exit codes: done; some input could not be used; wrong usage or an unusable configuration."""


SETUP_HELP = """a setup file has any of these:
  dealer = "Ann"
  deal = 7                          # how many cards each player is dealt
  seats = [90, 210, 330]            # one a player: degrees, 0 = right, clockwise as seen in the picture
  seats = [[0.5, 1.0], [0.1, 0.2]]  # or points: fractions of the picture's width and height
  [zones]                           # [left, top, right, bottom] as fractions of the picture
  discard = [0.50, 0.35, 0.65, 0.65]
  draw = [0.35, 0.35, 0.50, 0.65]"""
SOUND_HELP = "the film's sound, for the UNO calls"
SOURCE_HELP = "a camera's number, a video file, or a stream's address"


class UsageError(Exception):
    """A configuration that cannot be used; the message is one line that says what is allowed."""


class InputError(Exception):
    """An input that cannot be used; the message is one line that names it."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        say(f"{message} (try {self.prog} --help)")
        raise SystemExit(BAD_USAGE)


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``unoref`` with these arguments, the program's own by default, and return its exit code."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # the shell has closed it
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 (as long as the program runs)
    for stream in (sys.stdout, sys.stderr):  # names of files may hold anything
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        arguments, unknown = build_parser().parse_known_args(argv)
        if unknown:
            arguments.parser.error(f"unrecognized arguments: {' '.join(unknown)}")
        code: int = arguments.run(arguments)
        sys.stdout.flush()
        return code
    except SystemExit as stop:  # from argparse: help, version or wrong usage
        return stop.code if isinstance(stop.code, int) else BAD_USAGE
    except UsageError as error:
        say(error)
        return BAD_USAGE
    except InputError as error:
        say(error)
        return BAD_INPUT
    except BrokenPipeError:  # whoever read the output has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return OK
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG):
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        say(
            f"cannot be written ({error.strerror})"
            if error.filename is None
            else f"{error.filename}: cannot be written ({error.strerror})"
        )
        return BAD_INPUT
    except KeyboardInterrupt:
        return 130


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser = _Parser(
        prog="unoref",
        description="The referee at a real UNO table. Without a command: the window, on the first camera.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--version", action="version", version=f"unoref {version_of(missing='(not installed)')}"
    )
    parser.add_argument("--source", metavar="SOURCE", help=SOURCE_HELP)
    parser.add_argument("--sound", metavar="FILE.wav", help=SOUND_HELP)
    parser.add_argument("--demo", action="store_true", help="play the built-in demo game")
    _add_game_options(parser)
    parser.add_argument("--teams", metavar="A+C,B+D", help="who plays together; partners sit apart")
    _add_deck_option(parser)
    parser.set_defaults(run=run_window)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)

    detect = commands.add_parser("detect", help="find and read the cards in pictures")
    detect.add_argument("images", nargs="+", metavar="IMAGE")
    detect.add_argument("--json", action="store_true", help="one JSON object an image")
    detect.add_argument("--draw", metavar="DIR", help="also write each picture with its findings here")
    _add_deck_option(detect, argparse.SUPPRESS)
    detect.set_defaults(run=run_detect)

    score = commands.add_parser("score", help="count the points of the face-up cards in pictures")
    score.add_argument("images", nargs="+", metavar="IMAGE")
    score.add_argument("--json", action="store_true", help="one JSON object an image")
    _add_deck_option(score, argparse.SUPPRESS)
    score.set_defaults(run=run_score)

    watch = commands.add_parser(
        "watch",
        help="follow a game on a camera or video, without a window",
        description="Follows a game and writes each event, with the state and the alerts after it.\n"
        "With --json: one JSON object a line, as judge writes it; at the end\n"
        '{"final": true, "scores": {...}, "winner": ...}.',
        epilog=SETUP_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    watch.add_argument("source", metavar="SOURCE", help=SOURCE_HELP)
    watch.add_argument("--json", action="store_true", help="one JSON object an event")
    watch.add_argument("--setup", metavar="FILE.toml", help="where the players sit and the piles lie")
    watch.add_argument("--sound", metavar="FILE.wav", default=argparse.SUPPRESS, help=SOUND_HELP)
    _add_game_options(watch, argparse.SUPPRESS)  # else it would take back what stands before the command
    _add_deck_option(watch, argparse.SUPPRESS)
    watch.set_defaults(run=run_watch)

    judge = commands.add_parser("judge", help="judge a game given as events, without a camera")
    judge.add_argument("events", metavar="EVENTS.jsonl", help="one event a line; - reads standard input")
    judge.add_argument("--json", action="store_true", help="the output is JSON with or without it")
    judge.add_argument("--rules", metavar="RULES", help="a preset or a TOML file, in place of the game's own")
    judge.set_defaults(run=run_judge)

    rules = commands.add_parser(
        "rules",
        help="tell the rules in plain words; without a name: which presets and options there are",
    )
    rules.add_argument("rules", nargs="?", metavar="RULES", help="a preset, or a TOML file")
    rules.add_argument("--lang", choices=("en", "ja"), default="en", help="English or Japanese (en)")
    rules.add_argument("--json", action="store_true", help="one JSON object a paragraph, preset or option")
    rules.set_defaults(run=run_rules)

    played = add_games_parser(commands, run_games)
    add_listen(commands)

    learn = commands.add_parser(
        "learn",
        help="learn a deck that is read badly: show each face once",
        description="Learns how the faces of your deck look. Show each card to the camera once, in any\n"
        "order, a few seconds each; play with --deck NAME afterwards.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    learn.add_argument("name", metavar="NAME", help="the deck's name, or a file that ends in .deck")
    learn.add_argument("--source", metavar="SOURCE", help=SOURCE_HELP)
    learn.add_argument("--photos", metavar="DIR", help="labelled one-card photographs in place of a camera")
    learn.add_argument("--set", metavar="SET", help="only this photo set of them")
    learn.add_argument("--replace", action="store_true", help="learn a deck anew that is there already")
    learn.set_defaults(run=run_learn)

    train = commands.add_parser("train", help="make the models again from nothing (needs the group 'train')")
    train.add_argument(
        "part",
        nargs="?",
        choices=("detector", "corners", "classifier", "single"),
        metavar="PART",
        help="one model only: detector, corners or classifier; or single, a comparison",
    )
    train.add_argument(
        "--device", metavar="DEVICE", help="cpu, or the number of a GPU (a GPU if there is one)"
    )
    train.add_argument(
        "--folder", default="runs", metavar="DIR", help="keeps data, checkpoints and logs (runs)"
    )
    train.add_argument(
        "--photos", metavar="DIR", help="labelled photographs whose figures go into the model card as well"
    )
    train.add_argument("--ears", action="store_true", help="only the model that hears the UNO call")
    train.set_defaults(run=run_train)

    bench = commands.add_parser("bench", help="measure recognition on a folder of labelled photographs")
    bench.add_argument(
        "folder", nargs="?", metavar="DIR", help="pictures, and labels.json that says what is on them"
    )
    bench.add_argument(
        "--film",
        nargs="+",
        metavar="FILE.mp4",
        help="measure the referee on filmed games (files, or folders of them) with their true events",
    )
    bench.add_argument(
        "--ears",
        nargs="*",
        metavar="DIR",
        help="measure the ears on recordings of voices (DIR/digits/1.wav says UNO), and on rendered ones",
    )
    bench.add_argument("--speed", action="store_true", help="measure speed and memory, on rendered pictures")
    bench.add_argument(
        "--window",
        action="store_true",
        help="measure how soon a key's effect is visible while the models run",
    )
    bench.add_argument("--draw", metavar="DIR", help="also write each picture with its findings here")
    bench.add_argument("--single", metavar="FILE.onnx", help="measure this single-stage model instead")
    _add_deck_option(bench, argparse.SUPPRESS)
    bench.set_defaults(run=run_bench)

    gallery = commands.add_parser("gallery", help="render every view of the window to PNG")
    gallery.add_argument("folder", metavar="DIR")
    gallery.add_argument("views", nargs="*", metavar="VIEW", help="only these views")
    gallery.set_defaults(run=run_gallery)

    made = add_make(commands)
    for command in [*commands.choices.values(), *made, *played]:
        command.set_defaults(parser=command)
    parser.set_defaults(parser=parser)
    return parser


def run_window(arguments: argparse.Namespace) -> int:
    """Open the window."""
    from ui.listen import sound_of
    from vision.frames import SourceError

    if arguments.demo and arguments.source is not None:
        raise UsageError("--demo plays a film of its own: give --demo or --source, not both")
    if arguments.sound and (arguments.source is None or arguments.source.isdigit()):
        raise UsageError("--sound is that of a film: give the film with --source FILE")
    players, rules = _game_options(arguments)
    try:
        teams = parse_teams(arguments.teams, players) if arguments.teams else ()
    except ValueError as error:
        raise UsageError(str(error)) from None
    try:
        from ui.app import AppError, run
        from vision.deck import DeckError
    except ImportError as error:
        raise UsageError(f"the window cannot be opened: {error}") from None
    try:
        asked = (arguments.source, arguments.players, arguments.rules)
        ask = asked == (None, None, None)
        sound = sound_of(arguments.sound) if arguments.sound else None
        return run(arguments.source, players, rules, arguments.demo, arguments.deck, teams, ask, sound)
    except (AppError, DeckError) as error:
        raise UsageError(str(error)) from None
    except ImportError as error:
        raise UsageError(f"the window cannot be opened: {error}") from None
    except SourceError as error:
        raise InputError(str(error)) from None


def run_detect(arguments: argparse.Namespace) -> int:
    """Find and read the cards in each picture; go on after one that cannot be used."""
    from vision.draw import draw_cards

    folder = new_folder(arguments.draw) if arguments.draw else None
    code = OK
    drawn: set[Path] = set()
    for name, found, error in _read_images(arguments.images, arguments.deck):
        if found is None:
            code = BAD_INPUT
            if arguments.json:
                write_json({"image": name, "error": error})
            continue
        image, cards, milliseconds = found
        if arguments.json:
            write_json(
                {
                    "image": name,
                    "width": image.shape[1],
                    "height": image.shape[0],
                    "cards": [_card_json(card) for card in cards],
                    "ms": round(milliseconds, 1),
                }
            )
        else:
            print(f"{name}: {_count(len(cards), 'card')}, {milliseconds:.0f} ms")
            for card in cards:
                x, y = card.centre
                print(f"  {card.label:<22} {card.confidence:4.0%}  at {x:.0f}, {y:.0f}")
        if folder is not None:
            _write_image(_new_name(folder, name, drawn), draw_cards(image, cards))
    return code


def run_score(arguments: argparse.Namespace) -> int:
    """Count the points of the face-up cards in each picture."""
    from tracker.cards import Card
    from vision.images import is_grey
    from vision.seen import UNSURE

    code = OK
    for name, found, error in _read_images(arguments.images, arguments.deck):
        if found is None:
            code = BAD_INPUT
            if arguments.json:
                write_json({"image": name, "error": error})
            continue
        faces = [card for card in found[1] if not card.is_back]
        cards = [card.label for card in faces]
        grey = is_grey(found[0])  # then no colour is known, however sure a reading is
        unsure = [
            c.label for c in faces if c.confidence < UNSURE or (grey and not Card.parse(c.label).is_wild)
        ]
        points = sum(Card.parse(label).points for label in cards)
        if arguments.json:
            write_json({"image": name, "cards": cards, "points": points, "unsure": unsure})
        else:
            print(f"{name}: {_count(points, 'point')} ({', '.join(cards) or 'no face-up card'})")
            if unsure:
                print(f"  not sure of: {', '.join(unsure)}")
    return code


def run_watch(arguments: argparse.Namespace) -> int:
    """Follow a game on a source to its end, or until interrupted."""
    from ui.heard import HeardCalls, hear_calls
    from ui.listen import recording_of
    from ui.memory import keep_memory_level
    from ui.referee import Referee
    from ui.setup import Setup, SetupError, load_setup
    from vision.frames import SourceError, open_source

    keep_memory_level()
    players, rules = _game_options(arguments)
    heard = HeardCalls(recording=recording_of(arguments.sound) if arguments.sound else None)
    try:
        setup = load_setup(arguments.setup, players) if arguments.setup else Setup()
    except SetupError as error:
        raise UsageError(str(error)) from None
    try:
        source = open_source(arguments.source)
    except SourceError as error:
        raise InputError(str(error)) from None
    with source:
        referee = Referee(
            players,
            rules,
            _make_table(setup, len(players), arguments.deck),
            dealer=setup.dealer,
            deal=setup.deal,
        )
        report: Callable[[Any], None] = (
            (lambda step: write_json(step.to_json())) if arguments.json else StepPrinter()
        )
        report(referee.steps[0])
        try:
            for frame in source:
                for step in [*referee.update(frame), *hear_calls(referee, heard)]:
                    report(step)
        except KeyboardInterrupt:  # the way to end a game on a camera
            pass
        for step in referee.close():
            report(step)
    state = referee.game.state.to_json()
    if arguments.json:
        final = {"final": True, "phase": state["phase"], "scores": state["scores"], "winner": state["winner"]}
        write_json(final)
    else:
        print("Scores: " + ", ".join(f"{player} {score}" for player, score in state["scores"].items()))
    return OK


def run_judge(arguments: argparse.Namespace) -> int:
    """Judge the events of a file."""
    from ui.judging import run

    rules = _rules(arguments.rules) if arguments.rules is not None else None
    try:
        return OK if run(arguments.events, rules, write_json, say) else BAD_INPUT
    except OSError as error:
        if error.filename is None:  # it is the output that cannot be written
            raise
        raise InputError(f"{arguments.events}: cannot be read ({error.strerror})") from None


def run_rules(arguments: argparse.Namespace) -> int:
    """Tell the rules, or which presets and options there are."""
    from ui import rulebook

    if arguments.rules is None:
        objects, lines = rulebook.choices_json, rulebook.choices_lines
        given: tuple[Any, ...] = (arguments.lang,)
    else:
        objects, lines = rulebook.rules_json, rulebook.rules_lines
        given = (arguments.rules, _rules(arguments.rules), arguments.lang)
    for line in objects(*given) if arguments.json else lines(*given):
        write_json(line) if arguments.json else print(line)
    return OK


def run_games(arguments: argparse.Namespace) -> int:
    """Look at the games that were played."""
    from ui.games import GamesError, run

    try:
        run(arguments)
    except GamesError as error:
        raise InputError(str(error)) from None
    return OK


def run_learn(arguments: argparse.Namespace) -> int:
    """Learn a deck from a camera, a film or photographs."""
    from ui.learn import Lesson, from_photographs, make_deck, new_deck_file, save_deck
    from vision.deck import DeckError
    from vision.frames import SourceError, open_source

    if arguments.set is not None and arguments.photos is None:
        raise UsageError("learn: --set chooses among photographs: give --photos as well")
    if arguments.source is not None and arguments.photos is not None:
        raise UsageError("learn: give --source or --photos, not both")
    try:
        new_deck_file(arguments.name, arguments.replace)
    except DeckError as error:
        raise UsageError(str(error)) from None
    reader = _make_reader()
    try:
        if arguments.photos is not None:
            shown = from_photographs(Path(arguments.photos), arguments.set, reader)
        else:
            lesson = Lesson(reader, _ask_card)
            with open_source(arguments.source or "0") as source:
                say("Show each card once, in any order, and hold it still. Ctrl-C when you are done.")
                try:
                    for label in lesson.watch(source):
                        say(f"{label}: learned, {_count(len(lesson.missing), 'face')} to go")
                        if not lesson.missing:
                            break
                except KeyboardInterrupt:
                    pass
            shown = lesson.shown
            if shown and lesson.missing:
                say(f"Not shown, read as before: {', '.join(lesson.missing)}")
        deck = make_deck(arguments.name, shown, reader)
        path = save_deck(deck, arguments.name)
    except SourceError as error:
        raise InputError(str(error)) from None
    except DeckError as error:
        raise InputError(str(error)) from None
    print(f"{path}: {_count(len(shown), 'face')} learned")
    return OK


def _ask_card(question: str, guess: str) -> str | None:
    """Ask at the terminal for a card's name; Enter takes the guess, - leaves the card out."""
    from tracker.cards import Card

    while True:
        try:
            print(
                f"{question}. Enter if so, else its name (- leaves it out): ",
                end="",
                file=sys.stderr,
                flush=True,
            )
            answer = input().strip().lower()
        except EOFError:  # nobody to ask
            say("")
            return None
        if answer == "-":
            return None
        try:
            return Card.parse(answer or guess).label
        except ValueError as error:
            say(error)


def run_train(arguments: argparse.Namespace) -> int:
    """Make the models again."""
    from datasets.bench import BenchError
    from datasets.calibrate import calibrate
    from datasets.train import PARTS, TrainingError, train, write_card

    folder = new_folder(arguments.folder)
    try:
        if arguments.ears:
            from datasets.ear_train import train_ears

            train_ears(folder / "ears")
            return OK
        for part in [arguments.part] if arguments.part else PARTS:
            train(part, folder, device=arguments.device)
        if not arguments.part:
            calibrate()
            write_card(folder, arguments.photos)
    except BenchError as error:
        raise InputError(str(error)) from None
    except TrainingError as error:
        raise UsageError(str(error)) from None
    return OK


def run_bench(arguments: argparse.Namespace) -> int:
    """Measure recognition."""
    from datasets.bench import BenchError, bench

    other = arguments.speed or arguments.window or arguments.film or arguments.ears is not None
    if arguments.folder is None and not other:
        raise UsageError(
            "bench: give DIR, a folder with photographs and labels.json, or --speed, --window, --film, --ears"
        )
    if arguments.ears is not None:
        _bench_ears(arguments.ears)
    if arguments.film:
        result = _bench_films(arguments)
        if arguments.folder is None and not (arguments.speed or arguments.window):
            return result
    if arguments.window:
        _open_offscreen()
        from ui.latency import measure_keys

        print(measure_keys().to_text())
    if arguments.speed:
        from datasets.speed import measure

        print(measure(lambda: _make_reader(arguments.deck)).to_text())
    if arguments.folder is None:
        return OK
    if not Path(arguments.folder).is_dir():
        raise InputError(f"{arguments.folder}: no such folder; give one with photographs and labels.json")
    folder = new_folder(arguments.draw) if arguments.draw else None
    try:
        report = bench(arguments.folder, _bench_reader(arguments), folder)
    except BenchError as error:
        raise InputError(str(error)) from None
    print(report.to_text())
    for error in report.errors:
        say(error)
    return BAD_INPUT if report.errors else OK


def _bench_ears(folders: list[str]) -> None:
    """Print how well the ears hear, one JSON object a voice."""
    from datasets.earsbench import measure_voices
    from datasets.speech import SpeechError
    from hearing.sound import SoundError

    try:
        for figures in measure_voices(map(Path, folders)):
            write_json(figures)
    except SoundError as error:
        raise InputError(str(error)) from None
    except SpeechError as error:
        raise UsageError(str(error)) from None


def _bench_films(arguments: argparse.Namespace) -> int:
    """Watch filmed games and print how well."""
    from datasets.filmbench import TruthError, compare, read_truth, table
    from ui.listen import recording_of
    from ui.watching import watch_film
    from vision.frames import SourceError

    files: list[Path] = []
    for name in map(Path, arguments.film):
        found = sorted(name.glob("*.mp4")) if name.is_dir() else [name]
        if not found:
            raise InputError(f"{name}: no films in it; they are MP4 files with their events beside them")
        files += found
    reader = _bench_reader(arguments)
    figures, bad = [], False
    for file in files:
        try:
            truth = read_truth(file)
            begun = time.perf_counter()
            sound = file.with_suffix(".wav")
            recording = recording_of(str(sound)) if sound.is_file() else None
            told, seconds = watch_film(file, truth.start, reader, recording)
            took = time.perf_counter() - begun
        except (TruthError, SourceError, InputError) as error:
            say(error)
            bad = True
            continue
        figures.append(compare(file.stem, truth, told, seconds, took, heard=recording is not None))
        say(table(figures[-1:]).splitlines()[1])
    if figures:
        print(table(figures))
    return BAD_INPUT if bad else OK


def _bench_reader(arguments: argparse.Namespace) -> Any:
    if arguments.single is None:
        return _make_reader(arguments.deck)
    from datasets.single import SingleReader
    from vision.model import ModelError

    try:
        return SingleReader(Path(arguments.single))
    except ModelError as error:
        raise UsageError(str(error)) from None


def run_gallery(arguments: argparse.Namespace) -> int:
    """Render the views of the window; no screen is needed."""
    application = _open_offscreen()
    application.setApplicationName("unoref")
    from ui.gallery import gallery, views

    known = [shown.name for shown in views()]
    for name in arguments.views:
        if name not in known:
            raise UsageError(f"gallery: unknown view {name!r}; allowed is {', '.join(known)}")
    for path in gallery(new_folder(arguments.folder), arguments.views):
        print(path)
    return OK


def _open_offscreen() -> Any:
    """Return Qt's application for a window that no screen is needed for."""
    try:
        from ui.app import open_offscreen

        return open_offscreen()
    except ImportError as error:
        raise UsageError(f"the window cannot be rendered: {error}") from None


def write_json(data: dict[str, Any]) -> None:
    """Write one object as a line of standard output, at once."""
    print(json.dumps(data, ensure_ascii=False), flush=True)


def say(message: object) -> None:
    """Write one line for people to standard error."""
    line = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in str(message))
    print(f"unoref: {line}", file=sys.stderr, flush=True)


def _add_game_options(parser: argparse.ArgumentParser, default: Any = None) -> None:
    parser.add_argument(
        "--players",
        metavar="A,B,C",
        default=default,
        help="2 to 10 names, clockwise by seat, the first at the bottom edge of the picture "
        f"({', '.join(DEFAULT_PLAYERS)})",
    )
    parser.add_argument(
        "--rules", metavar="RULES", default=default, help="a preset, or a TOML file (international)"
    )


def _game_options(arguments: argparse.Namespace) -> tuple[tuple[str, ...], str]:
    """Return players and rules, checked."""
    try:
        players = DEFAULT_PLAYERS if arguments.players is None else parse_players(arguments.players)
    except ValueError as error:
        raise UsageError(str(error)) from None
    rules = "international" if arguments.rules is None else arguments.rules
    _rules(rules)
    return players, rules


def _rules(name: str) -> Any:
    from tracker.rules import Rules, RulesError

    try:
        return Rules.load(name)
    except RulesError as error:
        raise UsageError(str(error)) from None


def _add_deck_option(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    help_ = "the deck on the table, as 'unoref learn' keeps it"
    parser.add_argument("--deck", metavar="NAME", default=default, help=help_)


def _load_deck(name: str | None) -> Any:
    if name is None:
        return None
    from ui.learn import load_deck
    from vision.deck import DeckError

    try:
        return load_deck(name)
    except DeckError as error:
        raise UsageError(str(error)) from None


def _make_reader(deck: str | None = None) -> Any:
    from vision.model import ModelError
    from vision.reader import Reader

    try:
        return Reader(deck=_load_deck(deck))
    except ModelError as error:
        raise UsageError(str(error)) from None


def _make_table(setup: Any, count: int, deck: str | None) -> Any:
    from ui.setup import PlacedSeats, ZonedReader
    from vision.table import Seats, Table

    seats = PlacedSeats(setup.seats) if setup.seats else Seats(count)
    return Table(ZonedReader(_make_reader(deck), setup), seats)


def _read_images(names: Sequence[str], deck: str | None) -> Iterator[tuple[str, Any, str]]:
    """Read picture by picture: name, (image, cards, milliseconds) or None, and what was wrong with it."""
    import time

    from vision.images import ImageError, load_image

    reader = None
    for name in names:
        try:
            image = load_image(name)
        except ImageError as error:
            say(error)
            yield name, None, str(error)
            continue
        reader = reader or _make_reader(deck)
        start = time.perf_counter()
        cards = reader.read(image)
        yield name, (image, cards, (time.perf_counter() - start) * 1000), ""


def _card_json(card: Any) -> dict[str, Any]:
    quad = [[round(float(x), 1), round(float(y), 1)] for x, y in card.quad]
    return {"label": card.label, "confidence": round(float(card.confidence), 3), "quad": quad}


def _new_name(folder: Path, name: str, taken: set[Path]) -> Path:
    """Return a file of its own in the folder for each picture, also where two have the same name."""
    stem, number = Path(name).stem, 1
    path = folder / f"{stem}.jpg"
    while path in taken:
        number += 1
        path = folder / f"{stem}-{number}.jpg"
    taken.add(path)
    return path


def _write_image(path: Path, image: Any) -> None:
    import cv2

    try:
        path.write_bytes(cv2.imencode(path.suffix, image)[1].tobytes())
    except OSError as error:
        raise UsageError(f"{path}: cannot be written ({error.strerror})") from None


def new_folder(name: str | Path) -> Path:
    """Return a folder to write to, made where it is not there; the one that holds it must be.

    Raises UsageError where it cannot be.
    """
    folder = Path(name)
    try:
        folder.mkdir(exist_ok=True)  # a mistyped place makes no row of folders
    except OSError as error:
        raise UsageError(f"{folder}: no folder to write to ({error.strerror})") from None
    return folder


def _count(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number} {what}s"


if __name__ == "__main__":
    sys.exit(main())
