"""The scenes of a chapter: runs of turns, and who could speak in each turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from fabula.reading.speech.evidence import by_narration, by_speech, by_tag, following
from fabula.reading.speech.features import NEXT, SOMEBODY_ELSE, Scene, Sheet
from fabula.reading.speech.standing import FAR, People, Standing
from fabula.reading.speech.tags import Subject
from fabula.reading.speech.turns import Talk, Turn

MOST_CANDIDATES = 11
RECENT = 8
"""How many of the people named last are candidates."""
SAME_NOUN = 4
"""How many people with the word of a tag in their names are candidates."""
NEAR = 4
"""How many paragraphs away a turn may be to bear on another."""


def scenes(talk: Talk, people: People) -> list[Scene]:
    """The scenes of a chapter."""
    standing = Standing(talk, people)
    found: list[Scene] = []
    sheets: list[Sheet] = []
    start = 0
    for n, turn in enumerate(talk.turns):
        if n > start and turn.first - talk.turns[n - 1].paragraph > FAR:
            found.append(_scene(talk.turns[start:n], sheets))
            start, sheets = n, []
        sheets.append(_sheet(talk, n, standing))
        if turn.tag is not None and turn.tag.who is not None:
            standing.tagged_at[turn.tag.who] = turn.paragraph
    if sheets:
        found.append(_scene(talk.turns[start:], sheets))
    return found


def _scene(turns: list[Turn], sheets: Sequence[Sheet]) -> Scene:
    rows = np.zeros((len(turns), len(NEXT)), dtype=np.float32)
    for n in range(1, len(turns)):
        following(rows[n], turns[n - 1], turns[n])
    return Scene(turns, [sheet.who for sheet in sheets], [sheet.rows for sheet in sheets], rows)


def _sheet(talk: Talk, n: int, standing: Standing) -> Sheet:
    turn = talk.turns[n]
    standing.read_to(turn.first)
    standing.see(turn.earlier, turn.first)
    before = turn.earlier or _narration(talk, turn.first - 1)
    after = _narration(talk, turn.paragraph + 1)
    near = {
        distance: other
        for distance in (-2, -1, 1, 2)
        if 0 <= n + distance < len(talk.turns)
        and abs((other := talk.turns[n + distance]).paragraph - turn.paragraph) <= NEAR
    }
    sheet = Sheet(_candidates(turn, after, near, standing))
    ranks = standing.observe(sheet, turn)
    by_tag(sheet, turn, before, standing, ranks)
    by_narration(sheet, turn, before, after, standing.people)
    by_speech(sheet, turn, near)
    return sheet


def _narration(talk: Talk, paragraph: int) -> Sequence[Subject]:
    return talk.subjects[paragraph] if 0 <= paragraph < len(talk.subjects) else ()


def _candidates(
    turn: Turn, after: Sequence[Subject], near: Mapping[int, Turn], standing: Standing
) -> list[int]:
    """Whom the tag, the narration here, lately and next, and the turns around name; the surest first."""
    found: list[int | None] = []
    if turn.tag is not None:
        found.append(turn.tag.who)
        if turn.tag.noun:
            found.extend(standing.people.bearers.get(turn.tag.noun, [])[:SAME_NOUN])
    found.extend(each.who for each in turn.subjects)
    found.extend(standing.recent(RECENT))
    for other in near.values():
        found.extend(sorted(other.called))
        found.append(other.tag.who if other.tag is not None else None)
    found.extend(each.who for each in after)
    people = [who for who in dict.fromkeys(found) if who is not None]
    return [*people[:MOST_CANDIDATES], SOMEBODY_ELSE]
