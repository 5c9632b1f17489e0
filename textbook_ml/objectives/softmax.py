"""The log likelihood of many classes, with its prior, as something to climb; §3.4.

    K       classes;   d   numbers in a row, with the leading 1
    w       all weights in one list: d for the first class, d for the second, …
    z[k]    the scores of class k, one for each example;   p[k]   its probabilities
    m       the weight of each example

        f(w) = Σ_l m_l (z_y − ln Σₖ exp zₖ) + ln P(w)

With K weight vectors (Sontag) all scores may rise together, and nothing changes; with K − 1
(Mitchell) the last class has none, and its scores are 0. Both are climbed here: there are as
many vectors as `w` holds.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, fsum, log, sqrt
from operator import mul, sub, truediv

from textbook_ml.equations.ascent import finite
from textbook_ml.errors import require, require_same_length
from textbook_ml.linalg import cholesky, cholesky_solve, dot
from textbook_ml.numeric import mean
from textbook_ml.objectives.concave import moved
from textbook_ml.objectives.design import Design, Vec, gram
from textbook_ml.objectives.prior import NormalPrior
from textbook_ml.stable import safe_sum

__all__ = ["SoftmaxObjective"]

Columns = list[list[float]]  # one list for each class, with a number for each example

WIDE = 4  # times as many examples as the square of a row's length: beyond, a table is wide


def probabilities(scores: Columns) -> Columns:
    """p[k] = exp z[k] / Σⱼ exp z[j], with the largest score taken out first.

    >>> probabilities([[0.0, 1000.0], [0.0, 1000.0]])
    [[0.5, 0.5], [0.5, 0.5]]
    """
    top = list(map(max, *scores))
    shares = [list(map(exp, map(sub, z, top))) for z in scores]
    whole = list(map(fsum, zip(*shares)))
    return [list(map(truediv, share, whole)) for share in shares]


@dataclass(frozen=True, slots=True)
class SoftmaxObjective:
    """The examples, which class each belongs to, and the prior on each class's weights."""

    design: Design
    members: Columns  # for each class, the weight of each example that is of it, and 0 elsewhere
    weights: list[float]
    prior: NormalPrior
    n_vectors: int

    @classmethod
    def of(
        cls,
        rows: Sequence[Vec],
        places: Sequence[int],
        weights: Vec,
        prior: NormalPrior,
        n_classes: int,
        n_vectors: int,
    ) -> "SoftmaxObjective":
        """The objective of rows without a leading 1, each with the place of its class."""
        require_same_length(rows=rows, places=places, weights=weights)
        require(len(rows) > 0, "there are no examples: give at least one")
        members = [
            [m if place == k else 0.0 for place, m in zip(places, weights)]
            for k in range(n_classes)
        ]
        design = Design.of([[1.0, *x] for x in rows])
        require_same_length(weights_in_the_prior=prior.mean, numbers_in_a_row=design.scales)
        return cls(design, members, list(weights), prior, n_vectors)

    def at(self, w: Sequence[float]) -> "SoftmaxPoint":
        """The objective at w."""
        needed = self.n_vectors * len(self.design.scales)
        require(len(w) == needed, f"{len(w)} weights came, and all classes have {needed}")
        return self.point(finite(list(w)), self.scores(w))

    def blocks(self, w: Sequence[float]) -> list[Sequence[float]]:
        """The weights of each class."""
        d = len(self.design.scales)
        return [w[k * d : (k + 1) * d] for k in range(self.n_vectors)]

    def scores(self, w: Sequence[float]) -> Columns:
        """z[k] for each class; those without weights score 0."""
        scored = [self.design.times(w_k) for w_k in self.blocks(w)]
        idle = len(self.members) - self.n_vectors
        return scored + [[0.0] * len(self.weights) for _ in range(idle)]

    def point(self, w: list[float], scores: Columns) -> "SoftmaxPoint":
        """The objective at w, whose scores are known."""
        p = probabilities(scores)
        gradient: list[float] = []
        for w_k, member, p_k in zip(self.blocks(w), self.members, p):
            uphill = self.design.transposed_times(self.pull(member, p_k))
            gradient += [g + q for g, q in zip(uphill, self.prior.gradient(w_k))]
        return SoftmaxPoint(self, w, scores, p, gradient)

    def pull(self, member: Vec, p_k: Vec) -> list[float]:
        """m (δ(y = k) − pₖ) for each example."""
        return list(map(sub, member, map(mul, self.weights, p_k)))

    @property
    def steepness(self) -> float:
        """L = max λ + ‖XᵀmX‖/2: no class has more than half of the doubt."""
        roots = list(map(sqrt, self.weights))
        columns = [list(map(mul, roots, column)) for column in self.design.columns]
        widest = max(fsum(map(abs, row)) for row in gram(columns))
        return max(self.prior.precision) + widest / 2

    @property
    def n_examples(self) -> int:
        """How many examples there are."""
        return len(self.weights)

    def example_gradient(self, w: Sequence[float], place: int) -> list[float]:
        """What one example adds to the gradient, with its share of the prior's."""
        row, share = [column[place] for column in self.design.columns], 1 / self.n_examples
        blocks = self.blocks(w)
        idle = [[0.0]] * (len(self.members) - self.n_vectors)
        p = probabilities([[dot(row, w_k)] for w_k in blocks] + idle)
        result: list[float] = []
        for w_k, member, (p_k,) in zip(blocks, self.members, p):
            pull = member[place] - self.weights[place] * p_k
            result += [pull * x + share * q for x, q in zip(row, self.prior.gradient(w_k))]
        return result


