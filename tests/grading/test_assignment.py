"""Packaged assignments are correct, and errors in assignment files are reported in one line."""

import datetime
from pathlib import Path

import pytest

from textbook_ml.core.errors import TextbookError
from textbook_ml.grading.assignment import parsed, read_assignment, ready_made
from textbook_ml.grading.select_questions import asked_for, asked_for_all, functions_in
from textbook_ml.questions import questions
from textbook_ml.sources.registry import implemented_by
from textbook_ml.sources.texts import TEXT_KEYS, load

LATE = "[late]\ndue = 2026-11-30T12:00:00\npercent_per_day = 10\n"


def test_each_source_text_has_an_assignment() -> None:
    """There are two assignments for each of the five source texts: equations and algorithms."""
    assert sorted([*TEXT_KEYS, *(f"{key}-algorithms" for key in TEXT_KEYS)]) == ready_made()


@pytest.mark.parametrize("name", TEXT_KEYS)
def test_packaged_assignment_follows_its_text(name: str) -> None:
    """The assignment has 10 to 25 visible questions of its source text, in the same order."""
    assignment = read_assignment(name)
    entries = [task.question.id.partition(":")[0] for task in assignment.tasks]
    order = [entry.id for entry in load().entries.values() if entry.text == name]
    assert 10 <= len(entries) <= 25
    assert [order.index(entry) for entry in entries] == sorted(map(order.index, entries))
    assert all(task.visible for task in assignment.tasks)


@pytest.mark.parametrize("name", TEXT_KEYS)
def test_reference_solutions_get_full_marks(name: str) -> None:
    """The reference functions answer all questions of each packaged assignment, in floats."""
    assignment = read_assignment(name)
    for task in assignment.tasks:
        exam = task.question.exam(assignment.public_seed, assignment.cases)
        assert len(exam) >= 5, task.question.function
        for case, due in exam:
            assert task.question.fault(case, due, due) is None, task.question.call(case)


def test_questions_are_found_by_name_or_id() -> None:
    """A function name, an id of any source text, and an entry with several functions work."""
    assert asked_for("variance_mvue") == [questions()["variance_mvue"]]
    both = implemented_by()["mitchell-1"]
    assert [q.function for q in asked_for("mitchell-1")] == [n.rpartition(".")[2] for n in both]
    assert [q.id for q in asked_for("mitchell-1:naive_product")] == ["mitchell-1:naive_product"]


def test_every_question_is_found_by_its_own_id() -> None:
    """The id shown in reports can be used to select the question."""
    for question in questions().values():
        assert question.function in [found.function for found in asked_for(question.id)]


def test_duplicate_selections_are_removed() -> None:
    """A function that is selected under two ids is one question."""
    assert len(asked_for_all(["mitchell-15", "variance_mvue", "gwansiu-17"])) == 1


