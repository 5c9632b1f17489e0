"""Write a learner as one Python file, in the subset of Python that MicroPython supports."""

from collections.abc import Iterator, Mapping, Sequence

from textbook_ml.embedding.learners.learner import Learner
from textbook_ml.embedding.targets.language import render
from textbook_ml.embedding.targets.literals import python_literal
from textbook_ml.embedding.targets.python_file import list_lines

PYTHON_LEARNER = '''\
"""A learner for @model@, exported by textbook_ml.

@header@
"""

import struct
from math import @steps ? exp : log@

@constants@
@if counts
LARGEST = 1e150  # the square of a larger number may overflow
@else
LARGEST = 1.7976931348623157e308
@end


def _two_sum(a, b):
    s = a + b
    d = s - a
    return s, (a - (s - d)) + (b - d)


def _row(row):
    if len(row) != len(FEATURES):
        raise ValueError("the row must have %d values, got %d" % (len(FEATURES), len(row)))
    return [_cell(i, row[i]) for i in range(len(row))]


def _cell(i, v):
@if counts
    if v is None:
        return None
    if VALUES[i]:
        if v not in VALUES[i]:
            raise ValueError("feature %r has no category %r" % (FEATURES[i], v))
        return VALUES[i].index(v)
@end
    if not isinstance(v, (bool, int, float)) or not -LARGEST <= v <= LARGEST:
        raise ValueError("feature %r must be a number, not above %g" % (FEATURES[i], LARGEST))
    return float(v)


def _class(label):
    if label not in CLASSES:
        raise ValueError("there is no class %r" % (label,))
    return CLASSES.index(label)

@if counts

def _two_product(a, b):
    c = 134217729.0 * a
    ah = c - (c - a)
    al = a - ah
    c = 134217729.0 * b
    bh = c - (c - b)
    bl = b - bh
    p = a * b
    return p, al * bl - (((p - ah * bh) - al * bh) - ah * bl)


def _add(at, x):
    s, e = _two_sum(STATE[at], x)
    e = e + STATE[at + 1]
    STATE[at] = s + e
    STATE[at + 1] = e - (STATE[at] - s)


def _change(row, label, sign):
    x = _row(row)
    first = _class(label) * WIDTH
    if sign < 0:
        left = [STATE[first]]
        for i in range(len(x)):
            if x[i] is not None:
                left.append(STATE[first + PLACES[i] + (x[i] if VALUES[i] else 0)])
        if min(left) < 1:
            raise ValueError("this example was not learned, so it cannot be removed")
    STATE[first] += sign
    for i in range(len(x)):
        at = first + PLACES[i]
        if x[i] is None:
            continue
        if VALUES[i]:
            STATE[at + x[i]] += sign
            continue
        d, e = _two_sum(x[i], -CENTRES[i])
        p, q = _two_product(d, d)
        STATE[at] += sign
        _add(at + 1, sign * d)
        _add(at + 1, sign * e)
        _add(at + 3, sign * p)
        _add(at + 3, sign * (q + 2.0 * d * e))
        if STATE[at] == 0.0:
            STATE[at + 1 : at + 5] = [0.0, 0.0, 0.0, 0.0]


def update(row, label):
    """Learn one example; a missing value is None."""
    _change(row, label, 1.0)


def forget(row, label):
    """Remove one example that was learned."""
    _change(row, label, -1.0)


def moments(k, i):
    """Return the mean and the variance of numeric column i in class k: (13) and (15)."""
    at = k * WIDTH + PLACES[i]
    n = STATE[at]
    if n < 2.0:
        raise ValueError("feature %r needs 2 examples in class %r" % (FEATURES[i], CLASSES[k]))
    m = STATE[at + 1] / n
    p, q = _two_product(m, n)
    s, e = _two_sum(CENTRES[i], m)
    mean = s + (e + (((STATE[at + 1] - p) - q) + STATE[at + 2]) / n)
    p, q = _two_product(STATE[at + 1], STATE[at + 1])
    q = q + 2.0 * STATE[at + 1] * STATE[at + 2]
    a = p / n
    b, c = _two_product(a, n)
    b = (((p - b) - c) + q) / n
    s, e = _two_sum(STATE[at + 3], -a)
    variance = max((s + (e + (STATE[at + 4] - b))) / (n - 1.0), FLOOR)
    if not variance > 0.0:
        raise ValueError("feature %r is constant in class %r" % (FEATURES[i], CLASSES[k]))
    return mean, variance


def _term(k, i, v):
    if not VALUES[i]:
        mean, variance = moments(k, i)
        d = v - mean
        return -(0.5 * log(6.283185307179586 * variance)) - d * d * (0.5 / variance)
    at = k * WIDTH + PLACES[i]
    n = STRENGTH * len(VALUES[i])
    for j in range(len(VALUES[i])):
        n = n + STATE[at + j]
    share = (STATE[at + v] + STRENGTH) / n if n > 0.0 else 0.0
    return log(share) if share > 0.0 else -INF


def scores(row):
    """Return ln P(class) + ln P(row | class) for each class, in the order of CLASSES."""
    x = _row(row)
    total = 0.0
    for k in range(len(CLASSES)):
        total = total + STATE[k * WIDTH]
    result = []
    for k in range(len(CLASSES)):
        size = STATE[k * WIDTH]
        t = log(size / total) if size > 0.0 else -INF
        e = 0.0
        for i in range(len(x)):
            if x[i] is not None and t > -INF:
                t, rest = _two_sum(t, _term(k, i, x[i]))
                e = e + rest
        result.append(t + e if t > -INF else t)
    return result
@else

def _score(x):
    t = STATE[0]
    e = 0.0
    for i in range(len(x)):
        t, rest = _two_sum(t, STATE[i + 1] * x[i])
        e = e + rest
    return t + e


def update(row, label):
    """Take one step of stochastic gradient ascent: w + ETA * (y - P(y = 1 | row)) * row."""
    x = _row(row)
    y = _class(label)
    z = _score(x)
    if z >= 0.0:
        p = 1.0 / (1.0 + exp(-z))
    else:
        p = exp(z) / (1.0 + exp(z))
    error = y - p
    STATE[0] += ETA * error
    for i in range(len(x)):
        STATE[i + 1] += ETA * (error * x[i])


def scores(row):
    """Return the score of each class: 0 and the log odds of the second class."""
    return [0.0, _score(_row(row))]
@end


def classify(row):
    """Return the class with the highest score; of tied classes, the first."""
    found = scores(row)
    if not max(found) > -INF:
        raise ValueError("the row has probability 0 in every class")
    return CLASSES[found.index(max(found))]


def _checksum(content):
    h = 2166136261
    for word in struct.unpack("<%dI" % (2 * len(STATE)), content):
        h = (h ^ word) * 16777619 & 0xFFFFFFFF
    return h


def save():
    """Return what was learned as bytes, which `restore` of any language reads."""
    content = struct.pack("<%dd" % len(STATE), *STATE)
    return struct.pack("<II", IDENTITY, _checksum(content)) + content


def restore(saved):
    """Continue from the result of `save`."""
    if len(saved) != 8 + 8 * len(STATE):
        raise ValueError("a saved state has %d bytes, got %d" % (8 + 8 * len(STATE), len(saved)))
    identity, checksum = struct.unpack("<II", saved[:8])
    if identity != IDENTITY:
        raise ValueError("the bytes were saved by another learner")
    if checksum != _checksum(saved[8:]):
        raise ValueError("the bytes were changed after they were saved")
    STATE[:] = struct.unpack("<%dd" % len(STATE), saved[8:])
'''


