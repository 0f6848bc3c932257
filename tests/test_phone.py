"""A phone as the second screen: the real server, real sockets, and a real browser where there is one."""

from __future__ import annotations

import json
import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from PySide6.QtCore import Qt

from tests.browser import CHROMIUM, Browser
from tests.test_window import open_window, seen_start, worker_for  # noqa: F401 (a fixture)
from tracker.cards import Card
from tracker.events import EndRound, Hand, NameColour, Play, StartCard
from ui import language
from ui.gallery import Shown, Still
from ui.phone import PhoneDialog, qr_code
from ui.phone_server import MOST_CLIENTS, PhoneServer
from ui.phone_state import phone_state
from ui.view import View
from ui.window import Window

HERE = "127.0.0.1"


@pytest.fixture
def server() -> Iterator[PhoneServer]:
    served = PhoneServer(HERE, patience=0.5)
    yield served
    served.close()


@pytest.fixture
def patient_server() -> Iterator[PhoneServer]:
    served = PhoneServer(HERE, patience=4.0)
    yield served
    served.close()


def status(address: str, method: str = "GET") -> int:
    try:
        with urllib.request.urlopen(urllib.request.Request(address, method=method), timeout=5) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code if error.read() == b"" else 0


def stream(server: PhoneServer) -> Iterator[dict]:
    """The states that a client is sent, as it reads them."""
    with urllib.request.urlopen(f"{server.address}state", timeout=5) as answer:
        for line in answer:
            if line.startswith(b"data: "):
                yield json.loads(line[6:])


def connected(server: PhoneServer, request: bytes = b"") -> socket.socket:
    host, port = server.address.split("/")[2].split(":")
    client = socket.create_connection((host, int(port)), timeout=5)
    client.sendall(request)
    return client


def waited(ready: Callable[[], bool], seconds: float = 5.0) -> bool:
    until = time.monotonic() + seconds
    while not ready():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def game(*events) -> View:
    return Still(Shown("game", events), np.zeros((90, 160, 3), np.uint8)).session.view()


def test_the_page_needs_nothing_from_elsewhere(server) -> None:
    with urllib.request.urlopen(server.address, timeout=5) as answer:
        page = answer.read().decode("utf-8")
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert "//" not in page.replace("<!doctype html>", "")
    assert "innerHTML" not in page


@pytest.mark.parametrize("path", ["", "state", "wrong/", "wrong/state", "%2e%2e/", "../../etc/passwd", "é"])
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "BREW"])
def test_without_the_secret_every_path_is_forbidden(server, path, method) -> None:
    root = server.address.removesuffix(f"{server.token}/")
    assert status(f"{root}{urllib.parse.quote(path, safe='/%.')}", method) == 403
    assert status(f"{root}{server.token[:-1]}/{urllib.parse.quote(path)}", method) == 403


def test_nothing_can_be_changed_and_nothing_else_is_there(server) -> None:
    assert status(server.address) == 200
    assert status(f"{server.address}other") == 404
    assert [status(server.address, method) for method in ("POST", "PUT", "DELETE")] == [403] * 3


def test_what_is_no_request_is_answered_calmly(server, capfd) -> None:
    for request in (
        b"\0" * 100 + b"\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"A" * 70_000 + b"\r\n",
    ):
        with connected(server, request) as client:
            assert b"200" not in client.recv(1000)
    assert status(server.address) == 200
    assert capfd.readouterr() == ("", "")


def test_each_secret_is_another() -> None:
    servers = [PhoneServer(HERE) for _ in range(3)]
    assert len({served.token for served in servers}) == 3
    assert all(len(served.token) >= 16 for served in servers)
    for served in servers:
        served.close()


def test_a_client_follows_and_skips_what_is_old(server) -> None:
    server.publish({"n": 0})
    states = stream(server)
    assert next(states) == {"n": 0}
    for number in range(1, 200):
        server.publish({"n": number})
    seen = next(states)["n"]
    while seen != 199:
        later = next(states)["n"]
        assert later > seen
        seen = later
    server.close()
    assert next(states, None) is None
    with pytest.raises(ConnectionError):
        connected(server)


def test_fifty_clients_that_never_read_hold_up_nothing(server) -> None:
    request = f"GET /{server.token}/state HTTP/1.1\r\nHost: {HERE}\r\n\r\n".encode()
    server.publish({"n": -1})
    idle = [connected(server, request) for _ in range(50)]
    assert waited(lambda: server.clients == 50)
    taken: list[int] = []
    reader = threading.Thread(target=lambda: taken.extend(s["n"] for s in stream(server)), daemon=True)
    reader.start()
    longest = 0.0
    for number in range(300):
        before = time.perf_counter()
        server.publish({"n": number, "much": "x" * 20_000})
        longest = max(longest, time.perf_counter() - before)
        time.sleep(0.002)
    assert longest < 0.1
    assert waited(lambda: 299 in taken, 2.0), "who reads is served"
    assert waited(lambda: server.clients <= 1), "who does not take anything for long is dropped"
    for client in idle:
        client.close()


