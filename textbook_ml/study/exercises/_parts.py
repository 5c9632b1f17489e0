"""What a reader can answer in each exercise: numbers, short formulas, and functions to write.

The right numbers are those of the solution. A formula is compared with a function at random inputs,
so it may be written in any form.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, log
from random import Random

from textbook_ml.core.errors import TextbookError
from textbook_ml.study.exercises._exercise import exercises
from textbook_ml.study.exercises._numbers import written

INPUTS = 5  # number of random inputs at which a formula is compared
Value = Callable[..., float]


@dataclass(frozen=True, slots=True)
class Number:
    """A question whose answer is a number of the solution, or several numbers.

    `name` is the name of the number in the solution; in a table it is the name of the row, and
    `column` selects a value.
    """

    ask: str
    name: str
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Formula:
    """A question whose answer is a formula.

    `ranges` has the symbols of the formula and the range of each: integers give integers. `shown`
    is one way to write the answer. `slips` are wrong formulas with the hint to show for each.
    """

    ask: str
    ranges: Mapping[str, tuple[float, float]]
    shown: str
    value: Value
    slips: Mapping[str, Value] = field(default_factory=dict)

    def inputs(self) -> list[dict[str, float]]:
        """The random inputs: the same in every build of the book.

        >>> one = Formula("Double x.", {"x": (1, 9)}, "2 x", lambda x: 2 * x)
        >>> len(one.inputs()), one.inputs() == one.inputs()
        (5, True)
        """
        draw = Random(self.ask)
        return [{name: _random_number(draw, *ends) for name, ends in self.ranges.items()}
                for _ in range(INPUTS)]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Code:
    """A question whose answer is a function: the name of a question of the grader."""

    name: str


Part = Number | Formula | Code


def _random_number(draw: Random, low: float, high: float) -> float:
    if isinstance(low, int) and isinstance(high, int):
        return draw.randint(low, high)
    return round(draw.uniform(low, high), 3)


def right_numbers(exercise: str, part: Number) -> list[float]:
    """Return the numbers that answer a question, in order; a matrix is read row by row.

    >>> right_numbers("ex6", Number("", "p(x = 1)"))
    [0.25]
    """
    return [float(one) for one in _flattened(_computed_answer(exercise, part))]


def right_text(exercise: str, part: Number) -> str:
    """Return the answer as the solution writes it.

    >>> right_text("ex8", Number("", "μ̂₁"))
    '(3, 2)'
    """
    return written(_computed_answer(exercise, part))


def _computed_answer(exercise: str, part: Number) -> object:
    for step in exercises()[exercise].solve():
        for name, value in step.numbers.items():
            if name == part.name or name.startswith(f"{part.name} = "):
                if part.column is None:
                    return value
                assert isinstance(value, Sequence)
                return value[part.column]
    raise TextbookError(f"{exercise}: the solution has no number {part.name!r}")


def _flattened(value: object) -> Iterator[float]:
    if isinstance(value, (list, tuple)):
        for one in value:
            yield from _flattened(one)
    else:
        yield value  # type: ignore[misc]


P, Q, X = (0.1, 0.9), (0.2, 0.8), (-2.0, 2.0)

PARTS: dict[str, tuple[Part, ...]] = {
    "ex1": (
        Formula(
            "How many examples N give a half width h, in terms of z, p = p̂ and h?",
            {"z": (1.0, 3.0), "p": P, "h": (0.01, 0.1)},
            "z² p (1 − p) / h²",
            lambda z, p, h: z * z * p * (1 - p) / (h * h),
            {
                "You divide by h. Square both sides of z √(p (1 − p) / N) = h: divide by h².":
                    lambda z, p, h: z * z * p * (1 - p) / h,
                "You multiply by z. Square both sides of z √(p (1 − p) / N) = h: multiply by z².":
                    lambda z, p, h: z * p * (1 - p) / (h * h),
            },
        ),
        Number("What is the half width for p̂ = 1/2, N = 100?", "half width at p̂ = 1/2, N = 100"),
        Number("How many examples are enough for a half width of 0.02 at p̂ = 1/2?", "p̂ = 1/2", 2),
        Code("examples_for_half_width"),
    ),
    "ex2": (
        Number("How many parameters does the model have?", "together"),
        Formula(
            "Which weight w₁ does the Boolean feature have, with a = θ₁ and b = θ₀?",
            {"a": P, "b": P},
            "ln(a (1 − b) / (b (1 − a)))",
            lambda a, b: log(a * (1 - b) / (b * (1 - a))),
            {
                "This is ln(θ₁/θ₀). X₁ = 0 is evidence too: subtract ln((1 − θ₁)/(1 − θ₀)).":
                    lambda a, b: log(a / b),
                "The sign is reversed: a positive weight is evidence for Y = 1.":
                    lambda a, b: -log(a * (1 - b) / (b * (1 - a))),
            },
        ),
        Number("What is P(Y = 1 | x) at x = (1, 1/2)?", "P(Y = 1 | x)"),
    ),
    "ex3": (
        Formula(
            "Which weight does a feature have in (16), with a = θᵢ₁ and b = θᵢ₀?",
            {"a": P, "b": P},
            "ln(b (1 − a) / (a (1 − b)))",
            lambda a, b: log(b * (1 - a) / (a * (1 - b))),
            {
                "The sign is reversed: (16) is 1 / (1 + exp(w₀ + Σ wᵢ Xᵢ)), so a positive weight "
                "is evidence for Y = 0.": lambda a, b: log(a * (1 - b) / (b * (1 - a))),
            },
        ),
        Number("What is P(Y = 1 | x) at x = (1, 0, 1)?", "P(Y = 1 | x)"),
        Code("mitchell_boolean_weights"),
    ),
    "ex4": (
        Number("What is L₁ for the data with v = 1 once at A and once at B?", "L₁"),
        Number("Let h₃ be the average m of h₁ and h₂. What is L₃?", "L₃"),
        Formula(
            "Let L₁ = L₂ = a, L₃ = b and p₁ = p₂. Above which p₃ is h₃ the MAP hypothesis?",
            {"a": P, "b": P},
            "a / (a + 2 b)",
            lambda a, b: a / (a + 2 * b),
            {"Each of h₁ and h₂ has the prior (1 − p₃)/2, not 1 − p₃.": lambda a, b: a / (a + b)},
        ),
        Code("map_hypothesis"),
    ),
    "ex5": (
        Number("What is σ̂², if all features and classes share one variance?", "σ̂²"),
        Formula(
            "What is the unbiased estimate of one shared variance, with S = Σᵢ Sᵢ, n features, N "
            "examples and K classes?",
            {"S": (1.0, 50.0), "n": (2, 9), "N": (12, 40), "K": (2, 6)},
            "S / (n (N − K))",
            lambda S, n, N, K: S / (n * (N - K)),
            {
                "This is the MLE. Each class mean uses one degree of freedom.":
                    lambda S, n, N, K: S / (n * N),
                "Each of the K classes has a mean, so K degrees of freedom are used, not one.":
                    lambda S, n, N, K: S / (n * (N - 1)),
            },
        ),
        Code("common_variance_mvue"),
    ),
    "ex6": (
        Formula(
            "Write p(x) with a = p(x | y = 1), b = p(x | y = 0) and q = p(y = 1).",
            {"a": P, "b": P, "q": P},
            "a q + b (1 − q)",
            lambda a, b, q: a * q + b * (1 - q),
            {"Weight each term by the probability of its class.": lambda a, b, q: a + b},
        ),
        Number("What is p(x = 1)?", "p(x = 1)"),
        Number("What is p(y = 1 | x = 1)?", "p(y = 1 | x = 1)"),
        Code("evidence"),
    ),
    "ex7": (
        Formula(
            "Write Cov(Z₁, Z₂) with m = E[Z₁ Z₂], a = E[Z₁] and b = E[Z₂].",
            {"m": X, "a": X, "b": X},
            "m − a b",
            lambda m, a, b: m - a * b,
            {"The sign is reversed.": lambda m, a, b: a * b - m},
        ),
        Number("What is the covariance matrix, row by row?", "E[(Z − μ)(Z − μ)ᵀ]"),
        Code("covariance_matrix"),
    ),
    "ex8": (
        Number("What is φ̂?", "φ̂"),
        Number("What is μ̂₁?", "μ̂₁"),
        Number("What is Σ̂, row by row?", "Σ̂"),
        Formula(
            "By which factor is E[Σ̂] smaller than Σ, for m examples?",
            {"m": (3, 40)},
            "(m − 2) / m",
            lambda m: (m - 2) / m,
            {"There are two means, one in each class.": lambda m: (m - 1) / m},
        ),
        Code("pooled_covariance"),
    ),
    "ex9": (
        Formula(
            "With one feature, a = μ₁, b = μ₀ and variance v: what is θ₁?",
            {"a": X, "b": X, "v": (0.2, 4.0)},
            "(a − b) / v",
            lambda a, b, v: (a - b) / v,
            {"The sign is reversed: a larger x is evidence for y = 1 if μ₁ > μ₀.":
                lambda a, b, v: (b - a) / v},
        ),
        Formula(
            "And θ₀, with f = φ?",
            {"a": X, "b": X, "v": (0.2, 4.0), "f": P},
            "ln(f / (1 − f)) + (b² − a²) / (2 v)",
            lambda a, b, v, f: log(f / (1 - f)) + (b * b - a * a) / (2 * v),
            {"The prior is missing: add ln(φ/(1 − φ)).":
                lambda a, b, v, f: (b * b - a * a) / (2 * v)},
        ),
        Number("For the numbers of the exercise, what are θ₁ and θ₂?", "(θ₁, θ₂)"),
        Number("And θ₀?", "θ₀"),
        Code("gda_to_logistic"),
    ),
    "ex10": (
        Formula(
            "What is θ₁, with a = λ₁ and b = λ₀?",
            {"a": (0.5, 9.0), "b": (0.5, 9.0)},
            "ln(a / b)",
            lambda a, b: log(a / b),
            {"The sign is reversed.": lambda a, b: log(b / a)},
        ),
        Formula(
            "And θ₀, with f = φ?",
            {"a": (0.5, 9.0), "b": (0.5, 9.0), "f": P},
            "b − a + ln(f / (1 − f))",
            lambda a, b, f: b - a + log(f / (1 - f)),
            {"The sign of λ₀ − λ₁ is reversed.": lambda a, b, f: a - b + log(f / (1 - f))},
        ),
        Number("What is p(y = 1 | x = 4)?", "x = 4", 0),
        Code("poisson_to_logistic"),
    ),
    "ex11": (
        Number("Which φ̂ maximises the likelihood of the counts 3, 1 and 2?", "φ̂"),
        Formula(
            "With a Dirichlet prior whose k parameters are all a: what is φ̂ of a value that was "
            "observed c times among N?",
            {"c": (0, 9), "N": (10, 40), "a": (1.5, 4.0), "k": (2, 6)},
            "(c + a − 1) / (N + k (a − 1))",
            lambda c, N, a, k: (c + a - 1) / (N + k * (a - 1)),
            {
                "This is the posterior mean. The maximum of the posterior has a − 1 in place of a.":
                    lambda c, N, a, k: (c + a) / (N + k * a),
                "The estimates do not sum to one: every one of the k values adds a − 1 to the "
                "denominator.": lambda c, N, a, k: (c + a - 1) / (N + a - 1),
            },
        ),
        Code("dirichlet_map"),
    ),
    "ex12": (
        Formula(
            "What is the estimate of a value that was observed c times among m, with k values and "
            "pseudo-count l?",
            {"c": (0, 9), "m": (10, 40), "k": (2, 6), "l": (0.5, 3.0)},
            "(c + l) / (m + k l)",
            lambda c, m, k, l: (c + l) / (m + k * l),
            {"You add l to the denominator once. Add it once for each of the k values.":
                lambda c, m, k, l: (c + l) / (m + l)},
        ),
        Number("What is E[φ | 3 of 3], with two values and a uniform prior?", "E[φ | 3 of 3]"),
        Code("categorical_smoothed"),
    ),
    "ex13": (
        Formula(
            "Differentiate y s − ln(1 + eˢ) with respect to the score s.",
            {"y": (0, 1), "s": X},
            "y − 1 / (1 + exp(−s))",
            lambda y, s: y - 1 / (1 + exp(-s)),
            {"The sign is reversed: this is the derivative of the negative log likelihood.":
                lambda y, s: 1 / (1 + exp(-s)) - y},
        ),
        Formula(
            "What is the second derivative, with u = σ(s)?",
            {"u": P},
            "−u (1 − u)",
            lambda u: -u * (1 - u),
            {"The sign is missing: the log likelihood is concave.": lambda u: u * (1 - u)},
        ),
        Number("What is ∇l at θ?", "∇l at θ"),
        Code("newton_step"),
    ),
    "ex14": (
        Formula(
            "What does one example with xᵢ = x contribute to gⱼᵢ, with d = δ(Y = j), p = P(Y = j | "
            "x), r = λ and w = wⱼᵢ? Include the penalty.",
            {"x": X, "d": (0, 1), "p": P, "r": Q, "w": X},
            "x (d − p) − r w",
            lambda x, d, p, r, w: x * (d - p) - r * w,
            {
                "The penalty is missing: its derivative is −λ w.":
                    lambda x, d, p, r, w: x * (d - p),
                "The derivative of −(λ/2) w² is −λ w, without a factor 2.":
                    lambda x, d, p, r, w: x * (d - p) - 2 * r * w,
            },
        ),
        Number("What are the three probabilities at x = 0?", "P(Y | x = 0)"),
        Code("softmax_gradient"),
    ),
    "ex15": (
        Formula(
            "What is λ, in terms of k = κ?",
            {"k": (0.2, 4.0)},
            "1 / k²",
            lambda k: 1 / (k * k),
            {
                "κ is a standard deviation: λ is one over the variance κ².": lambda k: 1 / k,
                "Compare (λ/2) ‖w‖² with ‖w‖²/(2κ²): both contain the factor 1/2.":
                    lambda k: 1 / (2 * k * k),
            },
        ),
        Number("By how much does ln p(w) differ from its constant at w = (1, 2, −1)?",
               "the difference, −(λ/2) ‖w‖²"),
        Code("lam_from_kappa"),
    ),
    "ex16": (
        Formula(
            "Write the log loss as a function of the margin z.",
            {"z": X},
            "ln(1 + exp(−z))",
            lambda z: log(1 + exp(-z)),
            {"The sign of z is reversed: a large margin has a small loss.":
                lambda z: log(1 + exp(z))},
        ),
        Formula(
            "What is the derivative of the log loss with respect to z?",
            {"z": X},
            "−1 / (1 + exp(z))",
            lambda z: -1 / (1 + exp(z)),
            {"The sign is reversed: the loss falls as the margin grows.":
                lambda z: 1 / (1 + exp(z))},
        ),
        Number("What are the hinge losses of the four examples?", "hinge losses"),
        Code("log_loss"),
    ),
    "ex17": (
        Number("What is P(y = 1 | X₂ = 1) with equal priors, if the gaps are ignored?",
               "P(y = 1 | X₂ = 1), the gap ignored"),
        Formula(
            "X₁ is missing with probability g if y = 1 and h if y = 0. With equal priors, a = "
            "P(x₂ | y = 1) and b = P(x₂ | y = 0): what is P(y = 1 | X₁ missing, x₂)?",
            {"g": P, "h": P, "a": P, "b": P},
            "g a / (g a + h b)",
            lambda g, h, a, b: g * a / (g * a + h * b),
            {"This ignores that X₁ is missing, which is evidence too if g and h differ.":
                lambda g, h, a, b: a / (a + b)},
        ),
        Code("observed_likelihood"),
    ),
    "ex18": (
        Formula(
            "How many parameters does the full joint distribution P(X | Y) have?",
            {"n": (2, 6), "K": (2, 5), "J": (2, 4)},
            "K (J^n − 1)",
            lambda n, K, J: K * (J**n - 1),
            {"The probabilities of each class sum to one: subtract 1 for each class.":
                lambda n, K, J: K * J**n},
        ),
        Formula(
            "How many parameters does naive Bayes with discrete features have?",
            {"n": (2, 6), "K": (2, 5), "J": (2, 4)},
            "n K (J − 1)",
            lambda n, K, J: n * K * (J - 1),
            {"The probabilities of a feature sum to one: J − 1 are free.":
                lambda n, K, J: n * K * J},
        ),
        Formula(
            "How many parameters does GDA with one covariance matrix for all classes have?",
            {"n": (2, 9), "K": (2, 5)},
            "n K + n (n + 1) / 2",
            lambda n, K: n * K + n * (n + 1) / 2,
            {
                "A covariance matrix is symmetric: n (n + 1)/2 of its n² numbers are free.":
                    lambda n, K: n * K + n * n,
            },
        ),
        Number("How many weights does logistic regression have for n = 10 and K = 2?",
               "logistic regression", 1),
        Code("full_joint_parameters"),
    ),
}  # fmt: skip
