"""The form of a submission: functions, a class, a script, or a program in another language.

The form of a question determines what the student's file must define, which arguments are sent to
the worker process for a case, and how a case is shown. Everything else is the same for all forms.
"""

import csv
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from io import StringIO
from typing import Any

from textbook_ml.questions.framework.as_code import python_code
from textbook_ml.questions.framework.judge import Case

LABEL = "label"  # the header of the column of labels in a CSV file


@dataclass(frozen=True, slots=True)
class Form:
    """How a submission answers a question."""

    kind: str = "function"  # function, class, script or program
    target: str = ""  # the name that the file must define; "" for the name of the question
    plan: Mapping[str, Any] = field(default_factory=dict)  # for the worker process
    sent: Callable[[Case], Case] = lambda case: case  # the arguments that are sent for a case
    changes: str = ""  # class: how the data of the second fit differ
    names: Mapping[str, str] = field(default_factory=dict)  # class: names in the assignment

    def shown(self, name: str, case: Case) -> str:
        """Return a case as the code or the files that the student can use to repeat it.

        >>> Form().shown("mean", ([1.0, 2.0],))
        'mean([1.0, 2.0])'
        """
        if self.kind == "class":
            return "\n".join(self._steps_to_repeat(name.partition(".")[0], case))
        if self.kind == "script":
            files = zip(self.plan["inputs"], self.sent(case))
            return "\n".join(f"{file}:\n{text.rstrip()}" for file, text in files)
        if self.kind == "program":
            return str(*self.sent(case))
        return f"{name}({', '.join(map(python_code, case))})"

    def _steps_to_repeat(self, name: str, case: Case) -> list[str]:
        plan = self.plan
        new = ", ".join(f"{key}={python_code(value)}" for key, value in plan["new"].items())
        rows, labels, new_rows = map(python_code, case)
        last = f"{plan['call']}({new_rows})" if plan["call"] else plan["read"]
        steps = [f"model = {self.target or name}({new})"]
        steps += [f"model.{plan['fit']}({rows}, {labels})", f"model.{last}"]
        return [*steps, f"# and again: {self.changes}"] if self.changes else steps


FUNCTION = Form()


def as_csv(case: Case) -> Case:
    """Return the texts of two CSV files: rows with labels, and new rows without labels.

    >>> as_csv(([[1.0, 2.0]], ["a"], [[0.5, 1.0]]))
    ('x1,x2,label\\n1.0,2.0,a\\n', 'x1,x2\\n0.5,1.0\\n')
    """
    rows, labels, new_rows = case
    names = [f"x{i + 1}" for i in range(len(rows[0]))]
    known = _table_text([*names, LABEL], [[*row, label] for row, label in zip(rows, labels)])
    return known, _table_text(names, new_rows)


def _table_text(header: list[str], rows: list[list[Any]]) -> str:
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows([header, *rows])
    return text.getvalue()


def labels_in(text: str, expected: list[Any]) -> list[Any] | str:
    """Return the column of labels of a CSV file, or a sentence on what is wrong with the file.

    A label gets the type of the expected label that is written in the same way.

    >>> labels_in("label\\n1\\n0\\n", [0, 1]), labels_in("1\\n0\\n", [0, 1])
    ([1, 0], "the first line must contain the header label, got '1'")
    """
    try:
        lines = [line for line in csv.reader(StringIO(text.removeprefix("\ufeff"))) if line]
    except csv.Error as error:
        return f"the file is not valid CSV: {error}"
    if not lines:
        return f"the file is empty; its first line must be the header {LABEL}"
    header = [name.strip() for name in lines[0]]
    if LABEL not in header:
        return f"the first line must contain the header {LABEL}, got {','.join(header)[:80]!r}"
    place = header.index(LABEL)
    short = [number for number, line in enumerate(lines) if len(line) <= place]
    if short:
        return f"line {short[0] + 1} has no {LABEL}"
    known = {str(label): label for label in expected}
    found = (line[place].strip() for line in lines[1:])
    return [known.get(label, _number(label, known)) for label in found]


def _number(label: str, known: Mapping[str, Any]) -> Any:
    """Return the label as the data write it: 1.0 becomes 1 if the data contain the label 1."""
    for other in known.values():
        try:
            if type(other) in (int, float) and float(label) == other:
                return other
        except ValueError:
            return label
    return label
