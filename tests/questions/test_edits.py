"""Edits of a student's function are valid code, occur once, and name the changed line."""

import ast

import pytest

from textbook_ml.questions.framework.edits import MOST_NODES, TIERS, edits, function_in

CODE = '''
def variance_mvue(xs, mu):
    """The unbiased variance."""
    total = 0
    for x in xs:
        total += (x - mu) ** 2
    return total / len(xs)
'''


@pytest.mark.parametrize("tier", range(TIERS))
def test_every_edit_is_valid_code_and_changes_the_function(tier: int) -> None:
    """No edit leaves the code as it is, and none is yielded twice."""
    function = function_in(CODE, "variance_mvue")
    assert function is not None
    before = function.text
    codes = [edit.code for edit in edits(function, tier)]
    assert len(set(codes)) == len(codes) > 20
    assert before not in codes
    assert all(isinstance(ast.parse(code).body[0], ast.FunctionDef) for code in codes)
    assert function.text == before


@pytest.mark.parametrize(
    ("line", "before", "after", "kind"),
    [
        (7, "len(xs)", "len(xs) - 1", "the divisor"),
        (6, "x - mu", "x + mu", "the sign"),
        (6, "2", "3", "the exponent"),
        (4, "0", "1", "the start value"),
        (6, "(x - mu) ** 2", "x - mu", "an exponent too many"),
        (6, "total += (x - mu) ** 2", "total = (x - mu) ** 2", "the assignment"),
    ],
)
def test_edits_name_their_line_and_kind(line: int, before: str, after: str, kind: str) -> None:
    """The line number is that of the file, although the docstring is left out."""
    function = function_in(CODE, "variance_mvue")
    assert function is not None
    found = [(e.line, e.before, e.after, e.kind) for e in edits(function, 0)]
    assert (line, before, after, kind) in found


def test_a_return_inside_a_loop_can_be_moved_out() -> None:
    """A wrong indentation is an edit of the line that must be moved."""
    code = "def f(xs):\n    s = 0\n    for x in xs:\n        s += x\n        return s\n"
    function = function_in(code, "f")
    assert function is not None
    [moved] = [e for e in edits(function, 0) if e.code.endswith("    return s") and e.line == 5]
    assert moved.kind == "the indentation"


@pytest.mark.parametrize("text", ["def f(:", "f = 1", "x" * 3 + "(" * 300, "\0"])
def test_invalid_code_or_a_missing_function_gives_none(text: str) -> None:
    """Neither a syntax error nor a missing function raises an exception."""
    assert function_in(text, "f") is None


def test_very_large_functions_are_not_searched() -> None:
    """The number of edits grows with the number of expressions."""
    code = "def f(x):\n" + "    x = x + 1\n" * MOST_NODES
    assert function_in(code, "f") is None


def edits_of(body: str, tier: int = 0) -> dict[str, int]:
    """Return the edited expressions of a function of a, b, xs and t, each with its line."""
    function = function_in(f"def f(a, b, xs, t):\n{body}\n", "f")
    assert function is not None
    function.shapes = {"a": "f", "b": "f", "xs": "Lf", "t": "i"}
    return {edit.after: edit.line for edit in edits(function, tier)}


@pytest.mark.parametrize(
    ("expression", "after"),
    [
        ("a in xs", "a not in xs"),
        ("a is not None", "a is None"),
        ("a * 1 - b * t", "a * (1 - b) * t"),
        ("(a - b) ** 2", "a ** 2 - b ** 2"),
        ("a ** 2 - b ** 2", "(a - b) ** 2"),
        ("abs(a) - b", "abs(a - b)"),
        ("[0.0] + [a for a in xs]", "[a for a in xs] + [0.0]"),
    ],
)
def test_frequent_confusions_are_one_edit(expression: str, after: str) -> None:
    """A mistake that is one thought of the student is one edit, not two."""
    assert after in edits_of(f"    return {expression}")


def test_the_line_is_that_of_the_changed_part() -> None:
    """In a statement of several lines, the edit names the line of the expression."""
    found = edits_of("    return {\n        'p': a / b,\n        'q': a - b,\n    }")
    assert found["b / a"] == 3 and found["b - a"] == 4


def test_a_condition_is_not_changed_so_that_a_branch_is_avoided() -> None:
    """Neither != in place of < nor a count in place of a score repairs a wrong branch."""
    found = edits_of("    if a < 0:\n        return a\n    return b")
    assert "a <= 0" in found and "a != 0" not in found and "a == 0" not in found
    code = function_in("def f(a, b):\n    if a < 0:\n        return a\n    return b", "f")
    assert code is not None
    assert "an extra statement" not in [edit.kind for edit in edits(code, 0)]
    function = function_in("def f(a, b, t):\n    if a < 0:\n        return a\n    return b", "f")
    assert function is not None
    function.shapes = {"a": "f", "b": "f", "t": "i"}
    function.seen = ["o", "f", "f", "f"]
    compared = [e for e in edits(function, 0) if e.line == 2 and e.before == "a"]
    assert "t" not in [edit.after for edit in compared]


def test_a_result_with_a_wrong_divisor_is_not_normalised() -> None:
    """Normalising the result would hide where the wrong divisor is computed."""
    divided = edits_of("    n = b\n    return [x / n for x in xs]", 1)
    plain = edits_of("    return [2 * x for x in xs]", 1)
    assert not any("lambda" in after for after in divided)
    assert any("lambda" in after for after in plain)


def test_the_sign_of_a_returned_sum_is_not_changed() -> None:
    """A minus sign at the return would repair a wrong sign of any of its terms."""
    assert "-n" not in edits_of("    n = a\n    n += b\n    n += t\n    return n")
