"""Examples laid side by side: nothing is lost, nothing sees what it should not."""

import itertools
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabula.errors import UsageError
from fabula.training.example_packs import Encoded, open_examples, pack, steps

TOKENS = st.lists(st.integers(1, 3), min_size=1, max_size=12)


def seen_by(row: int, trees: list[int], branches: list[int], tokens: list[int]) -> list[int]:
    """The tokens that the token at `row` may look at, by the rule that the model's mask follows."""
    return [
        tokens[at] for at in range(row + 1) if trees[at] == trees[row] and branches[at] in (0, branches[row])
    ]


@given(st.lists(st.tuples(TOKENS, TOKENS, st.integers(0, 2)), min_size=1, max_size=12), st.integers(12, 60))
def test_every_token_of_an_answer_sees_its_own_example_and_nothing_else(
    made: list[tuple[list[int], list[int], int]], length: int
) -> None:
    made.sort(key=lambda each: each[2])
    examples = [Encoded([9, prefix_of, *question], answer) for question, answer, prefix_of in made]
    packs, too_long = pack(examples, [prefix_of for _, _, prefix_of in made], length)
    fitting = [each for each in examples if len(each.question) + len(each.answer) <= length]
    assert too_long == len(examples) - len(fitting)
    assert sum(each.examples for each in packs) == len(fitting)
    learned = []
    for row in (each.padded() for each in packs):
        assert len(row.tokens) % 64 == 0
        for at in row.answers:
            learned.append(seen_by(at, row.trees, row.branches, row.tokens))
            before = seen_by(at - 1, row.trees, row.branches, row.tokens)
            assert before == learned[-1][:-1]
            assert row.positions[at] == len(before)
    expected = [each.question + each.answer[: end + 1] for each in fitting for end in range(len(each.answer))]
    assert sorted(learned) == sorted(expected)


def test_an_epoch_takes_every_example_once_and_keeps_kin_together() -> None:
    prefix_of = np.repeat(np.arange(40), 25)
    plan = steps(prefix_of, batch=32, share=8, seed=1, epoch=0)
    assert sorted(place for step in plan for place in step) == list(range(1000))
    neighbours = [prefix_of[a] == prefix_of[b] for step in plan for a, b in itertools.pairwise(step)]
    assert np.mean(neighbours) > 0.8
    assert plan == steps(prefix_of, 32, 8, seed=1, epoch=0) != steps(prefix_of, 32, 8, seed=1, epoch=1)


def test_the_common_beginning_of_a_books_reviews_is_read_once() -> None:
    book = list(range(100, 1600))
    packs, _ = pack([Encoded([*book, 1, n], [2] * 200) for n in range(8)], [0] * 8, 8192)
    assert len(packs) == 1
    assert len(packs[0].tokens) == 1501 + 8 * 201


@pytest.mark.parametrize(
    "line", ['{"messages": []}', "no json", '{"messages": [{"role": "user", "content": "a"}]}', "[1]"]
)
def test_a_line_that_is_no_example_is_named(tmp_path: Path, line: str) -> None:
    good = json.dumps({"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]})
    file = tmp_path / "examples.jsonl"
    file.write_text(f"{good}\n\n{line}\n", encoding="utf-8")
    with pytest.raises(UsageError, match="line 3: an example is"):
        open_examples(file)
