"""Who cannot be one person: 赵长老 and 赵无极, if a modern narrator lets both of them act in one chapter."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from fabula.languages.zh.addressed import is_modern
from fabula.languages.zh.persons import is_titled, split

Mention = tuple[int, int, int, str]
"""Chapter, start, end and form."""
_ACTS = 2
"""How often each of the two begins a paragraph or follows a speech in one chapter."""
_BEFORE = "\n”」』"


def apart(texts: Sequence[str], mentions: Sequence[Mention]) -> frozenset[tuple[str, str]]:
    """Pairs of a form of address and a full name of the same family.

    Others say 顾总, but a narrator of today who calls somebody 顾景深 goes on to do so. In older prose, which hardly
    has 她, a narrator says 鲁达 and 鲁提辖 by turns.
    """
    if not is_modern(texts):
        return frozenset()
    acts: dict[int, Counter[str]] = defaultdict(Counter)
    for chapter, start, _, form in mentions:
        if not start or texts[chapter][start - 1] in _BEFORE:
            acts[chapter][form] += 1
    pairs: set[tuple[str, str]] = set()
    for forms in acts.values():
        often = {form for form, count in forms.items() if count >= _ACTS}
        titled = {form: form.removesuffix(is_titled(form)) for form in often if is_titled(form)}
        for form, family in titled.items():
            pairs |= {(form, name) for name in often - titled.keys() if split(name)[0] == family}
    return frozenset(pairs)
