"""How close a generated review is in meaning to the real one: BERTScore and BARTScore, computed with local models."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from fabula.extras import extra

if TYPE_CHECKING:
    from fabula.benchmarks.perse_data import Case

_TOKENS = 512


def meaning(
    generated: Sequence[str], asked: Sequence[Case], bert: Path | None, bart: Path | None
) -> dict[str, float]:
    """The scores whose models were given, over the pairs that have both reviews."""
    both = [
        (one, each.past.review)
        for one, each in zip(generated, asked, strict=True)
        if one and each.past.review
    ]
    found: dict[str, float] = {}
    if not both:
        return found
    if bert:
        found["bertscore"] = bertscore(both, bert)
    if bart:
        found["bartscore"] = bartscore(both, bart)
    return found


def bertscore(both: Sequence[tuple[str, str]], model: Path) -> float:
    """The mean F1, from the layer that BERTScore's own table names for the encoder."""
    return fmean(bert_f1([one for one, _ in both], [two for _, two in both], model))


def bert_f1(generated: Sequence[str], true: Sequence[str], model: Path) -> list[float]:
    """BERTScore's F1 for each pair, with a local encoder."""
    return bert_scores(generated, true, model)[2]


def bert_scores(generated: Sequence[str], true: Sequence[str], model: Path) -> tuple[list[float], ...]:
    """BERTScore's precision, recall and F1 for each pair."""
    with extra("train", "BERTScore"):
        from bert_score import score

    found = score(list(generated), list(true), model_type=str(model), num_layers=bert_layer(model))
    return tuple([float(each) for each in part] for part in found)


def bert_layer(model: Path) -> int:
    """The layer that agrees best with people, as BERTScore's own table says (17 of 24 for roberta-large); else the last.

    An encoder is recognised by the name of its folder, or by its kind and number of layers.
    """
    with extra("train", "BERTScore"):
        from bert_score.utils import model2layers
        from transformers import AutoConfig

    config = AutoConfig.from_pretrained(model, local_files_only=True)
    layers = int(config.num_hidden_layers)
    size = {12: "base", 24: "large"}.get(layers, "")
    kind = f"{config.model_type}-{size}"
    for name in (model.name, kind, f"{kind}-uncased"):
        if model2layers.get(name, layers + 1) <= layers:
            return int(model2layers[name])
    return layers


def bartscore(both: Sequence[tuple[str, str]], model: Path) -> float:
    """The mean log-probability of the real review's tokens, given the generated one."""
    with extra("train", "BARTScore"):
        import torch
        from transformers import AutoModelForSeq2SeqLM, AutoTokenizer

    tokenizer: Any = AutoTokenizer.from_pretrained(model, local_files_only=True)
    bart: Any = AutoModelForSeq2SeqLM.from_pretrained(model, local_files_only=True).eval()
    scores = []
    for one, two in both:
        asked = tokenizer(one, truncation=True, max_length=_TOKENS, return_tensors="pt")
        labels = tokenizer(two, truncation=True, max_length=_TOKENS, return_tensors="pt").input_ids
        with torch.no_grad():
            scores.append(-float(bart(**asked, labels=labels).loss))
    return sum(scores) / len(scores)
