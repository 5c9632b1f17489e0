"""Read the code of a submission, which is untrusted, without running it.

A submission is a Python file, a notebook, or a folder with one of them and other files.
"""

import codecs
import io
import json
import stat
import sys
import tokenize
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from keyword import iskeyword
from pathlib import Path

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.grading.runner.limits import Limits
from textbook_ml.grading.solution_folder import chosen

ALL_FILES = 16  # limit on the size of all files, as a multiple of the limit for one
FALLBACK = "handed_in"  # package name for a folder whose own name cannot be imported
# Only encodings of text editors are allowed: to decode 1 MB of punycode would take hours.
ENCODINGS = ("utf", "latin", "iso", "cp", "ascii", "mac", "gb", "big5", "shift", "euc", "koi")


@dataclass(frozen=True, slots=True)
class SubmissionCode:
    """The code for a worker process: cells (a plain file is one cell), and the other files."""

    name: str
    cells: tuple[str, ...]
    files: Mapping[str, bytes] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    package: str = ""  # the name of the folder as a package; "" for a file alone
    runs: bool = False  # whether the files may be started as programs

    def write_files(self, folder: str) -> None:
        """Write the files to the working folder of the student's code."""
        for name, content in self.files.items():
            path = Path(folder, name)
            for inner in reversed(Path(name).parents[:-1]):  # the subfolders of the file
                Path(folder, inner).mkdir(exist_ok=True)
                Path(folder, inner).chmod(0o755)
            path.write_bytes(content)
            path.chmod(0o755 if self.runs else 0o644)


def read_source(
    path: Path, limits: Limits, functions: Sequence[str] = (), program: str = ""
) -> SubmissionCode:
    """Read the code at a path, with notes on anything unusual.

    In a folder the code is in the file that defines or imports most of the functions. `program`
    is the file name of a program in another language; the submitted file may have another name.
    """
    try:
        code, beside = chosen(path, functions, program)
    except OSError as error:
        raise TextbookError(f"{path.name} cannot be read: {error.strerror}") from None
    content = _read_regular_file(code, limits)
    name = program or code.name
    files, notes, room = {name: content}, [], ALL_FILES * limits.file_size
    given = {Path(file).name: Path(file) for file in limits.files}
    own = {name: p for name, p in beside.items() if name.partition("/")[0] not in given}
    for name, other in (own | given).items():
        if not program and name.endswith(".py") and name[:-3] in sys.stdlib_module_names:
            notes.append(
                f"{other.name} has the name of a standard Python module, so `import` loads the "
                "standard module instead. Rename the file."
            )
        try:
            files[name] = _read_regular_file(other, limits)
            room -= len(files[name])
            require(room > 0, f"{other.name} is ignored, because all files together are too large")
        except TextbookError as error:
            files.pop(name, None)
            notes.append(f"{error}.")
    if program:
        return SubmissionCode(program, (content.decode("utf-8", "replace"),), files, tuple(notes))
    package = package_name(path, files, limits) if path.is_dir() else ""
    if code.suffix == ".ipynb":
        cells = tuple(_notebook_cells(content, code.name))
        return SubmissionCode(code.name, cells, files, tuple(notes), package)
    text, note = _decoded_source(content)
    return SubmissionCode(code.name, (text,), files, (*notes, *note), package)


def package_name(folder: Path, files: Iterable[str], limits: Limits) -> str:
    """Return the package name of a folder, for imports between its modules.

    The package name is the name of the folder, unless another module or package has that name.

    >>> package_name(Path("class/hw3"), ["solution.py", "util.py"], Limits())
    'hw3'
    >>> package_name(Path("class/util"), ["solution.py", "util.py"], Limits())
    'handed_in'
    """
    name = folder.resolve().name
    inside = {part for file in files for part in (Path(file).parts[0], Path(file).stem)}
    allowed = {package.partition(".")[0] for package in limits.packages}
    taken = {*inside, *allowed, *sys.stdlib_module_names, "textbook_ml", "submission"}
    return name if name.isidentifier() and not iskeyword(name) and name not in taken else FALLBACK


def _read_regular_file(path: Path, limits: Limits) -> bytes:
    """Return the content of a regular file; raise TextbookError for links, pipes, large files."""
    try:
        status = path.lstat()
        require(
            stat.S_ISREG(status.st_mode),
            f"{path.name} is a link or a special file. Submit the file itself",
        )
        require(
            status.st_size <= limits.file_size,
            f"{path.name} must have at most {int(limits.file_size):,} bytes, "
            f"got {status.st_size:,}",
        )
        with open(path, "rb") as stream:
            return stream.read(int(limits.file_size))
    except OSError as error:
        raise TextbookError(f"{path.name} cannot be read: {error.strerror}") from None


def _decoded_source(content: bytes) -> tuple[str, list[str]]:
    """Decode Python code; return the text, and notes on its encoding."""
    for mark, encoding in ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16")):
        if content.startswith(mark):
            return content.decode(encoding, "replace"), ["The file is in UTF-16: save it as UTF-8."]
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
        if not encoding.startswith(ENCODINGS):
            raise LookupError(encoding)
        return content.decode(encoding), []
    except (SyntaxError, LookupError, UnicodeError):
        return content.decode("cp1252", "replace"), [
            "The file is not in UTF-8. It was read in the Windows encoding (cp1252), so letters "
            "with accents may be wrong. Save it as UTF-8."
        ]


def _notebook_cells(content: bytes, name: str) -> Iterator[str]:
    """Yield the code cells of a notebook."""
    try:
        notebook = json.loads(content.decode("utf-8-sig"))
        cells = notebook["cells"] if "cells" in notebook else notebook["worksheets"][0]["cells"]
        for cell in cells:
            if cell["cell_type"] == "code":
                lines = cell["source"] if "source" in cell else cell["input"]
                yield "".join(lines)
    except (ValueError, KeyError, TypeError, IndexError, RecursionError) as error:
        kind = type(error).__name__
        raise TextbookError(
            f"{name} cannot be read as a notebook ({kind}). Submit a .py file"
        ) from None
