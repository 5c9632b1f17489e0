"""Part II. Measuring: Gaussian features."""

from fractions import Fraction as F
from math import prod, sqrt

from textbook_ml.equations.bayes import log_naive_product
from textbook_ml.equations.bridge import gda_to_logistic, gnb_to_logistic
from textbook_ml.equations.discriminant import class_means, covariance, pooled_covariance
from textbook_ml.equations.gaussian import (
    gaussian_posterior,
    mean_mle,
    normal_pdf,
    variance_mle,
    variance_mvue,
)
from textbook_ml.equations.log_terms import normal_log_terms
from textbook_ml.equations.logistic import linear_score, logistic_p1
from textbook_ml.reading.book.stories._examples import SPECIES, lengths, petals
from textbook_ml.reading.book.stories._story import Numbers, Story
from textbook_ml.study.figures.function_curves import decision_points


def _gaussian_numbers() -> Numbers:
    versicolor, virginica = SPECIES
    mu = {y: [mean_mle(lengths(y))] for y in SPECIES}
    sigma2 = {y: [variance_mle(lengths(y), mu[y][0])] for y in SPECIES}
    x = 5.0
    means, variances = (mu[versicolor][0], mu[virginica][0]), tuple(sigma2[y][0] for y in SPECIES)
    places = sorted(decision_points((variances[0], variances[1]), means))
    sample = [F(1), F(2), F(4)]
    centre = mean_mle(sample)
    return {
        "x": x,
        "n": len(lengths(versicolor)),
        "mu0": means[0],
        "mu1": means[1],
        "var0": variances[0],
        "var1": variances[1],
        "pdf0": normal_pdf(x, means[0], variances[0]),
        "pdf1": normal_pdf(x, means[1], variances[1]),
        "p1": gaussian_posterior([x], dict.fromkeys(SPECIES, 0.5), mu, sigma2)[virginica],
        "low": places[0],
        "high": places[1],
        "narrow": 0.01,
        "peak": normal_pdf(0.0, 0.0, 0.01),
        "mle": variance_mle(sample, centre),
        "mvue": variance_mvue(sample, centre),
        **{f"s{i}": value for i, value in enumerate(sample)},
    }


GAUSSIAN = Story(
    page="gaussian",
    title="For measurements, replace the count by a normal distribution",
    question="How can a feature be counted when no value occurs twice?",
    opening=(
        "A petal is {x:.1f} cm long. Is it *Iris versicolor* or *Iris virginica*? A table does "
        "not help: this length may be rare, and a slightly longer one may not occur at all.",
        "So we summarise each species by two numbers. The {n} versicolor petals have mean "
        "{mu0:.2f} cm and variance {var0:.3f}; the {n} virginica petals {mu1:.2f} and "
        "{var1:.3f}. At {x:.1f} cm the normal density is {pdf0:.3f} for versicolor and "
        "{pdf1:.3f} for virginica. With equal priors, Bayes’ rule gives virginica the probability "
        "{p1:.3f}. The decision changes at {high:.2f} cm. (It changes a second time at {low:.1f} "
        "cm, where no petal is: because the variances are unequal.)",
        "Everything else stays the same: the same rule, the same product over features. Only the "
        "tables have become curves.",
    ),
    mistakes=(
        "“A density is a probability.” For variance {narrow:.2f} the density reaches {peak:.2f}. "
        "Only areas under it are probabilities.",
        "“N or N − 1, it is the same estimator.” For the sample {s0}, {s1}, {s2}, equation (14) "
        "gives {mle} and equation (15) gives {mvue}. Also check whether a text writes N(μ, σ²), "
        "with the variance, or N(μ, σ), with the standard deviation.",
    ),
    summary=(
        "Describe each feature in each class by a mean and a variance.",
        "Maximum likelihood divides by N, the unbiased estimate by N − 1.",
        "A density can exceed one.",
    ),
    onward="Petals that are long are also wide.",
    leads_to=("discriminant", "bridge"),
    numbers=_gaussian_numbers,
    cards=(
        "conditional_mean", "conditional_variance", "mean_mle", "variance_mle", "variance_mvue",
        "normal_pdf", "gaussian_joint", "gaussian_posterior", "pooled_variance_mle",
        "pooled_variance_mvue", "normal_log_pdf", "mixture_pdf",
    ),
    folded=(
        "mean_map", "common_variance_mle", "common_variance_mvue", "gaussian_log_joint",
    ),
    derivations=("gaussian-mle", "variance-bias", "pooled-variance", "mean-map"),
)  # fmt: skip


