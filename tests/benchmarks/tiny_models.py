"""Tiny random models on disk, made on the spot, for tests of measures that need torch."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

_LABELS = {0: "contradiction", 1: "neutral", 2: "entailment"}


def make_tiny_models(folder: Path, told: Iterable[str]) -> Path:
    """`bert`, `bart`, `nli`, and `unnamed` (a classifier whose labels say nothing), all knowing the words told."""
    pytest.importorskip("torch", reason="fabula[train] is not installed")
    transformers = pytest.importorskip("transformers", reason="fabula[train] is not installed")
    words = _words(told)
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=words, unk_token="<unk>", pad_token="<pad>", bos_token="<s>", eos_token="</s>",
        cls_token="<s>", sep_token="</s>", model_max_length=64,
    )  # fmt: skip
    size = words.get_vocab_size()
    bart = transformers.BartConfig(
        vocab_size=size, d_model=16, encoder_layers=1, decoder_layers=1, encoder_attention_heads=2,
        decoder_attention_heads=2, encoder_ffn_dim=16, decoder_ffn_dim=16, max_position_embeddings=64,
        pad_token_id=0, bos_token_id=1, eos_token_id=2, decoder_start_token_id=2,
    )  # fmt: skip
    bert = {
        "vocab_size": size, "hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2,
        "intermediate_size": 16, "max_position_embeddings": 64,
    }  # fmt: skip
    named = transformers.BertConfig(
        **bert, id2label=_LABELS, label2id={name: place for place, name in _LABELS.items()}, num_labels=3
    )
    for name, model in (
        ("bert", transformers.BertModel(transformers.BertConfig(**bert))),
        ("bart", transformers.BartForConditionalGeneration(bart)),
        ("nli", transformers.BertForSequenceClassification(named)),
        (
            "unnamed",
            transformers.BertForSequenceClassification(transformers.BertConfig(**bert, num_labels=3)),
        ),
    ):
        model.save_pretrained(folder / name)
        tokenizer.save_pretrained(folder / name)
    return folder


def _words(told: Iterable[str]) -> Any:
    from tokenizers import Tokenizer, models, pre_tokenizers, processors, trainers

    words: Any = Tokenizer(models.WordLevel(unk_token="<unk>"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    marks = ["<pad>", "<s>", "</s>", "<unk>"]
    words.train_from_iterator(told, trainers.WordLevelTrainer(special_tokens=marks))
    words.post_processor = processors.TemplateProcessing(
        "<s> $A </s>", "<s> $A </s> $B </s>", [("<s>", 1), ("</s>", 2)]
    )
    return words
