"""Who speaks, and how much.

In English and Spanish, conversations are followed turn by turn: a small trained ranker weighs tags, pronouns, actions,
forms of address and alternation, and says how sure it is. In other languages with rules only tags count.
"""

from __future__ import annotations

from fabula.reading.speech.attribution import speeches
from fabula.reading.speech.model import held_out
from fabula.reading.speech.said import Speech
from fabula.reading.speech.voices import Voice, voices

__all__ = ["Speech", "Voice", "held_out", "speeches", "voices"]
