"""BERTScore, BARTScore and LongDocFACTScore of summaries against their stories, computed with local models."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from fabula.benchmarks.faithfulness import CheckerScores, Labelled
from fabula.benchmarks.likeness import bert_f1
from fabula.extras import extra
from fabula.text.sentences import sentences

if TYPE_CHECKING:
    from fabula.models.chat import Embedder

NEAREST = 3
"""How many sentences of the story, each with its neighbours, are compared with one sentence of the summary."""
_TOKENS = 1_024


def by_learned_measures(
    items: Sequence[Labelled], bert: Path | None, bart: Path | None, embedder: Embedder | None
) -> list[CheckerScores]:
    """One row for each measure whose model was given. LongDocFACTScore also needs an embedder."""
    measured = []
    if bert is not None:
        measured.append(CheckerScores("baseline:bertscore", _by_bert(items, bert), None))
    if bart is not None:
        judge = Bart(bart)
        measured.append(
            CheckerScores(
                "baseline:bartscore", {i.id: judge.likelihood(i.story, i.summary) for i in items}, None
            )
        )
        if embedder is not None:
            found = {item.id: long_document(item, judge, embedder) for item in items}
            measured.append(CheckerScores("baseline:longdocfactscore", found, None))
    return measured


class Bart:
    """A sequence-to-sequence model that gives the probability of one text given another."""

    def __init__(self, model: Path) -> None:
        with extra("train", "BARTScore"):
            import torch
            from transformers import AutoModelForSeq2SeqLM, AutoTokenizer

        self._torch = torch
        self._tokenizer: Any = AutoTokenizer.from_pretrained(model, local_files_only=True)
        self._model: Any = AutoModelForSeq2SeqLM.from_pretrained(model, local_files_only=True).eval()
        self._most = min(_TOKENS, int(self._tokenizer.model_max_length))

    def likelihood(self, source: str, target: str) -> float:
        """The mean log-probability of the target's tokens. Text beyond the model's window is cut off."""
        asked, wanted = (
            self._tokenizer(text, truncation=True, max_length=self._most, return_tensors="pt").input_ids
            for text in (source, target)
        )
        with self._torch.no_grad():
            return -float(self._model(input_ids=asked, labels=wanted).loss)


def long_document(item: Labelled, judge: Bart, embedder: Embedder) -> float:
    """LongDocFACTScore: each sentence's best score against the story's nearest sentences, averaged over the summary."""
    story = [item.story[start:end] for start, end in sentences(item.story, "en")]
    ours, theirs = (np.asarray(embedder.embed(texts)) for texts in (item.sentences, story))
    best = []
    for sentence, row in zip(item.sentences, ours @ theirs.T, strict=True):
        near = np.argsort(-row, kind="stable")[:NEAREST]
        windows = (" ".join(story[max(0, n - 1) : n + 2]) for n in near)
        best.append(max(judge.likelihood(window, sentence) for window in windows))
    return float(np.mean(best))


def _by_bert(items: Sequence[Labelled], model: Path) -> dict[str, float]:
    f1 = bert_f1([item.summary for item in items], [item.story for item in items], model)
    return dict(zip((item.id for item in items), f1, strict=True))
