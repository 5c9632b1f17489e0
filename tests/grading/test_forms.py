"""Classes and scripts are judged on their behaviour, in the same sandbox as functions."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from textbook_ml.core.errors import TextbookError
from textbook_ml.grading.assignment import read_assignment
from textbook_ml.grading.grade_submission import grade_submission
from textbook_ml.grading.new_question import new_question
from textbook_ml.grading.results import QuestionResult
from textbook_ml.grading.starter import starter
from textbook_ml.grading.try_question import try_question

CLASS = """
class {name}:
    def __init__(self, pseudo=0.0):
        self.pseudo = pseudo
    def {fit}(self, rows, labels):
        known = sorted(set(labels))
        total = len(labels) + self.pseudo * len(known)
        self.priors_ = {{y: (labels.count(y) + self.pseudo) / total for y in known}}
    def {proba}(self, rows):
        return [dict(self.priors_) for _ in rows]
    def predict(self, rows):
        return [max(self.priors_, key=self.priors_.get) for _ in rows]
"""
RIGHT = CLASS.format(name="Prior", fit="fit", proba="predict_proba")
SCRIPT = """
import csv, sys
train, test, out = sys.argv[1:]
rows = list(csv.DictReader(open(train)))
new = [[float(v) for v in r.values()] for r in csv.DictReader(open(test))]
labels = [r.pop("label") for r in rows]
rows = [[float(v) for v in r.values()] for r in rows]
def nearest(x):
    return min(range(len(rows)), key=lambda i: sum((a - b) ** 2 for a, b in zip(rows[i], x)))
with open(out, "w") as f:
    print("label", file=f)
    for x in new:
        print(labels[nearest(x)], file=f)
