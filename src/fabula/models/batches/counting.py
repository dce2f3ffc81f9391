"""The waves of a rehearsal: everything that is ready counts as handed in, and is answered at once."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace

from fabula.models.batches.waves import SHARE_OF_PRICE
from fabula.models.chat import BatchTally, ChatModel, ChatRequest, Completion, JsonSchema

_SETTLE = 0.05


@dataclass(slots=True)
class CountedWaves:
    """Stands where `Waves` stands, for --dry-run."""

    model: ChatModel
    tally: BatchTally
    _ready: list[asyncio.Future[None]] = field(default_factory=list)
    _runner: asyncio.Task[None] | None = None

    async def complete(
        self, request: ChatRequest, schema: JsonSchema | None, n: int, name: str
    ) -> Completion:
        """A made-up answer, once its wave goes out."""
        del name
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._ready.append(future)
        if self._runner is None or self._runner.done():
            self._runner = asyncio.create_task(self._run())
        await future
        answer = await self.model.complete(request, schema, n)
        return replace(answer, usage=replace(answer.usage, share=SHARE_OF_PRICE))

    async def kept(self, name: str) -> None:
        """Nothing is kept."""

    def close(self) -> None:
        """Nothing is open."""

    async def _run(self) -> None:
        while self._ready:
            seen = 0
            while seen != len(self._ready):
                seen = len(self._ready)
                await asyncio.sleep(_SETTLE)
            self.tally.waves += 1
            wave, self._ready = self._ready, []
            for future in wave:
                if not future.done():
                    future.set_result(None)
            await asyncio.sleep(_SETTLE)
