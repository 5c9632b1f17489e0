"""The command `gradescope-bundle`: write an autograder with package, assignment and seed."""

import json
import secrets
import shlex
import stat
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from textbook_ml.core.errors import TextbookError, plural, require
from textbook_ml.core.files import write_file
from textbook_ml.grading.assignment import Assignment, assignment_text, read_assignment
from textbook_ml.questions.framework.own_questions import files_of_home

UPLOAD = "autograder.zip"
TIME = (1980, 1, 1, 0, 0, 0)  # constant, so that bundles with equal content have equal bytes
EXECUTABLE = ("setup.sh", "run_autograder")

FIND_PYTHON = r"""
find_python() {
  for python in python3 python3.14 python3.13 python3.12 python3.11; do
    if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$python"
      return 0
    fi
  done
  return 1
}
"""

SETUP = rf"""#!/usr/bin/env bash
# Gradescope runs this once: it installs Python 3.11 or later, and the allowed packages.
{FIND_PYTHON}
if ! find_python > /dev/null; then
  apt-get update
  apt-get install -y python3.12 || apt-get install -y python3.11
fi
find_python
"""

RUN = rf"""#!/usr/bin/env bash
# Gradescope runs this for each submission. It writes a results.json even if grading fails.
root=${{AUTOGRADER_ROOT:-/autograder}}
source=$root/source
results=$root/results/results.json
{FIND_PYTHON}
mkdir -p "$root/results"

cat > "$results" <<'JSON'
{{
  "score": 0,
  "output": "The autograder could not run, so this is not your grade. Please tell your teacher.",
  "tests": [],
  "stdout_visibility": "hidden"
}}
JSON

# Student code runs as another user. It must not read the reference, the seed or earlier results
# (Gradescope puts the results of earlier submissions into the metadata).
chmod -R go-rwx "$source" "$root/results" "$root/submission_metadata.json" 2>/dev/null

python=$(find_python) || exit 0
times=()
times_file=$root/results/times.toml
if "$python" -I - "$root/submission_metadata.json" > "$times_file" 2>/dev/null <<'PYTHON'
import json, sys
from datetime import datetime
submitted = datetime.fromisoformat(json.load(open(sys.argv[1]))["created_at"])
print(f'"submission" = {{submitted.isoformat()}}')
PYTHON
then
  LATE
fi
# -P: Python must not import modules from the current folder.
PYTHONPATH=$source/textbook_ml.zip "$python" -P -m textbook_ml grade "$root/submission" --one \
  --assignment "$source/assignment.toml" --jobs 2 --gradescope "$results" "${{times[@]}}"
rm -f "$times_file"
chmod go+rX "$root/results"
exit 0
"""


def gradescope_bundle(*, assignment: str, out: str, seed: str | None = None) -> Iterator[str]:
    """Write the bundle to a new folder, with the file to upload."""
    asked = read_assignment(assignment)
    require(
        asked.late is None or asked.late.due.tzinfo is not None,
        "late.due must have an offset such as +01:00, because the times of Gradescope have one",
    )
    require(seed != "", "--seed must not be empty. Fix: write some text, or leave the option out.")
    require(
        seed is None or asked.seed is None,
        "the seed is set twice: by --seed and in the assignment. Fix: remove one of them.",
    )
    folder = Path(out)
    new = not folder.exists() or (folder.is_dir() and not any(folder.iterdir()))
    require(new, f"--out {out}: the folder must be new or empty. Fix: choose another name.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TextbookError(
            f"--out {out}: the folder cannot be created ({error.strerror}). "
            "Fix: choose another folder."
        ) from None
    text = assignment_text(assignment)
    if asked.seed is None:  # a JSON string is also a TOML string
        text = f"seed = {json.dumps(seed or secrets.token_hex(8))}\n{text}"
    files = bundle(asked, text)
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        write_file(str(folder / name), content)
        if name in EXECUTABLE:
            (folder / name).chmod(0o755)
    write_file(str(folder / UPLOAD), zipped(files))
    yield f"{folder / UPLOAD}: upload this file to Gradescope as the autograder"
    yield f"{asked.title}: {plural(len(asked.tasks), 'question')}, {asked.max_score:g} points"
    yield f"{folder / 'assignment.toml'}: contains the seed, keep it secret"


def bundle(asked: Assignment, text: str) -> dict[str, bytes]:
    """Return the files of a bundle by name; `text` is the assignment with its seed."""
    packages = " ".join(map(shlex.quote, asked.limits.packages))
    install = f'"$(find_python)" -m pip install {packages}\n' if packages else ""
    if asked.language is not None and asked.language.install:
        install += f"apt-get update && apt-get install -y {asked.language.install}\n"
    late = 'times=(--times "$times_file")' if asked.late else ":"
    files = {
        "setup.sh": (SETUP + install).encode(),
        "run_autograder": RUN.replace("LATE", late).encode(),
        "assignment.toml": text.encode(),
        "textbook_ml.zip": package(),
    }
    given = {Path(file).name: Path(file).read_bytes() for file in asked.limits.files}
    homes = sorted({task.question.home for task in asked.tasks} - {""})
    own = {name: path.read_bytes() for home in homes for name, path in files_of_home(home)}
    clash = sorted({*files} & {*given, *own})
    require(not clash, f"the bundle has a file {clash} of its own. Fix: rename your file.")
    return given | own | files


def package() -> bytes:
    """Return this package as a zip file that Python can run."""
    found = dict(_package_modules(resources.files("textbook_ml"), "textbook_ml"))
    return zipped(found)


def _package_modules(folder: Traversable, place: str) -> Iterator[tuple[str, bytes]]:
    """Yield each file of the package with its path, except compiled files."""
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir() and item.name != "__pycache__":
            yield from _package_modules(item, f"{place}/{item.name}")
        elif item.is_file():
            yield f"{place}/{item.name}", item.read_bytes()


def zipped(files: dict[str, bytes]) -> bytes:
    """Return the files as a zip archive; scripts keep their permission to run."""
    whole = BytesIO()
    with ZipFile(whole, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            info = ZipInfo(name, TIME)
            info.compress_type = ZIP_DEFLATED
            mode = 0o755 if name in EXECUTABLE else 0o644
            info.external_attr = (stat.S_IFREG | mode) << 16
            archive.writestr(info, content)
    return whole.getvalue()
