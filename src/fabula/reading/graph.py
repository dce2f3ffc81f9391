"""The character graph: who is related to whom and how, extracted scene by scene and counted, with one name per
person."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from fabula.languages import Language
from fabula.languages.alternation import alternation
from fabula.models.chat import Embedder
from fabula.reading.aliases import Groups, Names, Shared, join_names, tidy
from fabula.reading.cast import find_cast, ties
from fabula.reading.scenelist import Scene, scene_at
from fabula.text.book import Book

ALIKE = 0.85
"""Cosine from which two predicates between the same two people are counted as one: by MiniLM `sister of` and
`brother of` are at .78, `father of` and `dad of` at .93."""
_PLAIN = frozenset(
    [
        "is",
        "was",
        "are",
        "were",
        "be",
        "been",
        "being",
        "am",
        "the",
        "a",
        "an",
        "of",
        "to",
        "in",
        "on",
        "at",
        "for",
        "with",
        "by",
        "from",
        "that",
        "and",
        "has",
        "have",
        "had",
        "does",
        "do",
        "did",
    ]
)
_PLAIN_ZH = re.compile(r"[是的了着过地得被把，。、\s]")
_NOT = re.compile(r"\b(?:not|no|never|former|ex|un\w+|dis\w+)\b|n['’]t\b|不|没|未|无|非|曾")
Triple = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Notes:
    """The result of one extraction from one scene."""

    scene: int
    groups: Groups
    """Names in groups, one group per entity: its main name, then its aliases."""
    triples: tuple[Triple, ...]


@dataclass(frozen=True, slots=True)
class Node:
    """A person or thing with a name."""

    id: str
    name: str
    aliases: tuple[str, ...]
    mentions: int
    """How often the book mentions it."""
    first: int
    last: int
    """Scenes in which it is first and last mentioned."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A relation. If subject and object are the same, it is a state."""

    subject: str
    predicate: str
    object: str
    support: int
    """How often it was extracted, over rounds and scenes."""
    scenes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Graph:
    """Named entities and the relations between them, each with its scenes."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    method: Literal["extracted", "co-occurrence"]
    shared: tuple[Shared, ...] = ()
    unplaced: int = 0
    """Triples that were left out because their subject is not a named entity."""
    unsupported: int = 0
    """Relations that were extracted too rarely to be kept."""
    unread: tuple[int, ...] = ()
    """Scenes without a usable extraction."""


def build(
    book: Book,
    listed: Sequence[Scene],
    all_notes: Sequence[Notes],
    embedder: Embedder | None,
    min_support: int,
) -> Graph:
    """The graph made from all notes of a book."""
    names = join_names([notes.groups for notes in all_notes], book.language)
    ids = _ids([person.name for person in names.people])
    gathered, unplaced = _gathered(all_notes, names, book.language)
    merged = _merged(gathered, embedder)
    edges = [
        Edge(ids[subject], predicate, ids[object_], len(seen), tuple(sorted({scene for scene, _ in seen})))
        for subject, object_, predicate, seen in merged
    ]
    kept = sorted(
        (edge for edge in edges if edge.support >= min_support),
        key=lambda edge: (-edge.support, edge.scenes, edge.subject, edge.object, edge.predicate),
    )
    ends = {end for edge in kept for end in (edge.subject, edge.object)}
    bare = [
        Node(
            ids[n],
            person.name,
            tuple(form for form, _ in person.forms.most_common() if form != person.name),
            0,
            0,
            0,
        )
        for n, person in enumerate(names.people)
        if ids[n] in ends or person.forms.total() >= min_support
    ]
    nodes = _placed(bare, listed, _first_scenes(all_notes, names, ids))
    return Graph(nodes, tuple(kept), "extracted", names.shared, unplaced, len(edges) - len(kept))


def met(book: Book, listed: Sequence[Scene], min_support: int = 1) -> Graph:
    """The graph without a model: the cast, and who is mentioned near whom.

    It shows co-occurrence, not the kind of relation. Mentions that are near each other only across a scene
    break do not count.
    """
    cast = find_cast(book)
    ids = dict(
        zip((one.name for one in cast.characters), _ids([c.name for c in cast.characters]), strict=True)
    )
    present: dict[str, set[int]] = defaultdict(set)
    for mention in cast.mentions:
        chapter = book.chapters[mention.chapter].number
        present[cast.characters[mention.who].name].add(scene_at(listed, chapter, mention.start).number)
    nodes = tuple(
        Node(ids[c.name], c.name, c.aliases, c.mentions or 0, min(present[c.name]), max(present[c.name]))
        for c in cast.characters
    )
    predicate = book.language.names.met
    edges = tuple(
        Edge(
            ids[tie.one],
            predicate,
            ids[tie.other],
            tie.weight,
            tuple(sorted(present[tie.one] & present[tie.other])),
        )
        for tie in ties(book, cast)
        if tie.weight >= min_support and present[tie.one] & present[tie.other]
    )
    shared = tuple(Shared(name, ()) for name in cast.ambiguous)
    return Graph(nodes, edges, "co-occurrence", shared)


@dataclass(frozen=True, slots=True)
class Relation:
    """An edge with names instead of ids, and its chapters. As text, it is the line that prompts and pages use."""

    subject: str
    predicate: str
    object: str
    chapters: tuple[int, int]

    def __str__(self) -> str:
        first, last = self.chapters
        where = f"[ch. {first}]" if first == last else f"[ch. {first}-{last}]"
        return " | ".join(part for part in (self.subject, self.predicate, self.object) if part) + f" {where}"


def relations(graph: Graph, listed: Sequence[Scene]) -> list[Relation]:
    """Every edge of the graph as a line. A state has no object."""
    names = {node.id: node.name for node in graph.nodes}
    return [
        Relation(
            names[edge.subject],
            edge.predicate,
            "" if edge.object == edge.subject else names[edge.object],
            (listed[edge.scenes[0] - 1].chapter, listed[edge.scenes[-1] - 1].chapter),
        )
        for edge in graph.edges
    ]


_Seen = set[tuple[int, int]]
"""The scenes and notes in which something was extracted."""
_Pairs = dict[tuple[int, int], dict[str, tuple[Counter[str], _Seen]]]


def _gathered(all_notes: Sequence[Notes], names: Names, language: str) -> tuple[_Pairs, int]:
    """Every pair's predicates in a normalised form. An object without a name becomes part of a state."""
    pairs: _Pairs = defaultdict(dict)
    unplaced = 0
    for number, notes in enumerate(all_notes):
        here = {tidy(form): group for group in notes.groups for form in reversed(group)}
        for subject, predicate, object_ in notes.triples:
            one, other = _whose(subject, here, names), _whose(object_, here, names)
            predicate = " ".join(predicate.split())
            if other is None and object_.strip():
                joint = Language(language).joiner
                predicate = f"{predicate}{joint}{' '.join(object_.split())}"
            if one is None or not predicate:
                unplaced += 1
                continue
            forms, seen = pairs[one, one if other is None else other].setdefault(
                _plain(predicate), (Counter(), set())
            )
            forms[predicate] += 1
            seen.add((notes.scene, number))
    return pairs, unplaced


