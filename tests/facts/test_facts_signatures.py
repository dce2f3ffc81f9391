"""The signature of a checked summary: whatever can change the number changes the signature."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from fabula.errors import UsageError
from fabula.facts.check_result import FactCheckResult
from fabula.facts.checker import CheckerKind
from fabula.facts.request import FactCheckRequest, GraphRequest, RefineRequest
from fabula.facts.run import run_check, run_graph, run_refine
from fabula.models.door import Door
from fabula.models.door_settings import DoorSettings
from fabula.models.opening import open_door
from fabula.models.vectors import minilm
from fabula.request import from_document, options
from fabula.text.files import read
from facts.keyed import EXAMPLES, Key, novella
from loopback import Answer, Behaviour, Loopback

BOOK = novella()
TEXT = "Nell rang the bell. Ruth came to the Tide House."


def alone(**changes: Any) -> FactCheckResult:
    request = FactCheckRequest(**{"book": BOOK, "summary_text": TEXT, "embedder": "none", **changes})
    return asyncio.run(run_check(request, None)).result


def behind(loopback: Loopback, request: FactCheckRequest | GraphRequest, model: str = "custom/judge") -> Any:
    async def work(door: Door) -> Any:
        if isinstance(request, GraphRequest):
            return (await run_graph(request, door)).result
        if isinstance(request, RefineRequest):
            return (await run_refine(request, door)).result
        return (await run_check(request, door)).result

    async def opened() -> Any:
        async with open_door(model, DoorSettings(base_url=loopback.url)) as door:
            return await work(door)

    return asyncio.run(opened())


@pytest.mark.skipif(not minilm.is_installed(), reason="the MiniLM weights are not installed")
def test_with_and_without_minilm_there_are_two_signatures(loopback: Loopback) -> None:
    loopback.answer = Key()
    request = FactCheckRequest(book=BOOK, summary_text=TEXT, no_graph=True)
    words, vectors = (behind(loopback, request.but(embedder=name)) for name in ("none", "minilm"))
    assert "|search:bm25|" in words.signature
    assert f"|search:bm25+minilm@{minilm.WEIGHTS_SHA256[:12]}|" in vectors.signature


def test_the_text_has_the_same_digest_as_everywhere() -> None:
    assert f"|text:{BOOK.text_hash}|" in alone().signature and len(BOOK.text_hash) == 12


def test_another_summary_is_another_signature() -> None:
    assert alone().signature != alone(summary_text=TEXT + " Nell left.").signature


@pytest.mark.parametrize(
    "changes",
    [
        {"runs": 2},
        {"temperature": 0.7},
        {"scenes": 1},
        {"no_graph": True},
        {"graph_rounds": 1},
        {"min_support": 5},
        {"checker": CheckerKind.EMBEDDED},
        {"summary_text": TEXT + " Nell left."},
        {"book": BOOK.__class__("Other", None, "en", BOOK.chapters[:2])},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_each_option_that_changes_the_result_changes_the_signature(
    loopback: Loopback, changes: dict[str, Any]
) -> None:
    loopback.answer = Key()
    request = FactCheckRequest(book=BOOK, summary_text=TEXT, embedder="none")
    assert behind(loopback, request).signature != behind(loopback, request.but(**changes)).signature


def test_a_graph_made_before_is_in_the_signature(loopback: Loopback, tmp_path: Path) -> None:
    loopback.answer = Key()
    request = FactCheckRequest(book=BOOK, summary_text=TEXT, embedder="none")
    graphs = []
    for support in (1, 3):
        made = asyncio.run(run_graph(GraphRequest(book=BOOK, min_support=support), None)).result
        graphs.append(made.save(tmp_path / f"{support}.json"))
    signatures = {behind(loopback, request.but(graph_file=each)).signature for each in (None, *graphs)}
    assert len(signatures) == 3


def test_the_size_of_the_pieces_of_a_made_summary_is_in_the_signature(loopback: Loopback) -> None:
    loopback.answer = lambda body: Key()(body) if "response_format" in body else Behaviour(TEXT)
    request = FactCheckRequest(book=BOOK, no_graph=True, embedder="none")
    first, second = (behind(loopback, request.but(chunk_tokens=size)) for size in (1_024, 4_000))
    assert first.signature != second.signature and "chunk-tokens:4000" in second.signature


def test_a_refused_temperature_is_not_signed_as_if_it_had_been_used(loopback: Loopback) -> None:
    def answer(body: dict[str, Any]) -> Answer:
        if "temperature" in body:
            said = {"error": {"message": "Unsupported parameter: temperature", "param": "temperature"}}
            return Behaviour(status=400, body=json.dumps(said))
        return Key()(body)

    loopback.answer = answer
    found = behind(loopback, FactCheckRequest(book=BOOK, summary_text=TEXT, no_graph=True, embedder="none"))
    assert "|T:unset|" in found.signature and found.model.left_out == ("temperature",)


def test_a_refinement_is_not_signed_like_a_check(loopback: Loopback) -> None:
    loopback.answer = Key()
    shared = {"book": BOOK, "summary_text": TEXT, "no_graph": True, "embedder": "none"}
    check, refinement = FactCheckRequest(**shared), RefineRequest(**shared)
    signatures = [behind(loopback, each).signature for each in (check, refinement, refinement.but(rounds=1))]
    assert len(set(signatures)) == 3


def test_graphs_have_signatures_of_their_own(loopback: Loopback) -> None:
    loopback.answer = Key()
    request = GraphRequest(book=BOOK, embedder="none")
    without = asyncio.run(run_graph(request, None)).result
    assert without.signature.startswith("facts.graph.co-occurrence|text:") and without.model is None
    others = [
        behind(loopback, each).signature
        for each in (request, request.but(rounds=1), request.but(min_support=4))
    ]
    assert len({without.signature, *others}) == 4


def test_a_result_holds_its_request_and_can_be_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(EXAMPLES)
    path = alone(book=Path("the-tide-house.txt")).save(tmp_path / "facts.json")
    found = FactCheckResult.load(path)
    again = from_document(FactCheckRequest, found.request)
    assert asyncio.run(run_check(again, None)).result.signature == found.signature


def test_every_option_is_marked_and_described() -> None:
    for request in (FactCheckRequest, RefineRequest, GraphRequest):
        assert all(each.help.endswith(".") for each in options(request))


def test_a_summary_in_another_language_is_left_to_a_model(loopback: Loopback) -> None:
    spanish = (
        "Nell vive sola en la casa junto al mar y cuida de la campana que avisa a los barcos cuando hay niebla. "
        "Una noche de octubre llega su hermana Ruth con una maleta y una carta que nadie debía haber leído."
    )
    with pytest.raises(UsageError, match=r"in Spanish and the story in English.*--model"):
        alone(summary_text=spanish)
    loopback.answer = Key()
    found = behind(
        loopback, FactCheckRequest(book=BOOK, summary_text=spanish, no_graph=True, embedder="none")
    )
    (notice,) = (one for one in found.notices if one.code == "facts.other-language")
    assert "Spanish" in str(notice) and "English" in str(notice)


@pytest.mark.parametrize(
    "text", ["Lu Qinghe comes to Yunxiu and asks for the keys.", "Lu Qinghe is 26 years old."]
)
def test_an_english_synopsis_of_a_chinese_book_is_refused_without_a_model(text: str) -> None:
    with pytest.raises(UsageError, match=r"in English and the story in Chinese.*--model"):
        alone(summary_text=text, book=read(EXAMPLES / "seven-keys.zh.txt"))


@pytest.mark.parametrize(
    "text", [TEXT, (EXAMPLES / "the-tide-house.synopsis.txt").read_text(encoding="utf-8")]
)
def test_nothing_is_said_of_a_summary_in_the_language_of_its_story(text: str) -> None:
    assert [one.code for one in alone(summary_text=text).notices] == ["facts.by-words"]
