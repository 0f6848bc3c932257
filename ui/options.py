"""What people choose about the window itself: look, language, sounds, what is drawn in the picture."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from ui import language, theme
from ui.caller import Caller, find_voice
from ui.sound import find_sound
from ui.store import Store
from ui.view import View
from ui.worker import Worker


class Options(QObject):
    """The window's options. What is chosen is kept in the ``store``, if there is one."""

    restyled = Signal()
    """The look has changed."""
    retold = Signal()
    """The language has changed."""

    def __init__(self, store: Store | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self.language = store.text("language", "") if store else ""
        """The language that was chosen, empty for the system's."""
        self.outlines, self.sight = True, False
        self.voice, self.alert_sound = find_voice(), find_sound()
        self.speaking = store is not None and store.text("speaking", "no") == "yes"
        self.sounding = store is None or store.text("sounding", "yes") == "yes"
        self.pictures = store is None or store.text("pictures", "yes") == "yes"
        """Whether pictures of events are kept with the game."""
        self._caller = Caller()
        self._worker: Worker | None = None
        look = store.text("look", "dark") if store else theme.used()
        theme.use(look if look in theme.THEMES else "dark")

    def follow(self, worker: Worker) -> None:
        """Let the pictures of another game's worker show what was chosen, and begin to speak anew."""
        self._worker, self._caller = worker, Caller()
        worker.outlines, worker.sight = self.outlines, self.sight
        if worker.keeper:
            worker.keeper.pictures = self.pictures

    def sound(self, view: View) -> None:
        """Let a new alert be heard, and say what there is to be said."""
        lines = self._caller.lines(view)
        new = view.banner is not None and view.banner.serious and view.banner.text in lines
        if new and self.sounding:
            self.alert_sound.play()
        if self.speaking and self.voice:
            for line in lines:
                self.voice.say(line, language.used())

    def toggle_outlines(self) -> None:
        """Show the cards that were found in the picture, or no longer."""
        self.outlines = not self.outlines
        if self._worker:
            self._worker.outlines = self.outlines

    def toggle_sight(self) -> None:
        """Show what the referee makes of the picture, or the bare picture."""
        self.sight = not self.sight
        if self._worker:
            self._worker.sight = self.sight

    def toggle_pictures(self) -> None:
        """Keep pictures of events with the game on disk, or no longer."""
        self.pictures = not self.pictures
        if self._worker and self._worker.keeper:
            self._worker.keeper.pictures = self.pictures
        self._keep("pictures", "yes" if self.pictures else "no")

    def toggle_speaking(self) -> None:
        """Say aloud whose turn it is, alerts and scores, or no longer."""
        self.speaking = not self.speaking
        self._keep("speaking", "yes" if self.speaking else "no")

    def toggle_sounding(self) -> None:
        """Let serious alerts sound, or no longer."""
        self.sounding = not self.sounding
        self._keep("sounding", "yes" if self.sounding else "no")

    def use_look(self, look: str) -> None:
        """Show everything in a theme of :data:`ui.theme.THEMES`."""
        theme.use(look)
        self._keep("look", look)
        self.restyled.emit()

    def use_language(self, code: str) -> None:
        """Speak a language, the system's where the code is empty."""
        self.language = code
        language.use(code)
        self._keep("language", code)
        self.retold.emit()

    def _keep(self, key: str, value: str) -> None:
        if self._store:
            self._store.keep(key, value)
