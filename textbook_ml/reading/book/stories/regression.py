"""Part III. One formula for all: logistic regression."""

from math import exp

from textbook_ml.equations.ascent import ascent_step, newton_direction, newton_step, safe_step_size
from textbook_ml.equations.bridge import gnb_to_logistic
from textbook_ml.equations.gaussian import gaussian_posterior
from textbook_ml.equations.likelihood import (
    conditional_likelihood,
    conditional_log_likelihood,
    gradient,
    hessian,
    penalised_gradient,
    residuals,
)
from textbook_ml.equations.logistic import linear_score, logistic_p1
from textbook_ml.equations.losses import hinge_loss, log_loss
from textbook_ml.equations.softmax import softmax
from textbook_ml.reading.book.stories._examples import HOURS, PASSED, STUDENTS, best_weights
from textbook_ml.reading.book.stories._story import Numbers, Story


def _logistic_numbers() -> Numbers:
    w0, w = -4.0, [1.5]
    few, many = 2.0, 4.0
    return {
        "w0": w0,
        "w": w[0],
        "score_few": linear_score(w0, w, [few]),
        "score_many": linear_score(w0, w, [many]),
        "p_few": logistic_p1(w0, w, [few]),
        "p_one_more": logistic_p1(w0, w, [few + 1]),
        "p_many": logistic_p1(w0, w, [many]),
        "half": logistic_p1(0.0, [], []),
        "factor": exp(w[0]),
    }


LOGISTIC = Story(
    page="logistic",
    title="A score becomes a probability",
    question="How can a straight line give a probability?",
    opening=(
        "A student’s score is s = {w0:.0f} + {w:.1f} × hours of study. Two hours give "
        "s = {score_few:.0f}, four hours give s = {score_many:.0f}. A score can be any number; a "
        "probability cannot. The logistic function maps one to the other: "
        "σ({score_few:.0f}) = {p_few:.2f}, σ({score_many:.0f}) = {p_many:.2f}, and σ(0) is "
        "exactly {half:.1f}.",
        "The score has a meaning of its own: it is the logarithm of the odds. One more hour adds "
        "{w:.1f} to the score, so it multiplies the odds of passing by e to the power {w:.1f}, "
        "which is {factor:.1f}, wherever you start.",
        "One warning before you compare books. Mitchell writes the same model with the sign "
        "reversed in (16), so that a positive score favours class 0, and uses the other sign "
        "from (24) on. This page has both, and marks them.",
    ),
    mistakes=(
        "“A weight of {w:.1f} adds {w:.1f} to something about the probability.” It multiplies "
        "the odds. From {p_few:.2f} one hour leads to {p_one_more:.2f}, the next to "
        "{p_many:.2f}.",
    ),
    summary=(
        "The score is linear, and the sigmoid makes it a probability; the score is the log odds.",
        "A weight multiplies the odds.",
        "Check the sign convention of your book.",
    ),
    onward="We have seen this curve before, on the page of the petals.",
    leads_to=("bridge", "likelihood", "softmax"),
    numbers=_logistic_numbers,
    cards=(
        "linear_score", "odds", "logit", "logistic_p1", "logistic_p0", "logistic_label",
        "sigmoid_derivative", "with_intercept", "mitchell_p1", "mitchell_p0", "mitchell_label",
    ),
    folded=("step", "mitchell_label_by_exp", "bernoulli_natural_log_pmf"),
    derivations=("logistic-decision", "sigmoid-derivative"),
)  # fmt: skip


def _bridge_numbers() -> Numbers:
    prior, mu, ones = {0: 0.5, 1: 0.5}, {0: [0.0], 1: [2.0]}, {0: [1.0], 1: [1.0]}
    weights = gnb_to_logistic(0.5, mu[0], mu[1], ones[0])
    x, far, uneven = [0.5], [-4.0], {0: [1.0], 1: [4.0]}
    return {
        "mu0": mu[0][0],
        "mu1": mu[1][0],
        "var": ones[0][0],
        "x": x[0],
        "bayes": gaussian_posterior(x, prior, mu, ones)[1],
        "w0": weights.w0,
        "w": weights.w[0],
        "score": linear_score(weights.w0, weights.w, x),
        "logistic": logistic_p1(weights.w0, weights.w, x),
        "var1": uneven[1][0],
        "far": far[0],
        "surprise": gaussian_posterior(far, prior, mu, uneven)[1],
    }


