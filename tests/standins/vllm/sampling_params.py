"""The two classes of vLLM that say how an answer is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass
class StructuredOutputsParams:
    json: dict[str, Any]


@dataclass
class SamplingParams:
    n: int = 1
    temperature: float = 1.0
    max_tokens: int = 16
    seed: int | None = None
    logprobs: int | None = None
    structured_outputs: StructuredOutputsParams | None = None

    def __post_init__(self) -> None:
        if self.temperature == 0 and self.n > 1:
            raise ValueError("n must be 1 when using greedy sampling")
