"""The text of a file in blocks; the file is a path, standard input, a pipe or an open file.

Bytes are UTF-8, with or without a byte order mark. Bytes that begin like a gzip file are
decompressed. No block is larger than `BLOCK`, so a file need not fit into memory.
"""

import codecs
import os
import stat
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from os import PathLike, fspath
from typing import IO, Any, TextIO, TypeGuard

from textbook_ml.core.errors import TextbookError, require

Source = str | PathLike[str] | TextIO | IO[bytes]

BLOCK = 1 << 20  # bytes, or characters of an open text file: some ten thousand rows
GZIP = b"\x1f\x8b"
BYTE_ORDER_MARK = "\ufeff"


class BadByteError(Exception):
    """A byte that the encoding does not allow; the text before it has been delivered."""


class TextSource:
    """Reads a source once; the bytes are also written to `copy`, if given."""

    name: str
    total: int | None
    done: int

    def __init__(
        self, source: Source, copy: IO[bytes] | None = None, name: str | None = None
    ) -> None:
        self.source = source
        self.copy = copy
        self.name = name or name_of(source)
        self.total = os.stat(fspath(source)).st_size if is_regular(source) else None  # bytes
        self.done = 0  # bytes

    def blocks(self) -> Iterator[str]:
        """The text, without its byte order mark."""
        with _readable(self.name), _opened(self.source) as file:
            raw = self._raw(file.read)
            first = next(raw, b"")
            if isinstance(first, str):
                yield from _without_mark(chain([first], raw))
            else:
                yield from _decoded(_unzipped(_from_the_start(first, raw)))

    def _raw(self, read: Callable[[int], Any]) -> Iterator[Any]:
        """Yield the raw blocks: bytes, or strings of an open text file."""
        while block := read(BLOCK):
            self.done += len(block)
            if self.copy is not None:
                self.copy.write(block)
            yield block


def name_of(source: Source) -> str:
    """Return the name of a source for a message.

    >>> name_of("-"), name_of("days.csv")
    ('standard input', 'days.csv')
    """
    if source == "-":
        return "standard input"
    if isinstance(source, (str, PathLike)):
        return fspath(source)
    require(
        hasattr(source, "read"),
        f"the source of a table must be a path, an open file, or - for standard input, "
        f"got {source!r}",
    )
    return str(getattr(source, "name", "the open file"))


def is_regular(source: Source) -> TypeGuard[str | PathLike[str]]:
    """Return whether a source is a file on disk, which can be read twice, unlike a pipe."""
    if source == "-" or not isinstance(source, (str, PathLike)):
        return False
    try:
        return stat.S_ISREG(os.stat(source).st_mode)
    except (OSError, ValueError):
        return False


@contextmanager
def _opened(source: Source) -> Iterator[Any]:
    """Open a source; a file opened from a path is closed at the end."""
    if source == "-":
        require(sys.stdin is not None, "standard input is closed. Fix: name a CSV file")
        yield getattr(sys.stdin, "buffer", sys.stdin)
    elif isinstance(source, (str, PathLike)):
        with open(source, "rb") as file:
            yield file
    else:
        yield source


@contextmanager
def _readable(name: str) -> Iterator[None]:
    """Raise TextbookError if a file cannot be read."""
    try:
        yield
    except TextbookError:
        raise
    except (OSError, ValueError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or error
        raise TextbookError(f"{name}: cannot be read ({reason}). Fix: name a CSV file") from None


def _without_mark(blocks: Iterator[str]) -> Iterator[str]:
    yield next(blocks).removeprefix(BYTE_ORDER_MARK)
    yield from blocks


def _from_the_start(first: bytes, blocks: Iterator[bytes]) -> Iterator[bytes]:
    """Return the blocks; the first is long enough to recognise a gzip file."""
    while len(first) < len(GZIP) and (more := next(blocks, b"")):
        first += more
    return chain([first], blocks)


def _unzipped(blocks: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the content of a gzip file with one or more members; other bytes unchanged."""
    first = next(blocks)
    if not first.startswith(GZIP):
        yield first
        yield from blocks
        return
    member = zlib.decompressobj(zlib.MAX_WBITS | 16)
    for block in chain([first], blocks):
        while block:
            if member.eof:
                member = zlib.decompressobj(zlib.MAX_WBITS | 16)
            yield member.decompress(block, BLOCK)
            block = member.unused_data.lstrip(b"\0") if member.eof else member.unconsumed_tail
    while rest := member.decompress(b"", BLOCK):
        yield rest
    if not member.eof:
        raise ValueError("the compressed file ends too early")


def _decoded(blocks: Iterator[bytes]) -> Iterator[str]:
    """Yield bytes as text; raise BadByteError after the text before an invalid byte."""
    decoder = codecs.getincrementaldecoder("utf-8-sig")()
    try:
        for block in blocks:
            yield decoder.decode(block)
        yield decoder.decode(b"", final=True)
    except UnicodeDecodeError as error:
        yield error.object[: error.start].decode("utf-8-sig")
        raise BadByteError(f"the byte {error.object[error.start]:#04x} is not UTF-8") from None
