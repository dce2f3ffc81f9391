"""Every dialect by name: `Loopback(judge, dialect="deepseek")`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from dialects import anthropic, azure, chinese, gemini, hosted, local, odd, openai
from dialects.chat import Chat
from dialects.dialect import Dialect

DIALECTS: Mapping[str, Callable[[], Dialect]] = {
    "lenient": Chat,
    "openai": openai.OpenAI,
    "openai-reasoning": openai.Reasoning,
    "openai-responses-only": openai.Responses,
    "azure": azure.Azure,
    "anthropic": anthropic.Anthropic,
    "gemini": gemini.Gemini,
    "deepseek": chinese.DeepSeek,
    "deepseek-reasoner": chinese.DeepSeekReasoner,
    "mistral": hosted.Mistral,
    "xai": hosted.XAI,
    "groq": hosted.Groq,
    "groq-strict": hosted.GroqStrict,
    "dashscope": chinese.DashScope,
    "dashscope-thinking": chinese.DashScopeThinking,
    "moonshot": chinese.Moonshot,
    "moonshot-fixed": chinese.MoonshotFixed,
    "zhipu": chinese.Zhipu,
    "openrouter": hosted.OpenRouter,
    "together": hosted.Together,
    "fireworks": hosted.Fireworks,
    "vllm": local.VLLM,
    "vllm-reasoning": local.VLLMReasoning,
    "sglang": local.SGLang,
    "llamacpp": local.LlamaCpp,
    "llama-cpp-python": local.LlamaCppPython,
    "lmstudio": local.LMStudio,
    "ollama": local.Ollama,
    "odd-tool-calls": odd.ToolCalls,
    "odd-text-choices": odd.TextChoices,
    "odd-reasoning-only": odd.ReasoningOnly,
    "odd-always-streams": odd.AlwaysStreams,
    "odd-stream-with-error": odd.BrokenStream,
    "odd-stream-cut-short": partial(odd.BrokenStream, tells=False),
    "odd-no-system-role": odd.NoSystemRole,
    "odd-must-alternate": odd.MustAlternate,
    "odd-error-in-200": odd.ErrorIn200,
    "odd-byte-order-mark": odd.ByteOrderMark,
    "odd-words-alone": odd.WordsAlone,
    "odd-refuses-at-once": odd.RefusesAtOnce,
    **{
        f"odd-small-output-{wording}": partial(odd.SmallOutput, wording=wording)
        for wording in ("openai", "bedrock", "claude", "range", "cohere", "vertex")
    },
    **{
        f"odd-keyword-{wording}": partial(odd.KeywordRefused, wording=wording)
        for wording in ("openai", "gemini", "anthropic", "cerebras")
    },
}


def dialect(name: str) -> Dialect:
    return DIALECTS[name]()
