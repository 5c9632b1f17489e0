"""Find the solution file in a submitted folder, and the files next to it."""

import os
import re
import stat
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from textbook_ml.core.errors import require
from textbook_ml.grading.select_questions import functions_in

ENDINGS = (".py", ".ipynb")
MOST_FILES = 100  # number of files read from a folder and its subfolders; others are ignored
DEEPEST = 3  # maximum depth of subfolders
_ALL_OF = re.compile(r"^from[ \t]+\.?(\w+)[ \t]+import[ \t]*\*", re.MULTILINE)


def chosen(path: Path, functions: Sequence[str], program: str = "") -> tuple[Path, dict[str, Path]]:
    """Return the solution file, and the other files by their paths relative to the folder.

    The solution is the file that defines, or imports from a file next to it, most of the
    functions. If there are two such files, it is the one that defines more of them.
    """
    if not path.is_dir():
        return path, {}
    endings = (Path(program).suffix,) if program else ENDINGS
    plain = dict(plain_files(path, endings))
    texts = {
        p: _start_of_file(p) for name, p in plain.items() if p.suffix in endings and "/" not in name
    }
    kinds = f"no {endings[0]} file" if program else "no Python file and no notebook"
    require(bool(texts), f"{path.name} contains {kinds}")
    if program:
        code = max(
            texts, key=lambda p: (p.name == program, *_mentioned_functions(texts[p], functions))
        )
        return code, {name: p for name, p in plain.items() if p != code and name != program}
    asked = {p: _defined_functions(text, functions) for p, text in texts.items()}
    by_name = {p.stem: known for p, (_, known) in asked.items()}

    def rank(p: Path) -> tuple[int, int, bool, int, bool]:
        written, known = asked[p]
        for module in _ALL_OF.findall(texts[p]):
            known = known | by_name.get(module, set())
        own = p.stem not in sys.stdlib_module_names
        return len(known), len(written), own, texts[p].count("def "), p.suffix == ".py"

    code = max(texts, key=rank)
    return code, {name: p for name, p in plain.items() if p != code}


def _defined_functions(text: str, functions: Sequence[str]) -> tuple[set[str], set[str]]:
    """Return the functions that a text defines, and those that it defines or imports."""
    written = {name for name in functions if f"def {name}(" in text}
    return written, written | (functions_in(text) & set(functions))


def _mentioned_functions(text: str, functions: Sequence[str]) -> tuple[int, int]:
    """Return how many of the functions a text mentions, and its length."""
    return sum(name in text for name in functions), len(text)


def plain_files(path: Path, endings: Sequence[str] = ENDINGS) -> Iterator[tuple[str, Path]]:
    """Yield the regular, visible files of a folder and its subfolders, code first."""
    left = MOST_FILES
    for folder, inner, names in os.walk(path):
        depth = len(Path(folder).relative_to(path).parts)
        visible = sorted(n for n in inner if not n.startswith((".", "__")))
        inner[:] = visible if depth < DEEPEST else []
        seen = [n for n in names if not n.startswith(".")]
        for name in sorted(seen, key=lambda n: (not n.endswith(tuple(endings)), n))[:left]:
            left -= 1
            file = Path(folder, name)
            if stat.S_ISREG(file.lstat().st_mode):
                yield file.relative_to(path).as_posix(), file
        if left <= 0:
            return


def _start_of_file(path: Path) -> str:
    with open(path, "rb") as stream:
        return stream.read(1 << 20).decode("utf-8", "replace")
