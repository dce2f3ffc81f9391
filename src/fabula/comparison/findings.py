"""Which findings are gone, which are new, and how many are in both drafts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fabula.comparison.result import FindingChanges
from fabula.reading.findings import about
from fabula.reading.habits import OF_THE_BOOK

if TYPE_CHECKING:
    from fabula.judging.result import EvaluateResult
    from fabula.reading.findings import Finding


def changed_findings(old: EvaluateResult, new: EvaluateResult) -> FindingChanges:
    """Match the findings of both drafts."""
    left = list(old.findings)
    came: list[Finding] = []
    for finding in new.findings:
        match = next((one for one in left if _is_same(one, finding)), None)
        if match is None:
            came.append(finding)
        else:
            left.remove(match)
    return FindingChanges(
        gone=tuple(left),
        new=tuple(came),
        in_both=len(old.findings) - len(left),
        only_the_first_are_shown=tuple(sorted({*old.findings_more, *new.findings_more})),
    )


def _is_same(one: Finding, other: Finding) -> bool:
    """What identifies a finding: its kind and words. Counts and chapters may differ between drafts."""
    if one.kind != other.kind:
        return False
    if one.kind in OF_THE_BOOK or (about(one.notice) and about(one.notice) == about(other.notice)):
        return True
    return one.quote == other.quote or _subject(str(one.text)) == _subject(str(other.text))


def _subject(text: str) -> str:
    quoted = re.search(r"“([^”]+)”", text)
    return quoted[1].casefold() if quoted else re.sub(r"[\d.,%+-]+", "", text)
