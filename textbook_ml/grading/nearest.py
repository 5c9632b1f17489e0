"""The names that are nearest to a misspelt one; none if all are far away."""

from collections.abc import Iterable

FEW = 2  # names that are suggested


def nearest(name: str, *known: Iterable[str]) -> list[str]:
    """The known names that differ from a name by least, at most two; few letters may differ.

    Of names that are equally near, those of the first list count.

    >>> nearest("summ", ["min", "sum"]), nearest("rnage", ["range"]), nearest("a", ["b", "xs"])
    (['sum'], ['range'], [])
    """
    found: dict[tuple[int, int], list[str]] = {}
    for rank, names in enumerate(known):
        for other in dict.fromkeys(names):
            if abs(len(other) - len(name)) <= allowed(name) and other != name:
                steps = distance(name, other)
                if steps <= allowed(name) and not (len(name) < 3 and is_substitution(name, other)):
                    found.setdefault((steps, rank), []).append(other)
    best = found[min(found)] if found else []
    return best if len(best) <= FEW else []


def allowed(name: str) -> int:
    """How many letters of a name may be wrong.

    >>> allowed("summ"), allowed("varaince"), allowed("conditional_maen")
    (1, 2, 3)
    """
    return 1 if len(name) < 6 else 2 if len(name) < 10 else 3


def is_substitution(name: str, other: str) -> bool:
    """Return whether two names of one length differ by more than upper case and order."""
    return len(name) == len(other) and sorted(name.lower()) != sorted(other.lower())


def distance(one: str, other: str) -> int:
    """The number of letters to insert, delete, replace or exchange with their neighbours.

    Upper and lower case count as the same letter.

    >>> distance("lenn", "len"), distance("Sum", "sum"), distance("mena", "mean")
    (1, 0, 1)
    """
    a, b = one.lower(), other.lower()
    rows = [list(range(len(b) + 1))]
    for i, letter in enumerate(a, 1):
        row = [i]
        for j, beside in enumerate(b, 1):
            best = min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (letter != beside))
            if i > 1 and j > 1 and letter == b[j - 2] and a[i - 2] == beside:
                best = min(best, rows[-2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]
