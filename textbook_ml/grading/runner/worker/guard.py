"""An audit hook that rejects forbidden actions of student code with an explanation.

The hook stops accidents and simple attacks. It is not a security boundary: separate users,
namespaces and resource limits form the boundary, where the system supports them.
"""

from __future__ import annotations

import builtins
import os
import sys
from _functools import _lru_cache_wrapper  # type: ignore[import-not-found]

globals()["__builtins__"] = dict(vars(builtins))  # a copy, because student code may replace them

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    Hook: TypeAlias = Callable[[str, tuple[Any, ...]], None]

REFUSED = frozenset(
    """
    os.fork os.forkpty os.exec os.posix_spawn os.spawn os.startfile os.system subprocess.Popen
    pty.spawn os.symlink os.link os.rename os.chmod os.chown
    os.chflags os.utime os.setxattr os.removexattr os.fchdir os.truncate
    socket.connect socket.bind socket.sendto socket.sendmsg socket.getaddrinfo
    socket.gethostbyname socket.gethostbyaddr socket.getnameinfo
    gc.get_objects gc.get_referrers gc.get_referents resource.prlimit sqlite3.connect
    sys._current_frames sys._current_exceptions
    cpython.remote_debugger_script sys.remote_exec cpython.PyInterpreterState_New
    """.split()
)
NO_MODULES = frozenset(
    """
    textbook_ml ctypes _ctypes _testcapi _testinternalcapi _xxsubinterpreters _interpreters
    readline _gdbm _dbm _tkinter _posixshmem _multiprocessing _posixsubprocess
    """.split()
)
FOR_PACKAGES = frozenset(("ctypes", "_ctypes", "_multiprocessing"))  # some packages need these
NOWHERE = os.devnull
READ_BY_ALL = (NOWHERE, "/dev/urandom", "/etc/localtime", "/usr/share/zoneinfo")
MOST_FILES = 100  # number of files and folders that student code may create
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def close_the_back_door() -> None:
    """Make `subprocess` start programs with os.fork, which the audit hook rejects."""
    empty = type(sys)("_posixsubprocess")
    setattr(empty, "fork_exec", getattr(os, "fork", None))
    sys.modules["_posixsubprocess"] = empty


def watch(folder: str, library: tuple[str, ...], packages: tuple[str, ...]) -> Hook:
    """Return an audit hook that allows reading the folder and libraries, and writing the folder."""
    getpid, cpu = os.getpid, cpu_limit()
    home = absolute(folder, "")
    writable, removable = making(home)
    libraries = tuple(absolute(path, "") for path in library)
    no_modules = NO_MODULES - FOR_PACKAGES if packages else NO_MODULES

    def readable(path: Any) -> bool:
        full = absolute(path, home)
        return within(full, (home, *READ_BY_ALL)) or any(
            within(full, (place,)) and "/textbook_ml" not in full[len(place) :]
            for place in libraries
        )

    def readable_file(path: Any) -> bool:
        full = absolute(path, home)  # folders are forbidden: an open folder gives access to others
        plain = full not in libraries and "." in full.rpartition("/")[2]
        return readable(path) and (plain or not within(full, libraries))

    def refusal(event: str, args: tuple[Any, ...]) -> Exception | None:
        if event in REFUSED or (event[:7] == "ctypes." and not packages):
            return PermissionError(f"{event} is not allowed while a file is graded")
        if event == "open" and type(args[0]) is not int:
            path, writes = args[0], args[2] & WRITES
            allowed = writable("file", path) if writes else readable_file(path)
            if not allowed:
                return PermissionError(f"the file {shown(args[0])} is not part of this assignment")
        elif event == "os.chdir" and absolute(args[0], home) != home:
            return PermissionError("the working folder cannot be changed while a file is graded")
        elif event in ("os.listdir", "os.scandir") and type(args[0]) is not int:
            if not readable(home if args[0] is None else args[0]):
                name = shown(args[0])
                return PermissionError(f"the folder {name} is not part of this assignment")
        elif event == "import" and str.partition(args[0], ".")[0] in no_modules:
            return ModuleNotFoundError(f"No module named {shown(args[0])} while a file is graded")
        elif event in ("os.kill", "os.killpg") and args[0] != getpid():
            return PermissionError(f"{event} is not allowed while a file is graded")
        elif event == "resource.setrlimit" and args[0] != cpu:
            return PermissionError("limits cannot be changed while a file is graded")
        elif event == "os.mkdir" and not (args[2] == -1 and writable("folder", args[0])):
            return PermissionError(f"the folder {shown(args[0])} cannot be created here")
        elif event == "os.remove" and not removable("file", *args):
            return PermissionError("only your own files can be removed")
        elif event == "os.rmdir" and not removable("folder", *args):
            return PermissionError("only your own folders can be removed")
        return None

    return sealed(refusal)


