"""Programs in other languages are graded by lines of JSON, in the same sandbox as Python."""

import json
import shutil
import sys
from pathlib import Path

import pytest

from textbook_ml.core.errors import TextbookError
from textbook_ml.grading.assignment import read_assignment
from textbook_ml.grading.check import check
from textbook_ml.grading.gradescope_bundle import gradescope_bundle
from textbook_ml.grading.grading_job import GradingJob
from textbook_ml.grading.program_language import LANGUAGES
from textbook_ml.grading.results import QuestionResult, Result
from textbook_ml.grading.starter import starter
from textbook_ml.grading.submissions import submission_at
from textbook_ml.questions import questions
from textbook_ml.questions.framework.program_form import answer_line, in_program, with_types_of
from textbook_ml.questions.framework.starter_code import signature

FUNCTIONS = ("variance_mvue", "bayes_rule", "sigmoid")
TOOLS = {"javascript": "node", "java": "javac", "cpp": "g++", "r": "Rscript", "julia": "julia"}
NOT_WRITTEN = {
    "javascript": "throw notWritten();",
    "java": 'throw new UnsupportedOperationException("not written yet");',
    "cpp": "throw NotWritten();",
    "r": 'stop("not written yet", call. = FALSE)',
    "julia": 'error("not written yet")',
}
BODIES = {
    "javascript": (
        'console.log("printed"); let s = 0; for (const x of xs) s += (x - mu) * (x - mu);'
        "return s / (xs.length - 1);",
        "const top = Math.max(...Object.keys(prior).map(y => Math.log(prior[y])"
        "+ Math.log(likelihood[y])));"
        "const p = {}; let s = 0; for (const y in prior) { p[y] = Math.exp(Math.log(prior[y])"
        "+ Math.log(likelihood[y]) - top); s += p[y]; } for (const y in p) p[y] /= s; return p;",
        "const e = Math.exp(-Math.abs(t)); return t >= 0 ? 1 / (1 + e) : e / (1 + e);",
    ),
    "java": (
        'System.out.println("printed"); double s = 0; for (double x : xs) s += (x - mu) * (x - mu);'
        "return s / (xs.length - 1);",
        "double top = Double.NEGATIVE_INFINITY, s = 0; Map<String, Double> p = new HashMap<>();"
        "for (String y : prior.keySet()) { double l = Math.log(prior.get(y))"
        "+ Math.log(likelihood.get(y)); p.put(y, l); top = Math.max(top, l); }"
        "for (String y : prior.keySet()) { p.put(y, Math.exp(p.get(y) - top)); s += p.get(y); }"
        "for (String y : prior.keySet()) p.put(y, p.get(y) / s); return p;",
        "double e = Math.exp(-Math.abs(t)); return t >= 0 ? 1 / (1 + e) : e / (1 + e);",
    ),
    "cpp": (
        'std::cout << "printed"; double s = 0; for (double x : xs) s += (x - mu) * (x - mu);'
        "return s / (xs.size() - 1.0);",
        "double top = -INFINITY, s = 0; std::map<std::string, double> p;"
        "for (auto& [y, q] : prior) top = std::max(top, p[y] = std::log(q)"
        "+ std::log(likelihood[y]));"
        "for (auto& [y, l] : p) s += l = std::exp(l - top);"
        "for (auto& [y, l] : p) l /= s; return p;",
        "double e = std::exp(-std::abs(t)); return t >= 0 ? 1 / (1 + e) : e / (1 + e);",
    ),
    "r": (
        'print("printed"); sum((xs - mu)^2) / (length(xs) - 1)',
        "l <- log(unlist(prior)) + log(unlist(likelihood[names(prior)])); "
        "p <- exp(l - max(l)); p / sum(p)",
        "e <- exp(-abs(t)); if (t >= 0) 1 / (1 + e) else e / (1 + e)",
    ),
    "julia": (
        "return sum((xs .- mu) .^ 2) / (length(xs) - 1)",
        "l = Dict(y => log(prior[y]) + log(likelihood[y]) for y in keys(prior)); "
        "top = maximum(values(l)); s = sum(exp(v - top) for v in values(l)); "
        "return Dict(y => exp(l[y] - top) / s for y in keys(l))",
        "e = exp(-abs(t)); return t >= 0 ? 1 / (1 + e) : e / (1 + e)",
    ),
}
DIVISOR = {
    "javascript": ("(xs.length - 1)", "xs.length"),
    "java": ("(xs.length - 1)", "xs.length"),
    "cpp": ("(xs.size() - 1.0)", "xs.size()"),
    "r": ("(length(xs) - 1)", "length(xs)"),
    "julia": ("(length(xs) - 1)", "length(xs)"),
}


