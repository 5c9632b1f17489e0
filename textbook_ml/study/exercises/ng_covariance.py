"""Ng's exercise on the two forms of a covariance."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from textbook_ml.core.linalg import dot, mat_vec
from textbook_ml.core.numeric import mean
from textbook_ml.equations.discriminant import (
    covariance_matrix,
    covariance_matrix_from_moments,
    mean_vector,
)
from textbook_ml.equations.gaussian import mean_mle, variance_mle
from textbook_ml.study.exercises._exercise import Step, check_of, exercise

FOUR = [(0, 0), (1, 1), (1, 2), (2, 1)]


@exercise(7, "EX-N-COV", "ng-cov-def", "ng-cov-identity")
def two_forms_of_the_covariance() -> Iterator[Step]:
    """Why do the two formulas for a covariance agree?

    Show that E[(Z − E Z)(Z − E Z)ᵀ] = E[Z Zᵀ] − (E Z)(E Z)ᵀ for a random vector Z. Which
    properties of the covariance matrix follow? Does it matter which form is computed? For
    the numbers, let Z be one of four equally probable points:

        (0, 0), (1, 1), (1, 2), (2, 1)
    """
    rows = points()
    second = [[mean([z[i] * z[j] for z in rows]) for j in (0, 1)] for i in (0, 1)]
    yield Step(
        "Let μ = E Z, which is a constant. Expand the product and take the expectation of each "
        "term; constants can be moved out of it. Three of the four terms are ±μμᵀ, and two of "
        "these cancel.",
        """
        E[(Z − μ)(Z − μ)ᵀ] = E[Z Zᵀ] − E[Z] μᵀ − μ E[Z]ᵀ + μμᵀ
                           = E[Z Zᵀ] − μμᵀ − μμᵀ + μμᵀ
                           = E[Z Zᵀ] − μμᵀ
        """,
        {
            "μ": tuple(mean_vector(rows)),
            "E[Z Zᵀ]": second,
            "E[Z Zᵀ] − μμᵀ": covariance_matrix_from_moments(rows),
            "E[(Z − μ)(Z − μ)ᵀ]": covariance_matrix(rows),
        },
    )
    v = [Fraction(1), Fraction(-1)]
    along = [dot(v, z) for z in rows]
    yield Step(
        "The first form shows that the matrix is symmetric, and that vᵀ Cov(Z) v is the variance "
        "of v · Z for any vector v, so it is never negative. In the example v = (1, −1).",
        "vᵀ Cov(Z) v = E[(v · Z − v · μ)²] = Var(v · Z) ≥ 0",
        {
            "vᵀ Cov(Z) v": dot(v, mat_vec(covariance_matrix(rows), v)),
            "Var(v · Z)": variance_mle(along, mean_mle(along)),
        },
    )
    yield Step(
        "Now add 10⁸ to the first coordinate. In exact arithmetic the covariance does not change. "
        "But floats have about 16 digits and z² needs 17, so the second form, which subtracts two "
        "such numbers, loses all digits. The first form subtracts the mean while the numbers are "
        "still exact.",
        numbers={
            "Var(Z₁), exactly": covariance_matrix_from_moments(points(10**8))[0][0],
            "second form, in floats": covariance_matrix_from_moments(rounded(10**8))[0][0],
            "first form, in floats": covariance_matrix(rounded(10**8))[0][0],
        },
    )


def points(shift: int = 0) -> list[list[Fraction]]:
    """The four points, with a shift of the first coordinate."""
    return [[Fraction(x + shift), Fraction(z)] for x, z in FOUR]


def rounded(shift: int) -> list[list[float]]:
    """The shifted points as floats."""
    return [[float(x) for x in row] for row in points(shift)]


@check_of(two_forms_of_the_covariance)
def check_ex7() -> dict[str, bool]:
    """Compare both forms on Fractions and on floats."""
    cov = covariance_matrix(points())
    steps = [Fraction(step) for step in range(-3, 4)]
    return {
        "the two forms are exactly equal, also for shifted points":
            all(
                covariance_matrix_from_moments(points(shift)) == cov
                for shift in (0, 1, 10**8, 10**20)
            ),
        "the matrix is symmetric": cov[0][1] == cov[1][0],
        "no direction of a grid has a negative variance":
            all(
                dot(v, mat_vec(cov, v)) >= 0 for v in product(steps, steps)
            ),
        "in floats at 10^8 the first form is right, the second is not":
            covariance_matrix(rounded(10**8))[0][0] == 0.5
            != covariance_matrix_from_moments(rounded(10**8))[0][0],
    }
