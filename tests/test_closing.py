"""The real program ends soon after its window was closed, and everything is kept."""

from __future__ import annotations

import pytest

from tests.closing import LIMIT, camera_port, close_in


@pytest.fixture(scope="module")
def port() -> int:
    return camera_port()


@pytest.mark.parametrize("state", ["silent camera", "hands counted", "report"])
def test_program_ends_soon_and_loses_nothing(port: int, state: str) -> None:
    took, lost = close_in(state, port)
    assert lost == ""
    assert took < LIMIT
