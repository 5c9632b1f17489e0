"""What a student starts from: the function's head, what it is, and examples; never its body."""

import inspect
import textwrap
from collections.abc import Sequence
from itertools import zip_longest

from textbook_ml.docstrings import page
from textbook_ml.questions.plain_examples import Exam, plain_examples
from textbook_ml.questions.question import Question
from textbook_ml.questions.seen_types import type_of

SEED, SEEN = "starter", 30  # the cases that types and examples are read off
WIDE = 88  # columns of a line


def skeleton(question: Question) -> str:
    """The function to be written: head, title, formula, words, examples, and nothing done."""
    written = page(f"{question.reference.__module__}.{question.function}")
    parts = [written.title]
    if written.formula:
        parts.append(textwrap.indent("\n".join(written.formula), "    "))
    parts += [textwrap.fill(words, WIDE - 8) for words in written.words.split("\n\n") if words]
    return unwritten(question, parts)


def unwritten(question: Question, said: Sequence[str]) -> str:
    """The head of the function, what is `said` of it, examples, and nothing done."""
    exam = question.exam(SEED, SEEN)
    arguments = given(question, exam)
    written = page(f"{question.reference.__module__}.{question.function}")
    examples = plain_examples(question, written.example, [p.name for p in arguments], exam)
    text = literal("\n\n".join([*said, *(["\n".join(examples)] if examples else [])]))
    close = "\n" if "\n" in text else ""
    body = textwrap.indent(f'"""{text}{close}"""\nraise NotImplementedError', "    ")
    return f"{head(question, arguments, exam)}\n{body}\n"


def given(question: Question, exam: Exam) -> Sequence[inspect.Parameter]:
    """The arguments that the cases give; others of the reference are not asked for."""
    most = max(len(case) for case, _ in exam)
    return list(inspect.signature(question.reference).parameters.values())[:most]


def head(question: Question, arguments: Sequence[inspect.Parameter], exam: Exam) -> str:
    """The line `def …`, with the types of what will come and of what is due."""
    nothing = object()
    columns = zip_longest(*(case for case, _ in exam), fillvalue=nothing)
    types = [type_of(value for value in column if value is not nothing) for column in columns]
    named = [_argument(argument, kind) for argument, kind in zip(arguments, types)]
    due = type_of(expected for _, expected in exam)
    line = f"def {question.function}({', '.join(named)}) -> {due}:"
    if len(line) <= WIDE:
        return line
    inside = "".join(f"    {argument},\n" for argument in named)
    return f"def {question.function}(\n{inside}) -> {due}:"


def _argument(parameter: inspect.Parameter, kind: str) -> str:
    plain = isinstance(parameter.default, (bool, int, float, str))
    return f"{parameter.name}: {kind}" + (f" = {parameter.default!r}" if plain else "")


def literal(text: str) -> str:
    """Text that may stand between three double quotes.

    >>> literal("w \\\\ x")
    'w \\\\\\\\ x'
    """
    return text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
