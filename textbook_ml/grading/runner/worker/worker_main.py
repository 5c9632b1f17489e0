"""The worker process: load a submission, call one function, and send the answers.

The process contains no expected value and no verdict. So student code that takes control of it
gains nothing: the grader judges everything that is sent from here as an answer.
"""

from __future__ import annotations

import os
import sys
from gc import collect

from textbook_ml.grading.runner.worker.confine import (
    confine,
    end_with_parent,
    per_call,
    private_descriptors,
)
from textbook_ml.grading.runner.worker.facts import facts
from textbook_ml.grading.runner.worker.framing import LARGEST_ANSWER, Wire
from textbook_ml.grading.runner.worker.guard import close_the_back_door, watch
from textbook_ml.grading.runner.worker.landlock import system_calls
from textbook_ml.grading.runner.worker.program_calls import built, started
from textbook_ml.grading.runner.worker.submission_loader import (
    SubmissionLoader,
    line_in,
    message_of,
)
from textbook_ml.grading.runner.worker.value_codec import decode, encode, type_name
from textbook_ml.questions.framework.observe import observer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def main(library: str) -> None:
    """Wait for a task, and answer calls until the grader closes the pipe."""
    wire = Wire(*private_descriptors())
    calls = system_calls()  # load the functions now, while the process waits for its task
    job = wire.read()
    if job is not None:
        confine(job, calls)
        del calls  # student code must not reach these functions
        end_with_parent(wire.requests)
        hide_grader_modules(library)
        wire.write({"nonce": job["nonce"], "started": True})
        session = Session(wire, job)
        if job["form"] == "program":
            session.serve_program()
        else:
            session.begin_watch()
            session.serve()
    os._exit(0)


def hide_grader_modules(library: str) -> None:
    """Remove the grader's modules from sys.modules and sys.path; loaded functions still work."""
    sys.path.remove(library)
    for name in [name for name in sys.modules if name.partition(".")[0] == "textbook_ml"]:
        del sys.modules[name]


class AllowedPackages:
    """An import finder for the packages that the assignment allows, and no other packages."""

    packages: tuple[str, ...]
    places: list[str]

    def __init__(self, packages: tuple[str, ...], places: list[str]) -> None:
        self.packages, self.places = packages, places

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """Find an allowed package; its submodules are found by the standard finder."""
        if path is None and name in self.packages:
            from importlib.machinery import PathFinder

            return PathFinder.find_spec(name, self.places)
        return None


