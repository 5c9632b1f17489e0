"""Reading with a limit, writing whole files."""

import ast
import os
import stat
import subprocess
import sys
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Thread

import pytest

import textbook_ml
from textbook_ml.core.errors import TextbookError
from textbook_ml.core.files import PIECE, read_text, write_file

PACKAGE = Path(textbook_ml.__file__).parent


def test_written_content_is_read_unchanged(tmp_path: Path) -> None:
    """Text is written in UTF-8, bytes and line ends are not changed."""
    write_file(str(tmp_path / "a"), "σ\n")
    write_file(str(tmp_path / "b"), b"\xff\n")
    assert read_text(str(tmp_path / "a"), 2, "") == "σ\n"
    assert (tmp_path / "b").read_bytes() == b"\xff\n"


def test_a_failed_write_leaves_no_file(tmp_path: Path) -> None:
    """The old file is kept, and no temporary file is left."""
    (tmp_path / "folder").mkdir()
    with pytest.raises(TextbookError, match="cannot be written"):
        write_file(str(tmp_path / "folder"), "text")
    assert os.listdir(tmp_path) == ["folder"]


def test_a_link_is_followed(tmp_path: Path) -> None:
    """The file behind a link is replaced, and the link stays."""
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_file(str(tmp_path / "link"), "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


def test_a_long_missing_or_binary_file_is_an_error(tmp_path: Path) -> None:
    """The message contains a fix."""
    (tmp_path / "long").write_text("abc")
    (tmp_path / "odd").write_bytes(b"\xff")
    for name, why in [
        ("long", "at most 2 characters"),
        ("odd", "not UTF-8"),
        ("none", "No such file"),
    ]:
        with pytest.raises(TextbookError, match=f"{why}.*: give another"):
            read_text(str(tmp_path / name), 2, "give another")


def test_a_file_keeps_its_mode(tmp_path: Path) -> None:
    """A private file stays private; a new file gets the mode that the umask allows."""
    (tmp_path / "private").write_text("old")
    for mode in (0o600, 0o640, 0o755):
        (tmp_path / "private").chmod(mode)
        write_file(str(tmp_path / "private"), "new")
        assert stat.S_IMODE((tmp_path / "private").stat().st_mode) == mode
    (tmp_path / "plain").touch()
    write_file(str(tmp_path / "fresh"), "new")
    assert (tmp_path / "fresh").stat().st_mode == (tmp_path / "plain").stat().st_mode


@pytest.mark.skipif(os.name != "posix", reason="needs modes of files")
def test_the_new_content_of_a_private_file_is_never_public(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The temporary file is private while the content is written to it."""
    path = tmp_path / "private"
    path.write_text("old")
    path.chmod(0o600)
    modes = []

    def record(number: int) -> None:
        modes.append(stat.S_IMODE(os.fstat(number).st_mode))

    monkeypatch.setattr(os, "fsync", record)
    write_file(str(path), "new")
    assert modes == [0o600]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root gives files away")
def test_a_file_keeps_its_owner(tmp_path: Path) -> None:
    """Also with a set-user-ID bit, which a change of owner clears."""
    path = tmp_path / "theirs"
    path.write_text("old")
    os.chown(path, 1234, 4321)
    path.chmod(0o4750)
    write_file(str(path), "new")
    status = path.stat()
    assert (status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)) == (1234, 4321, 0o4750)


def test_if_the_owner_cannot_be_kept_nobody_gains_rights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is written without a set-user-ID bit."""

    def forbidden(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    path = tmp_path / "theirs"
    path.write_text("old")
    path.chmod(0o6750)
    monkeypatch.setattr(os, "chown", forbidden, raising=False)
    write_file(str(path), "new")
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o750


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write to any file")
def test_a_file_that_is_write_protected_is_not_replaced(tmp_path: Path) -> None:
    """The folder would allow the replacement."""
    path = tmp_path / "kept"
    path.write_text("old")
    path.chmod(0o400)
    with pytest.raises(TextbookError, match="Permission denied"):
        write_file(str(path), "new")
    assert path.read_text() == "old"


def test_a_fifo_receives_the_content_and_is_kept(tmp_path: Path) -> None:
    """The reader receives every byte, also more than the capacity of a pipe."""
    fifo, content = tmp_path / "fifo", b"0123456789" * 100_000
    os.mkfifo(fifo)
    received: list[bytes] = []
    reader = Thread(target=lambda: received.append(fifo.read_bytes()), daemon=True)
    reader.start()
    write_file(str(fifo), content)
    reader.join(30)
    assert received == [content]
    assert stat.S_ISFIFO(fifo.stat().st_mode)
    assert os.listdir(tmp_path) == ["fifo"]


def device_in(folder: Path, minor: int) -> Path:
    """Create a memory device in a folder, so that no test uses a device of the system."""
    device = folder / "device"
    try:
        os.mknod(device, 0o666 | stat.S_IFCHR, os.makedev(1, minor))
        with open(device, "rb"):
            return device
    except OSError as error:
        pytest.skip(f"no device can be made here: {error}")


@pytest.mark.parametrize("linked", [False, True])
def test_a_device_stays_a_device(tmp_path: Path, linked: bool) -> None:
    """A device like /dev/null, directly or behind a link."""
    device, link = device_in(tmp_path, 3), tmp_path / "link"
    link.symlink_to(device)
    write_file(str(link if linked else device), "text")
    assert stat.S_ISCHR(device.stat().st_mode)
    assert link.is_symlink()
    assert sorted(os.listdir(tmp_path)) == ["device", "link"]


def test_a_full_device_is_an_error(tmp_path: Path) -> None:
    """A device like /dev/full; it is not removed."""
    device = device_in(tmp_path, 7)
    with pytest.raises(TextbookError, match="device: cannot be written .No space left"):
        write_file(str(device), "text")
    assert stat.S_ISCHR(device.stat().st_mode)
    assert os.listdir(tmp_path) == ["device"]


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="there is no /dev/stdout here")
def test_standard_output_under_another_name_keeps_printed_text(tmp_path: Path) -> None:
    """In a pipe and in a file the printed text, the content and later text are in order."""
    program = (
        "from textbook_ml.core.files import write_file\n"
        "print('before'); write_file('/dev/stdout', 'content\\n'); print('after')"
    )
    command, expected = [sys.executable, "-c", program], b"before\ncontent\nafter\n"
    assert subprocess.run(command, cwd=PACKAGE.parent, capture_output=True).stdout == expected
    with open(tmp_path / "out", "wb") as out:
        subprocess.run(command, cwd=PACKAGE.parent, stdout=out, check=True)
    assert (tmp_path / "out").read_bytes() == expected


def test_readers_never_see_a_half_written_file(tmp_path: Path) -> None:
    """With four writing threads no write fails, and each read returns one whole content."""
    target, done, seen = tmp_path / "target", Event(), set[bytes]()
    contents = [bytes([65 + i]) * 100_000 for i in range(4)]
    target.write_bytes(contents[0])

    def read() -> None:
        while not done.is_set():
            seen.add(target.read_bytes())

    reader = Thread(target=read)
    reader.start()
    try:
        with ThreadPoolExecutor(4) as pool:
            writes = pool.map(lambda i: write_file(str(target), contents[i % 4]), range(200))
            assert list(writes) == [None] * 200
    finally:
        done.set()
        reader.join()
    assert seen <= set(contents)
    assert os.listdir(tmp_path) == ["target"]


def test_a_name_of_full_length_can_be_written(tmp_path: Path) -> None:
    """The name of the temporary file does not contain it."""
    write_file(str(tmp_path / ("x" * 255)), "text")
    assert os.listdir(tmp_path) == ["x" * 255]


def test_the_target_of_a_dangling_link_is_created(tmp_path: Path) -> None:
    """The link is kept."""
    (tmp_path / "link").symlink_to("real")
    write_file(str(tmp_path / "link"), "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


@pytest.mark.parametrize("path", ["loop", "file/inside", "absent/inside", "nul\0", "."])
def test_an_impossible_path_is_an_error(tmp_path: Path, path: str) -> None:
    """The message contains the reason, and no file is left."""
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "file").write_text("old")
    with pytest.raises(TextbookError, match="cannot be written .*Fix: "):
        write_file(str(tmp_path / path), "new")
    assert sorted(os.listdir(tmp_path)) == ["file", "loop"]


def test_text_that_utf8_cannot_encode_is_an_error(tmp_path: Path) -> None:
    """The text is a lone surrogate; the old file is kept."""
    (tmp_path / "file").write_text("old")
    with pytest.raises(TextbookError, match="surrogates not allowed"):
        write_file(str(tmp_path / "file"), "\ud800")
    assert (tmp_path / "file").read_text() == "old"


def test_an_interrupted_write_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The interruption is Ctrl-C just before the new file is renamed."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    (tmp_path / "file").write_text("old")
    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_file(str(tmp_path / "file"), "new")
    assert os.listdir(tmp_path) == ["file"]
    assert (tmp_path / "file").read_text() == "old"


# These modules write to their own temporary folders, or run without this package.
OTHER_WRITERS = {
    "commands/stream_regression.py",
    "core/files.py",
    "embedding/bundles/one_file.py",
    "embedding/checks/run_exports.py",
    "embedding/checks/run_fixed.py",
    "embedding/sklearn_import/dump.py",
    "grading/runner/process_pool.py",
    "grading/runner/submission_source.py",
    "grading/runner/worker/worker_main.py",
}


@pytest.mark.slow
def test_all_output_goes_through_write_file() -> None:
    """No other module opens a file for writing."""
    writers = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if any(map(_writes, ast.walk(ast.parse(path.read_text(encoding="utf-8")))))
    }
    assert writers <= OTHER_WRITERS


def _writes(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    modes = [a.value for a in [*node.args, *(k.value for k in node.keywords)]
             if isinstance(a, ast.Constant) and isinstance(a.value, str)]  # fmt: skip
    writing = any(set(mode) <= set("wxabt+") and set(mode) & set("wxa") for mode in modes)
    return name in ("write_text", "write_bytes") or (name in ("open", "fdopen") and writing)


def test_a_high_limit_needs_no_memory(tmp_path: Path) -> None:
    """Reading a small file does not reserve memory for the largest file."""
    (tmp_path / "small.txt").write_text("ä" * 100_000, encoding="utf-8")
    tracemalloc.start()
    try:
        text = read_text(str(tmp_path / "small.txt"), 2**24, "advice")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert text == "ä" * 100_000
    assert peak < 2**22


@pytest.mark.parametrize("n", [PIECE - 1, PIECE, PIECE + 1, 2 * PIECE])
def test_the_limit_is_exact(tmp_path: Path, n: int) -> None:
    (tmp_path / "x.txt").write_text("ä" * n, encoding="utf-8")
    assert len(read_text(str(tmp_path / "x.txt"), n, "advice")) == n
    with pytest.raises(TextbookError, match=f"at most {n - 1} characters, has more: advice"):
        read_text(str(tmp_path / "x.txt"), n - 1, "advice")
