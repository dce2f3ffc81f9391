"""What ties two chapters of a book together: threads and statements of a reading, and relations between two people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from fabula.errors import UsageError
from fabula.reading.graph import Edge, Graph
from fabula.reading.reading import Reading, SceneNote
from fabula.reading.scenelist import scenes
from fabula.text.book import Book


@dataclass(frozen=True, slots=True)
class End:
    """One of the two chapters, and the words by which its passage is found."""

    chapter: int
    words: str


@dataclass(frozen=True, slots=True)
class Tie:
    """Two chapters that are not the same, and what the notes say of both."""

    what: str
    first: End
    last: End


def ties_of(book: Book, reading: Reading | None, graph: Graph | None) -> list[list[Tie]]:
    """The ties by sort: what a reading tells of two chapters, relations that change, relations told of twice.

    Where there is no graph, the scenes of a reading tell who meets whom again.
    """
    told = _by_reading(reading) if reading else []
    if graph is not None:
        return [told, *_by_graph(book, graph)]
    return [told, _by_scenes(reading.scenes) if reading else []]


def _by_reading(reading: Reading) -> list[Tie]:
    """Threads from the chapter that opens them to the one that closes them, and statements that tell of several chapters."""
    threads = [
        _told(f"{each.what} {each.how}".strip(), each.opened, each.closed)
        for each in reading.threads
        if each.opened is not None and each.closed is not None and each.opened < each.closed
    ]
    told = [
        _told(each.text, min(each.chapters), max(each.chapters))
        for each in reading.statements
        if len(set(each.chapters)) > 1
    ]
    return threads + told


def _told(what: str, first: int, last: int) -> Tie:
    return Tie(what, End(first, what), End(last, what))


def _by_graph(book: Book, graph: Graph) -> tuple[list[Tie], list[Tie]]:
    """Pairs of chapters in which a relation between two people is another one, and those in which it is told of again."""
    names = {node.id: node.name for node in graph.nodes}
    chapters = [scene.chapter for scene in scenes(book)]
    if any(not 0 < scene <= len(chapters) for edge in graph.edges for scene in edge.scenes):
        raise UsageError(
            "--graph: that graph has scenes that this book does not have; make one from this book"
        )
    by_pair: dict[tuple[str, str], list[Edge]] = defaultdict(list)
    for edge in graph.edges:
        if edge.subject != edge.object and edge.scenes:
            by_pair[edge.subject, edge.object].append(edge)

    def end(edge: Edge, scene: int) -> End:
        words = f"{names[edge.subject]} {edge.predicate} {names[edge.object]}"
        return End(chapters[scene - 1], words)

    changed, again = [], []
    for edges in by_pair.values():
        for edge in edges:
            first, last = end(edge, edge.scenes[0]), end(edge, edge.scenes[-1])
            if first.chapter < last.chapter:
                again.append(Tie(first.words, first, last))
        for one, other in combinations(sorted(edges, key=lambda edge: edge.scenes[0]), 2):
            first, last = end(one, one.scenes[0]), end(other, other.scenes[-1])
            if first.chapter < last.chapter:
                changed.append(Tie(_both(first, last), first, last))
    return changed, again


def _by_scenes(noted: Sequence[SceneNote]) -> list[Tie]:
    """For every two people, the first and the last scene that both are in, if these are in two chapters."""
    together: dict[tuple[str, str], list[SceneNote]] = defaultdict(list)
    for scene in noted:
        for pair in combinations(sorted(set(scene.who)), 2):
            together[pair].append(scene)
    found = []
    for pair, shared in together.items():
        first, last = (
            End(scene.chapter, " ".join([*pair, scene.what]))
            for scene in (min(shared, key=_chapter), max(shared, key=_chapter))
        )
        if first.chapter < last.chapter:
            found.append(Tie(_both(first, last), first, last))
    return found


def _chapter(scene: SceneNote) -> int:
    return scene.chapter


def _both(first: End, last: End) -> str:
    return f"[{first.chapter}] {first.words}\n[{last.chapter}] {last.words}"
