"""A bundle is one file that runs without the package; its bytes are the same everywhere."""

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
from gaussian_nb import GaussianNaiveBayes
import gaussian_nb.core.errors
model = GaussianNaiveBayes.fit([[1.0], [3.0], [7.0], [9.0]], "aabb")
assert model.posterior([5.0]) == {"a": 0.5, "b": 0.5}
assert model.predict([[2.0], [8.0]]) == ["a", "b"]
assert GaussianNaiveBayes.from_json(model.to_json()) == model
assert str(model) == repr(model) and repr(model).startswith("GaussianNaiveBayes(classes=('a', 'b')")
assert str(model.explain([2.0])).startswith("Explanation(chosen='a', other='b', log_odds=")
assert "gaussian_nb.py" in gaussian_nb.core.errors.__file__
outside = [m for m in sys.modules.values() if (getattr(m, "__file__", "") or "").startswith(%r)]
assert outside == [], outside
"""


def written(folder: Path, name: str, models: str | None = None) -> Path:
    """Run the command `bundle` and return the path of the file."""
    list(bundle(str(folder / name), models))
    return folder / name


@pytest.fixture(scope="module")
def bundles(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return a folder that contains only the two bundles."""
    folder = tmp_path_factory.mktemp("bundles")
    written(folder, SINGLE)
    written(folder, PROGRAM)
    yield folder


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a Python that sees neither this checkout nor installed packages."""
    return subprocess.run(
        [sys.executable, "-I", "-S", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", [SINGLE, PROGRAM])
def test_the_whole_package_runs_from_one_file(bundles: Path, name: str) -> None:
    """The commands for fitting, reading and self-testing work in a bundle of the package."""
    fitted = run(bundles, name, "fit", "iris", "--model", "gaussian-nb")
    assert fitted.returncode == 0, fitted.stderr
    assert "Iris-setosa" in fitted.stdout
    read = run(bundles, name, "read", "15")
    assert "squares_about(xs, mu)" in read.stdout, read.stderr
    tested = run(bundles, "-OO", name, "selftest")
    assert tested.returncode == 0, tested.stdout + tested.stderr


def test_pkgutil_finds_the_modules_of_a_bundle(bundles: Path) -> None:
    """`pkgutil` lists the modules in a bundle; the list of experiments depends on this."""
    listed = run(bundles, SINGLE, "experiment")
    assert listed.returncode == 0, listed.stderr
    assert "crossover" in listed.stdout


@pytest.mark.parametrize("name", [SINGLE, PROGRAM])
def test_a_bundle_made_from_a_bundle_has_the_same_bytes(
    bundles: Path, name: str, tmp_path: Path
) -> None:
    """A bundle can copy itself, because it reads its files through the import system."""
    again = run(bundles, name, "bundle", "--out", str(tmp_path / SINGLE))
    assert again.returncode == 0, again.stderr
    assert (tmp_path / SINGLE).read_bytes() == (bundles / SINGLE).read_bytes()


def test_the_bytes_of_a_bundle_do_not_depend_on_the_date(bundles: Path) -> None:
    """The files in the zip have a constant date, are not compressed, and are sorted."""
    with ZipFile(bundles / PROGRAM) as archive:
        infos = archive.infolist()
    assert {info.date_time for info in infos} == {(1980, 1, 1, 0, 0, 0)}
    assert {info.compress_type for info in infos} == {0}
    names = [info.filename for info in infos[2:]]
    assert names == sorted(names)


def test_the_hash_of_a_bundle_is_printed(tmp_path: Path) -> None:
    """The command prints the hash of the file, so that two people can compare their bundles."""
    *_, last = bundle(str(tmp_path / PROGRAM))
    digest = sha256((tmp_path / PROGRAM).read_bytes()).hexdigest()
    assert last == f"sha256 {digest}"


def test_a_bundle_of_one_model_contains_only_the_files_it_needs(tmp_path: Path) -> None:
    """The bundle of one model works without the command line, the source texts and the data."""
    path = written(tmp_path, "gaussian_nb.py", "gaussian-nb")
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
    assert len(text) < 350_000


@pytest.mark.parametrize("name", [one.name for one in RECIPES])
def test_every_model_can_be_bundled_alone(name: str) -> None:
    """The bundle of a model contains all modules that its modules import."""
    files = package_files.all_files()
    kept = package_files.needed(
        files, [model.__module__ for model in package_files.model_classes([name])]
    )
    modules = {path: source for path, source in kept.items() if path.endswith(".py")}
    for path, source in modules.items():
        for module in package_files.imported(str(source)):
            home = package_files.path_of(files, module)
            assert home is None or home in kept or module == package_files.EXCLUDED, (path, module)


def test_bundles_contain_the_licence(bundles: Path) -> None:
    """The licence in the package is equal to the licence of the project."""
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert package_files.all_files()["textbook_ml/embedding/LICENSE"] == licence
    commented = "".join(f"# {line}".rstrip() + "\n" for line in licence.splitlines())
    assert commented in (bundles / SINGLE).read_text(encoding="utf-8")
    with ZipFile(bundles / PROGRAM) as archive:
        assert archive.read("LICENSE").decode() == licence


COEXISTENCE = """
import sys
sys.path[:0] = [".", ROOT]
import gaussian_nb, logistic_nb, textbook_ml, textbook_ml_single
models = [p.GaussianNaiveBayes for p in (gaussian_nb, textbook_ml, textbook_ml_single)]
assert len(set(models)) == 3
assert [m.__module__.partition(".")[0] for m in models] == [
    "gaussian_nb", "textbook_ml", "textbook_ml_single"
]
for model in models:
    fitted = model.fit([[1.0], [3.0], [7.0], [9.0]], "aabb")
    assert fitted.posterior([5.0]) == {"a": 0.5, "b": 0.5}
    assert textbook_ml.GaussianNaiveBayes.from_json(fitted.to_json()).means == fitted.means
