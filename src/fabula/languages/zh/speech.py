"""Chinese speech tags: 黛玉笑道：“…”, “…”黛玉道."""

from __future__ import annotations

import re

from fabula.languages.lexicons import word_set
from fabula.languages.speech_tags import REACH
from fabula.languages.topics.speech import Paragraph, Span, SpeechRules

_VERBS = "|".join(sorted(word_set("zh", "speech_verbs"), key=len, reverse=True))
BEFORE = re.compile(rf"[^。！？；“”\"\n]{{0,12}}?(?:{_VERBS})(?:[着了])?[：:，,]?\s*$")
AFTER = re.compile(rf"[^。！？；“”\"\n]{{0,8}}?(?:{_VERBS})")
LEADS_ON = re.compile(rf"[^。！？；\n]{{0,12}}(?:{_VERBS})[：:]\s*[“\"「]")
"""After a name: this person speaks what follows, not what came before."""


def _speakers(paragraph: Paragraph) -> list[int | None]:
    """Each speech separately, because older Chinese prose puts several speakers in one paragraph."""
    floors = [paragraph.start, *(end for _, end in paragraph.speeches)]
    return [_speaker(paragraph, span, floor) for span, floor in zip(paragraph.speeches, floors, strict=False)]


def _speaker(own: Paragraph, span: Span, floor: int) -> int | None:
    text = own.text
    for mention in reversed(own.mentioned(max(floor, span[0] - REACH), span[0])):
        if BEFORE.fullmatch(text[mention.end : span[0]]):
            return mention.who
    for mention in own.mentioned(span[1], min(own.end, span[1] + REACH // 2))[:1]:
        near = mention.start - span[1] <= 1
        leads_on = LEADS_ON.match(text[mention.end : mention.end + 30])
        if near and AFTER.match(text, mention.end) and not leads_on:
            return mention.who
    return None


RULES = SpeechRules(speakers=_speakers, several_a_paragraph=True)
