"""Part I. Counting: naive Bayes with discrete features."""

from collections.abc import Hashable
from fractions import Fraction as F
from math import prod

from textbook_ml.data import datasets
from textbook_ml.equations.bayes import (
    bayes_rule,
    log_naive_product,
    naive_bayes_posterior,
    naive_joint,
    naive_product,
)
from textbook_ml.equations.event_models import bernoulli_event, multinomial_event
from textbook_ml.equations.independence import conditional, marginal, weather_joint
from textbook_ml.equations.missing import theta_observed
from textbook_ml.equations.parameters import (
    discrete_parameters,
    discriminant_parameters,
    full_joint_parameters,
    gaussian_parameters,
    logistic_parameters,
    prior_parameters,
    quadratic_parameters,
)
from textbook_ml.equations.smoothing import theta_smoothed
from textbook_ml.reading.book.stories._examples import (
    DAY,
    OCCURS,
    OVERCAST_DAY,
    WORDS,
    counted,
    factors,
    n_days,
    n_values,
    prior,
)
from textbook_ml.reading.book.stories._story import Numbers, Story


def _bayes_numbers() -> Numbers:
    f, p = factors(DAY), prior()
    posterior = naive_bayes_posterior(p, f)
    joint = {y: naive_joint(p[y], f[y]) for y in p}
    again = {y: [*f[y], f[y][2]] for y in p}
    often = {y: [*f[y], *[f[y][2]] * 9] for y in p}
    ill, alarm = {"ill": F(1, 100), "well": F(99, 100)}, {"ill": F(9, 10), "well": F(9, 100)}
    return {
        "days": n_days("No") + n_days("Yes"),
        "with_play": n_days("Yes"),
        "without": n_days("No"),
        **{f"f{i}": counted(i, value, "No") for i, value in enumerate(DAY)},
        "prior_no": p["No"],
        "joint_no": joint["No"],
        "joint_yes": joint["Yes"],
        "factor": joint["No"] / joint["Yes"],
        "no": posterior["No"],
        "yes": posterior["Yes"],
        "product": prod([0.1] * 400),
        "log_product": log_naive_product([0.1] * 400),
        "n_factors": 400,
        "found": alarm["ill"] * 100,
        "false": alarm["well"] * 100,
        "ill": ill["ill"] * 100,
        "p_ill": bayes_rule(ill, alarm)["ill"],
        "percent_ill": 100 * bayes_rule(ill, alarm)["ill"],
        "twice": naive_bayes_posterior(p, again)["No"],
        "ten_times": naive_bayes_posterior(p, often)["No"],
    }


BAYES = Story(
    page="bayes",
    title="Bayes’ rule turns “how likely is this evidence?” into “which class is it?”",
    question=(
        "We know how each class behaves. Given one observation, which class did it come from?"
    ),
    opening=(
        "Should we play tennis today? It is sunny, cool, humid and windy. {days:Word} earlier "
        "days are on record, {with_play:word} with play and {without:word} without, but none of "
        "them was like today.",
        "We can still compare today with single features of the earlier days. On the "
        "{without:word} days without play it was sunny on {f0:word}, "
        "cool on {f1:word}, humid on {f2:word} and windy on {f3:word}. Multiply the four "
        "fractions by {prior_no}, the fraction of days without play, and you get {joint_no}, "
        "about {joint_no:.4f}. The same product for the days with play is {joint_yes}, about "
        "{joint_yes:.4f}. “No” wins by a factor of {factor}, almost four.",
        "The two products are not the probabilities of the classes: they do not add up to one. "
        "Divide each by their sum, and you get the probabilities: {no} ({no:.3f}) for “No” and "
        "{yes} ({yes:.3f}) "
        "for “Yes”. That division is Bayes’ rule. To multiply the four fractions as if the "
        "features were independent within each class is the *naive* part.",
        "One practical point: {n_factors} factors of one tenth have the product {product:.1f} in "
        "floating point, because the true value is too small. The sum of their logarithms is "
        "{log_product:.2f}. So programs add logarithms.",
    ),
    mistakes=(
        "“The posterior is the likelihood.” A test finds {found:.0f} % of the ill and gives a "
        "false alarm for {false:.0f} % of the healthy. If {ill:.0f} % of the people are ill, an "
        "alarm means illness with probability {p_ill}, about {percent_ill:.0f} %.",
        "“One more feature always helps.” Naive Bayes counts a duplicated feature twice: with "
        "humidity entered twice, {no:.3f} becomes {twice:.3f}; entered ten times, "
        "{ten_times:.4f}.",
    ),
    summary=(
        "Multiply the prior by the likelihood of the evidence, for each class.",
        "Divide by the sum to get probabilities.",
        "Naive Bayes computes the likelihood as a product over the features.",
    ),
    onward="Why not simply look up days like today? There are too many kinds of days.",
    leads_to=("parameters", "counts", "bridge"),
    numbers=_bayes_numbers,
    cards=(
        "evidence", "bayes_rule", "naive_product", "naive_joint", "naive_bayes_posterior",
        "most_probable", "log_naive_product",
    ),
    derivations=("bayes-to-naive-bayes",),
)  # fmt: skip


