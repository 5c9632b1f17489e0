"""Models as JSON: round trips are exact, and invalid text gives a one-line error."""

import json
import re
import subprocess
import sys
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from fractions import Fraction
from math import inf, nan, nextafter
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.time_guard import no_endless_work
from textbook_ml.core.errors import TextbookError, require, require_same_length
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.json_codec import DEEPEST, FORMAT, MEMORY, VERSION, from_json, to_json
from textbook_ml.models.json_types import DIGITS, MOST_EQUAL_HASHES, NESTED

Label = TypeVar("Label", bound=Hashable)
Value = Hashable


@dataclass(frozen=True, slots=True)
class Bells(Generic[Label]):
    """A model of continuous features: floats, and a table derived for speed."""

    classes: tuple[Label, ...]
    features: tuple[str, ...]
    means: tuple[tuple[float, ...], ...]
    _derived: Any = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        require_same_length(classes=self.classes, means=self.means)
        require(len(set(self.classes)) == len(self.classes), "a class comes twice")
        object.__setattr__(self, "_derived", len(self.means))


@dataclass(frozen=True, slots=True)
class Tables(Generic[Label]):
    """A model of discrete features: Fractions by arbitrary values."""

    classes: tuple[Label, ...]
    priors: tuple[Fraction, ...]
    tables: tuple[Mapping[Value, Fraction], ...]


@dataclass(frozen=True, slots=True)
class Normal:
    """A part of a model with a check of its range."""

    sigma2: float

    def __post_init__(self) -> None:
        require(self.sigma2 > 0, f"the variance is {self.sigma2}: it must be positive")


@dataclass(frozen=True, slots=True)
class Coin:
    """Another part of a model."""

    heads: Fraction


@dataclass(frozen=True, slots=True)
class Mixed:
    """A model of parts, with all other type hints that a field can have."""

    parts: tuple[Normal | Coin, ...]
    first: Normal
    size: int | Fraction
    pair: tuple[int, str]
    note: str | None
    fair: bool


@dataclass(frozen=True, slots=True)
class Perhaps:
    """A model with optional parts."""

    part: Normal | None
    others: tuple[Coin | None, ...] = ()


KINDS: Mapping[str, type[Any]] = {
    "Bells": Bells,
    "Tables": Tables,
    "Mixed": Mixed,
    "Perhaps": Perhaps,
}

finite = st.floats(allow_nan=False, allow_infinity=False)
text = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
fractions = st.fractions()
looks_like_another = st.sampled_from(["0x1.8000000000000p+1", "3/4", "null", "true", "NaN", '"]}'])
plain = st.one_of(
    st.none(), st.booleans(), st.integers(), finite, fractions, text, looks_like_another
)
labels = st.recursive(plain, lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=5)


@st.composite
def bells(draw: st.DrawFn) -> Bells[Any]:
    classes = draw(st.lists(labels, unique=True, max_size=5))
    rows = st.lists(finite, max_size=6).map(tuple)
    means = draw(st.lists(rows, min_size=len(classes), max_size=len(classes)))
    return Bells(tuple(classes), tuple(draw(st.lists(text))), tuple(means))


tables = st.builds(
    Tables,
    st.lists(labels).map(tuple),
    st.lists(fractions).map(tuple),
    st.lists(st.dictionaries(labels, fractions, max_size=6)).map(tuple),
)
normals = st.floats(0, exclude_min=True, allow_infinity=False).map(Normal)
mixtures = st.builds(
    Mixed,
    st.lists(normals | st.builds(Coin, fractions)).map(tuple),
    normals,
    st.integers() | fractions,
    st.tuples(st.integers(), text),
    st.none() | text,
    st.booleans(),
)


perhaps = st.builds(
    Perhaps,
    st.none() | normals,
    st.lists(st.none() | st.builds(Coin, fractions)).map(tuple),
)


@given(bells() | tables | mixtures | perhaps)
@example(Bells((1, "1", 2.5, (), ((None,), True)), (), ((-0.0, 5e-324), (), (), (), ())))
@example(Bells((), (), ()))
def test_round_trips_are_exact(model: object) -> None:
    """Floats to the last bit, order, and the types of labels are kept, as `repr` shows."""
    back = from_json(to_json(model), KINDS)
    assert back == model
    assert repr(back) == repr(model)