def test_clients_that_ask_nothing_are_dropped_and_too_many_turned_away(patient_server) -> None:
    server = patient_server
    silent = [connected(server) for _ in range(MOST_CLIENTS)]
    assert waited(lambda: server.clients == MOST_CLIENTS, 3.0)
    with connected(server) as one_more:
        assert one_more.recv(10) == b""
    assert waited(lambda: server.clients == 0, 20.0)
    assert status(server.address) == 200
    for client in silent:
        client.close()


def test_phones_are_shown_what_the_window_shows() -> None:
    view = game(
        StartCard(Card.parse("red 7")), Play((Card.parse("wild"),), player="Ben"), NameColour("green")
    )
    state = phone_state(view, "en")
    assert (state["headline"], state["detail"]) == (view.headline, view.detail)
    assert (state["colour"], state["top"]) == ("green", "wild (green) ↻")
    assert [player["name"] for player in state["players"]] == ["Ann", "Ben", "Cy", "Di"]
    assert state["players"][1]["notes"] == ["6 cards", "0 points"]
    assert state["board"]["rows"] == []
    assert json.loads(json.dumps(state)) == state


def test_the_score_board_has_a_row_a_round_and_the_sums() -> None:
    hands = [Hand(player=name, cards=(Card.parse("red 7"),) * 6) for name in ("Ann", "Cy", "Di")]
    plays = [Play((Card.parse("red 3"),), player="Ben")] * 7
    view = game(StartCard(Card.parse("red 7")), *plays, *hands, EndRound())
    board = phone_state(view, "en")["board"]
    assert board["head"] == ["", *(row.name for row in view.players)]
    assert [row[0] for row in board["rows"]] == ["1", "Σ"]
    assert board["rows"][-1][1:] == [str(row.score) for row in view.players]


def test_a_phone_camera_reads_the_code(qapp) -> None:
    address = "http://192.168.178.23:40123/AbCdEfGhIjKlMnOp/"
    image = (
        qr_code(address, 300)
        .toImage()
        .convertToFormat(qr_code(address, 300).toImage().Format.Format_Grayscale8)
    )
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    assert (
        cv2.QRCodeDetector().detectAndDecode(np.ascontiguousarray(pixels[:, : image.width()]))[0] == address
    )


def switch_on(window: Window) -> PhoneDialog:
    window.phone.find_address = lambda: HERE
    window.show_menu()
    entry = next(action for action in window.menu.actions() if action.text() == "Phone as second screen…")
    entry.trigger()
    window.menu.close()
    assert isinstance(window.dialog, PhoneDialog)
    return window.dialog


def test_it_is_off_until_it_is_switched_on_and_off_again(qtbot, open_window) -> None:  # noqa: F811
    window = open_window(worker_for({0: [seen_start("red 7")]}, pictures=40))
    assert not window.phone.on
    dialog = switch_on(window)
    address = window.phone.server.address
    assert dialog.address.text() == address
    qtbot.waitUntil(lambda: window.panel.top == "red 7")
    state = next(stream(window.phone.server))
    assert state["headline"] == window.view.headline
    qtbot.mouseClick(dialog.off, Qt.MouseButton.LeftButton)
    assert not window.phone.on
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(address, timeout=2)


def test_it_ends_with_the_window_and_says_where_there_is_no_network(qtbot, open_window) -> None:  # noqa: F811
    window = open_window()
    window.phone.find_address = lambda: None
    window.phone.open()
    assert window.dialog.address.text() == "This computer is on no network."
    assert not window.phone.on
    switch_on(window)
    server = window.phone.server
    assert next(stream(server))["headline"] == "No game yet"
    window.close()
    with pytest.raises(ConnectionError):
        connected(server)


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this system")
def test_a_real_browser_follows_the_game(qtbot, open_window, tmp_path: Path) -> None:  # noqa: F811
    names = ("Ann", "<b>مريم</b>", "Cy" * 100)
    window = open_window(worker_for({0: [seen_start("red 7")]}, players=names))
    switch_on(window)
    qtbot.waitUntil(lambda: window.panel.top == "red 7")
    with Browser(tmp_path / "profile") as browser:
        browser.open(window.phone.server.address)
        text = "document.body.innerText"
        browser.wait(
            f"document.getElementById('headline').textContent === {json.dumps(window.headline.text)}"
        )
        assert names[1] in browser.ask(text)
        assert browser.ask("document.querySelectorAll('li').length") == 3
        assert browser.ask("document.documentElement.scrollWidth <= innerWidth"), "no name is too long"
        before = window.view
        window.press("draw")
        qtbot.waitUntil(lambda: window.view is not before)
        browser.wait(f"{text}.includes({json.dumps(window.view.headline)})")
        language.use("ja")
        window.retranslate()
        qtbot.waitUntil(lambda: "番" in window.view.headline)
        browser.wait("document.documentElement.lang === 'ja'")
        browser.wait(f"{text}.includes({json.dumps(window.view.headline)})")
        language.use("en")
        assert browser.picture().startswith(b"\x89PNG")
        window.phone.close()
        browser.wait("!document.getElementById('lost').hidden")
