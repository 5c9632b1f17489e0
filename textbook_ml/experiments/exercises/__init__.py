"""The texts' exercises, solved: the question, the solution in steps, the code that checks it.

    mitchell_prior         ex1           how many examples pin down P(Y)
    mitchell_mixed         ex2           a Boolean and a continuous feature
    mitchell_boolean       ex3           Boolean features, and why they are logistic
    mitchell_hypotheses    ex4           the one best hypothesis, and the vote of all
    mitchell_variances     ex5           variances that are tied
    ng_bayes               ex6, ex10     the evidence, and Poisson counts
    ng_covariance          ex7           two forms of a covariance
    ng_discriminant        ex8, ex9      GDA's estimates, and its weights
    ng_frequencies         ex11, ex12    why frequencies, and why one more of each
    xing_likelihood        ex13          the likelihood of logistic regression, and its top
    mitchell_weights       ex14, ex15    many classes, and a prior on the weights
    sontag_losses          ex16          losses of the margin
    sontag_missing         ex17          attributes that are missing
    xing_parameters        ex18          all parameters counted
"""
