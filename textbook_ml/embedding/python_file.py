"""An exported model in Python: one file, in the subset that MicroPython runs."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from textbook_ml.embedding.cases import Case
from textbook_ml.embedding.digest import BASIS, PRIME, digest
from textbook_ml.embedding.language import (
    CHUNK,
    Export,
    Language,
    chunks,
    everything,
    kinds_of,
    steps_in,
)
from textbook_ml.embedding.literals import comment, decimal, python_literal
from textbook_ml.embedding.plan import Plan
from textbook_ml.embedding.portable_exp import LEAST, LN_2_HEAD, LN_2_TAIL, LOG2_E, SERIES
from textbook_ml.embedding.steps import tables_of, whole_numbers_of

PYTHON = Language(
    terms="""\
        for i in range($n):
            v = x[$column]
            if v is not None$and_not_zero:
                t, e = _plus(t, e, $expression)
""",
    lookups="""\
        for i in range($n):
            v = x[$column]
            if v is not None:
                t, e = _plus(t, e, $GAINS[k][$FIRSTS[0][i] + v])
""",
    whitened="""\
        z = []
        at = 0
        for i in range($n):
            d = x[$column] - $MEANS[k][i]
            for z_j in z:
                d = d - $LOWER[$m][at] * z_j
                at += 1
            z.append(d)
            t, e = _plus(t, e, -(d * d * $NARROW[$m][i]))
""",
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
                t, e = _plus(t, e, $SHARES[k][j])
                left = left - 1.0
        t, e = _plus(t, e, $UNSEEN[0][k] * left)
""",
    and_not_zero=" and v != 0",
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
    if not isinstance(v, (int, float)) or not -LARGEST <= v <= LARGEST:
        raise ValueError("feature %r is %r, and no finite number" % (FEATURES[i], v))
    if KINDS[i] == "c" and (v < 0 or v != int(v)):
        raise ValueError("feature %r is %r, and no count" % (FEATURES[i], v))
    return float(v)


def _plus(t, e, v):
    """t + v; what rounding loses is added to e."""
    s = t + v
    b = s - t
    return s, e + ((t - (s - b)) + (v - b))


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
    """How far each class is below the best."""
    heads, tails = _sums(row)
    best = 0
    for k in range(1, len(heads)):
        if (heads[k] - heads[best]) + (tails[k] - tails[best]) > 0:
            best = k
    return [(heads[k] - heads[best]) + (tails[k] - tails[best]) for k in range(len(heads))]


def classify(row):
    """The class with the highest score; of equals, the first."""
    gaps = _gaps(row)
    k = 0
    while gaps[k] < -{tie}:
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
            words = list(thing.encode()) + [255]
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
    for kind, row, place, expected$shares in CHECKS:
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
COMPARE = '''\
        elif found:
            for a, b in zip(probabilities(row), shares):
                if {far}:
                    wrong.append("%s: a probability is %r, not %r" % (kind, a, b))
'''
FAR = "not -4.5e-323 - b * 8.9e-16 <= a - b <= 4.5e-323 + b * 8.9e-16"  # 4 ulp


def python_file(export: Export) -> str:
    """The whole file."""
    plan = export.plan
    return "".join(
        [
            *_head(export),
            *_constants(plan),
            READING.format(missing=_missing(plan), classes=len(plan.classes)),
            steps_in(PYTHON, plan),
            DECIDING.format(
                least="0.0" if plan.scores == "shares" else "-INF", tie=decimal(plan.tie)
            ),
            *_probabilities(export),
            _text(plan),
            *_checks(export),
        ]
    )


def _head(export: Export) -> Iterator[str]:
    lines = "\n".join(f"    {line}".rstrip() for line in export.about)
    yield f'"""{export.plan.model}, exported by textbook_ml.\n\n{lines}\n"""\n\n'
    if export.plan.scores == "logs" and not export.exact:
        yield "import math\n\n"
    yield 'INF = float("inf")\n\n'


