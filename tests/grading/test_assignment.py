"""Assignments: the ready-made ones are sound, and what is unclear is refused in one line."""

import datetime
from pathlib import Path

import pytest

from textbook_ml.errors import TextbookError
from textbook_ml.grading.assignment import parsed, read_assignment, ready_made
from textbook_ml.grading.selecting import asked_for, asked_for_all, functions_in
from textbook_ml.questions import questions
from textbook_ml.registry import implemented_by
from textbook_ml.sources import TEXT_KEYS, load

LATE = "[late]\ndue = 2026-11-30T12:00:00\npercent_per_day = 10\n"


def test_each_text_has_its_assignment() -> None:
    """Five texts, five assignments."""
    assert sorted(TEXT_KEYS) == ready_made()


@pytest.mark.parametrize("name", TEXT_KEYS)
def test_a_ready_made_assignment_follows_its_text(name: str) -> None:
    """Ten to twenty-five questions of that text, in its order, all open to the students."""
    assignment = read_assignment(name)
    entries = [task.question.id.partition(":")[0] for task in assignment.tasks]
    order = [entry.id for entry in load().entries.values() if entry.text == name]
    assert 10 <= len(entries) <= 25
    assert [order.index(entry) for entry in entries] == sorted(map(order.index, entries))
    assert all(task.visible for task in assignment.tasks)


@pytest.mark.parametrize("name", TEXT_KEYS)
def test_the_references_get_full_marks(name: str) -> None:
    """Every question of a ready-made assignment can be answered, in floats, on all its cases."""
    assignment = read_assignment(name)
    for task in assignment.tasks:
        exam = task.question.exam(assignment.public_seed, assignment.cases)
        assert len(exam) >= 5, task.question.function
        for case, due in exam:
            assert task.question.fault(case, due, due) is None, task.question.call(case)


def test_questions_are_found_by_every_name() -> None:
    """By function, by the id of any text that says it, and all of an entry at once."""
    assert asked_for("variance_mvue") == [questions()["variance_mvue"]]
    both = implemented_by()["mitchell-1"]
    assert [q.function for q in asked_for("mitchell-1")] == [n.rpartition(".")[2] for n in both]
    assert [q.id for q in asked_for("mitchell-1:naive_product")] == ["mitchell-1:naive_product"]


def test_every_question_is_found_by_its_own_id() -> None:
    """What a report calls a question can be typed."""
    for question in questions().values():
        assert question.function in [found.function for found in asked_for(question.id)]


def test_nothing_is_asked_twice() -> None:
    """The same function under two ids is one question."""
    assert len(asked_for_all(["mitchell-15", "variance_mvue", "gwansiu-17"])) == 1


def test_what_an_assignment_says_is_what_is_asked(tmp_path: Path) -> None:
    """Points and hiding for all, or for one; limits, packages and files by their names."""
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
def test_what_is_unclear_is_refused_in_one_line(text: str, said: str) -> None:
    """With the name of the file, what came, and what would do."""
    with pytest.raises(TextbookError, match=said) as refusal:
        parsed(text, "hw.toml", Path())
    message = str(refusal.value)
    assert message.startswith("hw.toml: ")
    assert "\n" not in message


def test_an_assignment_that_is_not_there_leads_to_those_that_are() -> None:
    """The five names are in the refusal."""
    with pytest.raises(TextbookError, match="gwansiu, mitchell, ng, sontag, xing"):
        read_assignment("homework.toml")


def test_an_assignment_is_a_file(tmp_path: Path) -> None:
    """Also one that an editor has saved with a mark of its bytes in front."""
    path = tmp_path / "hw.toml"
    path.write_text('\ufeffquestions = ["mitchell-13"]\n', encoding="utf-8")
    read = read_assignment(str(path))
    assert (read.title, len(read.tasks)) == ("hw", 1)


def test_some_questions_of_an_assignment() -> None:
    """Its points stay; what it does not ask is refused."""
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
def test_names_that_a_file_defines_are_seen(source: str) -> None:
    """Also in a file that is not Python yet, and in one that no interpreter survives."""
    assert functions_in(source) >= {"f", "g", "h"}


def test_what_is_inside_a_function_or_a_comment_is_not_defined() -> None:
    """A student who mentions the softmax is not asked for it."""
    source = "# softmax\nclass A:\n    def softmax(self): pass\nif softmax == 1: pass\n"
    assert functions_in(source) == set()
