"""Ng's exercises on Bayes' rule: the evidence, and Poisson counts."""

from collections.abc import Iterator
from fractions import Fraction
from math import isclose, log

from textbook_ml.equations.bayes import bayes_rule, evidence
from textbook_ml.equations.bridge import Weights, poisson_to_logistic
from textbook_ml.equations.event_models import bernoulli_pmf, poisson_pmf
from textbook_ml.equations.gaussian import normal_pdf
from textbook_ml.equations.independence import Values, conditional, marginal
from textbook_ml.equations.logistic import logistic_p1
from textbook_ml.study.exercises._exercise import Step, check_of, exercise

JOINT: dict[Values, Fraction] = {  # p(x, y)
    (0, 1): Fraction(1, 6),
    (1, 1): Fraction(1, 6),
    (0, 0): Fraction(7, 12),
    (1, 0): Fraction(1, 12),
}
PHI, RATE0, RATE1 = 1 / 3, 1.5, 4.0


@exercise(6, "EX-N-EVIDENCE", "ng-evidence")
def evidence_by_classes() -> Iterator[Step]:
    """Where does the denominator of Bayes' rule come from?

    Verify that p(x) = p(x | y = 1) p(y = 1) + p(x | y = 0) p(y = 0), from the basic
    properties of probability. For the numbers, take the joint distribution

                 y = 1    y = 0
        x = 0     1/6      7/12
        x = 1     1/6      1/12
    """
    yield Step(
        "Every outcome has either y = 1 or y = 0. So the event x is the union of two disjoint "
        "events, and their probabilities are added.",
        "p(x) = p(x, y = 1) + p(x, y = 0)",
        {f"p(x = {x}) = {JOINT[x, 1]} + {JOINT[x, 0]}": marginal(JOINT, [0])[(x,)] for x in (0, 1)},
    )
    yield Step(
        "By the product rule, which follows from the definition of conditional probability, each "
        "term is a conditional probability times a prior.",
        "p(x, y) = p(x | y) p(y)",
        {
            "p(y = 1)": prior()[1],
            "p(x = 1 | y = 1)": likelihood(1)[1],
            "p(y = 0)": prior()[0],
            "p(x = 1 | y = 0)": likelihood(1)[0],
        },
    )
    yield Step(
        "Substitute step 2 into step 1. Dividing by this number makes the posteriors of both "
        "classes sum to one. With K classes there are K terms.",
        "p(x) = p(x | y = 1) p(y = 1) + p(x | y = 0) p(y = 0)",
        {
            "p(x = 0)": evidence(prior(), likelihood(0)),
            "p(x = 1) = 1/2 · 1/3 + 1/8 · 2/3": evidence(prior(), likelihood(1)),
            "p(y = 1 | x = 1) = (1/6) / (1/4)": bayes_rule(prior(), likelihood(1))[1],
        },
    )


def prior() -> dict[int, Fraction]:
    """p(y), from the joint table."""
    return {y: marginal(JOINT, [1])[(y,)] for y in (1, 0)}


def likelihood(x: int) -> dict[int, Fraction]:
    """p(x | y) for both y, from the joint table."""
    return {y: conditional(JOINT, [0], given={1: y})[(x,)] for y in (1, 0)}


@check_of(evidence_by_classes)
def check_ex6() -> dict[str, bool]:
    """Compare the sum over the classes with the sum over the table."""
    return {
        "the formula gives the row sums of the table":
            all(
                evidence(prior(), likelihood(x)) == marginal(JOINT, [0])[(x,)]
                for x in (0, 1)
            ),
        "they are 3/4 and 1/4, and sum to one":
            [evidence(prior(), likelihood(x)) for x in (0, 1)]
            == [Fraction(3, 4), Fraction(1, 4)],
        "the posteriors of the classes sum to one":
            all(
                sum(bayes_rule(prior(), likelihood(x)).values()) == 1
                for x in (0, 1)
            ),
    }


