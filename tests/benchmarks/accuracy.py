"""Accuracy on hard inputs: the largest error in ulps, compared with sixty-digit results.

    ours    the error of this package, which must not exceed the target
    beside  the error of SciPy, NumPy or scikit-learn, and of the formula as it is printed

The float nearest to the exact result has an error of at most half an ulp.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from importlib import import_module
from math import exp, fsum, inf, isfinite, log, pi
from random import Random
from typing import Any

from tests import oracle
from tests.benchmarks.timing import Outcome
from textbook_ml.core.stable import log_sigmoid, log_sum_exp, sigmoid, softplus
from textbook_ml.equations.bridge import gnb_to_logistic
from textbook_ml.equations.discriminant import covariance
from textbook_ml.equations.gaussian import mean_mle, normal_log_pdf, variance_mle, variance_mvue
from textbook_ml.equations.likelihood import conditional_log_likelihood, gradient
from textbook_ml.equations.logistic import logit
from textbook_ml.equations.softmax import softmax
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes

Case = tuple[Any, ...]
Truth = Callable[..., Any]  # a Decimal, or a list of them

MANY = 50_000
PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459")
OFFSETS = (0.0, 1e6, 1e9, -1e12)
SIZES = (1e-12, 1e-3, 0.5, 1.0, 5.0, 36.0, 40.0, 300.0, 700.0)
SLOPES = [sign * size for sign in (1.0, -1.0) for size in SIZES]


@dataclass(frozen=True, slots=True)
class Trial:
    """A function on difficult inputs, compared with another library and the printed formula."""

    name: str
    target: float
    truth: Truth
    cases: Sequence[Case]
    ours: Callable[..., Any]
    naive: Callable[..., Any]
    peer: str = ""  # module and name, such as scipy.special.expit

    def outcome(self) -> Outcome:
        """Return the largest error of each function."""
        truths = [oracle.in_sixty_digits(self.truth)(*case) for case in self.cases]
        error = worst(self.ours, self.cases, truths)
        others = f"naive {shown(worst(self.naive, self.cases, truths))}"
        if self.peer:
            others = f"{self.peer} {self._peers_error(truths)}; {others}"
        return Outcome(self.name, shown(error), others, error, self.target)

    def _peers_error(self, truths: Sequence[Any]) -> str:
        module, _, name = self.peer.rpartition(".")
        try:
            function = getattr(import_module(module), name)
        except ImportError:
            return "not installed"
        return shown(worst(function, self.cases, truths))


def worst(function: Callable[..., Any], cases: Sequence[Case], truths: Sequence[Any]) -> float:
    """Return the largest error over all cases; an exception or NaN is an infinite error."""
    errors = [0.0]
    for case, truth in zip(cases, truths):
        try:
            answer = function(*case)
        except (ArithmeticError, ValueError):
            return inf
        pairs = zip(answer, truth) if isinstance(truth, list) else [(answer, truth)]
        for value, due in pairs:
            errors.append(oracle.ulps(float(value), due) if isfinite(value) else inf)
    return max(errors)


def shown(error: float) -> str:
    """Return an error as text for the table."""
    return "wrong" if error == inf else f"{error:.2g} ulp"


def accuracy() -> Iterator[Outcome]:
    """Errors in ulps against sixty digits, on hard inputs."""
    yield from (trial.outcome() for trial in (*SCALARS, *ESTIMATES, *REGRESSION))
    yield posterior()


def D(x: float) -> Decimal:  # noqa: N802 - it reads as the D of the decimal literals in a proof
    """Return a float as a Decimal, without rounding."""
    return Decimal(x)


def true_softmax(terms: Sequence[float]) -> list[Decimal]:
    top = max(terms)
    parts = [(D(t) - D(top)).exp() for t in terms]
    return [part / sum(parts) for part in parts]


def naive_softmax(terms: Sequence[float]) -> list[float]:
    parts = [exp(t) for t in terms]
    return [part / sum(parts) for part in parts]


def true_log_pdf(x: float, mu: float, sigma2: float) -> Decimal:
    gap = D(x) - D(mu)
    return -(2 * PI * D(sigma2)).ln() / 2 - gap * gap / (2 * D(sigma2))


def naive_log_pdf(x: float, mu: float, sigma2: float) -> float:
    return log(exp(-((x - mu) * (x - mu)) / (2 * sigma2)) / (2 * pi * sigma2) ** 0.5)


SCALARS = (
    Trial("log Σ exp", 2.0, oracle.log_sum_exp,
          [([1000.0] * 4,), ([-1000.0, -1001.0],), ([800.0, 1.0],), ([-3.0, -3.5, 2.0],)],
          log_sum_exp, lambda ts: log(sum(map(exp, ts))), "scipy.special.logsumexp"),
    Trial("sigmoid", 2.0, oracle.sigmoid, [(t,) for t in SLOPES],
          sigmoid, lambda t: 1 / (1 + exp(-t)), "scipy.special.expit"),
    Trial("log sigmoid", 2.0, oracle.log_sigmoid, [(t,) for t in SLOPES],
          log_sigmoid, lambda t: log(1 / (1 + exp(-t))), "scipy.special.log_expit"),
    Trial("softplus", 2.0, oracle.softplus, [(t,) for t in SLOPES],
          softplus, lambda t: log(1 + exp(t))),
    Trial("logit", 2.0, lambda p: (D(p) / (1 - D(p))).ln(),
          [(p,) for p in (1e-300, 1e-9, 0.25, 0.4999999, 0.5000001, 0.75, 1 - 1e-12)],
          logit, lambda p: log(p / (1 - p)), "scipy.special.logit"),
    Trial("softmax", 4.0, true_softmax,
          [([1000.0, 999.0, 0.0],), ([-700.0, -701.5],), ([0.1, 0.2],), ([4.9, -5.1, 0.3],),
           ([31.7, 0.1, -0.9, 30.2],), ([-0.7, 699.3],)],
          softmax, naive_softmax, "scipy.special.softmax"),
    Trial("log of the normal density", 2.0, true_log_pdf,
          [(x, m, v) for x, m in ((0.1, 0.3), (1e9, 1e9 + 0.5), (60.0, 0.0)) for v in (0.01, 2.0)],
          normal_log_pdf, naive_log_pdf),
)  # fmt: skip


def columns() -> list[list[float]]:
    """Return a thousand numbers with standard deviation 1 and a large mean."""
    rng = Random(1)
    return [[offset + rng.gauss(0.0, 1.0) for _ in range(1000)] for offset in OFFSETS]


def true_mean(xs: Sequence[float]) -> Decimal:
    return sum(map(D, xs), Decimal(0)) / len(xs)


def true_squares(xs: Sequence[float]) -> Decimal:
    mu = true_mean(xs)
    return sum(((D(x) - mu) * (D(x) - mu) for x in xs), Decimal(0))


def naive_variance(xs: Sequence[float]) -> float:
    return sum(x * x for x in xs) / len(xs) - (sum(xs) / len(xs)) * (sum(xs) / len(xs))


def true_covariance(xs: Sequence[float], ys: Sequence[float]) -> Decimal:
    a, b = true_mean(xs), true_mean(ys)
    return sum(((D(x) - a) * (D(y) - b) for x, y in zip(xs, ys)), Decimal(0)) / len(xs)


def naive_covariance(xs: Sequence[float], ys: Sequence[float]) -> float:
    n = len(xs)
    return sum(x * y for x, y in zip(xs, ys)) / n - sum(xs) / n * (sum(ys) / n)


def true_bridge(p1: float, mu0: float, mu1: float, sigma2: float) -> list[Decimal]:
    w = (D(mu1) - D(mu0)) / D(sigma2)
    w0 = (D(p1) / (1 - D(p1))).ln() + (D(mu0) * D(mu0) - D(mu1) * D(mu1)) / (2 * D(sigma2))
    return [w0, w]


def our_bridge(p1: float, mu0: float, mu1: float, sigma2: float) -> list[float]:
    weights = gnb_to_logistic(p1, [mu0], [mu1], [sigma2])
    return [weights.w0, weights.w[0]]


def naive_bridge(p1: float, mu0: float, mu1: float, sigma2: float) -> list[float]:
    w0 = log(p1 / (1 - p1)) + (mu0 * mu0 - mu1 * mu1) / (2 * sigma2)
    return [w0, (mu1 - mu0) / sigma2]


ESTIMATES = (
    Trial("mean, at offsets to 1e12", 2.0, true_mean, [(xs,) for xs in columns()],
          mean_mle, lambda xs: sum(xs) / len(xs), "numpy.mean"),
    Trial("variance (14), at offsets to 1e12", 2.0, lambda xs: true_squares(xs) / len(xs),
          [(xs,) for xs in columns()], lambda xs: variance_mle(xs, mean_mle(xs)),
          naive_variance, "numpy.var"),
    Trial("variance (15), at offsets to 1e12", 2.0, lambda xs: true_squares(xs) / (len(xs) - 1),
          [(xs,) for xs in columns()], lambda xs: variance_mvue(xs, mean_mle(xs)),
          lambda xs: naive_variance(xs) * len(xs) / (len(xs) - 1), "statistics.variance"),
    Trial("covariance, at offsets to 1e12", 2.0, true_covariance,
          [(xs, [x * x / 1e3 for x in reversed(xs)]) for xs in columns()],
          covariance, naive_covariance),
    Trial("bridge weights (22), (23)", 2.0, true_bridge,
          [(0.3, 1e8, 1e8 + 1.0, 2.0), (0.5, -1.5, 1.5, 0.1), (1e-9, 3.0, 3.5, 7.0)],
          our_bridge, naive_bridge),
)  # fmt: skip


def table() -> list[Case]:
    """Return 300 examples, some of them outliers, and weights with an intercept."""
    rng = Random(2)
    rows = [[1.0, rng.gauss(0, 1), rng.gauss(0, 30)] for _ in range(300)]
    labels = [rng.randrange(2) for _ in rows]
    return [([0.3, -1.7, 0.9], rows, labels), ([0.0, 0.0, 1e-9], rows, labels)]


def true_score(w: Sequence[float], x: Sequence[float]) -> Decimal:
    return sum((D(a) * D(b) for a, b in zip(w, x)), Decimal(0))


def true_likelihood(w: Sequence[float], rows: Any, labels: Any) -> Decimal:
    scores = [true_score(w, x) * (1 if y else -1) for x, y in zip(rows, labels)]
    return sum(map(oracle.log_sigmoid, scores), Decimal(0))


def true_gradient(w: Sequence[float], rows: Any, labels: Any) -> list[Decimal]:
    errors = [y - oracle.sigmoid(true_score(w, x)) for x, y in zip(rows, labels)]
    return [sum((D(x) * e for x, e in zip(c, errors)), Decimal(0)) for c in zip(*rows)]


def naive_p(w: Sequence[float], x: Sequence[float]) -> float:
    return 1 / (1 + exp(-sum(a * b for a, b in zip(w, x))))


def naive_likelihood(w: Sequence[float], rows: Any, labels: Any) -> float:
    return sum(log(naive_p(w, x) if y else 1 - naive_p(w, x)) for x, y in zip(rows, labels))


def naive_gradient(w: Sequence[float], rows: Any, labels: Any) -> list[float]:
    errors = [y - naive_p(w, x) for x, y in zip(rows, labels)]
    return [sum(x * e for x, e in zip(column, errors)) for column in zip(*rows)]


REGRESSION = (
    Trial("conditional log likelihood", 4.0, true_likelihood, table(),
          conditional_log_likelihood, naive_likelihood),
    Trial("its gradient", 100.0, true_gradient, table(), gradient, naive_gradient),
)  # fmt: skip


def posterior() -> Outcome:
    """Gaussian naive Bayes with 50,000 features whose evidence nearly cancels."""
    rng = Random(3)
    mu = [rng.gauss(0, 1) for _ in range(MANY)]
    x = [m + 0.5 + rng.gauss(0, 1) * 0.004 for m in mu]
    excess = (fsum(x) - fsum(mu)) / MANY - 0.5  # without it, the log odds are near 0
    x = [a - excess for a in x]
    means, ones = (tuple(mu), tuple(m + 1 for m in mu)), ((1.0,) * MANY,) * 2
    names = tuple(f"x{i}" for i in range(MANY))
    model = GaussianNaiveBayes((0, 1), names, (0.5, 0.5), means, ones)
    odds = oracle.in_sixty_digits(true_odds)(x, model.means[0], model.means[1])
    truth = oracle.sigmoid(odds)
    error = oracle.ulps(model.posterior(x)[1], truth)
    scores = [sum(-(a - m) * (a - m) / 2 for a, m in zip(x, means)) for means in model.means]
    naive = oracle.ulps(1 / (1 + exp(scores[0] - scores[1])), truth)
    others = f"naive {shown(naive)}"
    try:
        others = f"scikit-learn {shown(sklearn_error(model, x, truth))}; {others}"
    except ImportError:
        others = f"scikit-learn not installed; {others}"
    return Outcome("posterior of 50,000 features", shown(error), others, error, 100.0)


def true_odds(x: Sequence[float], mu0: Sequence[float], mu1: Sequence[float]) -> Decimal:
    terms = ((D(a) - D(m)) * (D(a) - D(m)) - (D(a) - D(n)) * (D(a) - D(n))
             for a, m, n in zip(x, mu0, mu1))  # fmt: skip
    return sum(terms, Decimal(0)) / 2


def sklearn_error(model: GaussianNaiveBayes[int], x: Sequence[float], truth: Decimal) -> float:
    """Return a scikit-learn model with the same parameters."""
    numpy = import_module("numpy")
    theirs = import_module("sklearn.naive_bayes").GaussianNB()
    theirs.classes_, theirs.class_prior_ = numpy.array([0, 1]), numpy.array([0.5, 0.5])
    theirs.theta_, theirs.var_ = numpy.array(model.means), numpy.array(model.variances)
    theirs.n_features_in_ = len(x)
    return oracle.ulps(float(theirs.predict_proba([x])[0][1]), truth)
