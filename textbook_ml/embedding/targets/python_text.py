"""The parts of an exported Python file that are the same for every model."""

from textbook_ml.embedding.ir.digest import BASIS, PRIME
from textbook_ml.embedding.targets.language import Language
from textbook_ml.embedding.targets.portable_exp import (
    LEAST,
    LN_2_HEAD,
    LN_2_TAIL,
    LOG2_E,
    PROBES,
    SERIES,
    portable_exp,
)


def adding(expression: str, margin: str) -> str:
    """t + expression, where e keeps what rounding loses; no call, which would cost more than it."""
    lines = [
        f"a = {expression}",
        "s = t + a",
        "b = s - t",
        "e = e + ((t - (s - b)) + (a - b))",
        "t = s",
    ]
    return "".join(f"{margin}{line}\n" for line in lines)


PYTHON = Language(
    terms="""\
        for i in range($n):
            v = x[$column]
            if v is not None$and_not_zero:
"""
    + adding("$expression", " " * 16),
    lookups="""\
        for i in range($n):
            v = x[$column]
            if v is not None:
"""
    + adding("$GAINS[k][$FIRSTS[0][i] + v]", " " * 16),
    whitened="""\
        z = []
        at = 0
        for i in range($n):
            d = x[$column] - $MEANS[k][i]
            for z_j in z:
                d = d - $LOWER[$m][at] * z_j
                at += 1
            z.append(d)
"""
    + adding("-(d * d * $NARROW[$m][i])", " " * 12),
    whole_rows="""\
        left = 1.0
        for i in range($n):
            if x[i] is None:
                left = left * $SIZES[0][i]
        for j in range($n_seen):
            fits = True
            for i in range($n):
                if x[i] is not None and x[i] != $SEEN[j][i]:
                    fits = False
            if fits:
                left = left - 1.0
"""
    + adding("$SHARES[k][j]", " " * 16)
    + adding("$UNSEEN[0][k] * left", " " * 8),
    and_not_zero=" and v != 0",
    absolute="abs",
    table=lambda name: name + ("[0]" if name.endswith("_AT") else ""),
)

