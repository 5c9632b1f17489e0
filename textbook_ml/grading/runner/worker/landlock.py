"""Landlock: restrictions that any Linux process can set permanently on itself.

A restricted process can read the listed places, and write in one folder. It can start programs
only in places that are listed for this purpose. On newer kernels it cannot use TCP or send signals
to processes outside.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TypeAlias

    Calls: TypeAlias = tuple[Callable[..., int], Callable[..., int]]

MAKE_RULES, ADD_RULE, RESTRICT = 444, 445, 446  # system call numbers, the same on all machines
ASK_VERSION, BENEATH, NO_NEW_PRIVILEGES = 1, 1, 38
RIGHTS = (13, 14, 15, 15, 16)  # number of rights on files in versions 1, 2, 3, 4, 5 and later
RUN, READ_FILE, READ_FOLDER = 1, 1 << 2, 1 << 3
OF_PLAIN_FILES = 1 | 1 << 1 | READ_FILE | 1 << 14 | 1 << 15  # run, write, read, truncate, ioctl
DEVICES = 1 << 6 | 1 << 11  # rights never granted: make character and block devices
NOWHERE = RUN | DEVICES  # rights that Python code never gets
NETWORK, OUTSIDE = 3, 3  # TCP, since version 4; sockets and signals, since version 6
LIBRARIES = (
    "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/usr/local/lib64",
    "/nix/store", "/gnu/store", "/home/linuxbrew/.linuxbrew",
)  # fmt: skip
READ_BY_ALL = (
    "/dev/null", "/dev/random", "/dev/urandom", "/etc/ld.so.cache", "/etc/localtime",
    "/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system/cpu", "/usr/share/zoneinfo",
)  # fmt: skip


def enclose(
    calls: Calls | None,
    folder: str,
    places: Iterable[str],
    hidden: str,
    runs: tuple[str, ...] = (),
) -> None:
    """Restrict this process: `folder` is writable, `places` without `hidden` are readable.

    Programs in the places `runs` can be started, and then also programs in the folder.
    """
    if calls is None:
        raise OSError("this process cannot make system calls")
    call, control = calls
    version = checked(call(MAKE_RULES, None, 0, ASK_VERSION))
    everything = (1 << RIGHTS[min(version, len(RIGHTS)) - 1]) - 1
    kept = (everything, NETWORK * (version >= 4), OUTSIDE * (version >= 6))
    rules = checked(call(MAKE_RULES, b"".join(map(word, kept)), 24, 0))

    def allow(path: str, rights: int) -> None:
        try:
            place = os.open(path, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC)
        except OSError:  # the place does not exist on this system
            return
        meant = rights & (everything if os.path.isdir(path) else everything & OF_PLAIN_FILES)
        if meant:
            rule = word(meant) + place.to_bytes(4, sys.byteorder)
            checked(call(ADD_RULE, rules, BENEATH, rule, 0))
        os.close(place)

    readable = dict.fromkeys(map(os.path.realpath, (*places, *LIBRARIES, *READ_BY_ALL)), 0)
    for place, more in (readable | dict.fromkeys(map(os.path.realpath, runs), RUN)).items():
        if hidden.startswith(f"{place}/"):
            allow(place, READ_FOLDER)  # the names in the folder can be listed, also hidden ones
        for part in parts(place, hidden):
            allow(part, READ_FILE | READ_FOLDER | more)
    allow(os.devnull, OF_PLAIN_FILES & ~NOWHERE)
    allow(folder, everything & ~(DEVICES if runs else NOWHERE))
    checked(control(NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    checked(call(RESTRICT, rules, 0))
    os.close(rules)


def parts(place: str, hidden: str) -> Iterator[str]:
    """Yield the place itself; if it contains `hidden`, yield all its other contents instead.

    >>> list(parts("/usr/lib", "/home/ada/textbook_ml")), list(parts("/a/b", "/a/b"))
    (['/usr/lib'], [])
    """
    if hidden.startswith(f"{place}/"):
        for name in os.listdir(place) if os.path.isdir(place) else ():
            yield from parts(f"{place}/{name}", hidden)
    elif place != hidden:
        yield place


def word(number: int) -> bytes:
    """Return a number as 8 bytes in the byte order of the system."""
    return number.to_bytes(8, sys.byteorder)


def checked(result: int) -> int:
    """Return the result of a system call; raise OSError if it failed."""
    if result < 0:
        raise OSError("this system has no Landlock")
    return result


def system_calls() -> Calls | None:
    """Return `syscall` and `prctl` of the C library, and unload the module _ctypes again."""
    if sys.platform != "linux":
        return None
    try:
        _ctypes = __import__("_ctypes")  # to load ctypes itself takes ten times as long
    except ImportError:
        return None
    number = type("c_long", (_ctypes._SimpleCData,), {"_type_": "l"})
    kind = {"_flags_": _ctypes.FUNCFLAG_CDECL, "_restype_": number}
    function = type("Function", (_ctypes.CFuncPtr,), kind)
    library = _ctypes.dlopen(None, 0)
    del sys.modules["_ctypes"]
    return (
        function(_ctypes.dlsym(library, "syscall")),
        function(_ctypes.dlsym(library, "prctl")),
    )
