"""The character graph: names joined over scenes, predicates counted together, evidence kept."""

from __future__ import annotations

import asyncio
import json
import random
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from fabula.errors import UsageError
from fabula.models.door_settings import DoorSettings
from fabula.models.opening import open_door
from fabula.reading.aliases import join_names
from fabula.reading.extraction import extract_graph
from fabula.reading.graph import Graph, Notes, build, met, relations
from fabula.reading.graph_files import document, graphml, load
from fabula.reading.scenelist import scenes
from fabula.text.book import Book, Chapter
from fabula.text.files import read
from loopback import Behaviour, Loopback, refusal
from reading.small_books import EXAMPLES, book_of


def joined(*groups: tuple[str, ...], language: str = "en") -> dict[str, set[str]]:
    names = join_names([(group,) for group in groups], language)
    return {person.name: set(person.forms) for person in names.people}


def test_a_given_name_and_a_full_name_are_one() -> None:
    assert joined(("Frodo",), ("Frodo Baggins",), ("Frodo", "Mr. Underhill")) == {
        "Frodo Baggins": {"Frodo", "Frodo Baggins", "Mr. Underhill"}
    }


def test_a_shared_surname_alone_joins_nobody() -> None:
    assert set(joined(("Frodo Baggins",), ("Bilbo Baggins",))) == {"Frodo Baggins", "Bilbo Baggins"}


def test_two_daughters_stay_two_though_a_model_joins_them() -> None:
    assert len(joined(("Jane Bennet", "Elizabeth Bennet"), ("Elizabeth Bennet", "Lizzy"))) == 2


def test_husband_and_wife_stay_two() -> None:
    assert len(joined(("Mr. Collins", "Mrs. Collins"), ("Mrs. Collins",))) == 2


def test_aliases_that_go_round_in_a_circle_are_one_person() -> None:
    names = joined(("Strider", "Aragorn"), ("Aragorn", "Elessar"), ("Elessar", "Strider"))
    assert list(names.values()) == [{"Strider", "Aragorn", "Elessar"}]


def test_a_name_of_two_people_is_kept_apart_and_reported() -> None:
    told = [
        (("Jane Bennet", "Miss Bennet"),),
        (("Elizabeth Bennet", "Miss Bennet"), ("Jane Bennet",)),
    ]
    names = join_names(told, "en")
    assert [(one.name, one.bearers) for one in names.shared] == [
        ("Miss Bennet", ("Elizabeth Bennet", "Jane Bennet"))
    ]
    assert {person.name for person in names.people} == {"Jane Bennet", "Elizabeth Bennet", "Miss Bennet"}


def test_chinese_forms_of_address_join_and_men_and_women_do_not() -> None:
    people = joined(("林黛玉", "林姑娘"), ("黛玉",), ("林先生", "林姑娘"), ("贾宝玉", "宝玉"), language="zh")
    assert people["林黛玉"] == {"林黛玉", "林姑娘", "黛玉"}
    assert people["贾宝玉"] == {"贾宝玉", "宝玉"}


def test_pronouns_and_descriptions_are_no_names() -> None:
    assert set(joined(("Nell", "she", "the girl"), ("he",))) == {"Nell"}


def test_the_order_of_notes_changes_nothing() -> None:
    groups = [
        ("Nell", "Eleanor Marrable"),
        ("Walter Stroud", "Walter"),
        ("Eleanor",),
        ("Captain Stroud", "Walter"),
    ]
    expected = joined(*groups)
    for seed in range(5):
        random.Random(seed).shuffle(groups)
        assert joined(*groups) == expected


BOOK = book_of(
    "Mara Quill met Tom at the harbour. They were friends.",
    "Tom sold the boat. Mara Quill wept.",
    "Tom was her enemy now, and Mara knew it.",
)


def graph_of(*notes: Notes, min_support: int = 1) -> Graph:
    return build(BOOK, scenes(BOOK), notes, None, min_support)


def notes(scene: int, *triples: tuple[str, str, str]) -> Notes:
    return Notes(scene, (("Mara Quill", "Mara"), ("Tom",)), triples)


def test_predicates_alike_are_counted_together_over_rounds_and_scenes() -> None:
    graph = graph_of(
        notes(1, ("Mara", "is a friend of", "Tom")),
        notes(1, ("Mara Quill", "friend of", "Tom")),
        notes(2, ("Mara", "is the friend of", "Tom"), ("Tom", "sells", "the boat")),
        min_support=2,
    )
    (edge,) = graph.edges
    assert (edge.subject, edge.object, edge.support, edge.scenes) == ("mara-quill", "tom", 3, (1, 2))
    assert graph.unsupported == 1


