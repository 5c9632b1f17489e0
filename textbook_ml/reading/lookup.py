"""Find the result of a query: by id, printed number, name, section, model, synonym or word."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from unicodedata import combining, normalize

from textbook_ml.core.errors import TextbookError, quoted
from textbook_ml.reading import links
from textbook_ml.reading.links import ModelLink
from textbook_ml.reading.synonyms import ALSO_SEARCHED, COMMANDS, MODEL_NAMES, SYNONYMS
from textbook_ml.sources import texts
from textbook_ml.sources.docstrings import page
from textbook_ml.sources.texts import Entry, Erratum

_TEXTS = "|".join(texts.TEXT_KEYS)
_NUMBERED = re.compile(rf"(?:({_TEXTS})\s+)?(?:eq(?:uation|n)?s?\.?\s*)?\(?(\d+)\)?")
_SECTION = re.compile(rf"(?:({_TEXTS})\s+)?(section\s+|sec\.?\s+|§\s*)?(\d+(?:\.\d+)*)")
_EXERCISE = re.compile(r"ex(?:ercise)?\.?\s*(\d+)")
_FILLERS = frozenset("a an and are do does for how i in is of on the to what why with".split())


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a source text, with its entries in order."""

    text: str
    number: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class SearchHits:
    """The hits of a search; `remark` explains how they were found."""

    names: tuple[str, ...]
    entries: tuple[Entry, ...]
    models: tuple[ModelLink, ...] = ()
    commands: tuple[str, ...] = ()
    remark: str = ""

    @property
    def found(self) -> bool:
        """Whether there is any hit."""
        return bool(self.names or self.entries or self.models or self.commands)


Found = Entry | Erratum | Section | ModelLink | SearchHits | str


def find(words: Sequence[str]) -> Found:
    """Return an entry, an erratum, a section, a model, the dotted name of a function, or hits.

    >>> find(["15"]).id, find(["(15)"]).id, find(["gwansiu", "17"]).id
    ('mitchell-15', 'mitchell-15', 'gwansiu-17')
    >>> find(["bayes_rule"])
    'textbook_ml.equations.bayes.bayes_rule'
    >>> find(["2.4"]).number, find(["logistic", "regression"]).name
    ('2.4', 'logistic')
    """
    query = _cleaned_query(" ".join(words))
    named = _exact_match(query)
    if named is not None:
        return named
    hits = _hits_of_synonym(query) or search(query)
    if not hits.found:
        hits = _closest_matches(query)
    if not hits.found:
        raise TextbookError(f"nothing found for {quoted(query)}. {_similar_names(query)}")
    return _single_hit(hits) or hits


def exact_match(query: str) -> Found | None:
    """Return the entry, section, model or function that a query names exactly, without a search.

    >>> exact_match("(15)").id, exact_match("no such thing")
    ('mitchell-15', None)
    """
    return _exact_match(_cleaned_query(query))


def without_accents(query: str) -> str:
    """Return a query without accents.

    >>> without_accents("naïve Bayes")
    'naive Bayes'
    """
    return "".join(c for c in normalize("NFD", query) if not combining(c))


def _cleaned_query(query: str) -> str:
    return " ".join(without_accents(query).lower().strip("`'\"?!. ").split())


def _exact_match(query: str) -> Found | None:
    """Return the item that a query names by id, number, section, model or function."""
    by_id = _entry_by_id(query)
    if by_id is not None:
        return by_id
    numbered = _entries_by_number(query)
    if numbered:
        return numbered[0]
    if match := _EXERCISE.fullmatch(query):
        return _exercise_by_number(match[1])
    section = _section_by_number(query)
    if section is not None:
        return section
    if match := _NUMBERED.fullmatch(query):
        raise TextbookError(_no_such_number(match[1], match[2]))
    function = _function_called(query)
    if function is not None and ("_" in query or _normalised_query(query) not in SYNONYMS):
        is_model = ".study." in function and "_" not in query and model_called(query)
        return is_model or function
    return model_called(query) if query not in SYNONYMS else None


def entry(name: str) -> Entry:
    """Return one entry of the source texts, found as by `read`; a notebook shows its formula.

    >>> entry("15").id, entry("gwansiu 17").id, entry("bayes_rule").text
    ('mitchell-15', 'gwansiu-17', 'mitchell')
    """
    found = find([name])
    if isinstance(found, ModelLink):
        found = found.model
    if isinstance(found, str) and links.functions().get(found):
        return texts.load().entries[links.functions()[found][0]]
    if isinstance(found, Entry):
        return found
    raise TextbookError(
        f"expected a single entry, got {quoted(name)}. Fix: use a number or an id such as "
        "mitchell-15."
    )


def numbered_alike(entry: Entry) -> list[Entry]:
    """Return the entries of the other source texts that have the same number.

    >>> [e.id for e in numbered_alike(texts.load().entries["mitchell-15"])]
    ['gwansiu-15']
    """
    return [e for e in _entries_by_number(entry.number or "") if e.id != entry.id]


