"""Exceptions are explained in one sentence, without naming a misconception."""

import json
import re
import sys
from pathlib import Path

import pytest

from tests.grading.support import SHORT, graded
from textbook_ml.grading.assignment import of_questions
from textbook_ml.grading.check import screen
from textbook_ml.grading.reports.class_page import class_page, found_misconceptions
from textbook_ml.grading.reports.student_page import student_page
from textbook_ml.grading.reports.terminal import report
from textbook_ml.grading.results import Verdict
from textbook_ml.grading.runner.in_process import check_here
from textbook_ml.grading.runner.limits import Limits
from textbook_ml.grading.similar_names import nearest
from textbook_ml.grading.starter import starter_file
from textbook_ml.questions import questions

# The body of mean_mle(xs), and text that the report or its notes must contain.
SLIPS = [
    ("return summ(xs) / len(xs)", "`summ` is not defined; did you mean `sum`?"),
    ("return sum(xs) / lenn(xs)", "did you mean `len`?"),
    ("return sum(xs) / lne(xs)", "did you mean `len`?"),
    ("return sum(xs) / Len(xs)", "did you mean `len`?"),
    ("return sum(xs) / length(xs)", "did you mean `len`?"),
    ("return sum(x) / len(xs)", "`x` is not defined; did you mean `xs`?"),
    ("total = sum(xs)\n    return totla / len(xs)", "did you mean `total`?"),
    ("total = 0\n    return [totl for x in xs]", "did you mean `total`?"),
    ("return helpr(xs)", "did you mean `helper`?"),
    ("sizes = [len(xs)]\n    return sum(xs) / size[0]", "did you mean `sizes`?"),
    ("return sum(xs) / size", "did you mean `len`?"),
    ("vocabulary = [3]\n    return sum(vocab)", "did you mean `vocabulary`?"),
    ("import statistics\n    return statistics.pvar(xs)", "you mean `statistics.pvariance`?"),
    ("return mena(xs)", "`mena` is not defined"),
    ("return undefined_name", "`undefined_name` is not defined: check its spelling"),
    ("return true", "did you mean `True`?"),
    ("return sigmoid(xs)", "does not define `sigmoid`, which is another function"),
    ("return math.fsum(xs) / len(xs)", "add `import math` at the top"),
    ("return fsum(xs) / len(xs)", "add `from math import fsum` at the top"),
    ("return mean(xs)", "add `from statistics import mean` at the top"),
    ("return Counter(xs)", "add `from collections import Counter` at the top"),
    ("return np.mean(xs)", "this assignment does not allow numpy"),
    ("import numpy as np\n    return np.mean(xs)", "imports numpy, which this assignment does not"),
    ("import maths\n    return maths.pi", "there is no module `maths`; did you mean `math`?"),
    ("import no_such\n    return 0", "`no_such` cannot be imported"),
    ("from math import lgo\n    return 0", "the module `math` has no `lgo`; did you mean"),
    ("import math\n    return math.ln(2)", "the natural logarithm is `math.log`"),
    ("import math\n    return math.sqrtt(2)", "did you mean `math.sqrt`?"),
    ("import math\n    return math.mean(xs)", "did you mean `statistics.mean`?"),
    ("return xs.mean()", "`xs` is a plain list, which has no `mean`; use `sum(xs) / len(xs)`"),
    ("return sum(xs) / xs.length", "use `len(xs)`"),
    ("ys = []\n    ys.apend(1)\n    return ys", "did you mean `.append`?"),
    ("return {}.has_key(1)", "is a dict, which has no `has_key`"),
    ("ys = [1].sort()\n    return ys.mean()", "`ys` is None"),
    ("return 1.0 / (len(xs) * 0)", "the divisor is 0"),
    ("return xs[len(xs)]", "the index is out of range"),
    ("return {}['a']", "the dict does not have the key 'a'"),
    ("return helper()", "`helper` is called with too few arguments: 'x' is missing"),
    ("return helper(1, 2)", "`helper` is called with the wrong number of arguments"),
    ("return Box().get()", "`Box.get` is called with one argument too many: the first"),
    ("return mean_mle(xs)", "check that the recursion ends"),
    ("for x in xs: s = s + x\n    return s", "`s` is used before it has a value"),
    ("sum = sum(xs)\n    return sum", "hides the built-in `sum`"),
    ("return xs / len(xs)", "the operator / does not work between list and int"),
    ("import math\n    return math.log(0 * len(xs))", "log needs a number above 0"),
    ("import math\n    return math.exp(1000)", "exp overflows above 709"),
]
FILE = """
def helper(x):
    return x
class Box:
    def get():
        return 0
def mean_mle(xs):
    {}
"""


