"""Generate `links.toml`, which links entries and functions to models, exercises and so on.

`python3 -m textbook_ml.dev` rewrites it. `read` loads the table instead of
the models, experiments, exercises, derivations and questions, which take half a second to import.
"""

import json
from importlib import resources
from pathlib import Path
from typing import Any

from textbook_ml.models.catalogue import MODELS, RECIPES, recipe
from textbook_ml.models.indicator_regression import IndicatorRegression
from textbook_ml.models.linear_svm import LinearSVM
from textbook_ml.models.perceptron import Perceptron
from textbook_ml.models.rows import counts
from textbook_ml.questions import questions
from textbook_ml.reading import trace
from textbook_ml.sources import registry
from textbook_ml.study.derivations._derivation import derivations
from textbook_ml.study.exercises._exercise import exercises
from textbook_ml.study.experiments._experiment import experiments

FILE = "links.toml"
OTHER_MODELS = {kind.__name__: kind for kind in (Perceptron, LinearSVM, IndicatorRegression)}


def link_table() -> dict[str, Any]:
    """Return the table: functions with their entries, models, exercises, questions."""
    return {
        "functions": {name: list(ids) for name, ids in registry.implementations().items()},
        "lines": {entry: list(names) for entry, names in registry.lines().items()},
        "questions": {name: asked.id for name, asked in questions().items()},
        "models": _model_table(),
        "derivations": _linked_entries(derivations(), "title"),
        "exercises": _linked_entries(exercises(), "title"),
        "experiments": _linked_entries(experiments(), "claim"),
    }


def text() -> str:
    """Return the text of `links.toml`: one line for each item."""
    lines = ["# Made by `python3 -m textbook_ml.dev`: do not edit."]
    for key, value in link_table().items():
        if isinstance(value, dict):
            lines += ["", f"[{key}]", *(f"{_as_toml(k)} = {_as_toml(v)}" for k, v in value.items())]
        else:
            for item in value:
                lines += ["", f"[[{key}]]", *(f"{k} = {_as_toml(v)}" for k, v in item.items())]
    return "\n".join(lines) + "\n"


def path() -> Path:
    """Return the path of `links.toml`."""
    return Path(str(resources.files("textbook_ml.reading").joinpath(FILE)))


def _as_toml(value: Any) -> str:
    """Return a string, a list of strings or a table in TOML; the first two as in JSON."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k} = {_as_toml(v)}" for k, v in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False)


def _linked_entries(things: Any, title: str) -> dict[str, Any]:
    """Return the title and the entries of each derivation, exercise or experiment."""
    return {n: {"title": getattr(t, title), "entries": list(t.entries)} for n, t in things.items()}


def _model_table() -> list[dict[str, Any]]:
    """Return the models, with the equations that run in `fit` and in use."""
    equations = {n.rpartition(".")[2]: n for n in registry.implementations() if ".equations." in n}
    about = {one.name: (one.words, one.takes) for one in RECIPES}
    found = []
    for name, (fitting, using) in trace.equations_run_by_models().items():
        kind = MODELS[recipe(name).model.__name__] if name in about else OTHER_MODELS[name]
        words, needs = about.get(name, ("", "continuous features"))
        found.append(
            {
                "name": name,
                "model": f"{kind.__module__}.{kind.__qualname__}",
                "about": words,
                "needs": needs,
                "command": _fit_command(name) if name in about else "",
                "fit": [equations[function] for function in fitting],
                "use": [equations[function] for function in using],
            }
        )
    return found


def _fit_command(name: str) -> str:
    """Return a command that fits the model to bundled data, or to a file of your own."""
    one = recipe(name)
    if one.to_row is counts:
        return f"fit FILE.csv --label CLASS --model {name}"
    penalty = " --l2 1" if "l2" in one.options else ""
    data = "play-tennis" if name == "logistic" else trace.DATA[one.kinds[0]]
    return f"fit {data} --model {name}{penalty}"
