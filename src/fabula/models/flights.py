"""Questions on their way: claimed, asked once however many wait for them, and delivered to all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from fabula.errors import FabulaError
from fabula.models.chat import ChatRequest, Choice, Unusable, estimate_input
from fabula.models.ledger.calls import call_key
from fabula.models.payments import Payments, Question
from fabula.models.replicates import copied

_WHOLE_WAVE = 10**6
"""Questions that may be claimed at once where they go as batches: all that are ready."""
_WORTH_CACHING = 1_024
"""Tokens from which providers keep the beginning of a question."""


class Flights:
    """What is asked through one door. Any number of tasks may wait for the same answer."""

    def __init__(self, payments: Payments, most: int, *, caches: bool) -> None:
        self._payments = payments
        self._ledger = payments.ledger
        self._bill = payments.bill
        self._sender = payments.sender
        self._caches = caches
        """The server charges less for the beginning of a question that it has just read."""
        self._flights: dict[bytes, asyncio.Future[Choice | Unusable]] = {}
        self._line = asyncio.Semaphore(_WHOLE_WAVE if payments.waves else 2 * most)
        """Questions that are claimed: those on their way and those next in line. The others are left for other runs."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._n_honoured = True
        self._greedy = False
        """The server answered a question as before when it was asked again: copies are all that it has."""
        self._second_look = asyncio.Lock()

    async def close(self, grace: float, *, waits: bool) -> None:
        """Drop what was not sent, and wait for what was: it will be billed. Where nothing is billed, drop that too."""
        self._sender.stopped = self._sender.stopped or FabulaError("the run has ended: nothing more is asked")
        if self._payments.waves:
            self._payments.waves.close()
        for task in self._tasks - (self._sender.in_flight_tasks if waits else set()):
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=grace)

    async def answers(self, question: Question, replicates: Sequence[int]) -> list[Choice | Unusable]:
        """The answers in order: from the ledger, from a request in flight, or from a new request."""
        keys = {replicate: call_key(question.body, replicate) for replicate in replicates}
        found = await self._ledger.find([key for key in keys.values() if key not in self._flights])
        known = {each: found[key] for each, key in keys.items() if key in found}
        missing = {each: key for each, key in keys.items() if each not in known and key not in self._flights}
        self._flights.update((key, _quiet_future()) for key in missing.values())
        flights = {replicate: self._flights[key] for replicate, key in keys.items() if replicate not in known}
        if known:
            self._note_known(question.request, [keys[each] for each in known])
        if missing:
            self._send(question, missing)
        return [known[each] if each in known else await asyncio.shield(flights[each]) for each in replicates]

    def _note_known(self, request: ChatRequest, keys: Sequence[bytes]) -> None:
        self._bill.note_cached(request, self._ledger.used(self._payments.run, keys))

    def _send(self, question: Question, missing: Mapping[int, bytes]) -> None:
        """One request for all missing answers, or one for each if the server gives one answer at a time."""
        if self._n_honoured:
            self._start(self._bring(question, missing))
            return
        groups = [{each: key} for each, key in missing.items()]
        if self._caches and len(groups) > 1 and estimate_input(question.request) >= _WORTH_CACHING:
            self._start(self._bring_first(question, groups))
            return
        for group in groups:
            self._start(self._bring(question, group))

    async def _bring_first(self, question: Question, groups: Sequence[Mapping[int, bytes]]) -> None:
        """The first answer before the others: then the server has the question in its cache, and they cost less."""
        await self._bring(question, groups[0])
        for group in groups[1:]:
            self._start(self._bring(question, group))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(self._sender.in_flight_tasks.discard)

    async def _bring(self, question: Question, wanted: Mapping[int, bytes]) -> None:
        """Claim the answers, fetch and save them, and give them to every task that waits for them."""
        with self._failing_together(wanted):
            async with self._line:
                claimed = await self._ledger.claim(list(wanted.values()))
                if claimed.answers:
                    self._note_known(question.request, list(claimed.answers))
                    for key, choice in claimed.answers.items():
                        self._deliver(key, choice)
                theirs = {
                    each: key
                    for each, key in wanted.items()
                    if key not in claimed.mine | claimed.answers.keys()
                }
                if theirs:
                    self._start(self._wait_for_others(question, theirs))
                mine = {each: key for each, key in wanted.items() if key in claimed.mine}
                if mine:
                    await self._fetch(question, mine)

    async def _fetch(self, question: Question, mine: Mapping[int, bytes]) -> None:
        """Ask for what is claimed. What gets no answer is given up, so that others may ask."""
        kept: Mapping[int, Choice | Unusable] = {}
        try:
            kept = await self._payments.paid(question, mine)
            kept = await self._without_copies(question, mine, kept)
        finally:
            lost = [key for each, key in mine.items() if not isinstance(kept.get(each), Choice)]
            if lost:
                self._ledger.give_up(lost)
        rest = {each: key for each, key in mine.items() if each not in kept}
        if rest:
            self._n_honoured = False
            self._send(question, rest)
        for replicate, choice in kept.items():
            self._deliver(mine[replicate], choice)

    async def _without_copies(
        self, question: Question, mine: Mapping[int, bytes], kept: Mapping[int, Choice | Unusable]
    ) -> Mapping[int, Choice | Unusable]:
        """The answers of one response, less copies of the first that the server made for want of others.

        The first time, the question is asked once more. If the answer is another, the server copies with `n`: then the
        copies are set aside, and each answer is asked for by itself. If it is the same, the copies are all there is.
        """
        if self._greedy or self._payments.waves or not question.samples or not _are_copies(kept):
            return kept
        async with self._second_look:
            first, second, *others = sorted(kept)
            if self._greedy:
                return kept
            if self._n_honoured:
                await self._ledger.set_aside([mine[second]], self._payments.run, earlier=False)
                again = await self._payments.paid(question, {second: mine[second]})
                if not isinstance(again.get(second), Choice):
                    return kept  # no answer is not another answer
                known = {first: kept[first], **again}
                self._greedy = _are_copies(known)
                if self._greedy:
                    return {**kept, **again}
                self._n_honoured = False
            else:
                known, others = {first: kept[first]}, [second, *others]
            await self._ledger.set_aside([mine[each] for each in others], self._payments.run, earlier=False)
            return known

    def _deliver(self, key: bytes, choice: Choice | Unusable) -> None:
        """Give an answer to all who wait for it; none do where the run has ended meanwhile."""
        if key in self._flights:
            self._flights.pop(key).set_result(choice)

    async def _wait_for_others(self, question: Question, theirs: Mapping[int, bytes]) -> None:
        """Another run fetches these answers: wait, then take them, or ask where it gave up or died."""
        with self._failing_together(theirs), self._bill.waiting(len(theirs)):
            await self._ledger.settled(list(theirs.values()))
        self._send(question, theirs)

    @contextmanager
    def _failing_together(self, wanted: Mapping[int, bytes]) -> Iterator[None]:
        """Tell every task that waits for these answers why they do not come."""
        try:
            yield
        except BaseException as error:
            told = error if isinstance(error, Exception) else FabulaError("the request was cancelled")
            if not isinstance(error, asyncio.CancelledError):
                self._sender.stopped = self._sender.stopped or told
            for key in wanted.values():
                if key in self._flights:
                    self._flights.pop(key).set_exception(self._sender.stopped or told)
            if not isinstance(error, Exception):
                raise


def _are_copies(kept: Mapping[int, Choice | Unusable]) -> bool:
    return copied([each.text for each in kept.values() if isinstance(each, Choice)])


def _quiet_future() -> asyncio.Future[Choice | Unusable]:
    """A future whose exception may stay unread: the run stops with the first one that is read."""
    future: asyncio.Future[Choice | Unusable] = asyncio.get_running_loop().create_future()
    future.add_done_callback(lambda done: done.cancelled() or done.exception())
    return future
