"""Sizes in Chinese."""

from __future__ import annotations

from fabula.languages.topics.excerpting import ExcerptRules

RULES = ExcerptRules(
    plot_length=1600,
    chapter_least=40,
    telling=(12, 120),
    usual_sentence=30,
    scene_excerpt=140,
    gram=4,
    least_near=10,
    least_part=4,
)
