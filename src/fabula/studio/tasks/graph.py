"""Who is tied to whom: by a model scene by scene, or without one who meets whom."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from fabula.facts.request import GraphRequest
from fabula.request import document
from fabula.studio.tasks.request_form import EMBEDDERS, RequestForm, form_for, request_of
from fabula.studio.tasks.searching import watched_by

if TYPE_CHECKING:
    from fabula.facts.run import GraphAnswer
    from fabula.reading.scenelist import Scene
    from fabula.studio.tasks.context import TaskContext

_STRONGEST = 40
"""Relations that stand in the document itself; all of them are in graph.json."""


Form = form_for(
    GraphRequest,
    __name__,
    files={"book": "books"},
    choices={"embedder": EMBEDDERS},
    limits={"rounds": 10, "min_support": 10},
)


async def run(form: RequestForm, context: TaskContext) -> dict[str, Any]:
    """What was found in a few figures; the graph, its picture and the scenes in the work's files."""
    from fabula.facts.run import run_graph
    from fabula.reading.scenelist import scenes

    request = await asyncio.to_thread(request_of, form, GraphRequest, context)
    context.progress.stage("meeting")
    if form.model is None:
        answer = await run_graph(request, None)
    else:
        async with context.door(form, {"request": document(request)}) as door:
            answer = await run_graph(request, door, watched_by(context.progress, "meeting"))
    if context.rehearsing:
        return {}
    listed = scenes(answer.book)
    _leave(context, answer, listed)
    return _document(answer, listed)


def _leave(context: TaskContext, answer: GraphAnswer, listed: tuple[Scene, ...]) -> None:
    from fabula.reading.graph_files import graphml
    from fabula.reports.relations import picture

    contents = {
        "graph.graphml": graphml(answer.graph),
        "graph.json": json.dumps(answer.result.json_document, ensure_ascii=False, indent=1),
        "picture.json": json.dumps(picture(answer.graph, listed), ensure_ascii=False),
        "scenes.json": json.dumps([[scene.chapter, scene.text] for scene in listed], ensure_ascii=False),
    }
    for name, text in contents.items():
        (context.files / name).write_text(text, encoding="utf-8", errors="replace")


def _document(answer: GraphAnswer, listed: tuple[Scene, ...]) -> dict[str, Any]:
    from fabula.reading.graph import relations

    book, made = answer.book, answer.graph
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
        "notices": answer.result.json_document["notices"],
        "signature": answer.result.signature,
    }
