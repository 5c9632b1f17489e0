"""Errata that prove themselves: what the printed form gives, beside what is right.

    mitchell_naive_bayes    §1, 2       counts of parameters, and estimates
    mitchell_logistic       §3          signs, ties, forms and the climb
    mitchell_claims         §1, 4, 5    claims about whole classifiers
    ng                                  densities, covariances, counts and products
    xing_models                         densities and parameters
    xing_learning                       the likelihood, its gradient, and what learning costs
    sontag                              missing values, signs, concavity, priors, many classes
    gwansiu                             priors, signs and brackets that went missing

An erratum about several texts stands with the one that it names first.
"""