@exercise(10, "EX-N-CONVERSE", "ng-poisson", "ng-gda-converse")
def poisson_counts_are_logistic() -> Iterator[Step]:
    """Does a logistic posterior imply Gaussian features?

    In Gaussian discriminant analysis p(y = 1 | x) is a logistic function of x. The converse
    is false: show that it is also logistic if x is a Poisson count with mean λ₁ in class 1
    and λ₀ in class 0. For which other distributions is this true? For the numbers, take

        φ = p(y = 1) = 1/3,   λ₁ = 4,   λ₀ = 3/2
    """
    yield Step(
        "Take the logarithm of the ratio of the two likelihoods. The factorial is the same in both "
        "classes and cancels; the rest is linear in x.",
        """
        p(x | y) = λ_y^x exp(−λ_y) / x!
        ln(p(x | 1) / p(x | 0)) = x ln(λ₁/λ₀) − (λ₁ − λ₀)
        """,
        {
            f"ln ratio at x = {x}": (
                log(poisson_pmf(x, RATE1) / poisson_pmf(x, RATE0)),
                x * log(RATE1 / RATE0) - (RATE1 - RATE0),
            )
            for x in (0, 1, 5)
        },
        columns=("from the likelihoods", "linear formula"),
    )
    theta = poisson_to_logistic(PHI, [RATE0], [RATE1])
    yield Step(
        "Add the log odds of the prior: the log odds of the posterior are linear in x, and the "
        "posterior is their sigmoid.",
        """
        θ₁ = ln(λ₁/λ₀)
        θ₀ = λ₀ − λ₁ + ln(φ/(1 − φ))
        p(y = 1 | x) = 1 / (1 + exp(−θ₀ − θ₁ x))
        """,
        {"θ₁ = ln 8/3": theta.w[0], "θ₀ = −5/2 + ln 1/2": theta.w0},
    )
    yield Step(
        "Bayes' rule and the sigmoid agree for every count.",
        numbers={f"x = {x}": (by_rule(x), by_sigmoid(theta, x)) for x in (0, 1, 2, 3, 4, 8, 16)},
        columns=("Bayes' rule", "logistic"),
    )
    yield from _exponential_families()


def _exponential_families() -> Iterator[Step]:
    yield Step(
        "The same argument applies to every exponential family, if both classes share h and t: "
        "h(x) cancels, and the log odds are linear in t(x), so the posterior is logistic in t(x). "
        "Therefore a logistic posterior does not imply that x is Gaussian, and logistic regression "
        "is the right model in all these cases.",
        """
        p(x | y) = h(x) exp(η_y · t(x) − A(η_y))
        ln(p(x | 1) / p(x | 0)) = (η₁ − η₀) · t(x) − (A(η₁) − A(η₀))
        """,
        {
            "Poisson": ("x", "ln λ", "λ"),
            "Bernoulli": ("x", "ln(θ/(1 − θ))", "−ln(1 − θ)"),
            "Gaussian, one σ²": ("x", "μ/σ²", "μ²/2σ²"),
            "Gaussian, two σ²": ("(x, x²)", "(μ/σ², −1/2σ²)", "μ²/2σ² + ln σ"),
        },
        columns=("t(x)", "η", "A"),
    )


def by_rule(x: int) -> float:
    """p(y = 1 | x) for a count, by Bayes' rule."""
    counts = {1: poisson_pmf(x, RATE1), 0: poisson_pmf(x, RATE0)}
    return bayes_rule({1: PHI, 0: 1 - PHI}, counts)[1]


def by_sigmoid(theta: Weights, x: int) -> float:
    """p(y = 1 | x) for a count, by the logistic function."""
    return logistic_p1(theta.w0, theta.w, [x])


@check_of(poisson_counts_are_logistic)
def check_ex10() -> dict[str, bool]:
    """Compare the logistic function with Bayes' rule; then check two other families."""
    theta = poisson_to_logistic(PHI, [RATE0], [RATE1])

    def gaussian(x: float) -> float:  # means 2 and -1, variance 3
        return log(normal_pdf(x, 2.0, 3.0) / normal_pdf(x, -1.0, 3.0))

    def bernoulli(x: int) -> float:  # 3/4 and 1/5
        return log(bernoulli_pmf(x, 0.75) / bernoulli_pmf(x, 0.2))

    return {
        "the weights are ln 8/3 and -5/2 - ln 2, to 14 digits":
            isclose(theta.w[0], log(8 / 3), rel_tol=1e-14)
            and isclose(theta.w0, -2.5 - log(2), rel_tol=1e-14),
        "Bayes' rule and the sigmoid agree for 20 counts, to 12 digits":
            all(
                isclose(by_rule(x), by_sigmoid(theta, x), rel_tol=1e-12)
                for x in range(20)
            ),
        "a Gaussian log ratio has slope (2 + 1)/3 = 1 everywhere":
            all(
                isclose(gaussian(x + 1) - gaussian(x), 1.0, rel_tol=1e-12)
                for x in (-2.0, 0.0, 5.0)
            ),
        "a Bernoulli log ratio has slope ln 15/4 - ln 5/16 = ln 12":
            isclose(bernoulli(1) - bernoulli(0), log(12), rel_tol=1e-12),
    }
