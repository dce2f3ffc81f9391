"""What is imported is declared, and a missing extra ends in one line that names it."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest

import fabula
from fabula.extras import MissingExtra, extra

HOUSE = Path(fabula.__file__).parent
PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
NAMED_OTHERWISE = {
    "accelerate": "accelerate", "bert_score": "bert-score", "datasets": "datasets", "fsspec": "fsspec", "peft": "peft",
    "psycopg": "psycopg", "ray": "ray", "sentence_transformers": "sentence-transformers", "torch": "torch", "transformers": "transformers",
    "onnx": "onnx", "onnxruntime": "onnxruntime", "pyarrow": "pyarrow", "rouge_score": "rouge-score",
    "sacrebleu": "sacrebleu", "llama_cpp": "llama-cpp-python", "huggingface_hub": "huggingface-hub", "safetensors": "safetensors", "tokenizers": "tokenizers",
}  # fmt: skip
"""Distributions of modules that are not installed everywhere."""
COMES_WITH = {"pydantic_core": "pydantic", "starlette": "fastapi", "click": "typer"}
"""Modules that belong to a package which is declared, by that package's own promise."""
WHOLE_FILES = {"training/finetune.py": "train", "training/processes.py": "train", "workers/actors.py": "ray"}
"""Files that only run where their extra is installed: whoever calls them checks that first."""


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", re.split(r"[\s<>=!~;\[]", name.strip(), maxsplit=1)[0]).lower()


def modules(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (each.name.partition(".")[0] for each in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        yield node.module.partition(".")[0]


def imports(tree: ast.AST, within: str = "") -> Iterator[tuple[str, str]]:
    """Modules, each with the extra that its import is guarded by; what only type checkers read is passed over."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            continue
        inner = within
        if isinstance(node, ast.With):
            for item in node.items:
                call = item.context_expr
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "extra":
                    assert isinstance(call.args[0], ast.Constant)
                    inner = str(call.args[0].value)
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from ((module, inner) for module in modules(node))
        yield from imports(node, inner)


INSTALLED = packages_distributions()


def distributions(module: str) -> set[str]:
    if module in COMES_WITH:
        return {COMES_WITH[module]}
    installed = {normal(each) for each in INSTALLED.get(module, ())}
    return installed or {normal(NAMED_OTHERWISE.get(module, module))}


BASE = {normal(each) for each in PROJECT["dependencies"]}
EXTRAS = {
    name: {normal(each) for each in needs}
    for name, needs in PROJECT["optional-dependencies"].items()
    if name not in ("dev", "docs", "extras-tests")
}
FILES = sorted(HOUSE.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HOUSE)))
def test_everything_that_is_imported_is_declared(path: Path) -> None:
    place = path.relative_to(HOUSE).as_posix()
    guarded_later = path.read_text("utf-8").count("with extra(")
    for module, within in imports(ast.parse(path.read_text("utf-8"))):
        if module == "fabula" or module in sys.stdlib_module_names:
            continue
        needed = distributions(module)
        if needed & BASE:
            continue
        within = within or WHOLE_FILES.get(place, "")
        holders = {name for name, declared in EXTRAS.items() if needed & declared}
        assert holders, f"{place} imports {module}, which pyproject.toml does not declare"
        assert within in holders or guarded_later, f"{place} imports {module} without `with extra(...)`"


def test_no_package_is_declared_that_nobody_imports() -> None:
    found = {module for path in FILES for module, _ in imports(ast.parse(path.read_text("utf-8")))}
    used = {name for module in found for name in distributions(module)}
    read_or_run_only = {"accelerate", "keyring", "opencc-python-reimplemented", "python-multipart"}
    assert (BASE | set().union(*EXTRAS.values())) - used <= read_or_run_only


def test_dev_brings_every_light_extra() -> None:
    dev = next(each for each in PROJECT["optional-dependencies"]["dev"] if each.startswith("fabula["))
    assert set(dev.removeprefix("fabula[").removesuffix("]").split(",")) == EXTRAS.keys() - {
        "train",
        "hub",
        "ray",
        "postgres",
        "notebook",
        "keyring",
        "local",
        "vllm",
        "results",
    }


def parquet(tmp_path: Path) -> None:
    from fabula.personas.row_files import rows_of

    (tmp_path / "rows.parquet").write_bytes(b"")
    rows_of(tmp_path / "rows.parquet")


def reviews(tmp_path: Path) -> None:
    from fabula.reviews.reviews import _parquet

    _parquet(tmp_path / "reviews.parquet")


def minilm(_: Path) -> None:
    from fabula.models.vectors import embeddings

    embeddings._minilm.cache_clear()  # another test of this process may have loaded it
    embeddings.embedder("minilm")


def hub(_: Path) -> None:
    from fabula.models.vectors.embeddings import embedder

    embedder("hub/BAAI/bge-m3")


def bleu(_: Path) -> None:
    from fabula.benchmarks.perse_figures import words

    words("judge", [], [])


def bert(tmp_path: Path) -> None:
    from fabula.benchmarks.likeness import bert_f1

    bert_f1(["a"], ["b"], tmp_path)


def ray(_: Path) -> None:
    from fabula.workers.engines import engine

    list(engine("ray").map(str, [1]))


def s3(_: Path) -> None:
    from fabula.shelf.locations import locations

    list(locations("s3://novels"))


@pytest.mark.parametrize(
    ("use", "module", "name"),
    [
        (parquet, "pyarrow", "parquet"),
        (reviews, "pyarrow", "parquet"),
        (minilm, "onnxruntime", "vectors"),
        (minilm, "tokenizers", "vectors"),
        (hub, "sentence_transformers", "hub"),
        (bleu, "rouge_score", "bench"),
        (bleu, "sacrebleu", "bench"),
        (bert, "bert_score", "train"),
        (ray, "ray", "ray"),
        (s3, "fsspec", "ray"),
    ],
)
def test_a_missing_extra_is_named_in_one_line(
    use: Callable[[Path], Any], module: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for known in [each for each in sys.modules if each.partition(".")[0] == module]:
        monkeypatch.delitem(sys.modules, known)
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtra, match=rf"pip install 'fabula\[{name}\]'") as error:
        use(tmp_path)
    assert "\n" not in str(error.value)


def test_passages_are_found_by_words_alone_where_the_vectors_extra_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from fabula.models.vectors import minilm
    from fabula.models.vectors.embeddings import default_embedder

    monkeypatch.setattr(minilm, "find_spec", lambda name: None if name == "onnxruntime" else True)
    found, notice = default_embedder("en")
    assert found is None
    assert notice is not None
    assert "fabula[vectors]" in str(notice)


def test_an_error_inside_an_installed_package_is_not_taken_for_a_missing_one() -> None:
    with pytest.raises(ImportError, match="broken"), extra("parquet", "a file"):
        raise ImportError("broken")
