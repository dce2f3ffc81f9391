"""llama.cpp with one model file: questions become tokens, and tokens an answer. One thread uses it, one question at a time."""

from __future__ import annotations

import ctypes
import os
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from threading import Event
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np

from fabula.errors import FabulaError
from fabula.extras import extra
from fabula.models.chat import ChatMessage, ChatRequest, Choice, Completion, Finish, JsonSchema, Usage
from fabula.models.local.files import LocalFile
from fabula.models.local.grammar import grammar_of
from fabula.workers.engines import cores

if TYPE_CHECKING:
    from llama_cpp import Llama

NEEDED_FOR = "a model that runs in this process"
_SMALLEST_CONTEXT = 4_096
_TOP_K, _TOP_P, _MIN_P = 40, 0.95, 0.05
"""llama.cpp's own way to sample where the temperature is above 0."""
_MARK = "\ue000"
"""Stands at both ends of a message's number while the chat template is filled in."""


class Stopped(FabulaError):
    """The run ended while an answer was being written."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, as the user's settings have it."""

    request: ChatRequest
    schema: JsonSchema | None
    temperature: float
    most_output: int
    stop: Event


class Engine:
    """The model in memory. What consecutive questions have in common at their beginning is evaluated once."""

    def __init__(self, file: LocalFile, context: int) -> None:
        with extra("local", NEEDED_FOR):
            import llama_cpp  # noqa: F401
        self._file = file
        self._most = context
        self._llm: Llama | None = None
        self._stop = Event()
        self._times: Counter[int] = Counter()
        """How often each question was asked without a seed."""
        self._abort: Any = None
        """llama.cpp keeps only the address of this function: it must live as long as the context."""

    def answers(self, questions: Sequence[Question]) -> list[Completion]:
        """One answer to each question."""
        return [self.answer(each) for each in questions]

    def answer(self, question: Question) -> Completion:
        """One answer. A question that does not fit is refused before anything is evaluated."""
        self._stop = question.stop
        llm = self._llm or self._loaded(_SMALLEST_CONTEXT)
        prompt = self._tokens(llm, question.request.messages)
        limit = self._limit(question, len(prompt))
        if len(prompt) + limit > llm.n_ctx():
            llm = self._loaded(len(prompt) + limit)
        try:
            return self._written(llm, prompt, limit, question)
        except RuntimeError as error:
            if question.stop.is_set():
                raise Stopped("the run has ended: the answer was given up") from None
            raise FabulaError(f"local/{self._file.name}: llama.cpp failed ({error})") from None

    def close(self) -> None:
        """Give the memory back."""
        if self._llm is not None:
            self._llm.close()
            self._llm = None

    def _limit(self, question: Question, asked: int) -> int:
        """The tokens that the answer may have."""
        left = self._most - asked
        if left >= question.most_output:
            return question.most_output
        if left > 2 * question.request.expected_tokens:
            return left
        raise FabulaError(
            f"{question.request.step}: a question of {asked:,} tokens and its answer are longer than the {self._most:,} that"
            f" local/{self._file.name} takes: choose smaller segments, or a model with a longer context"
        )

    def _loaded(self, tokens: int) -> Llama:
        """The model with room for so many tokens: a power of two, so that it seldom has to grow."""
        import llama_cpp

        self.close()
        room = min(self._most, max(_SMALLEST_CONTEXT, 1 << (tokens - 1).bit_length()))
        try:
            llm = llama_cpp.Llama(
                str(self._file.path), n_ctx=room, n_gpu_layers=-1, n_threads=_threads(), n_threads_batch=_threads(), verbose=False,
            )  # fmt: skip
        except ValueError as error:
            raise FabulaError(
                f"local/{self._file.name}: llama.cpp cannot load it with room for {room:,} tokens ({error}): too little memory,"
                " or a model that this version of llama-cpp-python does not know"
            ) from None
        llama_cpp.llama_log_set(_silence(), ctypes.c_void_p())
        self._abort = llama_cpp.ggml_abort_callback(lambda _: self._stop.is_set())
        llama_cpp.llama_set_abort_callback(llm.ctx, self._abort, ctypes.c_void_p())
        self._llm = llm
        return llm

    def _tokens(self, llm: Llama, messages: Sequence[ChatMessage]) -> list[int]:
        """The conversation by the file's own chat template.

        Marks of turns are taken from the template alone: where a book itself has such a mark, it stays plain text. A last
        message of the model's own is the beginning of its answer.
        """
        begun = messages[-1].role == "assistant"
        text = self._templated(llm, messages[:-1] if begun else messages)
        if begun:
            text += f"{_MARK}{len(messages) - 1}{_MARK}"
        found: list[int] = []
        for index, part in enumerate(text.split(_MARK)):
            told = messages[int(part)].content if index % 2 else part
            bos = index == 0 and not part.startswith(_piece(llm, llm.token_bos(), special=True) or "\0")
            found += llm.tokenize(told.encode("utf-8", "replace"), add_bos=bos, special=not index % 2)
        return found

    def _templated(self, llm: Llama, messages: Sequence[ChatMessage]) -> str:
        """The template with marked numbers in place of the messages. Where it has no system role, that text goes with
        the first question."""
        from jinja2 import TemplateError
        from llama_cpp.llama_chat_format import Jinja2ChatFormatter

        template = Jinja2ChatFormatter(
            llm.metadata["tokenizer.chat_template"],
            eos_token=_piece(llm, llm.token_eos(), special=True),
            bos_token=_piece(llm, llm.token_bos(), special=True),
        )
        turns: list[Any] = [
            {"role": each.role, "content": f"{_MARK}{number}{_MARK}"} for number, each in enumerate(messages)
        ]
        with suppress(TemplateError, ValueError):
            return str(template(messages=turns, enable_thinking=False).prompt)
        if len(turns) > 1 and turns[0]["role"] == "system":
            joined: Any = {"role": "user", "content": f"{turns[0]['content']}\n\n{turns[1]['content']}"}
            with suppress(TemplateError, ValueError):
                return str(template(messages=[joined, *turns[2:]], enable_thinking=False).prompt)
        raise FabulaError(f"local/{self._file.name}: its chat template refuses the question")

    def _seed(self, prompt: Sequence[int], given: int | None) -> int:
        """The seed that was given, or one made from the question and how often it was asked: a run can be repeated."""
        if given is not None:
            return given % 2**32
        question = crc32(np.asarray(prompt, dtype=np.int64).tobytes())
        self._times[question] += 1
        return (question + self._times[question]) % 2**32

    def _written(self, llm: Llama, prompt: list[int], limit: int, question: Question) -> Completion:
        import llama_cpp

        request, grammar = question.request, None
        if question.schema is not None:
            grammar = llama_cpp.LlamaGrammar.from_string(grammar_of(question.schema), verbose=False)
        known = _in_common(llm.input_ids[: llm.n_tokens], prompt)
        llm.set_seed(self._seed(prompt, request.seed))
        vocabulary = llama_cpp.llama_model_get_vocab(llm.model)
        written: list[int] = []
        logprobs: list[dict[str, float]] = []
        finish: Finish = "length"
        for token in llm.generate(
            prompt, top_k=_TOP_K, top_p=_TOP_P, min_p=_MIN_P, temp=question.temperature, grammar=grammar
        ):
            if question.stop.is_set():
                raise Stopped("the run has ended: the answer was given up")
            if llama_cpp.llama_vocab_is_eog(vocabulary, token):
                finish = "stop"
                break
            written.append(token)
            if request.top_logprobs:
                logprobs.append(_likeliest(llm, token, request.top_logprobs))
            if len(written) == limit:
                break
        text = b"".join(llm.detokenize([each]) for each in written).decode("utf-8", "replace")
        usage = Usage(len(prompt), len(written), cached_tokens=min(known, len(prompt) - 1))
        return Completion((Choice(text, finish, tuple(logprobs)),), usage)


