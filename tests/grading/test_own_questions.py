"""Questions in a teacher's own file, package or installed module work like those of the package."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.grading.support import by_function
from textbook_ml.core.errors import TextbookError
from textbook_ml.grading.assignment import Assignment, read_assignment
from textbook_ml.grading.check import check
from textbook_ml.grading.grade_submission import grade_submission
from textbook_ml.grading.gradescope_bundle import gradescope_bundle
from textbook_ml.grading.grading_job import GradingJob
from textbook_ml.grading.new_question import new_question
from textbook_ml.grading.notebook_check import check as check_function
from textbook_ml.grading.questions import questions as list_questions
from textbook_ml.grading.results import Result
from textbook_ml.grading.starter import starter
from textbook_ml.grading.submissions import Submission
from textbook_ml.grading.try_question import try_question
from textbook_ml.questions import questions
from textbook_ml.questions.framework.own_questions import own_questions

TWO = '''"""Two questions, of which one calls the other."""
from textbook_ml.questions import Case, Draw, misconception, question
from units import SCALE


def middle(xs: list[float]) -> float:
    """Midrange: the mean of the largest and the smallest number.

    >>> middle([3.0, 1.0])
    2.0
    """
    return (max(xs) + min(xs)) / 2


def centred(xs: list[float]) -> list[float]:
    """The numbers minus their midrange."""
    return [SCALE * (x - middle(xs)) for x in xs]


@question(middle, edges=[([1.0],), ([2.0, 4.0],)])
def _(draw: Draw) -> Case:
    return (draw.numbers(draw.length(1)),)


@misconception(middle, "You return the mean of all numbers.")
def mean_of_all(xs: list[float]) -> float:
    return sum(xs) / len(xs)


@question(centred)
def _(draw: Draw) -> Case:
    return (draw.numbers(draw.length(1)),)
'''
MEAN = "def middle(xs):\n    return sum(xs) / len(xs)\n"
RIGHT = "def middle(xs):\n    return (max(xs) + min(xs)) / 2\n"
CENTRED = "def centred(xs):\n    return [x - middle(xs) for x in xs]\n"


@pytest.fixture
def course(tmp_path: Path) -> Iterator[Path]:
    """A folder with an assignment and a module of questions that imports a module next to it."""
    (tmp_path / "week9.py").write_text(TWO)
    (tmp_path / "units.py").write_text("SCALE = 1\n")
    (tmp_path / "week9.toml").write_text(
        'questions = ["week9:middle", {ask = "week9:centred", points = 2}]\n'
    )
    before = list(sys.path)
    yield tmp_path
    sys.path[:] = before
    for name in ("week9", "units", "week10"):
        sys.modules.pop(name, None)


def graded(course: Path, code: str, assignment: str = "week9.toml") -> Result:
    whole = read_assignment(str(course / assignment))
    submission = course / "ada.py"
    submission.write_text(code)
    return grade_submission(
        submission, whole.tasks, whole.limits, seed="s", public_seed="p", cases=12
    )


def test_a_file_next_to_the_assignment_is_used(course: Path) -> None:
    """A mistake gets the hint of the teacher's misconception; the ids name the module."""
    found = by_function(graded(course, MEAN))
    assert found["middle"].misconception == "mean_of_all"
    assert found["middle"].help == "You return the mean of all numbers."
    assert found["middle"].id == "week9:middle"
    assert found["centred"].verdict == "missing"
    assert graded(course, RIGHT + CENTRED).score == 3.0


def test_helpers_of_the_module_are_replaced_by_its_reference(course: Path) -> None:
    """A function that is wrong only because of a wrong helper gets its points."""
    found = by_function(graded(course, MEAN + CENTRED))
    assert found["middle"].score == 0.0
    assert found["centred"].score == 2.0
    assert found["centred"].given == ("middle",)