@given(bells() | tables)
def test_the_text_is_plain_json(model: object) -> None:
    """Any JSON parser can read the text, and saving as UTF-8 loses nothing."""
    written = to_json(model)
    assert json.loads(written.encode("utf-8"), parse_constant=pytest.fail)["format"] == FORMAT


@pytest.mark.parametrize("x", [0.1, -0.0, 5e-324, 2.0**-1022, nextafter(inf, 0), 1e308, -1e-308])
def test_every_bit_of_a_float_is_kept(x: float) -> None:
    """The sign of zero, subnormal numbers and the largest float are kept."""
    assert from_json(to_json(Bells((x,), (), ((x,),))), KINDS).means[0][0].hex() == x.hex()


def test_derived_fields_are_recomputed() -> None:
    """Fields that the constructor does not accept are not in the text and are recomputed."""
    written = to_json(Bells(("a",), (), ((),)))
    assert "_derived" not in written
    assert from_json(written, KINDS)._derived == 1


def test_the_text_of_a_small_model() -> None:
    """Short lists are on one line; long lists have a line for each item."""
    model = Tables(
        ("not at all", 1, None, 0.5, Fraction(1, 2), ("ü", False)),
        (Fraction(3, 4), Fraction(1)),
        ({"sunny": Fraction(1, 3), ("a", 1): Fraction(2, 3)},),
    )
    expected = """\
{
 "format": "textbook_ml",
 "version": 1,
 "model": "Tables",
 "classes": [
  "not at all",
  1,
  null,
  {"float": "0x1.0000000000000p-1"},
  {"fraction": "1/2"},
  {"tuple": ["ü", false]}
 ],
 "priors": ["3/4", "1"],
 "tables": [[["sunny", "1/3"], [{"tuple": ["a", 1]}, "2/3"]]],
 "fingerprint": "d2dddd75"
}
"""
    assert to_json(model) == expected


def test_the_text_of_a_model_of_parts() -> None:
    """A part is written with its type only if the field allows several types."""
    model = Mixed((Coin(Fraction(1, 2)),), Normal(1.0), 3, (1, "a"), None, True)
    document = json.loads(to_json(model))
    assert document["parts"] == [{"model": "Coin", "heads": "1/2"}]
    assert document["first"] == {"sigma2": "0x1.0000000000000p+0"}
    assert document["pair"] == [1, "a"]


def test_the_text_of_an_optional_part() -> None:
    """A missing part is null, and an optional part of one type needs no type name."""
    document = json.loads(to_json(Perhaps(Normal(1.0), (None, Coin(Fraction(1, 2))))))
    assert document["part"] == {"sigma2": "0x1.0000000000000p+0"}
    assert document["others"] == [None, {"heads": "1/2"}]
    assert json.loads(to_json(Perhaps(None)))["part"] is None


class Colour(StrEnum):
    """A label that is an instance of str but not exactly a str."""

    RED = "red"


nested: Any = ()
for _ in range(NESTED):
    nested = (nested,)


@pytest.mark.parametrize(
    ("model", "line"),
    [
        (
            Bells((date(2017, 9, 23),), (), ((),)),
            "$.classes[0]: a value of type date cannot be saved: "
            "use a str, int, float, bool, None, Fraction or tuple of these",
        ),
        (
            Bells((("a", Colour.RED),), (), ((),)),
            "$.classes[0].tuple[1]: a value of type Colour cannot be saved: "
            "use a str, int, float, bool, None, Fraction or tuple of these",
        ),
        (
            Bells((nan,), (), ((),)),
            "$.classes[0].float: nan cannot be saved: expected a finite float",
        ),
        (
            Bells(("a",), (), ((0.0, inf),)),
            "$.means[0][1]: inf cannot be saved: expected a finite float",
        ),
        (
            Bells(("a",), (), ((True,),)),
            "$.means[0][0]: a value of type bool cannot be saved: expected a finite float",
        ),
        (
            Bells(("a\ud800",), (), ((),)),
            r"$.classes[0]: 'a\ud800' has half of a surrogate pair, "
            r"which cannot be written to a file",
        ),
        (
            Bells((10**DIGITS,), (), ((),)),
            "$.classes[0]: a whole number of more than 4000 digits cannot be saved",
        ),
        (
            Tables((), (Fraction(1, 10**DIGITS),), ()),
            "$.priors[0]: a whole number of more than 4000 digits cannot be saved",
        ),
        (
            Bells((nested,), (), ((),)),
            f"$.classes[0]{'.tuple[0]' * NESTED}: tuples must be nested at most 16 deep",
        ),
        (
            Perhaps(cast(Any, Coin(Fraction(1)))),
            "$.part: a value of type Coin cannot be saved: expected a Normal",
        ),
    ],
    ids=lambda value: None if isinstance(value, str) else "",
)
def test_values_that_cannot_be_saved_are_rejected(model: object, line: str) -> None:
    """The error states the place, the value and the fix."""
    with pytest.raises(TextbookError) as refusal:
        to_json(model)
    assert str(refusal.value) == line