def _parameters_numbers() -> Numbers:
    sizes = [n_values(i) for i in range(4)]
    kinds = sizes[0] * sizes[1] * sizes[2] * sizes[3]
    naive = discrete_parameters(sizes)
    return {
        **{f"v{i}": n for i, n in enumerate(sizes)},
        "kinds": kinds,
        "per_class": kinds - 1,
        "table": full_joint_parameters(1, kinds),
        "days": n_days("No") + n_days("Yes"),
        "many": 30,
        "full": full_joint_parameters(30),
        "boolean": discrete_parameters([2] * 30),
        "naive": naive,
        "few": 10,
        "gnb": gaussian_parameters(10) + prior_parameters(2),
        "gda": discriminant_parameters(10) + prior_parameters(2),
        "qda": quadratic_parameters(10) + prior_parameters(2),
        "logistic": logistic_parameters(10),
    }


PARAMETERS = Story(
    page="parameters",
    title="A full table is hopeless; naive Bayes needs a few numbers per feature",
    question="How many numbers must be estimated, and which assumption saves how many?",
    opening=(
        "The direct way to estimate P(x | y) is a table with one entry for every possible x. The "
        "tennis data have {v0} × {v1} × {v2} × {v3} = {kinds} kinds of days, so the table has "
        "{per_class} free numbers per class, {table} in all. There are {days} days to estimate "
        "them from.",
        "It quickly gets worse. With {many} yes-or-no features the table has {full} free numbers. "
        "Naive Bayes needs {boolean}.",
        "This page counts the free numbers of every model in the book. Count them before you "
        "fit: a model with more numbers than examples has to invent some of them. For {few} "
        "features and two classes, with the prior, Gaussian naive Bayes has {gnb} numbers, "
        "discriminant analysis {gda} with a shared covariance matrix and {qda} with one per "
        "class, and logistic regression {logistic}.",
    ),
    mistakes=(
        "“Every entry of the table is a parameter.” The entries of a class sum to one, so one of "
        "them is determined by the rest: {kinds} entries, {per_class} free.",
    ),
    summary=(
        "A full table needs exponentially many numbers.",
        "Independence makes the number linear in the number of features.",
        "Count the free parameters before you fit.",
    ),
    onward="What do we give up to get from {table} numbers to {naive}?",
    leads_to=("independence", "theory"),
    numbers=_parameters_numbers,
    cards=(
        "full_joint_table_size", "full_joint_parameters", "discrete_parameters",
        "prior_parameters", "gaussian_parameters", "discriminant_parameters",
        "quadratic_parameters", "logistic_parameters",
    ),
    folded=(
        "discrete_table_size", "tied_gaussian_parameters", "common_variance_parameters",
        "multinomial_parameters",
    ),
)  # fmt: skip