"""


@pytest.fixture
def course(tmp_path: Path) -> Iterator[Path]:
    """A folder with the two templates as questions, and an assignment for each."""
    list(new_question("Prior", form="class", out=str(tmp_path / "week11.py")))
    list(new_question("nearest", form="script", out=str(tmp_path / "week12.py")))
    (tmp_path / "class.toml").write_text('questions = [{ask = "week11:Prior", points = 6}]\n')
    (tmp_path / "script.toml").write_text('questions = ["week12:nearest"]\n')
    before = list(sys.path)
    yield tmp_path
    sys.path[:] = before
    for name in ("week11", "week12"):
        sys.modules.pop(name, None)


def graded(course: Path, assignment: str, code: str) -> dict[str, QuestionResult]:
    whole = read_assignment(str(course / assignment))
    (course / "ada.py").write_text(code)
    result = grade_submission(
        course / "ada.py", whole.tasks, whole.limits, seed="s", public_seed="p", cases=25
    )
    return {question.function.partition(".")[2]: question for question in result.questions}


def verdicts(found: dict[str, QuestionResult]) -> dict[str, str]:
    return {part: str(question.verdict) for part, question in found.items()}


def test_a_right_class_passes_all_parts(course: Path) -> None:
    """The points are divided among the methods, the attribute and the invariances."""
    found = graded(course, "class.toml", RIGHT)
    assert verdicts(found) == dict.fromkeys(
        ["predict_proba", "predict", "priors_", "row_order", "feature_order", "label_names"],
        "passed",
    )
    assert [question.score for question in found.values()] == [1.0] * 6


def test_a_mistake_costs_only_its_parts(course: Path) -> None:
    """The hint is that of the teacher; the steps to repeat the case can be pasted."""
    uniform = RIGHT.replace("(labels.count(y) + self.pseudo) / total", "1 / len(known)")
    found = graded(course, "class.toml", uniform)
    assert verdicts(found)["predict_proba"] == "wrong_value"
    assert verdicts(found)["row_order"] == "passed"
    assert found["predict_proba"].misconception == "Uniform"
    example = found["predict_proba"].counterexample
    assert example is not None
    namespace: dict[str, object] = {}
    exec(uniform + "\n" + example.call, namespace)
    assert example.call.startswith("model = Prior()\nmodel.fit(")


def test_invariances_detect_mistakes_that_right_values_hide(course: Path) -> None:
    """A class whose results depend on the order of rows or the names of labels loses points."""
    first = RIGHT.replace("return [max(self.priors_, key=self.priors_.get)", "return [self.first")
    first = first.replace("known = sorted", "self.first = labels[0]; known = sorted")
    order = RIGHT.replace("/ total for y", "/ total + (labels[0] == y) for y")
    names = RIGHT.replace("/ total for y", "/ total + (y == 'a') for y")
    assert verdicts(graded(course, "class.toml", first))["predict"] == "wrong_value"
    found = graded(course, "class.toml", order)
    assert verdicts(found)["row_order"] == "wrong_value"
    assert verdicts(found)["label_names"] == "passed"
    assert (
        "with the rows in the opposite order, the predictions differ"
        in found["row_order"].words.lower()
    )
    found = graded(course, "class.toml", names)
    assert verdicts(found)["label_names"] == "wrong_value"
    assert verdicts(found)["row_order"] == "passed"


def test_the_assignment_names_class_arguments_and_methods(course: Path) -> None:
    """Students may be asked for another class name, method name and constructor argument."""
    (course / "class.toml").write_text(
        'questions = [{ask = "week11:Prior", class = "NB", new = {pseudo = 1.0}, '
        'names = {predict_proba = "posterior", fit = "learn"}, '
        "parts = {predict_proba = 3, predict = 1}}]\n"
    )
    code = CLASS.format(name="NB", fit="learn", proba="posterior")
    found = graded(course, "class.toml", code)
    assert verdicts(found) == {"predict_proba": "passed", "predict": "passed"}
    assert found["predict_proba"].max_score == 3.0
    assert found["predict_proba"].function == "NB.predict_proba"
    found = graded(course, "class.toml", code.replace("self.pseudo = pseudo", "self.pseudo = 0"))
    assert found["predict_proba"].verdict == "wrong_value"
    text = "\n".join(starter(assignment=str(course / "class.toml")))
    assert "class NB:" in text and "def posterior(self" in text and "def learn(self" in text
    assert "labels.count" not in text and "# - posterior: 3 points" in text
    found = graded(course, "class.toml", text)
    assert set(verdicts(found).values()) == {"not_attempted"}


@pytest.mark.parametrize(
    ("code", "verdict"),
    [
        ("x = 1\n", "missing"),
        ("class Prior:\n    pass\n", "raised"),
        (RIGHT.replace("(self, rows, labels):", "(self, rows):"), "raised"),
        (RIGHT.replace("known = sorted", "rows.clear(); known = sorted"), "mutated_argument"),
        (RIGHT.replace("known = sorted", "import os; os._exit(0); known = sorted"), "crashed"),
        (RIGHT.replace("dict(self.priors_) for", "7 for"), "wrong_type"),
        (RIGHT.replace("class Prior:", "class Prior(:"), "load_error"),
    ],
)
def test_faults_of_a_class_get_their_verdict(course: Path, code: str, verdict: str) -> None:
    """A class that is missing, crashes or changes its data is reported like a function."""
    assert graded(course, "class.toml", code)["predict_proba"].verdict == verdict


def test_a_right_script_passes(course: Path) -> None:
    """The script runs for each case with new files; sys.exit(0) and prints cost nothing."""
    found = graded(course, "script.toml", SCRIPT + "print('done')\nsys.exit(0)\n")
    assert found[""].verdict == "passed", found[""].words
    guarded = "def main():\n" + "".join(f"    {line}\n" for line in SCRIPT.splitlines())
    guarded += 'if __name__ == "__main__":\n    main()\n'
    assert graded(course, "script.toml", guarded)[""].verdict == "passed"


@pytest.mark.parametrize(
    ("old", "new", "verdict", "words"),
    [
        ("labels[nearest(x)]", "max(sorted(set(labels)), key=labels.count)", "wrong_value", "at ["),
        ('print("label", file=f)', "pass", "wrong_value", "must contain the header label"),
        ("for x in new", "for x in new[1:]", "wrong_value", "one for each row of test.csv"),
        ('open(out, "w")', 'open("else.csv", "w")', "raised", "did not write the file"),
        ("import csv, sys", "import csv, sys; sys.exit(3)", "raised", "SystemExit"),
        ("import csv, sys", "import csv sys", "load_error", "SyntaxError"),
        ("import csv, sys", "import csv, sys\nwhile True: pass", "timeout", "in time"),
        ("import csv, sys", "raise NotImplementedError", "not_attempted", "Not written"),
        ("open(train)", "open('/etc/passwd')", "raised", "PermissionError"),
    ],
)
def test_faults_of_a_script_get_their_verdict(
    course: Path, old: str, new: str, verdict: str, words: str
) -> None:
    """A wrong, incomplete, endless or forbidden script is reported in a sentence."""
    (course / "script.toml").write_text(
        'questions = ["week12:nearest"]\n[limits]\nwall = 1\ncpu = 1\nbudget = 8\n'
    )
    assert old in SCRIPT
    found = graded(course, "script.toml", SCRIPT.replace(old, new))[""]
    assert found.verdict == verdict
    assert words.lower() in found.words.lower()
    if "labels.count" in new:
        assert found.misconception == "most_frequent"


def test_the_templates_are_good_questions(course: Path) -> None:
    """`try-question` accepts the templates, and tests class mutants with all parts together."""
    for file in ("week11.py", "week12.py"):
        words = "\n".join(try_question(str(course / file)))
        assert "All questions are ready to use." in words
    assert "predictions.csv" in "\n".join(starter(assignment=str(course / "script.toml")))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[{ask = "week11:Prior", new = {psuedo = 1}}]', "unexpected keyword argument 'psuedo'"),
        ('[{ask = "week11:Prior", parts = {proba = 1}}]', "has no part 'proba'"),
        ('[{ask = "week11:Prior", parts = {predict = 0}}]', "must be above 0"),
        ('[{ask = "week11:Prior", names = {fit = "a b"}}]', "must be a Python name"),
        ('[{ask = "mean_mle", class = "A"}]', "are for classes"),
        ('["week12:nearest", "mean_mle"]', "a script is a submission of its own"),
    ],
)
def test_errors_in_assignments_are_reported(course: Path, text: str, words: str) -> None:
    """Wrong parts, names and arguments are errors of the assignment."""
    (course / "bad.toml").write_text(f"questions = {text}\n")
    with pytest.raises(TextbookError, match=words):
        read_assignment(str(course / "bad.toml"))


LABELS_ONLY = '''
from textbook_ml.questions import Case, Draw, class_question


class NearestMean:
    """Predict the class with the nearest mean; `means_` has the mean of each label."""

    def fit(self, rows: list[list[float]], labels: list[str]) -> None:
        """Learn the mean of each class."""
        self.means_ = {}
        for y in sorted(set(labels)):
            own = [row for row, label in zip(rows, labels) if label == y]
            self.means_[y] = [sum(column) / len(column) for column in zip(*own)]

    def predict(self, rows: list[list[float]]) -> list[str]:
        """Return the label of the nearest mean, for each row."""
        far = [{y: sum(abs(a - b) for a, b in zip(row, mean)) for y, mean in self.means_.items()}
               for row in rows]
        return [min(one, key=lambda y: one[y]) for one in far]


@class_question(
    NearestMean, attributes=["means_"], invariances=["row_order", "duplicates", "label_names"]
)
def _(draw: Draw) -> Case:
    n, width = draw.length(3, 9), draw.length(1, 3)
    return draw.table(n, width), draw.covering(["a", "b", "c"], n), draw.table(3, width)
'''


def test_invariances_of_a_class_without_probabilities(course: Path) -> None:
    """Ties of the reference are left out, and wrong labels do not cost the invariances."""
    (course / "week11.py").write_text(LABELS_ONLY)
    (course / "class.toml").write_text(
        'questions = [{ask = "week11:NearestMean", names = {means_ = "centres"}}]\n'
    )
    assert not any("FIX" in line for line in try_question(str(course / "week11.py")))
    assert "`centres` has the mean" in "\n".join(starter(assignment=str(course / "class.toml")))
    right = LABELS_ONLY.partition("@class_question")[0].replace("means_", "centres")
    code = "".join(right.partition("class NearestMean")[1:])
    assert set(verdicts(graded(course, "class.toml", code)).values()) == {"passed"}
    farthest = code.replace("min(one", "max(one")
    found = verdicts(graded(course, "class.toml", farthest))
    assert found["predict"] == "wrong_value" and found["duplicates"] == "passed"
    assert found["row_order"] == "passed"


def test_files_that_a_script_leaves_open_are_written(course: Path) -> None:
    """Files left open are flushed, as at the end of a program, before the result is read."""
    code = SCRIPT.replace('with open(out, "w") as f:\n', 'f = open(out, "w")\nif True:\n')
    assert verdicts(graded(course, "script.toml", code)) == {"": "passed"}
    empty = graded(course, "script.toml", 'open("predictions.csv", "w")\n')[""]
    assert "the file is empty; its first line must be the header label" in empty.words


TIES = """
def scores(rows, labels, new_rows):
    model = NearestMean()
    model.fit(rows, labels)
    far = [{y: sum(abs(a - b) for a, b in zip(row, mean)) for y, mean in model.means_.items()}
           for row in new_rows]
    return [{y: -one[y] for y in one} for one in far]


