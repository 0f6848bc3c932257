"""Opens the window: Qt's own plugins, the source, the worker, and an end that always comes."""

from __future__ import annotations

import ctypes
import importlib.util
import json
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ui.memory import keep_memory_level
from vision.frames import FrameSource, Opener, open_source

if TYPE_CHECKING:
    import numpy as np

    from tracker.events import Event
    from ui.choices import Choices
    from ui.preview import Preview
    from ui.saved import Saved
    from ui.start import Setup
    from ui.store import Store
    from ui.worker import KeepView, Worker
    from vision.deck import Deck

DEMO = Path(__file__).parent / "demo" / "demo.mp4"
DEMO_EVENTS = DEMO.with_name("demo.events.jsonl")
"""The built-in demo and its true events."""

PATIENCE = 1.0
"""Seconds that a closed window waits for what still runs in a thread."""


class AppError(Exception):
    """The window cannot be opened; the message is one line for the user."""


def run(
    source: str | None,
    players: Sequence[str],
    rules: str | Mapping[str, Any],
    demo: bool = False,
    deck: str | None = None,
    teams: Sequence[tuple[str, ...]] = (),
    ask: bool = False,
    sound: tuple[np.ndarray, int] | None = None,
) -> int:
    """Open the window and return the exit code once it is closed.

    ``source`` None means the first camera, and that the window offers the demo where there is none. A file or
    camera that was asked for is opened beforehand: raises SourceError where that fails, and AppError where
    there is no screen, DeckError where there is no ``deck`` of this name. ``teams``: who plays together.
    ``ask`` begins with the start page, on which players, rules and camera are chosen. ``sound``: a film's, as
    its samples and their rate.
    """
    check_screen()
    keep_memory_level()
    from ui import learn

    known = learn.load_deck(deck) if deck else None
    asked = str(DEMO) if demo else source
    opener = Opener(asked or "0")
    opened = [opener()] if asked is not None and "://" not in asked else []

    def open_again() -> FrameSource:
        return opened.pop() if opened else opener()

    own_plugins()
    from PySide6.QtWidgets import QApplication

    from hearing.ears import Recording
    from tracker.rules import without_file
    from ui import language
    from ui.saved import Keeper, games_folder
    from ui.store import Store
    from ui.threads import wait_for_workers
    from ui.window import Window
    from ui.worker import Worker

    def live_worker() -> Worker:
        live = asked is None or asked.isdigit() or "://" in asked
        keeper = Keeper(games_folder()) if live else None
        played = without_file(rules)
        heard = partial(Recording, *sound) if sound else None
        return Worker(
            open_again,
            table_for(len(players), known),
            players,
            played,
            teams=teams,
            keeper=keeper,
            keep_view=keep_view_for(deck),
            sound=heard,
        )

    application = QApplication.instance() or QApplication(["unoref"])
    application.setApplicationName("unoref")
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    store = Store()
    language.use(store.text("language", ""))
    window = Window(demo_worker if demo else live_worker, demo_worker, setup_for(store, deck, known), store)
    if store.geometry:
        window.restoreGeometry(store.geometry)
    window.show()
    if ask and not demo:
        window.show_start()
    else:
        window.start()
    code = application.exec()
    if not wait_for_workers(PATIENCE):
        for thread in threading.enumerate():
            if not thread.daemon and thread is not threading.current_thread():
                thread.join(PATIENCE)  # it writes something down
        sys.stdout.flush()
        os._exit(code)  # a camera that hangs must not keep the program
    return code


def film_worker(film: Path, events: Sequence[Event]) -> Worker:
    """Return a worker that plays a film, with the presses that its players would make: true ``events``.

    Where the film's sound lies beside it, UNO is heard and not pressed.
    """
    from hearing.ears import Recording
    from hearing.sound import read_sound
    from tracker.events import GameStart
    from ui.presses import Presses
    from ui.worker import Worker

    game = next(event for event in events if isinstance(event, GameStart))
    sound = film.with_suffix(".wav")
    heard = sound.is_file()
    return Worker(
        lambda: open_source(str(film)),
        table_for(len(game.players)),
        game.players,
        game.rules,
        dealer=game.dealer,
        deal=game.deal,
        teams=game.teams,
        presses=Presses(events, heard),
        sound=(lambda: Recording(*read_sound(sound))) if heard else None,
    )


