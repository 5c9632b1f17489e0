"""The command line as users see it: screens, errors, streams and exit codes."""

import argparse
import json
import os
import re
import subprocess
import sys
from functools import cache
from io import StringIO
from pathlib import Path

import pytest

import textbook_ml
from textbook_ml.commands.main import main, parser, wants_colour

ROOT = Path(textbook_ml.__file__).parents[1]


def slow(words: str) -> object:
    """Return a parameter for the slow tests, because it starts another process."""
    return pytest.param(words, marks=pytest.mark.slow)


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run `python -m textbook_ml …` in its own process, from the checkout."""
    return subprocess.run(
        [sys.executable, "-m", "textbook_ml", *words],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
    )


def test_without_arguments_the_opening_screen_is_printed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Without arguments, the exit code is 0."""
    assert main([]) == 0
    assert "486/611" in capsys.readouterr().out


def test_read_prints_the_screen_of_an_entry(capsys: pytest.CaptureFixture[str]) -> None:
    """`main` passes its arguments to `read`."""
    assert main(["read", "gwansiu", "17"]) == 0
    assert capsys.readouterr().out.startswith("GwanSiu (17)")


def test_read_json_prints_one_array(capsys: pytest.CaptureFixture[str]) -> None:
    """The array has one object for every entry."""
    assert main(["read", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 357


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["read", "smothing"], "Did you mean smoothing"),
        (
            ["read", "--text", "murphy"],
            "--text must be one of mitchell, ng, xing, sontag, gwansiu, got 'murphy'",
        ),
    ],
)
def test_bad_input_is_a_one_line_error_with_exit_code_2(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message is on stderr and contains a fix; stdout stays empty."""
    assert main(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert captured.err.count("\n") == 1


def usage_error(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Return the error message of a command line that cannot be parsed."""
    with pytest.raises(SystemExit) as stop:
        main(words)
    assert stop.value.code == 2
    captured = capsys.readouterr()
    assert captured.out == "" and "usage: " in captured.err
    return captured.err.splitlines()[-1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("fitt iris", ": error: unknown command 'fitt'. Did you mean fit?"),
        ("zzz", ": error: unknown command 'zzz'. Run `"),
        ("fit iris --modle gda", " fit: error: unknown option '--modle'. Did you mean --model?"),
        ("fit iris --model gda --strenght 1", " fit: error: unknown option '--strenght'. Did you"),
        ("fit iris --model gda --zzz=1", " fit: error: unknown option '--zzz'. Run `"),
        ("read --jsn", " read: error: unknown option '--jsn'. Did you mean --json?"),
        ("grade --jsn", " grade: error: unknown option '--jsn'. Did you mean --json?"),
        ("experiment sms --dta x", " sms: error: unknown option '--dta'. Did you mean --data?"),
        ("fit iris --model gda more", " fit: error: unexpected argument 'more'."),
        ("--versoin", ": error: unknown option '--versoin'. Did you mean --version?"),
        (
            "predict a b --unseen mising",
            "--unseen: must be one of 'refuse', 'missing', got 'mising'",
        ),
        ("predict a b --unseen mising", "got 'mising'. Did you mean missing?"),
    ],
)
def test_bad_usage_suggests_similar_names(
    words: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The exit code is 2; the message has the usage of the command and similar names."""
    assert message in usage_error(capsys, *words.split())


def options_of(command: argparse.ArgumentParser) -> list[argparse.Action]:
    return [a for a in command._actions if a.help and not isinstance(a, argparse._HelpAction)]


@cache
def commands() -> dict[str, argparse.ArgumentParser]:
    """Return the parsers of all commands, including the options of the studies."""
    (choices,) = [a.choices for a in parser()._actions if isinstance(a, argparse._SubParsersAction)]
    return dict(choices)


def test_help_loads_no_models() -> None:
    """The help of a command is quick, because only the modules with its arguments are loaded."""
    words = [name.split() for name in commands()]
    result = subprocess.run(
        [sys.executable, "-c", HELP_OF_ALL.format(words=words)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert (result.returncode, result.stderr) == (0, "")


HELP_OF_ALL = """
import sys
from textbook_ml.commands.main import main
for words in {words!r}:
    try:
        main([*words, "--help"])
    except SystemExit:
        loaded = [name for name in sys.modules if name.startswith("textbook_ml.")]
        heavy = [name for name in loaded if name.split(".")[1] in ("models", "study", "equations")]
        assert heavy == [], (words, heavy)
"""


@pytest.mark.parametrize("name", commands())
def test_help_states_the_default(name: str) -> None:
    """The help of each optional argument with a value ends in "(default: X)"."""
    for action in options_of(commands()[name]):
        optional = not action.required and action.nargs != 0
        if optional and not isinstance(action, argparse._VersionAction):
            assert re.search(r"\(default: .+\)$", action.help or ""), action.help
        assert action.help != "the same for machines"


@pytest.mark.parametrize("name", commands())
def test_help_fits_into_80_columns(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples and notes, which argparse does not wrap, are short enough too."""
    monkeypatch.setenv("COLUMNS", "80")
    assert [line for line in commands()[name].format_help().splitlines() if len(line) > 80] == []


def test_a_console_without_utf8_gets_ascii() -> None:
    """Greek letters are spelled out, and no encoding error is raised."""
    result = run("read", "15", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert result.returncode == 0
    assert result.stdout.isascii()
    assert b"sigma_hat" in result.stdout


def test_a_pipe_gets_no_colour() -> None:
    """Output to a file is plain text."""
    assert b"\x1b" not in run("read", "15", PYTHONIOENCODING="utf-8").stdout


@pytest.mark.parametrize("words", [(), ("read", "15"), ("read", "errata")])
def test_closing_the_pager_is_not_an_error(words: tuple[str, ...]) -> None:
    """Short output is written to the closed pipe only when it is flushed at the end."""
    reading, writing = os.pipe()
    os.close(reading)
    result = subprocess.run(
        [sys.executable, "-m", "textbook_ml", *words],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
        stdout=writing,
        stderr=subprocess.PIPE,
    )
    os.close(writing)
    assert (result.returncode, result.stderr) == (0, b"")


class Terminal(StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def test_colour_is_used_only_at_capable_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal gets bold headings, unless NO_COLOR is set or the terminal is dumb."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert wants_colour(Terminal())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_colour(Terminal())
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not wants_colour(Terminal())


def test_help_contains_examples(capsys: pytest.CaptureFixture[str]) -> None:
    """`read --help` shows commands to type."""
    with pytest.raises(SystemExit) as stop:
        main(["read", "--help"])
    assert stop.value.code == 0
    assert "read gwansiu 17" in capsys.readouterr().out


def test_closed_streams_do_not_change_the_exit_code(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A service may have no standard streams; the command still does its work."""
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["fit", "iris", "--model", "gaussian-nb", "--out", str(tmp_path / "m.json")]) == 0
    assert (tmp_path / "m.json").exists()
    assert main(["predict", "nowhere.json", "nowhere.csv"]) == 2


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="there is no /dev/full here")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "words", ["read 15", slow("read errata"), "--help", slow("fit --help"), slow("--version")]
)
def test_output_to_a_full_device_is_a_one_line_error(words: str, unbuffered: str) -> None:
    """The exit code is 2 without a traceback, whether the error occurs at once or at the end."""
    with open("/dev/full", "wb") as full:
        result = subprocess.run(
            [sys.executable, "-m", "textbook_ml", *words.split()],
            cwd=ROOT,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            stdout=full,
            stderr=subprocess.PIPE,
        )
    assert result.returncode == 2
    assert b"standard output cannot be written (No space left on device)" in result.stderr
    assert result.stderr.count(b"\n") == 1


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="there is no /dev/full here")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("words", [slow("read nothing-of-this-name"), "read --nothing"])
def test_errors_to_a_full_device_keep_the_exit_code(words: str, unbuffered: str) -> None:
    """The exit code is 2, although nothing can be printed."""
    with open("/dev/full", "wb") as full:
        result = subprocess.run(
            [sys.executable, "-m", "textbook_ml", *words.split()],
            cwd=ROOT,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            stdout=subprocess.PIPE,
            stderr=full,
        )
    assert (result.returncode, result.stdout) == (2, b"")


@pytest.mark.parametrize(
    "words", ["--help", slow("read errata"), slow("fit iris --model gda"), "figure losses"]
)
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_a_closed_stream_is_not_an_error(words: str, closed: str) -> None:
    """A service may close a stream; no traceback appears on the other one."""
    command = f"{sys.executable} -m textbook_ml {words} {closed}"
    result = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True)
    assert result.returncode == 0
    assert b"Traceback" not in result.stderr


@pytest.mark.parametrize(
    "command", ["fit - --model gda", "stream - --model gda", slow("evaluate - --models gda")]
)
def test_closed_standard_input_is_a_one_line_error(command: str) -> None:
    """The error is printed by commands that read their table from standard input."""
    line = f"{sys.executable} -m textbook_ml {command} <&-"
    result = subprocess.run(line, shell=True, cwd=ROOT, capture_output=True)
    assert result.returncode == 2
    assert result.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    "module",
    [
        "textbook_ml.commands.main",
        slow("argparse"),
        slow("textbook_ml.core.console"),
        slow("textbook_ml.commands.arguments"),
        slow("textbook_ml.commands.fit"),
        "textbook_ml.models.catalogue",
    ],
)
def test_ctrl_c_while_modules_are_loaded_prints_nothing(module: str) -> None:
    """The exit code is 130 at any point of the start-up."""
    program = f"""
import runpy, sys

class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            raise KeyboardInterrupt

sys.modules.pop({module!r}, None)
sys.meta_path.insert(0, Interrupt())
sys.argv[1:] = ["fit", "iris", "--model", "gda"]
runpy.run_module("textbook_ml", run_name="__main__", alter_sys=True)
"""
    result = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True)
    assert (result.returncode, result.stderr) == (130, b"")


@pytest.mark.parametrize("error", [OSError(24, "Too many open files"), MemoryError()])
def test_a_lack_of_resources_is_a_one_line_error(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An error of the operating system does not print a traceback."""

    def lacking(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("textbook_ml.commands.fit.find_sheet", lacking)
    assert main(["fit", "iris", "--model", "gda"]) == 2
    assert capsys.readouterr().err.count("Fix: ") == 1


def test_a_long_argument_is_shortened_in_errors(capsys: pytest.CaptureFixture[str]) -> None:
    """Neither argparse nor this package prints a long argument in full."""
    with pytest.raises(SystemExit):
        main(["experiment", "--seed", "x" * 100_000])
    assert main(["fit", "x" * 100_000, "--model", "gda"]) == 2
    assert len(capsys.readouterr().err) < 6000
