"""The window's menu, and the page about the program."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QMenu, QPushButton, QVBoxLayout, QWidget

from ui import theme
from ui.controls import Label
from ui.saved import games_folder
from ui.statistics_page import StatisticsPage
from ui.version import version_of
from ui.words import translate

if TYPE_CHECKING:
    from ui.window import Window

LANGUAGES = {"": "", "en": "English", "ja": "日本語"}
"""The languages of the window by their codes, each in its own words; the empty one is the system's."""


class MainMenu(QMenu):
    """Everything the window can do, with its keys."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.setFont(window.menu_font())
        self._window = window
        view = window.view
        self._add(translate("menu", "New game…"), window.show_start, "Ctrl+N").setEnabled(
            window.opening.possible
        )
        self._add(translate("menu", "Play the demo"), window.play_demo)
        self.addSeparator()
        undo = self._add(translate("menu", "Undo"), lambda: window.press("undo"), "Ctrl+Z")
        undo.setEnabled(view is not None and view.buttons["undo"].enabled)
        redo = self._add(translate("menu", "Redo"), lambda: window.press("redo"), "Ctrl+Y")
        redo.setEnabled(view is not None and view.buttons["redo"].enabled)
        self.addSeparator()
        stages = (
            (translate("menu", "History"), window.history, "E"),
            (translate("menu", "Score board"), window.board, "S"),
        )
        for text, part, key in stages:
            action = self._add(text, lambda part=part: window.toggle_stage(part), key)
            self._check(action, window.stage.currentWidget() is part)
        self._add(translate("menu", "Instant replay"), window.show_replay, "I")
        found = self._add(translate("menu", "Outline the cards found"), window.options.toggle_outlines)
        self._check(found, window.options.outlines)
        sees = self._add(translate("menu", "What the referee sees"), window.options.toggle_sight, "V")
        self._check(sees, window.options.sight)
        self._check(
            self._add(translate("menu", "Keep pictures of events"), window.options.toggle_pictures),
            window.options.pictures,
        )
        report = self._add(translate("menu", "Save a report…"), window.save_report, "F9")
        report.setEnabled(window.worker is not None)
        self.addSeparator()
        display = self._add(translate("menu", "Table display"), window.toggle_display, "F")
        self._check(display, window.displaying)
        self._check(
            self._add(translate("menu", "Full screen"), window.toggle_full_screen, "F11"),
            window.isFullScreen(),
        )
        self._add_sounds()
        phone = self._add(translate("menu", "Phone as second screen…"), window.phone.open)
        self._check(phone, window.phone.on)
        looks = self._sub(translate("menu", "Look"))
        names = {"dark": translate("menu", "Dark"), "light": translate("menu", "Light")}
        for look, name in names.items():
            action = self._add(name, lambda look=look: window.options.use_look(look), menu=looks)
            self._check(action, theme.used() == look)
        languages = self._sub(translate("menu", "Language"))
        for code, name in LANGUAGES.items():
            action = self._add(
                name or translate("menu", "As the system"),
                lambda code=code: window.options.use_language(code),
                menu=languages,
            )
            self._check(action, window.options.language == code)
        self.addSeparator()
        self._add(
            translate("menu", "Statistics"),
            lambda: window.open_dialog(StatisticsPage(games_folder(), window.scale, window)),
        )
        rules = self._add(translate("menu", "The rules"), window.show_rules, "F1")
        rules.setEnabled(window.view is not None)
        self._add(translate("menu", "Keys"), window.show_help, "?")
        self._add(translate("menu", "About unoref"), window.show_about)
        self._add(translate("menu", "Quit"), window.close, "Ctrl+Q")

    def _add_sounds(self) -> None:
        """Add what is heard, and what is listened to."""
        window, ears = self._window, self._window.ears
        sounds = self._sub(translate("menu", "Sound"))
        switches = (
            (translate("menu", "Alert sound"), window.options.toggle_sounding, window.options.sounding),
            (translate("menu", "Speak aloud"), window.options.toggle_speaking, window.options.speaking),
            (translate("ears", "Hear the UNO calls"), lambda: ears.switch(not ears.on), ears.on),
        )
        _, speak, _ = (self._check(self._add(text, toggle, menu=sounds), on) for text, toggle, on in switches)
        speak.setEnabled(window.options.voice is not None)
        tune = self._add(translate("ears", "Get to know the voices…"), ears.tune, menu=sounds)
        tune.setEnabled(ears.on and not ears.microphone.trouble)

    def _add(self, text: str, act: Callable[[], object], key: str = "", menu: QMenu | None = None):
        action = (menu or self).addAction(text)
        if key:
            # Shown only: the window's own shortcut does it, also while no menu is open.
            action.setShortcut(QKeySequence(key))
            action.setShortcutVisibleInContextMenu(True)
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(lambda _=False: act())
        return action

    def _sub(self, title: str) -> QMenu:
        menu = QMenu(title, self)
        menu.setFont(self.font())
        self.addMenu(menu)
        return menu

    def _check(self, action, checked: bool):
        action.setCheckable(True)
        action.setChecked(checked)
        return action


class About(QDialog):
    """What the program is, its version, and its licence."""

    def __init__(self, scale: float = 1.0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("about", "About unoref"))
        self.setStyleSheet(theme.style(scale))
        title = Label(f"unoref {version_of()}")
        title.setFont(theme.font(30 * scale, bold=True))
        paragraphs = (
            translate("about", "The referee at a real UNO table. Nothing leaves your computer."),
            translate(
                "about",
                "Free software under the GNU Affero General Public License, version 3 or later. "
                "It comes without any warranty.",
            ),
            translate(
                "about",
                "Made with Qt (LGPL), OpenCV and ONNX Runtime. "
                "The typefaces are under the SIL Open Font License.",
            ),
            translate(
                "about",
                "UNO is a trademark of Mattel. This project is not affiliated with or endorsed by Mattel.",
            ),
        )
        layout = QVBoxLayout(self)
        layout.setSizeConstraint(QVBoxLayout.SizeConstraint.SetFixedSize)  # also where the screen is small
        edge = round(32 * scale)
        layout.setContentsMargins(edge, edge, edge, edge)
        layout.setSpacing(round(14 * scale))
        layout.addWidget(title)
        for text in paragraphs:
            label = Label(text)
            label.setWordWrap(True)
            label.setFont(theme.font(17 * scale))
            label.setFixedWidth(round(560 * scale))
            layout.addWidget(label)
        done = QPushButton(translate("about", "Done"))
        done.setFont(theme.font(17 * scale))
        done.setDefault(True)
        done.clicked.connect(self.accept)
        layout.addWidget(done, 0, Qt.AlignmentFlag.AlignRight)
