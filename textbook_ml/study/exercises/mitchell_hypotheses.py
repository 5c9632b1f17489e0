"""Mitchell's exercise 4: the MAP hypothesis and the Bayes optimal classifier."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from textbook_ml.equations.bayes import bayes_rule, naive_product
from textbook_ml.equations.optimality import bayes_optimal_label, map_hypothesis
from textbook_ml.study.exercises._exercise import Step, check_of, exercise

Hypothesis = dict[str, Fraction]  # P(v = 1 | h, x) for each input x
Prior = Sequence[Fraction]  # of h1, h2 and h3

H1 = {"A": Fraction(9, 10), "B": Fraction(2, 5)}
H2 = {"A": Fraction(2, 5), "B": Fraction(9, 10)}
VOTE = {"A": Fraction(13, 20), "B": Fraction(13, 20)}  # their average
HALF, THIRD, CENT = Fraction(1, 2), Fraction(1, 3), Fraction(1, 100)
PLAIN = {"A": Fraction(1), "B": Fraction(1)}  # label 1, with probability 1
PLAIN_PRIORS = (
    (70 * CENT, 0 * CENT, 30 * CENT),
    (49 * CENT, 49 * CENT, 2 * CENT),
    (97 * CENT, 1 * CENT, 2 * CENT),
)
PRIORS = {
    "all alike": (THIRD, THIRD, THIRD),
    "p₃ small, p₁ = p₂": (49 * CENT, 49 * CENT, 2 * CENT),
    "p₃ large": (5 * CENT, 5 * CENT, 90 * CENT),
    "p₁ large": (97 * CENT, 1 * CENT, 2 * CENT),
}


@exercise(4, "EX-M4", "mitchell-ex4")
def a_third_hypothesis() -> Iterator[Step]:
    """Is the best classifier the most probable hypothesis?

    Two hypotheses h₁ and h₂ have equal prior probability. The Bayes optimal classifier is
    their weighted vote, with weights P(h | D). Suppose that it disagrees with h₁ at some
    input x, and with h₂ at another. Now add a third hypothesis h₃ that makes the same
    predictions as this vote, and choose any new priors p₁, p₂, p₃. Is h₃ the MAP hypothesis
    of the three? Does the Bayes optimal classifier of the three agree with h₃? For the
    numbers, take two inputs A and B, and data with v = 1 observed once at each:

        P(v = 1 | h₁, A) = 9/10     P(v = 1 | h₁, B) = 2/5
        P(v = 1 | h₂, A) = 2/5      P(v = 1 | h₂, B) = 9/10
    """
    weight = bayes_rule({1: HALF, 2: HALF}, {1: fit(H1), 2: fit(H2)})[1]
    yield Step(
        "Let Lᵢ = P(D | hᵢ). With equal priors the posterior of h₁ is a, and the vote is the "
        "weighted average m. In the example h₁ predicts 1 only at A, h₂ only at B, and the vote "
        "predicts 1 at both.",
        """
        a = L₁ / (L₁ + L₂)
        m(v | x) = a P(v | h₁, x) + (1 − a) P(v | h₂, x)
        """,
        {
            "L₁ = 9/10 · 2/5": fit(H1),
            "L₂ = 2/5 · 9/10": fit(H2),
            "a": weight,
            "m(1 | A) and m(1 | B)": tuple(weight * H1[x] + (1 - weight) * H2[x] for x in "AB"),
            "answers of h₁, h₂ and the vote": (labels(H1), labels(H2), labels(VOTE)),
        },
    )
    yield Step(
        "The hypotheses must predict probabilities. If they predicted only labels, then with "
        "a > 1/2 the label of h₁ would have weight at least a at every x, and the vote would equal "
        "h₁; with a < 1/2 it would equal h₂. It could differ from both only in a tie.",
    )
    yield Step(
        "MAP. The new posteriors are proportional to pᵢ Lᵢ. So h₃ is the MAP hypothesis if and "
        "only if p₃ L₃ is the largest: never if p₃ = 0 or L₃ = 0, and always if p₃ is close enough "
        "to 1 and L₃ > 0. For the numbers, let h₃ be the average m itself, and p₁ = p₂.",
        "h₃ is MAP   ⇔   p₃ L₃ > p₁ L₁ and p₃ L₃ > p₂ L₂",
        {
            "L₃ = 13/20 · 13/20": fit(VOTE),
            "h₃ is MAP if p₃ is above": fit(H1) / (fit(H1) + 2 * fit(VOTE)),
        },
    )
    yield from _uniform_priors()
    yield from _the_vote_of_three()


def _uniform_priors() -> Iterator[Step]:
    one = {1: H1["A"], 2: H2["A"]}
    posterior = bayes_rule({1: HALF, 2: HALF}, one)
    yield Step(
        "With equal priors pᵢ, h₃ is MAP if L₃ is larger than L₁ and L₂. After one observation "
        "this is impossible, because an average is not larger than the larger number. After "
        "several it is possible, if each hypothesis is good where the other is bad: the logarithm "
        "is concave, so L₃ is at least the weighted geometric mean of L₁ and L₂. In the example "
        "L₁ = L₂, and L₃ is larger.",
        """
        one observation:   L₃ = a L₁ + (1 − a) L₂ ≤ max(L₁, L₂)
        several:           L₃ ≥ L₁^a L₂^(1 − a)
        """,
        {
            "D = A only:  L₁, L₂": tuple(one.values()),
            "D = A only:  L₃": sum(posterior[h] * one[h] for h in one),
            "D = A and B:  L₁, L₂": (fit(H1), fit(H2)),
            "D = A and B:  L₃": fit(VOTE),
        },
    )


def _the_vote_of_three() -> Iterator[Step]:
    yield Step(
        "The vote of three. If p₁ = p₂, then q₁ : q₂ is still a : (1 − a). The first two terms "
        "are (q₁ + q₂) m, which is largest at the prediction of h₃, and so is the third term. So "
        "the vote always agrees with h₃, for any p₃.",
        """
        qᵢ = pᵢ Lᵢ / (p₁ L₁ + p₂ L₂ + p₃ L₃)
        vote for v = q₁ P(v | h₁, x) + q₂ P(v | h₂, x) + q₃ P(v | h₃, x)
        """,
    )
    yield from _hypothesis_with_labels()
    yield Step(
        "The table shows the answers to both questions for four priors. The questions are not the "
        "same: in the second row the vote agrees with h₃, although h₃ is not the MAP hypothesis.",
        numbers={name: (three_is_map(p), three_wins(p)) for name, p in PRIORS.items()},
        columns=("h₃ is MAP", "the vote answers as h₃"),
    )


def _hypothesis_with_labels() -> Iterator[Step]:
    yield Step(
        "Now let h₃ predict labels: probability 1 for the label u chosen by the vote. Then L₃ = 1 "
        "if h₃ agrees with all data, and L₃ = 0 if it contradicts an example; in that case it is "
        "never MAP and has weight 0. With L₃ = 1 it is MAP if and only if p₃ is larger than p₁ L₁ "
        "and p₂ L₂; with equal priors it always is, unless L₁ or L₂ is also 1.",
        "h₃ is MAP   ⇔   p₃ > p₁ L₁ and p₃ > p₂ L₂",
        {
            "L₃, labels 1 at A and at B": fit(PLAIN),
            "h₃ is MAP if p₁ = p₂ and p₃ is above": fit(H1) / (fit(H1) + 2 * fit(PLAIN)),
        },
    )
    yield Step(
        "In the vote of three, u has weight at least q₃ at every x, and every other label at most "
        "q₁ + q₂ = 1 − q₃. So the vote agrees with h₃ if q₃ > 1/2. If q₃ < 1/2 it may not: if "
        "p₁ is large enough, the vote agrees with h₁.",
        "q₃ > 1/2   ⇔   p₃ L₃ > p₁ L₁ + p₂ L₂",
        {
            f"priors {', '.join(map(str, p))}": (plain_weight(p), three_wins(p, PLAIN))
            for p in PLAIN_PRIORS
        },
        columns=("q₃", "the vote answers as h₃"),
    )
    yield Step(
        "If q₃ = 1/2, there is a tie at x only if all of h₁ and h₂ that have non-zero weight give "
        "another label probability 1 at x. If q₁ and q₂ are both positive this is impossible: the "
        "vote m of the two would also give that label probability 1, and u would be that label. It "
        "is possible if p₂ = 0. Let D contain v = 1 at A only, P(1 | h₁, A) = 1/2, P(1 | h₁, B) = "
        "0, and P(1 | h₂, x) = 9/10. The vote of two predicts 1 at B, and so does h₃. With p₁ = "
        "2/3, p₂ = 0, p₃ = 1/3 both labels have the same weight at B. Either is optimal, and the "
        "rule for ties decides.",
        """
        weight of u = 1/2 + q₁ P(u | h₁, x) + q₂ P(u | h₂, x)   at q₃ = 1/2
        q₁, q₂ > 0:   above 1/2
        q₂ = 0:       1/2, a tie, if P(u | h₁, x) = 0
        """,
        {
            "m(1 | B) of the first two": tie_vote_of_two(),
            "weights of the answers 1 and 0 at B": tie_votes_of_three(),
        },
    )


def plain_weight(prior: Prior) -> Fraction:
    """q₃, the posterior of an h₃ that gives label 1 at A and at B with probability 1."""
    likelihood = {1: fit(H1), 2: fit(H2), 3: fit(PLAIN)}
    return bayes_rule(dict(zip((1, 2, 3), prior)), likelihood)[3]


TIE1 = {"A": HALF, "B": Fraction(0)}
TIE2 = {"A": Fraction(9, 10), "B": Fraction(9, 10)}


def tie_vote_of_two() -> Fraction:
    """m(1 | B) of the example with a tie, where D contains v = 1 at A."""
    q = bayes_rule({1: HALF, 2: HALF}, {1: TIE1["A"], 2: TIE2["A"]})
    return q[1] * TIE1["B"] + q[2] * TIE2["B"]


def tie_votes_of_three() -> tuple[Fraction, Fraction]:
    """The weights of the answers 1 and 0 at B, with priors 2/3, 0 and 1/3."""
    prior = {1: 2 * THIRD, 2: 0 * THIRD, 3: THIRD}
    q = bayes_rule(prior, {1: TIE1["A"], 2: TIE2["A"], 3: PLAIN["A"]})
    one = q[1] * TIE1["B"] + q[2] * TIE2["B"] + q[3] * PLAIN["B"]
    return one, 1 - one


def fit(h: Hypothesis) -> Fraction:
    """P(D | h), where D contains v = 1 at A and at B."""
    return naive_product([h["A"], h["B"]])


def labels(h: Hypothesis) -> tuple[int, int]:
    """The labels that a hypothesis predicts at A and at B."""
    return int(h["A"] > HALF), int(h["B"] > HALF)


def three_is_map(prior: Prior, h3: Hypothesis = VOTE) -> bool:
    """Whether h3 is the most probable of the three."""
    likelihood = {1: fit(H1), 2: fit(H2), 3: fit(h3)}
    return map_hypothesis(dict(zip((1, 2, 3), prior)), likelihood) == 3


def three_wins(prior: Prior, h3: Hypothesis = VOTE) -> bool:
    """Whether the vote of the three agrees with h3 at A and at B."""
    hypotheses = {1: H1, 2: H2, 3: h3}
    likelihood = {i: fit(h) for i, h in hypotheses.items()}
    posterior = bayes_rule(dict(zip((1, 2, 3), prior)), likelihood)

    def winner(x: str) -> int:
        votes = {i: {1: h[x], 0: 1 - h[x]} for i, h in hypotheses.items()}
        return bayes_optimal_label(posterior, votes)

    return (winner("A"), winner("B")) == labels(h3)


def map_of_plain(prior: Prior) -> int:
    """The number of the MAP hypothesis, if h3 predicts labels."""
    likelihood = {1: fit(H1), 2: fit(H2), 3: fit(PLAIN)}
    return map_hypothesis(dict(zip((1, 2, 3), prior)), likelihood)


@check_of(a_third_hypothesis)
def check_ex4() -> dict[str, bool]:
    """Check both questions for many priors."""
    edge = Fraction(72, 241)
    shares = [k * CENT for k in range(1, 50)]  # p1 = p2
    at_half = Fraction(25, 34), Fraction(0), Fraction(9, 34)
    many = [
        (p1 * CENT, p2 * CENT, (100 - p1 - p2) * CENT)
        for p1 in range(0, 100, 7)
        for p2 in range(0, 100 - p1, 7)
    ]
    return {
        "the vote differs from h1 and from h2":
            labels(H1) != labels(VOTE) != labels(H2),
        "with equal priors h3 is MAP, as 169/400 > 9/25":
            three_is_map([THIRD] * 3) and fit(VOTE) > fit(H1) == fit(H2),
        "with p1 = p2, h3 is MAP exactly if p3 > 72/241":
            all(
                three_is_map((p, p, 1 - 2 * p)) == (1 - 2 * p > edge)
                for p in shares
            ),
        "with p1 = p2, the vote always agrees with h3":
            all(three_wins((p, p, 1 - 2 * p)) for p in shares),
        "with p1 large, it does not": not three_wins(PRIORS["p₁ large"]),
        "if h3 predicts labels, L3 = 1; with p1 = p2 it is MAP if p3 > 9/59":
            fit(PLAIN) == 1
            and all(
                (1 - 2 * p > Fraction(9, 59))
                == (map_of_plain((p, p, 1 - 2 * p)) == 3)
                for p in shares
            ),
        "if h3 predicts labels and q3 > 1/2, the vote agrees with h3":
            all(
                three_wins(prior, PLAIN)
                for prior in many
                if plain_weight(prior) > HALF
            ),
        "with q3 = 1/2, q2 = 0 and h1 certain of the other label: a tie":
            tie_vote_of_two() > HALF and tie_votes_of_three() == (HALF, HALF),
        "with q3 = 1/2 and h1 not certain, h3 decides":
            plain_weight(at_half) == HALF and three_wins(at_half, PLAIN),
    }
