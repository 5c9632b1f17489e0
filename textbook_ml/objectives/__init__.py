"""What the discriminative models climb: concave functions of the weights.

    concave       what an optimiser may ask of a function, and any function that answers
    design        a table of numbers, ready for quick products
    prior         the Normal prior on the weights, whose logarithm is the penalty
    logistic      the log likelihood of two classes, with its prior
    softmax       the same for many classes
    separation    whether a highest point exists at all
    scaling       features in standard units, and weights back in the units of the data
"""
