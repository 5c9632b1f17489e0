"""Queries that students type, and the text that the first screen must contain."""

import pytest

from textbook_ml.core.console import WIDTH, display_width, to_ascii
from textbook_ml.core.errors import TextbookError
from textbook_ml.reading.command import read, read_json

QUERIES = {
    "15": ["Mitchell (15)", "variance_mvue", "starter --questions variance_mvue"],
    "(22)": ["Mitchell (22)", "derive gnb-to-logistic"],
    "20": ["line 1", "lines 2 and 3", "line 4", "line 5", "line 6", "derive gnb-to-logistic"],
    "mitchell-s3.2-ll-simplified": ["conditional_log_likelihood", "line 2 of three", "line 3"],
    "sontag-gradient": ["line 1", "line 2", "line 3", "gradient_factored"],
    "mitchell-19": ["posterior_from_factors", "P(Y = 1 | x) = 1 / (1 + exp("],
    "gwansiu 35": ["mitchell_gnb_complement"],
    "ng-nb-chain": ["chain_rule_factors"],
    "ng-mvn-psd": ["is_positive_semidefinite"],
    "ng-mvn-mean": ["mvn_expectation"],
    "xing-nb-rate": ["gaussian_naive_bayes_examples"],
    "eq 7": ["Mitchell (7)", "Used by"],
    "2.4": ["Mitchell §2.4", "(10) ", "(13) ", "(15) ", "read gaussian-nb"],
    "section 3": ["Mitchell §3: ", "(16) ", "read gwansiu 3"],
    "ng 1.2": ["Ng §1.2", "read gda"],
    "ng-gda-model": ["What is estimated", "pooled_covariance", "fit iris --model gda"],
    "GaussianNaiveBayes": ["(13)", "(15)", "fit iris --model gaussian-nb", ".classify("],
    "gaussian naive bayes": ["GaussianNaiveBayes", "read gaussian_naive_bayes"],
    "logistic regression": [
        "LogisticRegression",
        "fit play-tennis --model logistic --l2 1",
        "derive log-likelihood",
        "derive hessian-concave",
    ],
    "naive bayes": ["gaussian-nb", "categorical-nb", "mitchell-2"],
    "lda": ["GaussianDiscriminantAnalysis"],
    "sigmoid": ["derive sigmoid-derivative"],
    "covariance": ["derive covariance-forms"],
    "softmax": ["P(Y = k | x)", "read SoftmaxRegression"],
    "svm": ["LinearSVM", "hinge_loss"],
    "bayes' theorem": ["bayes_rule"],
    "missing": ["observed_likelihood", "sontag-missing"],
    "pseudo-count": ["mitchell-7", "ng-laplace"],
    "ridge": ["mitchell-s3.3-penalised", "mitchell-26"],
    "cross entropy": ["log_loss"],
    "regularization": ["mitchell-s3.3-penalised"],
    "MAP": ["map_objective", "mitchell-s3.3-map"],
    "MLE": ["variance_mle", "mitchell-s3.2-mcle"],
    "naïve bayes": ["gaussian-nb", "categorical-nb", "mitchell-2"],
    "logistic regresion": ["Did you mean logistic regression?"],
    "naive bays": ["Did you mean naive bayes?"],
    "learning rate": ["mitchell-s3.2-eta"],
    "variance": ["variance_mle", "variance_mvue"],
    "gaussian": ["gaussian-nb", "gda"],
    "newton_cg": ["Newton's method without the matrix"],
    "accuracy": ["evaluate iris"],
    "exercise 3": ["mitchell-ex3", "exercise ex3"],
    "why divide by n-1": ["variance_mvue"],
    "what is the difference between generative and discriminative": ["mitchell-s4-definitions"],
    "xing": ["xing-nb-joint"],
    "mitchell-s5-bias-variance": ["experiment bias-variance"],
}


@pytest.mark.parametrize("query", QUERIES)
def test_queries_of_students_show_the_expected_text(query: str) -> None:
    """The screen contains the expected text, at 80 columns."""
    lines = list(read(query.split(), None))
    text = "\n".join(lines)
    for part in QUERIES[query]:
        assert part in text
    for line in lines:
        assert display_width(line) < WIDTH, line
        assert to_ascii(line).count("?") == line.count("?"), line
    assert read_json(query.split(), None)


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("99", r"no equation \(99\).*Mitchell \(1\) to \(29\), GwanSiu \(1\) to \(35\)"),
        ("xing 3", "Xing has no equation numbers.*read --text xing"),
        ("sigmod", "Did you mean sigmoid"),
        ("gausian-nb", "Did you mean gaussian-nb|Did you mean gaussian nb"),
        ("kernel", "Run `read` to list the contents"),
        ("exercise 99", "there is no exercise 99.*run `exercise`"),
    ],
)
def test_queries_on_other_topics_suggest_alternatives(query: str, message: str) -> None:
    """The message for a topic that is not in the chapter says what there is instead."""
    with pytest.raises(TextbookError, match=message):
        list(read(query.split(), None))


def test_the_example_is_before_the_code() -> None:
    """A beginner reads the numbers before the code."""
    text = "\n".join(read(["variance_mvue"], None))
    assert 0 < text.index(">>> variance_mvue(") < text.index("def variance_mvue(")
    assert text.index(">>> from textbook_ml import variance_mvue") < text.index(
        ">>> variance_mvue("
    )


def test_a_section_has_its_entries_in_order() -> None:
    """The order is that of the chapter; each entry has its formula and a query for more."""
    lines = list(read(["3.1"], None))
    read_next = [line.split()[1].rstrip(":") for line in lines if line.startswith("  read mitch")]
    assert read_next[0] == "mitchell-s3.1-assumptions"
    numbers = [line for line in lines if line.startswith("(")]
    assert [line.split()[0] for line in numbers] == ["(19)", "(20)", "(21)", "(22)", "(23)"]


def test_json_has_the_equations_of_a_model_and_entries_of_a_section() -> None:
    """JSON contains plain data."""
    model = read_json(["gaussian-nb"], None)
    assert model["fit"][-1] == "textbook_ml.equations.gaussian.variance_mvue"
    assert [row["number"] for row in read_json(["2.4"], None)][:2] == ["10", "11"]
    assert read_json(["20"], None)["derivations"] == ["gnb-to-logistic"]


@pytest.mark.parametrize("name", ["gaussian-nb", "gaussian-nb-tied", "gda", "qda", "poisson-nb"])
def test_a_prior_is_not_listed_as_a_table_of_a_feature(name: str) -> None:
    """Models without discrete features estimate the prior (8), and no P(X = x | Y = y), (6)."""
    fitted = [f.rpartition(".")[2] for f in read_json([name], None)["fit"]]
    assert "categorical_mle" in fitted
    assert not {"theta_mle", "gda_to_logistic", "logit"} & set(fitted)


def test_the_screens_of_models_name_the_estimated_parameters() -> None:
    """Gaussian naive Bayes estimates (13) and (15), and does not share a variance."""
    text = "\n".join(read(["gaussian-nb"], None))
    assert "derive gaussian-mle" in text
    assert "derive variance-bias" in text
    assert "pooled-variance" not in text
    assert "(`posterior`, `classify`, `sample`, `to_logistic`)" in "\n".join(read(["gda"], None))


def test_curated_entries_are_listed_first() -> None:
    """For an abbreviation, its definitions are listed before all other matches."""
    ids = [row["id"] for row in read_json(["MLE"], None)]
    assert ids[:4] == ["mitchell-6", "mitchell-8", "mitchell-13", "mitchell-14"]
    assert len(ids) == len(set(ids)) > 5