def _independence_numbers() -> Numbers:
    joint = weather_joint()  # joint probabilities of thunder, rain and lightning
    bits = [(a, b, (a + b) % 2) for a in (0, 1) for b in (0, 1)]
    parity: dict[tuple[Hashable, ...], F] = dict.fromkeys(bits, F(1, 4))
    alone = [marginal(parity, [i])[1,] for i in range(3)]
    return {
        "thunder": 100 * marginal(joint, [0])[True,],
        "thunder_rain": 100 * conditional(joint, [0], {1: True})[True,],
        "rain": conditional(joint, [0], {1: True, 2: True})[True,],
        "dry": conditional(joint, [0], {1: False, 2: True})[True,],
        "triple": parity[1, 1, 0],
        "product": naive_product(alone),
    }


INDEPENDENCE = Story(
    page="independence",
    title="Once you have seen the lightning, rain tells you nothing more about thunder",
    question="What exactly does “naive” assume, and can I check it?",
    opening=(
        "Does rain make thunder more likely? In our small weather table it does: there is "
        "thunder on {thunder:.1f} % of all days, and on {thunder_rain:.0f} % of the rainy ones.",
        "But suppose you have already seen lightning. Then thunder follows with probability "
        "{rain:.1f} if it rains, and with probability {dry:.1f} if it does not. Rain was "
        "informative only because rain and lightning go together. Given lightning, thunder "
        "and rain are *conditionally independent*.",
        "Naive Bayes assumes this of all features, given the class. It does not assume that the "
        "features are unrelated. In your mail “free” and “prize” often come together; the "
        "assumption is that they do so only because both are common in spam. Within spam, "
        "seeing one says nothing about the other.",
    ),
    mistakes=(
        "“Conditional independence is a stronger form of independence.” It is neither stronger "
        "nor weaker. Rain and thunder are dependent, but independent given lightning. Two dice "
        "are independent, but dependent given their sum.",
        "“It is enough to check pairs.” Let the third of three bits be the parity of two "
        "others, which are fair and independent. Every pair is independent, but "
        "P(1, 1, 0) is {triple}, and the product of the three probabilities is {product}.",
    ),
    summary=(
        "Conditional independence means: once the class is known, one feature says nothing "
        "about another.",
        "It is not the same as independence.",
        "It must hold for all features together, not only for pairs.",
    ),
    onward="With the assumption made, only small tables are left to fill. So fill them.",
    leads_to=("counts", "missing", "bridge"),
    numbers=_independence_numbers,
    cards=("is_conditionally_independent", "weather_joint", "factorises"),
    derivations=("chain-rule",),
)


def _counts_numbers() -> Numbers:
    days = datasets.play_tennis()
    used = {tuple(row) for row in days.rows}
    kinds = n_values(0) * n_values(1) * n_values(2) * n_values(3)
    values = [(i, value) for i in range(4) for value in {row[i] for row in days.rows}]
    small = [counted(i, value, y) for i, value in values for y in ("No", "Yes")]
    humid = counted(2, "High", "No"), counted(2, "High", "Yes")
    return {
        "no": n_days("No"),
        "sunny": counted(0, "Sunny", "No"),
        "p_sunny": F(counted(0, "Sunny", "No"), n_days("No")),
        "different": len(used),
        "kinds": kinds,
        "empty": kinds - len(used),
        "today": sum(row == DAY for row in used),
        "entries": len(small),
        "zeros": small.count(0),
        "p_high": F(humid[0], n_days("No")),
        "humid": humid[0],
        "days": len(days.labels),
        "of_humid": F(humid[0], sum(humid)),
    }


COUNTS = Story(
    page="counts",
    title="Learning, at first, is counting",
    question="How do examples become probabilities?",
    opening=(
        "Of the {no:word} days without play, {sunny:word} were sunny. So we estimate "
        "P(Sunny | No) = {p_sunny}. That is all the learning naive Bayes does: one pass over the "
        "data, one count per feature, value and class.",
        "Try the same with whole days, and you see why the assumption was needed. All "
        "{different:word} days are different, so each of the {kinds} kinds of days was seen once "
        "or not at all; {empty} were never seen. For today’s weather both classes have the count "
        "{today}, and Bayes’ rule reads zero divided by zero: the package raises an error. The "
        "four small tables of naive Bayes have {entries} entries, and only {zeros:word} of "
        "them is zero.",
    ),
    mistakes=(
        "“P(High | No) is a fraction of all days.” Divide by the days without play: {p_high}. "
        "Divided by all days ({humid}/{days}) it is the joint probability, and divided by the "
        "humid days ({of_humid}) it is P(No | High).",
    ),
    summary=(
        "Learning a discrete naive Bayes classifier is one pass of counting.",
        "Each estimate divides by the size of its class.",
        "Whole rows are too rare to count; values of single features are not.",
    ),
    onward="Three of five is fine. What about zero of five?",
    leads_to=("smoothing", "event_models"),
    numbers=_counts_numbers,
    cards=("indicator", "count", "full_joint_table"),
    folded=("draw_examples",),
)


