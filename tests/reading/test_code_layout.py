"""Code that `read` prints fits 80 columns, has the same meaning, and can be pasted."""

import ast
import subprocess
import sys
from doctest import DocTestParser

import pytest

from textbook_ml.algorithms import CHAPTER
from textbook_ml.core.console import WIDTH, display_width
from textbook_ml.reading.code_layout import example_lines, fit_code, imports_for
from textbook_ml.sources import registry
from textbook_ml.sources.docstrings import module_source, page

NAMES = list(registry.implementations())


def tree_without_docstrings(code: str) -> str:
    """Return the syntax tree without docstrings, which are wrapped like other text."""
    tree = ast.parse(code)
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Module)):
            if ast.get_docstring(node) is not None:
                node.body = node.body[1:]
    return ast.dump(tree)


@pytest.mark.parametrize("name", NAMES)
def test_wrapped_code_has_the_same_syntax_tree(name: str) -> None:
    """Long lines are broken only where Python allows it, never inside a string."""
    code = page(name).signature_and_body
    lines = fit_code(code)
    assert tree_without_docstrings("\n".join(lines)) == tree_without_docstrings(code)
    assert all(display_width(line) < WIDTH for line in lines)


@pytest.mark.parametrize("name", [name for name, *_ in CHAPTER])
def test_wrapped_files_have_the_same_syntax_tree(name: str) -> None:
    """Files of algorithms are tested; the examples in their docstrings stay valid."""
    source = module_source(f"textbook_ml.algorithms.{name}")
    lines = fit_code(source)
    assert all(display_width(line) < WIDTH for line in lines)
    assert tree_without_docstrings("\n".join(lines)) == tree_without_docstrings(source)
    for node in ast.walk(ast.parse("\n".join(lines))):
        if isinstance(node, ast.FunctionDef):
            for example in DocTestParser().get_examples(ast.get_docstring(node) or ""):
                ast.parse(example.source)


@pytest.mark.parametrize("name", [n for n in NAMES if ".experiments." not in n])
def test_printed_examples_can_be_pasted(name: str) -> None:
    """With the imports that are printed, the examples run in an empty namespace."""
    lines = example_lines(page(name))
    assert all(display_width(line) < WIDTH for line in lines)
    code = "\n".join(line[4:] for line in lines if line.startswith((">>> ", "... ")))
    exec(code, {})


def test_long_lines_of_each_kind_are_wrapped() -> None:
    """Calls, strings, f-strings, comments, imports and bare expressions are wrapped."""
    code = "\n".join(
        [
            "def f(x):",
            "    require(x > 0, 'a message that is too long for the line')  # and a comment",
            "    require(x > 0, f'the value {x + 1} must be positive, or the result is wrong')",
            "    y = x * x + x * x + x * x + x * x + x * x + x",
            "    from textbook_ml.core.console import width",
            "    return [a for a in range(x) if a > 1000 and a < 2000]",
        ]
    )
    lines = fit_code(code, columns=40)
    assert all(display_width(line) <= 46 for line in lines), lines
    assert ast.dump(ast.parse("\n".join(lines))) == ast.dump(ast.parse(code))


def test_a_string_of_several_lines_is_unchanged() -> None:
    """A line break inside the string would change its value."""
    code = 'TEXT = """a line that is far too long for forty columns\nand another"""'
    assert fit_code(code, columns=40) == code.splitlines()


def test_names_of_other_modules_are_imported() -> None:
    """Public names are imported from the package, others from their modules."""
    found = imports_for(page("textbook_ml.equations.bridge.boolean_to_logistic"))
    assert found == ["from math import log", "from textbook_ml import Weights, boolean_to_logistic"]


def test_reading_imports_no_model_and_no_experiment() -> None:
    """A stored table of links makes these slow imports unnecessary."""
    code = (
        "import sys; from textbook_ml.commands.main import main; main(['read', 'gaussian-nb']);"
        "main(['read', '15']); print([m for m in sys.modules if m.startswith(("
        "'textbook_ml.models.', 'textbook_ml.study.', 'textbook_ml.questions.',"
        " 'textbook_ml.equations.'))], file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stderr.strip() == "[]"
