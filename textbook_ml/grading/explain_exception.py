"""Explain an exception to the student in one sentence: the cause, and what to write instead.

The explanations use only the text of the file and the facts reported by the worker process; no
student code runs here. A sentence that ends in a question mark is a guess.
"""

import builtins
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from textbook_ml.grading.common_slips import (
    BLOCKED,
    INSTEAD,
    KINDS,
    MEANT,
    MODULE_OF,
    ON_LISTS,
    ON_OTHERS,
    PACKAGES,
)
from textbook_ml.grading.exception_facts import ExceptionFacts
from textbook_ml.grading.runner.load_client import LoadError
from textbook_ml.grading.similar_names import nearest

MODULES = frozenset(MODULE_OF.values()) | {"cmath", "copy", "os", "re", "string", "sys"}
CONSTANTS = ("pi", "inf", "nan", "tau")
WITHOUT_PACKAGES = "use plain lists and the module math"
AS_NONE = "None; functions without return, and methods like sort or append, return None"
NOTHING = ""  # no explanation: the message of the exception is shown instead


@dataclass(frozen=True, slots=True)
class FileFacts:
    """Facts about the file in which an exception was raised."""

    cells: tuple[str, ...] = ()
    names: tuple[str, ...] = ()  # names at the top level
    errors: tuple[LoadError, ...] = ()  # errors while the file was loaded
    packages: tuple[str, ...] = ()  # packages that the assignment allows
    undefined: tuple[str, ...] = ()  # names that the file uses and does not define
    called: tuple[str, ...] = ()  # undefined names that the file calls
    chapter: frozenset[str] = frozenset()  # functions of all questions on the chapter

    def line(self, number: int | None) -> str:
        """Return the text of a line; empty for a notebook, where each cell starts at line 1."""
        lines = self.cells[0].splitlines() if len(self.cells) == 1 else []
        return lines[number - 1] if number and number <= len(lines) else ""

    def lost(self, name: str) -> LoadError | None:
        """Return the load error that prevented the file from defining a name, or None."""
        return next((error for error in self.errors if name in error.lost), None)


def explanation(
    kind: str, message: str, line: int | None, facts: ExceptionFacts, file: FileFacts
) -> str:
    """Return one sentence without its full stop; empty if there is no helpful explanation.

    >>> explanation("NameError", "", 2, ExceptionFacts("summ"), FileFacts())
    '`summ` is not defined; did you mean `sum`?'
    """
    if kind in ("ModuleNotFoundError", "ImportError"):
        return import_sentence(message, facts, file)
    if kind == "NameError" and facts.name:
        return name_sentence(facts, file)
    if kind == "UnboundLocalError" and (near := misspelt(facts)):
        return f"`{facts.name}` is used before it has a value; did you mean {joined_by_or(near)}?"
    if kind == "AttributeError" and facts.name:
        return attribute_sentence(facts, file.line(line))
    if kind == "TypeError":
        return self_sentence(message, file) or type_sentence(message)
    return SENTENCES[kind](message) if kind in SENTENCES else NOTHING


def sentence(words: str) -> str:
    """Return text as a sentence, with a capital letter and a full stop.

    >>> sentence("the divisor is 0"), sentence("did you mean `sum`?")
    ('The divisor is 0.', 'Did you mean `sum`?')
    """
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith('?') else '.'}"


# Names


def name_sentence(facts: ExceptionFacts, file: FileFacts) -> str:
    """Explain a name that is not defined."""
    name = facts.name
    if (error := file.lost(name)) is not None:
        where = "" if error.line is None else f" in line {error.line}"
        kind = "import" if error.type in ("ImportError", "ModuleNotFoundError") else "statement"
        return f"`{name}` is not defined: the {kind}{where} failed, see the top of the report"
    if name in file.chapter:
        near = nearest(name, [own for own in file.names if own not in file.chapter])
        words = f"your file does not define `{name}`, which is another function of the chapter"
        return f"{words}; did you mean {joined_by_or(near)}?" if near else words
    if not_imported(name, file):
        return f"`{name}` is not imported: see the top of the report"
    is_variable = name not in file.called and bool(misspelt(facts))
    if name in MEANT and not is_variable:
        return f"`{name}` is not defined; did you mean {MEANT[name]}?"
    if near := near_names(facts, file):
        return f"`{name}` is not defined; did you mean {joined_by_or(near)}?"
    return f"`{name}` is not defined: check its spelling, or assign it before this line"