def assignment(folder: Path, language: str, functions: tuple[str, ...] = FUNCTIONS) -> Path:
    """Write an assignment in this language."""
    path = folder / "hw.toml"
    listed = ", ".join(f'"{name}"' for name in functions)
    text = language if "{" in language else f'"{language}"'
    path.write_text(
        f"title = 'Programs'\nlanguage = {text}\ncases = 25\nquestions = [{listed}]\n"
        "[limits]\nwall = 4\n"
    )
    return path


def graded(path: Path, file: Path) -> Result:
    """Grade one file."""
    whole = read_assignment(str(path))
    found = submission_at(str(file), whole.endings)
    return GradingJob(whole, "secret").find(found, 2, lambda result: None)


def by_name(result: Result) -> dict[str, QuestionResult]:
    """Return the results by function."""
    return {q.function: q for q in result.questions}


def solution(path: Path, language: str) -> str:
    """Return the starter file with its functions filled in."""
    text = "\n".join(starter(assignment=str(path)))
    for body in BODIES[language]:
        text = text.replace(NOT_WRITTEN[language], body, 1)
    return text


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_right_wrong_and_empty_programs(tmp_path: Path, language: str) -> None:
    """Values, misconceptions, empty functions and errors of the compiler are reported."""
    path = assignment(tmp_path, language)
    text = solution(path, language)
    assert NOT_WRITTEN[language] not in text
    if shutil.which(TOOLS[language]) is None:
        pytest.skip(f"{TOOLS[language]} is not installed")
    file = tmp_path / f"ada{LANGUAGES[language].endings[0]}"
    file.write_text(text)
    found = by_name(graded(path, file))
    assert {name: str(q.verdict) for name, q in found.items()} == dict.fromkeys(FUNCTIONS, "passed")
    file.write_text(text.replace(*DIVISOR[language]))
    found = by_name(graded(path, file))
    assert found["variance_mvue"].misconception == "divided_by_n"
    example = found["variance_mvue"].counterexample
    assert example is not None and example.call.startswith('{"call": "variance_mvue", "args": [[')
    assert found["sigmoid"].verdict == "passed"
    file.write_text("\n".join(starter(assignment=str(path))))
    found = by_name(graded(path, file))
    assert {str(q.verdict) for q in found.values()} == {"not_attempted"}
    if LANGUAGES[language].build:
        file.write_text(text + "\n)(\n")
        result = graded(path, file)
        assert {str(q.verdict) for q in result.questions} == {"load_error"}
        assert "cannot be built" in result.notes[0]


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
@pytest.mark.parametrize(
    ("code", "verdict"),
    [
        pytest.param("while (true) {}", "timeout", marks=pytest.mark.slow),
        ("process.exit(3)", "crashed"),
        ("process.kill(process.pid, 'SIGSEGV')", "crashed"),
        ("process.stdout.write('hello\\n'); return 1", "raised unstable"),
        ("process.stdout.write('{\"value\": 1')", "wrong_value raised"),
        ("process.stdout.write('x'.repeat(1 << 20) + '\\n'); return 1", "raised"),
        ("process.stdout.write('['.repeat(50000) + '\\n'); return 1", "raised unstable"),
        ("return {toString: 7, a: {b: []}}", "wrong_type"),
        ("throw new TypeError('no')", "raised"),
        ("return", "wrong_type"),
    ],
)
def test_hostile_programs_get_a_verdict(tmp_path: Path, code: str, verdict: str) -> None:
    """A program that breaks the protocol loses only its own points."""
    path = assignment(tmp_path, "javascript", ("sigmoid", "mean_mle"))
    text = "\n".join(starter(assignment=str(path)))
    text = text.replace(NOT_WRITTEN["javascript"], code, 1)
    text = text.replace(
        NOT_WRITTEN["javascript"], "return xs.reduce((a, b) => a + b, 0) / xs.length;"
    )
    (tmp_path / "eve.js").write_text(text)
    found = by_name(graded(path, tmp_path / "eve.js"))
    assert str(found["sigmoid"].verdict) in verdict.split()
    assert found["sigmoid"].score == 0
    assert found["mean_mle"].verdict == "passed"


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
@pytest.mark.skipif(sys.platform != "linux", reason="the sandbox tiers of Linux")
def test_a_program_cannot_read_or_write_outside(tmp_path: Path) -> None:
    """A program and its subprograms cannot reach the reference, the assignment or the network."""
    secret = Path("/var/tmp") / f"secret-{tmp_path.name}"
    secret.write_text("secret")
    path = assignment(tmp_path, "javascript", ("sigmoid",))
    package = Path(sys.modules["textbook_ml"].__file__ or "").parent
    tries = [
        f"require('fs').readFileSync('{package}/equations/gaussian.py', 'utf8')",
        f"require('fs').readFileSync('{secret}', 'utf8')",
        f"require('child_process').execFileSync('/bin/cat', ['{secret}'])",
        f"require('child_process').execFileSync('/bin/ls', ['{package}/equations'])",
        f"require('fs').writeFileSync('{secret}', 'x')",
        "require('fs').writeFileSync('/dev/shm/x', 'x')",
        "require('fs').symlinkSync('/etc/passwd', 'link') || require('fs').readFileSync('link')",
        "require('child_process').execFileSync('/bin/kill', ['-9', String(process.ppid - 1)])",
    ]
    text = "\n".join(starter(assignment=str(path)))
    body = "".join(
        f"try {{ {one}; throw 'open {place}' }} "
        f"catch (e) {{ if (String(e).startsWith('open')) throw e }}"
        for place, one in enumerate(tries)
    )
    body += BODIES["javascript"][2]
    (tmp_path / "eve.js").write_text(text.replace(NOT_WRITTEN["javascript"], body, 1))
    try:
        result = graded(path, tmp_path / "eve.js")
        if "landlock" not in result.isolation:
            pytest.skip("Landlock is not available")
        assert (str(result.questions[0].verdict), result.questions[0].words) == (
            "passed",
            "Right on all 25 cases.",
        )
        assert secret.read_text() == "secret"
    finally:
        secret.unlink()


