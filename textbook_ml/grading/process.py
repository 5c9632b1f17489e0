"""A child process from the parent's side: messages with deadlines, and an end that is certain."""

import json
import os
import queue
import signal
import subprocess
from contextlib import suppress
from secrets import token_hex
from threading import Lock, Thread
from typing import IO, Any

from textbook_ml.grading.child.wire import HEADER, LARGEST
from textbook_ml.grading.sandbox import Sandbox, end_user
from textbook_ml.grading.temporary import remove_tree

KEPT = 2048  # bytes of what is printed
WAITING = 16  # replies that may wait to be read
GRACE = 2.0  # seconds for a process that has closed its pipe to end
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "PYTHONHASHSEED": "0",
    "OPENBLAS_NUM_THREADS": "1",  # each thread takes memory that is limited
    "OMP_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "1",  # else each takes 64 MB of what a process may address
} | {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}  # for Windows
BEGIN = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from textbook_ml.grading.child.worker import main; main(sys.argv[1])"
)


class Lost(Exception):
    """A child from which no answer will come, and why."""


class Ended(Lost):
    """The process is no more; a negative code is the signal that ended it."""

    def __init__(self, code: int) -> None:
        self.code = code


class Late(Lost):
    """Nothing came in time."""


class Violation(Lost):
    """What came is not what a child sends."""


class Stopped(BaseException):
    """The grading was stopped by a signal; no handler for ordinary errors catches this."""


class Running:
    """The processes that are running, so that all of them can be killed at once."""

    def __init__(self) -> None:
        self.channels: set[Channel] = set()
        self.lock, self.stopped = Lock(), False

    def add(self, channel: "Channel") -> None:
        """Note a process that has just been started; after `stop` it is ended at once."""
        with self.lock:
            self.channels.add(channel)
        if self.stopped:
            channel.end()
            raise Stopped

    def remove(self, channel: "Channel") -> None:
        """Forget a process: from here on its number may become that of another."""
        with self.lock:
            self.channels.discard(channel)

    def stop(self) -> None:
        """Kill all processes, and let none be started; whoever waits for one gets `Stopped`."""
        self.stopped = True
        with self.lock:
            for channel in self.channels:
                channel.kill()

    def resume(self) -> None:
        """Let processes be started again."""
        self.stopped = False

    def check(self) -> None:
        """Raise `Stopped` after `stop`."""
        if self.stopped:
            raise Stopped


RUNNING = Running()