def near_names(facts: ExceptionFacts, file: FileFacts) -> list[str]:
    """Return the most similar names in scope: variables first, or functions for a call."""
    is_short = len(facts.name) < 3  # a short name is similar to too many names
    known = [] if is_short else dir(builtins)
    modules = [] if is_short else [*MODULES, *file.packages]
    tiers = [facts.names, file.names, known]
    if facts.name in file.called:
        tiers = [file.names, known, facts.names]
    begun = [name for name in facts.names if not is_short and name.startswith(facts.name)]
    shortened = begun if len(begun) == 1 else []
    return nearest(facts.name, *tiers) or shortened or nearest(facts.name, modules)


def misspelt(facts: ExceptionFacts) -> list[str]:
    """Return the variables that a name without a value is probably meant to be.

    >>> misspelt(ExceptionFacts("totl", names=("xs", "total")))
    ['total']
    """
    others = [name for name in facts.names if name != facts.name]
    return nearest(facts.name, others) if len(facts.name) > 2 else []


def not_imported(name: str, file: FileFacts) -> str:
    """Explain a module, or a function of a module, that the file uses without importing it."""
    if name not in file.undefined or file.lost(name) is not None or name in file.chapter:
        return NOTHING
    start, module = f"the file uses `{name}` without importing it", MODULE_OF.get(name, "")
    if package := PACKAGES.get(name, ""):
        if package not in file.packages:
            return f"{start}, and this assignment does not allow {package}: {WITHOUT_PACKAGES}"
        short = "" if name == package else f" as {name}"
        return f"{start}: add `import {package}{short}` at the top"
    if name in MODULES:
        return f"{start}: add `import {name}` at the top"
    if not module or (name not in file.called and name not in CONSTANTS):
        return NOTHING  # probably the student means a variable that has the name of a function
    if module != "math" and nearest(name, file.names):
        return NOTHING  # probably the student misspelt a function of the file
    if module in file.names:
        return f"{start}: write `{module}.{name}`"
    return f"{start}: add `from {module} import {name}` at the top"


def joined_by_or(names: Iterable[str]) -> str:
    """Join names with "or".

    >>> joined_by_or(["xs", "x0"])
    '`xs` or `x0`'
    """
    return " or ".join(f"`{name}`" for name in names)


# Imports


def import_sentence(message: str, facts: ExceptionFacts, file: FileFacts) -> str:
    """Explain an import that fails."""
    module = facts.owner.partition(".")[0]
    wanted = re.match(r"cannot import name '(\w+)'", message)
    if wanted:
        return member_sentence(facts.owner, wanted[1], facts.names)
    if not module:
        return NOTHING
    if module in BLOCKED:
        return f"`{module}` is not allowed in graded files"
    if not_allowed(module, file.packages):
        return f"{module} cannot be imported: see the top of the report"
    if module in sys.stdlib_module_names:
        return NOTHING
    if near := nearest(module, (*MODULES, *file.packages)):
        return f"there is no module `{module}`; did you mean {joined_by_or(near)}?"
    others = f" and {', '.join(file.packages)}" if file.packages else ""
    return (
        f"`{module}` cannot be imported: this assignment allows only the standard library{others}; "
        "if it is your own file, submit it too"
    )


def not_allowed(module: str, packages: Iterable[str]) -> bool:
    """Return whether a module is a known package that the assignment does not allow."""
    return module in PACKAGES.values() and module not in packages


def member_sentence(module: str, name: str, members: Iterable[str]) -> str:
    """Explain a name that a module does not have."""
    start = f"the module `{module}` has no `{name}`"
    if module == "math" and name in INSTEAD:
        return f"{start}; {INSTEAD[name]}"
    if (home := MODULE_OF.get(name)) and home != module:
        return f"{start}; did you mean `{home}.{name}`?"
    members = list(members)
    begun = [member for member in members if len(name) > 2 and member.startswith(name)]
    if near := nearest(name, members) or (begun if len(begun) == 1 else []):
        return f"{start}; did you mean {joined_by_or(f'{module}.{n}' for n in near)}?"
    return start


