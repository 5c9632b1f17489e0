"""Write the parameters of a fitted scikit-learn model as JSON. Run this where scikit-learn is.

    from sklearn_dump import dump
    dump(model, "model.sklearn.json", X[:20])      # an estimator or a Pipeline, and sample rows

This module imports no other package. It writes the settings and the fitted attributes, and the
probabilities (or labels) of the sample rows, so that both libraries can be compared. Then run:

    python3 -m textbook_ml import-sklearn model.sklearn.json --out model.json
"""

import json
from typing import Any, Dict

FORMAT = "scikit-learn attributes"


def dump(estimator: Any, path: str, rows: Any = None) -> None:
    """Write a model to a file, with the probabilities of sample rows for a later comparison."""
    with open(path, "w", encoding="utf-8") as file:
        json.dump(document(estimator, rows), file)


def document(estimator: Any, rows: Any = None) -> Dict[str, Any]:
    """Return a model and the probabilities of sample rows as a JSON document."""
    written: Dict[str, Any] = {"format": FORMAT, "version": 1, "estimator": describe(estimator)}
    written["bits"] = bits_of(estimator)
    if rows is not None:
        if hasattr(estimator, "predict_proba"):
            expected = {"probabilities": plain(estimator.predict_proba(rows))}
        else:
            expected = {"labels": plain(estimator.predict(rows))}
        written["checks"] = dict(expected, rows=plain(rows))
    return written


def describe(estimator: Any) -> Dict[str, Any]:
    """Return the class of an estimator, its settings and its fitted attributes."""
    learned = {k: v for k, v in vars(estimator).items() if k.endswith("_") and k[0] != "_"}
    if getattr(estimator, "idf_", None) is not None:  # a property of a TfidfVectorizer
        learned["idf_"] = estimator.idf_
    return {
        "class": type(estimator).__name__,
        "settings": {k: plain(v) for k, v in estimator.get_params(deep=False).items()},
        "learned": {k: plain(v) for k, v in learned.items()},
    }


def bits_of(estimator: Any) -> int:
    """Return 32 if a fitted attribute has 32-bit floats (about seven digits), otherwise 64."""
    parts = [step for _, step in getattr(estimator, "steps", [])] or [estimator]
    learned = [v for part in parts for v in getattr(part, "__dict__", {}).values()]
    return 32 if any(str(getattr(v, "dtype", "")) == "float32" for v in learned) else 64


def plain(value: Any) -> Any:
    """Return numbers, strings, lists and estimators for JSON; of other values, only the type."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return getattr(value, "item", lambda: value)()  # NumPy floats are also Python floats
    if isinstance(value, type):  # such as the dtype of a CountVectorizer
        return {"type": value.__name__}
    if hasattr(value, "get_params"):
        return describe(value)
    if isinstance(value, dict):
        return {"pairs": [[plain(k), plain(v)] for k, v in value.items()]}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    if hasattr(value, "tolist"):  # a NumPy array or number, or a pandas column
        return plain(value.tolist())
    for dense in ("to_numpy", "toarray"):  # a pandas table, a sparse matrix
        if hasattr(value, dense):
            return plain(getattr(value, dense)())
    return {"type": type(value).__name__}
