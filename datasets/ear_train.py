"""``unoref train --ears``: renders speech at a table, trains the ears on it, exports them."""

from __future__ import annotations

import os
from multiprocessing import Pool
from pathlib import Path

import numpy as np

from datasets import ear_net
from datasets.heard import recordings, shard, voices
from datasets.speech import SpeechError
from datasets.train import TrainingError
from hearing.ears import EARS
from hearing.features import RATE

SOUNDS = Path("/usr/share/asterisk/sounds")
PEOPLE = {"asterisk-core-sounds-fr-wav": "fr_CA_f_June", "asterisk-core-sounds-ru-wav": "ru_RU_f_IvrvoiceRU"}
"""People who say anything but the call, in languages that no bench measures on: package and folder."""

SHARDS, WINDOWS = 48, 4096
"""How many files of windows are made, and windows in each."""
PASSES = 3
VOICES = [(seed, 1000, 1500) for seed in range(4)]
"""Seed, calls and other utterances of each part of the rendered speech."""


def train_ears(folder: Path, file: Path = EARS) -> None:
    """Make the model of the ears from nothing; data and weights are kept in ``folder``, rendered data stay.

    Raises TrainingError where torch, onnx, espeak-ng or a package of recordings is missing.
    """
    try:
        import onnx  # noqa: F401
        import torch  # noqa: F401
    except ImportError as error:
        raise TrainingError(f"{error.name} is missing: install the dependency group 'train'") from None
    folder.mkdir(parents=True, exist_ok=True)
    shards = [folder / f"{number}.npz" for number in range(SHARDS)]
    missing = [(number, path) for number, path in enumerate(shards) if not path.exists()]
    if missing:
        _render(missing)
    ear_net.export(ear_net.fit(shards, folder / "ears.pt", epochs=PASSES), file)


def _render(missing: list[tuple[int, Path]]) -> None:
    people = [sound for package, name in PEOPLE.items() for sound in _people(package, SOUNDS / name)]
    with Pool(os.cpu_count()) as pool:
        try:
            parts = pool.starmap(voices, VOICES)
        except SpeechError as error:
            raise TrainingError(str(error)) from None
    calls = [call for said, _ in parts for call in said if 0.17 * RATE < len(call) < 1.6 * RATE]
    others = [other for _, said in parts for other in said]
    with Pool(os.cpu_count(), _share, (calls, others, people)) as pool:
        pool.starmap(_save, missing)


def _people(package: str, folder: Path) -> list[np.ndarray]:
    if not folder.is_dir():
        raise TrainingError(f"{folder}: no recordings of people; install the package '{package}'")
    return recordings(folder)


_speech: tuple[list, list, list] = ([], [], [])
"""Calls, other speech and people, in each process that makes shards."""


def _share(*speech: list) -> None:
    global _speech
    _speech = speech


def _save(number: int, path: Path) -> None:
    spectra, labels = shard(number, *_speech, WINDOWS)
    unfinished = path.with_suffix(".part.npz")
    np.savez(unfinished, x=spectra, y=labels)
    unfinished.rename(path)
