"""A real HTTP server that speaks OpenAI's API on loopback: scripted answers, and every way that servers misbehave.

    with Loopback(lambda body: {"score": 4}) as server:
        ... DoorSettings(base_url=server.url) ...
        assert server.count == 1

An answer is a string (the content), a dict (sent as JSON content) or a Behaviour. `server.script(...)` puts
behaviours before the usual answer, one a request. `Loopback(judge, dialect="anthropic")` serves as that provider does
(tests/dialects): what it refuses, how it is asked and how it answers are the provider's. `python tests/loopback.py` serves until it is killed and prints
its URL: for tests that need the server in another process.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import math
import threading
import traceback
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dialects.batches import Batches
    from dialects.dialect import Accepted, Dialect


@dataclass(frozen=True)
class Behaviour:
    """How one request is answered. The defaults are a good server's."""

    text: str | None = "An answer."
    finish: str = "stop"
    refusal: str | None = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: str | bytes | tuple[bytes, ...] | None = None
    """Sent as it is in place of a completion; a tuple piece by piece."""
    cut: bool = False
    """The connection is reset in mid-body."""
    endless: bool = False
    """The body begins and never ends."""
    latency: float = 0.0
    usage: bool = True
    logprobs: list[dict[str, Any]] | None = None


Answer = str | dict[str, Any] | Behaviour


def _error(status: int, message: str, **more: Any) -> Behaviour:
    headers = more.pop("headers", {})
    body = json.dumps({"error": {"message": message, **more}})
    return Behaviour(status=status, body=body, headers=headers)


def busy(retry_after: str | None = None) -> Behaviour:
    headers = {"Retry-After": retry_after} if retry_after is not None else {}
    return _error(429, "Rate limit reached", code="rate_limit_exceeded", headers=headers)


def quota_spent() -> Behaviour:
    return _error(429, "You exceeded your current quota", code="insufficient_quota")


def in_trouble(status: int = 500) -> Behaviour:
    return _error(status, "The server had an error")


def in_trouble_with(error: Exception) -> Behaviour:
    """The script of a test has no answer to this question."""
    return _error(500, f"the scripted answer failed: {error!r}")


def key_refused(echo: str = "") -> Behaviour:
    return _error(401, f"Incorrect API key provided: {echo}", code="invalid_api_key")


def forbidden() -> Behaviour:
    return _error(403, "You have no access to this model")


def no_such_model() -> Behaviour:
    return _error(404, "The model does not exist", code="model_not_found")


def parameter_refused(name: str) -> Behaviour:
    return _error(400, f"Unsupported parameter: '{name}'", param=name)


def too_long() -> Behaviour:
    return _error(400, "This model's maximum context length is 8192 tokens", code="context_length_exceeded")


def reset() -> Behaviour:
    return Behaviour(cut=True)


def endless() -> Behaviour:
    return Behaviour(endless=True)


def garbled() -> Behaviour:
    return Behaviour(body='{"choices": [{"message"')


def html_page(status: int = 200) -> Behaviour:
    body = "<!doctype html><html><body>Welcome</body></html>"
    return Behaviour(status=status, body=body, headers={"Content-Type": "text/html"})


def no_choices() -> Behaviour:
    return Behaviour(body=json.dumps({"choices": [], "usage": {"prompt_tokens": 9, "completion_tokens": 1}}))


def null_content() -> Behaviour:
    return Behaviour(text=None)


def refusal() -> Behaviour:
    return Behaviour(text=None, refusal="I cannot help with that.")


def cut_off(text: str = '{"score": ') -> Behaviour:
    return Behaviour(text=text, finish="length")


