"""Messages on private file descriptors: four bytes of length, then JSON of that length.

The library functions used here are saved before student code runs, because student code may
replace them.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

LARGEST = 1 << 20  # maximum bytes of a message; the grader rejects larger ones
LARGEST_ANSWER = 1 << 16  # maximum bytes of an answer; a right answer has at most a thousand
HEADER = 4


class Strict:
    """The settings of the JSON scanner in `_json`."""

    strict = True
    object_hook = object_pairs_hook = None
    parse_float: type[float] = float
    parse_int: type[int] = int
    parse_constant: type[float] = float


def json_functions() -> tuple[Callable[[Any], str], Callable[[str], Any]]:
    """Return functions to write and read JSON, from the C module, which loads faster than json."""
    try:
        import _json
    except ImportError:
        import json

        return json.JSONEncoder(separators=(",", ":")).encode, json.loads
    quoted = _json.encode_basestring_ascii
    scan, encoder = getattr(_json, "make_scanner")(Strict()), getattr(_json, "make_encoder")
    chunks = encoder({}, None, quoted, None, ":", ",", False, False, True)
    return (lambda value: "".join(chunks(value, 0))), (lambda text: scan(text, 0)[0])


class Wire:
    """The two private file descriptors of a worker process."""

    replies: int
    requests: int
    text: Callable[[Any], str]
    value: Callable[[str], Any]
    os_read: Callable[[int, int], bytes]
    os_write: Callable[[int, bytes | memoryview], int]

    def __init__(self, requests: int, replies: int) -> None:
        self.requests, self.replies = requests, replies
        self.text, self.value = json_functions()
        self.os_read, self.os_write = os.read, os.write

    def read(self) -> Any:
        """Return the next request; None at the end of the pipe."""
        header = self.exactly(HEADER)
        if header is None:
            return None
        body = self.exactly(int.from_bytes(header, "big"))
        return None if body is None else self.value(body.decode("ascii"))

    def exactly(self, size: int) -> bytes | None:
        """Read `size` bytes; return None at the end of the pipe."""
        parts = []
        while size:
            part = self.os_read(self.requests, min(size, 1 << 20))
            if not part:
                return None
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def write(self, message: dict[str, Any], largest: int = LARGEST) -> None:
        """Write a reply; if it is too large, write its size instead of its value."""
        body = self.text(message).encode("ascii")
        if len(body) > largest:
            too_large = {"other": f"value of {len(body):,} bytes"}
            body = self.text({"nonce": message.get("nonce"), "value": too_large}).encode("ascii")
        frame = memoryview(len(body).to_bytes(HEADER, "big") + body)
        while frame:
            frame = frame[self.os_write(self.replies, frame) :]