BRIDGE = Story(
    page="bridge",
    title="Naive Bayes has the form of a logistic regression",
    question="Is logistic regression a new model, or one that we already have?",
    opening=(
        "Two classes have normal distributions with means {mu0:.0f} and {mu1:.0f}, both with "
        "variance {var:.0f}, equally probable. At x = {x:.1f} Bayes’ rule gives class 1 the "
        "probability {bayes:.4f}.",
        "Now forget the distributions and compute a score: s = {w0:.0f} + {w:.0f} × {x:.1f} = "
        "{score:.0f}. Then σ({score:.0f}) = {logistic:.4f}, the same digits. This is not "
        "an approximation: for every x the two computations agree, because the x² in the two "
        "exponents cancels and only a straight line is left.",
        "So Gaussian naive Bayes with equal variances *is* a logistic model; so are Boolean "
        "naive Bayes, discriminant analysis and Poisson counts. They differ from logistic "
        "regression in how the weights are chosen, not in what they can express. Open the "
        "derivation below, violate an assumption, and see which line fails.",
        "With variances {var:.0f} and {var1:.0f} the x² stays: at x = {far:.0f} class 1 has the "
        "probability {surprise:.3f}, although its mean is at +{mu1:.0f}.",
    ),
    mistakes=(
        "“Then both give the same classifier.” They have the same *form*. Trained on the same "
        "data they usually get different weights, and agree only in the limit and only if the "
        "assumptions hold.",
    ),
    summary=(
        "Gaussian naive Bayes with equal variances has a logistic posterior, exactly.",
        "Boolean naive Bayes, discriminant analysis and Poisson counts have one too.",
        "The form is the same; the way in which the weights are estimated is not.",
    ),
    onward="If not from means and variances, where do the weights come from?",
    leads_to=("likelihood", "theory"),
    numbers=_bridge_numbers,
    cards=(
        "posterior_from_factors", "gaussian_log_ratio", "mitchell_gnb_weights",
        "gnb_to_logistic", "gnb_log_odds", "boolean_to_logistic", "gda_to_logistic",
        "categorical_to_logistic", "poisson_to_logistic",
    ),
    folded=(
        "posterior_from_odds", "posterior_from_log_odds", "naive_log_odds",
        "log_ratio_of_densities", "difference_of_squares", "expanded_squares",
        "collected_squares", "mitchell_weight", "mitchell_bias", "mitchell_gnb_posterior",
        "mitchell_gnb_complement", "mitchell_boolean_weights",
    ),
    derivations=(
        "gnb-to-logistic", "boolean-to-logistic", "gda-to-logistic", "poisson-to-logistic",
    ),
)  # fmt: skip


def penalised(lam: float) -> list[float]:
    """Return the weights of the four students that maximise the penalised log likelihood."""
    w = [0.0, 0.0]
    for _ in range(20):
        slope = penalised_gradient(w, STUDENTS, PASSED, lam)
        step = newton_direction(slope, hessian(w, STUDENTS), lam)
        w = [a + b for a, b in zip(w, step)]
    return w


