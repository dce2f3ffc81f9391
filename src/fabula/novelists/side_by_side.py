"""One chapter as every writer wrote it (the models and the human author), each with its judgements."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from statistics import fmean
from typing import Any

from fabula.notices import Notice
from fabula.novelists.lines import Score, Story, Synopsis, writer

Key = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Written:
    """One writer's version of a chapter."""

    writer: str
    human: bool
    text: str | None
    """None if only its scores are known, as for a human chapter, whose text is in the book."""
    trouble: Notice | None
    """Why the story is missing or incomplete: it was refused or cut off."""
    words: int
    language: str
    scores: Mapping[str, float]
    """The mean of each dimension over judges and repeats. Empty if no judge could score it."""
    judgements: int
    unjudged: tuple[Notice, ...]
    """Why judgements are missing, by judge."""
    remarks: tuple[tuple[str, str], ...] = ()
    """What each judge said beside its scores: judge and remark."""

    def document(self) -> dict[str, Any]:
        """As JSON."""
        plain = {field.name: getattr(self, field.name) for field in fields(self)}
        return plain | {
            "scores": dict(self.scores),
            "trouble": self.trouble and self.trouble.document,
            "unjudged": [each.document for each in self.unjudged],
        }


@dataclass(frozen=True, slots=True)
class SideBySide:
    """One chapter's synopsis, and every version written from it."""

    story: str
    chapter: int
    synopsis: Synopsis | None
    written: tuple[Written, ...]

    def document(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "story": self.story,
            "chapter": self.chapter,
            "synopsis": self.synopsis.model_dump() if self.synopsis else None,
            "written": [one.document() for one in self.written],
        }


def side_by_side(
    stories: Sequence[Story], scores: Sequence[Score], synopses: Sequence[Synopsis] = ()
) -> list[SideBySide]:
    """Every chapter that was written or judged, by story and number. Human versions come first, the rest by name."""
    scored: dict[Key, dict[str, list[Score]]] = defaultdict(lambda: defaultdict(list))
    for score in scores:
        scored[(score.story, score.chapter)][writer(score)].append(score)
    texts: dict[Key, dict[str, Story]] = defaultdict(dict)
    for story in stories:
        texts[(story.story, story.chapter)][writer(story)] = story
    given = {(one.story, one.chapter): one for one in synopses}
    return [
        SideBySide(*key, given.get(key), _written(texts.get(key, {}), scored.get(key, {})))
        for key in sorted(texts.keys() | scored.keys())
    ]


def _written(texts: Mapping[str, Story], scored: Mapping[str, Sequence[Score]]) -> tuple[Written, ...]:
    found = [_one(name, texts.get(name), scored.get(name, ())) for name in texts.keys() | scored.keys()]
    return tuple(sorted(found, key=lambda one: (not one.human, one.writer)))


def _one(name: str, story: Story | None, scores: Sequence[Score]) -> Written:
    whole = [score for score in scores if score.score is not None]
    dimensions = list(dict.fromkeys(each for score in whole for each in score.scores))
    known = {
        each: [value for score in whole if (value := score.scores.get(each)) is not None]
        for each in dimensions
    }
    return Written(
        writer=name,
        human=(story or scores[0]).setting == "human",
        text=story.text if story else None,
        trouble=story.trouble if story else next((score.written for score in scores if score.written), None),
        words=next((score.words for score in scores if score.words), 0),
        language=(story.language if story else "")
        or next((each.language for each in scores if each.language), ""),
        scores={each: fmean(values) for each, values in known.items() if values},
        judgements=len(whole),
        unjudged=tuple(
            Notice.of(
                "novelists.not-judged",
                judge=score.judge,
                why=score.trouble or Notice.of("novelists.no-reason"),
            )
            for score in scores
            if score.score is None
        ),
        remarks=tuple((score.judge, score.remarks) for score in whole if score.remarks),
    )
