"""A fingerprint of all constants of an exported file: one bit changed, and it is another.

FNV's product with another word: each step keeps different states different, so that a single
change is always seen. It guards against accidents and careless edits, and is no signature.
"""

import struct
from collections.abc import Iterable
from typing import Any

BASIS, PRIME, BITS = 2166136261, 16777619, 0xFFFFFFFF
END_OF_STRING = 255  # no byte of UTF-8


def digest(things: Iterable[Any], h: int = BASIS) -> int:
    """The fingerprint of numbers, strings and lists of these, one after the other.

    >>> digest([]) == BASIS, digest(["ab"]) == digest(["a", "b"])
    (True, False)
    """
    for thing in things:
        if isinstance(thing, str):
            h = mixed(h, (*thing.encode(), END_OF_STRING))
        elif isinstance(thing, (int, float)):
            h = mixed(h, struct.unpack("<II", struct.pack("<d", thing + 0.0)))  # −0 is 0
        elif thing is not None:
            h = digest(thing, h)
    return h


def mixed(h: int, words: Iterable[int]) -> int:
    """A fingerprint, some words of up to 32 bits later.

    >>> mixed(1, [3])
    33555238
    """
    for word in words:
        h = (h ^ word) * PRIME & BITS
    return h
