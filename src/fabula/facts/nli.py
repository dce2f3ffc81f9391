"""Checking by a local entailment model (`fabula[train]`): does a scene entail the sentence, or contradict it?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fabula.errors import UsageError
from fabula.extras import extra
from fabula.facts.facts import Fact, JudgedFact, Quoted, Ruling, Verdict
from fabula.notices import Notice

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from fabula.facts.evidence import Evidence
    from fabula.facts.summaries import Summary

PASSAGES = 8
SURE = 0.5
_TOKENS = 512


class NliChecker:
    """Checks each sentence of a summary against its best passages. The most certain passage decides."""

    runs = 1

    def __init__(self, evidence: Evidence, model: Path) -> None:
        with extra("train", "--checker nli"):
            import torch
            from transformers import AutoModelForSequenceClassification, AutoTokenizer
        if not model.is_dir():
            raise UsageError(f"--nli-model {model}: give the folder of an entailment model on this machine")
        self.evidence = evidence
        self._torch = torch
        self._tokenizer = AutoTokenizer.from_pretrained(model, local_files_only=True)
        self._model: Any = AutoModelForSequenceClassification.from_pretrained(
            model, local_files_only=True
        ).eval()
        labels = {name.lower(): number for number, name in self._model.config.id2label.items()}
        self._entails = next((n for name, n in labels.items() if name.startswith("entail")), None)
        self._contradicts = next((n for name, n in labels.items() if name.startswith("contra")), None)
        if self._entails is None:
            raise UsageError(
                f"--nli-model {model.name}: its labels are {', '.join(labels)}; one must be entailment"
            )

    async def facts(self, summary: Summary, wanted: Sequence[int]) -> list[Fact]:
        return [Fact(one.text, one.number) for one in summary.sentences if one.number in set(wanted)]

    async def rule(self, facts: Sequence[Fact]) -> list[JudgedFact]:
        found = self.evidence.passages_for(facts, PASSAGES)
        return [
            JudgedFact(fact, (self._ruling(fact, [(p.text, p.chapter) for p in passages]),))
            for fact, passages in zip(facts, found, strict=True)
        ]

    def _ruling(self, fact: Fact, passages: list[tuple[str, int]]) -> Ruling:
        if not passages:
            return Ruling("not_found", strength=0.0, notices=(Notice.of("facts.no-passage"),))
        read = self._tokenizer(
            [text for text, _ in passages],
            [fact.text] * len(passages),
            truncation="only_first",
            max_length=_TOKENS,
            padding=True,
            return_tensors="pt",
        )
        with self._torch.no_grad():
            shares = self._model(**read).logits.softmax(-1)
        entailed = shares[:, self._entails].tolist()
        denied = (
            shares[:, self._contradicts].tolist() if self._contradicts is not None else [0.0] * len(passages)
        )
        return self._decided(passages, entailed, denied)

    def _decided(self, passages: list[tuple[str, int]], entailed: list[float], denied: list[float]) -> Ruling:
        most, least = max(entailed), max(denied)
        verdict: Verdict = (
            "supported" if most >= max(SURE, least) else "contradicted" if least >= SURE else "not_found"
        )
        sure = denied if verdict == "contradicted" else entailed
        text, scene = passages[sure.index(max(sure))]
        chapter = self.evidence.scenes[scene - 1].chapter
        notice = Notice.of("facts.entailment", entailed=most, denied=least, n=len(passages))
        quoted = (Quoted(text, chapter, verified=True),)
        return Ruling(verdict, evidence=quoted, strength=round(most, 4), notices=(notice,))
