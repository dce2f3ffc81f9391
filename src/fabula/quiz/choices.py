"""What can be chosen of a quiz: how the question is worded, what counts as the answer, where an export goes."""

from __future__ import annotations

from typing import Literal

PromptKind = Literal["short", "long"]
"""The question alone, or with instructions."""
By = Literal["text", "logprob"]
"""The option that the reply names, or the likeliest letter of its first token."""
Target = Literal["lm-eval", "inspect", "lfed"]
"""lm-evaluation-harness, Inspect AI, or LFED's own CSV."""
PROMPTS: tuple[PromptKind, ...] = ("short", "long")
MOST_SHOTS = 5
"""Examples before a question, at most."""
