"""How a number was made, in one line that a stranger can make it again by; in the manner of sacreBLEU."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from fabula import __version__


@dataclass(frozen=True, slots=True)
class Signature:
    """`longstory.summary|m:openai/gpt-4o|n:5|T:0|rubric:3f2a|prompt:91bc|text:5d0e|v:0.1.0`; parts that had no say are left out."""

    method: str
    model: str | None = None
    n: int | None = None
    temperature: float | None = None
    seed: int | None = None
    rubric: str | None = None
    """A digest, as the next two."""
    prompt: str | None = None
    text: str | None = None
    version: str = __version__

    def __str__(self) -> str:
        parts = {
            "m": self.model,
            "n": self.n,
            "T": None if self.temperature is None else f"{self.temperature:g}",
            "seed": self.seed,
            "rubric": self.rubric,
            "prompt": self.prompt,
            "text": self.text,
            "v": self.version,
        }
        return "|".join(
            [self.method, *(f"{name}:{part}" for name, part in parts.items() if part is not None)]
        )


def short_digest(parts: str | Iterable[str]) -> str:
    """Four hexadecimal digits of a text, or of several in order: enough to see that something changed."""
    whole = sha256()
    for part in [parts] if isinstance(parts, str) else parts:
        whole.update(part.encode("utf-8", "surrogatepass") + b"\0")
    return whole.hexdigest()[:4]
