"""The reference process, which replaces a student's wrong helper."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest

from textbook_ml.grading.runner.reference_process import ReferenceProcess, ReferenceProcesses

NAMED: dict[str, list[Any]] = {"dict": []}


def test_reference_process_answers_and_reports_errors() -> None:
    """The process survives errors; a call that takes too long ends it."""
    references = ReferenceProcesses()
    assert references.ask("variance_mle", [[[1.0, 3.0], 2.0], NAMED], 9.0) == {"value": 1.0}
    assert "raised" in references.ask("variance_mle", [[[], 2.0], NAMED], 9.0)
    assert "raised" in references.ask("variance_mle", "nonsense", 9.0)
    assert "raised" in references.ask("variance_mle", [[[1.0, 3.0], 2.0], NAMED], 0.0)
    assert references.ask("variance_mle", [[[1.0, 3.0], 2.0], NAMED], 9.0) == {"value": 1.0}
    assert len(references.idle) == 1
    references.close()


def test_slow_requests_do_not_block_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two simultaneous requests use two processes."""
    going_on = Event()

    def ask(
        self: ReferenceProcess, name: str, encoded: Any, seconds: float, home: str
    ) -> dict[str, Any]:
        if name == "slow":
            assert going_on.wait(30)
        return {"value": name}

    monkeypatch.setattr(ReferenceProcess, "ask", ask)
    references = ReferenceProcesses()
    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(references.ask, "slow", [], 1.0)
        assert references.ask("quick", [], 1.0) == {"value": "quick"}
        going_on.set()
        assert slow.result() == {"value": "slow"}
