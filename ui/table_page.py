"""The page of a running game: the picture, what is read of the game beside it, and what people tell below."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from ui.actions import ACTION_KEYS, Button
from ui.banner import AlertBanner
from ui.buttons import ActionButton, ChoiceBar
from ui.rows import HistoryPage, Rows
from ui.side import ColourPanel, Players
from ui.stage import BoardPage, Replay
from ui.view import View
from ui.widgets import Direction, Headline, Picture
from ui.words import translate

ROOMY = 6
"""Up to so many players leave room for a large colour panel."""


class TablePage(QWidget):
    """Everything that the window shows of a game.

    On the ``stage`` is the live picture, or what is shown in its place; ``below`` it the last events, or an
    alert. ``detail`` returns the picture of the event with a key, None where there is none; ``meter`` shows
    what the ears hear.
    """

    def __init__(self, detail: Callable[[int], np.ndarray | None], meter: QWidget) -> None:
        super().__init__()
        self.headline, self.direction, self.meter = Headline(), Direction(), meter
        self.picture, self.panel, self.players = Picture(), ColourPanel(), Players()
        self.rows, self.alert, self.choice = Rows(full=False), AlertBanner(), ChoiceBar()
        self.history, self.board, self.replay = HistoryPage(detail), BoardPage(), Replay()
        self.buttons = {action: ActionButton(action, key) for action, key in ACTION_KEYS.items()}
        self.menu_button, self.events_button = ActionButton("menu", "F10"), ActionButton("events", "E")
        self.stage, self.below = QStackedWidget(), QStackedWidget()
        for part in (self.picture, self.history, self.board, self.replay):
            self.stage.addWidget(part)
        self.below.addWidget(self.rows)
        self.below.addWidget(self.alert)
        self._lay_out()

    def show_view(self, view: View) -> None:
        """Show a game's moment; the ``alert`` itself is told its banner apart, with a picture of it."""
        self.headline.show_text(view.headline, view.detail)
        self.direction.show_direction(view.direction if view.top else "", view.players)
        self.panel.show_top(view.colour, view.colour_name, view.top)
        self.players.show_players(view.players)
        self.panel.set_roomy(len(view.players) <= ROOMY)
        self.rows.show_rows(view.history)
        self.history.rows.show_rows(view.history)
        self.board.show_board(view.board)
        self.choice.show_question(view.question)
        self.below.setCurrentWidget(self.alert if view.banner else self.rows)
        for action, button in view.buttons.items():
            self.buttons[action].show_button(button)

    def show_stage(self, part: QWidget) -> None:
        """Show the picture, or something else in its place."""
        if part is not self.replay:
            self.replay.stop()
        self.stage.setCurrentWidget(part)
        if part is self.history:
            self.history.rows.setFocus()

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        self.menu_button.show_button(Button(translate("window", "Menu"), enabled=True))
        self.events_button.show_button(Button(translate("window", "History"), enabled=True))

    def rescale(self, scale: float) -> None:
        """Fit to a window of another size."""
        for layout, space in zip(self._layouts, (16, 22, 14, 12, 8), strict=True):
            layout.setSpacing(round(space * scale))
        self.below.setFixedHeight(round(AlertBanner.HEIGHT * scale))
        for part in (self.panel, self.players):
            part.setFixedWidth(round(408 * scale))
        shown = (self.headline, self.direction, self.meter, self.picture, self.panel, self.players, self.rows)
        others = (self.alert, self.choice, self.history, self.board, self.replay)
        for part in (*shown, *others, *self.buttons.values(), self.menu_button, self.events_button):
            part.rescale(scale)

    def _lay_out(self) -> None:
        head, body, keys = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        side, left, layout = QVBoxLayout(), QVBoxLayout(), QVBoxLayout(self)
        head.addWidget(self.headline, 1)
        head.addWidget(self.meter)
        head.addWidget(self.direction)
        side.addWidget(self.panel)
        side.addWidget(self.players)
        side.addStretch()
        left.addWidget(self.stage, 1)
        left.addWidget(self.choice)
        left.addWidget(self.below)
        body.addLayout(left, 1)
        body.addLayout(side)
        for action, button in self.buttons.items():
            if action == "undo":
                keys.addStretch()
            keys.addWidget(button)
        keys.addWidget(self.events_button)
        keys.addWidget(self.menu_button)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(head)
        layout.addLayout(body, 1)
        layout.addLayout(keys)
        self._layouts = (layout, body, left, side, keys)