@dataclass(frozen=True, slots=True)
class SoftmaxPoint:
    """The objective at one point."""

    objective: SoftmaxObjective
    w: list[float]
    scores: Columns
    p: Columns
    gradient: list[float]

    @property
    def value(self) -> float:
        """Σ m (z_y − ln Σₖ exp zₖ) + ln P(w), with the largest score taken out first."""
        ob = self.objective
        top = list(map(max, *self.scores))
        gaps = [list(map(sub, z, top)) for z in self.scores]
        logs = map(log, map(fsum, zip(*(map(exp, gap) for gap in gaps))))
        own = safe_sum(safe_sum(map(mul, member, gap)) for member, gap in zip(ob.members, gaps))
        prior = safe_sum(map(ob.prior.log_density, ob.blocks(self.w)))
        return own - fsum(map(mul, ob.weights, logs)) + prior

    @property
    def steepness(self) -> float:
        """L."""
        return self.objective.steepness

    def at(self, w: Sequence[float]) -> "SoftmaxPoint":
        """The objective at other weights."""
        return self.objective.at(w)

    def ray(self, direction: Sequence[float]) -> "SoftmaxRay":
        """The objective along a line: the one product with the table that a search needs."""
        return SoftmaxRay(self, direction, self.objective.scores(direction))

    def curvature_times(self, v: Sequence[float]) -> list[float]:
        """For class k: Xᵀ (m pₖ (X vₖ − Σⱼ pⱼ X vⱼ)) + λ vₖ."""
        ob = self.objective
        changes = ob.scores(v)
        mean = [fsum(terms) for terms in zip(*(map(mul, a, b) for a, b in zip(self.p, changes)))]
        result: list[float] = []
        for v_k, p_k, change in zip(ob.blocks(v), self.p, changes):
            bent = list(map(mul, map(mul, ob.weights, p_k), map(sub, change, mean)))
            product = ob.design.transposed_times(bent)
            result += [a + lam * b for a, lam, b in zip(product, ob.prior.precision, v_k)]
        return result

    def newton_direction(self) -> list[float]:
        """One system for all weights of all classes.

        If every class has a vector, all vectors may rise together, and nothing but the prior
        notices: that part of the way leads to the prior's mean, and the system is for the rest.
        """
        ob = self.objective
        factor = cholesky(self._curvature())
        if ob.n_vectors < len(ob.members):
            return cholesky_solve(factor, self.gradient)
        common = list(map(mean, zip(*ob.blocks(self.gradient))))
        rest = [g - c for block in ob.blocks(self.gradient) for g, c in zip(block, common)]
        rise = [
            mu - mean(w_i) if lam else 0.0
            for mu, lam, w_i in zip(ob.prior.mean, ob.prior.precision, zip(*ob.blocks(self.w)))
        ]
        own = cholesky_solve(factor, rest)
        return [d + r for block in ob.blocks(own) for d, r in zip(block, rise)]

    def _curvature(self) -> list[list[float]]:
        """−∇²f, block by block, of which only what is not above the diagonal counts.

        Where all vectors may rise together, that direction has the prior's curvature alone, which
        may be none: some is added, and makes the system solvable without changing the rest.
        """
        ob = self.objective
        all_rise = ob.n_vectors == len(ob.members)
        lam = ob.prior.precision
        lifts = [h if all_rise else 0.0 for h in self._diagonal()]
        rows: list[list[float]] = []
        for k in range(ob.n_vectors):
            blocks = [self._block(k, j) for j in range(k + 1)]
            for i, l_i in enumerate(lam):
                for block in blocks:
                    block[i][i] += lifts[i]
                blocks[k][i][i] += l_i
                rows.append([h for block in blocks for h in block[i]])
        return rows

    def _diagonal(self) -> list[float]:
        """How large the curvature of the first class is, feature by feature."""
        block = self._block(0, 0)
        return [row[i] for i, row in enumerate(block)]

    def _block(self, k: int, j: int) -> list[list[float]]:
        """Σ m pₖ (δ(k = j) − pⱼ) x xᵀ: how the gradient of class k answers to the weights of j."""
        ob, p_k, p_j = self.objective, self.p[k], self.p[j]
        sign = 1.0 if k == j else -1.0
        other = [1.0 - p for p in p_k] if k == j else p_j
        roots = [sqrt(m * a * b) for m, a, b in zip(ob.weights, p_k, other)]
        block = gram([list(map(mul, roots, column)) for column in ob.design.columns])
        return [[sign * h for h in row] for row in block]

    def margins(self) -> list[list[float]]:
        """For each example, how far its own class is ahead of each of the others."""
        members = self.objective.members
        return [
            [own - z for z, m in zip(scores, member) if not m]
            for scores, member in zip(zip(*self.scores), zip(*members))
            for own in [next(z for z, m in zip(scores, member) if m)]
        ]

    @property
    def boldest(self) -> float:
        """The largest margin, right or wrong."""
        return max(abs(z) for row in self.margins() for z in row)

    def separates(self) -> bool:
        """Whether every example's own class is ahead."""
        return min(map(min, self.margins())) > 0

    def cone(self, flat: Sequence[int]) -> tuple[list[list[float]], list[float]]:
        """A signed row for each example and each class that is not its own.

        With x in the block of its own class and −x in that of the other, its inner product with
        all weights is the margin; the last class stays without a block, and loses nothing.
        """
        ob = self.objective
        d, blocks = len(flat), len(ob.members) - 1
        rows, surprise = [], []
        for l, member in enumerate(zip(*ob.members)):
            x = [ob.design.columns[i][l] for i in flat]
            own = next(k for k, m in enumerate(member) if m)
            for k in range(blocks + 1):
                if k != own:
                    row = [0.0] * (d * (blocks + 1))
                    row[own * d : own * d + d] = x
                    row[k * d : k * d + d] = [-x_i for x_i in x]
                    rows.append(row[: d * blocks])
                    surprise.append(self.p[k][l])
        return rows, surprise

    def slack(self, tolerance: float) -> list[float]:
        """How large each component of the gradient may be at the top."""
        ob = self.objective
        reach = max(map(ob.design.reach, ob.blocks(self.w)))
        result: list[float] = []
        for w_k, member, p_k in zip(ob.blocks(self.w), ob.members, self.p):
            room = ob.design.slack(ob.pull(member, p_k), reach, tolerance)
            result += [a + b for a, b in zip(room, ob.prior.noise(w_k))]
        return result

    def precondition(self) -> Callable[[Sequence[float]], list[float]] | None:
        """Each class by itself, as if the others stood still: one factor for each.

        Of a wide table the factors would cost more than all the steps that they save.
        """
        ob = self.objective
        d = len(ob.prior.precision)
        if d * d > WIDE * ob.n_examples:
            return None
        factors = []
        for k in range(ob.n_vectors):
            block = self._block(k, k)
            for i, lam in enumerate(ob.prior.precision):
                block[i][i] += lam
            factors.append(cholesky(block))

        def solved(v: Sequence[float]) -> list[float]:
            answer: list[float] = []
            for factor, v_k in zip(factors, ob.blocks(v)):
                answer += cholesky_solve(factor, v_k)
            return answer

        return solved


