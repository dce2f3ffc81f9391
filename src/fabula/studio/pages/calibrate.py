"""What a judge's score means in readers' stars: learned from judged books with readers' ratings, kept, and used by Evaluate."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.datastructures import FormData, UploadFile

from fabula.errors import FabulaError, UsageError
from fabula.measures.calibrating import CalibrateResult, judge_of
from fabula.measures.calibration import LEAST
from fabula.measures.scorefile import number
from fabula.studio.books import verdicts_by_models
from fabula.studio.home import Home, all_stored, keep, remove_stored, store_text
from fabula.studio.labels import studio_labels
from fabula.studio.pages.forms import chunks_of, done_before_of, on_to, start
from fabula.studio.pages.option_fields import option_fields
from fabula.studio.refusals import Refused
from fabula.studio.tasks import calibrate
from fabula.studio.view import Studio, go, language_of, render, studio_of

router = APIRouter(prefix="/calibrate")
PLACED = ("low", "high")
"""Options that the page places itself; the others are folded away below them."""
_STARS = "stars-"
"""What the name of a field begins with that takes a book's stars; the job that judged it follows."""


@dataclass(frozen=True, slots=True)
class KeptCalibration:
    """A calibration that a book can be judged with."""

    id: str
    name: str
    """Its judge, or the name of its file."""
    books: int


@dataclass(frozen=True, slots=True)
class JudgedHere:
    """The books that one judge scored in this studio, each once: the job, and its verdict."""

    model: str
    method: str
    books: Sequence[tuple[str, Mapping[str, Any]]]


@router.get("")
def page(request: Request) -> Response:
    """What is kept, and two ways to learn: from books judged here, and from files."""
    studio = studio_of(request)
    return render(
        request,
        "calibrate/front.html.j2",
        kept=kept_calibrations(studio.home),
        judges=judged_here(studio),
        least=LEAST,
        stars=_STARS,
        more=option_fields(calibrate.Form, studio_labels(language_of(request)), PLACED),
        before=done_before_of(studio, "calibrate"),
    )


@router.post("")
async def from_files(request: Request) -> Response:
    """Learn from a file of scores and one of readers' ratings."""
    studio, form = studio_of(request), await request.form()
    given = {name: await _stored(studio.home, form, name) for name in ("scores", "truth")}
    if not given["scores"]:
        raise Refused("no-scores")
    names = [upload.filename for name in given if isinstance(upload := form.get(name), UploadFile)]
    fields = {name: form.get(name) for name in ("low", "high", "seed")}
    about = " + ".join(name for name in names if name)
    return on_to(start(studio, "calibrate", {**fields, **given}, about))


@router.post("/here")
async def from_here(request: Request) -> Response:
    """Learn from books that were judged here and the stars that were typed beside them."""
    studio, form = studio_of(request), await request.form()
    typed = {name.removeprefix(_STARS): number(str(said)) for name, said in form.items() if name.startswith(_STARS)}  # fmt: skip
    stars = {job: value for job, value in typed.items() if value is not None}
    if len(stars) < LEAST:
        raise UsageError(
            f"{len(stars)} books have readers' stars: a calibration needs at least {LEAST} books of one judge"
        )
    judge = next((each for each in judged_here(studio) if {job for job, _ in each.books} >= set(stars)), None)
    if judge is None:
        raise Refused("not-one-judge")
    chosen = [(found, stars[job]) for job, found in judge.books if job in stars]
    rows = "\n".join(json.dumps(_row(found, given), ensure_ascii=False) for found, given in chosen)
    file = await asyncio.to_thread(store_text, studio.home, "scores", f"{judge.model}.jsonl", rows + "\n")
    scale = chosen[0][0]["overall"]["scale"]
    return on_to(
        start(
            studio, "calibrate", {"scores": file.id, "low": scale["low"], "high": scale["high"]}, judge.model
        )
    )


@router.post("/files")
async def hand_in(request: Request) -> Response:
    """Keep a calibration that was made elsewhere. Any other file is refused."""
    studio, form = studio_of(request), await request.form()
    identifier = await _stored(studio.home, form, "file", "calibrations")
    if not identifier:
        raise Refused("no-calibration")
    if all(each.id != identifier for each in kept_calibrations(studio.home)):
        remove_stored(studio.home, "calibrations", identifier)
        raise Refused("bad-calibration")
    return go("/calibrate", "added")


@router.post("/files/{identifier}/remove")
def remove(request: Request, identifier: str) -> Response:
    """Forget a calibration. Verdicts that used it stay."""
    remove_stored(studio_of(request).home, "calibrations", identifier)
    return go("/calibrate", "removed")


def kept_calibrations(home: Home) -> list[KeptCalibration]:
    """Every calibration that can be used, the latest first."""
    found = []
    for one in all_stored(home, "calibrations"):
        with suppress(FabulaError):
            if books := _books(one.file):
                found.append(KeptCalibration(one.id, one.name.removesuffix(calibrate.ENDING), books))
    return found


def judged_here(studio: Studio) -> list[JudgedHere]:
    """The books with a score of a model, by judge. Of several verdicts of one judge on a book the latest counts."""
    by_judge: dict[tuple[tuple[str, str], ...], dict[str, tuple[str, Mapping[str, Any]]]] = {}
    for job, found in verdicts_by_models(studio):
        judge = tuple(sorted(judge_of(found["signature"]).items()))
        by_judge.setdefault(judge, {})[found["id"]] = (job.id, found)
    return [
        JudgedHere(dict(judge).get("m", ""), dict(judge)["method"], list(books.values()))
        for judge, books in by_judge.items()
    ]


@lru_cache(maxsize=500)
def _books(file: Path) -> int:
    """How many books a calibration rests on; 0 if it names no judge, as it cannot be used then. The file's place is its
    hash, so the answer may be remembered."""
    known = CalibrateResult.load(file)
    return known.held_out.books if known.judge else 0


def _row(found: Mapping[str, Any], stars: float) -> dict[str, Any]:
    """A verdict as a row of a file of scores."""
    aspects = {each["id"]: each["score"] for each in found["aspects"] if each["score"] is not None}
    about = {name: found[name] for name in ("id", "title", "words", "signature")}
    return about | aspects | {"genre": found["genres"], "overall": found["overall"]["score"], "readers": stars}  # fmt: skip


async def _stored(home: Home, form: FormData, name: str, kind: Any = "scores") -> str:
    """The id of the file that came under that name; empty if none did."""
    upload = form.get(name)
    if not isinstance(upload, UploadFile) or not upload.filename:
        return ""
    return (await keep(home, kind, upload.filename, chunks_of(upload))).id
