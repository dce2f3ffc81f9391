"""One audit from its request to its result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabula.audits.injection import audit_injection
from fabula.audits.length import audit_length
from fabula.audits.material import Material, Subject, gather
from fabula.audits.memory import audit_memory
from fabula.audits.order import audit_order
from fabula.audits.repeat import audit_repeat
from fabula.audits.request import (
    AuditInjectionRequest,
    AuditLengthRequest,
    AuditMemoryRequest,
    AuditOrderRequest,
    AuditRequest,
)
from fabula.audits.results import RESULTS, AuditFigure, AuditResult
from fabula.digests import digest
from fabula.errors import UsageError
from fabula.measures.figure import Audit
from fabula.models.bill import usage_total
from fabula.personas.profiles import NOBODY, read_profiles
from fabula.request import document
from fabula.rubrics.files import digest as rubric_digest
from fabula.rubrics.files import load
from fabula.rubrics.rubric import parse_scale

if TYPE_CHECKING:
    from fabula.models.door import Door


@dataclass(frozen=True, slots=True)
class Audited:
    """The result of an audit."""

    result: AuditResult


async def run(request: AuditRequest, door: Door | None) -> Audited:
    """Gather the material, ask the judge, and sign the result."""
    request.validate()
    if door is None:
        raise UsageError("an audit needs a model: use --model PROVIDER/NAME")
    scale = parse_scale(request.profile_scale) if request.profile_scale else None
    reader = read_profiles(request.profile, scale)[0] if request.profile else NOBODY
    material = await gather(
        request.paths,
        door,
        stories=request.stories,
        pairs=getattr(request, "pairs", 1),
        seed=request.seed,
    )
    found = await _found(request, material, Subject(reader, request.settings), door)
    return Audited(_result(request, material, found, reader.reader, door))


async def _found(request: AuditRequest, material: Material, subject: Subject, door: Door) -> Audit:
    match request:
        case AuditMemoryRequest():
            return await audit_memory(material, subject, door, load(request.rubric), request.seed)
        case AuditOrderRequest():
            return await audit_order(material, subject, door, load(request.rubric), request.seed)
        case AuditLengthRequest():
            return await audit_length(material, subject, door, load(request.rubric))
        case AuditInjectionRequest():
            return await audit_injection(material, subject, door, request.seed)
        case _:
            return await audit_repeat(material, subject, door, request.seed)


def _result(request: AuditRequest, material: Material, found: Audit, reader: str, door: Door) -> AuditResult:
    rubric: str | None = getattr(request, "rubric", None)
    signature = door.sign(
        request,
        f"audit.{request.KIND}",
        asked={"n": request.repeats, "T": request.temperature, "seed": request.seed},
        digests={
            "rubric": rubric_digest(load(rubric)) if rubric else None,
            "text": digest(material.texts),
        },
    )
    kind = RESULTS[request.KIND]
    return kind(
        kind=kind.KIND,
        request=document(request),
        model=door.model_used,
        signature=signature,
        usage=usage_total(door.tally),
        audit=request.KIND,
        reader=reader,
        stories=len(material.stories),
        pairs=len(material.pairs) if rubric else None,
        figures=tuple(
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
            for figure in found.figures
        ),
        findings=found.findings,
        verdict=found.verdict,
        notes=found.notes,
    )
