"""Draws the character graph: names as points, relations as lines whose text appears on hover."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import networkx as nx
from markupsafe import escape

from fabula.notices import Notice
from fabula.reports.palette import DAY

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fabula.reading.graph import Edge, Graph, Node
    from fabula.reading.scenelist import Scene

WIDTH, HEIGHT, MARGIN = 900, 640, 70
PEOPLE = 30
SEED = 7
CIRCLES = 5
"""A page has so many colours for circles of people."""
LEAST_CIRCLE = 2
_LETTER = 16
"""The height of a name in the drawing."""
_Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(frozen=True, slots=True)
class Line:
    """All relations between two people, drawn as one line. The most frequent comes first."""

    one: str
    other: str
    edges: tuple[Edge, ...]

    @property
    def strength(self) -> int:
        return sum(edge.support for edge in self.edges)


def people_and_lines(graph: Graph) -> tuple[list[Node], list[Line]]:
    """Everyone with a tie, most named first, and the ties, strongest first. States of one person are not drawn."""
    gathered: dict[tuple[str, str], list[Edge]] = defaultdict(list)
    for edge in graph.edges:
        if edge.subject != edge.object:
            one, other = sorted((edge.subject, edge.object))
            gathered[one, other].append(edge)
    tied = {name for pair in gathered for name in pair}
    people = sorted(
        (node for node in graph.nodes if node.id in tied), key=lambda node: (-node.mentions, node.id)
    )
    lines = [Line(*pair, tuple(edges)) for pair, edges in gathered.items()]
    return people, sorted(lines, key=lambda line: (-line.strength, line.one, line.other))


def picture(graph: Graph, listed: Sequence[Scene]) -> dict[str, Any]:
    """What a page needs to draw the graph itself and to show only some chapters."""
    people, lines = people_and_lines(graph)
    circle = circles(people, lines)
    return {
        "people": [
            {"id": node.id, "name": node.name, "mentions": node.mentions, "circle": circle.get(node.id, 0)}
            for node in people
        ],
        "lines": [
            {
                "one": line.edges[0].subject,
                "other": line.edges[0].object,
                "said": line.edges[0].predicate,
                "more": len(line.edges) - 1,
                "strength": line.strength,
                "chapters": sorted(
                    {listed[number - 1].chapter for edge in line.edges for number in edge.scenes}
                ),
            }
            for line in lines
        ],
        "directed": graph.method == "extracted",
    }


def circles(people: Sequence[Node], lines: Sequence[Line]) -> dict[str, int]:
    """Who belongs together by their ties: circles are numbered from the most mentioned. Small ones have no number."""
    made = nx.Graph()
    made.add_weighted_edges_from((line.one, line.other, line.strength) for line in lines)
    mentions = {node.id: node.mentions for node in people}
    found = [sorted(each) for each in nx.community.louvain_communities(made, weight="weight", seed=SEED)]
    ranked = sorted(found, key=lambda each: (-sum(mentions[who] for who in each), each))
    large = [each for each in ranked if len(each) >= LEAST_CIRCLE][:CIRCLES]
    return {who: number for number, each in enumerate(large, 1) for who in each}


def drawing(graph: Graph) -> str:
    """An SVG of the most named people and their relations. The same graph gives the same drawing."""
    people, lines = people_and_lines(graph)
    shown = people[:PEOPLE]
    places = _places(shown, graph)
    labels, hidden = _labels(shown, places)
    names = {node.id: node.name for node in graph.nodes}
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        'font-family="system-ui, sans-serif" font-size="13">',
        f'<rect width="100%" height="100%" fill="{DAY["ground"]}"/>',
        *(_line(places, line, names) for line in lines if line.one in places and line.other in places),
        *(_point(node, places[node.id], shown[0].mentions) for node in shown),
        *labels,
        *_left_out(shown, people, hidden),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _places(shown: list[Node], graph: Graph) -> dict[str, tuple[float, float]]:
    made = nx.Graph()
    made.add_nodes_from(node.id for node in shown)
    for edge in graph.edges:
        if edge.subject != edge.object and made.has_node(edge.subject) and made.has_node(edge.object):
            made.add_edge(edge.subject, edge.object)
    if not shown:
        return {}
    found = nx.spring_layout(
        made, pos=nx.circular_layout(made), seed=SEED, k=2 / len(shown) ** 0.5, iterations=200
    )
    return {
        name: (
            round(WIDTH / 2 + float(x) * (WIDTH / 2 - MARGIN), 1),
            round(HEIGHT / 2 + float(y) * (HEIGHT / 2 - MARGIN), 1),
        )
        for name, (x, y) in found.items()
    }


def _line(places: dict[str, tuple[float, float]], line: Line, names: dict[str, str]) -> str:
    (x, y), (x2, y2) = places[line.one], places[line.other]
    text = "\n".join(
        f"{names[e.subject]} | {e.predicate} | {names[e.object]} ({e.support})" for e in line.edges
    )
    return (
        f'<line x1="{x}" y1="{y}" x2="{x2}" y2="{y2}" stroke="{DAY["band"]}" stroke-width="{min(8, 1 + line.strength**0.5 / 2):.1f}">'
        f"<title>{_plain(text)}</title></line>"
    )


def _point(node: Node, place: tuple[float, float], most: int) -> str:
    x, y = place
    return (
        f'<circle cx="{x}" cy="{y}" r="{_size(node, most):.1f}" fill="{DAY["accent"]}">'
        f"<title>{_plain(node.name)}: {node.mentions}</title></circle>"
    )


def _size(node: Node, most: int) -> float:
    return 4 + 9 * math.sqrt(node.mentions / max(1, most))


def _labels(shown: list[Node], places: dict[str, tuple[float, float]]) -> tuple[list[str], list[str]]:
    """The names where they hide neither a point nor another name, the most named first; and those without such a place."""
    most = shown[0].mentions if shown else 1
    taken: list[_Box] = []
    for node in shown:
        (x, y), size = places[node.id], _size(node, most)
        taken.append((x - size, y - size, x + size, y + size))
    drawn, hidden = [], []
    for node in shown:
        box = next(
            (
                each
                for each in _beside(places[node.id], _size(node, most), _wide(node.name))
                if _inside(each) and not any(_meet(each, other) for other in taken)
            ),
            None,
        )
        if box is None:
            hidden.append(node.name)
            continue
        taken.append(box)
        middle, foot = (box[0] + box[2]) / 2, box[3] - 4
        drawn.append(
            f'<text x="{middle:.1f}" y="{foot:.1f}" text-anchor="middle" fill="{DAY["ink"]}">{_plain(node.name)}</text>'
        )
    return drawn, hidden


def _beside(place: tuple[float, float], size: float, wide: float) -> Iterator[_Box]:
    """Where a name may stand: above, below, right and left of its point, then further away."""
    x, y = place
    for gap in (3, 14, 26):
        off = size + gap
        for middle, top in (
            (x, y - off - _LETTER),
            (x, y + off),
            (x + off + wide / 2, y - _LETTER / 2),
            (x - off - wide / 2, y - _LETTER / 2),
        ):
            yield middle - wide / 2, top, middle + wide / 2, top + _LETTER


def _wide(name: str) -> float:
    return sum(13.0 if letter > "\u2e80" else 7.6 for letter in name)


def _inside(box: _Box) -> bool:
    return box[0] >= 0 and box[1] >= 0 and box[2] <= WIDTH and box[3] <= HEIGHT - 2 * _LETTER


def _meet(one: _Box, other: _Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _left_out(shown: list[Node], people: list[Node], hidden: list[str]) -> Iterator[str]:
    """What the drawing does not show, at its foot."""
    said = []
    if len(shown) < len(people):
        said.append(Notice.of("facts.graph-cut", n=len(shown), of=len(people)))
    if hidden:
        said.append(Notice.of("facts.graph-unnamed", names=", ".join(hidden)))
    for line, notice in enumerate(said):
        foot = HEIGHT - 6 - _LETTER * (len(said) - 1 - line)
        yield f'<text x="8" y="{foot}" font-size="11" fill="{DAY["muted"]}">{_plain(str(notice))}</text>'


def _plain(text: str) -> str:
    return str(escape("".join(letter for letter in text if letter in "\n\t" or letter.isprintable())))
