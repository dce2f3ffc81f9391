"""How often is the check without a model right? True and false sentences about known books, one book left out at a time.

The sentences are in TSV files with a head: `# title:`, `# edition:`, `# text:` (the text's digest), `# language:`. The
books are the user's own. Each book's sentences are weighed on the scale of the other books. A book can have several sets:
`emma.tsv` and `emma.second.tsv` are both about `emma.txt`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from pydantic import BaseModel, ConfigDict

from fabula.benchmarks.facts_sentences_request import BenchSentencesRequest
from fabula.errors import UsageError
from fabula.facts.check_result import usage_of
from fabula.facts.contradictions import contradiction
from fabula.facts.signals import Seen, seen
from fabula.facts.story_index import StoryIndex
from fabula.facts.weighing import DOUBTED, Scale, as_document, fitted, scale_for
from fabula.languages import Language
from fabula.measures.agreement import auc
from fabula.measures.refusal import Refused
from fabula.request import document
from fabula.result import Result
from fabula.signature import digest, digest_of_path, sign
from fabula.text.files import read


class BookRow(BaseModel):
    """One book, weighed on the scale of the others."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    book: str
    language: Language
    n: int
    auc: float | None
    caught: float
    """The share of false sentences that are doubted."""
    doubted: float
    """The share of true sentences that are doubted."""
    contradicted: int
    """How many sentences are called probably contradicted."""
    contradicted_false: int
    """How many of them are false."""
    held_out: bool


class LanguageRow(BaseModel):
    """All books of one language: the mean of their AUCs, and the shares over all their sentences."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    language: Language
    books: int
    n: int
    auc: float | None
    caught: float
    doubted: float
    contradicted: int
    contradicted_false: int
    held_out: bool


class BenchSentencesResult(Result):
    """The measured check without a model."""

    KIND: ClassVar[str] = "bench-facts"

    books: tuple[BookRow, ...]
    languages: tuple[LanguageRow, ...]
    caught_by_kind: dict[str, float]
    """The share of false sentences that are doubted, by what is false in them."""
    share_of_true_doubted: float
    """What the cut of every scale is made for."""
    scales: str
    """The scales of all books that are not held out, as the package keeps them."""
    missing: tuple[str, ...]
    """Sets without a book."""
    other_editions: tuple[str, ...]
    """Books whose text is not the edition that the sentences were written for."""


@dataclass(frozen=True, slots=True)
class BenchSentencesAnswer:
    """The benchmark's result."""

    result: BenchSentencesResult


@dataclass(frozen=True, slots=True)
class _Set:
    """The sentences of one book."""

    name: str
    language: Language
    text: str
    true: tuple[bool, ...]
    kinds: tuple[str, ...]
    sentences: tuple[str, ...]

    @property
    def book(self) -> str:
        """The name of the book's file, without its ending."""
        return self.name.partition(".")[0]


@dataclass(frozen=True, slots=True)
class _Measured:
    of: _Set
    index: StoryIndex
    found: tuple[Seen, ...]
    held_out: bool


@dataclass(frozen=True, slots=True)
class _Weighed:
    """A book's sentences: their scores, and what is said of each."""

    of: _Measured
    scores: tuple[float, ...]
    doubted: tuple[bool, ...]
    contradicted: tuple[bool, ...]


async def run(request: BenchSentencesRequest) -> BenchSentencesAnswer:
    """Measure the check without a model."""
    request.validate()
    sets = [one for one in _sets(request.data) if not request.only or one.name in request.only]
    measured, missing, other = [], [], []
    index_of = cache(lambda path: StoryIndex(read(path)))
    for one in sets:
        path = _book_of(request.books, one.book)
        if path is None:
            missing.append(one.name)
            continue
        index = index_of(path)
        if index.text_hash != one.text:
            other.append(one.name)
        found = tuple(seen(index, sentence) for sentence in one.sentences)
        measured.append(_Measured(one, index, found, one.name in request.held_out))
    if not measured:
        raise UsageError(
            f"--books {request.books}: it has no book named as a set, such as {sets[0].book}.txt"
        )
    return BenchSentencesAnswer(_result(request, measured, missing, other))


def _result(
    request: BenchSentencesRequest,
    measured: Sequence[_Measured],
    missing: Sequence[str],
    other: Sequence[str],
) -> BenchSentencesResult:
    weighed = [_weighed(one, measured) for one in measured]
    rows = tuple(_row(one) for one in weighed)
    return BenchSentencesResult(
        kind=BenchSentencesResult.KIND,
        books=rows,
        languages=tuple(_language_rows(rows)),
        caught_by_kind=_by_kind(weighed),
        share_of_true_doubted=DOUBTED,
        scales=as_document(_scales(measured)),
        missing=tuple(missing),
        other_editions=tuple(other),
        request=document(request),
        model=None,
        usage=usage_of(None),
        signature=sign(
            request,
            "bench-facts",
            asked={"books": None},
            digests={"data": digest_of_path(request.data), "text": _texts(measured)},
        ),
    )


