"""Speech in one paragraph whose closing mark is missing: 张三道：“有酒么？李四道：“有。”

Only where marks follow each other by turn, as in Chinese. One missing mark would otherwise turn speech and narration
around for the rest of the paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from fabula.languages.topics.dialogue import Marks

_STOP = re.compile("[。．！？!?…]+")
_TAG = re.compile(r"[^。．！!？?；;\n“”]{1,30}[：:]\s*")
"""What leads to a speech after one that was not closed."""


def lacks_a_mark(text: str, places: Sequence[int], marks: Marks) -> bool:
    """Whether a paragraph opens more speeches than it closes, or has an odd number of marks."""
    opens = sum(text[at] in marks.opens for at in places)
    return len(places) % 2 == 1 or 2 * opens > len(places)


def left_open_until(text: str, opened: int, at: int) -> int:
    """Where a speech ends that has no closing mark, if the mark at this place opens the next one. 0 if it does not.

    It ends with the last stop before the words that lead to the next speech.
    """
    stops = list(_STOP.finditer(text, opened + 1, at))
    return stops[-1].end() if stops and _TAG.fullmatch(text, stops[-1].end(), at) else 0
