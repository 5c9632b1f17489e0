"""Use a class as an assignment describes it: construct it, fit it, and read one result.

The same code runs the reference class in the grader and the student's class in a worker process,
so this module imports nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

FIT = 3  # arguments of one fit: rows, labels, new rows


def observer(kind: Any, plan: Mapping[str, Any]) -> Callable[..., Any]:
    """Return a function of rows, labels and new rows that fits a class and returns one result.

    The plan has the arguments of the constructor (`new`), the name of the method that learns
    (`fit`), and the name of the method that predicts (`call`) or of an attribute (`read`). With
    more triples of arguments, the function returns a list with a result for each.
    """

    def fitted(rows: Any, labels: Any, new_rows: Any) -> Any:
        model = kind(**plan["new"])
        getattr(model, plan["fit"])(rows, labels)
        if plan["call"]:
            return getattr(model, plan["call"])(new_rows)
        return getattr(model, plan["read"])

    def observed(*arguments: Any) -> Any:
        if len(arguments) == FIT:
            return fitted(*arguments)
        starts = range(0, len(arguments), FIT)
        return [fitted(*arguments[start : start + FIT]) for start in starts]

    return observed
