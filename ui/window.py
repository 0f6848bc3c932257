"""The window: lays out its parts, hands presses to the worker, and shows what comes back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from ui import theme
from ui.hands import HandsDialog
from ui.view import ACTION_KEYS, Button, View
from ui.widgets import ActionButton, Below, ColourPanel, Direction, Frame, Headline, Picture, Players
from ui.worker import Worker

KEY_HELP: tuple[tuple[str, str], ...] = (
    ("U", "UNO was called"),
    ("C", "UNO was forgotten, and somebody noticed"),
    ("D", "One more card was drawn"),
    ("P", "The turn was passed on"),
    ("R  Y  G  B", "The colour of the wild"),
    ("Z", "Take the last event back (also Ctrl+Z)"),
    ("H", "Enter the hands at the end of a round"),
    ("N", "Next round"),
    ("F11", "Full screen"),
    ("?", "This help"),
)


class Window(QMainWindow):
    """The referee's window.

    ``start`` begins with a worker made by ``make_worker``; ``make_demo`` makes the one that plays the
    built-in demo, offered where there is no picture. Closing asks the worker to stop and does not wait.
    """

    closed = Signal()

    def __init__(self, make_worker: Callable[[], Worker], make_demo: Callable[[], Worker]) -> None:
        super().__init__()
        self._make_worker, self._make_demo = make_worker, make_demo
        self.worker: Worker | None = None
        self.view: View | None = None
        self.dialog: QDialog | None = None
        self.setWindowTitle("unoref")
        self.setStyleSheet(theme.STYLE)
        self.setMinimumSize(860, 560)
        self.resize(1280, 800)
        self.headline, self.direction = Headline(), Direction()
        self.picture, self.panel = Picture(), ColourPanel()
        self.players, self.below = Players(), Below()
        self.buttons = {action: ActionButton(action, key) for action, key in ACTION_KEYS.items()}
        self.help_button = ActionButton("help", "?")
        self.help_button.show_button(Button("Keys", enabled=True))
        self.help_button.clicked.connect(self.show_help)
        self.welcome = Welcome()
        self.welcome.demo.clicked.connect(lambda: self.run(self._make_demo()))
        self.welcome.again.clicked.connect(self.start)
        self.pages = QStackedWidget()
        self.pages.addWidget(self._table_page())
        self.pages.addWidget(self.welcome)
        self.frame = Frame()
        self._outer = QVBoxLayout(self.frame)
        self._outer.addWidget(self.pages)
        self.setCentralWidget(self.frame)
        self._bind_keys()

    def start(self) -> None:
        """Begin with the window's own source."""
        self.run(self._make_worker())

    def run(self, worker: Worker) -> None:
        """Show the game of a new worker, in place of the one before."""
        self._drop_worker()
        self.worker = worker
        worker.shown.connect(self.show_view)
        worker.pictured.connect(self._take_picture)
        worker.noted.connect(self.picture.show_note)
        worker.unavailable.connect(self.show_unavailable)
        self.picture.show_note("Opening the picture…")
        self.pages.setCurrentIndex(0)
        worker.start()

    def show_view(self, view: View) -> None:
        """Show a game's moment."""
        self.view = view
        wild = view.colour is None and view.top is not None
        self.frame.show_colour(view.colour, wild)
        self.headline.show_text(view.headline, view.detail)
        self.direction.show_direction(view.direction if view.top else "")
        self.panel.show_top(view.colour, view.colour_name, view.top)
        self.players.show_players(view.players)
        self.panel.set_roomy(len(view.players) <= 6)
        self.below.show_lines(view.history)
        self.below.show_banner(view.banner)
        for action, button in view.buttons.items():
            self.buttons[action].show_button(button)

    def show_unavailable(self, reason: str) -> None:
        """Say calmly that there is no picture, and offer what can be done."""
        self.frame.show_colour(None, False)
        self.welcome.reason.setText(f"{reason[:1].upper()}{reason[1:]}")
        self.pages.setCurrentIndex(1)

    def press(self, action: str) -> None:
        """Do what a key or button stands for."""
        if action == "hands":
            self.enter_hands()
        elif self.worker is not None:
            self.worker.press(action)

    def enter_hands(self) -> None:
        """Open the dialog for the losers' hands, where there are any to enter."""
        worker = self.worker
        if worker is None or self.view is None or not self.view.losers:
            return
        dialog = HandsDialog(self.view.losers, worker.face_up, self)
        dialog.entered.connect(worker.enter_hands)
        self._open(dialog)

    def show_help(self) -> None:
        """Show the keys."""
        self._open(KeyHelp(self))

    def toggle_full_screen(self) -> None:
        """Fill the screen, or no longer."""
        self.showNormal() if self.isFullScreen() else self.showFullScreen()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Scale type and spacing with the window."""
        super().resizeEvent(event)
        scale = max(0.6, min(self.width() / 1280, self.height() / 800))
        self._spacing(scale)
        for part in (*self._parts(), *self.buttons.values(), self.help_button, self.welcome):
            part.rescale(scale)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        """Close at once; the worker ends when it can."""
        self._drop_worker()
        self.closed.emit()
        super().closeEvent(event)

    def _parts(self):
        return (
            self.frame,
            self.headline,
            self.direction,
            self.picture,
            self.panel,
            self.players,
            self.below,
        )

    def _table_page(self) -> QWidget:
        page = QWidget()
        head = QHBoxLayout()
        head.addWidget(self.headline, 1)
        head.addWidget(self.direction)
        side = QVBoxLayout()
        side.addWidget(self.panel)
        side.addWidget(self.players)
        side.addStretch()
        left = QVBoxLayout()
        left.addWidget(self.picture, 1)
        left.addWidget(self.below)
        body = QHBoxLayout()
        body.addLayout(left, 1)
        body.addLayout(side)
        keys = QHBoxLayout()
        for action, button in self.buttons.items():
            if action in ("red", "undo"):
                keys.addStretch()
            button.clicked.connect(lambda _=False, action=action: self.press(action))
            keys.addWidget(button)
        keys.addWidget(self.help_button)
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(head)
        layout.addLayout(body, 1)
        layout.addLayout(keys)
        self._layouts = (layout, body, left, side, keys)
        return page

    def _spacing(self, scale: float) -> None:
        edge = round((Frame.WIDTH + 22) * scale)
        self._outer.setContentsMargins(edge, round(edge * 0.8), edge, edge)
        layout, body, left, side, keys = self._layouts
        layout.setSpacing(round(16 * scale))
        body.setSpacing(round(22 * scale))
        left.setSpacing(round(14 * scale))
        side.setSpacing(round(12 * scale))
        keys.setSpacing(round(8 * scale))
        for part in (self.panel, self.players):
            part.setFixedWidth(round(408 * scale))

    def _bind_keys(self) -> None:
        keys = {key: lambda action=action: self.press(action) for action, key in ACTION_KEYS.items()}
        keys["Ctrl+Z"] = keys["Z"]
        keys["F11"] = self.toggle_full_screen
        keys["?"] = self.show_help
        for key, act in keys.items():
            QShortcut(QKeySequence(key), self, activated=act)

    def _open(self, dialog: QDialog) -> None:
        """Open a dialog that does not block; one at a time."""
        if self.dialog is not None:
            self.dialog.close()
        self.dialog = dialog
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(self._forget_dialog)
        dialog.open()

    def _forget_dialog(self) -> None:
        self.dialog = None

    def _take_picture(self) -> None:
        image = self.worker.take_picture() if self.worker else None
        if image is not None:
            self.picture.show_image(image)

    def _drop_worker(self) -> None:
        if self.worker is not None:
            self.worker.stop()
            _RETIRED.append(self.worker)
            self.worker = None


_RETIRED: list[Worker] = []
"""Workers asked to stop: kept, so that a thread still busy with a frame has its object."""


def wait_for_workers(seconds: float) -> bool:
    """Wait for workers that were asked to stop; return whether all have ended."""
    ended = [worker.stop(wait=seconds) for worker in _RETIRED]
    return all(ended)


class Welcome(QWidget):
    """What is shown where there is no picture: why, and what can be done."""

    def __init__(self) -> None:
        super().__init__()
        self.title = QLabel("No picture yet")
        self.reason = QLabel()
        self.hint = QLabel(
            "Plug in a webcam that looks down on the table and try again, "
            "or watch the referee at work on a filmed game."
        )
        self.demo = QPushButton("Play the demo")
        self.demo.setDefault(True)
        self.again = QPushButton("Try again")
        for label in (self.title, self.reason, self.hint):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setWordWrap(True)
        self.reason.setProperty("quiet", True)
        self.hint.setProperty("quiet", True)
        row = QHBoxLayout()
        row.setSpacing(14)
        row.addStretch()
        row.addWidget(self.demo)
        row.addWidget(self.again)
        row.addStretch()
        column = QVBoxLayout()
        column.setSpacing(14)
        column.addWidget(self.title)
        column.addWidget(self.reason)
        column.addWidget(self.hint)
        column.addSpacing(20)
        column.addLayout(row)
        grid = QGridLayout(self)
        grid.setRowStretch(0, 1)
        grid.setRowStretch(2, 1)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 2)
        grid.setColumnStretch(2, 1)
        grid.addLayout(column, 1, 1)

    def rescale(self, scale: float) -> None:
        """Fit to a window of another size."""
        self.title.setFont(theme.font(48 * scale, bold=True))
        for label in (self.reason, self.hint):
            label.setFont(theme.font(21 * scale))
        for button in (self.demo, self.again):
            button.setFont(theme.font(20 * scale))


class KeyHelp(QDialog):
    """The keys and what they do."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keys")
        self.setStyleSheet(theme.STYLE)
        layout = QGridLayout(self)
        layout.setContentsMargins(36, 30, 36, 30)
        layout.setHorizontalSpacing(28)
        layout.setVerticalSpacing(10)
        title = QLabel("For what the camera cannot see")
        title.setFont(theme.font(26, bold=True))
        layout.addWidget(title, 0, 0, 1, 2)
        layout.setRowMinimumHeight(1, 8)
        for row, (key, text) in enumerate(KEY_HELP, start=2):
            name, says = QLabel(key), QLabel(text)
            name.setFont(theme.font(18, bold=True))
            says.setFont(theme.font(18))
            says.setProperty("quiet", True)
            layout.addWidget(name, row, 0)
            layout.addWidget(says, row, 1)
        done = QPushButton("Done")
        done.setFont(theme.font(17))
        done.setDefault(True)
        done.clicked.connect(self.accept)
        layout.setRowMinimumHeight(len(KEY_HELP) + 2, 8)
        layout.addWidget(done, len(KEY_HELP) + 3, 1, Qt.AlignmentFlag.AlignRight)
