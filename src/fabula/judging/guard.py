"""Find passages of a manuscript that address its judge, show where they are, and by default mask them.

A story may contain commands of every kind. The guard looks for text that no character would say to another: orders to
ignore instructions, to give a score, to take on a role, and the control marks of chat models. It reads the text as a
model would: full-width letters, look-alikes from other alphabets, invisible characters and s p a c e d letters do not
hide anything.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from fabula.text.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabula.text.book import Book

MASK = "[…]"
Reason = Literal[
    "sets-aside", "asks-score", "speaks-to-model", "gives-role", "dictates-answer", "control-marks"
]
"""How a passage was recognised. Reports put it into words."""


@dataclass(frozen=True, slots=True)
class Instruction:
    """One sentence that addresses a judge, word for word, with its place."""

    quote: str
    chapter: int
    offset: int
    why: Reason


def _any(*words: str) -> str:
    return "(?:" + "|".join(words) + ")"


_SET_ASIDE = _any(
    "ignor(?:e|ing)", "disregard(?:ing)?", "forget", "overrid(?:e|ing)", "bypass", "set aside", "do not follow", "don't follow",
    "stop following", "pay no (?:heed|attention) to", "discard", "cancel", "replace",
)  # fmt: skip
_ORDERS = _any(
    "instructions?", "prompts?", "guidelines?", "directions?", "directives?", "criteria", "rubrics?", "system messages?",
    "system prompts?", "rules? (?:above|you|given)", "scoring rules?", "evaluation rules?",
)  # fmt: skip
_EARLIER = _any(
    "above", "all", "any", "earlier", "every", "foregoing", "given", "other", "preceding", "previous", "prior", "system", "these",
    "those", "your",
)  # fmt: skip
_WORK = _any(
    "novel",
    "book",
    "story",
    "manuscript",
    "chapter",
    "text",
    "work",
    "piece",
    "submission",
    "fiction",
    "essay",
)
_GIVE = _any(
    "give",
    "award",
    "assign",
    "grant",
    "rate",
    "score",
    "grade",
    "mark",
    "evaluate",
    "output",
    "return",
    "report",
)
_TOP = _any(
    "100", "10(?:/10| out of 10)?", r"5(?:/5| out of 5)?(?= stars?| points?)", "five stars?", "ten out of ten", "full marks?",
    "full points?", "a hundred", "one hundred", "(?:the )?(?:maximum|highest|top|perfect|best)(?: possible)?",
)  # fmt: skip
_SCORE = _any("scores?", "marks?", "ratings?", "points?", "grades?", "evaluation", "stars?", "verdict")
_JUDGE = _any(
    "(?:ai|llm|language) ?-?(?:models?|judges?|evaluators?|graders?|assistants?|reviewers?|systems?|readers?)?", "chat ?-?bots?",
    "large language models?", "automated (?:judges?|reviewers?|evaluators?|graders?)", "gpt(?:-?\\d\\w*)?", "chatgpt", "claude",
    "evaluators?", "graders?", "model reading this", "assistant",
)  # fmt: skip

_ENGLISH: tuple[tuple[str, Reason], ...] = (
    (rf"\b{_SET_ASIDE}\b[^.!?\n]{{0,30}}\b{_EARLIER}\b[^.!?\n]{{0,30}}\b{_ORDERS}\b", "sets-aside"),
    (rf"\b{_SET_ASIDE}\b[^.!?\n]{{0,20}}\b(?:everything|all|anything|the text|what is|what was)\b[^.!?\n]{{0,20}}\b(?:above|before this|said before|written above|prior)\b", "sets-aside"),
    (rf"\b{_SET_ASIDE}\b (?:all (?:of )?)?(?:the |what is |what stands )?(?:above|foregoing|preceding text)\b", "sets-aside"),
    (r"\b(?:score|rating|grade|mark)s?(?: of|:| =| at)? (?:100|10/10|5/5|100/100)\b", "asks-score"),
    (r"\b(?:score|rate|grade|mark)\b (?:it|this|everything|all|each|every)\b[^.!?\n]{0,25}\b(?:100|10|full marks)\b", "asks-score"),
    (rf"\b(?:to|for|dear|attention) (?:the |any |all |whichever |every )?{_JUDGE} (?:reading|scoring|grading|judging|evaluating)\b", "speaks-to-model"),
    (rf"\b{_GIVE}\b[^.!?\n]{{0,40}}\b{_WORK}\b[^.!?\n]{{0,40}}\b{_TOP}\b", "asks-score"),
    (rf"\b{_GIVE}\b[^.!?\n]{{0,40}}\b{_TOP}\b[^.!?\n]{{0,25}}\b{_SCORE}\b[^.!?\n]{{0,40}}\b(?:{_WORK}|every (?:aspect|dimension|criterion)|all (?:aspects|dimensions|criteria)|each (?:aspect|dimension))\b", "asks-score"),
    (rf"\b(?:overall )?(?:score|rating|grade)s? (?:must|should|shall|has to|have to|will|is to) (?:be|read|equal)\b[^.!?\n]{{0,20}}(?:{_TOP}|\d+)", "asks-score"),
    (rf"\b(?:note|message|notice|instructions?|attention|memo|hint|reminder|important)\b[^.!?\n]{{0,20}}\b(?:to|for)?:? ?(?:the |any |all |whichever |every )?{_JUDGE}\b ?[:,—-]", "speaks-to-model"),
    (r"\b(?:you are|you're|act|behave|pretend to be|respond|imagine you are)\b[^.!?\n]{0,15}\b(?:now |as |like )?(?:an? |the )?(?:ai|llm|language model|large language model|chatgpt|unrestricted|jailbroken|developer mode|evaluator that|grader that|judge who always)\b", "gives-role"),
    (r"\bas an? (?:ai|llm|language model|large language model|automated (?:judge|reviewer|evaluator))\b[^.!?\n]{0,60}\b(?:must|should|shall|are|have to|need to|please)\b", "speaks-to-model"),
    (rf"\bif you are an? {_JUDGE}\b", "speaks-to-model"),
    (r"\b(?:respond|answer|reply|output|return|print)\b[^.!?\n]{0,15}\bonly\b[^.!?\n]{0,30}\b(?:score|rating|json|number|100|10|5)\b", "dictates-answer"),
    (r"\b(?:do not|don't|never)\b[^.!?\n]{0,20}\b(?:mention|list|report|include|criticise|criticize)\b[^.!?\n]{0,25}\b(?:weakness(?:es)?|flaws?|this instruction|these instructions|shortcomings)\b", "dictates-answer"),
    (r"\bnew (?:system )?(?:instructions?|prompt|task)\s*:", "sets-aside"),
    (r"\b(?:ignoreall|ignorethe|ignoreprevious|ignoreabove|disregardall|disregardthe)[a-z]*", "sets-aside"),
)  # fmt: skip

_SET_ASIDE_ZH = _any("忽略", "无视", "無視", "忘记", "忘記", "忘掉", "不要理会", "不必理会", "别管", "抛开", "跳过", "撤销", "取消", "不要遵守", "不再遵循", "停止遵循", "覆盖")  # fmt: skip
_ORDERS_ZH = _any(
    "指令",
    "指示",
    "提示词",
    "提示",
    "要求",
    "规则",
    "規則",
    "设定",
    "评分标准",
    "评价标准",
    "说明",
    "系统消息",
)
_TOP_ZH = _any(
    "满分",
    "滿分",
    "最高分",
    "最高的分",
    "一百分",
    "100 ?分?",
    "10 ?分",
    "5 ?分",
    "五分",
    "五星",
    "5 ?星",
    "最高评价",
    "高分",
)
_JUDGE_ZH = _any("ai", "AI", "人工智能", "大模型", "语言模型", "語言模型", "评审模型", "评分模型", "评委", "评审", "评分者", "评估者", "打分者", "助手", "机器人")  # fmt: skip
_CHINESE: tuple[tuple[str, Reason], ...] = (
    (rf"{_SET_ASIDE_ZH}[^。！？\n]{{0,15}}(?:以上|上述|上面|之前|前面|此前|先前|所有|一切|任何|原有|系统|你的|一切)[^。！？\n]{{0,12}}{_ORDERS_ZH}", "sets-aside"),
    (rf"(?:以上|上述|之前|前面|先前|所有)的?{_ORDERS_ZH}[^。！？\n]{{0,8}}(?:作废|无效|忽略|取消|不算|失效)", "sets-aside"),
    (rf"(?:请|務必|务必|必须|一律|直接|应当|应该|需要)[^。！？\n]{{0,20}}(?:打|给|给出|给予|评|评为|判|输出|返回)[^。！？\n]{{0,15}}{_TOP_ZH}", "asks-score"),
    (rf"(?:给|为|对)(?:本|这|此|该)(?:书|文|作|篇|小说|作品|章|部)[^。！？\n]{{0,15}}{_TOP_ZH}", "asks-score"),
    (rf"(?:每一?项|各项|所有(?:维度|方面|项目))[^。！？\n]{{0,10}}(?:打|给|评|都)[^。！？\n]{{0,8}}{_TOP_ZH}", "asks-score"),
    (rf"(?:致|告|给|提醒|请)(?:各位|这位|本次|本文的?|阅读本文的)?{_JUDGE_ZH}[：:，,]", "speaks-to-model"),
    (rf"(?:如果|若|假如)你是(?:一个|一名|一位)?{_JUDGE_ZH}", "speaks-to-model"),
    (rf"(?:你现在是|你是一个|你是一名|作为一个|作为一名|请扮演)(?:专业的?|公正的?)?{_JUDGE_ZH}", "gives-role"),
    (r"(?:只需?|仅)(?:回答|输出|返回|回复)[^。！？\n]{0,10}(?:分数|评分|数字|100|10|5|JSON|json)", "dictates-answer"),
    (r"(?:不要|不得|切勿)(?:提及|指出|写出|列出)[^。！？\n]{0,8}(?:缺点|不足|弱点|本指令|这条指令)", "dictates-answer"),
    (r"(?:新的?|以下为)(?:系统)?(?:指令|提示词|任务)[：:]", "sets-aside"),
)  # fmt: skip
_MARKS: tuple[tuple[str, Reason], ...] = (
    (r"<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)\|>|\[/?INST\]|<</?SYS>>|^[ \t]*(?:###[ \t]*)?(?:system|assistant)\s*(?:prompt|message)?\s*:\s*\S|</?(?:system|instructions?|manuscript)[^>\n]{0,20}>", "control-marks"),
)  # fmt: skip

_PATTERNS = tuple(
    (re.compile(pattern, re.IGNORECASE | re.MULTILINE), why)
    for pattern, why in (*_ENGLISH, *_CHINESE, *_MARKS)
)

_LOOKS_LIKE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F) if chr(code) not in "！？，：；"} | dict(
    zip(
        map(ord, "аеорсхуіјѕԁӏІЅЈАЕОРСХВНКМТΑΒΕΖΗΙΚΜΝΟΡΤΥΧο"),
        map(ord, "aeopcxyijsdlISJAEOPCXBHKMTABEZHIKMNOPTYXo"),
        strict=True,
    )
)
_INVISIBLE = re.compile(
    "[\u200b-\u200f\u2060-\u2064\ufeff\u00ad\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]"
)
_SPACED = re.compile(r"(?:\b[A-Za-z][ .\-_*·]{1,3}){7,}[A-Za-z]\b")


def find_instructions(book: Book) -> tuple[Instruction, ...]:
    """Every sentence of the book that addresses its judge, in the order of the text."""
    found = []
    for chapter in book.chapters:
        spans: dict[tuple[int, int], Reason] = {}
        bounds = None
        for start, end, why in _hits(chapter.text):
            if bounds is None:
                bounds = sentences(chapter.text, book.language)
            spans.setdefault(_whole_sentence(bounds, start, end), why)
        found += [
            Instruction(chapter.text[start:end].strip(), chapter.number, start, why)
            for (start, end), why in sorted(spans.items())
        ]
    return tuple(found)


def mask(book: Book, instructions: tuple[Instruction, ...]) -> Book:
    """The book as its judge sees it, with every such sentence replaced by a neutral mark."""
    if not instructions:
        return book
    chapters = []
    for chapter in book.chapters:
        text = chapter.text
        for passage in sorted(
            (one for one in instructions if one.chapter == chapter.number), key=lambda one: -one.offset
        ):
            end = passage.offset + len(passage.quote)
            text = text[: passage.offset] + MASK + text[end:]
        chapters.append(replace(chapter, text=text))
    return replace(book, chapters=tuple(chapters))


def _hits(text: str) -> Iterator[tuple[int, int, Reason]]:
    """Where the text addresses a judge, as offsets into the original text."""
    plain = text.translate(_LOOKS_LIKE)
    places = None
    if _INVISIBLE.search(plain):
        places = [place for place, letter in enumerate(plain) if not _INVISIBLE.match(letter)]
        plain = "".join(plain[place] for place in places)
    for pattern, why in _PATTERNS:
        for hit in pattern.finditer(plain):
            start, end = hit.span()
            yield (start, end, why) if places is None else (places[start], places[end - 1] + 1, why)
    for run in _SPACED.finditer(plain):
        letters = re.sub(r"[^A-Za-z]", "", run.group())
        for pattern, why in _PATTERNS:
            if pattern.search(letters):
                start, end = run.span()
                yield (start, end, why) if places is None else (places[start], places[end - 1] + 1, why)


def _whole_sentence(bounds: list[tuple[int, int]], start: int, end: int) -> tuple[int, int]:
    """The sentences that a hit touches, from the first's start to the last's end."""
    starts = [span[0] for span in bounds]
    first = max(bisect_right(starts, start) - 1, 0)
    last = max(bisect_right(starts, end - 1) - 1, first)
    return (min(bounds[first][0], start), max(bounds[last][1], end)) if bounds else (start, end)
