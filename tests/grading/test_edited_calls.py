"""Edited functions return what they would return alone, and no edit can stop the search."""

from collections.abc import Iterator, Sequence
from inspect import cleandoc
from marshal import dumps
from time import monotonic
from typing import Any

import pytest

from textbook_ml.grading.locating import edited_functions
from textbook_ml.grading.locating.edited_calls import CALLER, RECORDER, added_code
from textbook_ml.grading.locating.edited_functions import FAILED, EditedFunctions
from textbook_ml.grading.locating.edited_runners import is_stateless
from textbook_ml.grading.locating.location import Repairs
from textbook_ml.grading.runner.process import AnswerTimeout
from textbook_ml.grading.runner.session import CallAnswer
from textbook_ml.questions.framework.edits import (
    TIERS,
    Change,
    Code,
    Edit,
    changes,
    function_in,
    recording,
    together,
)

CODE = cleandoc("""
    def weighted(xs, w):
        total, n = 0, 0
        for x in xs:
            total += (x - 1) * w[0] if x > 0 else -x
        while n < len(xs):
            n += 1
        return [total / len(w), {"n": n}]
""")
LOOP = (5, 6)
CASES = [([3.0, -1.0, 2.0], [2.0, 5.0]), ([0.5], [1.0]), ([], [4.0])]


class Here:
    """A runner that answers requests in this process, and notes them."""

    batch = 0

    def __init__(self, code: str = CODE, lost: int = 0) -> None:
        self.code, self.lost, self.dropped = code, lost, 0
        self.requests: list[str] = []
        self.scope: dict[str, Any] = {}

    def ask_each(self, cases: Sequence[tuple[Any, ...]]) -> Iterator[CallAnswer]:
        """Yield the answers; the first few requests for more than one edit lose the process."""
        if not self.scope:
            exec(f"{self.code}\n\n{added_code()}", self.scope)
        for (request,) in cases:
            self.requests.append(request)
            if self.lost and dumps("many").hex()[2:] in request:
                self.lost -= 1
                raise AnswerTimeout
            yield CallAnswer(self.scope[CALLER](request))

    def drop(self) -> None:
        """Forget everything, like a new process."""
        self.dropped += 1
        self.scope = {}


def functions_of(runner: Here, cases: Sequence[Any] = CASES) -> EditedFunctions:
    """Return edited functions that are called in this process."""
    return EditedFunctions(runner, "weighted", cases, monotonic() + 1000.0)


def code_of(text: str = CODE) -> Code:
    """Return the function of a text."""
    code = function_in(text, "weighted")
    assert code is not None
    return code


def alone(text: str, case: Any) -> Any:
    """Return the value of a function, or FAILED if it raises or changes its arguments."""
    scope: dict[str, Any] = {}
    exec(f"import math\n{text}", scope)
    copies = [list(argument) for argument in case]
    try:
        value = scope["weighted"](*copies)
    except Exception:
        return FAILED
    return repr(value) if repr(copies) == repr(list(case)) else FAILED


