"""Chinese speech: in double marks or corners, rarely in single ones."""

from __future__ import annotations

from dataclasses import replace

from fabula.languages.topics.dialogue import DOUBLE, SINGLE, DialogueRules, Marks

_NAMES = r"(?:名[叫唤喚]|[叫唤喚][做作]|[称稱][做作为為]|皆只?叫)[“「\"].[”」\"]"
"""名叫“甘桔汤”."""
_CALLED = r"叫[“「\"][^。．！？!?，,…][”」\"][一-龥]"
"""What somebody is called by: 便叫“快腿”陈远去送信."""
_POEMS = r"(?<![念吟读讀诵誦作题題])[诗詩词詞][云曰][：:][“「\"].[”」\"]"
"""古诗云：“…”, but not what somebody recites."""
_CORNERS = Marks("「", "」", within=Marks("『", "』"))
RULES = DialogueRules(
    systems=((replace(DOUBLE, within=SINGLE), _CORNERS), (Marks("『", "』"),), (Marks("‘", "’"),)),
    first_used=True,
    by_turn=True,
    said_before="道说說曰问問答叫喊云",
    names=f"{_NAMES}|{_CALLED}|{_POEMS}",
    lead_in="：:",
)