def python_learner(learner: Learner, header: Sequence[str]) -> str:
    """Return the text of the file."""
    values: Mapping[str, object] = {
        "model": learner.model,
        "header": "\n".join(f"    {line}".rstrip() for line in header),
        "steps": learner.steps,
        "counts": not learner.steps,
        "constants": "".join(_constant_lines(learner)),
    }
    return render(PYTHON_LEARNER, values)


def _constant_lines(learner: Learner) -> Iterator[str]:
    """Yield the assignments of all constants and of the state."""
    yield 'INF = float("inf")\n'
    yield f"IDENTITY = {learner.identity}\n"
    yield from list_lines("CLASSES", list(map(python_literal, learner.classes)))
    yield from list_lines("FEATURES", list(map(python_literal, learner.features)))
    if learner.steps:
        yield f"ETA = {learner.eta!r}\n"
    else:
        values = [f"[{', '.join(map(python_literal, part))}]" for part in learner.values]
        yield from list_lines("VALUES", values)
        yield from list_lines("CENTRES", list(map(repr, learner.centres)))
        yield f"STRENGTH = {learner.strength!r}\nFLOOR = {learner.floor!r}\n"
        yield from list_lines("PLACES", list(map(str, learner.places)))
        yield f"WIDTH = {learner.width}\n"
    yield from list_lines("STATE", list(map(repr, learner.state)))
