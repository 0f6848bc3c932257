"""The window: lays out its parts, hands presses to the worker, and shows what comes back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QFont, QResizeEvent
from PySide6.QtWidgets import (
    QDialog,
    QMainWindow,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from tracker.cards import LABELS
from ui import language, theme
from ui.alerts import Banner
from ui.correct import Corrections
from ui.display import TableDisplay
from ui.ears import WindowEars
from ui.garbage import Garbage
from ui.hands import HandsDialog
from ui.help import KeyHelp
from ui.keys import bind_keys
from ui.menu import About, MainMenu
from ui.microphone import Microphone
from ui.opening import Opening
from ui.options import Options
from ui.paint import FaceTimer
from ui.phone import Phone
from ui.rules_page import RulesPage
from ui.start import Setup, StartPage
from ui.store import Store
from ui.table_page import TablePage
from ui.threads import retire
from ui.view import View
from ui.welcome import Welcome
from ui.widgets import Frame
from ui.words import no_picture, translate
from ui.worker import Worker

ANSWER_SECONDS = 6
"""An answer to what was asked is shown so long."""


class Window(QMainWindow):
    """The referee's window.

    ``start`` begins with a worker made by ``make_worker``; ``make_demo`` makes the one that plays the
    built-in demo, offered where there is no picture. With a ``setup``, ``show_start`` asks for players, rules
    and camera first. What is chosen is kept in the ``store``. Closing asks the worker to stop and does not
    wait.
    """

    closed = Signal()

    def __init__(
        self,
        make_worker: Callable[[], Worker],
        make_demo: Callable[[], Worker],
        setup: Setup | None = None,
        store: Store | None = None,
        microphone: Microphone | None = None,
    ) -> None:
        super().__init__()
        Garbage(self)
        self.store = store
        self.options = Options(store, self)
        self._make_worker, self._make_demo = make_worker, make_demo
        self.worker: Worker | None = None
        self.view: View | None = None
        self.dialog: QDialog | None = None
        self.scale = 1.0
        self._confirmed = 0
        self.setWindowTitle("unoref")
        self._restyle()
        self.setMinimumSize(860, 560)
        self.resize(1280, 800)
        self.corrections, self.opening = Corrections(self), Opening(self, setup)
        self.menu: MainMenu | None = None
        self.phone, self.ears = Phone(self), WindowEars(self, microphone)
        self.table = table = TablePage(self._detail, self.ears.meter)
        self.display, self.welcome, self.pages = TableDisplay(), Welcome(), QStackedWidget()
        self.headline, self.direction, self.panel = table.headline, table.direction, table.panel
        self.players, self.rows, self.alert = table.players, table.rows, table.alert
        self.choice, self.buttons, self.menu_button = table.choice, table.buttons, table.menu_button
        self.picture, self.history = table.picture, table.history
        self.board, self.replay, self.stage = table.board, table.replay, table.stage
        for page in (table, self.welcome, self.display):
            self.pages.addWidget(page)
        self.frame = Frame()
        self._outer = QVBoxLayout(self.frame)
        self._outer.addWidget(self.pages)
        self.setCentralWidget(self.frame)
        self._answer = QTimer(self, singleShot=True, interval=1000 * ANSWER_SECONDS)
        self._answer.timeout.connect(lambda: self._write_note(self._note))
        self._note = ""
        self._connect()
        bind_keys(self)
        self.retranslate()
        FaceTimer(self).start()

    def start(self) -> None:
        """Begin with the window's own source."""
        self.run(self._make_worker())

    def run(self, worker: Worker) -> None:
        """Show the game of a new worker, in place of the one before."""
        self._leave_game()
        self.opening.close()
        self.worker = worker
        self.options.follow(worker)
        self.players.colours = self.display.players.colours = worker.colours
        worker.shown.connect(self._take_view)
        worker.pictured.connect(self._take_picture)
        worker.noted.connect(self.show_note)
        worker.answered.connect(self.show_answer)
        worker.unavailable.connect(self.show_unavailable)
        self.show_note(translate("window", "Opening the picture…"))
        self.pages.setCurrentIndex(0)
        self.view, self._confirmed = None, 0
        self.history.rows.show_rows(())
        self.phone.show_view(None)
        self.show_stage(self.picture)
        worker.start()

    @property
    def faces(self) -> tuple[str, ...]:
        """The labels of the faces of the deck that is played with."""
        return self.view.deck if self.view and self.view.deck else LABELS

    def show_view(self, view: View) -> None:
        """Show a game's moment."""
        over = ("round-over", "game-over")
        scored = view.phase in over and self.view is not None and self.view.phase not in over
        begun = view.phase == "playing" and self.view is not None and self.view.phase in over
        self.view = view
        wild = view.colour is None and view.top is not None
        self.frame.show_colour(view.colour, wild)
        self.table.show_view(view)
        self.options.sound(view)
        self.phone.show_view(view)
        self._show_banner(view.banner)
        self.display.show_view(view)
        asked = {loser.name for loser in view.losers}
        if isinstance(self.dialog, HandsDialog) and asked != self.dialog.hands.keys():
            self._close_dialog()  # these hands are not asked for any more
        counted = bool(view.losers) and all(loser.cards for loser in view.losers)
        if counted and view.phase == "counting" and self._confirmed != view.round:
            self._confirmed = view.round
            self.enter_hands()
        if scored:
            self.show_stage(self.board)
        elif begun and self.stage.currentWidget() is self.board:
            self.show_stage(self.picture)

    def show_unavailable(self, reason: str) -> None:
        """Say calmly that there is no picture, and offer what can be done."""
        self.frame.show_colour(None, False)
        self.welcome.reason.setText(no_picture(reason))
        self.pages.setCurrentIndex(1)

    def show_note(self, note: str) -> None:
        """Show a line about the picture while it holds."""
        self._note = note
        if not self._answer.isActive():
            self._write_note(note)

    def show_answer(self, answer: str) -> None:
        """Show a line in answer to what was asked, for a while."""
        self._write_note(answer)
        self._answer.start()

    def show_stage(self, part: QWidget) -> None:
        """Show the picture, or something else in its place."""
        self.table.show_stage(part)

    def toggle_stage(self, part: QWidget) -> None:
        """Show a part in place of the picture, or the picture again."""
        self.show_stage(self.picture if self.stage.currentWidget() is part else part)

    def show_replay(self) -> None:
        """Show the last seconds again, or no longer."""
        if self.stage.currentWidget() is not self.replay and self.worker:
            self.replay.play(self.worker.recorder.recent())
        self.toggle_stage(self.replay)

    def show_evidence(self) -> None:
        """Play the seconds before the event that the alert is about; show its picture where they are gone."""
        banner = self.alert.banner
        if self.worker is None or banner is None:
            return
        recorder = self.worker.recorder
        clip, moment = recorder.clip(banner.key), recorder.moment(banner.key)
        if len(clip) > 1:
            self.replay.play(clip)
        elif moment is not None:
            self.replay.show_picture(moment)
        else:
            return
        self.show_stage(self.replay)

    def press(self, action: str) -> None:
        """Do what a key or button stands for."""
        name, _, rest = action.partition(":")
        banner = self.alert.banner
        if name == "hands":
            self.enter_hands()
        elif name == "next" and self.view and self.view.phase == "game-over":
            self.show_start()
        elif name == "misread":
            key = int(rest) if rest else banner.key if banner else -1
            self.corrections.misread(key)
        elif name == "stand" and banner:
            self._press(f"stand:{banner.key}:{banner.code}")
        else:
            self._press(action)

    def enter_hands(self) -> None:
        """Open the dialog for the hands that are shown, where there are any to enter."""
        worker, view = self.worker, self.view
        if worker is None or view is None or not view.losers:
            return
        challenged = view.phase == "playing"
        points = view.points or {}
        dialog = HandsDialog(view.losers, worker.face_up, self.faces, points, challenged, self.scale, self)
        dialog.entered.connect(worker.enter_hands)
        self.open_dialog(dialog)

    def choose_player(self, number: int) -> None:
        """Open the menu of the player with this number, or swap hands with that player if that is asked."""
        view = self.view
        if view is None or number >= len(view.players):
            return
        name = view.players[number].name
        if view.question and f"swap:{name}" in [option.action for option in view.question.options]:
            self._press(f"swap:{name}")
        else:
            self.corrections.player(name, self.players.place(name))

    def show_help(self) -> None:
        """Show the keys."""
        self.open_dialog(KeyHelp(self.scale, self))

    @property
    def start_page(self) -> StartPage | None:
        """The start page, while it is there."""
        return self.opening.page

    def show_start(self) -> None:
        """Ask who plays, by which rules, and on which camera."""
        if self.opening.possible:
            self._leave_game()
            self.frame.show_colour(None, False)
            self.opening.show()

    def play_demo(self) -> None:
        """Show the built-in demo game."""
        self.run(self._make_demo())

    def show_rules(self) -> None:
        """Tell the rules that are played."""
        if self.view and self.view.rules:
            self.open_dialog(RulesPage(self.view.rules, language.used(), self.scale, self))

    def show_about(self) -> None:
        """Say what the program is."""
        self.open_dialog(About(self.scale, self))

    def show_menu(self) -> None:
        """Open the menu."""
        self.menu = MainMenu(self)
        at = self.menu_button.mapToGlobal(self.menu_button.rect().topLeft())
        size = self.menu.sizeHint()
        self.menu.popup(QPoint(at.x() + self.menu_button.width() - size.width(), at.y() - size.height()))

    @property
    def displaying(self) -> bool:
        """Whether only what is read from across the table is shown."""
        return self.pages.currentWidget() is self.display

    def toggle_display(self) -> None:
        """Show only what is read from across the table, in large type, or everything again."""
        if self.displaying:
            self.pages.setCurrentIndex(0)
        elif self.pages.currentIndex() == 0:
            self.pages.setCurrentWidget(self.display)

    def save_report(self) -> None:
        """Save the last seconds, the events and the settings, to be sent with a question."""
        if self.worker:
            self.worker.save_report()

    def toggle_full_screen(self) -> None:
        """Fill the screen, or no longer."""
        self.showNormal() if self.isFullScreen() else self.showFullScreen()

    def leave(self) -> None:
        """Go back to the picture; from there, leave the full screen."""
        if self.stage.currentWidget() is not self.picture:
            self.show_stage(self.picture)
        elif self.displaying:
            self.toggle_display()
        elif self.isFullScreen():
            self.showNormal()

    def open_dialog(self, dialog: QDialog) -> None:
        """Open a dialog; one at a time. It is not modal: neither the game nor closing waits for it."""
        self._close_dialog()
        self.dialog = dialog
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(lambda: self._forget_dialog(dialog))
        dialog.show()
        dialog.activateWindow()

    def menu_font(self) -> QFont:
        """Return the font of menus at the window's size."""
        return theme.font(17 * self.scale)

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        self.table.retranslate()
        self.welcome.retranslate()
        if self.start_page:
            self.start_page.retranslate()
        if self.worker:
            self.worker.show_again()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Scale type and spacing with the window."""
        super().resizeEvent(event)
        self.scale = max(0.6, min(self.width() / 1280, self.height() / 800))
        if abs(self.scale - self._styled) > 0.1:
            self._restyle()
        edge = round((Frame.WIDTH + 22) * self.scale)
        self._outer.setContentsMargins(edge, round(edge * 0.8), edge, edge)
        for part in filter(None, (self.frame, self.table, self.welcome, self.display, self.start_page)):
            part.rescale(self.scale)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        """Close at once; the worker ends when it can."""
        self._leave_game()
        self.opening.close()
        if self.store:
            self.store.geometry = self.saveGeometry()
            self.store.flush()
        self.closed.emit()
        super().closeEvent(event)

    def _restyle(self) -> None:
        self._styled = self.scale
        self.setStyleSheet(theme.style(self.scale))
        for part in self.findChildren(QWidget):
            part.update()

    def _connect(self) -> None:
        for action, button in self.buttons.items():
            button.clicked.connect(lambda _=False, action=action: self.press(action))
        self.menu_button.clicked.connect(self.show_menu)
        self.table.events_button.clicked.connect(lambda: self.toggle_stage(self.history))
        self.welcome.demo.clicked.connect(self.play_demo)
        self.welcome.again.clicked.connect(self.start)
        self.rows.clicked.connect(self.corrections.click)
        self.history.rows.clicked.connect(self.corrections.click)
        self.panel.clicked.connect(self.corrections.colour)
        self.players.clicked.connect(self.corrections.player)
        self.alert.answered.connect(self.press)
        self.alert.evidence_clicked.connect(self.show_evidence)
        self.choice.chosen.connect(self.press)
        self.display.panel.clicked.connect(self.corrections.colour)
        self.display.players.clicked.connect(self.corrections.player)
        self.display.alert.answered.connect(self.press)
        self.replay.left.connect(self.leave)
        self.options.restyled.connect(self._restyle)
        self.options.retold.connect(self.retranslate)

    def _write_note(self, note: str) -> None:
        self.picture.show_note(note)
        self.display.show_note(note)

    def _press(self, action: str) -> None:
        if self.worker is not None:
            self.worker.press(action)

    def _show_banner(self, banner: Banner | None) -> None:
        if banner != self.alert.banner:
            picture = self.worker.recorder.detail(banner.key) if self.worker and banner else None
            self.alert.show_banner(banner, picture)
            self.display.alert.show_banner(banner, picture)

    def _detail(self, key: int):
        return self.worker.recorder.detail(key) if self.worker else None

    def _close_dialog(self) -> None:
        if self.dialog is not None:
            self.dialog.close()

    def _forget_dialog(self, dialog: QDialog) -> None:
        if self.dialog is dialog:
            self.dialog = None

    def _take_view(self) -> None:
        if self.worker and self.worker.view and self.worker.view is not self.view:
            self.show_view(self.worker.view)

    def _take_picture(self) -> None:
        image = self.worker.take_picture() if self.worker else None
        if image is not None:
            self.picture.show_image(image)
            if self.pages.currentWidget() is self.welcome:  # the camera is there now
                self.pages.setCurrentIndex(0)

    def _leave_game(self) -> None:
        self._close_dialog()
        if self.worker is not None:
            retire(self.worker)
            self.worker = None
