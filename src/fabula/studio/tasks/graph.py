"""Who is tied to whom: by a model scene by scene, or without one who meets whom."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from pydantic import Field

from fabula.studio.tasks.form import TaskForm
from fabula.studio.tasks.searching import watched_by

if TYPE_CHECKING:
    from fabula.facts.run import GraphAnswer
    from fabula.reading.scenelist import Scene
    from fabula.studio.tasks.context import TaskContext

_STRONGEST = 40
"""Relations that stand in the document itself; all of them are in graph.json."""


class Form(TaskForm):
    """One book of the shelf."""

    book: str
    rounds: int = Field(default=3, ge=1, le=10)
    """Extractions of each scene; nothing where no model is form."""


async def run(form: Form, context: TaskContext) -> dict[str, Any]:
    """What was found in a few figures; the graph, its picture and the scenes in the work's files."""
    from fabula.facts.request import GraphRequest
    from fabula.facts.run import run_graph
    from fabula.reading.scenelist import scenes

    book = await asyncio.to_thread(context.book, form.book)
    context.progress.stage("meeting")
    request = GraphRequest(book=book, rounds=form.rounds)
    if form.model is None:
        answer = await run_graph(request, None)
    else:
        async with context.door(form, {"book": book.id, "rounds": form.rounds}) as door:
            answer = await run_graph(request, door, watched_by(context.progress, "meeting"))
    if context.rehearsing:
        return {}
    listed = scenes(book)
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
