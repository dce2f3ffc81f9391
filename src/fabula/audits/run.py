"""One audit from its request to its result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabula.audits.appearance import audit_author, audit_formatting, audit_language
from fabula.audits.copying import audit_copying
from fabula.audits.design import Asked, Found, conclude
from fabula.audits.injection import audit_injection
from fabula.audits.length import audit_length
from fabula.audits.material import Material, Subject, gather
from fabula.audits.memory import audit_memory
from fabula.audits.order import audit_order
from fabula.audits.own_prose import audit_own_prose
from fabula.audits.position import audit_position
from fabula.audits.reading import audit_reader, audit_story
from fabula.audits.repeat import audit_repeat
from fabula.audits.request import AuditRequest, Kind
from fabula.audits.results import RESULTS, AuditEffect, AuditFigure, AuditResult
from fabula.digests import digest
from fabula.errors import UsageError
from fabula.measures.figure import Figure
from fabula.models.bill import usage_total
from fabula.personas.profiles import NOBODY, Profile, read_profiles
from fabula.request import document
from fabula.rubrics.files import digest as rubric_digest
from fabula.rubrics.files import load
from fabula.rubrics.rubric import Rubric, parse_scale

if TYPE_CHECKING:
    from fabula.models.door import Door


@dataclass(frozen=True, slots=True)
class Audited:
    """The result of an audit."""

    result: AuditResult


@dataclass(frozen=True, slots=True)
class Ground:
    """What audits of one request ask about, and for which readers."""

    material: Material
    subject: Subject
    readers: tuple[Profile, ...]
    rubric: Rubric
    seed: int


async def run(request: AuditRequest, door: Door | None) -> Audited:
    """Gather the material, ask the judge, and sign the result."""
    request.validate()
    if door is None:
        raise UsageError("an audit needs a model: use --model PROVIDER/NAME")
    ground = await prepare(request, door)
    asked = await ask(request.KIND, ground, door)
    return Audited(_result(request, ground, asked, door))


async def prepare(request: AuditRequest, door: Door) -> Ground:
    """The stories and readers that a request names."""
    scale = parse_scale(request.profile_scale) if request.profile_scale else None
    readers = read_profiles(request.profile, scale) if request.profile else (NOBODY,)
    material = await gather(
        request.paths,
        door,
        stories=request.stories,
        pairs=getattr(request, "pairs", 1),
        seed=request.seed,
    )
    rubric = load(getattr(request, "rubric", "plot-preference"))
    return Ground(material, Subject(readers[0], request.settings), readers, rubric, request.seed)


async def ask(kind: Kind, ground: Ground, door: Door) -> Asked:
    """Put the questions of one audit to a judge."""
    what = ground.material, ground.subject, door
    match kind:
        case "memory":
            return await audit_memory(*what, ground.rubric, ground.seed)
        case "order":
            return await audit_order(*what, ground.rubric, ground.seed)
        case "length":
            return await audit_length(*what, ground.rubric, ground.seed)
        case "injection":
            return await audit_injection(*what, ground.seed)
        case "repeat":
            return await audit_repeat(*what, ground.seed)
        case "reader":
            return await audit_reader(*what, ground.readers)
        case "position":
            return await audit_position(*what, ground.seed)
    simple = {
        "story": audit_story,
        "copying": audit_copying,
        "author": audit_author,
        "language": audit_language,
        "formatting": audit_formatting,
        "own": audit_own_prose,
    }
    return await simple[kind](*what)


def _result(request: AuditRequest, ground: Ground, asked: Asked, door: Door) -> AuditResult:
    rubric: str | None = getattr(request, "rubric", None)
    signature = door.sign(
        request,
        f"audit.{request.KIND}",
        asked={"n": request.repeats, "T": request.temperature, "seed": request.seed},
        digests={
            "rubric": rubric_digest(ground.rubric) if rubric else None,
            "text": digest(ground.material.texts),
        },
    )
    found = conclude(asked.effects)
    findings = (*(each.finding for each in found), *asked.findings)
    kind = RESULTS[request.KIND]
    return kind(
        kind=kind.KIND,
        request=document(request),
        model=door.model_used,
        signature=signature,
        usage=usage_total(door.tally),
        audit=request.KIND,
        reader=ground.subject.profile.reader,
        stories=len(ground.material.stories),
        pairs=len(ground.material.pairs) if rubric else None,
        effects=effects(found),
        figures=figures(asked.figures),
        findings=findings,
        verdict=" ".join(map(str, findings)),
        notes=tuple(asked.notes),
        troubles=ground.material.troubles,
        **asked.further,
    )


def effects(found: Sequence[Found]) -> tuple[AuditEffect, ...]:
    """Effects with their verdicts, as results hold them."""
    return tuple(
        AuditEffect(
            bias=each.effect.bias,
            aspect=each.effect.aspect,
            what=each.what,
            unit=each.effect.unit,
            value=each.value,
            low=each.low,
            high=each.high,
            n=each.n,
            p=each.p,
            verdict=each.verdict,
            needed=each.needed,
        )
        for each in found
    )


def figures(shown: Sequence[Figure]) -> tuple[AuditFigure, ...]:
    """Figures without a verdict, as results hold them."""
    return tuple(
        AuditFigure(
            label=figure.label,
            unit=figure.unit,
            value=figure.value,
            low=figure.low,
            high=figure.high,
            n=figure.n,
            why=figure.why,
            text=figure.text,
        )
        for figure in shown
    )
