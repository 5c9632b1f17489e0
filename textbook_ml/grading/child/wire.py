"""Frames on a private descriptor: four bytes of length, then that much JSON.

The functions used here are taken before student code runs, which may put others in their place.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

LARGEST = 1 << 20  # bytes of a message; the parent refuses more
LARGEST_ANSWER = 1 << 16  # bytes of the answer to a call: a right one has a thousand at most
HEADER = 4


class Strict:
    """How `_json` is to read."""

    strict = True
    object_hook = object_pairs_hook = None
    parse_float, parse_int, parse_constant = float, int, float


def json_functions() -> tuple[Callable[[Any], str], Callable[[str], Any]]:
    """Writing and reading, from the C module itself: `json` takes longer to load than to use."""
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
    """The two private descriptors of a child."""

    def __init__(self, requests: int, replies: int) -> None:
        self.requests, self.replies = requests, replies
        self.text, self.value = json_functions()
        self.os_read, self.os_write = os.read, os.write

    def read(self) -> Any:
        """The next request; None when the parent has gone."""
        header = self.exactly(HEADER)
        if header is None:
            return None
        body = self.exactly(int.from_bytes(header, "big"))
        return None if body is None else self.value(body.decode("ascii"))

    def exactly(self, size: int) -> bytes | None:
        """So many bytes, or None at the end."""
        parts = []
        while size:
            part = self.os_read(self.requests, min(size, 1 << 20))
            if not part:
                return None
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def write(self, message: dict[str, Any], largest: int = LARGEST) -> None:
        """A reply; one that is too large says so instead of its value."""
        body = self.text(message).encode("ascii")
        if len(body) > largest:
            too_large = {"other": f"value of {len(body):,} bytes"}
            body = self.text({"nonce": message.get("nonce"), "value": too_large}).encode("ascii")
        frame = memoryview(len(body).to_bytes(HEADER, "big") + body)
        while frame:
            frame = frame[self.os_write(self.replies, frame) :]
