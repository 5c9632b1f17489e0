"""The objective functions of the discriminative models: concave functions of the weights.

concave       the interface between optimisers and objectives, and any concave function
prior         the normal prior on the weights, whose logarithm is the penalty
logistic      log likelihood plus log prior for two classes
softmax       log likelihood plus log prior for many classes
separation    whether a maximum exists
scaling       standardised features, and weights back in the units of the data
"""
