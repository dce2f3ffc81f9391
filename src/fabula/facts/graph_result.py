"""The JSON result of a character graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import BaseModel, ConfigDict

from fabula.notices import Notice
from fabula.result import Result

if TYPE_CHECKING:
    from fabula.reading.graph import Graph


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class GraphNode(_Part):
    """A person, or something else with a name."""

    id: str
    name: str
    aliases: tuple[str, ...]
    mentions: int
    first: int
    last: int
    """The scenes that first and last name it."""


class GraphEdge(_Part):
    """A relation. If subject and object are the same, it is a state."""

    subject: str
    predicate: str
    object: str
    support: int
    """How often it was extracted."""
    scenes: tuple[int, ...]


class SharedName(_Part):
    """A name shared by several people, so it was kept apart."""

    name: str
    could_be: tuple[str, ...]


class LeftOutOfGraph(_Part):
    """Relations that were extracted but not kept."""

    without_named_subject: int
    extracted_too_rarely: int


class GraphResult(Result):
    """How characters are related."""

    KIND: ClassVar[str] = "facts-graph"

    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    method: Literal["extracted", "co-occurrence"]
    kept_apart: tuple[SharedName, ...]
    left_out: LeftOutOfGraph
    unread_scenes: tuple[int, ...]
    notices: tuple[Notice, ...]


def graph_fields(graph: Graph) -> tuple[tuple[GraphNode, ...], tuple[GraphEdge, ...]]:
    """Nodes and edges of a graph."""
    nodes = tuple(
        GraphNode(
            id=one.id,
            name=one.name,
            aliases=one.aliases,
            mentions=one.mentions,
            first=one.first,
            last=one.last,
        )
        for one in graph.nodes
    )
    edges = tuple(
        GraphEdge(
            subject=one.subject,
            predicate=one.predicate,
            object=one.object,
            support=one.support,
            scenes=one.scenes,
        )
        for one in graph.edges
    )
    return nodes, edges
