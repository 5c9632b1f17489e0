"""One file instead of a package: it works where nothing else is, and is the same everywhere."""

import os
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import pytest

from textbook_ml.core.errors import TextbookError
from textbook_ml.embedding.bundle import bundle, literal
from textbook_ml.embedding.bundles import package_files
from textbook_ml.models.catalogue import RECIPES

ROOT = Path(__file__).parents[2]
SINGLE, PROGRAM = "textbook_ml_single.py", "textbook_ml.pyz"
GNB_WORKS = """
import sys
sys.path.insert(0, ".")
from bells import GaussianNaiveBayes
import textbook_ml
model = GaussianNaiveBayes.fit([[1.0], [3.0], [7.0], [9.0]], "aabb")
assert model.posterior([5.0]) == {"a": 0.5, "b": 0.5}
assert model.predict([[2.0], [8.0]]) == ["a", "b"]
assert GaussianNaiveBayes.from_json(model.to_json()) == model
assert str(model) == repr(model) and repr(model).startswith("GaussianNaiveBayes(classes=('a', 'b')")
assert "log odds" in str(model.explain([2.0]))
assert "bells.py" in textbook_ml.__file__
outside = [m for m in sys.modules.values() if (getattr(m, "__file__", "") or "").startswith(%r)]
assert outside == [], outside
"""


def written(folder: Path, name: str, models: str | None = None) -> Path:
    """The file that the command writes."""
    list(bundle(str(folder / name), models))
    return folder / name


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder in which there is nothing but the two bundles."""
    folder = tmp_path_factory.mktemp("desk")
    written(folder, SINGLE)
    written(folder, PROGRAM)
    yield folder


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A Python that sees neither this checkout nor what is installed."""
    return subprocess.run(
        [sys.executable, "-I", "-S", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )


@pytest.mark.parametrize("name", [SINGLE, PROGRAM])
def test_the_whole_library_runs_from_one_file(desk: Path, name: str) -> None:
    """Learning, the texts, the tables, and the self-test."""
    fitted = run(desk, name, "fit", "iris", "--model", "gaussian-nb")
    assert fitted.returncode == 0, fitted.stderr
    assert "Iris-setosa" in fitted.stdout
    read = run(desk, name, "read", "15")
    assert "squares_about(xs, mu)" in read.stdout, read.stderr
    tested = run(desk, "-OO", name, "selftest")
    assert tested.returncode == 0, tested.stdout + tested.stderr


def test_modules_are_listed_in_one_file_as_in_a_folder(desk: Path) -> None:
    """What walks through packages finds the experiments too."""
    listed = run(desk, SINGLE, "experiment")
    assert listed.returncode == 0, listed.stderr
    assert "crossover" in listed.stdout


@pytest.mark.parametrize("name", [SINGLE, PROGRAM])
def test_a_bundle_of_a_bundle_is_the_same(desk: Path, name: str, tmp_path: Path) -> None:
    """The files come through the loader: made from either file, the bytes are these."""
    again = run(desk, name, "bundle", "--out", str(tmp_path / SINGLE))
    assert again.returncode == 0, again.stderr
    assert (tmp_path / SINGLE).read_bytes() == (desk / SINGLE).read_bytes()


def test_the_bytes_depend_on_no_date(desk: Path) -> None:
    """Every member of the program is dated alike, stored as it is, and in order."""
    with ZipFile(desk / PROGRAM) as archive:
        infos = archive.infolist()
    assert {info.date_time for info in infos} == {(1980, 1, 1, 0, 0, 0)}
    assert {info.compress_type for info in infos} == {0}
    names = [info.filename for info in infos[2:]]
    assert names == sorted(names)


def test_the_hash_is_told(tmp_path: Path) -> None:
    """So that two people can compare."""
    *_, last = bundle(str(tmp_path / PROGRAM))
    digest = sha256((tmp_path / PROGRAM).read_bytes()).hexdigest()
    assert last == f"sha256 {digest}"


def test_one_model_brings_what_it_needs_and_no_more(tmp_path: Path) -> None:
    """In a folder with nothing else; no command line, no texts, no tables."""
    path = written(tmp_path, "bells.py", "gaussian-nb")
    done = run(tmp_path, "-c", GNB_WORKS % str(ROOT))
    assert done.returncode == 0, done.stderr
    text = path.read_text(encoding="utf-8")
    assert "FILES['textbook_ml/equations/gaussian.py']" in text
    for absent in (
        "commands/main",
        "data/datasets/__init__",
        "sources/texts",
        "models/softmax_regression",
    ):
        assert f"textbook_ml/{absent}.py" not in text
    assert len(text) < 300_000


@pytest.mark.parametrize("name", [one.name for one in RECIPES])
def test_every_model_can_be_had_alone(name: str) -> None:
    """All that its modules import is among the files."""
    files = package_files.all_files()
    kept = package_files.needed(
        files, [model.__module__ for model in package_files.models_called([name])]
    )
    for path, source in kept.items():
        for module in package_files.imported(str(source)):
            home = package_files.path_of(files, module)
            assert home is None or home in kept or module == package_files.LOCKED, (path, module)


def test_the_licence_is_kept(desk: Path) -> None:
    """In every bundle, word for word, and the packed copy is the real one."""
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert package_files.all_files()["textbook_ml/embedding/LICENSE"] == licence
    commented = "".join(f"# {line}".rstrip() + "\n" for line in licence.splitlines())
    assert commented in (desk / SINGLE).read_text(encoding="utf-8")
    with ZipFile(desk / PROGRAM) as archive:
        assert archive.read("LICENSE").decode() == licence


def test_another_package_of_that_name_is_not_mixed_in(desk: Path) -> None:
    """The file is imported first, or refuses."""
    code = (
        "import sys, types; sys.path.insert(0, '.'); sys.modules['textbook_ml'] = "
        "types.ModuleType('textbook_ml'); import textbook_ml_single"
    )
    assert "import this file first" in run(desk, "-c", code).stderr


def test_a_traceback_shows_the_lines_of_the_packed_source(desk: Path) -> None:
    """As it would from a folder."""
    code = (
        "import sys, traceback; sys.path.insert(0, '.'); import textbook_ml_single as t\n"
        "try:\n    t.variance_mvue([3.0], mu=3.0)\nexcept ValueError:\n    traceback.print_exc()"
    )
    assert "    require(size(xs) > 1" in run(desk, "-c", code).stderr


@pytest.mark.parametrize(
    "content", ["plain\n", "it's '''", "ends in \\", "ends in '", "σ \\n \t", b"\x00\xff", ""]
)
def test_whatever_a_file_holds_comes_back(content: str | bytes) -> None:
    """Quotes, backslashes and bytes are data."""
    assert eval(literal(content)) == content


@pytest.mark.parametrize(
    ("out", "models", "why"),
    [
        ("bundle.zip", None, "ends in .py"),
        ("some.pyz", "gda", "no program"),
        ("some.py", "gda,elm", "'elm'"),
        ("textbook_ml.py", None, "textbook_ml_single.py"),
        ("my bundle.py", None, "is no name that Python can import"),
        ("class.py", None, "is no name that Python can import"),
        ("json.py", "gda", "cannot be imported"),
        ("nowhere/some.py", None, "cannot be written"),
    ],
)
def test_what_cannot_be_bundled_is_refused(
    out: str, models: str | None, why: str, tmp_path: Path
) -> None:
    """With what would do."""
    with pytest.raises(TextbookError, match=why):
        written(tmp_path, out, models)
    assert list(tmp_path.iterdir()) == []
