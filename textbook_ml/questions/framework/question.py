"""A question: a function of the chapter, the cases to call it with, and the judge of answers.

    @question(variance_mvue, edges=[([1.0, 3.0], 2.0)])
    def _(draw: Draw) -> Case:
        xs = draw.numbers(draw.length(2))
        return xs, mean(xs)

makes `variance_mvue` a question: its number, formula and example are those of the equation.
Wrong versions that students write follow below it, each with a hint:

    @misconception(variance_mvue, "You divide by N, as in (14). Equation (15) divides by N − 1.")
    def divided_by_n(xs, mu):
        return variance_mle(xs, mu)

Questions outside this package are registered by their module; `own_questions.py` loads them.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from time import perf_counter
from types import CodeType
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.questions.framework.forms import FUNCTION, Form
from textbook_ml.questions.framework.judge import (
    Case,
    Fault,
    Judge,
    any_best,
    close,
    distribution,
    each_best,
    log_probability,
    maximum,
    probability,
)
from textbook_ml.questions.framework.observe import observer
from textbook_ml.questions.framework.random_values import Draw, digit_choices, random_choices
from textbook_ml.sources.registry import ids_of

NO_ANSWER = (TextbookError, ArithmeticError, LookupError, TypeError, ValueError)
WITHIN_ROUNDING = close()
SLOW = 0.0005  # seconds; a function that takes longer is not called twice with the same case
MOST_RESULTS = 4096  # kept for each slow function
SMALL = 16  # number of small cases that are enumerated before larger ones are drawn at random
Function = Callable[..., Any]
Wrong = TypeVar("Wrong", bound=Function)
Make = Callable[[Draw], Case]
Valid = Callable[..., bool]
Repair = Callable[..., Case]


@dataclass(frozen=True, slots=True)
class Misconception:
    """A wrong version that students write, and the hint for it."""

    function: Any  # a function of the arguments of a case
    help: str

    @property
    def name(self) -> str:
        """The name in reports, for example `divided_by_n`."""
        return str(self.function.__name__)


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A function that students write: reference, cases, judge and known mistakes."""

    reference: Function
    id: str
    make: Make | None  # None: the edge cases are all cases
    edges: tuple[Case, ...]
    judge: Judge
    valid: Valid
    repair: Repair
    most: int
    misconceptions: list[Misconception]
    home: str = ""  # the teacher's module that contains the question; "" in this package
    form: Form = FUNCTION
    name: str = ""  # the name of a part of a class; "" for the name of the reference
    part_of: type | None = None  # the reference class, if the question is a part of a class

    @property
    def function(self) -> str:
        """The name of the question: the function that the student must write, or a part."""
        return self.name or self.reference.__name__

    @property
    def target(self) -> str:
        """The name that the student's file must define."""
        return self.form.target or self.function

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the function's arguments, in order."""
        return tuple(inspect.signature(self.reference).parameters)

    @property
    def helpers(self) -> tuple[str, ...]:
        """The other questions whose functions the reference calls, directly or indirectly.

        A wrong answer may be due to the student's own version of one of them.

        >>> questions()["ascent_step"].helpers
        ('residuals', 'gradient')
        """
        if self.form.kind != "function":
            return ()
        known = questions_of(self.home)
        called, waiting = {self.function}, [self]
        while waiting:
            names = set(_names_in_code(waiting.pop().reference.__code__)) & set(known)
            waiting += [known[name] for name in names - called]
            called |= names
        return tuple(name for name in known if name in called - {self.function})

    def cases(self, seed: str, n: int) -> list[Case]:
        """Return n cases: the edge cases first, then small ones, then larger ones.

        If there are more than n edge cases, all of them are returned.
        """
        return [case for case, _ in self.exam(seed, n)]

    def exam(self, seed: str, n: int) -> Sequence[tuple[Case, Any]]:
        """Return the cases with their expected values, which are computed only once."""
        return _exam(self, seed, min(n, self.most))

    def expected(self, case: Case) -> Any:
        """Return the result of the reference; raise TextbookError if there is no answer."""
        return plain_value(cached_result(self.reference, case))

    def is_valid(self, case: Case) -> bool:
        """Return whether the case can be used; the reference must have an answer for it."""
        try:
            if not self.valid(*case):
                return False
            self.expected(case)
        except NO_ANSWER:
            return False
        return True

    def fault(self, case: Case, got: Any, expected: Any = None) -> Fault | None:
        """Return what is wrong with an answer, or None if it is right."""
        right = self.expected(case) if expected is None else expected
        return self.judge(case, right, got)

    def call(self, case: Case) -> str:
        """Return the call for a case as a line of Python.

        >>> questions()["variance_mvue"].call(([1.0, 3.0], 2.0))
        'variance_mvue([1.0, 3.0], 2.0)'
        >>> questions()["naive_product"].call(([0.01] * 800,))
        'naive_product([0.01] * 800)'
        """
        return self.form.shown(self.function, case)


