"""The report of an optimisation that a model keeps; importing it loads no optimiser."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FitReport:
    """A report on the optimisation that found the weights of a model.

    >>> print(FitReport("newton", 7, -37.75, 2e-13, "the gradient is at most 1e-08"))
    newton, 7 iterations: the gradient is at most 1e-08 (2e-13); objective -37.75
    """

    optimiser: str
    iterations: int
    objective: float
    gradient_norm: float
    stopped: str

    def __str__(self) -> str:
        return (
            f"{self.optimiser}, {self.iterations} iterations: {self.stopped} "
            f"({self.gradient_norm:.3g}); objective {self.objective:.12g}"
        )
