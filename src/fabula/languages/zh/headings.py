"""Chinese headings: 第五回, 卷上, 楔子, 番外."""

from __future__ import annotations

import re

from fabula.languages.topics.headings import CHAPTER, PART, SECTION, Heading, HeadingRules, ReadLine
from fabula.languages.zh.matter import AUTHORS_NOTE
from fabula.languages.zh.numerals import CHINESE_NUMERALS, chinese

_NUMBER = rf"[{CHINESE_NUMERALS}]{{1,9}}"
_SPACED = rf"[{CHINESE_NUMERALS}](?:\s?[{CHINESE_NUMERALS}]){{0,8}}"
_PART_RANKS = {"部": 0, "集": 0, "册": 0, "冊": 0, "卷": 1, "编": 1, "編": 1, "篇": 2, "幕": 2}
_SECTIONS = "节節场場"
_HEADING = re.compile(
    rf"(?:正文)?\s*(?:《[^》]{{1,30}}》)?\s*第\s*({_SPACED})\s*([章回折话話节節场場齣卷编編篇集册冊幕]|部分?)"
)
_WITHOUT_ORDINAL = re.compile(rf"({_NUMBER})([章回话話])(?=[\s　:：、.．]|$)")
_VOLUME = re.compile(rf"(?:正文\s*)?(?:(卷)之?第?({_NUMBER})|([上中下])([卷部册冊篇编編]))")
_SPECIAL = re.compile(
    rf"(?:正文\s*)?(楔子|序[章幕曲]|引[子首]|尾[声聲]|[终終][章曲]|[后後][记記]|番外|外[传傳]|幕[间間]|[间間][章奏]|大[结結]局|{AUTHORS_NOTE})"
)
_SCENE = re.compile(
    rf"[场場]景\s*({_NUMBER})(?=[\s:：、.．])"
    r"|(\d{1,3})\s*[-—–－]\s*(\d{1,3})(?=[\s:：、.．])(?=.{0,40}[内內外])(?=.{0,40}[日夜晨昏晚早])"
)
"""A scene of a screenplay, with the hour and whether it is within doors: 1-2 夜 外 街道, the second scene of the first episode."""
_NUMBERED_REST = re.compile(rf"[（(]?[{CHINESE_NUMERALS}上中下终終]")
_SEPARATOR = re.compile(r"[\s　:：、·.．—－-]+")
_TAIL = re.compile(
    r"(?:[\s　]*(?:更新(?:时间|時間|于|於)|[发發]布[时時][间間]|[发發]表[时時][间間]|本章字[数數]|字[数數]|作者)\s*[:：].*"
    r"|[\s　]*[（(\[【](?:\d{4}[-/.年]\d{1,2}.*|(?:[跪急]?求|[谢謝]|[为為]).{1,16}|第.{1,2}更.{0,10}|.{0,8}(?:月票|推[荐薦]票|收藏|加更|打[赏賞]|[订訂][阅閱]).{0,8})[）)\]】]"
    r"|[\s　]+(?:最新章[节節]|全文[阅閱][读讀]|免[费費][阅閱][读讀]|[无無][弹彈]窗)+"
    r"|[\s　_|-]*(?:https?://|www\.)\S+)+$"
)
"""What sites print after a heading: when it was posted, by whom, how long it is, and whom to vote for."""
_SHORT_TITLE = 12
"""A title that ends with a full stop is at most this long."""
_NOT_A_TITLE = (
    *"中的里裡已才是说說写寫讲講所就和与與时時开開完终終",
    "之前",
    "之后",
    "以前",
    "以后",
    "结束",
    "結束",
)


def _read(line: str, any_language: ReadLine) -> Heading | None:
    if scene := _SCENE.match(line):
        return _scene(line, scene)
    match = _HEADING.match(line) or _WITHOUT_ORDINAL.match(line)
    if match:
        line = line[: match.end()] + _TAIL.sub("", line[match.end() :])
        value, kind, end = chinese("".join(match[1].split())), match[2][0], match.end()
    else:
        volume = _VOLUME.match(line)
        if volume is None:
            return _special(line)
        kind = volume[1] or volume[4]
        value = chinese(volume[2]) if volume[2] else "上中下".index(volume[3]) + 1
        end = volume.end()
    if value is None:
        return None
    rest, parted = _rest(line, end)
    if kind in _PART_RANKS:
        inner = _HEADING.search(rest)
        within = _read(rest[inner.start() :].strip(), any_language) if inner else None
        if inner and within and within.level != PART:
            part = Heading(
                PART,
                kind,
                value,
                f"{line[:end]} {rest[: inner.start()].strip()}".removeprefix("正文").strip(),
                "",
                _PART_RANKS[kind],
            )
            return within.under(part)
    if not _follows_well(rest, parted) or (kind in _PART_RANKS and rest and not parted):
        return None
    level = PART if kind in _PART_RANKS else SECTION if kind in _SECTIONS else CHAPTER
    return Heading(level, kind, value, line, rest, _PART_RANKS.get(kind, 0))


