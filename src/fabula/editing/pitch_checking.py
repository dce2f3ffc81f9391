"""Holds a pitch against its book: every sentence fact by fact; what is not borne out is sent back once, then marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import BaseModel

from fabula.editing.pitch_result import PitchSentence
from fabula.facts.check import check
from fabula.facts.checker import CheckerKind
from fabula.facts.checkers import make_checker, search_for
from fabula.facts.facts import CAUTIOUS
from fabula.facts.request import FactCheckRequest
from fabula.facts.summaries import of_parts
from fabula.models.chat import ChatRequest, Unusable
from fabula.models.prompts import fence

if TYPE_CHECKING:
    from fabula.facts.checker import Checker
    from fabula.facts.facts import JudgedFact
    from fabula.models.door import Door
    from fabula.text.book import Book

PROMPT = ("editing", "mend")


class MendedSentence(BaseModel):
    """A sentence in place of one that the book does not bear out. Empty if it is to be left out."""

    number: int
    text: str = ""


class MendedAnswer(BaseModel):
    """What a model gives in place of sentences that were sent back."""

    sentences: list[MendedSentence]


@dataclass(frozen=True, slots=True)
class Borne:
    """What became of each sentence, by the sentence. None if it was left out."""

    sentences: Mapping[str, PitchSentence | None]
    sent_back: int


async def borne_out(said: Sequence[str], plot: str, shown: Book, checker: str, door: Door) -> Borne:
    """Check the sentences, send back what the book does not bear out, and check what comes in its place."""
    kind = CheckerKind(checker)
    request = FactCheckRequest(book=shown, checker=kind)
    made = await make_checker(shown, request, kind, search_for(None, shown, door), door)
    found = await _checked(list(dict.fromkeys(said)), shown, made)
    faulty = [each for each in found.values() if each.faulty]
    if not faulty:
        return Borne(found, 0)
    mended = await _sent_back(faulty, plot, shown, door)
    again = await _checked([text for text in mended.values() if text], shown, made)
    kept: dict[str, PitchSentence | None] = dict(found)
    for old, new in mended.items():
        kept[old] = again[new].model_copy(update={"was": old}) if new else None
    return Borne(kept, len(faulty))


async def _checked(said: Sequence[str], shown: Book, checker: Checker) -> dict[str, PitchSentence]:
    if not said:
        return {}
    found = await check(of_parts(said, shown.language, "pitch"), checker)
    return {text: _sentence(text, found.of_sentence(number)) for number, text in enumerate(said, 1)}


def _sentence(text: str, facts: Sequence[JudgedFact]) -> PitchSentence:
    """The sentence with the worst verdict on its facts."""
    worst = min(facts, key=lambda each: CAUTIOUS.index(each.ruling.verdict), default=None)
    if worst is None:
        return PitchSentence(text=text, verdict="unjudged", facts=0)
    quoted = worst.ruling.evidence[0] if worst.faulty and worst.ruling.evidence else None
    return PitchSentence(
        text=text,
        verdict=worst.ruling.verdict,
        facts=len(facts),
        reason=(worst.ruling.correction or worst.ruling.reason) if worst.faulty else "",
        quotation=quoted.quote if quoted else "",
        chapter=quoted.chapter if quoted else None,
    )


async def _sent_back(faulty: Sequence[PitchSentence], plot: str, shown: Book, door: Door) -> dict[str, str]:
    """What the model gives in place of each. A sentence that it says nothing of stays as it was."""
    listed = "\n".join(
        f"{n}. {each.text}\n   -> {each.reason or each.verdict.replace('_', ' ')}"
        + (f" “{each.quotation}”" if each.quotation else "")
        for n, each in enumerate(faulty, 1)
    )
    prompt = door.prompt(*PROMPT, shown.language)
    request = ChatRequest(
        "sentences sent back",
        prompt.messages(plot=fence(plot), sentences=fence(listed)),
        max_tokens=3_000,
        expected_tokens=60 * len(faulty),
    )
    answer = await door.ask(request, MendedAnswer)
    if isinstance(answer, Unusable):
        return {}
    numbered = dict(enumerate(faulty, 1))
    return {
        numbered[each.number].text: " ".join(each.text.split())
        for each in answer.sentences
        if each.number in numbered
    }
