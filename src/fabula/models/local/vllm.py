"""vLLM's batch engine as a ChatModel: all questions that wait are answered in one batch, on the GPUs of this machine, or by
several engines on those of a cluster.

The tests exercise it with a stand-in that has vLLM's interface. Nobody has measured it on a GPU yet.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fabula.errors import FabulaError, UsageError
from fabula.extras import extra
from fabula.models.chat import ChatRequest, Choice, Completion, JsonSchema, Usage
from fabula.models.local.line import Line, Waiting
from fabula.models.local.weights import Weights
from fabula.models.providers import Address
from fabula.models.retry import worker_lost
from fabula.workers.cluster import WorkerGone
from fabula.workers.place import free_gpus, on_a_cluster, worker

if TYPE_CHECKING:
    from vllm import LLM, RequestOutput, SamplingParams

BATCH = 256
"""Questions in one batch at most: what a killed run loses."""
_SETTLED = 0.05
"""Seconds without a new question after which a batch begins."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question as the engine is asked it."""

    request: ChatRequest
    schema: JsonSchema | None
    n: int
    temperature: float
    max_tokens: int

    @property
    def begun(self) -> bool:
        """Whether its last message is the beginning of the answer."""
        return self.request.messages[-1].role == "assistant"


class Engine:
    """vLLM, loaded for the first batch. Only one thread uses it."""

    def __init__(self, where: Address, weights: Weights, context: int | None) -> None:
        self.name = where.name
        self._weights = weights
        self._context = context
        self._arguments = where.settings.extra_body
        self._llm: LLM | None = None

    @property
    def gpus(self) -> int:
        """On how many it runs."""
        return math.prod(
            int(self._arguments.get(f"{each}_parallel_size", 1)) for each in ("tensor", "pipeline")
        )

    def imported(self) -> None:
        """Raise a UsageError where vLLM is not installed."""
        with extra("vllm", f"--model {self.name}"):
            import vllm  # noqa: F401

    def answers(self, questions: Sequence[Question]) -> list[Completion | FabulaError]:
        """An answer to each question, or why it cannot be asked."""
        llm = self._llm or self._loaded()
        found: dict[int, Completion | FabulaError] = {}
        for begun in (False, True):
            places = [place for place, each in enumerate(questions) if each.begun is begun]
            some = [questions[place] for place in places]
            found |= zip(places, self._batch(llm, some, begun=begun), strict=True)
        return [found[place] for place in range(len(questions))]

    def close(self) -> None:
        """Give the memory back."""
        self._llm = None

    def _batch(self, llm: LLM, some: Sequence[Question], *, begun: bool) -> list[Completion | FabulaError]:
        if not some:
            return []
        try:
            outputs = llm.chat(
                [
                    [{"role": each.role, "content": each.content} for each in one.request.messages]
                    for one in some
                ],
                [_sampling(one) for one in some],
                use_tqdm=False,
                add_generation_prompt=not begun,
                continue_final_message=begun,
                chat_template_kwargs={"enable_thinking": False},
            )
        except ValueError as error:  # one question that is refused stops the whole batch
            if len(some) == 1:
                return [FabulaError(f"{some[0].request.step}: {self.name} refuses the question: {error}")]
            half = len(some) // 2
            return self._batch(llm, some[:half], begun=begun) + self._batch(llm, some[half:], begun=begun)
        except RuntimeError as error:
            raise FabulaError(f"{self.name}: vLLM failed ({error})") from None
        return [_completion(each) for each in outputs]

    def _loaded(self) -> LLM:
        self.imported()
        from vllm import LLM

        try:
            self._llm = LLM(
                model=self._weights.place,
                revision=self._weights.revision,
                max_model_len=self._context,
                enable_prefix_caching=True,
                **self._arguments,
            )
        except (RuntimeError, ValueError, OSError) as error:
            raise FabulaError(f"{self.name}: vLLM cannot load it ({error})") from None
        return self._llm


