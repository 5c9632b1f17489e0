"""The command `import-sklearn`: convert a model that was fitted by scikit-learn.

scikit-learn is never imported, and no pickle is opened, because opening a pickle can run any code.
Instead, a small script (`sklearn_import.dump`) writes settings and fitted attributes as JSON. This
module validates every part of that file, because anyone may have written it.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.util import find_spec
from typing import Any

from textbook_ml.core.errors import TextbookError, plural, require
from textbook_ml.core.files import read_text, require_other_file, write_file
from textbook_ml.embedding.sklearn_import import (
    fronts,
    preprocessing,
    sklearn_linear,
    sklearn_naive_bayes,
)
from textbook_ml.embedding.sklearn_import.dump import FORMAT, document
from textbook_ml.embedding.sklearn_import.estimator_json import Estimator, matrix_of
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.json_codec import to_json
from textbook_ml.models.json_types import short_repr
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes
from textbook_ml.models.priors import feature_names
from textbook_ml.models.rows import words

LARGEST = 256 << 20  # maximum number of characters in a file
TOLERANCE = {64: 1e-9, 32: 1e-5}  # difference of two probabilities, by the bits of the floats
CONVERTERS: Mapping[str, Any] = {
    "BernoulliNB": sklearn_naive_bayes.bernoulli,
    "CategoricalNB": sklearn_naive_bayes.categorical,
    "GaussianNB": sklearn_naive_bayes.gaussian,
    "MultinomialNB": sklearn_naive_bayes.multinomial,
    "LinearDiscriminantAnalysis": sklearn_linear.linear_discriminant,
    "QuadraticDiscriminantAnalysis": sklearn_linear.quadratic_discriminant,
    "LogisticRegression": sklearn_linear.logistic,
    "LogisticRegressionCV": sklearn_linear.logistic,
    "ComplementNB": sklearn_linear.complement,
    "LinearSVC": sklearn_linear.separating,
    "RidgeClassifier": sklearn_linear.separating,
    "RidgeClassifierCV": sklearn_linear.separating,
    "SGDClassifier": sklearn_linear.stochastic,
}
TEXT_MODELS = (BernoulliNaiveBayes, MultinomialNaiveBayes)


def import_sklearn(
    file: str | None = None,
    out: str | None = None,
    *,
    features: str | None = None,
    counted: bool = False,
    snippet: bool = False,
) -> Iterator[str]:
    """Read a file of sklearn_dump, compare the predictions of its sample rows, write the model."""
    if snippet:
        yield from dump_source().splitlines()
        return
    if file is None or out is None:
        raise TextbookError(
            "import-sklearn needs a FILE and --out MODEL.json. Fix: write the FILE with the module "
            "that import-sklearn --snippet prints"
        )
    require_other_file("--out", out, file)
    text = read_text(file, LARGEST, "use a file written by sklearn_dump")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise TextbookError(
            f"{file}: it is not JSON. Fix: use a file that sklearn_dump has written (see "
            "--snippet); pickles are not opened, because opening a pickle would run it"
        ) from None
    names = None if features is None else features.split(",")
    model = model_of(found, features=names, counted=counted)
    comparison = compare_with_sklearn(model, found, counted)
    write_file(out, to_json(model))
    name = " and ".join(step.name for step in steps_of(found))
    yield f"{out}: {name} converted to {type(model).__name__}"
    yield comparison


def from_sklearn(
    estimator: Any, *, features: Sequence[str] | None = None, counted: bool = False
) -> Any:
    """Convert a fitted estimator or Pipeline of scikit-learn, by reading its attributes.

    `features` are the names of the columns. Pass `counted=True` if you will count the words of
    texts yourself, as the CountVectorizer does; then any vocabulary is accepted.
    """
    return model_of(document(estimator), features=features, counted=counted)


def model_of(found: Any, *, features: Sequence[str] | None = None, counted: bool = False) -> Any:
    """Convert a document of `sklearn_dump`. Raise TextbookError if this is not possible."""
    valid = isinstance(found, dict) and found.get("format") == FORMAT and found.get("version") == 1
    require(
        valid,
        f"expected a document written by sklearn_dump, got {short_repr(found)}. Fix: see "
        "import-sklearn --snippet",
    )
    *before, last = steps_of(found)
    require(
        last.name in CONVERTERS,
        f"{last.name} is not supported. Supported estimators: {', '.join(CONVERTERS)}",
    )
    model = convert(before, last, counted)
    if features is None:
        return model
    return replace(model, features=feature_names(features, len(model.features)))


def steps_of(found: Mapping[str, Any]) -> list[Estimator]:
    """Return the steps of the Pipeline in a document, or its only estimator."""
    estimator = Estimator.of(found.get("estimator"))
    if estimator.name != "Pipeline":
        return [estimator]
    steps = estimator.steps()
    require(steps != [], "the Pipeline must have at least one step, got none")
    used = [step for step in steps if step not in (None, "passthrough")]
    return [one for step in used for one in steps_of({"estimator": step})]


def convert(before: Sequence[Estimator], last: Estimator, counted: bool) -> Any:
    """Convert an estimator together with the preprocessing step before it."""
    match [step.name for step in before]:
        case []:
            return CONVERTERS[last.name](last)
        case [name] if name in fronts.SCALERS:
            model = CONVERTERS[last.name](last)
            if not isinstance(model, fronts.LINEAR):
                m, s = fronts.mean_and_scale(before[0], len(model.features))
                return preprocessing.model_without_scaling(model, name, m, s, before[0].names())
        case ["OrdinalEncoder"] if last.name == "CategoricalNB":
            seen = {k: v for k, v in before[0].learned.items() if k == "feature_names_in_"}
            named = replace(last, learned={**last.learned, **seen})
            return sklearn_naive_bayes.categorical(named, preprocessing.categories(before[0]))
        case ["TfidfVectorizer"] | ["CountVectorizer", "TfidfTransformer"]:
            return weighted_counts(before, last, counted)
        case ["CountVectorizer"]:
            model = CONVERTERS[last.name](last)
            require(
                counted or isinstance(model, TEXT_MODELS),
                f"a CountVectorizer before {last.name} is not supported, because a "
                f"{type(model).__name__} needs rows of numbers and not texts. Fix: "
                f"{preprocessing.COUNTED}",
            )
            binary = isinstance(model, BernoulliNaiveBayes)
            vocabulary = preprocessing.vocabulary(before[0], binary, counted)
            return replace(model, features=feature_names(vocabulary, len(model.features)))
    names = " and ".join(step.name for step in before)
    require(
        {step.name for step in before} <= {*fronts.FRONTS},
        f"{names} before {last.name} is not supported. Supported steps: "
        f"{', '.join(fronts.FRONTS)}, CountVectorizer, TfidfVectorizer, TfidfTransformer",
    )
    return fronts.fold_into_inputs(CONVERTERS[last.name](last), before)


def weighted_counts(before: Sequence[Estimator], last: Estimator, counted: bool) -> Any:
    """Convert a linear model of words that are weighted by their inverse document frequency."""
    *_, step = before
    require(
        counted,
        f"{step.name} before {last.name} becomes weights of word counts. Fix: "
        f"{preprocessing.COUNTED}",
    )
    naive = last.name == "MultinomialNB"
    model = (sklearn_linear.multinomial_weights if naive else CONVERTERS[last.name])(last)
    require(
        isinstance(model, fronts.LINEAR),
        f"{step.name} before {last.name} is not supported, because the model is not linear. Fix: "
        "use a CountVectorizer, or a linear model",
    )
    words = preprocessing.vocabulary(before[0], False, counted)
    named = replace(model, features=feature_names(words, len(model.features)))
    return preprocessing.model_without_idf(named, step)


def compare_with_sklearn(model: Any, found: Mapping[str, Any], counted: bool) -> str:
    """Compare the probabilities of the sample rows with those of scikit-learn."""
    checks = found.get("checks")
    if not isinstance(checks, dict) or counted:
        return "not compared with scikit-learn: dump(model, file, rows) writes rows to compare"
    rows: Any = checks.get("rows")
    require(isinstance(rows, list), f"the sample rows must be a list, got {short_repr(rows)}")
    if "labels" in checks:
        return compare_labels(model, rows, checks["labels"])
    given = checks.get("probabilities")
    expected = matrix_of("the probabilities", given, len(rows), len(model.classes))
    bits = 32 if found.get("bits") == 32 else 64
    largest = 0.0
    for i, (row, probabilities) in enumerate(zip(rows, expected)):
        ours = model.posterior(as_row(model, row))
        largest = max(largest, *(abs(ours[y] - p) for y, p in zip(model.classes, probabilities)))
        require(
            largest <= TOLERANCE[bits],
            f"row {i} has probabilities {list(ours.values())} here and {list(probabilities)} in "
            "scikit-learn, so this model cannot be converted. Please report it",
        )
    compared = f"{plural(len(rows), 'row')} compared with scikit-learn"
    precision = " (32-bit floats)" if bits == 32 else ""
    return f"{compared}{precision}: probabilities differ by at most {largest:.2g}"


def compare_labels(model: Any, rows: Sequence[Any], labels: Any) -> str:
    """Compare the labels of the sample rows, for a model without probabilities."""
    require(
        isinstance(labels, list) and len(labels) == len(rows),
        f"the sample rows need {len(rows)} labels, got {short_repr(labels)}",
    )
    for i, (row, label) in enumerate(zip(rows, labels)):
        ours = model.classify(as_row(model, row))
        require(
            ours == label,
            f"row {i} has the label {ours!r} here and {short_repr(label)} in scikit-learn, so this "
            "model cannot be converted. Please report it",
        )
    return f"{plural(len(rows), 'row')} compared with scikit-learn: all labels are equal"


def as_row(model: Any, row: Any) -> Any:
    """Convert a row of scikit-learn: a text, a list of numbers, or counts by name."""
    if isinstance(row, str):
        return words(["text"], [row])
    require(
        isinstance(row, list) and len(row) == len(model.features),
        f"a row must have {len(model.features)} values, got {short_repr(row)}",
    )
    if isinstance(model, MultinomialNaiveBayes):
        return {name: x for name, x in zip(model.features, row) if x}
    return row


def dump_source() -> str:
    """Return the source of the module `sklearn_dump`, which runs where scikit-learn is."""
    module = "textbook_ml.embedding.sklearn_import.dump"
    spec = find_spec(module)
    source: str | None = getattr(spec and spec.loader, "get_source", lambda name: None)(module)
    if source is None:
        raise TextbookError(f"the source of {module} is missing. Fix: install the package with it")
    return source
