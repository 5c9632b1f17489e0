"""The reference, asked on behalf of a student's function whose helper is wrong."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest

from textbook_ml.grading.oracle import Oracle, Oracles

NAMED: dict[str, list[Any]] = {"dict": []}


def test_it_answers_and_refuses() -> None:
    """It lives on after what has no answer, and what is too long to wait for ends it."""
    oracles = Oracles()
    assert oracles.ask("variance_mle", [[[1.0, 3.0], 2.0], NAMED], 9.0) == {"value": 1.0}
    assert "raised" in oracles.ask("variance_mle", [[[], 2.0], NAMED], 9.0)
    assert "raised" in oracles.ask("variance_mle", "nonsense", 9.0)
    assert "raised" in oracles.ask("variance_mle", [[[1.0, 3.0], 2.0], NAMED], 0.0)
    assert oracles.ask("variance_mle", [[[1.0, 3.0], 2.0], NAMED], 9.0) == {"value": 1.0}
    assert len(oracles.idle) == 1
    oracles.close()


def test_who_asks_what_takes_long_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two students at once have two of them."""
    going_on = Event()

    def ask(self: Oracle, name: str, wired: Any, seconds: float) -> dict[str, Any]:
        if name == "slow":
            assert going_on.wait(30)
        return {"value": name}

    monkeypatch.setattr(Oracle, "ask", ask)
    oracles = Oracles()
    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(oracles.ask, "slow", [], 1.0)
        assert oracles.ask("quick", [], 1.0) == {"value": "quick"}
        going_on.set()
        assert slow.result() == {"value": "slow"}
