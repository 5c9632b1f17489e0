"""The code of a submission, read as if an enemy had written it; never run here.

A submission is a Python file, a notebook, or a folder with one of them and other files.
"""

import codecs
import io
import json
import stat
import sys
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from textbook_ml.errors import TextbookError, require
from textbook_ml.grading.limits import Limits

ENDINGS = (".py", ".ipynb")
MOST_FILES = 100  # in a folder; more are not looked at
ALL_FILES = 16  # times the size that one may have
# Of people, not of machines: to decode 1 MB of punycode would take hours.
ENCODINGS = ("utf", "latin", "iso", "cp", "ascii", "mac", "gb", "big5", "shift", "euc", "koi")


@dataclass(frozen=True, slots=True)
class Source:
    """What is sent to a child: cells of code (a plain file is one), and the files beside it."""

    name: str
    cells: tuple[str, ...]
    files: Mapping[str, bytes] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def write_files(self, folder: str) -> None:
        """Put the files where student code will look for them."""
        for name, content in self.files.items():
            path = Path(folder, name)
            path.write_bytes(content)
            path.chmod(0o644)


def read_source(path: Path, limits: Limits, functions: Sequence[str] = ()) -> Source:
    """The code at a path, with what is odd about it said in notes.

    In a folder it is the file that defines most of the functions.
    """
    try:
        code, others = _chosen(path, functions)
    except OSError as error:
        raise TextbookError(f"{path.name} cannot be read: {error.strerror}") from None
    content = _bytes(code, limits)
    files, notes, room = {code.name: content}, [], ALL_FILES * limits.file_size
    for other in (*others, *map(Path, limits.files)):
        if other.suffix == ".py" and other.stem in sys.stdlib_module_names:
            notes.append(
                f"{other.name} has the name of a module of Python, which is imported in its place."
            )
        try:
            files[other.name] = _bytes(other, limits)
            room -= len(files[other.name])
            require(room > 0, f"{other.name} is left out: all files together are too large")
        except TextbookError as error:
            files.pop(other.name, None)
            notes.append(f"{error}.")
    if code.suffix == ".ipynb":
        return Source(code.name, tuple(_cells(content, code.name)), files, tuple(notes))
    text, note = _text(content)
    return Source(code.name, (text,), files, (*notes, *note))


def _chosen(path: Path, functions: Sequence[str]) -> tuple[Path, list[Path]]:
    """The file with the code, and the files beside it."""
    if not path.is_dir():
        return path, []
    names = sorted(p for p in path.iterdir() if not p.name.startswith("."))
    plain = [p for p in names[:MOST_FILES] if stat.S_ISREG(p.lstat().st_mode)]
    code = [p for p in plain if p.suffix in ENDINGS]
    require(bool(code), f"{path.name} holds no Python file and no notebook")
    own = {p: p.stem not in sys.stdlib_module_names for p in code}
    chosen = max(code, key=lambda p: (_asked(p, functions), own[p], _all(p), p.suffix == ".py"))
    return chosen, [p for p in plain if p != chosen]


def _asked(path: Path, functions: Sequence[str]) -> int:
    """How many of these functions a file seems to define."""
    text = _beginning(path)
    return sum(f"def {name}(".encode() in text for name in functions)


def _all(path: Path) -> int:
    """How many functions it seems to define in all."""
    return _beginning(path).count(b"def ")


def _beginning(path: Path) -> bytes:
    with open(path, "rb") as stream:
        return stream.read(1 << 20)


def _bytes(path: Path, limits: Limits) -> bytes:
    """The content of a plain file that is not too large; links and pipes are not followed."""
    try:
        status = path.lstat()
        require(stat.S_ISREG(status.st_mode), f"{path.name} is not a plain file: hand in the file")
        require(
            status.st_size <= limits.file_size,
            f"{path.name} has {status.st_size:,} bytes, and {int(limits.file_size):,} may come",
        )
        with open(path, "rb") as stream:
            return stream.read(int(limits.file_size))
    except OSError as error:
        raise TextbookError(f"{path.name} cannot be read: {error.strerror}") from None


def _text(content: bytes) -> tuple[str, list[str]]:
    """Python code as text, whatever editor wrote it."""
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
            "The file is not in UTF-8: it was read as Windows would, so accents may be wrong."
        ]


def _cells(content: bytes, name: str) -> Iterator[str]:
    """The code cells of a notebook, without what is meant for the notebook itself."""
    try:
        notebook = json.loads(content.decode("utf-8-sig"))
        cells = notebook["cells"] if "cells" in notebook else notebook["worksheets"][0]["cells"]
        for cell in cells:
            if cell["cell_type"] == "code":
                lines = cell["source"] if "source" in cell else cell["input"]
                yield _without_magic("".join(lines))
    except (ValueError, KeyError, TypeError, IndexError, RecursionError) as error:
        kind = type(error).__name__
        raise TextbookError(f"{name} is not a notebook ({kind}): hand in a .py file") from None


def _without_magic(cell: str) -> str:
    """A cell of Python; lines for the notebook become `pass`, so that blocks keep a line.

    >>> print(_without_magic("%matplotlib inline\\nif True:\\n    !ls\\nx = 1"))
    pass
    if True:
        pass
    x = 1
    >>> _without_magic("%%bash\\nrm -rf /")
    ''
    """
    if cell.lstrip().startswith("%%") and not cell.lstrip().startswith(("%%time", "%%capture")):
        return ""
    return "\n".join(map(_line, cell.split("\n")))


def _line(line: str) -> str:
    bare = line.lstrip()
    if bare.startswith(("%", "!")) or (bare.startswith("?") or line.rstrip().endswith("?")):
        return f"{line[: len(line) - len(bare)]}pass"
    return line