class VllmChat(Line[Question]):
    """Questions gather while a batch is answered, and are the next batch. Every answer of a batch is in the ledger
    before the run goes on."""

    def __init__(self, where: Address, weights: Weights, context: int | None) -> None:
        here = Engine(where, weights, context)
        super().__init__(_engines_on_workers(here) if on_a_cluster() else [here])
        self.name = where.name
        self.endpoint = where.base_url
        self.room = 0
        self._settings = where.settings

    async def complete(self, request: ChatRequest, schema: JsonSchema | None, n: int) -> Completion:
        """Up to `n` answers: one where they would all be alike."""
        own = self._settings
        temperature = request.temperature if own.temperature is None else own.temperature
        limit = request.max_tokens if own.max_tokens is None else min(request.max_tokens, own.max_tokens)
        return await self.answered(Question(request, schema, n if temperature > 0 else 1, temperature, limit))

    async def probe(self) -> None:
        """Stop now where vLLM is not installed. The model is loaded for its first question."""
        for engine, _ in self._engines:
            if isinstance(engine, Engine):
                await asyncio.to_thread(engine.imported)

    async def next(self) -> list[Waiting[Question]]:
        """An engine's part of the questions that wait, once those that are ready have all come. Those that begin alike stand
        side by side."""
        await self._settled()
        part = min(BATCH, math.ceil(len(self._line) / len(self._engines)))
        batch, self._line = self._line[:part], self._line[part:]
        return sorted(batch, key=lambda each: each.question.request.text)

    async def _settled(self) -> None:
        """Wait until the questions that are ready have all come, or fill a batch."""
        before = 0
        while before < len(self._line) < BATCH:
            before = len(self._line)
            await asyncio.sleep(_SETTLED)


class _EngineOnAWorker:
    """The engine in a process of its own, on GPUs of the cluster. A batch that it loses when it is killed is asked again."""

    def __init__(self, engine: Engine, number: int) -> None:
        self._worker = worker(f"{engine.name} {number}", lambda: engine, gpus=engine.gpus)

    def answers(self, questions: Sequence[Question]) -> Sequence[Completion | FabulaError]:
        """An answer to each question, or why it cannot be asked."""
        try:
            found: list[Completion | FabulaError] = self._worker.wait("answers", questions)
        except WorkerGone:
            raise worker_lost() from None
        return found

    def close(self) -> None:
        """Give the GPUs back."""
        self._worker.close()


def _engines_on_workers(engine: Engine) -> list[_EngineOnAWorker]:
    """As many engines as the GPUs of the cluster allow."""
    free = free_gpus()
    if free < engine.gpus:
        raise UsageError(
            f"--engine ray: {engine.name} needs {engine.gpus} GPU{'s' * (engine.gpus > 1)}, and the cluster has {free} left"
            " for it: one model of vLLM a run takes them all"
        )
    return [_EngineOnAWorker(engine, number) for number in range(free // engine.gpus)]


def _sampling(question: Question) -> SamplingParams:
    from vllm import SamplingParams
    from vllm.sampling_params import StructuredOutputsParams

    schema = question.schema
    return SamplingParams(
        n=question.n,
        temperature=question.temperature,
        max_tokens=question.max_tokens,
        seed=question.request.seed,
        logprobs=question.request.top_logprobs or None,
        structured_outputs=None if schema is None else StructuredOutputsParams(json=dict(schema)),
    )


def _completion(output: RequestOutput) -> Completion:
    choices = tuple(
        Choice(each.text, "length" if each.finish_reason == "length" else "stop", _logprobs(each.logprobs))
        for each in output.outputs
    )
    usage = Usage(
        len(output.prompt_token_ids),
        sum(len(each.token_ids) for each in output.outputs),
        cached_tokens=output.num_cached_tokens or 0,
    )
    return Completion(choices, usage)


def _logprobs(said: Any) -> tuple[dict[str, float], ...]:
    """The likeliest tokens at each place, the one that was written first."""
    return tuple({each.decoded_token: float(each.logprob) for each in place.values()} for place in said or ())
