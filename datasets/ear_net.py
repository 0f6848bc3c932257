"""The network of the ears: its shape, its training, its export. torch is known only once it starts."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from hearing.ears import STEP, WINDOW
from hearing.features import MELS, RATE

WIDTH = 64
DEPTH = 9.0
"""What is this far below the loudest of a window (39 dB) counts as silence."""


def network():
    """Return the untrained network: log-mel (n, frames, 32) to the logit of a call (n,)."""
    import torch
    from torch import nn

    def separable(inside: int, outside: int, stride: int) -> nn.Sequential:
        return nn.Sequential(
            nn.Conv1d(inside, inside, 5, stride, 2, groups=inside, bias=False),
            nn.BatchNorm1d(inside),
            nn.Conv1d(inside, outside, 1, bias=False),
            nn.BatchNorm1d(outside),
            nn.ReLU(),
        )

    class Ear(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.first = nn.Sequential(  # the same a little higher or lower in pitch is the same
                nn.Conv2d(1, 12, (5, 5), (2, 2), 2, bias=False),
                nn.BatchNorm2d(12),
                nn.ReLU(),
                nn.Conv2d(12, 12, (3, 5), (1, 2), (1, 2), groups=12, bias=False),
                nn.BatchNorm2d(12),
                nn.ReLU(),
            )
            self.body = nn.Sequential(
                nn.Conv1d(12 * MELS // 4, WIDTH, 1, bias=False),
                nn.BatchNorm1d(WIDTH),
                nn.ReLU(),
                separable(WIDTH, WIDTH, 1),
                separable(WIDTH, WIDTH, 2),
                separable(WIDTH, WIDTH, 1),
                separable(WIDTH, WIDTH, 2),
                separable(WIDTH, WIDTH, 1),
            )
            self.last = nn.Sequential(
                nn.Conv1d(WIDTH, WIDTH, WINDOW // STEP, groups=WIDTH, bias=False),
                nn.BatchNorm1d(WIDTH),
                nn.ReLU(),
                nn.Flatten(),
                nn.Dropout(0.2),
                nn.Linear(WIDTH, 1),
            )

        def forward(self, spectra: torch.Tensor) -> torch.Tensor:
            spectra = torch.maximum(spectra, spectra.amax((1, 2), keepdim=True) - DEPTH)
            spectra = (spectra - spectra.mean((1, 2), keepdim=True)) / 3
            found = self.first(spectra[:, None])
            return self.last(self.body(found.transpose(2, 3).flatten(1, 2)))[:, 0]

    return Ear()


def fit(
    shards: list[Path],
    file: Path,
    *,
    epochs: int,
    rate: float,
    start: Path | None = None,
    hard: Sequence[Path] = (),
    batch: int = 256,
) -> Path:
    """Train on shards of windows (:func:`datasets.heard.shard`); write the weights after every pass.

    ``start``: weights to go on from; ``hard``: shards that are mixed in, one after another.
    """
    import torch
    from torch.nn import functional

    torch.manual_seed(7)
    rng = np.random.default_rng(7)
    model = network()
    if start:
        model.load_state_dict(torch.load(start, weights_only=True))
    mixed = [(shard, hard[number % len(hard)] if hard else None) for number, shard in enumerate(shards)]
    optimizer = torch.optim.AdamW(model.parameters(), rate, weight_decay=0.02)
    steps = epochs * sum(len(_load(*pair)[1]) // batch for pair in mixed)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, max(steps, 2), pct_start=0.15)
    for epoch in range(epochs):
        begun, losses = time.monotonic(), []
        for number in rng.permutation(len(shards)):
            spectra, labels = _load(*mixed[number])
            order = rng.permutation(len(labels))
            for first in range(0, len(order) - batch + 1, batch):
                chosen = order[first : first + batch]
                wanted = torch.from_numpy(labels[chosen])
                seen = torch.from_numpy(_hide(rng, _bend(rng, spectra[chosen].astype(np.float32))))
                loss = functional.binary_cross_entropy_with_logits(model(seen), wanted * 0.98 + 0.01)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                schedule.step()
                losses.append(float(loss.detach()))
        torch.save(model.state_dict(), file)
        print(f"pass {epoch + 1}: loss {np.mean(losses):.4f}, {time.monotonic() - begun:.0f} s", flush=True)
    return file


def blend(first: Path, second: Path, share: float, file: Path) -> Path:
    """Write weights between those of a training and those it was gone on with; ``share`` is the second's."""
    import torch

    one, other = (torch.load(weights, weights_only=True) for weights in (first, second))
    blended = {
        name: torch.lerp(value, other[name], share) if value.is_floating_point() else value
        for name, value in one.items()
    }
    torch.save(blended, file)
    return file


def _load(*shards: Path | None) -> tuple[np.ndarray, np.ndarray]:
    """Return the windows and labels of shards together."""
    data = [np.load(shard) for shard in shards if shard]
    return np.concatenate([part["x"] for part in data]), np.concatenate([part["y"] for part in data])


def _bend(rng: np.random.Generator, spectra: np.ndarray) -> np.ndarray:
    """Move the formants of each window up or down, as a longer or shorter throat does."""
    bands = np.arange(MELS, dtype=np.float32)
    bent = np.empty_like(spectra)
    for source, target in zip(spectra, bent, strict=True):
        where = np.clip(bands * rng.uniform(0.92, 1.08) + rng.uniform(-1, 1), 0, MELS - 1.001)
        low = where.astype(int)
        part = (where - low).astype(np.float32)
        np.add(source[:, low] * (1 - part), source[:, low + 1] * part, out=target)
    return bent


def _hide(rng: np.random.Generator, spectra: np.ndarray) -> np.ndarray:
    """Hide a few bands of half of the windows, so that no single one decides."""
    for window in spectra:
        if rng.random() < 0.5:
            first = rng.integers(0, MELS - 4)
            window[:, first : first + rng.integers(1, 5)] = window.mean()
    return spectra


def export(weights: Path, file: Path) -> Path:
    """Write trained weights as ONNX: log-mel (n, 128, 32) to probabilities (n,), its size in the metadata."""
    import onnx
    import torch

    model = network()
    model.load_state_dict(torch.load(weights, weights_only=True))
    probabilities = torch.nn.Sequential(model, torch.nn.Sigmoid()).eval()
    torch.onnx.export(
        probabilities,
        (torch.zeros(1, WINDOW, MELS),),
        str(file),
        input_names=["spectra"],
        output_names=["called"],
        dynamic_axes={"spectra": {0: "n"}, "called": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )
    exported = onnx.load(file)
    for key, value in {
        "task": "hear",
        "names": "{0: 'uno'}",
        "imgsz": f"[{WINDOW}, {MELS}]",
        "rate": str(RATE),
        "description": "unoref ears, trained from nothing on rendered speech",
    }.items():
        exported.metadata_props.add(key=key, value=value)
    onnx.save(exported, file)
    return file
