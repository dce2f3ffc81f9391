"""Makes profiles and questions from a table of ratings and writes them to a folder."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabula.errors import UsageError
from fabula.jsonl import check_writable
from fabula.models.bill import usage_total
from fabula.personas.personal import plot_story, shortened
from fabula.personas.questions import ReaderQuestions, anonymised, draw, plots, with_plots, write
from fabula.personas.rating_tables import read_table
from fabula.personas.request import PersonaBuildRequest
from fabula.personas.results import PersonaBuildResult
from fabula.request import document
from fabula.signature import sign

if TYPE_CHECKING:
    from fabula.models.door import Door

METHOD = "persona.build"


@dataclass(frozen=True, slots=True)
class Built:
    """The result of a build. The profiles and questions are in the folder."""

    result: PersonaBuildResult


async def run(request: PersonaBuildRequest, door: Door | None) -> Built:
    """Draw each reader's past judgements, anonymise and shorten if requested, and write both files."""
    request.validate()
    if request.summarise and door is None:
        raise UsageError("--summarise needs a model to shorten the plots: use --model PROVIDER/NAME")
    if door is not None and not door.rehearsing:
        check_writable(request.out / "profiles.jsonl")
    table = await asyncio.to_thread(read_table, request.table, request.format, request.items)
    drawn = draw(table, request.past, request.fewest, request.seed, request.limit)
    if request.anonymise:
        drawn = await asyncio.to_thread(lambda: [anonymised(each, request.seed) for each in drawn])
    if request.summarise and door is not None:
        drawn = await _shortened(drawn, door)
    rehearsing = door is not None and door.rehearsing
    if not rehearsing:
        write(drawn, request.out)
    asked = {"seed": request.seed}
    return Built(
        PersonaBuildResult(
            kind=PersonaBuildResult.KIND,
            request=document(request),
            model=door.model_used if door else None,
            signature=door.sign(request, METHOD, asked=asked) if door else sign(request, METHOD, asked=asked),
            usage=usage_total(door.tally) if door else None,
            readers=len(drawn),
            tested=sum(each.split == "test" for each in drawn),
            past=request.past,
            questions=sum(len(each.questions) for each in drawn),
            seed=request.seed,
            anonymised=request.anonymise,
            summarised=request.summarise,
            left_out=table.left_out,
            out=str(request.out),
        )
    )


async def _shortened(drawn: Sequence[ReaderQuestions], door: Door) -> list[ReaderQuestions]:
    """Have the model shorten every plot, with one call per plot no matter how many readers judged it."""
    texts = sorted({text for each in drawn for text in plots(each)})
    short = await asyncio.gather(*(shortened(plot_story("", text), door) for text in texts))
    replaced = dict(zip(texts, short, strict=True))
    return [with_plots(each, replaced) for each in drawn]
