"""Questions on a class with `fit` and `predict`, and on a script that writes predictions.

A class is judged on its behaviour. Each method, attribute and invariance is a part of the question
with its own points. A case is always (rows, labels, new rows).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from textbook_ml.core.errors import plural, require
from textbook_ml.questions.framework.forms import Form, as_csv, labels_in
from textbook_ml.questions.framework.judge import (
    Case,
    Fault,
    Judge,
    close,
    distribution,
    each_best,
    exactly,
    first_difference,
    show,
)
from textbook_ml.questions.framework.observe import observer
from textbook_ml.questions.framework.question import (
    Function,
    Make,
    Question,
    as_function_of_case,
    question,
    register,
)

AGREEMENT = 1e-6  # relative difference up to which two fits of a student agree
PROBABILITIES, LABELS = "predict_proba", "predict"


def reversed_rows(case: Case) -> Case:
    """Return the same examples in the opposite order."""
    rows, labels, new_rows = case
    return rows[::-1], labels[::-1], new_rows


def reversed_features(case: Case) -> Case:
    """Return the same examples with the features in the opposite order."""
    rows, labels, new_rows = case
    return [row[::-1] for row in rows], labels, [row[::-1] for row in new_rows]


def doubled_rows(case: Case) -> Case:
    """Return the examples, each of them twice."""
    rows, labels, new_rows = case
    return rows + rows, labels + labels, new_rows


def renamed_labels(case: Case) -> Case:
    """Return the same examples with renamed labels: in reverse order, as `exchanged_names` does."""
    rows, labels, new_rows = case
    other = exchanged_names(labels)
    return rows, [other[label] for label in labels], new_rows


def exchanged_names(labels: Sequence[Any]) -> dict[Any, Any]:
    """Return a new name for each label: the first gets the last name, and so on.

    >>> exchanged_names(["b", "a", "a"])
    {'a': 'b', 'b': 'a'}
    """
    names = sorted(set(labels))
    return dict(zip(names, names[::-1]))


INVARIANCES: Mapping[str, tuple[Callable[[Case], Case], str]] = {
    "row_order": (reversed_rows, "the rows in the opposite order"),
    "feature_order": (reversed_features, "the features in the opposite order"),
    "duplicates": (doubled_rows, "every row twice"),
    "label_names": (renamed_labels, "the labels renamed"),
}


def class_question(
    reference: type,
    *,
    edges: Sequence[Case] = (),
    attributes: Sequence[str] = (),
    invariances: Sequence[str] = (),
    judges: Mapping[str, Judge] | None = None,
    valid: Callable[..., bool] = lambda *case: True,
    most: int = 1000,
    fit: str = "fit",
) -> Callable[[Make], Make]:
    """Register a question for a class; return a decorator for a function that makes cases.

    A case is (rows, labels, new rows). The parts are the methods `predict_proba` and `predict`
    that the reference class has, the `attributes`, and the `invariances`: row_order,
    feature_order, duplicates, label_names. `judges` replaces the judge of a part.
    """
    name = reference.__name__
    require(
        isinstance(reference, type),
        f"class_question expects a class, got {name}. Fix: use question for a function.",
    )
    unknown = [one for one in invariances if one not in INVARIANCES]
    require(not unknown, f"invariances must be among {', '.join(INVARIANCES)}, got {unknown}")
    methods = [one for one in (PROBABILITIES, LABELS) if hasattr(reference, one)]
    require(bool(methods), f"the class {name} must have a method predict_proba or predict")
    own: dict[str, Judge] = {PROBABILITIES: each_distribution, **(judges or {})}
    if LABELS in methods and PROBABILITIES in methods and LABELS not in (judges or {}):
        own[LABELS] = MostProbable(reference, usage_plan(fit, PROBABILITIES))
    notes: list[Callable[[Make], Make]] = []
    for part in (*methods, *attributes, *invariances):
        shape = Form("class", name, usage_plan(fit, part, read=part in attributes))
        judge = own.get(part, close())
        if part in invariances:
            change, words = INVARIANCES[part]
            shape = replace(
                shape,
                plan=usage_plan(fit, methods[0]),
                sent=arguments_of_two_fits(change),
                changes=words,
            )
            judge = own.get(part) or predicts_the_same(part, words)
        seen, fair = observed(reference, shape), also_table(valid)
        if part in invariances:
            fair = also_invariant(fair, seen, judge)
            if methods[0] == LABELS:
                fair = also_untied(fair, reference, fit, own.get(LABELS))
        noted = register(
            seen, f"{name}.{part}",
            edges=[edge for edge in edges if fair(*edge)] if part in invariances else edges,
            judge=judge, valid=fair, most=most, form=shape, of=reference,
        )  # fmt: skip
        notes.append(noted)

    def note(make: Make) -> Make:
        for one in notes:
            one(make)
        return make

    return note


def usage_plan(fit: str, part: str, read: bool = False) -> dict[str, Any]:
    """Return how the worker process uses the class; see `observer`."""
    return {"new": {}, "fit": fit, "call": "" if read else part, "read": part if read else ""}


def observed(kind: type, form: Form) -> Function:
    """Return the reference of a part: a function of a case."""
    look = observer(kind, form.plan)

    def reference(rows: Any, labels: Any, new_rows: Any) -> Any:
        return look(*form.sent((rows, labels, new_rows)))

    return reference


def is_table(rows: Any, labels: Any, new_rows: Any) -> bool:
    """Return whether there is a label for each row, and all rows have the same length."""
    lengths = {len(row) for row in (*rows, *new_rows)}
    filled = bool(rows) and bool(new_rows) and lengths != {0}
    return filled and len(rows) == len(labels) and len(lengths) == 1


def also_table(valid: Callable[..., bool]) -> Callable[..., bool]:
    """Return a condition on cases that also requires a table."""
    return lambda *case: is_table(*case) and valid(*case)


def also_invariant(
    valid: Callable[..., bool], reference: Function, judge: Judge
) -> Callable[..., bool]:
    """Return a condition that also requires an invariant reference, so that ties are left out."""

    def fair(*case: Any) -> bool:
        if not valid(*case):
            return False
        answer = reference(*case)
        return judge(case, answer, answer) is None

    return fair


def also_untied(
    valid: Callable[..., bool], reference: type, fit: str, judge: Judge | None
) -> Callable[..., bool]:
    """Return a condition that also requires one right label for each new row.

    Where the judge of the labels accepts several, a right class may predict another one after the
    change than before it.
    """
    if judge is None:
        return valid
    predict = observed(reference, Form("class", reference.__name__, usage_plan(fit, LABELS)))
    return lambda *case: valid(*case) and not is_tied(case, predict(*case), judge)


def is_tied(case: Case, answer: Sequence[Any], judge: Judge) -> bool:
    """Return whether the judge also accepts another label for one of the new rows."""
    return any(
        judge(case, answer, [*answer[:place], other, *answer[place + 1 :]]) is None
        for place, label in enumerate(answer)
        for other in set(case[1]) - {label}
    )


def arguments_of_two_fits(change: Callable[[Case], Case]) -> Callable[[Case], Case]:
    """Return a function from a case to the arguments of two fits, with and without a change."""
    return lambda case: (*case, *change(case))


def adapted_part(
    asked: Question, target: str, new: Mapping[str, Any], names: Mapping[str, str]
) -> Question:
    """Return a part for a class with another name, other constructor arguments or names.

    The reference class is constructed with the same arguments, and keeps its own names.
    """
    assert asked.part_of is not None
    form = replace(asked.form, plan={**asked.form.plan, "new": dict(new)})
    own = replace(asked, form=form, reference=observed(asked.part_of, form))
    wrong = [
        replace(m, function=as_function_of_case(own, m.function.of)) for m in asked.misconceptions
    ]
    judge = asked.judge
    if isinstance(judge, MostProbable):
        judge = replace(judge, plan={**judge.plan, "new": dict(new)})
    plan = {key: names.get(str(value), value) for key, value in form.plan.items() if key != "new"}
    theirs = replace(
        form, plan={"new": dict(new), **plan}, target=target or form.target, names=names
    )
    name = f"{theirs.target}.{asked.function.partition('.')[2]}"
    return replace(own, form=theirs, misconceptions=wrong, judge=judge, name=name)


def predicts_the_same(part: str, words: str) -> Judge:
    """Return a judge of two fits: the second must predict the same as the first."""
    agree = close(AGREEMENT, zero=AGREEMENT)

    def judge(case: Case, expected: Any, got: Any) -> Fault | None:
        if not isinstance(got, list) or len(got) != 2:
            return Fault("wrong_type", "expected two predictions")
        first, second = got
        shape = _wrong_shape(expected[0], first)
        if shape is not None:
            return shape
        if part == "label_names":
            second = [_with_original_labels(one, case[1]) for one in second]
        fault = agree(case, first, second)
        if fault is None:
            return None
        return Fault("wrong_value", f"with {words}, the predictions differ: {fault.words}")

    return judge


def _wrong_shape(expected: Any, got: Any) -> Fault | None:
    """Return what is wrong with the shape of predictions; labels may be any labels."""
    if isinstance(expected, list) and expected and isinstance(expected[0], (dict, list)):
        return first_difference(expected, got, lambda one, other: True)
    if not isinstance(got, list) or len(got) != len(expected):
        return Fault("wrong_type", f"expected a list of {len(expected)} labels, got {show(got)}")
    return None


def _with_original_labels(prediction: Any, labels: Sequence[Any]) -> Any:
    """Return a prediction for exchanged labels in terms of the original labels."""
    names = exchanged_names(labels)
    if isinstance(prediction, Mapping):
        return {names.get(key, key): value for key, value in prediction.items()}
    if isinstance(prediction, list):
        return prediction[::-1]  # probabilities in the order of the sorted labels
    return names.get(prediction, prediction)


def each_distribution(case: Case, expected: Any, got: Any) -> Fault | None:
    """Judge the posteriors of several rows, each a list in the order of labels or a dict."""
    shape = first_difference(expected, got, lambda one, other: True)
    if shape is not None:
        return shape
    each = distribution()
    for place, (one, other) in enumerate(zip(expected, got)):
        fault = each(case, one, other)
        if fault is not None:
            return Fault(fault.kind, f"row {place}: {fault.words}")
    return None


@dataclass(frozen=True)
class MostProbable:
    """A judge of predicted labels: if several labels are equally probable, each is right."""

    kind: type
    plan: Mapping[str, Any]

    def __call__(self, case: Case, expected: Any, got: Any) -> Fault | None:
        """Return what is wrong with the labels, or None."""
        return each_best(self.scores)(case, expected, got)

    def scores(self, rows: Any, labels: Any, new_rows: Any) -> list[dict[Any, float]]:
        """Return the probability of each label for each new row, from the reference."""
        names = sorted(set(labels))
        found = observer(self.kind, self.plan)(rows, labels, new_rows)
        return [p if isinstance(p, dict) else dict(zip(names, p)) for p in found]


def script_question(
    reference: Function,
    *,
    edges: Sequence[Case] = (),
    judge: Judge = exactly,
    valid: Callable[..., bool] = lambda *case: True,
    most: int = 20,
    inputs: tuple[str, str] = ("train.csv", "test.csv"),
    output: str = "predictions.csv",
) -> Callable[[Make], Make]:
    """Register a question for a script; return a decorator for a function that makes cases.

    A case is (rows, labels, new rows), and the reference returns the labels of the new rows. The
    script reads two CSV files and writes a third with the column `label`.
    """
    form = Form("script", plan={"inputs": list(inputs), "output": output}, sent=as_csv)

    def judged(case: Case, expected: Any, got: Any) -> Fault | None:
        if not isinstance(got, str):  # the answer of a misconception
            return judge(case, expected, got)
        found = labels_in(got, [*case[1], *expected])
        if isinstance(found, str):
            return Fault("wrong_value", f"in {output}: {found}")
        if len(found) != len(expected):
            number = plural(len(expected), "label")
            words = f"expected {number}, one for each row of {inputs[1]}"
            return Fault("wrong_value", f"in {output}: {words}, got {len(found)}")
        return judge(case, expected, found)

    return question(
        reference, edges=edges, judge=judged, valid=also_table(valid), most=most, form=form
    )
