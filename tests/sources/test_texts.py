"""The content of the five source texts as data."""

import json
from collections import Counter

import pytest

from textbook_ml.sources import texts

KNOWN = texts.load()


def test_the_texts_are_complete() -> None:
    """Each source text has all of its entries."""
    assert Counter(e.text for e in KNOWN.entries.values()) == {
        "mitchell": 119,
        "ng": 79,
        "xing": 53,
        "sontag": 38,
        "gwansiu": 68,
    }
    assert len(KNOWN.errata) == 93
    assert len(KNOWN.equivalences) == 73


def test_printed_numbers_run_without_gaps() -> None:
    """Mitchell prints (1) to (29), and GwanSiu's page prints (1) to (35)."""
    for text, last in (("mitchell", 29), ("gwansiu", 35)):
        numbers = [e.number for e in KNOWN.entries.values() if e.text == text and e.number]
        assert numbers == [str(n) for n in range(1, last + 1)]


def test_every_entry_is_filled_in() -> None:
    """No entry lacks a section, a kind, a title, a formula or words."""
    for e in KNOWN.entries.values():
        assert e.id.startswith(f"{e.text}-")
        assert all((e.section, e.kind, e.title, e.latex, e.words)), e.id


def test_errata_and_equivalences_are_about_known_entries() -> None:
    """Errata and equivalences refer only to entries that exist."""
    for erratum in KNOWN.errata.values():
        assert set(erratum.entries) <= KNOWN.entries.keys(), erratum.id
        assert all((erratum.where, erratum.printed, erratum.why, erratum.right)), erratum.id
    for c in KNOWN.equivalences.values():
        assert c.members.keys() <= KNOWN.entries.keys(), c.id
        assert c.words


def test_look_up_of_classes_and_errata() -> None:
    """The equivalence classes and errata of an entry are found by its id."""
    assert [c.id for c in KNOWN.classes_of("gwansiu-17")] == ["EQ-VAR-MVUE"]
    assert KNOWN.equivalences["EQ-BAYES"].members["gwansiu-2"] == "misprinted"
    assert [e.id for e in KNOWN.errata_of("mitchell-s1.1-thirty")] == ["ERR-M-3BILLION"]
    assert KNOWN.errata_of("mitchell-10") == []


def test_nothing_points_to_a_working_copy() -> None:
    """The data contain no line numbers of our working copies."""
    everything = json.dumps([repr(KNOWN.entries), repr(KNOWN.errata), repr(KNOWN.equivalences)])
    assert not any(f"00{i}:" in everything for i in range(5))


def test_every_entry_shows_itself_as_one_formula() -> None:
    """The formula itself contains no dollar sign."""
    for entry in KNOWN.entries.values():
        shown = entry._repr_latex_()
        assert shown == f"$${entry.latex}$$"
        assert shown.count("$") == 4, entry.id


def test_every_erratum_has_one_of_five_kinds() -> None:
    """An erratum is wrong, an error in the copy, a convention, incomplete or ambiguous."""
    assert list(texts.KINDS) == ["wrong", "copy", "convention", "incomplete", "ambiguous"]
    assert {e.kind.name for e in KNOWN.errata.values()} == set(texts.KINDS)


@pytest.mark.parametrize(
    ("erratum_id", "kind"),
    [
        ("ERR-C-COUNTS", "convention"),
        ("ERR-C-PRIOR-SMOOTH", "convention"),
        ("ERR-S-SOFTMAX", "convention"),
        ("ERR-X-SOFTMAX", "convention"),
        ("ERR-S-FLIP", "convention"),
        ("ERR-N-BINS", "ambiguous"),
        ("ERR-S-INDEX", "copy"),
        ("ERR-M-PAIRWISE", "incomplete"),
        ("ERR-M-PSEUDO", "incomplete"),
        ("ERR-N-SMALL", "incomplete"),
        ("ERR-M-LR-RATE", "wrong"),
    ],
)
def test_only_errors_have_the_kind_wrong(erratum_id: str, kind: str) -> None:
    """Conventions, errors in a copy and missing conditions have other kinds."""
    assert KNOWN.errata[erratum_id].kind.name == kind


def test_correct_counts_are_not_errata() -> None:
    """Mitchell states which parameters he counts, and Xing's 4n + 1 is exact."""
    assert not {"ERR-M-2N", "ERR-X-4N1"} & KNOWN.errata.keys()
    assert "three slides" in KNOWN.errata["ERR-S-FLIP"].printed


def test_only_an_error_is_called_a_misprint() -> None:
    """An entry that is marked as misprinted has an erratum of the kind wrong."""
    for c in KNOWN.equivalences.values():
        for member, remark in c.members.items():
            if "misprinted" in remark:
                kinds = {e.kind.name for e in KNOWN.errata_of(member)}
                assert "wrong" in kinds, member
