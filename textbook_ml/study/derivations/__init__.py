"""Derivations, line by line: each line has its formula, its rule and a function that computes it.

One module contains one derivation. `ORDER` lists their names in the order of the chapter.
"""

ORDER = (
    "bayes-to-naive-bayes",
    "chain-rule",
    "counts-mle",
    "dirichlet-map",
    "gaussian-mle",
    "variance-bias",
    "pooled-variance",
    "mean-map",
    "logistic-decision",
    "gnb-to-logistic",
    "boolean-to-logistic",
    "gda-mle",
    "gda-to-logistic",
    "poisson-to-logistic",
    "covariance-forms",
    "log-likelihood",
    "log-likelihood-gradient",
    "sigmoid-derivative",
    "hessian-concave",
    "newton-irls",
    "joint-likelihood",
    "map-to-l2",
    "softmax-reference",
    "softmax-gradient",
    "losses",
    "missing-value",
    "log-n-examples",
)


def derivations_of(entry_id: str) -> tuple[str, ...]:
    """Return the names of the derivations to which an entry of the source texts belongs.

    >>> derivations_of("mitchell-20"), derivations_of("xing-uci")
    (('gnb-to-logistic',), ())
    """
    from textbook_ml.study.derivations._derivation import derivations

    return tuple(name for name, one in derivations().items() if entry_id in one.entries)
