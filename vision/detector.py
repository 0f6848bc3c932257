"""Finding cards in a whole frame, as oriented bounding boxes turned into corners at once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.model import MODELS, Model, ModelError, to_batch
from vision.straighten import clockwise


@dataclass(frozen=True, eq=False)
class Detection:
    """One card found: corners (4, 2), pixels, clockwise; ``kind`` (``face``, ``back``); confidence 0 to 1."""

    quad: np.ndarray
    kind: str
    confidence: float


class Detector:
    """The oriented-box model. ``size``: the longer side of the picture it looks at, in pixels."""

    def __init__(self, path: Path | None = None, size: int = 640, threads: int = 0) -> None:
        self._model = Model(path or MODELS / "detector.onnx", "obb", threads)
        self.size = size

    def detect(self, image: np.ndarray, confidence: float = 0.3, overlap: float = 0.45) -> list[Detection]:
        """Return the cards in a BGR uint8 picture (height, width, 3), the most confident first.

        ``overlap``: of two boxes whose intersection over union is larger, the less confident is dropped.
        """
        height, width = image.shape[:2]
        scale = self.size / max(height, width)
        small = cv2.resize(
            image,
            (max(1, round(width * scale)), max(1, round(height * scale))),
            interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR,
        )
        h, w = small.shape[:2]
        padded = np.full((-h % 32 + h, -w % 32 + w, 3), 114, np.uint8)
        padded[:h, :w] = small
        output = self._model.run(to_batch([padded]))
        rows = 4 + len(self._model.names) + 1
        if output.ndim != 3 or output.shape[1] != rows:
            raise ModelError(f"detector: output of shape {output.shape}; expected (1, {rows}, boxes)")
        boxes = output[0].T
        scores = boxes[:, 4:-1].max(axis=1)
        keep = scores >= confidence
        boxes, scores = boxes[keep], scores[keep]
        if not len(boxes):
            return []
        kinds = boxes[:, 4:-1].argmax(axis=1)
        rects = [
            ((float(x), float(y)), (float(bw), float(bh)), float(np.degrees(a)))
            for x, y, bw, bh, a in boxes[:, (0, 1, 2, 3, -1)]
        ]
        kept = cv2.dnn.NMSBoxesRotated(rects, scores.astype(float).tolist(), confidence, overlap)
        ratio = np.array([width / w, height / h])
        return [
            Detection(
                clockwise(cv2.boxPoints(rects[i]) * ratio), self._model.names[kinds[i]], float(scores[i])
            )
            for i in np.array(kept).ravel()
        ]
