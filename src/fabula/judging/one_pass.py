"""Judge in one pass: the whole book in one prompt, if it fits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabula.errors import FabulaError
from fabula.judging.judged import Judged
from fabula.judging.prompt_fields import fields
from fabula.judging.question import ANSWER_TOKENS, ask_judges, question
from fabula.judging.settings import JudgeSettings
from fabula.models.prompts import fence
from fabula.text.segments import whole_text
from fabula.tokens import estimate_tokens

if TYPE_CHECKING:
    from fabula.models.door import Door
    from fabula.text.book import Book

_USUAL_CONTEXT = 128_000
_PROMPT_TOKENS = 2_000
"""Room for the instructions and the aspects."""


async def judge_in_one_pass(book: Book, settings: JudgeSettings, door: Door) -> Judged:
    """Judge from the whole text. A book that does not fit is rejected with its size, never shortened."""
    text = whole_text(book)
    needed = estimate_tokens(text) + _PROMPT_TOKENS + ANSWER_TOKENS
    holds = settings.context_tokens or door.context or _USUAL_CONTEXT
    if needed > holds:
        raise FabulaError(
            f"{book.title!r} takes about {needed:,} tokens and the context holds {holds:,}: "
            "use --method summary, aggregation or incremental, or raise --context for a model with a larger context"
        )
    prompt = door.prompt("judging", "one-pass", book.language)
    messages = prompt.messages(**fields(book, settings), text=fence(text))
    request = question("judging the whole", messages, settings)
    return Judged(await ask_judges(book, request, "one-pass", settings, door))
