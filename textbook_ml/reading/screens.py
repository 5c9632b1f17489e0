"""The screens of `read`: contents, one entry, one source text, errata, search hits, as lines."""

from collections.abc import Iterable, Iterator, Mapping

from textbook_ml.core.console import WIDTH, Heading, display_width, padded, wrap
from textbook_ml.core.errors import plural
from textbook_ml.reading import links
from textbook_ml.reading.code_layout import example_lines, fit_code
from textbook_ml.reading.links import ModelLink
from textbook_ml.reading.lookup import (
    SearchHits,
    Section,
    entries_of_section,
    model_called,
    numbered_alike,
)
from textbook_ml.reading.model_screen import model_lines
from textbook_ml.reading.next_steps import command_lines, next_steps
from textbook_ml.reading.plain_text import as_plain_text, plain_words
from textbook_ml.reading.synonyms import COMMANDS
from textbook_ml.sources import registry, texts
from textbook_ml.sources.checks import Check, Claim
from textbook_ml.sources.docstrings import Page, module_summary, page
from textbook_ml.sources.texts import Entry, Erratum, Kind, Text

MARKS = {"implemented": " ", "planned": "…", "excused": "–"}


def contents() -> Iterator[str]:
    """Yield the contents: every module with its functions and Mitchell's equation numbers."""
    yield Heading("Contents of the chapter")
    yield "Numbers are Mitchell's. Try `read 15`, `read bayes_rule` or `read smoothing`."
    for module, names in names_by_module(links.functions()).items():
        yield ""
        yield Heading(f"{module.rpartition('.')[2]}")
        yield from wrap(module_summary(module), "  ")
        yield from _filled_lines(map(_with_number, names))


def entry_screen(entry: Entry) -> Iterator[str]:
    """Yield one entry: formula, explanation, code, example, equivalent entries, errata."""
    text = texts.load().texts[entry.text]
    number = f" ({entry.number})" if entry.number else ""
    yield from map(Heading, wrap(f"{text.name}{number}: {entry.title}"))
    yield from wrap(f"{place(entry)} · {entry.kind} · {entry.id}")
    yield ""
    yield from formula(entry.latex)
    yield ""
    yield from wrap(entry.words, "  ")
    account = links.account(entry)
    lines = links.lines_of(entry.id)
    for name in (*lines, *_models_first(entry, account.by)):
        yield ""
        yield from implementation_lines(name)
    if account.reason:
        yield ""
        yield from wrap(f"No function ({account.status}): {account.reason}.", "  ")
    equations = [name for name in (*account.by, *lines) if links.model_of(name) is None]
    yield from next_steps([entry.id], equations)
    yield from _equivalent_entries(entry)
    yield from _errata_lines(texts.load().errata_of(entry.id))
    others = numbered_alike(entry)
    if others:
        yield ""
        listed = ", ".join(f"{e.id} ({e.title})" for e in others)
        yield from wrap(f"Also numbered ({entry.number}): {listed}", "", "  ")


def _models_first(entry: Entry, names: Iterable[str]) -> list[str]:
    """Return the names sorted: for a definition or an algorithm, models first, experiments last."""
    first = entry.kind in ("definition", "algorithm", "exercise", "remark")

    def place(name: str) -> int:
        if ".study." in name:
            return 2
        return 0 if first and links.model_of(name) else 1

    return sorted(names, key=place)


def implementation_lines(name: str) -> Iterator[str]:
    """Yield a model with its equations, an experiment with its claim, or a function."""
    model = links.model_of(name)
    if model is not None:
        yield from model_lines(model)
    elif ".study.experiments." in name:
        yield from experiment_lines(page(name))
    else:
        yield from function_lines(page(name))


def experiment_lines(p: Page) -> Iterator[str]:
    """Yield the title and the method of an experiment; its code is too long to read here."""
    yield from map(Heading, wrap(f"{p.short_name}   ({p.module})", "", "  "))
    for paragraph in (p.title, *p.words.split("\n\n")):
        yield from wrap(paragraph, "  ")


