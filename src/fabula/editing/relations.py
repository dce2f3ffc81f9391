"""The relations of a saved graph as the look at the whole reads them: pair by pair, with the chapters that say so."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from fabula.errors import UsageError
from fabula.reading.graph import Edge
from fabula.reading.graph_files import load
from fabula.reading.scenelist import scenes
from fabula.text.book import Book
from fabula.text.guard.finding import instructions_in, masked

PAIRS = 80
"""Pairs of people that one prompt lists: those of which the book says most."""


def relations_told(file: Path, book: Book, *, keep_instructions: bool) -> str:
    """One line for each pair. What addresses the model is masked: anybody may have written the file."""
    graph = load(file)
    listed = scenes(book)
    if any(not 1 <= scene <= len(listed) for edge in graph.edges for scene in edge.scenes):
        raise UsageError(
            f"{file.name} is a graph of another text: make it with fabula facts graph BOOK --json"
        )
    if graph.method == "co-occurrence":
        raise UsageError(
            f"{file.name} says only who stands beside whom: make it with a model (fabula facts graph)"
        )

    def shown(text: str) -> str:
        return text if keep_instructions else masked(text, instructions_in(text, book.language, 0, "reading"))

    names = {node.id: shown(node.name) for node in graph.nodes}
    pairs: dict[frozenset[str], list[Edge]] = defaultdict(list)
    for edge in graph.edges:
        pairs[frozenset((edge.subject, edge.object))].append(edge)
    strongest = sorted(pairs.values(), key=lambda edges: -sum(edge.support for edge in edges))[:PAIRS]

    def said(edge: Edge) -> str:
        chapters = sorted({listed[scene - 1].chapter for scene in edge.scenes})
        of = "" if edge.subject == edge.object else f" {names.get(edge.object, '')}"
        return f"{names.get(edge.subject, '')} {shown(edge.predicate)}{of} [{', '.join(map(str, chapters))}]"

    return "\n".join("- " + "; ".join(map(said, edges)) for edges in strongest)
