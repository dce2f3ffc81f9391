"""The checked summary as a page: its sentences in colour, what was found against each on hover or focus and below."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fabula import __version__
from fabula.facts.embedded import WEAKNESS
from fabula.facts.facts import CAUTIOUS, Verdict
from fabula.reports.page import dress, environment

if TYPE_CHECKING:
    from fabula.facts.check import Check
    from fabula.facts.facts import JudgedFact
    from fabula.text.book import Book

WORDS = {
    "en": {
        "what": "Summary against its story",
        "borne_out": "of {n} facts are borne out by the story",
        "range": "{low} to {high}",
        "over_repeats": "lowest and highest of {n} runs",
        "over_facts": "95 % interval over the facts",
        "supported": "borne out",
        "contradicted": "the story says otherwise",
        "not_found": "not in the story",
        "unjudged": "could not be judged",
        "no_score": "no fact could be judged",
        "instead": "Instead",
        "chapter": "chapter {n}",
        "unverified": "this line is not in the story",
        "found": "What was found, sentence by sentence",
        "clean": "Nothing was found against this summary.",
        "hint": "Point at a sentence, or step to it with the tab key, to see what was found.",
        "made": "How this was made",
    },
    "zh": {
        "what": "梗概与原文核对",
        "borne_out": "（共 {n} 条陈述）与原文相符",
        "range": "{low} 至 {high}",
        "over_repeats": "{n} 次核对中的最低与最高",
        "over_facts": "按陈述计的 95 % 区间",
        "supported": "与原文相符",
        "contradicted": "原文所写不同",
        "not_found": "原文中没有",
        "unjudged": "未能判断",
        "no_score": "没有一条陈述可以判断",
        "instead": "应为",
        "chapter": "第 {n} 章",
        "unverified": "原文中没有这一句",
        "found": "逐句结果",
        "clean": "没有发现与原文不符之处。",
        "hint": "把指针移到句子上，或用 Tab 键逐句查看。",
        "made": "如何得出",
    },
}


def facts_page(found: Check, book: Book, checker: str, signature: str) -> str:
    """One HTML document that asks nothing of any network."""
    language = "zh" if book.language.startswith("zh") else "en"
    words = WORDS[language]
    score = found.score
    bounded = score.low is not None and score.high is not None
    return (
        environment()
        .get_template("facts.html.j2")
        .render(
            words=words,
            language=language,
            version=__version__,
            **dress(),
            title=book.title,
            author=book.author,
            score=None if score.value is None else f"{score.value:.0%}",
            borne_out=words["borne_out"].format(n=len(found.facts) - found.count("unjudged")),
            interval=words["range"].format(low=f"{score.low:.0%}", high=f"{score.high:.0%}")
            if bounded
            else None,
            over=words[f"over_{score.over}"].format(n=found.runs) if score.over else "",
            counts=[(verdict, found.count(verdict)) for verdict in CAUTIOUS if found.count(verdict)],
            pieces=pieces(found),
            weakness=WEAKNESS[language] if checker == "embedded" else None,
            signature=signature,
        )
    )


def pieces(found: Check) -> list[dict[str, Any]]:
    """The summary as it stands: each sentence, with the text between it and the one before."""
    cut, end = [], 0
    for sentence in found.summary.sentences:
        facts = found.of_sentence(sentence.number)
        cut.append(
            {
                "before": found.summary.text[end : sentence.start],
                "text": sentence.text,
                "number": sentence.number,
                "verdict": worst(facts),
                "facts": facts,
                "faulty": [one for one in facts if one.ruling.verdict != "supported"],
            }
        )
        end = sentence.start + len(sentence.text)
    return cut


def worst(facts: tuple[JudgedFact, ...]) -> Verdict | None:
    """The verdict that colours a sentence: of its facts the worst, unjudged only where nothing else was said."""
    said = {one.ruling.verdict for one in facts}
    ranked: tuple[Verdict, ...] = ("contradicted", "not_found", "unjudged", "supported")
    return next((verdict for verdict in ranked if verdict in said), None)
