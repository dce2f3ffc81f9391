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


RULES = ContinuityRules(
    dates=_dates,
    death=re.compile(
        "(?:已经?|便|遂|竟|就|终于|于是|当场|当夜|不久|果然|也)?(?:死了(?!过去)|死去(?![复活])|身亡|身死|病死|病故|病亡|病逝|去世|逝世|过世|亡故|殒命|毙命|丧命|气绝|"
        "咽了气|断了气|自刎|自尽|自缢|被杀|遇害|驾崩|薨|崩(?![溃塌裂坏盘开]))"
    ),
    doubted=re.compile(
        "(?:若|如果|要是|倘|假如|只怕|恐怕|生怕|以为|听说|打谅|打量|只当|只道|疑心|料|梦|传说|假说|诈|险些|几乎|差点)[^。！？]*$"
    ),
    dying=re.compile(
        "死|自逝|坟|墓|周年|忌日|身亡|病逝|去世|逝世|过世|亡故|病故|殒|毙|薨|驾崩|自刎|自尽|自缢|咽气|断气|气绝|遇害|圆寂|坐化|归天|升天|殡|葬|灵柩|首级|处决|凌迟|"
        "被[^，。]{0,8}(?:杀|斩)|(?:杀|斩)[了于首讫]"
    ),
)
