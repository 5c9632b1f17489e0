"""Python for the browser: Pyodide and this package, packed into a script.

A page that is opened from a disk may load scripts but no other files. So everything is packed into
one JSON object (gzip, base64), which the page unpacks.
"""

import gzip
import io
import json
import zipfile
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.reading.book.assets import asset

VERSION = "0.29.5"
LOADERS = ("pyodide.asm.js", "pyodide.js")
WASM, LIBRARY, LOCK = "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"
MANIFEST = "package.json"
# The first digits of the SHA-256 of each file, to detect damaged downloads before readers do.
DIGESTS = {
    "pyodide.asm.js": "356c42f69e169539",
    "pyodide.js": "7f832a350240263d",
    WASM: "54309a5a2cfd757b",
    LIBRARY: "831fd1e535084b97",
    LOCK: "14d2c2dba1012779",
}
# Modules of the standard library that need processes, sockets or a terminal, or that serve old
# file formats: without them, the book in one file is smaller by a tenth and starts sooner.
LEFT_OUT = frozenset(
    """
    _apple_support _android_support _ios_support _pyio _pyrepl antigravity bdb cProfile cmd
    compileall configparser ctypes curses dbm doctest email ensurepip fileinput filecmp ftplib
    http idlelib imaplib mailbox mimetypes modulefinder multiprocessing netrc nturl2path optparse
    pdb pickletools plistlib poplib profile pstats pty pyclbr pydoc pydoc_data quopri sched shelve
    smtplib socketserver sqlite3 stringprep tabnanny tarfile tkinter trace tracemalloc tty turtle
    unittest uuid venv wave webbrowser wsgiref xmlrpc zipapp zoneinfo logging/config
    logging/handlers xml/dom xml/sax
    """.split()
)
CODECS = frozenset(  # cp437 is needed to unpack archives
    "__init__ aliases ascii charmap cp1252 cp437 idna latin_1 raw_unicode_escape unicode_escape "
    "utf_16 utf_16_be utf_16_le utf_32 utf_8 utf_8_sig".split()
)
# the date of every file in an archive; it is fixed, so that archives are reproducible
_FIXED = (
    1980,
    1,
    1,
    0,
    0,
    0,
)


def runtime(folder: str) -> str:
    """Return the files of a Pyodide folder and our own package as JSON."""
    content = {name: _read_file(folder, name) for name in (MANIFEST, *DIGESTS)}
    version = _package_version(content[MANIFEST])
    fits = version == f"version {VERSION}"
    require(
        fits,
        f"--pyodide {folder}: {_missing_file_error(f'must have version {VERSION}, has {version}')}",
    )
    for name, digest in DIGESTS.items():
        whole = sha256(content[name]).hexdigest().startswith(digest)
        require(whole, f"--pyodide {folder}: {_missing_file_error(f'{name} is damaged')}")
    info = json.loads(content[LOCK])["info"]
    program = b"\n".join([*(content[name] for name in LOADERS), asset("live/worker.js")])
    packed = {
        "program": program,
        "wasm": content[WASM],
        "library": _uncompressed_archive(content[LIBRARY]),
        "house": _zip_archive(_own_files()),
        "lock": json.dumps({"info": info, "packages": {}}).encode(),
    }
    return json.dumps({name: _compressed(data) for name, data in packed.items()})


def _missing_file_error(what: str) -> str:
    return (
        f"{what}. Fix: use the folder of the npm package pyodide, version {VERSION} "
        f"(`npm install pyodide@{VERSION}` creates node_modules/pyodide)"
    )


def _read_file(folder: str, name: str) -> bytes:
    try:
        return Path(folder, name).read_bytes()
    except OSError as error:
        reason = f"the folder contains no {name}" if Path(folder).is_dir() else f"{error.strerror}"
        raise TextbookError(f"--pyodide {folder}: {_missing_file_error(reason)}") from None


def _package_version(manifest: bytes) -> str:
    """Return the version in the manifest of a package.

    >>> _package_version(b'{"version": "0.20.0"}'), _package_version(b"{}")
    ('version 0.20.0', 'no version number')
    """
    try:
        return f"version {json.loads(manifest)['version']}"
    except (ValueError, KeyError, TypeError):
        return "no version number"


def _compressed(data: bytes) -> str:
    return b64encode(gzip.compress(data, 9, mtime=0)).decode()


def _uncompressed_archive(archive: bytes) -> bytes:
    """Return an uncompressed copy of the library; compressing everything at once is smaller."""
    with zipfile.ZipFile(io.BytesIO(archive)) as old:
        kept = filter(_is_needed, old.namelist())
        names = sorted(kept, key=lambda name: (name.rpartition(".")[2], name))
        return _zip_archive((name, old.read(name)) for name in names)


def _is_needed(name: str) -> bool:
    """Return whether a file of the standard library is useful in a page.

    >>> [_is_needed(name) for name in ("os.py", "http/client.py", "xml/sax/handler.py")]
    [True, False, False]
    >>> [_is_needed(f"encodings/{name}.py") for name in ("utf_8", "cp437", "big5")]
    [True, True, False]
    """
    package, _, rest = name.removesuffix(".py").partition("/")
    folder = f"{package}/{rest.partition('/')[0]}"
    if package == "encodings":
        return rest in CODECS
    return package not in LEFT_OUT and folder not in LEFT_OUT


def _zip_archive(files: Iterator[tuple[str, bytes]]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(name, _FIXED), content)
    return buffer.getvalue()


def _own_files() -> Iterator[tuple[str, bytes]]:
    """Yield the files of this package, without the assets that are needed only to write books."""

    def inside(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
        for item in sorted(folder.iterdir(), key=lambda item: item.name):
            if item.is_dir() and item.name not in ("__pycache__", "assets"):
                yield from inside(item, f"{path}/{item.name}")
            elif item.is_file() and not item.name.endswith(".pyc"):
                yield f"{path}/{item.name}", item.read_bytes()

    return inside(resources.files("textbook_ml"), "textbook_ml")
