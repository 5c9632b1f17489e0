"""`bundle`: this package, or some of its models, as one file that can be imported or run.

The same version gives the same bytes wherever it is made: files are sorted, nothing is
compressed, and no date is kept.
"""

import sys
from collections.abc import Iterator, Mapping
from hashlib import sha256
from io import BytesIO
from keyword import iskeyword
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from textbook_ml import __version__
from textbook_ml.core.errors import require
from textbook_ml.core.files import write_file
from textbook_ml.core.formatting import whole_number
from textbook_ml.embedding.bundles.package_files import all_files, models_called, needed

LICENCE, TEMPLATE = "textbook_ml/embedding/LICENSE", "textbook_ml/embedding/bundles/one_file.py"
TAKEN = {"textbook_ml", *sys.stdlib_module_names}  # by what the file holds, and what that imports
SUGGESTED = "textbook_ml_single.py"
SHEBANG = b"#!/usr/bin/env python3\n"
RUN = """import sys

from textbook_ml.__main__ import run

sys.exit(run())
"""
USES = '''"""textbook_ml {version} in one file: {what}.

    import {name}                                  # then `import textbook_ml` finds it
    from {name} import {example}{run}

It needs Python 3.11 or newer and nothing else. Made by `textbook_ml bundle`; the files are
below, as they are, and are loaded from here.
"""
'''


def bundle(out: str, models: str | None = None) -> Iterator[str]:
    """Write one file; its ending says which kind: .py to import or run, .pyz to run."""
    require(
        out.endswith((".py", ".pyz")),
        f"--out {out}: give a name that ends in .py, for a module, or in .pyz, for a program",
    )
    require(
        models is None or out.endswith(".py"),
        f"--models {models}: some models make a module and no program: give an --out in .py",
    )
    files = all_files()
    if out.endswith(".pyz"):
        content = program(files)
    else:
        name = out.replace("\\", "/").rpartition("/")[2].removesuffix(".py")
        require(
            name.isidentifier() and not iskeyword(name),
            f"--out {out}: {name!r} is no name that Python can import: call it {SUGGESTED}",
        )
        require(
            name not in TAKEN,
            f"--out {out}: a module called {name!r} cannot be imported beside what is in it: "
            f"call it {SUGGESTED}",
        )
        chosen = None if models is None else models.split(",")
        content = module(files, name, chosen).encode("utf-8")
    write_file(out, content)
    yield f"Written to {out}: {whole_number(len(content))} bytes, textbook_ml {__version__}"
    yield f"sha256 {sha256(content).hexdigest()}"


def module(files: Mapping[str, str | bytes], name: str, models: list[str] | None) -> str:
    """The text of a module that holds the whole package, or what some models need."""
    if models is None:
        kept, what, example = dict(files), "the whole library", "GaussianNaiveBayes"
        run = f"\n    python3 {name}.py fit iris --model gaussian-nb"
    else:
        classes = models_called(models)
        kept, what = needed(files, [one.__module__ for one in classes]), ", ".join(models)
        example, run = classes[0].__name__, ""
    licence = "".join(f"# {line}".rstrip() + "\n" for line in str(files[LICENCE]).splitlines())
    template = str(files[TEMPLATE]).split('"""\n', 1)[1]  # without its own first words
    head = USES.format(version=__version__, what=what, name=name, example=example, run=run)
    packed = "".join(f"FILES[{path!r}] = {literal(kept[path])}\n" for path in kept)
    ending = f'\ninstall(globals().get("__file__", "{name}.py"))\n'
    if models is None:
        ending += '\nif __name__ == "__main__":\n' + "".join(
            f"    {line}".rstrip() + "\n" for line in RUN.splitlines() if line != "import sys"
        )
    return f"{head}\n{licence}{template}\n\n# The files.\n\n{packed}{ending}"


def literal(content: str | bytes) -> str:
    """The content of a file as Python writes it: readable, if it can be.

    >>> print(literal("x = 1"), literal("it's '''"), literal(b"\\x00"))
    r\'\'\'x = 1\'\'\' "it's \'\'\'" b'\\x00'
    """
    plain = isinstance(content, str) and "'''" not in content and "\0" not in content
    if isinstance(content, str) and plain and not content.endswith(("'", "\\")):
        return f"r'''{content}'''"
    return repr(content)


def program(files: Mapping[str, str | bytes]) -> bytes:
    """The bytes of a zip that Python runs: the whole package and a first line for the shell."""
    packed = BytesIO()
    packed.write(SHEBANG)
    with ZipFile(packed, "a", ZIP_STORED) as archive:
        for path, content in {"__main__.py": RUN, "LICENSE": files[LICENCE], **files}.items():
            info = ZipInfo(path, date_time=(1980, 1, 1, 0, 0, 0))
            info.create_system, info.external_attr = 3, 0o644 << 16  # as on Unix, everywhere
            archive.writestr(info, content)
    return packed.getvalue()