def _smoothing_numbers() -> Numbers:
    p = prior()
    plain = naive_bayes_posterior(p, factors(OVERCAST_DAY))
    laplace = naive_bayes_posterior(p, factors(OVERCAST_DAY, 1))
    zero, no, values = counted(0, "Overcast", "No"), n_days("No"), n_values(0)
    return {
        "zero": zero,
        "no": no,
        "certain": plain["Yes"],
        "l": 1,
        "values": values,
        "smoothed": theta_smoothed(zero, no, values, F(1)),
        "yes": laplace["Yes"],
    }


SMOOTHING = Story(
    page="smoothing",
    title="Never seen is not impossible",
    question="What should we say about a value that never occurred in a class?",
    opening=(
        "It was never overcast on a day without play. So P(Overcast | No) is estimated as "
        "{zero}/{no}, and whatever else the day brings, the whole product for “No” is {zero}. An "
        "overcast, hot, humid and windy day is predicted “Yes” with probability {certain}. One "
        "missing observation has overruled all the others.",
        "The few days of record cannot support such certainty. The repair is to start every "
        "count at a small number *l*, as if each value had been seen *l* times before. With "
        "l = {l} (Laplace smoothing) the estimate becomes ({zero} + {l})/({no} + {values}) = "
        "{smoothed}, and the same day is “Yes” with probability {yes} = {yes:.2f}.",
        "This looks like a trick, but it is an estimate with a name. It is the most probable "
        "value of the parameter if its prior is a Dirichlet distribution with parameters l + 1, "
        "and the mean of the posterior if the parameters are l.",
    ),
    mistakes=(
        "“J is the number of values that were seen.” J is the number of values that the feature "
        "*can* take, including those without examples.",
        "“l is the α of the Dirichlet distribution.” The MAP estimate with pseudo-count l uses "
        "α = l + 1.",
    ),
    summary=(
        "A zero count makes the whole product zero.",
        "Add a pseudo-count l to every value.",
        "This is the MAP estimate under Dirichlet(l + 1), and the posterior mean under "
        "Dirichlet(l).",
    ),
    onward="Sometimes a value does not have the count zero but is unknown.",
    leads_to=("missing", "event_models"),
    numbers=_smoothing_numbers,
    cards=(
        "theta_mle", "prior_mle", "theta_smoothed", "prior_smoothed", "hallucinate",
        "dirichlet_map", "dirichlet_mean",
    ),
    folded=("theta_table", "class_prior", "categorical_mle", "categorical_smoothed"),
    derivations=("counts-mle", "dirichlet-map"),
)  # fmt: skip


def _missing_numbers() -> Numbers:
    p, f = prior(), factors(DAY)
    without = naive_bayes_posterior(p, {y: f[y][:3] for y in p})
    strong = F(counted(3, "Strong", "No"), n_days("No"))
    weak = F(counted(3, "Weak", "No"), n_days("No"))
    half = {"ill": F(1, 2), "well": F(1, 2)}
    column = ["Strong", "Strong", None, None, "Weak"]
    return {
        "all_four": naive_bayes_posterior(p, f)["No"],
        "without": without["No"],
        "strong": strong,
        "weak": weak,
        "both": strong + weak,
        "half": half["ill"],
        "p_ill": bayes_rule(half, {"ill": F(1, 10), "well": F(9, 10)})["ill"],
        "observed": theta_observed(column, "Strong"),
        "wrong": F(column.count("Strong"), len(column)),
    }


