"""Training of the three models from nothing on rendered data, and their export to ``models/``.

Needs the dependency group ``train`` (ultralytics and torch). The YOLO models are built from YAML with random
weights, the corner model as :mod:`datasets.corner_net` says; nothing is fetched. Training goes on from its
last checkpoint when it is started again.
"""

from __future__ import annotations

import ctypes
import json
import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from datasets import corner_net, single
from datasets.bench import bench
from datasets.crops import PATCH, make_crops
from datasets.scenes import PrintedDecks, make_scenes, render_scene
from vision.model import Model, to_batch
from vision.reader import Reader
from vision.straighten import straighten

MODELS = Path(__file__).resolve().parent.parent / "models"

FIGURES = ("<!-- figures, written by unoref train -->", "<!-- end of the figures -->")
"""The lines of the model card between which figures are written."""


class TrainingError(Exception):
    """Training cannot start; the message is one line for the user."""


@dataclass(frozen=True)
class Data:
    """Pictures that are rendered once for the parts that need them."""

    folder: str
    make: Callable[..., None]
    count: int
    seed: int


@dataclass(frozen=True)
class Settings:
    """What a model is trained with; the minutes each took stand in models/README.md."""

    data: Data
    task: str
    size: int
    epochs: int
    batch: int
    seed: int
    rate: float
    model: str = ""
    options: dict[str, object] = field(default_factory=dict)


SCENES = Data("scenes", make_scenes, 9000, 51)
CLOSEUPS = Data("closeups", make_crops, 40000, 71)

PARTS = {
    "detector": Settings(
        data=SCENES,
        task="obb",
        size=448,
        epochs=3,
        batch=16,
        seed=51,
        rate=0.0015,
        model="yolo11n-obb.yaml",
        options={
            "warmup_epochs": 0.3,
            "mosaic": 0.0,
            "scale": 0.35,
            "hsv_h": 0.02,
            "hsv_s": 0.5,
            "hsv_v": 0.4,
        },
    ),
    "corners": Settings(
        data=CLOSEUPS,
        task="corners",
        size=PATCH,
        epochs=8,
        batch=64,
        seed=5,
        rate=0.002,
    ),
    "classifier": Settings(
        data=CLOSEUPS,
        task="classify",
        size=128,
        epochs=8,
        batch=64,
        seed=12,
        rate=0.002,
        model="yolo11n-cls.yaml",
        options={
            "warmup_epochs": 0.5,
            "scale": 0.12,
            "auto_augment": None,
            "erasing": 0.15,
            "hsv_h": 0.01,
            "hsv_s": 0.4,
            "hsv_v": 0.35,
            "dropout": 0.1,
        },
    ),
}

SINGLE = replace(PARTS["detector"], size=640, epochs=2)
"""The comparison (:mod:`datasets.single`): the detector's data, larger pictures since it has to read, and
about the time that the three parts take together."""


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
    device: str | None = None,
    count: int | None = None,
    epochs: int | None = None,
    models: Path = MODELS,
) -> Path:
    """Render the data (unless it is there), train one model from nothing, export it; return the ONNX file.

    ``part``: one of :data:`PARTS`, or ``single``, which is exported into ``folder``. ``folder`` keeps data,
    checkpoints and logs. ``device``: ``cpu``, or the number of a GPU; without it the first GPU, if there is
    one. ``count`` and ``epochs`` replace the settings' own. Raises TrainingError where the dependency group
    or the device is missing.
    """
    folder = Path(folder)
    settings = _settings(part)
    ultralytics, torch = _ultralytics(folder)
    device = _device(torch, device)
    data = folder / settings.data.folder
    if not (data / "done").exists():
        more = {"detector": models / "detector.onnx"} if settings.data is CLOSEUPS else {}
        settings.data.make(data, count or settings.data.count, settings.data.seed, **more)
        (data / "done").touch()

    run = folder / part
    begun = time.monotonic()
    _keep_memory()
    torch.set_num_threads(os.cpu_count() or 1)
    if part == "corners":
        weights = corner_net.fit(
            data / "corners",
            run,
            device=device,
            epochs=epochs or settings.epochs,
            batch=settings.batch,
            rate=settings.rate,
            seed=settings.seed,
        )
    else:
        weights = _fit(ultralytics, torch, part, data, run, device, epochs)
    minutes = _add_minutes(folder, part, (time.monotonic() - begun) / 60)
    print(json.dumps({"part": part, "minutes": round(minutes, 1)}))
    return export(part, weights, folder if part == "single" else models)


