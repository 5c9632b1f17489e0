"""The table of symbols."""

from collections import Counter
from importlib import import_module
from inspect import signature

import pytest

from textbook_ml.sources import registry
from textbook_ml.sources.notation import SYMBOLS
from textbook_ml.sources.texts import TEXT_KEYS

GREEK = {"alpha", "beta", "gamma", "delta", "epsilon", "eta", "theta", "kappa", "lam", "mu"}
GREEK |= {"phi", "pi", "rho", "sigma", "tau", "omega"}


def test_no_letter_has_two_meanings() -> None:
    """No name in the code and no symbol in the formulas is declared twice."""
    for names in ([s.code for s in SYMBOLS], [s.latex for s in SYMBOLS]):
        assert [name for name, times in Counter(names).items() if times > 1] == []


def test_only_the_five_texts_are_quoted() -> None:
    """The table has columns for the five source texts only."""
    for s in SYMBOLS:
        assert s.texts.keys() <= set(TEXT_KEYS)


@pytest.mark.parametrize("name", [n for n in registry.implementations() if ".equations." in n])
def test_every_letter_of_a_signature_is_declared(name: str) -> None:
    """A parameter that is a letter, Latin or Greek, is in the table of notation."""
    module, _, short = name.rpartition(".")
    parameters = signature(getattr(import_module(module), short)).parameters
    letters = {p for p in parameters if len(p) <= 2 or p.rstrip("012_y") in GREEK}
    assert letters <= {s.code for s in SYMBOLS}