def entries_of_section(section: str, text: str = "mitchell") -> Iterable[Entry]:
    """Return the entries of a section of a source text, Mitchell's unless another is named.

    >>> [e.id for e in entries_of_section("3.2")][:2]
    ['mitchell-s3.2-motivation', 'mitchell-s3.2-mcle']
    """
    entries = texts.load().entries.values()
    return (e for e in entries if e.text == text and _section_number(e.section) == section)


def model_called(query: str) -> ModelLink | None:
    """Return the model with this name, class name or other common name.

    >>> model_called("GaussianNaiveBayes").name, model_called("lda").name
    ('gaussian-nb', 'gda')
    """
    return _models_by_name().get(_normalised_query(query))


def search(query: str) -> SearchHits:
    """Return the functions and entries that contain every word of the query, best match first.

    >>> search("coupon").names
    ('textbook_ml.equations.theory.coupon_collector_mean',)
    """
    words = [_british_spelling(w) for w in query.casefold().split()]
    words = [w for w in words if w not in _FILLERS] or words
    names = [n for n in _ranked_matches(_texts_of_names(), words) if links.model_of(n) is None]
    entries = _ranked_matches(_texts_of_entries(), words)
    known = texts.load().entries
    models = [m for m in links.models() if words and _model_matches(m, words)]
    return SearchHits(tuple(names), tuple(known[i] for i in entries), tuple(models))


def _entry_by_id(query: str) -> Entry | Erratum | str | None:
    known = texts.load()
    things: list[Entry | Erratum] = [*known.entries.values(), *known.errata.values()]
    for thing in things:
        if query == thing.id.lower():
            return thing
    dotted = (name for name in links.functions() if query == name.lower())
    return next((name for name in dotted if links.model_of(name) is None), None)


def _function_called(query: str) -> str | None:
    """Return the dotted name of a function with this short name; classes of models are models.

    `gaussian` is a search: it does not name the class of one distribution.
    """
    short = query.replace(" ", "_").replace("-", "_").removesuffix("()")
    for name, dotted in links.names().items():
        distribution = name.istitle() and dotted not in links.functions()
        if (short == name.lower() and not distribution) or query == dotted.lower():
            return None if links.model_of(dotted) else dotted
    return None


def _entries_by_number(query: str) -> list[Entry]:
    """Return the entries with a number, Mitchell's first; the query may name a source text."""
    match = _NUMBERED.fullmatch(query)
    if not match:
        return []
    text, number = match.groups()
    entries = texts.load().entries.values()
    return [e for e in entries if e.number == number and text in (None, e.text)]


def _section_by_number(query: str) -> Section | None:
    """Return a section: `2.4`, `section 3`, `§3` or `ng 1.2`."""
    match = _SECTION.fullmatch(query)
    if not match:
        return None
    for text in [match[1]] if match[1] else texts.TEXT_KEYS:
        entries = tuple(entries_of_section(match[3], text))
        if entries:
            return Section(text, match[3], entries)
    return None


def _exercise_by_number(number: str) -> Found:
    """Return an exercise of Mitchell's, or the command for an exercise that we numbered."""
    known = texts.load().entries
    if f"mitchell-ex{number}" in known:
        return known[f"mitchell-ex{number}"]
    if f"ex{number}" in links.table()["exercises"]:
        return SearchHits((), (), commands=(f"exercise ex{number}",))
    raise TextbookError(f"there is no exercise {number}. Fix: run `exercise` to list all.")


def _section_number(section: str) -> str:
    """Return the number of a section, without remarks such as "(reader note)"."""
    return section.split()[0].rstrip(",") if section[:1].isdigit() else ""


def _no_such_number(text: str | None, number: str) -> str:
    last: dict[str, int] = {}
    for e in texts.load().entries.values():
        if e.number and e.number.isdigit() and text in (None, e.text):
            last[e.text] = max(last.get(e.text, 0), int(e.number))
    names = texts.load().texts
    known = ", ".join(f"{names[key].name} (1) to ({n})" for key, n in last.items())
    if not known:
        return f"{names[str(text)].name} has no equation numbers. Fix: run `read --text {text}`."
    return f"there is no equation ({number}). Numbered equations: {known}."


def _hits_of_synonym(query: str) -> SearchHits | None:
    """Return hits for a word that the source texts do not use, from the table of synonyms."""
    key = next((q for q in (query, _normalised_query(query)) if q in SYNONYMS), None)
    if key is None:
        return None
    known, names = texts.load().entries, links.names()
    targets = tuple(dict.fromkeys(SYNONYMS[key]))
    models = {one.name: one for one in links.models()}
    rest = search(query) if key in ALSO_SEARCHED else SearchHits((), ())
    curated = [names[t] for t in targets if t in names and t not in models]
    return SearchHits(
        tuple(dict.fromkeys([*curated, *rest.names])),
        tuple(
            {e.id: e for e in [*(known[t] for t in targets if t in known), *rest.entries]}.values()
        ),
        tuple(models[t] for t in targets if t in models),
        tuple(t for t in targets if t in COMMANDS),
    )


