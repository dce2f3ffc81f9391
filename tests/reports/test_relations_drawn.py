"""The character graph as it is drawn: one line for all that holds between two people."""

from __future__ import annotations

import re
from itertools import combinations

from fabula.reading.graph import Edge, Graph, Node
from fabula.reading.scenelist import Scene
from fabula.reports.relations import drawing, people_and_lines, picture

NODES = tuple(
    Node(name.lower(), name, (), count, 1, 3) for name, count in (("Ann", 3), ("Bob", 9), ("Cid", 5))
)
EDGES = (
    Edge("ann", "is daughter of", "bob", 4, (1, 3)),
    Edge("bob", "<b>scolds</b>", "ann", 2, (2,)),
    Edge("bob", "is ill", "bob", 7, (1,)),
)
GRAPH = Graph(NODES, EDGES, "extracted")
LISTED = [Scene(number, chapter, 0, "") for number, chapter in ((1, 1), (2, 1), (3, 4))]


def test_all_that_holds_between_two_is_one_line_and_a_state_is_none() -> None:
    people, lines = people_and_lines(GRAPH)
    assert [one.name for one in people] == ["Bob", "Ann"]
    assert [(line.one, line.other, line.strength) for line in lines] == [("ann", "bob", 6)]


def test_the_picture_says_what_is_told_most_whose_it_is_and_in_which_chapters() -> None:
    (line,) = picture(GRAPH, LISTED)["lines"]
    assert (line["one"], line["said"], line["other"], line["more"]) == ("ann", "is daughter of", "bob", 1)
    assert line["chapters"] == [1, 4]


def test_people_with_close_ties_make_a_circle_and_the_most_named_circle_is_the_first() -> None:
    names = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")
    people = tuple(Node(name, name, (), 9 - at, 1, 1) for at, name in enumerate(names))
    ties = [(a, b, 8) for group in (names[:3], names[3:]) for a in group for b in group if a < b] + [
        ("Cid", "Dot", 1)
    ]
    graph = Graph(people, tuple(Edge(a, "meets", b, n, (1,)) for a, b, n in ties), "co-occurrence")
    found = {one["name"]: one["circle"] for one in picture(graph, LISTED)["people"]}
    assert found == dict.fromkeys(names[:3], 1) | dict.fromkeys(names[3:], 2)


def test_words_of_a_model_are_no_markup_in_the_drawing() -> None:
    assert "<b>" not in drawing(GRAPH) and "&lt;b&gt;" in drawing(GRAPH)


def test_names_in_the_drawing_hide_neither_each_other_nor_that_some_are_left_out() -> None:
    people = tuple(Node(f"p{n:02}", f"Lady Nobody {n:02}", (), 90 - n, 1, 1) for n in range(40))
    ties = tuple(
        Edge(one.id, "meets", other.id, 1, (1,))
        for one, other in combinations(people, 2)
        if (int(one.id[1:]) * int(other.id[1:])) % 3 == 0
    )
    drawn = drawing(Graph(people, ties, "co-occurrence"))
    assert "The 30 people named most often, of 40." in drawn
    found = re.findall(r'<text x="([\d.]+)" y="([\d.]+)" text-anchor="middle"[^>]*>(.*?)</text>', drawn)
    boxes = [(float(x) - 3.5 * len(name), float(y), float(x) + 3.5 * len(name)) for x, y, name in found]
    assert len(found) > 10
    for one, other in combinations(boxes, 2):
        assert abs(one[1] - other[1]) >= 13 or one[2] <= other[0] or other[2] <= one[0]
    unnamed = [node.name for node in people[:30] if node.name not in {name for *_, name in found}]
    assert all(name in drawn.rsplit("<text", 1)[1] for name in unnamed)
