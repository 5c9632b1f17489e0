"""Mitchell, sections 1, 4 and 5, and exercise 4: claims about whole classifiers."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from textbook_ml.equations.bayes import most_probable, naive_bayes_posterior, naive_joint
from textbook_ml.equations.bridge import categorical_to_logistic
from textbook_ml.equations.logistic import linear_score, logistic_label, with_intercept
from textbook_ml.equations.optimality import bayes_error, bayes_optimal_label, classifier_error
from textbook_ml.equations.smoothing import class_prior, theta_table
from textbook_ml.experiments.errata._fit import fit
from textbook_ml.registry import Check, erratum

HALF = Fraction(1, 2)


@erratum("ERR-M-EQUIV")
def label_for_probability() -> Check:
    """A cue counted twice gives the right label with the wrong probability."""
    once, twice = _cue_posterior(1, copies=1), _cue_posterior(1, copies=2)
    return Check(
        printed={"label of the cue": most_probable(twice), "P(Y = 1 | cue)": twice[1]},
        right={"label of the cue": most_probable(once), "P(Y = 1 | cue)": once[1]},
    )


@erratum("ERR-RATES-CAVEAT")
def close_parameters() -> Check:
    """A thousand log ratios, each within 1/50, may leave the score off by 20."""
    n, off = 1000, Fraction(1, 50)
    sum_of_errors = linear_score(Fraction(0), [off] * n, [Fraction(1)] * n)
    return Check(
        printed={"error left in a score of 1000 features": off},
        right={"error left in a score of 1000 features": sum_of_errors},
    )


@erratum("ERR-M-OVERCLAIM")
def naive_bayes_always_loses() -> Check:
    """Both assumptions fail here, and naive Bayes errs less than logistic regression."""
    cells = [(0, 0), (0, 1), (1, 0), (1, 1)]
    weights = {1: [6, 6, 8, 9], 0: [2, 7, 10, 1]}
    population = [(x, y) for y in weights for x, n in zip(cells, weights[y]) for _ in range(n)]
    joint = {case: Fraction(n, len(population)) for case, n in Counter(population).items()}

    labels = [y for _, y in population]
    prior = class_prior(labels)
    tables = [theta_table([x[i] for x, _ in population], labels, values=[0, 1]) for i in (0, 1)]
    w0, *w = fit(with_intercept([x for x, _ in population]), labels)

    def naive_bayes(x: tuple[int, int]) -> int:
        factors = {y: [table[y][x_i] for table, x_i in zip(tables, x)] for y in prior}
        return most_probable({y: naive_joint(prior[y], factors[y]) for y in prior})

    error_nb = classifier_error(joint, naive_bayes)
    error_lr = classifier_error(joint, lambda x: logistic_label(w0, w, x))
    return Check(
        printed={"naive Bayes errs more": True},
        right={
            "naive Bayes errs more": error_nb > error_lr,
            "error of naive Bayes": error_nb,
            "error of logistic regression": error_lr,
            "error of the best classifier": bayes_error(joint),
            "error with a cue counted twice": _cue_error(copies=2),
            "error with a cue counted once": _cue_error(copies=1),
        },
    )


@erratum("ERR-M-LINEAR-DISCRETE")
def hyperplane_in_numbers() -> Check:
    """Naive Bayes labels 0, 1, 2 with 0, 1, 0, which no threshold does; one-hot weights do."""
    values = (0, 1, 2)
    theta1, theta0 = {0: 0.1, 1: 0.8, 2: 0.1}, {0: 0.45, 1: 0.1, 2: 0.45}
    w0, (one_hot,) = categorical_to_logistic(0.5, [theta0], [theta1])
    labels = [logistic_label(w0, [one_hot[x]], [1.0]) for x in values]
    thresholds = [
        [logistic_label(-sign * t, [sign], [x]) for x in values]
        for t in (0.5, 1.5, 2.5)
        for sign in (1.0, -1.0)
    ]
    return Check(
        printed={"some threshold on x labels like naive Bayes": True},
        right={
            "some threshold on x labels like naive Bayes": labels in thresholds,
            "labels that a threshold can give to x = 0, 1, 2": sorted(thresholds),
            "labels of x = 0, 1, 2": labels,
            "one-hot weights of x = 0, 1, 2": [one_hot[x] for x in values],
        },
    )


@erratum("ERR-M-EX4")
def vote_of_two() -> Check:
    """Of two plain classifiers the heavier one always wins; a vote needs probabilities."""

    def vote(weight1: Fraction, p1: Fraction, p2: Fraction) -> int:
        """The label by hypotheses that give label 1 the probabilities p1 and p2."""
        posterior = {"h1": weight1, "h2": 1 - weight1}
        return bayes_optimal_label(posterior, {"h1": _coin(p1), "h2": _coin(p2)})

    weights = [Fraction(1, 10), Fraction(2, 5), Fraction(3, 5), Fraction(9, 10)]
    plain = product(weights, [Fraction(0), Fraction(1)], [Fraction(0), Fraction(1)])
    h1, h2 = [Fraction(9, 10), Fraction(2, 5)], [Fraction(2, 5), Fraction(9, 10)]
    return Check(
        printed={"the vote of two plain classifiers can differ from the heavier": True},
        right={
            "the vote of two plain classifiers can differ from the heavier": any(
                vote(weight1, a, b) != (a if weight1 > HALF else b) for weight1, a, b in plain
            ),
            "labels of h1, which has probabilities": [most_probable(_coin(p)) for p in h1],
            "labels of h2, which has probabilities": [most_probable(_coin(p)) for p in h2],
            "labels of their vote": [vote(HALF, a, b) for a, b in zip(h1, h2)],
        },
    )


def _cue_posterior(cue: int, copies: int) -> dict[int, Fraction]:
    """Naive Bayes for a cue that is right 7 times in 10, seen as several features."""
    return naive_bayes_posterior({1: HALF, 0: HALF}, {y: [_hit(cue, y)] * copies for y in (1, 0)})


def _cue_error(copies: int) -> Fraction:
    """How often that naive Bayes errs."""
    joint = {(cue, y): HALF * _hit(cue, y) for cue, y in product((0, 1), repeat=2)}
    return classifier_error(joint, lambda cue: most_probable(_cue_posterior(cue, copies)))


def _hit(cue: int, y: int) -> Fraction:
    """P(cue | y)."""
    return Fraction(7, 10) if cue == y else Fraction(3, 10)


def _coin(p: Fraction) -> Mapping[int, Fraction]:
    """A distribution over the labels 1 and 0."""
    return {1: p, 0: 1 - p}
