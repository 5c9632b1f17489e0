"""Every exercise of the texts: the numbers of its solution, and a check that holds.

The fractions were worked out by hand, the floats with 50 digits and without this package.
"""

from collections.abc import Mapping
from fractions import Fraction as F
from math import ulp

import pytest

from textbook_ml.sources import texts
from textbook_ml.study.exercises._exercise import exercises

IDS = (
    "EX-M1 EX-M2 EX-M3 EX-M4 EX-M-TIED EX-N-EVIDENCE EX-N-COV EX-N-GDA-MLE EX-N-GDA-THETA "
    "EX-N-CONVERSE EX-N-NB-MLE EX-N-LAPLACE EX-X-CLL EX-M-MULTI EX-M-RIDGE EX-S-LOSSES "
    "EX-S-MISSING EX-X-COUNT"
).split()
MLE_OF_COUNTS = (F(1, 2), F(1, 6), F(1, 3))
LAPLACE = (F(4, 11), F(5, 11), F(1, 11), F(1, 11))
RIDGE_CONSTANT = -1.1088971666118537

EXPECTED: dict[str, Mapping[str, object]] = {
    "ex1": {
        "Var[p̂] at p = 1/2, N = 100": F(1, 400),
        "p̂ = 1/2": (F(2401), 2401.0, 2401),
        "p̂ = 1/10": (F(21609, 25), 864.36, 865),
        "p̂ = 9/10": (F(21609, 25), 864.36, 865),
        "p̂ = 1/100": (F(237699, 2500), 95.0796, 96),
        "c": F(25, 2401),
        "p̂ at most": 0.010523063052593618,
        "examples by Hoeffding, for any p": 4612,
        "exact P(|p̂ − p| ≤ h) at p = 1/2, N = 2401": 0.949931320357618,
        "examples for ± 0.01 at p = 1/2": 9604,
    },
    "ex2": {
        "together": 7,
        "π = #D{Y = 1} / |D|": F(2, 5),
        "θ₁ = #D{X₁ = 1 ∧ Y = 1} / #D{Y = 1}": F(3, 4),
        "μ₁, the average": F(2),
        "σ₁², the mean square deviation": F(3),
        "w₁ = ln 9": 2.1972245773362196,
        "w₂": F(2, 3),
        "b = ln(2/3) + ln(1/3) − 2/3": -2.1707440634429407,
        "parameters with one variance": 6,
    },
    "ex3": {
        "P(X₁ = 1 | Y = 1)": F(3, 4),
        "odds₀ at x = (1, 0, 1)": F(25, 36),
        "P(Y = 1 | x)": F(36, 61),
        "w₁ = ln 1/3": -1.0986122886681098,
        "w₂ = ln 8": 2.0794415416798357,
        "w₃ = ln 1": 0.0,
        "w₀ = ln 5/2 + ln 2 + ln 5/12 = ln 25/12": 0.7339691750802004,
        "x = (0, 0, 0)": (F(12, 37), 12 / 37, 25 / 37),
        "x = (1, 1, 1)": (F(9, 59), 9 / 59, 50 / 59),
    },
    "ex4": {
        "L₁ = 9/10 · 2/5": F(9, 25),
        "L₂ = 2/5 · 9/10": F(9, 25),
        "a": F(1, 2),
        "m(1 | A) and m(1 | B)": (F(13, 20), F(13, 20)),
        "answers of h₁, h₂ and the vote": ((1, 0), (0, 1), (1, 1)),
        "L₃ = 13/20 · 13/20": F(169, 400),
        "h₃ is MAP if p₃ is above": F(72, 241),
        "D = A only:  L₃": F(97, 130),
        "L₃, labels 1 at A and at B": F(1),
        "h₃ is MAP if p₁ = p₂ and p₃ is above": F(9, 59),
        "priors 7/10, 0, 3/10": (F(25, 46), True),
        "priors 97/100, 1/100, 1/50": (F(25, 466), False),
        "m(1 | B) of the first two": F(81, 140),
        "weights of the answers 1 and 0 at B": (F(1, 2), F(1, 2)),
        "all alike": (True, True),
        "p₃ small, p₁ = p₂": (False, True),
        "p₃ large": (True, True),
        "p₁ large": (False, False),
    },
    "ex5": {
        "means of class 1": (F(3), F(2)),
        "means of class 0": (F(1), F(3)),
        "S₁ and S₂": (F(10), F(16)),
        "σ̂² = 26 / (2 · 5)": F(13, 5),
        "σ̂₁² = 10 / 5": F(2),
        "σ̂₂² = 16 / 5": F(16, 5),
        "class 1: (8 + 8) / (2 · 3)": F(8, 3),
        "class 0: (2 + 8) / (2 · 2)": F(5, 2),
        "one σ̂², unbiased: 26 / (2 · 3)": F(13, 3),
        "variance of a fair bit": F(1, 4),
        "E[S / N] at N = 3, K = 2": F(1, 12),
        "E[S / (N − K)]": F(1, 4),
        "parameters, one σ:  nK + 1": 5,
        "parameters, one σᵢ per feature:  nK + n": 6,
        "parameters, one σₖ per class:  nK + K": 6,
    },
    "ex6": {
        "p(x = 0) = 1/6 + 7/12": F(3, 4),
        "p(x = 1) = 1/6 + 1/12": F(1, 4),
        "p(y = 1)": F(1, 3),
        "p(x = 1 | y = 0)": F(1, 8),
        "p(x = 0)": F(3, 4),
        "p(x = 1) = 1/2 · 1/3 + 1/8 · 2/3": F(1, 4),
        "p(y = 1 | x = 1) = (1/6) / (1/4)": F(2, 3),
    },
    "ex7": {
        "μ": (F(1), F(1)),
        "E[Z Zᵀ]": [[F(3, 2), F(5, 4)], [F(5, 4), F(3, 2)]],
        "E[Z Zᵀ] − μμᵀ": [[F(1, 2), F(1, 4)], [F(1, 4), F(1, 2)]],
        "E[(Z − μ)(Z − μ)ᵀ]": [[F(1, 2), F(1, 4)], [F(1, 4), F(1, 2)]],
        "Var(v · Z)": F(1, 2),
        "Var(Z₁), exactly": F(1, 2),
        "second form, in floats": 0.0,
        "first form, in floats": 0.5,
    },
    "ex8": {
        "φ̂": F(3, 5),
        "μ̂₀": (F(1), F(3)),
        "μ̂₁": (F(3), F(2)),
        "S": [[F(10), F(0)], [F(0), F(16)]],
        "Σ̂": [[F(2), F(0)], [F(0), F(16, 5)]],
        "(m − 2)/m here": F(3, 5),
    },
    "ex9": {
        "Σ⁻¹": [[F(4, 7), F(-2, 7)], [F(-2, 7), F(8, 7)]],
        "μ₀ᵀ Σ⁻¹ μ₀": F(8, 7),
        "μ₁ᵀ Σ⁻¹ μ₁": F(32, 7),
        "(θ₁, θ₂)": (F(12, 7), F(-20, 7)),
        "(θ₁, θ₂) · (μ₀ + μ₁)/2": F(12, 7),
        "θ₀ = ln 1/3 − 12/7": -2.812898002953824,
        "Mitchell's w": (-1.0, 2.0),
    },
    "ex10": {"θ₁ = ln 8/3": 0.9808292530117262, "θ₀ = −5/2 + ln 1/2": -3.1931471805599454},
    "ex11": {
        "φ̂": MLE_OF_COUNTS,
        "likelihood = (1/2)³ · 1/6 · (1/3)²": F(1, 432),
        "l(φ̂)": -6.068425588244111,
        "words of the texts 'aab' and 'acc'": MLE_OF_COUNTS,
        "φ̂ with α = (2, 2, 2)": (F(4, 9), F(2, 9), F(1, 3)),
    },
    "ex12": {
        "(c + 1) / (7 + 4)": LAPLACE,
        "l = 0": (F(1, 18), 1 / 18),  # ∫ φ (1 − φ) dφ / 3
        "l = 3": (F(6, 19), F(7, 19), F(3, 19), F(3, 19), F(1)),
        "E[φ | 3 of 3]": F(4, 5),
        "E[φ | D] for the four values": LAPLACE,
        "l = 1": (F(1, 30), 1 / 30),
        "P(fourth head | three heads)": F(4, 5),
    },
    "ex13": {
        "H at θ, first row": (-0.9526016263370345, -0.47630081316851725),
        "second row": (-0.47630081316851725, -1.3914377749951465),
        "step 1": (-0.4, 0.8, -2.3525954394759676),
        "step 5": (-0.45409213128004755, 0.9081842625600951, -2.347486535121346),
    },
    "ex14": {
        "class 0": (-0.0295883244622192, -1.1384055356987692),
        "class 1": (-0.16611028565296482, 0.7252766964845707),
    },
    "ex15": {
        "ln p(w) at w = 0, the constant": RIDGE_CONSTANT,
        "(3/2) ln(λ/2π)": RIDGE_CONSTANT,
        "the difference, −(λ/2) ‖w‖²": -9.0,
        "λ for κ = 0.5": 4.0,
        "λ for κ = 2": 0.25,
        "ln p(w) at w = m, once more the constant": RIDGE_CONSTANT,
    },
    "ex16": {
        "margins z": (0.5, 0.5, -1.5, 2.5),
        "Σ hinge loss + penalty": 4.5,
        "½ ‖w‖² + C Σ hinge, times λ": 4.5,
        "z = 0": (0.6931471805599453, 1.0, 1),
        "slope of the log loss at z = 0.3": -0.425557483188341,
        "hinge − log at z = −20": 0.9999999979388464,
        "log loss at z = 0 (less than 1)": 0.6931471805599453,
        "hinge loss at z = 0": 1.0,
    },
    "ex17": {
        "y = 0": (F(1, 2), F(1, 2)),
        "y = 1": (F(3, 4), F(3, 4)),
        "divided by observed values": (F(2, 3), F(1, 3)),
        "divided by class count": (F(1, 2), F(1, 4)),
        "P(y = 1 | X₂ = 1), the gap ignored": F(3, 5),
        "P(y = 1 | X₁ missing, X₂ = 1)": F(15, 17),
    },
    "ex18": {
        "full joint": ("K (Jⁿ − 1)", 2046, 2047),
        "naive Bayes": ("n K (J − 1)", 20, 21),
        "Gaussian naive Bayes": ("2 n K", 40, 41),
        "  one σᵢ² per feature": ("n K + n", 30, 31),
        "  one σ² for all": ("n K + 1", 21, 22),
        "GDA": ("n K + n (n + 1)/2", 75, 76),
        "GDA, one per class": ("K (n + n (n + 1)/2)", 130, 131),
        "Bernoulli events": ("K |V|", 100_000, 100_001),
        "multinomial events": ("K (|V| − 1)", 99_998, 99_999),
        "logistic regression": ("(K − 1)(n + 1)", 11),
        "softmax, K vectors": ("K (n + 1)", 22),
    },
}


