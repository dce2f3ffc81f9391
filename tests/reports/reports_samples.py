"""Evaluations to draw reports from: a judged one with everything in it, hostile ones, and one without a judge."""

from __future__ import annotations

from fabula.judging.evaluation import AspectResult, Estimate, Evaluation
from fabula.judging.request import EvaluateRequest
from fabula.models.chat import Tally
from fabula.notices import Notice
from fabula.readermodel.comparable import AspectFigures, Comparable
from fabula.readermodel.rating import Abstained, Agreement, AspectRating, Gain, ReaderRating, StarShare
from fabula.reading.measured import measure
from fabula.rubrics.files import load
from fabula.rubrics.verdict import AspectVerdict, Evidence, Verdict
from fabula.text.book import Book, Chapter
from fabula.text.guard.finding import Instruction

CUT_OFF = Notice.of("models.cut-off", why=Notice.of("models.reached-limit"))

CHAPTERS = 8
QUOTE = "the lamp went out"


def story(chapters: int = CHAPTERS) -> Book:
    """A short English book in which two people talk by a lamp."""
    paragraph = (
        "Anna Bell looked at the sea. “We shall not go,” said Anna. Tom Reed waited, and {quote} in the tower. "
        "“Why not?” said Tom. He was happy and afraid. Anna smiled at Tom Reed and wrote number {n} in the book."
    )
    return Book(
        title="The Lamp",
        author="A. Writer",
        language="en",
        genres=("Fantasy",),
        chapters=tuple(
            Chapter(
                n, f"Chapter {n}", "\n\n".join(paragraph.format(quote=QUOTE, n=n * 10 + m) for m in range(9))
            )
            for n in range(1, chapters + 1)
        ),
        source="lamp.txt",
    )


def chinese_story() -> Book:
    paragraph = (
        "林黛玉看着大海。“我们不去了。”林黛玉说道。贾宝玉在塔里等着，灯灭了。“为什么不去？”贾宝玉笑道。"
    )
    return Book(
        "灯", "某人", "zh", tuple(Chapter(n, f"第{n}章", "\n\n".join([paragraph] * 9)) for n in range(1, 9))
    )


def rating() -> ReaderRating:
    aspects = {aspect.id: AspectRating(3.5, 3.0, 4.0, 0.2) for aspect in load("longstory").scored_aspects}
    shares = tuple(StarShare(stars, 0.2, 0.1, 0.3) for stars in (1, 2, 3, 4, 5))
    return ReaderRating(
        3.56, 3.12, 3.97, 21.4, 0.55, "Fantasy", 24.0, aspects, shares, ("genres",), (), "drafted",
        Agreement(0.26, 0.16, 0.36, 63, 0.21, 0.8, 447, 126, "new popular novels", 0.39), (Gain("premise", 64), Gain("reading", 66)),
    )  # fmt: skip


def judged(book: Book | None = None, scores: tuple[float, ...] = (80, 84, 88)) -> Evaluation:
    """Judged by summary: plot with one quotation that is there and one that is not, themes without a score."""
    book = book or story()
    rubric = load("longstory")
    offset = book.chapters[0].text.find(QUOTE)
    results, said = [], []
    for aspect in rubric.scored_aspects:
        is_lost = aspect.id == "themes"
        evidence = (Evidence(QUOTE, 1, offset, True), Evidence("no such words", None, None, False))
        results.append(
            AspectResult(
                aspect.id,
                aspect.wording(book.language).label,
                None if is_lost else Estimate(sum(scores) / len(scores), min(scores), max(scores)),
                f"**Strong** in {aspect.id}.\n\n- One thing\n- Another",
                evidence if aspect.id == "plot" else (),
                tuple(None if is_lost else score for score in scores),
            )
        )
        said.append(AspectVerdict(aspect.id, None if is_lost else scores[0]))
    verdicts = tuple(
        Verdict(book.id, rubric.id, "summary", "openai/gpt-4o", n, score, "A good book.", tuple(said), CUT_OFF if n == 0 else None)
        for n, score in enumerate(scores)
    )  # fmt: skip
    return Evaluation(
        book=book,
        request=EvaluateRequest(book=book, method="summary", runs=len(scores)),
        method="summary",
        model="openai/gpt-4o",
        rubric=rubric,
        overall=Estimate(sum(scores) / len(scores), min(scores), max(scores)),
        assessment="A good book.",
        aspects=tuple(results),
        signature="longstory.summary|m:openai/gpt-4o|n:3|v:0.1.0",
        usage=Tally(calls=9, cached=2, input_tokens=12_345, output_tokens=678, cost=None),
        verdicts=verdicts,
        measured=measure(book),
        rating=rating(),
        comparables=(
            Comparable("Other Lamp", "B. Writer", 3.9, 0.4, ("Fantasy",), {"plot": AspectFigures(0.5, 0.3, 4.0, 90), "writing": AspectFigures(0.4, -0.2, 3.0, 80)}),
        ),
        instructions=(Instruction("Anna Bell looked at the sea.", 2, 0, "asks-score"),),
    )  # fmt: skip


def embedded(book: Book) -> Evaluation:
    """Measured and not judged, and the reader model knows nothing of it."""
    rubric = load("longstory")
    return Evaluation(
        book=book,
        request=EvaluateRequest(book=book, method="embedded"),
        method="embedded",
        model=None,
        rubric=rubric,
        overall=None,
        assessment="",
        aspects=tuple(
            AspectResult(one.id, one.wording(book.language).label, None) for one in rubric.scored_aspects
        ),
        signature="longstory.embedded|m:embedded|v:0.1.0",
        usage=Tally(),
        measured=measure(book),
        rating=Abstained(Notice.of("readermodel.too-little")),
    )
