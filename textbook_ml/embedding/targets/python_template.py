"""The template of an exported Python file, in the subset of Python that MicroPython supports."""

from textbook_ml.embedding.targets.language import Language

TWO_SUM = """\
a = @v@
s = t + a
b = s - t
e = e + ((t - (s - b)) + (a - b))
t = s
"""  # written out, because a call would be slower

PYTHON = Language(
    terms="""\
        for i in range(@n@):
            v = x[@column@]
            if v is not None@skips_zero ?  and v != 0 : @:
                ADD(@expression@);
""",
    lookups="""\
        for i in range(@n@):
            v = x[@column@]
            if v is not None:
                ADD(GAINS[k][FIRSTS[0][i] + v]);
""",
    whitened="""\
        z = []
        at = 0
        for i in range(@n@):
            d = x[@column@] - MEANS[k][i]
            for z_j in z:
                d = d - LOWER[k][at] * z_j
                at += 1
            z.append(d)
            ADD(-(d * d * NARROW[k][i]));
""",
    joint_table="""\
        left = 1.0
        for i in range(@n@):
            if x[i] is None:
                left = left * SIZES[0][i]
        for j in range(@n_seen@):
            matches = True
            for i in range(@n@):
                if x[i] is not None and x[i] != SEEN[j][i]:
                    matches = False
            if matches:
                left = left - 1.0
                ADD(SHARES[k][j]);
        ADD(UNSEEN[0][k] * left);
""",
    absolute="abs",
    add=TWO_SUM,
    add_fast="t = t + (@v@)",
)

