"""What Chinese sentences never have on purpose: two stops in a row, a mark of speech without its other half."""

from __future__ import annotations

import re

from fabula.languages.zh.contexts import HAN

_DOUBLED = "，，|：：|；；|、、|，。|。，|，、|、，|、。|：，|，：|；，|，；"
MISPRINTS = {
    "doubled-stop": re.compile(rf"(?P<here>[{HAN}]{{1,4}}(?:{_DOUBLED}))(?![，。：；、])"),
    "mark-not-closed": re.compile(r"(?P<here>“[^“”\n]{1,12})[^“”\n]*\n(?!\s*“)[^“”]*?(?<![\s“”])“"),
    "mark-not-opened": re.compile(r"”[^“”]*\n[^“”]*?(?P<here>[^“”\n]{1,10}”)"),
}
"""By what is wrong: `findings.misprint-what-KEY` says it. A speech over several paragraphs opens each of them again, or none but the first."""
_OTHER_MARKS = re.compile('["＂„«»]')
MEANT = {"mark-not-closed": _OTHER_MARKS, "mark-not-opened": _OTHER_MARKS}
"""Marks that are straight as well follow no rule that could be broken."""
