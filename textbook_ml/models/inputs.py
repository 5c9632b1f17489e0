"""Conversion of the rows and labels that are passed to a model to plain lists.

`accept_all_forms` wraps the methods of every model, so that models do not have to handle arrays or
data frames. Lists of lists are passed on after a check of the first and the last row; all other
forms are converted by `core.arrays`.

    document   the row of a text: a mapping from word to count, or a set of words
    text       the form of a text for a model: "counts", "presence" (of words), or "" for none
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from functools import wraps
from typing import Any

from textbook_ml.core.errors import TextbookError, quoted, quoted_list, require

PLAIN = frozenset({int, float, str, bool, Fraction, type(None)})
DOCUMENTS = (Mapping, Set)
NUMBERS = ("l2", "floor", "strength", "tolerance", "max_iterations", "eta", "steps", "max_passes")
EQUATIONS = ("theta", "variance")  # options of `fit` that are functions
QUICK_DOCUMENTS = frozenset({dict, Counter, set, frozenset})


def accept_all_forms(model: type[Any]) -> None:
    """Wrap the methods that a model class defines, so that they accept rows in all forms."""
    own = vars(model)
    for name in WRAPPERS.keys() & own:
        method = own[name]
        function = getattr(method, "__func__", method)
        by_hand = name == "__init__" and "__dataclass_fields__" not in own
        if not by_hand and without_wrapper(function) is function:
            wrapped = WRAPPERS[name](function)
            setattr(model, name, wrapped if function is method else classmethod(wrapped))


def without_wrapper(method: Any) -> Any:
    """Return a method without its wrapper, for loops over rows that are already plain."""
    return getattr(method, "__wrapped__", method)


def _of_a_row(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def method(self: Any, row: Any) -> Any:
        if (type(row) is list or type(row) is tuple) and row and type(row[0]) in PLAIN:
            return function(self, row)
        if type(row) in QUICK_DOCUMENTS and text_of(self):
            return _of_a_document(function, self, row)
        return function(self, one_row(self, row))

    return method


def _of_a_document(function: Callable[..., Any], model: Any, row: Any) -> Any:
    """Return the result for a document; its counts are converted only if necessary."""
    try:
        return function(model, row)
    except (TextbookError, TypeError):
        plain = read_document(row, "the row", text_of(model))
        if plain is row:
            raise
        return function(model, plain)


def _accepting_row_tables(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def method(self: Any, rows: Any) -> Any:
        accepted = many_rows(self, rows)
        try:
            return function(self, accepted)
        except TextbookError:
            _name_the_row(self, accepted)
            raise

    return method


def _accepting_tables_in_fit(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def fit(cls: Any, rows: Any, labels: Any, **options: Any) -> Any:
        options = read_options(options)
        if hasattr(cls, "kinds_of") and hasattr(rows, "kinds"):  # a `Dataset` of this package
            options["kinds"] = cls.kinds_of(rows, options.get("kinds"), options.get("features"))
        if not (are_plain(rows, text_of(cls)) and are_plain_labels(labels)):
            rows, labels, options = _plain_examples(cls, rows, labels, options)
        model = function(cls, rows, labels, **options)
        if all(type(y) in PLAIN and y is not None and y == y for y in model.classes):
            return model
        from textbook_ml.core.arrays import read_labels

        return function(cls, rows, read_labels(labels), **options)

    return fit


def _init_recommending_fit(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method `__init__` whose error recommends `fit` if there are no arguments."""

    @wraps(function)
    def init(self: Any, *parts: Any, **named: Any) -> None:
        if not parts and self.__dataclass_fields__.keys().isdisjoint(named):
            name = type(self).__name__
            raise TextbookError(
                f"{name}(…) must have the parameters of a fitted model, because there is no "
                f"unfitted one, got {quoted_list(list(named)) or 'none'}. Fix: {name}.fit(rows, "
                "labels), with options after the labels"
            )
        function(self, *parts, **named)

    return init


