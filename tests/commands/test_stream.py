"""A file that is read in pieces teaches what the whole file teaches."""

from pathlib import Path
from random import Random

import pytest

from textbook_ml.cli import main
from textbook_ml.commands.stream import STREAMED, stream
from textbook_ml.data import pieces as cut
from textbook_ml.data.csv_file import read_csv
from textbook_ml.errors import TextbookError
from textbook_ml.models.catalogue import MODELS, recipe
from textbook_ml.models.codec import from_json
from textbook_ml.models.recipes import is_text

NUMBERS = "x1,x2,y\n" + "".join(  # 60 of a class: from 64 on, sums are rounded
    f"{Random(i).randint(-8, 8) / 4},{Random(-i).randint(0, 9)},{'abc'[i % 3]}\n" for i in range(180)
)
WORDS = "outlook,wind,play\n" + "".join(
    f"{('Sunny', 'Rain', '?')[i % 3]},{('Weak', 'Strong')[i // 2 % 2]},{('no', 'yes')[i % 5 > 1]}\n"
    for i in range(200)
)
TEXTS = "text,y\n" + "".join(
    f'"{("buy, now", "an exam")[i % 2]} no {i % 7}",{"sh"[i % 2]}\n' for i in range(120)
)
FILES = {
    "gaussian-nb": NUMBERS,
    "gaussian-nb-tied": NUMBERS,
    "gda": NUMBERS,
    "qda": NUMBERS,
    "poisson-nb": "calls,visits,y\n" + "".join(f"{i % 5},{i % 3},{i % 2}\n" for i in range(99)),
    "categorical-nb": WORDS,
    "mixed-nb": NUMBERS,
    "multinomial-nb": TEXTS,
}


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cut, "PIECE", 300)


def written(folder: Path, content: str) -> str:
    path = folder / "data.csv"
    path.write_bytes(content.encode())
    return str(path)


@pytest.mark.parametrize("model", STREAMED)
def test_pieces_teach_what_the_whole_file_teaches(model: str, tmp_path: Path) -> None:
    """These numbers and counts add up without rounding, so the models are equal."""
    path, out = written(tmp_path, FILES[model]), tmp_path / "model.json"
    list(stream(path, model, out=str(out)))
    whole = read_csv(path)
    streamed = from_json(out.read_text(encoding="utf-8"), MODELS)
    assert streamed == recipe(model).fit(whole)
    assert is_text(whole) == (model == "multinomial-nb")


@pytest.mark.parametrize("model", ["gaussian-nb", "categorical-nb"])
def test_two_processes_give_the_same_bits(model: str, tmp_path: Path) -> None:
    """Also of numbers that do round: the pieces are the same."""
    content = FILES[model].replace(".25", ".1234567") if model == "gaussian-nb" else FILES[model]
    path = written(tmp_path, content)
    for jobs in (1, 2):
        list(stream(path, model, jobs=jobs, out=str(tmp_path / f"{jobs}.json")))
    assert (tmp_path / "1.json").read_bytes() == (tmp_path / "2.json").read_bytes()


def test_pieces_begin_and_end_between_lines(tmp_path: Path) -> None:
    """Put together they are the file without its header; none is empty."""
    path = written(tmp_path, NUMBERS)
    content = Path(path).read_bytes()
    ranges = list(cut.pieces(path))
    assert len(ranges) > 3
    assert b"".join(content[a:b] for a, b in ranges) == content[len(b"x1,x2,y\n") :]
    assert all(content[b - 1 : b] == b"\n" for _, b in ranges)


@pytest.mark.parametrize(
    "content",
    [f"\ufeff{NUMBERS}", NUMBERS.replace("\n", "\r\n"), NUMBERS.rstrip("\n"), NUMBERS + "\n\n"],
)
def test_marks_line_ends_and_empty_lines_make_no_difference(content: str, tmp_path: Path) -> None:
    """The same model as from the plain file."""
    plain, odd = tmp_path / "plain", tmp_path / "odd"
    for folder, text in ((plain, NUMBERS), (odd, content)):
        folder.mkdir()
        list(stream(written(folder, text), "gaussian-nb", out=str(folder / "m.json")))
    assert (plain / "m.json").read_bytes() == (odd / "m.json").read_bytes()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (NUMBERS + "1.5,b\n", "2 cells came, and the header has 3"),
        (NUMBERS + "1.5,2,?\n", "the class 'y' is missing"),
        (NUMBERS + "warm,2,a\n", "'warm' is not a finite number"),
        (NUMBERS + "1_0,2,a\n", "'1_0' is not a finite number"),
        (NUMBERS + "nan,2,a\n", "'nan' is not a finite number"),
        (NUMBERS + '1,"2\n3",a\n', "runs over several lines"),
        (NUMBERS + '1,"2', "unexpected end of data"),
        ("x1,x2,y\n", "no row after it"),
    ],
)
def test_what_is_off_is_named(content: str, words: str, tmp_path: Path) -> None:
    """Far into the file, too, by one process and by two."""
    path = written(tmp_path, content)
    for jobs in (1, 2):
        with pytest.raises(TextbookError, match=words):
            list(stream(path, "gaussian-nb", jobs=jobs))


def test_the_command_says_what_it_learned(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And refuses models that no stream teaches, with exit code 2."""
    path = written(tmp_path, NUMBERS)
    assert main(["stream", path, "--model", "gaussian-nb"]) == 0
    screen = capsys.readouterr().out
    assert "180 examples, 2 features, 3 classes" in screen
    assert main(["stream", path, "--model", "logistic"]) == 2
    assert main(["stream", path, "--model", "gaussian-nb", "--jobs", "0"]) == 2
    assert main(["stream", path, "--model", "gaussian-nb", "--strength", "1"]) == 2
    assert main(["stream", str(tmp_path / "none.csv"), "--model", "gaussian-nb"]) == 2
