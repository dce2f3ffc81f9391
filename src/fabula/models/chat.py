"""What is asked of a model and what comes back, in types of our own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from fabula.notices import Notice
from fabula.tokens import estimate_tokens

Role = Literal["system", "user", "assistant"]
Finish = Literal["stop", "length", "refusal"]
JsonSchema = Mapping[str, Any]

_TOKENS_A_MESSAGE = 4


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One turn of a conversation."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One question to a model. Everything but `step`, `expected_tokens` and `repeats` decides the answer and so the key."""

    step: str
    """What the question is for, in the user's words ("chapter summary"): progress and estimates group by it."""
    messages: tuple[ChatMessage, ...]
    temperature: float = 0.0
    max_tokens: int = 4096
    seed: int | None = None
    top_logprobs: int = 0
    expected_tokens: int = 400
    """How long an answer usually is: the estimate before spending uses it, nothing else does."""
    repeats: int = 1
    """How often the same question is asked: servers can keep its beginning."""

    @property
    def text(self) -> str:
        """All that is asked, as one text: questions with a common beginning begin alike."""
        return "\n".join(f"{each.role}: {each.content}" for each in self.messages)


def estimate_input(request: ChatRequest) -> int:
    """What the whole conversation will be, with the few tokens that mark each turn."""
    return sum(estimate_tokens(each.content) + _TOKENS_A_MESSAGE for each in request.messages)


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the server counted them; estimated where it does not report them (`reported` is False)."""

    input_tokens: int = 0
    output_tokens: int = 0
    """With thoughts, where the model has any."""
    reported: bool = True
    cached_tokens: int = 0
    """Of the input: read from the server's cache, where it is cheaper."""
    kept_tokens: int = 0
    """Of the input: written to the server's cache for the next request."""
    thought_tokens: int = 0
    """Of the output: thoughts."""
    share: float = 1.0
    """Of the price: less than 1 where a batch is cheaper."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer of a model to one request."""

    text: str
    finish: Finish = "stop"
    logprobs: tuple[Mapping[str, float], ...] = ()
    """For each answer token asked about: the likeliest tokens and their log-probabilities."""
    left_out: tuple[str, ...] = ()
    """What was asked for and got otherwise: refused parameters, and `schema-as-...` where the schema went another way."""
    cramped: int | None = None
    """The room for thoughts that was too small: the answer was cut off while the model still thought."""
    earlier: bool = field(default=False, compare=False)
    """An earlier run paid for it."""


@dataclass(frozen=True, slots=True)
class Completion:
    """The result of one request: a choice for each replicate that the server gave, and the tokens used."""

    choices: tuple[Choice, ...]
    usage: Usage
    thought: bool = False
    """The model thought before it answered."""


@dataclass(frozen=True, slots=True)
class Unusable:
    """A paid answer that cannot be used, kept with the reason. It is never guessed at and never dropped."""

    reason: Literal["malformed", "refusal", "cut off", "empty", "failed"]
    notice: Notice
    """What exactly is wrong with it."""
    raw: str = ""

    @property
    def explained(self) -> Notice:
        """The reason and what exactly is wrong, as reports show it."""
        return Notice.of(f"models.{self.reason.replace(' ', '-')}", why=self.notice)


@dataclass(slots=True)
class StepTally:
    """One step of a run: a row of --dry-run."""

    calls: int = 0
    answers: int = 0
    cached: int = 0
    failed: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = 0.0


@dataclass(slots=True)
class BatchTally:
    """The batches of a run."""

    waves: int = 0
    """How often everything that was ready was handed in."""
    open: int = 0
    done: int = 0
    total: int = 0
    """Questions in open batches, and how many of them are answered."""
    next_look: float | None = None
    """When the provider is asked again, in seconds since 1970."""


@dataclass(slots=True)
class Tally:
    """What a run has done so far: the source of the progress line, of `usage` in JSON and of the report."""

    calls: int = 0
    """Requests that were paid for in this run."""
    answers: int = 0
    """Answers that they brought: some servers give several to one request, others one."""
    cached: int = 0
    """Answers that the ledger already had."""
    elsewhere: int = 0
    """Answers that another run is fetching, and this one waits for."""
    asked_again: int = 0
    """Answers of earlier runs that were of no use, and were asked again."""
    asked_again_cost: float | None = 0.0
    """What those had cost."""
    in_flight: int = 0
    failed: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = 0.0
    """In US dollars; None as soon as one model's price is unknown."""
    gpu_hour: float | None = None
    """What an hour of the GPUs costs, where the model runs on rented ones."""
    by_step: dict[str, StepTally] = field(default_factory=dict)
    batches: list[BatchTally] = field(default_factory=list)
    """Where questions go as batches: one for each model."""


class ChatModel(Protocol):
    """Anything that answers a conversation. A Door wraps one; only models/ uses it directly."""

    name: str
    """`provider/model`, as typed after `--model`; it enters keys and signatures."""
    endpoint: str
    """Where it lives, without credentials; it enters keys."""

    room: int
    """Tokens for thoughts beyond an answer's own limit."""

    def grow(self, cramped: int) -> bool:
        """Give thoughts more room than was too small for an answer; False where there is no more."""
        ...

    async def complete(self, request: ChatRequest, schema: JsonSchema | None, n: int) -> Completion:
        """Ask once for up to `n` choices. A server that ignores `n` may give one."""
        ...

    async def probe(self) -> None:
        """Raise what would stop every question: a refused key, no server. It costs nothing."""
        ...

    async def close(self) -> None:
        """Close connections."""
        ...


class Embedder(Protocol):
    """Turns texts into unit vectors, one row a text."""

    name: str

    def embed(self, texts: Sequence[str]) -> Any:
        """A float32 array of shape (len(texts), dimensions), rows of length one."""
        ...
