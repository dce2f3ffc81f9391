"""Words, lengths, and how many tokens a text will cost."""


def words(text: str, language: str) -> list[str]:
    """The words of a text, without punctuation."""
    raise NotImplementedError


def count_words(text: str, language: str) -> int:
    """Length as readers count it: words in English, characters in Chinese."""
    raise NotImplementedError


def estimate_tokens(text: str) -> int:
    """About how many tokens a language model makes of a text, without its tokenizer."""
    raise NotImplementedError