def test_assignment_file_sets_points_limits_and_files(tmp_path: Path) -> None:
    """Points and visibility apply to all questions or one; limits, packages and files are read."""
    text = """
        title = "Week 3"
        points = 2
        hidden = true
        cases = 30
        packages = ["numpy"]
        files = ["table.csv"]
        public_seed = "week-3"
        seed = "s3cret"
        questions = ["mitchell-13", { ask = "variance_mvue", points = 0.5, hidden = false }]
        [limits]
        cpu = 1
        memory = 500_000_000
    """
    (tmp_path / "table.csv").write_text("a,b\n")
    read = parsed(text + LATE, "hw.toml", tmp_path)
    assert [(t.question.function, t.points, t.visible) for t in read.tasks] == [
        ("mean_mle", 2.0, False),
        ("variance_mvue", 0.5, True),
    ]
    assert (read.max_score, read.cases, read.seed) == (2.5, 30, "s3cret")
    assert (read.limits.cpu, read.limits.memory) == (1, 500_000_000)
    assert (read.limits.packages, read.limits.files) == (
        ("numpy",),
        (str(tmp_path / "table.csv"),),
    )
    assert read.late is not None
    assert read.late.due == datetime.datetime(2026, 11, 30, 12)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("questions = [", "must be valid TOML"),
        ("", "questions is missing"),
        ("questions = []", "the list questions is empty"),
        ('question = ["mitchell-13"]', "Did you mean questions"),
        ('questions = ["mitchel-13"]', "Did you mean mitchell-13"),
        ('questions = "mitchell-13"', "questions must be a list, got"),
        ("questions = [13]", "must be a name in quotes"),
        ('questions = [{ ask = "mitchell-13", point = 2 }]', "Did you mean points"),
        ('questions = [{ ask = "mitchell-13", points = "2" }]', "points must be a number, got"),
        ('questions = [{ ask = "mitchell-13", points = true }]', "points must be a number, got"),
        ('questions = [{ ask = "mitchell-13", points = 0 }]', "more than 0"),
        ('questions = [{ ask = "mitchell-13", points = inf }]', "points must be a number, got"),
        ('questions = [{ ask = "mitchell-13", hidden = "no" }]', "true or false"),
        ('questions = ["mitchell-13", "mean_mle"]', "duplicate question mean_mle"),
        ('cases = 0\nquestions = ["mitchell-13"]', "cases must be from 1 to"),
        ('seed = ""\nquestions = ["mitchell-13"]', "seed must not be empty"),
        ('packages = [3]\nquestions = ["mitchell-13"]', "names in quotes"),
        ('files = ["../x"]\nquestions = ["mitchell-13"]', "without a folder"),
        ('files = ["no.csv"]\nquestions = ["mitchell-13"]', "there is no file 'no.csv'"),
        ('questions = ["mitchell-13"]\n[limits]\nwalls = 3', "Did you mean wall"),
        ('questions = ["mitchell-13"]\n[limits]\ncpu = -1', "cpu"),
        ('questions = ["mitchell-13"]\n[limits]\nmemory = 1.5', "memory must be a number, got"),
        ('questions = ["mitchell-13"]\n[late]\npercent_per_day = 10', "must have the key due"),
        ('questions = ["mitchell-13"]\n[late]\ndue = "soon"', "a date and time"),
        ('questions = ["mitchell-13"]\n' + LATE + "most_percent = 120", "from 0 to 100"),
        ("questions = " + "[" * 5000, "must be valid TOML"),
    ],
)
def test_invalid_assignment_is_rejected_in_one_line(text: str, said: str) -> None:
    """The error starts with the file name, and names the value and the fix."""
    with pytest.raises(TextbookError, match=said) as refusal:
        parsed(text, "hw.toml", Path())
    message = str(refusal.value)
    assert message.startswith("hw.toml: ")
    assert "\n" not in message


def test_error_for_missing_assignment_lists_packaged_assignments() -> None:
    """The error contains the names of the packaged assignments."""
    with pytest.raises(TextbookError, match="gwansiu, gwansiu-algorithms, mitchell"):
        read_assignment("homework.toml")


def test_assignment_file_may_have_a_byte_order_mark(tmp_path: Path) -> None:
    """Some editors write a byte order mark at the start of a file."""
    path = tmp_path / "hw.toml"
    path.write_text('\ufeffquestions = ["mitchell-13"]\n', encoding="utf-8")
    read = read_assignment(str(path))
    assert (read.title, len(read.tasks)) == ("hw", 1)


def test_option_only_selects_questions_of_an_assignment() -> None:
    """Points are kept; selecting a question outside the assignment is an error."""
    whole = read_assignment("mitchell")
    assert [t.points for t in whole.only(["mitchell-26"]).tasks] == [3.0]
    with pytest.raises(TextbookError, match="contains none of the questions hinge_loss"):
        whole.only(["hinge_loss"])


@pytest.mark.parametrize(
    "source",
    [
        "def f(x):\n    return x\ng = lambda x: x\nfrom helpers import h\n",
        "def f(x):\n    return (\ndef g(x): pass\ndef h(x): pass\n",
        "def f(x):\r\n    return x\r\nfrom helpers import (\r\n    g,\r\n    other as h,\r\n)\r\n",
        "x = " + "(" * 100_000 + "\ndef f(): pass\ndef g(): pass\ndef h(): pass\n",
    ],
)
def test_defined_names_are_found_without_parsing(source: str) -> None:
    """Names are also found in invalid Python and in files that crash the parser."""
    assert functions_in(source) >= {"f", "g", "h"}


def test_names_in_functions_and_comments_are_not_defined() -> None:
    """A file that only mentions softmax is not graded on it."""
    source = "# softmax\nclass A:\n    def softmax(self): pass\nif softmax == 1: pass\n"
    assert functions_in(source) == set()
