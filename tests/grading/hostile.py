"""Hostile submissions that try to crash, block, forge, read or hide; one function is the attack.

The other two functions are right, and must keep their points whatever the third one does. `REF`
is the path of the reference, and `RIGHT` is the right answer, for attacks that return it in an
unusual way.
"""

from dataclasses import dataclass
from textwrap import dedent

GOOD = """
from math import fsum

def mean_mle(xs):
    return fsum(xs) / len(xs)

def variance_mle(xs, mu):
    return fsum((x - mu) * (x - mu) for x in xs) / len(xs)

def right(xs, mu):
    return fsum((x - mu) * (x - mu) for x in xs) / (len(xs) - 1)
"""


@dataclass(frozen=True)
class Attack:
    """A submission, and the verdicts that its function may get."""

    verdicts: frozenset[str]
    code: str

    @property
    def source(self) -> str:
        """Return the code of the submitted file."""
        return GOOD + self.code


def attack(verdicts: str, code: str) -> Attack:
    """Return an attack whose code defines `variance_mvue`, or is the body of it."""
    text = dedent(code).strip("\n")
    if "def variance_mvue" not in text:
        body = "\n".join(f"    {line}" for line in text.split("\n"))
        text = f"import os, sys, time\n\ndef variance_mvue(xs, mu):\n{body}\n"
    return Attack(frozenset(verdicts.split()), text + "\n")


CRASH = {
    "exits at once": attack("crashed", "os._exit(0)"),
    "exits with a code": attack("crashed", "os._exit(3)"),
    "leaves by sys.exit": attack("raised", "sys.exit(0)"),
    "kills itself": attack("crashed", "import signal; os.kill(os.getpid(), signal.SIGKILL)"),
    "raises a signal": attack("crashed", "import signal; signal.raise_signal(signal.SIGSEGV)"),
    "aborts": attack("crashed", "os.abort()"),
    "recurses for ever": attack("raised", "return variance_mvue(xs, mu)"),
    "recurses without a limit": attack(
        "crashed raised out_of_memory timeout",
        "sys.setrecursionlimit(10 ** 9)\nreturn variance_mvue(xs, mu) + 1",
    ),
    "overflows the stack in C": attack(
        "crashed raised out_of_memory timeout",
        """
        sys.setrecursionlimit(10 ** 9)
        nest = []
        for _ in range(300_000):
            nest = [nest]
        return len(repr(nest))
        """,
    ),
    "takes all memory at once": attack("out_of_memory", "return [0] * 10 ** 10"),
    "takes all memory bit by bit": attack(
        "out_of_memory timeout crashed",
        "hoard = []\nwhile True:\n    hoard.append(bytearray(10 ** 7))",
    ),
    "closes every descriptor": attack("crashed", "os.closerange(0, 1000)\nreturn right(xs, mu)"),
    "raises KeyboardInterrupt": attack("raised", "raise KeyboardInterrupt"),
    "raises a bare BaseException": attack(
        "raised", "class Mine(BaseException):\n    pass\nraise Mine('x')"
    ),
    "raises with a message that raises": attack(
        "raised",
        """
        class Mine(Exception):
            def __str__(self):
                raise SystemExit
            __repr__ = __str__
        raise Mine
        """,
    ),
    "raises an exception whose message is not a string": attack(
        "raised",
        """
        class Word(str):
            def __getitem__(self, key):
                os._exit(0)
        class Mine(Exception):
            def __str__(self):
                return Word("x" * 10 ** 6)
        raise Mine
        """,
    ),
    "raises a class with a lying name": attack(
        "raised",
        """
        class Meta(type):
            __name__ = property(lambda cls: os._exit(0))
            __qualname__ = __module__ = __name__
        class Mine(Exception, metaclass=Meta):
            pass
        raise Mine
        """,
    ),
    "raises a group of errors": attack("raised", "raise ExceptionGroup('g', [ValueError()] * 99)"),
    "raises with no notes but cycles": attack(
        "raised", "error = ValueError()\nerror.__cause__ = error\nraise error"
    ),
    "dies by a thread": attack(
        "crashed",
        """
        import threading
        threading.Thread(target=lambda: (time.sleep(0.05), os._exit(0))).start()
        time.sleep(5)
        """,
    ),
    "breaks the worker from below": attack(
        "raised crashed protocol_violation wrong_type wrong_value timeout",
        """
        import builtins
        frame = sys._getframe(1)
        while frame:
            frame.f_globals.clear()
            frame = frame.f_back
        return 1.0
        """,
    ),
}