def making(home: str) -> tuple[Callable[..., bool], Callable[..., bool]]:
    """Return two functions that decide whether a path may be written, and whether removed."""
    made: set[tuple[str, str]] = set()

    def writable(kind: str, path: Any) -> bool:
        full = absolute(path, home)
        if within(full, (home,)) and len(made) < MOST_FILES:
            made.add((kind, full))
        return full == NOWHERE or (kind, full) in made

    def removable(kind: str, path: Any, start: int) -> bool:
        full = absolute(path, home)
        if start != -1 or full == home or not within(full, (home,)):  # -1: relative to home
            return False
        made.discard((kind, full))
        return True

    return writable, removable


def sealed(refusal: Callable[[str, tuple[Any, ...]], Exception | None]) -> Hook:
    """Return a hook that raises the exception returned by `refusal`.

    Student code can reach the hook through the traceback of this exception. So the hook has no
    globals that could be changed, and the function inside it cannot be extracted.
    """

    def hook(
        event: str, args: tuple[Any, ...], refusal: Any = _lru_cache_wrapper(refusal, 0, False, 0)
    ) -> None:
        error = refusal(event, args)
        if error is not None:
            raise error

    function: Any = type(hook)
    alone: Hook = function(hook.__code__, {"__builtins__": {}}, "hook", hook.__defaults__)
    return alone


def shown(path: Any) -> str:
    """Return a path for an error message."""
    return repr(path[:200]) if type(path) in (str, bytes) else "of that name"


def cpu_limit() -> int | None:
    """Return the number of the resource limit that the worker itself sets before each call."""
    try:
        import resource
    except ImportError:
        return None
    return resource.RLIMIT_CPU


def absolute(path: Any, home: str) -> str:
    """Return the absolute path, without following links: student code cannot create links.

    >>> absolute("a/../b.txt", "/tmp/x"), absolute(b"../../etc", "/tmp/x"), absolute(3.5, "/tmp")
    ('/tmp/x/b.txt', '/etc', '')
    """
    if type(path) is bytes:
        path = path.decode("utf-8", "surrogateescape")
    if type(path) is not str:  # a path-like object may return different paths at each call
        return ""
    whole = path.replace("\\", "/").lower() if os.name == "nt" else path
    parts: list[str] = []
    for part in (whole if whole[:1] == "/" or whole[1:2] == ":" else f"{home}/{whole}").split("/"):
        if part == "..":
            parts = parts[:-1]
        elif part not in ("", "."):
            parts.append(part)
    return ("" if whole[1:2] == ":" else "/") + "/".join(parts)


def within(path: str, places: tuple[str, ...]) -> bool:
    """Return whether a path is one of the places, or inside one of them.

    >>> within("/tmp/x/a.py", ("/tmp/x",)), within("/tmp/xy", ("/tmp/x",)), within("", ("",))
    (True, False, False)
    """
    return bool(path) and any(path == p or path.startswith(f"{p}/") for p in places if p)
