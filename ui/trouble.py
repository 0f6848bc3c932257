"""What is said of a camera in trouble, before the game and in it."""

from __future__ import annotations

from ui.words import is_english, translate


def fault_text(fault: str) -> str:
    """Return the line about what :class:`vision.faults.Faults` found; nothing where all is well."""
    if fault == "black":
        return translate("trouble", "The picture is black. Is the camera covered, or the light off?")
    if fault == "frozen":
        return translate(
            "trouble", "The camera gives the same picture all the time. Unplug it and plug it in."
        )
    return ""


def gone_text(reason: str) -> str:
    """Return the line about a camera that gives no picture; ``reason`` is in English, and may be empty."""
    text = translate("trouble", "The camera gives no picture. The game is kept; waiting for it…")
    return f"{text} ({reason})" if reason and is_english() else text
