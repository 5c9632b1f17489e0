"""The `experiment` command: the list, one claim, all of them as a report, and what is refused."""

import json
import re
from collections.abc import Generator, Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from textbook_ml.cli import joined, main
from textbook_ml.commands import experiment as command
from textbook_ml.commands.experiment import experiment, find, question_lines
from textbook_ml.commands.studies import STUDIES
from textbook_ml.console import WIDTH, to_ascii, width
from textbook_ml.errors import TextbookError
from textbook_ml.experiments._experiment import Experiment, Finding, experiments
from textbook_ml.plots import Figure, Line

WEATHER = experiments()["weather"]


def drained(lines: Generator[str, None, int]) -> tuple[list[str], int]:
    """The lines of a command, and its exit code."""
    said: list[str] = []
    while True:
        try:
            said.append(next(lines))
        except StopIteration as end:
            return said, int(end.value)


def spoken(name: str | None = None, **options: Any) -> tuple[list[str], int]:
    """What the command says to these words."""
    return drained(experiment(name, **options))


def assert_fits(lines: list[str]) -> None:
    """Every line has fewer columns than the console, and an ASCII form without losses."""
    for line in lines:
        assert width(line) < WIDTH, line
        assert to_ascii(line).count("?") == line.count("?"), line


def found(holds: bool, caveat: str = "") -> Finding:
    """A finding of one number."""
    line = Line([0.0, 1.0], [0.0, 1.0], label="<line>")
    figure = Figure(f"a & b {caveat}", "a < b", "x", "y", [line])
    return Finding(holds, {"1 < 2 & so on": 0.5}, figure, caveat)


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> dict[str, Experiment]:
    """Only three experiments, which are quick; one has a claim full of markup, and fails."""

    def failing(seed: int = 0) -> Finding:
        return found(holds=False)

    def caveated(seed: int = 0) -> Finding:
        return found(holds=True, caveat="if <b> & only if")

    some = {
        "weather": WEATHER,
        "markup": replace(
            WEATHER,
            id="EXP-MARKUP",
            claim="</p><script>alert('1 & 2')</script>",
            run=_of_the_same_page(failing),
        ),
        "half": replace(WEATHER, id="EXP-HALF", run=_of_the_same_page(caveated)),
    }
    monkeypatch.setattr(command, "experiments", lambda: some)
    return some


def _of_the_same_page(run: Any) -> Any:
    """The function, documented by the page of another: it stands in no module of the package."""
    run.__module__, run.__qualname__ = WEATHER.run.__module__, WEATHER.run.__qualname__
    return run


def test_the_list_names_all_with_their_claims() -> None:
    """Theme by theme, on any console."""
    lines, code = spoken()
    assert_fits(lines)
    assert code == 0
    text = " ".join(" ".join(lines).split())
    for one in experiments().values():
        assert f" {one.name} {one.claim}" in text
        assert one.theme in text


def test_the_list_for_machines_has_name_and_claim() -> None:
    """One object for each experiment, in the same order."""
    lines, code = spoken(json=True)
    listed = json.loads("\n".join(lines))
    assert code == 0
    assert [one["name"] for one in listed] == list(experiments())
    assert all(one["claim"] and one["criterion"] for one in listed)
    assert all(one["id"] == f"EXP-{one['name'].upper()}" for one in listed)


def test_a_claim_is_followed_by_criterion_numbers_and_verdict() -> None:
    """In this order; exact numbers are shown exactly, and the figure can be found."""
    lines, code = spoken("weather")
    assert_fits(lines)
    assert code == 0
    starts = [line.strip().split("  ")[0] for line in lines]
    parts = ("claim", "criterion", "P(thunder)", "verdict", "figure")
    places = [starts.index(part) for part in parts]
    assert places == sorted(places)
    assert "  P(thunder | rain)                81/260 ≈ 0.3115" in lines
    assert "experiment weather --svg weather.svg" in lines[-1]


@pytest.mark.parametrize("name", experiments())
def test_what_is_asked_fits_any_console(name: str) -> None:
    """Before it is run, with the sizes of both kinds."""
    one = experiments()[name]
    for full in (False, True):
        assert_fits(list(question_lines(one, 0, one.sizes(full))))