@dataclass(frozen=True, slots=True)
class SoftmaxRay:
    """The objective along a line."""

    start: SoftmaxPoint
    direction: Sequence[float]
    changes: Columns  # of the scores, for t = 1

    def bend(self, t: float) -> tuple[float, float]:
        """The slope at t and the curvature, from the scores alone."""
        ob = self.start.objective
        p = probabilities(self._scores(t))
        moves = [list(map(mul, p_k, change)) for p_k, change in zip(p, self.changes)]
        mean = list(map(fsum, zip(*moves)))
        own = fsum(fsum(map(mul, m, c)) for m, c in zip(ob.members, self.changes))
        slope = own - fsum(map(mul, ob.weights, mean))
        squares = [list(map(mul, move, change)) for move, change in zip(moves, self.changes)]
        spread = map(sub, map(fsum, zip(*squares)), map(mul, mean, mean))
        bent = fsum(map(mul, ob.weights, spread))
        here = ob.blocks(moved(self.start.w, t, self.direction))
        for w_k, d_k in zip(here, ob.blocks(self.direction)):
            slope += fsum(map(mul, ob.prior.gradient(w_k), d_k))
            bent += ob.prior.curvature(d_k)
        return slope, bent

    def point(self, t: float) -> SoftmaxPoint:
        """The point at t."""
        w = finite(moved(self.start.w, t, self.direction))
        return self.start.objective.point(w, self._scores(t))

    def _scores(self, t: float) -> Columns:
        return [moved(z, t, change) for z, change in zip(self.start.scores, self.changes)]
