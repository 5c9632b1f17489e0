"""Starter code for a student: the signature, description and examples, without the body."""

import ast
import inspect
import re
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from textbook_ml.core.errors import require
from textbook_ml.questions.framework.infer_types import type_of
from textbook_ml.questions.framework.program_form import answer_line
from textbook_ml.questions.framework.question import Question
from textbook_ml.questions.framework.student_examples import Exam, plain_examples
from textbook_ml.sources.docstrings import module_source, page

SEED, CASES = "starter", 30  # cases from which types and examples are taken
LINE_LENGTH = 88


def skeleton(question: Question) -> str:
    """Return the function to write: signature, title, formula, text, examples and no body.

    For a part of a class, return the class; for a script, what it reads and writes.
    """
    if question.part_of is not None:
        return class_skeleton(question, question.form.names)
    if question.form.kind == "script":
        return script_skeleton(question)
    return unwritten(question, texts_of(question))


def texts_of(question: Question) -> list[str]:
    """Return the title, the formula and the paragraphs of the description of a function."""
    docs = page(f"{question.reference.__module__}.{question.function}")
    parts = [docs.title]
    if docs.formula:
        parts.append(textwrap.indent("\n".join(docs.formula), "    "))
    paragraphs = [text for text in docs.words.split("\n\n") if text]
    return [*parts, *(textwrap.fill(text, LINE_LENGTH - 8) for text in paragraphs)]


def description(question: Question) -> str:
    """Return the description of a function as text."""
    return "\n\n".join(texts_of(question))


@dataclass(frozen=True, slots=True)
class Signature:
    """The arguments of a function with their types, the type of its result, and an example."""

    arguments: tuple[tuple[str, str], ...]
    returns: str
    example: tuple[str, ...]  # a call of the question, and its answer


def signature(question: Question) -> Signature:
    """Return the types of a function, as its cases use them, for any language."""
    exam = question.exam(SEED, CASES)
    names = [parameter.name for parameter in arguments_of_cases(question, exam)]
    short = [(question.call(case), expected) for case, expected in exam]
    fits = [(call, expected) for call, expected in short if len(call) <= LINE_LENGTH]
    example = () if not fits else (fits[0][0], answer_line(fits[0][1]))
    return Signature(tuple(zip(names, types_of_cases(exam))), type_of(e for _, e in exam), example)


def types_of_cases(exam: Exam) -> list[str]:
    """Return the type of each argument."""
    absent = object()
    columns = zip_longest(*(case for case, _ in exam), fillvalue=absent)
    return [type_of(value for value in column if value is not absent) for column in columns]


def class_skeleton(part: Question, names: Mapping[str, str]) -> str:
    """Return the class to write: its docstring and methods with their docstrings, without bodies.

    `part` is any part of the class, and `names` the names of methods in the assignment.
    """
    assert part.part_of is not None
    tree = ast.parse(module_source(part.part_of.__module__))
    name = part.part_of.__name__
    [node] = [n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == name][-1:]
    node.name = part.target
    node.decorator_list = []
    methods = [n for n in node.body if isinstance(n, ast.FunctionDef)]
    public = [n for n in methods if n.name == "__init__" or not n.name.startswith("_")]
    for method in public:
        method.name = names.get(method.name, method.name)
        told = method.body[:1] if ast.get_docstring(method) is not None else []
        method.body = [*told, ast.Raise(ast.Name("NotImplementedError", ast.Load()))]
    told = node.body[:1] if ast.get_docstring(node) is not None else []
    node.body = [*told, *public]
    for inside in ast.walk(node):  # a method may be annotated with the name of the class
        if isinstance(inside, ast.Name) and inside.id == name:
            inside.id = part.target
        if isinstance(inside, ast.Constant) and inside.value == name:
            inside.value = part.target
    text = ast.unparse(ast.fix_missing_locations(node)) + "\n"
    text = re.sub(rf"\b{name}(?=\()", part.target, text)  # in the examples
    for old, new in names.items():  # the docstrings mention attributes and methods like `means_`
        text = re.sub(rf"`{re.escape(old)}\b", f"`{new}", text)
    return text


def script_skeleton(question: Question) -> str:
    """Return the script to write: what it reads and writes, and an example."""
    docs = page(f"{question.reference.__module__}.{question.function}")
    train, test = question.form.plan["inputs"]
    output = question.form.plan["output"]
    case, expected = question.exam(SEED, CASES)[0]
    texts = [docs.title, *([docs.words] if docs.words else [])]
    texts.append(
        f"The program reads {train} (features x1, x2, … and label) and {test} (features only), and "
        f"writes {output}: a line with the header label, then a label for each row of {test}. It "
        f"is started with these names as arguments: python3 THIS_FILE {train} {test} {output}"
    )
    labels = "\n".join(["label", *map(str, expected)])
    example = f"{question.call(case)}\n{output}:\n{labels}"
    paragraphs = [textwrap.fill(text, LINE_LENGTH) for text in texts]
    words = "\n\n".join([*paragraphs, "Example:", textwrap.indent(example, "    ")])
    comment = "\n".join(f"# {line}".rstrip() for line in words.splitlines())
    return f"{comment}\nimport csv\nimport sys\n\nraise NotImplementedError\n"


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
    require(
        bool(exam),
        f"{question.id} has no cases. Fix: add edges=[…], or draw cases for which the reference "
        "returns a value.",
    )
    most = max(len(case) for case, _ in exam)
    return list(inspect.signature(question.reference).parameters.values())[:most]


def signature_line(question: Question, arguments: Sequence[inspect.Parameter], exam: Exam) -> str:
    """Return the line `def …`, with the types of the arguments and of the result."""
    named = [_annotated_argument(arg, kind) for arg, kind in zip(arguments, types_of_cases(exam))]
    return_type = type_of(expected for _, expected in exam)
    line = f"def {question.function}({', '.join(named)}) -> {return_type}:"
    if len(line) <= LINE_LENGTH:
        return line
    inside = "".join(f"    {argument},\n" for argument in named)
    return f"def {question.function}(\n{inside}) -> {return_type}:"


def _annotated_argument(parameter: inspect.Parameter, kind: str) -> str:
    plain = isinstance(parameter.default, (bool, int, float, str))
    return f"{parameter.name}: {kind}" + (f" = {parameter.default!r}" if plain else "")


def literal(text: str) -> str:
    """Return the text escaped for a string in three double quotes.

    >>> literal("w \\\\ x")
    'w \\\\\\\\ x'
    """
    return text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
