"""Write linear models and Gaussian naive Bayes as ONNX, with doubles.

An ONNX file is a protocol buffer: a sequence of fields, each with its number, its kind (an integer
or bytes) and its value. The input is `rows`, of shape [N, features]. The outputs are `label`, an
index into the classes, `scores`, and `probabilities`. The metadata have the classes and features.
"""

import json
import struct
from collections.abc import Sequence
from typing import Any

from textbook_ml.core.errors import TextbookError
from textbook_ml.core.stable import safe_log
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.indicator_regression import IndicatorRegression
from textbook_ml.models.linear_svm import LinearSVM
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.softmax_regression import SoftmaxRegression

IR_VERSION, OPSET = 8, 13
DOUBLE, INT64 = 11, 7  # kinds of tensors
LABELS_ONLY = (LinearSVM, IndicatorRegression)


def varint(n: int) -> bytes:
    """Return an integer of at least 0 in groups of seven bits, the lowest first.

    >>> varint(300)
    b'\\xac\\x02'
    """
    groups = []
    while n > 127:
        groups.append(n & 127 | 128)
        n >>= 7
    return bytes([*groups, n])


def field(number: int, value: int | str | bytes) -> bytes:
    """Return one field of a message.

    >>> field(1, 8), field(2, "ab")
    (b'\\x08\\x08', b'\\x12\\x02ab')
    """
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    content = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(content)) + content


def tensor(name: str, shape: Sequence[int], numbers: Sequence[float], kind: int = DOUBLE) -> bytes:
    """Return a constant of the graph."""
    content = struct.pack(f"<{len(numbers)}{'d' if kind == DOUBLE else 'q'}", *numbers)
    dims = b"".join(field(1, n) for n in shape)
    return field(5, dims + field(2, kind) + field(8, name) + field(9, content))


def node(operator: str, inputs: str, output: str, **attributes: int) -> bytes:
    """Return a step of the graph; `inputs` are names, separated by blanks."""
    content = b"".join(field(1, name) for name in inputs.split()) + field(2, output)
    content += field(4, operator)
    for name, value in attributes.items():
        content += field(5, field(1, name) + field(3, value) + field(20, 2))  # 2: an integer
    return field(1, content)


def value(number: int, name: str, kind: int, *columns: int) -> bytes:
    """Return an input (number 11) or an output (12) with any number of rows."""
    dims = field(1, field(2, "N")) + b"".join(field(1, field(1, n)) for n in columns)
    return field(number, field(1, name) + field(2, field(1, field(1, kind) + field(2, dims))))


def onnx_file(model: Any) -> bytes:
    """Return the bytes of the file. Raise TextbookError if the model is not supported."""
    classes, n = len(model.classes), len(model.features)
    graph = steps_of(model) + node("ArgMax", "scores", "label", axis=1, keepdims=0)
    outputs = value(12, "label", INT64) + value(12, "scores", DOUBLE, classes)
    if not isinstance(model, LABELS_ONLY):
        graph += node("Softmax", "scores", "probabilities", axis=1)
        outputs += value(12, "probabilities", DOUBLE, classes)
    graph += field(2, type(model).__name__) + value(11, "rows", DOUBLE, n) + outputs
    names = {"classes": model.classes, "features": model.features}
    metadata = b"".join(
        field(14, field(1, key) + field(2, json.dumps(list(part), default=str)))
        for key, part in names.items()
    )
    head = field(1, IR_VERSION) + field(2, "textbook_ml")
    return head + field(7, graph) + field(8, field(1, "") + field(2, OPSET)) + metadata


def steps_of(model: Any) -> bytes:
    """Return the steps that compute the scores from the rows, and their constants."""
    n, classes = len(model.features), len(model.classes)
    if isinstance(model, GaussianNaiveBayes):
        parts = [model.family.tables(*part) for part in zip(model.means, model.variances)]
        peaks, means, narrow = zip(*parts)
        start = [p + sum(row) for p, row in zip(map(safe_log, model.priors), peaks)]
        return (
            tensor("one", [1], [1], INT64)
            + tensor("two", [1], [2], INT64)
            + tensor("means", [1, classes, n], [x for row in means for x in row])
            + tensor("narrow", [1, classes, n], [x for row in narrow for x in row])
            + tensor("start", [1, classes], start)
            + node("Unsqueeze", "rows one", "wide")
            + node("Sub", "wide means", "distances")
            + node("Mul", "distances distances", "squares")
            + node("Mul", "squares narrow", "terms")
            + node("ReduceSum", "terms two", "sums", keepdims=0)
            + node("Sub", "start sums", "scores")
        )
    if isinstance(model, (LogisticRegression, LinearSVM)):
        weights: list[Sequence[float]] = [(0.0,) * (n + 1), (model.w0, *model.w)]
    elif isinstance(model, (SoftmaxRegression, IndicatorRegression)):
        weights = list(model.w)
    else:
        raise TextbookError(
            f"{type(model).__name__} cannot be written as ONNX. Supported models: gaussian-nb, and "
            "logistic, softmax and other linear models of number columns. Fix: use --to c, python "
            "or javascript"
        )
    columns = [w[i + 1] for i in range(n) for w in weights]
    return (
        tensor("weights", [n, classes], columns)
        + tensor("start", [1, classes], [w[0] for w in weights])
        + node("MatMul", "rows weights", "products")
        + node("Add", "products start", "scores")
    )
