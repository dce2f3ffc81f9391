"""Three doors for small checkers: a classifier in ONNX, a model that answers Yes or No, and a program of one's own."""

from __future__ import annotations

import asyncio
import json
import math
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from commands import fabula
from fabula.errors import FabulaError, UsageError
from fabula.facts.by_passages import Pair, PassageChecker, Support
from fabula.facts.classifier_labels import meanings, supports
from fabula.facts.command_checker import CommandChecker
from fabula.facts.evidence import Evidence
from fabula.facts.facts import Fact
from fabula.facts.request import FactCheckRequest
from fabula.facts.run import run_check
from facts.keyed import EXAMPLES, novella, synopsis
from facts.planting import other_name
from facts.tiny_classifier import PEOPLE, saved, saved_writer
from loopback import Behaviour, Loopback

STORY = EXAMPLES / "the-tide-house.txt"
TRUE = [one.text for one in synopsis("synopsis").sentences if any(name in one.text for name in PEOPLE)]
TEXT = "Nell lives in the Tide House. Zebulon lives in the Tide House."


class Scripted:
    """Scores that are given one after another."""

    def __init__(self, *scores: Support | None) -> None:
        self.scores = list(scores)

    async def score(self, pairs: list[Pair]) -> list[Support | None]:
        return [self.scores.pop(0) if self.scores else Support(0.0) for _ in pairs]


def ruled(*scores: Support | None) -> Any:
    checker = PassageChecker(Evidence(novella(), None), Scripted(*scores))
    return asyncio.run(checker.rule([Fact("Nell rang the bell.", 1)]))[0].ruling


def test_a_sentence_is_as_well_supported_as_by_its_best_passage() -> None:
    found = ruled(Support(0.1, 0.95), Support(0.9))
    assert found.verdict == "supported" and found.strength == 0.9 and found.evidence[0].verified
    assert ruled(Support(0.1, 0.95), Support(0.3)).verdict == "contradicted"
    assert ruled(Support(0.4)).verdict == "not_found"
    assert ruled(*[None] * 8).verdict == "unjudged"


def test_a_classifier_trained_on_planted_errors_finds_others(tmp_path: Path) -> None:
    chance = random.Random(11)
    spoilt = [str(other_name(one, PEOPLE, "en", chance)) for one in TRUE]
    folder = saved(tmp_path / "tiny", ["LABEL_0", "LABEL_1"])
    request = FactCheckRequest(
        book=STORY, summary_text="\n\n".join([*TRUE, *spoilt]), checker=f"onnx:{folder}", embedder="none"
    )
    found = asyncio.run(run_check(request, None)).result
    strengths = [fact.strength for fact in found.facts]
    assert len(strengths) == 2 * len(TRUE) and found.checker == "onnx"
    pairs = list(zip(strengths, strengths[len(TRUE) :], strict=False))
    assert all(spoil <= true for true, spoil in pairs)
    assert sum(spoil < true for true, spoil in pairs) > len(TRUE) / 2
    assert found.request["checker"] == "onnx:tiny" and str(tmp_path) not in found.signature


@pytest.mark.parametrize(
    ("names", "given", "means"),
    [
        (["contradiction", "neutral", "entailment"], None, ("contradict", "other", "support")),
        (["entailment", "not_entailment"], None, ("support", "other")),
        (["LABEL_0", "LABEL_1"], None, ("other", "support")),
        (["unsupported", "supported"], None, ("other", "support")),
        (["hallucinated", "consistent"], None, ("other", "support")),
        (["LABEL_0", "LABEL_1", "LABEL_2"], "contradict,other,support", ("contradict", "other", "support")),
        (["score"], None, ("support",)),
    ],
)
def test_labels_are_read_or_given(names: list[str], given: str | None, means: tuple[str, ...]) -> None:
    assert meanings(names, given, "--checker onnx") == means


def test_labels_that_say_nothing_are_asked_for() -> None:
    with pytest.raises(UsageError, match="--labels contradict,other,support"):
        meanings(["LABEL_0", "LABEL_1", "LABEL_2"], None, "--checker onnx:x")


def test_labels_that_mean_nothing_are_told_apart_from_a_models_own() -> None:
    with pytest.raises(UsageError, match=r"--labels says yes, perhaps; .* --labels other,support"):
        meanings(["a", "b"], "yes,perhaps", "--checker onnx:x")


def test_a_program_without_its_first_line_is_told_how_to_start(tmp_path: Path) -> None:
    program = tmp_path / "checker.py"
    program.write_text(PROGRAM)
    program.chmod(0o755)
    with pytest.raises(UsageError, match=r"command:python checker\.py"):
        asyncio.run(CommandChecker(str(program)).score([Pair("a", "b")]))


def test_a_checker_that_writes_its_answer_is_asked_for_the_likelihood_of_1(tmp_path: Path) -> None:
    """Loaded as a classifier it would answer with weights drawn by chance."""
    folder = saved_writer(tmp_path / "flan")
    request = FactCheckRequest(book=STORY, summary_text=TEXT, checker=f"onnx:{folder}", embedder="none")
    found = asyncio.run(run_check(request, None)).result
    assert [fact.verdict for fact in found.facts] == ["supported", "not_found"]
    even = 1 / (1 + math.exp(-2))
    assert [fact.strength for fact in found.facts] == [
        pytest.approx(even, abs=1e-3),
        pytest.approx(1 - even, abs=1e-3),
    ]


