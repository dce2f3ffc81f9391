"""Paragraphs parted by one blank line, whatever the file did with its lines."""


def tidy(plain: str) -> str:
    """LF line ends, hard-wrapped lines rejoined, one blank line between paragraphs, no outer space. Idempotent."""
    raise NotImplementedError