@class_question(
    NearestMean, invariances=["row_order"], judges={"predict": each_best(scores)}
)
def _(draw: Draw) -> Case:
    n = draw.length(3, 9)
    return draw.table(n, 1), draw.covering(["a", "b"], n), draw.table(3, 1)
"""


def test_ties_cost_no_invariance(course: Path) -> None:
    """A class that breaks ties by the order of the rows is right if the judge accepts ties."""
    head = LABELS_ONLY.partition("@class_question")[0]
    (course / "week12.py").write_text(head.replace("Draw, class", "Draw, each_best, class") + TIES)
    (course / "class.toml").write_text(
        '[[questions]]\nask = "week12:NearestMean"\nclass = "Centroid"\n'
    )
    words = "\n".join(starter(assignment=str(course / "class.toml")))
    assert "NearestMean" not in words
    code = "".join(head.partition("class NearestMean")[1:]).replace("NearestMean", "Centroid")
    by_rows = code.replace("sorted(set(labels))", "dict.fromkeys(labels)")
    assert set(verdicts(graded(course, "class.toml", by_rows)).values()) == {"passed"}


ANYTHING = """
class Any(float):
    def __eq__(self, other):
        return True
    def __sub__(self, other):
        return 0.0
    def __abs__(self):
        return 0.0


