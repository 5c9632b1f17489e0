"""Additive statistics of the data.

`of(a) + of(b)` is `of(a and b together)`, and `of(a and b) - of(b)` is `of(a)`. So a stream,
the removal of an example, and a cluster only need addition and subtraction.
"""