_results: WeakKeyDictionary[Function, dict[str, Any]] = WeakKeyDictionary()  # of slow functions
_by_function: dict[str, Question] = {}
_of_home: dict[str, dict[str, Question]] = {"": _by_function}  # by module, then by function
_home = [""]  # the teacher's module that is being loaded; "" for this package


@contextmanager
def registering_for_module(home: str) -> Iterator[dict[str, Question]]:
    """Register the questions that are defined in the block for a teacher's module."""
    _home.append(home)
    try:
        yield _of_home.setdefault(home, {})
    finally:
        _home.pop()


def forget(home: str) -> None:
    """Forget the questions of a teacher's module, before another module of that name is loaded."""
    _of_home.pop(home, None)


def questions_of(home: str) -> Mapping[str, Question]:
    """Return the questions that a question can use as helpers: those of its module, and ours."""
    return _of_home.get(home, {}) | {
        name: asked for name, asked in _by_function.items() if name not in _of_home.get(home, {})
    }


def cached_result(function: Function, case: Case) -> Any:
    """Return the result of one of our own functions; a slow one computes each result only once.

    A diagnosis needs the same results for every wrong function of a class. Do not change them.
    """
    results = _results.get(function)
    text = "" if results is None else repr(case)
    if results is not None and text in results:
        return results[text]
    began = perf_counter()
    value = function(*case)
    if perf_counter() - began > SLOW:
        results = _results.setdefault(function, {})
        if len(results) < MOST_RESULTS:
            results[text or repr(case)] = value
    return value


def plain_value(value: Any) -> Any:
    """Return a value as a student's function can return it: a fraction becomes a float.

    A dataclass, such as `Weights(w0, w)`, becomes the list of its fields; −0.0 becomes 0.0.

    >>> from fractions import Fraction as F
    >>> plain_value({"a": [F(1, 4), F(2)]})
    {'a': [0.25, 2.0]}
    """
    if isinstance(value, float):
        return float(value) + 0.0  # turns −0.0 into 0.0
    if isinstance(value, (list, tuple)):
        return [plain_value(item) for item in value]
    if isinstance(value, Fraction):
        return float(value) + 0.0
    if isinstance(value, Mapping):
        return {key: plain_value(item) for key, item in value.items()}
    if is_dataclass(value):
        return [plain_value(getattr(value, part.name)) for part in fields(value)]
    return value


def question(
    reference: Function,
    *,
    edges: Sequence[Case] = (),
    judge: Judge = WITHIN_ROUNDING,
    valid: Valid = lambda *case: True,
    repair: Repair = lambda *case: case,
    most: int = 1000,
    id: str = "",
    form: Form = FUNCTION,
) -> Callable[[Make], Make]:
    """Register a question for this function; return a decorator for a function that makes cases.

    The decorated function makes a case from a draw; `edges` are further cases. Without a
    decorated function, `edges` are all cases. Cases for which `valid` is false are not used. If
    one argument depends on others, as μ̂ depends on the data, `repair` computes this argument again
    after a case was made smaller. `most` limits the number of cases, for slow functions.
    """
    require(
        not isinstance(reference, type),
        f"question expects a function, got the class {reference.__name__}. "
        "Fix: use class_question.",
    )
    return register(
        reference, reference.__name__,
        edges=edges, judge=judge, valid=valid, repair=repair, most=most, id=id, form=form,
    )  # fmt: skip


def register(
    reference: Function,
    name: str,
    *,
    edges: Sequence[Case],
    judge: Judge,
    valid: Valid,
    most: int,
    repair: Repair = lambda *case: case,
    id: str = "",
    form: Form = FUNCTION,
    of: type | None = None,
) -> Callable[[Make], Make]:
    """Register a question of any form under its name; `of` is the class of which it is a part."""
    home = _home[-1]
    require_usable(name, reference, edges, judge)
    require(
        not home or name not in _of_home[home],
        f"there are two questions on {name}. Fix: rename one of the functions.",
    )
    own = id or (f"{home}:{name}" if home else unused_id(reference))
    asked = Question(
        reference, own, None, tuple(edges), judge, valid, repair, most, [], home, form, name, of
    )
    registered = _of_home[home]
    registered[asked.function] = asked

    def note(make: Make) -> Make:
        require(
            callable(make),
            f"the cases of {name} must be drawn by a function, got {make!r}. "
            "Fix: write `def _(draw): …` below @question.",
        )
        registered[asked.function] = replace(asked, make=make)
        return make

    return note


