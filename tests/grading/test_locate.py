"""The line of a mistake is found by an edit that repairs the function, or is not reported."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from textbook_ml.core.errors import TextbookError
from textbook_ml.grading.assignment import parsed
from textbook_ml.grading.grade_submission import grade_submission
from textbook_ml.grading.locating import edited_functions, edited_runners
from textbook_ml.grading.locating.edited_calls import CALLER
from textbook_ml.grading.locating.edited_functions import Budget
from textbook_ml.grading.locating.two_mistakes import (
    Pair,
    common_line,
    only_lines,
)
from textbook_ml.grading.results import QuestionResult, Verdict
from textbook_ml.grading.runner.limits import Limits
from textbook_ml.grading.runner.retrying_runner import Runner
from textbook_ml.grading.tasks import Task
from textbook_ml.questions import questions
from textbook_ml.questions.framework.edits import Edit

VARIANCE = """
def variance_mvue(xs, mu):
    total = {start}
    for x in xs:
        total += {term}
    return {value}
"""
BAYES = """
def bayes_rule(prior, likelihood):
    joint = {{y: {joint} for y in prior}}
    total = sum(joint.values())
    return {value}
"""
RIGHT = {"start": "0", "term": "(x - mu) ** 2", "value": "total / (len(xs) - 1)"}
NORMALISED = {"joint": "prior[y] * likelihood[y]", "value": "{y: joint[y] / total for y in joint}"}


@pytest.fixture(autouse=True)
def enough_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Extend the time limit, so that the search ends on a busy machine too."""
    monkeypatch.setattr(edited_functions, "SECONDS", 120.0)
    monkeypatch.setattr(edited_runners, "CALL", 20.0)


def judged(tmp_path: Path, code: str, name: str, hints: str = "line") -> QuestionResult:
    """Return the result of one function of a submission."""
    path = tmp_path / "homework.py"
    path.write_text(code)
    tasks = [Task(questions()[name], 1.0)]
    [question] = grade_submission(
        path, tasks, Limits(), seed="secret", public_seed="public", cases=30, hints=hints
    ).questions
    return question


@pytest.mark.parametrize(
    ("changed", "line", "edit"),
    [
        ({"value": "total / len(xs)"}, 6, "`len(xs)` should be `len(xs) - 1`"),
        ({"value": "total / (len(xs) + 1)"}, 6, "`1` should be `-1`"),
        ({"term": "(x + mu) ** 2"}, 5, "`x + mu` should be `x - mu`"),
        ({"term": "x - mu"}, 5, "`x - mu` should be `(x - mu) * (x - mu)`"),
        ({"term": "(x - mu) ** 3"}, 5, "`3` should be `2`"),
        ({"term": "(x - x) ** 2"}, 5, "`x` should be `mu`"),
        ({"start": "1"}, 3, "`1` should be `0`"),
        ({"value": "(len(xs) - 1) / total"}, 6, "should be `total / (len(xs) - 1)`"),
    ],
)
def test_the_line_of_one_mistake_is_found(
    tmp_path: Path, changed: dict[str, str], line: int, edit: str
) -> None:
    """With the hint level "edit", the edit is shown too, unless the mistake has a name."""
    found = judged(tmp_path, VARIANCE.format(**RIGHT | changed), "variance_mvue", "edit")
    assert found.verdict is Verdict.WRONG_VALUE
    assert found.line == line
    assert found.where == (f"Look at line {line}." if found.misconception else found.where)
    assert found.misconception or edit in str(found.where)


@pytest.mark.parametrize(
    ("changed", "kind"),
    [
        ({"joint": "prior[y] + likelihood[y]"}, "Line 3: the mistake is the operator."),
        ({"value": "{y: joint[y] * total for y in joint}"}, "Line 5: the mistake is the operator."),
        ({"value": "{y: prior[y] / total for y in joint}"}, "Line 5: the mistake is the variable."),
    ],
)
def test_hint_level_kind_shows_line_and_kind_without_the_edit(
    tmp_path: Path, changed: dict[str, str], kind: str
) -> None:
    """With the hint level "kind", a report names the line and the kind of the mistake."""
    found = judged(tmp_path, BAYES.format(**NORMALISED | changed), "bayes_rule", "kind")
    assert found.where == (kind if found.misconception is None else f"Look at line {kind[5]}.")


