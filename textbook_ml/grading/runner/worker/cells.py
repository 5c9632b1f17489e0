"""Remove notebook commands (magics and shell commands) from the code of a notebook cell."""

from __future__ import annotations

TIMING = ("%%time", "%%capture", "%%prun")  # cell commands after which the cell is Python code


def without_magic(cell: str) -> str:
    """Return a cell with notebook commands replaced by `pass`, so that no block becomes empty.

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
    return "\n".join(map(_cell_line, cell.split("\n")))


def _cell_line(line: str) -> str:
    from re import fullmatch, sub  # imported here because only notebooks need it

    line = sub(r"^(\s*(?:\w+\s*=\s*)?)%time\s+(?=\S)", r"\1", line)
    line = sub(r"^(\s*[\w, ]+=\s*)[!%]\s*\w.*$", r"\1None", line)
    if fullmatch(r"\s*(%{1,2}\w.*|!.*|\?+[\w.*]+|[\w.*]+\?+)\s*", line):
        return f"{line[: len(line) - len(line.lstrip())]}pass"
    return line
