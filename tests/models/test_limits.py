"""How fast requests are sent and when they are sent again, to the number."""

from __future__ import annotations

import asyncio
import random
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from fabula.errors import FabulaError
from fabula.models.budget import Budget, BudgetSpent
from fabula.models.failures import pause_asked, raise_for_status, retry_after
from fabula.models.limits import Concurrency, Limits
from fabula.models.providers import Address
from fabula.models.retry import Clock, GaveUp, RetryPolicy, TemporaryFailure, retrying
from fabula.notices import Notice

AT = Address("custom", "m", "http://127.0.0.1:9/v1")


class Time:
    """A clock that runs only while someone sleeps."""

    def __init__(self) -> None:
        self.now = 0.0
        self.waits: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds

    def clock(self) -> Clock:
        return Clock(lambda: self.now, self.sleep)


def failure(pause: float | None = None, *, overloaded: bool = False) -> TemporaryFailure:
    return TemporaryFailure(
        Notice.of("models.connection-cut", server="x"), retry_after=pause, overloaded=overloaded
    )


async def tried(policy: RetryPolicy, *pauses: float | None) -> list[float]:
    """The waits between tries that end with these failures."""
    time, left = Time(), list(pauses)

    async def attempt() -> str:
        if left:
            raise failure(left.pop(0))
        return "answer"

    assert await retrying(attempt, policy, time.clock()) == "answer"
    return time.waits


async def test_waits_double_up_to_the_longest_and_lie_in_the_upper_half() -> None:
    waits = await tried(RetryPolicy(tries=9), *[None] * 8)
    for wait, ceiling in zip(waits, (1, 2, 4, 8, 16, 32, 60, 60), strict=True):
        assert ceiling / 2 <= wait <= ceiling
    assert len(set(waits)) == 8


async def test_a_busy_server_that_names_no_time_is_given_a_minute() -> None:
    time = Time()

    async def attempt() -> None:
        raise failure(overloaded=True)

    with pytest.raises(GaveUp):
        await retrying(attempt, RetryPolicy(), time.clock())
    assert 60 <= sum(time.waits) <= 120


async def test_a_pause_that_the_server_asks_for_is_kept_and_a_little_spread() -> None:
    waits = await tried(RetryPolicy(randomness=random.Random(3)), 4.0, 100.0, 0.0)
    assert 4.0 < waits[0] <= 4.4
    assert 100.0 < waits[1] <= 101.0
    assert waits[2] == 0.0


async def test_a_pause_at_the_limit_is_kept_and_one_above_it_ends_the_run() -> None:
    assert len(await tried(RetryPolicy(), 300.0)) == 1
    with pytest.raises(FabulaError, match=r"asks to wait 301 s, longer than the 300 s"):
        await tried(RetryPolicy(), 301.0)


async def test_tries_and_deadline_are_both_limits() -> None:
    with pytest.raises(GaveUp, match=r"\(after 1 try\)"):
        await tried(RetryPolicy(tries=1), None)
    with pytest.raises(GaveUp, match=r"\(after 3 tries\)"):
        await tried(RetryPolicy(tries=3), None, None, None)
    with pytest.raises(GaveUp, match=r"\(after 2 tries\)"):
        await tried(RetryPolicy(deadline=15), 10.0, 10.0)
    assert len(await tried(RetryPolicy(deadline=22.1), 10.0, 10.0)) == 2


@pytest.mark.parametrize("status", [408, 409, 425, 429, 500, 502, 503, 504, 529])
def test_these_statuses_are_worth_another_try(status: int) -> None:
    with pytest.raises(TemporaryFailure) as caught:
        raise_for_status(status, "", 7.0, AT)
    assert caught.value.retry_after == 7.0
    assert caught.value.overloaded == (status in (429, 503, 529))
    said = "overloaded" if status == 429 else "has a problem"
    assert f"{said} ({status})" in str(caught.value)


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        (400, "", "refuses the question .400."),
        (413, "", "longer than m can read .413."),
        (424, "", "refuses the question .424."),
        (499, "", "refuses the question .499."),
        (401, "", "does not accept the key .401."),
        (402, "", "no credit left .402."),
        (403, "", "does not let this key use m .403."),
        (404, "", "has no model m .404."),
        (429, '{"error": {"message": "insufficient_quota"}}', "no credit left .429: insufficient_quota."),
        (400, "maximum context", "longer than m can read .400: maximum context."),
    ],
)
def test_these_statuses_end_the_run(status: int, body: str, said: str) -> None:
    with pytest.raises(FabulaError, match=said):
        raise_for_status(status, body, None, AT)


def test_an_html_error_page_is_not_quoted_and_a_long_line_is_shortened() -> None:
    with pytest.raises(FabulaError, match=r"refuses the question \(400\)$"):
        raise_for_status(400, "<html>no</html>", None, AT)
    with pytest.raises(FabulaError) as caught:
        raise_for_status(400, "x" * 300, None, AT)
    assert str(caught.value).endswith(f"(400: {'x' * 200})")


@pytest.mark.parametrize(
    ("headers", "pause"),
    [
        ({}, None),
        ({"retry-after": "2"}, 2.0),
        ({"retry-after": "-2"}, 0.0),
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0.0),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00"}, None),
    ],
)
def test_retry_after_is_read_in_all_its_forms(headers: dict[str, str], pause: float | None) -> None:
    assert retry_after(headers) == pause


