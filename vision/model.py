"""ONNX models with ultralytics' metadata, run on the processor."""

from __future__ import annotations

import ast
import os
from pathlib import Path

import cv2
import numpy as np

# Unless told before, onnxruntime (from 1.29 on) keeps a device identifier and sends what it does over the
# network.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
import onnxruntime

onnxruntime.disable_telemetry_events()  # on Windows

MODELS = Path(__file__).resolve().parent.parent / "models"


class ModelError(Exception):
    """A model file that cannot be used; the message is one line that names it."""


class Model:
    """One ONNX file: its session, class ``names`` in order, and picture ``size`` (height, width).

    Raises ModelError where the file is missing, damaged, or made for another task than ``task``.
    """

    def __init__(self, path: Path, task: str, threads: int = 0) -> None:
        if not path.is_file():
            raise ModelError(f"{path}: model file is missing; 'unoref train' makes it")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        # Threads spin only during a run: between runs the window and the camera need the cores.
        options.add_session_config_entry("session.force_spinning_stop", "1")
        try:
            self._session = onnxruntime.InferenceSession(
                str(path), options, providers=["CPUExecutionProvider"]
            )
            metadata = self._session.get_modelmeta().custom_metadata_map
            names = ast.literal_eval(metadata["names"])
            self.names: tuple[str, ...] = tuple(names[i] for i in range(len(names)))
            self.size: tuple[int, int] = tuple(ast.literal_eval(metadata["imgsz"]))
            found = metadata["task"]
        except Exception as error:  # onnxruntime raises many kinds
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise ModelError(f"{path}: not a usable model ({reason})") from None
        if found != task:
            raise ModelError(f"{path}: a model for task {found!r}; allowed here is {task!r}")
        self._input, self._path = self._session.get_inputs()[0].name, path

    def run(self, batch: np.ndarray) -> np.ndarray:
        """Run a float32 batch (n, 3, height, width), RGB, 0 to 1; return the first output."""
        return self.outputs(batch)[0]

    def outputs(self, batch: np.ndarray) -> list[np.ndarray]:
        """Run a batch as :meth:`run` does; return all outputs.

        Raises ModelError where the model does not take such a batch, as where its size was changed.
        """
        try:
            return self._session.run(None, {self._input: batch})
        except Exception as error:  # onnxruntime raises many kinds
            raise ModelError(f"{self._path}: not a usable model ({str(error).splitlines()[0]})") from None


def to_batch(images: list[np.ndarray]) -> np.ndarray:
    """Turn BGR uint8 pictures of one size into a float32 batch (n, 3, height, width), RGB, 0 to 1."""
    batch = np.empty((len(images), 3, *images[0].shape[:2]), np.float32)
    for image, planes in zip(images, batch, strict=True):
        for colour, plane in zip(cv2.split(image), planes[::-1], strict=True):
            np.divide(colour, np.float32(255), out=plane)
    return batch