def test_values_at_the_limits_can_be_written_and_read() -> None:
    """The longest number and the deepest tuple that can be written can be read."""
    model = Bells((10**DIGITS - 1, -(10**DIGITS) + 1, nested[0]), (), ((), (), ()))
    assert from_json(to_json(model), KINDS) == model


@dataclass(frozen=True, slots=True)
class Lists:
    """A model with a field of an unsupported type."""

    rows: list[float]


@dataclass(frozen=True, slots=True)
class Unclear:
    """A model with a field that may be one of two parts, or None."""

    part: Normal | Coin | None


def test_an_optional_field_of_several_parts_is_rejected() -> None:
    """Only a field of a single part type may be None."""
    with pytest.raises(TextbookError, match=r"^Unclear\.part: the types .*NoneType"):
        to_json(Unclear(None))


def test_a_field_of_an_unsupported_type_is_rejected() -> None:
    """The error names the field."""
    with pytest.raises(TextbookError, match=r"^Lists\.rows: a field of type .*list\[float\]"):
        to_json(Lists([1.0]))


def document(**changes: object) -> str:
    """Return a valid text with the given changes; a field whose value is `...` is omitted."""
    one = "0x1.0000000000000p+0"
    good = {
        "format": FORMAT,
        "version": VERSION,
        "model": "Bells",
        "classes": ["a", "b"],
        "features": ["x"],
        "means": [[one], [one]],
    }
    return json.dumps({k: v for k, v in {**good, **changes}.items() if v is not ...})


def test_the_unchanged_document_is_valid() -> None:
    """The base document is valid, so each invalid text fails for its own reason."""
    assert from_json(document(), KINDS) == Bells(("a", "b"), ("x",), ((1.0,), (1.0,)))


PERHAPS = json.loads(to_json(Perhaps(Normal(1.0), (None,))))
MIXED = json.loads(to_json(Mixed((Normal(1.0),), Normal(1.0), 3, (1, "a"), None, True)))
TABLE = json.loads(to_json(Tables((), (), ({"a": Fraction(1)},))))
FLOAT = "expected a float written in hex, found"
HEX = "expected a finite float as float.hex writes it, such as '0x1.8000000000000p+1', found"
SCALAR = "expected a str, int, float, bool, None, Fraction or tuple of these, found"
RATIO = "expected a fraction written as '3/4', found"
DEEP = (
    f"the text nests more than {DEEPEST} lists and objects within one another, "
    "but no model needs that"
)
SAME_HASH = [n * (2**61 - 1) for n in range(MOST_EQUAL_HASHES + 2)]


def bell(mean: object) -> str:
    return document(means=[["0x1.0000000000000p+0"], [mean]])


def table(*pairs: object) -> str:
    return json.dumps({**TABLE, "tables": [pairs]})


def mixed(**changes: object) -> str:
    return json.dumps({**MIXED, **changes})


def perhaps_text(**changes: object) -> str:
    return json.dumps({**PERHAPS, **changes})


