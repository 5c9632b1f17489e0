"""The HTML pages are escaped, self-contained, and consistent with the results."""

from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from tests.grading_support import HOSTILE, ODD, RIGHT, TIER, WRONG, result
from textbook_ml.grading.reports.class_page import class_page, found_misconceptions
from textbook_ml.grading.reports.student_page import student_page


class Tags(HTMLParser):
    """A parser that collects the tags of a page with their attributes, and the text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def pages() -> Iterator[str]:
    hostile = replace(result(HOSTILE, ODD, WRONG), notes=(HOSTILE,), late=HOSTILE)
    believed = replace(WRONG, misconception=HOSTILE, help=HOSTILE, comment=HOSTILE)
    yield student_page(hostile)
    yield class_page([hostile, result("bob.py", believed)], {HOSTILE: 'pages/"x".html'})


@pytest.mark.parametrize("page", list(pages()), ids=["student", "class"])
def test_hostile_text_does_not_become_markup(page: str) -> None:
    """A page has no scripts, no requests and no event handlers, whatever a submission contains."""
    seen = Tags(page)
    assert {tag for tag, _ in seen.tags}.isdisjoint({"script", "img", "iframe", "object", "link"})
    assert not any(name.startswith("on") or name == "src" for _, a in seen.tags for name in a)
    assert "http:" not in page and "https:" not in page and "url(" not in page
    assert "<script>alert(1)</script>" in seen.text
    page.encode("utf-8")


def test_student_page_shows_call_and_reason() -> None:
    """The page has the same content as the terminal report."""
    text = Tags(student_page(result())).text
    for said in ("2 of 5 points", "variance_mvue([0.0, 1.0], 0.5)", "0.25", "You divide by N"):
        assert said in text


def test_class_page_counts_misconceptions() -> None:
    """Two of three submissions divide by N; this misconception is first."""
    other = replace(WRONG, function="mean_mle", misconception="median", help="the middle value")
    class_ = [result("a.py"), result("b.py", RIGHT, other), result("c.py")]
    assert [(m.name, m.submissions) for m in found_misconceptions(class_)] == [
        ("divided_by_n", ("a.py", "c.py")),
        ("median", ("b.py",)),
    ]
    text = Tags(class_page(class_, {})).text
    assert text.index("divided by n") < text.index("2 of 3") < text.index("the middle value")


@pytest.mark.parametrize("page", [student_page(result()), class_page([result()], {})])
def test_each_page_lists_missing_protection(page: str) -> None:
    """Readers can judge how reliable the grades are."""
    text = Tags(page).text
    assert "Isolation: process." in text
    assert TIER in text


def test_empty_class_has_a_page() -> None:
    """An empty list of results is not an error."""
    assert "0 submissions" in Tags(class_page([], {})).text


def test_only_the_class_page_shows_the_seed() -> None:
    """A student page does not reveal the test cases."""
    assert "s3cret" not in student_page(result())
    assert "s3cret" in class_page([result()], {})
