"""HTML building blocks that the student page and the class page share."""

from collections.abc import Iterable, Sequence
from html import escape

from textbook_ml.grading.reports.report_text import printable_line, tame_lines, verdict_name
from textbook_ml.grading.results import MANUAL, QuestionResult, Verdict
from textbook_ml.plots.svg import Markup, element, joined, words

STYLE = """
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1f2328; --soft: #57606a; --line: #d0d7de; --link: #0a58ca;
  --shade: #f6f8fa; --bar: #b3541e;
  --good: #116329; --good-paper: #dafbe1;
  --half: #7a4b00; --half-paper: #fff3cd;
  --bad: #a40e26; --bad-paper: #ffebe9;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0d1117; --ink: #e6edf3; --soft: #a3adb8; --line: #30363d; --link: #6cb0ff;
    --shade: #161b22; --bar: #e0995e;
    --good: #7ee2a0; --good-paper: #12351f;
    --half: #f2cc60; --half-paper: #3a2d05;
    --bad: #ff9d94; --bad-paper: #48150f;
  }
}
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif;
}
main { max-width: 46rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h1 { line-height: 1.2; margin-bottom: 0.5rem; }
h2 { margin: 2.5rem 0 0.75rem; border-bottom: 1px solid var(--line); line-height: 1.3; }
h3 { margin: 0; font-size: 1.05rem; }
a { color: var(--link); }
p { margin: 0.5rem 0; }
.score { font-size: 1.5rem; font-weight: 600; }
.soft { color: var(--soft); font-size: 0.9rem; }
.badge {
  display: inline-block; padding: 0 0.5em; border: 1px solid; border-radius: 1em;
  font-size: 0.85rem; white-space: nowrap;
}
.good { color: var(--good); background: var(--good-paper); }
.half { color: var(--half); background: var(--half-paper); }
.bad { color: var(--bad); background: var(--bad-paper); }
section { border: 1px solid var(--line); border-radius: 8px; padding: 0.75rem; margin: 0.75rem 0; }
.top { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: baseline; }
.top .marks { margin-left: auto; font-variant-numeric: tabular-nums; }
pre {
  margin: 0.25rem 0 0.5rem; padding: 0.5rem; background: var(--shade); border-radius: 6px;
  font: 0.875rem/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  white-space: pre-wrap; overflow-wrap: anywhere; max-height: 24rem; overflow-y: auto;
}
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 0.75rem; margin: 0.5rem 0; }
dt { color: var(--soft); padding-top: 0.75rem; font-size: 0.9rem; }
dd { margin: 0; min-width: 0; }
.help { border-left: 4px solid var(--bar); padding-left: 0.75rem; }
.teacher { border-left: 4px solid var(--link); padding-left: 0.75rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { text-align: left; color: var(--soft); font-weight: 400; }
th, td { padding: 0.3rem 0.75rem 0.3rem 0; border-bottom: 1px solid var(--line); }
td.number, th.number { text-align: right; white-space: nowrap; }
.rate { height: 0.6rem; background: var(--line); border-radius: 3px; }
.rate div { height: 100%; border-radius: 3px; }
.rate .right { background: var(--good); }
.rate .held { background: var(--bar); }
@media (max-width: 30rem) {
  dl { display: block; }
  dt { padding-top: 0; }
  th:nth-child(3), td:nth-child(3) { display: none; } /* hides the bars, not the numbers */
}
@media print {
  main { max-width: none; padding: 0; }
  section, tr { break-inside: avoid; }
  h2 { break-after: avoid; }
  pre { max-height: none; border: 1px solid var(--line); }
  .rate { border: 1px solid var(--line); }
  .rate div, .badge { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
"""


def document(title: str, parts: Sequence[Markup]) -> str:
    """Return an HTML page that loads nothing from the network."""
    head = [
        Markup('<meta charset="utf-8"/>'),
        Markup('<meta name="viewport" content="width=device-width, initial-scale=1"/>'),
        Markup('<meta name="color-scheme" content="light dark"/>'),
        Markup('<meta name="robots" content="noindex"/>'),
        Markup(
            '<meta http-equiv="Content-Security-Policy" '
            "content=\"default-src 'none'; style-src 'unsafe-inline'\"/>"
        ),
        element("title", text(title)),
        element("style", Markup(STYLE)),
    ]
    body = element("main", joined(parts))
    whole = element("html", element("head", joined(head)), element("body", body), lang="en")
    return f"<!DOCTYPE html>\n{whole}\n"


def text(content: str) -> Markup:
    """Escape text from any source, including characters that change the writing direction."""
    return words(printable_line(content))


def paragraph(content: str, look: str = "") -> Markup:
    """Return a paragraph of plain text."""
    return element("p", text(content), **({"class_": look} if look else {}))


def listed(sentences: Iterable[str]) -> Markup:
    """Return sentences as a list; nothing if there are none."""
    items = [element("li", text(sentence)) for sentence in sentences]
    return element("ul", *items, class_="soft") if items else Markup("")


def code(content: str) -> Markup:
    """Return code or printed output with its line breaks."""
    return element("pre", Markup(escape("\n".join(tame_lines(content)))))


def badge(question: QuestionResult) -> Markup:
    """Return a verdict as text with a symbol, so that it can be read without colours."""
    fine = question.verdict is Verdict.PASSED
    given = not fine and question.score >= question.max_score
    given = given or question.verdict in MANUAL
    look, sign = ("good", "✓") if fine else ("half", "≈") if given else ("bad", "✗")
    return element("strong", words(f"{sign} {verdict_name(question)}"), class_=f"badge {look}")


def bar(fraction: float, look: str) -> Markup:
    """Return a bar that fills this fraction of its width; the number is printed next to it."""
    width = f"width: {100 * min(max(fraction, 0.0), 1.0):.1f}%"
    filled = element("div", Markup(""), class_=look, style=width)
    return element("div", filled, class_="rate", aria_hidden="true")
