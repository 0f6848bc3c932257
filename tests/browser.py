"""A real browser without a screen: Chromium, told what to do over its debugging pipe."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


class Browser:
    """One page in headless Chromium. Use it in a ``with``; ``profile`` is a folder of its own."""

    def __init__(self, profile: Path, width: int = 390, height: int = 844) -> None:
        ours_in, theirs_out = os.pipe()
        theirs_in, ours_out = os.pipe()
        # The browser reads commands from descriptor 3 and answers on 4.
        high_in, high_out = os.dup(theirs_in), os.dup(theirs_out)
        script = f'exec 3<&{high_in} 4>&{high_out}; exec "$@"'
        command = [
            CHROMIUM,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--remote-debugging-pipe",
            f"--user-data-dir={profile}",
            f"--window-size={width},{height}",
            "about:blank",
        ]
        self._process = subprocess.Popen(
            ["bash", "-c", script, "browser", *command],
            pass_fds=(high_in, high_out),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for end in (theirs_in, theirs_out, high_in, high_out):
            os.close(end)
        self._in, self._out = ours_in, ours_out
        self._buffer, self._number, self._session = b"", 0, None
        target = next(t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page")
        attached = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        self._session = attached["sessionId"]

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Carry out a command of the DevTools protocol and return its result."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        until = time.monotonic() + 30
        while True:
            raw, found, rest = self._buffer.partition(b"\0")
            if not found:
                assert select.select([self._in], [], [], max(0.0, until - time.monotonic()))[0], method
                self._buffer += os.read(self._in, 1 << 20)
                continue
            self._buffer = rest
            answer = json.loads(raw)
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                return answer["result"]

    def open(self, address: str) -> None:
        """Go to a page."""
        self.call("Page.navigate", url=address)

    def ask(self, expression: str) -> Any:
        """Return the value of a JavaScript expression in the page."""
        return self.call("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def wait(self, expression: str, seconds: float = 15.0) -> None:
        """Wait until an expression is true in the page."""
        until = time.monotonic() + seconds
        while not self.ask(expression):
            assert time.monotonic() < until, f"{expression}: {self.ask('document.body.innerText')}"
            time.sleep(0.05)

    def picture(self) -> bytes:
        """Return what the page looks like, as PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *exc: object) -> None:
        os.close(self._out)
        os.close(self._in)
        self._process.terminate()
        self._process.wait(10)
