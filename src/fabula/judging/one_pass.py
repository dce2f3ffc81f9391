"""One pass: the whole book in one prompt, where it fits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabula.errors import FabulaError
from fabula.judging.answers import answer_type, verdict
from fabula.judging.brief import ANSWER_TOKENS, EXPECTED_TOKENS, Brief, fields
from fabula.judging.judged import Judged
from fabula.models.chat import Request
from fabula.models.prompts import fence
from fabula.text.segments import whole_text
from fabula.tokens import estimate_tokens

if TYPE_CHECKING:
    from fabula.models.door import Door
    from fabula.text.book import Book

_PROMPT_TOKENS = 2_000
"""What the instructions and the aspects take."""


async def judge_in_one_pass(book: Book, brief: Brief, door: Door) -> Judged:
    """Judge from the whole text. A book that does not fit is refused with its size, never cut."""
    text = whole_text(book)
    needed = estimate_tokens(text) + _PROMPT_TOKENS + ANSWER_TOKENS
    if needed > brief.context_tokens:
        raise FabulaError(
            f"{book.title!r} takes about {needed:,} tokens and the context holds {brief.context_tokens:,}: "
            "use --method summary, aggregation or incremental, or raise --context for a model that holds more"
        )
    prompt = door.prompt("judging", "one-pass", book.language)
    request = Request(
        step="judging the whole",
        messages=prompt.messages(**fields(book, brief), text=fence(text)),
        temperature=brief.temperature,
        max_tokens=ANSWER_TOKENS,
        expected_tokens=EXPECTED_TOKENS,
    )
    answers = await door.ask_replicates(request, answer_type(brief.rubric), brief.runs)
    return Judged(
        tuple(
            verdict(
                answer, brief.rubric, book=book.id, method="one-pass", model=door.model, replicate=replicate
            )
            for replicate, answer in enumerate(answers)
        )
    )