def require_usable(name: str, reference: Function, edges: Sequence[Case], judge: Judge) -> None:
    """Raise TextbookError if a question cannot work, with the reason and the fix."""
    require(
        name.replace(".", "").isidentifier(),
        f"a question needs a function with a name, got {name}. Fix: write it with def.",
    )
    factories: tuple[object, ...] = (
        close, probability, log_probability, distribution, any_best, each_best, maximum
    )  # fmt: skip
    require(
        callable(judge) and judge not in factories,
        f"the question on {name}: judge must be the result of a call, got "
        f"{getattr(judge, '__name__', repr(judge))}. Fix: write for example judge=close().",
    )
    for edge in edges:
        require_tuple(name, edge, "an edge case")


def require_tuple(name: str, case: object, words: str) -> None:
    """Raise TextbookError if a case is not a tuple of arguments."""
    require(
        isinstance(case, tuple),
        f"the question on {name}: {words} must be a tuple of the arguments of a call, got "
        f"{case!r:.60}. Fix: write ({case!r:.60},), with a comma.",
    )


def unused_id(reference: Function) -> str:
    """Return the id of the function's entry, with the function's name if the id is taken."""
    entry = ids_of(reference)[0]
    taken = {asked.id for asked in _by_function.values()}
    return f"{entry}:{reference.__name__}" if entry in taken else entry


def misconception(reference: Function, help: str) -> Callable[[Wrong], Wrong]:
    """Return a decorator that registers a wrong version; `help` is the hint for the student."""
    name, known = reference.__name__, _of_home[_home[-1]]
    asked = [q for q in known.values() if q.function == name or q.part_of is reference]
    if not asked:
        raise TextbookError(
            f"@misconception({reference.__name__}, …) must come after the question on "
            f"{reference.__name__}. Fix: move it below @question({reference.__name__}, …)."
        )

    def note(wrong: Wrong) -> Wrong:
        for one in asked:
            one.misconceptions.append(Misconception(as_function_of_case(one, wrong), help))
        return wrong

    return note


def as_function_of_case(asked: Question, wrong: Function) -> Function:
    """Return a wrong version as a function of a case; a class is fitted as the question says."""
    if asked.part_of is None:
        return wrong
    look = observer(wrong, asked.form.plan)

    def called(*case: Any) -> Any:
        return look(*asked.form.sent(case))

    called.__name__ = wrong.__name__
    vars(called)["of"] = wrong
    return called


@cache
def questions() -> Mapping[str, Question]:
    """Return all questions by the name of their function, in the order of the chapter.

    >>> questions()["variance_mvue"].id
    'mitchell-15'
    """
    from textbook_ml.questions import load

    load()
    return dict(_by_function)


@lru_cache(maxsize=1024)
def _exam(asked: Question, seed: str, n: int) -> Sequence[tuple[Case, Any]]:
    """Return distinct valid cases, each with its expected value, the smallest first."""
    chosen = {repr(edge): (edge, _expected_of_edge(asked, edge)) for edge in asked.edges}
    for case in _drawn_cases(asked, seed, n):
        if len(chosen) >= n:
            break
        with suppress(*NO_ANSWER):
            if repr(case) not in chosen and asked.valid(*case):
                chosen[repr(case)] = case, asked.expected(case)
    return list(chosen.values())


def _expected_of_edge(asked: Question, edge: Case) -> Any:
    """Return the result of the reference for an edge case; it must have one."""
    try:
        return asked.expected(edge)
    except Exception as error:
        if not asked.home:
            raise
        raise TextbookError(
            f"{asked.id}: the reference raises {described(error)}, for the edge case "
            f"{asked.call(edge)}. Fix: change or remove the case, or change the reference."
        ) from error


def described(error: BaseException) -> str:
    """Return an exception as text: its type and its message, without the last full stop."""
    return f"{type(error).__name__}: {error}".rstrip(".")


def _drawn_cases(asked: Question, seed: str, n: int) -> Iterator[Case]:
    """Yield small cases by enumeration, then a limited number of larger ones at random."""
    if asked.make is None:
        return
    for draw in _draws(asked, seed, n):
        try:
            case = asked.make(draw)
        except Exception as error:
            if not asked.home:
                raise
            raise TextbookError(
                f"{asked.id}: the cases cannot be drawn: {described(error)}. "
                "Fix: change the function below @question."
            ) from error
        require_tuple(asked.function, case, "a drawn case")
        yield case


def _draws(asked: Question, seed: str, n: int) -> Iterator[Draw]:
    """Yield draws of small values by enumeration, then of larger ones at random."""
    for number in range(SMALL):
        yield Draw(digit_choices(number), size=1 + number // 6, rough=False)
    for number in range(4 * n):
        choose = random_choices(seed, asked.function, number)
        yield Draw(choose, size=2 + number * 8 // n, rough=number % 3 == 2)


def _names_in_code(code: CodeType) -> Iterator[str]:
    """Yield the names that a function's code uses, with those of the functions inside it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names_in_code(constant)