@pytest.mark.skipif(shutil.which("g++") is None, reason="g++ is not installed")
def test_the_compiler_cannot_show_other_files(tmp_path: Path) -> None:
    """`#include` of the assignment or the reference is an error without their text."""
    path = assignment(tmp_path, "cpp", ("sigmoid",))
    reference = Path(sys.modules["textbook_ml"].__file__ or "").parent / "equations" / "logistic.py"
    (tmp_path / "eve.cpp").write_text(f'#include "{path}"\n#include "{reference}"\nint main() {{}}')
    result = graded(path, tmp_path / "eve.cpp")
    assert result.questions[0].verdict == "load_error"
    assert "Programs" not in " ".join(result.notes) and "def " not in " ".join(result.notes)


def test_a_language_without_a_template_can_be_described(tmp_path: Path) -> None:
    """A table in the assignment describes the language; here it is Python as a program."""
    table = f"{{ file = 'solution.pyz', run = ['{sys.executable}', 'solution.pyz'] }}"
    path = assignment(tmp_path, table, ("sigmoid",))
    (tmp_path / "ada.pyz").write_text(
        "import json, math, sys\n"
        "for line in sys.stdin:\n"
        "    t = json.loads(line)['args'][0]\n"
        "    e = math.exp(-abs(t))\n"
        "    print(json.dumps({'value': 1 / (1 + e) if t >= 0 else e / (1 + e)}), flush=True)\n"
    )
    plan = read_assignment(str(path)).tasks[0].question.form.plan
    assert plan["places"] and plan["build"] == []
    if Path(sys.executable).resolve().is_relative_to("/usr"):
        assert graded(path, tmp_path / "ada.pyz").questions[0].verdict == "passed"
    with pytest.raises(TextbookError, match="no starter file for the language pyz"):
        list(starter(assignment=str(path)))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ('"pascal"', "language must be one of python, javascript"),
        ("{ file = 'a/b.rs', run = ['x'] }", "language.file must be a file name"),
        ("{ file = 'b.rs' }", "language.run must be a list"),
        ("{ file = 'b.rs', run = [] }", "language.run must be a list"),
        ("{ file = 'b.rs', run = ['x'], make = 'y' }", "got .'make'."),
        ("{ file = 'b.rs', build = 'x', run = ['x'] }", "language.build must be a list"),
    ],
)
def test_a_wrong_language_is_explained(tmp_path: Path, language: str, words: str) -> None:
    """The message has the value and the fix."""
    path = tmp_path / "hw.toml"
    path.write_text(f'language = {language}\nquestions = ["sigmoid"]\n')
    with pytest.raises(TextbookError, match=words):
        read_assignment(str(path))


