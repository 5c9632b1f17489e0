"""Claims that can be checked exactly, by counting or from a table of probabilities.

n    the number of features;   K   the number of classes
h    a hypothesis;   p₃   the prior of the third one
"""

from fractions import Fraction
from itertools import count, product

from textbook_ml.equations.bayes import bayes_rule
from textbook_ml.equations.independence import (
    Values,
    conditional,
    is_conditionally_independent,
    marginal,
    weather_joint,
)
from textbook_ml.equations.parameters import (
    discrete_parameters,
    full_joint_parameters,
    gaussian_parameters,
    logistic_parameters,
    prior_parameters,
)
from textbook_ml.plots import Bars, Figure, Line, Log, Rule
from textbook_ml.study.exercises.mitchell_hypotheses import (
    H1,
    H2,
    PRIORS,
    VOTE,
    fit,
    three_is_map,
    three_wins,
)
from textbook_ml.study.experiments._experiment import Finding, experiment

BILLION = 10**9


@experiment(
    "EXP-PARAMETER-COUNT",
    claim="The unrestricted model has exponentially many parameters, naive Bayes linearly many.",
    criterion="exact: for n Boolean features and two classes the numbers are 2 (2ⁿ − 1) and 2n, "
    "confirmed for n ≤ 10 by counting every cell; for n = 30 they are 2,147,483,646 and 60",
    entries=("mitchell-s1.1-thirty", "mitchell-s2-reduction"),
)
def parameter_counts(largest: int = 40, seed: int = 0) -> Finding:
    """The number of parameters of each model, for 1 to 40 features.

    >>> parameter_counts().numbers["first n above 3 billion"]
    31
    """
    sizes = range(1, largest + 1)
    joint = {n: full_joint_parameters(n) for n in sizes}
    naive = {n: discrete_parameters([2] * n) for n in sizes}
    counted = all(joint[n] == _free_cells(n) and naive[n] == n * _free_cells(1) for n in sizes[:10])
    first = next(n for n in count(1) if full_joint_parameters(n) > 3 * BILLION)
    return Finding(
        holds=counted and (joint[30], naive[30], first) == (2_147_483_646, 60, 31),
        numbers={
            "unrestricted, n = 30": joint[30],
            "naive Bayes, n = 30": naive[30],
            "first n above 3 billion": first,
            "unrestricted, n = 30, three classes": full_joint_parameters(30, n_classes=3),
            "unrestricted, by n": joint,
            "naive Bayes, by n": naive,
            "Gaussian naive Bayes with prior, 4n + 1, by n": {n: _gaussian(n) for n in sizes},
            "logistic regression, n + 1, by n": {n: logistic_parameters(n) for n in sizes},
        },
        figure=_parameter_figure(joint, naive),
        caveat="the text says more than 3 billion parameters for 30 features; the number is just "
        "over 2 billion, and exceeds 3 billion from 31 features on",
    )


def _free_cells(n: int) -> int:
    """The number of free cells of P(x | y): one cell of each class is determined by the others."""
    cells = [(x, y) for y in (0, 1) for x in product((0, 1), repeat=n)]
    return len(cells) - len({y for _, y in cells})


def _gaussian(n: int) -> int:
    return gaussian_parameters(n) + prior_parameters(2)


def _parameter_figure(joint: dict[int, int], naive: dict[int, int]) -> Figure:
    sizes = list(joint)
    return Figure(
        title="Number of parameters to be learned",
        description="On a logarithmic axis the unrestricted model is a steep straight line that "
        "exceeds a million at 19 features and 3 billion at 31; the others stay below 200.",
        x_label="Boolean features n",
        y_label="parameters",
        y_scale=Log(),
        marks=[
            Rule(y=3 * BILLION, label="3 billion"),
            Line(sizes, [float(joint[n]) for n in sizes], label="unrestricted: 2 (2ⁿ − 1)"),
            Line(sizes, [_gaussian(n) for n in sizes], label="Gaussian naive Bayes: 4n + 1"),
            Line(sizes, [naive[n] for n in sizes], label="naive Bayes: 2n"),
            Line(sizes, [logistic_parameters(n) for n in sizes], label="logistic: n + 1"),
        ],
    )


