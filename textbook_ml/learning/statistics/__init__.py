"""Additive statistics of the data.

`of(a) + of(b)` is `of(a and b together)`, and `of(a and b) - of(b)` is `of(a)`. Streaming,
removing an example and map-reduce on a cluster are all done by adding and subtracting.
"""