def _texts(measured: Sequence[_Measured]) -> str:
    return digest([one.of.text for one in measured])


def _weighed(one: _Measured, measured: Sequence[_Measured]) -> _Weighed:
    """A book's sentences on the scale of the other books of its language."""
    others = [each for each in measured if each.of.book != one.of.book and not each.held_out]
    same = [each for each in others if each.of.language == one.of.language]
    scale = _fitted(same) if same else scale_for(one.of.language)
    return _Weighed(
        one,
        tuple(scale.score(each) for each in one.found),
        tuple(scale.score(each) < scale.cut for each in one.found),
        tuple(contradiction(one.index, scale, each) is not None for each in one.found),
    )


def _fitted(measured: Sequence[_Measured]) -> Scale:
    found = [each for one in measured for each in one.found]
    return fitted(found, [true for one in measured for true in one.of.true])


def _scales(measured: Sequence[_Measured]) -> dict[str, Scale]:
    used = [one for one in measured if not one.held_out]
    languages = dict.fromkeys(one.of.language for one in used)
    return {str(code): _fitted([one for one in used if one.of.language == code]) for code in languages}


def _row(one: _Weighed) -> BookRow:
    true = one.of.of.true
    area = auc(list(one.scores), list(map(int, true)))
    return BookRow(
        book=one.of.of.name,
        language=one.of.of.language,
        n=len(true),
        auc=None if isinstance(area, Refused) else area,
        caught=_share([doubted for doubted, each in zip(one.doubted, true, strict=True) if not each]),
        doubted=_share([doubted for doubted, each in zip(one.doubted, true, strict=True) if each]),
        contradicted=sum(one.contradicted),
        contradicted_false=sum(said and not each for said, each in zip(one.contradicted, true, strict=True)),
        held_out=one.of.held_out,
    )


def _language_rows(rows: Sequence[BookRow]) -> list[LanguageRow]:
    groups = dict.fromkeys((row.language, row.held_out) for row in rows)
    found = []
    for language, held_out in groups:
        own = [row for row in rows if (row.language, row.held_out) == (language, held_out)]
        areas = [row.auc for row in own if row.auc is not None]
        found.append(
            LanguageRow(
                language=language,
                books=len(own),
                n=sum(row.n for row in own),
                auc=float(np.mean(areas)) if areas else None,
                caught=float(np.mean([row.caught for row in own])),
                doubted=float(np.mean([row.doubted for row in own])),
                contradicted=sum(row.contradicted for row in own),
                contradicted_false=sum(row.contradicted_false for row in own),
                held_out=held_out,
            )
        )
    return found


def _by_kind(weighed: Sequence[_Weighed]) -> dict[str, float]:
    caught: dict[str, list[bool]] = {}
    for one in weighed:
        for kind, doubted, true in zip(one.of.of.kinds, one.doubted, one.of.of.true, strict=True):
            if not true:
                caught.setdefault(kind, []).append(doubted)
    return {kind: _share(found) for kind, found in sorted(caught.items())}


def _share(found: Sequence[bool]) -> float:
    return float(np.mean(found)) if found else 0.0


def _sets(folder: Path) -> list[_Set]:
    files = sorted(folder.glob("*.tsv"))
    if not files:
        raise UsageError(f"{folder}: it has no TSV files with sentences")
    return [_read(path) for path in files]


def _read(path: Path) -> _Set:
    head: dict[str, str] = {}
    rows: list[list[str]] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("#"):
            name, _, value = line.lstrip("# ").partition(":")
            head[name.strip()] = value.strip()
        elif line.strip():
            row = line.split("\t")
            if len(row) != 3 or row[0] not in ("true", "false"):
                raise UsageError(
                    f"{path.name}, line {number}: write true or false, a kind and a sentence, with tabs"
                )
            rows.append(row)
    return _Set(
        path.stem,
        Language(head.get("language", "en")),
        head.get("text", ""),
        tuple(row[0] == "true" for row in rows),
        tuple(row[1] for row in rows),
        tuple(row[2] for row in rows),
    )


def _book_of(folder: Path, name: str) -> Path | None:
    found: list[Any] = sorted(path for path in folder.glob(f"{name}.*") if path.is_file())
    return found[0] if found else None
