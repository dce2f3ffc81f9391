"""Chinese words that show who tells a story and when it happens. Chinese verbs have no tense."""

from __future__ import annotations

import re

from fabula.languages.topics.narration import NarrationRules

_NUMBER = "[一二三四五六七八九十两几数百\\d]+"
_TIME = re.compile(
    rf"(?:次日|翌日|第二天|隔天|当天|当晚|当日|次晨|第二年|次年|{_NUMBER}(?:天|日|个?月|年|个?小时|分钟|个?时辰|个?星期|周)(?:后|之后|以后|前|之前|以前)"
    r"|星期[一二三四五六日天]|(?:本|这|上|下|每)?周[一二三四五六日](?![奶爷叔嫂娘婶姑姨哥姐妹弟伯太老]|公子|先生|小姐|少爷)|[一二三四五六七八九十]+月[初中底]?|(?:19|20)\d\d年)"
)
_OPENS_IN_TIME = re.compile(
    rf"\W*(?:{_TIME.pattern}|清晨|早晨|早上|傍晚|夜里|深夜|黄昏|中午|午后|这[天日]|那[天日])"
)

RULES = NarrationRules(
    first_person=frozenset(("我", "我们", "俺", "咱们")),
    mind=re.compile(
        "(?:便|又|却|也|就|不禁|不由得?|忽然?|突然|暗暗|默默|自己|在?心[中里下]|，)?(?:心想|心里想|暗想|想道|寻思|自思|心中想|暗道|觉得|心道|忖道|感到|明白自己|知道自己)"
    ),
    time=_TIME,
    openings={
        "waking": re.compile(r"\W*\w{0,6}(?:醒来|醒了|睁开(?:了)?眼)"),
        "weather": re.compile(r"\W*(?:下(?:了)?[雨雪]|[雨雪风雾]|天气|阳光|太阳)"),
        "time": _OPENS_IN_TIME,
    },
    formulas=frozenset(("话说", "却说", "且说", "再说", "话表", "单说", "只说", "诗曰", "词曰")),
    endings={"sleep": re.compile("(?:睡着了|睡去|睡了|入睡|入梦|闭上(?:了)?眼)")},
)
