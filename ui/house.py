"""House rules as switches, in the rule book's own sentences; what is not switched is as in the preset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from tracker.book import option_text, value_text
from tracker.rules import OPTIONS, Rules
from ui import language, theme
from ui.controls import Label, Stepper, Switch
from ui.words import translate

SWITCHES = (
    "jump_in",
    "seven_zero",
    "draw_until_playable",
    "no_symbol_finish",
    "start_numbers_only",
    "runs_of_three",
    "play_drawn_draws",
    "read_aloud",
)
"""The house rules that are on or off."""

CHOICES = ("stacking", "multi", "wd4_condition", "challenge", "uno_enforcement", "scoring")
"""The house rules with several values, of which one is on."""

NUMBERS = ("uno_penalty", "target", "rounds")
"""The house rules that are numbers."""


class HouseDialog(QDialog):
    """Asks for the house rules. Emits ``chosen`` with the options that differ from the preset."""

    chosen = Signal(object)

    def __init__(
        self, preset: str, options: Mapping[str, Any], scale: float = 1.0, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._scale = scale
        self._base = Rules.load(preset)
        self.setWindowTitle(translate("house", "House rules"))
        self.setStyleSheet(theme.style(scale))
        self.setFont(theme.font(17 * scale))
        self.boxes: dict[str, Switch] = {}
        self.values: dict[str, dict[str, Switch]] = {}
        self.spins: dict[str, Stepper] = {}
        code = language.used()
        column = QVBoxLayout()
        column.setSpacing(round(8 * scale))
        for name in SWITCHES:
            self.boxes[name] = Switch(value_text(name, True, code), scale)
            column.addWidget(self.boxes[name])
        for name in CHOICES:
            column.addSpacing(round(10 * scale))
            column.addWidget(self._label(option_text(name, code)))
            group = QButtonGroup(self)
            self.values[name] = {}
            for value in OPTIONS[name]:
                box = self.values[name][value] = Switch(value_text(name, value, code), scale)
                group.addButton(box)
                column.addWidget(box)
        for name in NUMBERS:
            column.addSpacing(round(10 * scale))
            column.addWidget(self._label(option_text(name, code)))
            values = range(OPTIONS[name][0], min(OPTIONS[name][-1], 10_000) + 1)
            self.spins[name] = Stepper(values, 50 if name == "target" else 1, scale)
            column.addWidget(self.spins[name])
        self._show(Rules.load({"preset": preset, **options}))
        holder = QWidget()
        holder.setLayout(column)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(holder)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setMinimumSize(round(800 * scale), round(470 * scale))
        heading = Label(translate("house", "House rules"))
        heading.setFont(theme.font(26 * scale, bold=True))
        self.reset, self.finish = (
            QPushButton(translate("house", "As in the preset")),
            QPushButton(translate("house", "Done")),
        )
        self.reset.setAutoDefault(False)
        self.reset.clicked.connect(self.go_back)
        self.finish.setDefault(True)
        self.finish.clicked.connect(self._done)
        last = QHBoxLayout()
        last.addWidget(self.reset)
        last.addStretch()
        last.addWidget(self.finish)
        for button in (self.reset, self.finish):
            button.setFont(theme.font(17 * scale))
        layout = QVBoxLayout(self)
        edge = round(28 * scale)
        layout.setContentsMargins(edge, edge, edge, edge)
        layout.setSpacing(round(14 * scale))
        layout.addWidget(heading)
        layout.addWidget(scroll)
        layout.addLayout(last)

    def go_back(self) -> None:
        """Choose everything as in the preset."""
        self._show(self._base)

    def options(self) -> dict[str, Any]:
        """Return the options that differ from the preset."""
        values: dict[str, Any] = {name: box.isChecked() for name, box in self.boxes.items()}
        for name, boxes in self.values.items():
            values[name] = next(value for value, box in boxes.items() if box.isChecked())
        values |= {name: spin.value() for name, spin in self.spins.items()}
        return {name: value for name, value in values.items() if value != getattr(self._base, name)}

    def _show(self, rules: Rules) -> None:
        for name, box in self.boxes.items():
            box.setChecked(getattr(rules, name))
        for name, boxes in self.values.items():
            boxes[getattr(rules, name)].setChecked(True)
        for name, spin in self.spins.items():
            spin.setValue(getattr(rules, name))

    def _done(self) -> None:
        self.chosen.emit(self.options())
        self.accept()

    def _label(self, text: str) -> Label:
        label = Label(text)
        label.setFont(theme.font(17 * self._scale, bold=True))
        label.setWordWrap(True)
        return label
