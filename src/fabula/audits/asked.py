"""One audit from its files to its document: which it is, what it asks about, and in whose place the judge is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from fabula.audits.injection import audit_injection
from fabula.audits.length import audit_length
from fabula.audits.material import Material, Subject, gather
from fabula.audits.memory import audit_memory
from fabula.audits.order import audit_order
from fabula.audits.repeat import audit_repeat
from fabula.measures.figure import Audit
from fabula.rubrics.files import digest

if TYPE_CHECKING:
    from fabula.models.door import Door
    from fabula.rubrics.rubric import Rubric

Kind = Literal["memory", "order", "length", "injection", "repeat"]


@dataclass(frozen=True, slots=True)
class Asked:
    """What an audit is told; with the files it decides every question."""

    kind: Kind
    subject: Subject
    rubric: Rubric | None
    """Of the choices; None where scores alone are asked for."""
    stories: int = 20
    pairs: int = 1
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Audited:
    """What came of it, and of what it came."""

    audit: Audit
    material: Material
    asked: Asked

    @property
    def document(self) -> dict[str, Any]:
        """What `--json` prints."""
        return {
            "audit": self.audit.name,
            "reader": self.asked.subject.profile.reader,
            "stories": len(self.material.stories),
            "pairs": len(self.material.pairs) if self.asked.rubric else None,
            "figures": [asdict(figure) for figure in self.audit.figures],
            "verdict": self.audit.verdict,
            "notes": list(self.audit.notes),
            "signature": self.audit.signature,
        }


async def audited(paths: Sequence[Path], asked: Asked, door: Door) -> Audited:
    """Gather what is asked about, ask, and sign what was found."""
    material = await gather(paths, door, stories=asked.stories, pairs=asked.pairs, seed=asked.seed)
    found = await _asked(material, asked, door)
    manner = asked.subject.manner
    signature = door.signature(
        f"audit.{found.name}",
        n=manner.repeats,
        temperature=manner.temperature,
        seed=asked.seed,
        rubric=digest(asked.rubric) if asked.rubric else None,
    )
    return Audited(replace(found, signature=str(signature)), material, asked)


async def _asked(material: Material, asked: Asked, door: Door) -> Audit:
    subject, rubric, seed = asked.subject, asked.rubric, asked.seed
    if asked.kind == "injection":
        return await audit_injection(material, subject, door, seed)
    if asked.kind == "repeat":
        return await audit_repeat(material, subject, door, seed)
    assert rubric is not None
    if asked.kind == "length":
        return await audit_length(material, subject, door, rubric)
    ask = audit_memory if asked.kind == "memory" else audit_order
    return await ask(material, subject, door, rubric, seed)