READING = '''
LARGEST = 1.7976931348623157e308


def _number(i, v):
    """The number that stands for a cell, or None; what the model does not know is refused."""
    if v is None:
        {missing}
    if KINDS[i] == "v":
        if v not in VALUES[i]:
            raise ValueError("feature %r is %r, which the model does not know" % (FEATURES[i], v))
        return VALUES[i].index(v)
    if not isinstance(v, (bool, int, float)) or not -LARGEST <= v <= LARGEST:
        raise ValueError("feature %r is %r, and no finite number" % (FEATURES[i], v))
    if KINDS[i] == "a" and v < 0:
        raise ValueError("feature %r must be at least 0, got %r" % (FEATURES[i], v))
    if KINDS[i] == "c" and (v < 0 or v != int(v)):
        raise ValueError("feature %r is %r, and no count" % (FEATURES[i], v))
    return float(v)


def _sums(row):
    """The score of each class in two parts, of which the second is what rounding lost."""
    if len(row) != len(FEATURES):
        raise ValueError("%d values came for %d features" % (len(row), len(FEATURES)))
    x = [_number(i, row[i]) for i in range(len(row))]
    heads = []
    tails = []
    for k in range({classes}):
        t = START[k]
        e = 0.0
'''
DECIDING = '''\
        heads.append(t)
        tails.append(e if t - t == 0 else 0.0)
    if [t for t in heads if t != t] or not {least} < max(heads) < INF:
        raise ValueError("no class can have produced this row, or it is beyond the floats")
    return heads, tails


def scores(row):
    """The score of each class, in the order of CLASSES."""
    heads, tails = _sums(row)
    return [heads[k] + tails[k] for k in range(len(heads))]


def _gaps(row):
    """How far each class is below the best{as_part}."""
    heads, tails = _sums(row)
    best = 0
    for k in range(1, len(heads)):
        if (heads[k] - heads[best]) + (tails[k] - tails[best]) > 0:
            best = k
    places = range(len(heads))
    return [((heads[k] - heads[best]) + (tails[k] - tails[best])){of_best} for k in places]


def classify(row):
    """The class with the highest score; of equals, the first."""
    gaps = _gaps(row)
    k = 0
    while gaps[k] < -TIE:
        k += 1
    return CLASSES[k]
'''
SHARES = '''

def probabilities(row):
    """The probability of each class, in the order of CLASSES."""
    {weights}
    total = 0.0
    for w in weights:
        total = total + w
    return [w / total for w in weights]
'''
EXP = f'''

SERIES = [{", ".join(map(repr, SERIES))}]


def _exp(t):
    """e to the power of t <= 0, by the same operations in every language."""
    if t < {LEAST}:
        return 0.0
    n = int(0.5 - t * {LOG2_E!r})
    r = (t + n * {LN_2_HEAD!r}) + n * {LN_2_TAIL!r}
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


EXPONENTIALS = [{", ".join(f"({t!r}, {portable_exp(t)!r})" for t in PROBES)}]
'''
TEXT = '''

PLACES = {{}}
for _i in range(len(FEATURES)):
    PLACES[FEATURES[_i]] = _i


def row_of(text):
    """The row of an ASCII text: {what}."""
    row = [0] * len(FEATURES)
    word = ""
    for at in range(len(text) + 1):
        c = text[at] if at < len(text) else " "
        if ord(c) > 127:
            raise ValueError("the text has letters beyond ASCII, and this tokeniser has none")
        if _letter(c) or (c == "'" and word and at + 1 < len(text) and _letter(text[at + 1])):
            word += c.lower()
        elif word:
            if word in PLACES:
                row[PLACES[word]] {count}
            word = ""
    return row


def _letter(c):
    return "a" <= c <= "z" or "A" <= c <= "Z" or "0" <= c <= "9"
'''
SELF_TEST = f'''

def _halves(v):
    """The two halves of a float's 64 bits."""
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


def _digest(things, h={BASIS}):
    """A fingerprint of numbers, strings and lists of these."""
    for thing in things:
        if thing is None:
            continue
        if isinstance(thing, (list, tuple)):
            h = _digest(thing, h)
            continue
        if isinstance(thing, str):
            words = list(bytearray(thing.encode())) + [255]
        else:
            words = _halves(float(thing))
        for word in words:
            h = (h ^ word) * {PRIME} & 0xFFFFFFFF
    return h


def self_test():
    """What is wrong with this file, as a list of sentences: none if nothing is."""
    wrong = []
    if _digest(ALL) != DIGEST:
        wrong.append("a constant is not what it was when the file was written")
$exp    for kind, row, place, expected$shares in CHECKS:
        try:
            $row
            found = scores(row)
        except ValueError:
            found = []
        if found != expected:
            wrong.append("%s: the scores are %r, not %r" % (kind, found, expected))
        elif found and classify(row) != CLASSES[place]:
            wrong.append("%s: the class is not %r" % (kind, CLASSES[place]))
$compare    return wrong


if __name__ == "__main__":
    for sentence in self_test():
        print(sentence)
    if self_test():
        raise SystemExit(1)
    print("%d check rows and all constants are as they were written" % len(CHECKS))
'''
EXP_TEST = """\
    for t, due in EXPONENTIALS:
        if _exp(t) != due:
            wrong.append("exp(%r) is %r, not %r" % (t, _exp(t), due))
"""
COMPARE = """\
        elif found:
            for a, b in zip(probabilities(row), shares):
                if {far}:
                    wrong.append("%s: a probability is %r, not %r" % (kind, a, b))
"""
FAR = "not -4.5e-323 - b * 8.9e-16 <= a - b <= 4.5e-323 + b * 8.9e-16"  # 4 ulp