# Attributes


def attribute_sentence(facts: ExceptionFacts, line: str) -> str:
    """Explain an attribute that an object does not have."""
    name, owner = facts.name, facts.owner
    if facts.module:
        return member_sentence(facts.module, name, facts.names)
    what = object_in(line, name)
    if owner == "NoneType":
        thing = f"`{what}`" if what else f"the object before `.{name}`"
        return f"{thing} is {AS_NONE}"
    thing = f"`{what}`" if what else f"the object before `.{name}`"
    start = f"{thing} is {KINDS.get(owner, f'an object of type {owner}')}, which has no `{name}`"
    if owner in ("list", "tuple") and name in ON_LISTS:
        return f"{start}; {ON_LISTS[name].format(what or 'xs')}"
    if (owner, name) in ON_OTHERS:
        return f"{start}; {ON_OTHERS[owner, name].format(what or 'x')}"
    kind = getattr(builtins, owner, None)
    near = nearest(name, [n for n in dir(kind) if n[:1] != "_"]) if owner in KINDS else []
    return f"{start}; did you mean {joined_by_or(f'.{n}' for n in near)}?" if near else start


def object_in(line: str, name: str) -> str:
    """Return the name of the variable whose attribute a line uses; empty if it is ambiguous.

    >>> object_in("return xs.mean() / 2", "mean"), object_in("f(x).mean() + b.mean()", "mean")
    ('xs', '')
    """
    found = re.findall(rf"""([\w.\])}}'"]*)\.{re.escape(name)}\b""", line)
    return found[0] if len(set(found)) == 1 and found[0].isidentifier() else ""


# Other exceptions


def self_sentence(message: str, file: FileFacts) -> str:
    """Explain a method that is written without self."""
    found = re.match(r"(?:.*<locals>\.)?(\w+\.(\w+))\(\) takes (\d+) .* but (\d+) ", message)
    if found is None or int(found[4]) != int(found[3]) + 1:
        return NOTHING
    if any(re.search(rf"def {found[2]}\(\s*self\b", cell) for cell in file.cells):
        return NOTHING
    return (
        f"`{found[1]}` is called with one argument too many: the first parameter of a method "
        "must be `self`"
    )


def type_sentence(message: str) -> str:
    """Explain a TypeError by its message."""
    for pattern, sentence in TYPE_ERRORS:
        if found := re.search(pattern, message):
            return sentence.format(*found.groups()).replace(" a int", " an int")
    return NOTHING


