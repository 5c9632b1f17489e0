"""The command `bundle`: write this package, or some of its models, as one file.

The same version produces the same bytes everywhere: files are sorted, nothing is compressed, and
no date is stored.
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
from textbook_ml.embedding.bundles.package_files import all_files, model_classes, needed

LICENCE, TEMPLATE = "textbook_ml/embedding/LICENSE", "textbook_ml/embedding/bundles/one_file.py"
SUGGESTED = "textbook_ml_single.py"
SHEBANG = b"#!/usr/bin/env python3\n"
RUN = """\
from textbook_ml.__main__ import run

sys.exit(run())
"""
MAIN = f"""\
import sys

if sys.version_info < (3, 11):
    sys.exit("this file needs Python 3.11 or newer, this is %d.%d" % sys.version_info[:2])

{RUN}"""
# endings of a program, and of an archive that the workers of an engine import
ZIPPED = (".pyz", ".zip")
HEADER = '''"""textbook_ml {version} in one file: {content}.

    from {name} import {example}{run}

It needs Python 3.11 or newer and no other package. Written by `textbook_ml bundle`. The sources
are below, unchanged; they are imported as `{name}` and its submodules.
"""
'''


def bundle(out: str, models: str | None = None) -> Iterator[str]:
    """Write a module or program (.py), or a zip file (.pyz or .zip); the ending decides."""
    require(out.endswith((".py", *ZIPPED)), f"--out must end in .py, .pyz or .zip, got {out}")
    require(
        models is None or out.endswith(".py"),
        f"--out must end in .py if --models is given, got {out}",
    )
    files = all_files()
    if out.endswith(ZIPPED):
        content = program(files) if out.endswith(".pyz") else archive(files)
    else:
        name = out.replace("\\", "/").rpartition("/")[2].removesuffix(".py")
        require(
            name.isidentifier() and not iskeyword(name),
            f"--out {out}: {name!r} is not a name that Python can import. Fix: use {SUGGESTED}",
        )
        require(
            name not in {"textbook_ml", *sys.stdlib_module_names},
            f"--out {out}: the name {name!r} would hide another module. Fix: use {SUGGESTED}",
        )
        chosen = None if models is None else models.split(",")
        content = module(files, name, chosen).encode("utf-8")
    write_file(out, content)
    yield f"{out}: {whole_number(len(content))} bytes, textbook_ml {__version__}"
    yield f"sha256 {sha256(content).hexdigest()}"


def module(files: Mapping[str, str | bytes], name: str, models: list[str] | None) -> str:
    """Return the text of a module with the whole package, or with the files of these models."""
    packed, content, example = dict(files), "the whole package", "GaussianNaiveBayes"
    usage, ending = f"\n    python3 {name}.py fit iris --model gaussian-nb", ""
    if models is None:
        indented = "".join(f"    {line}".rstrip() + "\n" for line in RUN.splitlines())
        ending = f'\nif __name__ == "__main__":\n{indented}'
    else:
        classes = model_classes(models)
        packed = needed(files, [one.__module__ for one in classes])
        content, example, usage = ", ".join(models), classes[0].__name__, ""
    header = HEADER.format(
        version=__version__, content=content, name=name, example=example, run=usage
    )
    licence = "".join(f"# {line}".rstrip() + "\n" for line in str(files[LICENCE]).splitlines())
    template = str(files[TEMPLATE]).split('"""\n', 1)[1]  # without its docstring
    sources = "".join(f"FILES[{path!r}] = {literal(packed[path])}\n" for path in packed)
    install = f'install(globals().get("__file__", "{name}.py"), globals())\n'
    return f"{header}\n{licence}{template}\n\n# The source files.\n\n{sources}\n{install}{ending}"


def literal(content: str | bytes) -> str:
    """Return the content of a file as a Python literal, a readable one if possible.

    >>> print(literal("x = 1"), literal("it's '''"), literal(b"\\x00"))
    r\'\'\'x = 1\'\'\' "it's \'\'\'" b'\\x00'
    """
    plain = isinstance(content, str) and "'''" not in content and "\0" not in content
    if isinstance(content, str) and plain and not content.endswith(("'", "\\")):
        return f"r'''{content}'''"
    return repr(content)


def program(files: Mapping[str, str | bytes]) -> bytes:
    """Return the bytes of a zip file that Python can run, with the whole package."""
    return archive({"__main__.py": MAIN, **files}, SHEBANG)


def archive(files: Mapping[str, str | bytes], first: bytes = b"") -> bytes:
    """Return the bytes of a zip file with the package, which workers can import."""
    packed = BytesIO()
    packed.write(first)
    with ZipFile(packed, "a", ZIP_STORED) as zipped:
        for path, content in {"LICENSE": files[LICENCE], **files}.items():
            info = ZipInfo(path, date_time=(1980, 1, 1, 0, 0, 0))
            # the value on Unix, so that the bytes are the same everywhere
            info.create_system, info.external_attr = 3, 0o644 << 16
            zipped.writestr(info, content)
    return packed.getvalue()