STALL = {
    "loops": attack("timeout", "while True:\n    pass"),
    "loops and swallows all": attack(
        "timeout",
        """
        while True:
            try:
                while True:
                    pass
            except BaseException:
                pass
        """,
    ),
    "ignores signals and sleeps": attack(
        "timeout",
        """
        import signal
        for number in range(1, 32):
            try:
                signal.signal(number, signal.SIG_IGN)
            except (OSError, ValueError):
                pass
        while True:
            time.sleep(1)
        """,
    ),
    "waits for a lock": attack(
        "timeout", "import threading\nlock = threading.Lock()\nlock.acquire()\nlock.acquire()"
    ),
    "stops itself": attack("timeout", "import signal; os.kill(os.getpid(), signal.SIGSTOP)"),
    "works in C for ever": attack("timeout out_of_memory", "return 7 ** 10 ** 9 % 2"),
    "matches a slow pattern": attack(
        "timeout", "import re\nreturn re.match(r'(a+)+$', 'a' * 60 + 'b')"
    ),
    "reads a key": attack("raised", "return float(input('x? '))"),
    "reads all input": attack("wrong_type", "return sys.stdin.read()"),
    "reads the descriptor of requests": attack(
        "timeout crashed protocol_violation",
        """
        for number in range(3, 20):
            try:
                os.read(number, 10 ** 6)
            except OSError:
                pass
        return right(xs, mu)
        """,
    ),
    "gives an endless generator": attack("wrong_type", "return iter(int, 1)"),
    "gives a list that holds itself": attack("wrong_type", "xs = []\nxs.append(xs)\nreturn xs"),
    "gives a list that doubles itself": attack(
        "wrong_type", "nest = [1.0]\nfor _ in range(39):\n    nest = [nest, nest]\nreturn nest"
    ),
    "returns a list that reports an endless length": attack(
        "wrong_type",
        """
        class Endless(list):
            def __iter__(self):
                while True:
                    yield 1.0
            def __len__(self):
                return 10 ** 9
        return Endless()
        """,
    ),
    "gives a value that does not die": attack(
        "timeout",
        """
        class Undying(float):
            def __del__(self):
                while True:
                    pass
        return Undying(right(xs, mu))
        """,
    ),
    "raises with an endless message": attack(
        "timeout",
        """
        class Mine(Exception):
            def __str__(self):
                while True:
                    pass
        raise Mine
        """,
    ),
    "bombs with forks": attack("raised", "while True:\n    os.fork()"),
    "bombs with hidden forks": attack(
        "raised timeout crashed wrong_type wrong_value",
        """
        import _posixsubprocess
        sleeping = (b"/bin/sleep", b"600")
        for _ in range(1000):
            read, write = os.pipe()
            _posixsubprocess.fork_exec(
                sleeping, [b"/bin/sleep"], True, (write,), None, None,
                -1, -1, -1, -1, -1, -1, read, write, True, True, -1,
                None, None, None, -1, None, False,
            )
        """,
    ),
    "forks without being asked": attack(
        "raised",
        """
        sys.modules.pop("_posixsubprocess", None)
        import _posixsubprocess
        read, write = os.pipe()
        _posixsubprocess.fork_exec(
            (b"x",), [b"/bin/x"], True, (write,), None, None,
            -1, -1, -1, -1, -1, -1, read, write, True, True, -1,
            None, None, None, -1, lambda: time.sleep(600), False,
        )
        return right(xs, mu)
        """,
    ),
    "bombs with threads": attack(
        "raised timeout crashed out_of_memory",
        """
        import threading
        while True:
            threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
        """,
    ),
}

