"""The import hook of a bundle: `bundle` writes this code before the files that it packs.

    FILES     the content of each packed file, by its path
    ROOT      the path of the bundle; Python sees the packed files below this path
    PACKAGE   the name of the packed package. If the bundle runs as a program, it is textbook_ml.
              If it is imported, it is the name of the bundle, so that several bundles and an
              installed textbook_ml can be used in the same process.

Nothing is unpacked or written.
"""

import sys

if sys.version_info < (3, 11):
    raise ImportError("this file needs Python 3.11 or newer, this is %d.%d" % sys.version_info[:2])

import re
from importlib.machinery import ModuleSpec
from io import BytesIO, StringIO

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType
    from typing import IO, Any

FILES: "dict[str, str | bytes]" = {}
ROOT = ""
PACKAGE = "textbook_ml"
NAME = re.compile(
    r'\btextbook_ml(?=\.| import )|(?<=\bimport )textbook_ml\b|(?<=files\(")textbook_ml(?="\))'
)


class Finder:
    """Finds, loads and lists the modules of one packed folder."""

    folder: str

    def __init__(self, path: str) -> None:
        if not ROOT or path != ROOT and not path.startswith(ROOT + "/"):
            # Python then tries the next path hook.
            raise ImportError(f"{path} is not in this file")
        self.folder = path[len(ROOT) + 1 :] + "/" if path != ROOT else ""

    def find_spec(self, fullname: str, target: "ModuleType | None" = None) -> ModuleSpec | None:
        """Return the spec of a module in this folder."""
        stem = self.folder + fullname.rpartition(".")[2]
        for path, is_package in ((f"{stem}/__init__.py", True), (f"{stem}.py", False)):
            if path in FILES:
                loader: Any = self
                spec = ModuleSpec(fullname, loader, origin=f"{ROOT}/{path}", is_package=is_package)
                spec.has_location = True
                if is_package:
                    spec.submodule_search_locations = [f"{ROOT}/{stem}"]
                return spec
        return None

    def create_module(self, spec: ModuleSpec) -> None:
        """Let Python create the module."""

    def exec_module(self, module: "ModuleType") -> None:
        """Run the source of a module."""
        spec = module.__spec__
        run_module(str(spec.origin) if spec else "", vars(module))

    def get_source(self, fullname: str) -> str:
        """Return the source of a module in this folder, for example for tracebacks."""
        spec = self.find_spec(fullname)
        if spec is None:
            raise ImportError(f"{fullname} is not in this file")
        return PackedFile(str(spec.origin)[len(ROOT) + 1 :]).read_text()

    def get_data(self, path: str) -> bytes:
        """Return the content of a file of the package, by its full path."""
        return PackedFile(path[len(ROOT) + 1 :]).read_bytes()

    def iter_modules(self, prefix: str = "") -> "Iterator[tuple[str, bool]]":
        """Yield the modules of this folder, and whether each is a package."""
        for path in FILES:
            name, _, rest = path.removeprefix(self.folder).partition("/")
            if path.startswith(self.folder) and rest == "__init__.py":
                yield prefix + name, True
            elif path.startswith(self.folder) and name.endswith(".py") and name != "__init__.py":
                yield prefix + name.removesuffix(".py"), False

    def get_resource_reader(self, fullname: str) -> "PackedFile":
        """Return the folder of a package, for `importlib.resources`."""
        return PackedFile(self.folder + fullname.rpartition(".")[2])


class PackedFile:
    """A packed file or folder, with the methods that `importlib.resources` needs."""

    def __init__(self, path: str) -> None:
        self.path = path

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.rpartition("/")[2]

    def files(self) -> "PackedFile":
        """Return this folder, as a resource reader does."""
        return self

    def is_file(self) -> bool:
        """Return whether this is a file."""
        return self.path in FILES

    def is_dir(self) -> bool:
        """Return whether this is a folder."""
        return any(path.startswith(self.path + "/") for path in FILES)

    def iterdir(self) -> "Iterator[PackedFile]":
        """Yield the files and folders in this folder."""
        inside = [p[len(self.path) + 1 :] for p in FILES if p.startswith(self.path + "/")]
        yield from map(self.joinpath, dict.fromkeys(p.partition("/")[0] for p in inside))

    def joinpath(self, *names: str) -> "PackedFile":
        """Return a file or folder below this folder."""
        return PackedFile("/".join((self.path, *names)))

    __truediv__ = joinpath

    def read_bytes(self) -> bytes:
        """Return the content as bytes."""
        if self.path not in FILES:
            raise FileNotFoundError(f"{self.path} is not in this file")
        content = FILES[self.path]
        return content.encode() if isinstance(content, str) else content

    def read_text(self, encoding: str | None = None, errors: str | None = None) -> str:
        """Return the content as text."""
        return self.read_bytes().decode()

    def open(self, mode: str = "r", *args: object, **options: object) -> "IO[str] | IO[bytes]":
        """Return the content as a stream for reading."""
        return BytesIO(self.read_bytes()) if "b" in mode else StringIO(self.read_text())


def run_module(origin: str, names: "dict[str, Any]") -> None:
    """Run a packed module; the name of the package in its source is replaced by PACKAGE."""
    source = NAME.sub(PACKAGE, PackedFile(origin[len(ROOT) + 1 :]).read_text())
    exec(compile(source, origin, "exec", dont_inherit=True), names)


def install(root: str, names: "dict[str, Any]") -> None:
    """Make the package importable: as textbook_ml in a program, otherwise as this module."""
    global ROOT, PACKAGE
    ROOT = root
    sys.path_hooks.append(Finder)
    if names["__name__"] == "__main__":
        sys.path_importer_cache.pop(ROOT, None)
        sys.path.insert(0, ROOT)
        return
    PACKAGE = names["__name__"]
    names["__path__"] = [f"{ROOT}/textbook_ml"]
    # so that `importlib.resources` finds the files of the package
    names["__spec__"].loader = Finder(f"{ROOT}/textbook_ml")
    run_module(f"{ROOT}/textbook_ml/__init__.py", names)
