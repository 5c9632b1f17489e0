"""Profiles for hypothesis, workers for tests that wait, less work for the garbage collector.

chapter    (default) the same examples in every run, however slow the machine is
few        the same, but fewer: for the quick tests, and for a second and third Python
many       the same, and more of them: for `.ci/run`
thorough   other random examples in every run, and very many
"""

import gc
import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("chapter", deadline=None, derandomize=True, max_examples=25)
settings.register_profile("few", deadline=None, derandomize=True, max_examples=12)
settings.register_profile("many", deadline=None, derandomize=True, max_examples=60)
settings.register_profile(
    "thorough", deadline=None, derandomize=False, max_examples=600, print_blob=True
)
settings.load_profile("chapter")


def pytest_xdist_auto_num_workers() -> int:
    """Return three workers for two processors, because many tests of the grader wait."""
    return (os.cpu_count() or 1) * 3 // 2


@pytest.hookimpl(hookwrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect the tests without garbage collection, which would take half of the time.

    `freeze` also keeps the collected tests out of every garbage collection during the tests.
    """
    gc.disable()
    yield
    gc.freeze()
    gc.enable()