TYPE_ERRORS = (
    (
        r"^(?:[\w.<>]+<locals>\.)?([\w.]+)\(\) missing \d+ required (?:positional|keyword-only) "
        r"arguments?: (.*)",
        "`{0}` is called with too few arguments: {1} is missing",
    ),
    (
        r"^(?:[\w.<>]+<locals>\.)?([\w.]+)\(\) (takes .*)",
        "`{0}` is called with the wrong number of arguments: it {1}",
    ),
    (
        r"^(?:[\w.<>]+<locals>\.)?([\w.]+)\(\) got an unexpected keyword argument '(\w+)'",
        "`{0}` has no parameter `{1}`",
    ),
    (
        r"^([\w.]+) expected (at (?:most|least) \d+|\d+) arguments?, got (\d+)",
        "`{0}` is called with {2} arguments, but accepts {1}",
    ),
    (
        r"'NoneType'",
        f"a value is {AS_NONE}",
    ),
    (
        r"'(list|tuple|dict|float|int|str)' object is not callable",
        "a variable of type {0} is called like a function: did you mean [ ], is a * missing, or "
        "does the variable have the name of a function?",
    ),
    (
        r"'(?:builtin_function_or_method|function|type|method)' object is not "
        r"(?:subscriptable|iterable)",
        "a function is used without calling it: are the round brackets missing?",
    ),
    (r"'(float|int)' object is not subscriptable", "a number ({0}) has no items: [ ] needs a list"),
    (
        r"'(float|int)' object is not iterable",
        "a number ({0}) cannot be looped over or summed: use a list, or range for an int",
    ),
    (r"object of type '(float|int)' has no len", "a number ({0}) has no length: len needs a list"),
    (
        r"can't multiply sequence by non-int of type '(\w+)'",
        "a list is multiplied by a {0}: multiply each item in a loop or comprehension",
    ),
    (
        r"unsupported operand type\(s\) for (.+): '(list)' and '(\w+)'",
        "the operator {0} does not work between {1} and {2}: calculate item by item",
    ),
    (
        r"unsupported operand type\(s\) for (.+): '(\w+)' and '(list)'",
        "the operator {0} does not work between {1} and {2}: calculate item by item",
    ),
    (
        r"unsupported operand type\(s\) for (.+): '(\w+)' and '(\w+)'",
        "the operator {0} does not work between {1} and {2}",
    ),
    (
        r"can only concatenate (\w+) \(not \"(\w+)\"\) to",
        "the operator + joins a {0} only with another {0}, not with a {1}",
    ),
    (
        r"(?:list|tuple) indices must be integers or slices, not (\w+)",
        "a list is indexed by a {0}: use a whole number, and // instead of / to calculate it",
    ),
    (r"unhashable type: '(\w+)'", "a {0} cannot be a key of a dict or a member of a set"),
    (
        r"'\S+' not supported between instances of '(\w+)' and '(\w+)'",
        "{0} and {1} cannot be compared with each other",
    ),
    (
        r"'(\w+)' object cannot be interpreted as an integer",
        "a whole number is needed here, not a {0}: use len or //, or int",
    ),
    (
        r"must be real number, not (\w+)",
        "a function of one number is called with a {0}: apply it to each item",
    ),
    (
        r"^(float|int)\(\) argument must be .* not '(\w+)'",
        "`{0}` converts one number, not a {1}: convert each item",
    ),
)


def key_sentence(message: str) -> str:
    """Explain a KeyError."""
    key = f" {message}" if message else ""
    return f"the dict does not have the key{key}; check with `in` before the lookup, or use `.get`"


def value_sentence(message: str) -> str:
    """Explain a ValueError that Python itself raises."""
    for pattern, sentence in VALUE_ERRORS:
        if re.search(pattern, message):
            return sentence
    return NOTHING


VALUE_ERRORS = (
    (
        r"math domain error|expected a (positive|nonnegative) input",
        "a function of math got a number outside its domain: log needs a number above 0, sqrt a "
        "number of at least 0",
    ),
    (
        r"(max|min)\(\).*empty",
        "max or min is called with an empty list",
    ),
    (r"to unpack", "the number of names differs from the number of values to unpack"),
    (r"is not in (list|tuple)", "the list does not contain the item; check with `in` first"),
    (r"zip\(\) argument \d+ is", "the lists given to zip have different lengths"),
)


def unbound_sentence(message: str) -> str:
    """Explain a local variable without a value."""
    found = re.search(r"variable '(\w+)'", message)
    name = f"`{found[1]}`" if found else "a variable"
    if found and found[1] in dir(builtins):
        return f"the function assigns {name}, which hides the built-in {name}: use another name"
    return (
        f"{name} is used before it has a value: assign it before the loop or branch that changes it"
    )


SENTENCES: dict[str, Callable[[str], str]] = {
    "NameError": lambda message: unbound_sentence(message) if "variable" in message else NOTHING,
    "AssertionError": lambda message: message or "an assert statement fails for the call below",
    "ZeroDivisionError": lambda message: "the divisor is 0 for the call below",
    "IndexError": lambda message: (
        "the index is out of range: a list of n items has the indices 0 to n − 1"
        if "range" in message
        else NOTHING
    ),
    "KeyError": key_sentence,
    "ValueError": value_sentence,
    "UnboundLocalError": unbound_sentence,
    "RecursionError": lambda message: (
        "the function calls itself about a thousand times: check that the recursion ends, or use a "
        "loop"
    ),
    "OverflowError": lambda message: (
        "the result is too large for a float: exp overflows above 709"
        if "range" in message or "too large" in message
        else NOTHING
    ),
    "EOFError": lambda message: "there is no keyboard input during grading: remove input()",
}