def _scene(line: str, match: re.Match[str]) -> Heading:
    rest = _rest(line, match.end())[0]
    if match[1]:
        return Heading(CHAPTER, "场", chinese(match[1]), line, rest)
    scene = Heading(CHAPTER, "场", int(match[3]), line, rest)
    return scene.under(Heading(PART, "集", int(match[2]), f"第{match[2]}集", "", _PART_RANKS["集"]))


def _special(line: str) -> Heading | None:
    match = _SPECIAL.match(line)
    if match is None:
        return None
    rest, parted = _rest(line, match.end())
    if rest and match[1].startswith("作者") and line[match.end()] in ":：":
        return None
    numbered = (
        match[1][0] in "番外大"
        and len(rest) <= 30
        and (match[1] == "番外" or _NUMBERED_REST.match(rest) is not None)
    )
    if rest and not parted and not numbered:
        return None
    return (
        Heading(CHAPTER, f"{match[1]} {rest}".strip(), None, line, rest)
        if _follows_well(rest, True)
        else None
    )


def _rest(line: str, at: int) -> tuple[str, bool]:
    separator = _SEPARATOR.match(line, at)
    return line[separator.end() if separator else at :].strip(), separator is not None


def _follows_well(rest: str, parted: bool) -> bool:
    """A title, and not a mention (第四回中既将…), a closing remark (第一章完) or a whole sentence."""
    if rest in ("", "上", "中", "下"):
        return True
    if parted and len(rest) <= _SHORT_TITLE:
        rest = rest.removesuffix("。")
    if len(rest) > 50 or rest.endswith(("。", "：", "、", "．")) or any(stop in rest for stop in "。；"):
        return False
    return parted or not (rest.startswith(_NOT_A_TITLE) or "，" in rest)


_ROLE_NUMBER = r"[0-9０-９零〇一二三四五六七八九十百千两兩廿卅壹贰叁肆伍陆柒捌玖拾佰]{1,9}"

_DATE = (
    rf"(?:[^\s，。]{{0,4}}{_ROLE_NUMBER}年\s*)?{_ROLE_NUMBER}月(?:{_ROLE_NUMBER}[日号號]|初{_ROLE_NUMBER}|(?:二?十|三十|廿)[一二三四五六七八九]?)"
    r"(?:[\s　，,]*[（(]?(?:星期|周|週|礼拜|禮拜)[一二三四五六日天][)）]?)?(?:[\s　，,]*[晴阴陰雨雪风風雾霧多][^\s，。]{0,4})?"
)

RULES = HeadingRules(
    read=_read,
    begins=rf"[{CHINESE_NUMERALS}场場第卷上中下楔序引尾終终後后番外幕间間正《]|大[结結]局|{AUTHORS_NOTE}",
    numbered=rf"第\s*{_ROLE_NUMBER}\s*[章回节節幕话話](?:\s|[^的中里裡]|$).*",
    named="(?:楔子|序[章幕曲]|引子|尾[声聲]|番外|终章|終章|大[结結]局|外[传傳]).*",
    bare_number=rf"{_ROLE_NUMBER}[、.]?",
    part=(
        rf"第\s*{_ROLE_NUMBER}\s*[卷部编編篇集册冊].*|卷\s*{_ROLE_NUMBER}.*"
        r"|[上中下](?:部|卷|篇|册|冊)(?:\s.*)?"
    ),
    half=rf"[上中下终終完]|[前中后後][篇编編]|之?{_ROLE_NUMBER}|第\s*{_ROLE_NUMBER}\s*[节節部]",
    within=rf"第\s*({_SPACED})\s*[章回话話](?![的中里裡节節])",
    extra="(?:番外|外[传傳]).*",
    date=_DATE,
    contents=r"目\s*[录錄次]",
    goes_on=r"[续續][完一二三]?|完|上|中|下",
    comes_first="楔子|序|引子|前言",
    comes_last="尾声|尾聲|终章|終章|后记|後記|番外",
    number_in_name=rf"(?<=第)[{CHINESE_NUMERALS}]+",
)
