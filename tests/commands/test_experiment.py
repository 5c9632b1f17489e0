"""The command `experiment`: the list, one experiment, the report on all, and errors."""

import json
import re
from collections.abc import Generator, Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from textbook_ml.commands import experiment as command
from textbook_ml.commands.experiment import experiment, find, question_lines
from textbook_ml.commands.main import join_study_name, main
from textbook_ml.commands.studies import STUDIES
from textbook_ml.core.console import WIDTH, display_width, to_ascii
from textbook_ml.core.errors import TextbookError
from textbook_ml.plots import Figure, Line
from textbook_ml.study.experiments._experiment import Experiment, Finding, experiments

WEATHER = experiments()["weather"]


def drained(lines: Generator[str, None, int]) -> tuple[list[str], int]:
    """Return the lines of a command and its exit code."""
    said: list[str] = []
    while True:
        try:
            said.append(next(lines))
        except StopIteration as end:
            return said, int(end.value)


def output_of(name: str | None = None, **options: Any) -> tuple[list[str], int]:
    """Return the output of the command for these arguments."""
    return drained(experiment(name, **options))


def assert_fits(lines: list[str]) -> None:
    """Check that every line fits the console and has a lossless ASCII form."""
    for line in lines:
        assert display_width(line) < WIDTH, line
        assert to_ascii(line).count("?") == line.count("?"), line


def found(holds: bool, caveat: str = "") -> Finding:
    """Return a finding with one number."""
    line = Line([0.0, 1.0], [0.0, 1.0], label="<line>")
    figure = Figure(f"a & b {caveat}", "a < b", "x", "y", [line])
    return Finding(holds, {"1 < 2 & so on": 0.5}, figure, caveat)


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> dict[str, Experiment]:
    """Return three quick experiments; one has a claim with markup, and fails."""

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
    """Give a test function the documentation page of a function of the package."""
    run.__module__, run.__qualname__ = WEATHER.run.__module__, WEATHER.run.__qualname__
    return run


def test_the_list_has_all_experiments_with_their_claims() -> None:
    """Experiments are listed by theme, in lines that fit any console."""
    lines, code = output_of()
    assert_fits(lines)
    assert code == 0
    text = " ".join(" ".join(lines).split())
    for one in experiments().values():
        assert f" {one.name} {one.claim}" in text
        assert one.theme in text


def test_the_json_list_has_all_experiments_in_order() -> None:
    """The list contains one object for each experiment."""
    lines, code = output_of(json=True)
    listed = json.loads("\n".join(lines))
    assert code == 0
    assert [one["name"] for one in listed] == list(experiments())
    assert all(one["claim"] and one["criterion"] for one in listed)
    assert all(one["id"] == f"EXP-{one['name'].upper()}" for one in listed)


def test_a_claim_is_followed_by_criterion_numbers_and_verdict() -> None:
    """The parts are in this order; exact numbers are printed exactly."""
    lines, code = output_of("weather")
    assert_fits(lines)
    assert code == 0
    starts = [line.strip().split("  ")[0] for line in lines]
    parts = ("claim", "criterion", "P(thunder)", "verdict", "figure")
    places = [starts.index(part) for part in parts]
    assert places == sorted(places)
    assert "  P(thunder | rain)                81/260 ≈ 0.3115" in lines
    assert "experiment weather --svg weather.svg" in lines[-1]


@pytest.mark.parametrize("name", experiments())
def test_claim_and_criterion_fit_any_console(name: str) -> None:
    """Quick and full sizes fit."""
    one = experiments()[name]
    for full in (False, True):
        assert_fits(list(question_lines(one, 0, one.sizes(full))))


def test_the_json_result_has_the_verdict_and_exact_numbers() -> None:
    """The verdict is a phrase, and Fractions are strings."""
    lines, code = output_of("weather", json=True, seed=5)
    answer = json.loads("\n".join(lines))
    assert code == 0
    assert (answer["name"], answer["verdict"], answer["seed"]) == ("weather", "holds", 5)
    assert answer["numbers"]["P(thunder)"] == "27/200"
    assert answer["claim"] == WEATHER.claim
    assert answer["criterion"] == WEATHER.criterion