def test_the_same_for_machines() -> None:
    """With the verdict in words, and Fractions as text."""
    lines, code = spoken("weather", json=True, seed=5)
    answer = json.loads("\n".join(lines))
    assert code == 0
    assert (answer["name"], answer["verdict"], answer["seed"]) == ("weather", "holds", 5)
    assert answer["numbers"]["P(thunder)"] == "27/200"
    assert answer["claim"] == WEATHER.claim
    assert answer["criterion"] == WEATHER.criterion


def test_the_exit_code_is_1_only_if_a_claim_fails(three: dict[str, Experiment]) -> None:
    """A caveat is no failure."""
    assert spoken("weather")[1] == 0
    assert spoken("half")[1] == 0
    assert spoken("markup")[1] == 1
    assert spoken("markup", json=True)[1] == 1
    assert spoken(everything=True)[1] == 1


def test_the_exit_code_reaches_the_shell(three: dict[str, Experiment]) -> None:
    """Through `main`."""
    assert main(["experiment", "weather"]) == 0
    assert main(["experiment", "markup", "--json"]) == 1


@pytest.mark.parametrize("name", ["variance", "EXP-VARIANCE", "Exp-Variance", " VARIANCE"])
def test_a_name_goes_in_any_case_and_with_its_prefix(name: str) -> None:
    """What the texts' list calls it, or short."""
    assert find(name).id == "EXP-VARIANCE"


