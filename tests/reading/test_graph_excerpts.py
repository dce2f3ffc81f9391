"""For every relation, the lines that tell it: where the two people are named closest together."""

from __future__ import annotations

from fabula.languages import ENGLISH
from fabula.reading.graph import Edge, Graph, NameFinder, Node, met
from fabula.reading.graph_excerpts import Part, between, excerpt, shown_relations
from fabula.reading.scenelist import Scene, scenes
from fabula.text.files import read
from reading.small_books import EXAMPLES

ROOM = ENGLISH.excerpting.scene_excerpt

FINDER = NameFinder([Node("ann", "Ann", ("Miss Lee",), 1, 1, 1), Node("bob", "Bob", (), 1, 1, 1)])
IDLE = "The rain went on all day. " * 40


def plain(parts: tuple[Part, ...]) -> str:
    return "".join(part.text for part in parts)


def test_the_lines_are_those_where_both_are_named_and_the_names_are_told_apart() -> None:
    parts = excerpt(f"Ann slept. {IDLE}Bob saw Miss Lee. {IDLE}Bob left.", FINDER, {"ann", "bob"}, "en")
    assert "Bob saw Miss Lee." in plain(parts)
    assert [part.text for part in parts if part.is_name] == ["Bob", "Miss Lee"]
    assert plain(parts).startswith("… ") and plain(parts).endswith(" …")
    assert len(plain(parts)) <= ROOM + 10


def test_two_who_stand_far_apart_have_a_place_each() -> None:
    said = plain(excerpt(f"Ann slept. {IDLE * 3}Bob left.", FINDER, {"ann", "bob"}, "en"))
    assert said.startswith("Ann slept.") and said.endswith("Bob left.") and " … " in said
    assert len(said) < 2 * ROOM + 10


def test_a_scene_that_names_neither_is_shown_from_its_beginning() -> None:
    said = plain(excerpt(f"Nobody came. {IDLE}", FINDER, {"ann", "bob"}, "en"))
    assert said.startswith("Nobody came.") and said.endswith(" …")


def test_a_sentence_without_end_is_cut_about_the_name() -> None:
    said = plain(excerpt("and then " * 4000 + "Ann " + "and then " * 4000, FINDER, {"ann"}, "en"))
    assert "Ann" in said and len(said) < 3 * ROOM


def test_scenes_outside_the_chapters_asked_for_are_not_told_and_the_rest_is_counted() -> None:
    nodes = (Node("ann", "Ann", (), 9, 1, 9), Node("bob", "Bob", (), 9, 1, 9))
    edge, state = Edge("ann", "knows", "bob", 9, tuple(range(1, 10))), Edge("ann", "is ill", "ann", 1, (2,))
    graph = Graph(nodes, (edge, state), "extracted")
    listed = [Scene(number, number, 0, "Ann met Bob.") for number in range(1, 10)]
    assert between(graph, "bob", "ann") == [edge] and between(graph, "ann", "ann") == [state]
    (row,) = shown_relations(graph, [edge], listed, "en", (3, 8), most=2)
    assert [each.chapter for each in row.excerpts] == [3, 4] and row.further == 4


def test_every_excerpt_of_a_chinese_book_stands_in_its_scene() -> None:
    book = read(EXAMPLES / "seven-keys.zh.txt")
    listed = scenes(book)
    graph = met(book, listed)
    rows = shown_relations(graph, graph.edges[:5], listed, book.language, (1, len(book.chapters)))
    shown = [one for row in rows for one in row.excerpts]
    assert shown
    for one in shown:
        assert any(part.is_name for part in one.parts)
        for stretch in plain(one.parts).strip("… ").split(" … "):
            assert stretch in listed[one.scene - 1].text
