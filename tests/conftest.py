"""One profile for hypothesis: every run tries the same examples, however slow the machine."""

from hypothesis import settings

settings.register_profile("chapter", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("chapter")
