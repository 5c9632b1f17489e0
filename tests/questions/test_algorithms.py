"""Questions on whole algorithms: any method that reaches the maximum is right."""

from math import inf, nan

import pytest

from textbook_ml.equations.ascent import penalised_step, safe_step_size
from textbook_ml.equations.logistic import with_intercept
from textbook_ml.equations.softmax import softmax_step
from textbook_ml.questions import questions
from textbook_ml.questions.framework.judge import maximum

judge = maximum(lambda centre, w: -(w[0] - centre) * (w[0] - centre))


def test_weights_are_judged_by_the_value_of_the_objective() -> None:
    """At a distance of 0.001 from the maximum the objective is smaller by only 1e-6."""
    assert judge((3.0,), [3.0], [3.0009]) is None
    assert judge((3.0,), [3.0], [2.9991]) is None
    assert judge((3.0,), [3.0], [3.0011]) is not None
    fault = judge((3.0,), [3.0], [3.1])
    assert fault is not None
    assert "is -0.01 at your weights, but its maximum is -0" in fault.words


@pytest.mark.parametrize("got", [[inf], [nan], ["3"], [3.0, 0.0], [], 3.0, None, [True]])
def test_invalid_weights_are_wrong(got: object) -> None:
    """Weights that are infinite, NaN, not numbers, or of the wrong number are wrong."""
    assert judge((3.0,), [3.0], got) is not None


def test_weights_that_overflow_are_wrong() -> None:
    """The objective raises an error; the judge reports a wrong answer."""
    question = questions()["fit_logistic_regression"]
    case, expected = question.exam("large", 50)[0]
    assert question.fault(case, [1e308] * len(expected), expected) is not None


def test_slow_gradient_ascent_passes_logistic_regression() -> None:
    """Safe steps of equation (26), until little changes, get full marks."""
    question = questions()["fit_logistic_regression"]
    for case, expected in question.exam("slow", 12):
        rows, labels, lam = case
        examples = with_intercept(rows)
        eta = 1 / (1 / safe_step_size(examples) + lam)
        w = [0.0] * len(examples[0])
        for _ in range(150):
            w = penalised_step(w, examples, labels, eta, lam)
        assert question.fault(case, w, expected) is None


def test_slow_gradient_ascent_passes_softmax_regression() -> None:
    """Safe steps of equation (29), until little changes, get full marks."""
    question = questions()["fit_softmax_regression"]
    for case, expected in question.exam("slow", 8):
        rows, labels, n_classes, lam = case
        examples = with_intercept(rows)
        eta = 1 / (4 / safe_step_size(examples) + lam)
        w = [[0.0] * len(examples[0]) for _ in range(n_classes - 1)]
        for _ in range(400):
            w = softmax_step(w, examples, labels, eta, lam)
        assert question.fault(case, w, expected) is None


def test_slow_questions_have_fewer_cases() -> None:
    """Questions on fitting have a maximum number of cases; the seed selects the cases."""
    question = questions()["fit_logistic_regression"]
    assert len(question.cases("one", 50)) == len(question.cases("one", 5000)) == question.most < 50
    assert question.cases("one", 50) != question.cases("other", 50)