def test_an_unknown_name_gets_the_nearest() -> None:
    """On one line; exit code 2 is `main`'s."""
    with pytest.raises(TextbookError, match="did you mean weather"):
        find("wether")
    with pytest.raises(TextbookError, match="type `experiment` for the list"):
        find("zzzz")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["varance"], "no experiment is called 'varance': did you mean variance"),
        (["weather", "--all"], "name one experiment, or run all"),
        (["--svg", "a.svg"], "--svg is for one experiment"),
        (["--out", "here"], "add --all"),
        (["weather", "--svg", "/no/such/folder/a.svg"], "there is no such folder"),
    ],
)
def test_bad_usage_is_one_line_and_exit_code_2(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """On stderr; stdout stays empty."""
    assert main(["experiment", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert captured.err.count("\n") == 1


def test_the_figure_is_written(tmp_path: Path) -> None:
    """As a whole SVG document, with a title."""
    lines, _ = spoken("weather", svg=str(tmp_path / "a.svg"))
    assert str(tmp_path / "a.svg") in "".join(lines).replace(" ", "")
    root = ElementTree.parse(tmp_path / "a.svg").getroot()
    assert root.find("{http://www.w3.org/2000/svg}title") is not None
    assert [p.name for p in tmp_path.iterdir()] == ["a.svg"]


class Page(HTMLParser):
    """A page as a browser reads it: every element closed in its turn, ids, links, text."""

    VOID = ("meta",)

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note what an element says of itself."""
        self.handle_startendtag(tag, attributes)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """The same for an element without anything inside."""
        self.tags.append(tag)
        for name, value in attributes:
            if name == "id":
                self.ids.append(str(value))
            if name in ("href", "src", "action", "xlink:href", "poster", "data"):
                self.links.append(str(value))

    def handle_endtag(self, tag: str) -> None:
        """The innermost element closes first."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """What can be read."""
        self.text += data


@pytest.fixture
def page(three: dict[str, Experiment], tmp_path: Path) -> Iterator[str]:
    """The report on the three."""
    spoken(everything=True, out=str(tmp_path / "new" / "folder"), seed=3)
    folder = tmp_path / "new" / "folder"
    assert [p.name for p in folder.iterdir()] == ["index.html"]
    yield (folder / "index.html").read_text(encoding="utf-8")


def test_the_report_has_a_section_for_each_and_a_way_there(page: str) -> None:
    """Ids are unique, and every link of the contents leads to one."""
    read = Page(page)
    assert len(read.ids) == len(set(read.ids))
    assert {"weather", "markup", "half"} <= set(read.ids)
    assert {link.removeprefix("#") for link in read.links} == {"weather", "markup", "half"}


def test_the_report_says_claim_criterion_verdict_caveat_and_numbers(page: str) -> None:
    """With seed, sizes and version, and each figure with title and description."""
    read = Page(page)
    for said in (WEATHER.claim, WEATHER.criterion, "if <b> & only if", "27/200 = 0.135", "Seed 3"):
        assert said in read.text
    for verdict in ("✓ holds", "✓ holds with a caveat", "✗ fails"):
        assert read.text.count(verdict) >= 2
    assert re.search(r"on Python \d\.\d+\.\d+", read.text)
    assert (read.tags.count("svg"), read.tags.count("desc")) == (3, 3)


def test_the_report_asks_for_nothing_else(page: str) -> None:
    """No script, no font, no picture from elsewhere; SVG's own name is not fetched."""
    read = Page(page)
    assert not {"script", "link", "img", "iframe", "object", "embed"} & set(read.tags)
    assert "@import" not in page
    addresses = re.findall(r"[a-z]+://[^\s\"']+", page)
    assert set(addresses) == {"http://www.w3.org/2000/svg"}
    assert set(re.findall(r"url\(([^)]*)\)", page)) <= {f"#{i}" for i in read.ids}


def test_the_report_is_for_light_and_dark_narrow_and_paper(page: str) -> None:
    """Each has its rules, and a phone is told not to shrink the page."""
    for rule in ("prefers-color-scheme: dark", "max-width: 30rem", "@media print"):
        assert rule in page
    assert 'content="width=device-width, initial-scale=1"' in page


def test_markup_in_words_is_shown_and_not_obeyed(page: str) -> None:
    """The claim is read as it was written."""
    assert "</p><script>alert('1 & 2')</script>" in Page(page).text
    assert "<script" not in page


def test_the_same_seed_gives_the_same_page(three: dict[str, Experiment], tmp_path: Path) -> None:
    """To the last byte: there is no date in it."""
    for name in ("a", "b"):
        spoken(everything=True, out=str(tmp_path / name))
    assert (tmp_path / "a/index.html").read_bytes() == (tmp_path / "b/index.html").read_bytes()


def test_a_report_is_written_anew_but_another_page_is_left_alone(
    three: dict[str, Experiment], tmp_path: Path
) -> None:
    """The refusal names the file, and comes before anything is run."""
    spoken(everything=True, out=str(tmp_path))
    spoken(everything=True, out=str(tmp_path), seed=8)
    assert "Seed 8" in (tmp_path / "index.html").read_text(encoding="utf-8")
    (tmp_path / "index.html").write_text("my home page")
    three.clear()
    with pytest.raises(TextbookError, match=r"index\.html is not a report of this command"):
        spoken(everything=True, out=str(tmp_path))
    assert (tmp_path / "index.html").read_text() == "my home page"


def test_a_file_is_no_folder(three: dict[str, Experiment], tmp_path: Path) -> None:
    """One clear line."""
    (tmp_path / "taken").write_text("")
    with pytest.raises(TextbookError, match="taken: no report can be written there"):
        spoken(everything=True, out=str(tmp_path / "taken"))


def test_an_experiment_that_breaks_leaves_the_old_report(
    three: dict[str, Experiment], tmp_path: Path
) -> None:
    """Nothing is half-written."""
    spoken(everything=True, out=str(tmp_path))
    before = (tmp_path / "index.html").read_bytes()

    def broken(seed: int = 0) -> Finding:
        raise TextbookError("no")

    three["weather"] = replace(WEATHER, run=_of_the_same_page(broken))
    with pytest.raises(TextbookError):
        spoken(everything=True, out=str(tmp_path))
    assert [p.name for p in tmp_path.iterdir()] == ["index.html"]
    assert (tmp_path / "index.html").read_bytes() == before


def test_all_for_machines_is_a_list_of_results(three: dict[str, Experiment]) -> None:
    """In the order of the list."""
    lines, _ = spoken(everything=True, json=True)
    results = json.loads("\n".join(lines))
    assert [(r["name"], r["verdict"]) for r in results] == [
        ("weather", "holds"),
        ("markup", "fails"),
        ("half", "holds with a caveat"),
    ]


@pytest.mark.parametrize("name", STUDIES)
def test_a_study_has_options_of_its_own(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It asks for data, and says so; without the name first, the way there is told."""
    with pytest.raises(SystemExit) as stop:
        main(["experiment", name, "--help"])
    assert stop.value.code == 0
    assert "--data" in capsys.readouterr().out
    assert main(["experiment", "--seed", "1", name]) == 2
    assert f"`experiment {name} --help`" in capsys.readouterr().err


def test_a_study_is_a_command_of_two_words() -> None:
    """In any case; other words stay as they are."""
    assert joined(["experiment", "NG-Jordan", "--data", "A.csv"]) == [
        "experiment ng-jordan",
        "--data",
        "A.csv",
    ]
    assert joined(["read", "15"]) == ["read", "15"]
