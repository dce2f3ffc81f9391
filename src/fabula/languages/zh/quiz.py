"""Quizzes and synopses in Chinese."""

from __future__ import annotations

from fabula.languages.topics.quiz import QuizRules

RULES = QuizRules(
    frame="关于《{title}》这本小说，{question}",
    lowers_first=False,
    question="题目：",
    answer="答案是：",
    chosen="请回答下面这道关于小说的选择题。回复的最后一行写“ANSWER: X”，其中 X 为 {letters} 之一。\n\n{question}\n\n{choices}",
    clear="题目是否通顺、明白，而且针对这部小说？",
    kind="题目是否属于所标的类别？",
    sound="原著能否证明这个答案，而且只有这个答案？",
    options="没有读过书的人是否会觉得每个错误选项可信？",
    contrary="题目的假设是否与原著相反？",
    synopsis=("人物", "情节", "场景"),
)
