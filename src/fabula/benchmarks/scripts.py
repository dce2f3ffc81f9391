"""Film scripts with summaries from MovieSum and MENSA. A script becomes a book whose chapters are its scenes."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from fabula.errors import UsageError
from fabula.extras import extra
from fabula.facts.check import check
from fabula.facts.pairs import system_summaries
from fabula.facts.refine import Round, refine
from fabula.facts.summaries import Summary, hierarchical, of_text, textrank
from fabula.jsonl import numbered_lines
from fabula.languages import ENGLISH
from fabula.text.book import Book, Chapter
from fabula.text.paragraphs import tidy

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from fabula.facts.checker import Checker
    from fabula.models.door import Door

_SCENE = re.compile(r"<scene>(.*?)</scene>", re.S)
_TAG = re.compile(r"</?[a-z_]+>")


@dataclass(frozen=True, slots=True)
class Script:
    """A film and its human summary."""

    book: Book
    summary: str


def scripts(path: Path) -> list[Script]:
    """Reads the records of a JSON or JSONL file, or of every such file in a folder, in order of file name.

    A record has `scenes` (a list) or `script` (MovieSum's tagged text), `summary`, and a name.
    """
    files = [path] if path.is_file() else sorted(p for p in path.glob("*") if p.suffix in (".json", ".jsonl"))
    found = [_script(row, file.name, place) for file in files for place, row in enumerate(_records(file), 1)]
    if not found:
        raise UsageError(f"--data {path}: it contains no .json or .jsonl file of scripts")
    return found


def _records(file: Path) -> Sequence[Any]:
    text = file.read_text(encoding="utf-8-sig")
    try:
        if file.suffix == ".jsonl":
            return [json.loads(line) for _, line in numbered_lines(text)]
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise UsageError(f"{file.name} is not valid JSON at line {error.lineno}: {error.msg}") from None
    return data if isinstance(data, list) else [data]


def _script(row: Any, file: str, place: int) -> Script:
    if not isinstance(row, Mapping) or not isinstance(row.get("summary"), str | list):
        raise UsageError(f"{file}, record {place}: a script needs `scenes` or `script`, and `summary`")
    texts = row.get("scenes") or row.get("script") or ""
    if isinstance(texts, str):
        texts = _SCENE.findall(texts) or [texts]
    scenes = [_plain(text) for text in texts]
    name = str(row.get("movie_name") or row.get("name") or row.get("title") or f"{file} {place}")
    chapters = tuple(Chapter(n, "", text) for n, text in enumerate([s for s in scenes if s], 1))
    if not chapters:
        raise UsageError(f"{file}, record {place} ({name}): it has no scenes")
    summary = row["summary"] if isinstance(row["summary"], str) else " ".join(row["summary"])
    return Script(Book(name, None, ENGLISH, chapters), summary.strip())


def _plain(scene: object) -> str:
    """A scene's text, from MENSA's lists of lines or MovieSum's tags."""
    text = "\n".join(map(str, scene)) if isinstance(scene, list) else str(scene)
    return tidy(_TAG.sub("\n", text)).strip()


def likeness(generated: Sequence[str], true: Sequence[str], bert: Path | None) -> dict[str, float]:
    """Mean ROUGE F1 (stemmed), BLEU over all, and BERTScore if a local encoder is given."""
    with extra("bench", "BLEU and ROUGE"):
        from rouge_score.rouge_scorer import RougeScorer
        from sacrebleu.metrics.bleu import BLEU

    kinds = ["rouge1", "rouge2", "rougeL"]
    scorer = RougeScorer(kinds, use_stemmer=True)
    scores = [scorer.score(right, one) for one, right in zip(generated, true, strict=True)]
    found = {kind: sum(one[kind].fmeasure for one in scores) / len(scores) for kind in kinds}
    found["bleu"] = BLEU().corpus_score(list(generated), [list(true)]).score
    if bert is not None:
        from fabula.benchmarks.likeness import bert_scores

        names = ("bertscore_p", "bertscore_r", "bertscore")
        found |= dict(zip(names, map(fmean, bert_scores(generated, true, bert)), strict=True))
    return found


def given_summaries(path: Path, found: Sequence[Script]) -> dict[str, dict[str, str]]:
    """Other systems' summaries, by system and by script. A row has `story` (the script's name), `system` and `summary`."""
    names = {script.book.title for script in found}
    systems: dict[str, dict[str, str]] = {}
    for story, system, summary in system_summaries(path):
        if story in names:
            systems.setdefault(system, {})[story] = summary
    if not systems:
        raise UsageError(f"{path.name}: no story is named as a script of the data, such as {min(names)}")
    return systems


def by_textrank(found: Sequence[Script]) -> dict[str, str]:
    """The TextRank baseline: the scripts' own central sentences as a summary."""
    return {script.book.title: textrank(script.book).text for script in found}


@dataclass(frozen=True, slots=True)
class Scorers:
    """Who scores summaries against their scripts: NarrativeFactScore, and FActScore without relations. None: nobody."""

    nfs: Callable[[Book], Awaitable[Checker]] | None = None
    factscore: Callable[[Book], Awaitable[Checker]] | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table, and its scores by script for the paired tests."""

    fields: Mapping[str, Any]
    scores: Mapping[str, float]


async def system_row(
    system: str, texts: Mapping[str, str], found: Sequence[Script], scorers: Scorers, bert: Path | None
) -> Row:
    """One system's summaries: their scores, and how close they come to the human ones."""
    there = [script for script in found if script.book.title in texts]
    summaries = [of_text(texts[script.book.title], ENGLISH) for script in there]
    scores = await _scores(scorers.nfs, there, summaries)
    fields = {
        "summary": system,
        "n": len(there),
        "score": _mean(scores),
        "factscore": _mean(await _scores(scorers.factscore, there, summaries)),
        **likeness([one.text for one in summaries], [script.summary for script in there], bert),
    }
    return Row(fields, scores)


async def _scores(
    checker_for: Callable[[Book], Awaitable[Checker]] | None,
    there: Sequence[Script],
    summaries: Sequence[Summary],
) -> dict[str, float]:
    if checker_for is None:
        return {}
    found = {}
    for script, summary in zip(there, summaries, strict=True):
        score = (await check(summary, await checker_for(script.book))).score.value
        if score is not None:
            found[script.book.title] = score
    return found


def _mean(scores: Mapping[str, float]) -> float | None:
    return fmean(scores.values()) if scores else None


async def refined(
    found: Sequence[Script], door: Door, scorers: Scorers, rounds: int, chunk_tokens: int, bert: Path | None
) -> list[Row]:
    """The refinement table: the current summary after each round, what it cost, and how close it is to the human one."""
    assert scorers.nfs is not None
    standing: list[list[Round]] = [[] for _ in range(rounds + 1)]
    costs: list[list[float | None]] = [[] for _ in range(rounds + 1)]
    for script in found:
        with door.share() as written:
            start = await hierarchical(script.book, door, chunk_tokens)
        made = await refine(start, await scorers.nfs(script.book), door, rounds)
        costs[0].append(written.cost)
        kept = made.rounds[0]
        for number in range(rounds + 1):
            here = made.rounds[number] if number < len(made.rounds) else None
            kept = here if here is not None and here.taken else kept
            standing[number].append(kept)
            costs[number].append(here.spent.cost if here is not None else 0.0)
    rows = []
    for number, stood in enumerate(standing):
        titles = [script.book.title for script in found]
        scored = zip(titles, (one.check.score.value for one in stood), strict=True)
        scores = {title: value for title, value in scored if value is not None}
        texts = [one.check.summary for one in stood]
        without = await _scores(scorers.factscore, found, texts)
        fields = {
            "summary": f"round {number}",
            "n": len(stood),
            "score": _mean(scores),
            "factscore": _mean(without),
            **likeness([one.text for one in texts], [script.summary for script in found], bert),
            "cost": _sum(costs[number]),
        }
        rows.append(Row(fields, scores))
    return rows


def _sum(costs: Sequence[float | None]) -> float | None:
    known = [cost for cost in costs if cost is not None]
    return sum(known) if len(known) == len(costs) else None