def test_the_exit_code_is_1_only_if_a_claim_fails(three: dict[str, Experiment]) -> None:
    """A caveat is not a failure."""
    assert output_of("weather")[1] == 0
    assert output_of("half")[1] == 0
    assert output_of("markup")[1] == 1
    assert output_of("markup", json=True)[1] == 1
    assert output_of(everything=True)[1] == 1


def test_main_returns_the_exit_code_of_an_experiment(three: dict[str, Experiment]) -> None:
    """The exit code of the experiment is returned by `main`."""
    assert main(["experiment", "weather"]) == 0
    assert main(["experiment", "markup", "--json"]) == 1


@pytest.mark.parametrize("name", ["variance", "EXP-VARIANCE", "Exp-Variance", " VARIANCE"])
def test_an_experiment_is_found_by_id_or_name_in_any_case(name: str) -> None:
    """The id with its prefix and the name alone select the same experiment."""
    assert find(name).id == "EXP-VARIANCE"


def test_similar_names_are_suggested_for_an_unknown_name() -> None:
    """If no name is similar, the message says how to list all experiments."""
    with pytest.raises(
        TextbookError, match=r"unknown experiment 'wether'\. Did you mean weather\b"
    ):
        find("wether")
    with pytest.raises(TextbookError, match="Run `experiment` to list all"):
        find("zzzz")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["varance"], "unknown experiment 'varance'. Did you mean variance"),
        (["weather", "--all"], "weather and --all cannot be used together"),
        (["--svg", "a.svg"], "--svg needs one experiment"),
        (["--out", "here"], "add --all"),
        (["weather", "--svg", "/no/such/folder/a.svg"], "the folder does not exist"),
    ],
)
def test_bad_usage_is_a_one_line_error_with_exit_code_2(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message is on stderr; stdout stays empty."""
    assert main(["experiment", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert captured.err.count("\n") == 1


def test_the_figure_of_an_experiment_is_written(tmp_path: Path) -> None:
    """The file is an SVG document with a title."""
    lines, _ = output_of("weather", svg=str(tmp_path / "a.svg"))
    assert str(tmp_path / "a.svg").replace(" ", "") in "".join(lines).replace(" ", "")
    root = ElementTree.parse(tmp_path / "a.svg").getroot()
    assert root.find("{http://www.w3.org/2000/svg}title") is not None
    assert [p.name for p in tmp_path.iterdir()] == ["a.svg"]


class Page(HTMLParser):
    """A parser that checks that elements are closed, and collects ids, links and text."""

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
        """Collect the attributes of an element."""
        self.handle_startendtag(tag, attributes)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Collect the attributes of an empty element."""
        self.tags.append(tag)
        for name, value in attributes:
            if name == "id":
                self.ids.append(str(value))
            if name in ("href", "src", "action", "xlink:href", "poster", "data"):
                self.links.append(str(value))

    def handle_endtag(self, tag: str) -> None:
        """Check that the innermost element is closed first."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Collect text."""
        self.text += data


@pytest.fixture
def page(three: dict[str, Experiment], tmp_path: Path) -> Iterator[str]:
    """Return the report on the three experiments."""
    output_of(everything=True, out=str(tmp_path / "new" / "folder"), seed=3)
    folder = tmp_path / "new" / "folder"
    assert [p.name for p in folder.iterdir()] == ["index.html"]
    yield (folder / "index.html").read_text(encoding="utf-8")


def test_the_report_has_a_section_and_a_link_for_each_experiment(page: str) -> None:
    """Ids are unique, and every link of the contents has a target."""
    read = Page(page)
    assert len(read.ids) == len(set(read.ids))
    assert {"weather", "markup", "half"} <= set(read.ids)
    assert {link.removeprefix("#") for link in read.links} == {"weather", "markup", "half"}


def test_the_report_has_claim_criterion_verdict_caveat_and_numbers(page: str) -> None:
    """The report also has seed, sizes, version, and figures with title and description."""
    read = Page(page)
    for said in (WEATHER.claim, WEATHER.criterion, "if <b> & only if", "27/200 = 0.135", "Seed 3"):
        assert said in read.text
    for verdict in ("✓ holds", "✓ holds with a caveat", "✗ fails"):
        assert read.text.count(verdict) >= 2
    assert re.search(r"on Python \d\.\d+\.\d+", read.text)
    assert (read.tags.count("svg"), read.tags.count("desc")) == (3, 3)


def test_the_report_is_self_contained(page: str) -> None:
    """The page loads no script, font or image; the SVG namespace is not fetched."""
    read = Page(page)
    assert not {"script", "link", "img", "iframe", "object", "embed"} & set(read.tags)
    assert "@import" not in page
    addresses = re.findall(r"[a-z]+://[^\s\"']+", page)
    assert set(addresses) == {"http://www.w3.org/2000/svg"}
    assert set(re.findall(r"url\(([^)]*)\)", page)) <= {f"#{i}" for i in read.ids}


def test_the_report_has_styles_for_dark_and_narrow_screens_and_paper(page: str) -> None:
    """Each medium has its own rules, and the viewport is set for phones."""
    for rule in ("prefers-color-scheme: dark", "max-width: 30rem", "@media print"):
        assert rule in page
    assert 'content="width=device-width, initial-scale=1"' in page


def test_markup_in_a_claim_is_escaped(page: str) -> None:
    """The text of the page contains the claim literally."""
    assert "</p><script>alert('1 & 2')</script>" in Page(page).text
    assert "<script" not in page


def test_the_same_seed_gives_the_same_page(three: dict[str, Experiment], tmp_path: Path) -> None:
    """The bytes are equal, because the page contains no date."""
    for name in ("a", "b"):
        output_of(everything=True, out=str(tmp_path / name))
    assert (tmp_path / "a/index.html").read_bytes() == (tmp_path / "b/index.html").read_bytes()


def test_an_old_report_is_replaced_but_another_page_is_not(
    three: dict[str, Experiment], tmp_path: Path
) -> None:
    """The error names the file and is raised before any experiment runs."""
    output_of(everything=True, out=str(tmp_path))
    output_of(everything=True, out=str(tmp_path), seed=8)
    assert "Seed 8" in (tmp_path / "index.html").read_text(encoding="utf-8")
    (tmp_path / "index.html").write_text("my home page")
    three.clear()
    with pytest.raises(TextbookError, match=r"index\.html was not written by this command"):
        output_of(everything=True, out=str(tmp_path))
    assert (tmp_path / "index.html").read_text() == "my home page"


def test_a_file_in_place_of_the_report_folder_is_an_error(
    three: dict[str, Experiment], tmp_path: Path
) -> None:
    """The error names the path."""
    (tmp_path / "taken").write_text("")
    with pytest.raises(TextbookError, match="taken: the report cannot be written"):
        output_of(everything=True, out=str(tmp_path / "taken"))


def test_after_an_error_the_old_report_is_unchanged(
    three: dict[str, Experiment], tmp_path: Path
) -> None:
    """No partial file is written after an error."""
    output_of(everything=True, out=str(tmp_path))
    before = (tmp_path / "index.html").read_bytes()

    def broken(seed: int = 0) -> Finding:
        raise TextbookError("no")

    three["weather"] = replace(WEATHER, run=_of_the_same_page(broken))
    with pytest.raises(TextbookError):
        output_of(everything=True, out=str(tmp_path))
    assert [p.name for p in tmp_path.iterdir()] == ["index.html"]
    assert (tmp_path / "index.html").read_bytes() == before


def test_json_results_are_in_the_order_of_the_list(three: dict[str, Experiment]) -> None:
    """The results of all experiments are printed in the order of the list."""
    lines, _ = output_of(everything=True, json=True)
    results = json.loads("\n".join(lines))
    assert [(r["name"], r["verdict"]) for r in results] == [
        ("weather", "holds"),
        ("markup", "fails"),
        ("half", "holds with a caveat"),
    ]


@pytest.mark.parametrize("name", STUDIES)
def test_a_study_has_options_of_its_own(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """--help lists --data; if the study is not named first, the error shows the right call."""
    with pytest.raises(SystemExit) as stop:
        main(["experiment", name, "--help"])
    assert stop.value.code == 0
    assert "--data" in capsys.readouterr().out
    assert main(["experiment", "--seed", "1", name]) == 2
    assert f"`experiment {name} --help`" in capsys.readouterr().err


def test_a_study_is_called_with_two_words() -> None:
    """Upper case is accepted; other arguments are not changed."""
    assert join_study_name(["experiment", "NG-Jordan", "--data", "A.csv"]) == [
        "experiment ng-jordan",
        "--data",
        "A.csv",
    ]
    assert join_study_name(["read", "15"]) == ["read", "15"]
