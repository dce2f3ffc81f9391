"""Shows how far an embedder has come with the passages of a book."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabula.facts.watching import WatchedEmbedder

if TYPE_CHECKING:
    from collections.abc import Callable

    from fabula.models.chat import Embedder
    from fabula.studio.tasks.context import Progress


def watched_by(progress: Progress, stage: str) -> Callable[[Embedder], Embedder]:
    """What wraps an embedder while `stage` goes on. When it is done, the stage is shown again."""

    def report(done: int, of: int) -> None:
        if done < of:
            progress.stage("preparing", done=done, of=of)
        else:
            progress.stage(stage)

    return lambda embedder: WatchedEmbedder(embedder, report)
