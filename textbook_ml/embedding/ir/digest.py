"""A checksum of all constants of an exported file: it changes if a single bit changes.

This is the FNV-1a hash with 32-bit words instead of bytes. Each step maps different states to
different states, so a single changed word always changes the result. The checksum detects
accidents and careless edits; it is not a signature.
"""

import struct
from collections.abc import Iterable
from typing import Any

from textbook_ml.embedding.ir.numbers import Single

BASIS, PRIME, BITS = 2166136261, 16777619, 0xFFFFFFFF
END_OF_STRING = 255  # does not occur in UTF-8


def digest(items: Iterable[Any], h: int = BASIS) -> int:
    """Return the checksum of numbers, strings and nested lists of these; None is skipped.

    >>> digest([]) == BASIS, digest(["ab"]) == digest(["a", "b"])
    (True, False)
    """
    for item in items:
        if isinstance(item, str):
            h = mix(h, (*item.encode(), END_OF_STRING))
        elif isinstance(item, Single):
            h = mix(h, struct.unpack("<I", struct.pack("<f", item + 0.0)))
        elif isinstance(item, (int, float)):
            h = mix(h, struct.unpack("<II", struct.pack("<d", item + 0.0)))  # −0 becomes 0
        elif item is not None:
            h = digest(item, h)
    return h


def mix(h: int, words: Iterable[int]) -> int:
    """Return the checksum after some more words of up to 32 bits.

    >>> mix(1, [3])
    33555238
    """
    for word in words:
        h = (h ^ word) * PRIME & BITS
    return h
