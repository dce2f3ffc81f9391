"""How Chinese is written."""

from __future__ import annotations

from fabula.languages.topics.writing import WritingRules

RULES = WritingRules(
    unit="字",
    length="{n}字",
    joiner="",
    separator="、",
    last_separator="和",
    clause_separator="；",
    colon="：",
    comma="，",
    brackets=("（", "）"),
    title_marks=("《", "》"),
    strengths="长处：",
    weaknesses="不足：",
    untitled="无题",
    opening="开篇",
    whole_text="正文",
    section="第{n}段",
    chapter="第{n}章",
    titled_chapter="第{n}章（{title}）",
)
