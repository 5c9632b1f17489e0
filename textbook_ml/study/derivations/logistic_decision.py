"""Section 3: from (16) and (17) to the linear rule (18).

odds         exp(s), with the score s = w₀ + Σᵢ wᵢ xᵢ; any positive number
convention   "first": P(Y = 1 | x) = (16); "second": P(Y = 1 | x) = (25)
"""

from decimal import Decimal
from fractions import Fraction as F
from math import log

from textbook_ml.equations.logistic import (
    mitchell_label,
    mitchell_label_by_exp,
    mitchell_p0,
    mitchell_p1,
)
from textbook_ml.equations.logistic import odds as odds_of
from textbook_ml.study.derivations._derivation import Assumption, Derivation, Input
from textbook_ml.study.derivations._numbers import ln

RATIO = r"\frac{P(Y=0\mid x)}{P(Y=1\mid x)}"

DECISION = Derivation(
    "logistic-decision",
    "The decision of a logistic model is linear",
    inputs=(
        Input("odds", "e^s", F(3), "exp(score)", "positive"),
        Input("convention", "c", "first", "sign convention of the model", "choice",
              assumption="first-convention", choices=("first", "second")),
    ),
    assumptions=(
        Assumption(
            "first-convention",
            "P(Y = 1 | x) is (16): a positive score is evidence for class 0.",
            {"convention": "second"},
            "With (24) and (25) the odds in favour of class 0 are exp(−s).",
        ),
    ),
    about=("mitchell-s3-definition", "sontag-boundary", "xing-bayes-decision"),
    remarks=(
        "GwanSiu's (22) keeps the 1 after the logarithm: 1 < s. At s = 1/2 it predicts Y = 1, "
        "although P(Y = 0 | x) = 0.62.",
    ),
)  # fmt: skip


@DECISION.line(
    r"\frac{P(Y=0\mid x)}{P(Y=1\mid x)}=\frac{1-P(Y=1\mid x)}{P(Y=1\mid x)}",
    "The probabilities of the two classes sum to 1.",
    "mitchell-s3-complement",
    of=RATIO,
)
def ratio(odds: F, convention: str) -> F:
    p1 = 1 / (1 + odds) if convention == "first" else odds / (1 + odds)
    return odds_of(1 - p1)


@DECISION.line(
    r"=\frac{e^s}{1+e^s}:\frac{1}{1+e^s}",
    "Substitute (17) and (16).",
    "mitchell-17",
    "mitchell-16",
    "gwansiu-18",
    "gwansiu-19",
    uses="first-convention",
    equation=lambda odds: mitchell_p0(log(odds), [], []) / mitchell_p1(log(odds), [], []),
)
def inserted(odds: F) -> F:
    return odds / (1 + odds) / (1 / (1 + odds))


@DECISION.line(r"=e^s", "The denominators cancel.", "mitchell-s3-exp-rule", "gwansiu-21")
def exponential(odds: F) -> F:
    return odds


@DECISION.line(
    r"Y=0\text{ if }1<\frac{P(Y=0\mid x)}{P(Y=1\mid x)},\text{ else }1",
    "The more probable class has odds above 1.",
    "mitchell-s3-ratio",
    "gwansiu-20",
    of=r"Y",
)
def by_odds(odds: F, convention: str) -> int:
    odds_of_class_0 = odds if convention == "first" else 1 / odds
    return 0 if odds_of_class_0 > 1 else 1


@DECISION.line(
    r"=0\text{ if }1<e^s,\text{ else }1",
    "Substitute line 3.",
    "mitchell-s3-exp-rule",
    "gwansiu-21",
    uses="first-convention",
    equation=lambda odds: mitchell_label_by_exp(log(odds), [], []),
)
def by_exp(odds: F) -> int:
    return 0 if odds > 1 else 1


@DECISION.line(
    r"=0\text{ if }0<w_0+\sum_iw_ix_i,\text{ else }1",
    "The logarithm is increasing, and ln 1 = 0: the rule is linear in x.",
    "mitchell-18",
    "gwansiu-22",
    digits=True,
    equation=lambda odds: mitchell_label(log(odds), [], []),
)
def by_score(odds: Decimal) -> int:
    return 0 if ln(odds) > 0 else 1