def _likelihood_numbers() -> Numbers:
    zero, guess, best = [0.0, 0.0], [-1.0, 0.5], best_weights()
    errors = residuals(best, STUDENTS, PASSED)
    lams = (0.1, 1.0, 10.0)
    separable = [0, 0, 1, 1]
    return {
        **{f"h{i}": hours for i, hours in enumerate(HOURS)},
        "at_zero": conditional_likelihood(zero, STUDENTS, PASSED),
        "g0": guess[0],
        "g1": guess[1],
        "at_guess": conditional_likelihood(guess, STUDENTS, PASSED),
        "at_best": conditional_likelihood(best, STUDENTS, PASSED),
        "b0": best[0],
        "b1": best[1],
        "boundary": -best[0] / best[1],
        "log_zero": conditional_log_likelihood(zero, STUDENTS, PASSED),
        "log_guess": conditional_log_likelihood(guess, STUDENTS, PASSED),
        "log_best": conditional_log_likelihood(best, STUDENTS, PASSED),
        **{f"e{i}": e for i, e in enumerate(residuals(zero, STUDENTS, PASSED))},
        "slope": gradient(zero, STUDENTS, PASSED)[1],
        **{f"r{i}": e for i, e in enumerate(errors)},
        **{f"l{i}": lam for i, lam in enumerate(lams)},
        **{f"w{i}": penalised(lam)[1] for i, lam in enumerate(lams)},
        **{
            f"s{i}": conditional_log_likelihood([-2.5 * a, a], STUDENTS, separable)
            for i, a in enumerate((1.0, 5.0, 20.0))
        },
    }


LIKELIHOOD = Story(
    page="likelihood",
    title="Choose the weights that make the observed labels most probable",
    question="What makes one set of weights better than another?",
    opening=(
        "Four students studied {h0:.0f}, {h1:.0f}, {h2:.0f} and {h3:.0f} hours. The first and the "
        "third failed, the second and the fourth passed. With all weights 0 the model gives "
        "everyone one half, and the probability of exactly these four results is {at_zero:.4f}. "
        "With w = ({g0:.0f}, {g1:.1f}) it is {at_guess:.4f}. The best weights reach "
        "{at_best:.4f}: w = ({b0:.2f}, {b1:.2f}), with the boundary at {boundary:.1f} hours.",
        "That product is the conditional likelihood. We use its logarithm, because sums are "
        "easier than products: {log_zero:.2f}, {log_guess:.2f}, {log_best:.2f}.",
        "Its gradient is simple enough to compute by hand: for each example, input × (label − "
        "prediction). At w = 0 the errors are {e0:.1f}, {e1:.1f}, {e2:.1f}, {e3:.1f}; weighted by "
        "the hours they sum to {slope:.0f}. So a larger weight of the hours is better, and the "
        "first step is clear.",
    ),
    notice="The objective is concave: there is one maximum, and no other local maximum.",
    mistakes=(
        "“At the best weights the errors are zero.” They are {r0:.2f}, {r1:.2f}, {r2:.2f}, "
        "{r3:.2f}. Only their sum is zero, plain and weighted by the hours.",
        "“There is always a maximum.” If the first two students fail and the last two pass, the "
        "log likelihood increases without limit as the weights grow: {s0:.2f}, {s1:.2f}, "
        "{s2:.5f}. A penalty λ gives a maximum. For the four students, λ = {l0:.1f}, "
        "{l1:.0f} and {l2:.0f} shrink w₁ to {w0:.2f}, {w1:.2f} and {w2:.2f}, if the "
        "intercept is penalised too.",
    ),
    summary=(
        "Choose the weights that make the labels most probable; the gradient is input times "
        "error.",
        "The objective is concave, but separable data have no maximum.",
        "A penalty, which is a Gaussian prior, gives them one.",
    ),
    onward="The maximum has no formula, so we approach it step by step.",
    leads_to=("ascent", "losses"),
    numbers=_likelihood_numbers,
    cards=(
        "conditional_likelihood", "conditional_log_likelihood", "simplified_log_likelihood",
        "residuals", "gradient", "hessian", "penalised_log_likelihood", "penalised_gradient",
        "normal_log_prior", "map_objective", "joint_log_likelihood", "marginal_log_likelihood",
        "signed_log_likelihood",
    ),
    folded=(
        "log_likelihood_by_odds", "gradient_by_terms", "gradient_expanded", "gradient_factored",
        "numerical_gradient", "xing_log_likelihood", "to_signs", "kappa_log_prior",
        "lam_from_kappa", "shifted_log_prior", "population_gradient",
    ),
    derivations=(
        "log-likelihood", "log-likelihood-gradient", "hessian-concave", "map-to-l2",
        "joint-likelihood",
    ),
)  # fmt: skip


