"""Example results of the grader, for the tests of reports."""

from textbook_ml.grading.results import Counterexample, QuestionResult, Result, Verdict

HOSTILE = '<script>alert(1)</script>\x1b[31m\x00 & "quoted" ]]> \u202e\ud800'

RIGHT = QuestionResult("mitchell-13", "mean_mle", Verdict.PASSED, 2.0, 2.0, "", cases=50)
WRONG = QuestionResult(
    "mitchell-15",
    "variance_mvue",
    Verdict.WRONG_VALUE,
    0.0,
    3.0,
    "1 of 50 cases came out wrong.",
    cases=50,
    counterexample=Counterexample("variance_mvue([0.0, 1.0], 0.5)", "0.5", "0.25"),
    misconception="divided_by_n",
    help="You divide by N, which is (14), the MLE. Equation (15) divides by N − 1.",
)
STUCK = QuestionResult("ng-a1-univariate", "normal_pdf", Verdict.TIMEOUT, 0.0, 1.0, "")
UNTOUCHED = QuestionResult("mitchell-14", "variance_mle", Verdict.NOT_ATTEMPTED, 0.0, 1.0, "")
ODD = QuestionResult(
    "mitchell-10",
    "conditional_mean",
    Verdict.RAISED,
    0.0,
    1.0,
    HOSTILE,
    counterexample=Counterexample(f"conditional_mean({HOSTILE!r})", HOSTILE, HOSTILE),
    output=f"one\n{HOSTILE}\ntwo",
    visible=False,
)
TIER = "It does not hide the files of the machine from the code of the student."


def result(submission: str = "ada.py", *questions: QuestionResult) -> Result:
    """A submission with these questions, or with one right and one wrong."""
    asked = questions or (RIGHT, WRONG)
    return Result(
        submission=submission,
        assignment="Means and variances",
        score=sum(q.score for q in asked),
        max_score=sum(q.max_score for q in asked),
        seed="s3cret",
        public_seed="public",
        isolation="process",
        unprotected=(TIER,),
        questions=asked,
        facts={"version": "1"},
    )
