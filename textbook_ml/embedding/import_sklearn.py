"""`import-sklearn`: train with scikit-learn, run here.

scikit-learn is never imported, and no pickle is opened: opening one runs whatever it says. A
small script on the side of scikit-learn writes down settings and attributes as JSON, and this
side reads them as if an enemy had written them.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.util import find_spec
from typing import Any

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.core.files import read_text, require_other_file, write_file
from textbook_ml.core.formatting import plural
from textbook_ml.embedding.sklearn_import import bayes, linear, preprocessing
from textbook_ml.embedding.sklearn_import.dump import FORMAT, document
from textbook_ml.embedding.sklearn_import.estimator_json import Described, matrix_of
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.json_codec import to_json
from textbook_ml.models.json_types import short
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes
from textbook_ml.models.priors import feature_names
from textbook_ml.models.rows import words

LARGEST = 256 << 20  # characters of a text that is read
SAME = {64: 1e-9, 32: 1e-5}  # of a probability, by the bits of the floats that it was learned in
READERS: Mapping[str, Any] = {
    "BernoulliNB": bayes.bernoulli,
    "CategoricalNB": bayes.categorical,
    "GaussianNB": bayes.gaussian,
    "MultinomialNB": bayes.multinomial,
    "LinearDiscriminantAnalysis": linear.linear_discriminant,
    "QuadraticDiscriminantAnalysis": linear.quadratic_discriminant,
    "LogisticRegression": linear.logistic,
    "LogisticRegressionCV": linear.logistic,
}
TEXT = (BernoulliNaiveBayes, MultinomialNaiveBayes)


def import_sklearn(
    file: str | None = None,
    out: str | None = None,
    *,
    features: str | None = None,
    counted: bool = False,
    snippet: bool = False,
) -> Iterator[str]:
    """Read what the snippet wrote, prove it on the rows that came with it, write our model."""
    if snippet:
        yield from script().splitlines()
        return
    if file is None or out is None:
        raise TextbookError(
            "say which FILE to read and where to write, --out MODEL.json; what writes such a FILE "
            "is printed by import-sklearn --snippet"
        )
    require_other_file("--out", out, file)
    text = read_text(file, LARGEST, "give a file that sklearn_dump has written")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise TextbookError(
            f"{file}: it is not JSON: give a file that sklearn_dump has written (see --snippet); "
            "a pickle is not opened, because that would run it"
        ) from None
    names = None if features is None else features.split(",")
    model = model_of(found, features=names, counted=counted)
    proved = proof(model, found, counted)
    write_file(out, to_json(model))
    yield f"{name_of(found)} became {type(model).__name__}, written to {out}"
    yield proved


def from_sklearn(
    estimator: Any, *, features: Sequence[str] | None = None, counted: bool = False
) -> Any:
    """Our model of a fitted estimator or Pipeline, read by its attributes.

    `features` names the columns; `counted` says that the words of a text will be counted by the
    caller as the CountVectorizer counts them, so that any will do.
    """
    return model_of(document(estimator), features=features, counted=counted)


def model_of(found: Any, *, features: Sequence[str] | None = None, counted: bool = False) -> Any:
    """The model that a document of `sklearn_dump` describes, if it can be carried over."""
    known = isinstance(found, dict) and found.get("format") == FORMAT and found.get("version") == 1
    require(known, f"{short(found)} is not what sklearn_dump writes: see import-sklearn --snippet")
    *fronts, last = steps_of(Described.of(found.get("estimator")))
    require(
        last.name in READERS,
        f"{last.name} cannot be carried over: only {', '.join(READERS)} can",
    )
    model = joined(fronts, last, counted)
    if features is None:
        return model
    return replace(model, features=feature_names(features, len(model.features)))


def steps_of(found: Described) -> list[Described]:
    """The steps of a Pipeline; an estimator alone is one."""
    if found.name != "Pipeline":
        return [found]
    steps = found.settings.get("steps")
    pairs = isinstance(steps, list) and all(isinstance(s, list) and len(s) == 2 for s in steps)
    require(pairs and steps != [], f"the steps of the Pipeline are {short(steps)}")
    return [Described.of(step) for _, step in steps or [] if step not in (None, "passthrough")]


def joined(fronts: Sequence[Described], last: Described, counted: bool) -> Any:
    """The model with what stands in front of it taken in."""
    match [front.name for front in fronts]:
        case []:
            return READERS[last.name](last)
        case ["StandardScaler"]:
            return preprocessing.unscaled(READERS[last.name](last), fronts[0])
        case ["OrdinalEncoder"] if last.name == "CategoricalNB":
            values = preprocessing.categories(fronts[0])
            return bayes.categorical(with_names(last, fronts[0]), values)
        case ["CountVectorizer"]:
            model = READERS[last.name](last)
            require(
                counted or isinstance(model, TEXT),
                f"a CountVectorizer stands in front of {last.name}, and our "
                f"{type(model).__name__} takes rows of numbers and no texts: "
                f"{preprocessing.COUNTED}",
            )
            once = isinstance(model, BernoulliNaiveBayes)
            found = preprocessing.vocabulary(fronts[0], once, counted)
            return replace(model, features=feature_names(found, len(model.features)))
    told = " and ".join(front.name for front in fronts)
    raise TextbookError(
        f"{told} in front of {last.name} cannot be carried over: a StandardScaler can, an "
        "OrdinalEncoder in front of CategoricalNB, or a CountVectorizer"
    )


def with_names(last: Described, front: Described) -> Described:
    """The estimator with the names of the columns that the first step has seen."""
    names = front.names()
    learned = {**last.learned, **({"feature_names_in_": list(names)} if names else {})}
    return replace(last, learned=learned)


def proof(model: Any, found: Mapping[str, Any], counted: bool) -> str:
    """How near our probabilities come to scikit-learn's, on the rows that came along."""
    checks = found.get("checks")
    if not isinstance(checks, dict) or counted:
        return "no rows came along to compare on: dump(model, file, rows) writes some"
    rows: Any = checks.get("rows")
    require(isinstance(rows, list), "the rows to compare on are no list")
    answers = checks.get("probabilities")
    due = matrix_of("the probabilities", answers, len(rows), len(model.classes))
    bits = 32 if found.get("bits") == 32 else 64
    far = 0.0
    for i, (row, shares) in enumerate(zip(rows, due)):
        ours = model.posterior(as_row(model, row))
        far = max(far, *(abs(ours[y] - p) for y, p in zip(model.classes, shares)))
        require(
            far <= SAME[bits],
            f"row {i} has probabilities {list(ours.values())} here and {list(shares)} in "
            "scikit-learn: this model cannot be carried over as it is; please report it",
        )
    compared = f"{plural(len(rows), 'row')} compared with scikit-learn"
    why = ", which learned in floats of 32 bits" if bits == 32 else ""
    return f"{compared}{why}: probabilities differ by {far:.2g} at most"


def as_row(model: Any, row: Any) -> Any:
    """A row of scikit-learn as ours: a text, a list of numbers, or counts by name."""
    if isinstance(row, str):
        return words(["text"], [row])
    require(
        isinstance(row, list) and len(row) == len(model.features),
        f"{short(row)} is no row of {len(model.features)} values",
    )
    if isinstance(model, MultinomialNaiveBayes):
        return {name: x for name, x in zip(model.features, row) if x}
    return row


def name_of(found: Mapping[str, Any]) -> str:
    """The estimators of a document, for a person."""
    return " and ".join(step.name for step in steps_of(Described.of(found.get("estimator"))))


def script() -> str:
    """What to run on the side of scikit-learn: the module `sklearn_dump`, as it is."""
    module = "textbook_ml.embedding.sklearn_import.dump"
    spec = find_spec(module)
    source: str | None = getattr(spec and spec.loader, "get_source", lambda name: None)(module)
    if source is None:
        raise TextbookError(f"the source of {module} is not here: install the package with it")
    return source