def test_all_commands_know_the_questions(course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`questions`, `starter`, `check` and `check()` in a notebook use the teacher's module."""
    monkeypatch.chdir(course)
    assert "week9:middle" in "\n".join(list_questions(assignment="week9.toml"))
    text = "\n".join(starter(assignment="week9.toml"))
    assert "def middle(xs: list[float]) -> float:" in text and "Midrange" in text
    assert "max(" not in text
    Path("solution.py").write_text(MEAN + CENTRED)
    assert "mean of all" in "\n".join(check("solution.py", assignment="week9.toml"))
    only = "\n".join(check("solution.py", assignment="week9.toml", questions="week9:middle"))
    assert "centred" not in only

    def middle(xs: list[float]) -> float:
        return sum(xs) / len(xs)

    assert check_function(middle, assignment="week9.toml").hint == (
        "You return the mean of all numbers."
    )


def test_names_of_the_package_are_not_replaced(course: Path) -> None:
    """A teacher's question on `mean_mle` differs from the chapter's question on it."""
    ours = questions()["mean_mle"]
    (course / "week10.py").write_text(
        "from textbook_ml.questions import question\n"
        'def mean_mle(xs):\n    """Sum."""\n    return sum(xs)\n'
        "question(mean_mle, edges=[([1.0, 2.0],), ([3.0],)])\n"
    )
    (course / "week10.toml").write_text('questions = ["week10:mean_mle"]\n')
    found = graded(course, "def mean_mle(xs):\n    return sum(xs)\n", "week10.toml")
    assert found.questions[0].verdict == "passed"
    assert found.questions[0].cases == 2
    assert questions()["mean_mle"] is ours


def test_a_package_and_an_installed_module_are_found(course: Path) -> None:
    """A package has several modules; an installed module is anywhere on the import path."""
    package, site = course / "week10", course / "site"
    package.mkdir()
    site.mkdir()
    (package / "__init__.py").write_text("")
    (package / "part.py").write_text(
        "from textbook_ml.questions import question\n"
        'def twice(x):\n    """Twice x."""\n    return 2 * x\n'
        "question(twice, edges=[(1.0,), (2.0,)])\n"
    )
    (site / "plug_in_9.py").write_text(
        "from textbook_ml.questions import question\n"
        'def thrice(x):\n    """Thrice x."""\n    return 3 * x\n'
        "question(thrice, edges=[(1.0,), (2.0,)])\n"
    )
    sys.path.append(str(site))
    (course / "both.toml").write_text('questions = ["week10.part:twice", "plug_in_9:thrice"]\n')
    code = "def twice(x):\n    return 2 * x\ndef thrice(x):\n    return 3 * x\n"
    found = graded(course, code, "both.toml")
    assert [q.id for q in found.questions] == ["week10:twice", "plug_in_9:thrice"]
    assert found.score == 2.0
    sys.modules.pop("plug_in_9")


def test_two_courses_may_use_the_same_name(course: Path, tmp_path: Path) -> None:
    """A module of the same name in another folder is loaded anew, with its own docstrings."""
    assert list(own_questions("week9", course)) == ["middle", "centred"]
    other = tmp_path / "other"
    other.mkdir()
    (other / "week9.py").write_text(
        "from textbook_ml.questions import question\n"
        'def last(xs):\n    """Last item."""\n    return xs[-1]\n'
        "question(last, edges=[([1.0, 2.0],)])\n"
    )
    assert list(own_questions("week9", other)) == ["last"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('questions = ["week8:middle"]', "no week8.py in the folder"),
        ('questions = ["week9:midle"]', "Did you mean middle?"),
        ('questions = ["week9:middle"]\nfiles = ["week9.py"]', "could read the reference"),
        ('questions = ["week9:middle"]\nfiles = ["units.py"]', "could read the reference"),
        ('questions = ["random:middle"]', "name of a standard module"),
        ('questions = ["broken:middle"]', "broken cannot be loaded: line 2: NameError"),
        ('questions = ["early:f"]', "must come after the question"),
    ],
)
def test_errors_name_the_place(course: Path, line: str, words: str) -> None:
    """An assignment with a wrong name, or a module that cannot be loaded, is an error."""
    (course / "random.py").write_text("")
    (course / "broken.py").write_text("x = 1\ny = z\n")
    (course / "early.py").write_text(
        "from textbook_ml.questions import misconception\n"
        "def f(x):\n    return x\n"
        'misconception(f, "no")(f)\n'
    )
    (course / "bad.toml").write_text(f"{line}\n")
    with pytest.raises(TextbookError, match=words):
        read_assignment(str(course / "bad.toml"))


