"""Exports a question set for evaluation harnesses: lm-evaluation-harness, Inspect AI, or LFED's CSV.

Questions that no answer can get right are left out and counted. Each question keeps its kind. Examples before a question
are about other novels, each about another one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from fabula.quiz.choices import Target
from fabula.quiz.classify import Label
from fabula.quiz.files import csv_text
from fabula.quiz.questions import LETTERS, Question, QuizSet


def exported(quiz: QuizSet, target: Target, labels: Sequence[Label] = ()) -> dict[str, str]:
    """The file names and contents of an export. `labels` give the kinds that the file does not hold."""
    kinds = {label.row: label.category for label in labels}
    keyed = [each for each in quiz.questions if each.right is not None]
    name = task_name(quiz)
    if target == "lfed":
        return {f"{name}.csv": csv_text(keyed)}
    rows = "".join(json.dumps(_row(each, kinds.get(each.row)), ensure_ascii=False) + "\n" for each in keyed)
    if target == "lm-eval":
        cue, asked = quiz.language.quiz.answer, quiz.language.quiz.question
        return {
            f"{name}.jsonl": rows,
            f"{name}.yaml": _LM_EVAL.format(name=name, asked=asked, cue=cue),
            "questions.py": _LOADER.format(name=name),
        }
    function, template = _identifier(name), repr(quiz.language.quiz.chosen)
    return {
        f"{name}.jsonl": rows,
        f"{name}.py": _INSPECT.format(name=name, function=function, template=template),
    }


def left_out(quiz: QuizSet) -> Sequence[Question]:
    """Questions that are not exported because their key names no option."""
    return [each for each in quiz.questions if each.right is None]


def task_name(quiz: QuizSet) -> str:
    """The set's name in a form that harnesses allow."""
    stem = quiz.name.rpartition(".")[0] or quiz.name
    return re.sub(r"\W+", "_", stem, flags=re.ASCII).strip("_").lower() or "quiz"


def _identifier(name: str) -> str:
    return name if name.isidentifier() else f"quiz_{name}"


def _row(question: Question, kind: str | None) -> dict[str, object]:
    return {
        "id": f"{question.row}-{question.digest}",
        "title": question.title,
        "question": question.text,
        "choices": list(question.options),
        "answer": LETTERS.index(question.answer),
        "category": kind or question.category or "",
    }


_LM_EVAL = """\
# For lm-evaluation-harness: lm-eval run --include_path THIS_FOLDER --tasks {name} ...
task: {name}
custom_dataset: !function questions.load
test_split: test
fewshot_split: test
fewshot_config:
  sampler: !function questions.OtherNovels
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
"""Reads the questions beside this file, and draws examples from other novels."""

from pathlib import Path

import datasets
from lm_eval.api.samplers import ContextSampler


def load(**_):
    """The only split, under its name."""
    path = Path(__file__).with_name("{name}.jsonl")
    return {{"test": datasets.Dataset.from_json(str(path))}}


class OtherNovels(ContextSampler):
    """Examples from as many other novels, so that no prompt holds two questions about one novel."""

    def sample(self, n, eval_doc=None, df=None, **_):
        by_title = {{}}
        for each in df or self.fewshot_docs():
            by_title.setdefault(each["title"], []).append(each)
        if eval_doc is not None:
            by_title.pop(eval_doc["title"], None)
        titles = self.rnd.sample(sorted(by_title), n)
        return [self.rnd.choice(by_title[title]) for title in titles]
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


TEMPLATE = {template}


@task
def {function}():
    path = Path(__file__).with_name("{name}.jsonl")
    return Task(
        dataset=json_dataset(str(path), sample_fields=sample),
        solver=multiple_choice(template=TEMPLATE),
        scorer=choice(),
    )
'''
