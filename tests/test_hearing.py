"""The ears: the same calls from any rate, width and pieces; what is no call is none."""

from __future__ import annotations

import json
import struct
import wave
from pathlib import Path

import numpy as np
import pytest

from datasets.heard import shard
from hearing.ears import WINDOW, Ears, Recording, find_calls
from hearing.features import HOP, LENGTH, MELS, RATE, Resampler, log_mel, resample
from hearing.sound import SoundError, read_sound
from ui.cli import BAD_INPUT, OK, main

CALLS = Path(__file__).parent / "data" / "calls.wav"
"""espeak-ng in voices that no training heard: "red seven", "uno", "whose turn is it", "uno", "zieh vier"."""
ENDS = (2.31, 5.74)
"""When the two calls end, in seconds."""


@pytest.fixture(scope="module")
def calls() -> np.ndarray:
    samples, rate = read_sound(CALLS)
    assert rate == RATE
    return samples


def times(samples: np.ndarray, rate: float = RATE) -> list[float]:
    return [call.t for call in find_calls(samples, rate)]


def test_calls_are_found_where_they_are(calls: np.ndarray) -> None:
    assert times(calls) == pytest.approx(ENDS, abs=0.4)


def test_what_is_said_between_the_calls_is_no_call(calls: np.ndarray) -> None:
    assert times(calls[: int(1.9 * RATE)]) == []
    assert times(calls[int(3.3 * RATE) : int(5.3 * RATE)]) == []


def test_a_call_is_heard_within_half_a_second_of_its_end(calls: np.ndarray) -> None:
    for end in ENDS:
        assert Ears(RATE).feed(calls[: int((end + 0.5) * RATE)])


@pytest.mark.parametrize("piece", [100, 1024, 7919])
def test_pieces_give_what_the_whole_gives(calls: np.ndarray, piece: int) -> None:
    ears = Ears(RATE)
    whole = [score for _, score in Ears(RATE).scores(calls)]
    parts = [s for i in range(0, len(calls), piece) for _, s in ears.scores(calls[i : i + piece])]
    assert parts == pytest.approx(whole, abs=1e-4)


@pytest.mark.parametrize("rate", [16000, 44100, 48000])
def test_calls_are_found_at_other_rates(calls: np.ndarray, rate: int) -> None:
    seconds = len(calls) / RATE
    raised = np.interp(np.arange(0, seconds, 1 / rate), np.arange(len(calls)) / RATE, calls)
    assert times(raised.astype(np.float32), rate) == pytest.approx(ENDS, abs=0.4)


@pytest.mark.parametrize("sound", [np.zeros(0), np.zeros(5), np.zeros(RATE * 3), np.full(RATE * 3, 1.0)])
def test_silence_has_no_calls(sound: np.ndarray) -> None:
    assert times(sound.astype(np.float32)) == []


def test_noise_has_no_calls() -> None:
    noise = np.random.default_rng(1).normal(0, 0.1, 20 * RATE)
    assert times(noise.astype(np.float32)) == []


def test_the_surer_it_has_to_be_the_fewer_calls_are_heard(calls: np.ndarray) -> None:
    assert Ears(RATE, 1.1).feed(calls) == []


def test_a_spectrum_stands_for_ten_milliseconds_and_no_padding() -> None:
    assert log_mel(np.zeros(LENGTH - 1, np.float32)).shape == (0, MELS)
    assert log_mel(np.zeros(LENGTH + 9 * HOP, np.float32)).shape == (10, MELS)


@pytest.mark.parametrize("hertz", [150, 600, 2400])
def test_a_tone_is_loudest_in_the_filter_of_its_pitch(hertz: float) -> None:
    tone = np.sin(2 * np.pi * hertz * np.arange(RATE) / RATE).astype(np.float32)
    mel = 2595 * np.log10(1 + np.array([80, hertz, 3600]) / 700)
    expected = (mel[1] - mel[0]) / (mel[2] - mel[0]) * (MELS + 1) - 1
    assert log_mel(tone).mean(axis=0).argmax() == pytest.approx(expected, abs=1)


