"""A network camera in a process of its own, to be pulled out, stopped, frozen and covered."""

from __future__ import annotations

import contextlib
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

SERVER = """
import signal, sys, time, cv2, numpy as np
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
mode = "noise"
def change(name):
    def set_mode(*_):
        global mode
        mode = name
    return set_mode
for number, name in ((signal.SIGUSR1, "frozen"), (signal.SIGUSR2, "black"), (signal.SIGHUP, "noise")):
    signal.signal(number, change(name))
class Camera(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        for n in range(100_000):
            if mode == "noise":
                picture = np.random.default_rng(n).integers(60, 255, (120, 160, 3), np.uint8)
            elif mode == "black":
                picture = np.random.default_rng(n).integers(0, 6, (120, 160, 3), np.uint8)
            jpeg = cv2.imencode(".jpg", picture)[1].tobytes()
            head = b"--frame\\r\\nContent-Type: image/jpeg\\r\\nContent-Length: %d\\r\\n\\r\\n" % len(jpeg)
            self.wfile.write(head + jpeg + b"\\r\\n")
            time.sleep(0.03)
ThreadingHTTPServer.allow_reuse_address = True
ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Camera).serve_forever()
"""


class Camera:
    """A network camera on a port that stays the same when it comes back."""

    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}/video"
        self.process: subprocess.Popen[bytes] | None = None

    def plug_in(self) -> None:
        """Let it give pictures of noise, as from a sensor; it is pulled out before."""
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVER, str(self.port)], stderr=subprocess.DEVNULL
        )
        until = time.monotonic() + 30
        while time.monotonic() < until:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise AssertionError("the camera did not start")

    def pull_out(self) -> None:
        """Let it be gone at once."""
        if self.process:
            self.process.kill()
            self.process.wait()

    def freeze(self) -> None:
        """Let it repeat its last picture."""
        self._send(signal.SIGUSR1)

    def cover(self) -> None:
        """Let its pictures be black, but for a sensor's noise."""
        self._send(signal.SIGUSR2)

    def recover(self) -> None:
        """Let it give pictures as in the beginning."""
        self._send(signal.SIGHUP)

    def hang(self) -> None:
        """Let it hold its connections and give nothing."""
        self._send(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it give pictures after it has hung."""
        self._send(signal.SIGCONT)

    def _send(self, number: int) -> None:
        assert self.process
        self.process.send_signal(number)


@contextlib.contextmanager
def new_camera() -> Iterator[Camera]:
    """Give a camera that is not plugged in, and pull it out at the end."""
    camera = Camera()
    try:
        yield camera
    finally:
        camera.pull_out()
