"""A local Ray cluster gives what the process pool gives, from a folder and from a place that fsspec knows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from made_shelf import chinese, english, post

from fabula.errors import FabulaError
from fabula.shelf.clean import clean
from fabula.workers.engines import engine

pytestmark = pytest.mark.extras


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    """One cluster for all of these."""
    ray = pytest.importorskip("ray", reason="ray is not installed: make test-extras")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


@pytest.fixture
def raw(tmp_path: Path) -> Path:
    folder = tmp_path / "raw"
    for seed in range(12):
        post(folder / f"en{seed}.txt", english(seed), "Chapter {}")
    post(folder / "again.txt", english(3), "{}. Part")
    post(folder / "part.txt", english(4)[:5], "Chapter {}")
    post(folder / "中文.txt", chinese(1), "第{}章", "gb18030")
    return folder


def test_a_cluster_that_is_not_there_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ray", reason="ray is not installed: make test-extras")
    monkeypatch.setenv("RAY_ADDRESS", "ray://127.0.0.1:9")
    with pytest.raises(FabulaError, match=r"^--engine ray: .*RAY_ADDRESS=ray://127.0.0.1:9 .*$"):
        list(engine("ray").map(str, [1]))


@pytest.mark.usefixtures("cluster")
def test_ray_and_the_pool_give_the_same_shelf(raw: Path, tmp_path: Path) -> None:
    for name in ("pool", "ray"):
        result = clean(str(raw), tmp_path / name, engine(name, 2), lambda _what, _count: None)  # type: ignore[arg-type]
        assert (result.files, result.kept) == (15, 13)
    for name in ("ledger.jsonl", "shelf.jsonl"):
        assert (tmp_path / "pool" / name).read_bytes() == (tmp_path / "ray" / name).read_bytes()


@pytest.mark.usefixtures("cluster")
def test_a_shelf_on_an_fsspec_path_gives_the_same(raw: Path, tmp_path: Path) -> None:
    pytest.importorskip("fsspec")
    here = clean(str(raw), tmp_path / "here", engine(workers=1), lambda _what, _count: None)
    there = clean(f"file://{raw}", tmp_path / "there", engine("ray"), lambda _what, _count: None)
    assert here == there