def _closest_matches(query: str) -> SearchHits:
    """Return the items that contain the most words of a query, and at least half of them."""
    words = [w for w in map(_british_spelling, query.casefold().split()) if w not in _FILLERS]
    if len(words) < 2:
        return SearchHits((), ())
    for n in range(len(words) - 1, (len(words) - 1) // 2, -1):
        best = [search(" ".join(words[:i] + words[i + len(words) - n :])) for i in range(n + 1)]
        found = next((hits for hits in best if hits.found), None)
        if found:
            remark = "No entry contains all of these words; these contain some."
            phrases = [name for name in (*_models_by_name(), *SYNONYMS) if " " in name]
            near = get_close_matches(_normalised_query(query), phrases, n=2, cutoff=0.88)
            if near:
                remark = f"Did you mean {' or '.join(dict.fromkeys(near))}? {remark}"
            return SearchHits(found.names, found.entries, found.models, remark=remark)
    return SearchHits((), ())


def _single_hit(hits: SearchHits) -> Found | None:
    """Return the only hit of a search, to be shown at once."""
    found: list[Found] = [*hits.names, *hits.entries, *hits.models]
    return found[0] if len(found) == 1 and not hits.commands else None


def _ranked_matches(texts: Mapping[str, tuple[str, str]], words: list[str]) -> list[str]:
    """Return the keys whose text has words that begin with those of the query, best first.

    If there are no such keys, return the keys whose text contains the words anywhere.
    """
    if not words:
        return []
    begins = [re.compile(rf"(?<![^\W_]){re.escape(w)}") for w in words]
    hits = [k for k, t in texts.items() if all(b.search(f"{t[0]} {t[1]}") for b in begins)]
    if not hits:
        hits = [k for k, t in texts.items() if all(w in f"{t[0]} {t[1]}" for w in words)]

    def score(key: str) -> tuple[int, bool, bool]:
        first = texts[key][0]
        named = key.rpartition(".")[2].startswith(words[0])
        return -sum(bool(b.search(first)) for b in begins), ".study." in key, not named

    return sorted(hits, key=score)


@cache
def _texts_of_names() -> dict[str, tuple[str, str]]:
    result = {}
    for name in links.functions():
        p = page(name)
        first = f"{p.module.rpartition('.')[2]} {p.short_name} {p.title}"
        result[name] = (first.casefold(), f"{p.short_name.replace('_', ' ')} {p.words}".casefold())
    return result


@cache
def _texts_of_entries() -> dict[str, tuple[str, str]]:
    entries = texts.load().entries.values()
    return {e.id: (e.title.casefold(), f"{e.id} {e.words}".casefold()) for e in entries}


def _model_matches(model: ModelLink, words: list[str]) -> bool:
    """Return whether the names of a model have words that begin with those of the query."""
    text = f"{model.name} {model.class_name} {_words_of_class_name(model.class_name)}".casefold()
    return all(re.search(rf"\b{re.escape(word)}", text) for word in words)


@cache
def _models_by_name() -> dict[str, ModelLink]:
    found: dict[str, ModelLink] = {}
    for one in links.models():
        for name in (one.name, one.class_name, _words_of_class_name(one.class_name), one.model):
            found.setdefault(_normalised_query(name), one)
    by_name = {one.name: one for one in links.models()}
    return {
        **{_normalised_query(name): by_name[target] for name, target in MODEL_NAMES.items()},
        **found,
    }


def _words_of_class_name(name: str) -> str:
    """Return the words of a class name: `GaussianNaiveBayes` is `Gaussian Naive Bayes`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)


def _normalised_query(query: str) -> str:
    """Return a query in small letters, with spaces for hyphens and underscores."""
    return " ".join(map(_british_spelling, re.sub(r"[-_]+", " ", query.casefold()).split()))


def _british_spelling(word: str) -> str:
    """Return a word in the spelling of the source entries.

    >>> _british_spelling("regularization"), _british_spelling("size")
    ('regularisation', 'size')
    """
    return re.sub(r"(?<=\w{3})iz(?=e|ing|ation|er)", "is", word) if len(word) > 5 else word


def _similar_names(query: str) -> str:
    """Return a sentence with the most similar ids, names and words."""
    words = {w for first, _ in _texts_of_entries().values() for w in re.findall(r"\w{4,}", first)}
    known = texts.load()
    everything = [
        *links.names(),
        *_models_by_name(),
        *SYNONYMS,
        *sorted(words),
        *known.entries,
        *(e.lower() for e in known.errata),
    ]
    near = get_close_matches(query, list(dict.fromkeys(everything)), n=4, cutoff=0.72)
    return f"Did you mean {', '.join(near)}?" if near else "Run `read` to list the contents."
