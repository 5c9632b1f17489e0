"""The report as JUnit XML for build servers: a test suite for each submission."""

from collections.abc import Sequence
from math import fsum

from textbook_ml.grading.reports.report_text import out_of, points, verdict_words
from textbook_ml.grading.reports.terminal import about
from textbook_ml.grading.results import QuestionResult, Result, Verdict
from textbook_ml.plots.svg import Markup, element, joined, words

# In JUnit a wrong answer is a failure; a question without an answer is an error.
WRONG = (
    Verdict.WRONG_VALUE,
    Verdict.WRONG_TYPE,
    Verdict.MUTATED_ARGUMENT,
    Verdict.RAISED,
    Verdict.UNSTABLE,
)
SKIPPED = (Verdict.NOT_ATTEMPTED, Verdict.GRADER_ERROR, Verdict.TO_MARK, Verdict.MARKED)


def as_junit(results: Sequence[Result]) -> str:
    """Return the XML document."""
    suites = element("testsuites", joined([_test_suite(result) for result in results]))
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{suites}\n'


def _test_suite(result: Result) -> Markup:
    kinds = [_junit_outcome(q) for q in result.questions]
    values = {
        "seed": result.seed,
        "isolation": result.isolation,
        "unprotected": " ".join(result.unprotected),
        "score": points(result.score),
        "max_score": points(result.max_score),
    }
    properties = [element("property", name=name, value=value) for name, value in values.items()]
    return element(
        "testsuite",
        element("properties", *properties),
        joined([_test_case(result, question) for question in result.questions]),
        name=result.submission,
        tests=str(len(kinds)),
        failures=str(kinds.count("failure")),
        errors=str(kinds.count("error")),
        skipped=str(kinds.count("skipped")),
        time=f"{fsum(q.seconds for q in result.questions):.3f}",
    )


def _test_case(result: Result, question: QuestionResult) -> Markup:
    """Return the test case of one question, without characters that XML forbids."""
    kind = _junit_outcome(question)
    named = {
        "classname": result.submission,
        "name": f"{question.function} ({question.id})",
        "time": f"{question.seconds:.3f}",
    }
    if kind == "passed":
        return element("testcase", **named)
    message = f"{out_of(question.score, question.max_score)}: {verdict_words(question)}"
    if kind == "skipped":
        return element("testcase", element("skipped", message=message), **named)
    lines = joined([words(line) for line in about(question)])
    inside = element(kind, lines, message=message, type=str(question.verdict))
    return element("testcase", inside, **named)


def _junit_outcome(question: QuestionResult) -> str:
    """Return the JUnit outcome; a question with full points counts as passed."""
    if question.verdict in SKIPPED:
        return "skipped"
    if question.verdict is Verdict.PASSED or question.score >= question.max_score:
        return "passed"
    return "failure" if question.verdict in WRONG else "error"
