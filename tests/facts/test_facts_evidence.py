"""A score needs evidence: what a careless or terse server answers does not make a summary true."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import numpy as np
import pytest

from commands import fabula
from fabula.facts.evidence import Evidence
from fabula.facts.facts import Fact
from fabula.facts.request import FactCheckRequest, RefineRequest
from fabula.facts.reranking import CANDIDATES
from fabula.facts.run import run_check, run_refine
from fabula.facts.watching import WatchedEmbedder
from fabula.models.door_settings import DoorSettings
from fabula.models.opening import open_door
from fabula.text.book import Book, Chapter
from fabula.text.files import read
from facts.keyed import EXAMPLES, fenced, told, wanted
from loopback import Behaviour, Loopback

STORY = (
    "Mara kept the lighthouse on Gull Rock. Every evening she climbed the ninety steps and lit the lamp.\n\n"
    "In March her brother Tomas drowned off the point. Mara buried him on the mainland and came back alone."
)
BOOK = Book("Gull Rock", None, "en", (Chapter(1, "", STORY),))
SUMMARY = "Mara keeps a lighthouse. Her brother Tomas drowns. She buries him on the mainland."
BESIDE = {"no_graph": True, "embedder": "none"}


def checked(loopback: Loopback, request: FactCheckRequest) -> Any:
    async def run() -> Any:
        async with open_door("custom/judge", DoorSettings(base_url=loopback.url)) as door:
            return (await run_check(request, door)).result

    return asyncio.run(run())


def check(loopback: Loopback, **options: Any) -> Any:
    return checked(loopback, FactCheckRequest(book=BOOK, summary_text=SUMMARY, **BESIDE, **options))


def verdict(verdict: str = "supported", quotation: str = "") -> Behaviour:
    return told({"reason": "So it is.", "quotation": quotation, "verdict": verdict, "correction": ""})


def server(ruling: Behaviour, quotation: str = "") -> Any:
    """A server that splits sentences as they are, rules always the same, and quotes this when asked once more."""

    def answer(body: dict[str, Any]) -> Behaviour:
        fields = wanted(body)
        if fields == {"facts"}:
            return told({"facts": [fenced(body)[-1]]})
        return told({"quotation": quotation}) if fields == {"quotation"} else ruling

    return answer


@pytest.mark.parametrize("nonsense", ["", "The bell was made of green cheese.", "the", "of the"])
def test_support_without_a_line_of_the_book_is_not_counted(loopback: Loopback, nonsense: str) -> None:
    loopback.answer = server(verdict(quotation=nonsense), nonsense)
    found = check(loopback)
    assert found.score == 0.0 and found.counts.unverified == 3 and found.counts.supported == 0
    assert {one.verdict for one in found.facts} == {"unverified"}


def test_a_server_that_forgot_to_quote_is_asked_once_more_with_the_places_offered(loopback: Loopback) -> None:
    line = "In March her brother Tomas drowned off the point."
    loopback.answer = server(verdict(quotation="Tomas, he drowns in the sea."), line)
    found = check(loopback)
    assert found.score == 1.0 and found.facts[1].evidence[0].quote == line
    again = [one for one in loopback.requests if wanted(one.body) == {"quotation"}]
    assert len(again) == 3 and all("Tomas, he drowns in the sea." in one.question for one in again)
    assert line in fenced(next(one.body for one in again if "Her brother Tomas drowns" in one.question))[-1]


def test_unverified_support_is_in_the_headline_and_on_the_page(loopback: Loopback, tmp_path: Any) -> None:
    loopback.answer = server(verdict())
    book, page = tmp_path / "book.txt", tmp_path / "page.html"
    book.write_text(STORY, encoding="utf-8")
    done = fabula(
        "facts", "check", "--summary-text", SUMMARY, "--book", book, "--no-graph", "--embedder", "none",
        "--model", "custom/x", "--base-url", loopback.url, "--page", page,
    )  # fmt: skip
    told_in = " ".join(done.stdout.split())
    headline = "0% of 3 facts are supported by a line of the story; 3 more are called supported"
    assert headline in told_in
    assert "3 more are called supported, without a line" in page.read_text(encoding="utf-8")


def test_one_fact_repeated_for_every_sentence_does_not_hide_the_others(loopback: Loopback) -> None:
    line = "Mara kept the lighthouse on Gull Rock."

    def answer(body: dict[str, Any]) -> Behaviour:
        repeated = told({"facts": ["Mara keeps a lighthouse."]})
        return repeated if wanted(body) == {"facts"} else verdict(quotation=line)

    loopback.answer = answer
    found = check(loopback)
    assert [(one.sentence_number, one.text) for one in found.facts] == [
        (1, "Mara keeps a lighthouse."),
        (2, "Her brother Tomas drowns."),
        (3, "She buries him on the mainland."),
    ]


def test_sentences_without_a_fact_are_told_beside_the_score(loopback: Loopback) -> None:
    def answer(body: dict[str, Any]) -> Behaviour:
        if wanted(body) == {"facts"}:
            first = "keeps" in fenced(body)[-1]
            return told({"facts": ["Mara keeps a lighthouse."] if first else []})
        return verdict(quotation="Mara kept the lighthouse on Gull Rock.")

    loopback.answer = answer
    (notice,) = check(loopback).notices
    assert notice.code == "facts.sentences-without-facts" and notice.fields == {"n": 2, "of": 3}


def test_a_yes_no_server_fails_loudly_and_is_shown_its_door(loopback: Loopback, tmp_path: Any) -> None:
    loopback.answer = lambda body: "Yes"  # noqa: ARG005
    book = tmp_path / "book.txt"
    book.write_text(STORY, encoding="utf-8")
    done = fabula(
        "facts", "check", "--summary-text", SUMMARY, "--book", book, "--no-graph", "--embedder", "none",
        "--model", "custom/x", "--base-url", loopback.url,
    )  # fmt: skip
    assert done.returncode == 1
    said = " ".join(done.stdout.split())
    assert "None of the 3 facts could be judged, so there is no score." in said and "--checker yes-no" in said
    assert "The first of them: The model's answer did not fit the form" in said


def test_json_says_that_no_model_checked() -> None:
    words = (
        "check",
        EXAMPLES / "the-tide-house.faulty-synopsis.txt",
        "--book",
        EXAMPLES / "the-tide-house.txt",
    )
    done = fabula("facts", *words, "--embedder", "none", "--json")
    assert "facts.by-words" in {one["code"] for one in json.loads(done.stdout)["notices"]}


def test_the_rewriter_sees_the_scenes_so_that_a_missing_fact_can_be_repaired(loopback: Loopback) -> None:
    loopback.answer = server(verdict("not_found"))
    usual = loopback.answer
    loopback.answer = lambda body: (
        told({"sentence": "Her brother Tomas is lost at sea."})
        if wanted(body) == {"sentence"}
        else usual(body)
    )

    async def run() -> Any:
        request = RefineRequest(book=BOOK, summary_text="Her brother Tomas marries.", rounds=1, **BESIDE)
        async with open_door("custom/judge", DoorSettings(base_url=loopback.url)) as door:
            return await run_refine(request, door)

    asyncio.run(run())
    (asked,) = (one for one in loopback.requests if wanted(one.body) == {"sentence"})
    assert "her brother Tomas drowned off the point" in asked.question


class Lengths:
    """The simplest of embedders, which remembers what it was asked."""

    name = "lengths"

    def __init__(self) -> None:
        self.texts: list[str] = []

    def embed(self, texts: list[str]) -> Any:
        self.texts += texts
        return np.array([[1.0, len(text) % 7] for text in texts], dtype=np.float32)


def test_only_passages_that_words_found_are_embedded_and_their_vectors_are_kept(tmp_path: Any) -> None:
    book = read(EXAMPLES / "the-tide-house.txt")
    facts = [Fact("Nell rings the bell.", 1)]
    first, second = Lengths(), Lengths()
    found = Evidence(book, first, keep=tmp_path).scenes_for(facts)
    again = Evidence(book, second, keep=tmp_path).scenes_for(facts)
    assert [one.scene for one in found[0]] == [one.scene for one in again[0]]
    assert len(first.texts) == CANDIDATES + 1 < len(Evidence(book, None).passages)
    assert second.texts == ["Nell rings the bell."]


def test_progress_is_told_for_many_passages() -> None:
    told: list[tuple[int, int]] = []
    made = WatchedEmbedder(Lengths(), lambda done, of: told.append((done, of)))
    assert made.embed(["a"] * 100).shape == (100, 2) and told == [(0, 100), (64, 100), (100, 100)]
    assert made.identity == "lengths"
