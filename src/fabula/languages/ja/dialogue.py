"""Japanese speech: in corners, as a paragraph of its own or before と. A word in corners (「猫」という) is none."""

from __future__ import annotations

from dataclasses import replace

from fabula.languages.topics.dialogue import DOUBLE, Marks
from fabula.languages.zh.dialogue import RULES as CHINESE

RULES = replace(
    CHINESE,
    systems=((Marks("「", "」"), DOUBLE), (Marks("『", "』"),)),
    said_before="",
    said_after=r"と(?!いう|呼|よば|よん|称|か|も|の|は|同)|って",
)
