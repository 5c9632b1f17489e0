"""The starter file of a program in another language: functions to write, and the protocol."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources

from textbook_ml.core.errors import require
from textbook_ml.grading.program_language import ProgramLanguage
from textbook_ml.grading.tasks import Task
from textbook_ml.questions import Question
from textbook_ml.questions.framework.starter_code import Signature, description, signature

HEAD = """{title}

Write the functions; each of them ends with an error "not written yet" that you replace. Keep their
names and arguments. Your code must also work for extreme numbers: products of hundreds of factors,
densities far from the mean, scores of ±1000, data far from zero. To check your work, run

    {command}"""
PART = re.compile(r"^(\w+)\[(.*)\]$")


@dataclass(frozen=True, slots=True)
class LanguageSyntax:
    """How a language writes comments, types and functions."""

    comment: str
    stub: str  # template with the placeholders {name}, {arguments} and {returns}
    argument: str  # with {name} and {kind}
    types: Mapping[str, str]
    row: str = ""  # template for one row of the table of functions, with the placeholder {name}
    indent: str = ""


JAVA_TYPES = {
    "float": "double", "int": "long", "bool": "boolean", "str": "String", "list": "{0}[]",
    "dict": "Map<String, {1}>", "object": "Object",
}  # fmt: skip
CPP_TYPES = {
    "float": "double", "int": "long", "bool": "bool", "str": "std::string",
    "list": "std::vector<{0}>", "dict": "std::map<std::string, {1}>", "object": "Json",
}  # fmt: skip
BOXED = {"double": "Double", "long": "Long", "boolean": "Boolean"}
STYLES = {
    "javascript": LanguageSyntax(
        "//", "function {name}({arguments}) {{\n  throw notWritten();\n}}", "{name}", {}
    ),
    "java": LanguageSyntax(
        "//",
        "static {returns} {name}({arguments}) {{\n"
        '    throw new UnsupportedOperationException("not written yet");\n}}',
        "{kind} {name}",
        JAVA_TYPES,
        indent="    ",
    ),
    "cpp": LanguageSyntax(
        "//",
        "{returns} {name}({arguments}) {{\n  throw NotWritten();\n}}",
        "{kind} {name}",
        CPP_TYPES,
        '  functions["{name}"] = protocol::called({name});',
    ),
    "r": LanguageSyntax(
        "#",
        '{name} <- function({arguments}) {{\n  stop("not written yet", call. = FALSE)\n}}',
        "{name}",
        {},
    ),
    "julia": LanguageSyntax(
        "#",
        'function {name}({arguments})\n    error("not written yet")\nend',
        "{name}",
        {},
        '"{name}" => {name}, ',
    ),
}


def program_starter(
    title: str,
    tasks: Sequence[Task],
    language: ProgramLanguage,
    command: str,
    above: Callable[[Task], str],
) -> str:
    """Return the text of the starter file; `above` returns the comment above a function."""
    require(
        language.name in STYLES,
        f"there is no starter file for the language {language.name}. Give your students the "
        "functions in Python (`starter` without the key language) and the protocol in "
        "docs/grading.md.",
    )
    style = STYLES[language.name]
    file = resources.files("textbook_ml.grading").joinpath("templates", language.file)
    names = [task.question.function for task in tasks]
    parts = {
        "OPENING": commented(HEAD.format(title=title, command=command), style),
        "FUNCTIONS": "\n\n".join(
            indented(f"{style.comment} {above(task)}\n{stub(task.question, style)}", style)
            for task in tasks
        ),
        "NAMES": ", ".join(names),
        "QUOTED": ", ".join(f'"{name}"' for name in names),
        "TABLE": ("\n" if language.name == "cpp" else "").join(
            style.row.format(name=name) for name in names
        ),
    }
    text = file.read_text(encoding="utf-8")
    return re.sub(r"@([A-Z]+)@", lambda found: parts[found[1]], text)


def stub(question: Question, style: LanguageSyntax) -> str:
    """Return a function without a body, with its description as a comment."""
    found = signature(question)
    arguments = [
        style.argument.format(name=name, kind=type_in(kind, style.types))
        for name, kind in found.arguments
    ]
    head = style.stub.format(
        name=question.function,
        arguments=", ".join(arguments),
        returns=type_in(found.returns, style.types),
    )
    return f"{commented(described(question, found), style)}\n{head}"


def described(question: Question, found: Signature) -> str:
    """Return the description of a function, its types, and a call with its answer."""
    types = ", ".join(f"{name}: {kind}" for name, kind in found.arguments)
    lines = [description(question), "", f"Arguments: {types}; result: {found.returns}."]
    return "\n".join([*lines, *(["", *found.example] if found.example else [])])


def commented(text: str, style: LanguageSyntax) -> str:
    """Return a text as comments; a backslash at the end of a line would continue the comment."""
    rows = (line.replace("\\", "/") for line in text.splitlines())
    return "\n".join(f"{style.comment} {row}".rstrip() for row in rows)


def indented(text: str, style: LanguageSyntax) -> str:
    """Return a text with the indentation of the functions of the language."""
    return "\n".join(f"{style.indent}{row}".rstrip() for row in text.splitlines())


def type_in(kind: str, types: Mapping[str, str]) -> str:
    """Return a type of Python in another language; a type that it does not have is `object`.

    >>> type_in("list[list[float]]", JAVA_TYPES), type_in("dict[str, float]", JAVA_TYPES)
    ('double[][]', 'Map<String, Double>')
    >>> type_in("list[str]", CPP_TYPES), type_in("str | None", CPP_TYPES)
    ('std::vector<std::string>', 'Json')
    """
    if not types:
        return ""
    if kind in types:
        return types[kind]
    found = PART.match(kind)
    if found is None or found[1] not in ("list", "dict") or "|" in kind:
        return types["object"]
    inner = split(found[2])
    if types["object"] == "Object" and found[1] == "dict":
        boxed = type_in(inner[1], types)
        return types["dict"].format("", BOXED.get(boxed, boxed))
    return types[found[1]].format(*(type_in(part, types) for part in inner))


def split(inside: str) -> list[str]:
    """Split the arguments of a type at the commas outside brackets.

    >>> split("str, dict[str, float]")
    ['str', 'dict[str, float]']
    """
    depth, parts = 0, [""]
    for letter in inside:
        depth += (letter == "[") - (letter == "]")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]
