"""A checker: `--checker shared-words`, or `--checker shared-words:0.6` for a stricter one."""

from collections.abc import Sequence

from fabula.facts.by_passages import Pair, Support


class SharedWords:
    """How many of a sentence's words its passage holds. What follows the colon is the least share that counts."""

    def __init__(self, typed: str) -> None:
        self._least = float(typed or 0)

    async def score(self, pairs: Sequence[Pair]) -> list[Support | None]:
        """One judgement for each pair, in order."""
        return [self._support(one) for one in pairs]

    def _support(self, pair: Pair) -> Support | None:
        claim = set(pair.claim.lower().split())
        share = len(claim & set(pair.passage.lower().split())) / len(claim) if claim else 0.0
        return Support(share if share >= self._least else 0.0)
