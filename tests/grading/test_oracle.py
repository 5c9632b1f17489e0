"""The reference process, which answers for a wrong helper of a student."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest

from textbook_ml.grading.oracle import Oracle, Oracles

NAMED: dict[str, list[Any]] = {"dict": []}


def test_reference_process_answers_and_reports_errors() -> None:
    """It survives errors; a call that takes too long ends it."""
    oracles = Oracles()
    assert oracles.ask("variance_mle", [[[1.0, 3.0], 2.0], NAMED], 9.0) == {"value": 1.0}
    assert "raised" in oracles.ask("variance_mle", [[[], 2.0], NAMED], 9.0)
    assert "raised" in oracles.ask("variance_mle", "nonsense", 9.0)
    assert "raised" in oracles.ask("variance_mle", [[[1.0, 3.0], 2.0], NAMED], 0.0)
    assert oracles.ask("variance_mle", [[[1.0, 3.0], 2.0], NAMED], 9.0) == {"value": 1.0}
    assert len(oracles.idle) == 1
    oracles.close()


def test_slow_requests_do_not_block_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two simultaneous requests use two processes."""
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
