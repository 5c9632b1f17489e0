"""Xing's exercise: the number of parameters of each classifier."""

from collections.abc import Iterator

from textbook_ml.equations.parameters import (
    common_variance_parameters,
    discrete_parameters,
    discriminant_parameters,
    full_joint_parameters,
    gaussian_parameters,
    logistic_parameters,
    multinomial_parameters,
    prior_parameters,
    quadratic_parameters,
    tied_gaussian_parameters,
)
from textbook_ml.equations.softmax import to_reference
from textbook_ml.study.exercises._exercise import Step, check_of, exercise

N, K = 10, 2  # features and classes
WORDS = 50_000


@exercise(
    18,
    "EX-X-COUNT",
    "xing-count-nb",
    "mitchell-s1.1-count-exact",
    "mitchell-s2.3-count",
    "mitchell-s2.4-count",
    "ng-nb-count",
)
def all_parameters_counted() -> Iterator[Step]:
    """How many parameters does each classifier have?

    Count the free parameters of P(X | Y), or of P(Y | X) for logistic regression, for n
    features and K classes. A discrete feature has J values, and a vocabulary has |V| words.
    For the numbers, take

        n = 10,   K = 2,   J = 2,   |V| = 50 000
    """
    yield Step(
        "Three rules are enough. A distribution over J values has J − 1 free parameters, because "
        "the probabilities sum to one. A mean vector has n. A symmetric covariance matrix has "
        "n (n + 1)/2. Each class has its own parameters, unless the classes share them. In "
        "addition, every generative model has the K − 1 parameters of the prior.",
        numbers={"the prior, K − 1": prior_parameters(K)},
    )
    yield Step(
        "Discrete features. The full joint table has Jⁿ cells for each class; with independence "
        "given the class, it is replaced by n small tables.",
        numbers={
            "full joint": counted("K (Jⁿ − 1)", full_joint_parameters(N)),
            "naive Bayes": counted("n K (J − 1)", discrete_parameters([2] * N)),
        },
        columns=("formula", "alone", "with prior"),
    )
    yield Step(
        "Continuous features. The rows of the table: a Gaussian for each feature and class, "
        "Gaussians with shared variances, and full covariance matrices, one for all classes or one "
        "for each.",
        numbers={
            "Gaussian naive Bayes": counted("2 n K", gaussian_parameters(N)),
            "  one σᵢ² per feature": counted("n K + n", tied_gaussian_parameters(N)),
            "  one σ² for all": counted("n K + 1", common_variance_parameters(N)),
            "GDA": counted("n K + n (n + 1)/2", discriminant_parameters(N)),
            "GDA, one per class": counted("K (n + n (n + 1)/2)", quadratic_parameters(N)),
        },
        columns=("formula", "alone", "with prior"),
    )
    yield Step(
        "Text. The Bernoulli model has a Bernoulli parameter for each word, the multinomial model "
        "one distribution over all words.",
        numbers={
            "Bernoulli events": counted("K |V|", discrete_parameters([2] * WORDS)),
            "multinomial events": counted("K (|V| − 1)", multinomial_parameters(WORDS)),
        },
        columns=("formula", "alone", "with prior"),
    )
    yield Step(
        "Logistic regression models P(Y | X) directly and needs no prior. It has a vector of n + 1 "
        "weights for all classes except one. Softmax with a vector for every class has n + 1 more, "
        "which are redundant: adding the same vector to all does not change the probabilities.",
        numbers={
            "logistic regression": ("(K − 1)(n + 1)", logistic_parameters(N)),
            "softmax, K vectors": ("K (n + 1)", logistic_parameters(N) + N + 1),
        },
        columns=("formula", "alone"),
    )


def counted(formula: str, alone: int) -> tuple[str, int, int]:
    """A row of the table: the parameters of the likelihood alone, and with the prior."""
    return formula, alone, alone + prior_parameters(K)


@check_of(all_parameters_counted)
def check_ex18() -> dict[str, bool]:
    """Compare the formulas with parameters counted one by one."""
    cells, triangle = 2**N, sum(range(1, N + 1))
    every_class = [[1.0, 5.0], [3.0, 2.0]]
    shifted = [[w + 7.0 for w in row] for row in every_class]
    return {
        "full joint: each class has one parameter less than cells":
            full_joint_parameters(N) == (cells - 1) + (cells - 1) == 2046,
        "naive Bayes: one parameter for each feature and class":
            discrete_parameters([2] * N) == N + N == 20,
        "Gaussian: 40, and 30 or 21 with shared variances":
            (gaussian_parameters(N), tied_gaussian_parameters(N)) == (40, 30)
            and common_variance_parameters(N) == 21,
        "GDA: two means, and the triangle of one matrix or of two":
            discriminant_parameters(N) == 2 * N + triangle == 75
            and quadratic_parameters(N) == 2 * (N + triangle) == 130,
        "logistic regression: ten weights and an intercept":
            logistic_parameters(N) == 11,
        "adding one vector to all does not change the softmax":
            to_reference(shifted) == to_reference(every_class),
    }
