"""How a game begins: the start page of the window, and the game that it leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from ui.choices import Choices, problem
from ui.ears import EarsLine
from ui.start import Setup, StartPage

if TYPE_CHECKING:
    from ui.window import Window


class Opening(QObject):
    """Shows the start page while nothing is played, and begins what is chosen there.

    ``setup`` is None where there is no start page. What is chosen is kept in the window's store.
    """

    def __init__(self, window: Window, setup: Setup | None) -> None:
        super().__init__(window)
        self._window, self._setup = window, setup
        self.page: StartPage | None = None
        self._offered: Choices | None = None

    @property
    def possible(self) -> bool:
        """Whether there is a start page to go to."""
        return self._setup is not None

    def show(self) -> None:
        """Ask who plays, by which rules, and on which camera."""
        setup, window = self._setup, self._window
        if setup is None:
            return
        self.close()
        saved = setup.saved() if setup.go_on else None
        page = StartPage(setup.choices(), setup.preview, setup.decks, saved, EarsLine(window.ears))
        page.resumed.connect(self._go_on)
        page.started.connect(self._begin)
        page.demo_chosen.connect(window.play_demo)
        page.dialog_wanted.connect(window.open_dialog)
        page.rescale(window.scale)
        self.page, self._offered = page, page.choices
        window.pages.addWidget(page)
        window.pages.setCurrentWidget(page)
        page.open()
        page.start_button.setFocus()

    def close(self) -> None:
        """Leave the start page, if it is there; what was chosen is remembered."""
        page, self.page = self.page, None
        if page is None:
            return
        changed = page.choices != self._offered and not problem(page.choices)
        if self._window.store and changed:
            self._window.store.choices = page.choices
        page.close_preview()
        self._window.pages.removeWidget(page)
        page.deleteLater()

    def _begin(self, choices: Choices) -> None:
        if self._setup and self.page:
            self._window.run(self._setup.game(choices, self.page.close_preview()))

    def _go_on(self, choices: Choices) -> None:
        page = self.page
        if self._setup and self._setup.go_on and page and page.saved:
            self._window.run(self._setup.go_on(page.saved, choices, page.close_preview()))
