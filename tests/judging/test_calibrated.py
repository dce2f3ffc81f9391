"""A judge's score as readers' stars: fitted from scored books, shown beside the judge's own, and only for that judge."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from commands import fabula
from fabula.errors import FabulaError
from fabula.judging.evaluate import run
from fabula.judging.evaluation import Evaluation
from fabula.judging.request import EvaluateRequest
from fabula.judging.result import EvaluateResult
from fabula.measures.calibrating import judge_of
from fabula.models.door_settings import DoorSettings
from fabula.models.opening import open_door
from fabula.reports.labels import labels
from fabula.reports.sureness import how_sure
from judging.critics import critic, short_book
from loopback import Loopback


def evaluated(loopback: Loopback, **options: Any) -> Evaluation:
    async def through() -> Evaluation:
        async with open_door("custom/critic", DoorSettings(base_url=loopback.url)) as door:
            request = EvaluateRequest(book=short_book(), method="summary", **options).for_model(
                "custom/critic"
            )
            return (await run(request, door)).evaluation

    return asyncio.run(through())


def scored(folder: Path, signature: str) -> Path:
    """Forty books whose readers give a star more for every twenty points."""
    rows = [
        {"id": f"b{n}", "overall": {"score": 30 + n}, "readers": 2 + (30 + n) / 50 + 0.05 * (-1) ** n}
        | {"signature": signature.replace("n:1", f"n:1|text:{n}")}
        for n in range(40)
    ]
    path = folder / "scored.json"
    path.write_text(json.dumps({"books": rows}), encoding="utf-8")
    return path


def calibration(folder: Path, signature: str) -> Path:
    out = folder / "judge.calibration.json"
    found = fabula("calibrate", str(scored(folder, signature)), "-o", str(out))
    assert found.returncode == 0 and "did not see" in found.stdout
    return out


def test_the_stars_stand_beside_the_judges_own_score(loopback: Loopback, tmp_path: Path) -> None:
    loopback.answer = critic
    plain = evaluated(loopback, runs=1)
    assert plain.overall is not None
    found = evaluated(loopback, runs=1, calibration=calibration(tmp_path, plain.signature))
    result = EvaluateResult.of(found)
    assert result.calibrated is not None and result.not_calibrated is None
    assert result.overall is not None and result.overall.score == plain.overall.score
    expected = 2 + min(max(plain.overall.score, 30), 69) / 50
    assert result.calibrated.stars == pytest.approx(expected, abs=0.35)
    assert result.calibrated.low < result.calibrated.stars < result.calibrated.high
    assert "Calibrated to readers: " in " ".join(how_sure(found, labels("en")))
    assert found.signature != plain.signature and judge_of(found.signature) == judge_of(plain.signature)


@pytest.mark.parametrize("part", ["m:other/judge", "prompt:000000000000", "rubric:000000000000"])
def test_another_judge_gets_no_stars(loopback: Loopback, tmp_path: Path, part: str) -> None:
    loopback.answer = critic
    name = part.partition(":")[0]
    parts = evaluated(loopback, runs=1).signature.split("|")
    other = "|".join(part if each.startswith(f"{name}:") else each for each in parts)
    found = EvaluateResult.of(evaluated(loopback, runs=1, calibration=calibration(tmp_path, other)))
    assert found.calibrated is None and found.not_calibrated is not None
    assert found.not_calibrated.fields == {"parts": name}


def test_scores_of_nobody_known_give_no_stars(loopback: Loopback, tmp_path: Path) -> None:
    loopback.answer = critic
    found = EvaluateResult.of(evaluated(loopback, runs=1, calibration=calibration(tmp_path, "")))
    assert found.calibrated is None and found.not_calibrated is not None
    assert found.not_calibrated.code == "judging.calibration-of-nobody"


def test_a_wrong_file_is_found_before_anything_is_asked(loopback: Loopback, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text("{}", encoding="utf-8")
    with pytest.raises(FabulaError):
        evaluated(loopback, calibration=wrong)
    assert loopback.count == 0


def test_too_few_books_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "few.csv"
    path.write_text(
        "id,overall,readers\n" + "".join(f"b{n},{50 + n},4\n" for n in range(5)), encoding="utf-8"
    )
    found = fabula("calibrate", str(path), "-o", str(tmp_path / "out.json"))
    assert found.returncode == 2 and "at least 20" in found.stderr and not (tmp_path / "out.json").exists()
