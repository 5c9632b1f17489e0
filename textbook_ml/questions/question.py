"""A question: a function of the chapter, the cases it is asked on, and how answers are judged.

    @question(variance_mvue, edges=[([1.0, 3.0], 2.0)])
    def _(draw: Draw) -> Case:
        xs = draw.numbers(draw.length(2))
        return xs, mean(xs)

makes `variance_mvue` a question: its number, formula and example are those of the equation.
Wrong versions that students really write stand below it, each with a sentence of help:

    @misconception(variance_mvue, "You divide by N, which is (14); (15) divides by N − 1.")
    def divided_by_n(xs, mu):
        return variance_mle(xs, mu)
"""

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from functools import cache, lru_cache
from types import CodeType
from typing import Any, TypeVar

from textbook_ml.errors import TextbookError
from textbook_ml.questions.draw import Draw, counted, seeded
from textbook_ml.questions.judge import Case, Fault, Judge, close
from textbook_ml.questions.written import written
from textbook_ml.registry import ids_of

NO_ANSWER = (TextbookError, ArithmeticError, LookupError, TypeError, ValueError)
SMALL = 16  # so many cases are counted through before chance begins
Function = Callable[..., Any]
Wrong = TypeVar("Wrong", bound=Function)
Make = Callable[[Draw], Case]
Valid = Callable[..., bool]
Mend = Callable[..., Case]


@dataclass(frozen=True, slots=True)
class Misconception:
    """A wrong version that students write, and the sentence that sets it right."""

    function: Function
    help: str

    @property
    def name(self) -> str:
        """What it is called in reports: `divided_by_n`."""
        return self.function.__name__


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """What a student can be asked, with no process in sight."""

    reference: Function
    id: str
    make: Make
    edges: tuple[Case, ...]
    judge: Judge
    valid: Valid
    mend: Mend
    most: int
    misconceptions: list[Misconception]

    @property
    def function(self) -> str:
        """The name that the student must write."""
        return self.reference.__name__

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of its arguments, in their order."""
        return tuple(inspect.signature(self.reference).parameters)

    @property
    def helpers(self) -> tuple[str, ...]:
        """Other questions that the reference rests on: a student's own may be at fault there.

        >>> questions()["ascent_step"].helpers
        ('residuals', 'gradient')
        """
        called, waiting = {self.function}, [self]
        while waiting:
            names = set(_names(waiting.pop().reference.__code__)) & set(_by_function)
            waiting += [_by_function[name] for name in names - called]
            called |= names
        return tuple(name for name in _by_function if name in called - {self.function})

    def cases(self, seed: str, n: int) -> list[Case]:
        """n cases, or a few more if there are many edges: the edges, small ones, larger ones."""
        return [case for case, _ in self.exam(seed, n)]

    def exam(self, seed: str, n: int) -> Sequence[tuple[Case, Any]]:
        """The same cases with what is expected; worked out once."""
        return _exam(self, seed, min(n, self.most))

    def expected(self, case: Case) -> Any:
        """What the reference says; it raises a TextbookError where the case has no answer."""
        return plain(self.reference(*case))

    def is_valid(self, case: Case) -> bool:
        """May this case be asked? The mathematics must have an answer to it."""
        try:
            if not self.valid(*case):
                return False
            self.expected(case)
        except NO_ANSWER:
            return False
        return True

    def fault(self, case: Case, got: Any, expected: Any = None) -> Fault | None:
        """What is wrong with an answer; None if it is right."""
        due = self.expected(case) if expected is None else expected
        return self.judge(case, due, got)

    def call(self, case: Case) -> str:
        """A case as a line to paste.

        >>> questions()["variance_mvue"].call(([1.0, 3.0], 2.0))
        'variance_mvue([1.0, 3.0], 2.0)'
        >>> questions()["naive_product"].call(([0.01] * 800,))
        'naive_product([0.01] * 800)'
        """
        return f"{self.function}({', '.join(map(written, case))})"


_by_function: dict[str, Question] = {}


def plain(value: Any) -> Any:
    """A value as a student can give it: an exact fraction becomes the number nearest to it.

    Named parts, as of the bridge's `Weights(w0, w)`, become a list of them; zero has no sign.

    >>> from fractions import Fraction as F
    >>> plain({"a": [F(1, 4), F(2)]})
    {'a': [0.25, 2.0]}
    """
    if isinstance(value, (float, Fraction)):
        return float(value) + 0.0  # of −0.0 this makes 0.0
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if is_dataclass(value):
        return [plain(getattr(value, part.name)) for part in fields(value)]
    return value


def question(
    reference: Function,
    *,
    edges: Sequence[Case] = (),
    judge: Judge = close(),
    valid: Valid = lambda *case: True,
    mend: Mend = lambda *case: case,
    most: int = 1000,
    id: str = "",
) -> Callable[[Make], Make]:
    """Ask for this function, on the edges and on what the decorated function makes of a draw.

    Not every case is `valid`; where one argument follows from the others, as μ̂ from the data,
    `mend` sets it right after a case was made smaller. What takes long to work out is asked on
    `most` so many cases.
    """

    def note(make: Make) -> Make:
        own = id or free_id(reference)
        asked = Question(reference, own, make, tuple(edges), judge, valid, mend, most, [])
        _by_function[asked.function] = asked
        return make

    return note


def free_id(reference: Function) -> str:
    """The entry that the function says; with its name too if another question has that id."""
    entry = ids_of(reference)[0]
    taken = {asked.id for asked in _by_function.values()}
    return f"{entry}:{reference.__name__}" if entry in taken else entry


def misconception(reference: Function, help: str) -> Callable[[Wrong], Wrong]:
    """A wrong version of this function; `help` is what the student is told."""

    def note(wrong: Wrong) -> Wrong:
        _by_function[reference.__name__].misconceptions.append(Misconception(wrong, help))
        return wrong

    return note


@cache
def questions() -> Mapping[str, Question]:
    """Every question by the name of its function, in the order of the chapter.

    >>> questions()["variance_mvue"].id
    'mitchell-15'
    """
    from textbook_ml.questions import load

    load()
    return dict(_by_function)


@lru_cache(maxsize=1024)
def _exam(asked: Question, seed: str, n: int) -> Sequence[tuple[Case, Any]]:
    """Valid cases, smallest first, none twice, each with its answer."""
    chosen = {repr(edge): (edge, asked.expected(edge)) for edge in asked.edges}
    for case in _drawn(asked, seed, n):
        if len(chosen) >= n:
            break
        with suppress(*NO_ANSWER):
            if repr(case) not in chosen and asked.valid(*case):
                chosen[repr(case)] = case, asked.expected(case)
    return list(chosen.values())


def _drawn(asked: Question, seed: str, n: int) -> Iterator[Case]:
    """Small cases by counting, then larger ones by chance; it ends, for some have few cases."""
    for number in range(SMALL):
        yield asked.make(Draw(counted(number), size=1 + number // 6, rough=False))
    for number in range(4 * n):
        choose = seeded(seed, asked.function, number)
        yield asked.make(Draw(choose, size=2 + number * 8 // n, rough=number % 3 == 2))


def _names(code: CodeType) -> Iterator[str]:
    """The names that a function's code looks up, with those of the functions inside it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
