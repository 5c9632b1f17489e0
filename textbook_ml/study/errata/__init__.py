"""Errata in numbers: the result of the printed form, next to that of the corrected form.

    mitchell_naive_bayes    §1, 2       numbers of parameters, and estimates
    mitchell_logistic       §3          signs, ties, equivalent forms and gradient ascent
    mitchell_claims         §1, 3-5     claims about whole classifiers
    ng                                  densities, covariances, counts and products
    xing_models                         densities and parameters
    xing_learning                       the likelihood, its gradient, and the cost of learning
    sontag                              missing values, signs, concavity, priors, many classes
    gwansiu                             priors, signs and brackets

An erratum about several texts is in the file of the text that it names first. Every check lists
its inputs, so that a reader can repeat it by hand.
"""