class Channel:
    """A process that is sent messages and sends them, read by threads so that none can block us."""

    def __init__(self, command: list[str], environment: dict[str, str] | None, cwd: str) -> None:
        RUNNING.check()
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=environment, cwd=cwd, start_new_session=True, bufsize=0,
        )  # fmt: skip
        self.frames: queue.Queue[bytes | Lost] = queue.Queue(WAITING)
        self.tail, self.printed, self.over = b"", 0, False
        assert self.process.stdout is not None and self.process.stderr is not None
        Thread(target=self._replies, args=(self.process.stdout,), daemon=True).start()
        Thread(target=self._output, args=(self.process.stderr,), daemon=True).start()
        RUNNING.add(self)

    def send(self, message: dict[str, Any]) -> None:
        """A message; a large one goes by a thread, since the other side may stop reading."""
        body = json.dumps(message, separators=(",", ":")).encode("ascii")
        frame = len(body).to_bytes(HEADER, "big") + body
        if len(frame) < 4096:  # which every pipe takes at once
            self._write(frame)
        else:
            Thread(target=self._write, args=(frame,), daemon=True).start()

    def receive(self, nonce: str, seconds: float, largest: int = LARGEST) -> dict[str, Any]:
        """The next message, which must bear this nonce; anything else raises `Lost`."""
        try:
            frame = self.frames.get(timeout=max(seconds, 0.0))
        except queue.Empty:
            raise Late from None
        if isinstance(frame, Lost):
            self._put(frame)
            raise Ended(self.code()) if isinstance(frame, Ended) else frame
        if len(frame) > largest:
            raise Violation(f"a message of {len(frame):,} bytes came")
        message = _parsed(frame)
        if message.pop("nonce", None) != nonce:
            raise Violation("a message came that answers no question")
        return message

    def end(self) -> None:
        """Kill it, with its whole group, and wait until it has ended."""
        self.over = True
        RUNNING.remove(self)
        self.kill()
        self.process.wait()
        if self.process.stdin is not None:
            with suppress(OSError):
                self.process.stdin.close()

    def kill(self) -> None:
        """Kill it, with its whole group."""
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        with suppress(ProcessLookupError):
            self.process.kill()

    def code(self) -> int:
        """How the process ended; one that lives on with its pipe closed is told as code 0."""
        try:
            return self.process.wait(GRACE)
        except subprocess.TimeoutExpired:
            return 0

    @property
    def output(self) -> str:
        """The end of what was printed."""
        text = clean(self.tail.decode("utf-8", "replace"), KEPT)
        return f"…{text}" if self.printed > len(self.tail) else text

    def _write(self, frame: bytes) -> None:
        assert self.process.stdin is not None
        with suppress(OSError, ValueError):  # its end is seen by whoever reads
            left = memoryview(frame)
            while left:
                left = left[self.process.stdin.write(left) or 0 :]

    def _replies(self, stream: IO[bytes]) -> None:
        """Read frames until there are no more; it waits when too many wait to be read."""
        last: Lost = Ended(0)
        with stream:
            while not self.over:
                header = _exactly(stream, HEADER)
                size = int.from_bytes(header, "big")
                if len(header) == HEADER and size > LARGEST:
                    last = Violation(f"a message of {size:,} bytes was announced")
                    break
                body = _exactly(stream, size) if len(header) == HEADER else b""
                if len(header) < HEADER or len(body) < size:
                    break
                self._put(body)
        self._put(last)

    def _put(self, frame: bytes | Lost) -> None:
        while not self.over:
            with suppress(queue.Full):
                return self.frames.put(frame, timeout=0.2)

    def _output(self, stream: IO[bytes]) -> None:
        """Read what is printed, however much, and keep the end of it."""
        with stream, suppress(OSError, ValueError):
            while part := stream.read(1 << 16):
                self.printed += len(part)
                self.tail = (self.tail + part)[-KEPT:]


class Child(Channel):
    """An interpreter that waits for a job; nothing of a student is in it yet."""

    def __init__(self, sandbox: Sandbox, library: str, folder: str, uid: int | None) -> None:
        self.sandbox, self.folder, self.uid = sandbox, folder, uid
        # -s -P is -I without -E: the variables are ours, and PYTHONHASHSEED must be heeded.
        flags = ["-s", "-P", "-S", "-B", "-X", "utf8", "-c", BEGIN, library]
        environment = ENVIRONMENT | {"TMPDIR": folder}
        super().__init__([*sandbox.prefix, sandbox.python, *flags], environment, library)

    def end(self) -> None:
        """Kill it, with all that it started, wherever that has moved; remove its folder."""
        super().end()
        if self.uid is not None and not self.sandbox.namespaced:
            end_user(self.uid)
        remove_tree(self.folder)

    def code(self) -> int:
        """How the student's process ended, as the first process of its namespace tells it."""
        code = super().code()
        return 128 - code if self.sandbox.namespaced and code > 128 else code


def _exactly(stream: IO[bytes], size: int) -> bytes:
    """So many bytes, or as many as there are."""
    parts = []
    while size:
        try:
            part = stream.read(size)
        except (OSError, ValueError):
            break
        if not part:
            break
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _parsed(frame: bytes) -> dict[str, Any]:
    """A message; it may be anything, since anyone may have written it."""
    try:
        message = json.loads(frame)
    except (ValueError, RecursionError):
        raise Violation("a message came that cannot be read") from None
    if not isinstance(message, dict):
        raise Violation("a message came that is no message")
    return message


def clean(text: str, longest: int = 300) -> str:
    """A text from a child, cut, with nothing in it that steers a terminal or cannot be written.

    >>> clean("caf\\u00e9\\ttab \\x1b[2J \\ud800")
    'café\\ttab \\\\x1b[2J \\\\ud800'
    """
    return "".join(
        letter if letter.isprintable() or letter in "\n\t" else ascii(letter)[1:-1]
        for letter in text[:longest]
    )


def nonce() -> str:
    """A word that only the child who is asked can repeat."""
    return token_hex(8)
