"""A stand-in for vLLM, with the interface of its offline engine as of version 0.11, and no model.

An answer is anything that its schema allows. A prompt may have 4,000 words.
"""

from __future__ import annotations

import json
from typing import Any, ClassVar

from fabula.models.rehearsal import made_up
from vllm.sampling_params import SamplingParams, StructuredOutputsParams

__all__ = ["LLM", "RequestOutput", "SamplingParams", "StructuredOutputsParams"]
LONGEST = 4_000


class CompletionOutput:
    """One answer."""

    def __init__(self, text: str, most: int) -> None:
        self.text = text
        self.token_ids = text.split()[:most]
        self.finish_reason = "length" if len(text.split()) > most else "stop"
        self.logprobs = None


class RequestOutput:
    """The answers to one question."""

    def __init__(self, words: int, outputs: list[CompletionOutput]) -> None:
        self.prompt_token_ids = list(range(words))
        self.outputs = outputs
        self.num_cached_tokens = 0


class LLM:
    """Notes how it was made and what it was asked."""

    made: ClassVar[list[dict[str, Any]]] = []
    batches: ClassVar[list[list[str]]] = []

    def __init__(self, model: str, **arguments: Any) -> None:
        if model.endswith("broken"):
            raise RuntimeError("no GPU here")
        self.made.append({"model": model, **arguments})

    def chat(
        self,
        messages: list[list[dict[str, str]]],
        sampling_params: list[SamplingParams],
        use_tqdm: bool = True,
        *,
        add_generation_prompt: bool = True,
        continue_final_message: bool = False,
        chat_template_kwargs: dict[str, Any] | None = None,
    ) -> list[RequestOutput]:
        assert not use_tqdm and add_generation_prompt != continue_final_message
        assert chat_template_kwargs == {"enable_thinking": False} and len(messages) == len(sampling_params)
        asked = [" ".join(each["content"] for each in one) for one in messages]
        if any(len(one.split()) > LONGEST for one in asked):
            raise ValueError(f"the prompt is longer than the maximum model length of {LONGEST}")
        self.batches.append(asked)
        return [
            RequestOutput(len(one.split()), [CompletionOutput(_answer(how), how.max_tokens)] * how.n)
            for one, how in zip(asked, sampling_params, strict=True)
        ]


def _answer(how: SamplingParams) -> str:
    if how.structured_outputs is None:
        return "And so it went on, as it had to."
    return json.dumps(made_up(how.structured_outputs.json, 100))