def _discriminant_numbers() -> Numbers:
    rows, labels = petals()
    mu, sigma = class_means(rows, labels), pooled_covariance(rows, labels)
    mu0, mu1 = (mu[y] for y in SPECIES)
    x = [5.2, 1.8]
    naive = gnb_to_logistic(0.5, mu0, mu1, [sigma[0][0], sigma[1][1]])
    gda = gda_to_logistic(0.5, mu0, mu1, sigma)
    points = [F(-1), F(0), F(1)]
    return {
        "correlation": sigma[0][1] / sqrt(sigma[0][0] * sigma[1][1]),
        "length": x[0],
        "width": x[1],
        "naive": logistic_p1(naive.w0, naive.w, x),
        "naive_score": linear_score(naive.w0, naive.w, x),
        "gda": logistic_p1(gda.w0, gda.w, x),
        "gda_score": linear_score(gda.w0, gda.w, x),
        "zero": covariance(points, [v * v for v in points]),
    }


DISCRIMINANT = Story(
    page="discriminant",
    title="Let the features be correlated: one ellipse per class, one line between",
    question="What changes if we drop independence and keep the normal distribution?",
    opening=(
        "Long petals tend to be wide: within a species, length and width have a correlation of "
        "{correlation:.2f}. Naive Bayes ignores this and counts the same evidence twice. For a "
        "petal of {length:.1f} × {width:.1f} cm it gives virginica the probability {naive:.3f} "
        "(log odds {naive_score:.1f}); a model with the correlation gives {gda:.3f} (log odds "
        "{gda_score:.1f}).",
        "That model is Gaussian discriminant analysis. Each class is a cloud of points around "
        "its mean, and both clouds have the same shape, described by one covariance matrix Σ. "
        "Its contours are ellipses: variances stretch them, a correlation tilts them.",
        "Because the shape is shared, the boundary between two classes is a straight line. Give "
        "each class its own Σ, and the line bends into a conic.",
    ),
    mistakes=(
        "“Average the covariance matrices of the classes.” Pool the rows instead, each about the "
        "mean of its own class, so that large classes count more.",
        "“Covariance zero means independent.” Take X = −1, 0, 1 and Y = X²: their covariance is "
        "{zero}, although X determines Y.",
    ),
    summary=(
        "A covariance matrix describes the correlations of the features.",
        "A shared matrix gives a straight boundary, separate ones a conic.",
        "It needs at least n + K rows for n features and K classes.",
    ),
    onward="Before we learn such a line directly: how to compute with tiny probabilities.",
    leads_to=("log_terms", "bridge"),
    numbers=_discriminant_numbers,
    cards=(
        "mean_vector", "covariance", "covariance_matrix", "mvn_pdf", "ellipse", "class_means",
        "pooled_covariance", "gda_log_likelihood", "quadratic_posterior",
    ),
    folded=(
        "mvn_log_pdf", "gaussian_vector_joint", "is_positive_definite",
        "is_positive_semidefinite", "covariance_matrix_from_moments", "draw_normal",
        "mvn_expectation",
    ),
    derivations=("gda-mle", "covariance-forms"),
)  # fmt: skip


def _log_terms_numbers() -> Numbers:
    pixels, p = 784, 0.25
    missing = normal_log_terms([None], peaks=[-1.0], means=[1.0], narrow=[0.5])[0]
    return {
        "pixels": pixels,
        "p": p,
        "product": prod([p] * pixels),
        "log": log_naive_product([p] * pixels),
        "missing": missing,
    }


LOG_TERMS = Story(
    page="log_terms",
    title="Add logarithms, one term for each feature",
    question="How do programs compute a product of hundreds of probabilities?",
    opening=(
        "A picture has {pixels} pixels. If each has probability {p:.2f}, their product is "
        "{product:.1f} in floating point: the true value is smaller than the smallest positive "
        "number. Bayes’ rule would divide zero by zero.",
        "The logarithm of the product is a sum of {pixels} terms, {log:.1f}, which is an "
        "ordinary number. Logarithms keep the order, so the largest sum belongs to the most "
        "probable class.",
        "So every naive Bayes model of this package computes one term for each feature and adds "
        "them up. A missing value adds {missing:.0f}, because the logarithm of one is zero. "
        "Constants such as the logarithm of 2πσ² are computed once, before the first row.",
    ),
    mistakes=(
        "“A log density is never positive.” The logarithm of a probability is never positive, but "
        "a density above one has a positive logarithm.",
    ),
    summary=(
        "Products of many probabilities underflow; sums of logarithms do not.",
        "One term for each feature, zero if the value is missing.",
        "The models and the exported files evaluate these expressions.",
    ),
    onward="Discriminant analysis gave a straight line. Could we learn the line directly?",
    leads_to=("logistic",),
    numbers=_log_terms_numbers,
    cards=(
        "normal_log_terms", "categorical_log_terms", "multinomial_log_terms",
        "poisson_log_terms", "poisson_log_pmf",
    ),
)  # fmt: skip

STORIES = (GAUSSIAN, DISCRIMINANT, LOG_TERMS)
