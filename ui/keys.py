"""Which key does what in the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QKeySequence, QShortcut

from ui.actions import ACTION_KEYS, player_key
from ui.alerts import STAND_KEY

if TYPE_CHECKING:
    from ui.window import Window


def bind_keys(window: Window) -> None:
    """Give every key of :func:`ui.help.keys` its effect."""
    keys = {key: lambda action=action: window.press(action) for action, key in ACTION_KEYS.items()}
    keys |= {
        "Ctrl+Z": keys["Z"],
        "Ctrl+Y": keys["Shift+Z"],
        "Ctrl+Shift+Z": keys["Shift+Z"],
        STAND_KEY: lambda: window.press("stand"),
        "M": lambda: window.press("misread"),
        "E": lambda: window.toggle_stage(window.history),
        "S": lambda: window.toggle_stage(window.board),
        "I": window.show_replay,
        "V": window.options.toggle_sight,
        "F": window.toggle_display,
        "F9": window.save_report,
        "F10": window.show_menu,
        "F11": window.toggle_full_screen,
        "?": window.show_help,
        "F1": window.show_rules,
        "Esc": window.leave,
        "Ctrl+N": window.show_start,
        "Ctrl+Q": window.close,
    }
    for number in range(10):
        keys[player_key(number)] = lambda number=number: window.choose_player(number)
    for key, act in keys.items():
        QShortcut(QKeySequence(key), window, activated=act)
