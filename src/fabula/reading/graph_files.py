"""The character graph as files: JSON, which can be read back as the same graph, and GraphML."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

import networkx as nx

from fabula.errors import UsageError
from fabula.reading.aliases import Shared
from fabula.reading.graph import Edge, Graph, Node

_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def document(graph: Graph) -> dict[str, Any]:
    """Nodes and edges first, then how the graph was made and what was left out of it."""
    return {
        "nodes": [{**asdict(node), "aliases": list(node.aliases)} for node in graph.nodes],
        "edges": [{**asdict(edge), "scenes": list(edge.scenes)} for edge in graph.edges],
        "method": graph.method,
        "kept_apart": [{"name": one.name, "could_be": list(one.bearers)} for one in graph.shared],
        "left_out": {"without_named_subject": graph.unplaced, "extracted_too_rarely": graph.unsupported},
        "unread_scenes": list(graph.unread),
    }


def load(path: Path) -> Graph:
    """A graph that `document` wrote."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return Graph(
            tuple(Node(**{**node, "aliases": tuple(node["aliases"])}) for node in data["nodes"]),
            tuple(Edge(**{**edge, "scenes": tuple(edge["scenes"])}) for edge in data["edges"]),
            data.get("method", "extracted"),
            tuple(Shared(one["name"], tuple(one["could_be"])) for one in data.get("kept_apart", [])),
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(
            f"{path.name} is not a character graph ({type(error).__name__}): give the output of fabula facts graph BOOK --json"
        ) from None


def graphml(graph: Graph) -> str:
    """The graph for Gephi, yEd and Cytoscape. Scenes are numbers separated by spaces."""
    made = nx.MultiDiGraph()
    for node in graph.nodes:
        made.add_node(
            node.id,
            name=_plain(node.name),
            aliases=_plain("; ".join(node.aliases)),
            mentions=node.mentions,
            first=node.first,
            last=node.last,
        )
    for edge in graph.edges:
        scenes = " ".join(map(str, edge.scenes))
        made.add_edge(
            edge.subject, edge.object, predicate=_plain(edge.predicate), support=edge.support, scenes=scenes
        )
    return "\n".join(nx.generate_graphml(made)) + "\n"


def _plain(text: str) -> str:
    return _NOT_IN_XML.sub("\ufffd", text)
