"""What real servers write when they refuse something, and the one thing that is then left out."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from fabula.errors import FabulaError
from fabula.models.abilities import EVERYTHING, Abilities, keywords_in, without_keywords
from fabula.models.chat import ChatMessage, ChatRequest
from fabula.models.failures import raise_for_status
from fabula.models.protocols import CHAT, PROTOCOLS, Question
from fabula.models.providers import Address
from fabula.models.refusals import is_too_long, lowered, room_left

AT = Address("custom", "m", "http://127.0.0.1:9/v1")
SCHEMA = {
    "type": "object",
    "properties": {
        "score": {"type": "integer", "minimum": 1, "maximum": 5, "description": "stars"},
        "format": {"type": "string"},
    },
    "required": ["score", "format"],
    "additionalProperties": False,
}
QUESTION = Question(
    ChatRequest(
        "verdict",
        (ChatMessage("system", "You judge."), ChatMessage("user", "How good?")),
        max_tokens=6_000,
        seed=1,
        top_logprobs=3,
    ),
    SCHEMA,
    5,
    6_000,
)


def error(message: str, **more: Any) -> str:
    return json.dumps({"error": {"message": message, **more}}, ensure_ascii=False)


def after(said: str, status: int = 400, abilities: Abilities = EVERYTHING, **more: Any) -> Abilities | None:
    body = CHAT.body(AT, replace(QUESTION, **more), abilities)
    return lowered(status, said, body, QUESTION, abilities)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (error("Unsupported parameter: 'seed'", param="seed"), EVERYTHING.without("seed")),
        (error("no", param="top_logprobs"), EVERYTHING.without("logprobs")),
        (error("This response_format type is unavailable now"), replace(EVERYTHING, form="tool")),
        (error("no", param="response_format.json_schema"), replace(EVERYTHING, form="tool")),
        (
            error(
                "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
                param="max_tokens",
            ),
            replace(EVERYTHING, own_output_name=True),
        ),
        (
            error(
                "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is"
                " supported.",
                param="temperature",
                code="unsupported_value",
            ),
            EVERYTHING.without("temperature"),
        ),
        (
            '{"object":"error","message":"n must be 1 when using greedy sampling, got 5.","type":"BadRequestError","code":400}',
            EVERYTHING.without("n"),
        ),
        (error("invalid n: n must be 1 when temperature is close to 0"), EVERYTHING.without("n")),
        (
            '{"detail":[{"type":"extra_forbidden","loc":["body","seed"],"msg":"Extra inputs are not permitted"}]}',
            EVERYTHING.without("seed"),
        ),
        (error("invalid JSON schema in format"), replace(EVERYTHING, form="tool")),
        (error("Failed to initialize samplers: failed to parse grammar"), replace(EVERYTHING, form="tool")),
        (error("System role not supported"), replace(EVERYTHING, system=False)),
        (
            error("Conversation roles must alternate user/assistant/user/assistant/..."),
            replace(EVERYTHING, system=False),
        ),
        (
            error(
                "max_tokens is too large: 6000. This model supports at most 4096 completion tokens, whereas you provided"
                " 6000.",
                param="max_tokens",
            ),
            replace(EVERYTHING, most_output=4096),
        ),
        (
            error("Invalid max_tokens value, the valid range of max_tokens is [1, 4096]"),
            replace(EVERYTHING, most_output=4096),
        ),
        (
            error("max_tokens must be in [1,4096]"),
            replace(EVERYTHING, most_output=4096),
        ),
        (
            error("max_tokens must be at most 4,096"),
            replace(EVERYTHING, most_output=4096),
        ),
        (
            error("max_tokens: 6000 > 4096, which is the maximum allowed number of output tokens"),
            replace(EVERYTHING, most_output=4096),
        ),
        (
            error(
                "Invalid schema for response_format 'answer': In context=('properties', 'score'), 'minimum' is not"
                " permitted.",
                param="response_format",
            ),
            replace(EVERYTHING, keywords=frozenset({"minimum"})),
        ),
        (
            error("output_format.schema: For 'integer' type, properties maximum, minimum are not supported"),
            replace(EVERYTHING, keywords=frozenset({"minimum", "maximum"})),
        ),
        (
            error(
                "Invalid JSON payload received. Unknown name \"additionalProperties\" at 'generation_config.response_schema'"
            ),
            replace(EVERYTHING, keywords=frozenset({"additionalProperties"})),
        ),
        (error("bad request"), replace(EVERYTHING, form="tool")),
        (
            error("parameter.enable_thinking must be set to false for non-streaming calls"),
            replace(EVERYTHING, must_stream=True),
        ),
        (error("messages.0.role: Input should be 'user' or 'assistant'"), replace(EVERYTHING, system=False)),
        (error("'system' is not one of ['user', 'assistant']"), replace(EVERYTHING, system=False)),
        (error("Invalid role: system"), replace(EVERYTHING, system=False)),
        (error("Non-streaming requests are not supported"), replace(EVERYTHING, must_stream=True)),
        (error("stream must be set to true"), replace(EVERYTHING, must_stream=True)),
        (error("Please set `stream=true`"), replace(EVERYTHING, must_stream=True)),
        (error("Number of completions must be 1"), EVERYTHING.without("n")),
        (
            error("max_tokens (6000) exceeds the maximum output of 4096"),
            replace(EVERYTHING, most_output=4096),
        ),
        (error("no", param="messages"), None),
        (error("The prompt was filtered", code="content_filter"), None),
        (error("This model's maximum context length is 4096 tokens"), None),
    ],
)
def test_only_what_an_error_names_is_left_out(said: str, expected: Abilities | None) -> None:
    assert after(said) == expected


def test_a_500_counts_only_where_it_names_what_was_sent() -> None:
    said = error(
        "1 validation error: body -> response_format -> type unexpected value; permitted: 'text', 'json_object'"
    )
    assert after(said, 500) == replace(EVERYTHING, form="tool")
    assert after(error("Internal server error"), 500) is None


def test_what_was_not_sent_is_not_left_out() -> None:
    said = error("n must be 1 when using greedy sampling, got 5.")
    assert after(said, schema=None, n=1) is None


def test_forms_end_with_words() -> None:
    forms, abilities = [], EVERYTHING
    while (fewer := after(error("bad request"), abilities=abilities, n=1)) is not None:
        abilities = fewer
        forms.append(abilities.form)
    assert forms == ["tool", "json", "words"]


@pytest.mark.parametrize(
    "said",
    [
        "Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 300000 tokens.",
        "prompt is too long: 210000 tokens > 200000 maximum",
        "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
        "Range of input length should be [1, 30720]",
        "Invalid request: Your request exceeded model token limit: 8192",
        "Prompt exceeds max length",
        "Prompt 超长",
        "输入长度超过模型最大上下文长度",
        "Please reduce the length of the messages or completion.",
        "inputs must have less than 4095 tokens. Given: 5000",
        "This model's maximum prompt length is 131072 but the request contains 150000 tokens.",
        "the length of messages too long",
        "Request too large for model in organization on tokens per minute (TPM): Limit 6000, Requested 9000",
        "Total tokens of image and text exceed max message tokens",
        "Token limit exceeded",
        "Context limit: exceeded by 1834 tokens",
    ],
)
def test_a_question_that_is_too_long_costs_no_ability_in_any_vendors_words(said: str) -> None:
    assert is_too_long(said) and after(error(said)) is None
    with pytest.raises(FabulaError, match="longer than m can read"):
        raise_for_status(400, error(said), None, AT)


@pytest.mark.parametrize(
    ("said", "room"),
    [
        (
            "'max_tokens' or 'max_completion_tokens' is too large: 6000. This model's maximum context length is 8192 tokens"
            " and your request has 4000 input tokens (6000 > 8192 - 4000).",
            8192 - 4000 - 16,
        ),
        (
            "This model's maximum context length is 8,192 tokens. However, you requested 10,000 tokens (4,000 in the"
            " messages, 6,000 in the completion).",
            8192 - 4000 - 16,
        ),
        ("This model's maximum context length is 8192 tokens, and the prompt has 9000.", None),
        (
            "input length and `max_tokens` exceed context limit: 199000 + 6000 > 200000, decrease input length or `max_tokens`",
            200000 - 199000 - 16,
        ),
        ("Rate limit", None),
    ],
)
def test_an_answer_gets_the_room_that_the_question_leaves(said: str, room: int | None) -> None:
    assert room_left(error(said), CHAT.body(AT, QUESTION, EVERYTHING)) == room


def test_a_property_that_is_called_like_a_keyword_stays() -> None:
    assert set(keywords_in(SCHEMA)) == {"minimum", "maximum", "description", "additionalProperties"}
    bare = without_keywords(SCHEMA, frozenset({"format", "minimum", "maximum", "description"}))
    assert bare["properties"] == {"score": {"type": "integer"}, "format": {"type": "string"}}


@pytest.mark.parametrize("name", sorted(PROTOCOLS))
def test_what_a_protocol_lacks_is_never_sent(name: str) -> None:
    protocol = PROTOCOLS[name]
    body = protocol.body(AT, QUESTION, protocol.start)
    assert not {"n", "seed", "logprobs"} & protocol.start.left_out & body.keys()
    assert json.dumps(body)