def _add_minutes(folder: Path, part: str, minutes: float) -> float:
    """Keep how long a part has been trained, all tries together; return it."""
    file = folder / "minutes.json"
    spent = json.loads(file.read_text()) if file.exists() else {}
    spent[part] = spent.get(part, 0.0) + minutes
    file.write_text(json.dumps(spent))
    return spent[part]


def write_card(
    folder: str | Path, photographs: str | Path | None = None, card: Path = MODELS / "README.md"
) -> None:
    """Write the bench figures of the shipped models into the model card.

    On the rendered scenes that were held out (``folder`` is that of the training), and on ``photographs``,
    a folder as for the bench. The figures stand between two comments in the card; raises TrainingError
    where it lacks them.
    """
    folder = Path(folder)
    reader = Reader()
    lines = []
    minutes = json.loads((folder / "minutes.json").read_text()) if (folder / "minutes.json").exists() else {}
    if minutes:
        spent = ", ".join(f"{part} {value:.0f}" for part, value in minutes.items())
        lines += [f"Minutes of training: {spent}.", ""]
    held_out = bench(folder / SCENES.folder, reader, only="images/val/")
    held_out.plot(card.with_name("calibration.png"))
    lines += ["Rendered scenes that were held out:", "", "```", held_out.summary(), "```", ""]
    lines += ["![Confidence against the share of right readings on them](calibration.png)", ""]
    if photographs is not None:
        report = bench(photographs, reader)
        lines += ["Photographs:", "", "```", report.summary(), "```", ""]
    text = card.read_text(encoding="utf-8")
    begin, end = (text.find(mark) for mark in FIGURES)
    if not 0 <= begin < end:
        raise TrainingError(
            f"{card}: lacks the lines {FIGURES[0]} and {FIGURES[1]}, between which figures go"
        )
    text = text[: begin + len(FIGURES[0])] + "\n" + "\n".join(lines) + text[end:]
    card.write_text(text, encoding="utf-8")


def _fit(ultralytics, torch, part: str, data: Path, run: Path, device: str, epochs: int | None) -> Path:
    """Train one of the YOLO models; return its weights."""
    settings = _settings(part)
    last = run / "weights" / "last.pt"
    model = ultralytics.YOLO(str(last) if last.exists() else settings.model)

    def hurry(trainer) -> None:
        if trainer.device.type == "cpu":
            # ultralytics leaves one thread on two cores: twice the time. This order of pixels saves 25 %.
            torch.set_num_threads(os.cpu_count() or 1)
            trainer.model.to(memory_format=torch.channels_last)

    model.add_callback("on_train_start", hurry)
    if part == "single":
        yaml = single.name_labels(data, run.with_name("named-scenes"))
    else:
        yaml = data / ("data.yaml" if part == "detector" else "crops")
    if last.exists() and _unfinished(torch, last):
        model.train(resume=True)
    elif not last.exists():
        model.train(
            data=str(yaml),
            project=str(run.parent.resolve()),
            name=run.name,
            exist_ok=True,
            epochs=epochs or settings.epochs,
            imgsz=settings.size,
            batch=settings.batch,
            device=device,
            workers=2,
            cache=part != "single",  # its larger pictures would take 20 GB
            pretrained=False,
            amp=False,
            plots=False,
            fliplr=0.0,  # a mirrored digit is no digit
            flipud=0.0,
            optimizer="AdamW",
            nbs=settings.batch,  # a step for every batch
            cos_lr=True,
            seed=settings.seed,
            lr0=settings.rate,
            **settings.options,
        )
    return run / "weights" / "best.pt"


def _settings(part: str) -> Settings:
    return SINGLE if part == "single" else PARTS[part]


def _device(torch, wanted: str | None) -> str:
    """Return the device to train on as both trainers name it: ``cpu``, or the number of a GPU."""
    gpus = torch.cuda.device_count()
    allowed = ["cpu", *map(str, range(gpus))]
    if wanted is None:
        return "0" if gpus else "cpu"
    if wanted not in allowed:
        raise TrainingError(f"device {wanted!r} is not here; allowed are {', '.join(allowed)}")
    return wanted


def _keep_memory() -> None:
    """Have glibc keep the memory of freed tensors: giving it back and fetching it again costs a tenth."""
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):  # another C library
        return
    trim_threshold, top_pad, mmap_threshold = -1, -2, -3
    for option, value in ((mmap_threshold, 1 << 30), (trim_threshold, (1 << 31) - 1), (top_pad, 1 << 28)):
        mallopt(option, value)