def _accepting_tables_in_count(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def count(cls: Any, rows: Any, labels: Any, *others: Any, **options: Any) -> Any:
        if "features" in options:
            options["features"] = feature_list(options["features"])
        if not (are_plain(rows, text_of(cls)) and are_plain_labels(labels)):
            names = {"features": options.get("features")}
            rows, labels, _ = _plain_examples(cls, rows, labels, names)
        return function(cls, rows, labels, *others, **options)

    return count


WRAPPERS: Mapping[str, Callable[[Callable[..., Any]], Callable[..., Any]]] = {
    **dict.fromkeys(
        ("classify", "posterior", "exact_posterior", "log_terms", "log_scores", "log_joint"),
        _of_a_row,
    ),
    **dict.fromkeys(("explain", "linear_score", "linear_scores", "log_odds", "lines"), _of_a_row),
    **dict.fromkeys(("predict", "predict_proba"), _accepting_row_tables),
    "fit": _accepting_tables_in_fit,
    "count": _accepting_tables_in_count,
    "__init__": _init_recommending_fit,
}


def are_plain(rows: Any, text: str = "") -> bool:
    """Return whether rows are lists or tuples of plain values; checks the first and last row.

    >>> are_plain([[1, 2], [3, 4]]), are_plain(["abc", "abd"]), are_plain(range(3))
    (True, False, False)
    """
    if type(rows) not in (list, tuple):
        return False
    return not rows or (_is_plain_row(rows[0], text) and _is_plain_row(rows[-1], text))


def _is_plain_row(row: Any, text: str) -> bool:
    """Return whether a row is a list or tuple of plain values or, for text, a document."""
    if type(row) in (list, tuple):
        if text and (text == "counts" or str in map(type, row)):  # a list of counts, or of words
            return False
        return PLAIN.issuperset(map(type, row))
    if not text or type(row) not in QUICK_DOCUMENTS:
        return False
    return isinstance(row, Set) or {int}.issuperset(map(type, row.values()))


def are_plain_labels(labels: Any) -> bool:
    """Return whether labels are plain values; only the first and last label are checked."""
    if isinstance(labels, str):
        return True
    if type(labels) not in (list, tuple):
        return False
    return not labels or PLAIN.issuperset((type(labels[0]), type(labels[-1])))


def many_rows(model: Any, rows: Any) -> Any:
    """Return rows with cells in the order of the model's features; iterators stay lazy."""
    text = text_of(model)
    if are_plain(rows, text):
        return rows
    if isinstance(rows, Iterator):
        return (row if _is_plain_row(row, text) else one_row(model, row) for row in rows)
    if text and _are_documents(rows):
        return [read_document(row, f"rows[{i}]", text) for i, row in enumerate(rows)]
    if text and isinstance(rows, (list, tuple)):
        require_words(next(iter(rows), ()), "rows[0]", text)
    from textbook_ml.core.arrays import read_table

    label = getattr(rows, "label_name", None)  # a `Dataset` of this package
    require(
        label is None or label not in model.features,
        f"rows must have the feature {quoted(label)}, but it was read as the class column: "
        "read_csv takes the last column as the class, unless label= names another. Fix: add a "
        "class column with any value to the file, or use the command predict, which needs none",
    )
    table = read_table(rows)
    if text != "counts":
        return table.choose(model.features)
    names = model.features if table.names is None else table.names
    return [_document_of_counts(names, row, f"rows[{i}]") for i, row in enumerate(table.rows)]


def one_row(model: Any, row: Any) -> Any:
    """Return one row with cells in the order of the model's features."""
    from textbook_ml.core.arrays import read_named_row

    text = text_of(model)
    if text and (row is None or isinstance(row, (str, int, float, *DOCUMENTS))):
        return read_document(row, "the row", text)
    cells = read_named_row(row, model.features)
    return _document_of_counts(model.features, cells, "the row") if text == "counts" else cells


def _plain_examples(
    model: Any, rows: Any, labels: Any, options: Mapping[str, Any]
) -> tuple[Any, Any, dict[str, Any]]:
    """Return the training rows and labels, and the options with the names of the features."""
    from textbook_ml.core.arrays import InputTable, read_labels, read_table, require_not_a_column

    if isinstance(rows, Iterator):
        rows = list(rows)
    text, plain = text_of(model), read_labels(labels)
    if text and _are_documents(rows):
        documents = [read_document(row, f"rows[{i}]", text) for i, row in enumerate(rows)]
        return documents, plain, dict(options)
    if text and isinstance(rows, (list, tuple)):
        require_words(next(iter(rows), ()), "rows[0]", text)
    table = InputTable(rows) if are_plain(rows) else read_table(rows)
    require_not_a_column(labels, plain, table, options.get("features"))
    features = options.get("features") or table.names
    chosen = table.rows if features is None else table.choose(features)
    if text == "counts" and chosen:
        features = features or [f"x{j + 1}" for j in range(len(chosen[0]))]
        chosen = [_document_of_counts(features, row, f"rows[{i}]") for i, row in enumerate(chosen)]
    named = {} if features is None else {"features": features}
    return chosen, plain, {**options, **named}


def text_of(model: Any) -> str:
    """Return the form of a text for a model: "counts", "presence", or "" for none."""
    return str(getattr(getattr(model, "family", None), "text", ""))


def _are_documents(rows: Any) -> bool:
    return type(rows) in (list, tuple) and bool(rows) and isinstance(rows[0], DOCUMENTS)


def read_document(row: Any, name: str, text: str) -> Any:
    """Return a document with plain counts. Raise TextbookError if the row is not a document."""
    require_words(row, name, text)
    if isinstance(row, Mapping) and not {int}.issuperset(map(type, row.values())):
        from textbook_ml.core.arrays import plain_cells

        return dict(zip(row, plain_cells(list(row.values()), name)))
    return row


def require_words(row: Any, name: str, text: str) -> None:
    """Raise TextbookError unless the row is a document; strings and word lists are not."""
    if isinstance(row, (list, tuple)) and len(row) == 1 and isinstance(row[0], str):
        # a Bernoulli feature that is not 0 or 1: the model's own error names it
        if text == "presence":
            return
        row = row[0]  # the only cell of a table with a column of texts
    due = (
        "a mapping from word to count" if text == "counts" else "a set of words, or zeros and ones"
    )
    collect = "Counter" if text == "counts" else "set"
    if isinstance(row, str):
        raise TextbookError(
            f"{name} must be {due}, got the string {quoted(row)}. Fix: {collect}(tokens(text)), "
            "with `tokens` from textbook_ml, for each text"
        )
    if isinstance(row, (list, tuple)) and row and isinstance(row[0], str):
        raise TextbookError(
            f"{name} must be {due}, got the list of words {quoted(row)}. Fix: {collect}(words)"
        )
    if row is None or isinstance(row, (int, float)):
        raise TextbookError(f"{name} must be {due}, got {quoted(row)}")


def _document_of_counts(names: Sequence[str], cells: Sequence[Any], name: str) -> Any:
    """Return a row of counts as a document whose words are the feature names."""
    require_words(cells, name, "counts")
    require(
        len(cells) == len(names),
        f"{name} must have {len(names)} counts, one for each word, got {len(cells)}",
    )
    return dict(zip(names, cells))


def _plain_list(values: Any, name: str) -> Any:
    """Return weights or classes as a list of plain values."""
    if values is None or are_plain_labels(values):
        return values
    from textbook_ml.core.arrays import read_labels

    return read_labels(values, name)


def read_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of `fit` as plain values. Raise TextbookError for a wrong type."""
    read = dict(options)
    for name, value in options.items():
        if name == "features":
            read[name] = feature_list(value)
        elif name in ("weights", "classes"):
            read[name] = _plain_list(value, name)
        elif name in NUMBERS and not (name == "floor" and value is None):
            read[name] = _plain_number(value, name)
        elif name in EQUATIONS:
            _require_equation(value, name)
    return read


def _plain_number(value: Any, name: str) -> Any:
    """Return a plain number, also from a NumPy number; models check the range."""
    plain = value.item() if hasattr(value, "item") and not getattr(value, "shape", ()) else value
    require(
        isinstance(plain, (int, float, Fraction)),
        f"{name} must be a number, got {quoted(value)}. Fix: write it as in {name}=1",
    )
    return plain


def _require_equation(value: Any, name: str) -> None:
    """Raise TextbookError unless the value is a function, or for `theta` a list of functions."""
    several = name == "theta" and isinstance(value, (list, tuple))
    example = "categorical_laplace" if name == "theta" else "variance_mle"
    smooth = "; for a strength, theta=partial(categorical_smoothed, strength=1)"
    require(
        all(map(callable, value)) if several else callable(value),
        f"{name} must be a function that estimates it, got {quoted(value)}. Fix: {name}={example}"
        + smooth * (name == "theta"),
    )


def feature_list(features: Any) -> list[str] | None:
    """Return the names of features as strings, also from an array or the columns of a frame.

    >>> feature_list(("age", "height"))
    ['age', 'height']
    """
    if features is None:
        return None
    if isinstance(features, str):
        raise TextbookError(
            f"features must be a list of names, got the string {quoted(features)}. Fix: "
            f"features=[{quoted(features)}]"
        )
    names = _plain_list(features, "features")
    for name in names:
        require(
            isinstance(name, (str, int)),
            f"features must be a list of names, got {quoted(name)} in it. Fix: write each name as "
            "a string",
        )
    return list(map(str, names))


def _name_the_row(model: Any, rows: Iterable[Any]) -> None:
    """Raise the error of the first row that cannot be predicted, with the row number."""
    if not isinstance(rows, Sequence):
        return
    for i, row in enumerate(rows):
        try:
            model.classify(row)
        except TextbookError as error:
            raise TextbookError(f"rows[{i}]: {error}") from None
