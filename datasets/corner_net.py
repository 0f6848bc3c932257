"""The network that finds a card's four corners in a patch, and its training (torch, imported once it starts).

Patches and corners are those of :mod:`datasets.crops`: BGR uint8 (n, side, side, 3), and corners (n, 4, 2),
clockwise, as shares of the patch's side.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from tqdm import tqdm

LAYERS = ((16, 2), (32, 2), (32, 1), (64, 2), (64, 1), (96, 2), (96, 1))
"""Channels and stride of the convolutions."""


def network(side: int):
    """Build the network with random weights: RGB (n, 3, side, side), 0 to 1, to corners (n, 8)."""
    from torch import nn

    layers: list[nn.Module] = []
    before, cells = 3, side
    for channels, stride in LAYERS:
        cells //= stride
        layers += [
            nn.Conv2d(before, channels, 3, stride, 1, bias=False),
            nn.BatchNorm2d(channels),
            nn.SiLU(inplace=True),
        ]
        before = channels
    layers += [nn.Flatten(), nn.Linear(before * cells * cells, 192), nn.SiLU(), nn.Linear(192, 8)]
    return nn.Sequential(*layers)


def load(folder: Path) -> tuple[np.ndarray, np.ndarray]:
    """Return all patches and corners of a folder of ``*.npz`` files."""
    files = [np.load(file) for file in sorted(folder.glob("*.npz"))]
    return np.concatenate([f["patches"] for f in files]), np.concatenate([f["corners"] for f in files])


def fit(data: Path, run: Path, *, device: str, epochs: int, batch: int, rate: float, seed: int) -> Path:
    """Train on ``data``'s ``train`` and ``val``; return the weights of the last epoch in ``run``.

    ``device``: ``cpu`` or the number of a GPU. Each epoch ends with a checkpoint, ``last.pt``, from which a
    later call goes on, and a line of ``results.csv``: epoch, error on ``val`` as a share of the patch's side
    (mean, and 95th percentile).
    """
    import torch

    run.mkdir(parents=True, exist_ok=True)
    patches, corners = load(data / "train")
    val_patches, val_corners = load(data / "val")
    torch.manual_seed(seed)
    device = torch.device(device if device == "cpu" else f"cuda:{device}")
    side = patches.shape[1]
    net = network(side).to(device, memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(net.parameters(), rate, weight_decay=0.01)
    steps = len(patches) // batch
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, epochs * steps, pct_start=0.1)
    begin, last = 0, run / "last.pt"
    if last.exists():
        state = torch.load(last, map_location=device, weights_only=True)
        begin = state["epoch"] + 1
        net.load_state_dict(state["net"])
        optimizer.load_state_dict(state["optimizer"])
        schedule.load_state_dict(state["schedule"])
    for epoch in range(begin, epochs):
        rng = np.random.default_rng((seed, epoch))
        order = rng.permutation(len(patches))
        net.train()
        with tqdm(total=steps, desc=f"corners {epoch + 1}/{epochs}", unit="batch") as bar:
            for step in range(steps):
                which = order[step * batch : (step + 1) * batch]
                images, wanted = _varied(rng, patches[which], corners[which])
                found = net(torch.from_numpy(images).to(device))
                loss = _distance(found, torch.from_numpy(wanted).to(device)).mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                schedule.step()
                bar.update()
        net.eval()
        errors = []
        with torch.no_grad():
            for start in range(0, len(val_patches), 256):
                images = val_patches[start : start + 256, ..., ::-1].transpose(0, 3, 1, 2)
                images = torch.from_numpy(np.ascontiguousarray(images, np.float32) / 255).to(device)
                found = net(images).cpu().numpy().reshape(-1, 4, 2)
                truth = val_corners[start : start + 256]
                ways = [found - truth, found - np.roll(truth, 2, axis=1)]
                errors.append(np.min([np.linalg.norm(way, axis=2).mean(axis=1) for way in ways], axis=0))
        error = np.concatenate(errors)
        with (run / "results.csv").open("a") as file:
            file.write(f"{epoch + 1},{error.mean():.4f},{np.percentile(error, 95):.4f}\n")
        state = {
            "epoch": epoch,
            "net": net.state_dict(),
            "optimizer": optimizer.state_dict(),
            "schedule": schedule.state_dict(),
        }
        torch.save(state, last)
    return last


def _varied(rng: np.random.Generator, patches: np.ndarray, corners: np.ndarray):
    """Mirror, turn and tint a batch: float32 RGB (n, 3, side, side), 0 to 1, and its corners (n, 8)."""
    images = patches[..., ::-1].astype(np.float32) / 255
    corners = corners.copy()
    for i in range(len(images)):
        if rng.random() < 0.5:  # corners know no digits: a mirrored card is as good
            images[i] = images[i, :, ::-1]
            corners[i, :, 0] = 1 - corners[i, :, 0]
            corners[i] = corners[i, [1, 0, 3, 2]]
        if rng.random() < 0.5:
            images[i] = images[i, ::-1, ::-1]
            corners[i] = np.roll(1 - corners[i], 2, axis=0)
    n = len(images)
    gain = rng.uniform(0.6, 1.4, (n, 1, 1, 1)) * rng.uniform(0.85, 1.15, (n, 1, 1, 3))
    images = np.clip(images * gain + rng.normal(0, 0.04, (n, 1, 1, 1)), 0, 1)
    images += rng.normal(0, 1, images.shape).astype(np.float32) * rng.uniform(0, 0.03, (n, 1, 1, 1))
    return (
        np.ascontiguousarray(images.transpose(0, 3, 1, 2), np.float32),
        corners.reshape(n, 8).astype(np.float32),
    )


def _distance(found, wanted):
    """Smooth-L1 between corners (n, 8) each way round: a card looks the same from both ends."""
    from torch.nn.functional import smooth_l1_loss

    turned = wanted.roll(4, dims=1)
    ways = [smooth_l1_loss(found, way, reduction="none", beta=0.02).mean(dim=1) for way in (wanted, turned)]
    return ways[0].minimum(ways[1])


def trained(weights: Path, side: int):
    """Return the network with trained weights, ready to run."""
    import torch

    net = network(side)
    net.load_state_dict(torch.load(weights, map_location="cpu", weights_only=True)["net"])
    return net.eval()


def export(weights: Path, side: int, target: Path) -> None:
    """Write trained weights as an ONNX file with the metadata of our models; the batch is free."""
    import onnx
    import torch

    net = trained(weights, side)
    torch.onnx.export(
        net,
        (torch.zeros(2, 3, side, side),),
        str(target),
        input_names=["images"],
        output_names=["corners"],
        dynamic_axes={"images": {0: "batch"}, "corners": {0: "batch"}},
        opset_version=17,
        dynamo=False,
    )
    model = onnx.load(target)
    for key, value in (("task", "corners"), ("names", "{0: 'corners'}"), ("imgsz", f"[{side}, {side}]")):
        entry = model.metadata_props.add()
        entry.key, entry.value = key, value
    onnx.save(model, target)
