"""Suggestions under an entry or a function: what a reader can do next, with commands to type."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from textbook_ml.core.command_line import command_name
from textbook_ml.core.console import WIDTH, Heading, display_width, wrap
from textbook_ml.core.errors import plural
from textbook_ml.reading import links
from textbook_ml.reading.links import Link, ModelLink

KINDS = (
    ("exercises", "Exercise", "exercise"),
    ("experiments", "Experiment", "experiment"),
)


# Derivations of the estimates of a model, or of a function that no derivation computes.
MODEL_DERIVATIONS: Mapping[str, tuple[str, ...]] = {
    "gaussian-nb": ("gaussian-mle", "variance-bias", "gnb-to-logistic"),
    "gaussian-nb-tied": ("gaussian-mle", "pooled-variance", "gnb-to-logistic"),
    "categorical-nb": ("counts-mle", "dirichlet-map", "bayes-to-naive-bayes"),
    "bernoulli-nb": ("counts-mle", "dirichlet-map", "boolean-to-logistic"),
    "logistic": ("log-likelihood", "log-likelihood-gradient", "hessian-concave", "map-to-l2"),
}
FUNCTION_DERIVATIONS: Mapping[str, tuple[str, ...]] = {
    "sigmoid": ("sigmoid-derivative",),
    "logistic_p1": ("sigmoid-derivative",),
    "covariance": ("covariance-forms",),
    "covariance_matrix": ("covariance-forms",),
}


def next_steps(
    entry_ids: Sequence[str], functions: Sequence[str], derived: Sequence[str] = ()
) -> Iterator[str]:
    """Yield the derivations, models, questions, exercises and experiments, each with a command.

    The derivations are those of the entries and functions, unless `derived` is given.
    """
    steps = [
        *_derive_commands(entry_ids, functions, derived),
        *_models_that_use(functions),
        *_check_commands(functions),
        *_study_commands(entry_ids),
    ]
    if steps:
        yield ""
        yield Heading("What to do next")
        yield from steps


def command_lines(words: str) -> Iterator[str]:
    """Yield a command to type; a long one continues on a second line, as a shell allows."""
    line = f"    {command_name()} {words}"
    if display_width(line) < WIDTH:
        yield line
    else:
        first, _, option = line.rpartition(" --")
        yield from (f"{first} \\", f"        --{option}")


def _derive_commands(
    entry_ids: Sequence[str], functions: Sequence[str], derived: Sequence[str]
) -> Iterator[str]:
    names = list(derived)
    if not names:
        names = [one.name for i in entry_ids for one in links.linked("derivations", i)]
        for function in functions:
            names += FUNCTION_DERIVATIONS.get(function.rpartition(".")[2], ())
    yield from derivation_lines(names)


def derivation_lines(names: Iterable[str]) -> Iterator[str]:
    """Yield derivations, each with its title and the command to show it."""
    for name in dict.fromkeys(names):
        yield from wrap(f"Derivation: {links.table()['derivations'][name]['title']}", "  ", "    ")
        yield from command_lines(f"derive {name}")


def _study_commands(entry_ids: Sequence[str]) -> Iterator[str]:
    yield from _linked_commands(KINDS, entry_ids)


def _linked_commands(
    kinds: Sequence[tuple[str, str, str]], entry_ids: Sequence[str]
) -> Iterator[str]:
    for kind, title, verb in kinds:
        found: dict[str, Link] = {}
        for entry_id in entry_ids:
            found |= {one.name: one for one in links.linked(kind, entry_id)}
        for one in found.values():
            yield from wrap(f"{title}: {one.title}", "  ", "    ")
            yield from command_lines(f"{verb} {one.name}")


def _models_that_use(functions: Sequence[str]) -> Iterator[str]:
    """Yield the models that run these functions, except a model that is shown already."""
    found: dict[str, ModelLink] = {}
    for function in functions:
        found |= {one.name: one for one in links.models_that_run(function)}
    if found:
        names = ", ".join(found)
        yield from wrap(f"Used by {plural(len(found), 'model')}: {names}", "  ", "    ")
        yield from command_lines(f"read {next(iter(found))}")


def _check_commands(functions: Sequence[str]) -> Iterator[str]:
    asked = {f: links.question_of(f) for f in functions}
    names = [f.rpartition(".")[2] for f, question in asked.items() if question]
    if names:
        others = f" (or {', '.join(names[1:])})" if names[1:] else ""
        question = f"Question to practise: write {names[0]}{others} yourself, then check it"
        yield from wrap(question, "  ", "    ")
        yield from command_lines(f"starter --questions {names[0]} --out answer.py")
        yield from command_lines("check answer.py")
