"""The text of a file in blocks; the file is a path, standard input, a pipe or an open file.

Bytes are UTF-8, with or without a byte order mark, UTF-16 with a byte order mark, or in the
encoding that the caller states. Bytes that begin like a gzip file are decompressed. No block is
larger than `BLOCK`, so a file need not fit into memory.
"""

import codecs
import os
import stat
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from os import PathLike, fspath
from typing import IO, Any, TextIO, TypeGuard

from textbook_ml.core.errors import TextbookError, quoted, require

Source = str | PathLike[str] | TextIO | IO[bytes]

BLOCK = 1 << 18  # bytes, or characters of an open text file: some ten thousand rows
GZIP = b"\x1f\x8b"
BYTE_ORDER_MARK = "\ufeff"
MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")  # .xlsx (a zip file) and .xls
LONGEST_MARK = 4  # bytes in which a compressed file, a workbook or an encoding is recognised


class BadByteError(Exception):
    """A byte that the encoding does not allow; the text before it has been delivered."""


class TextSource:
    """Reads a source once; the bytes are also written to `copy`, if given.

    `live` yields the text of a pipe as soon as it arrives, in blocks of any size.
    """

    name: str
    total: int | None
    done: int

    def __init__(
        self,
        source: Source,
        copy: IO[bytes] | None = None,
        name: str | None = None,
        encoding: str | None = None,
        live: bool = False,
    ) -> None:
        self.source = source
        self.copy = copy
        self.encoding = encoding  # None: found in the first bytes, and then stored here
        self.live = live
        self.name = name or name_of(source)
        self.total = os.stat(fspath(source)).st_size if is_regular(source) else None  # bytes
        self.done = 0  # bytes

    def blocks(self) -> Iterator[str]:
        """The text, without its byte order mark."""
        with _report_read_errors(self.name), _open_source(self.source) as file:
            raw = self._raw_blocks(getattr(file, "read1", file.read) if self.live else file.read)
            first = next(raw, b"")
            if isinstance(first, str):
                yield from _without_byte_order_mark(chain([first], raw))
            else:
                plain = _from_the_start(_decompressed(_from_the_start(chain([first], raw))))
                yield from self._decoded_blocks(plain)

    def _decoded_blocks(self, blocks: Iterator[bytes]) -> Iterator[str]:
        """Yield bytes as text; raise BadByteError after the text before an invalid byte."""
        first = next(blocks, b"")
        require(
            not first.startswith(WORKBOOKS),
            f"{self.name}: expected a text file, got an Excel workbook or a zip file. Fix: save "
            "the table as CSV",
        )
        if self.encoding is None:
            mark = next((mark for mark in MARKS if first.startswith(mark)), b"")
            self.encoding = MARKS.get(mark, "utf-8")
            first = first.removeprefix(mark)
            require(
                mark != b"" or b"\0" not in first[:LONGEST_MARK],
                f"{self.name}: the text contains the character NUL, as UTF-16 does. Fix: state "
                "the encoding, such as encoding='utf-16-le'",
            )
        text = _decoded_text(self.encoding, chain([first], blocks))
        yield next(text, "").removeprefix(BYTE_ORDER_MARK)
        yield from text

    def _raw_blocks(self, read: Callable[[int], Any]) -> Iterator[Any]:
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
def _open_source(source: Source) -> Iterator[Any]:
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
def _report_read_errors(name: str) -> Iterator[None]:
    """Raise TextbookError if a file cannot be read."""
    try:
        yield
    except TextbookError:
        raise
    except (OSError, ValueError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or error
        raise TextbookError(f"{name}: cannot be read ({reason}). Fix: name a CSV file") from None


def _without_byte_order_mark(blocks: Iterator[str]) -> Iterator[str]:
    yield next(blocks).removeprefix(BYTE_ORDER_MARK)
    yield from blocks


def _from_the_start(blocks: Iterator[bytes]) -> Iterator[bytes]:
    """Return the blocks; the first is long enough to recognise a gzip file or an encoding."""
    first = b""
    while len(first) < LONGEST_MARK and (more := next(blocks, None)) is not None:
        first += more
    return chain([first], blocks)


def _decompressed(blocks: Iterator[bytes]) -> Iterator[bytes]:
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


def find_codec(encoding: str) -> codecs.CodecInfo:
    """Return the codec of a text encoding; raise TextbookError for an unknown name.

    >>> find_codec("latin-1").name
    'iso8859-1'
    """
    with suppress(LookupError, ValueError):
        "a".encode(encoding)  # LookupError for a codec that does not encode text, such as zlib
        return codecs.lookup(encoding)
    raise TextbookError(
        f"unknown encoding {quoted(encoding)}. Fix: use a name such as utf-8, utf-16, latin-1 or "
        "cp1252"
    )


def _decoded_text(encoding: str, blocks: Iterator[bytes]) -> Iterator[str]:
    """Decode blocks of bytes; the first string is empty only if the whole text is empty."""
    decoder = find_codec(encoding).incrementaldecoder()
    try:
        for block in blocks:
            if text := decoder.decode(block):
                yield text
        yield decoder.decode(b"", final=True)
    except UnicodeDecodeError as error:
        yield error.object[: error.start].decode(encoding)
        raise BadByteError(_bad_byte_message(encoding, error)) from None
    except UnicodeError as error:  # such as UTF-16 without its byte order mark
        raise BadByteError(
            f"the text is not {encoding.upper()} ({error}). Fix: state the encoding of the file, "
            f"such as encoding='{_other_encoding(encoding)}'"
        ) from None


def _bad_byte_message(encoding: str, error: UnicodeDecodeError) -> str:
    """Return the error message for an invalid byte, with the fix."""
    message = f"the byte {error.object[error.start]:#04x} is not {encoding.upper()}"
    return (
        f"{message}. Fix: save the file as UTF-8, or state its encoding, such as "
        f"encoding='{_other_encoding(encoding)}'"
    )


def _other_encoding(encoding: str) -> str:
    """Return the name of another encoding to try."""
    return "latin-1" if encoding in ("utf-8", "utf-8-sig") else "utf-8"