def function_screen(name: str) -> Iterator[str]:
    """Yield one function: its page, its formula in each source text, and the errata."""
    known = texts.load()
    yield from implementation_lines(name)
    entries = [known.entries[i] for i in links.functions().get(name, ())]
    model = model_called(name.rpartition(".")[2])
    if model is not None:
        yield from ("", "  There is also a model with this name:")
        yield from command_lines(f"read {model.class_name}")
    yield from next_steps([e.id for e in entries], [name])
    if entries:
        yield ""
        yield Heading("In the source texts")
    for entry in entries:
        yield from _cited_entry(entry, "")
    found = {e.id: e for entry in entries for e in known.errata_of(entry.id)}
    yield from _errata_lines(found.values())


def function_lines(p: Page) -> Iterator[str]:
    """Yield the title, formula, worked example, explanation and code of a function."""
    yield from map(Heading, wrap(f"{p.short_name}   ({p.module})", "", "  "))
    yield from wrap(p.title, "  ")
    if p.formula:
        yield ""
        for line in p.formula:
            yield from (
                wrap(line, "      ", "        ")
                if display_width(line) > WIDTH - 7
                else [f"      {line}"]
            )
    if p.example:
        yield ""
        yield from example_lines(p)
    for paragraph in filter(None, p.words.split("\n\n")):
        yield ""
        yield from wrap(paragraph, "  ")
    yield ""
    yield from fit_code(p.signature_and_body)


def erratum_screen(erratum: Erratum) -> Iterator[str]:
    """Yield one erratum, with a numerical check if there is one."""
    yield Heading(f"{erratum.id}: {erratum.kind.name}")
    yield from wrap(f"{erratum.where}. {_meaning_of_kind(erratum.kind)}")
    yield ""
    yield from _parts_of_erratum(erratum)
    check = registry.checks().get(erratum.id)
    if check:
        numbers = check()
        yield ""
        yield Heading("Numerical check")
        printed, right = column_titles(erratum, numbers)
        yield from _number_lines("given", numbers.inputs)
        yield from _number_lines(printed, numbers.printed)
        yield from _number_lines(right, numbers.right)
    if erratum.entries:
        yield ""
        yield from wrap("Affected entries: " + ", ".join(erratum.entries), "", "  ")


def _meaning_of_kind(kind: Kind) -> str:
    return f"{kind.name.capitalize()}: {kind.meaning}."


def _parts_of_erratum(erratum: Erratum) -> Iterator[str]:
    for title, text in erratum.parts.items():
        yield from wrap(plain_words(text), f"  {title}: ", "    ")


def column_titles(erratum: Erratum, check: Check) -> tuple[str, str]:
    """Return the titles of the two columns of numbers: those of the check, or of the kind."""
    return check.columns or erratum.kind.columns


def inputs_of(check: Check) -> str:
    """Return the inputs of a check as text, so that a reader can repeat it by hand.

    >>> from fractions import Fraction
    >>> inputs_of(Check({"n": 3, "p": Fraction(1, 2)}, {}, {}))
    'n: 3; p: 1/2'
    """
    return "; ".join(f"{name}: {value_in_words(value)}" for name, value in check.inputs.items())


def text_screen(text: Text) -> Iterator[str]:
    """Yield all entries of one source text in its order."""
    yield from map(Heading, wrap(f"{text.name}: {text.title}"))
    yield from wrap(f"{text.edition}; equation numbers: {text.numbers}")
    yield "Marks: … planned, – not implemented; all other entries have a function"
    section = None
    for entry in texts.load().entries.values():
        if entry.text != text.key:
            continue
        if entry.section != section:
            section = entry.section
            yield ""
            yield Heading(place(entry))
        yield from _entry_line(entry)


