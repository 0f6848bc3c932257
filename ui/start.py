"""The start page: players and their seats, rules, camera, and the table check. Everything can be skipped."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from tracker.book import preset_text
from tracker.rules import PRESETS
from ui import language, theme, words
from ui.check import Finding
from ui.choices import (
    COLOURS,
    Choices,
    Player,
    default_names,
    players_of,
    problem,
    seats,
    team_counts,
)
from ui.controls import ComboBox, Label, as_it_is, tip
from ui.house import HouseDialog
from ui.players import MAX_PLAYERS, MIN_PLAYERS
from ui.preview import Preview
from ui.saved import Saved
from ui.seats import SeatPicture
from ui.start_parts import CameraBox, CheckList, PlayerLine
from ui.threads import retire
from ui.words import translate

if TYPE_CHECKING:
    from ui.ears import EarsLine
    from ui.worker import Worker


def preset_words() -> dict[str, str]:
    """Return the presets in a few words each."""
    return {
        "international": translate("start", "International, to 500"),
        "japan": translate("start", "Japan, five rounds"),
        "japan-classic": translate("start", "Japan, older leaflet"),
        "hands": translate("start", "Japan, to 500"),
        "arcade": translate("start", "Arcade: stacking, 7 and 0"),
        "house": translate("start", "House rules, ranking"),
    }


@dataclass(frozen=True)
class Setup:
    """What the start page needs: what was chosen last, a camera's live picture, and a game of what is chosen.

    ``game`` gets the preview that may still have the camera; ``decks`` are the names of the learned decks.
    ``saved`` is a game that has not come to its end, and ``go_on`` makes it go on.
    """

    choices: Callable[[], Choices]
    preview: Callable[[str], Preview]
    game: Callable[[Choices, Preview | None], Worker]
    decks: tuple[str, ...] = ()
    saved: Callable[[], Saved | None] = lambda: None
    go_on: Callable[[Saved, Choices, Preview | None], Worker] | None = None


class StartPage(QWidget):
    """Asks who plays, where they sit, by which rules, and on which camera.

    ``make_preview`` makes the live picture of a camera; ``decks`` are the names of the learned decks;
    ``saved`` is a game that can go on; ``ears`` the line of the microphone. Emits ``started`` with the
    :class:`ui.choices.Choices` once a game can begin, ``resumed`` with them where the saved one goes on, and
    ``demo_chosen``.
    """

    started = Signal(object)
    resumed = Signal(object)
    demo_chosen = Signal()
    dialog_wanted = Signal(object)
    """A dialog that the window is to open."""

    def __init__(
        self,
        choices: Choices,
        make_preview: Callable[[str], Preview],
        decks: Sequence[str] = (),
        saved: Saved | None = None,
        ears: EarsLine | None = None,
    ) -> None:
        super().__init__()
        self.ears = ears
        if not choices.players:
            choices = dataclasses.replace(choices, players=players_of(default_names()))
        self.choices, self.saved = choices, saved
        self._make_preview = make_preview
        self.preview: Preview | None = None
        self.scale = 1.0
        self.title, self.hint = Label(), Label()
        self.table, self.checks = SeatPicture(), CheckList()
        self.rows: list[PlayerLine] = []
        self._lines = QVBoxLayout()
        self.add = QPushButton()
        self.rules_label, self.camera_label, self.deck_label = Label(), Label(), Label()
        self.preset, self.camera, self.deck = ComboBox(), CameraBox(choices.camera), ComboBox()
        self.teams_label, self.teams = Label(), ComboBox()
        self.house = QPushButton()
        self.message = Label()
        self.start_button, self.demo, self.resume = QPushButton(), QPushButton(), QPushButton()
        self.resume.setVisible(saved is not None)
        self.start_button.setDefault(True)
        self.deck.addItem("", "")
        for name in decks:
            self.deck.addItem(name, name)
        self.deck_label.setVisible(bool(decks))
        self.deck.setVisible(bool(decks))
        self._lay_out()
        self.retranslate()
        self.deck.setCurrentIndex(max(0, self.deck.findData(choices.deck)))
        self._connect()
        self._show_players()

    def open(self) -> None:
        """Show the live picture of the camera."""
        self.show_camera(self.choices.camera)

    def show_camera(self, camera: str) -> None:
        """Show the live picture of another camera."""
        self.close_preview()
        self.table.show_image(None)
        self.table.show_note(translate("start", "Opening the camera…"))
        self.checks.show_findings(())
        preview = self._make_preview(camera)
        preview.pictured.connect(self._take_picture)
        preview.checked.connect(self._show_findings)
        preview.unavailable.connect(self._show_unavailable)
        self.preview = preview
        preview.start()

    def close_preview(self) -> Preview | None:
        """Let the camera go as soon as may be; return the preview that had it."""
        preview, self.preview = self.preview, None
        if preview is not None:
            retire(preview)
        return preview

    def begin(self) -> None:
        """Start the game, or say what keeps it from starting."""
        trouble = problem(self.choices)
        self.message.setText(trouble)
        if not trouble:
            self.started.emit(self.choices)

    def change(self, **changes: object) -> None:
        """Choose something else."""
        self.choices = dataclasses.replace(self.choices, **changes)
        self.message.clear()

    def add_player(self) -> None:
        """Add a player, and seat everybody evenly."""
        players = self.choices.players
        used = {player.colour for player in players}
        colour = next((colour for colour in COLOURS if colour not in used), COLOURS[0])
        name = translate("start", "Player {number}").format(number=len(players) + 1)
        self._seat_evenly((*players, Player(name, colour, 0)))
        self.rows[-1].field.setFocus()
        self.rows[-1].field.selectAll()

    def remove_player(self, number: int) -> None:
        """Take a player out, and seat the others evenly."""
        players = self.choices.players
        self._seat_evenly((*players[:number], *players[number + 1 :]))

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        self.title.setText(translate("start", "Who plays?"))
        self.hint.setText(translate("start", "Drag each name to where that player sits."))
        self.add.setText(translate("start", "+ Add a player"))
        self.rules_label.setText(translate("start", "Rules"))
        self.camera_label.setText(translate("start", "Camera"))
        self.deck_label.setText(translate("start", "Deck"))
        self.teams_label.setText(translate("start", "Teams"))
        self._show_teams()
        self.start_button.setText(translate("start", "Start the game"))
        self.demo.setText(translate("start", "Play the demo"))
        if self.saved:
            text = translate("start", "Go on: {players} (round {round})")
            players = translate("words", ", ").join(self.saved.players)
            told = text.format(players=words.short_name(players, 30), round=max(1, self.saved.round))
            self.resume.setText(as_it_is(told))
        self.deck.setItemText(0, translate("start", "Any deck"))
        self.preset.blockSignals(True)
        self.preset.clear()
        called = preset_words()
        for name in sorted(PRESETS, key=lambda name: list(called).index(name) if name in called else 99):
            self.preset.addItem(called.get(name, name), name)
            told = preset_text(name, language.used())
            self.preset.setItemData(self.preset.count() - 1, told, Qt.ItemDataRole.ToolTipRole)
        self.preset.setCurrentIndex(self.preset.findData(self.choices.preset))
        self.preset.blockSignals(False)
        self.camera.look()
        self._show_house()
        self.checks.update()
        if self.ears:
            self.ears.retranslate()

    def rescale(self, scale: float) -> None:
        """Fit to a window of another size."""
        self.scale = scale
        self.title.setFont(theme.font(44 * scale, bold=True))
        for label in (self.hint, self.message):
            label.setFont(theme.font(18 * scale))
        for label in (self.teams_label, self.rules_label, self.camera_label, self.deck_label):
            label.setFont(theme.font(16 * scale))
        choosers = (self.teams, self.preset, self.camera, self.deck)
        for part in (*choosers, self.house, self.add, self.demo, self.resume):
            part.setFont(theme.font(16 * scale))
        self.start_button.setFont(theme.font(20 * scale, bold=True))
        self.table.rescale(scale)
        for part in filter(None, (self.checks, self.ears)):
            part.rescale(scale)
        self._side.setFixedWidth(round(408 * scale))
        self._body.setSpacing(round(22 * scale))
        for layout, space in ((self._column, 10), (self._lines, 6), (self._inner, 6), (self._grid, 8)):
            layout.setSpacing(round(space * scale))
        for row in self.rows:
            row.rescale(scale)

    def _lay_out(self) -> None:
        self.hint.setProperty("quiet", True)
        self.message.setProperty("alert", True)
        self.message.setWordWrap(True)
        for label in (self.teams_label, self.rules_label, self.camera_label, self.deck_label):
            label.setProperty("quiet", True)
        for combo in (self.teams, self.preset, self.camera, self.deck):
            combo.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        left = QVBoxLayout()
        left.addWidget(self.title)
        left.addWidget(self.hint)
        left.addWidget(self.table, 1)
        left.addWidget(self.checks)
        if self.ears:
            left.addWidget(self.ears)
        holder = QWidget()
        self._inner = inner = QVBoxLayout(holder)
        inner.setContentsMargins(0, 0, 8, 0)
        inner.addLayout(self._lines)
        inner.addWidget(self.add)
        inner.addStretch()
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(holder)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._grid = grid = QGridLayout()
        grid.addWidget(self.teams_label, 0, 0)
        grid.addWidget(self.teams, 0, 1)
        grid.addWidget(self.rules_label, 1, 0)
        grid.addWidget(self.preset, 1, 1)
        grid.addWidget(self.house, 2, 1)
        grid.addWidget(self.camera_label, 3, 0)
        grid.addWidget(self.camera, 3, 1)
        grid.addWidget(self.deck_label, 4, 0)
        grid.addWidget(self.deck, 4, 1)
        grid.setColumnStretch(1, 1)
        last = QHBoxLayout()
        last.addWidget(self.demo)
        last.addWidget(self.start_button, 1)
        self._side = QWidget()
        self._column = QVBoxLayout(self._side)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(scroll, 1)
        self._column.addLayout(grid)
        self._column.addWidget(self.message)
        self._column.addWidget(self.resume)
        self._column.addLayout(last)
        self._body = QHBoxLayout(self)
        self._body.setContentsMargins(0, 0, 0, 0)
        self._body.addLayout(left, 1)
        self._body.addWidget(self._side)

    def _connect(self) -> None:
        self.table.moved.connect(self._move)
        self.add.clicked.connect(self.add_player)
        self.house.clicked.connect(self._ask_house)
        self.preset.currentIndexChanged.connect(self._choose_preset)
        self.camera.chosen.connect(self._choose_camera)
        self.teams.currentIndexChanged.connect(self._choose_teams)
        self.deck.currentIndexChanged.connect(lambda: self.change(deck=self.deck.currentData()))
        self.start_button.clicked.connect(self.begin)
        self.demo.clicked.connect(self.demo_chosen)
        self.resume.clicked.connect(lambda: self.resumed.emit(self.choices))

    def _show_players(self) -> None:
        while len(self.rows) > len(self.choices.players):
            row = self.rows.pop()
            self._lines.removeWidget(row)
            row.deleteLater()
        while len(self.rows) < len(self.choices.players):
            row = PlayerLine(len(self.rows))
            row.renamed.connect(self._rename)
            row.recoloured.connect(self._recolour)
            row.removed.connect(self.remove_player)
            row.rescale(self.scale)
            self._lines.addWidget(row)
            self.rows.append(row)
        for row, player in zip(self.rows, self.choices.players, strict=True):
            row.show_player(player, len(self.rows) > MIN_PLAYERS)
        self.add.setEnabled(len(self.rows) < MAX_PLAYERS)
        self._show_teams()

    def _show_teams(self) -> None:
        """Offer the teams there can be, each with who plays with whom, and show who does."""
        counts = team_counts(len(self.choices.players))
        for part in (self.teams_label, self.teams):
            part.setVisible(bool(counts))
        self.teams.blockSignals(True)
        self.teams.clear()
        self.teams.addItem(translate("start", "Everyone alone"), 0)
        for count in counts:
            sides = dataclasses.replace(self.choices, teams=count).sides
            text = translate("start", "{count} teams of {size}").format(count=count, size=len(sides[0]))
            self.teams.addItem(text, count)
            told = "\n".join(words.listed(side) for side in sides)
            self.teams.setItemData(self.teams.count() - 1, tip(told), Qt.ItemDataRole.ToolTipRole)
        self.teams.setCurrentIndex(max(0, self.teams.findData(self.choices.teams)))
        self.teams.blockSignals(False)
        self.table.show_players(self.choices.players, self.choices.team_numbers)

    def _seat_evenly(self, players: Sequence[Player]) -> None:
        places = seats(len(players))
        self._change_players(
            tuple(dataclasses.replace(p, seat=seat) for p, seat in zip(players, places, strict=True))
        )

    def _change_player(self, number: int, **changes: object) -> None:
        players = list(self.choices.players)
        players[number] = dataclasses.replace(players[number], **changes)
        self._change_players(tuple(players))

    def _change_players(self, players: tuple[Player, ...]) -> None:
        self.change(players=players)
        self._show_players()

    def _rename(self, number: int, name: str) -> None:
        self._change_player(number, name=name)

    def _recolour(self, number: int) -> None:
        now = self.choices.players[number].colour
        at = COLOURS.index(now) if now in COLOURS else -1
        self._change_player(number, colour=COLOURS[(at + 1) % len(COLOURS)])

    def _move(self, number: int, seat: float) -> None:
        self._change_player(number, seat=seat)

    def _choose_preset(self) -> None:
        self.change(preset=self.preset.currentData(), options={})
        self._show_house()

    def _choose_teams(self) -> None:
        self.change(teams=self.teams.currentData())
        self._show_teams()

    def _choose_camera(self, camera: str) -> None:
        self.change(camera=camera)
        self.show_camera(camera)

    def _ask_house(self) -> None:
        dialog = HouseDialog(self.choices.preset, self.choices.options, self.scale, self)
        dialog.chosen.connect(self._choose_house)
        self.dialog_wanted.emit(dialog)

    def _choose_house(self, options: dict) -> None:
        self.change(options=options)
        self._show_house()

    def _show_house(self) -> None:
        count = len(self.choices.options)
        text = translate("start", "House rules…")
        if count:
            text = translate("start", "House rules ({count} changed)…").format(count=count)
        self.house.setText(text)

    def _take_picture(self) -> None:
        image = self.preview.take_picture() if self.preview else None
        if image is not None:
            self.table.show_image(image)

    def _show_findings(self, findings: tuple[Finding, ...]) -> None:
        self.checks.show_findings(findings)
        self.table.show_findings(findings)

    def _show_unavailable(self, reason: str) -> None:
        told = translate("start", "You can play the demo, or start and plug the camera in later.")
        self.table.show_image(None)
        self.table.show_note(f"{words.no_picture(reason)}\n\n{told}")
        self._show_findings(())
