"""Import of untrusted files written by sklearn_dump; the tests do not need scikit-learn."""

import copy
import json
from collections.abc import Iterator
from math import inf, log, nan
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.commands.main import main
from textbook_ml.core.errors import TextbookError
from textbook_ml.embedding.import_sklearn import import_sklearn, model_of
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes


def document(name: str, learned: dict[str, Any], **settings: Any) -> dict[str, Any]:
    """Return a document in the format of sklearn_dump."""
    estimator = {"class": name, "settings": settings, "learned": learned}
    return {"format": "scikit-learn attributes", "version": 1, "estimator": estimator}


COMMON = {"classes_": ["a", "b"], "n_features_in_": 2}
COUNTED = {"class_count_": [3.0, 1.0], "class_log_prior_": [log(0.75), log(0.25)]}
GAUSSIAN = document(
    "GaussianNB",
    COMMON
    | {"class_prior_": [0.75, 0.25], "theta_": [[0, 1.0], [2.0, 3.0]], "var_": [[1.0, 2.0]] * 2},
)
BERNOULLI = document(
    "BernoulliNB",
    COMMON
    | COUNTED
    | {
        "feature_count_": [[2.0, 1.0], [0.0, 1.0]],
        "feature_log_prob_": [[log(3 / 5), log(2 / 5)], [log(1 / 3), log(2 / 3)]],
    },
    alpha=1.0,
    binarize=0.0,
)
MULTINOMIAL = document(
    "MultinomialNB",
    COMMON
    | COUNTED
    | {
        "feature_count_": [[2.0, 0.0], [0.0, 1.0]],
        "feature_log_prob_": [[log(3 / 4), log(1 / 4)], [log(1 / 3), log(2 / 3)]],
    },
    alpha=1.0,
)
CATEGORICAL = document(
    "CategoricalNB",
    COMMON
    | COUNTED
    | {
        "category_count_": [[[2.0, 0.0], [0.0, 1.0]]] * 2,
        "feature_log_prob_": [[[log(3 / 4), log(1 / 4)], [log(1 / 3), log(2 / 3)]]] * 2,
    },
    alpha=1.0,
)
LOGISTIC = document(
    "LogisticRegression", COMMON | {"coef_": [[1.0, -1.0]], "intercept_": [0.5]}, solver="lbfgs"
)
LINEAR = document(
    "LinearDiscriminantAnalysis",
    COMMON
    | {
        "priors_": [0.75, 0.25],
        "means_": [[0.0, 1.0], [2.0, 3.0]],
        "covariance_": [[2.0, 0.0], [0.0, 1.0]],
        "coef_": [[1.0, 2.0]],
        "intercept_": [-5.0],
    },
    solver="lsqr",
)
QUADRATIC = document(
    "QuadraticDiscriminantAnalysis",
    COMMON
    | {
        "priors_": [0.75, 0.25],
        "means_": [[0.0, 1.0], [2.0, 3.0]],
        "rotations_": [[[1.0, 0.0], [0.0, 1.0]]] * 2,
        "scalings_": [[1.0, 2.0], [2.0, 1.0]],
    },
)


def pipeline(front: str, learned: dict[str, Any], last: dict[str, Any], **settings: Any) -> Any:
    """Return the document of a Pipeline with two steps."""
    first = document(front, learned, **settings)["estimator"]
    return document("Pipeline", {}, steps=[["front", first], ["last", last["estimator"]]])


SCALED = pipeline("StandardScaler", {"mean_": [1.0, 2.0], "scale_": [0.5, 4.0]}, LOGISTIC)
OF_TEXT = pipeline(
    "CountVectorizer",
    {"vocabulary_": {"pairs": [["buy", 1], ["exam", 0]]}},
    MULTINOMIAL,
    token_pattern=r"[^\W_]+(?:['’][^\W_]+)*",
)
ENCODED = pipeline("OrdinalEncoder", {"categories_": [["x", "y"], ["u", "v"]]}, CATEGORICAL)
DOCUMENTS = [
    GAUSSIAN, BERNOULLI, MULTINOMIAL, CATEGORICAL, LOGISTIC, LINEAR, QUADRATIC, SCALED, OF_TEXT,
    ENCODED,
]  # fmt: skip


