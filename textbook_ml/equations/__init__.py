"""The chapter, equation by equation; each module imports only earlier ones.

    bayes           §1, 2.2         Bayes' rule, the naive product, the decision
    independence    §2.1            conditional independence; the weather example
    parameters      §1.1, 2         how many parameters each model has
    counts          §1, 2.3         how data arise, and how they are counted
    smoothing       (4)–(9)         MLE, hallucinated examples, Laplace, Dirichlet
    gaussian        (10)–(15)       means, variances, densities
    discriminant    Ng §1           the multivariate normal and GDA
    event_models    Ng §2           Bernoulli and multinomial models of text
    missing         Sontag          dropping a factor is summing it out
    logistic        (16)–(18), (24), (25)   both sign conventions
    bridge          (19)–(23)       from generative parameters to logistic weights
    likelihood      §3.2, 3.3       conditional likelihood, gradient, Hessian, priors
    ascent          §3.2, 3.3, (26) the update rules
    softmax         (27)–(29)       many classes
    losses          Sontag          logistic, hinge, zero-one
    theory          §1.1, 4         sample sizes, intervals, bounds
    optimality      §4, exercise 4  Bayes error, Bayes risk, MAP against Bayes-optimal
"""
