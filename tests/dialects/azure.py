"""Azure OpenAI: a deployment in the path, a version in the query, the key in a header of its own, and a content filter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from dialects.dialect import Call, Json, sent
from dialects.openai import OpenAI
from loopback import Behaviour

_SAFE = {
    name: {"filtered": False, "severity": "safe"} for name in ("hate", "self_harm", "sexual", "violence")
}
_POLICY = (
    "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please modify your prompt"
    " and retry. To learn more about our content filtering policies please read our documentation: https://go.microsoft.com/fwlink/?linkid=2198766"
)


@dataclass
class Azure(OpenAI):
    """One deployment of gpt-4o."""

    provider: ClassVar[str] = "azure"
    base: ClassVar[str] = ""
    thought_field: ClassVar[str | None] = None
    filters: Callable[[str], bool] = field(default=lambda _: False)
    """Which prompts the content filter stops."""

    def refuses_door(self, call: Call) -> Behaviour | None:
        if self.offered_key(call) != self.key:
            message = (
                "Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an "
                "active subscription and use a correct regional API endpoint for your resource."
            )
            return sent({"error": {"code": "401", "message": message}}, 401)
        if call.path == "/openai/v1/chat/completions":
            return None if call.body.get("model") == self.model else self.no_deployment()
        parts = call.path.split("/")
        if (
            parts[:3] != ["", "openai", "deployments"]
            or parts[4:] != ["chat", "completions"]
            or not call.query.get("api-version")
        ):
            return sent({"error": {"code": "404", "message": "Resource not found"}}, 404)
        return None if parts[3] == self.model else self.no_deployment()

    def offered_key(self, call: Call) -> str:
        return call.headers.get("api-key", "")

    def no_deployment(self) -> Behaviour:
        message = (
            "The API deployment for this resource does not exist. If you created the deployment within the last 5 minutes, "
            "please wait a moment and try again."
        )
        return sent({"error": {"code": "DeploymentNotFound", "message": message}}, 404)

    def refuses_shape(self, call: Call) -> Behaviour | None:
        wanted = (call.body.get("response_format") or {}).get("type")
        if wanted == "json_schema" and call.query.get("api-version", "9") < "2024-08-01-preview":
            message = "response_format value as json_schema is enabled only for api versions 2024-08-01-preview and later"
            return sent({"error": {"code": "BadRequest", "message": message}}, 400)
        if self.filters(self.prompt(call)):
            result = _SAFE | {"violence": {"filtered": True, "severity": "high"}}
            inner = {"code": "ResponsibleAIPolicyViolation", "content_filter_result": result}
            error = {
                "message": _POLICY,
                "type": None,
                "param": "prompt",
                "code": "content_filter",
                "status": 400,
                "innererror": inner,
            }
            return sent({"error": error}, 400)
        return super().refuses_shape(call)

    def document(self, choices: list[Json], usage: Json) -> Json:
        checked = [choice | {"content_filter_results": _SAFE} for choice in choices]
        return super().document(checked, usage) | {
            "prompt_filter_results": [{"prompt_index": 0, "content_filter_results": _SAFE}]
        }

    def events(self, call: Call, choices: list[Json], usage: Json) -> Iterator[str]:
        yield self.chunk([])
        yield from super().events(call, choices, usage)
