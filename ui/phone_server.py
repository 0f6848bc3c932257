"""Serves the game to phones on the local network: one page, and its newest state by server-sent events.

Read-only, and answered only under a secret address. Handing a new state over never waits for a client.
"""

from __future__ import annotations

import hmac
import json
import secrets
import socket
import socketserver
import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

PAGE = Path(__file__).with_name("phone.html")

MOST_CLIENTS = 64
"""So many connections are served at once; one more is closed at once."""

PATIENCE = 5.0
"""Seconds that a client may take to send its request, or to take what is sent; then it is dropped."""

HEARTBEAT = 10.0
"""Seconds after which a client without news is sent an empty line, which shows whether it is still there."""

SEND_BUFFER = 32 * 1024
"""Bytes that may wait for a client in the system's buffer: one that never reads is found out soon."""

HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class PhoneServer:
    """Serves the page at :attr:`address` from its making until it is closed.

    ``host`` is the address of this computer to listen on. Raises OSError where that is not possible.
    """

    def __init__(self, host: str, port: int = 0, patience: float = PATIENCE) -> None:
        self.token = secrets.token_urlsafe(12)
        self._news = _News()
        self._server = _Server((host, port), self._news, self.token, patience)
        self.address = f"http://{host}:{self._server.server_address[1]}/{self.token}/"
        """Where the page is, with the secret in it."""
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.1,), name="phone", daemon=True
        )
        self._thread.start()

    @property
    def clients(self) -> int:
        """How many connections are open now."""
        return self._server.clients

    def publish(self, state: Mapping[str, Any]) -> None:
        """Let this be the newest state (what JSON can hold); never waits for a client."""
        self._news.publish(json.dumps(state, ensure_ascii=False).encode("utf-8"))

    def close(self) -> None:
        """Serve no longer; clients are let go."""
        self._news.close()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(2.0)


def local_address() -> str | None:
    """Return this computer's address on the local network, None where it is on none.

    Nothing is sent: the system is only asked by which way it would send to a distant address.
    """
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # an address for documentation, that no computer has (RFC 5737)
            address = str(probe.getsockname()[0])
    except OSError:
        return None
    return None if address.startswith(("127.", "0.")) else address


class _News:
    """The newest state, and a way to wait for a newer one. Older ones are gone."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._state = b""
        self._number = 0
        self.closed = False

    def publish(self, state: bytes) -> None:
        with self._changed:
            if state != self._state:
                self._state = state
                self._number += 1
                self._changed.notify_all()

    def after(self, number: int, seconds: float) -> tuple[int, bytes]:
        """Return the newest state and its number; wait for one newer than ``number``, but not for ever."""
        with self._changed:
            self._changed.wait_for(lambda: self._number > number or self.closed, seconds)
            return self._number, self._state

    def close(self) -> None:
        with self._changed:
            self.closed = True
            self._changed.notify_all()


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = MOST_CLIENTS

    def __init__(self, address: tuple[str, int], news: _News, token: str, patience: float) -> None:
        super().__init__(address, _Handler)
        self.news, self.token, self.patience = news, token, patience
        self._places = threading.BoundedSemaphore(MOST_CLIENTS)
        self.clients = 0
        self._count = threading.Lock()

    def verify_request(self, request: Any, client_address: Any) -> bool:
        return self._places.acquire(blocking=False)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        with self._count:
            self.clients += 1
        try:
            super().process_request_thread(request, client_address)
        finally:
            with self._count:
                self.clients -= 1
            self._places.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a client that went away."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    server_version, sys_version = "unoref", ""

    def setup(self) -> None:
        self.timeout = self.server.patience
        self.request.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        super().setup()

    def do_GET(self) -> None:
        base, _, rest = self.path.removeprefix("/").partition("/")
        if not hmac.compare_digest(base.encode(), self.server.token.encode()):
            self.send_error(403)
        elif rest == "":
            self._send("text/html; charset=utf-8", PAGE.read_bytes())
        elif rest == "state":
            self._follow()
        else:
            self.send_error(404)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer what is not to be had with nothing but a number; without the secret it is always 403."""
        self.send_response(404 if code == 404 else 403)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *args: object) -> None:
        """Write nothing: the address holds the secret."""

    def _send(self, kind: str, body: bytes | None) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        if body is not None:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if body is not None:
            self.wfile.write(body)

    def _follow(self) -> None:
        """Send each newest state until the client goes away, or is too slow to take it."""
        self._send("text/event-stream", None)
        news, sent = self.server.news, 0
        while not news.closed:
            number, state = news.after(sent, HEARTBEAT)
            self.wfile.write(b": \n\n" if number == sent else b"retry: 1000\ndata: " + state + b"\n\n")
            sent = number
