"""What Chinese texts say of dates."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from fabula.languages.topics.continuity import ContinuityRules, Dated
from fabula.languages.zh.numerals import chinese

_DAYS = "一二三四五六日"
_DIGITS = "零〇一二三四五六七八九"
_NUMBER = r"(?:\d{1,2}|[一二三四五六七八九十]{1,3})"
_DATE = re.compile(
    rf"(?P<year>\d{{4}}|[{_DIGITS}]{{4}})年(?P<month>{_NUMBER})月(?P<day>{_NUMBER})[日号]"
    rf"\s*[，,（(]?\s*(?:星期|礼拜|周)(?P<weekday>[{_DAYS}天])"
)


def _dates(text: str) -> Iterator[Dated]:
    for match in _DATE.finditer(text):
        try:
            stated = date(*(chinese(match[part]) or 0 for part in ("year", "month", "day")))
        except ValueError:
            continue
        yield match.start(), match.end(), _DAYS.index(match["weekday"].replace("天", "日")), stated


RULES = ContinuityRules(dates=_dates)
