"""A checker that writes its answer (sequence to sequence), run by onnxruntime and asked as MiniCheck's flan-t5 is.

It reads `predict:`, the document, its end mark and the claim. The first token that it would write is 1 if the document supports
the claim, and 0 if not: their likelihoods are the verdict, and nothing is generated.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from fabula.errors import UsageError
from fabula.extras import extra
from fabula.facts.classifier_labels import model_config, supports
from fabula.facts.onnx_classifier import in_batches, session, tokenizer_of

if TYPE_CHECKING:
    from fabula.facts.by_passages import Pair, Support

_TOKENS = 2_048
_ENCODER, _DECODER = "encoder_model.onnx", "decoder_model.onnx"
_END = "</s>"


class OnnxWriter:
    """Scores pairs of a passage and a sentence."""

    def __init__(self, folder: Path) -> None:
        with extra("vectors", "--checker onnx"):
            import onnxruntime

        self._encoder, self._decoder = (
            session(onnxruntime, _file(folder, name)) for name in (_ENCODER, _DECODER)
        )
        self._tokenizer: Any = tokenizer_of(folder, _TOKENS, "longest_first")
        self._start = int(model_config(folder).get("decoder_start_token_id") or 0)
        self._no, self._yes = (
            self._tokenizer.encode(digit, add_special_tokens=False).ids[0] for digit in "01"
        )
        self._wanted = [one.name for one in self._decoder.get_inputs()]

    async def score(self, pairs: Sequence[Pair]) -> list[Support | None]:
        """The likelihood of 1 against 0 for each pair."""
        return in_batches(pairs, self._scored)

    def _scored(self, pairs: Sequence[Pair]) -> list[Support]:
        encoded = self._tokenizer.encode_batch([f"predict: {one.passage}{_END}{one.claim}" for one in pairs])
        ids = np.array([one.ids for one in encoded], dtype=np.int64)
        mask = np.array([one.attention_mask for one in encoded], dtype=np.int64)
        states = self._encoder.run(None, {"input_ids": ids, "attention_mask": mask})[0]
        given = {
            "input_ids": np.full((len(pairs), 1), self._start, dtype=np.int64),
            "encoder_hidden_states": states,
            "encoder_attention_mask": mask,
        }
        logits = self._decoder.run(["logits"], {name: given[name] for name in self._wanted})[0][:, 0]
        return supports(logits[:, [self._no, self._yes]], ("other", "support"))


def _file(folder: Path, name: str) -> Path:
    found = next((path for path in (folder / name, folder / "onnx" / name) if path.is_file()), None)
    if found is None:
        raise UsageError(
            f"--checker onnx:{folder.name}: it writes its answer (sequence to sequence), so the folder needs"
            f" {_ENCODER} and {_DECODER}, as optimum-cli export onnx --task text2text-generation makes them"
        )
    return found
