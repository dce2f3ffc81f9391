"""Servers of Chinese providers: DeepSeek, DashScope (Qwen), Moonshot (Kimi), Zhipu (GLM)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from dialects.chat import Chat
from dialects.dialect import Call, Json, keywords, sent
from loopback import Behaviour


@dataclass
class DeepSeek(Chat):
    """deepseek-chat: no json_schema; a cap of 8,192; blank lines while it is busy; the cache counted in its own fields."""

    provider: ClassVar[str] = "deepseek"
    formats: ClassVar[frozenset[str]] = frozenset({"text", "json_object"})
    model: str = "deepseek-chat"
    most_output: int | None = 8192
    context: int = 65_536
    honours_n: bool = False

    def error(
        self, status: int, message: str, param: str | None = None, code: str | None = None
    ) -> Behaviour:
        kind = "invalid_request_error"
        return sent(
            {"error": {"message": message, "type": kind, "param": param, "code": code or kind}}, status
        )

    def wrong_key(self, offered: str) -> Behaviour:
        message = f"Authentication Fails, Your api key: ****{offered[-4:]} is invalid"
        error = {
            "message": message,
            "type": "authentication_error",
            "param": None,
            "code": "invalid_request_error",
        }
        return sent({"error": error}, 401)

    def wrong_model(self, name: str) -> Behaviour:
        del name
        return self.error(400, "Model Not Exist")

    def no_such_format(self, wanted: str) -> Behaviour:
        del wanted
        return self.error(400, "This response_format type is unavailable now")

    def without_json_word(self) -> Behaviour:
        return self.error(
            400,
            "Prompt must contain the word 'json' in some form to use 'response_format' of type 'json_object'.",
        )

    def too_many_tokens(self, cap: int) -> Behaviour:
        del cap
        return self.error(
            400, f"Invalid max_tokens value, the valid range of max_tokens is [1, {self.most_output}]"
        )

    def before(self) -> str:
        return "\n" * 12

    def beginning_of_stream(self) -> str:
        return ": keep-alive\n\n" * 3

    def cached(self, prompt: str, block: int = 64, least: int = 64) -> int:
        return super().cached(prompt, block, least)

    def usage_details(self, asked: int, cached: int, thinking: int) -> Json:
        details = super().usage_details(asked, cached, thinking)
        return details | {"prompt_cache_hit_tokens": cached, "prompt_cache_miss_tokens": asked - cached}


@dataclass
class DeepSeekReasoner(DeepSeek):
    """The reasoner: thoughts in a field of their own, no log-probabilities, no forced tool, turns that alternate."""

    model: str = "deepseek-reasoner"
    thinking: int = 3_000
    most_output: int | None = 65_536
    context: int = 131_072

    def refuses_values(self, call: Call) -> Behaviour | None:
        for name in ("logprobs", "top_logprobs"):
            if call.body.get(name):
                return self.error(400, f"deepseek-reasoner does not support the parameter `{name}`")
        choice = call.body.get("tool_choice", "auto")
        if call.body.get("tools") and choice not in ("auto", "none"):
            return self.error(400, "deepseek-reasoner does not support this tool_choice")
        roles = [message["role"] for message in call.body["messages"]]
        for index, (one, other) in enumerate(pairwise(roles)):
            if one == other != "system":
                message = f"deepseek-reasoner does not support successive user or assistant messages (messages[{index}] and messages[{index + 1}] in your input). You should interleave the user/assistant messages in the message sequence."
                return self.error(400, message)
        return super().refuses_values(call)


@dataclass
class DashScope(Chat):
    """qwen-plus in compatible mode."""

    provider: ClassVar[str] = "dashscope"
    base: ClassVar[str] = "/compatible-mode/v1"
    formats: ClassVar[frozenset[str]] = frozenset({"text", "json_object"})
    model: str = "qwen-plus"
    most_output: int | None = 8192
    thinks: ClassVar[bool] = False
    """Whether it thinks unless `enable_thinking` is false."""

    def error(
        self, status: int, message: str, param: str | None = None, code: str | None = None
    ) -> Behaviour:
        error = {
            "code": code or "invalid_parameter_error",
            "param": param,
            "message": message,
            "type": "invalid_request_error",
        }
        return sent({"error": error, "id": "chatcmpl-1", "request_id": "1"}, status)

    def invalid(self, message: str) -> Behaviour:
        return self.error(400, f"<400> InternalError.Algo.InvalidParameter: {message}")

    def wrong_key(self, offered: str) -> Behaviour:
        del offered
        return self.error(401, "Incorrect API key provided.", code="invalid_api_key")

    def without_json_word(self) -> Behaviour:
        return self.invalid(
            "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'."
        )

    def no_such_format(self, wanted: str) -> Behaviour:
        return self.invalid(f"'response_format.type' must be 'text' or 'json_object', but got '{wanted}'.")

    def too_many_tokens(self, cap: int) -> Behaviour:
        del cap
        return self.invalid(f"Range of max_tokens should be [1, {self.most_output}]")

    def thinking_now(self, call: Call) -> bool:
        return bool(call.body.get("enable_thinking", self.thinks))

    def refuses_values(self, call: Call) -> Behaviour | None:
        if self.thinking_now(call) and not call.body.get("stream"):
            return self.error(400, "parameter.enable_thinking must be set to false for non-streaming calls")
        if self.copies(call) > 4:
            return self.invalid("Range of n should be [1, 4]")
        if self.copies(call) > 1 and call.body.get("tools"):
            return self.invalid("n should be 1 when tools is set")
        if self.thinking_now(call):
            if (call.body.get("response_format") or {}).get("type", "text") != "text":
                return self.invalid("Json mode response is not supported when enable_thinking is true")
            if isinstance(call.body.get("tool_choice"), dict):
                return self.invalid(
                    "The tool_choice parameter does not support being set to required or object in thinking mode"
                )
        return super().refuses_values(call)


@dataclass
class DashScopeThinking(DashScope):
    """An open Qwen3 model, which thinks unless told not to."""

    thinks: ClassVar[bool] = True
    model: str = "qwen3-235b-a22b"
    thinking: int = 1_200


@dataclass
class Moonshot(Chat):
    """kimi-k2: one choice at temperature 0, its own flavour of JSON schema, the cache at the top of the usage."""

    provider: ClassVar[str] = "moonshot"
    model: str = "kimi-k2-0905-preview"
    only_temperature: float | None = None
    """kimi-k2.5 takes no other."""

    def error(
        self, status: int, message: str, param: str | None = None, code: str | None = None
    ) -> Behaviour:
        del param, code
        return sent({"error": {"message": message, "type": "invalid_request_error"}}, status)

    def wrong_key(self, offered: str) -> Behaviour:
        del offered
        return sent(
            {"error": {"message": "Invalid Authentication", "type": "invalid_authentication_error"}}, 401
        )

    def wrong_model(self, name: str) -> Behaviour:
        message = f"Not found the model {name} or Permission denied"
        return sent({"error": {"message": message, "type": "resource_not_found_error"}}, 404)

    def refuses_values(self, call: Call) -> Behaviour | None:
        temperature = call.body.get("temperature")
        if self.only_temperature is not None and temperature not in (None, self.only_temperature):
            return self.error(
                400, f"invalid temperature: only {self.only_temperature:g} is allowed for this model"
            )
        if temperature is not None and not 0 <= temperature <= 1:
            return self.error(400, "invalid temperature: must be between 0 and 1")
        if self.copies(call) > 1 and temperature is not None and temperature < 0.1:
            return self.error(400, "invalid n: n must be 1 when temperature is close to 0")
        return super().refuses_values(call)

    def refuses_schema(self, schema: Json, call: Call) -> Behaviour | None:
        del call
        for where, keyword, around in keywords(schema):
            if keyword in ("anyOf", "oneOf") and "type" in around:
                place = ".".join(where)
                return self.error(
                    400,
                    f"Invalid request: response_format.json_schema is not a valid moonshot flavored json schema, details: <At path '{place}': when using {keyword}, type should be defined in {keyword} items instead of the parent schema>",
                )
        return None

    def usage_details(self, asked: int, cached: int, thinking: int) -> Json:
        del asked, thinking
        return {"cached_tokens": cached} if cached else {}


@dataclass
class MoonshotFixed(Moonshot):
    model: str = "kimi-k2.5"
    only_temperature: float | None = 1
    thinking: int = 800


@dataclass
class Zhipu(Chat):
    """glm-4: refusals are codes, and the parameter is named in a Chinese sentence."""

    provider: ClassVar[str] = "zhipu"
    base: ClassVar[str] = "/api/paas/v4"
    formats: ClassVar[frozenset[str]] = frozenset({"text", "json_object"})
    model: str = "glm-4-plus"
    most_output: int | None = 4095
    honours_n: bool = False

    def error(
        self, status: int, message: str, param: str | None = None, code: str | None = None
    ) -> Behaviour:
        del param
        return sent({"error": {"code": code or "1210", "message": message}}, status)

    def wrong_key(self, offered: str) -> Behaviour:
        del offered
        return self.error(401, "令牌已过期或验证不正确！", code="401")

    def wrong_model(self, name: str) -> Behaviour:
        del name
        return self.error(400, "模型不存在，请检查模型代码。", code="1211")

    def illegal(self, name: str) -> Behaviour:
        return self.error(400, f"{name}参数非法。请检查文档。", code="1214")

    def no_such_format(self, wanted: str) -> Behaviour:
        del wanted
        return self.illegal("response_format.type")

    def without_json_word(self) -> Behaviour:
        return self.error(400, "API 调用参数有误，请检查文档。")

    def too_many_tokens(self, cap: int) -> Behaviour:
        del cap
        return self.error(400, f"max_tokens参数非法：限制数值范围[1,{self.most_output}]", code="1214")

    def refuses_values(self, call: Call) -> Behaviour | None:
        temperature = call.body.get("temperature")
        if temperature is not None and not 0 < temperature < 1:
            return self.illegal("temperature")
        if isinstance(call.body.get("tool_choice"), dict) or call.body.get("tool_choice") == "required":
            return self.illegal("tool_choice")
        return super().refuses_values(call)
