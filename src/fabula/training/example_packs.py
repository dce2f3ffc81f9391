"""Examples packed side by side, so that nothing is computed twice.

The reviews of one book share its plot and cast, which are most of an example. They are packed as a tree: the common
beginning once, then the end of each example, which attends to the beginning and itself but not to its neighbours. Only
answers count for the loss, so a tree has the same loss and gradient as its separate examples.
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
"""Packs are padded to a multiple of this: attention kernels want even lengths."""
_SHARED_PREFIX = 400
"""Examples whose questions share this many initial characters are packed together."""
Message = dict[str, str]


@dataclass(frozen=True, slots=True)
class ExampleFile:
    """Examples on disk: the offset of each, and which share a beginning."""

    path: Path
    offsets: NDArray[np.int64]
    prefix_of: NDArray[np.int64]
    digest: str

    def read(self, places: Sequence[int]) -> list[list[Message]]:
        """These examples, as conversations."""
        found = []
        with self.path.open("rb") as file:
            for place in places:
                file.seek(int(self.offsets[place]))
                found.append(json.loads(file.readline())["messages"])
        return found


def open_examples(path: Path) -> ExampleFile:
    """Index a file of examples in chat format. A line that is not an example raises an error."""
    offsets, prefix_of, names, digest, at = [], [], dict[str, int](), sha256(), 0
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                digest.update(line)
                if line.strip():
                    messages = _messages(line, path.name, number)
                    asked = "".join(
                        message["content"] for message in messages[:-1] if message["role"] != "system"
                    )
                    offsets.append(at)
                    prefix_of.append(names.setdefault(asked[:_SHARED_PREFIX], len(names)))
                at += len(line)
    except FileNotFoundError:
        raise UsageError(f"no file {path}: `fabula readers export` writes examples") from None
    if not offsets:
        raise UsageError(f"{path.name} holds no examples")
    return ExampleFile(path, np.array(offsets), np.array(prefix_of), digest.hexdigest()[:16])


def _messages(line: bytes, name: str, number: int) -> list[Message]:
    try:
        row: Any = json.loads(line)
        messages: list[Message] = row["messages"]
        roles = [message["role"] for message in messages]
        if all(isinstance(message["content"], str) for message in messages) and roles[-1] == "assistant":
            return messages
    except (ValueError, KeyError, TypeError, IndexError):
        pass
    raise UsageError(
        f'{name}, line {number}: an example is {{"messages": [{{"role", "content"}}, ...]}} and ends with the assistant'
    )


def steps(prefix_of: NDArray[np.int64], batch: int, share: int, seed: int, epoch: int) -> list[list[int]]:
    """The order of an epoch: the examples of each step, in runs of at most `share` with a common beginning."""
    random = np.random.default_rng([seed, epoch])
    order = random.permutation(len(prefix_of))
    order = order[np.argsort(prefix_of[order], kind="stable")]
    ends = np.flatnonzero(np.diff(prefix_of[order])) + 1
    runs = [run[at : at + share] for run in np.split(order, ends) for at in range(0, len(run), share)]
    examples = np.concatenate([runs[at] for at in random.permutation(len(runs))]).tolist()
    return [examples[at : at + batch] for at in range(0, len(examples), batch)]


@dataclass(frozen=True, slots=True)
class Encoded:
    """A training example in tokens."""

    question: list[int]
    answer: list[int]


@dataclass(slots=True)
class Pack:
    """A row for the model: tokens with positions, and which tokens attend to which."""

    tokens: list[int] = field(default_factory=list)
    positions: list[int] = field(default_factory=list)
    trees: list[int] = field(default_factory=list)
    branches: list[int] = field(default_factory=list)
    """0 is the common beginning of a tree, visible to all its branches."""
    answers: list[int] = field(default_factory=list)
    """Positions of the tokens to learn. Each is predicted at the position before it."""
    examples: int = 0

    def padded(self) -> Pack:
        """Pad the row. The padding is a separate tree and is not learned."""
        short = -len(self.tokens) % _ROUND
        return Pack(
            self.tokens + [0] * short,
            self.positions + list(range(short)),
            self.trees + [-1] * short,
            self.branches + [0] * short,
            self.answers,
            self.examples,
        )


def pack(examples: Sequence[Encoded], prefix_of: Sequence[int], length: int) -> tuple[list[Pack], int]:
    """Pack examples into as few rows of at most `length` tokens as possible. Also returns how many were too long.

    An example that is too long is left out and counted. A truncated review would teach the model to stop early.
    """
    trees, too_long = [], 0
    for alike in _runs(prefix_of):
        fitting = [
            examples[at] for at in alike if len(examples[at].question) + len(examples[at].answer) <= length
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


def _runs(prefix_of: Sequence[int]) -> Iterator[list[int]]:
    run: list[int] = []
    for at, name in enumerate(prefix_of):
        if run and prefix_of[run[0]] != name:
            yield run
            run = []
        run.append(at)
    if run:
        yield run


def _trees(examples: Sequence[Encoded], length: int) -> Iterator[Pack]:
    """Pack examples with a common beginning into as few trees as possible."""
    common = _common([example.question for example in examples])
    tree = Pack()
    for example in examples:
        own = len(example.question) + len(example.answer) - common
        if tree.examples and len(tree.tokens) + own > length:
            yield tree
            tree = Pack()
        if not tree.examples:
            _extend(tree, example.question[:common], 0, 0)
        tree.examples += 1
        _extend(tree, example.question[common:], common, tree.examples)
        start = len(tree.tokens)
        _extend(tree, example.answer, len(example.question), tree.examples)
        tree.answers += range(start, len(tree.tokens))
    if tree.examples:
        yield tree


def _common(questions: Sequence[list[int]]) -> int:
    """How many initial tokens all questions share. The last token of a question is never shared, because it predicts the answer."""
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
    pack.examples += tree.examples