class Session:
    """One task: load a submission once, and call one of its functions."""

    job: dict[str, Any]
    wire: Wire
    packages: tuple[Any, ...]
    renew: Callable[[], None]
    nonce: Any

    def __init__(self, wire: Wire, job: dict[str, Any]) -> None:
        self.wire, self.job = wire, job
        self.packages = tuple(name.partition(".")[0] for name in job["packages"])
        self.renew = per_call(job["cpu"])
        self.nonce = job["nonce"]
        self.places: tuple[str, ...] = ()

    def begin_watch(self) -> None:
        """Install the audit hook, and remove the names through which student code could find it."""
        libraries = tuple(sys.path) + tuple(self.job["site"] if self.packages else ())
        if self.packages:
            sys.meta_path.append(AllowedPackages(self.packages, self.job["site"]))
        sys.path.append(os.getcwd())  # last, so that random.py does not replace the module random
        getattr(sys.stdout, "reconfigure")(line_buffering=True)
        globals().pop("close_the_back_door")()
        sys.addaudithook(globals().pop("watch")(os.getcwd(), libraries, self.packages))

    def serve(self) -> None:
        """Load the file, then answer calls until the grader closes the pipe."""
        self.renew()
        loader = SubmissionLoader(self.job["name"], self.tell, self.job["package"])
        self.places = loader.places(len(self.job["cells"]))
        loader.read(self.job["cells"], self.job["compiled"])
        namespace = loader.run(self.job["until"])
        for name in self.job["given"]:
            namespace[name] = self.helper(name)
        report = loader.report(namespace, self.job["survey"])
        self.wire.write({"nonce": self.nonce, "loaded": report})
        self.serve_calls(self.callable(namespace, loader))

    def serve_program(self) -> None:
        """Build the program if necessary, then pass calls on to it; no student code runs here."""
        plan = self.job["plan"]
        report = {"errors": [], "names": [], "build": built(plan["build"])}
        self.wire.write({"nonce": self.nonce, "loaded": report})
        self.serve_calls(started(plan["run"]) if plan["run"] else None)

    def serve_calls(self, function: Any) -> None:
        """Answer calls until the grader closes the pipe."""
        while (request := self.wire.read()) is not None:
            for call in request["calls"]:
                self.nonce = call["nonce"]
                self.renew()
                answer = {"nonce": self.nonce, **self.answer(function, call["args"])}
                self.wire.write(answer, LARGEST_ANSWER)

    def callable(self, namespace: dict[str, Any], loader: SubmissionLoader) -> Any:
        """Return what answers a call: a function, a class that is fitted, or the whole script."""
        found, plan = namespace.get(self.job["function"]), self.job["plan"]
        if self.job["form"] == "class":
            return observer(found, plan)
        return script(loader, self.job["name"], plan) if self.job["form"] == "script" else found

    def tell(self, place: int, line: int) -> None:
        """Report the next statement, so that the grader knows which one ends the process."""
        if self.job["survey"]:
            self.wire.write({"nonce": self.nonce, "at": [place, line]})

    def answer(self, function: Any, encoded: Any) -> dict[str, Any]:
        """Call the function, and report its value and whether it changed the arguments."""
        arguments = decode(encoded, other=str)
        try:
            value = function(*arguments)
            answer = {"value": encode(value, self.packages)}
            if self.wire.text(encode(arguments)) != self.wire.text(encoded):
                answer["changed"] = True
            return answer
        except BaseException as error:
            if type(error) is TypeError and getattr(error.__traceback__, "tb_next", 0) is None:
                if (signature := misfit(function, arguments)) is not None:
                    return {"signature": signature}
            kind, line = type_name(type(error)), line_in(error, self.places)
            about = facts(error, self.places)
            return {"raised": [kind, message_of(error), line], "about": about}

    def helper(self, name: str) -> Callable[..., Any]:
        """Return a function that asks the grader for the reference answer of a helper."""

        def asked(*args: Any, **named: Any) -> Any:
            encoded = encode([list(args), named])
            self.wire.write({"nonce": self.nonce, "ask": name, "args": encoded})
            reply = self.wire.read()
            if reply is None or "value" not in reply:
                raise ValueError("no answer" if reply is None else reply["raised"])
            return decode(reply["value"], other=str)

        return asked


def script(loader: SubmissionLoader, name: str, plan: dict[str, Any]) -> Callable[..., str]:
    """Return a function that writes the input files, runs the script, and returns its output."""
    output, statements = plan["output"], loader.statements

    def run(*texts: str) -> str:
        for file, text in zip(plan["inputs"], texts):
            with open(file, "w", encoding="utf-8", newline="") as stream:
                stream.write(text)
        if os.path.exists(output):
            os.remove(output)
        module = type(sys)("__main__")
        module.__file__ = os.path.join(os.getcwd(), name)
        sys.modules["__main__"] = module
        sys.argv = [name, *plan["inputs"], output]
        try:
            for code, _, _ in statements:
                exec(code, vars(module))
        except SystemExit as error:
            if error.code not in (None, 0):
                raise
        finally:  # a program closes its files at its end, also those that it has not closed itself
            vars(module).clear()
            collect()
        if not os.path.exists(output):
            raise FileNotFoundError(f"the script did not write the file {output}")
        with open(output, encoding="utf-8", errors="replace", newline="") as stream:
            return stream.read()

    return run


def misfit(function: Any, arguments: list[Any]) -> str | None:
    """Return the signature if the function cannot be called with these arguments; else None."""
    from inspect import signature

    try:
        known = signature(function)
    except (TypeError, ValueError):
        return None
    try:
        known.bind(*arguments)
    except TypeError:
        return str(known)[:200]
    return None
