"""Sets of others, and the two of our own, as sets that can be run."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from commands import fabula
from fabula.quiz.classify import names
from fabula.quiz.faults import baselines, faults
from fabula.quiz.files import read_set
from fabula.reading.quotations import QuoteFinder
from fabula.text.files import read

EXAMPLES = Path(__file__).parents[2] / "examples"
ROW = {"question": "Who wound the clock?", "options": ["Nell", "Ruth", "Kit", "Ida"]}
SETS = {
    "quality": [json.dumps({"title": "T", "article": "…", "questions": [ROW | {"gold_label": 3, "difficult": 1}] * 2})],
    "novelqa": [
        json.dumps({"Q1": {"Question": "Who wound the clock?", "Options": dict(zip("ABCD", ROW["options"], strict=True)), "Gold": "C", "Aspect": "character"}})
    ],
    "narrativeqa": [json.dumps(ROW | {"answer": "kit.", "title": "T"})],
    "lm-eval": [
        json.dumps({"question": "Who?", "choices": {"text": ROW["options"], "label": list("ABCD")}, "answerKey": "C"}),
        json.dumps({"question": "Who?", "choices": ROW["options"], "answer": 2}),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", SETS)
def test_a_set_of_others_is_read_by_its_mapping(name: str, tmp_path: Path) -> None:
    given = tmp_path / "given.json"
    given.write_text("\n".join(SETS[name]), encoding="utf-8")
    place = tmp_path / "set.jsonl"
    done = fabula("quiz", "import", given, "--mapping", name, "-o", place, "--json")
    assert done.returncode == 0, done.stderr
    questions = read_set(place).questions
    assert {each.options[each.right or 0] for each in questions} == {"Kit"}
    assert (
        json.loads(done.stdout)["questions"]
        == len(questions)
        == (1 if name in ("novelqa", "narrativeqa") else 2)
    )


def test_what_cannot_be_asked_is_counted_by_reason(tmp_path: Path) -> None:
    given = tmp_path / "given.jsonl"
    rows = [
        ROW | {"answer": 2},
        ROW | {"answer": 7},
        ROW | {"answer": "²"},
        ROW | {"options": ["a", "b"], "answer": 0},
        {"answer": 1},
    ]
    given.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    own = tmp_path / "own.toml"
    own.write_text(
        'question = "question"\noptions = "options"\nanswer = "answer"\ncounted = "from 0"\n',
        encoding="utf-8",
    )
    found = json.loads(fabula("quiz", "import", given, "--mapping", own, "--json").stdout)
    assert found["questions"] == 1
    assert found["left_out"] == {
        "no key among its options": 2, "2 options, not four": 1, "no question with options": 1,
    }  # fmt: skip


def test_a_mapping_that_is_none_is_refused_in_one_line(tmp_path: Path) -> None:
    given = tmp_path / "given.jsonl"
    given.write_text("{}", encoding="utf-8")
    assert (
        "neither a file nor one of quality, novelqa"
        in fabula("quiz", "import", given, "--mapping", "x").stderr
    )
    own = tmp_path / "own.toml"
    own.write_text('question = "q"\nanwser = "a"\n', encoding="utf-8")
    assert "unknown key anwser" in fabula("quiz", "import", given, "--mapping", own).stderr


@pytest.mark.parametrize(
    ("book", "quiz"),
    [("the-tide-house.txt", "the-tide-house.quiz.jsonl"), ("seven-keys.zh.txt", "seven-keys.zh.quiz.jsonl")],
)
def test_the_sample_sets_ask_every_kind_and_prove_every_answer(book: str, quiz: str) -> None:
    whole, finder = read_set(EXAMPLES / quiz), QuoteFinder(read(EXAMPLES / book))
    assert Counter(each.category for each in whole.questions) == dict.fromkeys(names("en"), 5)
    assert Counter(each.answer for each in whole.questions) == dict.fromkeys("ABCD", 10)
    assert not faults(whole) and len({each.text for each in whole.questions}) == 40
    for each in whole.questions:
        for passage, chapter in ((each.passage, each.chapter), (each.second_passage, each.second_chapter)):
            found = finder.find(passage) if passage else None
            assert passage is None or (found and found.similarity == 1 and found.chapter == chapter), (
                each.text
            )
    assert baselines(whole.questions)["longest_option"] <= 0.3
