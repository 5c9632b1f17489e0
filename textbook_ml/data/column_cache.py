"""A table of numbers in a binary file, so that it can be read many times without parsing.

    block      up to 4096 rows: first all floats of the first column, then those of the second, …
    about      a JSON object that describes the table, at the end of the file

The file has the blocks, then `about`, its length in 8 bytes, and a mark. Nothing in the file is
executed.
"""

import json
import os
import sys
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO

from textbook_ml.core.errors import TextbookError, require

BLOCK = 4096  # rows
WIDTH = 8  # bytes of a float
MARK = b"textbook_ml columns 1\n"
LARGEST_ABOUT = 1 << 28  # bytes


class CacheWriter:
    """Writes rows to a cache in blocks."""

    def __init__(self, file: BinaryIO, n_columns: int) -> None:
        self.file = file
        self.waiting = [array("d") for _ in range(n_columns)]
        self.n_rows = 0

    def add(self, columns: Sequence["array[float]"]) -> None:
        """Add rows, given by their columns."""
        self.n_rows += len(columns[0])
        for queue, column in zip(self.waiting, columns, strict=True):
            queue.extend(column)
        while len(self.waiting[0]) >= BLOCK:
            self._write_block(BLOCK)

    def _write_block(self, n: int) -> None:
        for queue in self.waiting:
            self.file.write(queue[:n].tobytes())
            del queue[:n]

    def finish(self, about: Mapping[str, Any]) -> None:
        """Write the last block and the description of the table."""
        self._write_block(len(self.waiting[0]))
        size = {"n_rows": self.n_rows, "n_columns": len(self.waiting), "byte_order": sys.byteorder}
        text = json.dumps({**size, "about": about}).encode()
        self.file.write(text + len(text).to_bytes(WIDTH, "big") + MARK)


@dataclass(frozen=True, slots=True)
class ColumnCache:
    """A cache that is complete; each process opens the file for itself."""

    path: str
    n_rows: int
    n_columns: int
    about: Mapping[str, Any]

    @classmethod
    def open(cls, path: str) -> "ColumnCache":
        """Read the description of a cache. Raise TextbookError if the file is none."""
        wrong = TextbookError(f"{path}: is not a cache of this package. Fix: name another file")
        tail = WIDTH + len(MARK)
        try:
            with open(path, "rb") as file:
                size = file.seek(0, os.SEEK_END)
                if size < tail:
                    raise wrong
                file.seek(size - tail)
                end = file.read(tail)
                length = int.from_bytes(end[:WIDTH], "big")
                if end[WIDTH:] != MARK or not 0 < length <= min(size - tail, LARGEST_ABOUT):
                    raise wrong
                file.seek(size - tail - length)
                found = json.loads(file.read(length))
        except OSError as error:
            raise TextbookError(f"{path}: cannot be read ({error.strerror})") from None
        except (ValueError, RecursionError) as error:
            raise error if isinstance(error, TextbookError) else wrong from None
        try:
            n_rows, n_columns = int(found["n_rows"]), int(found["n_columns"])
            about, order = found["about"], found["byte_order"]
        except (KeyError, TypeError, ValueError):
            raise wrong from None
        require(
            order == sys.byteorder,
            f"{path}: the cache was written on a machine with another byte order. Fix: delete it",
        )
        if n_rows * n_columns * WIDTH != size - tail - length or n_columns < 1:
            raise wrong
        return cls(path, n_rows, n_columns, about)

    @property
    def n_blocks(self) -> int:
        """The number of blocks."""
        return -(-self.n_rows // BLOCK)

    def blocks(self, span: range) -> list[list["array[float]"]]:
        """Return some blocks, each as a list of columns."""
        with open(self.path, "rb") as file:
            file.seek(span.start * BLOCK * self.n_columns * WIDTH)
            found = []
            for k in span:
                n = min(BLOCK, self.n_rows - k * BLOCK)
                columns = [array("d") for _ in range(self.n_columns)]
                for column in columns:
                    column.frombytes(file.read(n * WIDTH))
                found.append(columns)
        return found