HOSTILE = {
    "no part": (perhaps_text(part=1), "$.part: expected an object that holds a Normal, found 1"),
    "an empty part": (
        perhaps_text(part={}),
        "$.part: the member 'sigma2' of Normal is missing",
    ),
    "a part that is false": (
        perhaps_text(part=False),
        "$.part: expected an object that holds a Normal, found false",
    ),
    "a part out of range": (
        perhaps_text(part={"sigma2": "-0x1.0000000000000p+0"}),
        "$.part: Normal: the variance is -1.0: it must be positive",
    ),
    "the name of a part": (
        perhaps_text(others=[{"model": "Coin", "heads": "1/2"}]),
        "$.others[0]: Coin has no member 'model': it has heads",
    ),
    "empty": ("", "the text is empty, and a model is a JSON object"),
    "blank": (" \n", "the text is empty, and a model is a JSON object"),
    "a list": ("[1, 2]", "$: expected an object that holds a model, found a list of 2"),
    "a NaN": ("NaN", "$: expected an object that holds a model, found NaN"),
    "no header": ("{}", f"$: the member 'format' is missing, and every model of {FORMAT} has it"),
    "other format": (document(format="pkl"), "$.format: expected 'textbook_ml', found 'pkl'"),
    "newer": (
        document(version=7),
        "$.version: the model was written in version 7 of the format, and this textbook_ml "
        "reads up to version 1: upgrade textbook_ml",
    ),
    "version zero": (document(version=0), "$.version: expected a version from 1 to 1, found 0"),
    "version true": (
        document(version=True),
        "$.version: expected a version from 1 to 1, found true",
    ),
    "unknown model": (
        document(model="os.system"),
        "$.model: expected 'Bells' or 'Tables' or 'Mixed' or 'Perhaps', found 'os.system'",
    ),
    "unhashable model": (
        document(model=[]),
        "$.model: expected 'Bells' or 'Tables' or 'Mixed' or 'Perhaps', found a list of 0",
    ),
    "missing": (document(means=...), "$: the member 'means' of Bells is missing"),
    "surplus": (
        document(_derived=3),
        "$: Bells has no member '_derived': it has classes, features, means",
    ),
    "twice": (
        document()[:-1] + ', "classes": []}',
        "$: expected an object that holds a model, "
        "found an object with the member 'classes' more than once",
    ),
    "twice within": (
        document(classes=[1]).replace("[1]", '[{"float": 1, "float": 2}]'),
        f"$.classes[0]: {SCALAR} an object with the member 'float' more than once",
    ),
    "a number for a float": (bell(3), f"$.means[1][0]: {FLOAT} 3"),
    "a decimal for a float": (bell(0.5), f"$.means[1][0]: {FLOAT} 0.5"),
    "NaN": (bell(nan), f"$.means[1][0]: {FLOAT} NaN"),
    "Infinity": (bell(-inf), f"$.means[1][0]: {FLOAT} -Infinity"),
    "'nan'": (bell("nan"), f"$.means[1][0]: {HEX} 'nan'"),
    "'inf'": (bell("-inf"), f"$.means[1][0]: {HEX} '-inf'"),
    "loose hex": (bell(" 1.8P1\n"), rf"$.means[1][0]: {HEX} ' 1.8P1\n'"),
    "overflow": (bell("0x1.0p+1024"), f"$.means[1][0]: {HEX} '0x1.0p+1024'"),
    "underflow": (bell("0x1.0p-1080"), f"$.means[1][0]: {HEX} '0x1.0p-1080'"),
    "long": (bell("0" * 10**6), f"$.means[1][0]: {HEX} '{'0' * 39}…"),
    "no row": (document(means=[[], {}]), "$.means[1]: expected a list, found an object of 0"),
    "no name": (document(features=[1]), "$.features[0]: expected a string, found 1"),
    "a million claimed": (
        document(classes=10**6),
        "$.classes: expected a list, found 1000000",
    ),
    "a million named": (
        document(classes=list(range(10**6))),
        "Bells: got 1000000 classes and 2 means: their numbers must be equal",
    ),
    "class twice": (document(classes=["a", "a"]), "Bells: a class comes twice"),
    "a decimal label": (document(classes=["a", 0.5]), f"$.classes[1]: {SCALAR} 0.5"),
    "a NaN label": (document(classes=["a", nan]), f"$.classes[1]: {SCALAR} NaN"),
    "a tagged NaN": (
        document(classes=[{"float": "nan"}, "b"]),
        f"$.classes[0].float: {HEX} 'nan'",
    ),
    "a list label": (document(classes=["a", []]), f"$.classes[1]: {SCALAR} a list of 0"),
    "an unknown tag": (
        document(classes=["a", {"eval": "1"}]),
        f"$.classes[1]: {SCALAR} an object of 1",
    ),
    "half a pair": (
        document(classes=["a", "\ud800"]),
        r"$.classes[1]: '\ud800' has half of a surrogate pair, which cannot be written to a file",
    ),
    "a long number": (
        document(classes=[0]).replace("[0]", f"[-{'9' * 4001}]"),
        f"$.classes[0]: {SCALAR} a whole number of 4001 digits",
    ),
    "labels of one hash": (
        document(classes=SAME_HASH),
        f"$.classes: more than {MOST_EQUAL_HASHES} labels have equal hashes, "
        "which does not happen in ordinary data",
    ),
    "deep tuple": (
        document(classes=[0]).replace("[0]", '[{"tuple":' * 17 + "[]" + "}]" * 17),
        f"$.classes[0]{'.tuple[0]' * 16}: tuples must be nested at most 16 deep",
    ),
    "no pair": (table(["a"]), "$.tables[0][0]: expected a list of 2, found a list of 1"),
    "no pairs": (
        json.dumps({**TABLE, "tables": [{"a": "1"}]}),
        "$.tables[0]: expected a list of [key, value] pairs, found an object of 1",
    ),
    "key twice": (
        table([1, "1/2"], [True, "1/2"]),
        "$.tables[0][1]: the key True is a duplicate",
    ),
    "over zero": (table(["a", "1/0"]), f"$.tables[0][0][1]: {RATIO} '1/0'"),
    "decimal fraction": (table(["a", "1e9999"]), f"$.tables[0][0][1]: {RATIO} '1e9999'"),
    "Arabic digits": (table(["a", "٣/٤"]), f"$.tables[0][0][1]: {RATIO} '٣/٤'"),
    "keys of one hash": (
        table(*([n, "1"] for n in SAME_HASH)),
        f"$.tables[0]: more than {MOST_EQUAL_HASHES} labels have equal hashes, "
        "which does not happen in ordinary data",
    ),
    "bool for int": (mixed(pair=[True, "a"]), "$.pair[0]: expected a whole number, found true"),
    "int for bool": (mixed(fair=1), "$.fair: expected true or false, found 1"),
    "wrong length": (mixed(pair=[1]), "$.pair: expected a list of 2, found a list of 1"),
    "no note": (mixed(note=1), "$.note: expected a string or null, found 1"),
    "float for a count": (
        mixed(size={"float": "0x1.0000000000000p+0"}),
        "$.size: expected a whole number or a fraction, found an object of 1",
    ),
    "bad part": (mixed(parts=[1]), "$.parts[0]: expected an object with a member 'model', found 1"),
    "unknown part": (
        mixed(parts=[{"model": "Popen"}]),
        "$.parts[0].model: expected 'Normal' or 'Coin', found 'Popen'",
    ),
    "negative variance": (
        mixed(parts=[{"model": "Normal", "sigma2": "-0x1.0000000000000p+0"}]),
        "$.parts[0]: Normal: the variance is -1.0: it must be positive",
    ),
    "200,000 deep": ("[" * 200_000 + "]" * 200_000, DEEP),
    "2 MB of brackets": ("[" * 2_000_000, DEEP),
    "deep objects": ('{"a":' * 200_000, DEEP),
    "deep after a string": (r'["\"]", ' + "[" * 200_000, DEEP),
}


