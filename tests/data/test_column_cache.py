"""A cache of columns returns what was written, and other files are rejected."""

import json
from array import array
from pathlib import Path
from random import Random

import pytest

from textbook_ml.core.errors import TextbookError
from textbook_ml.data import column_cache
from textbook_ml.data.column_cache import MARK, CacheWriter, ColumnCache


def written(path: Path, sizes: list[int]) -> list[list[float]]:
    rng = Random(1)
    columns: list[list[float]] = [[], []]
    with open(path, "wb") as file:
        writer = CacheWriter(file, 2)
        for n in sizes:
            part = [array("d", [rng.random() for _ in range(n)]) for _ in range(2)]
            writer.add(part)
            for whole, new in zip(columns, part):
                whole += new
        writer.finish({"name": "é"})
    return columns


@pytest.mark.parametrize("sizes", [[1], [10], [3, 3, 9, 1], [20], [10, 10, 5]])
def test_blocks_have_all_rows_in_order(
    sizes: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(column_cache, "BLOCK", 10)
    columns = written(tmp_path / "c", sizes)
    cache = ColumnCache.open(str(tmp_path / "c"))
    assert (cache.n_rows, cache.n_columns, cache.about) == (sum(sizes), 2, {"name": "é"})
    assert cache.n_blocks == -(-sum(sizes) // 10)
    blocks = cache.blocks(range(cache.n_blocks))
    assert [[x for block in blocks for x in block[j]] for j in range(2)] == columns
    for k, block in enumerate(blocks):
        assert cache.blocks(range(k, k + 1)) == [block]


def test_files_that_are_no_cache_are_rejected(tmp_path: Path) -> None:
    path = tmp_path / "c"
    written(path, [50])
    whole = path.read_bytes()
    other = json.dumps({"n_rows": 1, "n_columns": "x", "byte_order": "little", "about": 1}).encode()
    for content in (
        b"",
        b"x,y\n1,2\n",
        whole[:-1],
        whole[8:],
        MARK,
        b"\xff" * 8 + MARK,
        other + len(other).to_bytes(8, "big") + MARK,
        b"[" * 9000 + (9000).to_bytes(8, "big") + MARK,
    ):
        path.write_bytes(content)
        with pytest.raises(TextbookError, match="is not a cache"):
            ColumnCache.open(str(path))
    with pytest.raises(TextbookError, match="cannot be read"):
        ColumnCache.open(str(tmp_path / "none"))