def test_students_cannot_import_the_module(course: Path) -> None:
    """The reference is not in the folder of the worker process."""
    found = graded(course, "from week9 import middle\n" + CENTRED)
    assert found.score == 0.0
    assert any("week9" in note for note in found.notes)


def test_a_changed_module_is_graded_again(course: Path) -> None:
    """Results are kept only while the module of questions is unchanged."""
    (course / "ada.py").write_text(RIGHT)
    submission = Submission("ada.py", course / "ada.py")

    def mark() -> str:
        whole: Assignment = read_assignment(str(course / "week9.toml"))
        return GradingJob(whole, "seed").mark(submission)

    before = mark()
    assert mark() == before
    (course / "units.py").write_text("SCALE = 1.0\n")
    assert mark() != before


def test_the_bundle_contains_the_module(course: Path) -> None:
    """The autograder grades with the module and those next to it, from the zip file alone."""
    bundle = course / "bundle"
    list(gradescope_bundle(assignment=str(course / "week9.toml"), out=str(bundle)))
    away = course / "away"
    ZipFile(bundle / "autograder.zip").extractall(away)
    assert {"week9.py", "units.py"} <= {path.name for path in away.iterdir()}
    (course / "ada.py").write_text(MEAN)
    command = [sys.executable, "-P", "-m", "textbook_ml", "grade", str(course / "ada.py")]
    command += ["--assignment", str(away / "assignment.toml"), "--jobs", "1"]
    ran = subprocess.run(
        command, env={"PYTHONPATH": str(away / "textbook_ml.zip"), "PATH": "/usr/bin:/bin"},
        cwd=away, capture_output=True, text=True,
    )  # fmt: skip
    assert "mean of all numbers" in ran.stdout, ran.stderr


def test_the_template_is_a_good_question(tmp_path: Path) -> None:
    """`new-question` writes a file that `try-question` accepts; it never overwrites a file."""
    file = str(tmp_path / "week10.py")
    assert any('"week10:spread"' in line for line in new_question("spread", out=file))
    words = "\n".join(try_question(file))
    assert "All questions are ready to use." in words
    assert "2 misconceptions detected and distinguished" in words
    with pytest.raises(TextbookError, match="not overwritten"):
        list(new_question("spread", out=file))
    sys.modules.pop("week10")


def test_try_question_reports_problems_of_a_question(tmp_path: Path) -> None:
    """`try-question` reports randomness, changed arguments, mutants and equal misconceptions."""
    (tmp_path / "week10.py").write_text(
        "import random\n"
        "from textbook_ml.questions import question, misconception\n"
        'def noisy(x):\n    """x."""\n    return x + random.random()\n'
        "question(noisy, edges=[(1.0,), (2.0,), (3.0,), (4.0,), (5.0,)])\n"
        'def popped(xs):\n    """Last."""\n    return xs.pop()\n'
        "question(popped, edges=[([1.0, float(n)],) for n in range(6)])\n"
        'def loop(x):\n    """Count down."""\n'
        "    while x > 0:\n        x -= 1\n    return x + (x > 9)\n"
        "question(loop, edges=[(n,) for n in range(6)])\n"
        '@misconception(loop, "a")\ndef one(x):\n    return 7\n'
        '@misconception(loop, "b")\ndef two(x):\n    return 7.0\n'
        '@misconception(loop, "c")\ndef fine(x):\n    return 0\n'
        "def bare(x):\n    return x\nquestion(bare, edges=[(1.0,)])\n"
    )
    words = " ".join("\n".join(try_question(str(tmp_path / "week10.py"))).split())
    assert "reference is not deterministic: noisy(1.0)" in words
    assert "changes its arguments: popped([1.0, 0.0])" in words
    assert "line 15: 9 → 10" in words and "x -= 1" not in words
    assert "two gives the same answers as one" in words
    assert "fine is not detected" in words
    assert "has no docstring" in words
    assert "Only 1 case." in words
    assert "Some questions need a change" in words
    sys.modules.pop("week10")


HEAD = "from textbook_ml.questions import close, distribution, misconception, question\n"
TWICE = 'def f(x: float) -> float:\n    """Twice."""\n    return 2 * x\n'