def _threads() -> int:
    """All cores, or as many as OMP_NUM_THREADS allows. Threads that wait for each other on a busy machine are slow."""
    allowed = os.environ.get("OMP_NUM_THREADS", "")
    return int(allowed) if allowed.isdecimal() and int(allowed) else cores()


@lru_cache(maxsize=1)
def _silence() -> Any:
    """What llama.cpp logs to: nothing. It is one for the whole process and must live as long."""
    import llama_cpp

    return llama_cpp.llama_log_callback(lambda *_: None)


def _in_common(known: Any, prompt: Sequence[int]) -> int:
    """How many tokens at the beginning are those that were evaluated last."""
    length = min(len(known), len(prompt))
    differ = np.flatnonzero(known[:length] != np.asarray(prompt[:length]))
    return int(differ[0]) if len(differ) else length


def _likeliest(llm: Llama, written: int, most: int) -> dict[str, float]:
    """The written token and the likeliest ones, with their log-probabilities before the grammar has its say."""
    import llama_cpp

    logits = np.ctypeslib.as_array(llama_cpp.llama_get_logits_ith(llm.ctx, -1), shape=(llm.n_vocab(),))
    shifted = logits.astype(np.float64) - logits.max()
    logprobs = shifted - np.log(np.exp(shifted).sum())
    most = min(most, len(logprobs))
    best = np.argpartition(-logprobs, most - 1)[:most]
    ordered = [written, *(int(each) for each in best[np.argsort(-logprobs[best])])]
    found: dict[str, float] = {}
    for token in ordered:
        found.setdefault(_piece(llm, token), float(logprobs[token]))
    return found


def _piece(llm: Llama, token: int, *, special: bool = False) -> str:
    return llm.detokenize([token], special=special).decode("utf-8", "replace") if token >= 0 else ""