def _whose(form: str, here: Mapping[str, tuple[str, ...]], names: Names) -> int | None:
    """The scene's own notes first, because there `Miss Bennet` means one person."""
    for known in here.get(tidy(form), (form,)):
        found = names.of(known)
        if found is not None:
            return found
    return None


def _plain(predicate: str) -> str:
    words = [word for word in re.findall(r"\w+", predicate.lower()) if word not in _PLAIN]
    plain = _PLAIN_ZH.sub("", predicate) if re.search("[\u4e00-\u9fff]", predicate) else " ".join(words)
    return plain or predicate.lower()


def _merged(pairs: _Pairs, embedder: Embedder | None) -> list[tuple[int, int, str, _Seen]]:
    """Predicates of one pair with the same meaning, counted together under the most frequent wording."""
    several = sorted({plain for found in pairs.values() if len(found) > 1 for plain in found})
    vectors = (
        dict(zip(several, np.asarray(embedder.embed(several)), strict=True)) if embedder and several else {}
    )
    merged = []
    for one, other in sorted(pairs):
        clusters: list[tuple[str, Counter[str], _Seen]] = []
        found = pairs[one, other]
        for plain in sorted(found, key=lambda form: (-len(found[form][1]), form)):
            forms, seen = found[plain]
            home = next((c for c in clusters if _alike(c[0], plain, vectors)), None)
            if home is None:
                home = (plain, Counter(), set())
                clusters.append(home)
            home[1].update(forms)
            home[2].update(seen)
        for _, forms, seen in clusters:
            merged.append((one, other, max(forms, key=lambda form: (forms[form], -len(form), form)), seen))
    return merged


