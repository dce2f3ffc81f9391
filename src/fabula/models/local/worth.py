"""What the judgement of a small model is worth."""

from __future__ import annotations

from fabula.notices import Notice

SMALL = 10_000_000_000
"""Parameters below which a model is small: the papers measured 8 billion."""


def small_model(name: str, parameters: int | None) -> Notice | None:
    """What the user should know where a small model of this machine answered."""
    if parameters is None or parameters >= SMALL:
        return None
    return Notice.of("models.small", model=name, billions=f"{parameters / 1e9:.1f}")
