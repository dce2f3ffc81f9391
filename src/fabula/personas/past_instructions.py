"""Past reviews and plots come from files of others: what addresses the judge in them is masked, as in the story itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from fabula.notices import Notice
from fabula.personas.profiles import Profile
from fabula.text.guard.finding import instructions_in, masked
from fabula.text.language import detect


def without_instructions(
    groups: Mapping[str, Sequence[Profile]],
) -> tuple[dict[str, list[Profile]], tuple[Notice, ...]]:
    """The same readers as a judge sees them, and a notice for each with passages that were masked."""
    seen: dict[str, tuple[Profile, int]] = {}
    for profile in (profile for own in groups.values() for profile in own):
        if profile.reader not in seen:
            seen[profile.reader] = _masked(profile)
    notes = [
        Notice.of("personas.instructions-masked", reader=reader, n=n) for reader, (_, n) in seen.items() if n
    ]
    return {name: [seen[each.reader][0] for each in own] for name, own in groups.items()}, tuple(notes)


def _masked(profile: Profile) -> tuple[Profile, int]:
    n = 0

    def shown(text: str) -> str:
        nonlocal n
        found = instructions_in(text, detect(text), 0, "text") if text else []
        n += len(found)
        return masked(text, found)

    reviews = tuple(
        replace(past, text=shown(past.text), review=shown(past.review)) for past in profile.reviews
    )
    choices = tuple(
        replace(
            past,
            premise=shown(past.premise),
            first=shown(past.first),
            second=shown(past.second),
            reason=shown(past.reason),
        )
        for past in profile.choices
    )
    return replace(profile, reviews=reviews, choices=choices), n