class Right(dict):
    def __getitem__(self, key):
        return Any(0.5)
    def __eq__(self, other):
        return True


"""
FORGERY = "\nclass Prior:\n    def fit(self, rows, labels):\n        pass\n"


@pytest.mark.parametrize(
    "attack",
    [
        # values that equal everything
        ANYTHING + FORGERY + "    def predict_proba(self, rows):\n"
        "        return [Right(a=Any(1)) for _ in rows]\n"
        "    def predict(self, rows):\n        return [Any(1) for _ in rows]\n"
        "    priors_ = Right()\n",
        # messages after the answer, and a process that ends itself
        "import os\n" + FORGERY + "    def predict_proba(self, rows):\n"
        "        for number in range(3, 20):\n"
        "            try:\n                os.write(number, b'{\"value\": 1}' * 9)\n"
        "            except OSError:\n                pass\n"
        "        return [{'a': 1.0} for _ in rows]\n"
        "    def __del__(self):\n        os._exit(0)\n",
        # builtins that the worker uses
        "import builtins\n" + FORGERY + "    def predict_proba(self, rows):\n"
        "        builtins.len = lambda x: 10**9\n        builtins.isinstance = lambda *a: True\n"
        "        return [{'a': 1.0} for _ in rows]\n",
        # values that are too deep, too long or too many
        pytest.param(
            FORGERY + "    def predict_proba(self, rows):\n        x = []\n"
            "        for _ in range(9999):\n            x = [x]\n        return x\n"
            "    def predict(self, rows):\n        return [10**99999 for _ in rows]\n"
            "    priors_ = dict.fromkeys(range(99999), 1.0)\n",
            marks=pytest.mark.slow,
        ),
        # a search for the reference
        "import sys\n" + FORGERY + "    def predict_proba(self, rows):\n"
        "        frame = sys._getframe()\n        while frame:\n"
        "            for value in frame.f_locals.values():\n"
        "                if hasattr(value, 'reference'):\n"
        "                    return value.reference(rows)\n"
        "            frame = frame.f_back\n        return []\n",
    ],
)
def test_hostile_classes_get_no_points(course: Path, attack: str) -> None:
    """No part is passed, whatever the class returns or does to the worker process."""
    assert "passed" not in verdicts(graded(course, "class.toml", attack)).values()


@pytest.mark.parametrize(
    "attack",
    [
        "import os\nos.symlink('/etc/passwd', 'predictions.csv')\n",
        "import os\nos.link('train.csv', 'predictions.csv')\n",
        "import os\nos.mkdir('predictions.csv')\n",
        "import builtins, io\nbuiltins.open = lambda *a, **k: io.StringIO('label\\na\\n')\n",
        "import os\nopen('predictions.csv', 'w').write('label\\na\\n')\nos._exit(0)\n",
        "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\n",
        "open('predictions.csv', 'wb').write(b'label\\n\\x00\\xff=1+1|cmd\\x1b[31m\\n')\n",
        "open('predictions.csv', 'w').write('label\\n\"' + 'a' * 200_000)\n",
    ],
)
def test_hostile_scripts_get_no_points(course: Path, attack: str) -> None:
    """Links, folders, replaced builtins and invalid files are not predictions."""
    [verdict] = verdicts(graded(course, "script.toml", attack)).values()
    assert verdict != "passed"
