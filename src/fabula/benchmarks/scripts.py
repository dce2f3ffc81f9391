"""Film scripts with summaries from MovieSum and MENSA. A script becomes a book whose chapters are its scenes."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fabula.errors import UsageError
from fabula.extras import extra
from fabula.facts.refine import refine
from fabula.facts.summaries import Summary, hierarchical, textrank
from fabula.jsonl import numbered_lines
from fabula.languages import ENGLISH
from fabula.text.book import Book, Chapter
from fabula.text.paragraphs import tidy

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from fabula.facts.facts import Checker
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
        from fabula.benchmarks.likeness import bertscore

        found["bertscore"] = bertscore(list(zip(generated, true, strict=True)), bert)
    return found


def baseline(found: Sequence[Script], bert: Path | None) -> dict[str, Any]:
    """The TextRank baseline: the scripts' own central sentences as a summary."""
    made = [textrank(script.book).text for script in found]
    return {
        "summary": "TextRank",
        "n": len(found),
        "score": None,
        **likeness(made, [s.summary for s in found], bert),
    }


async def refined(
    found: Sequence[Script],
    door: Door,
    checker_for: Callable[[Book], Awaitable[Checker]],
    rounds: int,
    chunk_tokens: int,
    bert: Path | None,
) -> list[dict[str, Any]]:
    """The refinement table: the current summary after each round, scored and compared with the human one."""
    standing: list[list[tuple[Summary, float | None]]] = [[] for _ in range(rounds + 1)]
    for script in found:
        start = await hierarchical(script.book, door, chunk_tokens)
        made = await refine(start, await checker_for(script.book), door, rounds)
        kept = made.rounds[0]
        for number in range(rounds + 1):
            kept = made.rounds[number] if number < len(made.rounds) and made.rounds[number].taken else kept
            standing[number].append((kept.check.summary, kept.check.score.value))
    true = [script.summary for script in found]
    rows = []
    for number, stood in enumerate(standing):
        scores = [score for _, score in stood if score is not None]
        mean = sum(scores) / len(scores) if scores else None
        closeness = likeness([summary.text for summary, _ in stood], true, bert)
        rows.append({"summary": f"round {number}", "n": len(stood), "score": mean, **closeness})
    return rows
