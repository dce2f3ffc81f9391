"""How much GPU memory fine-tuning takes, from the model's config alone: nothing is downloaded or loaded.

Bytes on each GPU, for P parameters of which T are trained (every GPU holds the whole model):

    weights      full: 4 P, and 2 P for the bf16 copies that a step computes with. LoRA: 2 P, and 4 T
    gradients    4 T
    optimiser    8 T: two states of AdamW in full precision
    activations  what a row of `length` tokens leaves behind, see `_activations`

and a tenth more for what the allocator cannot use, and 1 GiB for CUDA itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fabula.errors import UsageError
from fabula.extras import extra
from fabula.training.request import FineTuneRequest
from fabula.training.result import MemoryPlan, MemoryWay

GIB = 2**30
ROOM = 79
"""GiB that an 80 GB GPU leaves to one process."""
_CUDA = GIB
_WASTE = 1.1
_LEARNED = 0.5
"""The share of a row's tokens that are learned, at most: each needs a whole row of logits."""
_STEP = 256
_LONGEST = 131_072
_PLAIN = frozenset(("gpt2", "gpt_neo", "gpt_neox", "gptj", "opt", "bloom", "falcon", "phi", "codegen", "mpt"))
"""Kinds of model whose feed-forward part has two matrices. The others have a gate, which makes three."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What a model's config says about its size."""

    vocabulary: int
    width: int
    layers: int
    inner: int
    keys: int
    """Width of keys, and of values: smaller than the model's where heads share them."""
    queries: int
    gated: bool
    tied: bool
    biased: bool
    positions: int
    """Positions with a learned vector; 0 where positions are rotated."""

    @property
    def matrices(self) -> tuple[tuple[int, int], ...]:
        """The linear maps of a layer, as inputs and outputs. A LoRA adds two thin ones to each."""
        feed = [(self.width, self.inner)] * (2 if self.gated else 1)
        attention = [(self.width, self.queries), (self.width, self.keys), (self.width, self.keys)]
        return (*attention, (self.queries, self.width), *feed, (self.inner, self.width))

    @property
    def parameters(self) -> int:
        """All of them."""
        layer = sum(rows * columns for rows, columns in self.matrices)
        layer += 2 * self.width * (2 if self.positions else 1)
        if self.biased:
            layer += self.queries + 2 * self.keys
            layer += sum(columns for _, columns in self.matrices[3:]) if self.positions else 0
        ends = self.width * (2 if self.positions else 1) + self.positions * self.width
        return self.layers * layer + self.vocabulary * self.width * (1 if self.tied else 2) + ends

    def lora(self, rank: int) -> int:
        """Parameters of a LoRA of this rank on every linear layer."""
        return self.layers * rank * sum(rows + columns for rows, columns in self.matrices)


def shape_of(config: Mapping[str, Any]) -> Shape:
    """The shape in a `config.json`, whatever its family calls the numbers."""

    def number(names: Iterable[str], default: int | None = None) -> int:
        found = next((config[name] for name in names if config.get(name) is not None), default)
        if not isinstance(found, int):
            raise UsageError(
                f"the model's config.json has no {next(iter(names))}: its memory cannot be planned"
            )
        return found

    kind = str(config.get("model_type", ""))
    width = number(["hidden_size", "n_embd", "d_model"])
    heads = number(["num_attention_heads", "n_head"])
    head = number(["head_dim"], width // heads)
    learned = kind in ("gpt2", "opt")
    return Shape(
        vocabulary=number(["vocab_size"]),
        width=width,
        layers=number(["num_hidden_layers", "n_layer"]),
        inner=number(["intermediate_size", "n_inner", "ffn_dim"], 4 * width),
        keys=head * number(["num_key_value_heads"], heads),
        queries=head * heads,
        gated=kind not in _PLAIN,
        tied=bool(config.get("tie_word_embeddings", learned)),
        biased=bool(config.get("attention_bias", kind in ("qwen2", "gpt2", "opt"))),
        positions=number(["max_position_embeddings", "n_positions"]) if learned else 0,
    )


def read_shape(model: str) -> Shape:
    """The shape of a model in a folder, or on the hub: of it only `config.json` is fetched."""
    file = Path(model) / "config.json"
    if not file.is_file():
        with extra("train", f"--plan reads the model's config.json, and {model} is no folder with one"):
            from huggingface_hub import hf_hub_download
        try:
            file = Path(hf_hub_download(model, "config.json"))
        except (OSError, ValueError) as error:
            raise UsageError(f"--plan reads the model's config.json, and {model} has none: {error}") from None
    try:
        config = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"{file} cannot be read: {error}") from None
    return shape_of(config)


def plan(request: FineTuneRequest, shape: Shape) -> MemoryPlan:
    """What the request takes, and what would fit an 80 GB GPU: LoRA or all weights, activations kept or computed again."""
    asked = _way(request, shape, full=request.full, checkpointing=request.checkpointing)
    ways = [
        _way(request, shape, full=full, checkpointing=checkpointing)
        for full in (False, True)
        for checkpointing in (True, False)
    ]
    return MemoryPlan(parameters=shape.parameters, room=ROOM, asked=asked, ways=tuple(ways))


def _way(request: FineTuneRequest, shape: Shape, *, full: bool, checkpointing: bool) -> MemoryWay:
    trained = shape.parameters if full else shape.lora(request.rank)
    weights = (4 + 2) * shape.parameters if full else 2 * shape.parameters + 4 * trained
    fixed = weights + (4 + 8) * trained

    def needed(length: int) -> float:
        return _WASTE * (fixed + _activations(shape, length, full, checkpointing)) + _CUDA

    longest = next((n for n in range(_LONGEST, 0, -_STEP) if needed(n) <= ROOM * GIB), None)
    return MemoryWay(
        full=full,
        checkpointing=checkpointing,
        length=request.length,
        trained=trained,
        weights=weights / GIB,
        gradients=4 * trained / GIB,
        optimiser=8 * trained / GIB,
        activations=_activations(shape, request.length, full, checkpointing) / GIB,
        total=needed(request.length) / GIB,
        fits=needed(request.length) <= ROOM * GIB,
        longest=longest,
    )


def _activations(shape: Shape, length: int, full: bool, checkpointing: bool) -> float:
    """Bytes that one row leaves for the way back, at the worst moment.

    A layer keeps its two residuals, two norms in full precision, and in bf16 queries, keys and values, before and after
    their rotation, and what runs through the feed-forward part. A LoRA also keeps the inputs of every linear layer, as
    full numbers and masked. With checkpointing, only the residual of each layer stays, and one layer at a time is there
    as a whole. Then come the mask of the row and the logits of what is learned, with their gradients.
    """
    residual = 4 if full else 2
    inner = (4 if shape.gated else 2) * shape.inner
    layer = 2 * residual * shape.width + 16 * shape.width
    layer += 2 * (2 * shape.queries + 4 * shape.keys + 3 * shape.width + inner)
    if not full:
        layer += 6 * sum(rows for rows, _ in shape.matrices)
    kept = shape.layers * residual * shape.width + 1.5 * layer if checkpointing else shape.layers * layer
    logits = _LEARNED * length * shape.vocabulary * 12
    return length * kept + 6 * length**2 + logits