def errata_screen() -> Iterator[str]:
    """Yield a list of all errata, two or three lines each."""
    errata = texts.load().errata.values()
    checked = registry.checks()
    yield Heading(f"{len(errata)} errata; {len(checked)} have a numerical check (✓)")
    yield "Run `read ERR-M-3BILLION` to show one of them."
    yield ""
    for kind, n in count_kinds().items():
        yield f"  {padded(f'{n} {kind.name}', 16)}{kind.meaning}"
    for e in errata:
        mark = "✓" if e.id in checked else " "
        yield ""
        yield from wrap(f"{e.kind.name}: {e.where}", f"{mark} {padded(e.id, 24)}", " " * 28)
        yield from wrap(plain_words(e.printed), "    ")


def count_kinds() -> Mapping[Kind, int]:
    """Return the number of errata of each kind.

    >>> [kind.name for kind in count_kinds()]
    ['wrong', 'copy', 'convention', 'incomplete', 'ambiguous']
    """
    names = [e.kind.name for e in texts.load().errata.values()]
    return {kind: names.count(kind.name) for kind in texts.KINDS.values()}


def section_screen(section: Section) -> Iterator[str]:
    """Yield a section: each entry with its formula and functions, then what to do next."""
    text = texts.load().texts[section.text]
    yield Heading(
        f"{text.name} §{section.number}: {plural(len(section.entries), 'entry', 'entries')}"
    )
    yield from _other_sections(section)
    models: dict[str, ModelLink] = {}
    for entry in section.entries:
        number = f"({entry.number}) " if entry.number else ""
        yield ""
        yield from map(Heading, wrap(f"{number}{entry.title}", "", "  "))
        yield from formula(entry.latex)
        yield from wrap(entry.words, "  ")
        by = (*links.lines_of(entry.id), *links.account(entry).by)
        models |= {m.name: m for m in map(links.model_of, by) if m}
        functions = ", ".join(name.rpartition(".")[2] for name in by) or "no function"
        yield from wrap(f"read {entry.id}: {functions}", "  ", "    ")
    if models:
        yield ""
        yield Heading("Models of this section")
    for model in models.values():
        yield from wrap(page(model.model).title, "  ", "    ")
        yield from command_lines(f"read {model.name}")
    yield from next_steps([e.id for e in section.entries], [])


def _other_sections(section: Section) -> Iterator[str]:
    """Yield the queries for sections of other source texts with the same number."""
    others = [
        f"`read {key} {section.number}`"
        for key in texts.TEXT_KEYS
        if key != section.text and any(entries_of_section(section.number, key))
    ]
    if others:
        yield from wrap(f"Other source texts have a section {section.number}: {', '.join(others)}.")


def hits_screen(query: str, hits: SearchHits, limit: int = 15) -> Iterator[str]:
    """Yield the result of a search."""
    counts = [
        *([plural(len(hits.models), "model")] if hits.models else []),
        plural(len(hits.names), "function"),
        plural(len(hits.entries), "entry", "entries"),
    ]
    if hits.names or hits.entries or hits.models:
        yield from map(Heading, wrap(f"{query}: {', '.join(counts)}"))
    if hits.remark:
        yield from wrap(hits.remark)
    for model in hits.models:
        is_variant = links.model_of(model.model) != model
        title = model.about if is_variant else page(model.model).title
        yield from wrap(title, f"  {padded(model.name, 30)} ", " " * 33)
    for name in hits.names[:limit]:
        yield from wrap(page(name).title, f"  {padded(page(name).short_name, 30)} ", " " * 33)
    yield from _number_omitted(len(hits.names) - limit)
    if (hits.models or hits.names) and hits.entries:
        yield ""
    for entry in hits.entries[:limit]:
        yield from _entry_line(entry)
    yield from _number_omitted(len(hits.entries) - limit)
    for name in hits.commands:
        about = COMMANDS.get(name, "show this exercise with its solution")
        yield from wrap(f"{query}: {about}", "", "  ")
        yield from command_lines(name)
    names = [*(e.id for e in hits.entries), *(m.name for m in hits.models)]
    if names:
        yield from ("", "To show one of them:")
        yield from command_lines(f"read {names[0]}")


def formula(latex: str, indent: str = "    ") -> Iterator[str]:
    """Yield a formula in plain text, wrapped to the width of the console."""
    yield from wrap(as_plain_text(latex), indent, indent + "  ")


