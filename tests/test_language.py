"""Plain English: words that this project has replaced do not occur in the package."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

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


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


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


@pytest.mark.parametrize("path", modules(), ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_replaced_words_do_not_occur(path: Path) -> None:
    """Docstrings use Gaussian, Bernoulli, optimise, got, pseudo-count, package, zero factor."""
    name = path.relative_to(PACKAGE).as_posix()
    found = [
        f"{name}:{line}: {word.group()}"
        for line, text in strings(ast.parse(path.read_text(encoding="utf-8")))
        for word in REPLACED.finditer(text)
        if word.group().lower() not in ALLOWED.get(name, "").split()
    ]
    assert found == []


@pytest.mark.parametrize("path", modules(), ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_brackets_at_the_end_of_help_texts_state_the_default(path: Path) -> None:
    """A bracket at the end of a help text has the form `(default: …)`."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert [(line, text) for line, text in helps(tree) if BARE_DEFAULT.search(text)] == []