def _ascent_path(eta: float, steps: int) -> list[list[float]]:
    """Return the weights of the four students along gradient ascent from zero."""
    path = [[0.0, 0.0]]
    for _ in range(steps):
        path.append(ascent_step(path[-1], STUDENTS, PASSED, eta))
    return path


def _ascent_numbers() -> Numbers:
    def objective(w: list[float]) -> float:
        return conditional_log_likelihood(w, STUDENTS, PASSED)

    small, large = 0.1, 0.5
    path, wild = _ascent_path(small, 200), _ascent_path(large, 200)
    newton, steps = [0.0, 0.0], 0
    while max(map(abs, gradient(newton, STUDENTS, PASSED))) > 1e-14:
        newton, steps = newton_step(newton, STUDENTS, PASSED), steps + 1
    return {
        "eta": small,
        "first0": path[1][0],
        "first1": path[1][1],
        "at0": objective(path[0]),
        "at1": objective(path[1]),
        "n10": 10,
        "n100": 100,
        "n200": 200,
        "at10": objective(path[10]),
        "at100": objective(path[100]),
        "at200": objective(path[200]),
        "best": objective(list(best_weights())),
        "large": large,
        "wild1": objective(wild[1]),
        "wild2": objective(wild[2]),
        "wild200": objective(wild[200]),
        "safe": safe_step_size(STUDENTS),
        "newton": steps,
    }


ASCENT = Story(
    page="ascent",
    title="Follow the gradient to the maximum",
    question="How do we find the best weights when no formula gives them?",
    opening=(
        "Start at zero and take a step in the direction of the gradient. For the four students, "
        "with step size {eta:.1f}, the first step leads to w = ({first0:.0f}, {first1:.1f}) and "
        "raises the log likelihood from {at0:.3f} to {at1:.3f}. After {n10} steps it is "
        "{at10:.3f}, after {n100} {at100:.3f}, after {n200} {at200:.3f}. The maximum is "
        "{best:.3f}.",
        "A larger step is not faster here. With step size {large:.1f} the first step goes past "
        "the maximum ({wild1:.2f}), the second does so too ({wild2:.2f}), and after {n200} steps "
        "the value is "
        "{wild200:.2f}. The safe step size for these data is {safe:.2f}, and it can be computed "
        "before the first step.",
        "Newton’s method uses the curvature as well. It needs {newton:word} steps until the "
        "gradient is zero to fourteen digits, and solves a linear system in each.",
    ),
    mistakes=(
        "“Update w₀ first, then use it for w₁.” All predictions of a step use the old weights.",
        "“Gradient descent needs a minus sign here.” The log likelihood is maximised, so the "
        "sign is +. What the texts call descent in (26) is ascent.",
    ),
    summary=(
        "Step along the gradient; a safe step size can be computed beforehand.",
        "Too large a step goes past the maximum.",
        "Newton’s method needs few but expensive steps.",
    ),
    onward="Two classes are done; three are almost the same.",
    leads_to=("softmax", "algorithms"),
    numbers=_ascent_numbers,
    cards=(
        "ascent_step", "safe_step_size", "penalised_step", "stochastic_step", "perceptron_step",
        "newton_step",
    ),
    folded=(
        "gradient_step", "newton_direction", "reweighted_least_squares_step",
        "conjugate_direction", "shifted_step",
    ),
    derivations=("newton-irls",),
)  # fmt: skip


def _softmax_numbers() -> Numbers:
    scores, c = [2.0, 1.0, 0.0], 100.0
    shifted = softmax([s + c for s in scores])
    return {
        **{f"s{i}": s for i, s in enumerate(scores)},
        **{f"e{i}": exp(s) for i, s in enumerate(scores)},
        **{f"p{i}": p for i, p in enumerate(softmax(scores))},
        **{f"q{i}": p for i, p in enumerate(shifted)},
        "c": c,
        "two": softmax(scores[:2])[0],
        "sigmoid": logistic_p1(scores[0] - scores[1], [], []),
        "difference": scores[0] - scores[1],
        "huge": 1000,
    }


