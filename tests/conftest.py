"""Profiles for hypothesis: every run tries the same examples, however slow the machine.

`--hypothesis-profile=few` is for the third Python in a row, which is to find what differs there.
"""

from hypothesis import settings

settings.register_profile("chapter", deadline=None, derandomize=True, max_examples=60)
settings.register_profile("few", deadline=None, derandomize=True, max_examples=12)
settings.load_profile("chapter")
