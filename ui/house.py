"""House rules as switches, each with one sentence; what is not switched is as in the preset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from tracker.rules import OPTIONS, Rules
from ui import theme
from ui.controls import ComboBox, Switch
from ui.words import translate


def switches() -> dict[str, str]:
    """Return the house rules that are on or off, each with its sentence."""
    return {
        "jump_in": translate("house", "Whoever holds the identical card may play it out of turn."),
        "seven_zero": translate("house", "A 7 swaps hands with a chosen player, a 0 passes all hands on."),
        "draw_until_playable": translate("house", "Who cannot play draws until a card can be played."),
        "no_symbol_finish": translate("house", "The last card must be a number."),
        "start_numbers_only": translate("house", "The starting card must be a number."),
        "runs_of_three": translate("house", "Three consecutive numbers may be played at once."),
        "play_drawn_draws": translate("house", "A draw card just drawn may be played at once."),
        "read_aloud": translate("house", "Players announce their card in English."),
    }


def choices_of() -> dict[str, tuple[str, dict[str, str]]]:
    """Return the house rules with several values: the question, and a sentence for each value."""
    return {
        "stacking": (
            translate("house", "Passing draw cards on"),
            {
                "off": translate("house", "Never: who is hit draws."),
                "up": translate("house", "Draw two on draw two, wild draw four on either; no challenge."),
                "same": translate("house", "Draw two on draw two only, wild draw four on its like."),
                "any": translate("house", "Any draw card on any draw card."),
            },
        ),
        "multi": (
            translate("house", "Several cards at once"),
            {
                "off": translate("house", "One card at a time."),
                "same-face": translate("house", "All cards of one number or symbol."),
                "same-number": translate("house", "All cards of one number."),
                "pairs": translate("house", "Two identical number cards."),
            },
        ),
        "wd4_condition": (
            translate("house", "Wild draw four"),
            {
                "no-colour": translate("house", "Without a card of the current colour."),
                "nothing-else": translate("house", "With no other card that could be played."),
                "free": translate("house", "At any time."),
            },
        ),
        "challenge": (
            translate("house", "A challenge won"),
            {
                "takeback": translate("house", "The card goes back, and its player draws four."),
                "stays": translate("house", "The card stays, and its player draws four."),
                "off": translate("house", "There are no challenges."),
            },
        ),
        "uno_enforcement": (
            translate("house", "A forgotten UNO"),
            {
                "players": translate("house", "Counts when another player calls it out."),
                "referee": translate("house", "Is called out by the referee."),
            },
        ),
        "scoring": (
            translate("house", "Scoring"),
            {
                "winner-takes-all": translate("house", "The winner gets the points of all others."),
                "zero-sum": translate("house", "The losers lose what the winner gets."),
                "ranking": translate("house", "No points; play goes on until one is left."),
            },
        ),
    }


def numbers() -> dict[str, str]:
    """Return the house rules that are numbers, each with its question."""
    return {
        "uno_penalty": translate("house", "Cards for a forgotten UNO"),
        "target": translate("house", "Points that end the game (0: none)"),
        "rounds": translate("house", "Rounds that end the game (0: none)"),
    }


class HouseDialog(QDialog):
    """Asks for the house rules. Emits ``chosen`` with the options that differ from the preset."""

    chosen = Signal(object)

    def __init__(
        self, preset: str, options: Mapping[str, Any], scale: float = 1.0, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._scale = scale
        self._base = Rules.load(preset)
        now = Rules.load({"preset": preset, **options})
        self.setWindowTitle(translate("house", "House rules"))
        self.setStyleSheet(theme.style(scale))
        self.setFont(theme.font(17 * scale))
        self.boxes: dict[str, QCheckBox] = {}
        self.combos: dict[str, ComboBox] = {}
        self.spins: dict[str, QSpinBox] = {}
        column = QVBoxLayout()
        column.setSpacing(round(10 * scale))
        for name, sentence in switches().items():
            box = Switch(sentence, scale)
            box.setChecked(getattr(now, name))
            self.boxes[name] = box
            column.addWidget(box)
        form = QFormLayout()
        form.setHorizontalSpacing(round(20 * scale))
        form.setVerticalSpacing(round(10 * scale))
        for name, (question, sentences) in choices_of().items():
            combo = ComboBox()
            combo.setFont(theme.font(16 * scale))
            combo.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            for value, sentence in sentences.items():
                combo.addItem(sentence, value)
            combo.setCurrentIndex(combo.findData(getattr(now, name)))
            self.combos[name] = combo
            form.addRow(self._label(question), combo)
        for name, question in numbers().items():
            spin = QSpinBox()
            spin.setFont(theme.font(16 * scale))
            spin.setRange(OPTIONS[name][0], min(OPTIONS[name][-1], 10_000))
            spin.setValue(getattr(now, name))
            self.spins[name] = spin
            form.addRow(self._label(question), spin)
        column.addLayout(form)
        holder = QWidget()
        holder.setLayout(column)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(holder)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setMinimumSize(round(800 * scale), round(470 * scale))
        heading = QLabel(translate("house", "House rules"))
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
        for name, box in self.boxes.items():
            box.setChecked(getattr(self._base, name))
        for name, combo in self.combos.items():
            combo.setCurrentIndex(combo.findData(getattr(self._base, name)))
        for name, spin in self.spins.items():
            spin.setValue(getattr(self._base, name))

    def options(self) -> dict[str, Any]:
        """Return the options that differ from the preset."""
        values: dict[str, Any] = {name: box.isChecked() for name, box in self.boxes.items()}
        values |= {name: combo.currentData() for name, combo in self.combos.items()}
        values |= {name: spin.value() for name, spin in self.spins.items()}
        return {name: value for name, value in values.items() if value != getattr(self._base, name)}

    def _done(self) -> None:
        self.chosen.emit(self.options())
        self.accept()

    def _label(self, text: str) -> QLabel:
        label = QLabel(text)
        label.setFont(theme.font(17 * self._scale))
        return label
