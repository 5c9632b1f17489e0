"""Worker processes: send and receive messages with deadlines, and end processes reliably."""

import json
import os
import queue
import signal
import subprocess
from contextlib import suppress
from secrets import token_hex
from threading import Lock, Thread
from typing import IO, Any

from textbook_ml.grading.runner.sandbox import Sandbox, end_user
from textbook_ml.grading.runner.temporary_folder import remove_tree
from textbook_ml.grading.runner.worker.framing import HEADER, LARGEST

KEPT = 2048  # number of bytes kept of the printed output
WAITING = 16  # maximum number of replies in the queue
GRACE = 2.0  # seconds to wait for the end of a process that has closed its pipe
READING = 0.5  # seconds to read the output of a process that has ended
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "PYTHONHASHSEED": "0",
    "OPENBLAS_NUM_THREADS": "1",  # each thread uses part of the limited memory
    "OMP_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "1",  # each arena uses 64 MB of the limited address space
} | {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}  # for Windows
BEGIN = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from textbook_ml.grading.runner.worker.worker_main import main; main(sys.argv[1])"
)


class ProcessLost(Exception):
    """The worker process will not answer; subclasses give the reason."""


class ProcessEnded(ProcessLost):
    """The process has ended; a negative code is the signal that ended it."""

    def __init__(self, code: int) -> None:
        self.code = code


class AnswerTimeout(ProcessLost):
    """The process did not answer in time."""


class ProtocolViolation(ProcessLost):
    """The process sent a message that the worker itself never sends."""


class GradingStopped(BaseException):
    """The grading was stopped by a signal; `except Exception` does not catch this."""


class RunningProcesses:
    """The running processes, so that all of them can be killed at once."""

    lock: Lock
    stopped: bool

    def __init__(self) -> None:
        self.channels: set[ProcessChannel] = set()
        self.lock, self.stopped = Lock(), False

    def add(self, channel: "ProcessChannel") -> None:
        """Add a process that was just started; after `stop`, end it and raise `GradingStopped`."""
        with self.lock:
            self.channels.add(channel)
        if self.stopped:
            channel.end()
            raise GradingStopped

    def remove(self, channel: "ProcessChannel") -> None:
        """Remove a process, because its process id may be used again after its end."""
        with self.lock:
            self.channels.discard(channel)

    def stop(self) -> None:
        """Kill all processes and start no more; threads that wait for one get `GradingStopped`."""
        self.stopped = True
        with self.lock:
            for channel in self.channels:
                channel.kill()

    def resume(self) -> None:
        """Allow processes to be started again."""
        self.stopped = False

    def check(self) -> None:
        """Raise `GradingStopped` after `stop`."""
        if self.stopped:
            raise GradingStopped


RUNNING = RunningProcesses()