def demo_worker() -> Worker:
    """Return a worker that plays the demo."""
    from ui.presses import read_events

    return film_worker(DEMO, read_events(DEMO_EVENTS))


def keep_view_for(deck: str | None) -> KeepView | None:
    """Return what keeps a card for a named deck, None where no learned deck is played with."""
    from ui import learn

    return partial(learn.keep_view, deck) if deck else None


def setup_for(store: Store, deck: str | None = None, known: Deck | None = None) -> Setup:
    """Return what the start page needs; the ``deck`` is played with where none is chosen there.

    ``known``: what is known of it.
    """
    from ui import learn
    from ui.choices import players_of
    from ui.preview import Preview
    from ui.saved import Keeper, games_folder, last_unfinished
    from ui.start import Setup
    from ui.worker import Worker

    news: list[str] = []

    def reader() -> Any:
        from vision.reader import Reader

        return Reader(deck=known)

    def game(choices: Choices, preview: Preview | None, saved: Saved | None = None) -> Worker:
        opener = Opener(choices.camera)

        def open_camera() -> FrameSource:
            if preview is not None:
                preview.stop(wait=5.0)  # two cannot have the camera at once
            return opener()

        def table() -> Any:
            chosen = learn.load_deck(choices.deck) if choices.deck else known
            return table_for(len(players), chosen, [player.seat for player in players])()

        players = choices.clockwise
        names = tuple(player.name.strip() for player in players)
        colours = {player.name.strip(): player.colour for player in players}
        keeper = Keeper(games_folder(), saved.game if saved else None, news=news)
        if saved and saved.players != names:  # other people than were chosen last: they sit evenly
            players = players_of(saved.players)
        return Worker(
            open_camera,
            table,
            saved.players if saved else names,
            saved.begun.rules if saved else choices.rules,
            teams=saved.begun.teams if saved else choices.sides,
            colours=colours,
            keeper=keeper,
            keep_view=keep_view_for(choices.deck or deck),
        )

    return Setup(
        choices=lambda: store.choices,
        preview=lambda camera: Preview(Opener(camera), reader),
        game=game,
        decks=learn.deck_names(),
        saved=lambda: last_unfinished(games_folder(), news),
        go_on=lambda saved, choices, preview: game(choices, preview, saved),
    )


def table_for(
    count: int, deck: Deck | None = None, seats: Sequence[float] | None = None
) -> Callable[[], Any]:
    """Return what makes the watcher of a table; it loads the models.

    There are so many evenly spaced seats, or ``seats`` in degrees as in :class:`ui.setup.PlacedSeats`.
    """

    def make() -> Any:
        from ui.setup import PlacedSeats
        from vision.reader import Reader
        from vision.table import Seats, Table

        return Table(Reader(deck=deck), PlacedSeats(seats) if seats else Seats(count))

    return make


def open_offscreen() -> Any:
    """Return Qt's application, on a screen that is only thought of and as large as any window."""
    own_plugins()
    from PySide6.QtWidgets import QApplication

    if existing := QApplication.instance():
        return existing
    screen = {"name": "offscreen", "x": 0, "y": 0, "width": 3840, "height": 2160, "logicalDpi": 96}
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump({"screens": [screen | {"logicalBaseDpi": 96, "dpr": 1}]}, file)
        file.flush()
        os.environ.setdefault("QT_QPA_PLATFORM", f"offscreen:configfile={file.name}")
        return QApplication(["unoref"])


def own_plugins() -> None:
    """Let Qt use the plugins it came with: on loading, OpenCV points it at its own, which do not fit."""
    for name in ("QT_QPA_PLATFORM_PLUGIN_PATH", "QT_QPA_FONTDIR"):
        if "cv2" in Path(os.environ.get(name, "")).parts:
            del os.environ[name]


def check_screen() -> None:
    """Raise AppError where no window can be opened, rather than let Qt abort the program."""
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return
    if os.environ.get("WAYLAND_DISPLAY"):
        return
    if not os.environ.get("DISPLAY"):
        raise AppError("no screen to open the window on; 'unoref watch SOURCE' works without one")
    found = importlib.util.find_spec("PySide6")
    if found is None or found.origin is None:
        raise AppError("PySide6 is not installed; the window needs it")
    try:
        ctypes.CDLL(str(Path(found.origin).parent / "Qt" / "plugins" / "platforms" / "libqxcb.so"))
    except OSError as error:
        raise AppError(f"a system library for the window is missing: {error}") from None