@pytest.fixture
def tried(tmp_path: Path) -> Iterator[Callable[[str], str]]:
    """What `try-question` says about a file, as one line of text."""

    def report(code: str) -> str:
        sys.modules.pop("week12", None)
        (tmp_path / "week12.py").write_text(HEAD + code)
        return " ".join("\n".join(try_question(str(tmp_path / "week12.py"))).split())

    yield report
    sys.modules.pop("week12", None)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (TWICE + "question(f, edges=[1.0])", "an edge case must be a tuple"),
        (TWICE + "question(f, edges=[([1.0])])", "got \\[1.0\\]. Fix: write \\(\\[1.0\\],\\)"),
        (
            TWICE + "question(f, edges=[(1.0,)], judge='close')",
            "got 'close'. Fix: write for example judge=close",
        ),
        (
            TWICE + "question(f, edges=[(1.0,)], judge=distribution)",
            "got distribution. Fix: write for example judge=close",
        ),
        (TWICE + "question(f)\nquestion(f)", "there are two questions on f"),
        (TWICE + "question(f)([(1.0,)])", "must be drawn by a function"),
        ("class F:\n    pass\nquestion(F)", "got the class F. Fix: use class_question"),
        ("question(lambda x: x, edges=[(1.0,)])", "write it with def"),
    ],
)
def test_a_question_that_cannot_work_is_refused(
    tried: Callable[[str], str], code: str, words: str
) -> None:
    """The error names the question, the value and the fix."""
    with pytest.raises(TextbookError, match=words):
        tried(code)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (
            "def f(x):\n    raise KeyError('x')\nquestion(f, edges=[(1.0,)])\n",
            "the reference raises KeyError: 'x', for the edge case f(1.0). Fix:",
        ),
        (
            TWICE + "question(f)(lambda draw: (draw.normal(),))\n",
            "the cases cannot be drawn: AttributeError: 'Draw' object has no attribute 'normal'",
        ),
        (
            TWICE + "question(f)(lambda draw: draw.number())\n",
            "a drawn case must be a tuple of the arguments of a call",
        ),
        (
            TWICE.replace("Twice.", "Twice.\\n\\n    >>> f(2.0)\\n    5.0\\n    ")
            + "question(f, edges=[(1.0,)])\n",
            "The example f(2.0) in the docstring is wrong: it shows 5.0, but the reference "
            "returns 4.0.",
        ),
        (
            'def f(x):\n    """Log."""\n    return complex(x)\nquestion(f, edges=[(1.0,)])\n',
            "The reference returns a value of type complex, for f(1.0). Fix: return numbers",
        ),
        (
            TWICE
            + "question(f, edges=[(1.0,)])\n"
            + "misconception(f, 'You add.')(lambda x, y: x)\n",
            "not detected: f(1.0) raises TypeError",
        ),
    ],
)
def test_try_question_says_what_to_change(
    tried: Callable[[str], str], code: str, words: str
) -> None:
    """A fault of the reference, the cases, an example or a misconception is shown with its call."""
    found = tried(code)
    assert words in found and "FIX" in found


def test_a_broken_question_is_an_error_of_every_command(tmp_path: Path) -> None:
    """The starter file cannot be written, and the error says why."""
    (tmp_path / "week13.py").write_text(HEAD + TWICE + "question(f)(lambda draw: draw.x)\n")
    (tmp_path / "week14.py").write_text(HEAD + TWICE + "question(f)\n")
    for name, words in (("week13", "cases cannot be drawn"), ("week14", "has no cases. Fix:")):
        (tmp_path / "a.toml").write_text(f'questions = ["{name}:f"]\n')
        with pytest.raises(TextbookError, match=words):
            list(starter(assignment=str(tmp_path / "a.toml")))
        sys.modules.pop(name)


def test_a_counterexample_has_empty_lists_only_where_the_cases_have_them(course: Path) -> None:
    """A case is not made smaller than the cases of the teacher allow."""
    (course / "week10.py").write_text(
        "from textbook_ml.questions import question\n"
        'def total(xs):\n    """Sum."""\n    return sum(xs)\n'
        "question(total, edges=[([1.0, 2.0],), ([3.0],)])\n"
    )
    (course / "week10.toml").write_text('questions = ["week10:total"]\n')
    found = graded(course, "def total(xs):\n    return 1 / 0\n", "week10.toml").questions[0]
    assert found.counterexample is not None
    assert found.counterexample.call == "total([0])"
