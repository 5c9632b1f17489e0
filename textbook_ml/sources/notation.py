"""The table of symbols; each symbol has one meaning.

code      the name in Python          words    the meaning
latex     the symbol in formulas      kind     size, data, parameter, estimate or function
texts     the symbol in each source text that has one
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Symbol:
    """A name in the code, its symbol in formulas, its meaning, and the symbols of the texts."""

    code: str
    latex: str
    words: str
    kind: str
    texts: Mapping[str, str] = field(default_factory=dict)


def _symbols_by_text(
    mitchell: str, ng: str, xing: str, sontag: str, gwansiu: str
) -> dict[str, str]:
    """Return the symbols of the five source texts; an empty string means that there is none."""
    names = {"mitchell": mitchell, "ng": ng, "xing": xing, "sontag": sontag, "gwansiu": gwansiu}
    return {text: name for text, name in names.items() if name}


SYMBOLS = (
    Symbol(
        "n_features",
        "n",
        "number of features",
        "size",
        _symbols_by_text("n", "n", "m, M, n, d", "n, d, N", "n"),
    ),
    Symbol(
        "n_examples",
        "N",
        "number of examples",
        "size",
        _symbols_by_text("|D|", "m", "N, m", "N", "|D|"),
    ),
    Symbol(
        "n_classes", "K", "number of classes", "size", _symbols_by_text("K", "2", "K", "R", "K")
    ),
    Symbol(
        "n_values",
        "J",
        "number of values a discrete feature can take",
        "size",
        _symbols_by_text("J", "k_j", "", "", "J"),
    ),
    Symbol(
        "x",
        "x",
        "one row: a value for each feature",
        "data",
        _symbols_by_text("X^j", "x^(i)", "x_n", "x^j", "X^j"),
    ),
    Symbol("xs", r"x^1,\dots,x^N", "the values of one feature in one class", "data"),
    Symbol("ys", r"y^1,\dots,y^N", "the values of a second feature", "data"),
    Symbol("y", "y", "a class", "data", _symbols_by_text("y_k", "y", "y_n^k", "y", "y_k")),
    Symbol("rows", "X", "the examples, one row for each", "data"),
    Symbol("labels", "Y", "the class of each row", "data"),
    Symbol("k", "k", "a count, or the number of a class", "data"),
    Symbol(
        "prior",
        r"\pi_k",
        "P(Y = y) for each class",
        "parameter",
        _symbols_by_text("pi_k", "phi_y", "pi_k", "P(Y)", "pi_k"),
    ),
    Symbol(
        "p1", r"\pi", "P(Y = 1)", "parameter", _symbols_by_text("pi", "phi", "pi_1", "P(Y=1)", "pi")
    ),
    Symbol("p", "p", "a probability", "parameter"),
    Symbol(
        "theta",
        r"\theta_{ijk}",
        "P(X = x | Y = y), a likelihood",
        "parameter",
        _symbols_by_text("theta_ijk", "phi_{j|y}", "eta", "P(X_i|Y)", "theta_ijk"),
    ),
    Symbol("theta0", r"\theta_{i0}", "P(X = 1 | Y = 0) for each Boolean feature", "parameter"),
    Symbol("theta1", r"\theta_{i1}", "P(X = 1 | Y = 1) for each Boolean feature", "parameter"),
    Symbol("phi", r"\phi", "a Bernoulli or multinomial parameter, as Ng writes it", "parameter"),
    Symbol("phi_y", r"\phi_y", "P(y = 1), as Ng writes it", "parameter"),
    Symbol(
        "strength",
        "l",
        "smoothing pseudo-count for each value",
        "parameter",
        _symbols_by_text("l", "1", "", "", "l, lambda"),
    ),
    Symbol("alphas", r"\alpha_j", "parameters of a Dirichlet prior", "parameter"),
    Symbol(
        "mu",
        r"\mu_{ik}",
        "a mean; a vector in the multivariate normal",
        "parameter",
        _symbols_by_text("mu_ik", "mu_0, mu_1", "mu_k", "", "mu_ik"),
    ),
    Symbol("mu0", r"\mu_{i0}", "the means of class 0", "parameter"),
    Symbol("mu1", r"\mu_{i1}", "the means of class 1", "parameter"),
    Symbol(
        "sigma2",
        r"\sigma_{ik}^2",
        "a variance, never a standard deviation",
        "parameter",
        _symbols_by_text("sigma_ik^2", "sigma^2", "sigma_kj^2", "", "sigma_ik^2"),
    ),
    Symbol(
        "sigma",
        r"\Sigma",
        "a covariance matrix",
        "parameter",
        _symbols_by_text("", "Sigma", "Sigma", "", ""),
    ),
    Symbol("rate", r"\lambda_{iy}", "the mean of a Poisson count", "parameter"),
    Symbol(
        "w",
        "w",
        "weights; w[0] is the intercept if rows start with a 1",
        "parameter",
        _symbols_by_text("w, W", "theta", "theta", "w", "omega"),
    ),
    Symbol(
        "w0",
        "w_0",
        "the intercept",
        "parameter",
        _symbols_by_text("w_0", "theta_0", "theta_0", "w_0, b", "omega_0"),
    ),
    Symbol(
        "lam",
        r"\lambda",
        "the strength of the penalty",
        "parameter",
        _symbols_by_text("lambda", "", "lambda", "lambda = 1/kappa^2", ""),
    ),
    Symbol(
        "kappa",
        r"\kappa",
        "standard deviation of the prior on a weight",
        "parameter",
        _symbols_by_text("", "", "", "kappa", ""),
    ),
    Symbol(
        "eta",
        r"\eta",
        "the step size; also the natural parameter of a Bernoulli distribution",
        "parameter",
        _symbols_by_text("eta", "", "eta", "eta", ""),
    ),
    Symbol("g", r"\nabla l", "a gradient", "estimate"),
    Symbol("f", "f", "any function of the weights", "function"),
    Symbol("t", "t", "the argument of a sigmoid", "data"),
    Symbol(
        "margin",
        "z",
        "y times the score, for labels −1 and +1",
        "data",
        _symbols_by_text("", "", "", "z", ""),
    ),
    Symbol(
        "epsilon",
        r"\epsilon",
        "the accepted error",
        "parameter",
        _symbols_by_text("", "", "epsilon_1", "", ""),
    ),
    Symbol(
        "delta",
        r"\delta",
        "the accepted probability of failure",
        "parameter",
        _symbols_by_text("", "", "delta", "", ""),
    ),
    Symbol(
        "indicator",
        r"\delta(\cdot)",
        "1 if a condition holds, otherwise 0",
        "function",
        _symbols_by_text("delta", "1{.}", "y_n^k", "", "delta"),
    ),
    Symbol(
        "count",
        r"\#D\{\cdot\}",
        "number of examples with a property",
        "function",
        _symbols_by_text("#D{.}", "sum 1{.}", "", "Count(.)", "#D{.}"),
    ),
    Symbol(
        "sigmoid",
        r"\sigma(t)",
        "1 / (1 + exp(−t))",
        "function",
        _symbols_by_text("", "g", "mu", "", ""),
    ),
)
