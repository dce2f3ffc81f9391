"""One model at one server: asks in its protocol, learns what it refuses, and explains its failures."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from fabula.errors import FabulaError
from fabula.models.abilities import Abilities
from fabula.models.chat import ChatRequest, Choice, Completion, JsonSchema, Usage, estimate_input
from fabula.models.events import events_in, is_event_stream
from fabula.models.failures import (
    error_text,
    has_no_model,
    is_out_of_money,
    is_wrong_key,
    pause_asked,
    raise_for_status,
    readable,
    refuses_probe,
    status_of_error,
    wants_responses,
)
from fabula.models.protocols import CHAT, RESPONSES, CutShort, NotACompletion, Protocol, Question, protocol_of
from fabula.models.providers import Address, base_url_given, without_credentials
from fabula.models.refusals import lowered, room_left
from fabula.models.retry import TemporaryFailure
from fabula.models.thinking import first_room, more_room
from fabula.models.thoughts import without_thoughts
from fabula.notices import Notice
from fabula.tokens import estimate_tokens

if TYPE_CHECKING:
    from fabula.models.transport import Reply, Transport

T = TypeVar("T")

_LONG_ANSWER = 1_500
"""Answers that may have more tokens than this come in pieces: no proxy cuts them, and a stall shows at once."""
_MOST_STEPS = 24
"""How often one question is sent again because of a refusal: more than there is to refuse."""
_STREAM_LASTS = 6
"""An answer in pieces may take so many times longer than one without a sign of life."""
_MAY_NAME_WHAT_IS_REFUSED = (400, 404, 422, 500, 501)
_SHORTEST_KEY = 8
"""A shorter key is not looked for in answers: it may be a part of any word."""


@dataclass(frozen=True, slots=True)
class Trip:
    """One request as it goes out, and what it was made from."""

    protocol: Protocol
    question: Question
    abilities: Abilities
    path: str
    body: Mapping[str, Any]
    roomy: bool = True
    """Whether thoughts had all the room they may have; False where the context or the user allows less."""


class HttpChat:
    """A ChatModel at a server. It connects with the first request."""

    def __init__(self, where: Address, key: Callable[[], str], timeout: float = 600.0) -> None:
        self.name = where.name
        self.endpoint = without_credentials(where.base_url)
        self.room = first_room(where)
        """Tokens for thoughts beyond the limit of an answer."""
        self._where = where
        self._key_of = key
        self._key = ""
        self._timeout = where.settings.timeout or timeout
        self._transport: Transport | None = None
        self._reached = False
        self._answered = False
        """Whether it ever sent an answer. Until then a web page means that the address is wrong."""
        self._protocol = protocol_of(where)
        self._abilities = self._protocol.start
        self._slow = False
        """Set once an answer took longer than a request may: from then on answers come in pieces."""

    @property
    def abilities(self) -> Abilities:
        """What the server takes, as far as it is known by now."""
        return self._abilities

    @property
    def protocol(self) -> str:
        """What the server speaks, as its documentation calls it."""
        return self._protocol.title

    @property
    def lines(self) -> tuple[str, ...]:
        """This model for fabula.toml, without its key."""
        where, settings = self._where, self._where.settings
        given = base_url_given(self.name, self.endpoint)
        values: dict[str, object] = {"provider": where.provider, "name": where.model, "base_url": given}
        values |= {"reasoning_effort": settings.reasoning_effort, "max_tokens": settings.max_tokens}
        if self._abilities.most_output:
            values["max_tokens"] = self._abilities.most_output
        return (
            "[models.judge]",
            *(f"{name} = {json.dumps(value)}" for name, value in values.items() if value),
        )

    @property
    def refused(self) -> tuple[str, ...]:
        """What this server refused so far, by name."""
        start, now = self._protocol.start, self._abilities
        names = [*now.left_out - start.left_out, *(f"schema keyword {each}" for each in now.keywords)]
        names += [f"schema ({now.form} in its place)"] if now.form != start.form else []
        names += ["max_tokens (max_completion_tokens in its place)"] if now.own_output_name else []
        return tuple(sorted([*names, *([] if now.system else ["system role"])]))

    async def complete(self, request: ChatRequest, schema: JsonSchema | None, n: int) -> Completion:
        """One answer, asked again at once without what the server refuses. TemporaryFailure is worth a retry."""
        smaller: int | None = None
        for _ in range(_MOST_STEPS):
            trip = self.trip(request, schema, n, smaller)
            reply = await self._post(trip)
            answer = self.received(trip, reply.status, reply.headers, reply.text)
            if isinstance(answer, Completion):
                return answer
            smaller = answer or smaller
        raise FabulaError(
            f"{self.name} at {self.endpoint} refuses every way to ask: try `fabula models check`"
        )

    def trip(
        self,
        request: ChatRequest,
        schema: JsonSchema | None,
        n: int,
        max_tokens: int | None = None,
        *,
        stream: bool | None = None,
    ) -> Trip:
        """What to send, as far as is known of the server by now."""
        abilities, protocol = self._abilities, self._protocol
        question = self._question(request, schema, n)
        if max_tokens is not None:
            question = replace(question, max_tokens=max_tokens)
        if stream is not None:
            question = replace(question, stream=stream)
        question = _allowed(question, abilities)
        body = protocol.body(self._where, question, abilities)
        roomy = question.max_tokens >= request.max_tokens + self.room
        return Trip(protocol, question, abilities, protocol.path(self._where, question.stream), body, roomy)

    def received(
        self, trip: Trip, status: int, headers: Mapping[str, str], text: str
    ) -> Completion | int | None:
        """The answer; a smaller limit to ask with; or None where something was refused: then ask again without it."""
        text = self._scrub(text)
        if status < 400:
            document = self._document(trip.protocol, headers, text)
            found = status_of_error(document)
            if found is None:
                return self._learned(self._completion(document, trip), trip)
            if found == 502:
                raise self._trouble("answer-is-error", why=error_text(document))
            text, status = json.dumps(document, ensure_ascii=False), found
        text = readable(text)
        if trip.protocol is CHAT and wants_responses(text):
            self._protocol, self._abilities = RESPONSES, RESPONSES.start
            return None
        if status in _MAY_NAME_WHAT_IS_REFUSED and not (
            is_wrong_key(status, text) or has_no_model(status, text) or is_out_of_money(status, text)
        ):
            room = room_left(text, trip.body)
            if room is not None and room > 2 * trip.question.request.expected_tokens:
                return room
            if self._goes_without(trip, status, text):
                return None
        refused = raise_for_status(status, text, pause_asked(status, headers, text), self._where)
        return Completion((Choice(refused, "refusal"),), _estimated(trip.question, [refused]))

    def _goes_without(self, trip: Trip, status: int, text: str) -> bool:
        """Learn what the server refuses. Another request in flight may have found out first: then nothing more is given up."""
        if self._abilities is not trip.abilities or self._protocol is not trip.protocol:
            return True
        fewer = lowered(status, text, trip.body, trip.question, trip.abilities)
        if fewer is not None:
            self._abilities = fewer
        return fewer is not None

    def grow(self, cramped: int) -> bool:
        """Give thoughts more room than was too small for an answer; False where there is no more."""
        if self.room <= cramped:
            larger, most = more_room(self.room), self._abilities.most_output
            if larger is None or (most is not None and self.room >= most):
                return False
            self.room = larger
        return True

    async def probe(self) -> None:
        """Stop now rather than later where the key is refused or nothing answers. It costs nothing."""
        self._connected()  # a key that is missing, or cannot be sent, is said here
        path = self._protocol.models
        if path is None:
            return
        reply = await self.exchanged(lambda connected: connected.get(path))
        if refuses_probe(reply.status, reply.text):
            raise_for_status(reply.status, self._scrub(reply.text), None, self._where)

    async def close(self) -> None:
        if self._transport is not None:
            await self._transport.close()
            self._transport = None

    def _question(self, request: ChatRequest, schema: JsonSchema | None, n: int) -> Question:
        settings = self._where.settings
        limit = request.max_tokens + self.room
        if settings.max_tokens is not None:
            limit = min(limit, settings.max_tokens)
        long = request.expected_tokens + self.room > _LONG_ANSWER
        stream = (long or self._slow) if settings.stream is None else settings.stream
        return Question(request, schema, n, limit, stream, repeated=request.repeats > 1)

    def _learned(self, answer: Completion, trip: Trip) -> Completion:
        """The answer with what it was made without. An answer that ignores the schema lowers the abilities."""
        self._answered = True
        question, abilities = trip.question, trip.abilities
        schema = question.schema
        if schema is not None and not abilities.in_words and _ignores(schema, answer):
            self._abilities = replace(self._abilities, ignored=True)
        marks = abilities.not_taken(question.request, schema, trip.protocol.start)
        if self._where.settings.reasoning_effort is None:
            marks = tuple(each for each in marks if each != "reasoning_effort")
        room = question.max_tokens - question.request.max_tokens
        choices = tuple(
            replace(
                each, left_out=marks, cramped=room if trip.roomy and _cut_in_thought(each, answer) else None
            )
            for each in answer.choices
        )
        return replace(answer, choices=choices)

    def _document(self, protocol: Protocol, headers: Mapping[str, str], text: str) -> dict[str, Any]:
        """What the server sent, whole: pieces are put together."""
        if is_event_stream(headers.get("content-type", ""), text):
            try:
                return protocol.whole(events_in(text))
            except CutShort:
                raise self._trouble("connection-cut") from None
        try:
            document = json.loads(text)
        except ValueError:
            if text.lstrip()[:1] != "<":
                raise self._trouble("answer-is-not-json") from None
            page = self._trouble("answer-is-html")
            raise page if self._answered else FabulaError(str(page)) from None
        return document if isinstance(document, dict) else {}

    def _completion(self, document: dict[str, Any], trip: Trip) -> Completion:
        try:
            completion = trip.protocol.completion(document, trip.question)
        except (NotACompletion, TypeError, AttributeError, KeyError, ValueError):
            raise self._trouble("answer-is-no-completion") from None
        counted, guessed = (
            completion.usage,
            _estimated(trip.question, [each.text for each in completion.choices]),
        )
        if counted.input_tokens == 0:
            return replace(completion, usage=guessed)
        if counted.output_tokens == 0:
            return replace(completion, usage=replace(counted, output_tokens=guessed.output_tokens))
        return completion

    async def _post(self, trip: Trip) -> Reply:
        whole = self._timeout * (_STREAM_LASTS if trip.question.stream else 1)
        try:
            async with asyncio.timeout(whole):
                return await self.exchanged(
                    lambda connected: connected.post(trip.path, trip.body, self._timeout)
                )
        except TimeoutError:
            self._slow = True
            raise self._trouble("no-whole-answer", seconds=f"{whole:g}") from None

    async def exchanged(self, send: Callable[[Transport], Awaitable[T]]) -> T:
        """The reply to what is sent; what broke on the way is explained."""
        from fabula.models.transport import (
            MOST_BYTES,
            BodyTooLong,
            ConnectionCut,
            Moved,
            NoConnection,
            Stalled,
        )

        try:
            reply = await send(self._connected())
        except NoConnection:
            if self._reached:
                raise self._trouble("connection-cut") from None
            raise FabulaError(
                f"nothing answers at {self.endpoint}: start the server, or give the right address with --base-url"
            ) from None
        except ConnectionCut:
            raise self._trouble("connection-cut") from None
        except Stalled:
            self._slow = True
            raise self._trouble("no-whole-answer", seconds=f"{self._timeout:g}") from None
        except Moved as moved:
            if moved.to == self.endpoint:
                raise FabulaError(f"{self.endpoint} redirects in a circle: check --base-url") from None
            raise FabulaError(
                f"{self.endpoint} has moved to {moved.to}: give that address with --base-url; the key was not sent there"
            ) from None
        except BodyTooLong:
            raise TemporaryFailure(
                Notice.of("models.answer-too-long", megabytes=MOST_BYTES // 2**20)
            ) from None
        self._reached = True
        return reply

    def _trouble(self, what: str, **fields: str) -> TemporaryFailure:
        return TemporaryFailure(Notice.of(f"models.{what}", server=self.endpoint, **fields))

    def _connected(self) -> Transport:
        from fabula.models.transport import Transport

        if self._transport is None:
            self._key = self._key_of()
            self._transport = Transport(self._where, self._protocol.headers(self._where, self._key))
        return self._transport

    def _scrub(self, text: str) -> str:
        """The server's text, with the key removed in case the server repeats it."""
        return text.replace(self._key, "[key]") if len(self._key) >= _SHORTEST_KEY else text


def _allowed(question: Question, abilities: Abilities) -> Question:
    """The question as these abilities let it be asked."""
    stream = abilities.must_stream or (question.stream and abilities.takes("stream"))
    return replace(question, n=question.n if abilities.takes("n") else 1, stream=stream)


def _estimated(question: Question, texts: list[str]) -> Usage:
    written = sum(estimate_tokens(each) for each in texts)
    return Usage(estimate_input(question.request), written, reported=False)


def _cut_in_thought(choice: Choice, answer: Completion) -> bool:
    return choice.finish == "length" and (answer.thought or not without_thoughts(choice.text))


def _ignores(schema: JsonSchema, answer: Completion) -> bool:
    """Does a whole answer lack half or more of the names in the schema? A few may be left out by a model that knows it."""
    names = [f'"{name}"' for name in schema.get("required", ())]
    whole = [choice.text for choice in answer.choices if choice.finish == "stop" and choice.text.strip()]
    return any(2 * sum(name not in text for name in names) >= len(names) > 0 for text in whole)