def _alike(one: str, other: str, vectors: Mapping[str, np.ndarray]) -> bool:
    if bool(_NOT.search(one)) != bool(_NOT.search(other)):
        return False
    if one in vectors and other in vectors:
        return float(vectors[one] @ vectors[other]) >= ALIKE
    return {_stem(word) for word in one.split()} == {_stem(word) for word in other.split()}


def _stem(word: str) -> str:
    return re.sub(r"(?:ing|ed|es|s)$", "", word) if len(word) > 4 else word


def _ids(names: Sequence[str]) -> list[str]:
    """The name in lower case with hyphens. A duplicate gets a number."""
    used: Counter[str] = Counter()
    ids = []
    for name in names:
        plain = "-".join(re.findall(r"\w+", name.lower())) or "unnamed"
        used[plain] += 1
        ids.append(plain if used[plain] == 1 else f"{plain}-{used[plain]}")
    return ids


def _first_scenes(all_notes: Sequence[Notes], names: Names, ids: Sequence[str]) -> dict[str, tuple[int, int]]:
    """The scenes in which each entity was extracted, for entities that the text names differently."""
    found: dict[str, tuple[int, int]] = {}
    for notes in all_notes:
        for group in notes.groups:
            who = next((n for n in map(names.of, group) if n is not None), None)
            if who is not None:
                low, high = found.get(ids[who], (notes.scene, notes.scene))
                found[ids[who]] = min(low, notes.scene), max(high, notes.scene)
    return found


def _placed(
    nodes: Sequence[Node], listed: Sequence[Scene], extracted: Mapping[str, tuple[int, int]]
) -> tuple[Node, ...]:
    """Nodes with their mentions counted in the text itself."""
    finder = NameFinder(nodes)
    counts: Counter[str] = Counter()
    spans: dict[str, tuple[int, int]] = {}
    for scene in listed:
        for found in finder.found(scene.text):
            counts[found] += 1
            spans[found] = spans.get(found, (scene.number, 0))[0], scene.number
    return tuple(
        Node(
            node.id,
            node.name,
            node.aliases,
            counts[node.id],
            *spans.get(node.id, extracted.get(node.id, (0, 0))),
        )
        for node in nodes
    )


class NameFinder:
    """Finds the names of nodes in a text, the longest at each place."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self._owner = {form: node.id for node in nodes for form in (node.name, *node.aliases)}
        found = alternation(set(self._owner)).pattern
        self._pattern = re.compile(rf"(?<![A-Za-z])(?:{found})(?![A-Za-z])")

    def found(self, text: str) -> list[str]:
        """The ids of the people named in a text, in order, once per mention."""
        return [name for name, _, _ in self.places(text)]

    def places(self, text: str) -> list[tuple[str, int, int]]:
        """The same with offsets: id, start, end."""
        return [(self._owner[match.group()], *match.span()) for match in self._pattern.finditer(text)]