@experiment(
    "EXP-WEATHER",
    claim="Conditional independence given the class does not imply independence.",
    criterion="exact: P(thunder | rain, lightning) = P(thunder | lightning) = 9/10, although "
    "P(thunder | rain) = 81/260 is not P(thunder) = 27/200",
    entries=("mitchell-s2.1-weather", "ng-nb-assumption", "mitchell-s2.1-sets"),
)
def weather(seed: int = 0) -> Finding:
    """Rain makes thunder more probable, but not if lightning is already known.

    Two words of a message behave alike: each predicts the other, unless the class is known.

    >>> weather().numbers["P(thunder | rain)"]
    Fraction(81, 260)
    """
    table = weather_joint()
    thunder, rain, lightning = [0], [1], [2]
    numbers = {
        "P(thunder)": marginal(table, thunder)[(True,)],
        "P(thunder | rain)": conditional(table, thunder, {1: True})[(True,)],
        "P(thunder | lightning)": conditional(table, thunder, {2: True})[(True,)],
        "P(thunder | rain, lightning)": conditional(table, thunder, {1: True, 2: True})[(True,)],
        "P(thunder | no lightning)": conditional(table, thunder, {2: False})[(True,)],
        "P(thunder | rain, no lightning)": conditional(table, thunder, {1: True, 2: False})[
            (True,)
        ],
    }
    expected = (Fraction(27, 200), Fraction(81, 260), Fraction(9, 10), Fraction(9, 10))
    return Finding(
        holds=tuple(numbers.values())[:4] == expected
        and is_conditionally_independent(table, thunder, rain, lightning)
        and not is_conditionally_independent(table, thunder, rain, [])
        and _exclusive_or(),
        numbers=numbers,
        figure=Figure(
            title="Given lightning, rain gives no further information about thunder",
            description="Six bars. Rain more than doubles the probability of thunder; if it is "
            "known whether there was lightning, rain does not change the probability.",
            x_label="probability",
            y_label="",
            marks=[Bars(list(numbers), [float(p) for p in numbers.values()])],
            x_range=(0.0, 1.0),
        ),
    )


def _exclusive_or() -> bool:
    """Whether two fair bits and their XOR are pairwise independent, but not jointly."""
    table: dict[Values, Fraction] = {
        (a, b, a ^ b): Fraction(1, 4) for a, b in product((0, 1), repeat=2)
    }
    each = [is_conditionally_independent(table, [bit], [2], []) for bit in (0, 1)]
    return all(each) and not is_conditionally_independent(table, [0, 1], [2], [])


@experiment(
    "EXP-MAP-BAYES",
    claim="The most probable hypothesis and the Bayes optimal classifier can give different "
    "predictions.",
    criterion="exact answers to two questions, whether h₃ is the MAP hypothesis and whether the "
    "weighted vote of all hypotheses agrees with h₃: yes and yes with equal priors; no and yes if "
    "p₃ is small; yes and yes if p₃ is large; no and no if p₁ is large",
    entries=("mitchell-ex4",),
)
def map_against_vote(seed: int = 0) -> Finding:
    """Exercise 4: two hypotheses, and their vote as a third hypothesis, under four priors.

    >>> map_against_vote().numbers["p₃ small, p₁ = p₂"]
    {'h₃ is MAP': False, 'the vote answers as h₃': True}
    """
    answers = {name: (three_is_map(p), three_wins(p)) for name, p in PRIORS.items()}
    expected = [(True, True), (False, True), (True, True), (False, False)]
    return Finding(
        holds=list(answers.values()) == expected,
        numbers={
            name: {"h₃ is MAP": is_map, "the vote answers as h₃": wins}
            for name, (is_map, wins) in answers.items()
        },
        figure=_posterior_figure(),
    )


def _posterior_figure() -> Figure:
    """The posteriors as functions of p₃, with p₁ = p₂: the vote agrees with h₃ for every p₃."""
    likelihood = {1: fit(H1), 2: fit(H2), 3: fit(VOTE)}
    grid = [Fraction(k, 100) for k in range(101)]
    posteriors = [bayes_rule({1: (1 - p) / 2, 2: (1 - p) / 2, 3: p}, likelihood) for p in grid]
    priors = list(map(float, grid))
    edge = fit(H1) / (fit(H1) + 2 * fit(VOTE))
    return Figure(
        title="The vote agrees with h₃ for every p₃, but h₃ is MAP only for p₃ above 72/241",
        description="The posterior of the third hypothesis rises from 0 to 1 with its prior, and "
        "that of the first falls from 1/2 to 0; they cross at a prior of 72/241.",
        x_label="prior p₃ of the third hypothesis, with p₁ = p₂",
        y_label="posterior",
        marks=[
            Rule(x=float(edge), label="p₃ = 72/241"),
            Line(priors, [float(q[3]) for q in posteriors], label="h₃, the vote of h₁ and h₂"),
            Line(priors, [float(q[1]) for q in posteriors], label="h₁, the same as h₂"),
        ],
    )