FORGE = {
    "a float that equals everything": attack(
        "wrong_value",
        """
        class Liar(float):
            __eq__ = __le__ = __ge__ = __lt__ = __gt__ = lambda self, other: True
            __ne__ = lambda self, other: False
            __sub__ = __rsub__ = __abs__ = __pos__ = __float__ = lambda self, *other: 0.0
            __hash__ = float.__hash__
        return Liar(-12345.0)
        """,
    ),
    "an int that equals everything": attack(
        "wrong_value",
        """
        class Liar(int):
            __eq__ = lambda self, other: True
            __int__ = __index__ = __float__ = __pos__ = lambda self: 1
            __hash__ = int.__hash__
        return Liar(-7)
        """,
    ),
    "an object that claims to be a float": attack(
        "wrong_type",
        """
        class Claims:
            __class__ = float
            __float__ = lambda self: right(xs, mu)
            __eq__ = lambda self, other: True
        return Claims()
        """,
    ),
    "a class whose metaclass answers every comparison with True": attack(
        "wrong_type",
        """
        class Meta(type):
            __instancecheck__ = __subclasscheck__ = lambda cls, other: True
            __eq__ = lambda cls, other: True
            __hash__ = type.__hash__
        class Yes(metaclass=Meta):
            pass
        return Yes()
        """,
    ),
    "a class that claims to be of numpy": attack(
        "wrong_type",
        """
        class float64:
            tolist = item = lambda self: right(xs, mu)
        float64.__module__ = "numpy"
        return float64()
        """,
    ),
    "patches json and os": attack(
        "wrong_value",
        """
        import json, struct
        json.dumps = json.loads = json.JSONEncoder.encode = lambda *a, **k: "1.0"
        struct.pack = os.write = os.read = lambda *a: b""
        return -1.0
        """,
    ),
    "patches builtins": attack(
        "wrong_value raised crashed wrong_type protocol_violation",
        """
        import builtins, math
        for name in ("abs", "isinstance", "issubclass", "type", "repr", "len", "hash", "all"):
            setattr(builtins, name, lambda *a, **k: True)
        math.isclose = math.isfinite = lambda *a, **k: True
        return -1.0
        """,
    ),
    "writes a verdict to every descriptor": attack(
        "protocol_violation",
        """
        body = b'{"verdict": "passed", "score": 100, "value": 1.0}'
        for number in range(3, 30):
            try:
                os.write(number, len(body).to_bytes(4, "big") + body)
            except OSError:
                pass
        return 1.0
        """,
    ),
    "writes rubbish to every descriptor": attack(
        "protocol_violation",
        """
        for number in range(3, 30):
            try:
                os.write(number, b"\\0\\0\\0\\4{]{]" * 9)
            except OSError:
                pass
        return 1.0
        """,
    ),
    "replays the nonce": attack(
        "protocol_violation",
        """
        session = sys._getframe(1).f_locals["self"]
        for _ in range(3):
            session.wire.write({"nonce": session.nonce, "value": right(xs, mu)})
        return right(xs, mu)
        """,
    ),
    "answers for calls to come": attack(
        "protocol_violation",
        """
        session = sys._getframe(1).f_locals["self"]
        calls = sys._getframe(2).f_locals["request"]["calls"]
        for call in calls:
            session.wire.write({"nonce": call["nonce"], "value": 1.0})
        return 1.0
        """,
    ),
    "announces four gigabytes": attack(
        "protocol_violation",
        """
        for number in range(3, 30):
            try:
                os.write(number, b"\\xff\\xff\\xff\\xff")
            except OSError:
                pass
        return 1.0
        """,
    ),
    "sends deep JSON": attack(
        "protocol_violation",
        """
        body = b"[" * 200_000
        for number in range(3, 30):
            try:
                os.write(number, len(body).to_bytes(4, "big") + body)
            except OSError:
                pass
        return 1.0
        """,
    ),
    "sends a number of many digits": attack(
        "protocol_violation",
        """
        session = sys._getframe(1).f_locals["self"]
        body = b'{"nonce": "%s", "value": %s}' % (session.nonce.encode(), b"9" * 100_000)
        os.write(session.wire.replies, len(body).to_bytes(4, "big") + body)
        return 1.0
        """,
    ),
    "sends keys of one hash": attack(
        "protocol_violation",
        """
        session = sys._getframe(1).f_locals["self"]
        pairs = [[i * (2 ** 61 - 1), 0] for i in range(30_000)]
        session.wire.write({"nonce": session.nonce, "value": {"dict": pairs}})
        return 1.0
        """,
    ),
    "sends a tag of its own": attack(
        "protocol_violation",
        """
        session = sys._getframe(1).f_locals["self"]
        session.wire.write({"nonce": session.nonce, "value": {"python/object": "os.system"}})
        return 1.0
        """,
    ),
    "asks for the reference": attack(
        "protocol_violation",
        """
        session = sys._getframe(1).f_locals["self"]
        return session.helper("variance_mvue")(xs, mu)
        """,
    ),
    "gives a huge number": attack("wrong_type", "return 10 ** 6000"),
    "gives a list of lists of nothing": attack("wrong_type", "return [[]] * 19_000"),
    "sends a list of lists of nothing": attack(
        "protocol_violation",
        """
        session = sys._getframe(1).f_locals["self"]
        session.wire.write({"nonce": session.nonce, "value": [[]] * 300_000})
        return 1.0
        """,
    ),
    "gives 64 megabytes": attack("wrong_type", "return 'x' * (64 << 20)"),
    "gives keys of one hash": attack(
        "wrong_type protocol_violation", "return {i * (2 ** 61 - 1): 0 for i in range(2000)}"
    ),
    "gives keys of which half have one hash": attack(
        "protocol_violation",
        "return {i * (2 ** 61 - 1) if i % 2 else i + 1: 0 for i in range(2000)}",
    ),
    "gives nan": attack("wrong_value", "return float('nan')"),
    "gives infinity": attack("wrong_value", "return float('inf')"),
    "gives a bool": attack("wrong_type", "return True"),
    "gives a string": attack("wrong_type", "return str(right(xs, mu))"),
    "gives nothing": attack("wrong_type", "right(xs, mu)"),
    "gives a Decimal": attack(
        "wrong_type", "from decimal import Decimal\nreturn Decimal(right(xs, mu))"
    ),
    "gives a generator": attack("wrong_type", "yield right(xs, mu)"),
    "gives a coroutine": attack(
        "wrong_type", "async def variance_mvue(xs, mu):\n    return right(xs, mu)"
    ),
    "gives a complex number": attack("wrong_type", "return complex(right(xs, mu))"),
    "is a class": attack(
        "wrong_type",
        "class Thing(float):\n    pass\ndef variance_mvue(xs, mu):\n    return Thing",
    ),
    "is right only at first": attack(
        "unstable wrong_value",
        """
        calls = []
        def variance_mvue(xs, mu):
            calls.append(1)
            return right(xs, mu) if len(calls) <= 3 else 0.0
        """,
    ),
    "is wrong once, when asked again": attack(
        "unstable",
        """
        calls = []
        def variance_mvue(xs, mu):
            calls.append(1)
            return 0.5 if len(calls) == 8 else right(xs, mu)
        """,
    ),
    "leaves it to chance": attack("unstable", "import random\nreturn random.random()"),
    "counts its calls": attack(
        "unstable",
        "calls = []\ndef variance_mvue(xs, mu):\n    calls.append(1)\n    return float(len(calls))",
    ),
    "keeps the first answer": attack(
        "wrong_value unstable",
        """
        def variance_mvue(xs, mu, kept=[]):
            kept.append(right(xs, mu))
            return kept[0]
        """,
    ),
    "sorts its argument": attack(
        "mutated_argument",
        "xs.append(xs.pop() + 1)\nxs.append(xs.pop() - 1)\n"
        "value = right(xs, mu)\nxs.append(0.0)\nreturn value",
    ),
    "replaces our modules": attack(
        "wrong_value",
        """
        import types
        for name in ("codec", "wire", "worker"):
            fake = types.ModuleType(name)
            sys.modules[f"textbook_ml.grading.runner.worker.{name}"] = fake
        return -1.0
        """,
    ),
    "replaces the encoder": attack(
        "wrong_value protocol_violation",
        """
        scope = sys._getframe(1).f_globals
        scope["encode"] = lambda *a: {"verdict": "passed"}
        return -1.0
        """,
    ),
    "writes from a thread": attack(
        "protocol_violation",
        """
        import threading
        session = sys._getframe(1).f_locals["self"]
        def flood():
            while True:
                session.wire.write({"nonce": "0" * 16, "value": 1.0})
        threading.Thread(target=flood, daemon=True).start()
        time.sleep(0.2)
        return right(xs, mu)
        """,
    ),
}