def test_without_hints_no_edits_are_searched(tmp_path: Path) -> None:
    """A teacher may leave the search for mistakes to the students."""
    code = VARIANCE.format(**RIGHT | {"term": "(x + mu) ** 2"})
    found = judged(tmp_path, code, "variance_mvue", "none")
    assert (found.where, found.line) == (None, None)


def test_a_right_function_gets_no_line(tmp_path: Path) -> None:
    """A right function contains no mistake to locate."""
    found = judged(tmp_path, VARIANCE.format(**RIGHT), "variance_mvue")
    assert (found.verdict, found.where) == (Verdict.PASSED, None)


def test_a_function_without_a_small_repair_gets_no_line(tmp_path: Path) -> None:
    """If no small edit repairs the function, no line is named."""
    found = judged(tmp_path, "def bayes_rule(prior, likelihood):\n    return 7\n", "bayes_rule")
    assert (found.where, found.line) == (None, None)


def test_two_mistakes_get_an_edit_and_a_named_misconception(tmp_path: Path) -> None:
    """After the edit of line 5 the function divides by N, which is a known misconception."""
    code = VARIANCE.format(start="0", term="(x + mu) ** 2", value="total / len(xs)")
    found = judged(tmp_path, code, "variance_mvue")
    assert found.line == 5
    assert "two mistakes" in str(found.help) and "N − 1" in str(found.help)


def test_the_mistake_of_a_helper_is_found_in_the_helper(tmp_path: Path) -> None:
    """The student's helper functions are searched after the function in question."""
    code = (
        "def gap(x, mu):\n    return x - 2 * mu\n\n"
        "def variance_mvue(xs, mu):\n"
        "    return sum(gap(x, mu) ** 2 for x in xs) / (len(xs) - 1)\n"
    )
    found = judged(tmp_path, code, "variance_mvue")
    assert found.line == 2


@pytest.mark.parametrize(
    "hostile",
    [
        "exec = None\n",
        "globals = None\n",
        "def call_of_an_edited_function(*a):\n    return 1.0\n",
        "import sys\nsys.setrecursionlimit(50)\n",
    ],
)
def test_hostile_files_lose_only_the_hint(tmp_path: Path, hostile: str) -> None:
    """A hostile submission may prevent the search, but keeps its verdict."""
    code = hostile + VARIANCE.format(**RIGHT | {"term": "(x + mu) ** 2"})
    assert judged(tmp_path, code, "variance_mvue").verdict is Verdict.WRONG_VALUE


