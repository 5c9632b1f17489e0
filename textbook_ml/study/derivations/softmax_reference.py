"""Section 3.4: one weight vector per class, K − 1 weight vectors, and the case K = 2.

powers   exp(s_k) of each class, with the score s_k = w_k0 + Σᵢ w_ki xᵢ; any positive numbers
label    the class whose probability is penalised in the last lines, from 1 to K
lam      λ, the penalty; 0 for the likelihood alone
"""

from decimal import Decimal
from fractions import Fraction as F
from math import log

from textbook_ml.equations.logistic import logistic_p1
from textbook_ml.equations.softmax import reference_softmax, softmax
from textbook_ml.study.derivations._derivation import Assumption, Derivation, Input
from textbook_ml.study.derivations._numbers import Value, ln, square, total

Exact = tuple[F, ...]
Vector = tuple[Decimal, ...]

SOFTMAX = Derivation(
    "softmax-reference",
    "Softmax with K weight vectors, with K − 1, and for two classes",
    inputs=(
        Input("powers", "e^{s_k}", (F(6), F(3), F(2)), "exp(score) of each class", "positive",
              ("k",), most=20),
        Input("label", "y", 1, "the class of the example", "class"),
        Input("lam", r"\lambda", F(0), "penalty", assumption="no-penalty"),
    ),
    assumptions=(
        Assumption(
            "no-penalty",
            "The weights are not penalised.",
            {"lam": F(1)},
            "With a penalty on the scores the two forms are different models: for the same "
            "probabilities, the squares of the scores have different sums, so the penalties "
            "differ.",
        ),
    ),
    about=("mitchell-s3.4-k-minus-1", "mitchell-s3.4-sum-one", "mitchell-25"),
    remarks=(
        "K weight vectors are redundant: the same vector can be added to all of them.",
        "For two classes, the choice of the last class decides between (24), (25) and "
        "(16), (17).",
    ),
)  # fmt: skip


@SOFTMAX.line(
    r"P(Y=y_k\mid x)=\frac{e^{s_k}}{\sum_{j=1}^Ke^{s_j}}",
    "The softmax function: one weight vector and one score for each class.",
    "sontag-softmax",
    "xing-softmax",
    of=r"P(Y=y_k\mid x)",
    equation=lambda powers: softmax([log(p) for p in powers]),
)
def one_vector_per_class(powers: Exact) -> Value:
    return tuple(p / sum(powers) for p in powers)


@SOFTMAX.line(
    r"=\frac{e^{s_k-s_K}}{\sum_{j=1}^Ke^{s_j-s_K}}",
    "Multiply the numerator and the denominator by exp(−s_K).",
)
def relative_to_last(powers: Exact) -> Value:
    ratios = [p / powers[-1] for p in powers]
    return tuple(r / sum(ratios) for r in ratios)


@SOFTMAX.line(
    r"=\frac{e^{s_k-s_K}}{1+\sum_{j<K}e^{s_j-s_K}}",
    "The last term of the sum is exp(0) = 1. Rename w_k − w_K to w_k: K − 1 vectors are left. "
    "For the last class the numerator is 1.",
    "mitchell-27",
    "mitchell-28",
    equation=lambda powers: reference_softmax([[log(p / powers[-1])] for p in powers[:-1]], [1.0]),
)
def k_minus_1_vectors(powers: Exact) -> Value:
    ratios = [p / powers[-1] for p in powers[:-1]]
    denominator = 1 + sum(ratios)
    return (*(r / denominator for r in ratios), 1 / denominator)


@SOFTMAX.line(
    r"P(Y=y_1\mid x)=\frac{e^{s}}{1+e^{s}},\quad K=2,\quad s=s_1-s_2",
    "For two classes, here the first and the last, the sum has one term.",
    "mitchell-s3.4-special-case",
    of=r"P(Y=y_1\mid x),\quad K=2",
)
def two_classes(powers: Exact) -> F:
    return powers[0] / powers[-1] / (1 + powers[0] / powers[-1])


@SOFTMAX.line(
    r"=\frac{1}{1+e^{-s}}",
    "Divide by exp(s): this is (25), the logistic model.",
    "mitchell-25",
    "mitchell-s3.4-special-case",
    equation=lambda powers: logistic_p1(log(powers[0] / powers[-1]), [], []),
)
def logistic(powers: Exact) -> F:
    return 1 / (1 + powers[-1] / powers[0])


@SOFTMAX.line(
    r"\ln P(Y=y\mid x)-\frac{\lambda}{2}\sum_{j=1}^Ks_j^2",
    "An objective for one example with K scores, with a penalty λ.",
    of=r"\ln P(Y=y\mid x)-\frac{\lambda}{2}\|s\|^2",
    digits=True,
)
def penalised(powers: Vector, label: Decimal, lam: Decimal) -> Decimal:
    scores = [ln(p) for p in powers]
    return scores[int(label) - 1] - ln(total(powers)) - lam / 2 * total(map(square, scores))


@SOFTMAX.line(
    r"=\ln P(Y=y\mid x)-\frac{\lambda}{2}\sum_{j<K}(s_j-s_K)^2",
    "With K − 1 scores the probabilities are the same, but the penalty is the same only if λ = 0.",
    "mitchell-s3.4-k-minus-1",
    uses="no-penalty",
    digits=True,
)
def penalised_differences(powers: Vector, label: Decimal, lam: Decimal) -> Decimal:
    ratios = [p / powers[-1] for p in powers]
    probability = ratios[int(label) - 1] / total(ratios)
    return ln(probability) - lam / 2 * total(square(ln(r)) for r in ratios)
