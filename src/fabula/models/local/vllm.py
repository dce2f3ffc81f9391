"""vLLM's batch engine as a ChatModel: all questions that wait are answered in one batch, on the GPUs of this machine.

The tests exercise it with a stand-in that has vLLM's interface. Nobody has measured it on a GPU yet.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fabula.errors import FabulaError
from fabula.extras import extra
from fabula.models.chat import ChatRequest, Choice, Completion, JsonSchema, Usage
from fabula.models.local.weights import Weights
from fabula.models.providers import Address

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

    @property
    def text(self) -> str:
        """All that is asked. In this order, questions with a common beginning stand side by side."""
        return "\n".join(f"{each.role}: {each.content}" for each in self.request.messages)


class Engine:
    """vLLM, loaded for the first batch. Only one thread uses it."""

    def __init__(self, where: Address, weights: Weights, context: int | None) -> None:
        self._name = where.name
        self._weights = weights
        self._context = context
        self._arguments = where.settings.extra_body
        self._llm: LLM | None = None

    def imported(self) -> None:
        """Raise a UsageError where vLLM is not installed."""
        with extra("vllm", f"--model {self._name}"):
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
                return [FabulaError(f"{some[0].request.step}: {self._name} refuses the question: {error}")]
            half = len(some) // 2
            return self._batch(llm, some[:half], begun=begun) + self._batch(llm, some[half:], begun=begun)
        except RuntimeError as error:
            raise FabulaError(f"{self._name}: vLLM failed ({error})") from None
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
            raise FabulaError(f"{self._name}: vLLM cannot load it ({error})") from None
        return self._llm


@dataclass(frozen=True, slots=True)
class _Waiting:
    question: Question
    answer: asyncio.Future[Completion]


class VllmChat:
    """Questions gather while a batch is answered, and are the next batch. Every answer of a batch is in the ledger
    before the run goes on."""

    def __init__(self, where: Address, weights: Weights, context: int | None) -> None:
        self.name = where.name
        self.endpoint = where.base_url
        self.room = 0
        self._settings = where.settings
        self._engine = Engine(where, weights, context)
        self._worker = ThreadPoolExecutor(1, "vllm")
        self._line: list[_Waiting] = []
        self._serving: asyncio.Task[None] | None = None

    def grow(self, cramped: int) -> bool:  # noqa: ARG002 - the protocol's signature
        """Thoughts are switched off."""
        return False

    async def complete(self, request: ChatRequest, schema: JsonSchema | None, n: int) -> Completion:
        """Up to `n` answers: one where they would all be alike."""
        own = self._settings
        temperature = request.temperature if own.temperature is None else own.temperature
        limit = request.max_tokens if own.max_tokens is None else min(request.max_tokens, own.max_tokens)
        question = Question(request, schema, n if temperature > 0 else 1, temperature, limit)
        waiting = _Waiting(question, asyncio.get_running_loop().create_future())
        self._line.append(waiting)
        if self._serving is None or self._serving.done():
            self._serving = asyncio.create_task(self._serve())
        return await waiting.answer

    async def probe(self) -> None:
        """Stop now where vLLM is not installed. The model is loaded for its first question."""
        await asyncio.to_thread(self._engine.imported)

    async def close(self) -> None:
        """Wait for the batch that is being answered, and give the memory back."""
        for each in self._line:
            each.answer.cancel()
        self._line.clear()
        if self._serving:
            await self._serving
        await asyncio.get_running_loop().run_in_executor(self._worker, self._engine.close)
        self._worker.shutdown()

    async def _serve(self) -> None:
        """Answer until nobody waits."""
        while self._line:
            await self._settled()
            batch, self._line = self._line[:BATCH], self._line[BATCH:]
            batch = sorted(
                (each for each in batch if not each.answer.done()), key=lambda each: each.question.text
            )
            questions = [each.question for each in batch]
            done = asyncio.get_running_loop().run_in_executor(self._worker, self._engine.answers, questions)
            await asyncio.wait([done])
            failed = done.exception()
            answers = [failed] * len(batch) if failed else done.result()
            for waiting, answer in zip(batch, answers, strict=True):
                if waiting.answer.done():
                    continue
                if isinstance(answer, BaseException):
                    waiting.answer.set_exception(answer)
                else:
                    waiting.answer.set_result(answer)

    async def _settled(self) -> None:
        """Wait until the questions that are ready have all come, or fill a batch."""
        before = 0
        while before < len(self._line) < BATCH:
            before = len(self._line)
            await asyncio.sleep(_SETTLED)


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
