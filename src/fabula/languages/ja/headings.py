"""Japanese headings that Chinese does not share: プロローグ, 第三夜, 上巻, 其の一. 第五章 is read by the Chinese rules."""

from __future__ import annotations

import re

from fabula.languages.topics.headings import CHAPTER, PART, Heading, HeadingRules, ReadLine
from fabula.languages.zh.numerals import CHINESE_NUMERALS, chinese

_NUMBER = rf"[{CHINESE_NUMERALS}]{{1,6}}"
_NUMBERED = re.compile(rf"(?:第\s*({_NUMBER})\s*([巻夜景輪]|楽章)|(?:其|そ)の\s*({_NUMBER}))(?=[\s　:：]|$)")
_VOLUME = re.compile(r"([上中下前後])([巻編])(?=[\s　:：]|$)")
_SPECIAL = re.compile(
    r"(プロローグ|エピローグ|インターミッション|間章|断章|終幕|おわりに|はじめに)(?=[\s　:：]|$)"
)
_ORDER = {"上": 1, "前": 1, "中": 2, "下": 3, "後": 2}
_SPACE = " 　:："
_LONGEST_TITLE = 40


def _read(line: str, any_language: ReadLine) -> Heading | None:  # noqa: ARG001 - called as every reader is
    match = _NUMBERED.match(line) or _VOLUME.match(line) or _SPECIAL.match(line)
    if match is None:
        return None
    title = line[match.end() :].strip(_SPACE)
    if len(title) > _LONGEST_TITLE or "。" in title:
        return None
    if match.re is _SPECIAL:
        return Heading(CHAPTER, match[1], None, line, title)
    if match.re is _VOLUME:
        return Heading(PART, match[2], _ORDER[match[1]], line, title)
    value = chinese(match[1] or match[3])
    if value is None:
        return None
    if match[2] == "巻":
        return Heading(PART, "巻", value, line, title)
    return Heading(CHAPTER, match[2] or "其", value, line, title)


RULES = HeadingRules(
    read=_read,
    begins="第|其の|その|上|中|下|前|後|プロ|エピ|イン|間章|断章|終幕|おわり|はじめ",
    numbered=rf"第\s*{_NUMBER}\s*(?:[夜景輪]|楽章)(?:[\s　].*)?|(?:其|そ)の\s*{_NUMBER}(?:[\s　].*)?",
    named="(?:プロローグ|エピローグ|間章|断章|終幕)(?:[ 　:：].*)?",
    part=rf"第\s*{_NUMBER}\s*巻(?:[\s　].*)?|[上中下前後][巻編](?:[\s　].*)?",
    contents=r"目\s*次",
    comes_first="プロローグ|はじめに|まえがき",
    comes_last="エピローグ|おわりに|あとがき",
)
