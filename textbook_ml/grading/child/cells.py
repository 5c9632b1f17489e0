"""A cell of a notebook: Python, but for lines that are meant for the notebook itself."""

from __future__ import annotations

TIMING = ("%%time", "%%capture", "%%prun")  # whose cells are Python


def without_magic(cell: str) -> str:
    """A cell of Python; lines for the notebook become `pass`, so that blocks keep a line.

    >>> print(without_magic("%matplotlib inline\\nif True:\\n    !ls\\n%time x = f(1)\\nx?"))
    pass
    if True:
        pass
    x = f(1)
    pass
    >>> without_magic("files = !ls *.py\\n"), without_magic("%%bash\\nrm -rf /")
    ('files = None\\n', '')
    """
    if cell.lstrip().startswith("%%") and not cell.lstrip().startswith(TIMING):
        return ""
    return "\n".join(map(_line, cell.split("\n")))


def _line(line: str) -> str:
    from re import fullmatch, sub  # late: a file that is no notebook does without

    line = sub(r"^(\s*(?:\w+\s*=\s*)?)%time\s+(?=\S)", r"\1", line)
    line = sub(r"^(\s*[\w, ]+=\s*)[!%]\s*\w.*$", r"\1None", line)
    if fullmatch(r"\s*(%{1,2}\w.*|!.*|\?+[\w.*]+|[\w.*]+\?+)\s*", line):
        return f"{line[: len(line) - len(line.lstrip())]}pass"
    return line