assert logistic_nb.LogisticRegression.__module__ == "logistic_nb.models.logistic_regression"
try:
    gaussian_nb.GaussianNaiveBayes.fit([], "")
except gaussian_nb.TextbookError as error:
    assert not isinstance(error, textbook_ml.TextbookError)
from textbook_ml_single.commands.main import main
sys.exit(main(["selftest"]))
"""


def test_two_bundles_and_the_package_can_be_imported_together(bundles: Path) -> None:
    """Each bundle is a package of its own, named like its file."""
    written(bundles, "gaussian_nb.py", "gaussian-nb")
    written(bundles, "logistic_nb.py", "logistic")
    done = run(bundles, "-c", f"ROOT = {str(ROOT)!r}\n{COEXISTENCE}")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", [SINGLE, PROGRAM])
def test_an_old_python_gets_an_error_with_the_required_version(bundles: Path, name: str) -> None:
    """The first statement of a bundle compares the version, before newer syntax is used."""
    code = (
        "import runpy, sys; sys.version_info = (3, 9, 2, 'final', 0); "
        f"runpy.run_path({name!r}, run_name='__main__')"
    )
    done = run(bundles, "-c", code)
    assert done.returncode == 1
    assert "needs Python 3.11 or newer, this is 3.9" in done.stderr


def test_a_traceback_shows_the_source_lines_in_a_bundle(bundles: Path) -> None:
    """The import hook of a bundle provides the source code."""
    code = (
        "import sys, traceback; sys.path.insert(0, '.'); import textbook_ml_single as t\n"
        "try:\n    t.variance_mvue([3.0], mu=3.0)\nexcept ValueError:\n    traceback.print_exc()"
    )
    assert "    require(size(xs) > 1" in run(bundles, "-c", code).stderr


@pytest.mark.parametrize(
    "content", ["plain\n", "it's '''", "ends in \\", "ends in '", "σ \\n \t", b"\x00\xff", ""]
)
def test_the_literal_of_any_content_evaluates_to_the_content(content: str | bytes) -> None:
    """A literal may contain quotes, backslashes and any bytes."""
    assert eval(literal(content)) == content


@pytest.mark.parametrize(
    ("out", "models", "why"),
    [
        ("bundle.tar", None, "must end in .py, .pyz or .zip"),
        ("some.pyz", "gda", "must end in .py if --models is given"),
        ("some.py", "gda,elm", "unknown model 'elm'"),
        ("textbook_ml.py", None, "textbook_ml_single.py"),
        ("my bundle.py", None, "is not a name that Python can import"),
        ("class.py", None, "is not a name that Python can import"),
        ("json.py", "gda", "would hide another module"),
        ("nowhere/some.py", None, "cannot be written"),
    ],
)
def test_bundle_rejects_bad_arguments_and_writes_no_file(
    out: str, models: str | None, why: str, tmp_path: Path
) -> None:
    """A wrong argument raises an error, and no file is written."""
    with pytest.raises(TextbookError, match=why):
        written(tmp_path, out, models)
    assert list(tmp_path.iterdir()) == []
