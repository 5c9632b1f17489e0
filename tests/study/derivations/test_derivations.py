"""Every line of every derivation equals the line before it and has different code."""

import ast
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from importlib import import_module
from inspect import unwrap
from pathlib import Path
from random import Random
from types import CodeType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.study.derivations.derivations_numbers import BREAKS, VALUES
from tests.study.derivations.derivations_support import (
    break_faults,
    faults,
    inputs_of,
    reference,
    sample,
    shown,
)
from textbook_ml.reading.plain_text import as_plain_text
from textbook_ml.sources import texts
from textbook_ml.study import derivations as package
from textbook_ml.study.derivations import derivations_of
from textbook_ml.study.derivations._derivation import Derivation, derivations

FOLDER = Path(package.__file__).parent
MODULES = sorted(p.stem for p in FOLDER.glob("*.py") if p.stem[0] != "_")
every = pytest.mark.parametrize("name", derivations())


@every
def test_the_example_has_the_known_numbers(name: str) -> None:
    """The example inputs give the numbers of the table, and no line is wrong."""
    one = derivations()[name]
    assert list(faults(one, {})) == []
    found = reference(one)
    assert {line: found[line - 1] for line in VALUES[name]} == {
        line: shown(value) for line, value in VALUES[name].items()
    }


@every
@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(data=st.data())
def test_lines_agree_for_all_inputs(name: str, data: st.DataObject) -> None:
    """Lines are equal for all inputs with which the assumptions hold."""
    one = derivations()[name]
    assert list(faults(one, data.draw(inputs_of(one)))) == []


@every
def test_each_violated_assumption_fails_at_a_line_that_uses_it(name: str) -> None:
    """An input that violates one assumption makes exactly the line fail that uses it."""
    assert list(break_faults(derivations()[name], BREAKS)) == []


@every
def test_a_violation_concerns_one_assumption(name: str) -> None:
    """Inputs that belong to other assumptions keep the values with which these hold."""
    one = derivations()[name]
    for each in one.assumptions:
        inputs = one.violating(each.name)
        changed = {i.assumption for i in one.inputs if inputs[i.name] != i.default}
        assert changed - {""} <= {each.name}
        failed = {a.name for a in one.assumptions if not a.holds(inputs)}
        assert failed <= {each.name}
        assert changed - {""} or failed


@every
def test_every_assumption_is_used(name: str) -> None:
    """Assumptions that lines use are described, and described assumptions are used."""
    one = derivations()[name]
    assert {use for line in one.lines for use in line.uses} == {a.name for a in one.assumptions}


@every
def test_rational_lines_are_exact(name: str) -> None:
    """A line without `digits` contains Fractions and whole numbers, and no rounded number."""
    for line, value in zip(derivations()[name].lines, derivations()[name].steps()):
        if not line.digits:
            assert all(isinstance(x, (int, Fraction, str)) for x in leaves(value.value))


@every
def test_no_line_is_compared_with_itself(name: str) -> None:
    """Lines of the same quantity have different code: neither the same object nor a copy."""
    by_quantity: dict[str, list[CodeType]] = {}
    for line in derivations()[name].lines:
        by_quantity.setdefault(line.quantity, []).append(code_of(line.value))
    for codes in by_quantity.values():
        parts = [(c.co_code, c.co_consts, c.co_names) for c in codes]
        assert all(a != b for a, b in zip(parts, parts[1:]))
        assert len({id(c) for c in codes}) == len(codes)


@every
def test_no_quantity_has_only_one_line(name: str) -> None:
    """Every quantity is computed at least twice, so that every line is compared."""
    quantities = [line.quantity for line in derivations()[name].lines]
    assert all(quantities.count(q) > 1 for q in quantities)


@every
def test_texts_of_a_derivation_are_valid(name: str) -> None:
    """Ids of entries exist, formulas can be written as text, and rules are sentences."""
    one = derivations()[name]
    assert set(one.entries) <= texts.load().entries.keys()
    assert one.entries
    for line in one.lines:
        assert "\\" not in as_plain_text(line.latex) + as_plain_text(line.quantity)
        assert line.rule.endswith(".")
    for each in one.assumptions:
        assert each.statement.endswith(".")
        assert each.example.endswith(".")
    for item in one.inputs:
        assert "\\" not in as_plain_text(item.latex)


def mutants(module: str) -> Iterator[tuple[int, str]]:
    """Copies of a module: in each, one sign in the function of one line is changed."""
    source = (FOLDER / f"{module}.py").read_text(encoding="utf-8")
    for place in range(len(signs(ast.parse(source)))):
        tree = ast.parse(source)
        node = signs(tree)[place]
        if isinstance(node, ast.UnaryOp):
            node.op = ast.UAdd()
        else:
            node.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
        yield node.lineno, ast.unparse(tree)


