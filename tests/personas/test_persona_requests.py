"""The requests about readers: what they refuse, and that two different numbers never share a signature."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fabula.audits.request import AuditMemoryRequest, AuditRepeatRequest
from fabula.audits.results import AuditResult
from fabula.errors import UsageError
from fabula.languages import Language
from fabula.models.door_settings import DoorSettings
from fabula.models.opening import open_door
from fabula.notices import worded
from fabula.personas.rating import run
from fabula.personas.request import PersonaBuildRequest, PersonaCompareRequest, PersonaRateRequest
from fabula.personas.results import PersonaRateResult
from fabula.request import document, from_document
from fabula.text.book import Book, Chapter
from loopback import Loopback
from personas.scripted_readers import review, stories
from personas.test_personal import profile_file

STORY = Book("New", None, Language("en"), (Chapter(1, "", stories(1)[0].text),))


def signature(request: PersonaRateRequest) -> str:
    return asyncio.run(run(request, None)).result.signature


def test_without_a_model_every_option_that_can_change_the_number_changes_the_signature(
    tmp_path: Path,
) -> None:
    plain = PersonaRateRequest((STORY,), profile=profile_file(tmp_path, 2))
    (tmp_path / "other").mkdir()
    others = [
        plain,
        replace(plain, past=3),
        replace(plain, reader=("Reader 1",)),
        replace(plain, profile_scale="0-20"),
        replace(plain, genres=("Romance",)),
        replace(plain, scale="1-5"),
        replace(plain, profile=profile_file(tmp_path / "other", 3)),
        replace(plain, stories=(replace(STORY, title="Newer"),)),
    ]
    signatures = [signature(each) for each in others]
    assert len(set(signatures)) == len(others), signatures
    assert signature(plain) == signatures[0]
    assert "|baseline:" in signatures[0] and "|reader-model:" in signatures[0]


def test_with_a_model_the_signature_names_it_the_prompts_and_the_profile(
    loopback: Loopback, tmp_path: Path
) -> None:
    loopback.answer = lambda _: review(7)

    def asked(request: PersonaRateRequest) -> PersonaRateResult:
        async def behind() -> Any:
            async with open_door("custom/judge", DoorSettings(base_url=loopback.url)) as door:
                return await run(request, door)

        found: PersonaRateResult = asyncio.run(behind()).result
        return found

    plain = PersonaRateRequest((STORY,), profile=profile_file(tmp_path), repeats=2)
    found = asked(plain)
    assert found.signature.startswith("persona.rate|m:custom/judge|n:2|T:0.8|profile:")
    assert found.model is not None and found.usage is not None and found.usage.calls > 0
    for other in (
        replace(plain, without_reviews=True),
        replace(plain, budget=200),
        replace(plain, keep_instructions=True),
    ):
        assert asked(other).signature != found.signature
    saved = found.save(tmp_path / "result.json")
    assert PersonaRateResult.load(saved) == found


def test_a_note_of_a_saved_result_is_worded_in_the_language_of_who_reads_it(tmp_path: Path) -> None:
    rows = profile_file(tmp_path).read_text(encoding="utf-8").replace('"score": 6', '"score": 5')
    path = tmp_path / "low.jsonl"
    path.write_text(rows.replace('"score": 7', '"score": 3'), encoding="utf-8")
    found = asyncio.run(run(PersonaRateRequest((STORY,), profile=path), None)).result
    again = PersonaRateResult.load(found.save(tmp_path / "result.json"))
    assert "never scores above 5" in str(again.notes[0])
    assert "从未超过 5 分" in worded(again.notes[0], Language("zh"))


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        (PersonaRateRequest((STORY,)), "which reader"),
        (PersonaRateRequest((STORY,), audience=("Romance",)), "--ratings"),
        (PersonaRateRequest((), profile=Path("x")), "which story"),
        (PersonaRateRequest((STORY,), reader=("Ada",)), "--profile"),
        (PersonaRateRequest((STORY,), profile=Path("x"), repeats=0), "--repeats 0 is too small"),
        (PersonaRateRequest((STORY,), profile=Path("x"), scale="5"), "such as 1-5"),
        (PersonaCompareRequest(STORY, STORY, rubric="nowhere"), "no rubric"),
        (PersonaBuildRequest(Path("t"), "mpst", Path("o"), past=6), "at least 7"),
        (AuditRepeatRequest((Path("x"),), repeats=1), "the minimum is 2"),
        (AuditMemoryRequest(()), "no story"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_what_would_be_right(request_: Any, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        request_.validate()


def test_a_request_is_the_same_again_from_its_document(tmp_path: Path) -> None:
    plot = tmp_path / "plot.txt"
    plot.write_text(stories(1)[0].text, encoding="utf-8")
    request = PersonaRateRequest((plot,), profile=profile_file(tmp_path), genres=("Romance", "War"))
    found = asyncio.run(run(request, None)).result
    again = from_document(PersonaRateRequest, found.request)
    assert document(again) == document(request) and again.genres == ("Romance", "War")


def test_results_of_audits_are_told_apart_by_their_kind() -> None:
    from fabula.audits.results import RESULTS

    kinds = {kind.KIND for kind in RESULTS.values()}
    assert len(kinds) == 13 and all(issubclass(kind, AuditResult) for kind in RESULTS.values())