@pytest.mark.parametrize(
    ("headers", "said", "pause"),
    [
        ({"retry-after": "3", "x-ratelimit-reset-requests": "50s"}, "try again in 20s", 3),
        ({"x-ratelimit-reset-requests": "6m0s"}, "", 360),
        ({"x-ratelimit-remaining-requests": "4", "x-ratelimit-reset-requests": "9s", "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "120ms"}, "", 0.12),
        ({"x-ratelimit-reset": "31"}, "", 31),
        ({"x-ratelimit-reset": "1741305600000"}, "", 0),
        ({"ratelimit-reset": "7"}, "", 7),
        ({"x-ratelimit-reset": "soon"}, "", None),
        ({}, "Rate limit reached: Limit 3, Used 3. Please try again in 7.66s. Visit ...", 7.66),
        ({}, "Please retry after 1m2s", 62),
        ({}, '{"error": {"details": [{"retryDelay": "37s"}]}}', 37),
        ({}, "Please try again in 1.2.3.4", None),
        ({}, "Rate limit reached", None),
    ],
)  # fmt: skip
def test_a_busy_server_says_when_in_many_ways(
    headers: dict[str, str], said: str, pause: float | None
) -> None:
    assert pause_asked(429, headers, said) == (None if pause is None else pytest.approx(pause))
    assert pause_asked(400, {"x-ratelimit-reset": "31"}, said) is None


def test_an_address_without_a_path_is_told_what_most_end_in() -> None:
    bare = Address("custom", "m", "http://127.0.0.1:9")
    with pytest.raises(FabulaError, match="most addresses end in /v1"):
        raise_for_status(404, '{"detail": "Not Found"}', None, bare)
    with pytest.raises(FabulaError, match=r"--base-url$"):
        raise_for_status(404, "The model does not exist", None, bare)


def test_a_minutes_quota_is_no_empty_account() -> None:
    said = "You exceeded your current quota, please check your plan and billing details."
    with pytest.raises(FabulaError, match="no credit left"):
        raise_for_status(429, said, None, AT)
    with pytest.raises(TemporaryFailure):
        raise_for_status(429, f"{said} Please retry in 37.5s.", 37.5, AT)


def test_retry_after_may_be_a_date_to_come() -> None:
    until = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)
    assert 85 < (retry_after({"retry-after": until}) or 0) <= 90


async def test_concurrency_grows_by_one_until_the_first_cut_and_slowly_after_it() -> None:
    limit = Concurrency(40, first=4)
    for count in range(4):
        limit.leave(await limit.enter(), "answered")
        assert limit.limit == 5 + count
    early, late = await limit.enter(), await limit.enter()
    limit.leave(late, "overloaded")
    assert limit.limit == 4
    limit.leave(early, "overloaded")
    assert limit.limit == 4, "a request sent before the cut does not cut again"
    limit.leave(await limit.enter(), "other")
    assert limit.limit == 4
    limit.leave(await limit.enter(), "answered")
    assert limit.limit == 4.25


async def test_concurrency_stays_between_one_and_the_most() -> None:
    limit = Concurrency(2, first=16)
    assert limit.limit == 2
    for _ in range(5):
        limit.leave(await limit.enter(), "answered")
    assert limit.limit == 2
    for _ in range(5):
        limit.leave(await limit.enter(), "overloaded")
    assert limit.limit == 1


async def test_slots_go_to_those_who_wait_in_their_order() -> None:
    limit = Concurrency(1)
    slot, order = await limit.enter(), []

    async def wait(name: str) -> None:
        own = await limit.enter()
        order.append(name)
        limit.leave(own, "other")

    waiting = [asyncio.create_task(wait(name)) for name in "abc"]
    await asyncio.sleep(0)
    waiting[1].cancel()
    await asyncio.sleep(0)
    assert order == []
    limit.leave(slot, "other")
    await asyncio.wait(waiting)
    assert order == ["a", "c"]
    assert limit.busy == 0


async def test_a_slot_given_to_a_cancelled_task_goes_to_the_next() -> None:
    limit = Concurrency(1)
    slot = await limit.enter()
    first, second = (asyncio.create_task(limit.enter()) for _ in range(2))
    await asyncio.sleep(0)
    limit.leave(slot, "other")
    first.cancel()
    await asyncio.wait([first])
    assert await second
    assert limit.busy == 1


async def test_a_pause_holds_back_everyone_and_is_never_shortened() -> None:
    time = Time()
    limits = Limits(Concurrency(8), None, None, time.clock())
    limits.close_for(30)
    limits.close_for(10)
    limits.leave(await limits.enter(5), "other")
    assert time.waits == [30]


async def test_a_budget_holds_the_most_that_calls_in_flight_can_cost() -> None:
    budget = Budget(1.0, None)
    first = await budget.reserve(0.6)
    waiting = asyncio.create_task(budget.reserve(0.6))
    await asyncio.sleep(0)
    assert not waiting.done()
    budget.settle(first, 0.4)
    await waiting
    assert (budget.spent, budget.calls) == (0.4, 1)
    budget.settle(waiting.result(), None)
    assert (budget.spent, budget.calls) == (0.4, 1)
    await budget.reserve(0.6)


async def test_a_spent_budget_says_what_was_spent_and_what_is_next() -> None:
    budget = Budget(1.0, None)
    budget.settle(await budget.reserve(1.0), 0.75)
    with pytest.raises(
        BudgetSpent, match=r"--max-cost 1 is reached: 0\.7500 US dollars .* cost up to 0\.2600"
    ):
        await budget.reserve(0.26)
    await budget.reserve(0.25)
    with pytest.raises(BudgetSpent, match="--max-calls 0 is reached"):
        await Budget(None, 0).reserve(0.0)


async def test_the_very_first_request_may_cut_the_limit() -> None:
    limit = Concurrency(8)
    limit.leave(await limit.enter(), "overloaded")
    assert limit.limit == 4
