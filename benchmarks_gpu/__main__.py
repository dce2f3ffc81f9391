"""`make bench-gpu`: how fast this machine's GPU trains a critic, and the hours that the paper's set would take.

An 8B Llama with random weights takes real steps of `fabula train critique` on made-up examples of real lengths: no
weights and no data are needed. Without a GPU it says so and stops; `--tiny` runs the same code on any machine.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from itertools import repeat

import numpy as np

BOOK, HEADINGS, ANSWER = 1_400, 78, (248, 110)
"""Tokens of an example, from LongStoryEval's released reviews as `readers export` writes them: what all reviews of a book
share, the aspects that this one asks for, and the answer (mean and spread)."""
EXAMPLES, EPOCHS = 176_000, 3
"""The paper's training set."""
PAPER_HOURS, GOAL = 4 * 125, 25
"""GPU hours: the paper's four GPUs for 125 hours, and the most that one H200 should need."""


@dataclass(frozen=True)
class Scale:
    """The size of the model, the length of the examples, and the number of timed steps."""

    layers: int = 32
    width: int = 4096
    inner: int = 14336
    heads: int = 32
    words: int = 128_256
    shorter: int = 1
    steps: int = 8


TINY = Scale(layers=2, width=64, inner=128, heads=4, words=1_000, shorter=20, steps=2)


def main() -> None:
    """Time training with and without recomputing activations, if there is a GPU."""
    asked = argparse.ArgumentParser(prog="python -m benchmarks_gpu", description=__doc__)
    asked.add_argument(
        "--tiny", action="store_true", help="a tiny model, also on the CPU: shows that the benchmark runs"
    )
    tiny = asked.parse_args().tiny
    try:
        import torch
    except ImportError:
        print("bench-gpu: torch is not installed: pip install 'fabula[train]'. Nothing was measured.")
        return
    if not torch.cuda.is_available() and not tiny:
        print("bench-gpu: this machine has no GPU, so nothing was measured. Run it on a machine with one.")
        return
    where = torch.cuda.get_device_name() if torch.cuda.is_available() else "the CPU"
    scale = TINY if tiny else Scale()
    print(
        f"A Llama of {scale.layers} layers and width {scale.width}, random weights, on {where}, torch {torch.__version__}"
    )
    for checkpointing in (False, True):
        try:
            measure(scale, checkpointing)
        except torch.cuda.OutOfMemoryError:
            print(f"{_named(checkpointing)}: does not fit into this GPU's memory")
            torch.cuda.empty_cache()


def measure(scale: Scale, checkpointing: bool) -> None:
    """Train some steps as `fabula train` does and print the measurements."""
    import torch
    from transformers import AutoModelForCausalLM, LlamaConfig

    from fabula.training.example_packs import Encoded, pack
    from fabula.training.finetune import Settings, learn, prepare
    from fabula.training.processes import join

    world, settings = join(), Settings("random weights", rank=64 if scale.width > 64 else 8)
    on_gpu = world.device.type == "cuda"
    config = LlamaConfig(
        vocab_size=scale.words,
        hidden_size=scale.width,
        intermediate_size=scale.inner,
        num_hidden_layers=scale.layers,
        num_attention_heads=scale.heads,
        num_key_value_heads=scale.heads // 4,
        max_position_embeddings=settings.length,
    )
    with world.device:
        model = AutoModelForCausalLM.from_config(
            config, dtype=torch.bfloat16 if on_gpu else torch.float32, attn_implementation="sdpa"
        )
    model = prepare(model, settings, checkpointing)
    trained = [each for each in model.parameters() if each.requires_grad]
    optimiser = torch.optim.AdamW(trained, lr=settings.learning_rate)
    random = np.random.default_rng(0)

    def tokens(count: float) -> list[int]:
        return random.integers(3, scale.words, max(2, round(count / scale.shorter))).tolist()

    def examples() -> tuple[list[Encoded], list[int]]:
        books = [tokens(BOOK) for _ in range(settings.batch // settings.share)]
        kin = [book for book in range(len(books)) for _ in repeat(None, settings.share)]
        made = [
            Encoded(books[book] + tokens(HEADINGS), tokens(max(40, random.normal(*ANSWER)))) for book in kin
        ]
        return made, kin

    plain = computed = 0
    seconds = 0.0
    for step in range(-2, scale.steps):
        batch, kin = examples()
        packs, _ = pack(batch, kin, settings.length)
        started = time.monotonic()
        learn(model, trained, optimiser, packs, world)
        if on_gpu:
            torch.cuda.synchronize()
        if step >= 0:
            seconds += time.monotonic() - started
            plain += sum(len(each.question) + len(each.answer) for each in batch)
            computed += sum(len(each.tokens) for each in packs)
    examples_a_second = settings.batch * scale.steps / seconds
    print(
        f"{_named(checkpointing)}: {plain / seconds:,.0f} training tokens a second ({computed / seconds:,.0f} computed, "
        f"the rest shared), {examples_a_second:.1f} examples a second\n    {_outlook(examples_a_second, scale)}"
    )
    memory = f", {torch.cuda.max_memory_allocated() / 2**30:.0f} GiB at most" if on_gpu else ""
    print(f"    {settings}{memory}")


def _outlook(examples: float, scale: Scale) -> str:
    if scale is TINY:
        return "a tiny model: these figures show that the benchmark runs, and say nothing about an 8B model"
    hours = EXAMPLES * EPOCHS / examples / 3600
    return (
        f"{EXAMPLES:,} reviews for {EPOCHS} epochs: {hours:,.1f} GPU hours "
        f"(the paper {PAPER_HOURS}; the goal {GOAL} on one H200)"
    )


def _named(checkpointing: bool) -> str:
    return "activations computed twice" if checkpointing else "activations kept"


if __name__ == "__main__":
    main()
