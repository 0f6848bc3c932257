"""``unoref train --ears``: renders speech at a table, trains the ears on it, exports them."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache, partial
from multiprocessing import Pool
from pathlib import Path

import numpy as np

from datasets import ear_net
from datasets.heard import hard, recordings, shard, talk, voices
from datasets.speech import SpeechError
from datasets.train import TrainingError
from hearing.ears import EARS
from hearing.features import RATE

SOUNDS = Path("/usr/share/asterisk/sounds")
PEOPLE = {"asterisk-core-sounds-fr-wav": "fr_CA_f_June", "asterisk-core-sounds-ru-wav": "ru_RU_f_IvrvoiceRU"}
"""People who say anything but the call, in languages that no bench measures on: package and folder."""

Windows = tuple[np.ndarray, np.ndarray]
"""Windows and their labels, as :func:`datasets.heard.shard` returns them."""
Speech = tuple[list, list, list, list]
"""Calls, other utterances, recordings of people, and talk that does not sound like a call."""

SHARDS, WINDOWS = 20, 4096
"""How many files of windows are made, and windows in each."""
HARD, SEARCHED = 5, 500
"""How many files of hard windows are made, and sounds that are searched for each."""
FIRST, SECOND = (2, 0.003), (1, 0.0015)
"""Passes and learning rate: before the hard windows are searched, and with them and half of the others."""
SHARE = 0.7
"""How much the second training counts in the weights; more misses people's calls, less hears some in talk."""
VOICES = [(seed, 1000, 2000) for seed in range(4)]
"""Seed, calls and other utterances of each part of the rendered speech."""
TALK = [(seed, 500) for seed in range(4)]
"""Seed and utterances of each part of the talk."""


def train_ears(folder: Path, file: Path = EARS) -> None:
    """Make the model of the ears from nothing; data and weights are kept in ``folder``, and reused.

    What the network still takes for a call after a first training is learned in a second one.
    Raises TrainingError where torch, onnx, espeak-ng or a package of recordings is missing.
    """
    try:
        import onnx  # noqa: F401
        import torch  # noqa: F401
    except ImportError as error:
        raise TrainingError(f"{error.name} is missing: install the dependency group 'train'") from None
    folder.mkdir(parents=True, exist_ok=True)
    shards = [folder / f"{number}.npz" for number in range(SHARDS)]
    hard_shards = [folder / f"hard-{number}.npz" for number in range(HARD)]
    weights, first = folder / "first.pt", folder / "first.onnx"
    _render(shards, _windows)
    if not first.exists():
        passes, rate = FIRST
        ear_net.export(ear_net.fit(shards, weights, epochs=passes, rate=rate), first)
    _render(hard_shards, partial(_hard_windows, model=first))
    passes, rate = SECOND
    second = ear_net.fit(
        shards[: SHARDS // 2],
        folder / "second.pt",
        epochs=passes,
        rate=rate,
        start=weights,
        hard=hard_shards,
    )
    ear_net.export(ear_net.blend(weights, second, SHARE, folder / "ears.pt"), file)


def _render(paths: list[Path], make: Callable[[int], Windows]) -> None:
    """Make the shards that are missing, each from its number."""
    missing = [(make, number, path) for number, path in enumerate(paths) if not path.exists()]
    if missing:
        with Pool(os.cpu_count(), _share, _speech()) as pool:
            pool.starmap(_save, missing)


@cache
def _speech() -> Speech:
    people = [sound for package, name in PEOPLE.items() for sound in _people(package, SOUNDS / name)]
    with Pool(os.cpu_count()) as pool:
        try:
            parts, talks = pool.starmap(voices, VOICES), pool.starmap(talk, TALK)
        except SpeechError as error:
            raise TrainingError(str(error)) from None
    calls = [call for said, _ in parts for call in said if 0.17 * RATE < len(call) < 1.6 * RATE]
    others = [other for _, said in parts for other in said]
    return calls, others, people, [said for part in talks for said in part]


def _people(package: str, folder: Path) -> list[np.ndarray]:
    if not folder.is_dir():
        raise TrainingError(f"{folder}: no recordings of people; install the package '{package}'")
    return recordings(folder)


_shared: Speech = ([], [], [], [])
"""What :func:`_speech` returned, in each process that makes shards."""


def _share(*speech: list) -> None:
    global _shared
    _shared = speech


def _windows(number: int) -> Windows:
    return shard(number, *_shared[:3], WINDOWS)


def _hard_windows(number: int, model: Path) -> Windows:
    _, _, people, talks = _shared
    return hard(number, model, talks, people, SEARCHED)


def _save(make: Callable[[int], Windows], number: int, path: Path) -> None:
    spectra, labels = make(number)
    unfinished = path.with_suffix(".part.npz")
    np.savez(unfinished, x=spectra, y=labels)
    unfinished.rename(path)