SOFTMAX = Story(
    page="softmax",
    title="Many classes: one score each, then divide by the sum",
    question="What replaces the logistic function when there are three classes?",
    opening=(
        "Three classes have the scores {s0:.0f}, {s1:.0f} and {s2:.0f}. Take exponentials, "
        "{e0:.2f}, {e1:.2f} and {e2:.0f}, and divide by their sum: {p0:.3f}, {p1:.3f} and "
        "{p2:.3f}. That is softmax.",
        "Add {c:.0f} to all three scores, and the probabilities are {q0:.3f}, {q1:.3f} and "
        "{q2:.3f}, as before: only differences matter. So one of the K weight vectors is "
        "superfluous, and Mitchell’s (27) and (28) fix the last one at zero. With the first two "
        "classes alone, class one gets {two:.3f}, which is σ({difference:.0f}) = {sigmoid:.3f}: "
        "the logistic function of the difference.",
        "The gradient keeps its form: input × (1 if it is the label, otherwise 0, minus the "
        "predicted probability).",
    ),
    mistakes=(
        "“Compute the exponentials as they are written.” exp({huge}) overflows. Subtract the "
        "largest score first; the result is the same.",
        "“K and K − 1 weight vectors always give the same model.” Without a penalty they do. "
        "With a penalty the two solutions differ.",
    ),
    summary=(
        "Exponentiate the scores and divide by the sum.",
        "Only differences of scores matter, so K − 1 weight vectors suffice.",
        "For two classes it is the logistic function.",
    ),
    onward="Why logarithms? What else could be minimised?",
    leads_to=("losses",),
    numbers=_softmax_numbers,
    cards=(
        "softmax", "reference_softmax", "to_reference", "softmax_residuals",
        "softmax_log_likelihood", "softmax_gradient", "softmax_step",
    ),
    folded=(
        "class_residuals", "class_log_likelihood", "class_gradient", "class_step",
        "xing_softmax",
    ),
    derivations=("softmax-reference", "softmax-gradient"),
)  # fmt: skip


def _losses_numbers() -> Numbers:
    margins = (-2.0, 0.5, 2.0)
    return {
        **{f"m{i}": m for i, m in enumerate(margins)},
        **{f"h{i}": hinge_loss(m) for i, m in enumerate(margins)},
        **{f"l{i}": log_loss(m) for i, m in enumerate(margins)},
        "at_zero": log_loss(0.0),
    }


LOSSES = Story(
    page="losses",
    title="Which loss each method gives a mistake",
    question="Logistic regression, SVM and perceptron all draw a line. Where do they differ?",
    opening=(
        "Write the label as y = ±1 and multiply it by the score. This *margin* is positive when "
        "the prediction is right, and large when it is confident. The zero-one loss, which counts "
        "errors, is 1 for a negative margin and 0 for a positive one. It cannot be minimised by "
        "following "
        "a gradient, because its gradient is zero almost everywhere.",
        "The other losses have a gradient that one can follow. At margin {m0:.0f} the hinge loss "
        "is {h0:.0f} and the log loss {l0:.2f}; at margin {m1:.1f} they are {h1:.1f} and "
        "{l1:.2f}; at margin {m2:.0f} they are {h2:.0f} and {l2:.2f}. The hinge loss of the SVM "
        "is zero from margin 1 on; the log loss of logistic regression never is.",
    ),
    mistakes=(
        "“The log loss is an upper bound of the error count.” With natural logarithms it is "
        "{at_zero:.3f} at margin 0, below 1. With logarithms to base 2 it is a bound.",
    ),
    summary=(
        "The margin is label times score.",
        "Log loss, hinge loss and zero-one loss differ in the loss for a given margin.",
        "Logistic regression and the SVM minimise the loss plus a penalty.",
    ),
    onward="Is there a best classifier at all?",
    leads_to=("optimality",),
    numbers=_losses_numbers,
    cards=("zero_one_loss", "hinge_loss", "log_loss", "regularised_risk", "hinge_step"),
    derivations=("losses",),
)

STORIES = (LOGISTIC, BRIDGE, LIKELIHOOD, ASCENT, SOFTMAX, LOSSES)