@pytest.mark.parametrize(("body", "words"), SLIPS, ids=[words for _, words in SLIPS])
def test_common_mistakes_are_explained(
    body: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The explanation is one sentence, and no misconception is named."""
    monkeypatch.setitem(sys.modules, "numpy", None)  # as if it were not installed
    found = check_here("mean_mle", FILE.format(body))
    assert found["verdict"] == Verdict.RAISED
    assert (found["misconception"], found["help"]) == (None, None)
    assert words in " ".join([found["words"], *found["notes"]])


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("a name that resembles nothing", "return q"),
        ("a short name that resembles a module", "return sum(ys)"),
        ("a variable that has the name of a function", "return sum(xs) / variance"),
        ("a message of its own", "raise ValueError('no such class')"),
        ("a lookup error of its own", "raise AttributeError('not here')"),
        ("a class of its own", "class NameError(Exception): pass\n    raise NameError('x')"),
    ],
)
def test_misleading_suggestions_are_not_made(name: str, body: str) -> None:
    """Neither a dissimilar name nor an import for a variable is suggested."""
    found = check_here("mean_mle", FILE.format(body))
    said = " ".join([found["words"], *found["notes"]])
    assert "did you mean" not in said and "import" not in said, name


def test_explanations_are_the_same_with_a_worker_process(tmp_path: Path) -> None:
    """The worker sends only data; the text is the same as in the in-process check."""
    for body in ("return summ(xs)", "return xs.mean()", "import maths", "return math.ln(2)"):
        path = tmp_path / "homework.py"
        path.write_text(FILE.format(body))
        result = graded(path, ("mean_mle",))
        here = check_here("mean_mle", FILE.format(body))
        assert [result.questions[0].words] == [here["words"]]
        assert list(result.notes) == here["notes"]


def test_failed_import_is_printed_once_and_first(tmp_path: Path) -> None:
    """A failed import is not repeated under each function that needs the module."""
    path = tmp_path / "homework.py"
    functions = ("mean_mle", "variance_mle", "variance_mvue")
    bodies = "".join(f"def {name}(*args):\n    return np.mean(args[0])\n" for name in functions)
    path.write_text(f"import numpy as np\n{bodies}")
    result = graded(path, functions)
    assert [q.misconception for q in result.questions] == [None] * 3
    for lines in (list(report(result)), list(screen(result, of_questions([], "")))):
        text = "\n".join(lines)
        assert text.count("does not allow") == 1
        assert text.index("does not allow") < text.index("raised")
    for question in result.questions:
        assert "the import in line 1 failed, see the top of the report" in question.words
    page = student_page(result)
    assert page.count("does not allow") == 1
    assert page.index("does not allow") < page.index("raised")


def test_missing_import_of_an_allowed_package_is_explained(tmp_path: Path) -> None:
    """The explanation asks for an import, and does not call the package forbidden."""
    path = tmp_path / "homework.py"
    path.write_text("def mean_mle(xs):\n    return np.mean(xs)\n")
    result = graded(path, ("mean_mle",), Limits(wall=2.0, packages=("numpy",)))
    assert "add `import numpy as np` at the top" in " ".join(result.notes)


def test_exceptions_defined_by_students_run_no_code(tmp_path: Path) -> None:
    """Attributes of the student's exception are not read."""
    path = tmp_path / "homework.py"
    path.write_text(
        "class Liar(NameError):\n    @property\n    def name(self):\n        raise SystemExit\n"
        "def mean_mle(xs):\n    raise Liar('x')\n"
    )
    [question] = graded(path, ("mean_mle",)).questions
    assert (question.verdict, question.words) == (Verdict.RAISED, "It raised Liar in line 6: x.")


@pytest.mark.slow
def test_undefined_names_give_no_misconception(tmp_path: Path) -> None:
    """If each starter function is `return undefined_name`, no report has a hint."""
    asked = list(questions().values())
    text = starter_file(of_questions(asked, "All"), None)
    text = text.replace("raise NotImplementedError", "return undefined_name")
    assert text.count("    return undefined_name\n") >= len(asked)
    path = tmp_path / "homework.py"
    path.write_text(text, encoding="utf-8")
    result = graded(path, tuple(questions()), SHORT)
    assert {q.verdict for q in result.questions} == {Verdict.RAISED}
    assert [q.function for q in result.questions if q.misconception or q.help] == []
    assert found_misconceptions([result]) == []
    assert "No misconception was recognised" in class_page([result], {})
    words = {q.words for q in result.questions}
    assert all("`undefined_name` is not defined" in said for said in words)
    for name in ("mean_mle", "fit_gda", "zero_one_loss", "softmax"):
        here = check_here(name, text)
        assert (here["misconception"], here["help"]) == (None, None)


def test_booleans_and_extra_keys_are_accepted(tmp_path: Path) -> None:
    """The extra key is mentioned, and costs no points."""
    path = tmp_path / "homework.py"
    path.write_text(
        "def zero_one_loss(m):\n    return m <= 0\n"
        "def word_indicators(document, vocabulary):\n"
        "    return [word in document for word in vocabulary]\n"
        "def bayes_rule(prior, likelihood):\n"
        "    joint = {y: prior[y] * likelihood[y] for y in prior}\n"
        "    total = sum(joint.values())\n"
        "    return {y: p / total for y, p in joint.items()} | {'evidence': total}\n"
    )
    result = graded(path, ("zero_one_loss", "word_indicators", "bayes_rule"))
    assert [q.verdict for q in result.questions] == [Verdict.PASSED] * 3
    assert result.score == 6.0
    shown = "\n".join(report(result))
    remark = "the extra key 'evidence', which the question does not ask for"
    assert remark in re.sub(r"\s+", " ", shown)
    assert result.questions[0].help is None


@pytest.mark.parametrize(
    ("name", "known", "near"),
    [
        ("summ", ["sum", "min"], ["sum"]),
        ("varaince", ["variance", "covariance"], ["variance"]),
        ("n", ["m", "N"], ["N"]),
        ("ys", ["xs"], []),
        ("x", ["xs", "x0", "x1"], []),
        ("total", ["count"], []),
    ],
)
def test_similar_names_are_suggested(name: str, known: list[str], near: list[str]) -> None:
    """One letter in five may differ; if many names are equally similar, none is suggested."""
    assert nearest(name, known) == near


def test_result_of_check_is_json() -> None:
    """The result is valid JSON, whatever the exception contains."""
    found = check_here("mean_mle", FILE.format("return {'\\x1b': 1}['\\ud800']"))
    assert "does not have the key" in json.loads(json.dumps(found))["words"]