PEEK = {
    "opens the reference": attack("raised", "return len(open(REF).read())"),
    "opens the reference by os": attack(
        "raised", "return len(os.read(os.open(REF, os.O_RDONLY), 100))"
    ),
    "opens the reference from a folder": attack(
        "raised",
        "root = os.open('/', os.O_RDONLY)\nreturn os.read(os.open(REF[1:], 0, dir_fd=root), 9)",
    ),
    "imports the reference": attack(
        "raised",
        "sys.path.insert(0, ROOT)\nfrom textbook_ml.equations import gaussian\n"
        "return gaussian.variance_mvue(xs, mu)",
    ),
    "loads the reference as a file": attack(
        "raised",
        """
        from importlib.machinery import SourceFileLoader
        return SourceFileLoader("stolen", REF).load_module().variance_mvue(xs, mu)
        """,
    ),
    "goes where the reference is": attack("raised", "os.chdir(ROOT)\nreturn open('README.md')"),
    "links to the reference": attack("raised", "os.symlink(REF, 'x')\nreturn open('x').read()"),
    "becomes another program": attack("raised", "os.execv('/bin/cat', ['cat', REF])"),
    "runs another program": attack(
        "raised", "import subprocess\nreturn subprocess.run(['cat', REF], capture_output=True)"
    ),
    "runs a shell": attack("raised", "return os.system('cat ' + REF)"),
    "reads the memory of its parent": attack(
        "raised", "return open(f'/proc/{os.getppid()}/mem', 'rb').read(1)"
    ),
    "lists all processes": attack("raised", "return len(os.listdir('/proc'))"),
    "lists other submissions": attack("raised", "return len(os.listdir('..'))"),
    "hunts for the reference in memory": attack(
        "raised",
        "import gc\nreturn [f for f in gc.get_objects() if callable(f) and 'fault' in repr(f)][0]",
    ),
    "hunts for the reference in frames": attack(
        "wrong_type",
        """
        frame = sys._getframe()
        while frame:
            for value in list(frame.f_globals.values()) + list(frame.f_locals.values()):
                if getattr(value, "__name__", "") == "variance_mvue" and value is not variance_mvue:
                    return value(xs, mu)
            frame = frame.f_back
        """,
    ),
    "hunts for the reference in modules": attack(
        "wrong_type",
        """
        for module in list(sys.modules.values()):
            found = getattr(module, "variance_mvue", None)
            if found is not None and found is not variance_mvue:
                return found(xs, mu)
        """,
    ),
    "looks into memory by ctypes": attack(
        "raised", "import ctypes\nreturn ctypes.string_at(id(xs), 8)"
    ),
    "calls home": attack("raised", "import socket\nsocket.create_connection(('127.0.0.1', 80), 1)"),
    "opens a database of its own": attack("raised", "import sqlite3\nsqlite3.connect(REF)"),
    "looks at its parent's command": attack(
        "raised", "return open(f'/proc/{os.getppid()}/cmdline').read()"
    ),
    "replaces what the watch asks": attack(
        "raised", "import builtins\nbuiltins.any = lambda _: True\nreturn len(open(REF).read())"
    ),
    "changes the names of the watch": attack(
        "raised",
        """
        scope = sys._getframe(1).f_globals["watch"].__globals__
        scope["within"] = lambda *a: True
        return len(open(REF).read())
        """,
    ),
    "finds the watch in a traceback": attack(
        "raised",
        """
        try:
            return open(REF)
        except PermissionError as error:
            frame = error.__traceback__.tb_next.tb_frame
        frame.f_globals["within"] = frame.f_builtins["any"] = lambda *a: True
        frame.f_locals["readable"].__globals__["within"] = lambda *a: True
        return len(open(REF).read())
        """,
    ),
    "calls a function named by a path": attack(
        "raised",
        """
        class Path(str):
            __eq__ = lambda self, other: True
            __hash__ = str.__hash__
        return open(Path(REF), "r+").read()
        """,
    ),
    "runs another language": attack(
        "raised", "import tkinter\nreturn tkinter.Tcl().eval('exec cat ' + REF)"
    ),
    "finds ctypes among all classes": attack(
        "raised",
        """
        def below(kind):
            for inner in type.__subclasses__(kind):
                yield inner
                yield from below(inner)
        class Library:
            _handle = 0
        [function] = [kind for kind in below(object) if kind.__name__ == "CFuncPtr"]
        own = type("own", (function,), {"_flags_": 1})
        return own(("getpid", Library()))()
        """,
    ),
    "looks at its descriptors": attack(
        "raised", "return os.readlink('/proc/self/fd/3') and open('/proc/self/fd/3').read()"
    ),
}