@pytest.mark.slow
def test_edits_that_never_return_are_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An edit may make a loop endless; it is stopped, and the search continues."""
    monkeypatch.setattr(edited_runners, "CALL", 1.0)
    code = (
        "def mean_mle(xs):\n    i, s = 0, 0.0\n    while i < len(xs):\n"
        "        s = s + xs[i]\n        i = i + 1\n    return s / (i + 1)\n"
    )
    assert judged(tmp_path, code, "mean_mle").line in (6, None)


def test_hint_level_is_set_in_the_assignment_file() -> None:
    """The hint level is one of four words."""
    text = 'questions = ["mitchell-15"]\nhints = "{}"\n'
    assert parsed(text.format("kind"), "hw.toml", Path()).hints == "kind"
    assert parsed('questions = ["mitchell-15"]\n', "hw.toml", Path()).hints == "line"
    with pytest.raises(TextbookError, match="none, line, kind, edit, got 'all'"):
        parsed(text.format("all"), "hw.toml", Path())


def test_an_edit_is_quoted_with_enough_context_to_be_unique(tmp_path: Path) -> None:
    """The changed text `p` occurs twice on the line, so the expression around it is quoted."""
    code = "def odds(p):\n    return p / 1 - p\n"
    found = judged(tmp_path, code, "odds", "edit")
    assert found.line == 2
    assert found.misconception or "`p / 1 - p` should be `p / (1 - p)`" in str(found.where)


def test_an_edit_that_overflows_is_not_a_repair(tmp_path: Path) -> None:
    """The student forgot to add m again; without the subtraction of m the function overflows."""
    code = (
        "from math import exp, log\n"
        "def softmax_log_likelihood(reference_w, rows, labels):\n"
        "    total = 0.0\n"
        "    for row, y in zip(rows, labels):\n"
        "        s = [sum(a * b for a, b in zip(w, row)) for w in reference_w] + [0.0]\n"
        "        m = max(s)\n"
        "        total += s[y] - log(sum(exp(v - m) for v in s))\n"
        "    return total\n"
    )
    assert "`v - m` should be `v`" not in str(
        judged(tmp_path, code, "softmax_log_likelihood").where
    )


def test_the_time_of_the_search_is_processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting for the processor uses none of the budget; false times of a worker are ignored."""
    now = [1000.0]
    monkeypatch.setattr(edited_functions, "monotonic", lambda: now[0])
    monkeypatch.setattr(edited_functions, "thread_time", lambda: 7.0)
    seconds = edited_functions.SECONDS
    budget = Budget(now[0] + 1e6)
    budget.count(seconds / 2, seconds / 8)
    assert budget.spent() == 1 / 8
    for reported in (seconds, -1.0, "0", None):  # longer than the call, or not a valid time
        budget = Budget(now[0] + 1e6)
        budget.count(seconds / 2, reported)
        assert budget.spent() == 1 / 2
    now[0] = budget.end
    assert budget.spent() == 1


@pytest.mark.parametrize(
    ("function", "code", "lines"),
    [
        (
            "bayes_rule",
            """
def bayes_rule(prior, likelihood):
    joint = {}
    for c in prior:
        joint[c] = prior[c] + likelihood[c]
    total = max(joint.values())
    return {c: joint[c] / total for c in joint}
""",
            ("Line 5", "Line 6"),
        ),
        (
            "discrete_parameters",
            """
def discrete_parameters(values_per_feature, n_classes=2):
    per_class = 0
    for j in values_per_feature:
        per_class += j
    return per_class * (n_classes - 1)
""",
            ("Line 6", "count every entry"),
        ),
    ],
)
def test_two_edits_that_correct_a_function_are_found(
    tmp_path: Path, function: str, code: str, lines: Sequence[str]
) -> None:
    """No edit alone makes the function right; the lines of both are in the hint."""
    found = judged(tmp_path, code, function)
    assert found.where is None
    assert "two mistakes" in str(found.help)
    assert all(line in str(found.help) for line in lines)


@pytest.mark.parametrize(
    ("function", "code", "line"),
    [
        (
            "logistic_label",
            """
def logistic_label(w0, w, x):
    s = w0
    i = 0
    while i < len(w):
        s -= w[i] * x[i]
        i += 1
    return 1 if s > 0 else 0
""",
            6,
        ),
        (
            "conditional_log_likelihood",
            """
import math

def conditional_log_likelihood(w, rows, labels):
    total = 0.0
    s = 0.0
    for row, y in zip(rows, labels):
        for wi, xi in zip(w, row):
            s += wi * xi
        total += y * s - max(s, 0.0) - math.log1p(math.exp(-abs(s)))
    return total
""",
            6,
        ),
        (
            "bernoulli_event",
            """
def bernoulli_event(x, phi):
    p = 1
    for xj, f in zip(x, phi):
        if xj:
            p *= f
    return p
""",
            6,
        ),
    ],
)
def test_the_line_of_a_mistake_of_structure_is_found(
    tmp_path: Path, function: str, code: str, line: int
) -> None:
    """Edits that never end, a start value outside of the loop, and a missing `else`."""
    assert judged(tmp_path, code, function).line == line


def test_the_line_of_an_exception_is_not_called_another_mistake(tmp_path: Path) -> None:
    """If one edit corrects all cases, the exception and the wrong values have one cause."""
    code = "def theta_mle(joint_count, class_count):\n    return class_count / joint_count\n"
    found = judged(tmp_path, code, "theta_mle")
    assert "There is another mistake" not in str(found.where)