def paths(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value in a document."""
    yield path
    lists = list(enumerate(tree)) if isinstance(tree, list) else []
    for key, value in tree.items() if isinstance(tree, dict) else lists:
        yield from paths(value, (*path, key))


def changed(tree: Any, path: tuple[Any, ...], value: Any) -> Any:
    """Return a copy of a document with one value replaced."""
    if not path:
        return value
    tree = copy.deepcopy(tree)
    inside = tree
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    return tree


odd_values = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=3),
    st.sampled_from([10**400, -(10**400), 1e308, 5e-324, -inf, nan, [], {}, [[]], [[], []]]),
    st.recursive(st.floats() | st.integers(), lambda inner: st.lists(inner, max_size=3)),
)  # fmt: skip


@pytest.mark.parametrize("found", DOCUMENTS)
def test_valid_documents_are_converted(found: Any) -> None:
    """Each document gives a model with two classes and two features."""
    model = model_of(found)
    assert (model.classes, len(model.features)) == (("a", "b"), 2)


@given(st.data())
def test_a_changed_document_is_converted_or_raises_textbook_error(data: st.DataObject) -> None:
    """A document may have any value in any place; no other exception is raised."""
    found = data.draw(st.sampled_from(DOCUMENTS))
    path = data.draw(st.sampled_from(list(paths(found))))
    try:
        model = model_of(changed(found, path, data.draw(odd_values)))
    except TextbookError:
        return
    assert len(model.classes) >= 2


def test_32_bit_probabilities_are_normalised() -> None:
    """32-bit probabilities sum to 1 in seven digits; other sums are errors."""
    path = ("estimator", "learned", "class_prior_")
    thirds = [0.3333333432674408, 0.6666666269302368]
    priors = model_of(changed(GAUSSIAN, path, thirds)).priors
    assert sum(priors) == 1.0 and priors != tuple(thirds)
    with pytest.raises(
        TextbookError, match="class_prior_ must be probabilities that sum to 1, got a sum of 0.75"
    ):
        model_of(changed(GAUSSIAN, path, [0.5, 0.25]))


def test_a_scaler_is_combined_with_the_weights_exactly() -> None:
    """σ(0.5 + (x − 1)/0.5 − (y − 2)/4) is σ(−1 + 2x − y/4)."""
    model = model_of(SCALED)
    assert (model.w0, model.w) == (-1.0, (2.0, -0.25))


def test_feature_names_come_from_the_first_step_of_a_pipeline() -> None:
    """Only the first step of a Pipeline was fitted on the original table."""
    learned = ("estimator", "settings", "steps", 0, 1, "learned", "feature_names_in_")
    assert model_of(changed(SCALED, learned, ["age", "height"])).features == ("age", "height")
    assert model_of(changed(ENCODED, learned, ["sky", "wind"])).features == ("sky", "wind")


def test_many_labels_with_equal_hashes_are_an_error() -> None:
    """Labels with equal hashes would make a dict very slow."""
    crowd = [k * (2**61 - 1) for k in range(1, 100_000)]
    with pytest.raises(TextbookError, match="have equal hashes"):
        model_of(changed(GAUSSIAN, ("estimator", "learned", "classes_"), crowd))


def test_words_are_sorted_by_their_columns() -> None:
    """The words of a vocabulary, a dict in any order, are sorted by column number."""
    model = model_of(OF_TEXT)
    assert model.features == ("exam", "buy")
    assert str(model.exact_posterior({"exam": 1})["a"]) == "27/31"


def test_codes_are_replaced_by_categories() -> None:
    """The codes are replaced by the categories of the encoder."""
    assert list(model_of(ENCODED).tables[0][0]) == ["x", "y"]


def test_a_covariance_that_contradicts_the_weights_is_not_used() -> None:
    """The model is converted from its weights, with which scikit-learn predicts."""
    path = ("estimator", "learned", "covariance_", 0, 0)
    assert type(model_of(LINEAR)).__name__ == "GaussianDiscriminantAnalysis"
    assert type(model_of(changed(LINEAR, path, 3.0))).__name__ == "LogisticRegression"


def test_different_probabilities_for_the_sample_rows_are_an_error(tmp_path: Path) -> None:
    """If the probabilities differ too much, no model file is written."""
    there, here = tmp_path / "there.json", tmp_path / "here.json"
    model = model_of(GAUSSIAN)
    answers = [list(model.posterior([1.0, 1.0]).values())]
    for shift, fine in ((0.0, True), (1e-6, False)):
        shifted = [[p + shift for p in answers[0]]]
        checks = {"rows": [[1.0, 1.0]], "probabilities": shifted}
        there.write_text(json.dumps(GAUSSIAN | {"checks": checks}))
        code = main(["import-sklearn", str(there), "--out", str(here)])
        assert (code, here.exists()) == ((0, True) if fine else (2, False))
        here.unlink(missing_ok=True)


def test_pickles_are_not_opened(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The error says that opening a pickle would run its code."""
    path = tmp_path / "model.pkl"
    path.write_bytes(b"cos\nsystem\n(S'touch /tmp/owned'\ntR.")
    assert main(["import-sklearn", str(path), "--out", str(tmp_path / "m.json")]) == 2
    assert "would run it" in capsys.readouterr().err
    path.write_bytes(b"\x80\x04\x95")
    assert main(["import-sklearn", str(path), "--out", str(tmp_path / "m.json")]) == 2
    assert "not UTF-8" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a": ' + "9" * 5000 + "}", "", "null"])
def test_a_file_that_is_not_a_document_is_an_error(text: str, tmp_path: Path) -> None:
    """Very deep, very long and empty files are errors too."""
    path = tmp_path / "there.json"
    path.write_text(text)
    with pytest.raises(TextbookError):
        list(import_sklearn(str(path), str(tmp_path / "here.json")))


def test_without_a_file_the_error_mentions_the_snippet(capsys: pytest.CaptureFixture[str]) -> None:
    """--snippet prints the module that writes a file."""
    assert main(["import-sklearn"]) == 2
    assert "--snippet" in capsys.readouterr().err
    assert main(["import-sklearn", "--snippet"]) == 0
    assert "def dump(" in capsys.readouterr().out


def test_the_converted_model_works_in_other_commands(tmp_path: Path) -> None:
    """The other commands use the column names that were given for the conversion."""
    there, here, rows = (tmp_path / name for name in ("there.json", "here.json", "rows.csv"))
    there.write_text(json.dumps(GAUSSIAN))
    rows.write_text("age,height\n1.0,2.0\n")
    arguments = ["import-sklearn", str(there), "--out", str(here), "--features", "age,height"]
    assert main(arguments) == 0
    assert main(["predict", str(here), str(rows)]) == 0
    assert GaussianNaiveBayes.from_json(here.read_text()).features == ("age", "height")
