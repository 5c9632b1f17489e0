"""The exercises of the source texts: question, solution in steps, and code that checks it.

    mitchell_prior         ex1           how many examples are needed to estimate P(Y)
    mitchell_mixed         ex2           a Boolean and a continuous feature
    mitchell_boolean       ex3           why Boolean naive Bayes is a logistic model
    mitchell_hypotheses    ex4           the MAP hypothesis and the Bayes optimal classifier
    mitchell_variances     ex5           shared variances
    ng_bayes               ex6, ex10     the evidence, and Poisson counts
    ng_covariance          ex7           two forms of a covariance
    ng_discriminant        ex8, ex9      estimates and weights of GDA
    ng_frequencies         ex11, ex12    relative frequencies, and Laplace smoothing
    xing_likelihood        ex13          the likelihood of logistic regression and its maximum
    mitchell_weights       ex14, ex15    many classes, and a prior on the weights
    sontag_losses          ex16          losses as functions of the margin
    sontag_missing         ex17          missing attributes
    xing_parameters        ex18          numbers of parameters
"""