def _unfinished(torch, checkpoint: Path) -> bool:
    return torch.load(checkpoint, map_location="cpu", weights_only=False)["epoch"] >= 0


def export(part: str, weights: Path, models: Path = MODELS) -> Path:
    """Export trained weights to ``models/PART.onnx`` with their metadata; return the file.

    The size of the batch is free in the file, and the detector's pictures' as well; the metadata names the
    size it is meant for.
    """
    ultralytics, _ = _ultralytics(weights.parent)
    size = _settings(part).size if part != "detector" else 640
    target = models / f"{part}.onnx"
    if part == "corners":
        file = weights.with_suffix(".onnx")
        corner_net.export(weights, size, file)
    else:
        model = ultralytics.YOLO(str(weights))
        file = model.export(format="onnx", imgsz=size, dynamic=True, simplify=True, opset=17, nms=False)
    _halve(Path(file), target)
    _compare(part, weights, target, size)
    return target


def _compare(part: str, weights: Path, file: Path, size: int, tolerance: float = 0.02) -> None:
    """Raise TrainingError where the exported file and the trained weights differ on rendered pictures."""
    import torch
    import ultralytics

    exported = Model(file, _settings(part).task)
    if part == "corners":
        network = corner_net.trained(weights, size)
    else:
        network = ultralytics.YOLO(str(weights)).model.eval().float().fuse()
    for seed in range(4):
        rng = np.random.default_rng(seed)
        batch = to_batch([render_scene(rng, PrintedDecks(rng, designs=1), size, size).image])
        with torch.no_grad():
            wanted = network(torch.from_numpy(batch))
        wanted = (wanted[0] if isinstance(wanted, (tuple, list)) else wanted).numpy()
        found = exported.run(batch)
        if part in ("detector", "single"):  # boxes matter where something was found
            sure = wanted[0, 4:-1].max(axis=0) > 0.3
            unit = np.array([*[size] * 4, *[1] * (wanted.shape[1] - 4)])[:, None]
            wanted, found = wanted[0][:, sure] / unit, found[0][:, sure] / unit
        difference = float(np.abs(wanted - found).max(initial=0))
        if difference > tolerance:
            raise TrainingError(f"{file}: differs from {weights} by {difference:.3f}; allowed is {tolerance}")


def _halve(source: Path, target: Path) -> None:
    """Write an ONNX file with its weights stored in 16 bits; it still computes in 32.

    The classifier gets a second output: the embedding (n, 1280) of which its last layer makes the classes.
    """
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
    if target.stem == "classifier":  # what its last layer looks at, for decks that are learned
        last = [node for node in model.graph.node if node.op_type == "Gemm"][-1]
        shape = ["batch", "embedding"]
        embedding = onnx.helper.make_tensor_value_info(last.input[0], onnx.TensorProto.FLOAT, shape)
        model.graph.output.append(embedding)
    nodes = [*casts, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    for entry in model.metadata_props:
        if entry.key == "description":  # it names the folder of the data
            entry.value = f"unoref {target.stem}, trained from nothing on rendered pictures"
    onnx.checker.check_model(model)
    onnx.save(model, target)


def plain_milliseconds(image: np.ndarray, repeats: int) -> float | None:
    """Return the median milliseconds that ``YOLO.predict`` takes to find and name the cards of a picture.

    With the detector and the classifier that are shipped, as any script would use them: the boxes of the
    one, straightened, go to the other. None where the dependency group is not installed.
    """
    with tempfile.TemporaryDirectory() as folder:
        try:
            ultralytics, _ = _ultralytics(Path(folder))
        except TrainingError:
            return None
        finder = ultralytics.YOLO(str(MODELS / "detector.onnx"), task="obb")
        namer = ultralytics.YOLO(str(MODELS / "classifier.onnx"), task="classify")
        times = []
        for _ in range(repeats):
            begun = time.perf_counter()
            (found,) = finder.predict(image, imgsz=640, conf=0.4, device="cpu", verbose=False)
            crops = [straighten(image, quad, 128) for quad in found.obb.xyxyxyxy.numpy()]
            for crop in crops:
                namer.predict(crop, imgsz=128, device="cpu", verbose=False)
            times.append(1000 * (time.perf_counter() - begun))
    return float(np.median(times))
