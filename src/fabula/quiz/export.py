"""Exports a question set for evaluation harnesses: lm-evaluation-harness, Inspect AI, or LFED's CSV.

Questions that no answer can get right are left out and counted.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from fabula.quiz.choices import Target
from fabula.quiz.files import csv_text
from fabula.quiz.questions import LETTERS, Question, QuizSet


def exported(quiz: QuizSet, target: Target) -> dict[str, str]:
    """The file names and contents of an export."""
    keyed = [each for each in quiz.questions if each.right is not None]
    name = task_name(quiz)
    if target == "lfed":
        return {f"{name}.csv": csv_text(keyed)}
    rows = "".join(json.dumps(_row(each), ensure_ascii=False) + "\n" for each in keyed)
    if target == "lm-eval":
        cue, asked = quiz.language.quiz.answer, quiz.language.quiz.question
        return {
            f"{name}.jsonl": rows,
            f"{name}.yaml": _LM_EVAL.format(name=name, asked=asked, cue=cue),
            "questions.py": _LOADER.format(name=name),
        }
    return {f"{name}.jsonl": rows, f"{name}.py": _INSPECT.format(name=name, function=_identifier(name))}


def left_out(quiz: QuizSet) -> Sequence[Question]:
    """Questions that are not exported because their key names no option."""
    return [each for each in quiz.questions if each.right is None]


def task_name(quiz: QuizSet) -> str:
    """The set's name in a form that harnesses allow."""
    stem = quiz.name.rpartition(".")[0] or quiz.name
    return re.sub(r"\W+", "_", stem, flags=re.ASCII).strip("_").lower() or "quiz"


def _identifier(name: str) -> str:
    return name if name.isidentifier() else f"quiz_{name}"


def _row(question: Question) -> dict[str, object]:
    return {
        "id": f"{question.row}-{question.digest}",
        "title": question.title,
        "question": question.text,
        "choices": list(question.options),
        "answer": LETTERS.index(question.answer),
        "category": question.category or "",
    }


_LM_EVAL = """\
# For lm-evaluation-harness: lm-eval run --include_path THIS_FOLDER --tasks {name} ...
task: {name}
custom_dataset: !function questions.load
test_split: test
output_type: multiple_choice
doc_to_text: "{asked}{{{{question}}}}\\nA. {{{{choices[0]}}}}\\nB. {{{{choices[1]}}}}\\nC. {{{{choices[2]}}}}\\nD. {{{{choices[3]}}}}\\n{cue}"
doc_to_choice: ["A", "B", "C", "D"]
doc_to_target: answer
metric_list:
  - metric: acc
    aggregation: mean
    higher_is_better: true
metadata:
  version: 1.0
"""

_LOADER = '''\
"""Reads the questions beside this file."""

from pathlib import Path

import datasets


def load(**_):
    """The only split, under its name."""
    path = Path(__file__).with_name("{name}.jsonl")
    return {{"test": datasets.Dataset.from_json(str(path))}}
'''

_INSPECT = '''\
"""For Inspect AI: inspect eval {name}.py --model PROVIDER/NAME"""

from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import Sample, json_dataset
from inspect_ai.scorer import choice
from inspect_ai.solver import multiple_choice


def sample(row):
    return Sample(
        id=row["id"],
        input=row["question"],
        choices=row["choices"],
        target="ABCD"[row["answer"]],
        metadata={{"title": row["title"], "category": row["category"]}},
    )


@task
def {function}():
    path = Path(__file__).with_name("{name}.jsonl")
    return Task(dataset=json_dataset(str(path), sample_fields=sample), solver=multiple_choice(), scorer=choice())
'''