MISSING = Story(
    page="missing",
    title="If you do not know the wind, leave it out",
    question="Can we classify a day when one feature was not recorded?",
    opening=(
        "Today’s wind was not written down. Must we guess it? No: leave its factor out. With all "
        "four features the probability of “No” was {all_four:.3f}; without the wind it is "
        "{without} = {without:.3f}.",
        "Leaving the factor out is not an approximation. Sum over both possibilities, strong and "
        "weak, and the factor becomes P(Strong | No) + P(Weak | No) = {strong} + {weak} = {both}. "
        "A missing feature costs nothing; summing explicitly would double the work for each one.",
        "This needs one condition: that the value is not missing because of the class. If "
        "doctors skip a test for nine of ten healthy patients and one of ten ill ones, then a "
        "skipped test is itself evidence: if half of the patients are ill, P(ill | not tested) "
        "is {p_ill}, not {half}.",
    ),
    mistakes=(
        "“While training, divide by the size of the class.” Divide by the examples that show the "
        "value, or the estimates no longer sum to one. Of five days the wind is known on three "
        "and strong on two: the estimate is {observed}, not {wrong}.",
    ),
    summary=(
        "Leave out the factor of a missing feature: summed over its values it is one.",
        "This is exact, not an approximation.",
        "It is wrong if values are missing because of the class.",
    ),
    onward="The same model reads e-mail.",
    leads_to=("event_models",),
    numbers=_missing_numbers,
    cards=("observed_likelihood", "summed_likelihood", "theta_observed"),
    derivations=("missing-value",),
)


def _event_models_numbers() -> Numbers:
    half = {1: F(1, 2), 0: F(1, 2)}

    def drawn(*message: str) -> F:
        return bayes_rule(half, {y: multinomial_event(message, WORDS[y]) for y in half})[1]

    bits = {y: bernoulli_event([1, 1, 0], OCCURS[y]) for y in half}
    return {
        "bernoulli": bayes_rule(half, bits)[1],
        "once": drawn("buy", "now"),
        "twice": drawn("buy", "buy", "now"),
    }


EVENT_MODELS = Story(
    page="event_models",
    title="Two ways to read a message: which words occur, or how often",
    question="A message is not a table row. What are its features?",
    opening=(
        "Take a vocabulary of three words: buy, now, exam. The message is “buy buy now”. One "
        "model asks of every word in the vocabulary whether it occurs. The answers are yes, yes, "
        "no. The other reads the message word by word, as three draws from the vocabulary.",
        "They disagree about two things. The first ignores the second “buy” but uses the absence "
        "of “exam”: with our probabilities “buy now” is spam with probability {bernoulli}, and "
        "repeating “buy” changes nothing. The second ignores what is absent but counts "
        "repetitions: “buy now” gets {once}, “buy buy now” gets {twice}.",
    ),
    mistakes=(
        "“Laplace smoothing always adds 2 to the denominator.” A Bernoulli feature has two "
        "values, so its denominator grows by 2. A draw from the vocabulary has |V| values, so its "
        "denominator grows by |V|. Otherwise the estimates do not sum to one.",
    ),
    summary=(
        "Bernoulli: does the word occur? Absence counts, repetition does not.",
        "Multinomial: how often does it occur? Repetition counts, absence does not.",
        "The denominators of the smoothed estimates differ: + 2 and + |V|.",
    ),
    onward="Counting ends where features are real numbers.",
    leads_to=("gaussian",),
    numbers=_event_models_numbers,
    cards=(
        "vocabulary", "word_indicators", "bernoulli_pmf", "bernoulli_event", "bernoulli_laplace",
        "word_numbers", "multinomial_event", "multinomial_mle", "multinomial_laplace",
    ),
    folded=("bernoulli_log_likelihood", "multinomial_likelihood", "poisson_pmf", "bin_number"),
)  # fmt: skip

STORIES = (BAYES, PARAMETERS, INDEPENDENCE, COUNTS, SMOOTHING, MISSING, EVENT_MODELS)
