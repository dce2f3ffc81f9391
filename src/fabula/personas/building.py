"""Makes profiles and questions from a table of ratings and writes them to a folder."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabula.errors import UsageError
from fabula.jsonl import check_writable
from fabula.models.bill import usage_total
from fabula.notices import Notice
from fabula.personas.personal import plot_story, shortened
from fabula.personas.questions import (
    ReaderQuestions,
    anonymised,
    draw,
    plots,
    subjects,
    told_in,
    with_plots,
    write,
)
from fabula.personas.rating_tables import read_table
from fabula.personas.request import PersonaBuildRequest
from fabula.personas.results import PersonaBuildResult
from fabula.reading.anonymise import anonymise
from fabula.reading.renaming import anonymise_with, standing
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
    renaming: tuple[Notice, ...] = ()
    if request.anonymise:
        drawn, renaming = await with_other_names(drawn, request.seed, door)
    if request.summarise and door is not None:
        drawn = await with_short_plots(drawn, door)
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
            renaming=renaming,
            summarised=request.summarise,
            left_out=table.left_out,
            out=str(request.out),
        )
    )


async def with_other_names(
    drawn: Sequence[ReaderQuestions], seed: int, door: Door | None
) -> tuple[list[ReaderQuestions], tuple[Notice, ...]]:
    """Rename everyone in every plot and in what was said of it, once for each plot no matter how many readers judged it.

    A model names them if there is a door to one, otherwise the rules of the language do.
    """
    books = list({told_in(past): None for each in drawn for past in subjects(each)})
    if door is None:
        others = await asyncio.to_thread(lambda: [anonymise(book, seed) for book in books])
    else:
        others = await asyncio.gather(*(anonymise_with(door, book, seed) for book in books))
    found = dict(zip(books, others, strict=True))
    left = [len(standing(book, other)) for book, other in found.items()]
    told = Notice.of(
        "personas.plots-renamed",
        names=sum(len(other.mapping) for other in others),
        plots=len(books),
        left=sum(left),
        of=sum(map(bool, left)),
    )
    lost = (each for other in others for each in other.lost)
    return [anonymised(each, found.__getitem__) for each in drawn], (told, *lost)


async def with_short_plots(drawn: Sequence[ReaderQuestions], door: Door) -> list[ReaderQuestions]:
    """Have the model shorten every plot, with one call per plot no matter how many readers judged it."""
    texts = sorted({text for each in drawn for text in plots(each)})
    short = await asyncio.gather(*(shortened(plot_story("", text), door) for text in texts))
    replaced = dict(zip(texts, short, strict=True))
    return [with_plots(each, replaced) for each in drawn]
