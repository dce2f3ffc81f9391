"""A sequence classifier in a folder, run by onnxruntime: `model.onnx`, `tokenizer.json` and, if it has one, `config.json`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from fabula.errors import UsageError
from fabula.extras import extra
from fabula.facts.classifier_labels import config_names, meanings, supports
from fabula.workers.engines import cores

if TYPE_CHECKING:
    from fabula.facts.by_passages import Pair, Support

_TOKENS = 512
_BATCH = 16
_PLACES = ("model.onnx", "onnx/model.onnx")


class OnnxClassifier:
    """Scores pairs of a passage and a sentence."""

    def __init__(self, folder: Path, labels: str | None = None) -> None:
        with extra("vectors", "--checker onnx"):
            import onnxruntime

        self._session: Any = session(onnxruntime, _model_file(folder))
        self._tokenizer: Any = tokenizer_of(folder, _TOKENS, "only_first")
        self._inputs = [one.name for one in self._session.get_inputs()]
        outputs = self._session.get_outputs()[0].shape[-1]
        names = config_names(folder) or [
            f"LABEL_{n}" for n in range(outputs if isinstance(outputs, int) else 2)
        ]
        self._meaning = meanings(names, labels, f"--checker onnx:{folder.name}")
        if isinstance(outputs, int) and outputs != len(self._meaning):
            raise UsageError(
                f"--checker onnx:{folder.name}: it has {outputs} outputs, not {len(self._meaning)}"
            )

    async def score(self, pairs: Sequence[Pair]) -> list[Support | None]:
        """The shares of each pair."""
        return in_batches(pairs, self._scored)

    def _scored(self, pairs: Sequence[Pair]) -> list[Support]:
        encoded = self._tokenizer.encode_batch([(one.passage, one.claim) for one in pairs])
        fields = {
            "input_ids": [one.ids for one in encoded],
            "attention_mask": [one.attention_mask for one in encoded],
            "token_type_ids": [one.type_ids for one in encoded],
        }
        given = {name: np.array(fields[name], dtype=np.int64) for name in self._inputs if name in fields}
        return supports(self._session.run(None, given)[0], self._meaning)


def in_batches(
    pairs: Sequence[Pair], scored: Callable[[Sequence[Pair]], list[Support]]
) -> list[Support | None]:
    """Batches of pairs of like length, so that little is padded."""
    order = sorted(range(len(pairs)), key=lambda n: len(pairs[n].passage))
    found: list[Support | None] = [None] * len(pairs)
    for start in range(0, len(order), _BATCH):
        batch = order[start : start + _BATCH]
        for place, one in zip(batch, scored([pairs[n] for n in batch]), strict=True):
            found[place] = one
    return found


def tokenizer_of(folder: Path, tokens: int, cut: str) -> Any:
    """The tokenizer in a classifier's folder. `cut` says which text is shortened if both are too long."""
    from tokenizers import Tokenizer

    file = folder / "tokenizer.json"
    if not file.is_file():
        raise UsageError(f"--checker onnx: {folder.name} has no tokenizer.json")
    made = Tokenizer.from_file(str(file))
    made.enable_truncation(tokens, strategy=cut)
    made.enable_padding()
    return made


def _model_file(folder: Path) -> Path:
    if not folder.is_dir():
        raise UsageError(f"--checker onnx:{folder}: give the folder of a classifier on this machine")
    named = [folder / place for place in _PLACES if (folder / place).is_file()]
    found = named or sorted(folder.glob("*.onnx"))
    if not found:
        raise UsageError(f"--checker onnx:{folder.name}: the folder has no model.onnx")
    return found[0]


def session(onnxruntime: Any, file: Path) -> Any:
    """A model that runs on this machine's cores."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = cores()
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # noqa: BLE001 - onnxruntime has no common base class for its errors
        raise UsageError(
            f"--checker onnx: {file.name} cannot be loaded: {str(error).splitlines()[0]}"
        ) from None