def signs(tree: ast.Module) -> list[Any]:
    """The plus and minus signs between numbers in the functions that compute lines."""
    functions = [f for f in tree.body if isinstance(f, ast.FunctionDef) and f.decorator_list]
    nodes = [node for f in functions for statement in f.body for node in ast.walk(statement)]
    places = [n for s in nodes if isinstance(s, ast.Subscript) for n in ast.walk(s.slice)]
    return [
        node
        for node in nodes
        if isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, (ast.Add, ast.Sub))
        or isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
        if node not in places
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("module", MODULES)
def test_a_wrong_sign_is_found(module: str) -> None:
    """Each plus or minus in a line is needed: in a copy with the other sign, a check fails."""
    missed = []
    for line, source in mutants(module):
        names: dict[str, Any] = {"__name__": f"copy_of_{module}"}
        exec(compile(source, f"copy of {module}", "exec"), names)
        (one,) = [v for v in names.values() if isinstance(v, Derivation)]
        with suppress(TypeError):  # the sign between two lists is found at once
            if not failures(one):
                missed.append(line)
    assert missed == []


def failures(one: Derivation) -> bool:
    """Whether a check fails: the known numbers, the lines of samples, or the violations."""
    values, rng = reference(one), Random(0)
    return (
        any(values[line - 1] != shown(value) for line, value in VALUES[one.name].items())
        or any(any(faults(one, sample(one, rng))) for _ in range(20))
        or any(break_faults(one, BREAKS))
    )


def test_derivations_are_in_the_order_of_the_chapter() -> None:
    """Every module contains one derivation, and the order lists each of them once."""
    assert list(derivations()) == list(package.ORDER)
    assert len(MODULES) == len(package.ORDER)
    for module, one in zip(MODULES, sorted(derivations())):
        assert module == one.replace("-", "_")
        assert import_module(f"{package.__name__}.{module}").__doc__


def test_entries_lead_to_derivations() -> None:
    """An entry leads to the derivations that contain it; Mitchell's (20) has his six lines."""
    assert derivations_of("mitchell-22") == ("gnb-to-logistic",)
    assert derivations_of("no-such-entry") == ()
    lines = [
        line for line in derivations()["gnb-to-logistic"].lines if "mitchell-20" in line.entries
    ]
    assert [line.entries[1] for line in lines] == [f"gwansiu-{n}" for n in range(28, 34)]


# Numbered equations that define something, so that there is nothing to derive.
DEFINITIONS = {
    "mitchell": {"4", "5", "10", "11", "12"},
    "gwansiu": {"6", "7", "12", "13", "14"},
}


def test_every_numbered_equation_has_a_derivation() -> None:
    """All numbered equations belong to a derivation, except definitions."""
    for entry in texts.load().entries.values():
        if entry.number and entry.number not in DEFINITIONS[entry.text]:
            assert derivations_of(entry.id), entry.id


@pytest.mark.parametrize(
    "entry",
    [
        "mitchell-ex3", "mitchell-s1-bayes", "mitchell-s2.3-dirichlet", "mitchell-s2.4-biased",
        "mitchell-s2.4-tied", "mitchell-s3.1-w0", "mitchell-s3.2-concave",
        "mitchell-s3.2-gradient", "mitchell-s3.2-ll-simplified", "mitchell-s3.3-map",
        "mitchell-s3.4-special-case", "mitchell-s4-rates", "mitchell-s6-irls", "ng-cov-identity",
        "ng-gda-logistic", "ng-gda-mu-mle", "ng-gda-phi-mle", "ng-gda-sigma-mle", "ng-laplace",
        "ng-multinomial-mle", "ng-nb-chain", "ng-poisson", "sontag-cll", "sontag-concave",
        "sontag-gradient", "sontag-likelihood", "sontag-linear-theorem", "sontag-losses",
        "sontag-map-reg", "sontag-missing-general", "sontag-softmax", "xing-cll", "xing-concave",
        "xing-gradient", "xing-map-objective", "xing-nb-rate", "xing-sigmoid-derivative",
        "xing-two-class-logistic",
    ],
)  # fmt: skip
def test_results_of_the_source_texts_have_a_derivation(entry: str) -> None:
    """Results without a number belong to a derivation too."""
    assert derivations_of(entry)


def code_of(function: Any) -> CodeType:
    code: CodeType = unwrap(function).__code__
    return code


def leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for part in value:
            yield from leaves(part)
    else:
        yield value