def test_one_edit_is_simpler_than_two_named_mistakes(tmp_path: Path) -> None:
    """A sign in one line is not reported as a wrong penalty and an opposite sign."""
    code = (
        "import math\n"
        "def penalised_log_likelihood(w, rows, labels, lam):\n"
        "    total = 0.0\n"
        "    for row, y in zip(rows, labels):\n"
        "        s = sum(a * b for a, b in zip(w, row))\n"
        "        m = s if y == 1 else -s\n"
        "        total += math.log1p(math.exp(-m)) if m > -500 else -m\n"
        "    return total - lam / 2 * sum(a * a for a in w)\n"
    )
    found = judged(tmp_path, code, "penalised_log_likelihood")
    assert found.help is None and found.line == 7


def test_pairs_of_edits_on_different_lines_are_listed_as_choices() -> None:
    """Of two pairs with one common line, this line is named, and the others are choices."""
    a, b, c = (Edit(line, "the sign", "x", "-x", f"code {line}") for line in (4, 6, 9))
    place = common_line([Pair(a, b, ""), Pair(a, c, "")])
    assert place is not None and place.line == 4
    assert place.besides == "Also look at line 6 or line 9."
    assert common_line([Pair(a, b, ""), Pair(c, replace(a, line=12), "")]) is None


@pytest.mark.parametrize(("added", "processes"), [("", 1), ("SEEN = []\n", 2)])
def test_searches_of_one_submission_share_a_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, added: str, processes: int
) -> None:
    """Both lines are found; a file with a memory gets a new process for each search."""
    ended: list[object] = []
    drop = Runner.drop

    def counted(runner: Runner) -> None:
        if runner.function == CALLER and runner.session is not None:
            ended.append(runner)
        drop(runner)

    monkeypatch.setattr(Runner, "drop", counted)
    code = "def mean_mle(xs):\n    return sum(xs) * len(xs)\n"
    path = tmp_path / "homework.py"
    path.write_text(code + VARIANCE.format(**RIGHT | {"term": "(x + mu) ** 2"}) + added)
    tasks = [Task(questions()[name], 1.0) for name in ("mean_mle", "variance_mvue")]
    found = grade_submission(
        path, tasks, Limits(), seed="secret", public_seed="public", cases=30
    ).questions
    assert [question.line for question in found] == [2, 7]
    assert len(ended) == processes


def test_each_of_two_mistakes_is_located_with_the_other_one_corrected(tmp_path: Path) -> None:
    """If one of the signs can be corrected in two lines, the hint names both."""
    code = (
        "def gaussian_log_ratio(x, mu0, mu1, sigma2):\n"
        "    total = 0.0\n"
        "    for xi, a, b, v in zip(x, mu0, mu1, sigma2):\n"
        "        constant = (b ** 2 - a ** 2) / 2 * v\n"
        "        total += (a - b) / v * xi - constant\n"
        "    return total\n"
    )
    found = judged(tmp_path, code, "gaussian_log_ratio")
    assert "Look at line 4 or line 5. Line 4: You write / 2 * σ²" in str(found.help)


def test_lines_of_two_mistakes_in_one_statement_are_exact(tmp_path: Path) -> None:
    """After one edit, the lines inside a statement of several lines are still known."""
    code = (
        "def gaussian_log_ratio(x, mu0, mu1, sigma2):\n"
        "    return sum(\n"
        "        (m0 - m1) * v * xi + (m1 ** 2 - m0 ** 2) / (2 * v)\n"
        "        for xi, m1, m0, v in zip(x, mu0, mu1, sigma2)\n"
        "    )\n"
    )
    found = judged(tmp_path, code, "gaussian_log_ratio")
    assert "Line 3: the mistake is the operator. Line 4: " in str(found.help)


