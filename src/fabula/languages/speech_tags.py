"""Speech tags next to the quotation marks, with a verb of saying: `…,” said Jane`, `…,” Jane said`, `Jane said, “…`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from fabula.languages.topics.speech import Paragraph, Span

REACH = 60
"""The maximum distance of a tag from its speech, in characters."""


@dataclass(frozen=True, slots=True)
class SpeechTags:
    """The patterns of a language's tags."""

    verb_then_name: re.Pattern[str]
    """Between the speech and a name after it: `,” said `."""
    between: re.Pattern[str]
    """Between the speech and a name that a verb follows."""
    name_then_verb: re.Pattern[str]
    """After such a name: ` said`."""
    name_before: re.Pattern[str]
    """From a name to the speech after it: ` said, `."""

    def speakers(self, paragraph: Paragraph) -> list[int | None]:
        """The speaker of each speech, if a tag names one."""
        return [self._speaker(paragraph, span) for span in paragraph.speeches]

    def _speaker(self, own: Paragraph, span: Span) -> int | None:
        text = own.text
        after_end = min([start for start, _ in own.speeches if start >= span[1]] + [own.end, span[1] + REACH])
        for mention in own.mentioned(span[1], after_end)[:1]:
            between = text[span[1] : mention.start]
            if self.verb_then_name.fullmatch(between):
                return mention.who
            if self.between.fullmatch(between) and self.name_then_verb.match(text, mention.end, after_end):
                return mention.who
        before_start = max(
            [end for _, end in own.speeches if end <= span[0]] + [own.start, span[0] - 2 * REACH]
        )
        for mention in reversed(own.mentioned(before_start, span[0])):
            if self.name_before.fullmatch(text, mention.end, span[0]):
                return mention.who
        return None
