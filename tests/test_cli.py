"""The command line: output, exit codes, and one clear line for what cannot be used."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from tracker.cards import Card
from ui import cli
from ui.cli import BAD_INPUT, BAD_USAGE, OK, main
from ui.players import parse_players
from ui.setup import PlacedSeats, Setup, SetupError, ZonedReader, load_setup
from vision.events import CardPlayed, StartCardSeen
from vision.seen import CardSeen
from vision.table import Seats

ROOT = Path(__file__).parent.parent
QUAD = np.array([[10, 10], [66, 10], [66, 97], [10, 97]], float)
GAME = [
    {"type": "game", "players": ["Ann", "Ben"], "rules": "international", "dealer": "Ann"},
    {"type": "start", "card": "red 7"},
    {"type": "play", "card": "red 3"},
]


class OneCardReader:
    """Sees the same card, and a face-down one, in every picture."""

    def read(self, image: np.ndarray) -> list[CardSeen]:
        return [CardSeen(QUAD, "wild", 0.9871), CardSeen(QUAD + 100, "back", 0.5)]


class ScriptedTable:
    """A start card in the first picture and a play that does not match in the third."""

    def update(self, frame) -> list:
        if frame.index == 0:
            return [StartCardSeen(t=frame.t, label="red 7", confidence=0.9, quad=QUAD)]
        if frame.index == 2:
            return [CardPlayed(t=frame.t, label="blue 3", confidence=0.8, quad=QUAD, seat=None)]
        return []


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "_make_reader", lambda deck=None: OneCardReader())


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> list:
    asked: list = []

    def make(setup: Setup, count: int, deck: str | None) -> ScriptedTable:
        asked.append((setup, count))
        return ScriptedTable()

    monkeypatch.setattr(cli, "_make_table", make)
    return asked


@pytest.fixture
def picture(tmp_path: Path) -> str:
    path = str(tmp_path / "hand.png")
    cv2.imwrite(path, np.full((300, 400, 3), 90, np.uint8))
    return path


@pytest.fixture
def film(tmp_path: Path) -> str:
    path = str(tmp_path / "film.avi")
    writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for shade in range(5):
        writer.write(np.full((48, 64, 3), shade * 40, np.uint8))
    writer.release()
    return path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str], list[str]]:
    """Run a command; return its exit code and the lines of standard output and standard error."""
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out.splitlines(), captured.err.splitlines()


def refused(capsys: pytest.CaptureFixture[str], code: int, *arguments: str) -> str:
    """Run a command that must end with this code and one line on standard error; return the line."""
    found, _, errors = run(capsys, *arguments)
    assert found == code
    assert len(errors) == 1
    return errors[0]


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--version")
    assert code == OK
    assert out[0].startswith("unoref ")


@pytest.mark.parametrize(
    "command",
    [
        [],
        ["detect"],
        ["score"],
        ["watch"],
        ["judge"],
        ["rules"],
        ["train"],
        ["bench"],
        ["make"],
        ["make", "scenes"],
        ["make", "film"],
        ["games"],
        ["games", "export"],
    ],
)
def test_help_of_every_command(capsys: pytest.CaptureFixture[str], command: list[str]) -> None:
    code, out, errors = run(capsys, *command, "--help")
    assert code == OK
    assert out[0].startswith("usage: unoref")
    assert errors == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["frobnicate"],
        ["detect"],
        ["watch"],
        ["make", "scenes", "folder", "--count", "0"],
        ["make", "scenes", "folder", "--seed", "-1"],
        ["make", "film", "game.avi"],
        ["--demo", "--source", "0"],
        ["--source"],
    ],
)
def test_wrong_usage_is_one_line(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    refused(capsys, BAD_USAGE, *arguments)


@pytest.mark.parametrize(
    "players", ["", "Ann", "Ann,,Cy", "Ann,Ben,Ann", "Ann,B\nen", ",".join("ABCDEFGHIJK")]
)
@pytest.mark.parametrize("command", [[], ["watch", "film.mp4"]])
def test_unusable_players_are_refused(
    capsys: pytest.CaptureFixture[str], command: list[str], players: str
) -> None:
    assert "2 to 10 different names" in refused(capsys, BAD_USAGE, *command, "--players", players)


def test_players_are_trimmed() -> None:
    assert parse_players(" Ann , Ben") == ("Ann", "Ben")


@pytest.mark.parametrize("command", [[], ["watch", "film.mp4"], ["judge", "-"]])
def test_unknown_preset_names_what_is_allowed(capsys: pytest.CaptureFixture[str], command: list[str]) -> None:
    message = refused(capsys, BAD_USAGE, *command, "--rules", "galactic")
    assert "galactic" in message
    assert "international" in message


@pytest.mark.parametrize("command", [["watch"], ["judge"], ["bench"], ["--source"]])
def test_missing_file_is_named(capsys: pytest.CaptureFixture[str], command: list[str]) -> None:
    assert "missing.mp4" in refused(capsys, BAD_INPUT, *command, "missing.mp4")


@pytest.mark.parametrize("command", [["watch"], ["--source"]])
def test_camera_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str], command: list[str]) -> None:
    assert "camera 97" in refused(capsys, BAD_INPUT, *command, "97")


def test_detect_writes_a_line_an_image(
    capsys: pytest.CaptureFixture[str], reader: None, picture: str
) -> None:
    code, out, errors = run(capsys, "detect", picture, picture, "--json")
    assert code == OK
    assert errors == []
    first, second = map(json.loads, out)
    assert first["ms"] >= 0
    assert {key: first[key] for key in ("image", "width", "height")} == {
        "image": picture,
        "width": 400,
        "height": 300,
    }
    assert first["cards"] == second["cards"]
    assert first["cards"][0] == {"label": "wild", "confidence": 0.987, "quad": QUAD.tolist()}
    assert first["cards"][1]["label"] == "back"


@pytest.mark.parametrize("command", ["detect", "score"])
def test_unusable_image_is_named_and_the_rest_goes_on(
    capsys: pytest.CaptureFixture[str], reader: None, picture: str, tmp_path: Path, command: str
) -> None:
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"no picture")
    code, out, errors = run(capsys, command, str(broken), "missing.jpg", picture, "--json")
    assert code == BAD_INPUT
    assert [Path(json.loads(line)["image"]).name for line in out] == ["broken.jpg", "missing.jpg", "hand.png"]
    assert ["error" in json.loads(line) for line in out] == [True, True, False]
    assert len(errors) == 2
    assert "broken.jpg" in errors[0]
    assert "missing.jpg" in errors[1]


def test_detect_for_people(capsys: pytest.CaptureFixture[str], reader: None, picture: str) -> None:
    code, out, _ = run(capsys, "detect", picture)
    assert code == OK
    assert out[0].startswith(f"{picture}: 2 cards")
    assert out[1].split()[:2] == ["wild", "99%"]


def test_detect_draws_each_picture_to_a_file_of_its_own(
    capsys: pytest.CaptureFixture[str], reader: None, picture: str, tmp_path: Path
) -> None:
    folder = tmp_path / "drawn"
    code, _, _ = run(capsys, "detect", picture, picture, "--draw", str(folder))
    assert code == OK
    drawn = sorted(folder.iterdir())
    assert [file.name for file in drawn] == ["hand-2.jpg", "hand.jpg"]
    before, after = cv2.imread(picture), cv2.imread(str(drawn[0]))
    assert after.shape == before.shape
    assert np.abs(after.astype(int) - before).max() > 50


def test_folder_that_cannot_be_made_is_refused(
    capsys: pytest.CaptureFixture[str], reader: None, picture: str, tmp_path: Path
) -> None:
    assert picture in refused(capsys, BAD_USAGE, "detect", picture, "--draw", picture)
    deep = tmp_path / "mistyped" / "drawn"
    assert "No such file" in refused(capsys, BAD_USAGE, "detect", picture, "--draw", str(deep))
    assert not deep.parent.exists()


def test_score_counts_face_up_cards(capsys: pytest.CaptureFixture[str], reader: None, picture: str) -> None:
    code, out, _ = run(capsys, "score", picture, "--json")
    assert code == OK
    assert json.loads(out[0]) == {
        "image": picture,
        "cards": ["wild"],
        "points": Card.parse("wild").points,
        "unsure": [],
    }
    assert run(capsys, "score", picture)[1] == [f"{picture}: 50 points (wild)"]


def test_film_that_cannot_be_written_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "x.mp4").mkdir()
    code, _, errors = run(capsys, "make", "film", str(tmp_path / "x.mp4"))
    assert code == BAD_INPUT
    assert len(errors) == 1
    assert "x.mp4: cannot be written" in errors[0]


def test_watch_writes_events_and_final_scores(
    capsys: pytest.CaptureFixture[str], table: list, film: str
) -> None:
    code, out, errors = run(capsys, "watch", film, "--json", "--players", "Ann,Ben")
    assert code == OK
    assert errors == []
    assert table == [(Setup(), 2)]
    game, start, play, final = map(json.loads, out)
    assert game["seq"] == 0
    assert game["event"]["type"] == "game"
    assert game["event"]["players"] == ["Ann", "Ben"]
    assert start["event"] == {"type": "start", "card": "red 7", "t": 0.0, "confidence": 0.9}
    assert play["event"]["t"] == pytest.approx(0.2)
    assert play["event"]["player"] == "Ben"
    assert play["state"]["top"] == "blue 3"
    assert [alert["code"] for alert in play["alerts"]] == ["illegal-play"]
    assert final == {"final": True, "phase": "playing", "scores": {"Ann": 0, "Ben": 0}, "winner": None}


def test_watch_for_people(capsys: pytest.CaptureFixture[str], table: list, film: str) -> None:
    code, out, _ = run(capsys, "watch", film, "--players", "Ann,Ben")
    assert code == OK
    assert any("Ben played blue 3" in line for line in out)
    assert out[-1] == "Scores: Ann 0, Ben 0"


def test_watch_has_players_where_none_are_named(
    capsys: pytest.CaptureFixture[str], table: list, film: str
) -> None:
    _, out, _ = run(capsys, "watch", film, "--json")
    assert json.loads(out[0])["event"]["players"] == ["Player 1", "Player 2", "Player 3"]


def test_options_may_stand_before_the_command(
    capsys: pytest.CaptureFixture[str], table: list, film: str
) -> None:
    _, out, _ = run(capsys, "--players", "Ann,Ben", "watch", film, "--json")
    assert json.loads(out[0])["event"]["players"] == ["Ann", "Ben"]


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_fault(tmp_path: Path, closed: str) -> None:
    (tmp_path / "game.jsonl").write_text('{"type": "game", "players": ["Ann", "Ben"]}\n')
    command = f'exec "$0" -m ui.cli judge {"-" if "<" in closed else tmp_path / "game.jsonl"} {closed}'
    done = subprocess.run(
        ["sh", "-c", command, sys.executable], capture_output=True, text=True, timeout=60, check=False
    )
    assert "Traceback" not in done.stderr
    assert done.returncode in (OK, BAD_INPUT)


def test_watch_takes_dealer_and_seats_from_the_setup(
    capsys: pytest.CaptureFixture[str], table: list, film: str, tmp_path: Path
) -> None:
    file = tmp_path / "setup.toml"
    file.write_text('dealer = "Ben"\ndeal = 5\nseats = [90, [0.5, 0.0]]\n')
    _, out, _ = run(capsys, "watch", film, "--json", "--players", "Ann,Ben", "--setup", str(file))
    assert table[0][0].seats == (90.0, (0.5, 0.0))
    assert json.loads(out[0])["event"]["dealer"] == "Ben"
    assert json.loads(out[0])["event"]["deal"] == 5
    assert json.loads(out[1])["state"]["turn"] == "Ann"


def test_setup_with_all_it_may_have(tmp_path: Path) -> None:
    file = tmp_path / "setup.toml"
    file.write_text("seats = [-90, 45.5]\n[zones]\ndiscard = [0.5, 0, 1, 0.5]\ndraw = [0, 0, 0.4, 1]\n")
    assert load_setup(file, ("Ann", "Ben")) == Setup(
        seats=(-90.0, 45.5), discard=(0.5, 0.0, 1.0, 0.5), draw=(0.0, 0.0, 0.4, 1.0)
    )


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("seats = [90]", "seats"),
        ("seats = 90", "seats"),
        ("seats = [90, 'left']", "entry 2"),
        ("seats = [90, [0.5, 1.5]]", "entry 2"),
        ("seats = [90, true]", "entry 2"),
        ("seats = [90, 720]", "entry 2"),
        ("seats = [90, 90]", "entries 1 and 2"),
        ("seats = [-270, 90.5]", "entries 1 and 2"),
        ("seats = [[0.5, 0.75], [0.5, 1.0]]", "entries 1 and 2"),
        ("seats = [90, [0.5, 1.0]]", "entries 1 and 2"),
        ("seats = [90, [0.5, 0.5]]", "entry 2"),
        ("seets = [90, 270]", "seets"),
        ("zones = 3", "zones"),
        ("[zones]\ndiscord = [0, 0, 1, 1]", "discord"),
        ("[zones]\ndiscard = [0.5, 0, 0.2, 1]", "zones.discard"),
        ("[zones]\ndraw = [0, 0, 1]", "zones.draw"),
        ('dealer = "Zoe"', "Zoe"),
        ("deal = 0", "deal"),
        ("deal = true", "deal"),
        ("seats = [", "not a TOML file"),
    ],
)
def test_setup_that_cannot_be_used_says_why(tmp_path: Path, text: str, names: str) -> None:
    file = tmp_path / "setup.toml"
    file.write_text(text)
    with pytest.raises(SetupError) as caught:
        load_setup(file, ("Ann", "Ben"))
    message = str(caught.value)
    assert message.startswith(f"{file}: ")
    assert names in message
    assert "\n" not in message


@pytest.mark.parametrize("place", [90, [0.5, 1.0]])
def test_seats_that_all_lie_at_one_place_are_refused(tmp_path: Path, place: object) -> None:
    file = tmp_path / "setup.toml"
    file.write_text(f"seats = {[place] * 3}")
    with pytest.raises(SetupError, match=r"seats: entries 1 and 2 .* allowed are different ones"):
        load_setup(file, ("Ann", "Ben", "Cy"))


def test_ten_seats_in_a_row_at_one_side_are_taken(tmp_path: Path) -> None:
    file = tmp_path / "setup.toml"
    file.write_text(f"seats = {[[n / 9, 1.0] for n in range(10)]}")
    assert len(load_setup(file, tuple("ABCDEFGHIJ")).seats) == 10


@pytest.mark.parametrize(
    ("point", "seat"),
    [((480, 539), 0), ((0, 200), 1), ((100, 0), 1), ((900, 0), 2), ((959, 400), 2), ((700, 539), 0)],
)
def test_seats_of_a_setup_own_the_border_near_them(point: tuple[int, int], seat: int) -> None:
    seats = PlacedSeats([90, (0.0, 0.0), -20])
    assert seats.seat_at(point, (960, 540)) == seat


def test_seats_at_even_angles_are_the_evenly_spaced_ones() -> None:
    placed, even = PlacedSeats([90, 180, 270, 0]), Seats(4)
    border = [(x, y) for x in range(0, 960, 37) for y in (0, 539)]
    border += [(x, y) for y in range(0, 540, 31) for x in (0, 959)]
    assert [placed.seat_at(p, (960, 540)) for p in border] == [even.seat_at(p, (960, 540)) for p in border]


def test_cards_outside_their_zones_are_left_out() -> None:
    picture = np.zeros((300, 400, 3), np.uint8)  # a wild at (38, 53.5), a back at (138, 153.5)
    left, right = (0.0, 0.0, 0.25, 1.0), (0.25, 0.0, 1.0, 1.0)

    def read(**zones) -> list[str]:
        return [card.label for card in ZonedReader(OneCardReader(), Setup(**zones)).read(picture)]

    assert read() == ["wild", "back"]
    assert read(discard=left, draw=right) == ["wild", "back"]
    assert read(discard=right) == ["back"]
    assert read(draw=left) == ["wild"]


def test_missing_setup_is_refused(capsys: pytest.CaptureFixture[str], film: str) -> None:
    assert "no.toml" in refused(capsys, BAD_USAGE, "watch", film, "--setup", "no.toml")


def test_judge_goes_on_after_a_malformed_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text("\n".join([*map(json.dumps, GAME[:2]), "nonsense", json.dumps(GAME[2])]))
    code, out, errors = run(capsys, "judge", str(file))
    assert code == BAD_INPUT
    assert "error" in json.loads(out[2])
    assert json.loads(out[3])["state"]["top"] == "red 3"
    assert errors == [f"unoref: {file}: line 3: not valid JSON: Expecting value at character 1"]


def test_judge_names_a_few_lines_that_it_cannot_use_and_counts_the_others(capsys, tmp_path):
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ann,\n" * 100)
    code, out, errors = run(capsys, "judge", str(file))
    assert code == BAD_INPUT
    assert [json.loads(line)["line"] for line in out] == list(range(1, 101))
    assert len(errors) == 6
    assert errors[-1] == f"unoref: {file}: 95 more lines cannot be used, 100 in all"


@pytest.mark.parametrize(
    "content", [bytes(range(256)) * 8, "\n".join(["{}"] * 9).encode("utf-16"), b"P\n\0" * 99]
)
def test_judge_says_of_a_file_that_is_no_text_just_that(capsys, tmp_path, content):
    file = tmp_path / "picture.jpg"
    file.write_bytes(content)
    code, out, errors = run(capsys, "judge", str(file))
    assert code == BAD_INPUT
    assert "is no text in UTF-8: events are text, one JSON object a line" in errors[-1]
    assert len(errors) == len(out) <= 2


def test_judge_goes_on_after_a_line_that_is_no_text(capsys, tmp_path):
    file = tmp_path / "torn.jsonl"
    file.write_bytes(
        b"\n".join(
            [*(json.dumps(event).encode() for event in GAME[:2]), b"\0\xff", json.dumps(GAME[2]).encode()]
        )
    )
    code, out, errors = run(capsys, "judge", str(file))
    assert code == BAD_INPUT
    assert json.loads(out[3])["state"]["top"] == "red 3"
    assert len(errors) == 1


def test_judge_by_other_rules(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    events = [GAME[0], {"type": "start", "card": "red reverse"}]
    file.write_text("\n".join(map(json.dumps, events)))
    assert json.loads(run(capsys, "judge", str(file))[1][1])["state"]["turn"] == "Ann"
    assert json.loads(run(capsys, "judge", str(file), "--rules", "hands")[1][1])["state"]["turn"] == "Ben"


def test_judge_reads_standard_input_and_needs_neither_pictures_nor_qt() -> None:
    program = (
        "import sys; from ui.cli import main; code = main(['judge', '-']); "
        "assert not {'cv2', 'numpy', 'PySide6', 'onnxruntime'} & set(sys.modules); sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input="\n".join(map(json.dumps, GAME)),
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert done.stderr == ""
    assert done.returncode == OK
    assert json.loads(done.stdout.splitlines()[-1])["state"]["top"] == "red 3"


def test_reader_that_has_enough_gets_no_traceback(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text("\n".join(json.dumps(event) for event in [*GAME[:2]] + [{"type": "uno"}] * 3000))
    command = f"{sys.executable} -m ui.cli judge {file} | head -n 1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


@pytest.mark.parametrize("content", [b"", b"no film at all", bytes(range(256)) * 8])
def test_broken_film_is_one_line_and_opencv_says_nothing(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "broken.mp4"
    file.write_bytes(content)
    command = [sys.executable, "-m", "ui.cli", "watch", str(file), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == BAD_INPUT
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert str(file) in done.stderr


def test_missing_models_are_one_line(
    capsys: pytest.CaptureFixture[str], picture: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from vision.model import Model, ModelError

    def missing(self: Model, path: Path, *args: object, **kwargs: object) -> None:
        raise ModelError(f"{path}: model file is missing; 'unoref train' makes it")

    monkeypatch.setattr(Model, "__init__", missing)
    assert "model file is missing" in refused(capsys, BAD_USAGE, "detect", picture)


def test_make_scenes_writes_a_labelled_set(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["make", "scenes", str(tmp_path / "set"), "--count", "2", "--seed", "3"]) == OK
    assert (tmp_path / "set" / "labels.json").is_file()
    assert len(list((tmp_path / "set" / "images").rglob("*.jpg"))) == 2


def test_an_unknown_option_names_the_help_of_its_command(capsys):
    assert main(["detect", "--foo", "a.jpg"]) == BAD_USAGE
    assert "--foo (try unoref detect --help)" in capsys.readouterr().err


@pytest.mark.parametrize("seed", ["-1", "x", "9" * 19, ""])
def test_a_seed_is_a_whole_number(capsys, seed):
    assert main(["make", "scenes", "x", "--seed", seed]) == BAD_USAGE
    assert "whole number" in capsys.readouterr().err


def test_a_picture_is_no_video(tmp_path, picture, capsys):
    assert main(["watch", picture]) == BAD_INPUT
    assert "is a picture, not a video" in capsys.readouterr().err


def run_outside(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "ui.cli", *arguments], capture_output=True, cwd=ROOT, timeout=60, **options
    )


def test_a_file_name_may_hold_any_bytes(tmp_path):
    name = os.fsencode(tmp_path) + b"/caf\xe9\n.jpg"
    done = run_outside("detect", name, "--json", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.returncode == BAD_INPUT
    assert json.loads(done.stdout)["image"] == os.fsdecode(name)
    assert done.stderr.decode().count("\n") == 1


def test_a_full_disk_is_named_in_one_line():
    if not Path("/dev/full").exists():
        pytest.skip("there is no device that is always full")
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "ui.cli", "judge", "-"],
            input=json.dumps(GAME[0]).encode(),
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            timeout=60,
        )
    assert done.returncode == BAD_INPUT
    assert done.stderr.decode() == "unoref: cannot be written (No space left on device)\n"


def test_events_may_begin_with_a_byte_order_mark(tmp_path, capsys):
    file = tmp_path / "game.jsonl"
    file.write_text("\n".join(map(json.dumps, GAME)), encoding="utf-8-sig")
    assert main(["judge", str(file)]) == OK
    done = run_outside("judge", "-", input=file.read_bytes())
    assert done.returncode == OK
    assert done.stdout.decode() == capsys.readouterr().out
