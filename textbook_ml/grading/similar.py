"""The command `similar`: submissions of a class that are nearly the same after renaming.

The files are read as text and are never run or parsed. A file becomes a sequence of tokens: all
names of the student's own become the same token, comments, strings and layout are dropped. Two
submissions are compared by the sequences of 8 tokens that they share. Sequences that occur in most
submissions or in the starter file are not counted, because everybody writes them.
"""

import builtins
import inspect
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from keyword import kwlist
from pathlib import Path
from typing import Any

from textbook_ml.core.console import Heading
from textbook_ml.core.errors import TextbookError, plural, require
from textbook_ml.grading.answer_key import reference_functions
from textbook_ml.grading.assignment import Assignment
from textbook_ml.grading.reports.class_table import csv_row
from textbook_ml.grading.reports.report_files import write_report
from textbook_ml.grading.reports.report_text import prose
from textbook_ml.grading.runner.submission_source import read_source
from textbook_ml.grading.starter import reduced_assignment, starter_file
from textbook_ml.grading.submissions import submissions_in

LENGTH = 8  # tokens of one sequence
THRESHOLD = 0.8  # fraction of shared sequences from which two submissions are reported
FEWEST = 12  # minimum number of sequences for a comparison; short submissions are always alike
COMMON = 0.5  # a sequence in more than this fraction of at least 6 submissions is not counted
CLASS = 6
FEWEST_OF_REFERENCE = 20  # tokens of a reference from which a copy of it is reported
NOTE = (
    "Similar files are no proof of copying. Short functions have few right solutions, students may "
    "work in pairs if you allow it, and all may have used the same lecture notes. Read both files "
    "before you speak to anyone. Copies that change the order of statements are not found."
)
TOKEN = re.compile(
    r"""(?P<gap>\#[^\n]*|\s+|\\)
      |(?P<text>[rbuf]{0,2}(?:\"\"\".*?\"\"\"|'''.*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'))
      |(?P<number>\d[\w.]*(?:[eE][-+]?\d+)?)
      |(?P<name>\w+)
      |(?P<sign>\*\*=?|//=?|[-+*/%<>=!]=|<<|>>|->|.)""",
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
SLASHES = re.compile(r"//[^\n]*")  # comments of Java, JavaScript and C++
KEPT = frozenset(kwlist) | frozenset(dir(builtins)) | {
    "math", "log", "exp", "sqrt", "fsum", "prod", "numpy", "np", "function", "const", "let", "for",
    "double", "static", "std", "vector", "Math",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class SimilarPair:
    """Two similar submissions, and the fraction of the shorter one that is in the other."""

    first: str
    second: str
    share: float


def similar(
    folder: str,
    *,
    assignment: str | None = None,
    questions: str | None = None,
    threshold: float = THRESHOLD,
    csv: str | None = None,
) -> Iterator[str]:
    """Print groups of similar submissions, and copies of the reference."""
    require(0 < threshold <= 1, f"--threshold must be above 0 and at most 1, got {threshold}")
    chosen = reduced_assignment(assignment, questions)
    require(Path(folder).is_dir(), f"there is no folder {folder!r}. Fix: pass a class folder.")
    texts = dict(_submission_texts(Path(folder), chosen))
    pairs = similar_pairs(texts, _starter_text(chosen, assignment), threshold)
    groups = grouped(pairs)
    yield Heading(f"{plural(len(texts), 'submission')}, {plural(len(groups), 'similar group')}")
    for number, names in enumerate(groups, 1):
        inside = [pair for pair in pairs if pair.first in names]
        shares = sorted(pair.share for pair in inside)
        yield from prose(f"Group {number}: {', '.join(names)}", "  ", "    ")
        yield f"    shared: {shares[0]:.0%} to {shares[-1]:.0%} of the shorter file"
    copies = list(reference_copies(texts, chosen))
    yield ""
    yield Heading(plural(len(copies), "copy", "copies") + " of the reference after renaming")
    for name, function in copies:
        yield from prose(f"{name}: {function}", "  ", "    ")
    yield ""
    yield from prose(NOTE)
    if csv is not None:
        rows = [(p.first, p.second, f"{p.share:.3f}") for p in pairs]
        rows += [(name, f"reference of {function}", "1.000") for name, function in copies]
        table = "".join(map(csv_row, [("submission", "similar to", "shared"), *rows]))
        write_report(Path(csv), table)
        yield f"written: {csv}"


def _submission_texts(folder: Path, assignment: Assignment) -> Iterator[tuple[str, str]]:
    names = [task.question.target for task in assignment.tasks]
    program = assignment.language.file if assignment.language else ""
    for one in submissions_in(folder, assignment.endings)[0]:
        try:
            source = read_source(one.path, assignment.limits, names, program)
        except TextbookError:  # a file that cannot be read is reported by `grade`
            continue
        text = "\n".join(source.cells)
        yield one.name, SLASHES.sub("", text) if program else text


def _starter_text(assignment: Assignment, name: str | None) -> str:
    try:
        return starter_file(assignment, name)
    except TextbookError:  # a language without a starter file
        return ""


def tokens(text: str) -> list[str]:
    """Return the tokens of a text without comments and strings; own names become `x`.

    >>> tokens("total = sum(values)  # all")
    ['x', '=', 'sum', '(', 'x', ')']
    """
    found = []
    for token in TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "name":
            found.append(token[0] if token[0] in KEPT else "x")
        elif kind in ("number", "sign"):
            found.append(token[0])
    return found


def sequences(text: str) -> set[int]:
    """Return the hashes of all sequences of `LENGTH` tokens of a text."""
    listed = tokens(text)
    return {hash(tuple(listed[i : i + LENGTH])) for i in range(len(listed) - LENGTH + 1)}


def similar_pairs(texts: Mapping[str, str], starter: str, threshold: float) -> list[SimilarPair]:
    """Return the similar pairs, the most similar first."""
    given = sequences(starter)
    prints = {name: sequences(text) - given for name, text in texts.items()}
    if len(texts) >= CLASS:
        often = Counter(one for found in prints.values() for one in found)
        common = {one for one, number in often.items() if number > COMMON * len(texts)}
        prints = {name: found - common for name, found in prints.items()}
    compared = [name for name, found in prints.items() if len(found) >= FEWEST]
    pairs = []
    for first, second in combinations(compared, 2):
        shorter = min(len(prints[first]), len(prints[second]))
        share = len(prints[first] & prints[second]) / shorter
        if share >= threshold:
            pairs.append(SimilarPair(first, second, share))
    return sorted(pairs, key=lambda pair: -pair.share)


def grouped(pairs: Sequence[SimilarPair]) -> list[list[str]]:
    """Return the groups of submissions that are connected by pairs, the largest first.

    >>> pairs = [("a", "b", 1.0), ("c", "d", 0.9), ("b", "e", 0.8)]
    >>> grouped([SimilarPair(*pair) for pair in pairs])
    [['a', 'b', 'e'], ['c', 'd']]
    """
    groups: list[set[str]] = []
    for pair in pairs:
        near = [group for group in groups if group & {pair.first, pair.second}]
        merged = {pair.first, pair.second}.union(*near)
        groups = [group for group in groups if group not in near] + [merged]
    return sorted((sorted(group) for group in groups), key=lambda group: (-len(group), group))


def reference_copies(texts: Mapping[str, str], assignment: Assignment) -> Iterator[tuple[str, str]]:
    """Yield the submissions that contain the body of a long reference, with its function."""
    found = {one: None for task in assignment.tasks for one in reference_functions(task.question)}
    read = {name: " ".join(tokens(text)) for name, text in texts.items()}
    for one in found:
        body = tokens(body_of(one))
        if len(body) >= FEWEST_OF_REFERENCE:
            wanted = " ".join(body)
            yield from ((name, one.__name__) for name, text in read.items() if wanted in text)


def body_of(reference: Any) -> str:
    """Return the code of a reference without its signature and docstring."""
    source = inspect.getsource(reference)
    after = source.rpartition('"""\n')[2] if '"""' in source else source.partition(":\n")[2]
    return "\n".join(
        line for line in after.splitlines() if not line.lstrip().startswith("require(")
    )
