"""How to climb: written once for any concave function, each an iterator of steps.

    gradient_ascent       w ← w + η ∇f: the update rule, with a given η or a safe one
    accelerated_ascent    the same with momentum, after Nesterov
    stochastic_ascent     the same, one example at a time
    conjugate_gradient    no two directions undo each other's work
    lbfgs                 the curvature learned from the last steps
    newton                the curvature as it is: iteratively reweighted least squares
    newton_cg             the same without ever forming the matrix

None of them ever stops by itself unless the gradient is zero: who drives them decides
(`climb`), or breaks the loop.
"""
