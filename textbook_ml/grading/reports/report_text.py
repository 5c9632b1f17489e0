"""Text that all reports share: points, verdicts, and escaped text from submissions."""

from collections.abc import Iterator

from textbook_ml.core.console import WIDTH, display_width, wrap
from textbook_ml.core.formatting import shorten
from textbook_ml.grading.results import QuestionResult, Result, Verdict

LONGEST_CALL = 800  # number of characters up to which a call is printed in full

# The name of each verdict, and a sentence for results that have no text of their own.
VERDICT_TEXTS = {
    Verdict.PASSED: ("passed", "All test cases passed."),
    Verdict.WRONG_VALUE: ("wrong value", "The function returned a wrong value."),
    Verdict.WRONG_TYPE: ("wrong type", "The function returned a value of the wrong type."),
    Verdict.MUTATED_ARGUMENT: ("changed its input", "The function changes its arguments."),
    Verdict.RAISED: ("raised", "The function raised an exception."),
    Verdict.TIMEOUT: ("timeout", "The function did not return in time."),
    Verdict.OUT_OF_MEMORY: ("out of memory", "The function needed more memory than is allowed."),
    Verdict.CRASHED: ("crashed", "The Python process that ran the function ended."),
    Verdict.MISSING: ("missing", "The file has no function with this name."),
    Verdict.SIGNATURE: ("signature", "The function cannot be called with these arguments."),
    Verdict.LOAD_ERROR: ("load error", "The file cannot be loaded."),
    Verdict.UNSTABLE: ("unstable", "The same call returned two different values."),
    Verdict.PROTOCOL_VIOLATION: (
        "protocol",
        "The submission interfered with the messages between the grader and its process.",
    ),
    Verdict.NOT_ATTEMPTED: ("not attempted", "The function is not written yet."),
    Verdict.GRADER_ERROR: ("grader error", "The grader failed here. You lose no points."),
    Verdict.TO_MARK: ("to be marked", "Your teacher marks this part."),
    Verdict.MARKED: ("marked", "Your teacher has marked this part."),
}


def verdict_name(result: QuestionResult) -> str:
    """Return the name of a verdict for a report."""
    return VERDICT_TEXTS[result.verdict][0]


def verdict_words(result: QuestionResult) -> str:
    """Return one or two sentences that explain the verdict."""
    return result.words or VERDICT_TEXTS[result.verdict][1]


def beyond_counterexample(result: QuestionResult) -> str:
    """Return the explanation without the sentence that repeats the counterexample."""
    words, example = verdict_words(result), result.counterexample
    repeated = f"Expected {example.expected}, got {example.got}." if example else ""
    return words.removeprefix(repeated).lstrip()


def points(x: float) -> str:
    """Format points with at most two decimals, without trailing zeros.

    >>> points(7.0), points(2.5), points(1 / 3)
    ('7', '2.5', '0.33')
    """
    text = f"{x:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def in_points(x: float) -> str:
    """Format points with the word "point" or "points".

    >>> in_points(1.0), in_points(0.4)
    ('1 point', '0.4 points')
    """
    return f"{points(x)} point" if x == 1 else f"{points(x)} points"


def out_of(score: float, max_score: float) -> str:
    """Format a score and the maximum score.

    >>> out_of(0.0, 1.0), out_of(7.5, 20.0)
    ('0 of 1 point', '7.5 of 20 points')
    """
    return f"{points(score)} of {in_points(max_score)}"


def taken_off(result: Result) -> str:
    """Return a sentence with the late deduction in points; empty if there is no deduction.

    Students on Gradescope see only the percentage: from the points they could calculate a total
    that includes hidden questions.
    """
    return f" That is {in_points(result.deducted)}." if result.deducted else ""


def full_marks(result: Result) -> bool:
    """Return whether the grading is finished without a failure and the score is the maximum."""
    failed = any(q.verdict is Verdict.GRADER_ERROR for q in result.questions)
    return result.finished and not failed and result.score >= result.max_score


def printable_line(text: str) -> str:
    """Return text as one line, with unprintable characters (terminal codes) escaped.

    >>> printable_line("red \\x1b[31m"), printable_line("a\\nb")
    ('red \\\\x1b[31m', 'a b')
    """
    return "".join(" " if c.isspace() else _printable_character(c) for c in text)


def _printable_character(c: str) -> str:
    return c if c.isprintable() else ascii(c)[1:-1]


def prose(text: str, indent: str = "", hanging: str | None = None) -> Iterator[str]:
    """Escape text and wrap it to the terminal width; words longer than a line are broken."""
    room = WIDTH - 1 - max(len(indent), len(hanging or ""))
    words = [w[i : i + room] for w in printable_line(text).split() for i in range(0, len(w), room)]
    return wrap(" ".join(words), indent, hanging)


def tame_lines(text: str) -> list[str]:
    """Return the lines of a text with unprintable characters escaped; indentation is kept.

    >>> tame_lines("a\\n\\tb\\r\\n")
    ['a', '        b']
    """
    rows = text.expandtabs(8).splitlines()
    return ["".join(map(_printable_character, row)) for row in rows]


def code_lines(call: str, indent: str) -> Iterator[str]:
    """Wrap a call to the terminal width, only after commas, so that it can still be pasted.

    >>> list(code_lines("f('a, b', 1)", " " * 72))[1].strip()
    '1)'
    """
    if "\n" in call:  # the calls of a class, or the files of a program
        for row in call.split("\n"):
            yield from code_lines(row, indent)
        return
    text = printable_line(call)
    if len(text) > LONGEST_CALL:
        yield indent + shorten(text, WIDTH - len(indent) - 1)
        yield f"{indent}({len(text):,} characters; see --json for more)"
        return
    line, start = "", indent
    for piece in _parts_at_commas(text):
        if line and display_width(start + line + piece.rstrip()) > WIDTH - 1:
            yield (start + line).rstrip()
            line, start = "", indent + "    "
        line += piece
    yield (start + line).rstrip()


def _parts_at_commas(code: str) -> Iterator[str]:
    """Split code after each comma that is followed by a space, except inside strings."""
    quote, start, i = "", 0, 0
    while i < len(code):
        c = code[i]
        if quote:
            i += c == "\\"  # an escaped quote does not end the string
            quote = "" if c == quote else quote
        elif c in "'\"":
            quote = c
        elif c == "," and code[i + 1 : i + 2] == " ":
            yield code[start : i + 2]
            start = i + 2
            i += 1
        i += 1
    yield code[start:]