@pytest.mark.parametrize(
    ("kind", "said"),
    [("nli", "use --checker onnx:FOLDER"), ("onnx", "needs encoder_model.onnx and decoder_model.onnx")],
)
def test_a_checker_that_writes_its_answer_is_told_its_door(tmp_path: Path, kind: str, said: str) -> None:
    (tmp_path / "config.json").write_text(json.dumps({"is_encoder_decoder": True}), encoding="utf-8")
    words = ("nli", "--nli-model", tmp_path) if kind == "nli" else (f"onnx:{tmp_path}",)
    done = fabula(
        "facts", "check", "--summary-text", TEXT, "--book", STORY, "--embedder", "none", "--checker", *words
    )
    assert done.returncode == 2 and said in done.stderr


def test_one_output_is_a_logit() -> None:
    assert [one.supports for one in supports([[0.0], [50.0]], ("support",))] == [0.5, 1.0]


def yes_no(body: dict[str, Any]) -> Behaviour:
    """Yes with .9 where the claim names nobody new, else with .2: as a server with log-probabilities answers."""
    yes = 0.2 if "Claim: Zebulon" in body["messages"][-1]["content"] else 0.9
    tokens = [{"token": "Yes", "logprob": _log(yes)}, {"token": "No", "logprob": _log(1 - yes)}]
    alternatives = [{"token": "Yes", "logprob": _log(yes), "top_logprobs": tokens}]
    return Behaviour("Yes", logprobs=alternatives if body.get("logprobs") else None)


def _log(share: float) -> float:
    return math.log(share)


def asked_yes_no(loopback: Loopback, *more: object) -> Any:
    done = fabula(
        "facts", "check", "--summary-text", TEXT, "--book", STORY, "--checker", "yes-no", "--embedder", "none",
        "--model", "custom/minicheck", "--base-url", loopback.url, "--json", *more,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_yes_no_server_gives_verdicts_by_log_probabilities(loopback: Loopback) -> None:
    loopback.answer = yes_no
    found = asked_yes_no(loopback)
    assert [fact["verdict"] for fact in found["facts"]] == ["supported", "not_found"]
    assert [fact["strength"] for fact in found["facts"]] == [pytest.approx(0.9), pytest.approx(0.2)]
    assert loopback.count == 6 and found["signature"].startswith("facts.yes-no|m:custom/minicheck")
    assert [fact["verdict"] for fact in asked_yes_no(loopback, "--threshold", 0.95)["facts"]] == [
        "not_found"
    ] * 2


def test_a_yes_no_server_without_log_probabilities_is_read(loopback: Loopback) -> None:
    loopback.answer = lambda body: (
        "No." if "Claim: Zebulon" in body["messages"][-1]["content"] else "Yes, it does."
    )
    assert [fact["verdict"] for fact in asked_yes_no(loopback)["facts"]] == ["supported", "not_found"]


PROGRAM = """
import json, sys
for line in sys.stdin:
    pair = json.loads(line)
    print(json.dumps({"support": 0.1 if "Zebulon" in pair["claim"] else 0.8, "contradict": 0.0}))
"""


def test_a_program_of_ones_own_checks(tmp_path: Path) -> None:
    (tmp_path / "checker.py").write_text(PROGRAM)
    command = f"command:{sys.executable} {tmp_path / 'checker.py'}"
    request = FactCheckRequest(book=STORY, summary_text=TEXT, checker=command, embedder="none")
    found = asyncio.run(run_check(request, None)).result
    assert [fact.verdict for fact in found.facts] == ["supported", "not_found"]
    assert found.request["checker"] == "command", "rerun must not start a program that a file names"


@pytest.mark.parametrize(
    ("program", "said"),
    [("print(1)", "8 lines went in and 1 came out"), ("raise SystemExit('no model')", "no model")],
)
def test_a_program_that_fails_is_named(tmp_path: Path, program: str, said: str) -> None:
    (tmp_path / "checker.py").write_text(program)
    checker = CommandChecker(f"{sys.executable} {tmp_path / 'checker.py'}")
    with pytest.raises(FabulaError, match=said):
        asyncio.run(checker.score([Pair("a", "b")] * 8))


@pytest.mark.parametrize(
    ("checker", "said"),
    [
        ("onnx", "onnx:models/minicheck"),
        ("command:", "command:./checker.py"),
        ("magic", "onnx:FOLDER or command:PROGRAM"),
        ("yes-no", "name a model with --model"),
        ("onnx:no-such-folder", "give the folder of a classifier"),
        ("embedded --labels other,support", "use it with --checker onnx:FOLDER or nli"),
        ("embedded --threshold 0.9", "--threshold is for small checkers"),
    ],
)
def test_a_checker_that_cannot_be_is_refused_with_what_would_be_right(checker: str, said: str) -> None:
    words = ("--checker", *checker.split(), "--embedder", "none")
    done = fabula("facts", "check", "--summary-text", TEXT, "--book", STORY, *words)
    assert done.returncode == 2 and said in done.stderr
