"""The words that all reports share: points, verdicts, and text that came from a student, tamed."""

from collections.abc import Iterator

from textbook_ml.console import WIDTH, width, wrap
from textbook_ml.grading.results import QuestionResult, Result, Verdict
from textbook_ml.layout import shorten

LONGEST_CALL = 800  # characters of a call that a terminal still shows in full

# What a verdict is called, and what it says where the result has no words of its own.
SPOKEN = {
    Verdict.PASSED: ("passed", "All cases came out right."),
    Verdict.WRONG_VALUE: ("wrong value", "The answer differs from what is due."),
    Verdict.WRONG_TYPE: ("wrong type", "The answer is of the wrong kind."),
    Verdict.MUTATED_ARGUMENT: ("changed its input", "The function changes what it was given."),
    Verdict.RAISED: ("raised", "The function raised an exception."),
    Verdict.TIMEOUT: ("timeout", "The function did not come to an end in time."),
    Verdict.OUT_OF_MEMORY: ("out of memory", "The function needed more memory than is allowed."),
    Verdict.CRASHED: ("crashed", "The Python that ran the function ended."),
    Verdict.MISSING: ("missing", "The file has no function of this name."),
    Verdict.SIGNATURE: ("signature", "The function cannot be called with these arguments."),
    Verdict.LOAD_ERROR: ("load error", "The file cannot be loaded."),
    Verdict.UNSTABLE: ("unstable", "The same call gave two different answers."),
    Verdict.PROTOCOL_VIOLATION: ("protocol", "The file interfered with how answers are sent."),
    Verdict.NOT_ATTEMPTED: ("not attempted", "The function is still to be written."),
    Verdict.GRADER_ERROR: ("grader error", "The grader failed here: this costs you nothing."),
}


def verdict_name(result: QuestionResult) -> str:
    """A verdict as it is read out."""
    return SPOKEN[result.verdict][0]


def verdict_words(result: QuestionResult) -> str:
    """What happened, in a sentence or two."""
    return result.words or SPOKEN[result.verdict][1]


def new_words(result: QuestionResult) -> str:
    """The same, without what the counterexample that stands below says."""
    words, example = verdict_words(result), result.counterexample
    told = f"Expected {example.expected}, got {example.got}." if example else ""
    return words.removeprefix(told).lstrip()


def points(x: float) -> str:
    """Points to a hundredth, without zeros at the end.

    >>> points(7.0), points(2.5), points(1 / 3)
    ('7', '2.5', '0.33')
    """
    text = f"{x:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def in_points(x: float) -> str:
    """The same in words.

    >>> in_points(1.0), in_points(0.4)
    ('1 point', '0.4 points')
    """
    return f"{points(x)} point" if x == 1 else f"{points(x)} points"


def out_of(score: float, max_score: float) -> str:
    """A score beside what could be had.

    >>> out_of(0.0, 1.0), out_of(7.5, 20.0)
    ('0 of 1 point', '7.5 of 20 points')
    """
    return f"{points(score)} of {in_points(max_score)}"


def taken_off(result: Result) -> str:
    """What lateness costs, in points; nothing if it costs nothing.

    Gradescope's students are told the percentage alone: with the points, they could work out a
    total that includes hidden questions.
    """
    return f" That is {in_points(result.deducted)}." if result.deducted else ""


def full_marks(result: Result) -> bool:
    """Whether nothing is left to be had, and the grading has come to its end everywhere."""
    failed = any(q.verdict is Verdict.GRADER_ERROR for q in result.questions)
    return result.finished and not failed and result.score >= result.max_score


def tame(text: str) -> str:
    """One line in which nothing steers a terminal: what cannot be printed shows as its code.

    >>> tame("red \\x1b[31m"), tame("a\\nb")
    ('red \\\\x1b[31m', 'a b')
    """
    return "".join(" " if c.isspace() else _shown(c) for c in text)


def _shown(c: str) -> str:
    return c if c.isprintable() else ascii(c)[1:-1]


def prose(text: str, indent: str = "", hanging: str | None = None) -> Iterator[str]:
    """Words on lines that fit, from wherever they came; a word as long as a line is broken."""
    room = WIDTH - 1 - max(len(indent), len(hanging or ""))
    words = [w[i : i + room] for w in tame(text).split() for i in range(0, len(w), room)]
    return wrap(" ".join(words), indent, hanging)


def tame_lines(text: str) -> list[str]:
    """The same for text of several lines, which keep their beginnings.

    >>> tame_lines("a\\n\\tb\\r\\n")
    ['a', '        b']
    """
    rows = text.expandtabs(8).splitlines()
    return ["".join(map(_shown, row)) for row in rows]


def code_lines(call: str, indent: str) -> Iterator[str]:
    """A call on lines that fit; broken only after commas of the code, so that it can be pasted.

    >>> list(code_lines("f('a, b', 1)", " " * 72))[1].strip()
    '1)'
    """
    text = tame(call)
    if len(text) > LONGEST_CALL:
        yield indent + shorten(text, WIDTH - len(indent) - 1)
        yield f"{indent}({len(text):,} characters; --json has more of it)"
        return
    line, start = "", indent
    for piece in _pieces(text):
        if line and width(start + line + piece.rstrip()) > WIDTH - 1:
            yield (start + line).rstrip()
            line, start = "", indent + "    "
        line += piece
    yield (start + line).rstrip()


def _pieces(code: str) -> Iterator[str]:
    """The code cut after every comma and its space, but not inside a string."""
    quote, start, i = "", 0, 0
    while i < len(code):
        c = code[i]
        if quote:
            i += c == "\\"  # what is escaped ends no string
            quote = "" if c == quote else quote
        elif c in "'\"":
            quote = c
        elif c == "," and code[i + 1 : i + 2] == " ":
            yield code[start : i + 2]
            start = i + 2
            i += 1
        i += 1
    yield code[start:]
