"""The evidence that a judge sees: the scenes and relations of the whole book that are relevant to a fact."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from fabula.facts.reranking import CANDIDATES, Reranker
from fabula.languages import Language
from fabula.models.prompts import fence
from fabula.models.vectors.retrieval import Passages
from fabula.reading.graph import Graph, NameFinder, Relation, relations
from fabula.reading.passages import Passage, cut
from fabula.reading.scenelist import Scene, scenes
from fabula.text.book import Book, Chapter
from fabula.text.claims import matter
from fabula.text.sentences import sentences
from fabula.tokens import token_weight

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from fabula.facts.facts import Fact
    from fabula.models.chat import Embedder

SCENES = 3
TRIPLES = 3
SHOWN_TOKENS = 700
"""How much of a scene a judge sees: all of a short scene, or the relevant passages of a long one."""
_PASSAGES = 60
_EDGES = 400


@dataclass(frozen=True, slots=True)
class Shown:
    """A scene as a judge reads it."""

    scene: Scene
    text: str
    passages: tuple[str, ...]
    """The passages found in it, best first."""


def fenced(shown: Sequence[Shown]) -> list[dict[str, object]]:
    """Scenes as prompts show them."""
    return [{"chapter": one.scene.chapter, "text": fence(one.text)} for one in shown]


def lines_near(fact: Fact, shown: Sequence[Shown], language: str, k: int) -> list[str]:
    """The k sentences of these scenes that share most words with a fact, best first."""
    rules = Language(language)
    words = set(matter(fact.text, rules))
    lines = [one.text[start:end] for one in shown for start, end in sentences(one.text, language)]
    return sorted(lines, key=lambda line: -len(words & set(matter(line, rules))))[:k]


class Evidence:
    """A book and its graph, searched for every fact. What a checker does not search is never indexed.

    Words find passages; if there is an embedder, the best of them are ordered by meaning too. `keep` is a folder that caches
    their vectors. Without a graph, no relations are shown.
    """

    def __init__(
        self, book: Book, embedder: Embedder | None, graph: Graph | None = None, keep: Path | None = None
    ) -> None:
        self.book = book
        self.graph = graph
        self._embedder = embedder
        self._keep = keep
        self._among: int | None = None
        self._fold = Language(book.language).claims.fold
        if graph is not None:
            self._names = NameFinder(graph.nodes)
            self._relations = relations(graph, self.scenes)
            lines = [f"{one.subject} {one.predicate} {one.object}" for one in self._relations]
            self._edges = Passages(lines, book.language, embedder, keep)

    def of_first(self, chapters: int) -> Evidence:
        """The first chapters of the book alone, without the graph. The passages and their index are shared, not made again."""
        numbers = {chapter.number for chapter in self.book.chapters[:chapters]}
        _ = self._index, self._of_scene, self._reranker  # made here, so that every copy has them
        part = copy(self)
        part.book, part.graph = replace(self.book, chapters=self.book.chapters[:chapters]), None
        part._among = sum(self.scenes[one.chapter - 1].chapter in numbers for one in self.passages)
        return part

    @cached_property
    def scenes(self) -> tuple[Scene, ...]:
        """The story in scenes."""
        return scenes(self.book)

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """The scenes in passages. The chapter of a passage is the number of its scene."""
        book = self.book
        by_scene = tuple(Chapter(scene.number, "", scene.text) for scene in self.scenes)
        return cut(Book(book.title, book.author, book.language, by_scene))

    @cached_property
    def _of_scene(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for index, passage in enumerate(self.passages):
            found.setdefault(passage.chapter, []).append(index)
        return found

    @cached_property
    def _index(self) -> Passages:
        return Passages([self._fold(one.text) for one in self.passages], self.book.language)

    @cached_property
    def _reranker(self) -> Reranker | None:
        if self._embedder is None:
            return None
        return Reranker([one.text for one in self.passages], self._embedder, self._keep)

    def _found(self, facts: Sequence[Fact], k: int) -> list[list[int]]:
        queries = [self._fold(fact.text) for fact in facts]
        found_by_words = self._index.search_all(queries, max(k, CANDIDATES), self._among)
        hits = [[hit.index for hit in found] for found in found_by_words]
        if self._reranker is not None:
            hits = self._reranker.ordered([fact.text for fact in facts], hits)
        return [found[:k] for found in hits]

    def passages_for(self, facts: Sequence[Fact], k: int) -> list[list[Passage]]:
        """The k best passages of the book for each fact."""
        return [[self.passages[index] for index in found] for found in self._found(facts, k)]

    def scenes_for(self, facts: Sequence[Fact], k: int = SCENES) -> list[list[Shown]]:
        """The k most relevant scenes for each fact, best first. A scene ranks as high as its best passage."""
        return [self._shown(found, k) for found in self._found(facts, _PASSAGES)]

    def relations_for(self, facts: Sequence[Fact], k: int = TRIPLES) -> list[list[Relation]]:
        """The k relations nearest to each fact, among those of people it names."""
        if self.graph is None or not self._relations:
            return [[] for _ in facts]
        found = self._edges.search_all([fact.text for fact in facts], _EDGES)
        return [
            self._touching(set(self._names.found(fact.text)), [hit.index for hit in hits], k)
            for fact, hits in zip(facts, found, strict=True)
        ]

    def _touching(self, named: set[str], ranked: list[int], k: int) -> list[Relation]:
        assert self.graph is not None
        if not named:
            return []
        edges = self.graph.edges
        near = [index for index in ranked if {edges[index].subject, edges[index].object} & named]
        if len(near) < k:
            near += [
                n for n, edge in enumerate(edges) if n not in near and {edge.subject, edge.object} & named
            ]
        return [self._relations[index] for index in near[:k]]

    def _shown(self, ranked: list[int], k: int) -> list[Shown]:
        best: dict[int, list[int]] = {}
        for index in ranked:
            best.setdefault(self.passages[index].chapter, []).append(index)
        shown = []
        for number, found in list(best.items())[:k]:
            scene = self.scenes[number - 1]
            shown.append(
                Shown(scene, self._excerpt(scene, found), tuple(self.passages[n].text for n in found))
            )
        return shown

    def _excerpt(self, scene: Scene, found: list[int]) -> str:
        """The whole scene, or as many of its best passages and their neighbours as fit."""
        if token_weight(scene.text) <= SHOWN_TOKENS:
            return scene.text
        here = self._of_scene[scene.number]
        chosen: set[int] = set()
        room = float(SHOWN_TOKENS)
        for index in [near for n in found for near in (n, n + 1, n - 1)]:
            weight = token_weight(self.passages[index].text) if here[0] <= index <= here[-1] else room + 1
            if index not in chosen and weight <= room:
                chosen.add(index)
                room -= weight
        chosen = chosen or {found[0]}
        parts: list[str] = []
        for index in sorted(chosen):
            gap = bool(parts) and index - 1 not in chosen
            parts.append(("[…]\n\n" if gap else "") + self.passages[index].text)
        return "\n\n".join(parts)
