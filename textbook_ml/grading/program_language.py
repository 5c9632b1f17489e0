"""The programming languages of submissions: how a program is built and started.

    language = "javascript"
    language = { file = "solution.rs", build = ["rustc", "solution.rs"], run = ["./solution"] }

A program answers calls that are lines of JSON; docs/grading.md describes the protocol.
"""

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from glob import glob
from pathlib import Path
from typing import Any

from textbook_ml.core.errors import require
from textbook_ml.grading.runner.limits import Limits

PLACES = (  # programs of these places can be started, and their files can be read
    "/usr", "/bin", "/lib", "/lib64", "/opt", "/nix/store", "/gnu/store",
    "/etc/alternatives", "/etc/R", "/etc/java*", "/etc/ssl/openssl.cnf",
    "/home/linuxbrew/.linuxbrew",
)  # fmt: skip
HEAP = 4  # the memory limit divided by this is the limit for the heap of a virtual machine


@dataclass(frozen=True, slots=True)
class ProgramLanguage:
    """How programs in one language are built and started; {heap} is a limit in megabytes."""

    name: str
    file: str  # the name of the student's file while it is graded
    run: tuple[str, ...]
    build: tuple[str, ...] = ()
    install: str = ""  # the package of Debian and Ubuntu, for the autograder on Gradescope

    @property
    def endings(self) -> tuple[str, ...]:
        """The endings of the names of submitted files."""
        return (Path(self.file).suffix,)

    def plan(self, limits: Limits) -> dict[str, Any]:
        """Return the commands for a worker process, and the places of their programs."""
        heap = max(int(limits.memory) // HEAP >> 20, 16)
        build, run = (
            [part.replace("{heap}", str(heap)) for part in command]
            for command in (self.build, self.run)
        )
        tools = [command[0] for command in (build, run) if command and not is_built(command[0])]
        places = [place for pattern in PLACES for place in glob(pattern)]
        places += [home_of(path) for tool in tools if (path := shutil.which(tool))]
        return {
            "build": build,
            "run": run,
            "places": list(dict.fromkeys(places)),
            "vectors": self.name == "r",
        }

    def require_tools(self) -> None:
        """Raise TextbookError if a program that the language needs is not installed."""
        for command in (self.build, self.run):
            if command and not is_built(command[0]):
                require(
                    shutil.which(command[0]) is not None,
                    f"the language {self.name} needs the program {command[0]}, which is not "
                    "installed on this computer. Fix: install it.",
                )


def is_built(program: str) -> bool:
    """Return whether a program is one that the build command writes.

    >>> is_built("./solution"), is_built("node")
    (True, False)
    """
    return program.startswith("./")


def home_of(path: str) -> str:
    """Return the folder that contains a program with its libraries.

    >>> home_of("/usr/bin/env")
    '/usr'
    """
    folder = os.path.dirname(os.path.realpath(path))
    return os.path.dirname(folder) if os.path.basename(folder) == "bin" else folder


LANGUAGES: Mapping[str, ProgramLanguage] = {
    language.name: language
    for language in (
        ProgramLanguage(
            "javascript",
            "solution.js",
            ("node", "--max-old-space-size={heap}", "solution.js"),
            ("node", "--check", "solution.js"),
            "nodejs",
        ),
        ProgramLanguage(
            "java",
            "Solution.java",
            (
                "java", "-Xmx{heap}m", "-XX:+UseSerialGC", "-XX:-UsePerfData",
                "-XX:TieredStopAtLevel=1", "-cp", ".", "Solution",
            ),
            ("javac", "-J-Xmx{heap}m", "-J-XX:+UseSerialGC", "-J-XX:-UsePerfData",
             "-Xlint:none", "-encoding", "UTF-8", "-d", ".", "Solution.java"),
            "default-jdk-headless",
        ),
        ProgramLanguage(
            "cpp",
            "solution.cpp",
            ("./solution",),
            ("g++", "-std=c++17", "-O1", "-o", "solution", "solution.cpp"),
            "g++",
        ),
        ProgramLanguage(
            "r",
            "solution.R",
            ("Rscript", "--vanilla", "solution.R"),
            ("Rscript", "--vanilla", "-e", 'invisible(parse("solution.R"))'),
            "r-base-core",
        ),
        ProgramLanguage("julia", "solution.jl", ("julia", "--startup-file=no", "solution.jl")),
    )
}  # fmt: skip


def language_of(name: str, value: Any) -> ProgramLanguage | None:
    """Return the language of an assignment; `name` is the file of the assignment, for errors."""
    if value is None or value == "python":
        return None
    if isinstance(value, str):
        known = ", ".join(["python", *LANGUAGES])
        require(
            value in LANGUAGES,
            f"{name}: language must be one of {known}, or a table with the keys file, build and "
            f"run, got {value!r}",
        )
        return LANGUAGES[value]
    unknown = [key for key in value if key not in ("file", "build", "run")]
    require(not unknown, f"{name}: language has the keys file, build and run, got {unknown}")
    file, build, run = value.get("file"), value.get("build", []), value.get("run")
    plain = isinstance(file, str) and Path(file).name == file and Path(file).suffix != ""
    require(plain, f"{name}: language.file must be a file name such as solution.rs, got {file!r}")
    for key, command in (("build", build), ("run", run)):
        words = isinstance(command, list) and all(isinstance(word, str) for word in command)
        require(
            words and (bool(command) or key == "build"),
            f"{name}: language.{key} must be a list of words, such as "
            f'["./solution"], got {command!r}',
        )
    assert run is not None
    return ProgramLanguage(Path(file).suffix[1:], file, tuple(run), tuple(build))
