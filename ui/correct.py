"""What a click on the history or on a player opens: the cards, the players, what may be inserted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QMenu

from tracker.cards import COLOURS, Card
from tracker.events import CallUno, Draw, Event, NameColour, Pass, Play, TakeBack
from ui.actions import MOST_DRAWN
from ui.controls import as_it_is
from ui.history import Row
from ui.picker import CardPicker
from ui.words import colour_word, short_name, translate

if TYPE_CHECKING:
    from ui.window import Window


class Corrections(QObject):
    """Turns clicks into corrections of the window's game, in one or two strokes."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self.menu: QMenu | None = None

    def click(self, what: str, key: int, index: int, at: QPoint) -> None:
        """Correct what was clicked of the history's row with this key; ``at`` is where a menu may open."""
        row = self._row(key)
        if row is None:
            return
        if what == "card":
            self.ask_card(row, index)
        elif what == "remove":
            self._window.press(f"remove:{key}")
        elif what == "player":
            self._open(self._players_menu(row), at)
        elif what == "insert":
            self._open(self._insert_menu(row), at)
        else:
            self._open(self._row_menu(row), at)

    def ask_card(self, row: Row, index: int = 0) -> None:
        """Ask what a card of the history really was."""
        window = self._window
        title = translate("correct", "What was it really?")
        picture = window.worker.recorder.detail(row.key) if window.worker else None
        now = row.cards[index].label if index < len(row.cards) else None
        last = index == len(row.cards) - 1
        keeps = last and window.worker is not None and window.worker.can_keep(row.key)
        picker = CardPicker(title, window.faces, now, picture, keeps=keeps, scale=window.scale, parent=window)
        picker.chosen.connect(lambda label: self._change_card(row.key, index, label, picker.keep.isChecked()))
        window.open_dialog(picker)

    def misread(self, key: int) -> None:
        """Ask what the card of the event with this key really was."""
        if row := self._row(key):
            self.ask_card(row, max(0, len(row.cards) - 1))

    def player(self, name: str, at: QPoint) -> None:
        """Open the menu of a player: what can be told of them now."""
        window = self._window
        view = window.view
        row = next((row for row in view.players if row.name == name), None) if view else None
        if row is None or not row.actions:
            return
        menu = self._menu()
        menu.addAction(as_it_is(short_name(name))).setEnabled(False)
        menu.addSeparator()
        for option in row.actions:
            text = f"&{option.key}  {as_it_is(option.label)}"
            self._add(menu, text, lambda action=option.action: window.press(action))
        self._open(menu, at)

    def colour(self, at: QPoint) -> None:
        """Open the menu of colours where a wild lies on top, whose colour was named wrongly."""
        window = self._window
        if window.view is None or not window.view.buttons[COLOURS[0]].enabled:
            return
        menu = self._menu()
        for colour in COLOURS:
            self._add(menu, colour_word(colour), lambda colour=colour: window.press(colour))
        self._open(menu, at)

    def _change_card(self, key: int, index: int, label: str, keep: bool) -> None:
        worker = self._window.worker
        if worker is None:
            return
        worker.change_card(key, index, Card.parse(label))
        if keep:
            worker.keep_for_deck(key, label)

    def _row(self, key: int) -> Row | None:
        view = self._window.view
        return next((row for row in view.history if row.key == key), None) if view else None

    def _row_menu(self, row: Row) -> QMenu:
        menu = self._menu()
        if row.cards:
            self._add(menu, translate("correct", "Another card…"), lambda: self.ask_card(row))
        if row.player:
            menu.addMenu(self._players_menu(row, translate("correct", "Another player")))
        menu.addMenu(self._insert_menu(row, translate("correct", "Insert after this")))
        remove = translate("correct", "It did not happen")
        self._add(menu, remove, lambda: self._window.press(f"remove:{row.key}"))
        return menu

    def _players_menu(self, row: Row, title: str = "") -> QMenu:
        window = self._window
        menu = self._menu(title)
        for player in window.view.players if window.view else ():
            text = as_it_is(short_name(player.name))
            action = self._add(menu, text, lambda name=player.name: self._change_player(row.key, name))
            action.setEnabled(player.name != row.player)
        return menu

    def _insert_menu(self, row: Row, title: str = "") -> QMenu:
        menu = self._menu(title)
        view = self._window.view
        for player in view.players if view else ():
            name = player.name
            of = self._menu(as_it_is(short_name(name)))
            self._add(of, translate("correct", "Played…"), lambda name=name: self._ask_play(row, name))
            for count in range(1, MOST_DRAWN + 1):
                drew = translate("correct", "Drew {count}").format(count=count)
                self._add_event(of, drew, row, Draw(player=name, count=count))
            self._add_event(of, translate("correct", "Passed"), row, Pass(player=name))
            self._add_event(of, translate("correct", "Called UNO"), row, CallUno(player=name))
            self._add_event(of, translate("correct", "Took the card back"), row, TakeBack(player=name))
            menu.addMenu(of)
        colours = self._menu(translate("correct", "The colour"))
        for colour in COLOURS:
            self._add_event(colours, colour_word(colour), row, NameColour(colour))
        menu.addMenu(colours)
        return menu

    def _ask_play(self, row: Row, name: str) -> None:
        window = self._window
        title = translate("correct", "What did {player} play?").format(player=short_name(name))
        picker = CardPicker(title, window.faces, scale=window.scale, parent=window)
        picker.chosen.connect(lambda label: self._insert(row.key, Play((Card.parse(label),), player=name)))
        window.open_dialog(picker)

    def _change_player(self, key: int, name: str) -> None:
        if self._window.worker:
            self._window.worker.change_player(key, name)

    def _insert(self, key: int, event: Event) -> None:
        if self._window.worker:
            self._window.worker.insert(key, event)

    def _add_event(self, menu: QMenu, text: str, row: Row, event: Event) -> None:
        self._add(menu, text, lambda: self._insert(row.key, event))

    def _add(self, menu: QMenu, text: str, act) -> object:
        action = menu.addAction(text)
        action.triggered.connect(lambda _=False: act())
        return action

    def _menu(self, title: str = "") -> QMenu:
        menu = QMenu(title, self._window)
        menu.setFont(self._window.menu_font())
        return menu

    def _open(self, menu: QMenu, at: QPoint) -> None:
        self.menu = menu
        menu.popup(at)