def test_eighteen_exercises_are_in_the_order_of_the_source_texts() -> None:
    """ex1 to ex18; the first four are Mitchell's exercises 1 to 4."""
    assert list(exercises()) == list(EXPECTED) == [f"ex{n}" for n in range(1, 19)]
    assert [one.id for one in exercises().values()] == IDS
    assert [exercises()[f"ex{n}"].entries[0] for n in (1, 2, 3, 4)] == [
        f"mitchell-ex{n}" for n in (1, 2, 3, 4)
    ]


@pytest.mark.parametrize("name", EXPECTED)
def test_exercises_refer_to_entries_of_the_source_texts(name: str) -> None:
    """Each exercise has at least one entry, and all entries exist."""
    entries = exercises()[name].entries
    assert entries
    assert set(entries) <= texts.load().entries.keys()


@pytest.mark.parametrize("name", EXPECTED)
def test_the_steps_give_the_numbers(name: str) -> None:
    """Fractions are equal; floats agree to 4 units in the last place of terms of about 1."""
    found: dict[tuple[str, int], object] = {}
    for step in exercises()[name].solve():
        found |= {(label, _kind(value)): value for label, value in step.numbers.items()}
    for label, value in EXPECTED[name].items():
        assert (label, _kind(value)) in found, f"no step of {name} has {label!r}"
        assert _alike(found[label, _kind(value)], value), label


@pytest.mark.parametrize("name", EXPECTED)
def test_every_claim_holds(name: str) -> None:
    """Every claim in the check of the solution is true."""
    claims = exercises()[name].check()
    assert len(claims) >= 3
    assert [claim for claim, holds in claims.items() if holds is not True] == []


def _kind(value: object) -> int:
    """Return the number of items; the same label may occur again with a row of another length."""
    return len(value) if isinstance(value, (list, tuple)) else 0


def _alike(found: object, expected: object) -> bool:
    if isinstance(expected, (list, tuple)):
        assert isinstance(found, (list, tuple))
        return len(found) == len(expected) and all(map(_alike, found, expected))
    if isinstance(expected, float):
        assert isinstance(found, float)
        return abs(found - expected) <= 4 * ulp(max(1.0, abs(expected)))
    return type(found) is type(expected) and found == expected
