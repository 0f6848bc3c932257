"""Training of both models from nothing on rendered data, and their export to ``models/``.

Needs the dependency group ``train`` (ultralytics and torch). Everything is built from YAML with random
weights; nothing is fetched. Training goes on from its last checkpoint when it is started again.
"""

from __future__ import annotations

import json
import os
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from datasets.scenes import make_crops, make_scenes

MODELS = Path(__file__).resolve().parent.parent / "models"


class TrainingError(Exception):
    """Training cannot start; the message is one line for the user."""


@dataclass(frozen=True)
class Settings:
    """What a model is trained with; ``seconds`` each took stands in models/README.md."""

    model: str
    data_count: int
    seed: int
    size: int
    epochs: int
    batch: int
    options: dict[str, object]


DETECTOR = Settings(
    model="yolo11n-obb.yaml",
    data_count=4600,
    seed=11,
    size=448,
    epochs=2,
    batch=16,
    options={
        "lr0": 0.0015,
        "warmup_epochs": 0.3,
        "mosaic": 0.0,
        "scale": 0.35,
        "hsv_h": 0.02,
        "hsv_s": 0.5,
        "hsv_v": 0.4,
    },
)

CLASSIFIER = Settings(
    model="yolo11n-cls.yaml",
    data_count=28000,
    seed=12,
    size=128,
    epochs=5,
    batch=64,
    options={
        "lr0": 0.002,
        "warmup_epochs": 0.5,
        "scale": 0.12,
        "auto_augment": None,
        "erasing": 0.15,
        "hsv_h": 0.01,
        "hsv_s": 0.4,
        "hsv_v": 0.35,
        "dropout": 0.1,
    },
)

PARTS = {"detector": DETECTOR, "classifier": CLASSIFIER}


def _ultralytics(folder: Path):
    os.environ.setdefault("YOLO_OFFLINE", "1")
    os.environ.setdefault("YOLO_AUTOINSTALL", "0")
    os.environ.setdefault("YOLO_CONFIG_DIR", str(folder / ".ultralytics"))
    (folder / ".ultralytics").mkdir(parents=True, exist_ok=True)
    try:
        import torch
        import ultralytics
    except ImportError as error:
        raise TrainingError(
            f"training needs the dependency group 'train' ({error.name} is missing): "
            "uv run --group train unoref train"
        ) from None
    ultralytics.settings.update({"sync": False})
    return ultralytics, torch


def train(
    part: str,
    folder: str | Path = "runs",
    *,
    count: int | None = None,
    epochs: int | None = None,
    models: Path = MODELS,
) -> Path:
    """Render the data (unless it is there), train one model from nothing, export it; return the ONNX file.

    ``part``: ``detector`` or ``classifier``. ``folder`` keeps data, checkpoints and logs. ``count`` and
    ``epochs`` replace the settings' own. Raises TrainingError where the dependency group is missing.
    """
    folder = Path(folder)
    settings = PARTS[part]
    ultralytics, torch = _ultralytics(folder)
    data = folder / {"detector": "scenes", "classifier": "crops"}[part]
    if not (data / "done").exists():
        make = make_scenes if part == "detector" else make_crops
        make(data, count or settings.data_count, settings.seed)
        (data / "done").touch()

    run = folder / part
    last = run / "weights" / "last.pt"
    begun = time.monotonic()
    model = ultralytics.YOLO(str(last) if last.exists() else settings.model)

    def use_all_cores(trainer) -> None:  # ultralytics leaves one thread on two cores: twice the time
        torch.set_num_threads(os.cpu_count() or 1)

    model.add_callback("on_train_start", use_all_cores)
    if last.exists() and _unfinished(torch, last):
        model.train(resume=True)
    elif not last.exists():
        model.train(
            data=str(data / "data.yaml" if part == "detector" else data),
            project=str(folder.resolve()),
            name=part,
            exist_ok=True,
            epochs=epochs or settings.epochs,
            imgsz=settings.size,
            batch=settings.batch,
            device="cpu" if not torch.cuda.is_available() else 0,
            workers=2,
            cache=True,
            pretrained=False,
            amp=False,
            plots=False,
            fliplr=0.0,  # a mirrored digit is no digit
            flipud=0.0,
            optimizer="AdamW",
            nbs=settings.batch,  # a step for every batch
            cos_lr=True,
            seed=settings.seed,
            **settings.options,
        )
    minutes = (time.monotonic() - begun) / 60
    print(json.dumps({"part": part, "minutes": round(minutes, 1)}))
    return export(part, run / "weights" / "best.pt", models)


def _unfinished(torch, checkpoint: Path) -> bool:
    return torch.load(checkpoint, map_location="cpu", weights_only=False)["epoch"] >= 0


def export(part: str, weights: Path, models: Path = MODELS, size: int | None = None) -> Path:
    """Export trained weights to ``models/PART.onnx`` with their metadata; return the file.

    Batch and picture size are free in the file; its metadata names the size it is meant for.
    """
    ultralytics, _ = _ultralytics(weights.parent.parent.parent)
    model = ultralytics.YOLO(str(weights))
    size = size or (640 if part == "detector" else PARTS[part].size)
    file = model.export(format="onnx", imgsz=size, dynamic=True, simplify=True, opset=17, nms=False)
    target = models / f"{part}.onnx"
    _halve(Path(file), target)
    _compare(part, weights, target, size)
    return target


def _compare(part: str, weights: Path, file: Path, size: int, tolerance: float = 0.02) -> None:
    """Raise TrainingError where the exported file and the trained weights differ on rendered pictures."""
    import torch
    import ultralytics

    from datasets.scenes import PrintedDecks, render_scene
    from vision.model import Model, to_batch

    exported = Model(file, "obb" if part == "detector" else "classify")
    network = ultralytics.YOLO(str(weights)).model.eval().float().fuse()
    for seed in range(4):
        rng = np.random.default_rng(seed)
        batch = to_batch([render_scene(rng, PrintedDecks(rng, designs=1), size, size).image])
        with torch.no_grad():
            wanted = network(torch.from_numpy(batch))
        wanted = (wanted[0] if isinstance(wanted, (tuple, list)) else wanted).numpy()
        found = exported.run(batch)
        if part == "detector":  # boxes matter where something was found
            sure = wanted[0, 4:-1].max(axis=0) > 0.3
            unit = np.array([*[size] * 4, *[1] * (wanted.shape[1] - 4)])[:, None]
            wanted, found = wanted[0][:, sure] / unit, found[0][:, sure] / unit
        difference = float(np.abs(wanted - found).max(initial=0))
        if difference > tolerance:
            raise TrainingError(f"{file}: differs from {weights} by {difference:.3f}; allowed is {tolerance}")


def _halve(source: Path, target: Path) -> None:
    """Write an ONNX file with its weights stored in 16 bits; it still computes in 32."""
    import onnx

    model = onnx.load(source)
    casts = []
    for tensor in model.graph.initializer:
        values = onnx.numpy_helper.to_array(tensor)
        if values.dtype != np.float32 or values.size < 256:
            continue
        name = tensor.name
        half = onnx.numpy_helper.from_array(values.astype(np.float16), name + "/half")
        tensor.CopyFrom(half)
        casts.append(onnx.helper.make_node("Cast", [half.name], [name], to=onnx.TensorProto.FLOAT))
    nodes = [*casts, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    for entry in model.metadata_props:
        if entry.key == "description":  # it names the folder of the data
            entry.value = f"unoref {target.stem}, trained from nothing on rendered pictures"
    onnx.checker.check_model(model)
    onnx.save(model, target)