def test_an_edit_that_only_removes_a_term_is_no_evidence_of_a_named_mistake(tmp_path: Path) -> None:
    """With // the second term is 0, as in the unsmoothed estimate; so it would be without it."""
    code = (
        "def theta_smoothed(joint_count, class_count, n_values, strength):\n"
        "    pseudo = strength * n_values\n"
        "    return joint_count / class_count + strength / pseudo\n"
    )
    found = judged(tmp_path, code, "theta_smoothed")
    assert found.verdict is Verdict.RAISED
    assert "unsmoothed" not in str(found.help) and "//" not in str(found.where)


def test_an_edit_that_adds_code_does_not_name_a_mistake_on_its_own(tmp_path: Path) -> None:
    """A division by `den` after the multiplication leaves a known mistake, but cancels itself."""
    code = (
        "def conditional_mean(joint, y):\n"
        "    num = 0\n"
        "    den = 0\n"
        "    for key in joint:\n"
        "        x, c = key\n"
        "        if c != y:\n"
        "            continue\n"
        "        num += x * joint[key]\n"
        "        den = joint[key]\n"
        "    return num * den\n"
    )
    help = str(judged(tmp_path, code, "conditional_mean").help)
    assert "Line 9: the mistake is the assignment. Line 10: the operator." in help


def test_another_variable_and_added_code_are_named_by_their_lines_only(tmp_path: Path) -> None:
    """Many such pairs are tried; `len(number)` in place of `len(w)` is right by chance."""
    code = (
        "def word_numbers(document, vocabulary):\n"
        "    number = {}\n"
        "    for i, w in enumerate(vocabulary):\n"
        "        number[w] = len(w)\n"
        "    found = []\n"
        "    for w in document:\n"
        "        if w in number:\n"
        "            found.append(number[w])\n"
        "    return found\n"
    )
    found = judged(tmp_path, code, "word_numbers", "edit")
    assert (found.help, found.where) == (None, "Look at line 4 or line 8.")


def test_pairs_of_two_unlikely_edits_are_no_evidence(tmp_path: Path) -> None:
    """No pair of edits that both add code is reported; one edit must be likely."""
    added, changed = (
        Edit(5, "the value", "p", "-(p)", ""),
        Edit(9, "the sign", "a + b", "a - b", ""),
    )
    assert not Pair(added, replace(added, line=7), "").is_likely()
    assert Pair(added, changed, "").is_likely() and not Pair(added, changed, "").is_weak()
    code = (
        "def bayes_error(joint):\n"
        "    total = {}\n"
        "    best = {}\n"
        "    for (x, y), p in joint.items():\n"
        "        total[x] = total.get(x, 0) + p\n"
        "        if p < best.get(x, 1):\n"
        "            best[x] = p\n"
        "    error = 0\n"
        "    for x in total:\n"
        "        error += total[x] - best[x]\n"
        "    return 1 + error\n"
    )
    assert "accuracy" not in str(judged(tmp_path, code, "bayes_error").help)


def test_weak_pairs_on_more_than_two_lines_give_no_location() -> None:
    """One line or two lines are named, without the kind of the mistake."""
    a, b, c = (Edit(line, "the variable", "x", "y", "") for line in (4, 6, 9))
    place, alone = only_lines([Pair(b, a, "")]), only_lines([Pair(a, a, "")])
    assert place is not None and place.sentence("kind") == "Look at line 4 or line 6."
    assert alone is not None and alone.sentence("kind") == "Look at line 4."
    assert only_lines([Pair(a, b, ""), Pair(a, c, "")]) is None


def test_a_changed_value_on_several_lines_is_not_an_edit_of_the_first_line(tmp_path: Path) -> None:
    """−σ² on lines 5 and 6 compensates for two wrong signs on other lines."""
    code = (
        "import math\n"
        "def mitchell_gnb_posterior(x, p1, mu0, mu1, sigma2):\n"
        "    z = math.log(p1 / (1 - p1))\n"
        "    for i in range(len(x)):\n"
        "        z += (mu0[i] - mu1[i]) / sigma2[i] * x[i]\n"
        "        z += (mu1[i] ** 2 - mu0[i] ** 2) / (2 * sigma2[i])\n"
        "    return 1 / (1 + math.exp(-z)) if z > -700 else 0.0\n"
    )
    assert judged(tmp_path, code, "mitchell_gnb_posterior").line is None