@pytest.fixture(autouse=True)
def enough_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Extend the time limit, so that no search ends on a busy machine."""
    monkeypatch.setattr(edited_functions, "SECONDS", 1000.0)


@pytest.mark.parametrize("tier", range(TIERS))
@pytest.mark.parametrize("case", range(len(CASES)))
def test_each_of_many_edits_gives_the_value_of_the_edited_function(tier: int, case: int) -> None:
    """Compiled together with others, an edit returns what it returns alone."""
    functions, code = functions_of(Here()), code_of()
    code.seen = functions.shapes(code, recording(code, RECORDER), 0)
    tried = 0
    for (values, numbers), batch in functions.values(code, list(changes(code, tier)), case):
        for change, number in zip(batch, numbers):
            if change.edit.line in LOOP:
                continue  # some of these never end
            got = FAILED if number == FAILED else repr(values[number])
            assert got == alone(change.edit.code, CASES[case]), change.edit
            tried += 1
    assert tried > 20


def test_pairs_of_edits_give_the_value_of_the_function_after_both() -> None:
    """Two edits of different places are both in effect, and those before are not."""
    functions, code = functions_of(Here()), code_of()
    plain = [edit for edit in changes(code, 0) if isinstance(edit, Change)]
    some = [edit for edit in plain if edit.edit.line not in LOOP][:25]
    pairs = [
        (a, b) for a in range(25) for b in range(a) if some[a].is_apart_from(some[b])
    ]  # fmt: skip
    found = functions.pairs(code, some, pairs, 0)
    assert found is not None and len(found[1]) == len(pairs) > 50
    for (a, b), number in zip(pairs, found[1]):
        got = FAILED if number == FAILED else repr(found[0][number])
        assert got == alone(together(some[a], some[b]), CASES[0])


def test_exceptions_and_changed_arguments_are_distinguished() -> None:
    """The answers of one function say what happened in each case."""
    text = "def weighted(xs, w):\n    xs.append(1 / len(w[1:]))\n    return w"
    first, second, third = functions_of(Here()).answers("weighted", text, [0, 1, 2])
    assert (first.value, first.changed) == ([2.0, 5.0], True)
    assert repr(second.value) == repr(third.value) == "ZeroDivisionError"


@pytest.mark.parametrize(
    "endless",
    ["while True:\n        n = 1", "for x in xs:\n        xs.append(x)", "weighted = [0]\n    "
     "for x in weighted:\n        weighted.append(x)"],
)  # fmt: skip
def test_an_edit_that_never_ends_fails_alone(endless: str) -> None:
    """The other edits of the same request have their values."""
    texts = [f"def weighted(xs, w):\n    {endless}\n", "def weighted(xs, w):\n    return 7"]
    edits = [Edit(1, "", "", "", text) for text in texts]
    found = functions_of(Here()).batch(code_of(), edits, 0)
    assert found == ([7], [FAILED, 0])


def test_other_functions_are_the_students_own_after_an_edit() -> None:
    """An edit of a helper is gone in the next request."""
    runner = Here(f"{CODE}\n\ndef half(x):\n    return x / 2\n")
    functions = functions_of(runner)
    text = "def weighted(xs, w):\n    return half(4)"
    helper = Code("half", "def half(x):\n    return 5", {})
    assert functions.batch(helper, [Edit(1, "", "", "", helper.text)], 0) is not None
    assert [a.value for a in functions.answers("weighted", text, [0])] == [2.0]


def test_after_a_lost_process_smaller_parts_are_tried() -> None:
    """All edits are answered, and the new process gets the cases again."""
    runner, code = Here(lost=2), code_of()
    some = [edit for edit in changes(code, 0) if isinstance(edit, Change)]
    functions = functions_of(runner)
    found = [batch for _, batch in functions.values(code, some, 0)]
    assert sum(map(len, found)) == len(some) and len(found) > 1
    assert (runner.dropped, functions.losses, functions.sent) == (2, 2, len(CASES))


def test_without_time_no_request_is_sent() -> None:
    """A search never lasts longer than its budget."""
    runner = Here()
    functions = EditedFunctions(runner, "weighted", CASES, monotonic() - 1.0)
    assert functions.over
    assert functions.answers("weighted", CODE, [0]) == []
    assert list(functions.values(code_of(), list(changes(code_of(), 0)), 0)) == []
    assert runner.requests == []


@pytest.mark.parametrize(
    "answer", [None, [], [[1]], [[], 0.0], [[[1.0], [1]], 0.0], [[[1.0], [0, 0]], 0.0], [[1, 2], 0]]
)
def test_invalid_answers_are_ignored(answer: Any) -> None:
    """A hostile submission can answer anything; the search finds nothing."""
    runner = Here()
    runner.scope = {CALLER: lambda request: answer}
    functions, edit = functions_of(runner), Edit(1, "", "", "", CODE)
    assert functions.batch(code_of(), [edit], 0) is None
    assert functions.shapes(code_of(), CODE, 0) in ([], ["", ""])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import math\n\nEPS = -1e-9\n\ndef f(x, n=3):\n    y = []\n    return y", True),
        ("from functools import cache\n\n@cache\ndef f(x):\n    return x", False),
        ("n = 0\n\ndef f(x):\n    global n\n    n += 1\n    return n", False),
        ("seen = {}\n\ndef f(x):\n    return seen.setdefault(x, x)", False),
        ("def f(x, seen={}):\n    return seen", False),
        ("class A:\n    n = 0", False),
        ("print('ready')", False),
        ("def f(", False),
    ],
)
def test_only_searches_without_a_memory_share_a_process(text: str, expected: bool) -> None:
    """A call of one search must not change the values of the next one."""
    assert is_stateless(text) is expected


def test_only_the_likeliest_edits_decide_on_the_line() -> None:
    """Edits of a worse rank, or on the same line, are not tested; more than two lines are none."""
    dropped = Edit(4, "a term too many", "n - 1", "n", "")
    added = Edit(5, "", "n", "n - 1", "")
    repairs = Repairs()
    assert repairs.needs_answers(added) is False
    repairs.add(added, whole=True)
    assert repairs.needs_answers(dropped) is True
    repairs.add(dropped, whole=True)
    assert repairs.needs_answers(added) is None
    assert repairs.needs_answers(dropped) is None
    place = repairs.location(["", "", "", "    return n - 1"])
    assert place is not None and (place.line, place.other, place.whole) == (4, None, True)
    for line in (6, 7):
        repairs.add(Edit(line, "a term too many", "n - 1", "n", ""), whole=True)
    assert repairs.needs_answers(Edit(8, "a term too many", "n - 1", "n", "")) is None
    assert repairs.location([]) is None


def test_edits_that_leave_exceptions_count_only_if_no_edit_has_all_answers() -> None:
    """An edit of a worse rank that corrects all cases decides."""
    dropped = Edit(4, "a term too many", "n - 1", "n", "")
    added = Edit(5, "", "n", "n - 1", "")
    repairs = Repairs()
    repairs.add(dropped, whole=False)
    assert repairs.needs_answers(added) is True
    place = repairs.location([])
    assert place is not None and (place.line, place.whole) == (4, False)
    repairs.add(added, whole=True)
    place = repairs.location([])
    assert place is not None and (place.line, place.whole) == (5, True)
