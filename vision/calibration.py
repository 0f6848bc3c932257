"""How sure a reading is: from what both models say to how often that is right.

Logistic (Platt) calibration: J. Platt, Probabilistic outputs for support vector machines, 1999. The numbers
are fitted on rendered scenes that no model was trained on (:mod:`datasets.calibrate`).
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from vision.model import MODELS, ModelError

FILE = MODELS / "calibration.json"


@dataclass(frozen=True)
class Calibration:
    """The weights of the log odds of the detection and of the reading, and what is added."""

    detection: float
    reading: float
    bias: float

    @classmethod
    def load(cls, path: Path = FILE) -> Calibration:
        """Read the weights from a file. Raises ModelError where it is missing or holds something else."""
        try:
            values = json.loads(path.read_text(encoding="utf-8"))
            return cls(**{name: float(values[name]) for name in ("detection", "reading", "bias")})
        except OSError:
            raise ModelError(f"{path}: file is missing; 'unoref train' makes it") from None
        except (ValueError, KeyError, TypeError) as error:
            raise ModelError(f"{path}: no calibration ({type(error).__name__}: {error})") from None

    def save(self, path: Path = FILE) -> None:
        """Write the weights to a file."""
        path.write_text(json.dumps({name: round(value, 4) for name, value in asdict(self).items()}) + "\n")

    def confidence(self, detection: float, reading: float) -> float:
        """Return how likely a card is read right, given its detection's and its reading's probabilities."""
        score = self.bias + self.detection * log_odds(detection) + self.reading * log_odds(reading)
        return float(np.clip(1 / (1 + np.exp(-score)), 0.001, 0.999))


def log_odds(probability: float | np.ndarray) -> float | np.ndarray:
    """Return the log odds of probabilities; those at 0 and 1 count as a thousandth away."""
    share = np.clip(probability, 1e-3, 1 - 1e-3)
    return np.log(share / (1 - share))
