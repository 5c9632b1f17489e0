"""Optimisers, written once for any concave function; each is an iterator of steps.

    gradient_ascent       w ← w + η ∇f: the update rule, with a given η or a safe one
    accelerated_ascent    gradient ascent with Nesterov's momentum
    stochastic_ascent     gradient ascent, one example at a time
    conjugate_gradient    each direction is conjugate to the last ones
    lbfgs                 the curvature estimated from the last steps
    newton                the exact curvature: iteratively reweighted least squares
    newton_cg             Newton's method without forming the matrix

An optimiser only stops by itself if the gradient is zero: the caller (`optimise`) decides when it
has converged.
"""
