"""Draws the character graph: names as points, relations as lines whose text appears on hover."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import networkx as nx
from markupsafe import escape

from fabula.reports.palette import DAY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.reading.graph import Edge, Graph, Node
    from fabula.reading.scenelist import Scene

WIDTH, HEIGHT, MARGIN = 900, 640, 70
PEOPLE = 30
SEED = 7
CIRCLES = 5
"""A page has so many colours for circles of people."""
LEAST_CIRCLE = 2


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
    names = {node.id: node.name for node in graph.nodes}
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        'font-family="system-ui, sans-serif" font-size="13">',
        f'<rect width="100%" height="100%" fill="{DAY["ground"]}"/>',
        *(_line(places, line, names) for line in lines if line.one in places and line.other in places),
        *(_point(node, places[node.id], shown[0].mentions) for node in shown),
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
    size = 4 + 9 * (node.mentions / max(1, most)) ** 0.5
    return (
        f'<circle cx="{x}" cy="{y}" r="{size:.1f}" fill="{DAY["accent"]}"><title>{_plain(node.name)}: {node.mentions}</title></circle>'
        f'<text x="{x}" y="{y - size - 4:.1f}" text-anchor="middle" fill="{DAY["ink"]}">{_plain(node.name)}</text>'
    )


def _plain(text: str) -> str:
    return str(escape("".join(letter for letter in text if letter in "\n\t" or letter.isprintable())))
