"""How often Python looks for memory to give back."""

from __future__ import annotations

import gc

_MADE, _LOOKS = 1_000_000, 50


def collect_seldom() -> None:
    """Have the garbage collector look after every million new things, and at old ones every 50 times.

    A book becomes a million small things that stay to its end. To look through them again and again, as Python does by
    itself, takes a twelfth of the work and finds nothing. Only things that point at each other in a circle wait for it.
    """
    gc.set_threshold(_MADE, _LOOKS, _LOOKS)
