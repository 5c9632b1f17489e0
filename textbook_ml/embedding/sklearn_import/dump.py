"""Write down a fitted scikit-learn model as JSON: run this where scikit-learn is.

    from sklearn_dump import dump
    dump(model, "model.sklearn.json", X[:20])      # an estimator or a Pipeline; some rows

It needs no other package and imports none: it reads settings and fitted attributes, and what
the model says about the rows, so that the other side can prove that it says the same. Then:

    python3 -m textbook_ml import-sklearn model.sklearn.json --out model.json
"""

import json
from typing import Any, Dict

FORMAT = "scikit-learn attributes"


def dump(estimator: Any, path: str, rows: Any = None) -> None:
    """Write a model to a file; `rows` are asked about, and kept with the answers."""
    with open(path, "w", encoding="utf-8") as file:
        json.dump(document(estimator, rows), file)


def document(estimator: Any, rows: Any = None) -> Dict[str, Any]:
    """A model and its answers, as JSON has it."""
    written: Dict[str, Any] = {"format": FORMAT, "version": 1, "estimator": described(estimator)}
    written["bits"] = bits_of(estimator)
    if rows is not None:
        answers = plain(estimator.predict_proba(rows))
        written["checks"] = {"rows": plain(rows), "probabilities": answers}
    return written


def described(estimator: Any) -> Dict[str, Any]:
    """The class of an estimator, its settings, and what it has learned."""
    learned = {k: v for k, v in vars(estimator).items() if k.endswith("_") and k[0] != "_"}
    return {
        "class": type(estimator).__name__,
        "settings": {k: plain(v) for k, v in estimator.get_params(deep=False).items()},
        "learned": {k: plain(v) for k, v in learned.items()},
    }


def bits_of(estimator: Any) -> int:
    """32 if something was learned in floats of 32 bits: then its answers have seven digits."""
    parts = [step for _, step in getattr(estimator, "steps", [])] or [estimator]
    learned = [v for part in parts for v in getattr(part, "__dict__", {}).values()]
    return 32 if any(str(getattr(v, "dtype", "")) == "float32" for v in learned) else 64


def plain(value: Any) -> Any:
    """Numbers, strings, lists and estimators; of anything else only its type."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return getattr(value, "item", lambda: value)()  # NumPy's floats and strings are both
    if isinstance(value, type):  # such as the dtype of a CountVectorizer
        return {"type": value.__name__}
    if hasattr(value, "get_params"):
        return described(value)
    if isinstance(value, dict):
        return {"pairs": [[plain(k), plain(v)] for k, v in value.items()]}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    if hasattr(value, "tolist"):  # an array or a number of NumPy, or a column of pandas
        return plain(value.tolist())
    for dense in ("to_numpy", "toarray"):  # a table of pandas, a sparse matrix
        if hasattr(value, dense):
            return plain(getattr(value, dense)())
    return {"type": type(value).__name__}
