"""The table display: only what is read from across the table, in large type."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from ui import theme
from ui.banner import AlertBanner
from ui.controls import Label
from ui.side import ColourPanel, Players
from ui.view import View
from ui.widgets import Direction, Headline

LARGER = 1.55
"""How much larger everything is than in the window."""


class TableDisplay(QWidget):
    """Whose turn it is, the colour with the top card, the players, and an alert while it stands."""

    def __init__(self) -> None:
        super().__init__()
        self.headline, self.direction = Headline(), Direction()
        self.panel, self.players, self.alert = ColourPanel(), Players(), AlertBanner()
        self.note = Label()
        self.note.setProperty("alert", True)
        self.note.setWordWrap(True)
        self.show_note("")
        head = QHBoxLayout()
        head.addWidget(self.headline, 1)
        head.addWidget(self.direction)
        for part in (self.panel, self.players):
            part.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._body = QHBoxLayout()
        self._body.addWidget(self.panel, 9)
        self._body.addWidget(self.players, 10)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(head)
        layout.addWidget(self.note)
        layout.addLayout(self._body, 1)
        layout.addWidget(self.alert)
        self._layout = layout

    def show_view(self, view: View) -> None:
        """Show a game's moment."""
        self.headline.show_text(view.headline, view.detail)
        self.direction.show_direction(view.direction if view.top else "", view.players)
        self.panel.show_top(view.colour, view.colour_name, view.top)
        self.players.show_players(view.players)
        self.alert.setVisible(view.banner is not None)

    def show_note(self, note: str) -> None:
        """Show a line about the picture, which is not there to be seen; an empty one takes it away."""
        self.note.setText(note)
        self.note.setVisible(bool(note))

    def rescale(self, scale: float) -> None:
        """Fit to a window of another size."""
        self._body.setSpacing(round(26 * scale))
        self._layout.setSpacing(round(16 * scale))
        for part in (self.headline, self.direction, self.panel, self.players):
            part.rescale(scale * LARGER)
        self.alert.rescale(scale * 1.2)
        self.note.setFont(theme.font(26 * scale, bold=True))
