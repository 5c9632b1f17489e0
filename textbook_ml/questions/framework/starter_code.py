"""Starter code for a student: the signature, description and examples, without the body."""

import inspect
import textwrap
from collections.abc import Sequence
from itertools import zip_longest

from textbook_ml.questions.framework.infer_types import type_of
from textbook_ml.questions.framework.question import Question
from textbook_ml.questions.framework.student_examples import Exam, plain_examples
from textbook_ml.sources.docstrings import page

SEED, CASES = "starter", 30  # cases from which types and examples are taken
LINE_LENGTH = 88


def skeleton(question: Question) -> str:
    """Return the function to write: signature, title, formula, text, examples and no body."""
    docs = page(f"{question.reference.__module__}.{question.function}")
    parts = [docs.title]
    if docs.formula:
        parts.append(textwrap.indent("\n".join(docs.formula), "    "))
    paragraphs = [text for text in docs.words.split("\n\n") if text]
    parts += [textwrap.fill(text, LINE_LENGTH - 8) for text in paragraphs]
    return unwritten(question, parts)


def unwritten(question: Question, texts: Sequence[str]) -> str:
    """Return the signature, a docstring of `texts` and examples, and no body."""
    exam = question.exam(SEED, CASES)
    arguments = arguments_of_cases(question, exam)
    docs = page(f"{question.reference.__module__}.{question.function}")
    examples = plain_examples(question, docs.example, [p.name for p in arguments], exam)
    text = literal("\n\n".join([*texts, *(["\n".join(examples)] if examples else [])]))
    close = "\n" if "\n" in text else ""
    body = textwrap.indent(f'"""{text}{close}"""\nraise NotImplementedError', "    ")
    return f"{signature_line(question, arguments, exam)}\n{body}\n"


def arguments_of_cases(question: Question, exam: Exam) -> Sequence[inspect.Parameter]:
    """Return the parameters that the cases use; other parameters of the reference are omitted."""
    most = max(len(case) for case, _ in exam)
    return list(inspect.signature(question.reference).parameters.values())[:most]


def signature_line(question: Question, arguments: Sequence[inspect.Parameter], exam: Exam) -> str:
    """Return the line `def …`, with the types of the arguments and of the result."""
    absent = object()
    columns = zip_longest(*(case for case, _ in exam), fillvalue=absent)
    types = [type_of(value for value in column if value is not absent) for column in columns]
    named = [_argument(argument, kind) for argument, kind in zip(arguments, types)]
    return_type = type_of(expected for _, expected in exam)
    line = f"def {question.function}({', '.join(named)}) -> {return_type}:"
    if len(line) <= LINE_LENGTH:
        return line
    inside = "".join(f"    {argument},\n" for argument in named)
    return f"def {question.function}(\n{inside}) -> {return_type}:"


def _argument(parameter: inspect.Parameter, kind: str) -> str:
    plain = isinstance(parameter.default, (bool, int, float, str))
    return f"{parameter.name}: {kind}" + (f" = {parameter.default!r}" if plain else "")


def literal(text: str) -> str:
    """Return the text escaped for a string in three double quotes.

    >>> literal("w \\\\ x")
    'w \\\\\\\\ x'
    """
    return text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
