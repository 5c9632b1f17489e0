"""Part IV. How good, and with how much data? And the two pages of the part “Workshop”."""

from fractions import Fraction as F
from math import ceil, prod

from textbook_ml.algorithms.naive_bayes_to_logistic import gnb_weights
from textbook_ml.core.text import tokens
from textbook_ml.data import datasets
from textbook_ml.equations.bayes import log_naive_product, naive_bayes_posterior
from textbook_ml.equations.event_models import vocabulary
from textbook_ml.equations.gaussian import mean_mle, pooled_variance_mle
from textbook_ml.equations.optimality import bayes_error, map_hypothesis
from textbook_ml.equations.theory import (
    binomial_within,
    examples_for_half_width,
    interval_half_width,
    naive_bayes_examples,
    unseen_event_bound,
)
from textbook_ml.reading.book.stories._story import Numbers, Story


def _optimality_numbers() -> Numbers:
    joint = {("a", 0): F(3, 10), ("a", 1): F(1, 10), ("b", 0): F(1, 10), ("b", 1): F(1, 2)}
    honest, copies = F(3, 4), 5
    factors = {1: [honest] * copies, 0: [1 - honest] * copies}
    vote = {"first": F(4, 10), "second": F(3, 10), "third": F(3, 10)}
    chosen = map_hypothesis({"first": vote["first"]} | vote, dict.fromkeys(vote, F(1)))
    return {
        **{f"p{x}{y}": p for (x, y), p in joint.items()},
        "error": 100 * bayes_error(joint),
        "copies": copies,
        "honest": honest,
        "wrong": naive_bayes_posterior({1: F(1, 2), 0: F(1, 2)}, factors)[1],
        **{f"v{i}": p for i, p in enumerate(vote.values())},
        "best": vote[chosen],
        "against": 1 - vote[chosen],
    }


OPTIMALITY = Story(
    page="optimality",
    title="The best that any classifier can do",
    question="If we knew the true distribution, how many errors would remain?",
    opening=(
        "Suppose that we know everything: P(a, 0) = {pa0:.1f}, P(a, 1) = {pa1:.1f}, "
        "P(b, 0) = {pb0:.1f}, P(b, 1) = {pb1:.1f}. The best answer is 0 for a and 1 for b, and it "
        "is wrong {error:.0f} % of the time. No data and no method can do better. This is the "
        "*Bayes error*.",
        "Naive Bayes can reach it even when its assumption is false. {copies:Word} copies of one "
        "feature turn a correct probability of {honest} into {wrong}, which is badly wrong, but "
        "the decision is the same.",
    ),
    mistakes=(
        "“The most probable hypothesis is the best classifier.” Three hypotheses have the "
        "posteriors {v0:.1f}, {v1:.1f} and {v2:.1f}. The first says +, the others −. The most "
        "probable one says + with {best:.1f}, but − has {against:.1f} of the votes.",
    ),
    summary=(
        "The Bayes error is the least possible error.",
        "Wrong probabilities can still give right decisions.",
        "The most probable hypothesis is not always the best classifier.",
    ),
    onward="The true distribution is never known. How many examples are needed to estimate it?",
    leads_to=("theory",),
    numbers=_optimality_numbers,
    cards=(
        "bayes_error", "classifier_error", "map_hypothesis", "bayes_optimal_label",
        "bias_and_variance",
    ),
    folded=("bayes_risk",),
)  # fmt: skip


def _theory_numbers() -> Numbers:
    few, small, delta = 100, 0.1, 0.05
    needed = {n: ceil(naive_bayes_examples(small, delta, n)) for n in (10, 100, 1000)}
    return {
        "few": few,
        "half": F(1, 2),
        "width": interval_half_width(0.5, few),
        "points": 3,
        "within": binomial_within(F(1, 2), few, F(3, 100)),
        "target": 0.02,
        "examples": examples_for_half_width(0.02),
        "epsilon": small,
        "confidence": 1 - delta,
        "percent": 100 * (1 - delta),
        **{f"n{i}": n for i, n in enumerate(needed)},
        **{f"m{i}": m for i, m in enumerate(needed.values())},
        "each": needed[100] - needed[10],
        "trials": 14,
        "unseen": unseen_event_bound(14),
    }


