"""Deaths that the narration tells, and people who speak after theirs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fabula.languages import Language
from fabula.languages.spans import is_within
from fabula.notices import Notice
from fabula.reading.cast import Cast, Mention
from fabula.reading.findings import Finding, finding, quoted_at
from fabula.reading.parsed import Parsed, Span
from fabula.reading.speech import Speech

LEADING = 20
"""How many of the most named people are followed."""
LAST = 2
"""How many of the last chapters with somebody are searched for their death."""
SAID_AFTER = 2
"""How often somebody must speak after their death, so that a memory is not taken for it."""
HEARD_AFTER = 8
"""And how often, where no tag names them and the speaker is worked out from the talk."""
USUAL = 0.05
"""The share of somebody's mentions that a form of their name has, if it surely means them: old Dr. Bold is John Bold's father."""


def deaths_told(parsed: Sequence[Parsed], cast: Cast, language: Language) -> dict[int, Mention]:
    """Whose death the narration tells, by index in the cast, and where."""
    rules = language.continuity
    deaths: dict[int, Mention] = {}
    for mention in cast.mentions if rules.death else ():
        chapter = parsed[mention.chapter]
        text = chapter.chapter.text
        if mention.who in deaths or rules.death is None or not rules.death.match(text, mention.end):
            continue
        start, _ = chapter.sentence_at(mention.start)
        doubted = rules.doubted is not None and rules.doubted.search(text[start : mention.start])
        if not doubted and not is_within(chapter.spoken, mention.start):
            deaths[mention.who] = mention
    return deaths


def is_last_seen_dying(parsed: Sequence[Parsed], mentions: Sequence[Mention], language: Language) -> bool:
    """Whether a sentence that names somebody for the last time, or nearly so, has a word of dying.

    It may be another's death. It is enough not to ask where they have gone.
    """
    dying = language.continuity.dying
    if dying is None:
        return False
    last = sorted({mention.chapter for mention in mentions})[-LAST:]
    return any(
        dying.search(parsed[each.chapter].chapter.text, *_sentence_around(parsed[each.chapter], each))
        for each in mentions
        if each.chapter in last
    )


def _sentence_around(chapter: Parsed, mention: Mention) -> Span:
    start, end = chapter.sentence_at(mention.start)
    return start, max(end, mention.end)


def speaking_dead(
    parsed: Sequence[Parsed],
    cast: Cast,
    said: Sequence[Speech],
    deaths: Mapping[int, Mention],
    language: Language,
) -> Iterator[Finding]:
    """Somebody whose death the narration tells, and who speaks in a later chapter.

    Those who had died before the scene may speak in memories of them.
    """
    before = language.continuity.dead_before
    for who, death in sorted(deaths.items()):
        if who >= LEADING:
            return
        if before is not None and before.match(parsed[death.chapter].chapter.text, death.end):
            continue
        forms = [each.form for each in cast.mentions if each.who == who]
        if forms.count(death.form) < USUAL * len(forms):
            continue
        name = cast.characters[who].name
        later = [each for each in said if each.chapter > death.chapter and each.speaker == name]
        tagged = [each for each in later if each.reason == "tag"]
        if len(tagged) < SAID_AFTER and len(later) < HEARD_AFTER:
            continue
        sure = tagged if len(tagged) >= SAID_AFTER else later
        yield finding(
            "speaks-after-death",
            "high",
            Notice.of(
                "findings.speaks-after-death",
                name=name,
                chapter=parsed[death.chapter].chapter.number,
                n=len(sure),
            ),
            parsed[sure[0].chapter],
            sure[0].spans[0][0],
            also=[quoted_at(parsed[death.chapter], death.start)],
        )