PYTHON_FILE = '''\
"""@model@, exported by textbook_ml.

@header@
"""

@if platform_exp
from math import exp as _exp

@end
INF = float("inf")

@constants@DIGEST = @digest@

LARGEST = 1.7976931348623157e308


def _number(i, v):
    """Return the cell of column i as a number, or None if it is missing."""
    if v is None:
        @complete_rows ? raise ValueError("feature %r is missing" % (FEATURES[i],)) : return None@
    if KINDS[i] == "v":
        if v not in VALUES[i]:
            raise ValueError("feature %r has no category %r" % (FEATURES[i], v))
        return VALUES[i].index(v)
    if not isinstance(v, (bool, int, float)) or not -LARGEST <= v <= LARGEST:
        raise ValueError("feature %r must be a finite number, got %r" % (FEATURES[i], v))
    if KINDS[i] == "a" and v < 0:
        raise ValueError("feature %r must be at least 0, got %r" % (FEATURES[i], v))
    if KINDS[i] == "c" and (v < 0 or v != int(v)):
        raise ValueError("feature %r must be a count, got %r" % (FEATURES[i], v))
    return float(v)


def _sums(row):
    """Return the score of each class as a rounded sum and the sum of its rounding errors."""
    if len(row) != len(FEATURES):
        raise ValueError("the row must have %d values, got %d" % (len(FEATURES), len(row)))
    x = [_number(i, row[i]) for i in range(len(row))]
    heads = []
    tails = []
    for k in range(@classes@):
        t = START[k]
        e = 0.0
@steps@        heads.append(t)
        tails.append(e if t - t == 0 else 0.0)
    if [t for t in heads if t != t] or not @joint ? 0.0 : -INF@ < max(heads) < INF:
        raise ValueError("the row has probability 0 in every class, or a score overflows")
    return heads, tails


def scores(row):
    """Return the score of each class, in the order of CLASSES."""
    heads, tails = _sums(row)
    return [heads[k] + tails[k] for k in range(len(heads))]


def _gaps(row):
    """Return the score of each class minus the highest score@joint ? , divided by it : @."""
    heads, tails = _sums(row)
    best = 0
    for k in range(1, len(heads)):
        if (heads[k] - heads[best]) + (tails[k] - tails[best]) > 0:
            best = k
    unit = @joint ? heads[best] : 1.0@
    indices = range(len(heads))
    return [((heads[k] - heads[best]) + (tails[k] - tails[best])) / unit for k in indices]


def classify(row):
    """Return the class with the highest score; of tied classes, the first."""
    gaps = _gaps(row)
    k = 0
    while gaps[k] < -TIE:
        k += 1
    return CLASSES[k]
@if own_exp


SERIES = [@series@]


def _exp(t):
    """Return e to the power of t <= 0, by the same operations in every language."""
    if t < @least@:
        return 0.0
    n = int(0.5 - t * @log2_e@)
    r = (t + n * @ln_2_head@) + n * @ln_2_tail@
    p = 0.0
    for c in SERIES:
        p = p * r + c
    y = 1.0 + (r + r * r * p)
    half = 0.5
    while n > 0:
        if n % 2 == 1:
            y = y * half
        half = half * half
        n = n // 2
    return y


EXPONENTIALS = [@probes@]
@end
@if probabilities


def probabilities(row):
    """Return the probability of each class, in the order of CLASSES."""
    weights = @joint ? scores(row) : [_exp(gap) for gap in _gaps(row)]@
    total = 0.0
    for w in weights:
        total = total + w
    return [w / total for w in weights]
@end
@if text


INDICES = {}
for _i in range(len(FEATURES)):
    INDICES[FEATURES[_i]] = _i


def row_of(text):
    """Return the row of an ASCII text: @row_content@."""
    row = [0] * len(FEATURES)
    word = ""
    for at in range(len(text) + 1):
        c = text[at] if at < len(text) else " "
        if ord(c) > 127:
            raise ValueError("the text must have only ASCII characters, got %r" % (c,))
        if _letter(c) or (c == "'" and word and at + 1 < len(text) and _letter(text[at + 1])):
            word += c.lower()
        elif word:
            if word in INDICES:
                row[INDICES[word]] @counts ? += : =@ 1
            word = ""
    return row


def _letter(c):
    return "a" <= c <= "z" or "A" <= c <= "Z" or "0" <= c <= "9"
@end

# Check rows: kind, row, index of the class, scores and probabilities.
CHECKS = []
@checks@

def _halves(v):
    """Return the lower and the upper 32 bits of a float."""
    e = 1023
    sign = 0
    if v < 0:
        sign = 1
        v = -v
    if v == INF:
        return 0, sign * 2147483648 + 2146435072
    if v == 0:
        return 0, 0
    while v >= 2.0:
        v = v * 0.5
        e += 1
    while v < 1.0 and e > 1:
        v = v * 2.0
        e -= 1
    if v >= 1.0:
        v = v - 1.0
    else:
        e = 0
    high = int(v * 1048576.0)
    low = int((v * 1048576.0 - high) * 4294967296.0)
    return low, sign * 2147483648 + e * 1048576 + high


def _digest(items, h=@basis@):
    """Return a checksum of numbers, strings and lists of these."""
    for item in items:
        if item is None:
            continue
        if isinstance(item, (list, tuple)):
            h = _digest(item, h)
            continue
        if isinstance(item, str):
            words = list(bytearray(item.encode())) + [255]
        else:
            words = _halves(float(item))
        for word in words:
            h = (h ^ word) * @prime@ & 0xFFFFFFFF
    return h


def self_test():
    """Return a list of errors in this file; it is empty if the file was not changed."""
    errors = []
    if _digest(ALL) != DIGEST:
        errors.append("a constant differs from its value when the file was written")
@if own_exp
    for t, expected in EXPONENTIALS:
        if _exp(t) != expected:
            errors.append("exp(%r) is %r, expected %r" % (t, _exp(t), expected))
@end
    for check in CHECKS:
        kind, row, index, expected_scores, expected_probabilities = check[:5]
        try:
@if text
            row = row_of(row) if isinstance(row, str) else row
@end
            found = scores(row)
        except ValueError:
            found = []
@if fast
        differences = [a - b for a, b in zip(found, expected_scores) if a != b]
        wrong = [d for d in differences if not -check[5] <= d <= check[5]]
        if len(found) != len(expected_scores) or wrong:
@else
        if found != expected_scores:
@end
            errors.append("%s: the scores are %r, expected %r" % (kind, found, expected_scores))
@if fast
        elif found and (
            expected_scores[CLASSES.index(classify(row))] < expected_scores[index] - 2.0 * check[5]
        ):
@else
        elif found and classify(row) != CLASSES[index]:
@end
            errors.append("%s: the class is not %r" % (kind, CLASSES[index]))
@if probabilities
        elif found:
            for a, b in zip(probabilities(row), expected_probabilities):
@if fast
                tolerance = check[6]
@else
                tolerance = @exact_probabilities ? 0.0 : 4.4e-323 + b * 8.9e-16  # 4 ulp@
@end
                if not -tolerance <= a - b <= tolerance:
                    errors.append("%s: a probability is %r, expected %r" % (kind, a, b))
@end
    return errors


if __name__ == "__main__":
    for error in self_test():
        print(error)
    if self_test():
        raise SystemExit(1)
    print("%d check rows and all constants are unchanged" % len(CHECKS))
'''
