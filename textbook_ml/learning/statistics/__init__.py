"""What is counted: statistics of the data that add up.

`of(a) + of(b)` is `of(a and b together)`, and `of(a and b) - of(b)` is `of(a)`. Streaming,
forgetting an example and a cluster's map-reduce are all that one sign.
"""
