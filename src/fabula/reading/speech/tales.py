"""Tales that somebody tells over several chapters, every paragraph in marks: who began it tells on.

In a chapter that begins within a tale nobody is named who could be its speaker, and those whom the tale is about are.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import itemgetter

from fabula.reading.parsed import Parsed
from fabula.reading.speech.said import Speech

LONG = 3
"""A tale is a speech of at least so many paragraphs."""
BETWEEN = 4
"""So many speeches may interrupt it."""
ENDS = 2
"""A speech within the last so many paragraphs of a chapter may go on in the next."""


def told_on(parsed: Sequence[Parsed], said: Sequence[Speech]) -> Iterator[Speech]:
    """The speeches, with whoever tells a tale named wherever it goes on."""
    last: Speech | None = None
    teller: Speech | None = None
    since = 0
    for speech in said:
        chapter = parsed[speech.chapter]
        if last is not None and speech.chapter != last.chapter and not _goes_on(parsed, last, speech, teller):
            teller = None
        found = speech
        if _paragraphs(chapter, speech) >= LONG:
            begins = _begins(chapter, speech)
            silent = speech.speaker is None or (
                begins and speech.reason not in ("tag", "pronoun", "description")
            )
            if silent and teller is not None and (begins or since <= BETWEEN):
                found = replace(speech, speaker=teller.speaker, confidence=teller.confidence, reason="turn")
            teller, since = found if found.speaker is not None else None, 0
        else:
            since += 1
        yield found
        last = found


def _goes_on(parsed: Sequence[Parsed], last: Speech, speech: Speech, teller: Speech | None) -> bool:
    """Whether a speech at the beginning of a chapter belongs to a tale of the chapter before."""
    if teller is None or speech.chapter != last.chapter + 1 or not _begins(parsed[speech.chapter], speech):
        return False
    before = parsed[teller.chapter].paragraphs
    return teller.chapter == last.chapter and teller.spans[-1][1] > before[-min(ENDS, len(before))][0]


def _begins(chapter: Parsed, speech: Speech) -> bool:
    return bool(chapter.paragraphs) and speech.spans[0][0] <= chapter.paragraphs[0][0]


def _paragraphs(chapter: Parsed, speech: Speech) -> int:
    first, last = speech.spans[0][0], speech.spans[-1][1]
    begun = bisect_left(chapter.paragraphs, last, key=itemgetter(0))
    ended = bisect_right(chapter.paragraphs, first, key=itemgetter(1))
    return begun - ended
