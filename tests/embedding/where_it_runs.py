"""Test the package on every platform in docs/embedding.md, and print the results.

    python3 tests/embedding/where_it_runs.py WHEEL

Platforms that are not installed are skipped with a message. The packages of Node are installed from
tests/node/package.json into a temporary folder, if npm can. The exit code is 1 if a test failed.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parent
NODE = HERE.parent / "node"
BITS = HERE / "bits.py"
TIMEOUT = 300  # seconds for one program
MEGABYTE = 1 << 20
FMA_OFF = {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-FMA,-AVX2,-AVX2_Usable,-FMA_Usable"}
OTHERS = ("3.12", "3.13", "3.14")
EXPORTED = ("gaussian-nb", "categorical-nb", "gda", "softmax")

SELFTEST = "from textbook_ml.commands.main import main; sys.exit(main(['selftest']))"
ONE_MODEL = """
from textbook_ml import GaussianNaiveBayes
model = GaussianNaiveBayes.fit([[1.0], [3.0], [7.0], [9.0]], "aabb")
assert model.posterior([5.0]) == {"a": 0.5, "b": 0.5}
assert GaussianNaiveBayes.from_json(model.to_json()) == model
"""
EXP = "import math; print(*[math.exp(-i / 128.0).hex() for i in range(8000)])"
LIMITED = "import resource; resource.setrlimit(resource.RLIMIT_AS, ({0}, {0}))\n"


class Skipped(Exception):
    """The platform is not installed."""


class Failed(Exception):
    """A test on a platform failed."""


def output(command: Sequence[str | Path], **more: str) -> str:
    """Return the output of a program. Raise Failed if its exit code is not 0."""
    try:
        done = subprocess.run(
            list(map(str, command)),
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **more},
        )
    except FileNotFoundError as error:
        raise Skipped(str(error)) from None
    if done.returncode:
        raise Failed(f"exit code {done.returncode}: {(done.stdout + done.stderr)[-600:]}")
    return done.stdout


def on_path(place: Path | str, code: str) -> str:
    """Return the code of a program that imports the package from this path."""
    return f"import sys; sys.path.insert(0, {str(place)!r}); {code}"


def flags(wheel: Path, folder: Path, options: Sequence[str]) -> str:
    """Run the self-test from the wheel, not installed, with flags of the interpreter."""
    report = output([sys.executable, *options, "-c", on_path(wheel, SELFTEST)])
    return report.splitlines()[-1]


def pythons() -> Iterator[tuple[str, Path]]:
    """Yield other installed versions of Python."""
    root = os.environ.get("PYENV_ROOT") or str(Path.home() / ".pyenv")
    for version in OTHERS:
        found = sorted(Path(root, "versions").glob(f"{version}.*/bin/python3"))
        beside = shutil.which(f"python{version}")
        if found or beside:
            yield version, found[-1] if found else Path(str(beside))


def equal_bits(wheel: Path, folder: Path) -> str:
    """Compare the bits of fits and posteriors on all installed versions of Python."""
    code = on_path(wheel, f"exec(open({str(BITS)!r}, encoding='utf-8').read())")
    due = output([sys.executable, "-I", "-c", code])
    versions = []
    for version, python in pythons():
        output([python, "-I", "-c", on_path(wheel, SELFTEST)])
        if output([python, "-I", "-c", code]) != due:
            raise Failed(f"Python {version} has other bits than {sys.version.split()[0]}")
        versions.append(version)
    if not versions:
        raise Skipped("no other Python is installed")
    numbers = len(due.split())
    return f"{sys.version.split()[0]} and {', '.join(versions)}: {numbers} numbers, equal bits"


def no_fma(wheel: Path, folder: Path) -> str:
    """Switch off FMA in the mathematical library, as on another processor."""
    usual, other = (output([sys.executable, "-c", EXP], **more) for more in ({}, FMA_OFF))
    changed = sum(a != b for a, b in zip(usual.split(), other.split()))
    if not changed:
        raise Skipped("the switch has no effect on this machine")
    output([sys.executable, "-c", on_path(wheel, SELFTEST)], **FMA_OFF)
    code = on_path(wheel, f"exec(open({str(BITS)!r}, encoding='utf-8').read())")
    here, there = (output([sys.executable, "-c", code], **more) for more in ({}, FMA_OFF))
    return f"exp differs in {changed} of 8000 inputs; {compared(here, there)}"


def compared(here: str, there: str) -> str:
    """Compare two outputs of bits.py: exact lines must be equal; other differences are counted."""
    pairs = list(zip(here.splitlines(), there.splitlines(), strict=True))
    for a, b in pairs:
        if a.startswith("=") and a != b:
            raise Failed(f"an exact line differs: {a[:60]}")
    rounded = [(a.split(), b.split()) for a, b in pairs if a.startswith("~")]
    numbers = [(x, y) for a, b in rounded for x, y in zip(a, b)]
    off = sum(x != y for x, y in numbers)
    return f"exact numbers equal; {off} of {len(numbers)} others differ in the last bits"


def bundled(wheel: Path, folder: Path, name: str) -> str:
    """Bundle from the wheel and from the checkout, compare the bytes, and run the self-test."""
    checkout = HERE.parents[1]
    command = (
        f"from textbook_ml.commands.main import main; sys.exit(main(['bundle', '--out', {name!r}]))"
    )
    made = folder / "bundle"
    made.mkdir(exist_ok=True)
    code = f"import os; os.chdir({str(made)!r}); " + on_path(wheel, command)
    written = output([sys.executable, "-c", code])
    if (checkout / "textbook_ml").exists():
        twin = folder / "twin"
        twin.mkdir(exist_ok=True)
        code = f"import os; os.chdir({str(twin)!r}); " + on_path(checkout, command)
        output([sys.executable, "-c", code])
        if (twin / name).read_bytes() != (made / name).read_bytes():
            raise Failed("the bundles of the wheel and of the checkout have different bytes")
    report = output([sys.executable, "-I", "-S", made / name, "selftest"])
    return f"{report.splitlines()[-1]}; {written.splitlines()[0].partition(': ')[2]}"


def read_only(wheel: Path, folder: Path) -> str:
    """Run the self-test on a read-only file system."""
    place = folder / "mounted"
    place.mkdir()
    script = (
        f"mount -t tmpfs none {place} && cd {place} && {sys.executable} -m zipfile -e {wheel} . && "
        f"mount -o remount,ro {place} && ! touch {place}/x 2>/dev/null && "
        f'{sys.executable} -I -c "{on_path(place, SELFTEST)}"'
    )
    if not shutil.which("unshare"):
        raise Skipped("unshare is not installed")
    try:
        output(["unshare", "-r", "-m", "true"])
    except Failed:
        raise Skipped("this user cannot mount file systems") from None
    return output(["unshare", "-r", "-m", "sh", "-c", script]).splitlines()[-1]


def little_memory(wheel: Path, folder: Path) -> str:
    """Find the smallest address space for one model and for the self-test: at most 32 MB."""
    if sys.platform != "linux":
        raise Skipped("only Linux enforces this limit")
    flat = folder / "flat"
    output([sys.executable, "-m", "zipfile", "-e", wheel, flat])
    least = {}
    for what, code in (("one model", ONE_MODEL), ("the self-test", SELFTEST)):
        program = f"import sys; sys.path.insert(0, {str(flat)!r})\n{code}"
        least[what] = next(size for size in range(8, 400, 2) if fits(program, size))
    report = "; ".join(f"{what} needs {size} MB" for what, size in least.items())
    if max(least.values()) > 32:
        raise Failed(report)
    return report


def fits(program: str, megabytes: int) -> bool:
    """Return whether a program succeeds in an address space of this many megabytes."""
    limited = LIMITED.format(megabytes * MEGABYTE) + program
    command = [sys.executable, "-I", "-S", "-c", limited]
    return subprocess.run(command, capture_output=True, timeout=TIMEOUT).returncode == 0


def node_folder(folder: Path) -> Path:
    """Return the folder of the packages of Node, installed once."""
    place = folder / "node"
    if not place.exists():
        if not (shutil.which("node") and shutil.which("npm")):
            raise Skipped("node and npm are not installed")
        shutil.copytree(NODE, place, ignore=shutil.ignore_patterns("node_modules"))
        try:
            output(["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", place])
        except Failed as error:
            raise Skipped(f"npm could not install: {str(error)[:80]}") from None
    if not (place / "node_modules").exists():
        raise Skipped("npm could not install the packages")
    return place


def pyodide(wheel: Path, folder: Path) -> str:
    """Run the self-test and compare the bits with Python in WebAssembly, in Node."""
    place = node_folder(folder)
    program = folder / "selftest.py"
    program.write_text(f"import sys; {SELFTEST}", encoding="utf-8")
    report = output(["node", place / "pyodide.mjs", wheel, program]).splitlines()
    there = output(["node", place / "pyodide.mjs", wheel, BITS])
    code = on_path(wheel, f"exec(open({str(BITS)!r}, encoding='utf-8').read())")
    here = output([sys.executable, "-I", "-c", code])
    return f"{report[0]}: {report[-1]}; {compared(here, there)}"


def exported(wheel: Path, folder: Path, target: str, runtime: str) -> str:
    """Run exported models with a runtime, 1,000 rows each."""
    more: Mapping[str, str] = {}
    if runtime == "micropython":
        more = {"PATH": f"{node_folder(folder)}{os.pathsep}{os.environ['PATH']}"}
    elif not shutil.which(runtime):
        raise Skipped(f"{runtime} is not installed")
    seen: list[str] = []
    for name in EXPORTED:
        table = "play-tennis" if name == "categorical-nb" else "iris"
        model, out = folder / f"{name}.json", folder / f"{name}.{target}"
        fit = ["fit", table, "--model", name, "--out", str(model)]
        if name == "softmax":
            fit += ["--l2", "1"]
        for arguments in (
            fit,
            ["export", str(model), "--to", target, "--out", str(out), "--verify"],
        ):
            code = f"from textbook_ml.commands.main import main; sys.exit(main({arguments!r}))"
            report = output([sys.executable, "-c", on_path(wheel, code)], **more)
        found = [line for line in report.splitlines() if line.startswith(runtime)]
        if not found or any("not run" in line for line in found):
            raise Failed(f"{name} was not run on {runtime}: {report[-300:]}")
        seen += found
    ways = dict.fromkeys(line.partition(":")[0] for line in seen)
    worst = [max((s for s in seen if s.startswith(f"{way}:")), key=differences) for way in ways]
    return f"{len(EXPORTED)} models, largest differences: {' | '.join(worst)}"


def differences(line: str) -> list[int]:
    """Return the differences in ulps in a line of --verify, the last ones first."""
    return [int(n) for n in re.findall(r"within (\d+) ulp", line)][::-1]


PLATFORMS: Mapping[str, Callable[[Path, Path], str]] = {
    "CPython, several versions": equal_bits,
    "wheel on sys.path": partial(flags, options=[]),
    "-I -S -E": partial(flags, options=["-I", "-S", "-E"]),
    "-OO": partial(flags, options=["-OO"]),
    "one file": partial(bundled, name="textbook_ml_single.py"),
    "zipapp": partial(bundled, name="textbook_ml.pyz"),
    "read-only file system": read_only,
    "32 MB address space": little_memory,
    "FMA switched off": no_fma,
    "Pyodide in Node": pyodide,
    "exported Python on MicroPython": partial(exported, target="python", runtime="micropython"),
    "exported JavaScript on Node": partial(exported, target="javascript", runtime="node"),
    "exported C by gcc": partial(exported, target="c", runtime="gcc"),
    "exported C by clang": partial(exported, target="c", runtime="clang"),
}


def main(wheel: Path) -> int:
    """Test all platforms, and print one line for each."""
    wrong = 0
    with TemporaryDirectory() as folder:
        for platform, run in PLATFORMS.items():
            try:
                word, report = "ran", run(wheel, Path(folder))
            except Skipped as reason:
                word, report = "skipped", str(reason)
            except Failed as reason:
                word, report, wrong = "FAILED", str(reason), 1
            print(f"{word:8} {platform:31} {report}", flush=True)
    return wrong


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
