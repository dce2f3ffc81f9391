"""The choices in a quiz: the wording of the prompt, what counts as the answer, and the export format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

PromptKind = Literal["short", "long", "paper-short", "paper-long"]
"""Ours, the question alone or with instructions; or the LFED paper's."""
PromptChoice = Literal["short", "long", "both", "paper", "all"]
"""One of ours, both of ours, both of the paper's, or all four."""
By = Literal["text", "logprob"]
"""The option that the reply names, or the most likely letter as its first token."""
Dropped = Literal["guessed", "known", "nothing"]
"""New questions to leave out: those answered from the options alone, also those answered without the book, or none."""
Difficulty = Literal["easy", "middle", "hard"]
"""What a question is for a panel of models."""
Target = Literal["lm-eval", "inspect", "lfed"]
"""lm-evaluation-harness, Inspect AI, or LFED's own CSV."""
DIFFICULTIES: tuple[Difficulty, ...] = ("easy", "middle", "hard")
PROMPTS: Mapping[PromptChoice, tuple[PromptKind, ...]] = {
    "short": ("short",),
    "long": ("long",),
    "both": ("short", "long"),
    "paper": ("paper-short", "paper-long"),
    "all": ("short", "long", "paper-short", "paper-long"),
}
"""The prompts of each choice, beginning with the main one."""
MOST_SHOTS = 5
"""The most examples before a question."""
