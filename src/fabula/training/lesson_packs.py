"""Lessons laid side by side for a model to learn from, with nothing computed twice.

The reviews of one book share its plot and cast, which are most of a lesson. They are laid out as a tree: the common
beginning once, then each lesson's own end, which sees the beginning and itself and none of its neighbours. The loss is
on answers alone, so a tree's loss and gradient are those of its lessons one by one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fabula.errors import UsageError

_ROUND = 64
"""Packs are filled up to a multiple of this: attention kernels want even lengths."""
_KIN = 400
"""Lessons whose questions begin with the same so many letters are laid side by side."""
Message = dict[str, str]


@dataclass(frozen=True, slots=True)
class LessonFile:
    """Lessons on disk: where each begins, and which begin alike."""

    path: Path
    offsets: NDArray[np.int64]
    kin: NDArray[np.int64]
    digest: str

    def read(self, places: Sequence[int]) -> list[list[Message]]:
        """These lessons, as conversations."""
        found = []
        with self.path.open("rb") as file:
            for place in places:
                file.seek(int(self.offsets[place]))
                found.append(json.loads(file.readline())["messages"])
        return found


def open_lessons(path: Path) -> LessonFile:
    """Look through a file of lessons in chat form; a line that is none is named."""
    offsets, kin, names, digest, at = [], [], dict[str, int](), sha256(), 0
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                digest.update(line)
                if line.strip():
                    messages = _messages(line, path.name, number)
                    asked = "".join(said["content"] for said in messages[:-1] if said["role"] != "system")
                    offsets.append(at)
                    kin.append(names.setdefault(asked[:_KIN], len(names)))
                at += len(line)
    except FileNotFoundError:
        raise UsageError(f"no file {path}: `fabula readers export` writes lessons") from None
    if not offsets:
        raise UsageError(f"{path.name} holds no lessons")
    return LessonFile(path, np.array(offsets), np.array(kin), digest.hexdigest()[:16])


def _messages(line: bytes, name: str, number: int) -> list[Message]:
    try:
        row: Any = json.loads(line)
        messages: list[Message] = row["messages"]
        roles = [said["role"] for said in messages]
        if all(isinstance(said["content"], str) for said in messages) and roles[-1] == "assistant":
            return messages
    except (ValueError, KeyError, TypeError, IndexError):
        pass
    raise UsageError(
        f'{name}, line {number}: a lesson is {{"messages": [{{"role", "content"}}, ...]}} and ends with the assistant'
    )


def steps(kin: NDArray[np.int64], batch: int, share: int, seed: int, epoch: int) -> list[list[int]]:
    """The order of an epoch: each step's lessons, in runs of at most `share` that begin alike."""
    random = np.random.default_rng([seed, epoch])
    order = random.permutation(len(kin))
    order = order[np.argsort(kin[order], kind="stable")]
    ends = np.flatnonzero(np.diff(kin[order])) + 1
    runs = [run[at : at + share] for run in np.split(order, ends) for at in range(0, len(run), share)]
    lessons = np.concatenate([runs[at] for at in random.permutation(len(runs))]).tolist()
    return [lessons[at : at + batch] for at in range(0, len(lessons), batch)]


@dataclass(frozen=True, slots=True)
class Encoded:
    """A lesson in tokens."""

    question: list[int]
    answer: list[int]


@dataclass(slots=True)
class Pack:
    """A row for the model: tokens with their places, and who sees whom."""

    tokens: list[int] = field(default_factory=list)
    positions: list[int] = field(default_factory=list)
    trees: list[int] = field(default_factory=list)
    branches: list[int] = field(default_factory=list)
    """0 is the common beginning of a tree, which all its branches see."""
    answers: list[int] = field(default_factory=list)
    """Where tokens stand that are to be learned; each is foretold at the place before it."""
    lessons: int = 0

    def padded(self) -> Pack:
        """Filled up; what fills is a tree of its own and nothing is learned from it."""
        short = -len(self.tokens) % _ROUND
        return Pack(
            self.tokens + [0] * short,
            self.positions + list(range(short)),
            self.trees + [-1] * short,
            self.branches + [0] * short,
            self.answers,
            self.lessons,
        )


def pack(lessons: Sequence[Encoded], kin: Sequence[int], length: int) -> tuple[list[Pack], int]:
    """Lessons as few rows of at most `length` tokens, and how many were too long for one.

    Too long a lesson is left out and counted: half a review would teach to stop half-way.
    """
    trees, too_long = [], 0
    for alike in _runs(kin):
        fitting = [
            lessons[at] for at in alike if len(lessons[at].question) + len(lessons[at].answer) <= length
        ]
        too_long += len(alike) - len(fitting)
        trees += list(_trees(fitting, length))
    packs: list[Pack] = []
    for tree in sorted(trees, key=lambda tree: -len(tree.tokens)):
        room = next((each for each in packs if len(each.tokens) + len(tree.tokens) <= length), None)
        if room is None:
            packs.append(room := Pack())
        _add(room, tree)
    return packs, too_long


def _runs(kin: Sequence[int]) -> Iterator[list[int]]:
    run: list[int] = []
    for at, name in enumerate(kin):
        if run and kin[run[0]] != name:
            yield run
            run = []
        run.append(at)
    if run:
        yield run


def _trees(lessons: Sequence[Encoded], length: int) -> Iterator[Pack]:
    """As few trees as hold lessons that begin alike."""
    common = _common([lesson.question for lesson in lessons])
    tree = Pack()
    for lesson in lessons:
        own = len(lesson.question) + len(lesson.answer) - common
        if tree.lessons and len(tree.tokens) + own > length:
            yield tree
            tree = Pack()
        if not tree.lessons:
            _extend(tree, lesson.question[:common], 0, 0)
        tree.lessons += 1
        _extend(tree, lesson.question[common:], common, tree.lessons)
        start = len(tree.tokens)
        _extend(tree, lesson.answer, len(lesson.question), tree.lessons)
        tree.answers += range(start, len(tree.tokens))
    if tree.lessons:
        yield tree


def _common(questions: Sequence[list[int]]) -> int:
    """How many tokens all begin with; the last of a question is never among them, for it foretells the answer."""
    if len(questions) < 2:
        return 0
    shortest = min(len(question) for question in questions) - 1
    first = questions[0]
    for at in range(shortest):
        if any(question[at] != first[at] for question in questions):
            return at
    return shortest


def _extend(pack: Pack, tokens: list[int], position: int, branch: int) -> None:
    pack.tokens += tokens
    pack.positions += range(position, position + len(tokens))
    pack.trees += [0] * len(tokens)
    pack.branches += [branch] * len(tokens)


def _add(pack: Pack, tree: Pack) -> None:
    start = len(pack.tokens)
    name = pack.trees[-1] + 1 if pack.trees else 0
    pack.tokens += tree.tokens
    pack.positions += tree.positions
    pack.trees += [name] * len(tree.tokens)
    pack.branches += tree.branches
    pack.answers += [start + at for at in tree.answers]
    pack.lessons += tree.lessons