def fill(schema: Mapping[str, Any]) -> Any:
    """The plainest value that a JSON schema allows."""
    if "const" in schema or "enum" in schema:
        return schema.get("const", (schema.get("enum") or [None])[0])
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return fill(schema[union][0])
    kind = schema.get("type")
    if kind == "object":
        return {name: fill(each) for name, each in schema.get("properties", {}).items()}
    if kind == "array":
        return [fill(schema.get("items", {})) for _ in range(schema.get("minItems", 1))]
    if kind in ("integer", "number"):
        return schema.get("minimum", schema.get("exclusiveMinimum", 0) + 1)
    return {"boolean": True, "null": None}.get(str(kind), "An answer.")


def plain(body: dict[str, Any]) -> Answer:
    """What the server answers unless told otherwise: something that fits the schema, or a sentence."""
    wanted = body.get("response_format", {}).get("json_schema", {}).get("schema")
    return json.dumps(fill(wanted)) if wanted else "An answer."


@dataclass(frozen=True)
class Recorded:
    """One request as it arrived."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]

    @property
    def question(self) -> str:
        return str(self.body["messages"][-1]["content"])

    @property
    def everything(self) -> str:
        """All of the request as text: for tests that nothing secret is in it."""
        return f"{self.path}\n{dict(self.headers)}\n{json.dumps(self.body)}"


class Loopback:
    """The server, on a free port, in a thread of its own; everything it saw stands in its fields."""

    def __init__(
        self,
        answer: Callable[[dict[str, Any]], Answer] = plain,
        *,
        honours_n: bool = True,
        latency: float = 0.0,
        record: bool = True,
        dialect: str | Dialect | None = None,
    ) -> None:
        self.answer = answer
        self.dialect = _dialect(dialect)
        self.accepted: list[Accepted] = []
        """What a dialect answered, with the way it was asked."""
        self.honours_n = honours_n
        self.latency = latency
        self.record = record
        self.requests: list[Recorded] = []
        self.looks: list[Recorded] = []
        """Requests for the list of models, which cost nothing."""
        self.listing = Behaviour(body=json.dumps({"data": [{"id": "scripted"}]}))
        """The answer to them."""
        self.count = 0
        self.answered = 0
        """Requests that got a completion: what a provider would have billed."""
        self.input_tokens = 0
        self.output_tokens = 0
        self.in_flight = 0
        self.most_in_flight = 0
        self.on_request: Callable[[int], None] | None = None
        """Called with the count as each request arrives, before it is answered."""
        self.keeps_waiting = False
        """Does a failing server leave the pause to the caller? Otherwise it says "at once", so that tests need not wait."""
        self.batches: Batches | None = None
        """Set by `takes_batches`."""
        self.url = ""
        self._script: deque[Answer] = deque()
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def script(self, *answers: Answer) -> Loopback:
        """These first, one a request, then the usual answer."""
        self._script.extend(answers)
        return self

    def takes_batches(self, **more: Any) -> Loopback:
        """Serve the provider's batches too."""
        from dialects.batches import Batches

        self.batches = Batches(self._entry, **more)
        return self

    def _entry(self, path: str, body: dict[str, Any]) -> tuple[int, Any]:
        """One entry of a batch, answered as if it had come by itself."""
        from dialects.dialect import Call

        if self.dialect is None:
            answers = [_behaviour(self.answer(body)) for _ in range(body.get("n", 1))]
            return 200, self._completion(body, answers)
        key = str(self.dialect.key)
        headers = {
            "content-type": "application/json", "authorization": f"Bearer {key}", "x-api-key": key,
            "anthropic-version": "2023-06-01",
        }  # fmt: skip
        call = Call(path, headers, body)
        if (refusal := self.dialect.refuses(call)) is not None:
            return refusal.status, json.loads(refusal.body or "{}")  # type: ignore[arg-type]
        asked = self.dialect.asked(call)
        reply = self.dialect.reply(
            call, asked, [_behaviour(self.answer(asked)) for _ in range(self.dialect.copies(call))]
        )
        return 200, json.loads(reply.behaviour.body or "{}")  # type: ignore[arg-type]

    def __enter__(self) -> Loopback:
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._talk, "127.0.0.1", 0, limit=2**26))
        base = "/v1" if self.dialect is None else self.dialect.base
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}{base}"
        self._ready.set()
        self._loop.run_forever()
        server.close()
        talks = asyncio.all_tasks(self._loop)
        for talk in talks:
            talk.cancel()
        self._loop.run_until_complete(asyncio.gather(*talks, return_exceptions=True))
        self._loop.close()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                lines = head.decode("latin-1").split("\r\n")
                method, path, _ = lines[0].split(" ", 2)
                headers = {
                    name.lower(): value for name, _, value in (each.partition(": ") for each in lines[1:])
                }
                raw = await reader.readexactly(int(headers.get("content-length", "0")))
                if not await self._respond(method, path, headers, raw, writer):
                    break
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def _respond(
        self, method: str, path: str, headers: Mapping[str, str], raw: bytes, writer: asyncio.StreamWriter
    ) -> bool:
        """Answer one request; False where the connection is not to be used again."""
        if self.batches and (reply := self.batches.takes(method, path, headers, raw)):
            return await self._write(writer, reply, {})
        if method == "GET":
            self.looks.append(Recorded(path, headers, {}))
            return await self._write(writer, self.dialect.about(path) if self.dialect else self.listing, {})
        body = json.loads(raw)
        self.count += 1
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        if self.record:
            self.requests.append(Recorded(path, headers, body))
        if self.on_request:
            self.on_request(self.count)
        try:
            if self.dialect is not None:
                return await self._speak(self.dialect, path, headers, body, writer)
            if path.endswith("/embeddings") and not self._script:
                return await self._write(writer, _embeddings(body), {})
            n = body.get("n", 1) if self.honours_n else 1
            first = self._script.popleft() if self._script else self.answer(body)
            answers = [_behaviour(first)]
            if answers[0].status == 200 and answers[0].body is None:
                answers += [
                    _behaviour(self._script.popleft() if self._script else self.answer(body))
                    for _ in range(n - 1)
                ]
            document = self._completion(body, answers)
            if wait := self.latency + answers[0].latency:
                await asyncio.sleep(wait)
            return await self._write(writer, answers[0], document)
        except (AssertionError, LookupError, TypeError, ValueError) as error:
            traceback.print_exc()
            return await self._write(writer, in_trouble_with(error), {})
        finally:
            self.in_flight -= 1

    async def _speak(
        self,
        dialect: Dialect,
        path: str,
        headers: Mapping[str, str],
        body: dict[str, Any],
        writer: asyncio.StreamWriter,
    ) -> bool:
        """One request in the provider's own way: refused, or answered and billed."""
        from dialects.dialect import Accepted, Call, fenced

        call = Call(path, headers, body)
        refusal = dialect.refuses(call)
        if refusal is not None:
            await asyncio.sleep(dialect.refusal_latency)
            return await self._write(writer, refusal, {})
        if self._script and isinstance(scripted := self._script[0], Behaviour) and scripted.status != 200:
            self._script.popleft()
            return await self._write(writer, scripted, {})
        asked, way = dialect.asked(call), dialect.way(call)
        answers = [
            _behaviour(self._script.popleft() if self._script else self.answer(asked))
            for _ in range(dialect.copies(call))
        ]
        reply = dialect.reply(call, asked, [fenced(each) for each in answers] if way == "words" else answers)
        self.accepted.append(Accepted(call, asked, way))
        self.answered += 1
        self.input_tokens += reply.input_tokens
        self.output_tokens += reply.output_tokens
        if wait := self.latency + answers[0].latency:
            await asyncio.sleep(wait)
        return await self._write(writer, reply.behaviour, {})

    def _completion(self, body: dict[str, Any], answers: list[Behaviour]) -> dict[str, Any]:
        asked = sum(len(str(each["content"])) for each in body.get("messages", [])) // 4 + 1
        told = sum(len(each.text or each.refusal or "") // 4 + 1 for each in answers)
        choices = []
        for index, each in enumerate(answers):
            message = {"role": "assistant", "content": each.text, "refusal": each.refusal}
            choice: dict[str, Any] = {"index": index, "finish_reason": each.finish, "message": message}
            if each.logprobs is not None:
                choice["logprobs"] = {"content": each.logprobs}
            choices.append(choice)
        if (
            answers[0].status == 200
            and answers[0].body is None
            and not (answers[0].cut or answers[0].endless)
        ):
            self.answered += 1
            self.input_tokens += asked
            self.output_tokens += told
        document = {
            "id": f"call-{self.count}",
            "object": "chat.completion",
            "model": body.get("model"),
            "choices": choices,
        }
        if answers[0].usage:
            document["usage"] = {
                "prompt_tokens": asked,
                "completion_tokens": told,
                "total_tokens": asked + told,
            }
        return document

    async def _write(self, writer: asyncio.StreamWriter, how: Behaviour, document: Mapping[str, Any]) -> bool:
        body = json.dumps(document) if how.body is None else how.body
        if isinstance(body, tuple):
            return await self._write_pieces(writer, how, body)
        data = body if isinstance(body, bytes) else body.encode()
        headers = {"Content-Type": "application/json", "Content-Length": str(len(data))}
        if how.status >= 500 and not self.keeps_waiting:
            headers["Retry-After"] = "0"
        headers |= how.headers
        if how.endless:
            headers["Content-Length"] = str(2**40)
        head = (
            f"HTTP/1.1 {how.status} Said\r\n" + "".join(f"{k}: {v}\r\n" for k, v in headers.items()) + "\r\n"
        )
        if how.cut:
            data = data[: len(data) // 2]
        writer.write(head.encode() + data)
        await writer.drain()
        if how.cut:
            writer.transport.abort()
            return False
        while how.endless:
            writer.write(b" " * 1024)
            await writer.drain()
            await asyncio.sleep(0.01)
        return True

    async def _write_pieces(
        self, writer: asyncio.StreamWriter, how: Behaviour, pieces: tuple[bytes, ...]
    ) -> bool:
        headers = {"Content-Type": "text/event-stream", "Transfer-Encoding": "chunked", **how.headers}
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        writer.write(f"HTTP/1.1 {how.status} Said\r\n{head}\r\n".encode())
        for piece in (*pieces, b""):
            writer.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            await writer.drain()
        return True


def _dialect(named: str | Dialect | None) -> Dialect | None:
    if not isinstance(named, str):
        return named
    from dialects.registry import dialect

    return dialect(named)


def _behaviour(answer: Answer) -> Behaviour:
    if isinstance(answer, Behaviour):
        return answer
    return Behaviour(text=answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False))


def _embeddings(body: dict[str, Any]) -> Behaviour:
    """Unit vectors of sixteen numbers that depend on the text alone."""
    texts = [body["input"]] if isinstance(body["input"], str) else body["input"]
    rows = []
    for index, text in enumerate(texts):
        digest = hashlib.sha256(str(text).encode()).digest()[:16]
        length = math.sqrt(sum((each - 127.5) ** 2 for each in digest))
        rows.append({"index": index, "embedding": [(each - 127.5) / length for each in digest]})
    usage = {"prompt_tokens": sum(len(str(text)) // 4 + 1 for text in texts)}
    return Behaviour(body=json.dumps({"object": "list", "data": rows, "usage": usage}))


def main() -> None:
    """Serve until killed: `python tests/loopback.py --latency 0.05`; the URL is the first line printed."""
    options = argparse.ArgumentParser(description=main.__doc__)
    options.add_argument("--latency", type=float, default=0.0)
    options.add_argument("--text", help="answer this to every question")
    chosen = options.parse_args()
    answer = (lambda _: chosen.text) if chosen.text is not None else plain
    with Loopback(answer, latency=chosen.latency, record=False) as server:
        print(server.url, flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
