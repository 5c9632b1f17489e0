"""The chapter's claims, run.

    _experiment    what an experiment is;   _draw   drawing data, alike on every Python
    errata/        errata that prove themselves
    exercises/     the texts' exercises, solved step by step
    figures/       the texts' figures
"""