THEORY = Story(
    page="theory",
    title="How much data is enough?",
    question=(
        "How many examples do the estimates need, and how does this grow with the number of "
        "features?"
    ),
    opening=(
        "Are {few} examples enough to estimate P(Y)? With P(Y) = {half} the {percent:.0f} % "
        "interval is ± {width:.3f}, and the probability of being within {points:word} "
        "percentage points is {within:.2f}: hardly more than one half. For "
        "± {target:.2f} you need {examples}.",
        "All 2n parameters of a Boolean naive Bayes classifier need surprisingly few more. To "
        "have every one of them within {epsilon:.1f} with probability {confidence:.2f}, {m0} "
        "examples per class suffice for {n0} features, {m1} for {n1}, {m2} for {n2}. Ten "
        "times as many features always cost the same {each} examples: the growth is logarithmic. "
        "The known bound for logistic regression grows in proportion to n.",
        "Hence the rule of thumb of Ng and Jordan: with little data the generative model is "
        "ahead, with much data the discriminative one.",
    ),
    mistakes=(
        "“Log n examples are enough for a good classifier.” The statement is about the "
        "parameters of naive Bayes, not about its error.",
        "“It did not happen, so it cannot happen.” An event that did not occur in {trials} trials "
        "may still have the probability {unseen:.2f} (at {percent:.0f} % confidence).",
    ),
    summary=(
        "± {target:.2f} needs {examples} examples, not {few}.",
        "All parameters of naive Bayes need about log n examples, logistic regression about n.",
        "With little data generative models tend to win, with much data discriminative ones.",
    ),
    onward="Now we put the pieces together.",
    leads_to=("algorithms",),
    numbers=_theory_numbers,
    cards=(
        "binomial_within", "interval_half_width", "examples_for_half_width",
        "hoeffding_examples", "naive_bayes_examples", "logistic_error_gap",
        "coupon_collector_mean", "unseen_share", "unseen_event_bound",
        "vc_dimension_of_halfspaces", "shatters",
    ),
    folded=("gaussian_naive_bayes_examples", "expected_estimate"),
    derivations=("log-n-examples",),
)  # fmt: skip


def _algorithms_numbers() -> Numbers:
    low, high = [1.0, 3.0], [7.0, 9.0]
    w0, w = gnb_weights([[x] for x in low + high], [0, 0, 1, 1])
    return {
        "a": low[0],
        "b": low[1],
        "c": high[0],
        "d": high[1],
        "mu0": mean_mle(low),
        "mu1": mean_mle(high),
        "variance": pooled_variance_mle([low, high]),
        "w0": w0,
        "w": w,
        "boundary": -w0 / w,
    }


ALGORITHMS = Story(
    page="algorithms",
    title="Build the classifiers yourself",
    question="How do the equations become a program that learns and predicts?",
    opening=(
        "You now have all the parts. A classifier is two functions: one that turns data into "
        "parameters, and one that turns parameters and a row into probabilities. The first is "
        "counting (naive Bayes), averaging (discriminant analysis) or gradient ascent (logistic "
        "regression); the second is Bayes’ rule or a sigmoid.",
        "Start with the smallest: four numbers, {a:.0f} and {b:.0f} in class 0, {c:.0f} and "
        "{d:.0f} in class 1. The means are {mu0:.0f} and {mu1:.0f}, the pooled variance is "
        "{variance:.0f}, so the weight is {w:.0f} and the intercept {w0:.0f}. The boundary is at "
        "{boundary:.0f}, half-way. Write a function that returns these two weights, then check "
        "it with `check`.",
        "Each algorithm is one file made of the equations of the chapter. The tests compare the "
        "models with these files.",
    ),
    mistakes=(
        "“Multiply the probabilities.” With many features the product underflows; add logarithms.",
        "“The prior does not matter for the decision.” It does, unless all classes are equally "
        "probable.",
    ),
    summary=(
        "A classifier is two functions: fit and predict.",
        "Generative models count or average; discriminative ones optimise.",
        "All of them decide by the largest probability.",
    ),
    onward="Ready-made models, optimisers and data.",
    leads_to=("tools",),
    numbers=_algorithms_numbers,
)


def _tools_numbers() -> Numbers:
    messages = datasets.spam()
    documents = [tokens(str(row[0])) for row in messages.rows]
    n = 400
    return {
        "messages": len(documents),
        "words": len(vocabulary(documents)),
        "n": n,
        "product": prod([0.1] * n),
        "log": log_naive_product([0.1] * n),
    }


TOOLS = Story(
    page="tools",
    title="Ready-made models, text, data and numerics",
    question="What can I use without writing it myself?",
    opening=(
        "The earlier pages build everything from equations. For real work use the ready-made "
        "models: they accept tables with missing values, check their input, and save themselves "
        "as files.",
        "This page also explains two things that formulas hide: how a message becomes numbers "
        "(the {messages} sample messages contain {words} different words), and how to compute "
        "when numbers are too large or too small ({n} factors of one tenth have the product "
        "{product:.0f} in floating point; the logarithm is {log:.2f}).",
    ),
    mistakes=(
        "“Make the vocabulary from all messages.” It must come from the training data only; "
        "otherwise the test error is too optimistic.",
    ),
    summary=(
        "The models call the equations of the earlier pages.",
        "Optimisers report each step and why they stopped.",
        "Text is a list of words; the vocabulary comes from the training data.",
    ),
    onward="Test yourself.",
    leads_to=("exercises",),
    numbers=_tools_numbers,
)

CHAPTER_STORIES = (OPTIMALITY, THEORY)
WORKSHOP_STORIES = (ALGORITHMS, TOOLS)
