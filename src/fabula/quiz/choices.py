"""The choices in a quiz: the wording of the prompt, what counts as the answer, and the export format."""

from __future__ import annotations

from typing import Literal

PromptKind = Literal["short", "long"]
"""The question alone, or with instructions."""
By = Literal["text", "logprob"]
"""The option that the reply names, or the most likely letter as its first token."""
Target = Literal["lm-eval", "inspect", "lfed"]
"""lm-evaluation-harness, Inspect AI, or LFED's own CSV."""
PROMPTS: tuple[PromptKind, ...] = ("short", "long")
MOST_SHOTS = 5
"""The most examples before a question."""
