"""The memory of fine-tuning: parameters of known models, bytes by the formula, and what fits in 80 GB."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from commands import fabula
from fabula.errors import UsageError
from fabula.training.memory import GIB, plan, shape_of
from fabula.training.request import FineTuneRequest

LLAMA: dict[str, Any] = {
    "model_type": "llama", "vocab_size": 32000, "hidden_size": 4096, "num_hidden_layers": 32,
    "num_attention_heads": 32, "intermediate_size": 11008, "tie_word_embeddings": False,
}  # fmt: skip
KNOWN = {
    "Llama-2-7b": (LLAMA, 6_738_415_616),
    "Llama-2-13b": (
        LLAMA | {"hidden_size": 5120, "num_hidden_layers": 40, "num_attention_heads": 40, "intermediate_size": 13824},
        13_015_864_320,
    ),
    "Mistral-7B": (LLAMA | {"model_type": "mistral", "num_key_value_heads": 8, "intermediate_size": 14336}, 7_241_732_096),
    "Llama-3-8B": (LLAMA | {"vocab_size": 128256, "num_key_value_heads": 8, "intermediate_size": 14336}, 8_030_261_248),
    "Qwen2.5-0.5B": (
        {"model_type": "qwen2", "vocab_size": 151936, "hidden_size": 896, "num_hidden_layers": 24, "num_attention_heads": 14,
         "num_key_value_heads": 2, "intermediate_size": 4864, "tie_word_embeddings": True},
        494_032_768,
    ),
    "gpt2": ({"model_type": "gpt2", "vocab_size": 50257, "n_embd": 768, "n_layer": 12, "n_head": 12, "n_positions": 1024}, 124_439_808),
}  # fmt: skip


def request(**changed: Any) -> FineTuneRequest:
    return FineTuneRequest(model="m", data=Path("d"), output=Path("o"), **changed)


@pytest.mark.parametrize("name", KNOWN)
def test_parameters_are_counted_as_published(name: str) -> None:
    config, parameters = KNOWN[name]
    assert shape_of(config).parameters == parameters


def test_a_lora_of_rank_64_on_llama_2_7b_has_160_million_parameters() -> None:
    assert shape_of(LLAMA).lora(64) == 159_907_840


def test_all_weights_take_eighteen_bytes_a_parameter_and_7b_does_not_fit_80_gb() -> None:
    shape = shape_of(LLAMA)
    found = plan(request(full=True, length=4096), shape)
    asked = found.asked
    assert (asked.weights + asked.gradients + asked.optimiser) * GIB == pytest.approx(18 * shape.parameters)
    assert not asked.fits and asked.longest is None and asked.total > 112
    lora = next(each for each in found.ways if not each.full and each.checkpointing)
    assert lora.fits and lora.total < 40 and (lora.longest or 0) > 8192


def test_keeping_activations_takes_more_and_a_longer_row_too() -> None:
    shape = shape_of(LLAMA)
    short, long = (plan(request(length=length), shape) for length in (1024, 8192))
    again, kept = (
        next(each for each in long.ways if not each.full and each.checkpointing is way)
        for way in (True, False)
    )
    assert kept.activations > 5 * again.activations and (kept.longest or 0) < (again.longest or 0)
    assert short.asked.activations < long.asked.activations / 7
    three = LLAMA | {
        "hidden_size": 3072,
        "num_hidden_layers": 28,
        "num_attention_heads": 24,
        "num_key_value_heads": 8,
    }
    assert plan(request(full=True, length=4096), shape_of(three)).asked.fits


def test_the_command_prints_the_plan_at_80_columns_and_trains_nothing(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text(json.dumps(LLAMA), encoding="utf-8")
    words = (
        "train",
        "persona",
        "--model",
        tmp_path,
        "--data",
        tmp_path / "none.jsonl",
        "-o",
        tmp_path / "out",
        "--plan",
    )
    found = fabula(*words, COLUMNS="80")
    assert found.returncode == 0, found.stderr
    assert (
        "6,738,415,616 parameters" in found.stdout
        and "longest row" in found.stdout
        and "…" not in found.stdout
    )
    assert max(map(len, found.stdout.splitlines())) <= 80 and not (tmp_path / "out").exists()
    document = json.loads(fabula(*words, "--json").stdout)
    assert (
        document["memory"]["asked"]["fits"]
        and document["loss"] is None
        and len(document["memory"]["ways"]) == 4
    )


def test_a_config_that_says_too_little_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no vocab_size"):
        shape_of({"hidden_size": 8, "num_attention_heads": 2, "num_hidden_layers": 1})
    found = fabula(
        "train", "persona", "--model", tmp_path, "--data", tmp_path, "-o", tmp_path / "out", "--plan"
    )
    assert found.returncode == 2 and "config.json" in found.stderr