HIDE = {
    "kills its parent": attack("raised", "os.kill(os.getppid(), 9)"),
    "kills its group": attack("raised", "os.killpg(0, 9)"),
    "kills all": attack("raised", "os.kill(-1, 9)"),
    "becomes a daemon": attack(
        "raised",
        """
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(600)
        """,
    ),
    "deletes its folder": attack("raised", "import shutil\nshutil.rmtree(os.getcwd())"),
    "locks its folder": attack("raised", "os.chmod(os.getcwd(), 0)"),
    "builds a tower of folders": attack(
        "raised unstable", "for _ in range(5000):\n    os.mkdir('x')\n    os.chdir('x')"
    ),
    "fills the disk with files": attack(
        "raised", "for i in range(10 ** 6):\n    open(f'{i}', 'w').write('x' * 10 ** 4)"
    ),
    "fills the disk with one file": attack(
        "raised",
        "with open('x', 'wb', 0) as f:\n    for _ in range(10 ** 4):\n"
        "        if not f.write(b'x' * 10 ** 6):\n            raise OSError",
    ),
    "writes where it should not": attack("raised", "open('/tmp/results.json', 'w').write('{}')"),
    "leaves shared memory behind": attack(
        "raised",
        "from multiprocessing.shared_memory import SharedMemory\nSharedMemory('left', True, 99)",
    ),
    "leaves a lock behind": attack(
        "raised", "import _multiprocessing\n_multiprocessing.SemLock(1, 1, 1, '/left', False)"
    ),
    "leaves a database behind": attack(
        "raised",
        "import sqlite3\nsqlite3.connect(':memory:').execute(\"ATTACH '/tmp/left.db' AS x\")",
    ),
    "raises its limits": attack(
        "raised",
        "import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (99, 99))",
    ),
}


