"""People outside the cast in the narration before a speech: they speak, and not whoever was named before them."""

from __future__ import annotations

import re

from fabula.languages.zh.contexts import HAN
from fabula.languages.zh.speech_cues import SEES

_COUNT = "(?:[一二两三四五六七八几数]|许多|好些|好几|十[几数来]?)"
_SORT = (
    "(?:人(?![家群影])|汉子?|丫[头鬟]|小厮|婆子|媳妇|老妈子|老[头汉]|和尚|道[人士童]|先生|老者|少年|青年|[男女]人|[男女]子|女孩|姑娘|孩子|小孩|"
    "士子|书生|秀才|[军差武]官|差人|公[人差]|军[汉士]|小[校军]|将|头陀|客|伙计|家[人丁]|妇人|后生|樵夫|渔[人夫]|庄客|做公的|警察|护士|司机|老师|学生|乘客|店员)"
)
COMES = re.compile(
    rf"(?:有|(?:[进出过]|[走跑转闪钻跳抢撞奔赶窜涌冲][进出过]?)?来|[走跑转闪钻跳抢撞奔窜涌冲][进出过]|[站坐立蹲]着)了?{_COUNT}"
    rf"[个位名员伙群班帮种条][{HAN}]{{0,10}}?{_SORT}"
)
"""进来一个人, 走出一个穿青的丫头: somebody new."""
_LEAD = "(?:却说|且说|只[见听]得?|忽[见听有]|正[见听]|又|听得|见|便|早|时|当下|于是|有|那|这|山下|流星|伏路|哨探|探水|远探)*"
_CALLED = (
    "(?:掌柜的?|店[家伙员主]人?|伙计|茶房|家[人丁童]|管[家事账]的?|舵工|水手|船[家主夫]|[艄梢]公|[轿车马脚挑]夫|跟班的?|差[官役]|公[人差]|衙役|捕快|"
    "地保|更夫|士子|书生|道[士童]|老?尼姑|头陀|[门号]房|看门的|[仆佣]人|老仆|仆妇|女佣|保姆|厨[子师]|老板娘?|服务员|司机|护士|警察|保安|邻居|房东|"
    "书[办吏]|门[吏人斗]|皂隶|长随|继室|填房|老妈子|老[头汉]子?|汉子|大汉|军[官汉校]|小[校军]|小?喽[啰罗]兵?|探[子马]|报子|来[人使]|[旁路行土村乡]人|乡民|[左右前后对旁上下]边的?人|其?[一二三两数几]人)"
)
CALLING = re.compile(rf"\s*{_LEAD}{_CALLED}们?(?![里中内丛队群处])")
"""掌柜的笑着道: somebody who is named by a calling alone."""
SAYINGS = re.compile(
    r"(?:^|[，,。．！!？?；”」\"\n])\s*(?:正是|自古|古人|古语|古诗|俗[语话]|常言|尝言|谚语?|老话)[常有云说]*[道曰云说][：:，,]?\s*$"
)
"""常言道, 古人云: what everybody says, and nobody here."""
_PLACE = "(?:[里外前后旁左右上下对]边|门[外内口]|窗[外下]|楼[上下]|台下|隔壁|耳边|半空中?|空中|人[群丛]中?|远处|那头)"
HEARD = re.compile(rf"\s*(?:正?[只忽又便却猛]?然?(?:听[得见到]?|闻[得听]?))?{_PLACE}")
"""只听外边大嚷: somebody who is not seen."""


def speaks_unnamed(clause: str, name: int | None, tag: bool) -> bool:
    """Whether a clause before a speech is about somebody outside the cast.

    `name` is where it first names a member of the cast, and a `tag` is the clause that leads to the speech.
    """
    comes = COMES.search(clause)
    if comes:
        return name is None or (name < comes.start() and not SEES.search(clause, name, comes.start()))
    calling = CALLING.match(clause)
    if calling:
        return name is None or (name > calling.end() and not clause[:name].endswith(("是", "的")))
    return tag and name is None and HEARD.match(clause) is not None
