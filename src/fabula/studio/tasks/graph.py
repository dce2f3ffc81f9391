"""Who is tied to whom: by a model scene by scene, or without one who meets whom."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from pydantic import Field

from fabula.studio.tasks import asked as ground
from fabula.studio.tasks.searching import search_of

if TYPE_CHECKING:
    from fabula.reading.graph import Graph
    from fabula.reading.scenelist import Scene
    from fabula.studio.tasks.desk import Desk
    from fabula.text.book import Book

_STRONGEST = 40
"""Relations that stand in the document itself; all of them are in graph.json."""


class Asked(ground.Asked):
    """One book of the shelf."""

    book: str
    rounds: int = Field(default=3, ge=1, le=10)
    """Extractions of each scene; nothing where no model is asked."""


async def do(asked: Asked, desk: Desk) -> dict[str, Any]:
    """What was found in a few figures; the graph, its picture and the scenes in the work's files."""
    from fabula.facts.asked import make_graph
    from fabula.reading.scenelist import scenes

    book = await asyncio.to_thread(desk.book, asked.book)
    desk.slate.stage("meeting")
    search: list[str] = []
    if asked.model is None:
        made = await make_graph(book, None)
    else:
        embedder, search = search_of(book.language, desk.slate, "meeting")
        async with desk.door(asked, {"book": book.id, "rounds": asked.rounds}) as door:
            made = await make_graph(book, door, embedder, asked.rounds)
    if desk.rehearsing:
        return {}
    listed = scenes(book)
    _leave(desk, made, listed)
    return _document(book, made, listed, search)


def _leave(desk: Desk, made: Graph, listed: tuple[Scene, ...]) -> None:
    from fabula.reading.graph_files import document, graphml
    from fabula.reports.relations import picture

    contents = {
        "graph.graphml": graphml(made),
        "graph.json": json.dumps(document(made), ensure_ascii=False, indent=1),
        "picture.json": json.dumps(picture(made, listed), ensure_ascii=False),
        "scenes.json": json.dumps([[scene.chapter, scene.text] for scene in listed], ensure_ascii=False),
    }
    for name, text in contents.items():
        (desk.files / name).write_text(text, encoding="utf-8", errors="replace")


def _document(book: Book, made: Graph, listed: tuple[Scene, ...], search: list[str]) -> dict[str, Any]:
    from fabula.reading.graph import relations

    strongest = zip(made.edges[:_STRONGEST], relations(made, listed), strict=False)
    return {
        "method": made.method,
        "language": book.language,
        "names": len(made.nodes),
        "relations": len(made.edges),
        "chapters": len(book.chapters),
        "strongest": [
            {
                "subject": told.subject,
                "predicate": told.predicate,
                "object": told.object,
                "support": edge.support,
                "chapters": list(told.chapters),
            }
            for edge, told in strongest
        ],
        "kept_apart": [{"name": one.name, "could_be": list(one.bearers)} for one in made.shared],
        "left_out": made.unplaced + made.unsupported,
        "unread": list(made.unread),
        "search": search,
    }
