"""Plain English: words that this project has replaced do not occur in the package."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import textbook_ml

PACKAGE = Path(textbook_ml.__file__).parent
# Matches are not within an id such as sontag-missing-coins.
WORDS = r"(?<![-\w])(?:bells?|coins?|climb\w*|came|hallucinat\w*|wings?|veto\w*)(?![-\w])"
REPLACED = re.compile(WORDS, re.I)
BARE_DEFAULT = re.compile(r"\((?!default: )[^()]*\)$")

# Words that a file may use: names that are part of the interface, and the subject itself.
ALLOWED = {
    "equations/missing.py": "coins",  # the example of the source text is about coins
    "equations/smoothing.py": "hallucinate",  # name of a function, as in the source text
    "models/logistic_regression.py": "climb",  # key in model files that earlier versions wrote
    "models/softmax_regression.py": "climb",  # likewise
    "reading/book/card.py": "hallucinate",  # name of a function
    "reading/book/explorables.py": "bells",  # name of an interactive figure
    "reading/book/stories/discrete.py": "hallucinate",  # name of a function
    "reading/synonyms.py": "hallucinate",  # name of a function
}


def strings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield every string literal of a module, including docstrings and parts of f-strings."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def helps(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield every help text that is one string literal."""
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "help":
            if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
                yield node.value.lineno, node.value.value


@cache
def texts() -> list[tuple[str, int, str, bool]]:
    """Return the file, line and text of each string, and whether it is a help text."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found += [(name, line, text, False) for line, text in strings(tree)]
        found += [(name, line, text, True) for line, text in helps(tree)]
    return found


def test_replaced_words_do_not_occur() -> None:
    """Docstrings use Gaussian, Bernoulli, optimise, got, pseudo-count, package, zero factor."""
    found = [
        f"{name}:{line}: {word.group()}"
        for name, line, text, _ in texts()
        for word in REPLACED.finditer(text)
        if word.group().lower() not in ALLOWED.get(name, "").split()
    ]
    assert found == []


def test_brackets_at_the_end_of_help_texts_state_the_default() -> None:
    """A bracket at the end of a help text has the form `(default: …)`."""
    help_texts = [(name, line, text) for name, line, text, is_help in texts() if is_help]
    assert [one for one in help_texts if BARE_DEFAULT.search(one[2])] == []