@pytest.mark.parametrize(("hostile", "line"), HOSTILE.values(), ids=HOSTILE)
def test_the_error_for_an_invalid_text_has_one_line(hostile: str, line: str) -> None:
    """The error states what is wrong at which path; no other exception is raised."""
    with pytest.raises(TextbookError) as refusal:
        from_json(hostile, KINDS)
    assert str(refusal.value) == line
    assert "\n" not in line


@pytest.mark.parametrize("cut", range(1, len(document()), 7))
def test_a_truncated_text_is_rejected(cut: int) -> None:
    """The error states the line and column of the end, wherever the text was cut."""
    with pytest.raises(
        TextbookError, match="^the text is not JSON: .* at line 1, column .*truncated"
    ):
        from_json(document()[:cut], KINDS)


def test_brackets_in_labels_do_not_count_as_nesting() -> None:
    """Only brackets outside strings are counted, despite quotes and escapes."""
    model = Bells(('["\\' * 100, "]" * 100, "{" * 100), (), ((), (), ()))
    assert from_json(to_json(model), KINDS) == model


def test_a_text_that_is_too_large_is_rejected_before_parsing() -> None:
    """The size is checked first, and the caller can set the limit."""
    with pytest.raises(TextbookError, match="^the text has 11 characters.* limits are 10 char"):
        from_json("1" * 11, KINDS, memory=160)
    with pytest.raises(TextbookError, match=f"limits are {MEMORY // 16} .* 256 MB. Fix: .*memory="):
        from_json("[" * (MEMORY // 16 + 1), KINDS)


WASTEFUL = ("[],", "[[]],", "{},", '{"a":1},', '"1/3",', '"",', "1,", '{"tuple":[1]},', '"ü€😀",')


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux")
@pytest.mark.parametrize("part", WASTEFUL)
def test_a_text_is_read_within_its_memory(part: str) -> None:
    """However little text an object needs: the budget is kept, or the text is refused before."""
    budget, code = (
        32 << 20,
        """
import sys
from textbook_ml import CategoricalNaiveBayes as model
from textbook_ml.core.errors import TextbookError
part, budget = eval(sys.argv[1]), int(sys.argv[2])
model.from_json(model.fit([["u"], ["v"]], "ab").to_json())
def memory(name):
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(name))
before = memory("VmRSS")
for size in (budget >> 9, budget >> 7, budget >> 5, budget >> 4):
    text = '{"format": "textbook_ml", "version": 1, "model": "CategoricalNaiveBayes", "classes": ['
    text += part * ((size - 200) // len(part)) + '"z"]}'
    try:
        model.from_json(text, memory=budget)
    except TextbookError:
        pass
print((memory("VmHWM") - before << 10) - 2 * sys.getsizeof(text))
""",
    )
    told = [sys.executable, "-c", code, repr(part), str(budget)]
    used = int(subprocess.run(told, capture_output=True, text=True, check=True).stdout)
    assert used <= budget + (4 << 20)  # without the text itself, which is copied once


@pytest.mark.parametrize("place", range(20))
def test_a_changed_digit_is_noticed(place: int) -> None:
    """Each digit of each number of the file is changed in turn; the others are as written."""
    text = GaussianNaiveBayes.fit([[1.5, 2.0], [2.5, 7.0]] * 4, "abababab", floor=1.0).to_json()
    body = text.index('"priors"')
    digits = [m.start() for m in re.finditer(r"[0-9]", text) if m.start() > body]
    for i in digits[place::20]:
        changed = text[:i] + ("7" if text[i] != "7" else "3") + text[i + 1 :]
        with pytest.raises(TextbookError) as refusal:
            GaussianNaiveBayes.from_json(changed)
        told = str(refusal.value)
        assert "changed after it was written. Fix: " in told or told.startswith("$.")


def test_a_fingerprint_ignores_white_space_and_may_be_deleted() -> None:
    """A model file can be reformatted, and also edited if its fingerprint is deleted."""
    model = GaussianNaiveBayes.fit([[1.5], [2.5]] * 2, "abab", floor=1.0)
    members = json.loads(model.to_json())
    assert GaussianNaiveBayes.from_json(json.dumps(members, indent=7)) == model
    members["means"][0][0] = (9.0).hex()
    with pytest.raises(
        TextbookError, match=r"^\$.fingerprint: the fingerprint in the file is '[0-9a-f]{8}', but"
    ):
        GaussianNaiveBayes.from_json(json.dumps(members))
    del members["fingerprint"]
    assert GaussianNaiveBayes.from_json(json.dumps(members)).means[0] == (9.0,)


def test_unclosed_quotes_are_scanned_in_linear_time() -> None:
    """A million escaped quotes without a closing quote are scanned once."""
    with no_endless_work(), pytest.raises(TextbookError, match="^the text is not JSON: "):
        from_json('"' + '\\"' * 1_000_000 + "\\", KINDS)


json_like = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["float", "tuple", "fraction", "model"]), inner)
    ),
    max_leaves=6,
)


@given(st.sampled_from(["classes", "features", "means", "model", "version", "format"]), json_like)
def test_any_value_in_any_place_is_read_or_rejected(place: str, anything: object) -> None:
    """The result is a model that can be written again, or TextbookError."""
    try:
        model = from_json(document(**{place: anything}), KINDS)
    except TextbookError as refusal:
        assert "\n" not in str(refusal)
    else:
        assert from_json(to_json(model), KINDS) == model


@pytest.mark.parametrize("source", [Path("model.json"), b"{}", None])
def test_input_other_than_a_string_is_rejected(source: Any) -> None:
    with pytest.raises(TextbookError, match=r"read from a string, got an .*Fix: .*read_text\("):
        GaussianNaiveBayes.from_json(source)
