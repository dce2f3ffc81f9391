"""Checking by a local entailment model (`fabula[train]`): does a passage entail the sentence, or contradict it?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fabula.errors import UsageError
from fabula.extras import extra
from fabula.facts.classifier_labels import meanings, supports, writes

if TYPE_CHECKING:
    from pathlib import Path

    from fabula.facts.by_passages import Pair, Support

_TOKENS = 512
_BATCH = 8


class NliScorer:
    """Scores pairs by a sequence classifier of transformers."""

    def __init__(self, model: Path, labels: str | None = None) -> None:
        if not model.is_dir():
            raise UsageError(f"--nli-model {model}: give the folder of an entailment model on this machine")
        if writes(model):
            raise UsageError(
                f"--nli-model {model.name}: it writes its answer (sequence to sequence) and is no classifier;"
                " export it with optimum-cli export onnx and use --checker onnx:FOLDER"
            )
        with extra("train", "--checker nli"):
            import torch
            from transformers import AutoModelForSequenceClassification, AutoTokenizer
        self._torch = torch
        self._tokenizer = AutoTokenizer.from_pretrained(model, local_files_only=True)
        self._model: Any = AutoModelForSequenceClassification.from_pretrained(
            model, local_files_only=True
        ).eval()
        named = self._model.config.id2label
        self._meaning = meanings([str(named[n]) for n in sorted(named)], labels, f"--nli-model {model.name}")

    async def score(self, pairs: Sequence[Pair]) -> list[Support | None]:
        """The shares of each pair."""
        found: list[Support | None] = []
        for start in range(0, len(pairs), _BATCH):
            found += self._scored(pairs[start : start + _BATCH])
        return found

    def _scored(self, pairs: Sequence[Pair]) -> list[Support]:
        read = self._tokenizer(
            [one.passage for one in pairs],
            [one.claim for one in pairs],
            truncation="only_first",
            max_length=_TOKENS,
            padding=True,
            return_tensors="pt",
        )
        with self._torch.no_grad():
            return supports(self._model(**read).logits.tolist(), self._meaning)
