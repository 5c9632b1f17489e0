"""Find the known names that are most similar to a misspelt name."""

from collections.abc import Iterable

FEW = 2  # maximum number of suggested names


def nearest(name: str, *known: Iterable[str]) -> list[str]:
    """Return the most similar known names, at most two; empty if none is similar.

    If names of several lists are equally similar, those of the first list are returned.

    >>> nearest("summ", ["min", "sum"]), nearest("rnage", ["range"]), nearest("a", ["b", "xs"])
    (['sum'], ['range'], [])
    """
    found: dict[tuple[int, int], list[str]] = {}
    for rank, names in enumerate(known):
        for other in dict.fromkeys(names):
            if abs(len(other) - len(name)) <= allowed_distance(name) and other != name:
                steps = distance(name, other)
                if steps <= allowed_distance(name) and not (
                    len(name) < 3 and is_substitution(name, other)
                ):
                    found.setdefault((steps, rank), []).append(other)
    best = found[min(found)] if found else []
    return best if len(best) <= FEW else []


def allowed_distance(name: str) -> int:
    """Return how many letters of a name may be wrong.

    >>> allowed_distance("summ"), allowed_distance("varaince"), allowed_distance("conditional_maen")
    (1, 2, 3)
    """
    return 1 if len(name) < 6 else 2 if len(name) < 10 else 3


def is_substitution(name: str, other: str) -> bool:
    """Return whether two names of the same length differ by more than case and letter order."""
    return len(name) == len(other) and sorted(name.lower()) != sorted(other.lower())


def distance(one: str, other: str) -> int:
    """Return the edit distance: letters inserted, deleted, replaced or swapped with a neighbour.

    Upper and lower case count as the same letter.

    >>> distance("lenn", "len"), distance("Sum", "sum"), distance("mena", "mean")
    (1, 0, 1)
    """
    a, b = one.lower(), other.lower()
    rows = [list(range(len(b) + 1))]
    for i, letter in enumerate(a, 1):
        row = [i]
        for j, other_letter in enumerate(b, 1):
            replaced = rows[-1][j - 1] + (letter != other_letter)
            best = min(rows[-1][j] + 1, row[-1] + 1, replaced)
            if i > 1 and j > 1 and letter == b[j - 2] and a[i - 2] == other_letter:
                best = min(best, rows[-2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]