def place(entry: Entry) -> str:
    """Return the place of an entry: source text and section or slide.

    >>> place(texts.load().entries["mitchell-15"])
    'Mitchell §2.4'
    """
    name = texts.load().texts[entry.text].name
    return f"{name} §{entry.section}" if entry.section[:1].isdigit() else f"{name}, {entry.section}"


def names_by_module(names: Iterable[str] | None = None) -> Mapping[str, list[str]]:
    """Return the functions of each module, in the order of the chapter (default: all)."""
    modules: dict[str, list[str]] = {}
    for name in registry.implementations() if names is None else names:
        modules.setdefault(name.rpartition(".")[0], []).append(name)
    return modules


def _filled_lines(items: Iterable[str], indent: str = "    ") -> Iterator[str]:
    """Yield lines filled with items; no item is broken."""
    line = indent.rstrip()
    for item in items:
        if line.strip() and display_width(f"{line}   {item}") >= WIDTH:
            yield line
            line = indent.rstrip()
        line = f"{line}   {item}" if line.strip() else f"{indent}{item}"
    yield line


def _with_number(name: str) -> str:
    """Return the short name with Mitchell's equation number."""
    known = texts.load().entries
    ids = links.functions()[name]
    numbers = [known[i].number for i in ids if known[i].text == "mitchell" and known[i].number]
    return " ".join([*(f"({n})" for n in numbers[:1]), name.rpartition(".")[2]])


def _entry_line(entry: Entry) -> Iterator[str]:
    number = f"({entry.number}) " if entry.number else ""
    mark = MARKS[links.account(entry).status]
    yield from wrap(f"{number}{entry.title}", f"{mark} {padded(entry.id, 32)} ", " " * 37)


def _equivalent_entries(entry: Entry) -> Iterator[str]:
    known = texts.load()
    classes = known.classes_of(entry.id)
    if any(len(c.members) > 1 for c in classes):
        yield ""
        yield Heading("Equivalent entries")
    for c in classes:
        for member, difference in c.members.items():
            if member != entry.id:
                yield from _cited_entry(known.entries[member], difference)


def _cited_entry(entry: Entry, difference: str) -> Iterator[str]:
    number = f" ({entry.number})" if entry.number else ""
    remark = f" [{difference}]" if difference else ""
    yield from wrap(f"{place(entry)}{number}, {entry.id}{remark}", "  ", "    ")
    yield from formula(entry.latex, "      ")


def _errata_lines(errata: Iterable[Erratum]) -> Iterator[str]:
    for e in errata:
        yield ""
        yield Heading(f"Erratum {e.id}: {e.kind.name}")
        yield from _parts_of_erratum(e)


def _number_lines(title: str, numbers: Mapping[str, object]) -> Iterator[str]:
    yield f"  {title}"
    column = max(map(display_width, numbers))
    for what, value in numbers.items():
        yield from wrap(value_in_words(value), f"    {padded(what, column)}  ", " " * 8)


def value_in_words(value: object) -> str:
    """Return a value as a person would write it.

    >>> from fractions import Fraction
    >>> value_in_words(Fraction(3, 7)), value_in_words([Fraction(1, 2), 0.5]), value_in_words(True)
    ('3/7', '1/2, 0.5', 'yes')
    >>> value_in_words([[1, 0], [0, 1]]), value_in_words(Claim("more than 3 billion"))
    ('(1, 0), (0, 1)', '"more than 3 billion"')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Claim):
        return f'"{value}"'
    if isinstance(value, (list, tuple)):
        nested = any(isinstance(item, (list, tuple)) for item in value)
        return ", ".join(
            f"({value_in_words(item)})" if nested else value_in_words(item) for item in value
        )
    if isinstance(value, Mapping):
        return ", ".join(f"{k}: {value_in_words(v)}" for k, v in value.items())
    return str(value)


def _number_omitted(n: int) -> Iterator[str]:
    if n > 0:
        yield f"  … and {n} more. Add a word to narrow the search."