class ProcessChannel:
    """A process with messages in both directions; threads read them, so that nothing blocks."""

    process: subprocess.Popen[bytes]
    over: bool
    printed: int
    tail: bytes

    def __init__(self, command: list[str], environment: dict[str, str] | None, cwd: str) -> None:
        RUNNING.check()
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=environment, cwd=cwd, start_new_session=True, bufsize=0,
        )  # fmt: skip
        self.frames: queue.Queue[bytes | ProcessLost] = queue.Queue(WAITING)
        self.tail, self.printed, self.over = b"", 0, False
        assert self.process.stdout is not None and self.process.stderr is not None
        Thread(target=self._read_replies, args=(self.process.stdout,), daemon=True).start()
        self.reader: Thread = Thread(
            target=self._read_output, args=(self.process.stderr,), daemon=True
        )
        self.reader.start()
        RUNNING.add(self)

    def send(self, message: dict[str, Any]) -> None:
        """Send a message; a thread sends what does not fit if the process has stopped reading."""
        body = json.dumps(message, separators=(",", ":")).encode("ascii")
        frame = len(body).to_bytes(HEADER, "big") + body
        if len(frame) < 4096:  # writing this to a pipe does not block
            self._write(frame)
        elif rest := self._write_what_fits(frame):
            Thread(target=self._write, args=(rest,), daemon=True).start()

    def receive(self, nonce: str, seconds: float, largest: int = LARGEST) -> dict[str, Any]:
        """Return the next message with this nonce; raise `ProcessLost` for anything else."""
        try:
            frame = self.frames.get(timeout=max(seconds, 0.0))
        except queue.Empty:
            raise AnswerTimeout from None
        if isinstance(frame, ProcessLost):
            self._put_frame(frame)
            raise ProcessEnded(self.code()) if isinstance(frame, ProcessEnded) else frame
        if len(frame) > largest:
            raise ProtocolViolation(
                f"it sent a message of {len(frame):,} bytes, which is too large"
            )
        message = _parsed_message(frame)
        if message.pop("nonce", None) != nonce:
            raise ProtocolViolation("it sent a message that answers no call")
        return message

    def end(self) -> None:
        """Kill the process with its process group, and wait for its end."""
        self.over = True
        RUNNING.remove(self)
        self.kill()
        self.process.wait()
        self.reader.join(READING)
        if self.process.stdin is not None:
            with suppress(OSError):
                self.process.stdin.close()

    def kill(self) -> None:
        """Kill the process with its process group."""
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        with suppress(ProcessLookupError):
            self.process.kill()

    def code(self) -> int:
        """Return the exit code; 0 if the process closed its pipe but has not ended."""
        try:
            return self.process.wait(GRACE)
        except subprocess.TimeoutExpired:
            return 0

    @property
    def output(self) -> str:
        """The last part of the printed output."""
        text = clean(self.tail.decode("utf-8", "replace"), KEPT)
        return f"…{text}" if self.printed > len(self.tail) else text

    def _write_what_fits(self, frame: bytes) -> bytes:
        """Write as much as the pipe can hold, and return the rest."""
        assert self.process.stdin is not None
        pipe, done = self.process.stdin.fileno(), 0
        try:
            os.set_blocking(pipe, False)
            with suppress(BlockingIOError):
                done = os.write(pipe, frame)
            os.set_blocking(pipe, True)
        except (AttributeError, OSError):  # the process has ended, or the system cannot do this
            pass
        return frame[done:]

    def _write(self, frame: bytes) -> None:
        assert self.process.stdin is not None
        with suppress(OSError, ValueError):  # the reading thread reports the end of the process
            left = memoryview(frame)
            while left:
                left = left[self.process.stdin.write(left) or 0 :]

    def _read_replies(self, stream: IO[bytes]) -> None:
        """Read frames until the end of the pipe; wait while the queue is full."""
        last: ProcessLost = ProcessEnded(0)
        with stream:
            while not self.over:
                header = _read_exactly(stream, HEADER)
                size = int.from_bytes(header, "big")
                if len(header) == HEADER and size > LARGEST:
                    last = ProtocolViolation(f"it announced a message of {size:,} bytes, too large")
                    break
                body = _read_exactly(stream, size) if len(header) == HEADER else b""
                if len(header) < HEADER or len(body) < size:
                    break
                self._put_frame(body)
        self._put_frame(last)

    def _put_frame(self, frame: bytes | ProcessLost) -> None:
        while not self.over:
            with suppress(queue.Full):
                self.frames.put(frame, timeout=0.2)
                return

    def _read_output(self, stream: IO[bytes]) -> None:
        """Read all printed output, and keep the last part."""
        with stream, suppress(OSError, ValueError):
            while part := stream.read(1 << 16):
                self.printed += len(part)
                self.tail = (self.tail + part)[-KEPT:]


class WorkerProcess(ProcessChannel):
    """A worker process: an interpreter that waits for a task, still without student code."""

    folder: str
    sandbox: Sandbox
    uid: int | None

    def __init__(self, sandbox: Sandbox, library: str, folder: str, uid: int | None) -> None:
        self.sandbox, self.folder, self.uid = sandbox, folder, uid
        # -s -P is -I without -E, which would make Python ignore PYTHONHASHSEED.
        flags = ["-s", "-P", "-S", "-B", "-X", "utf8", "-c", BEGIN, library]
        environment = ENVIRONMENT | {"TMPDIR": folder}
        super().__init__([*sandbox.prefix, sandbox.python, *flags], environment, library)

    def end(self) -> None:
        """Kill the worker and all processes that it started, and remove its folder."""
        super().end()
        if self.uid is not None and not self.sandbox.namespaced:
            end_user(self.uid)
        remove_tree(self.folder)

    def code(self) -> int:
        """Return the exit code of the student's process, which the namespace's init reports."""
        code = super().code()
        return 128 - code if self.sandbox.namespaced and code > 128 else code


def _read_exactly(stream: IO[bytes], size: int) -> bytes:
    """Read `size` bytes, or fewer at the end of the stream."""
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


def _parsed_message(frame: bytes) -> dict[str, Any]:
    """Parse a message, which is untrusted; raise `ProtocolViolation` if it is not a JSON object."""
    try:
        message = json.loads(frame)
    except (ValueError, RecursionError):
        raise ProtocolViolation("it sent a message that is not JSON") from None
    if not isinstance(message, dict):
        raise ProtocolViolation("it sent a message that is not a JSON object")
    return message


def clean(text: str, longest: int = 300) -> str:
    """Shorten a text from a worker, and escape characters that cannot be printed.

    >>> clean("caf\\u00e9\\ttab \\x1b[2J \\ud800")
    'café\\ttab \\\\x1b[2J \\\\ud800'
    """
    return "".join(
        letter if letter.isprintable() or letter in "\n\t" else ascii(letter)[1:-1]
        for letter in text[:longest]
    )


def nonce() -> str:
    """Return a random string, by which a reply to a message is recognised."""
    return token_hex(8)