def _constants(plan: Plan) -> Iterator[str]:
    """Everything that was learned, by name."""
    yield from _list("CLASSES", list(map(python_literal, plan.classes)))
    yield from _list("FEATURES", [python_literal(column.name) for column in plan.columns])
    kinds = kinds_of(plan)
    one_kind = len(set(kinds)) == 1
    yield f'KINDS = "{kinds[0]}" * {len(kinds)}\n' if one_kind else f'KINDS = "{kinds}"\n'
    values = [f"[{', '.join(map(python_literal, c.values))}]" for c in plan.columns]
    if len(set(values)) == 1:
        yield f"VALUES = [{values[0]}] * {len(values)}\n"
    else:
        yield from _list("VALUES", values)
    yield from _list("START", list(map(decimal, plan.start)))
    for name, table in tables_of(plan.steps).items():
        yield from _table(name, [list(map(decimal, row)) for row in table], plan)
    for name, rows in whole_numbers_of(plan.steps, len(plan.columns)).items():
        yield from _table(name, [list(map(str, row)) for row in rows], plan)
    names = ", ".join([*tables_of(plan.steps), *whole_numbers_of(plan.steps, len(plan.columns))])
    yield f"ALL = [CLASSES, FEATURES, KINDS, VALUES, START, {names}]\n"
    yield f"DIGEST = {digest(everything(plan))}\n"


def _list(name: str, items: Sequence[str]) -> Iterator[str]:
    """A list; a long one in pieces."""
    first, *others = chunks(items) or [""]
    yield f"{name} = [{first}]\n"
    yield from (f"{name} += [{part}]\n" for part in others)


def _table(name: str, rows: Sequence[Sequence[str]], plan: Plan) -> Iterator[str]:
    """A list of lists, one for each class or for all; a large one in pieces."""
    said = [f"  # {comment(y)}" for y in plan.classes] if len(rows) == len(plan.classes) else []
    if max([len(rows), *map(len, rows)]) <= CHUNK:
        yield f"{name} = [\n"
        for row, words in zip_longest(rows, said, fillvalue=""):
            yield f"    [{', '.join(row)}],{words}\n"
        yield "]\n"
        return
    yield f"{name} = []\n"
    for row, words in zip_longest(rows, said, fillvalue=""):
        first, *others = chunks(row) or [""]
        yield f"{name}.append([{first}]){words}\n"
        yield from (f"{name}[-1] += [{part}]\n" for part in others)


def _missing(plan: Plan) -> str:
    if plan.whole:
        return 'raise ValueError("feature %r is missing" % (FEATURES[i],))'
    return "return None"


def _probabilities(export: Export) -> Iterator[str]:
    if export.plan.scores == "order":
        return
    if export.plan.scores == "shares":
        yield SHARES.format(weights="weights = scores(row)")
        return
    if export.exact:
        yield EXP
    exp = "_exp" if export.exact else "math.exp"
    yield SHARES.format(weights=f"weights = [{exp}(gap) for gap in _gaps(row)]")


def _text(plan: Plan) -> str:
    if plan.text == "counts":
        return TEXT.format(what="how often each word of FEATURES occurs", count="+= 1")
    if plan.text == "presence":
        return TEXT.format(what="1 for each word of FEATURES that occurs", count="= 1")
    return ""


def _checks(export: Export) -> Iterator[str]:
    """The check rows, and the function that runs them."""
    yield "\nCHECKS = []\n"
    with_shares = export.plan.scores != "order"
    for case in export.checks:
        yield f"CHECKS += [({', '.join(_parts(case, with_shares))})]\n"
    far = "a != b" if export.exact or export.plan.scores == "shares" else FAR
    row = "row = row_of(row) if isinstance(row, str) else row"
    yield (
        SELF_TEST.replace("$shares", ", shares" if with_shares else "")
        .replace("            $row\n", f"            {row}\n" if export.plan.text else "")
        .replace("$compare", COMPARE.format(far=far) if with_shares else "")
    )


def _parts(case: Case, with_shares: bool) -> Iterator[str]:
    yield python_literal(case.kind)
    if isinstance(case.row, str):
        yield python_literal(case.row)
    else:
        yield "[" + "] + [".join(chunks(list(map(python_literal, case.row)))) + "]"
    yield str(case.place)
    yield f"[{', '.join(map(decimal, case.scores))}]"
    if with_shares:
        yield f"[{', '.join(map(decimal, case.probabilities))}]"
