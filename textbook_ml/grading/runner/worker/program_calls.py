"""Build a student's program in another language, start it, and pass calls on to it.

Nothing of the student's runs in this process; the program is a process of its own with the same
restrictions. A call is one line of JSON on its standard input, and the answer is one line on its
standard output: {"value": …} or {"error": "…", "type": "…"}.
"""

from __future__ import annotations

import os

from textbook_ml.grading.runner.worker.framing import LARGEST_ANSWER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

LONGEST_OUTPUT = 1000  # number of characters kept of the messages of a compiler
SHOWN = 100  # number of characters shown of a line that is not an answer
DIED_OF = 128  # the exit code is this plus the number of the signal, as in shells
NOT_WRITTEN = "NotImplementedError"


def built(command: list[str]) -> str:
    """Run a compiler; return its messages if it fails, otherwise an empty string."""
    if not command:
        return ""
    from subprocess import DEVNULL, PIPE, STDOUT, run

    done = run(command, stdin=DEVNULL, stdout=PIPE, stderr=STDOUT, preexec_fn=all_cpu_time)
    messages = done.stdout.decode("utf-8", "replace").strip()
    return (messages or f"exit code {done.returncode}")[:LONGEST_OUTPUT] if done.returncode else ""


def all_cpu_time() -> None:
    """Allow a new process all processor time of the worker, not only that of one call."""
    try:
        import resource
    except ImportError:
        return
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))


def started(command: list[str]) -> Callable[[str], Any]:
    """Start the program; return a function that sends it a line and returns the answer."""
    from subprocess import PIPE, Popen

    process = Popen(command, stdin=PIPE, stdout=PIPE, preexec_fn=all_cpu_time)
    assert process.stdin is not None and process.stdout is not None
    requests, replies = process.stdin, process.stdout

    def ended() -> None:
        code = process.wait()
        os._exit(code if code >= 0 else DIED_OF - code)

    def ask(line: str) -> Any:
        try:
            requests.write(f"{line}\n".encode("ascii"))
            requests.flush()
        except OSError:
            ended()
        reply = replies.readline(LARGEST_ANSWER)
        if not reply:
            ended()
        return value_of(reply)

    return ask


def value_of(reply: bytes) -> Any:
    """Return the value in an answer; raise an exception if the program reports an error.

    >>> value_of(b'{"value": [1, 2]}')
    [1, 2]
    """
    import json

    try:
        answer = json.loads(reply)
    except (ValueError, RecursionError):
        answer = None
    if type(answer) is dict and "value" in answer:
        return answer["value"]
    if type(answer) is dict and type(answer.get("error")) is str:
        raise error_of(answer.get("type"), answer["error"])
    shown = reply[:SHOWN].decode("utf-8", "replace").strip()
    raise ValueError(
        'the program must answer each line with one line {"value": …} or {"error": "…"}, and '
        f"write everything else to standard error; it wrote {shown!r}"
    )


def error_of(name: Any, words: str) -> Exception:
    """Return an exception whose type has the name that the program reports.

    >>> error_of("ArithmeticException", "/ by zero")
    ArithmeticException('/ by zero')
    """
    if name == NOT_WRITTEN:
        return NotImplementedError(words)
    plain = type(name) is str and name.isidentifier() and len(name) < SHOWN
    kind = type(name if plain else "RuntimeError", (Exception,), {"__module__": "builtins"})
    error: Exception = kind(words)
    return error
