"""How one file holds a whole package: what `bundle` puts in front of the files it packs.

    FILES   what is packed: the path of each file, and what is in it
    ROOT    where Python thinks the files are: a folder with the name of the one file

A path that begins with ROOT is looked up in FILES. Nothing is unpacked and nothing is written.
"""

import sys
from importlib.machinery import ModuleSpec
from io import BytesIO, StringIO

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType
    from typing import IO, Any

FILES: "dict[str, str | bytes]" = {}
ROOT = ""


class Shelf:
    """The modules of one folder: finds them, loads them, lists them."""

    folder: str

    def __init__(self, path: str) -> None:
        if not ROOT or path != ROOT and not path.startswith(ROOT + "/"):
            raise ImportError(f"{path} is not in this file")  # the next hook may know it
        self.folder = path[len(ROOT) + 1 :] + "/" if path != ROOT else ""

    def find_spec(self, fullname: str, target: "ModuleType | None" = None) -> ModuleSpec | None:
        """Where a module is, if it is in this folder."""
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
        """Python's own way to make one."""

    def exec_module(self, module: "ModuleType") -> None:
        """Run the source."""
        spec = module.__spec__
        origin = str(spec.origin) if spec else ""
        source = self.get_source(module.__name__)
        exec(compile(source, origin, "exec", dont_inherit=True), vars(module))

    def get_source(self, fullname: str) -> str:
        """The source of a module of this folder, for tracebacks and for those who read."""
        spec = self.find_spec(fullname)
        if spec is None:
            raise ImportError(f"{fullname} is not in this file")
        return File(str(spec.origin)[len(ROOT) + 1 :]).read_text()

    def get_data(self, path: str) -> bytes:
        """Return the content of a file of the package, by its full path."""
        return File(path[len(ROOT) + 1 :]).read_bytes()

    def iter_modules(self, prefix: str = "") -> "Iterator[tuple[str, bool]]":
        """The modules of this folder, and whether each is a package."""
        for path in FILES:
            name, _, rest = path.removeprefix(self.folder).partition("/")
            if path.startswith(self.folder) and rest == "__init__.py":
                yield prefix + name, True
            elif path.startswith(self.folder) and name.endswith(".py") and name != "__init__.py":
                yield prefix + name.removesuffix(".py"), False

    def get_resource_reader(self, fullname: str) -> "Reader":
        """What opens the data files of a package."""
        return Reader(self.folder + fullname.rpartition(".")[2])


class Reader:
    """What `importlib.resources` asks for."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def files(self) -> "File":
        """The folder of the package."""
        return File(self.folder)


class File:
    """A file or a folder among FILES, as `importlib.resources` wants it."""

    def __init__(self, path: str) -> None:
        self.path = path

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.rpartition("/")[2]

    def is_file(self) -> bool:
        """Whether it is packed."""
        return self.path in FILES

    def is_dir(self) -> bool:
        """Whether something below it is packed."""
        return any(path.startswith(self.path + "/") for path in FILES)

    def iterdir(self) -> "Iterator[File]":
        """What is in a folder."""
        inside = [p[len(self.path) + 1 :] for p in FILES if p.startswith(self.path + "/")]
        yield from map(self.joinpath, dict.fromkeys(p.partition("/")[0] for p in inside))

    def joinpath(self, *names: str) -> "File":
        """A file or a folder below this one."""
        return File("/".join((self.path, *names)))

    __truediv__ = joinpath

    def read_bytes(self) -> bytes:
        """What is in it."""
        if self.path not in FILES:
            raise FileNotFoundError(f"{self.path} is not in this file")
        content = FILES[self.path]
        return content.encode() if isinstance(content, str) else content

    def read_text(self, encoding: str | None = None, errors: str | None = None) -> str:
        """The same as text."""
        return self.read_bytes().decode()

    def open(self, mode: str = "r", *args: object, **options: object) -> "IO[str] | IO[bytes]":
        """The same as a stream, to be read."""
        return BytesIO(self.read_bytes()) if "b" in mode else StringIO(self.read_text())


def install(place: str) -> None:
    """From now on `import textbook_ml` finds what is packed here, before all else."""
    global ROOT
    if "textbook_ml" in sys.modules:
        raise ImportError("another textbook_ml is loaded already: import this file first")
    ROOT = place
    sys.path_hooks.append(Shelf)
    sys.path_importer_cache.pop(ROOT, None)
    sys.path.insert(0, ROOT)


def __getattr__(name: str) -> object:
    """The public names of the package, as if they stood here."""
    if not ROOT or name.startswith("__"):
        raise AttributeError(name)
    import textbook_ml

    return getattr(textbook_ml, name)
