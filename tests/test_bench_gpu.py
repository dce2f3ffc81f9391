"""`make bench-gpu` where there is no GPU: it says so, and its code still runs on a tiny model."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def bench_gpu(*words: str) -> subprocess.CompletedProcess[str]:
    hidden = {**os.environ, "CUDA_VISIBLE_DEVICES": "", "OMP_NUM_THREADS": "1"}
    return subprocess.run(
        [sys.executable, "-m", "benchmarks_gpu", *words],
        cwd=ROOT,
        env=hidden,
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_a_gpu_nothing_is_measured_and_that_is_said() -> None:
    done = bench_gpu()
    assert done.returncode == 0 and "othing was measured" in done.stdout
    assert "GPU hours" not in done.stdout and not done.stderr


@pytest.mark.long
def test_its_steps_run_on_a_tiny_model() -> None:
    pytest.importorskip("torch", reason="training needs fabula[train]")
    done = bench_gpu("--tiny")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("training tokens a second") == 2 and "GPU hours" not in done.stdout
