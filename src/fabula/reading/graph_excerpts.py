"""Where the book shows a relation: from each of its scenes, the lines in which the two people are mentioned
closest together."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from fabula.languages import Language
from fabula.reading.graph import Edge, Graph, NameFinder
from fabula.reading.scenelist import Scene
from fabula.text.sentences import sentences

_Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an excerpt, and whether it is a name that was asked about."""

    text: str
    is_name: bool = False


@dataclass(frozen=True, slots=True)
class SceneExcerpt:
    """A few lines of one scene."""

    scene: int
    chapter: int
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class ShownRelation:
    """A relation with excerpts from its scenes, at most the first `most`."""

    edge: Edge
    excerpts: tuple[SceneExcerpt, ...]
    further: int
    """Requested scenes that are not shown."""
    chapters: tuple[int, int]
    """The first and the last chapter that tells it, in the whole book."""


def between(graph: Graph, one: str, other: str) -> list[Edge]:
    """The relations of two people in either direction. For one person alone, their states."""
    return [edge for edge in graph.edges if {edge.subject, edge.object} == {one, other}]


def shown_relations(
    graph: Graph,
    edges: Sequence[Edge],
    listed: Sequence[Scene],
    language: str,
    chapters: tuple[int, int],
    most: int = 8,
) -> list[ShownRelation]:
    """Each relation with an excerpt of every scene in those chapters, first and last included."""
    finder = NameFinder(graph.nodes)
    rows = []
    for edge in edges:
        told = [listed[number - 1] for number in edge.scenes]
        asked = [scene for scene in told if chapters[0] <= scene.chapter <= chapters[1]]
        shown = tuple(
            SceneExcerpt(
                scene.number,
                scene.chapter,
                excerpt(scene.text, finder, {edge.subject, edge.object}, language),
            )
            for scene in asked[:most]
        )
        span = told[0].chapter, told[-1].chapter
        rows.append(ShownRelation(edge, shown, len(asked) - len(shown), span))
    return rows


def excerpt(text: str, finder: NameFinder, wanted: Collection[str], language: str) -> tuple[Part, ...]:
    """The lines of a scene that name the wanted people closest together. Its beginning if it names none of them."""
    places = [(name, start, end) for name, start, end in finder.places(text) if name in wanted]
    spans = sentences(text, language)
    room = Language(language).excerpting.scene_excerpt
    stretches = [_grown(span, spans, text, room) for span in _nearest(places, room)]
    if len(stretches) == 2 and stretches[0][1] >= stretches[1][0]:
        stretches = [(stretches[0][0], stretches[1][1])]
    return tuple(_parts(text, stretches, places))


def _nearest(places: Sequence[tuple[str, int, int]], room: int) -> list[_Span]:
    """The span from one name to the other if they are close, else one place for each."""
    pairs = [(one, other) for one, other in itertools.pairwise(places) if one[0] != other[0]]
    if not pairs:
        return [(places[0][1], places[0][2]) if places else (0, 0)]
    one, other = min(pairs, key=lambda pair: pair[1][1] - pair[0][2])
    if other[2] - one[1] <= room:
        return [(one[1], other[2])]
    return [(one[1], one[2]), (other[1], other[2])]


def _grown(core: _Span, spans: Sequence[_Span], text: str, room: int) -> _Span:
    """Extend to whole sentences, and to their neighbours while there is room. A very long sentence is cut."""
    touched = [n for n, (start, end) in enumerate(spans) if start <= core[1] and end >= core[0]]
    if not touched:
        return max(0, core[0] - room), min(len(text), core[1] + room)
    first, last = touched[0], touched[-1]
    while True:
        if last + 1 < len(spans) and spans[last + 1][1] - spans[first][0] <= room:
            last += 1
        elif first > 0 and spans[last][1] - spans[first - 1][0] <= room:
            first -= 1
        else:
            break
    return max(spans[first][0], core[0] - room), min(spans[last][1], core[1] + room)


def _parts(text: str, stretches: Sequence[_Span], places: Sequence[tuple[str, int, int]]) -> Iterator[Part]:
    """The spans with names marked, and an ellipsis wherever part of the scene is left out."""
    end = 0
    for start, stop in stretches:
        if text[end:start].strip():
            yield Part("… " if end == 0 else " … ")
        at = start
        for _, first, last in places:
            if at <= first and last <= stop:
                yield Part(text[at:first])
                yield Part(text[first:last], is_name=True)
                at = last
        yield Part(text[at:stop])
        end = stop
    if text[end:].strip():
        yield Part(" …")