def loading(verdicts: str, before: str = "", after: str = "") -> Attack:
    """Return an attack whose functions are right and whose harm is done while it is loaded."""
    code = f"{dedent(before)}{GOOD}variance_mvue = right\n{dedent(after)}"
    return Attack(frozenset(verdicts.split()), code)


SESSION = """
import sys
frame = sys._getframe()
while "loader" not in frame.f_locals:
    frame = frame.f_back
session = frame.f_locals["self"]
"""

# Here all three functions may get these verdicts; functions before the attack are kept.
LOADING = {
    "writes to every descriptor": loading(
        "load_error",
        """
        import os
        for number in range(3, 20):
            try:
                os.write(number, b"\\0\\0\\0\\2{}")
            except OSError:
                pass
        """,
    ),
    "floods afterwards": loading(
        "passed protocol_violation load_error",
        after="""
        import os, threading
        def flood():
            while True:
                for number in range(3, 20):
                    try:
                        os.write(number, b"\\0\\0\\0\\2{}")
                    except OSError:
                        pass
        threading.Thread(target=flood, daemon=True).start()
        """,
    ),
    "claims that it is loaded": loading(
        "crashed protocol_violation missing",
        SESSION + "session.wire.write({'nonce': session.nonce, 'loaded': {'names': ['mean_mle', "
        "'variance_mle', 'variance_mvue'], 'errors': [1, {}], 'compiled': 'zz'}})\n",
    ),
    "sends nonsense about itself": loading(
        "missing load_error",
        SESSION + "session.wire.write({'nonce': session.nonce, 'loaded': [1, 2]})\n",
    ),
    "reports very many faults of itself": loading(
        "load_error",
        SESSION + "session.wire.write({'nonce': session.nonce, 'loaded': {'errors': [{}] * 99_999, "
        "'names': ['x'] * 99_999}})\n",
    ),
    "reports that no statement is running": loading(
        "load_error",
        SESSION + "session.wire.write({'nonce': session.nonce, 'at': ['x', None]})\n",
    ),
    "closes every descriptor": loading("load_error", "import os\nos.closerange(0, 50)\n"),
    "closes every descriptor at the end": loading(
        "passed", after="import os\nos.closerange(0, 50)\n"
    ),
    "takes all builtins away": loading(
        "passed", after="import builtins\nbuiltins.__dict__.clear()\n"
    ),
    "stops": loading("load_error", "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)\n"),
    "poisons what is compiled": loading(
        "crashed", "import marshal\nmarshal.dumps = lambda *a: b'rubbish'\n"
    ),
    "traces with errors": loading(
        "load_error", "import sys\ndef trace(*a):\n    raise ValueError\nsys.settrace(trace)\n"
    ),
    "empties the modules": loading("passed", "import sys\nsys.modules.clear()\n"),
    "has names that are none": loading("passed", after="globals()[chr(0xD800)] = print\n"),
    "fails with a long message": loading("passed", "raise ValueError('x' * 10 ** 7)\n"),
    "takes all memory": loading("passed", "x = [0] * 10 ** 10\n"),
    "forks": loading("passed", "import os\nos.fork()\n"),
    "sets a timer": loading(
        "crashed passed load_error",
        "import signal\nsignal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)\n",
    ),
    "ends all imports": loading(
        "load_error",
        "import sys\nclass F:\n    def find_spec(self, *a):\n        raise SystemExit\n"
        "sys.meta_path.insert(0, F())\nsys.modules.pop('math', None)\n",
    ),
}

ATTACKS = CRASH | STALL | FORGE | PEEK | HIDE
