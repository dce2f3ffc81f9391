"""Where a new scene begins within a chapter."""


def scene_breaks(text: str) -> tuple[int, ...]:
    """Offsets into a tidy text at which a scene begins after a break (***, * * *, # and the like)."""
    raise NotImplementedError