@pytest.mark.parametrize("rate", [11025, 16000, 44100, 48000])
def test_resampling_keeps_a_tone_in_pieces_as_at_once(rate: int) -> None:
    tone = np.sin(2 * np.pi * 440 * np.arange(rate) / rate).astype(np.float32)
    whole, resampler = resample(tone, rate), Resampler(rate)
    pieces = np.concatenate([resampler.feed(tone[i : i + 331]) for i in range(0, rate, 331)])
    assert pieces == pytest.approx(whole, abs=1e-4)
    assert len(whole) == pytest.approx(RATE, abs=3)
    assert np.abs(np.fft.rfft(whole)).argmax() == pytest.approx(440, abs=2)


@pytest.mark.parametrize("width", [1, 2, 3, 4])
def test_samples_of_every_width_are_read_alike(tmp_path: Path, width: int) -> None:
    values = np.array([0.0, 0.5, -0.5, 0.25])
    whole = np.round(values * 2 ** (8 * width - 1)).astype(np.int64) + (128 if width == 1 else 0)
    data = b"".join(int(v).to_bytes(width, "little", signed=width > 1) * 2 for v in whole)
    with wave.open(str(tmp_path / "a.wav"), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(width)
        file.setframerate(44100)
        file.writeframes(data)
    samples, rate = read_sound(tmp_path / "a.wav")
    assert rate == 44100
    assert samples == pytest.approx(values, abs=0.01)


def wav(kind: int, bits: int, data: bytes, *, extensible: bool = False, promised: int | None = None) -> bytes:
    """Return a WAV file of one channel at 8 kHz; ``promised``: how many bytes it says that it has."""
    form = struct.pack("<HHIIHH", 0xFFFE if extensible else kind, 1, RATE, RATE * bits // 8, bits // 8, bits)
    form += struct.pack("<HHIH14x", 22, bits, 4, kind) if extensible else b""
    chunks = b"fmt " + struct.pack("<I", len(form)) + form
    chunks += b"LIST" + struct.pack("<I", 3) + b"abc\0"  # a chunk of odd size, as programs put there
    chunks += b"data" + struct.pack("<I", len(data) if promised is None else promised) + data
    return b"RIFF" + struct.pack("<I", len(chunks) + 4) + b"WAVE" + chunks


SHAPES = {
    "float": (3, 32, lambda v: v.astype("<f4").tobytes()),
    "double": (3, 64, lambda v: v.astype("<f8").tobytes()),
    "whole 16": (1, 16, lambda v: (v * 2**15).astype("<i2").tobytes()),
    "whole 24": (1, 24, lambda v: b"".join(int(x * 2**23).to_bytes(3, "little", signed=True) for x in v)),
    "whole 32": (1, 32, lambda v: (v * 2**31).astype("<i4").tobytes()),
}


@pytest.mark.parametrize("extensible", [False, True], ids=["plain", "extensible"])
@pytest.mark.parametrize("shape", SHAPES)
def test_samples_of_every_kind_are_read_alike(tmp_path: Path, shape: str, extensible: bool) -> None:
    kind, bits, written = SHAPES[shape]
    values = np.array([0.0, 0.5, -0.5, 0.25])
    (tmp_path / "a.wav").write_bytes(wav(kind, bits, written(values), extensible=extensible))
    said: list[str] = []
    samples, rate = read_sound(tmp_path / "a.wav", said.append)
    assert (rate, said) == (RATE, [])
    assert samples == pytest.approx(values, abs=1e-4)


@pytest.mark.parametrize("promised", [0, 0xFFFFFFFF])
def test_a_recording_that_was_piped_is_read_to_its_end(tmp_path: Path, promised: int) -> None:
    (tmp_path / "a.wav").write_bytes(wav(1, 16, bytes(200), promised=promised))
    said: list[str] = []
    samples, _ = read_sound(tmp_path / "a.wav", said.append)
    assert (len(samples), said) == (100, [])


def test_what_is_no_number_counts_as_silence(tmp_path: Path) -> None:
    (tmp_path / "a.wav").write_bytes(wav(3, 32, np.array([np.nan, np.inf, 0.5], "<f4").tobytes()))
    assert list(read_sound(tmp_path / "a.wav")[0]) == [0.0, 1.0, 0.5]


def test_a_kind_of_samples_that_is_not_known_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.wav").write_bytes(wav(17, 4, bytes(100)))
    with pytest.raises(SoundError, match=r"a\.wav: not a WAV file of plain samples \(kind 17, 4 bits"):
        read_sound(tmp_path / "a.wav")


@pytest.mark.parametrize(("at", "what"), [(24, "4294967295 samples a second"), (22, "65535 channels")])
def test_a_rate_or_number_of_channels_that_nobody_records_is_said(tmp_path: Path, at: int, what: str) -> None:
    sound = bytearray(wav(1, 16, bytes(200)))
    sound[at : at + (4 if at == 24 else 2)] = b"\xff" * (4 if at == 24 else 2)
    (tmp_path / "a.wav").write_bytes(sound)
    with pytest.raises(SoundError, match=what):
        read_sound(tmp_path / "a.wav")


def test_listen_hears_what_is_there_of_a_truncated_recording_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = CALLS.read_bytes()
    (tmp_path / "a.wav").write_bytes(whole[: int(3.3 * RATE) + 44])
    assert main(["listen", str(tmp_path / "a.wav"), "--json"]) == BAD_INPUT
    said = capsys.readouterr()
    assert [json.loads(line)["t"] for line in said.out.splitlines()] == pytest.approx(ENDS[:1], abs=0.4)
    assert said.err.count("\n") == 1
    assert "a.wav: ends after 3.3 of" in said.err


@pytest.mark.parametrize("piece", [0.03, 0.5, 100.0])
def test_a_recording_beside_a_film_is_heard_as_time_goes_on(calls: np.ndarray, piece: float) -> None:
    recording, t, heard = Recording(calls, RATE), 0.0, []
    while t < recording.seconds + piece:
        t += piece
        for call in recording.until(t):
            assert call.t <= t
            heard += [call.t] if call.sure else []
    assert heard == pytest.approx(ENDS, abs=0.4)


@pytest.mark.parametrize("content", [b"", b"RIFF", b"not a sound at all, but long enough to be one" * 9])
def test_a_file_without_sound_is_one_clear_line(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.wav").write_bytes(content)
    with pytest.raises(SoundError, match=r"a\.wav: not a WAV file"):
        read_sound(tmp_path / "a.wav")


def test_listen_writes_one_line_a_call(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["listen", str(CALLS), "--json"]) == OK
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["t"] for line in lines] == pytest.approx(ENDS, abs=0.4)
    assert all(0 < line["confidence"] <= 1 for line in lines)


@pytest.mark.parametrize("name", ["missing.wav", ""])
def test_listen_says_which_file_cannot_be_used(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["listen", str(tmp_path / name), "--json"]) == BAD_INPUT
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert str(tmp_path) in said.err


def test_windows_for_training_hold_finished_calls_and_everything_else() -> None:
    rng = np.random.default_rng(3)
    speech = [rng.normal(0, 0.1, count).astype(np.float32) for count in (2000, 4000, 9000)]
    spectra, labels = shard(1, speech, speech, speech, 64)
    assert spectra.shape == (64, WINDOW, MELS)
    assert 0.1 < labels.mean() < 0.6
    again, _ = shard(1, speech, speech, speech, 64)
    assert np.array_equal(spectra, again)