def test_a_missing_compiler_is_not_the_students_fault(tmp_path: Path) -> None:
    """The command stops before it grades."""
    table = "{ file = 'b.rs', run = ['no-such-program', 'b.rs'] }"
    path = assignment(tmp_path, table, ("sigmoid",))
    (tmp_path / "b.rs").write_text("x")
    with pytest.raises(TextbookError, match="needs the program no-such-program"):
        list(check(str(tmp_path / "b.rs"), assignment=str(path)))


def test_answers_get_the_types_of_python() -> None:
    """JSON keys are text, JSON has no infinities, and many languages have one type of number."""
    assert with_types_of({0: 0.5}, {"0": 1}) == {0: 1}
    assert with_types_of({(1, "a"): 0.5}, {'[1, "a"]': 1.0}) == {(1, "a"): 1.0}
    assert with_types_of({True: 0.5}, {"true": 1.0}) == {True: 1.0}
    assert with_types_of(float("inf"), "Infinity") == float("inf")
    assert with_types_of("Infinity", "Infinity") == "Infinity"
    assert with_types_of(3, 3.0) == 3 and type(with_types_of(3, 3.0)) is int
    assert with_types_of([1.0], 2.0) == 2.0 and with_types_of([1.0], 2.0, vectors=True) == [2.0]


def test_every_question_on_a_function_can_be_asked_in_any_language() -> None:
    """The reference's own answer, sent as JSON, is right; each has a signature."""
    for asked in questions().values():
        other = in_program(asked, {})
        for case, expected in other.exam("public", 6):
            line = json.loads(other.call(case))
            assert line["call"] == asked.function
            got = json.loads(answer_line(expected))["value"]
            assert other.fault(case, got, expected) is None, (asked.function, case)
        assert signature(other).returns


def test_the_bundle_installs_the_language(tmp_path: Path) -> None:
    """The autograder gets the compiler from the packages of the system."""
    path = assignment(tmp_path, "java", ("sigmoid",))
    list(gradescope_bundle(assignment=str(path), out=str(tmp_path / "bundle")))
    assert "apt-get install -y default-jdk-headless" in (tmp_path / "bundle/setup.sh").read_text()
