"""Trains the ranker of speakers on annotated novels: `python -m fabula.benchmarks.people_training DATA FILE`.

The cast and the quotations are those that fabula finds, as in use. Confidence is fitted to novels by authors who took no part
in training. The file also holds a ranker without each author, so that novels of the corpus can be measured honestly.
"""

from __future__ import annotations

import json
import sys
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fabula.benchmarks.dialogism import Novel, Quotation, read_novels
from fabula.benchmarks.people_quotations import noted, placed
from fabula.errors import UsageError
from fabula.reading.cast import find_cast
from fabula.reading.parsed import parse
from fabula.reading.speech.attribution import Heard, hear
from fabula.reading.speech.chain import batch
from fabula.reading.speech.features import SOMEBODY_ELSE, Scene
from fabula.reading.speech.model import Ranker
from fabula.reading.speech.training import Floats, Lesson, Trial, calibrated, fit, weights
from fabula.text.files import read

_AUTHORS = {
    "Jane Austen": (
        "Emma",
        "MansfieldPark",
        "NorthangerAbbey",
        "Persuasion",
        "PrideAndPrejudice",
        "SenseAndSensibility",
    ),
    "E. M. Forster": ("APassageToIndia", "ARoomWithAView", "HowardsEnd", "WhereAngelsFearToTread"),
}
"""Authors of several novels of the corpus. Every other novel has its own author."""
_ROUNDS = 35
"""Steps of training where an author is held out."""


@dataclass(frozen=True, slots=True)
class Annotated:
    """A novel's scenes, with the quotations of each turn."""

    name: str
    lessons: list[Lesson]
    asked: list[list[list[tuple[Quotation, frozenset[int]]]]]
    """For each scene and turn: its quotations, and the candidates who are the noted speaker."""
    lost: int
    """Quotations that no turn holds."""

    @property
    def author(self) -> str:
        """Who wrote it, or its own name."""
        return next((who for who, novels in _AUTHORS.items() if self.name in novels), self.name)


def annotated(novel: Novel) -> Annotated:
    """Read a novel and find its turns."""
    book = read(novel.path)
    parsed, cast = parse(book), find_cast(book)
    cues = book.language.speech.cues
    if cues is None:
        raise UsageError(f"{novel.name} is in a language in which fabula cannot follow conversations")
    heard = hear(book, parsed, cast, cues)
    named = noted(novel.characters, cast)
    who = {index: named[one.name] for index, one in enumerate(heard.people) if one.name in named}
    asked = _asked(novel, placed(novel, book), heard, who)
    lessons = [
        Lesson(scene, [turn[0][1] if turn else None for turn in turns])
        for scene, turns in zip(heard.scenes, asked, strict=True)
    ]
    found = sum(len(turn) for turns in asked for turn in turns)
    return Annotated(novel.name, lessons, asked, len(novel.quotations) - found)


def _asked(
    novel: Novel, places: Sequence[tuple[int, int] | None], heard: Heard, who: dict[int, int]
) -> list[list[list[tuple[Quotation, frozenset[int]]]]]:
    pieces: dict[int, list[tuple[int, int, int, int]]] = defaultdict(list)
    for index, (chapter, scene) in enumerate(zip(heard.chapters, heard.scenes, strict=True)):
        for place, turn in enumerate(scene.turns):
            pieces[chapter].extend((start, end, index, place) for start, end in turn.spans)
    asked: list[list[list[tuple[Quotation, frozenset[int]]]]] = [
        [[] for _ in scene.turns] for scene in heard.scenes
    ]
    for quotation, at in zip(novel.quotations, places, strict=True):
        if at is None:
            continue
        inside = pieces[at[0]]
        found = bisect_right(inside, at[1], key=lambda piece: piece[0]) - 1
        if found < 0 or at[1] >= inside[found][1]:
            continue
        _, _, index, place = inside[found]
        fits = frozenset(
            each
            for each in heard.scenes[index].candidates[place]
            if quotation.speaker is not None and who.get(each) == quotation.speaker
        )
        asked[index][place].append((quotation, fits))
    return asked


def trials(novel: Annotated, vector: Floats) -> list[Trial]:
    """What weights that never saw the novel say of its quotations."""
    found: list[Trial] = []
    for lesson, asked in zip(novel.lessons, novel.asked, strict=True):
        chances = weights(vector).sums(batch([lesson.scene])).speakers[0]
        for turn, quotations in enumerate(asked):
            who, chance = _likeliest(lesson.scene, turn, chances[turn])
            found.extend(Trial(chance, who in fits) for _, fits in quotations)
    return found + [Trial(0.0, False)] * novel.lost


def _likeliest(scene: Scene, turn: int, chances: Floats) -> tuple[int | None, float]:
    candidates = scene.candidates[turn]
    if candidates[0] == SOMEBODY_ELSE:
        return None, 0.0
    index = int(chances[: len(candidates) - 1].argmax())
    return candidates[index], float(chances[index])


def train(novels: Sequence[Annotated]) -> dict[str, Any]:
    """The ranker, and one without each author, as a JSON document."""
    vectors: dict[str, Floats] = {}
    tried: list[Trial] = []
    for author in dict.fromkeys(novel.author for novel in novels):
        others = [lesson for novel in novels if novel.author != author for lesson in novel.lessons]
        vectors[author] = fit(others, steps=_ROUNDS)
        for novel in novels:
            if novel.author == author:
                tried.extend(trials(novel, vectors[author]))
    whole = calibrated(fit([lesson for novel in novels for lesson in novel.lessons]), tried)
    return {
        "ranker": whole.dump(),
        "without": [
            {
                "novels": [novel.name for novel in novels if novel.author == author],
                "ranker": Ranker(weights(vector), whole.slope, whole.level, whole.least).dump(),
            }
            for author, vector in vectors.items()
        ],
    }


def main(data: str, file: str) -> None:
    """Train on a folder of novels and write the file that fabula ships."""
    document = train([annotated(novel) for novel in read_novels(Path(data))])
    Path(file).write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