def test_friend_in_one_part_and_enemy_in_another_keep_their_spans() -> None:
    graph = graph_of(notes(1, ("Mara", "is friend of", "Tom")), notes(3, ("Mara", "is enemy of", "Tom")))
    assert {(edge.predicate, edge.scenes) for edge in graph.edges} == {
        ("is friend of", (1,)),
        ("is enemy of", (3,)),
    }
    assert str(relations(graph, scenes(BOOK))[0]) == "Mara Quill | is friend of | Tom [ch. 1]"


def test_not_a_friend_is_never_counted_as_a_friend() -> None:
    graph = graph_of(notes(1, ("Mara", "trusts", "Tom")), notes(3, ("Mara", "does not trust", "Tom")))
    assert len(graph.edges) == 2


def test_a_missing_or_nameless_object_is_a_state_of_the_subject() -> None:
    graph = graph_of(notes(1, ("Mara", "weeps", ""), ("Tom", "sells", "the boat"), ("the boat", "leaks", "")))
    assert {(e.subject, e.predicate, e.object) for e in graph.edges} == {
        ("mara-quill", "weeps", "mara-quill"),
        ("tom", "sells the boat", "tom"),
    }
    assert graph.unplaced == 1


def test_nodes_count_their_mentions_in_the_text_itself() -> None:
    graph = graph_of(notes(1, ("Mara", "meets", "Tom")))
    mara = next(node for node in graph.nodes if node.name == "Mara Quill")
    assert (mara.mentions, mara.first, mara.last, mara.aliases) == (3, 1, 3, ("Mara",))


def test_a_graph_comes_back_from_its_json_and_opens_as_graphml(tmp_path: Path) -> None:
    graph = graph_of(notes(1, ("Mara", "is friend\x07 of", "Tom"), ("Mara", "weeps", "")))
    path = tmp_path / "graph.json"
    path.write_text(json.dumps(document(graph)), encoding="utf-8")
    assert load(path).edges == graph.edges and load(path).nodes == graph.nodes
    assert len(ET.fromstring(graphml(graph)).findall(".//{*}edge")) == 2
    path.write_text("[]", encoding="utf-8")
    with pytest.raises(UsageError, match="not a character graph"):
        load(path)


@pytest.mark.parametrize("name", ["the-tide-house.txt", "seven-keys.zh.txt"])
def test_without_a_model_the_graph_says_who_meets_whom_and_that_it_is_no_more(name: str) -> None:
    book = read(EXAMPLES / name)
    graph = met(book, scenes(book))
    assert graph.method == "co-occurrence" and len(graph.nodes) >= 5 and len(graph.edges) >= 5
    assert all(edge.scenes for edge in graph.edges)


def test_two_whom_a_scene_break_parts_do_not_meet() -> None:
    one, other = "Anna Pell walked home. Anna Pell sang.", "Ruth Quint waited. Ruth Quint wept."
    chapter = Chapter(1, "", f"{one}\n\n{other}", scene_breaks=(len(one) + 2,))
    book = Book("Two Rooms", None, "en", (chapter,))
    graph = met(book, scenes(book))
    assert [node.name for node in graph.nodes] == ["Anna Pell", "Ruth Quint"]
    assert relations(graph, scenes(book)) == []


@pytest.mark.parametrize("name", ["the-tide-house.txt", "seven-keys.zh.txt"])
def test_scenes_hold_the_book_word_for_word(name: str) -> None:
    book = read(EXAMPLES / name)
    for scene in scenes(book, 300):
        assert book.chapters[scene.chapter - 1].text[scene.offset :].startswith(scene.text)


def extracted(loopback: Loopback, rounds: int = 3) -> Graph:
    async def run() -> Graph:
        async with open_door("custom/reader", DoorSettings(base_url=loopback.url)) as door:
            return await extract_graph(BOOK, scenes(BOOK), door, None, rounds)

    return asyncio.run(run())


def test_several_rounds_are_asked_and_what_one_round_alone_says_is_dropped(loopback: Loopback) -> None:
    said = iter(range(100))

    def answer(_: object) -> Behaviour:
        odd = next(said) % 3 == 0
        relations = [{"subject": "Mara", "predicate": "knows", "object": "Tom"}]
        relations += [{"subject": "Tom", "predicate": "flies a kite", "object": ""}] if odd else []
        entities = [{"name": "Mara Quill", "aliases": ["Mara"]}, {"name": "Tom", "aliases": []}]
        return Behaviour(json.dumps({"entities": entities, "relations": relations}))

    loopback.answer = answer
    graph = extracted(loopback)
    assert {edge.predicate: edge.support for edge in graph.edges} == {"knows": 9, "flies a kite": 3}
    assert "Mara Quill met Tom" in "".join(request.question for request in loopback.requests)


def test_a_scene_that_no_round_could_read_is_named(loopback: Loopback) -> None:
    loopback.answer = lambda body: (
        refusal() if "sold the boat" in str(body) else {"entities": [], "relations": []}
    )
    assert extracted(loopback).unread == (2,)
